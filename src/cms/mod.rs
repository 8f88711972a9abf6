//! Content pages (menu, home, announcement, help) and promo tags.

use crate::call::{Calls, public, public_or_visitor};
use crate::limits::RateClass::Standard;

pub mod blocks;
mod calls;
pub mod content;
pub mod form;
pub mod house;
pub mod markdown;
pub mod report;
pub mod store;
pub mod types;

pub use calls::{is_known_tag, page_values, shown, tag_state};
pub use store::{
    NewPage, PageText, TagRow, add_home_document, add_page, add_tag, find_tag_row, help_pages, home_content,
    list_pages, list_tags, page_keys, publish_page, save_home_content, save_tag, switch_tag_off,
};

/// The calls of this slice.
pub fn calls(api: Calls) -> Calls {
    api.add(public("page/topmenu", calls::topmenu).form().rate(Standard))
        .add(public("page/home", calls::home).form_or_json().rate(Standard))
        .add(public("page/mobile", calls::mobile).form_or_json().rate(Standard))
        .add(public_or_visitor("page/promo", calls::promo).form_or_json().rate(Standard))
        .add(public("page/cms", calls::cms).form_or_json().rate(Standard))
        .add(public("page/picture", calls::picture).form_or_json().rate(Standard))
}
