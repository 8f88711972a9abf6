//! Requests for Chinese invoices (fapiao). Five-language reading only.
//!
//! Customers request one on the order's page; the operator issues it with the tax office's software, from `shop fapiao`.

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

pub use store::{Requested, list, save_issued};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("fapiao/view", calls::view).form_or_json().rate(Standard))
        .add(member_write("fapiao/create", calls::create).json().rate(Standard))
}

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let requests = store::list_of(tx, subject.customer_id)?;
    Ok(requests
        .into_iter()
        .map(|row| json!({ "order_number": row.order_number, "request": row.request.read() }))
        .collect())
}

/// Deletes requests that were not issued; issued ones are kept with the order, as tax law requires.
fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    store::delete_unissued(tx, subject.customer_id)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "fapiao", export, erase };
