//! Ends newsletter subscriptions one working day after the request, and confirms it by mail (specification §4).

use jiff::Timestamp;

use super::Job;
use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;
use crate::newsletter;

/// Addresses of one run: bounds how long the writer is busy.
const BATCH: i64 = 500;

pub const JOB: Job = Job {
    name: "carry_out_unsubscriptions",
    schedule: "0 */5 * * * *",
    run: |app, now| {
        let config = app.config();
        Box::pin(app.db.write(move |tx| run(tx, &config, now)))
    },
};

/// Idempotent. After a downtime it takes the longest due first.
fn run(tx: &mut dyn Tx, config: &Config, now: Timestamp) -> Result<String> {
    let ended = newsletter::carry_out_due(tx, config, now, BATCH)?;
    Ok(format!("{ended} ended"))
}
