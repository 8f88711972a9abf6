//! All SQL of the audit.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::seal::content_digest;
use super::{Actor, Change, Origin};
use crate::call::fresh;
use crate::db::{Tx, Val};
use crate::error::Result;
use crate::vals;

/// An entry to be written.
pub(super) struct New<'a> {
    pub actor: &'a Actor,
    pub origin: &'a Origin,
    pub call: &'a str,
    pub outcome: &'a str,
    pub change: &'a Change,
}

/// Writes an entry. Each of a transaction has a salt of its own: erasing one must not leave its salt in another.
pub(super) fn save(tx: &mut dyn Tx, new: &New<'_>, now: Timestamp) -> Result<()> {
    let Change { noun, thing, before, after, also: _ } = new.change;
    let [before, after] = [before, after].map(|value| value.as_ref().map(ToString::to_string));
    let network = new.origin.network.as_deref();
    let salt = fresh(&new.origin.salt, &format!("{noun} {thing} {before:?} {after:?}"));
    let digest = content_digest(&salt, before.as_deref(), after.as_deref(), network);
    tx.exec(
        "INSERT INTO audit_entry
             (at, actor, call, outcome, noun, thing, \"before\", \"after\", network, salt, content_digest)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        vals![
            now.as_millisecond(),
            new.actor.to_string(),
            new.call,
            new.outcome,
            *noun,
            thing,
            before,
            after,
            network,
            salt,
            digest
        ],
    )?;
    Ok(())
}

/// An entry as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
    pub actor: String,
    pub call: String,
    pub outcome: String,
    pub noun: String,
    pub thing: String,
    /// JSON.
    pub before: Option<String>,
    pub after: Option<String>,
    pub network: Option<String>,
}

/// Which entries are listed; all by default.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only those with a lower id.
    pub before: Option<i64>,
    pub actor: Option<String>,
    pub noun: Option<String>,
    /// Unix milliseconds, inclusive.
    pub from_at: Option<i64>,
    pub to_at: Option<i64>,
}

/// Entries, the latest first, at most `limit`.
pub fn list(tx: &mut dyn Tx, filter: &Filter, limit: i64) -> Result<Vec<Stored>> {
    let mut params: Vec<Val> = vec![limit.into()];
    let mut wanted = String::from("1 = 1");
    let Filter { before, actor, noun, from_at, to_at } = filter;
    // Only the conditions that are asked for, so that each has its index.
    for (condition, value) in [
        ("id <", before.map(Val::from)),
        ("actor =", actor.as_ref().map(Val::from)),
        ("noun =", noun.as_ref().map(Val::from)),
        ("at >=", from_at.map(Val::from)),
        ("at <=", to_at.map(Val::from)),
    ] {
        if let Some(value) = value {
            params.push(value);
            wanted.push_str(&format!(" AND {condition} ${}", params.len()));
        }
    }
    tx.all(
        &format!(
            "SELECT id, at, actor, call, outcome, noun, thing, \"before\", \"after\", network FROM audit_entry
             WHERE {wanted} ORDER BY id DESC LIMIT $1"
        ),
        &params,
    )
}

/// Whether an entry of the actor tells of this call and thing, at `since` or later.
pub(super) fn has_viewed(tx: &mut dyn Tx, actor: &Actor, call: &str, thing: &str, since: Timestamp) -> Result<bool> {
    let found: Option<i64> = tx.find(
        "SELECT id FROM audit_entry WHERE actor = $1 AND call = $2 AND thing = $3 AND at >= $4 LIMIT 1",
        vals![actor.to_string(), call, thing, since.as_millisecond()],
    )?;
    Ok(found.is_some())
}

/// Whether somebody else has done something to a thing, at `since` or later.
pub(super) fn is_touched(tx: &mut dyn Tx, (noun, thing): (&str, &str), by: &Actor, since: Timestamp) -> Result<bool> {
    let found: Option<i64> = tx.find(
        "SELECT id FROM audit_entry
         WHERE noun = $1 AND thing = $2 AND actor <> $3 AND at >= $4 AND outcome = 'done' LIMIT 1",
        vals![noun, thing, by.to_string(), since.as_millisecond()],
    )?;
    Ok(found.is_some())
}

/// An entry as its seal covers it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Sealable {
    pub id: i64,
    pub at: i64,
    pub actor: String,
    pub call: String,
    pub outcome: String,
    pub noun: String,
    pub thing: String,
    pub before: Option<String>,
    pub after: Option<String>,
    pub network: Option<String>,
    /// None where the contents have been erased.
    pub salt: Option<Vec<u8>>,
    pub content_digest: Vec<u8>,
}

const SEALABLE: &str =
    "SELECT id, at, actor, call, outcome, noun, thing, \"before\", \"after\", network, salt, content_digest
     FROM audit_entry";

/// Entries without a seal, at most `limit`.
pub(super) fn list_unsealed(tx: &mut dyn Tx, limit: i64) -> Result<Vec<Sealable>> {
    tx.all(&format!("{SEALABLE} WHERE seal IS NULL AND id > 0 ORDER BY id LIMIT $1"), vals![limit])
}

/// The entries of a seal.
pub(super) fn list_sealed(tx: &mut dyn Tx, number: i64) -> Result<Vec<Sealable>> {
    tx.all(&format!("{SEALABLE} WHERE seal = $1 ORDER BY id"), vals![number])
}

/// Whether entries wait for a seal.
pub fn has_new(tx: &mut dyn Tx) -> Result<bool> {
    Ok(tx.find::<i64>("SELECT id FROM audit_entry WHERE seal IS NULL AND id > 0 LIMIT 1", vals![])?.is_some())
}

pub(super) fn count_unsealed(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM audit_entry WHERE seal IS NULL AND id > 0", vals![])
}

/// A seal.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Seal {
    pub number: i64,
    pub at: i64,
    pub entries: i64,
    pub previous_hash: Vec<u8>,
    pub hash: Vec<u8>,
}

const SEAL: &str = "SELECT number, at, entries, previous_hash, hash FROM audit_seal";

pub(super) fn last_seal(tx: &mut dyn Tx) -> Result<Option<Seal>> {
    tx.find(&format!("{SEAL} ORDER BY number DESC LIMIT 1"), vals![])
}

/// The first seal after `number`.
pub(super) fn next_seal(tx: &mut dyn Tx, number: i64) -> Result<Option<Seal>> {
    tx.find(&format!("{SEAL} WHERE number > $1 ORDER BY number LIMIT 1"), vals![number])
}

/// Whether a seal has left the machine.
pub(super) fn is_told(tx: &mut dyn Tx, number: i64) -> Result<bool> {
    Ok(tx.find::<i64>("SELECT seal FROM audit_letter WHERE seal = $1", vals![number])?.is_some())
}

pub(super) fn save_told(tx: &mut dyn Tx, number: i64, now: Timestamp) -> Result<()> {
    tx.exec("INSERT INTO audit_letter (seal, sent_at) VALUES ($1, $2)", vals![number, now.as_millisecond()])?;
    Ok(())
}

/// Writes a seal and marks its entries.
pub(super) fn save_seal(tx: &mut dyn Tx, seal: &Seal, ids: &[i64]) -> Result<()> {
    tx.exec(
        "INSERT INTO audit_seal (number, at, entries, previous_hash, hash) VALUES ($1, $2, $3, $4, $5)",
        vals![seal.number, seal.at, seal.entries, seal.previous_hash.clone(), seal.hash.clone()],
    )?;
    for id in ids {
        tx.exec("UPDATE audit_entry SET seal = $2 WHERE id = $1", vals![*id, seal.number])?;
    }
    Ok(())
}
