//! Deletes shoppers' networks after a day (kept against misuse), webhook events that no gateway repeats any more, who paid by
//! transfer once no bank recalls it, and unpaid payments of the demonstration gateway.

use jiff::SignedDuration;

use super::Job;
use super::deletion::{self, kind};
use crate::bank;
use crate::payment::{self, gateway::demo};

/// Rows of each kind that one run deletes: bounds how long the writer is busy.
const BATCH: i64 = 5_000;
const NETWORKS: SignedDuration = SignedDuration::from_hours(24);
/// Stripe repeats a webhook event for three days, WeChat for one.
const EVENTS: SignedDuration = SignedDuration::from_hours(24 * 30);

pub const JOB: Job = Job {
    name: "forget_payments",
    schedule: "0 0 * * * *",
    run: |app, now| {
        Box::pin(deletion::delete(
            &app.db,
            [
                kind("networks", move |tx| payment::erase_networks(tx, now - NETWORKS)),
                kind("notices", move |tx| payment::delete_old_events(tx, now - EVENTS, BATCH)),
                kind("movements", move |tx| bank::forget(tx, now, BATCH)),
                kind("demonstrations", move |tx| demo::delete_old(tx, now - EVENTS, BATCH)),
            ],
        ))
    },
};
