//! Pictures that were put in and have no sizes yet, or have got them, or could not get them: all SQL of what [`crate::picture`] does.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::audit::Actor;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// How long an upload that has ended is listed.
const LISTED: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Uploads of a product or category that are listed.
const MOST: i64 = 200;

/// What has become of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PictureState")]
pub enum State {
    /// Its sizes are being made, or wait for their turn.
    Waiting,
    Done,
    /// It could not be made into the shop's sizes; the log says why.
    Failed,
}

/// What a picture is put in for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    /// Its SKU.
    Product(String),
    /// Its key.
    Category(String),
}

impl Owner {
    fn columns(&self) -> (&str, &str) {
        match self {
            Self::Product(sku) => (sku, ""),
            Self::Category(key) => ("", key),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    pub name: String,
    /// Its file below [`super::media::FOLDER`].
    pub original: String,
    pub state: State,
    pub attempts: i64,
    /// Unix milliseconds.
    pub requested_at: i64,
}

const ROW: &str = "SELECT name, original, state, attempts, requested_at FROM picture_upload";

/// The uploads of a product or category, oldest first.
pub fn list(tx: &mut dyn Tx, of: &Owner) -> Result<Vec<Row>> {
    let (which, key) = match of {
        Owner::Product(sku) => ("sku = $1 AND category = ''", sku),
        Owner::Category(key) => ("category = $1 AND category <> ''", key),
    };
    tx.all(&format!("{ROW} WHERE {which} ORDER BY requested_at, name LIMIT $2"), vals![key, MOST])
}

pub fn find(tx: &mut dyn Tx, name: &str) -> Result<Option<Row>> {
    tx.find(&format!("{ROW} WHERE name = $1"), vals![name])
}

/// The one whose turn it is.
pub fn next_waiting(tx: &mut dyn Tx) -> Result<Option<Row>> {
    tx.find(&format!("{ROW} WHERE state = 'waiting' ORDER BY requested_at, name LIMIT 1"), vals![])
}

/// Adds an upload, or makes one anew that was put in before.
pub fn save(tx: &mut dyn Tx, name: &str, of: &Owner, original: &str, actor: &Actor, now: Timestamp) -> Result<()> {
    let (sku, category) = of.columns();
    tx.exec("DELETE FROM picture_upload WHERE ended_at < $1", vals![(now - LISTED).as_millisecond()])?;
    tx.exec(
        "INSERT INTO picture_upload (name, sku, category, original, state, actor, requested_at)
         VALUES ($1, $2, $3, $4, 'waiting', $5, $6)
         ON CONFLICT (name) DO UPDATE SET sku = excluded.sku, category = excluded.category, original = excluded.original,
             state = 'waiting', attempts = 0, actor = excluded.actor, requested_at = excluded.requested_at, ended_at = NULL",
        vals![name, sku, category, original, actor.to_string(), now.as_millisecond()],
    )?;
    Ok(())
}

/// Whether a picture of this name is being made.
pub fn is_coming(tx: &mut dyn Tx, name: &str) -> Result<bool> {
    Ok(find(tx, name)?.is_some_and(|row| row.state != State::Failed))
}

/// Counts a beginning.
pub fn begin(tx: &mut dyn Tx, name: &str) -> Result<()> {
    tx.exec("UPDATE picture_upload SET attempts = attempts + 1 WHERE name = $1", vals![name])?;
    Ok(())
}

/// Ends one that still waits.
pub fn end(tx: &mut dyn Tx, name: &str, state: State, now: Timestamp) -> Result<()> {
    let state = if state == State::Done { "done" } else { "failed" };
    tx.exec(
        "UPDATE picture_upload SET state = $2, ended_at = $3 WHERE name = $1 AND state = 'waiting'",
        vals![name, state, now.as_millisecond()],
    )?;
    Ok(())
}

/// The files of those that wait.
pub(super) fn files(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT original FROM picture_upload WHERE state = 'waiting'", vals![])
}
