//! Rate limits kept in the database: a token bucket per key, shared by all processes and restarts.
//!
//! A bucket is one number, the time at which it is full again. Keys are hashed with the shop's secret: the table
//! reveals neither accounts nor networks.

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// A bucket of `attempts` tokens that refills evenly within `window`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    pub attempts: u32,
    pub window: SignedDuration,
}

impl RateLimit {
    /// Milliseconds until one token is refilled.
    fn one(self) -> i64 {
        millis(self.window) / i64::from(self.attempts.max(1))
    }
}

/// The key of a bucket: a kind of attempt and its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    pub fn new(secret: &[u8; 32], kind: &str, subject: &str) -> Key {
        let mut hash = Sha256::new();
        hash.update(secret);
        hash.update(kind.as_bytes());
        hash.update([0]);
        hash.update(subject.as_bytes());
        Key(hash.finalize().into())
    }

    /// A short text of the key, for columns that are counted by it.
    pub fn handle(self) -> String {
        hex::encode(&self.0[..12])
    }
}

/// Takes a token; false if the bucket is empty. A throttled attempt takes none, so repeating it does not lengthen the
/// wait.
pub fn attempt(tx: &mut dyn Tx, key: Key, limit: RateLimit, now: Timestamp) -> Result<bool> {
    attempt_many(tx, key, limit, 1, now)
}

/// [`attempt`] for `count` tokens: all or none.
pub fn attempt_many(tx: &mut dyn Tx, key: Key, limit: RateLimit, count: u32, now: Timestamp) -> Result<bool> {
    let Some(full_at) = full_at_after_taking(tx, key, limit, count, now)? else { return Ok(false) };
    tx.exec(
        "INSERT INTO throttle (key_hash, full_at) VALUES ($1, $2) ON CONFLICT (key_hash) DO UPDATE SET full_at = $2",
        vals![key.0, full_at],
    )?;
    Ok(true)
}

/// Whether a token is available; takes none.
pub fn is_open(tx: &mut dyn Tx, key: Key, limit: RateLimit, now: Timestamp) -> Result<bool> {
    Ok(full_at_after_taking(tx, key, limit, 1, now)?.is_some())
}

/// When the bucket is full again once `count` tokens are taken; none if it holds fewer.
fn full_at_after_taking(
    tx: &mut dyn Tx,
    key: Key,
    limit: RateLimit,
    count: u32,
    now: Timestamp,
) -> Result<Option<i64>> {
    let now = now.as_millisecond();
    let kept: Option<i64> = tx.find("SELECT full_at FROM throttle WHERE key_hash = $1", vals![key.0])?;
    let window = millis(limit.window);
    let longest = now + window;
    // A bucket far in the future is left from before the clock was set back: it counts as full. Concurrent requests
    // arrive with slightly unordered times, which must not look like that.
    let full_at = kept.filter(|at| *at <= longest + window).unwrap_or(now).max(now) + limit.one() * i64::from(count);
    Ok((full_at <= longest).then_some(full_at))
}

/// Returns a token: the attempt turned out not to count.
pub fn refund_attempt(tx: &mut dyn Tx, key: Key, limit: RateLimit) -> Result<()> {
    tx.exec("UPDATE throttle SET full_at = full_at - $2 WHERE key_hash = $1", vals![key.0, limit.one()])?;
    Ok(())
}

/// Fills the bucket.
pub fn reset(tx: &mut dyn Tx, key: Key) -> Result<()> {
    tx.exec("DELETE FROM throttle WHERE key_hash = $1", vals![key.0])?;
    Ok(())
}

/// Deletes full buckets, at most `limit`; answers how many.
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
    fn bucket_allows_a_burst_then_refills_evenly() {
        let shop = empty();
        let key = Key::new(&[1; 32], "login", "ada@example.com");
        let other = Key::new(&[1; 32], "login", "bob@example.com");
        let at = |seconds| now() + SignedDuration::from_secs(seconds);
        let tries = |key, seconds| with(&shop, |tx| attempt(tx, key, FIVE, at(seconds)));
        assert!((0..5).all(|_| tries(key, 0)));
        assert!(!tries(key, 0) && !tries(key, 119));
        let open = |key, seconds| with(&shop, |tx| is_open(tx, key, FIVE, at(seconds)));
        assert!(!open(key, 119) && open(key, 120) && open(other, 0) && open(key, -9_000));
        assert!(tries(other, 0), "another key has its own bucket");
        assert!(tries(key, 120) && !tries(key, 120));
        assert!((0..5).all(|_| tries(key, 720)) && !tries(key, 720), "refilled");
        with(&shop, |tx| reset(tx, key));
        assert!((0..5).all(|_| tries(key, 720)));
        with(&shop, |tx| refund_attempt(tx, key, FIVE));
        assert!(tries(key, 720) && !tries(key, 720));
        assert!(!with(&shop, |tx| attempt_many(tx, other, FIVE, 6, at(9_000))), "more than the bucket holds");
        assert!(with(&shop, |tx| attempt_many(tx, other, FIVE, 5, at(9_000))) && !tries(other, 9_000));
        assert!(!tries(key, 719), "a concurrent request with an earlier time");
        assert!(tries(key, -9_000), "a clock set back locks nobody out");
    }

    #[test]
    fn keys_are_hashed_and_full_buckets_deleted() {
        let shop = empty();
        let key = Key::new(&[1; 32], "login", "ada@example.com");
        assert_ne!(key, Key::new(&[2; 32], "login", "ada@example.com"));
        assert_ne!(key, Key::new(&[1; 32], "reset", "ada@example.com"));
        with(&shop, |tx| attempt(tx, key, FIVE, now()));
        assert_eq!(with(&shop, |tx| delete_quiet(tx, now(), 10)), 0);
        assert_eq!(with(&shop, |tx| delete_quiet(tx, now() + FIVE.window, 10)), 1);
    }
}
