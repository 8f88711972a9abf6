//! Orders: what was agreed, kept as it was, and the one writer of their status.
//!
//! An order is placed by `checkout` and paid through `payment`. It is reached by its number only by whoever is known to own
//! it; everybody else needs one of its tokens, of which only hashes are kept.
//!
//! Its calls stand above `payment`, whose view of an order they answer; the rest of it stands below.

use crate::call::Calls;

mod calls;
pub mod lifecycle;
mod store;
pub mod types;

pub use calls::{KEEPER, points};
pub use lifecycle::{cancel_unpaid, place, transition};
pub use store::{
    UNPAID, addresses, count_unpaid_of_mailbox, count_unpaid_of_session, find, find_by_token, find_own, history, lines,
    save_customer, save_token,
};
pub use store::{find_by_number, rate};
pub use types::{Actor, Address, NewOrder, Order, OrderLine, StatusChange};

pub fn calls(api: Calls) -> Calls {
    api.member_read("order/index", calls::index)
        .member_read("order/view", calls::view)
        .member_write("order/cancel", calls::cancel)
}
