//! What accounts and guests may ask for alike, for calls and commands.

use jiff::Timestamp;

use super::subject::Subject;
use crate::audit::Actor;
use crate::customer::ByHouse;
use crate::db::Tx;
use crate::domain::validate::readable;
use crate::error::{Refusal, Result};
use crate::privacy::types::Export;
use crate::staff::types::NoteAbout;
use crate::{customer, message, newsletter, privacy, staff};

/// Characters of a note.
const NOTE: usize = 2_000;

/// All that is kept of a customer whom the house has verified.
pub fn export(tx: &mut dyn Tx, subject: &Subject, now: Timestamp) -> Result<Export> {
    match subject {
        Subject::Account(customer) => privacy::export_of(tx, customer, now),
        Subject::Guest(guest) => privacy::export_of_guest(tx, &guest.email, now),
    }
}

/// Erases at once whatever need not be kept of a customer whom the house has verified.
pub fn erase(tx: &mut dyn Tx, by: &ByHouse, subject: &Subject) -> Result<()> {
    match subject {
        Subject::Account(customer) => privacy::delete_now(tx, &by.config, customer, by.now),
        Subject::Guest(guest) => privacy::delete_guest(tx, &guest.email, by.now),
    }
}

/// Notes something about a customer, which they never see, but get with the export of their data.
pub fn note(tx: &mut dyn Tx, subject: &Subject, actor: &Actor, text: &str, now: Timestamp) -> Result<()> {
    let text = readable(text);
    if text.is_empty() {
        return Err(Refusal::of_field("text", message::ORDER_NOTE_EMPTY).into());
    }
    if text.chars().count() > NOTE {
        return Err(Refusal::of_field("text", message::ORDER_TEXT_TOO_LONG.with("max", NOTE)).into());
    }
    let people = staff::named_in(tx, &text, NoteAbout::Customer)?;
    customer::mention::add_note_naming(tx, (subject.customer_id(), subject.email()), actor, &text, &people, now)
}

/// Mails the link by which the customer subscribes to the shop's newsletter.
pub fn invite(tx: &mut dyn Tx, by: &ByHouse, subject: &Subject) -> Result<()> {
    let visitor = by.visitor(tx, subject.lang())?;
    let account = Some(subject.customer_id()).filter(|id| *id > 0);
    newsletter::invite(tx, &visitor, subject.email(), account)
}
