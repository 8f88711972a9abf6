//! Carries out what was asked a working day ago: ends newsletter subscriptions, and tells their owners (specification §4).

use jiff::Timestamp;

use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;
use crate::newsletter;

/// Addresses of one run: the writer has others to serve.
const BATCH: i64 = 500;

/// Idempotent: a second run at the same moment finds nothing. After a long sleep it takes what has piled up, the longest due
/// first.
pub fn run(tx: &mut dyn Tx, config: &Config, now: Timestamp) -> Result<String> {
    let ended = newsletter::carry_out_due(tx, config, now, BATCH)?;
    Ok(format!("{ended} ended"))
}
