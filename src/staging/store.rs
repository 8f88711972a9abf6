//! All SQL of the copy's state.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AnonymisedCopyState")]
pub enum State {
    Making,
    Ready,
    Failed,
}

/// The row. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    pub state: State,
    pub requested_at: i64,
    pub percent: i64,
    pub made_at: Option<i64>,
    pub bytes: Option<i64>,
    pub failure: Option<String>,
}

pub fn find_row(tx: &mut dyn Tx) -> Result<Option<Row>> {
    tx.find("SELECT state, requested_at, percent, made_at, bytes, failure FROM anonymised_copy WHERE id = 1", vals![])
}

/// Asks for a new one, in place of the last.
pub(super) fn save_requested(tx: &mut dyn Tx, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO anonymised_copy (id, state, requested_at) VALUES (1, 'making', $1)
         ON CONFLICT (id) DO UPDATE SET state = 'making', requested_at = excluded.requested_at, percent = 0,
             made_at = NULL, bytes = NULL, failure = NULL",
        vals![now.as_millisecond()],
    )?;
    Ok(())
}

pub fn save_progress(tx: &mut dyn Tx, percent: i64) -> Result<()> {
    tx.exec("UPDATE anonymised_copy SET percent = $1 WHERE state = 'making' AND percent < $1", vals![percent])?;
    Ok(())
}

/// Notes that it is ready; false if it was deleted while it was made.
pub fn save_ready(tx: &mut dyn Tx, bytes: i64, now: Timestamp) -> Result<bool> {
    let ready = tx.exec(
        "UPDATE anonymised_copy SET state = 'ready', percent = 100, made_at = $1, bytes = $2 WHERE state = 'making'",
        vals![now.as_millisecond(), bytes],
    )?;
    Ok(ready == 1)
}

pub fn save_failed(tx: &mut dyn Tx, failure: &str) -> Result<()> {
    tx.exec("UPDATE anonymised_copy SET state = 'failed', failure = $1 WHERE state = 'making'", vals![failure])?;
    Ok(())
}

pub fn delete(tx: &mut dyn Tx) -> Result<()> {
    tx.exec("DELETE FROM anonymised_copy WHERE id = 1", vals![])?;
    Ok(())
}
