//! Help pages as the house writes them: drafts, publishing now or at a time, and every text that was published.
//!
//! What shoppers read are rows of [`crate::cms`]. A draft is one text of one page, shared by the house; publishing puts it in the
//! place of what was read before, which stays a version. Parts of a text follow the settings ([`crate::cms::blocks`]); a published
//! text that says what the settings deny is pointed at.
//!
//! | file | purpose |
//! |---|---|
//! | `editing` | the rules: saving, publishing, scheduling, bringing back; for calls and commands alike |
//! | `check` | what is wrong with a text, by its lines, and what it contradicts |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::ContentChange;
use crate::limits::RateClass::Standard;

mod calls;
mod check;
pub mod editing;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{change, publish_due, text_of};
pub use check::{Changed, Contradiction, changed_by, contradictions};
pub use store::{
    Draft, Failed, StoredVersion, drafts, fail as note_failure, find_version, list_due, list_failed, versions,
};

/// Bytes of a call with a text.
const TEXT_BYTES: usize = 512 << 10;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(ContentChange, "page/list", calls::list).rate(Standard))
        .add(staff_read(ContentChange, "page/show", calls::show).rate(Standard))
        .add(staff_read(ContentChange, "page/preview", calls::preview).body(TEXT_BYTES).rate(Standard))
        .add(staff_read(ContentChange, "page/version", calls::version).rate(Standard))
        .add(staff_write(ContentChange, "page/save", calls::save).body(TEXT_BYTES).rate(Standard))
        .add(staff_write(ContentChange, "page/discard", calls::discard).rate(Standard))
        .add(staff_write(ContentChange, "page/publish", calls::publish).rate(Standard))
        .add(staff_write(ContentChange, "page/unschedule", calls::unschedule).rate(Standard))
        .add(staff_write(ContentChange, "page/restore", calls::restore).rate(Standard))
}
