//! Deletes shoppers' networks after a day (kept against misuse), webhook events that no gateway repeats any more, who paid by
//! transfer once no bank recalls it, and unpaid payments of the demonstration gateway.

use jiff::{SignedDuration, Timestamp};

use super::Job;
use crate::bank;
use crate::db::Tx;
use crate::error::Result;
use crate::payment::{self, gateway::demo};

/// Rows of each kind that one run deletes: bounds how long the writer is busy.
const BATCH: i64 = 5_000;
const NETWORKS: SignedDuration = SignedDuration::from_hours(24);
/// Stripe repeats a webhook event for three days, WeChat for one.
const EVENTS: SignedDuration = SignedDuration::from_hours(24 * 30);

pub const JOB: Job = Job {
    name: "forget_payments",
    schedule: "0 0 * * * *",
    run: |app, now| Box::pin(app.db.write(move |tx| run(tx, now))),
};

/// Idempotent.
fn run(tx: &mut dyn Tx, now: Timestamp) -> Result<String> {
    let networks = payment::erase_networks(tx, now - NETWORKS)?;
    let events = payment::delete_old_events(tx, now - EVENTS, BATCH)?;
    let movements = bank::forget(tx, now, BATCH)?;
    let demos = demo::delete_old(tx, now - EVENTS, BATCH)?;
    Ok(format!("{networks} networks, {events} notices, {movements} movements, {demos} demonstrations"))
}
