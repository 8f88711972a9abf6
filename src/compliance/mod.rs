//! What the law asks of a shop: the duties of the user interface, where each is met and which test proves it; and what of this shop's
//! configuration and catalogue is missing or still the demonstration's, now and if other settings were saved. For the console's lists,
//! `shop compliance` and `shop setting set --dry-run` alike.
//!
//! Has no tables. What keeps a shop from opening at all is told by `shop check`, as is what takes a look at its files.

use crate::call::{Calls, staff_read};
use crate::domain::permission::Permission::SettingsChange;
use crate::limits::RateClass::Standard;
use crate::setting;

mod calls;
mod findings;
mod home;
mod rules;
pub mod types;

pub use calls::{duties, planned};
pub use findings::{all, of_brand, of_configuration};

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(SettingsChange, "compliance/list", calls::list).rate(Standard))
        .add(staff_read(SettingsChange, "setting/plan", calls::plan).body(setting::BODY).rate(Standard))
}
