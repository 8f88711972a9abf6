//! What accounts and guests may ask for alike, for calls and commands.

use jiff::Timestamp;

use super::subject::Subject;
use crate::customer::ByHouse;
use crate::db::Tx;
use crate::error::Result;
use crate::privacy::types::Export;
use crate::{newsletter, privacy};

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

/// Mails the link by which the customer subscribes to the shop's newsletter.
pub fn invite(tx: &mut dyn Tx, by: &ByHouse, subject: &Subject) -> Result<()> {
    let visitor = by.visitor(tx, subject.lang())?;
    let account = Some(subject.customer_id()).filter(|id| *id > 0);
    newsletter::invite(tx, &visitor, subject.email(), account)
}
