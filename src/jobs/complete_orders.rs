//! Completes orders fourteen days after their last shipment (decisions §6), which makes their loyalty points due.

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::config::Config;
use crate::db::Db;
use crate::error::Result;
use crate::fulfillment;
use crate::job_failure::Failures;
use crate::order::{Actor, Command};
use crate::settlement::processor::{RandomSource, system_random};

/// Orders of one run.
const BATCH: i64 = 200;
const NAME: &str = "complete_orders";

pub const JOB: Job = Job { name: NAME, schedule: "0 */10 * * * *", run: |app, now| Box::pin(run(app, now)) };

async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    complete_shipped(&app.db, &app.config(), now, &system_random()).await
}

/// Completes the orders that are due at `now`; answers how many.
pub async fn complete_shipped(db: &Db, config: &Arc<Config>, now: Timestamp, random: &RandomSource) -> Result<String> {
    let mut failures = Failures::load(db, NAME, now).await?;
    let limit = failures.limit(BATCH);
    let due = db.read(move |tx| fulfillment::list_completable(tx, now, limit)).await?;
    let mut count = 0;
    for id in due {
        if failures.is_postponed(id) {
            continue;
        }
        let command = Command { config: Arc::clone(config), actor: Actor::Job, now, random: random()? };
        let outcome = db.write(move |tx| fulfillment::complete_shipped(tx, &command, id)).await;
        count += usize::from(failures.record(id, outcome).await? == Some(true));
    }
    Ok(format!("{count} orders completed"))
}
