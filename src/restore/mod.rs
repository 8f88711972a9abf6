//! Restores: the shop's database is replaced by one of its copies, by the running shop itself.
//!
//! Somebody reads what a copy holds (`restore/preview`), and schedules its return (`restore/schedule`): until it begins it can be
//! called off. Then the server closes the database and [`carry_out`] does the rest, while shoppers read that the shop is back
//! soon. Everything that the copy needs is done beside the database; the last step renames it into place, so that at any moment
//! the former or the new one is there, whole. What fails before leaves the former one open, with the reason.
//!
//! | file | purpose |
//! |---|---|
//! | `calls` | previews, schedules, calls off, dismisses |
//! | `carry_out` | the steps, and what a start finds that was interrupted |
//! | `settle` | what ends in a database that comes back |
//! | `types`, `store` | as in every slice |

use crate::call::{Calls, staff_prepared, staff_write};
use crate::domain::permission::Permission::System;
use crate::limits::RateClass::{Standard, Tight};

mod calls;
pub mod carry_out;
pub mod settle;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{Request, When, call_off_open, check, preview_of, schedule};
pub use store::{Restore, begin, find_current, is_due, list_failed};

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_prepared(System, "restore/preview", calls::prepare_preview, calls::preview).rate(Tight))
        .add(
            staff_prepared(System, "restore/schedule", calls::prepare_schedule, calls::schedule_call)
                .proof()
                .rate(Tight),
        )
        .add(staff_write(System, "restore/call_off", calls::call_off).rate(Standard))
        .add(staff_write(System, "restore/dismiss", calls::dismiss).rate(Standard))
}
