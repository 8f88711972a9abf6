//! Deletes accounts one working day after their owners' request.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::data_dir::open_database;
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
        let config = app.config();
        let outcome = app.db.write(move |tx| privacy::carry_out(tx, &config, id, now)).await;
        count += usize::from(failures.record(id, outcome).await? == Some(true));
    }
    // The path may lead to another file, or to none, which would be created.
    app.db.check_files()?;
    let (database, data) = (app.db.path().to_owned(), app.config().data.directory.clone());
    let settle = move || -> anyhow::Result<()> {
        let connection = open_database(&database)?;
        privacy::journal::reconcile(&connection, &data, now)?;
        if count > 0 {
            // The log still holds pages from before the erasure. A reader may keep them until the log's next truncation.
            connection.set_busy_timeout(Duration::from_millis(500))?;
            connection.truncate_log()?;
        }
        Ok(())
    };
    tokio::task::spawn_blocking(settle).await.map_err(anyhow::Error::from)??;
    Ok(format!("{count} accounts"))
}
