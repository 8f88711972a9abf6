//! Deletes accounts one working day after their owners' request.

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::error::Result;
use crate::job_failure::Failures;
use crate::privacy;

/// Accounts of one run.
const BATCH: i64 = 50;
const NAME: &str = "delete_accounts";

pub const JOB: Job = Job { name: NAME, schedule: "0 */5 * * * *", run: |app, now| Box::pin(run(app, now)) };

/// Idempotent: an account is deleted with all of its data in one transaction, or not at all.
async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let mut failures = Failures::load(&app.db, NAME, now).await?;
    let limit = failures.limit(BATCH);
    let due = app.db.read(move |tx| privacy::list_due(tx, now, limit)).await?;
    let mut count = 0;
    for id in due {
        if failures.is_postponed(id) {
            continue;
        }
        let config = Arc::clone(&app.config);
        let outcome = app.db.write(move |tx| privacy::carry_out(tx, &config, id, now)).await;
        count += usize::from(failures.record(id, outcome).await? == Some(true));
    }
    Ok(format!("{count} accounts"))
}
