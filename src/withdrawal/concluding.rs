//! A statement that is dealt with, and the thread in which its customer may still wait for an answer.

use jiff::Timestamp;

use super::store;
use super::types::Withdrawal;
use crate::db::Tx;
use crate::error::Result;
use crate::thread::types::{EntryKind, ThreadState};
use crate::thread::{self, NewEntry, Thread};

/// What the house has done in a thread, the last of it: among that is its last letter.
const ENTRIES: i64 = 500;

/// Notes how a statement was dealt with, and closes its thread unless the customer waits for an answer there; `actor`: who has done
/// what the note says. A statement that somebody has dealt with stays as it is: its note is evidence.
pub fn conclude(tx: &mut dyn Tx, statement: &Withdrawal, note: &str, actor: &str, now: Timestamp) -> Result<()> {
    if statement.handled_at.is_some() {
        return Ok(());
    }
    store::handle(tx, &statement.number, note, now)?;
    let Some(thread) = thread::find(tx, &statement.number)? else { return Ok(()) };
    if thread.state == ThreadState::Closed {
        return Ok(());
    }
    if has_unanswered(tx, statement, &thread)? {
        // What is shown of it has changed.
        return thread::answer(tx, &thread);
    }
    thread::close(tx, &thread)?;
    let entry = NewEntry { kind: EntryKind::Closed, text: note, actor, staff_id: None, mail_id: None };
    thread::add_entry(tx, thread.id, entry, now)
}

/// Whether the thread of a statement that is dealt with stays open only because its customer has written something that the house
/// has not answered.
pub fn waits_for_answer(tx: &mut dyn Tx, statement: &Withdrawal, thread: &Thread) -> Result<bool> {
    Ok(statement.handled_at.is_some() && thread.state == ThreadState::Open && has_unanswered(tx, statement, thread)?)
}

fn has_unanswered(tx: &mut dyn Tx, statement: &Withdrawal, thread: &Thread) -> Result<bool> {
    let has_words = !statement.message.is_empty() || thread.last_message_at > statement.received_at;
    let is_answer = |entry: &thread::Entry| entry.kind == EntryKind::Reply && entry.at >= thread.last_message_at;
    Ok(has_words && !thread::entries(tx, thread.id, ENTRIES)?.iter().any(is_answer))
}
