//! Writes the words by which orders and customers are found for those of before there was a search. New ones get theirs when they
//! are saved. A run after a crash goes on where the last one ended.

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::customer;
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::job_failure::Failures;
use crate::order::list_terms_due;
use crate::order_admin::write_terms;

/// Rows of one transaction: bounds how long the writer is busy.
const BATCH: i64 = 100;
const NAME: &str = "write_order_terms";
/// Under which failures of customers are kept.
const CUSTOMERS: &str = "write_customer_terms";

pub const JOB: Job = Job { name: NAME, schedule: "0 * * * * *", run: |app, now| Box::pin(run(app, now)) };

async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let mut failures = Failures::load(&app.db, NAME, now).await?;
    let orders = write(&app.db, &mut failures, list_terms_due, write_terms).await?;
    // Rows of another table: their failures have keys of their own.
    let mut failures = Failures::load(&app.db, CUSTOMERS, now).await?;
    let write_all = |tx: &mut dyn Tx, ids: &[i64]| ids.iter().try_for_each(|id| customer::write_terms(tx, *id));
    let customers = write(&app.db, &mut failures, customer::list_terms_due, write_all).await?;
    Ok(format!("{orders} orders, {customers} customers"))
}

/// Writes the terms of all rows that are due; answers how many.
async fn write(
    db: &Db,
    failures: &mut Failures<'_>,
    list: fn(&mut dyn Tx, i64) -> Result<Vec<i64>>,
    write: fn(&mut dyn Tx, &[i64]) -> Result<()>,
) -> Result<usize> {
    let mut written = 0;
    loop {
        let limit = failures.limit(BATCH);
        let mut due = db.read(move |tx| list(tx, limit)).await?;
        due.retain(|id| !failures.is_postponed(*id));
        if due.is_empty() {
            return Ok(written);
        }
        let batch = due.clone();
        if db.write(move |tx| write(tx, &batch)).await.is_ok() {
            written += due.len();
            continue;
        }
        // One of them: each by itself, so that it holds up no other.
        for id in due {
            let outcome = db.write(move |tx| write(tx, &[id])).await;
            written += usize::from(failures.record(id, outcome).await?.is_some());
        }
    }
}
