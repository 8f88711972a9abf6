//! Threads: each message, statement of withdrawal and chat as the house works on it, with its state, its deadline, who takes it,
//! and what was answered and noted.
//!
//! What a customer has written stays with the slice that received it, which tells here that something was heard ([`hear`]).
//! `inbox` shows threads and answers in them.
//!
//! | file | purpose |
//! |---|---|
//! | `types` | what a thread is |
//! | `store` | all SQL, and the order of lists |

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::db::Tx;
use crate::error::Result;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod store;
pub mod types;

pub use store::{
    Entry, Heard, NewEntry, Thread, Wanted, add_entry, answer, backlog, browse, close, count_open, entries, find,
    find_of, hear, list_by_ids, list_open, list_related, list_terms_due, reopen, save_assignee, states_of_messages,
    versions, write_terms,
};

/// What the house has written about a customer: letters and notes.
fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).ok();
    let written = store::written_about(tx, subject.customer_id, subject.proved_email())?;
    let entry = |(reference, kind, text, at): (String, String, String, i64)| json!({ "reference": reference, "kind": kind, "text": text, "at": time(at) });
    Ok(written.into_iter().map(entry).collect())
}

/// Empties letters and notes, and forgets the words by which the threads were found. A withdrawal that waits stays whole until it
/// is dealt with, as its statement does.
fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    store::erase(tx, subject.customer_id, subject.proved_email())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "answers", export, erase };
