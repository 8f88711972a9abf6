//! All SQL of returns.

use jiff::Timestamp;
use serde::Deserialize;

use super::types::{Finding, GoodsReturn, Line, Origin, Reason, Step};
use crate::db::{Tx, Val};
use crate::domain::backlog::Backlog;
use crate::error::Result;
use crate::search::terms::{asked, end_of};
use crate::shipment::Quantities;
use crate::vals;

/// Columns of [`GoodsReturn`], of `goods_return r`.
macro_rules! columns {
    () => {
        "r.id, r.number, r.order_id, r.origin, r.step, r.note, r.withdrawal, r.notice_at, r.sent_at, r.refund_by,
        r.opened_at, r.received_at, r.inspected_at, r.refunded_at, r.refund, r.ended_at, r.follows, r.version"
    };
}

const RETURN: &str = concat!("SELECT ", columns!(), " FROM goods_return r");
/// The same with columns of [`Listed`].
const LISTED: &str = concat!(
    "SELECT ",
    columns!(),
    ", (SELECT coalesce(SUM(coalesce(l.received, l.announced)), 0) FROM goods_return_line l WHERE l.return_id = r.id) AS pieces
    FROM goods_return r"
);

/// Longest text of a search that is split into words.
const LONGEST_SEARCH: usize = 200;

/// A return to be saved.
#[derive(Debug)]
pub(super) struct NewRow<'a> {
    pub order_id: i64,
    pub order_number: &'a str,
    pub origin: Origin,
    pub note: &'a str,
    pub withdrawal: Option<&'a str>,
    pub notice_at: Option<Timestamp>,
    pub now: Timestamp,
}

/// The number of the next return of an order.
fn next_number(tx: &mut dyn Tx, order_id: i64, order_number: &str) -> Result<String> {
    // Returns are never deleted but with their order, so that no number comes twice.
    let before: i64 = tx.one("SELECT COUNT(*) FROM goods_return WHERE order_id = $1", vals![order_id])?;
    Ok(format!("{order_number}-R{}", before + 1))
}

/// Saves an announced return without lines; answers its id.
pub(super) fn save(tx: &mut dyn Tx, new: &NewRow<'_>) -> Result<i64> {
    let number = next_number(tx, new.order_id, new.order_number)?;
    tx.one(
        "INSERT INTO goods_return (number, order_id, origin, step, note, withdrawal, notice_at, opened_at)
         VALUES ($1, $2, $3, 'announced', $4, $5, $6, $7) RETURNING id",
        vals![
            number,
            new.order_id,
            new.origin.code(),
            new.note,
            new.withdrawal,
            new.notice_at.map(Timestamp::as_millisecond),
            new.now.as_millisecond(),
        ],
    )
}

/// Saves an announced return, without lines, of what has not come with another one: announced as that was, with the same statement,
/// the same proof and the same deadline, and refunded with it if that was. Answers its id.
pub(super) fn save_rest(tx: &mut dyn Tx, of: &GoodsReturn, order_number: &str) -> Result<i64> {
    let number = next_number(tx, of.order_id, order_number)?;
    tx.one(
        "INSERT INTO goods_return (number, order_id, origin, step, note, withdrawal, notice_at, sent_at, refund_by, opened_at,
             refunded_at, follows)
         VALUES ($1, $2, $3, 'announced', $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
        vals![
            number,
            of.order_id,
            of.origin.code(),
            &of.note,
            of.withdrawal.as_deref(),
            of.notice_at,
            of.sent_at,
            of.refund_by,
            of.opened_at,
            of.refunded_at,
            &of.number,
        ],
    )
}

pub fn find(tx: &mut dyn Tx, number: &str) -> Result<Option<GoodsReturn>> {
    tx.find(&format!("{RETURN} WHERE r.number = $1"), vals![number])
}

pub(super) fn find_by_id(tx: &mut dyn Tx, id: i64) -> Result<Option<GoodsReturn>> {
    tx.find(&format!("{RETURN} WHERE r.id = $1"), vals![id])
}

/// The returns of an order, oldest first.
pub fn list_of_order(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<GoodsReturn>> {
    tx.all(&format!("{RETURN} WHERE r.order_id = $1 ORDER BY r.id"), vals![order_id])
}

/// The return of an order that a refund was made for.
pub fn of_refund(tx: &mut dyn Tx, order_id: i64, refund_id: i64) -> Result<Option<GoodsReturn>> {
    tx.find(
        &format!("{RETURN} WHERE r.order_id = $1 AND r.first_refund <= $2 AND r.last_refund >= $2"),
        vals![order_id, refund_id],
    )
}

/// Ids of the first and the last refund that were made for a return; none where nothing was.
pub fn refunds_of(tx: &mut dyn Tx, id: i64) -> Result<Option<(i64, i64)>> {
    tx.find("SELECT first_refund, last_refund FROM goods_return WHERE id = $1 AND first_refund IS NOT NULL", vals![id])
}

/// The lines of a return, in the order of its order's.
pub fn list_lines(tx: &mut dyn Tx, return_id: i64) -> Result<Vec<Line>> {
    tx.all(
        "SELECT position, announced, received, fit, reason, value, deduction, deduction_reason FROM goods_return_line
         WHERE return_id = $1 ORDER BY position",
        vals![return_id],
    )
}

/// Pieces of an order in returns of this step that are not booked yet, by position: those received, else those announced.
/// `except`: leaves a return out.
pub(super) fn open_pieces(tx: &mut dyn Tx, order_id: i64, step: Step, except: i64) -> Result<Quantities> {
    let rows: Vec<(i64, u32)> = tx.all(
        "SELECT l.position, SUM(coalesce(l.received, l.announced)) FROM goods_return r
             JOIN goods_return_line l ON l.return_id = r.id
         WHERE r.order_id = $1 AND +r.step = $2 AND r.id <> $3 GROUP BY l.position",
        vals![order_id, step.code(), except],
    )?;
    Ok(rows.into_iter().collect())
}

/// Returns that were closed although their goods never came.
const NEVER_CAME: &str = "(+r.step = 'closed' AND r.received_at IS NULL)";

/// Pieces that are still announced and whose money has gone back already, by position, with those that never came.
pub(super) fn refunded_ahead(tx: &mut dyn Tx, order_id: i64) -> Result<Quantities> {
    let rows: Vec<(i64, u32)> = tx.all(
        &format!(
            "SELECT l.position, SUM(l.announced) FROM goods_return r JOIN goods_return_line l ON l.return_id = r.id
             WHERE r.order_id = $1 AND (+r.step = 'announced' AND r.refunded_at IS NOT NULL OR {NEVER_CAME})
             GROUP BY l.position"
        ),
        vals![order_id],
    )?;
    Ok(rows.into_iter().collect())
}

/// Pieces that never came, and which nobody expects any more, by position.
pub fn never_came(tx: &mut dyn Tx, order_id: i64) -> Result<Quantities> {
    let rows: Vec<(i64, u32)> = tx.all(
        &format!(
            "SELECT l.position, SUM(l.announced) FROM goods_return r JOIN goods_return_line l ON l.return_id = r.id
             WHERE r.order_id = $1 AND {NEVER_CAME} GROUP BY l.position"
        ),
        vals![order_id],
    )?;
    Ok(rows.into_iter().collect())
}

/// Pieces of an order that were refunded before they came, by position. `except`: leaves a return out.
pub(super) fn refunded_pieces(tx: &mut dyn Tx, order_id: i64, except: i64) -> Result<Quantities> {
    let rows: Vec<(i64, u32)> = tx.all(
        &format!(
            "SELECT l.position, SUM(coalesce(l.received, l.announced)) FROM goods_return r
                 JOIN goods_return_line l ON l.return_id = r.id
             WHERE r.order_id = $1 AND r.id <> $2
                 AND (+r.step IN ('announced', 'received') AND r.refunded_at IS NOT NULL OR {NEVER_CAME})
             GROUP BY l.position"
        ),
        vals![order_id, except],
    )?;
    Ok(rows.into_iter().collect())
}

/// What has been held back of an order's inspected returns because goods had lost value, in minor units.
pub fn deductions(tx: &mut dyn Tx, order_id: i64) -> Result<i64> {
    tx.one(
        "SELECT coalesce(SUM(l.deduction), 0) FROM goods_return r JOIN goods_return_line l ON l.return_id = r.id
         WHERE r.order_id = $1",
        vals![order_id],
    )
}

/// Whether another return of an order is inspected and waits for its refund.
pub fn unrefunded_elsewhere(tx: &mut dyn Tx, order_id: i64, except: i64) -> Result<bool> {
    tx.one(
        "SELECT EXISTS (SELECT 1 FROM goods_return WHERE order_id = $1 AND +step = 'inspected' AND id <> $2)",
        vals![order_id, except],
    )
}

// ── Steps ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Saves what is announced of a line.
pub(super) fn save_announced(tx: &mut dyn Tx, return_id: i64, position: i64, qty: u32, reason: Reason) -> Result<()> {
    tx.exec(
        "INSERT INTO goods_return_line (return_id, position, announced, reason) VALUES ($1, $2, $3, $4)
         ON CONFLICT (return_id, position) DO UPDATE SET announced = $3",
        vals![return_id, position, qty, reason.code()],
    )?;
    Ok(())
}

pub(super) fn save_line_received(tx: &mut dyn Tx, return_id: i64, position: i64, qty: u32) -> Result<()> {
    tx.exec(
        "INSERT INTO goods_return_line (return_id, position, announced, received, reason) VALUES ($1, $2, 0, $3, 'not_given')
         ON CONFLICT (return_id, position) DO UPDATE SET received = $3",
        vals![return_id, position, qty],
    )?;
    Ok(())
}

pub(super) fn save_finding(
    tx: &mut dyn Tx,
    return_id: i64,
    position: i64,
    value: i64,
    finding: &Finding,
) -> Result<()> {
    tx.exec(
        "UPDATE goods_return_line SET fit = $3, value = $4, deduction = $5, deduction_reason = $6
         WHERE return_id = $1 AND position = $2",
        vals![return_id, position, finding.fit, value, finding.deduction, &finding.deduction_reason],
    )?;
    Ok(())
}

pub(super) fn save_received(tx: &mut dyn Tx, id: i64, refund_by: Option<i64>, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE goods_return SET step = 'received', received_at = $2, refund_by = $3, ended_at = NULL, version = version + 1
         WHERE id = $1",
        vals![id, now.as_millisecond(), refund_by],
    )?;
    Ok(())
}

pub(super) fn save_sent(tx: &mut dyn Tx, id: i64, refund_by: Option<i64>, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE goods_return SET sent_at = $2, refund_by = $3, version = version + 1 WHERE id = $1",
        vals![id, now.as_millisecond(), refund_by],
    )?;
    Ok(())
}

/// Saves from which statement of withdrawal a return follows, and when that was received.
pub(super) fn save_withdrawal(
    tx: &mut dyn Tx,
    id: i64,
    number: &str,
    notice_at: i64,
    refund_by: Option<i64>,
) -> Result<()> {
    tx.exec(
        "UPDATE goods_return SET withdrawal = $2, notice_at = $3, refund_by = $4, version = version + 1 WHERE id = $1",
        vals![id, number, notice_at, refund_by],
    )?;
    Ok(())
}

pub(super) fn save_inspected(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE goods_return SET step = 'inspected', inspected_at = $2, version = version + 1 WHERE id = $1",
        vals![id, now.as_millisecond()],
    )?;
    Ok(())
}

/// A change of its lines is one of the return.
pub(super) fn touch(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("UPDATE goods_return SET version = version + 1 WHERE id = $1", vals![id])?;
    Ok(())
}

/// Ends a return: closed or called off.
pub(super) fn save_ended(tx: &mut dyn Tx, id: i64, step: Step, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE goods_return SET step = $2, ended_at = $3, version = version + 1 WHERE id = $1",
        vals![id, step.code(), now.as_millisecond()],
    )?;
    Ok(())
}

/// Notes that a return was refunded, with the ids of its first and last refund; none of an amount of zero.
pub fn save_refund(tx: &mut dyn Tx, id: i64, amount: i64, refunds: Option<(i64, i64)>, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE goods_return SET refund = $2, first_refund = $3, last_refund = $4, refunded_at = $5, version = version + 1
         WHERE id = $1",
        vals![id, amount, refunds.map(|(first, _)| first), refunds.map(|(_, last)| last), now.as_millisecond()],
    )?;
    Ok(())
}

/// Erases what people wrote about the returns of an order that have ended.
pub fn erase_words(tx: &mut dyn Tx, order_id: i64) -> Result<()> {
    tx.exec("UPDATE goods_return SET note = '' WHERE order_id = $1 AND ended_at IS NOT NULL", vals![order_id])?;
    tx.exec(
        "UPDATE goods_return_line SET deduction_reason = ''
         WHERE return_id IN (SELECT id FROM goods_return WHERE order_id = $1 AND ended_at IS NOT NULL)",
        vals![order_id],
    )?;
    Ok(())
}

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What a list shows; empty fields match all returns.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Words as typed, by which their orders are found.
    pub text: String,
    pub step: Option<Step>,
    /// Only those whose refund is due or decided on next; see [`list_to_refund`].
    pub is_owed: bool,
    /// Some: only those whose goods are overdue; see [`list_overdue`].
    pub sent_before: Option<Timestamp>,
    /// The oldest first, else the newest.
    pub oldest_first: bool,
    /// Only returns that follow this id.
    pub after: Option<i64>,
    pub limit: i64,
}

/// A return in a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Listed {
    #[serde(flatten)]
    pub of: GoodsReturn,
    /// Pieces that have come, else those announced.
    pub pieces: u32,
}

/// How many returns there are in each step that waits for somebody.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    pub announced: i64,
    pub received: i64,
    pub inspected: i64,
    /// Waiting for their refund, whatever their step.
    pub owed: i64,
    /// Whose goods are overdue.
    pub overdue: i64,
}

/// A page of returns.
pub fn browse(tx: &mut dyn Tx, wanted: &Wanted) -> Result<Vec<Listed>> {
    let mut params: Vec<Val> = Vec::new();
    let mut conditions = vec!["r.id > 0".to_owned()];
    let mut add = |value: Val| {
        params.push(value);
        format!("${}", params.len())
    };
    if let Some(step) = wanted.step {
        conditions.push(format!("r.step = {}", add(step.code().into())));
    }
    if wanted.is_owed {
        conditions.push(format!("r.id IN (SELECT r.id FROM goods_return r WHERE {TO_REFUND})"));
    }
    if let Some(before) = wanted.sent_before {
        let before = add(before.as_millisecond().into());
        conditions.push(format!("r.id IN (SELECT r.id FROM goods_return r WHERE {EXPECTED} AND r.sent_at < {before})"));
    }
    // Whoever types the number of a return looks for its order's.
    let text: String = wanted.text.chars().take(LONGEST_SEARCH).collect();
    let order_number =
        text.trim().rsplit_once(['-', '–']).filter(|(_, last)| is_place(last)).map(|(number, _)| number.to_owned());
    for word in asked(order_number.as_deref().unwrap_or(&text)) {
        let (from, to) = (add(word.as_str().into()), add(end_of(&word).into()));
        conditions.push(format!(
            "EXISTS (SELECT 1 FROM order_term t WHERE t.order_id = r.order_id AND t.term >= {from} AND t.term < {to})"
        ));
    }
    let (comparison, direction) = if wanted.oldest_first { (">", "ASC") } else { ("<", "DESC") };
    if let Some(after) = wanted.after {
        conditions.push(format!("r.id {comparison} {}", add(after.into())));
    }
    let limit = add(wanted.limit.into());
    tx.all(&format!("{LISTED} WHERE {} ORDER BY r.id {direction} LIMIT {limit}", conditions.join(" AND ")), &params)
}

/// Whether this is what a return's number adds to its order's: `R1`.
fn is_place(text: &str) -> bool {
    let place = text.strip_prefix(['R', 'r']);
    place.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// How many wait, by step; `sent_before`: since when the goods of those that are overdue are shown to be sent.
pub fn totals(tx: &mut dyn Tx, sent_before: Timestamp) -> Result<Totals> {
    let mut count = |step: Step| -> Result<i64> {
        tx.one("SELECT COUNT(*) FROM goods_return WHERE step = $1 AND id > 0", vals![step.code()])
    };
    Ok(Totals {
        announced: count(Step::Announced)?,
        received: count(Step::Received)?,
        inspected: count(Step::Inspected)?,
        owed: tx.one(&format!("SELECT COUNT(*) FROM goods_return r WHERE {TO_REFUND}"), vals![])?,
        overdue: count_overdue(tx, sent_before)?.count,
    })
}

/// Returns that wait to be inspected: those whose money is due first, then those that have lain longest.
pub fn list_to_inspect(tx: &mut dyn Tx, limit: i64) -> Result<Vec<GoodsReturn>> {
    tx.all(
        &format!(
            "{RETURN} WHERE r.step = 'received'
             ORDER BY r.refund_by IS NULL, r.refund_by, r.received_at, r.id LIMIT $1"
        ),
        vals![limit],
    )
}

/// How many of those there are, the first deadline, and how many are past theirs.
pub fn count_to_inspect(tx: &mut dyn Tx, now: Timestamp) -> Result<Backlog> {
    tx.one(
        "SELECT COUNT(*) AS count, MIN(refund_by) AS first, COUNT(CASE WHEN refund_by < $1 THEN 1 END) AS late
         FROM goods_return WHERE step = 'received'",
        vals![now.as_millisecond()],
    )
}

/// What waits for its refund: what was inspected, and withdrawals whose customers have shown that the goods were sent.
const TO_REFUND: &str =
    "(r.step = 'inspected' OR r.step = 'announced' AND r.refund_by IS NOT NULL) AND r.refunded_at IS NULL";

/// Returns that wait for their refund, those that are due first before others.
pub fn list_to_refund(tx: &mut dyn Tx, limit: i64) -> Result<Vec<GoodsReturn>> {
    tx.all(
        &format!("{RETURN} WHERE {TO_REFUND} ORDER BY r.refund_by IS NULL, r.refund_by, r.inspected_at, r.id LIMIT $1"),
        vals![limit],
    )
}

/// How many of those there are, the first deadline, and how many are past theirs.
pub fn count_to_refund(tx: &mut dyn Tx, now: Timestamp) -> Result<Backlog> {
    tx.one(
        &format!(
            "SELECT COUNT(*) AS count, MIN(r.refund_by) AS first, COUNT(CASE WHEN r.refund_by < $1 THEN 1 END) AS late
             FROM goods_return r WHERE {TO_REFUND}"
        ),
        vals![now.as_millisecond()],
    )
}

/// What was refunded on proof that it was sent, and has not come.
const EXPECTED: &str = "r.step = 'announced' AND r.refunded_at IS NOT NULL";

/// Returns whose goods were shown to be sent before a time, were refunded and have not come, those sent first before others.
pub fn list_overdue(tx: &mut dyn Tx, sent_before: Timestamp, limit: i64) -> Result<Vec<GoodsReturn>> {
    tx.all(
        &format!("{RETURN} WHERE {EXPECTED} AND r.sent_at < $1 ORDER BY r.sent_at, r.id LIMIT $2"),
        vals![sent_before.as_millisecond(), limit],
    )
}

/// How many of those there are, and since when the first is shown to be sent. All of them are late.
pub fn count_overdue(tx: &mut dyn Tx, sent_before: Timestamp) -> Result<Backlog> {
    tx.one(
        &format!(
            "SELECT COUNT(*) AS count, MIN(r.sent_at) AS first, COUNT(*) AS late FROM goods_return r
             WHERE {EXPECTED} AND r.sent_at < $1"
        ),
        vals![sent_before.as_millisecond()],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_indexed, fixture};

    #[test]
    fn returns_are_found_by_an_index() {
        let shop = fixture::shop();
        for (step, is_owed) in
            [(None, false), (Some(Step::Received), false), (None, true), (Some(Step::Inspected), true)]
        {
            for text in ["", "2026-000001-R1", "ada king"] {
                for oldest_first in [false, true] {
                    let wanted = Wanted {
                        text: text.into(),
                        step,
                        is_owed,
                        oldest_first,
                        after: Some(9),
                        limit: 50,
                        ..Wanted::default()
                    };
                    assert_indexed(&shop.connection, |tx| browse(tx, &wanted));
                }
            }
        }
        let before = fixture::at(fixture::NOW);
        let overdue = Wanted { sent_before: Some(before), limit: 50, ..Wanted::default() };
        assert_indexed(&shop.connection, |tx| browse(tx, &overdue));
        assert_indexed(&shop.connection, |tx| totals(tx, before));
        assert_indexed(&shop.connection, |tx| list_overdue(tx, before, 5));
        assert_indexed(&shop.connection, |tx| count_overdue(tx, before));
        assert_indexed(&shop.connection, |tx| never_came(tx, 1));
        assert_indexed(&shop.connection, |tx| list_of_order(tx, 1));
        assert_indexed(&shop.connection, |tx| of_refund(tx, 1, 1));
        assert_indexed(&shop.connection, |tx| refunds_of(tx, 1));
        assert_indexed(&shop.connection, |tx| open_pieces(tx, 1, Step::Announced, 0));
        assert_indexed(&shop.connection, |tx| refunded_pieces(tx, 1, 0));
        assert_indexed(&shop.connection, |tx| refunded_ahead(tx, 1));
        assert_indexed(&shop.connection, |tx| deductions(tx, 1));
        assert_indexed(&shop.connection, |tx| unrefunded_elsewhere(tx, 1, 0));
        assert_indexed(&shop.connection, |tx| list_to_inspect(tx, 5));
        assert_indexed(&shop.connection, |tx| count_to_inspect(tx, fixture::at(fixture::NOW)));
        assert_indexed(&shop.connection, |tx| list_to_refund(tx, 5));
        assert_indexed(&shop.connection, |tx| count_to_refund(tx, fixture::at(fixture::NOW)));
        assert_indexed(&shop.connection, |tx| erase_words(tx, 1));
    }

    #[test]
    fn numbers_of_returns_end_with_their_place() {
        assert!(is_place("R1") && is_place("r12"));
        assert!(!is_place("R") && !is_place("1") && !is_place("Rx"));
    }
}
