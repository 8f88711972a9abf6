//! The Chinese invoice, which a customer asks for on the order's page. Five-language reading only.
//!
//! It is asked for here and issued by the operator with the tax office's own program; `shop fapiao` lists what was asked.

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

pub use store::{Asked, list, save_issued};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("fapiao/view", calls::view).form_or_json().rate(Standard))
        .add(member_write("fapiao/create", calls::create).json().rate(Standard))
}

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let requests = store::list_of(tx, subject.customer_id)?;
    Ok(requests
        .into_iter()
        .map(|(order_number, request)| json!({ "order_number": order_number, "request": request }))
        .collect())
}

/// What was never issued is deleted; an issued one stays with its order, as the tax office wants.
fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    store::delete_unissued(tx, subject.customer_id)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "fapiao", export, erase };
