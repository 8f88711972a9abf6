//! All SQL of passkeys and of the ceremonies that have begun.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::db::Tx;
use crate::error::Result;
use crate::session;
use crate::vals;

// ── Keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A key as it is used.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct KeyRow {
    pub id: i64,
    pub staff_id: i64,
    pub user_handle: Vec<u8>,
    /// JSON of webauthn-rs.
    pub passkey: String,
    pub rp_id: String,
}

/// The key with this credential id, of a person who is not disabled.
pub fn find_by_credential(tx: &mut dyn Tx, credential_id: &[u8]) -> Result<Option<KeyRow>> {
    tx.find(
        "SELECT k.id, k.staff_id, k.user_handle, k.passkey, k.rp_id
         FROM staff_passkey k JOIN staff p ON p.id = k.staff_id
         WHERE k.credential_id = $1 AND p.disabled_at IS NULL",
        vals![credential_id.to_vec()],
    )
}

/// Keeps a key that has signed; false if it has been used or removed since it was read.
pub fn use_key(tx: &mut dyn Tx, read: &KeyRow, passkey: &str, now: Timestamp) -> Result<bool> {
    let kept = tx.exec(
        "UPDATE staff_passkey SET passkey = $3, used_at = $4 WHERE id = $1 AND passkey = $2",
        vals![read.id, &read.passkey, passkey, now.as_millisecond()],
    )?;
    Ok(kept == 1)
}

/// A key as its person sees it. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    pub id: i64,
    pub name: String,
    pub rp_id: String,
    pub created_at: i64,
    pub used_at: Option<i64>,
}

const KEY: &str = "SELECT id, name, rp_id, created_at, used_at FROM staff_passkey";

pub fn list_keys(tx: &mut dyn Tx, staff_id: i64) -> Result<Vec<Key>> {
    tx.all(&format!("{KEY} WHERE staff_id = $1 ORDER BY id"), vals![staff_id])
}

pub fn find_key(tx: &mut dyn Tx, staff_id: i64, id: i64) -> Result<Option<Key>> {
    tx.find(&format!("{KEY} WHERE staff_id = $1 AND id = $2"), vals![staff_id, id])
}

/// Credential ids of a person's keys of one host.
pub fn list_credentials(tx: &mut dyn Tx, staff_id: i64, rp_id: &str) -> Result<Vec<Vec<u8>>> {
    tx.all(
        "SELECT credential_id FROM staff_passkey WHERE staff_id = $1 AND rp_id = $2 ORDER BY id",
        vals![staff_id, rp_id],
    )
}

/// By which authenticators know a person, if the person has a key.
pub fn find_handle(tx: &mut dyn Tx, staff_id: i64) -> Result<Option<Vec<u8>>> {
    tx.find("SELECT user_handle FROM staff_passkey WHERE staff_id = $1 ORDER BY id LIMIT 1", vals![staff_id])
}

pub fn is_known(tx: &mut dyn Tx, credential_id: &[u8]) -> Result<bool> {
    let id: Option<i64> =
        tx.find("SELECT id FROM staff_passkey WHERE credential_id = $1", vals![credential_id.to_vec()])?;
    Ok(id.is_some())
}

/// How many keys of a person work at this host.
pub fn count_of(tx: &mut dyn Tx, staff_id: i64, rp_id: &str) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM staff_passkey WHERE staff_id = $1 AND rp_id = $2", vals![staff_id, rp_id])
}

/// How many keys each person has that work at this host.
pub fn counts(tx: &mut dyn Tx, rp_id: &str) -> Result<BTreeMap<i64, i64>> {
    let rows: Vec<(i64, i64)> =
        tx.all("SELECT staff_id, COUNT(*) FROM staff_passkey WHERE rp_id = $1 GROUP BY staff_id", vals![rp_id])?;
    Ok(rows.into_iter().collect())
}

/// Keys of people who are not disabled, made for another host than this.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Stranded {
    pub rp_id: String,
    pub email: String,
    pub role_name: String,
    pub keys: i64,
    /// Whether the person has a password, or a key of this host.
    pub has_other_way: bool,
}

pub fn list_stranded(tx: &mut dyn Tx, rp_id: &str) -> Result<Vec<Stranded>> {
    tx.all(
        "SELECT k.rp_id, p.email, r.name AS role_name, COUNT(*) AS keys,
             EXISTS (SELECT 1 FROM staff_credential c WHERE c.staff_id = p.id)
                 OR EXISTS (SELECT 1 FROM staff_passkey o WHERE o.staff_id = p.id AND o.rp_id = $1) AS has_other_way
         FROM staff_passkey k JOIN staff p ON p.id = k.staff_id JOIN staff_role r ON r.id = p.role_id
         WHERE k.rp_id <> $1 AND p.disabled_at IS NULL
         GROUP BY k.rp_id, p.id ORDER BY k.rp_id, p.id",
        vals![rp_id],
    )
}

/// A key to be saved.
pub struct NewKey<'a> {
    pub staff_id: i64,
    pub name: &'a str,
    pub credential_id: &'a [u8],
    pub user_handle: &'a [u8],
    pub passkey: &'a str,
    pub rp_id: &'a str,
}

/// Saves a key; answers its id.
pub fn save_key(tx: &mut dyn Tx, new: &NewKey<'_>, now: Timestamp) -> Result<i64> {
    tx.one(
        "INSERT INTO staff_passkey (staff_id, name, credential_id, user_handle, passkey, rp_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
        vals![
            new.staff_id,
            new.name,
            new.credential_id.to_vec(),
            new.user_handle.to_vec(),
            new.passkey,
            new.rp_id,
            now.as_millisecond()
        ],
    )
}

pub fn save_name(tx: &mut dyn Tx, id: i64, name: &str) -> Result<()> {
    tx.exec("UPDATE staff_passkey SET name = $2 WHERE id = $1", vals![id, name])?;
    Ok(())
}

pub fn delete_key(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM staff_passkey WHERE id = $1", vals![id])?;
    Ok(())
}

/// Ids of all keys.
pub fn list_ids(tx: &mut dyn Tx) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM staff_passkey", vals![])
}

/// Removes all keys but these.
pub fn delete_others(tx: &mut dyn Tx, ids: &[i64]) -> Result<()> {
    let others = list_ids(tx)?.into_iter().filter(|id| !ids.contains(id));
    others.into_iter().try_for_each(|id| delete_key(tx, id))
}

/// Removes all keys of a person, of whatever host; answers how many.
pub fn delete_keys(tx: &mut dyn Tx, staff_id: i64) -> Result<u64> {
    tx.exec("DELETE FROM staff_passkey WHERE staff_id = $1", vals![staff_id])
}

// ── Ceremonies ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Ceremonies of strangers that may be open at a time, in one network and in all.
pub const NETWORK_MOST: i64 = 10;
pub const STRANGERS_MOST: i64 = 1000;

/// What a ceremony is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Register,
    SignIn,
    Prove,
    Unlock,
    Accept,
}

impl Purpose {
    fn code(self) -> &'static str {
        match self {
            Purpose::Register => "register",
            Purpose::SignIn => "sign_in",
            Purpose::Prove => "prove",
            Purpose::Unlock => "unlock",
            Purpose::Accept => "accept",
        }
    }
}

/// For what, and for whom alone, a ceremony is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding {
    purpose: Purpose,
    session_id: Option<i64>,
    invitation_id: Option<i64>,
}

impl Binding {
    /// Somebody who signs in.
    pub fn stranger() -> Binding {
        Binding { purpose: Purpose::SignIn, session_id: None, invitation_id: None }
    }

    pub fn session(purpose: Purpose, session_id: i64) -> Binding {
        Binding { purpose, session_id: Some(session_id), invitation_id: None }
    }

    pub fn invitation(invitation_id: i64) -> Binding {
        Binding { purpose: Purpose::Accept, session_id: None, invitation_id: Some(invitation_id) }
    }
}

/// A ceremony that begins.
pub struct NewChallenge {
    pub token: String,
    pub binding: Binding,
    pub network: String,
    /// JSON of webauthn-rs.
    pub state: String,
    pub expires_at: Timestamp,
}

/// Saves a ceremony in the place of an earlier one of the same session or invitation. Those of strangers make room for each other.
pub fn save_challenge(tx: &mut dyn Tx, new: &NewChallenge) -> Result<()> {
    let Binding { purpose, session_id, invitation_id } = new.binding;
    if session_id.is_some() || invitation_id.is_some() {
        tx.exec(
            "DELETE FROM staff_challenge WHERE purpose = $1 AND session_id IS $2 AND invitation_id IS $3",
            vals![purpose.code(), session_id, invitation_id],
        )?;
    } else {
        tx.exec(
            "DELETE FROM staff_challenge WHERE token_hash IN
                 (SELECT token_hash FROM staff_challenge
                  WHERE network = $1 AND session_id IS NULL AND invitation_id IS NULL
                  ORDER BY expires_at DESC LIMIT -1 OFFSET $2)",
            vals![&new.network, NETWORK_MOST - 1],
        )?;
        tx.exec(
            "DELETE FROM staff_challenge WHERE token_hash IN
                 (SELECT token_hash FROM staff_challenge WHERE session_id IS NULL AND invitation_id IS NULL
                  ORDER BY expires_at DESC LIMIT -1 OFFSET $1)",
            vals![STRANGERS_MOST - 1],
        )?;
    }
    tx.exec(
        "INSERT INTO staff_challenge (token_hash, purpose, session_id, invitation_id, network, state, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        vals![
            session::hash(&new.token),
            purpose.code(),
            session_id,
            invitation_id,
            &new.network,
            &new.state,
            new.expires_at.as_millisecond()
        ],
    )?;
    Ok(())
}

/// Takes the state of a ceremony; none if it was taken before, is over, or was begun for something or somebody else.
pub fn take_challenge(tx: &mut dyn Tx, token: &str, binding: Binding, now: Timestamp) -> Result<Option<String>> {
    let Binding { purpose, session_id, invitation_id } = binding;
    tx.find(
        "DELETE FROM staff_challenge
         WHERE token_hash = $1 AND purpose = $2 AND session_id IS $3 AND invitation_id IS $4 AND expires_at > $5
         RETURNING state",
        vals![session::hash(token), purpose.code(), session_id, invitation_id, now.as_millisecond()],
    )
}

pub fn delete_expired_challenges(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM staff_challenge WHERE token_hash IN
             (SELECT token_hash FROM staff_challenge WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}
