//! Messages to customer service, and ratings of orders.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::{Calls, member_write, prepared_write};
use crate::db::Tx;
use crate::error::Result;
use crate::limits::RateClass::Tight;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod calls;
mod store;
pub mod types;

pub use store::{Stored, close, delete_old, find, list, list_by_ids, list_of, mailboxes, reopen};

pub fn calls(api: Calls) -> Calls {
    api.add(prepared_write("contact/post", calls::prepare_post, calls::post).json().rate(Tight))
        .add(member_write("contact/accountpost", calls::account_post).json().rate(Tight))
}

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).ok();
    let messages = store::list_of(tx, subject.customer_id, subject.proved_email())?;
    let message = |message: Stored| {
        json!({
            "reference": message.reference,
            "subject": message.subject,
            "name": message.name,
            "email": message.email,
            "message": message.message,
            "rating": message.rating,
            "order_number": message.order_number,
            "sent_at": time(message.created_at),
        })
    };
    Ok(messages.into_iter().map(message).collect())
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    store::anonymise(tx, subject.customer_id, subject.proved_email())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "messages", export, erase };
