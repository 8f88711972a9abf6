//! Writes the words by which threads are found for those that are older than the inbox. New threads get theirs as they begin. A
//! run after a crash goes on where the last one ended.

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::error::Result;
use crate::inbox::write_terms;
use crate::job_failure::Failures;
use crate::thread::list_terms_due;

/// Threads of one transaction: bounds how long the writer is busy.
const BATCH: i64 = 100;
const NAME: &str = "write_thread_terms";

pub const JOB: Job = Job { name: NAME, schedule: "0 * * * * *", run: |app, now| Box::pin(run(app, now)) };

async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let db = &app.db;
    let mut failures = Failures::load(db, NAME, now).await?;
    let mut written = 0;
    loop {
        let limit = failures.limit(BATCH);
        let mut due = db.read(move |tx| list_terms_due(tx, limit)).await?;
        due.retain(|id| !failures.is_postponed(*id));
        if due.is_empty() {
            return Ok(format!("{written} threads"));
        }
        let batch = due.clone();
        if db.write(move |tx| write_terms(tx, &batch)).await.is_ok() {
            written += due.len();
            continue;
        }
        // One of them: each by itself, so that it holds up no other.
        for id in due {
            let outcome = db.write(move |tx| write_terms(tx, &[id])).await;
            written += usize::from(failures.record(id, outcome).await?.is_some());
        }
    }
}
