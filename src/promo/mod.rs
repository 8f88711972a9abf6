//! Employees' promo tags: what each takes off regular prices, for whom and until when. The rows are those of [`crate::cms`]; here are
//! the rules of changing them.
//!
//! | file | purpose |
//! |---|---|
//! | `editing` | the rules, for calls and commands alike |
//! | `calls`, `types` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::PricesChange;
use crate::limits::RateClass::Standard;

mod calls;
pub mod editing;
#[cfg(test)]
mod tests;
pub mod types;

/// The demonstration's tag (decisions §2). It is public, so production refuses it.
pub const DEMO_TAG: &str = "VALMERE-TEAM";

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(PricesChange, "promo/list", calls::list).rate(Standard))
        .add(staff_read(PricesChange, "promo/plan", calls::plan).rate(Standard))
        .add(staff_write(PricesChange, "promo/save", calls::save).rate(Standard))
        .add(staff_write(PricesChange, "promo/switch_off", calls::switch_off).rate(Standard))
}
