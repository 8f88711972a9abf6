//! Campaigns: chosen goods are reduced for a time that is given in the shop's time zone.
//!
//! A campaign that is scheduled writes its prices into the catalogue's ledger, so that lists, pages, feeds and orders follow at
//! their moment as they follow any price. Calling it off restores what would have been without it. An item is reduced by one
//! campaign at a time: who comes later is told, and leaves it out. Where another planned price is lower, that one counts.
//!
//! | file | purpose |
//! |---|---|
//! | `planning` | the rules: what a campaign would make of each item, scheduling, another end, calling off; for calls and commands alike |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::PricesChange;
use crate::limits::RateClass::Standard;

mod calls;
pub mod planning;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{change, chosen, end_moved, moved, scheduled};
pub use store::{Stored, find, list, names};

/// Bytes of a campaign with as many goods as it may have.
const CAMPAIGN_BYTES: usize = 256 << 10;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(PricesChange, "campaign/list", calls::list).rate(Standard))
        .add(staff_read(PricesChange, "campaign/calendar", calls::calendar).rate(Standard))
        .add(staff_read(PricesChange, "campaign/show", calls::show).rate(Standard))
        .add(staff_read(PricesChange, "campaign/choose", calls::choose).rate(Standard))
        .add(staff_read(PricesChange, "campaign/plan", calls::plan).rate(Standard))
        .add(staff_write(PricesChange, "campaign/save", calls::save).body(CAMPAIGN_BYTES).rate(Standard))
        .add(staff_write(PricesChange, "campaign/schedule", calls::schedule).rate(Standard))
        .add(staff_write(PricesChange, "campaign/unschedule", calls::unschedule).rate(Standard))
        .add(staff_write(PricesChange, "campaign/call_off", calls::call_off).rate(Standard))
        .add(staff_write(PricesChange, "campaign/move_end", calls::move_end).rate(Standard))
        .add(staff_write(PricesChange, "campaign/remove", calls::remove).rate(Standard))
}
