//! All SQL of the contact form.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::types::Subject;
use crate::db::Tx;
use crate::domain::backlog::Backlog;
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

/// Saves a message; a second rating of an order replaces the first.
pub fn save(tx: &mut dyn Tx, new: NewMessage<'_>, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO contact_message (reference, customer_id, order_id, subject, email, email_key, name, message, rating,
             lang, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (order_id) WHERE rating IS NOT NULL AND order_id IS NOT NULL
         DO UPDATE SET rating = $9, message = $8, created_at = $11, closed_at = NULL",
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
    )?;
    Ok(())
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

/// Messages that wait for an answer, oldest first; ratings without a text do not.
pub fn list_open(tx: &mut dyn Tx, limit: i64) -> Result<Vec<Stored>> {
    tx.all(
        &format!(
            "{STORED} WHERE m.closed_at IS NULL AND m.created_at > 0 AND m.message <> ''
             ORDER BY m.created_at, m.id LIMIT $1"
        ),
        vals![limit],
    )
}

/// How many of those there are, and how many came before `late`.
pub fn count_open(tx: &mut dyn Tx, late: Timestamp) -> Result<Backlog> {
    tx.one(
        "SELECT COUNT(*) AS count, MIN(created_at) AS first, COUNT(CASE WHEN created_at < $1 THEN 1 END) AS late
         FROM contact_message WHERE closed_at IS NULL AND created_at > 0 AND message <> ''",
        vals![late.as_millisecond()],
    )
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
