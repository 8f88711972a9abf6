//! Ends newsletter subscriptions one working day after the request, and confirms it by mail (specification §4).

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::db::Tx;
use crate::error::Result;
use crate::job_failure::Failures;
use crate::newsletter;

/// Subscriptions of one run.
const BATCH: i64 = 500;
const NAME: &str = "carry_out_unsubscriptions";

pub const JOB: Job = Job { name: NAME, schedule: "0 */5 * * * *", run: |app, now| Box::pin(run(app, now)) };

/// Idempotent. After a downtime it takes the longest due first.
async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let config = app.config();
    let list = move |tx: &mut dyn Tx, limit| newsletter::list_due(tx, now, limit);
    let end = move |tx: &mut dyn Tx, id| newsletter::carry_out(tx, &config, id, now);
    let ended = Failures::run(&app.db, NAME, now, BATCH, list, end).await?;
    Ok(format!("{ended} ended"))
}
