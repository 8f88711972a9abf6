//! All SQL of restores.

use jiff::Timestamp;
use serde::Deserialize;

use super::types::{Item, State};
use crate::audit::Actor;
use crate::db::Tx;
use crate::domain::permission::Permission;
use crate::error::Result;
use crate::{token, vals};

/// A row. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Restore {
    pub id: i64,
    pub token: String,
    /// Name of the file in the folder of copies.
    pub copy: String,
    pub actor: String,
    pub actor_name: String,
    pub requested_at: i64,
    pub due_at: i64,
    pub state: String,
    pub ended_at: Option<i64>,
    pub failure: Option<String>,
    pub kept: Option<String>,
    pub missing_pictures: i64,
}

const RESTORE: &str =
    "SELECT id, token, copy, actor, actor_name, requested_at, due_at, state, ended_at, failure, kept, missing_pictures
     FROM restore";

/// How a restore has ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ended<'a> {
    pub kept: Option<&'a str>,
    pub missing_pictures: usize,
}

impl Restore {
    pub fn item(&self) -> Result<Item> {
        let time = |at: i64| Ok::<_, crate::error::Error>(moment(at)?.to_string());
        Ok(Item {
            id: self.id,
            copy: self.copy.clone(),
            state: match self.state.as_str() {
                "scheduled" => State::Scheduled,
                "running" => State::Running,
                "done" => State::Done,
                "called_off" => State::CalledOff,
                _ => State::Failed,
            },
            by: self.actor_name.clone(),
            requested_at: time(self.requested_at)?,
            due_at: time(self.due_at)?,
            ended_at: self.ended_at.map(time).transpose()?,
            failure: self.failure.clone(),
            kept: self.kept.clone(),
            missing_pictures: self.missing_pictures,
        })
    }
}

pub(super) fn moment(at: i64) -> Result<Timestamp> {
    Ok(Timestamp::from_millisecond(at).map_err(anyhow::Error::from)?)
}

/// A new restore that is scheduled.
#[derive(Debug, Clone, Copy)]
pub(super) struct New<'a> {
    pub token: &'a str,
    pub copy: &'a str,
    pub actor: &'a str,
    pub actor_name: &'a str,
    pub due_at: Timestamp,
}

pub(super) fn save(tx: &mut dyn Tx, new: New<'_>, now: Timestamp) -> Result<i64> {
    tx.one(
        "INSERT INTO restore (token, copy, actor, actor_name, requested_at, due_at, state)
         VALUES ($1, $2, $3, $4, $5, $6, 'scheduled') RETURNING id",
        vals![new.token, new.copy, new.actor, new.actor_name, now.as_millisecond(), new.due_at.as_millisecond()],
    )
}

/// The one that is scheduled or under way.
pub(super) fn find_open(tx: &mut dyn Tx) -> Result<Option<Restore>> {
    tx.find(
        &format!("{RESTORE} WHERE state IN ('scheduled', 'running') AND due_at > 0 ORDER BY due_at LIMIT 1"),
        vals![],
    )
}

/// What the system tells: the open one, else the last one that somebody should know of.
pub fn find_current(tx: &mut dyn Tx, since: Timestamp) -> Result<Option<Restore>> {
    if let Some(open) = find_open(tx)? {
        return Ok(Some(open));
    }
    tx.find(
        &format!(
            "{RESTORE} WHERE id = (SELECT max(id) FROM restore) AND is_read = 0
                 AND state IN ('done', 'failed') AND ended_at > $1"
        ),
        vals![since.as_millisecond()],
    )
}

pub(super) fn find_by_token(tx: &mut dyn Tx, token: &str) -> Result<Option<Restore>> {
    tx.find(&format!("{RESTORE} WHERE token = $1"), vals![token])
}

/// Whether one is due. The first condition is that of the index of open ones.
pub fn is_due(tx: &mut dyn Tx, now: Timestamp) -> Result<bool> {
    let due: Option<i64> = tx.find(
        "SELECT id FROM restore WHERE state IN ('scheduled', 'running') AND state = 'scheduled' AND due_at <= $1 LIMIT 1",
        vals![now.as_millisecond()],
    )?;
    Ok(due.is_some())
}

/// Begins the one that is due: from now on it cannot be called off. None if it was meanwhile, or if whoever asked for it may not
/// any more, which it says as its failure.
pub fn begin(tx: &mut dyn Tx, now: Timestamp) -> Result<Option<Restore>> {
    let due = find_open(tx)?.filter(|open| open.state == "scheduled" && open.due_at <= now.as_millisecond());
    let Some(due) = due else { return Ok(None) };
    if !token::may_still(tx, &Actor::read(&due.actor), Permission::System, now)? {
        let failure = format!(
            "{} may not restore any more: whoever asked for it was shut out, or has another role",
            due.actor_name
        );
        tracing::warn!(copy = due.copy, failure, "a restore does not begin");
        tx.exec(
            "UPDATE restore SET state = 'failed', failure = $2, ended_at = $3 WHERE id = $1",
            vals![due.id, failure, now.as_millisecond()],
        )?;
        return Ok(None);
    }
    tx.exec("UPDATE restore SET state = 'running' WHERE id = $1", vals![due.id])?;
    Ok(Some(due))
}

/// Calls one off; false if it has begun or ended.
pub(super) fn save_called_off(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<bool> {
    let ended = tx.exec(
        "UPDATE restore SET state = 'called_off', ended_at = $2 WHERE id = $1 AND state = 'scheduled'",
        vals![id, now.as_millisecond()],
    )?;
    Ok(ended == 1)
}

/// Notes why the open ones have failed; answers whether there were any.
pub(super) fn save_failed(tx: &mut dyn Tx, failure: &str, now: Timestamp) -> Result<bool> {
    let failed = tx.exec(
        "UPDATE restore SET state = 'failed', failure = $1, ended_at = $2 WHERE state = 'running'",
        vals![failure, now.as_millisecond()],
    )?;
    Ok(failed > 0)
}

/// In a database that comes back, nothing is scheduled: what was, when the copy was made, is over.
pub(super) fn end_open(tx: &mut dyn Tx, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE restore SET state = 'called_off', ended_at = $1 WHERE state IN ('scheduled', 'running')",
        vals![now.as_millisecond()],
    )?;
    Ok(())
}

/// Writes a restore into the database that came back by it.
pub(super) fn save_done(tx: &mut dyn Tx, of: &Restore, ended: Ended<'_>, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO restore (token, copy, actor, actor_name, requested_at, due_at, state, ended_at, kept, missing_pictures)
         VALUES ($1, $2, $3, $4, $5, $6, 'done', $7, $8, $9)
         ON CONFLICT (token) DO UPDATE SET state = 'done', ended_at = excluded.ended_at, failure = NULL,
             kept = excluded.kept, missing_pictures = excluded.missing_pictures",
        vals![
            &of.token,
            &of.copy,
            &of.actor,
            &of.actor_name,
            of.requested_at,
            of.due_at,
            now.as_millisecond(),
            ended.kept,
            i64::try_from(ended.missing_pictures).map_err(anyhow::Error::from)?
        ],
    )?;
    Ok(())
}

/// Somebody has taken note of how one ended; false if there is none such.
pub(super) fn save_read(tx: &mut dyn Tx, id: i64) -> Result<bool> {
    let read = tx.exec(
        "UPDATE restore SET is_read = 1 WHERE id = $1 AND is_read = 0 AND state IN ('done', 'failed')",
        vals![id],
    )?;
    Ok(read == 1)
}

/// Failures that nobody has taken note of yet, newest first.
pub fn list_failed(tx: &mut dyn Tx) -> Result<Vec<Restore>> {
    tx.all(
        &format!("{RESTORE} WHERE state = 'failed' AND is_read = 0 AND ended_at > 0 ORDER BY ended_at DESC"),
        vals![],
    )
}
