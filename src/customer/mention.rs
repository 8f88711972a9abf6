//! Colleagues whom notes about customers name, and who of them has not looked yet.

use jiff::Timestamp;
use serde::Deserialize;

use super::note;
use crate::audit::Actor;
use crate::db::{Tx, by_ids, exec_by_ids};
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::vals;

/// A note that names somebody who has not looked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OpenMention {
    pub note_id: i64,
    /// None: a guest.
    pub customer_id: Option<i64>,
    /// Of a guest; empty otherwise.
    pub email_key: String,
    pub actor: String,
    pub text: String,
    /// Unix milliseconds.
    pub created_at: i64,
}

/// Adds a note that names people, by id. `customer_id`: 0 for a guest.
pub fn add_note_naming(
    tx: &mut dyn Tx,
    (customer_id, email): (i64, &str),
    actor: &Actor,
    text: &str,
    people: &[i64],
    now: Timestamp,
) -> Result<()> {
    note::add(tx, customer_id, email, actor, text, now)?;
    for id in people {
        tx.exec("INSERT INTO customer_mention (note_id, staff_id) SELECT max(id), $1 FROM customer_note", vals![*id])?;
    }
    Ok(())
}

/// How many mentions of these people are open.
pub fn count_open(tx: &mut dyn Tx, people: &[i64]) -> Result<i64> {
    const COUNT: &str = "SELECT COUNT(*) FROM customer_mention WHERE staff_id IN ($ids) AND done_at IS NULL";
    Ok(by_ids::<i64>(tx, COUNT, people, &[])?.into_iter().sum())
}

/// The oldest of them.
pub fn list_open(tx: &mut dyn Tx, people: &[i64], limit: usize) -> Result<Vec<OpenMention>> {
    let mut found: Vec<OpenMention> = by_ids(
        tx,
        "SELECT n.id AS note_id, n.customer_id, n.email_key, n.actor, n.text, n.created_at
         FROM customer_mention m JOIN customer_note n ON n.id = m.note_id
         WHERE m.staff_id IN ($ids) AND m.done_at IS NULL ORDER BY m.note_id LIMIT $25",
        people,
        vals![limit as i64],
    )?;
    found.sort_by_key(|mention| mention.created_at);
    found.truncate(limit);
    Ok(found)
}

/// The notes about a customer that name somebody who has not looked. `customer_id`: 0 for a guest.
pub fn open_notes(tx: &mut dyn Tx, staff_id: i64, (customer_id, email): (i64, &str)) -> Result<Vec<i64>> {
    tx.all(
        "SELECT note_id FROM customer_mention WHERE staff_id = $1 AND done_at IS NULL AND note_id IN (
             SELECT id FROM customer_note WHERE customer_id = $2
             UNION ALL SELECT id FROM customer_note WHERE email_key = $3 AND email_key <> '')
         ORDER BY note_id",
        vals![staff_id, customer_id, email_key(email)],
    )
}

/// Somebody has looked at notes; answers how many of them were open.
pub fn done(tx: &mut dyn Tx, staff_id: i64, notes: &[i64], now: Timestamp) -> Result<u64> {
    const DONE: &str =
        "UPDATE customer_mention SET done_at = $26 WHERE note_id IN ($ids) AND staff_id = $25 AND done_at IS NULL";
    exec_by_ids(tx, DONE, notes, vals![staff_id, now.as_millisecond()])
}
