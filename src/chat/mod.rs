//! The chat between a visitor and customer service.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::{Calls, read, write};
use crate::db::Tx;
use crate::error::Result;
use crate::limits::RateClass::{Standard, Tight};
use crate::personal_data::{DataSubject, PersonalDataStore};

mod calls;
mod offer;
mod store;
pub mod types;

pub use offer::{Availability, availability, service_hours, set as set_offer, setting};
pub use store::{
    Said, Setting, TalkSummary, delete_old, end, find_talk, last_said, list_said, list_talks, messages, say,
    talks_of_customer, thread_reference,
};

pub fn calls(api: Calls) -> Calls {
    api.add(write("common/talk", calls::talk).form().rate(Standard))
        .add(write("common/say", calls::say).json().rate(Tight))
        .add(read("common/listen", calls::listen).json().rate(Standard))
}

/// The messages of a customer's conversations.
fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).ok();
    let messages = store::messages_of_customer(tx, subject.customer_id)?;
    Ok(messages
        .into_iter()
        .map(|(at, author, text)| json!({ "at": time(at), "author": author, "text": text }))
        .collect())
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    store::delete_of_customer(tx, subject.customer_id)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "chat", export, erase };
