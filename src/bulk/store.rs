//! All SQL of work on many things.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::types::{BulkCall, BulkFailure, RunState};
use crate::call::{SignedIn, StaffMember};
use crate::db::{Tx, by_ids};
use crate::deed::types::Failure;
use crate::error::Result;
use crate::vals;

/// What has become of a thing of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemState {
    Waiting,
    /// Its deed is pending.
    Asked,
    Done,
    Failed,
    Undone,
    Stopped,
}

impl ItemState {
    const fn code(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Asked => "asked",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Undone => "undone",
            Self::Stopped => "stopped",
        }
    }
}

// ── Runs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A run as stored. Times are Unix milliseconds.
#[derive(Debug, Clone, Deserialize)]
pub struct Run {
    pub id: i64,
    pub call: String,
    /// JSON.
    pub args: String,
    pub staff_id: i64,
    pub staff_name: String,
    /// The token of the program that has asked; none: a person.
    pub token_id: Option<i64>,
    pub state: RunState,
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
}

const RUN: &str =
    "SELECT id, call, args, staff_id, staff_name, token_id, state, created_at, started_at, ended_at FROM bulk_run";

pub fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Run>> {
    tx.find(&format!("{RUN} WHERE id = $1"), vals![id])
}

/// Running ones first, then the newest.
pub fn list(tx: &mut dyn Tx, limit: i64) -> Result<Vec<Run>> {
    let mut runs: Vec<Run> =
        tx.all(&format!("{RUN} WHERE state = 'running' AND id > 0 ORDER BY id DESC LIMIT $1"), vals![limit])?;
    let ended: Vec<Run> = tx.all(&format!("{RUN} WHERE id > 0 ORDER BY id DESC LIMIT $1"), vals![limit])?;
    runs.extend(ended.into_iter().filter(|run| matches!(run.state, RunState::Done | RunState::Stopped)));
    Ok(runs)
}

/// Saves a draft with its things; answers its id. A person, or a program, has one at a time.
pub fn save_draft(tx: &mut dyn Tx, member: &StaffMember, call: BulkCall, things: &[(String, String)]) -> Result<i64> {
    let SignedIn { staff_id, token_id, .. } = member.who;
    tx.exec(
        "DELETE FROM bulk_run WHERE staff_id = $1 AND token_id IS $2 AND state = 'draft'",
        vals![staff_id, token_id],
    )?;
    let id: i64 = tx.one(
        "INSERT INTO bulk_run (call, args, staff_id, staff_name, is_proved, network, state, created_at, token_id)
         VALUES ($1, '{}', $2, $3, 0, $4, 'draft', $5, $6) RETURNING id",
        vals![
            call.path(),
            staff_id,
            &member.who.name,
            &member.client.network_hash,
            member.client.now().as_millisecond(),
            token_id
        ],
    )?;
    for (position, (thing, seen)) in (0_i64..).zip(things) {
        tx.exec(
            "INSERT INTO bulk_item (run_id, position, thing, seen, state) VALUES ($1, $2, $3, $4, 'waiting')
             ON CONFLICT DO NOTHING",
            vals![id, position, thing, seen],
        )?;
    }
    Ok(id)
}

/// Starts a draft, or an ended run once more.
pub fn save_started(tx: &mut dyn Tx, id: i64, args: &Value, is_proved: bool, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE bulk_run SET args = $2, is_proved = $3, state = 'running', started_at = $4, ended_at = NULL WHERE id = $1",
        vals![id, args.to_string(), is_proved, now.as_millisecond()],
    )?;
    Ok(())
}

pub fn save_ended(tx: &mut dyn Tx, id: i64, state: RunState, now: Timestamp) -> Result<()> {
    let code = if state == RunState::Stopped { "stopped" } else { "done" };
    tx.exec("UPDATE bulk_run SET state = $2, ended_at = $3 WHERE id = $1", vals![id, code, now.as_millisecond()])?;
    Ok(())
}

pub fn delete(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM bulk_run WHERE id = $1", vals![id])?;
    Ok(())
}

/// Deletes drafts and ended runs that were asked for before these times, at most `limit`: what was typed may name a customer.
pub fn delete_old(tx: &mut dyn Tx, drafts: Timestamp, ended: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM bulk_run WHERE id IN
             (SELECT id FROM bulk_run WHERE created_at < $1 AND (state = 'draft' OR state <> 'running' AND created_at < $2)
              ORDER BY created_at LIMIT $3)",
        vals![drafts.as_millisecond(), ended.as_millisecond(), limit],
    )
}

/// Running ones of a person, or of a program.
pub fn count_running(tx: &mut dyn Tx, who: &SignedIn) -> Result<i64> {
    tx.one(
        "SELECT COUNT(*) FROM bulk_run WHERE staff_id = $1 AND token_id IS $2 AND state = 'running'",
        vals![who.staff_id, who.token_id],
    )
}

pub fn list_running(tx: &mut dyn Tx) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM bulk_run WHERE state = 'running' AND id > 0 ORDER BY id", vals![])
}

/// Who has asked for a run.
#[derive(Debug, Clone, Deserialize)]
pub struct Author {
    pub staff_id: i64,
    /// The token of the program that has asked; none: a person.
    pub token_id: Option<i64>,
    /// Whether password and code had been asked just before.
    pub is_proved: bool,
    /// Keyed hash of the network from which it was asked for.
    pub network: String,
    /// Unix milliseconds.
    pub started_at: i64,
}

pub fn find_author(tx: &mut dyn Tx, id: i64) -> Result<Option<Author>> {
    tx.find(
        "SELECT staff_id, token_id, is_proved, network, started_at FROM bulk_run WHERE id = $1 AND state = 'running'",
        vals![id],
    )
}

// ── Things ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A thing of a run.
#[derive(Debug, Clone, Deserialize)]
pub struct Item {
    pub position: i64,
    pub thing: String,
    pub seen: String,
}

/// How many things of a run are in each state.
pub type Counts = HashMap<ItemState, i64>;

pub fn counts(tx: &mut dyn Tx, id: i64) -> Result<Counts> {
    Ok(counts_of(tx, &[id])?.remove(&id).unwrap_or_default())
}

/// The counts of many runs, by id.
pub fn counts_of(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, Counts>> {
    const SQL: &str = "SELECT run_id, state, COUNT(*) FROM bulk_item WHERE run_id IN ($ids) GROUP BY run_id, state";
    let mut found: HashMap<i64, Counts> = HashMap::new();
    for (id, state, count) in by_ids::<(i64, ItemState, i64)>(tx, SQL, ids, &[])? {
        found.entry(id).or_default().insert(state, count);
    }
    Ok(found)
}

/// The things in a state, in the order of the list, at most `limit`.
pub fn list_items(tx: &mut dyn Tx, id: i64, state: ItemState, limit: i64) -> Result<Vec<Item>> {
    tx.all(
        "SELECT position, thing, seen FROM bulk_item WHERE run_id = $1 AND state = $2 ORDER BY position LIMIT $3",
        vals![id, state.code(), limit],
    )
}

/// The things from a position on, whatever has become of them.
pub fn list_from(tx: &mut dyn Tx, id: i64, position: i64, limit: i64) -> Result<Vec<String>> {
    tx.all(
        "SELECT thing FROM bulk_item WHERE run_id = $1 AND position >= $2 ORDER BY position LIMIT $3",
        vals![id, position, limit],
    )
}

/// The thing at a position, as long as it waits.
pub fn find_waiting(tx: &mut dyn Tx, id: i64, position: i64) -> Result<Option<Item>> {
    tx.find(
        "SELECT position, thing, seen FROM bulk_item WHERE run_id = $1 AND position = $2 AND state = 'waiting'",
        vals![id, position],
    )
}

/// Whether a thing of the run had been paid when it was chosen.
pub fn has_paid(tx: &mut dyn Tx, id: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM bulk_item WHERE run_id = $1 AND seen NOT LIKE '% 0' LIMIT 1";
    Ok(tx.find::<i64>(sql, vals![id])?.is_some())
}

pub fn save_item(tx: &mut dyn Tx, id: i64, position: i64, state: ItemState, failure: Option<&Failure>) -> Result<()> {
    let failure = failure.map(serde_json::to_string).transpose().map_err(anyhow::Error::from)?;
    tx.exec(
        "UPDATE bulk_item SET state = $3, failure = $4 WHERE run_id = $1 AND position = $2",
        vals![id, position, state.code(), failure],
    )?;
    Ok(())
}

/// Records what has become of the deed of a thing; false if it has none.
pub fn save_deed(tx: &mut dyn Tx, id: i64, thing: &str, state: ItemState, failure: Option<&Failure>) -> Result<bool> {
    let failure = failure.map(serde_json::to_string).transpose().map_err(anyhow::Error::from)?;
    let changed = tx.exec(
        "UPDATE bulk_item SET state = $3, failure = $4 WHERE run_id = $1 AND thing = $2 AND state = 'asked'",
        vals![id, thing, state.code(), failure],
    )?;
    Ok(changed == 1)
}

/// Lets a thing that failed wait once more, as it is now.
pub fn save_waiting(tx: &mut dyn Tx, id: i64, position: i64, seen: &str) -> Result<()> {
    tx.exec(
        "UPDATE bulk_item SET state = 'waiting', seen = $3, failure = NULL WHERE run_id = $1 AND position = $2",
        vals![id, position, seen],
    )?;
    Ok(())
}

/// Moves all things of a state to another.
pub fn move_items(tx: &mut dyn Tx, id: i64, from: ItemState, to: ItemState) -> Result<()> {
    tx.exec("UPDATE bulk_item SET state = $3 WHERE run_id = $1 AND state = $2", vals![id, from.code(), to.code()])?;
    Ok(())
}

/// What failed after a position, with its position.
pub fn list_failures(tx: &mut dyn Tx, id: i64, after: i64, limit: i64) -> Result<Vec<(i64, BulkFailure)>> {
    let rows: Vec<(i64, String, String)> = tx.all(
        "SELECT position, thing, failure FROM bulk_item
         WHERE run_id = $1 AND state = 'failed' AND position > $2 ORDER BY position LIMIT $3",
        vals![id, after, limit],
    )?;
    let failure = |(position, thing, failure): (i64, String, String)| {
        let failure = serde_json::from_str(&failure).map_err(anyhow::Error::from)?;
        Ok((position, BulkFailure { thing, failure }))
    };
    rows.into_iter().map(failure).collect()
}
