//! What leaves the house and what comes back: parcels, returns, the points that a kept order earns, and operators' notes.
//!
//! Goods only; what it means for money and letters stands in `fulfillment`.

mod goods;
mod store;
pub mod types;

pub use goods::{record_return, ship, withdraw_until};
pub use store::{
    add_note, has_left, list_notes, list_returned, list_shipments, list_shipped, points_of_customer, save_pieces,
    settle_points,
};
