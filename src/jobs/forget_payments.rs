//! Forgets what was kept against misuse for a day (networks of shoppers), notices that no gateway repeats any more, and the
//! demonstration's payments that nobody made.

use jiff::{SignedDuration, Timestamp};

use crate::db::Tx;
use crate::error::Result;
use crate::payment::{self, gateway::demo};

const BATCH: i64 = 5_000;
const NETWORKS: SignedDuration = SignedDuration::from_hours(24);
/// Stripe repeats a notice for three days, WeChat for one.
const EVENTS: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Idempotent: a second run at the same moment finds nothing.
pub fn run(tx: &mut dyn Tx, now: Timestamp) -> Result<String> {
    let networks = payment::erase_networks(tx, now - NETWORKS)?;
    let events = payment::delete_old_events(tx, now - EVENTS, BATCH)?;
    let demos = demo::delete_old(tx, now - EVENTS, BATCH)?;
    Ok(format!("{networks} networks, {events} notices, {demos} demonstrations"))
}
