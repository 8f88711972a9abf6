//! All SQL of customers' passkeys and of the ceremonies that have begun.

use jiff::Timestamp;
use serde::Deserialize;

use crate::db::Tx;
use crate::error::Result;
use crate::session;
use crate::vals;

// ── Keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A key as it is used.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct KeyRow {
    pub id: i64,
    pub customer_id: i64,
    pub user_handle: Vec<u8>,
    /// JSON of webauthn-rs.
    pub passkey: String,
    pub rp_id: String,
}

pub fn find_by_credential(tx: &mut dyn Tx, credential_id: &[u8]) -> Result<Option<KeyRow>> {
    tx.find(
        "SELECT id, customer_id, user_handle, passkey, rp_id FROM customer_passkey WHERE credential_id = $1",
        vals![credential_id.to_vec()],
    )
}

/// Keeps a key that has signed; false if it has been used or removed since it was read.
pub fn use_key(tx: &mut dyn Tx, read: &KeyRow, passkey: &str, now: Timestamp) -> Result<bool> {
    let kept = tx.exec(
        "UPDATE customer_passkey SET passkey = $3, used_at = $4 WHERE id = $1 AND passkey = $2",
        vals![read.id, &read.passkey, passkey, now.as_millisecond()],
    )?;
    Ok(kept == 1)
}

/// A key as its customer sees it. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Key {
    pub id: i64,
    pub name: String,
    pub rp_id: String,
    pub created_at: i64,
    pub used_at: Option<i64>,
}

const KEY: &str = "SELECT id, name, rp_id, created_at, used_at FROM customer_passkey";

pub fn list_keys(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<Key>> {
    tx.all(&format!("{KEY} WHERE customer_id = $1 ORDER BY id"), vals![customer_id])
}

pub fn find_key(tx: &mut dyn Tx, customer_id: i64, id: i64) -> Result<Option<Key>> {
    tx.find(&format!("{KEY} WHERE customer_id = $1 AND id = $2"), vals![customer_id, id])
}

/// Credential ids of a customer's keys of one host.
pub fn list_credentials(tx: &mut dyn Tx, customer_id: i64, rp_id: &str) -> Result<Vec<Vec<u8>>> {
    tx.all(
        "SELECT credential_id FROM customer_passkey WHERE customer_id = $1 AND rp_id = $2 ORDER BY id",
        vals![customer_id, rp_id],
    )
}

/// By which authenticators know a customer, if the customer has a key.
pub fn find_handle(tx: &mut dyn Tx, customer_id: i64) -> Result<Option<Vec<u8>>> {
    tx.find("SELECT user_handle FROM customer_passkey WHERE customer_id = $1 ORDER BY id LIMIT 1", vals![customer_id])
}

/// A key to be saved.
pub struct NewKey<'a> {
    pub customer_id: i64,
    pub name: &'a str,
    pub credential_id: &'a [u8],
    pub user_handle: &'a [u8],
    pub passkey: &'a str,
    pub rp_id: &'a str,
}

/// Saves a key; false if somebody has one of this credential id.
pub fn save_key(tx: &mut dyn Tx, new: &NewKey<'_>, now: Timestamp) -> Result<bool> {
    let saved = tx.exec(
        "INSERT INTO customer_passkey (customer_id, name, credential_id, user_handle, passkey, rp_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (credential_id) DO NOTHING",
        vals![
            new.customer_id,
            new.name,
            new.credential_id.to_vec(),
            new.user_handle.to_vec(),
            new.passkey,
            new.rp_id,
            now.as_millisecond()
        ],
    )?;
    Ok(saved == 1)
}

pub fn save_name(tx: &mut dyn Tx, customer_id: i64, id: i64, name: &str) -> Result<()> {
    tx.exec("UPDATE customer_passkey SET name = $3 WHERE customer_id = $1 AND id = $2", vals![customer_id, id, name])?;
    Ok(())
}

pub fn delete_key(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM customer_passkey WHERE id = $1", vals![id])?;
    Ok(())
}

/// Removes all keys of a customer; answers how many.
pub fn delete_keys(tx: &mut dyn Tx, customer_id: i64) -> Result<u64> {
    tx.exec("DELETE FROM customer_passkey WHERE customer_id = $1", vals![customer_id])
}

/// Ids of all keys, in their order.
pub fn list_ids(tx: &mut dyn Tx) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM customer_passkey ORDER BY id", vals![])
}

/// Removes all keys but these, which are in their order.
pub fn delete_others(tx: &mut dyn Tx, ids: &[i64]) -> Result<()> {
    let others = list_ids(tx)?.into_iter().filter(|id| ids.binary_search(id).is_err());
    others.into_iter().try_for_each(|id| delete_key(tx, id))
}

// ── Ceremonies ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Ceremonies that may be open at a time: of one kind in a session, whose tabs do not disturb each other, and in a network.
pub const SESSION_MOST: i64 = 5;
pub const NETWORK_MOST: i64 = 200;

/// What a ceremony is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Register,
    Login,
    Prove,
}

impl Purpose {
    fn code(self) -> &'static str {
        match self {
            Purpose::Register => "register",
            Purpose::Login => "login",
            Purpose::Prove => "prove",
        }
    }
}

/// A ceremony that begins.
#[derive(Debug, Clone)]
pub struct NewChallenge {
    pub token: String,
    pub purpose: Purpose,
    /// Keyed hash; empty where no limit applies.
    pub network: String,
    /// JSON of webauthn-rs.
    pub state: String,
    pub expires_at: Timestamp,
}

/// Saves a ceremony of a session. The oldest ones make room for it.
pub fn save_challenge(tx: &mut dyn Tx, session_id: i64, new: &NewChallenge) -> Result<()> {
    tx.exec(
        "DELETE FROM customer_challenge WHERE token_hash IN
             (SELECT token_hash FROM customer_challenge WHERE session_id = $1 AND purpose = $2
              ORDER BY expires_at DESC LIMIT -1 OFFSET $3)",
        vals![session_id, new.purpose.code(), SESSION_MOST - 1],
    )?;
    tx.exec(
        "DELETE FROM customer_challenge WHERE token_hash IN
             (SELECT token_hash FROM customer_challenge WHERE network = $1
              ORDER BY expires_at DESC LIMIT -1 OFFSET $2)",
        vals![&new.network, NETWORK_MOST - 1],
    )?;
    tx.exec(
        "INSERT INTO customer_challenge (token_hash, purpose, session_id, network, state, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        vals![
            session::hash(&new.token),
            new.purpose.code(),
            session_id,
            &new.network,
            &new.state,
            new.expires_at.as_millisecond()
        ],
    )?;
    Ok(())
}

/// Takes the state of a ceremony; none if it was taken before, is over, or was begun for something or somebody else.
pub fn take_challenge(
    tx: &mut dyn Tx,
    session_id: i64,
    purpose: Purpose,
    token: &str,
    now: Timestamp,
) -> Result<Option<String>> {
    tx.find(
        "DELETE FROM customer_challenge WHERE token_hash = $1 AND session_id = $2 AND purpose = $3 AND expires_at > $4
         RETURNING state",
        vals![session::hash(token), session_id, purpose.code(), now.as_millisecond()],
    )
}

pub fn delete_expired_challenges(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM customer_challenge WHERE token_hash IN
             (SELECT token_hash FROM customer_challenge WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}
