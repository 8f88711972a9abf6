//! Shipments and returns: which pieces of an order have left and which came back.
//!
//! Goods only; what follows for money, points and mails is in `fulfillment`.

mod goods;
mod store;
pub mod types;

pub use goods::{record_return, ship, withdraw_until};
pub use store::{has_left, list_returned, list_shipments, list_shipped, save_pieces};
