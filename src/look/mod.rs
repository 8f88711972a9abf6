//! How the shop looks, and its home page, as the house edits them: drafts, publishing now or at a time, and what was published before.
//!
//! The look is in force as part of the configuration ([`crate::config::Config::look`]), so that pages, letters and documents of one moment
//! agree; [`crate::setting`] reads it. The home page's rows are those of [`crate::cms`].
//!
//! | file | purpose |
//! |---|---|
//! | `editing` | the rules of drafts and versions, for calls, commands and the job alike |
//! | `appearance`, `home` | the rules of the two documents |
//! | `stylesheet` | the palette as CSS |
//! | `files` | logos and icons: read, cleaned, drawn |
//! | `calls`, `types`, `store` | as in every slice |

use std::collections::BTreeMap;
use std::sync::OnceLock;

use anyhow::Context as _;

use crate::call::{Calls, staff_prepared, staff_read, staff_write};
use crate::domain::look::HouseWords;
use crate::domain::permission::Permission::ContentChange;
use crate::domain::store_view::Lang;
use crate::limits::RateClass::{Standard, Tight};

mod appearance;
mod calls;
pub mod editing;
pub mod files;
mod home;
mod store;
pub mod stylesheet;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{change, found, keep, keep_home, publish_due};
pub use home::lacks_home_texts;
pub use store::{
    add_version, fail as note_failure, find as find_draft, find_file, find_version, in_force, list_due, list_failed,
    parsed, versions,
};

/// Bytes of a call with a document, and of one with a drawing in Base64.
const DOCUMENT: usize = 512 << 10;
const DRAWING: usize = 3 << 20;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(ContentChange, "look/show", calls::look).rate(Standard))
        .add(staff_read(ContentChange, "look/version", calls::look_version).rate(Standard))
        .add(staff_read(ContentChange, "look/check", calls::check).rate(Standard))
        .add(staff_write(ContentChange, "look/save", calls::save_look).body(DOCUMENT).rate(Standard))
        .add(staff_write(ContentChange, "look/discard", calls::discard_look).rate(Standard))
        .add(staff_write(ContentChange, "look/publish", calls::publish_look).rate(Standard))
        .add(staff_write(ContentChange, "look/unschedule", calls::unschedule_look).rate(Standard))
        .add(staff_write(ContentChange, "look/restore", calls::restore_look).rate(Standard))
        .add(
            staff_prepared(ContentChange, "look/upload", calls::prepare_upload, calls::upload)
                .body(DRAWING)
                .rate(Tight),
        )
        .add(staff_read(ContentChange, "home/show", calls::home).rate(Standard))
        .add(staff_read(ContentChange, "home/version", calls::home_version).rate(Standard))
        .add(staff_write(ContentChange, "home/save", calls::save_home).body(DOCUMENT).rate(Standard))
        .add(staff_write(ContentChange, "home/discard", calls::discard_home).rate(Standard))
        .add(staff_write(ContentChange, "home/publish", calls::publish_home).rate(Standard))
        .add(staff_write(ContentChange, "home/unschedule", calls::unschedule_home).rate(Standard))
        .add(staff_write(ContentChange, "home/restore", calls::restore_home).rate(Standard))
}

/// What the demonstration's house says of itself, by language: in a shop in earnest none of it is to be left.
pub fn demonstration() -> anyhow::Result<&'static BTreeMap<Lang, HouseWords>> {
    static WORDS: OnceLock<BTreeMap<Lang, HouseWords>> = OnceLock::new();
    if let Some(known) = WORDS.get() {
        return Ok(known);
    }
    let words = toml::from_str(include_str!("../../seed/brand/words.toml")).context("seed/brand/words.toml")?;
    Ok(WORDS.get_or_init(|| words))
}
