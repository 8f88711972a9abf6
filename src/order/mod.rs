//! Orders: what was agreed, kept as it was, and the one writer of their status.
//!
//! An order is placed by `checkout` and paid through `payment`. It is reached by its number only by whoever is known to own
//! it; everybody else needs one of its tokens, of which only hashes are kept.
//!
//! Its calls stand above `payment`, whose view of an order they answer; the rest of it stands below.

use crate::call::{Calls, member_read, member_write};
use crate::limits::RateClass::Standard;

mod calls;
pub mod lifecycle;
mod store;
pub mod types;

pub use calls::{PERSONAL_DATA, points};
pub use lifecycle::{place, transition};
pub use store::{
    Filter, ListedOrder, UNPAID, addresses, consume_reservation, count_canceled_of_mailbox, count_unpaid_of_mailbox,
    count_unpaid_of_session, find, find_by_token, find_id_by_number, find_own, find_owner, history, is_confirmed,
    lines, list, list_in_status_since, list_overdue, list_pending_of, next_number, save_confirmed, save_customer,
    save_paid_by, save_payment_method, save_token,
};
pub use store::{find_by_number, rate};
pub use types::{Actor, Address, Command, NewOrder, Order, OrderLine, StatusChange};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("order/index", calls::index).form_or_json().rate(Standard))
        .add(member_read("order/view", calls::view).form_or_json().rate(Standard))
        .add(member_write("order/cancel", calls::cancel).form_or_json().rate(Standard))
}
