//! All SQL of statements and movements.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::statement::Line;
use super::types::{BankStatement, LineState};
use crate::audit::Actor;
use crate::db::{Tx, by_ids};
use crate::domain::money::Amount;
use crate::error::Result;
use crate::{token, vals};

pub fn save_statement(tx: &mut dyn Tx, name: &str, account: &str, actor: &Actor, now: Timestamp) -> Result<i64> {
    tx.one(
        "INSERT INTO bank_statement (name, account, actor, imported_at) VALUES ($1, $2, $3, $4) RETURNING id",
        vals![name, account, actor.to_string(), now.as_millisecond()],
    )
}

pub fn delete_statement(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM bank_statement WHERE id = $1", vals![id])?;
    Ok(())
}

/// The account of a statement; none if there is no such statement.
pub fn find_account(tx: &mut dyn Tx, id: i64) -> Result<Option<String>> {
    tx.find("SELECT account FROM bank_statement WHERE id = $1", vals![id])
}

#[derive(Debug, Deserialize)]
struct StatementRow {
    id: i64,
    name: String,
    account: String,
    actor: String,
    imported_at: i64,
    lines: i64,
    open: i64,
}

/// Statements before an id, newest first.
pub fn list_statements(tx: &mut dyn Tx, before: i64, limit: i64) -> Result<Vec<BankStatement>> {
    let rows: Vec<StatementRow> = tx.all(
        "SELECT s.id, s.name, s.account, s.actor, s.imported_at,
             (SELECT COUNT(*) FROM bank_line l WHERE l.statement_id = s.id) AS lines,
             (SELECT COUNT(*) FROM bank_line l WHERE l.statement_id = s.id AND l.state = 'open') AS open
         FROM bank_statement s WHERE s.id < $1 ORDER BY s.id DESC LIMIT $2",
        vals![before, limit],
    )?;
    let names = token::actor_names(tx, rows.iter().map(|row| row.actor.as_str()))?;
    let statement = |row: StatementRow| {
        let StatementRow { id, name, account, actor, imported_at, lines, open } = row;
        let imported_by = names.get(&actor).cloned();
        Ok(BankStatement { id, name, account, actor, imported_by, imported_at: time(imported_at)?, lines, open })
    };
    rows.into_iter().map(statement).collect()
}

/// Saves a movement; false if an earlier file has brought it.
pub fn save_line(tx: &mut dyn Tx, statement_id: i64, line: &Line, fingerprint: &[u8], now: Timestamp) -> Result<bool> {
    let saved = tx.exec(
        "INSERT INTO bank_line (statement_id, fingerprint, booked_on, value_date, amount, currency, party, iban, text,
             reference, end_to_end, is_reversal, state, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'open', $13) ON CONFLICT (fingerprint) DO NOTHING",
        vals![
            statement_id,
            fingerprint,
            line.booked_on.to_string(),
            line.value_date.to_string(),
            line.amount,
            &line.currency,
            &line.party,
            &line.iban,
            &line.text,
            &line.reference,
            &line.end_to_end,
            line.is_reversal,
            now.as_millisecond(),
        ],
    )?;
    Ok(saved == 1)
}

/// A stored movement.
#[derive(Debug, Clone, Deserialize)]
pub struct LineRow {
    pub id: i64,
    pub statement_id: i64,
    pub booked_on: String,
    pub value_date: String,
    pub amount: i64,
    pub currency: String,
    pub party: String,
    pub iban: String,
    pub text: String,
    pub reference: String,
    pub end_to_end: String,
    pub is_reversal: bool,
    pub state: LineState,
    pub order_id: Option<i64>,
    /// What it was booked as.
    pub payment_id: Option<i64>,
}

impl LineRow {
    /// The movement as it was read.
    pub fn line(&self) -> Result<Line> {
        let day = |text: &str| text.parse().map_err(anyhow::Error::from);
        Ok(Line {
            booked_on: day(&self.booked_on)?,
            value_date: day(&self.value_date)?,
            amount: self.amount,
            currency: self.currency.clone(),
            party: self.party.clone(),
            iban: self.iban.clone(),
            text: self.text.clone(),
            reference: self.reference.clone(),
            end_to_end: self.end_to_end.clone(),
            is_reversal: self.is_reversal,
        })
    }
}

const LINE: &str = "SELECT id, statement_id, booked_on, value_date, amount, currency, party, iban, text, reference,
    end_to_end, is_reversal, state, order_id, payment_id FROM bank_line";

/// Movements in a state, newest first.
pub fn list_lines(
    tx: &mut dyn Tx,
    state: LineState,
    statement_id: Option<i64>,
    before: i64,
    limit: i64,
) -> Result<Vec<LineRow>> {
    match statement_id {
        Some(statement_id) => tx.all(
            &format!("{LINE} WHERE statement_id = $1 AND state = $2 AND id < $3 ORDER BY id DESC LIMIT $4"),
            vals![statement_id, state.code(), before, limit],
        ),
        None => tx.all(
            &format!("{LINE} WHERE state = $1 AND id < $2 ORDER BY id DESC LIMIT $3"),
            vals![state.code(), before, limit],
        ),
    }
}

pub fn find_line(tx: &mut dyn Tx, id: i64) -> Result<Option<LineRow>> {
    tx.find(&format!("{LINE} WHERE id = $1"), vals![id])
}

/// What a movement was booked as.
#[derive(Debug, Clone, Copy, Default)]
pub struct Target {
    pub order_id: i64,
    pub payment_id: Option<i64>,
    pub refund_id: Option<i64>,
}

/// Marks an open movement as booked; false if it is open no more.
pub fn save_booked(tx: &mut dyn Tx, id: i64, target: &Target) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE bank_line SET state = 'booked', order_id = $2, payment_id = $3, refund_id = $4
         WHERE id = $1 AND state = 'open'",
        vals![id, target.order_id, target.payment_id, target.refund_id],
    )?;
    Ok(changed == 1)
}

/// Opens the movement that was booked as a payment, if one was.
pub fn reopen_booked(tx: &mut dyn Tx, payment_id: i64) -> Result<()> {
    tx.exec(
        "UPDATE bank_line SET state = 'open', order_id = NULL, payment_id = NULL WHERE payment_id = $1 AND state = 'booked'",
        vals![payment_id],
    )?;
    Ok(())
}

/// Movements of a statement that are booked as payments, in the order of the file.
pub fn list_booked(tx: &mut dyn Tx, statement_id: i64, limit: i64) -> Result<Vec<LineRow>> {
    tx.all(
        &format!(
            "{LINE} WHERE statement_id = $1 AND state = 'booked' AND payment_id IS NOT NULL AND id > 0 ORDER BY id LIMIT $2"
        ),
        vals![statement_id, limit],
    )
}

/// Changes the state of a movement that is not booked; false if it is not in `from`.
pub fn save_state(tx: &mut dyn Tx, id: i64, from: LineState, to: LineState) -> Result<bool> {
    let sql = "UPDATE bank_line SET state = $3 WHERE id = $1 AND state = $2";
    Ok(tx.exec(sql, vals![id, from.code(), to.code()])? == 1)
}

// ── Refunds by hand ─────────────────────────────────────────────────────────────────────────────────────────────────

/// Who has paid, and from which account, by payment.
pub fn payers(tx: &mut dyn Tx, payment_ids: &[i64]) -> Result<HashMap<i64, (String, String)>> {
    let rows: Vec<(i64, String, String)> =
        by_ids(tx, "SELECT payment_id, party, iban FROM bank_line WHERE payment_id IN ($ids)", payment_ids, &[])?;
    Ok(rows.into_iter().map(|(id, party, iban)| (id, (party, iban))).collect())
}

/// When refunds were last written into a file.
pub fn written_at(tx: &mut dyn Tx, refund_ids: &[i64]) -> Result<HashMap<i64, i64>> {
    let sql = "SELECT refund_id, written_at FROM bank_transfer WHERE refund_id IN ($ids)";
    let rows: Vec<(i64, i64)> = by_ids(tx, sql, refund_ids, &[])?;
    Ok(rows.into_iter().collect())
}

pub fn save_written(tx: &mut dyn Tx, refund_id: i64, file: &str, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO bank_transfer (refund_id, file, written_at) VALUES ($1, $2, $3)
         ON CONFLICT (refund_id) DO UPDATE SET file = excluded.file, written_at = excluded.written_at",
        vals![refund_id, file, now.as_millisecond()],
    )?;
    Ok(())
}

// ── Personal data ───────────────────────────────────────────────────────────────────────────────────────────────────

/// A movement in an export of personal data.
#[derive(Debug, Serialize)]
pub struct ExportedLine {
    pub booked_on: String,
    pub amount: Amount,
    pub currency: String,
    pub party: String,
    pub iban: String,
    pub text: String,
}

pub fn list_of_customer(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<ExportedLine>> {
    let rows: Vec<(String, i64, String, String, String, String)> = tx.all(
        "SELECT l.booked_on, l.amount, l.currency, l.party, l.iban, l.text
         FROM sales_order o JOIN bank_line l ON l.order_id = o.id WHERE o.customer_id = $1 ORDER BY l.id",
        vals![customer_id],
    )?;
    let line = |(booked_on, amount, currency, party, iban, text)| {
        let amount = Amount::from_minor(amount);
        ExportedLine { booked_on, amount, currency, party, iban, text }
    };
    Ok(rows.into_iter().map(line).collect())
}

const FORGET: &str = "UPDATE bank_line SET party = '', iban = '', text = '', forgotten_at = $1";

pub fn forget_of_customer(tx: &mut dyn Tx, customer_id: i64, now: Timestamp) -> Result<()> {
    let sql = format!(
        "{FORGET} WHERE forgotten_at IS NULL
             AND order_id IN (SELECT id FROM sales_order WHERE customer_id = $2)"
    );
    tx.exec(&sql, vals![now.as_millisecond(), customer_id])?;
    Ok(())
}

pub fn forget_before(tx: &mut dyn Tx, before: Timestamp, now: Timestamp, limit: i64) -> Result<u64> {
    let sql = format!(
        "{FORGET} WHERE id IN
             (SELECT id FROM bank_line WHERE forgotten_at IS NULL AND created_at < $2 ORDER BY created_at LIMIT $3)"
    );
    tx.exec(&sql, vals![now.as_millisecond(), before.as_millisecond(), limit])
}

/// A stored time as RFC 3339.
pub fn time(millisecond: i64) -> Result<String> {
    Ok(Timestamp::from_millisecond(millisecond).map_err(anyhow::Error::from)?.to_string())
}
