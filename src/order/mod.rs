//! Orders: what was agreed, kept as it was, and the one writer of their status.
//!
//! An order is placed by `checkout` and paid through `payment`. It is reached by its number only by whoever is known to own
//! it; everybody else needs one of its tokens, of which only hashes are kept.

use crate::call::{Access, Calls, Mode};

pub mod lifecycle;
mod store;
pub mod types;

pub use lifecycle::{cancel_unpaid, place, transition};
pub use store::{
    UNPAID, addresses, count_unpaid_of_email, count_unpaid_of_session, find, find_by_token, find_own, history, lines,
    save_token,
};
pub use types::{Actor, Address, NewOrder, Order, OrderLine, StatusChange};

pub fn calls(api: Calls) -> Calls {
    api.announced::<types::IndexArgs, types::OrderList>("order/index", Mode::Read, Access::Member)
        .announced::<types::NumberArgs, types::OrderDetail>("order/view", Mode::Read, Access::Member)
        .announced::<types::NumberArgs, types::OrderDetail>("order/cancel", Mode::Write, Access::Member)
}
