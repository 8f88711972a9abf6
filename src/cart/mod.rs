//! The cart a visitor fills before checkout.
//!
//! It stores items and quantities, never prices, which are computed on each read in the visitor's currency. Quantities are
//! never changed automatically: a line that can no longer be ordered stays, with a notice.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::{Calls, Visitor, read, write};
use crate::db::Tx;
use crate::error::Result;
use crate::limits::RateClass::Standard;
use crate::personal_data::{DataSubject, PersonalDataStore};

pub(crate) mod calls;
mod merge;
mod pricing;
mod refill;
mod store;
pub mod types;

pub use calls::MAX_LINES;
pub use merge::merge;
pub use pricing::{
    Contents, Destination, Line, PricedCart, PricedLine, Withdrawn, contents, items, pickup, price, quotes,
};
pub use refill::{Wanted, refill};
use store::Owner;
pub use store::{count_reading, take_out};

pub fn calls(api: Calls) -> Calls {
    api.add(read("cart", calls::index).form().rate(Standard))
        .add(read("cart/sidebar", calls::sidebar).form().rate(Standard))
        .add(write("cart/add", calls::add).json().rate(Standard))
        .add(write("cart/update", calls::update).form().rate(Standard))
        .add(write("cart/delete", calls::delete).form().rate(Standard))
}

/// Whether there is something in the bag.
pub fn has_items(tx: &mut dyn Tx, visitor: &Visitor) -> Result<bool> {
    Ok(store::total_qty(tx, Owner::of(visitor))? > 0)
}

/// Empties the visitor's cart.
pub fn empty(tx: &mut dyn Tx, visitor: &Visitor) -> Result<()> {
    store::delete_all(tx, Owner::of(visitor), visitor.now())
}

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    Ok(json!(store::list_lines(tx, Owner::Customer(subject.customer_id))?))
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    store::delete_cart(tx, Owner::Customer(subject.customer_id))
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "bag", export, erase };
