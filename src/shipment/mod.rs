//! Shipments and returns: which pieces of an order were shipped and which have come back for good.
//!
//! Goods only; `fulfillment` handles the effects on money, points and mails.

mod goods;
mod store;
pub mod types;

pub use goods::{Quantities, book_return, check, minus, pieces, ship, withdraw_until};
pub use store::{
    MadeOf, erase_reasons, has_left, list_pieces, list_returned, list_shipments, list_shipped, pieces_of,
    returned_items, save_pieces, shipped_of,
};
