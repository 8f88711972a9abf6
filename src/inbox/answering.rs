//! What is done in a thread: the rules, for calls and commands alike.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::detail::Origin;
use super::texts;
use crate::audit;
use crate::call::StaffMember;
use crate::call_context;
use crate::chat::types::Author;
use crate::db::Tx;
use crate::domain::permission::Permission;
use crate::domain::validate;
use crate::error::{Refusal, Result, refuse};
use crate::message::{self, Message};
use crate::outbox::{self, NewMail};
use crate::staff::types::Colleague;
use crate::thread::types::{EntryKind, ThreadKind, ThreadState};
use crate::thread::{self, NewEntry, Thread};
use crate::throttle::{self, Key, RateLimit};
use crate::{chat, contact, staff, withdrawal};

/// Characters of a note.
const NOTE: usize = 2_000;
/// Letters to one address: no program and no person who is angry fills somebody's mailbox.
const LETTERS: RateLimit = RateLimit { attempts: 20, window: SignedDuration::from_hours(24) };
/// Template of a letter.
const REPLY: &str = "message_reply";

/// Who acts, and when.
#[derive(Debug, Clone)]
pub struct By {
    pub actor: audit::Actor,
    pub now: Timestamp,
}

impl By {
    pub fn member(member: &StaffMember) -> By {
        By { actor: member.who.actor(), now: member.client.now() }
    }

    /// The person, who takes what they answer; neither a program nor a command takes anything.
    const fn person(&self) -> Option<i64> {
        match self.actor {
            audit::Actor::Staff(id) => Some(id),
            _ => None,
        }
    }

    fn add(&self, tx: &mut dyn Tx, thread: &Thread, kind: EntryKind, text: &str) -> Result<()> {
        self.add_with(tx, thread, NewEntry { kind, text, actor: "", staff_id: None, mail_id: None })
    }

    fn add_with(&self, tx: &mut dyn Tx, thread: &Thread, entry: NewEntry<'_>) -> Result<()> {
        let actor = self.actor.to_string();
        thread::add_entry(tx, thread.id, NewEntry { actor: &actor, ..entry }, self.now)
    }
}

/// The thread with this reference, however it is typed.
pub fn find(tx: &mut dyn Tx, reference: &str) -> Result<Thread> {
    let reference = validate::printed_number(reference).to_uppercase();
    thread::find(tx, &reference)?.ok_or_else(|| refuse(message::THREAD_NOT_FOUND))
}

/// The same, as long as it is what somebody has seen.
pub fn find_seen(tx: &mut dyn Tx, reference: &str, version: i64) -> Result<Thread> {
    let thread = find(tx, reference)?;
    if thread.version == version { Ok(thread) } else { Err(refuse(message::THREAD_CHANGED_MEANWHILE)) }
}

/// A text that customers get, or that the house keeps: not empty, of at most so many characters.
fn checked(text: &str, most: usize) -> Result<String> {
    let text = validate::readable(text);
    let fault: Message = match text.chars().count() {
        0 => message::THREAD_TEXT_EMPTY.into(),
        count if count > most => message::THREAD_TEXT_TOO_LONG.with("max", most),
        _ => return Ok(text),
    };
    Err(Refusal::of_field("text", fault).into())
}

/// The same for a customer, who would wonder at a placeholder.
fn checked_for_customer(text: &str, most: usize) -> Result<String> {
    let text = checked(text, most)?;
    if let Some(name) = texts::left_in(&text) {
        let fault = message::THREAD_PLACEHOLDER_LEFT.with("placeholder", format!("{{{name}}}"));
        return Err(Refusal::of_field("text", fault).into());
    }
    Ok(text)
}

/// Data of a letter.
#[derive(Debug, Serialize)]
struct Letter<'a> {
    kind: ThreadKind,
    reference: &'a str,
    name: &'a str,
    text: &'a str,
}

/// Answers by a letter in the customer's language, to the address with which the thread was begun.
///
/// # Errors
///
/// Refused in a chat, without an address, for a text that is empty, too long or has a placeholder left, and when the address got
/// too many within a day.
pub fn reply(tx: &mut dyn Tx, by: &By, thread: &Thread, text: &str) -> Result<()> {
    if thread.kind == ThreadKind::Chat {
        return Err(refuse(message::THREAD_IS_CHAT));
    }
    let text = checked_for_customer(text, validate::CONTACT_MESSAGE_MAX)?;
    let origin = Origin::find(tx, thread)?;
    let recipient = origin.email();
    if recipient.is_empty() {
        return Err(refuse(message::THREAD_NO_ADDRESS));
    }
    let key = Key::new(&call_context::shop_secret(tx)?, "letters to address", &validate::email_key(recipient));
    if !throttle::attempt(tx, key, LETTERS, by.now)? {
        return Err(Refusal::new(message::THREAD_LETTERS_MANY.with("max", LETTERS.attempts)).into());
    }
    let name = origin.name();
    let data = Letter { kind: thread.kind, reference: &thread.reference, name, text: &text };
    let mail = NewMail { template: REPLY, lang: thread.lang, recipient, data: &data };
    let mail_id = match thread.customer_id {
        // Where the account's address is corrected, what has not left follows.
        Some(customer_id) => outbox::enqueue_to_account(tx, customer_id, mail, by.now)?,
        None => outbox::enqueue(tx, mail, by.now)?,
    };
    let entry = NewEntry { kind: EntryKind::Reply, text: &text, actor: "", staff_id: None, mail_id: Some(mail_id) };
    by.add_with(tx, thread, entry)?;
    answered(tx, by, thread)?;
    match origin {
        // It was open for this answer only.
        Origin::Withdrawal(statement) if statement.handled_at.is_some() && thread.state == ThreadState::Open => {
            thread::close(tx, thread)?;
            by.add(tx, thread, EntryKind::Closed, "")
        }
        _ => Ok(()),
    }
}

/// Answers in the chat, at once.
///
/// # Errors
///
/// Refused where it is no chat, or has ended, and for a text that is empty, too long or has a placeholder left.
pub fn say(tx: &mut dyn Tx, by: &By, thread: &Thread, text: &str) -> Result<()> {
    let Origin::Chat(talk_id) = Origin::find(tx, thread)? else { return Err(refuse(message::THREAD_IS_NO_CHAT)) };
    if thread.state == ThreadState::Closed {
        return Err(refuse(message::THREAD_CLOSED));
    }
    let text = checked_for_customer(text, validate::CHAT_MESSAGE_MAX)?;
    chat::say(tx, talk_id, Author::Desk, &text, &by.actor.to_string(), None, by.now)?;
    answered(tx, by, thread)
}

/// The house has answered: whoever did it has taken the thread, if nobody had.
fn answered(tx: &mut dyn Tx, by: &By, thread: &Thread) -> Result<()> {
    thread::answer(tx, thread)?;
    match by.person() {
        Some(id) if thread.assignee_id.is_none() => thread::save_assignee(tx, thread.id, Some(id)),
        _ => Ok(()),
    }
}

/// Notes something for the house.
pub fn note(tx: &mut dyn Tx, by: &By, thread: &Thread, text: &str) -> Result<()> {
    by.add(tx, thread, EntryKind::Note, &checked(text, NOTE)?)
}

/// Gives a thread to a person who may answer, or to nobody.
pub fn assign(tx: &mut dyn Tx, by: &By, thread: &Thread, to: Option<i64>) -> Result<()> {
    let may_answer = |person: &Colleague| Some(person.id) == to;
    if to.is_some() && !staff::list_permitted(tx, Permission::MessagesAnswer)?.iter().any(may_answer) {
        return Err(refuse(message::THREAD_PERSON_UNKNOWN));
    }
    if thread.assignee_id == to {
        return Ok(());
    }
    thread::save_assignee(tx, thread.id, to)?;
    let kind = if to.is_some() { EntryKind::Assigned } else { EntryKind::Released };
    by.add_with(tx, thread, NewEntry { kind, text: "", actor: "", staff_id: to, mail_id: None })
}

/// Closes a thread: a message is answered, a chat ends, a withdrawal has been dealt with as `note` says, or before with its returns.
///
/// # Errors
///
/// Refused if it is closed, so that the note of a withdrawal, which is evidence, is never overwritten; and for a withdrawal
/// that is not dealt with yet without a note.
pub fn close(tx: &mut dyn Tx, by: &By, thread: &Thread, note: &str) -> Result<()> {
    if thread.state == ThreadState::Closed {
        return Err(refuse(message::THREAD_CLOSED));
    }
    let note = validate::readable(note);
    if note.chars().count() > NOTE {
        let fault = message::THREAD_TEXT_TOO_LONG.with("max", NOTE);
        return Err(Refusal::of_field("note", fault).into());
    }
    match Origin::find(tx, thread)? {
        Origin::Contact(message) => drop(contact::close(tx, &message.reference, by.now)?),
        Origin::Chat(id) => drop(chat::end(tx, id, by.now)?),
        Origin::Withdrawal(statement) if statement.handled_at.is_some() => {}
        Origin::Withdrawal(_) if note.is_empty() => {
            return Err(Refusal::of_field("note", message::THREAD_NOTE_NEEDED).into());
        }
        Origin::Withdrawal(statement) => drop(withdrawal::handle(tx, &statement.number, &note, by.now)?),
    }
    thread::close(tx, thread)?;
    by.add(tx, thread, EntryKind::Closed, &note)
}

/// Opens a message again.
pub fn reopen(tx: &mut dyn Tx, by: &By, thread: &Thread) -> Result<()> {
    if thread.state != ThreadState::Closed {
        return Err(refuse(message::THREAD_NOT_CLOSED));
    }
    let Origin::Contact(stored) = Origin::find(tx, thread)? else {
        return Err(refuse(message::THREAD_STAYS_CLOSED));
    };
    if stored.email.is_empty() {
        return Err(refuse(message::THREAD_NO_ADDRESS));
    }
    contact::reopen(tx, &stored.reference)?;
    thread::reopen(tx, thread, by.now)?;
    by.add(tx, thread, EntryKind::Reopened, "")
}
