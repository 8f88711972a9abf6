//! Calls that belong to no page: the regional site for a visitor, the chat, and the table of cookies.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::Calls;
use crate::db::Tx;
use crate::error::Result;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod calls;
mod store;
pub mod types;

pub use calls::other_sites;
pub use store::{TalkSummary, delete_old, end, find_talk, list_talks, messages, say};

pub fn calls(api: Calls) -> Calls {
    api.read("common/region", calls::region)
        .public("common/cookies", calls::cookies)
        .write("common/talk", calls::talk)
        .write("common/say", calls::say)
        .read("common/listen", calls::listen)
}

/// What a customer said, and was told, in the chat.
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
