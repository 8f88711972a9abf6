//! Loyalty points: what an order with a member card earns, and when it is due.

use crate::call::{Calls, member_read};
use crate::limits::RateClass::Standard;

mod calls;
mod store;
pub mod types;

pub use calls::{points, settle_points};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("membercard/index", calls::index).form_or_json().rate(Standard))
}
