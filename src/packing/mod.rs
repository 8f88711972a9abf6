//! The packing table: what is to be packed, and the papers for it (pick list, packing slips, address labels).
//!
//! Has no tables and no rules of its own: parcels are sent by `order_admin`.

use crate::call::{Calls, staff_prepared, staff_read};
use crate::domain::permission::Permission::Packing;
use crate::limits::RateClass::{Standard, Tight};

mod calls;
mod labels;
mod papers;
pub mod types;

pub use calls::{PRINTED, Printed, papers as printed, print};

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(Packing, "pack/list", calls::list).rate(Standard))
        .add(staff_prepared(Packing, "pack/papers", calls::prepare_papers, calls::papers).rate(Tight))
}
