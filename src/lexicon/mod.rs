//! The words of the catalogue as the house works on them: makers, options with their values, shipping groups, names of codes, and words
//! that the search takes for one another. The rows are those of [`crate::catalog`]; here are the rules of changing them one by one. What
//! has changed is in the shop at once.
//!
//! | file | purpose |
//! |---|---|
//! | `entry` | what there is, as fields |
//! | `editing` | how it is added, changed, ordered and removed; for calls and commands alike |
//! | `calls`, `types` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::ProductsChange;
use crate::limits::RateClass::Standard;

pub mod calls;
pub mod editing;
pub mod entry;
#[cfg(test)]
mod tests;
pub mod types;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(ProductsChange, "lexicon/list", calls::list).rate(Standard))
        .add(staff_write(ProductsChange, "lexicon/save", calls::save).rate(Standard))
        .add(staff_write(ProductsChange, "lexicon/place", calls::place).rate(Standard))
        .add(staff_write(ProductsChange, "lexicon/remove", calls::remove).rate(Standard))
}
