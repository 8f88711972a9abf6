//! The withdrawal function (Directive 2011/83/EU art. 11a, in force since 19 June 2026): a statement in two steps, without
//! login, accepted even for an unknown order, with a receipt on a durable medium that states date and time.
//!
//! An operator handles the return and the refund through `fulfillment`.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::{Calls, write};
use crate::db::Tx;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::limits::RateClass::Tight;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod calls;
mod store;
pub mod types;

pub use store::{find, handle, list};

pub fn calls(api: Calls) -> Calls {
    api.add(write("order/withdraw", calls::withdraw).json().rate(Tight))
}

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).ok();
    let statements = store::list_of_customer(tx, subject.customer_id, &email_key(subject.proved_email()))?;
    let row = |statement: types::Withdrawal| {
        json!({
            "number": statement.number,
            "order_number": statement.order_number,
            "name": statement.name,
            "email": statement.email,
            "items": serde_json::from_str::<Value>(&statement.items).unwrap_or_default(),
            "message": statement.message,
            "received_at": time(statement.received_at),
            "handled_at": statement.handled_at.and_then(time),
        })
    };
    Ok(statements.into_iter().map(row).collect())
}

/// Erases nothing: a statement ends a contract and is kept with its order as evidence.
fn erase(_: &mut dyn Tx, _: &DataSubject, _: Timestamp) -> Result<()> {
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "withdrawals", export, erase };
