//! The withdrawal function (Directive 2011/83/EU art. 11a, in force since 19 June 2026): a statement in two steps, without
//! login, accepted even for an unknown order, with a receipt on a durable medium that states date and time.
//!
//! Nothing stands in the way of a statement, but a receipt must not carry a stranger's text to any address: only that of a
//! paid order repeats the statement. One that matches no order gets a receipt only with a proof of work, which the browser
//! computes by itself; without scripts the statement is stored all the same, and its number and time are answered.
//!
//! An operator handles the return and the refund through `fulfillment`, which concludes the statement with its last return.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::{Calls, prepared_write};
use crate::db::Tx;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::limits::RateClass::Tight;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod calls;
mod concluding;
mod store;
pub mod types;

pub use calls::{Checked, withdraw};
pub use concluding::{conclude, conclude_repeated, waits_for_answer};
pub use store::{
    count_open, count_unanswered, find, handle, list, list_by_ids, list_of_customer, list_open, list_unanswered,
    mailboxes,
};

pub fn calls(api: Calls) -> Calls {
    api.add(prepared_write("order/withdraw", calls::prepare_withdraw, calls::withdraw).json().rate(Tight))
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

/// Pseudonymizes statements: number, order, items and times stay as evidence that the contract has ended. One about an
/// order that waits for the operator stays whole until it is handled (Regulation 2016/679 art. 17(3)(e)).
fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    let key = email_key(subject.proved_email());
    let statements = store::list_of_customer(tx, subject.customer_id, &key)?;
    concluding::close_answerless(tx, &statements)?;
    store::anonymise(tx, subject.customer_id, &key)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "withdrawals", export, erase };
