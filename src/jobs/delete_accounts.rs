//! Deletes accounts one working day after their owners' request.

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;
use crate::privacy;

/// Accounts of one run: bounds how long the writer is busy.
const BATCH: i64 = 50;

pub const JOB: Job = Job {
    name: "delete_accounts",
    schedule: "0 */5 * * * *",
    run: |app, now| {
        let config = Arc::clone(&app.config);
        Box::pin(app.db.write(move |tx| run(tx, &config, now)))
    },
};

/// Idempotent, in one transaction: an account is deleted with all of its data, or not at all.
fn run(tx: &mut dyn Tx, config: &Config, now: Timestamp) -> Result<String> {
    Ok(format!("{} accounts", privacy::carry_out(tx, config, now, BATCH)?))
}
