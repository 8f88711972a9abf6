//! The table of cookies that the consent dialog shows, and what its choice says. The choice itself stays in the browser.

use crate::call::{Calls, public};
use crate::limits::RateClass::Standard;

mod calls;
mod choice;
mod cookies;
pub mod types;

pub use choice::{CHOICE_SECONDS, Choice};

pub fn calls(api: Calls) -> Calls {
    api.add(public("common/cookies", calls::cookies).form_or_json().rate(Standard))
}
