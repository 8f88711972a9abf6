//! Forgets what has had its time: sessions with the guests' bags that hang on them, idempotency keys, used captcha answers,
//! quiet throttles, links to passwords, delivered mails.

use jiff::{SignedDuration, Timestamp};

use crate::db::Tx;
use crate::error::Result;
use crate::{captcha, checkout, customer, outbox, session, throttle};

/// Rows that one run removes of a kind: the writer has others to serve.
const BATCH: i64 = 5_000;
/// A client that still repeats an order after this long is a new attempt.
const KEYS_LIVE: SignedDuration = SignedDuration::from_hours(48);
/// How long an operator can look up that a mail went out, and why another did not.
const MAIL_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Idempotent: a second run at the same moment finds nothing.
pub fn run(tx: &mut dyn Tx, now: Timestamp) -> Result<String> {
    let sessions = session::delete_expired(tx, now, BATCH)?;
    let keys = checkout::delete_old_keys(tx, now - KEYS_LIVE, BATCH)?;
    let others = session::delete_retired(tx, now, BATCH)?
        + captcha::delete_expired(tx, now, BATCH)?
        + throttle::delete_quiet(tx, now, BATCH)?
        + customer::delete_old_links(tx, now, BATCH)?
        + outbox::delete_old(tx, now - MAIL_KEPT, BATCH)?;
    Ok(format!("{sessions} sessions, {keys} keys, {others} others"))
}
