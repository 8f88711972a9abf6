//! Returns as the people of the house see and carry them on: the list, one return with its lines and its money, the steps.
//!
//! Has no tables and no rules of its own: `returns` and `fulfillment` act. What is here is a door beside the command line.
//!
//! | file | purpose |
//! |---|---|
//! | `list` | the list, and the same as a sheet |
//! | `detail` | one return, and the returns of an order |
//! | `deeds` | the steps |

use crate::call::{Calls, staff_deed, staff_read, staff_view, staff_write};
use crate::domain::permission::Permission::{OrdersChange, OrdersRead, OrdersRefund, Packing};
use crate::limits::RateClass::{Standard, Tight};

mod deeds;
mod detail;
mod list;
pub mod types;

pub use deeds::{about, state};
pub use detail::{owed_of, title_of};
pub use list::{rows, time};

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(OrdersRead, "return/list", list::list).rate(Standard))
        .add(staff_write(OrdersRead, "return/export", list::export).rate(Tight))
        .add(staff_view(OrdersRead, "return/show", detail::show).rate(Standard))
        .add(staff_read(OrdersRead, "return/of_order", detail::of_order).rate(Standard))
        .add(staff_write(OrdersChange, "return/announce", deeds::announce).rate(Standard))
        .add(staff_write(OrdersChange, "return/call_off", deeds::call_off).rate(Standard))
        .add(staff_write(OrdersChange, "return/never_came", deeds::never_came).rate(Standard))
        .add(staff_write(OrdersChange, "return/note_sent", deeds::note_sent).rate(Standard))
        .add(staff_deed(Packing, "return/arrive", deeds::arrive).rate(Standard))
        .add(staff_deed(Packing, "return/receive", deeds::receive).rate(Standard))
        .add(staff_deed(Packing, "return/inspect", deeds::inspect).rate(Standard))
        .add(staff_deed(OrdersRefund, "return/refund", deeds::refund).rate(Standard))
}
