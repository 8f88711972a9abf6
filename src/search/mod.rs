//! Full-text search per language: ranked, with folded diacritics, typo correction, synonyms and suggestions.
//!
//! [`index`] keeps FTS5 tables in a file of their own, derived from the catalogue and the help pages and rebuilt in the background
//! when their version changes; [`question`] reads what is asked, with what [`language`] knows of inflections, sounds and words;
//! [`ranking`] finds what answers it. [`fold`] normalizes words, [`terms`] finds what the console lists. It answers ids; the catalogue
//! turns them into product cards. [`misses`] counts what was searched for without result.

use crate::call::{Calls, public};
use crate::limits::RateClass::Standard;

mod calls;
mod fold;
mod index;
mod language;
mod misses;
mod question;
mod ranking;
mod store;
pub mod terms;
pub mod types;

pub use calls::matches;
pub use fold::words;
pub use index::{HelpPage, Index};
pub use misses::KEPT_DAYS as MISSES_KEPT_DAYS;
pub use misses::{Counts, Misses};
pub use store::{Miss, add_misses, delete_old_misses, list_misses};

/// The calls of this slice.
pub fn calls(api: Calls) -> Calls {
    api.add(public("search/index", calls::index).json().rate(Standard))
        .add(public("search/suggest", calls::suggest).json().rate(Standard))
}
