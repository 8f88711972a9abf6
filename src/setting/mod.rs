//! What the house sets in its console: its company, terms and limits. Rows on top of the machine's file, with their history.
//!
//! The file is the first to speak: what it says when a shop opens is taken in where it says something else than the last time, so that an
//! upgrade keeps what was configured, and an edit of the file counts. From then on the console's word counts, but for what the file holds
//! under `[pin]` and what the environment gives. [`crate::config::settings`] lists what may be set.
//!
//! | file | purpose |
//! |---|---|
//! | `credential` | what was entered for mail and payment: sealed, and laid over the configuration |
//! | `in_force` | the configuration with the settings, for requests, jobs and commands |
//! | `editing` | the rules of changing; what decides where money goes waits |
//! | `mail` | the letter to the owners about what waits |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::SettingsChange;
use crate::limits::RateClass::Standard;

mod calls;
pub mod credential;
pub mod editing;
mod in_force;
pub mod mail;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{all, past, put_into_force, value};
pub use in_force::{check_in_force, current, is_news, load, read, take_in, with_remedy};
pub use store::{Waiting, fail as note_failure, list_due, list_waiting, version};

/// Bytes of a call with settings.
pub const BODY: usize = 256 << 10;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(SettingsChange, "setting/list", calls::list).rate(Standard))
        .add(staff_read(SettingsChange, "setting/history", calls::history).rate(Standard))
        .add(staff_write(SettingsChange, "setting/save", calls::save).body(BODY).proof().rate(Standard))
        .add(staff_write(SettingsChange, "setting/agree", calls::agree).proof().rate(Standard))
        .add(staff_write(SettingsChange, "setting/take_back", calls::take_back).rate(Standard))
}
