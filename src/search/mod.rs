//! Full-text search per language: ranked, with folded diacritics, typo correction, synonyms and suggestions.
//!
//! [`index`] keeps FTS5 tables in a file of their own, derived from the catalogue and rebuilt in the background when
//! its version changes; [`query`] turns user input into a safe match expression; [`fold`] normalizes words. It answers
//! ids; the catalogue turns them into product cards.

use crate::call::{Calls, public};
use crate::limits::RateClass::Standard;

mod calls;
mod fold;
mod index;
mod query;
mod store;
pub mod terms;
pub mod types;

pub use calls::matches;
pub use fold::words;
pub use index::Index;

/// The calls of this slice.
pub fn calls(api: Calls) -> Calls {
    api.add(public("search/index", calls::index).json().rate(Standard))
        .add(public("search/suggest", calls::suggest).json().rate(Standard))
}
