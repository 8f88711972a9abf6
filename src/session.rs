//! Sessions: a 256-bit random token in the cookie PHPSESSID, of which only the SHA-256 is stored.

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// How long a replaced token is remembered: as long as a request may be under way.
const RETIRED: SignedDuration = SignedDuration::from_mins(2);

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

impl Session {
    /// Of a visitor who has none: owns nothing, and can be given nothing.
    pub const fn nobodys() -> Session {
        Session { id: 0, customer_id: None, expires_at: 0 }
    }
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

/// Gives a session to a customer, under a new token: its row stays, and what hangs on it with it.
pub fn log_in(
    tx: &mut dyn Tx,
    session: &Session,
    customer_id: i64,
    token: &str,
    now: Timestamp,
    days: i64,
) -> Result<()> {
    tx.exec(
        "INSERT INTO retired_token (token_hash, until) SELECT token_hash, $2 FROM session WHERE id = $1 AND token_hash <> $3
         ON CONFLICT (token_hash) DO UPDATE SET until = $2",
        vals![session.id, (now + RETIRED).as_millisecond(), hash(token)],
    )?;
    tx.exec(
        "UPDATE session SET token_hash = $2, customer_id = $3, expires_at = $4 WHERE id = $1",
        vals![session.id, hash(token), customer_id, expiry(now, days)],
    )?;
    Ok(())
}

/// The customer who is logged in with a session.
pub fn find_customer(tx: &mut dyn Tx, session_id: i64) -> Result<Option<i64>> {
    Ok(tx.find::<Option<i64>>("SELECT customer_id FROM session WHERE id = $1", vals![session_id])?.flatten())
}

/// Whether a login has replaced this token a moment ago.
pub fn is_retired(tx: &mut dyn Tx, token: &str, now: Timestamp) -> Result<bool> {
    let known: Option<i64> = tx.find(
        "SELECT 1 FROM retired_token WHERE token_hash = $1 AND until > $2",
        vals![hash(token), now.as_millisecond()],
    )?;
    Ok(known.is_some())
}

/// Forgets tokens whose requests must long have been answered; answers how many.
pub fn delete_retired(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM retired_token WHERE token_hash IN
             (SELECT token_hash FROM retired_token WHERE until <= $1 ORDER BY until LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}

/// Ends a session, with a guest's bag that hangs on it.
pub fn end(tx: &mut dyn Tx, session_id: i64) -> Result<()> {
    tx.exec("DELETE FROM session WHERE id = $1", vals![session_id])?;
    Ok(())
}

/// Ends every session of a customer, on whatever device.
pub fn end_all_of(tx: &mut dyn Tx, customer_id: i64) -> Result<()> {
    tx.exec("DELETE FROM session WHERE customer_id = $1", vals![customer_id])?;
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
