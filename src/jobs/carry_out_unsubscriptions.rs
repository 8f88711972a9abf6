//! Ends newsletter subscriptions one working day after the request, and confirms it by mail (specification §4).

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::error::Result;
use crate::job_failure::Failures;
use crate::newsletter;

/// Subscriptions of one run.
const BATCH: i64 = 500;
const NAME: &str = "carry_out_unsubscriptions";

pub const JOB: Job = Job { name: NAME, schedule: "0 */5 * * * *", run: |app, now| Box::pin(run(app, now)) };

/// Idempotent. After a downtime it takes the longest due first.
async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let mut failures = Failures::load(&app.db, NAME, now).await?;
    let limit = failures.limit(BATCH);
    let due = app.db.read(move |tx| newsletter::list_due(tx, now, limit)).await?;
    let mut ended = 0;
    for id in due {
        if failures.is_postponed(id) {
            continue;
        }
        let config = app.config();
        let outcome = app.db.write(move |tx| newsletter::carry_out(tx, &config, id, now)).await;
        ended += usize::from(failures.record(id, outcome).await? == Some(true));
    }
    Ok(format!("{ended} ended"))
}
