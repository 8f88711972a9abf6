//! All SQL of withdrawals.

use jiff::Timestamp;

use super::types::{WithdrawArgs, Withdrawal};
use crate::db::{Tx, by_ids};
use crate::domain::backlog::Backlog;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

const WITHDRAWAL: &str = "SELECT id, number, order_id, order_number, name, email, items, message, lang, received_at,
    handled_at, note, is_proved FROM withdrawal";

/// A statement to be saved.
#[derive(Debug)]
pub struct NewWithdrawal<'a> {
    pub number: &'a str,
    pub order_id: Option<i64>,
    pub args: &'a WithdrawArgs,
    pub email_key: &'a str,
    pub items: &'a str,
    pub lang: Lang,
    /// It came with the order's token or from its customer.
    pub is_proved: bool,
    pub now: Timestamp,
}

pub fn save(tx: &mut dyn Tx, new: &NewWithdrawal<'_>) -> Result<i64> {
    tx.one(
        "INSERT INTO withdrawal (number, order_id, order_number, name, email, email_key, items, message, lang, received_at,
             is_proved)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
        vals![
            new.number,
            new.order_id,
            &new.args.order_number,
            &new.args.name,
            &new.args.email,
            new.email_key,
            new.items,
            &new.args.message,
            new.lang.code(),
            new.now.as_millisecond(),
            new.is_proved,
        ],
    )
}

/// The statements of an address since a time, newest first.
pub fn list_of_email(tx: &mut dyn Tx, email_key: &str, since: Timestamp) -> Result<Vec<Withdrawal>> {
    tx.all(
        &format!("{WITHDRAWAL} WHERE email_key = $1 AND received_at > $2 ORDER BY received_at DESC"),
        vals![email_key, since.as_millisecond()],
    )
}

/// The number of proved statements about an order since a time.
pub fn count_proved(tx: &mut dyn Tx, order_id: i64, since: Timestamp) -> Result<u32> {
    tx.one(
        "SELECT COUNT(*) FROM withdrawal WHERE order_id = $1 AND is_proved = 1 AND received_at > $2",
        vals![order_id, since.as_millisecond()],
    )
}

/// The statements about a customer's orders and, if not empty, of an address, newest first.
pub fn list_of_customer(tx: &mut dyn Tx, customer_id: i64, email_key: &str) -> Result<Vec<Withdrawal>> {
    tx.all(
        &format!(
            "{WITHDRAWAL} WHERE id IN
                 (SELECT w.id FROM sales_order o JOIN withdrawal w ON w.order_id = o.id WHERE o.customer_id = $1
                  UNION SELECT id FROM withdrawal WHERE email_key = $2 AND $2 <> '')
             ORDER BY received_at DESC"
        ),
        vals![customer_id, email_key],
    )
}

/// Removes name, address and text from the statements about a customer's orders and, if not empty, of an address. Those
/// about an order stay as they are until they are handled.
pub fn anonymise(tx: &mut dyn Tx, customer_id: i64, email_key: &str) -> Result<()> {
    tx.exec(
        "UPDATE withdrawal SET name = '', email = '', email_key = '', message = '', note = ''
         WHERE (order_id IS NULL OR handled_at IS NOT NULL) AND id IN
             (SELECT w.id FROM sales_order o JOIN withdrawal w ON w.order_id = o.id WHERE o.customer_id = $1
              UNION SELECT id FROM withdrawal WHERE email_key = $2 AND $2 <> '')",
        vals![customer_id, email_key],
    )?;
    Ok(())
}

/// The keys of all addresses.
pub fn mailboxes(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT DISTINCT email_key FROM withdrawal WHERE email_key <> ''", vals![])
}

/// The statement with this number.
pub fn find(tx: &mut dyn Tx, number: &str) -> Result<Option<Withdrawal>> {
    tx.find(&format!("{WITHDRAWAL} WHERE number = $1"), vals![number])
}

/// Statements by their ids.
pub fn list_by_ids(tx: &mut dyn Tx, ids: &[i64]) -> Result<Vec<Withdrawal>> {
    by_ids(tx, &format!("{WITHDRAWAL} WHERE id IN ($ids)"), ids, &[])
}

/// Statements, oldest first; `all` includes those handled.
pub fn list(tx: &mut dyn Tx, all: bool, limit: i64) -> Result<Vec<Withdrawal>> {
    let which = if all { "" } else { "WHERE handled_at IS NULL" };
    tx.all(&format!("{WITHDRAWAL} {which} ORDER BY received_at, id LIMIT $1"), vals![limit])
}

/// Statements that are not handled yet, oldest first.
pub fn list_open(tx: &mut dyn Tx, limit: i64) -> Result<Vec<Withdrawal>> {
    tx.all(
        &format!("{WITHDRAWAL} WHERE handled_at IS NULL AND received_at > 0 ORDER BY received_at, id LIMIT $1"),
        vals![limit],
    )
}

/// How many of those there are, and how many came before `late`.
pub fn count_open(tx: &mut dyn Tx, late: Timestamp) -> Result<Backlog> {
    tx.one(
        "SELECT COUNT(*) AS count, MIN(received_at) AS first, COUNT(CASE WHEN received_at < $1 THEN 1 END) AS late
         FROM withdrawal WHERE handled_at IS NULL AND received_at > 0",
        vals![late.as_millisecond()],
    )
}

/// The statements about an order, oldest first.
pub(super) fn list_of_order(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Withdrawal>> {
    tx.all(&format!("{WITHDRAWAL} WHERE order_id = $1 ORDER BY id"), vals![order_id])
}

/// Threads of statements that are dealt with and stay open for an answer; see `waits_for_answer`.
const UNANSWERED: &str = "FROM thread t JOIN withdrawal w ON w.id = t.withdrawal_id
    WHERE t.state = 'open' AND t.kind = 'withdrawal' AND w.handled_at IS NOT NULL";

/// Ids of those threads, the most urgent first.
pub fn list_unanswered(tx: &mut dyn Tx, limit: i64) -> Result<Vec<i64>> {
    tx.all(&format!("SELECT t.id {UNANSWERED} ORDER BY t.rank, t.id LIMIT $1"), vals![limit])
}

/// How many of those there are, the first deadline, and how many are past theirs.
pub fn count_unanswered(tx: &mut dyn Tx, now: Timestamp) -> Result<Backlog> {
    tx.one(
        &format!(
            "SELECT COUNT(*) AS count, MIN(t.due_at) AS first, COUNT(CASE WHEN t.due_at < $1 THEN 1 END) AS late {UNANSWERED}"
        ),
        vals![now.as_millisecond()],
    )
}

/// Marks a statement as handled; answers whether it exists.
pub fn handle(tx: &mut dyn Tx, number: &str, note: &str, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE withdrawal SET handled_at = $2, note = $3 WHERE number = $1",
        vals![number, now.as_millisecond(), note],
    )?;
    Ok(changed == 1)
}
