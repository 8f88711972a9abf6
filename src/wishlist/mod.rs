//! Wishlists of customers.
//!
//! An entry is an item: a product or one of its variants. It stores no price.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::{Calls, member_read, member_write};
use crate::db::Tx;
use crate::error::Result;
use crate::limits::RateClass::Standard;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod calls;
mod store;
pub mod types;

pub fn calls(api: Calls) -> Calls {
    api.add(member_write("wishlist/add", calls::add).form_or_json().rate(Standard))
        .add(member_read("wishlist/status", calls::status).form_or_json().rate(Standard))
        .add(member_read("wishlist/index", calls::index).form_or_json().rate(Standard))
        .add(member_write("wishlist/remove", calls::remove).form_or_json().rate(Standard))
}

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let rows = store::list(tx, subject.customer_id, calls::MAX, 0)?;
    let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).ok();
    Ok(rows
        .into_iter()
        .map(|row| json!({ "sku": row.sku, "name": row.name, "added_at": time(row.added_at) }))
        .collect())
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    store::delete_all(tx, subject.customer_id)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "wishlist", export, erase };
