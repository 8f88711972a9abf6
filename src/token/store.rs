//! All SQL of tokens.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;

use crate::db::{Tx, by_ids};
use crate::domain::permission::{self, Permissions};
use crate::error::Result;
use crate::session;
use crate::vals;

/// A token as stored. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Token {
    pub id: i64,
    pub name: String,
    /// Who has made it.
    pub staff_id: i64,
    pub created_at: i64,
    pub expires_at: i64,
    pub last_used_at: Option<i64>,
    /// Of the last use: keyed hash.
    pub network: Option<String>,
    pub revoked_at: Option<i64>,
}

impl Token {
    /// Whether it has neither ended nor been revoked. Its maker may be disabled nevertheless.
    pub fn is_in_force(&self, now: Timestamp) -> bool {
        self.revoked_at.is_none() && self.expires_at > now.as_millisecond()
    }
}

const TOKEN: &str =
    "SELECT id, name, staff_id, created_at, expires_at, last_used_at, network, revoked_at FROM api_token";

pub(super) fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Token>> {
    tx.find(&format!("{TOKEN} WHERE id = $1"), vals![id])
}

pub(super) fn find_by_secret(tx: &mut dyn Tx, secret: &str) -> Result<Option<Token>> {
    tx.find(&format!("{TOKEN} WHERE secret_hash = $1"), vals![session::hash(secret)])
}

/// All, the newest first; those that have ended are there until they are deleted.
pub(super) fn list(tx: &mut dyn Tx) -> Result<Vec<Token>> {
    tx.all(&format!("{TOKEN} ORDER BY id DESC"), vals![])
}

/// Ids of the tokens in force.
pub fn list_in_force(tx: &mut dyn Tx, now: Timestamp) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM api_token WHERE revoked_at IS NULL AND expires_at > $1", vals![now.as_millisecond()])
}

/// Revokes all tokens but these.
pub fn revoke_others(tx: &mut dyn Tx, ids: &[i64], now: Timestamp) -> Result<()> {
    for id in list_in_force(tx, now)?.into_iter().filter(|id| !ids.contains(id)) {
        tx.exec("UPDATE api_token SET revoked_at = $2 WHERE id = $1", vals![id, now.as_millisecond()])?;
    }
    Ok(())
}

/// Tokens in force that end until `until` and were used after `used`, the next to end first.
pub(super) fn list_ending(tx: &mut dyn Tx, now: Timestamp, until: Timestamp, used: Timestamp) -> Result<Vec<Token>> {
    tx.all(
        &format!(
            "{TOKEN} WHERE expires_at > $1 AND expires_at <= $2 AND last_used_at > $3 AND revoked_at IS NULL
             ORDER BY expires_at, id"
        ),
        vals![now.as_millisecond(), until.as_millisecond(), used.as_millisecond()],
    )
}

/// The names of tokens, by id.
pub fn names(tx: &mut dyn Tx, ids: &[i64]) -> Result<BTreeMap<i64, String>> {
    let sql = "SELECT id, name FROM api_token WHERE id IN ($ids)";
    Ok(by_ids::<(i64, String)>(tx, sql, ids, &[])?.into_iter().collect())
}

pub(super) fn permissions(tx: &mut dyn Tx, id: i64) -> Result<Permissions> {
    let codes: Vec<String> = tx.all("SELECT permission FROM api_token_permission WHERE token_id = $1", vals![id])?;
    Ok(permission::from_codes(codes.iter().map(String::as_str)))
}

/// The permissions of all tokens, by id.
pub(super) fn all_permissions(tx: &mut dyn Tx) -> Result<BTreeMap<i64, Permissions>> {
    let rows: Vec<(i64, String)> =
        tx.all("SELECT token_id, permission FROM api_token_permission ORDER BY token_id", vals![])?;
    let mut permissions = BTreeMap::<i64, Permissions>::new();
    for (id, code) in rows {
        permissions.entry(id).or_default().extend(permission::from_codes([code.as_str()]));
    }
    Ok(permissions)
}

pub(super) fn count_in_force(tx: &mut dyn Tx, now: Timestamp) -> Result<usize> {
    let sql = "SELECT COUNT(*) FROM api_token WHERE expires_at > $1 AND revoked_at IS NULL";
    let count: i64 = tx.one(sql, vals![now.as_millisecond()])?;
    Ok(usize::try_from(count).unwrap_or_default())
}

/// A token to be saved.
pub(super) struct NewToken<'a> {
    pub name: &'a str,
    pub secret: &'a str,
    pub staff_id: i64,
    pub permissions: &'a Permissions,
    pub expires_at: Timestamp,
}

/// Saves a token; answers its id.
pub(super) fn save(tx: &mut dyn Tx, new: &NewToken<'_>, now: Timestamp) -> Result<i64> {
    let id: i64 = tx.one(
        "INSERT INTO api_token (name, secret_hash, staff_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
         RETURNING id",
        vals![new.name, session::hash(new.secret), new.staff_id, now.as_millisecond(), new.expires_at.as_millisecond()],
    )?;
    for permission in new.permissions {
        let sql = "INSERT INTO api_token_permission (token_id, permission) VALUES ($1, $2)";
        tx.exec(sql, vals![id, permission.code()])?;
    }
    Ok(id)
}

pub(super) fn save_use(tx: &mut dyn Tx, id: i64, network: &str, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE api_token SET last_used_at = $2, network = $3 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)",
        vals![id, now.as_millisecond(), network],
    )?;
    Ok(())
}

pub(super) fn save_revoked(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    tx.exec("UPDATE api_token SET revoked_at = $2 WHERE id = $1", vals![id, now.as_millisecond()])?;
    Ok(())
}

/// Deletes tokens that had ended, or were revoked, before a time, at most `limit` of each; answers how many.
pub fn delete_ended(tx: &mut dyn Tx, before: Timestamp, limit: i64) -> Result<u64> {
    let mut deleted = 0;
    for column in ["expires_at", "revoked_at"] {
        deleted += tx.exec(
            &format!(
                "DELETE FROM api_token WHERE id IN
                     (SELECT id FROM api_token WHERE {column} < $1 ORDER BY {column} LIMIT $2)"
            ),
            vals![before.as_millisecond(), limit],
        )?;
    }
    Ok(deleted)
}
