//! Single prices: what each item costs in each currency, now and later, set by people with a reason.
//!
//! | file | purpose |
//! |---|---|
//! | `setting` | the rules: what is set, what follows by the shop's rates, what it does to campaigns; for calls and commands alike |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::PricesChange;
use crate::limits::RateClass::Standard;

mod calls;
pub mod setting;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{detail, items, set_change};

/// Bytes of as many prices as can be set at a time.
const SHEET_BYTES: usize = 256 << 10;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(PricesChange, "price/list", calls::list).rate(Standard))
        .add(staff_read(PricesChange, "price/show", calls::show).rate(Standard))
        .add(staff_read(PricesChange, "price/plan", calls::plan).body(SHEET_BYTES).rate(Standard))
        .add(staff_write(PricesChange, "price/set", calls::set).body(SHEET_BYTES).rate(Standard))
        .add(staff_write(PricesChange, "price/unset", calls::unset).rate(Standard))
}
