//! All SQL of settings.

use anyhow::Context as _;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::types::Changes;
use crate::config::Settings;
use crate::db::Tx;
use crate::deed::types::Failure;
use crate::error::Result;
use crate::vals;

/// Rises with each change of a setting.
pub fn version(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT version FROM setting_version WHERE id = 1", vals![])
}

fn parsed(table: &str, rows: Vec<(String, String)>) -> Result<Settings> {
    let value = |(key, text): (String, String)| {
        let value =
            serde_json::from_str(&text).with_context(|| format!("{table} {key}: no JSON; mend or delete the row"))?;
        Ok((key, value))
    };
    Ok(rows.into_iter().map(value).collect::<anyhow::Result<_>>()?)
}

/// What is set.
pub fn values(tx: &mut dyn Tx) -> Result<Settings> {
    let rows = tx.all("SELECT key, value FROM setting", vals![])?;
    parsed("setting", rows)
}

/// What the machine's file said when it was last taken in.
pub fn file_values(tx: &mut dyn Tx) -> Result<Settings> {
    let rows = tx.all("SELECT key, value FROM setting_file", vals![])?;
    parsed("setting_file", rows)
}

pub fn save_file_value(tx: &mut dyn Tx, key: &str, value: Option<&Value>) -> Result<()> {
    match value {
        Some(value) => tx.exec(
            "INSERT INTO setting_file (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2",
            vals![key, value.to_string()],
        )?,
        None => tx.exec("DELETE FROM setting_file WHERE key = $1", vals![key])?,
    };
    Ok(())
}

/// Sets a value, or takes it away, and keeps that in the history.
pub fn save(
    tx: &mut dyn Tx,
    (key, before, after): (&str, Option<&Value>, Option<&Value>),
    actor: &str,
    now: Timestamp,
) -> Result<()> {
    match after {
        Some(value) => tx.exec(
            "INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2",
            vals![key, value.to_string()],
        )?,
        None => tx.exec("DELETE FROM setting WHERE key = $1", vals![key])?,
    };
    tx.exec(
        "INSERT INTO setting_change (at, actor, key, before, after) VALUES ($1, $2, $3, $4, $5)",
        vals![now.as_millisecond(), actor, key, before.map(Value::to_string), after.map(Value::to_string)],
    )?;
    Ok(())
}

// ── History ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SettingChange {
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
    /// `staff:ID` or `cli:USER`; empty: the machine's file.
    pub actor: String,
    pub key: String,
    /// JSON, as the next; none: as the file or the defaults say.
    pub before: Option<String>,
    pub after: Option<String>,
}

const CHANGE: &str = "SELECT id, at, actor, key, before, after FROM setting_change";

/// The newest changes before the one with this id, newest first; of one setting where a key is given.
pub fn history(tx: &mut dyn Tx, key: Option<&str>, before: i64, limit: i64) -> Result<Vec<SettingChange>> {
    match key {
        Some(key) => {
            tx.all(&format!("{CHANGE} WHERE key = $1 AND id < $2 ORDER BY id DESC LIMIT $3"), vals![key, before, limit])
        }
        None => tx.all(&format!("{CHANGE} WHERE id < $1 ORDER BY id DESC LIMIT $2"), vals![before, limit]),
    }
}

// ── What waits ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Deserialize)]
struct WaitingRow {
    id: i64,
    changes: String,
    asked_at: i64,
    force_at: i64,
    actor: String,
    failure: Option<String>,
}

/// Changes that wait.
#[derive(Debug, Clone)]
pub struct Waiting {
    pub id: i64,
    pub changes: Changes,
    /// Unix milliseconds, as the next.
    pub asked_at: i64,
    pub force_at: i64,
    pub actor: String,
    pub failure: Option<Failure>,
}

impl WaitingRow {
    fn read(self) -> Result<Waiting> {
        let WaitingRow { id, changes, asked_at, force_at, actor, failure } = self;
        let changes = serde_json::from_str(&changes).with_context(|| format!("setting_waiting {id}: changes"))?;
        let failure = failure.map(|text| serde_json::from_str(&text)).transpose();
        let failure = failure.with_context(|| format!("setting_waiting {id}: failure"))?;
        Ok(Waiting { id, changes, asked_at, force_at, actor, failure })
    }
}

const WAITING: &str = "SELECT id, changes, asked_at, force_at, actor, failure FROM setting_waiting";

/// All that waits, oldest first: a handful.
pub fn list_waiting(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    let rows: Vec<WaitingRow> = tx.all(&format!("{WAITING} ORDER BY id"), vals![])?;
    rows.into_iter().map(WaitingRow::read).collect()
}

pub fn find_waiting(tx: &mut dyn Tx, id: i64) -> Result<Option<Waiting>> {
    let row: Option<WaitingRow> = tx.find(&format!("{WAITING} WHERE id = $1"), vals![id])?;
    row.map(WaitingRow::read).transpose()
}

/// The ids of those whose day is over.
pub fn list_due(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT id FROM setting_waiting WHERE force_at <= $1 AND failure IS NULL ORDER BY id LIMIT $2",
        vals![now.as_millisecond(), limit],
    )
}

pub fn add_waiting(
    tx: &mut dyn Tx,
    changes: &Changes,
    actor: &str,
    (now, force_at): (Timestamp, Timestamp),
) -> Result<i64> {
    let changes = serde_json::to_string(changes).context("changes of settings")?;
    tx.one(
        "INSERT INTO setting_waiting (changes, asked_at, force_at, actor) VALUES ($1, $2, $3, $4) RETURNING id",
        vals![changes, now.as_millisecond(), force_at.as_millisecond(), actor],
    )
}

pub fn delete_waiting(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM setting_waiting WHERE id = $1", vals![id])?;
    Ok(())
}

/// Notes why a change could not come into force: it waits for somebody.
pub fn fail(tx: &mut dyn Tx, id: i64, failure: &Failure) -> Result<()> {
    let failure = serde_json::to_string(failure).context("why a change of settings failed")?;
    tx.exec("UPDATE setting_waiting SET failure = $2 WHERE id = $1", vals![id, failure])?;
    Ok(())
}
