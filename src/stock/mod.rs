//! The stock as the house keeps it: counted, received, taken out with a reason; thresholds that warn, and arrivals that are expected.
//!
//! On hand is what can be sold, which is the catalogue's stock, and what is held for orders that have not left: what people see on
//! the shelf and count. What is sold or sent while somebody counts changes nothing about what was missing.
//!
//! | file | purpose |
//! |---|---|
//! | `adjustment` | the rules: how a count, an arrival or a correction changes the stock; for calls and commands alike |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::db::Tx;
use crate::domain::permission::Permission::StockChange;
use crate::error::Result;
use crate::limits::RateClass::Standard;

pub mod adjustment;
mod calls;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use store::{count_late, count_low, list_events as events, list_late, list_low, shelves};

/// The arrivals of an item that are expected, the earliest first.
pub fn arrivals(tx: &mut dyn Tx, product_id: i64) -> Result<Vec<store::Arrival>> {
    store::list_arrivals(tx, &[product_id])
}

/// Bytes of a call with a sheet of shelves.
const SHEET: usize = 512 << 10;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(StockChange, "stock/list", calls::list).rate(Standard))
        .add(staff_read(StockChange, "stock/show", calls::show).rate(Standard))
        .add(staff_write(StockChange, "stock/count", calls::count).rate(Standard))
        .add(staff_write(StockChange, "stock/correct", calls::correct).rate(Standard))
        .add(staff_write(StockChange, "stock/set_threshold", calls::set_threshold).rate(Standard))
        .add(staff_write(StockChange, "stock/set_shelf", calls::set_shelf).rate(Standard))
        .add(staff_read(StockChange, "stock/check_shelves", calls::check_shelves).body(SHEET).rate(Standard))
        .add(staff_write(StockChange, "stock/save_shelves", calls::save_shelves).body(SHEET).rate(Standard))
        .add(staff_write(StockChange, "stock/expect", calls::expect).rate(Standard))
        .add(staff_write(StockChange, "stock/receive", calls::receive).rate(Standard))
        .add(staff_write(StockChange, "stock/expect_no_more", calls::expect_no_more).rate(Standard))
}
