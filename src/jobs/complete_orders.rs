//! Completes orders fourteen days after their last shipment (decisions §6), which makes their loyalty points due.

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::error::Result;
use crate::fulfillment;
use crate::order::{Actor, Command};
use crate::settlement::processor::system_random;

/// Orders of one transaction: bounds how long the writer is busy.
const BATCH: i64 = 200;

pub const JOB: Job =
    Job { name: "complete_orders", schedule: "0 */10 * * * *", run: |app, now| Box::pin(run(app, now)) };

async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let command = Command { config: Arc::clone(&app.config), actor: Actor::Job, now, random: system_random()()? };
    let count = app.db.write(move |tx| fulfillment::complete_shipped(tx, &command, BATCH)).await?;
    Ok(format!("{count} orders completed"))
}
