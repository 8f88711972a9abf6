//! Orders: what was agreed, kept as it was, and the one writer of their status.
//!
//! An order is placed by `checkout` and paid through `payment`. It is reached by its number only by whoever is known to own
//! it; everybody else needs one of its tokens, of which only hashes are kept.

pub mod lifecycle;
mod store;
pub mod types;

pub use lifecycle::{place, transition};
pub use store::{
    Filter, ListedOrder, UNPAID, addresses, consume_reservation, count_unpaid_of_email, count_unpaid_of_session, find, find_by_token,
    find_id_by_number, find_owner, history, is_confirmed, lines, list, list_in_status_since, list_overdue, list_pending_of,
    next_number, save_confirmed, save_payment_method, save_token,
};
pub use types::{Act, Actor, Address, NewOrder, Order, OrderLine, StatusChange};
