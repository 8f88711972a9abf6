//! What the law asks of a shop: the duties of the user interface, where each is met and which test proves it; and what of this shop's
//! configuration and catalogue is missing or still the demonstration's. For the console's list and `shop compliance` alike.
//!
//! Has no tables. What keeps a shop from opening at all is told by `shop check`, as is what takes a look at its files.

use crate::call::{Calls, staff_read};
use crate::domain::permission::Permission::SettingsChange;
use crate::limits::RateClass::Standard;

mod calls;
mod findings;
mod home;
mod rules;
pub mod types;

pub use calls::duties;
pub use findings::{all, of_brand, of_configuration};

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(SettingsChange, "compliance/list", calls::list).rate(Standard))
}
