//! Ends sessions whose time is over, with the guests' bags that hang on them, and forgets old idempotency keys.

use jiff::{SignedDuration, Timestamp};

use crate::db::Tx;
use crate::error::Result;
use crate::{checkout, session};

/// Rows that one run removes of a kind: the writer has others to serve.
const BATCH: i64 = 5_000;
/// A client that still repeats an order after this long is a new attempt.
const KEYS_LIVE: SignedDuration = SignedDuration::from_hours(48);

/// Idempotent: a second run at the same moment finds nothing.
pub fn run(tx: &mut dyn Tx, now: Timestamp) -> Result<String> {
    let sessions = session::delete_expired(tx, now, BATCH)?;
    let keys = checkout::delete_old_keys(tx, now - KEYS_LIVE, BATCH)?;
    Ok(format!("{sessions} sessions, {keys} keys"))
}
