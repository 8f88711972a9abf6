//! Colleagues whom notes about orders name, and who of them has not looked yet.

use jiff::Timestamp;
use serde::Deserialize;

use super::Actor;
use super::store::add_note;
use crate::db::{Tx, by_ids, exec_by_ids};
use crate::error::Result;
use crate::vals;

/// A note that names somebody who has not looked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OpenMention {
    pub note_id: i64,
    pub order_id: i64,
    pub actor: String,
    pub text: String,
    /// Unix milliseconds.
    pub created_at: i64,
}

/// Adds a note that names people, by id.
pub fn add_note_naming(
    tx: &mut dyn Tx,
    order_id: i64,
    actor: Actor,
    text: &str,
    people: &[i64],
    now: Timestamp,
) -> Result<()> {
    add_note(tx, order_id, actor, text, now)?;
    for id in people {
        tx.exec(
            "INSERT INTO order_mention (note_id, staff_id) SELECT max(id), $2 FROM order_note WHERE order_id = $1",
            vals![order_id, *id],
        )?;
    }
    Ok(())
}

/// How many mentions of these people are open.
pub fn count_open(tx: &mut dyn Tx, people: &[i64]) -> Result<i64> {
    const COUNT: &str = "SELECT COUNT(*) FROM order_mention WHERE staff_id IN ($ids) AND done_at IS NULL";
    Ok(by_ids::<i64>(tx, COUNT, people, &[])?.into_iter().sum())
}

/// The oldest of them.
pub fn list_open(tx: &mut dyn Tx, people: &[i64], limit: usize) -> Result<Vec<OpenMention>> {
    let mut found: Vec<OpenMention> = by_ids(
        tx,
        "SELECT n.id AS note_id, n.order_id, n.actor, n.text, n.created_at FROM order_mention m JOIN order_note n ON n.id = m.note_id
         WHERE m.staff_id IN ($ids) AND m.done_at IS NULL ORDER BY m.note_id LIMIT $25",
        people,
        vals![limit as i64],
    )?;
    found.sort_by_key(|mention| mention.created_at);
    found.truncate(limit);
    Ok(found)
}

/// The notes about an order that name somebody who has not looked.
pub fn open_notes(tx: &mut dyn Tx, staff_id: i64, order_id: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT note_id FROM order_mention
         WHERE staff_id = $1 AND done_at IS NULL AND note_id IN (SELECT id FROM order_note WHERE order_id = $2)
         ORDER BY note_id",
        vals![staff_id, order_id],
    )
}

/// Somebody has looked at notes; answers how many of them were open.
pub fn done(tx: &mut dyn Tx, staff_id: i64, notes: &[i64], now: Timestamp) -> Result<u64> {
    const DONE: &str =
        "UPDATE order_mention SET done_at = $26 WHERE note_id IN ($ids) AND staff_id = $25 AND done_at IS NULL";
    exec_by_ids(tx, DONE, notes, vals![staff_id, now.as_millisecond()])
}
