//! Today: one queue of what waits for somebody, with deadlines, and the day's figures beside it.
//!
//! Has no tables: each kind of duty is a query of the slice that it belongs to. A duty disappears when it is done there.

use crate::call::{Calls, staff_own_read};
use crate::limits::RateClass::Standard;

mod list;
mod sources;
pub mod types;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_own_read("duty/list", list::list).rate(Standard))
}
