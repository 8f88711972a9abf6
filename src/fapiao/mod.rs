//! Requests for Chinese invoices (fapiao). Five-language reading only.
//!
//! Customers request one on the order's page; the house issues it with the tax office's software, from the console's list or
//! `shop fapiao`.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::{Calls, member_read, member_write, staff_read, staff_write};
use crate::db::Tx;
use crate::domain::permission::Permission::{OrdersChange, OrdersRead};
use crate::error::Result;
use crate::limits::RateClass::Standard;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod calls;
mod issuing;
mod store;
pub mod types;

pub use issuing::issue;
pub use store::{ListedRow, count_open, list_issued, list_open};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("fapiao/view", calls::view).form_or_json().rate(Standard))
        .add(member_write("fapiao/create", calls::create).json().rate(Standard))
}

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(OrdersRead, "fapiao/list", issuing::page).rate(Standard))
        .add(staff_write(OrdersChange, "fapiao/issued", issuing::issued).rate(Standard))
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
