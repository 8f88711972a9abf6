//! What the house notes of a customer, which they never see in the shop: all SQL, and the part of it in an export.
//!
//! Notes of an account are found by its id; those of a guest by the mailbox, and with the account that proves it later.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use super::account::time;
use crate::audit::Actor;
use crate::db::Tx;
use crate::domain::mention;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::vals;

/// As stored.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Note {
    /// `staff:ID`, `token:ID` or `cli:USER`.
    pub actor: String,
    pub text: String,
    /// Unix milliseconds.
    pub created_at: i64,
}

/// `customer_id`: 0 for a guest.
pub fn add(tx: &mut dyn Tx, customer_id: i64, email: &str, actor: &Actor, text: &str, now: Timestamp) -> Result<()> {
    let (customer_id, key) =
        if customer_id > 0 { (Some(customer_id), String::new()) } else { (None, email_key(email)) };
    tx.exec(
        "INSERT INTO customer_note (customer_id, email_key, actor, text, created_at) VALUES ($1, $2, $3, $4, $5)",
        vals![customer_id, key, actor.to_string(), text, now.as_millisecond()],
    )?;
    Ok(())
}

/// The latest first. `customer_id`: 0 for a guest; an empty address finds no guest's.
pub fn list(tx: &mut dyn Tx, customer_id: i64, email: &str, limit: i64) -> Result<Vec<Note>> {
    tx.all(
        "SELECT actor, text, created_at FROM customer_note
         WHERE id IN (SELECT id FROM customer_note WHERE customer_id = $1
                      UNION ALL SELECT id FROM customer_note WHERE email_key = $2 AND email_key <> '')
         ORDER BY id DESC LIMIT $3",
        vals![customer_id, email_key(email), limit],
    )
}

/// What was noted and when. Which colleagues have written it and are named in it is those colleagues' (Regulation 2016/679 art. 15(4)).
fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let notes = list(tx, subject.customer_id, subject.proved_email(), i64::MAX)?;
    let note = |note: Note| {
        Ok(json!({ "at": time(note.created_at)?, "text": mention::named(&note.text, |_| "…".to_owned()) }))
    };
    notes.into_iter().map(note).collect()
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    tx.exec("DELETE FROM customer_note WHERE customer_id = $1", vals![subject.customer_id])?;
    tx.exec(
        "DELETE FROM customer_note WHERE email_key = $1 AND email_key <> ''",
        vals![email_key(subject.proved_email())],
    )?;
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "house_notes", export, erase };
