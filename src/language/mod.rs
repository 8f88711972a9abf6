//! Languages and store views as the house sets them: which are on, in which order shoppers see them, the default one, and the country
//! and currency in which each begins. The rows are those of [`crate::store_view`], which all processes follow; here are the rules of
//! changing them.
//!
//! The key `languages` of the machine's file is what a shop begins with: it is taken in where it says something else than the last
//! time. Under `[pin]`, or from the environment, it wins over the rows.
//!
//! | file | purpose |
//! |---|---|
//! | `editing` | the rules, for calls and commands alike |
//! | `file` | what the machine's file says |
//! | `calls`, `types` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::SettingsChange;
use crate::limits::RateClass::Standard;

mod calls;
pub mod editing;
mod file;
#[cfg(test)]
mod tests;
pub mod types;

pub use file::take_in;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(SettingsChange, "language/list", calls::list).rate(Standard))
        .add(staff_read(SettingsChange, "language/plan", calls::plan).rate(Standard))
        .add(staff_write(SettingsChange, "language/save", calls::save).proof().rate(Standard))
}
