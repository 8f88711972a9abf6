//! Pages that are content: menu, home, announcement, help. And the promo tags that the announcement is about.

use crate::call::Calls;

mod calls;
pub mod content;
pub mod form;
pub mod markdown;
pub mod report;
pub mod store;
pub mod types;

pub use calls::{is_known_tag, tag_state};
pub use store::{TagRow, find_tag_row, list_tags, save_tag, switch_tag_off};

/// The calls of this slice.
pub fn calls(api: Calls) -> Calls {
    api.public("page/topmenu", calls::topmenu)
        .public("page/home", calls::home)
        .public("page/mobile", calls::mobile)
        .public_or_visitor("page/promo", calls::promo)
        .public("page/cms", calls::cms)
        .public("page/picture", calls::picture)
}
