//! Loyalty points: earned by orders with a member card, due when the order is complete.

use crate::call::{Calls, member_read};
use crate::limits::RateClass::Standard;

mod calls;
mod store;
pub mod types;

pub use calls::{points, settle_points};
pub use store::{points_before, points_through};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("membercard/index", calls::index).form_or_json().rate(Standard))
}
