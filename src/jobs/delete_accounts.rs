//! Deletes accounts one working day after their owners' request.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::data_dir::open_database;
use crate::db::Tx;
use crate::error::Result;
use crate::job_failure::Failures;
use crate::privacy;

/// Accounts of one run.
const BATCH: i64 = 50;
const NAME: &str = "delete_accounts";

pub const JOB: Job = Job { name: NAME, schedule: "0 */5 * * * *", run: |app, now| Box::pin(run(app, now)) };

/// Idempotent: an account is deleted with all of its data in one transaction, or not at all.
async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let config = app.config();
    let list = move |tx: &mut dyn Tx, limit| privacy::list_due(tx, now, limit);
    let delete = move |tx: &mut dyn Tx, id| privacy::carry_out(tx, &config, id, now);
    let count = Failures::run(&app.db, NAME, now, BATCH, list, delete).await?;
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
