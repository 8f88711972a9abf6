//! All SQL of the checkout: idempotency keys.
//!
//! A key belongs to its owner: a session's row id, which survives a rotation of the session's token, or a person of the house.
//! Neither the key nor the order's token is stored: the row has the key's hash and a salt, from which the client's key derives the
//! token again.

use jiff::Timestamp;
use serde::Deserialize;

use crate::db::Tx;
use crate::error::Result;
use crate::order::Actor;
use crate::session;
use crate::vals;

/// An order placed with an idempotency key.
#[derive(Debug, Deserialize)]
pub struct PlacedUnder {
    pub body_hash: Vec<u8>,
    pub salt: String,
    pub order_id: i64,
}

/// Whose a key is.
#[derive(Debug, Clone, Copy)]
pub enum KeyOwner {
    /// A session, by row id.
    Session(i64),
    /// Whoever acts for the house.
    House(Actor),
}

fn key_hash(owner: KeyOwner, key: &str) -> [u8; 32] {
    session::hash(&match owner {
        KeyOwner::Session(id) => format!("{id} {key}"),
        KeyOwner::House(actor) => format!("{} {key}", actor.code()),
    })
}

pub fn find_key(tx: &mut dyn Tx, owner: KeyOwner, key: &str) -> Result<Option<PlacedUnder>> {
    tx.find("SELECT body_hash, salt, order_id FROM idempotency WHERE key_hash = $1", vals![key_hash(owner, key)])
}

pub fn save_key(tx: &mut dyn Tx, owner: KeyOwner, key: &str, placed: &PlacedUnder, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO idempotency (key_hash, body_hash, salt, order_id, created_at) VALUES ($1, $2, $3, $4, $5)",
        vals![key_hash(owner, key), placed.body_hash.as_slice(), &placed.salt, placed.order_id, now.as_millisecond()],
    )?;
    Ok(())
}

/// Deletes keys used before a time, at most `limit`; answers how many.
pub fn delete_old_keys(tx: &mut dyn Tx, before: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM idempotency WHERE key_hash IN
             (SELECT key_hash FROM idempotency WHERE created_at < $1 ORDER BY created_at LIMIT $2)",
        vals![before.as_millisecond(), limit],
    )
}
