//! Orders: what was agreed, kept as it was, and the one writer of their status.
//!
//! An order is placed by `checkout`, shown by `order_view` and paid through `settlement`. Its number opens it only for its
//! customer; anybody else needs one of its tokens, of which only hashes are kept.

mod export;
pub mod lifecycle;
mod store;
pub mod types;

pub use export::PERSONAL_DATA;
pub use lifecycle::{place, transition};
pub use store::{
    Filter, ListedOrder, SummaryRow, UNPAID, add_note, addresses, consume_reservation, count_canceled_of_mailbox,
    count_own, count_unpaid_of_mailbox, count_unpaid_of_session, find, find_by_token, find_id_by_number, find_own,
    find_owner, history, is_confirmed, lines, list, list_in_status_since, list_notes, list_overdue, list_own,
    list_pending_of, moment, names, next_number, points_own, quantities, reserved_pieces, save_confirmed,
    save_customer, save_paid_by, save_payment_method, save_token,
};
pub use store::{find_by_number, rate};
pub use types::{Actor, Address, Command, NewOrder, Note, Order, OrderLine, StatusChange};
