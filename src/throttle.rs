//! Patience with whoever tries again and again: so many attempts at once, then one now and then.
//!
//! What is kept is one number for a key, in the database, so that neither a restart nor a second node begins anew. Keys are
//! hashed with the shop's secret: the table names neither accounts nor networks.

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// `attempts` at once; within `window` of quiet they have all come back, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    pub attempts: u32,
    pub window: SignedDuration,
}

impl RateLimit {
    /// How long it takes for one attempt to come back.
    fn one(self) -> i64 {
        millis(self.window) / i64::from(self.attempts.max(1))
    }
}

/// What is tried upon: a kind of attempt and whom it concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    pub fn new(secret: &[u8; 32], kind: &str, whom: &str) -> Key {
        let mut hash = Sha256::new();
        hash.update(secret);
        hash.update(kind.as_bytes());
        hash.update([0]);
        hash.update(whom.as_bytes());
        Key(hash.finalize().into())
    }
}

/// Counts an attempt; whether it may be made. One that may not costs nothing, so knocking on does not lengthen the wait.
pub fn attempt(tx: &mut dyn Tx, key: Key, limit: RateLimit, now: Timestamp) -> Result<bool> {
    let now = now.as_millisecond();
    let kept: Option<i64> = tx.find("SELECT full_at FROM throttle WHERE key_hash = $1", vals![key.0])?;
    let window = millis(limit.window);
    let longest = now + window;
    // A clock that was set back must not lock anybody out until the old time comes again. Requests that overtake each other
    // come with times a little out of order: that is no clock set back.
    let full_at = kept.filter(|at| *at <= longest + window).unwrap_or(now).max(now) + limit.one();
    if full_at > longest {
        return Ok(false);
    }
    tx.exec(
        "INSERT INTO throttle (key_hash, full_at) VALUES ($1, $2) ON CONFLICT (key_hash) DO UPDATE SET full_at = $2",
        vals![key.0, full_at],
    )?;
    Ok(true)
}

/// Whether an attempt could be made now; counts nothing.
pub fn is_open(tx: &mut dyn Tx, key: Key, limit: RateLimit, now: Timestamp) -> Result<bool> {
    let now = now.as_millisecond();
    let kept: Option<i64> = tx.find("SELECT full_at FROM throttle WHERE key_hash = $1", vals![key.0])?;
    let window = millis(limit.window);
    // Of a clock that was set back, as above.
    let full_at = kept.filter(|at| *at <= now + 2 * window).unwrap_or(now).max(now);
    Ok(full_at + limit.one() <= now + window)
}

/// Takes an attempt back that turned out to be none.
pub fn refund_attempt(tx: &mut dyn Tx, key: Key, limit: RateLimit) -> Result<()> {
    tx.exec("UPDATE throttle SET full_at = full_at - $2 WHERE key_hash = $1", vals![key.0, limit.one()])?;
    Ok(())
}

/// Begins anew with a key.
pub fn reset(tx: &mut dyn Tx, key: Key) -> Result<()> {
    tx.exec("DELETE FROM throttle WHERE key_hash = $1", vals![key.0])?;
    Ok(())
}

/// Forgets keys that have been quiet long enough; answers how many.
pub fn delete_quiet(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM throttle WHERE key_hash IN
             (SELECT key_hash FROM throttle WHERE full_at <= $1 ORDER BY full_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}

fn millis(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{empty, now, with};

    const FIVE: RateLimit = RateLimit { attempts: 5, window: SignedDuration::from_mins(10) };

    #[test]
    fn so_many_at_once_then_one_now_and_then() {
        let shop = empty();
        let key = Key::new(&[1; 32], "login", "ada@example.com");
        let other = Key::new(&[1; 32], "login", "bob@example.com");
        let at = |seconds| now() + SignedDuration::from_secs(seconds);
        let tries = |key, seconds| with(&shop, |tx| attempt(tx, key, FIVE, at(seconds)));
        assert!((0..5).all(|_| tries(key, 0)));
        assert!(!tries(key, 0) && !tries(key, 119));
        let open = |key, seconds| with(&shop, |tx| is_open(tx, key, FIVE, at(seconds)));
        assert!(!open(key, 119) && open(key, 120) && open(other, 0) && open(key, -9_000));
        assert!(tries(other, 0), "another is not concerned");
        assert!(tries(key, 120) && !tries(key, 120));
        assert!((0..5).all(|_| tries(key, 720)) && !tries(key, 720), "all have come back");
        with(&shop, |tx| reset(tx, key));
        assert!((0..5).all(|_| tries(key, 720)));
        with(&shop, |tx| refund_attempt(tx, key, FIVE));
        assert!(tries(key, 720) && !tries(key, 720));
        assert!(!tries(key, 719), "one that was overtaken");
        assert!(tries(key, -9_000), "a clock that was set back locks nobody out");
    }

    #[test]
    fn quiet_keys_are_forgotten_and_none_can_be_read() {
        let shop = empty();
        let key = Key::new(&[1; 32], "login", "ada@example.com");
        assert_ne!(key, Key::new(&[2; 32], "login", "ada@example.com"));
        assert_ne!(key, Key::new(&[1; 32], "reset", "ada@example.com"));
        with(&shop, |tx| attempt(tx, key, FIVE, now()));
        assert_eq!(with(&shop, |tx| delete_quiet(tx, now(), 10)), 0);
        assert_eq!(with(&shop, |tx| delete_quiet(tx, now() + FIVE.window, 10)), 1);
    }
}
