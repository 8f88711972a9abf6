//! All SQL of the captcha: used answers.

use jiff::Timestamp;

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// Marks an answer as used, by its challenge's signature; answers whether it was unused.
pub fn use_up(tx: &mut dyn Tx, signature: &str, expires_at: i64) -> Result<bool> {
    let used = tx.exec(
        "INSERT INTO used_captcha (signature, expires_at) VALUES ($1, $2) ON CONFLICT (signature) DO NOTHING",
        vals![signature, expires_at],
    )?;
    Ok(used == 1)
}

/// Deletes used answers that have expired, at most `limit`; answers how many.
pub fn delete_expired(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM used_captcha WHERE signature IN
             (SELECT signature FROM used_captcha WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}
