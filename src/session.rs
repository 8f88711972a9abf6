//! Sessions: a 256-bit random token in the cookie PHPSESSID, of which only the SHA-256 is stored.

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// A visitor's session. It says who is asking; nothing a client sends can.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Session {
    pub id: i64,
    /// The customer who is logged in.
    pub customer_id: Option<i64>,
    /// Unix milliseconds.
    pub expires_at: i64,
}

/// A fresh token: 256 random bits in hexadecimal.
pub fn new_token(random: &[u8; 32]) -> String {
    hex(random)
}

/// The readable handle beside a token, derived one way: it correlates requests in logs and authenticates nothing.
pub fn public_handle(token: &str) -> String {
    hex(&Sha256::digest(format!("handle:{token}"))[..12])
}

/// What is stored of a token.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// The living session of a token.
pub fn find(tx: &mut dyn Tx, token: &str, now: Timestamp) -> Result<Option<Session>> {
    tx.find(
        "SELECT id, customer_id, expires_at FROM session WHERE token_hash = $1 AND expires_at > $2",
        vals![hash(token), now.as_millisecond()],
    )
}

/// Starts a session for a token that the server itself made.
pub fn start(tx: &mut dyn Tx, token: &str, now: Timestamp, days: i64) -> Result<Session> {
    start_for(tx, token, now, SignedDuration::from_hours(24 * days))
}

/// The same for a given time.
pub fn start_for(tx: &mut dyn Tx, token: &str, now: Timestamp, lasts: SignedDuration) -> Result<Session> {
    tx.one(
        "INSERT INTO session (token_hash, created_at, expires_at) VALUES ($1, $2, $3)
         RETURNING id, customer_id, expires_at",
        vals![hash(token), now.as_millisecond(), now.as_millisecond() + lasts.as_millis() as i64],
    )
}

/// Whether the session's end has come a day nearer since it was last moved, so that it is worth a write.
pub fn is_due_to_slide(session: &Session, now: Timestamp, days: i64) -> bool {
    expiry(now, days) - session.expires_at > SignedDuration::from_hours(24).as_millis() as i64
}

/// Moves the session's end to `days` from now.
pub fn slide(tx: &mut dyn Tx, session: &Session, now: Timestamp, days: i64) -> Result<()> {
    tx.exec("UPDATE session SET expires_at = $2 WHERE id = $1", vals![session.id, expiry(now, days)])?;
    Ok(())
}

/// Removes sessions whose time is over, with the guests' bags that hang on them; answers how many.
pub fn delete_expired(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}

fn expiry(now: Timestamp, days: i64) -> i64 {
    now.as_millisecond() + SignedDuration::from_hours(24 * days).as_millis() as i64
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
