//! Work on many things of a list: one call of the console for each, made in the background.
//!
//! Which things it is about is fixed when somebody asks (`bulk/prepare`), who then sees their number and starts it
//! (`bulk/start`); what comes into the list later is not touched. Each is done in a transaction of its own by the call that does
//! a single one, with its permission, its entry of the audit and its time to be undone ([`crate::deed`]): a run that is cut off
//! goes on at the next start and does nothing twice. What has changed since it was chosen is left alone and told.
//!
//! Has no rules of its own about orders, movements, products or messages. Whoever may make the call for a single thing may see and stop a run of it, so
//! that a colleague's mistake can be stopped.
//!
//! | file | purpose |
//! |---|---|
//! | `calls` | prepares, starts, shows, stops, repeats and dismisses runs |
//! | `work` | does the next thing of a run; what became of its deeds |
//! | `papers` | packing papers of a run, a file at a time |
//! | `types`, `store` | as in every slice |

use crate::call::{Calls, staff_own_prepared, staff_own_read, staff_own_write};
use crate::limits::RateClass::{Standard, Tight};

mod calls;
mod papers;
mod store;
#[cfg(test)]
mod tests;
pub mod types;
mod work;

pub use calls::{detail, stop_all, stop_run, summaries};
pub use store::{Author, delete_old, find_author};
pub use work::{deed_done, deed_failed, fail, list_due, settle, step};

/// Things of one run: each becomes a row, in one transaction.
pub const MOST: usize = 5_000;
/// Runs of a person that have not ended.
const RUNS: i64 = 3;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_own_prepared("bulk/prepare", calls::gather, calls::prepare).for_programs().rate(Standard))
        .add(staff_own_write("bulk/start", calls::start).for_programs().rate(Standard))
        .add(staff_own_read("bulk/list", calls::list).for_programs().rate(Standard))
        .add(staff_own_read("bulk/show", calls::show).for_programs().rate(Standard))
        .add(staff_own_write("bulk/stop", calls::stop).for_programs().rate(Standard))
        .add(staff_own_write("bulk/again", calls::again).for_programs().rate(Standard))
        .add(staff_own_write("bulk/dismiss", calls::dismiss).for_programs().rate(Standard))
        .add(staff_own_prepared("bulk/papers", papers::prepare, papers::papers).for_programs().rate(Tight))
}
