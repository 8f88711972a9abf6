//! Full-text search: ranked, diacritics folded, forgiving of slips, with synonyms and suggestions, per language.
//!
//! [`index`] keeps FTS5 tables in a file of their own, derived from the catalogue and rebuilt in the background when its
//! version moves on; [`query`] turns what a shopper typed into a match that cannot be anything else; [`fold`] makes words
//! comparable. What a hit looks like is the catalogue's affair.

use crate::call::Calls;

mod calls;
mod fold;
mod index;
mod query;
mod store;
pub mod types;

pub use index::Index;

/// Search's lines of the table.
pub fn calls(api: Calls) -> Calls {
    api.public("search/index", calls::index).public("search/suggest", calls::suggest)
}
