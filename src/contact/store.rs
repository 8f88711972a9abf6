//! All SQL of the contact form.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::types::Subject;
use crate::db::{Tx, by_ids};
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::vals;

/// A message to be saved.
#[derive(Debug, Clone, Copy)]
pub struct NewMessage<'a> {
    pub reference: &'a str,
    pub customer_id: Option<i64>,
    pub order_id: Option<i64>,
    pub subject: Subject,
    pub email: &'a str,
    pub name: &'a str,
    pub message: &'a str,
    pub rating: Option<i64>,
    pub lang: Lang,
}

/// Saves a message; a second rating of an order replaces the first. Answers its id and its reference, which then is the first one's.
pub fn save(tx: &mut dyn Tx, new: NewMessage<'_>, now: Timestamp) -> Result<(i64, String)> {
    tx.one(
        "INSERT INTO contact_message (reference, customer_id, order_id, subject, email, email_key, name, message, rating,
             lang, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (order_id) WHERE rating IS NOT NULL AND order_id IS NOT NULL
         DO UPDATE SET rating = $9, message = $8, created_at = $11, closed_at = NULL
         RETURNING id, reference",
        vals![
            new.reference,
            new.customer_id,
            new.order_id,
            new.subject.code(),
            new.email,
            email_key(new.email),
            new.name,
            new.message,
            new.rating,
            new.lang.code(),
            now.as_millisecond(),
        ],
    )
}

/// How many messages a customer has sent since `since`.
pub fn count_since(tx: &mut dyn Tx, customer_id: i64, since: Timestamp) -> Result<u32> {
    tx.one(
        "SELECT COUNT(*) FROM contact_message WHERE customer_id = $1 AND created_at > $2",
        vals![customer_id, since.as_millisecond()],
    )
}

// ── For the operator ────────────────────────────────────────────────────────────────────────────────────────────────

/// A message, for operators.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    pub id: i64,
    pub reference: String,
    pub subject: Subject,
    pub email: String,
    pub name: String,
    pub message: String,
    pub rating: Option<i64>,
    pub lang: Lang,
    pub order_number: Option<String>,
    pub customer_id: Option<i64>,
    pub created_at: i64,
    pub closed_at: Option<i64>,
}

const STORED: &str = "SELECT m.id, m.reference, m.subject, m.email, m.name, m.message, m.rating, m.lang,
        o.number AS order_number, m.customer_id, m.created_at, m.closed_at
    FROM contact_message m LEFT JOIN sales_order o ON o.id = m.order_id";

/// Messages in chronological order; without closed ones unless `all`.
pub fn list(tx: &mut dyn Tx, all: bool, limit: i64) -> Result<Vec<Stored>> {
    tx.all(
        &format!("{STORED} WHERE $1 = 1 OR m.closed_at IS NULL ORDER BY m.created_at, m.id LIMIT $2"),
        vals![all, limit],
    )
}

/// Messages by their ids.
pub fn list_by_ids(tx: &mut dyn Tx, ids: &[i64]) -> Result<Vec<Stored>> {
    by_ids(tx, &format!("{STORED} WHERE m.id IN ($ids)"), ids, &[])
}

pub fn find(tx: &mut dyn Tx, reference: &str) -> Result<Option<Stored>> {
    tx.find(&format!("{STORED} WHERE m.reference = $1"), vals![reference])
}

/// Closes a message; answers whether it was open.
pub fn close(tx: &mut dyn Tx, reference: &str, now: Timestamp) -> Result<bool> {
    let closed = tx.exec(
        "UPDATE contact_message SET closed_at = $2 WHERE reference = $1 AND closed_at IS NULL",
        vals![reference, now.as_millisecond()],
    )?;
    Ok(closed == 1)
}

/// Opens a closed message again.
pub fn reopen(tx: &mut dyn Tx, reference: &str) -> Result<()> {
    tx.exec("UPDATE contact_message SET closed_at = NULL WHERE reference = $1", vals![reference])?;
    Ok(())
}

// ── A customer's messages, and deletion ─────────────────────────────────────────────────────────────────────────────

/// The messages of an account or an address.
pub fn list_of(tx: &mut dyn Tx, customer_id: i64, email: &str) -> Result<Vec<Stored>> {
    tx.all(
        &format!("{STORED} WHERE m.customer_id = $1 OR (m.email_key = $2 AND m.email_key <> '') ORDER BY m.id"),
        vals![customer_id, email_key(email)],
    )
}

/// The keys of all addresses.
pub fn mailboxes(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT DISTINCT email_key FROM contact_message WHERE email_key <> ''", vals![])
}

/// Removes name, address and text of the messages of an account or an address; date and subject stay.
pub fn anonymise(tx: &mut dyn Tx, customer_id: i64, email: &str) -> Result<()> {
    tx.exec(
        "UPDATE contact_message SET email = '', email_key = '', name = '', message = '', customer_id = NULL,
             closed_at = coalesce(closed_at, created_at)
         WHERE customer_id = $1 OR (email_key = $2 AND email_key <> '')",
        vals![customer_id, email_key(email)],
    )?;
    Ok(())
}

/// Deletes messages older than `before`, at most `limit`; answers how many.
pub fn delete_old(tx: &mut dyn Tx, before: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM contact_message WHERE id IN
             (SELECT id FROM contact_message WHERE created_at <= $1 ORDER BY created_at LIMIT $2)",
        vals![before.as_millisecond(), limit],
    )
}
