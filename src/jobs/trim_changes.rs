//! Deletes what the console was told long ago: all changes but the newest.

use super::Job;
use crate::live;

/// Rows that one transaction deletes: bounds how long the writer is busy.
const BATCH: i64 = 5_000;

pub const JOB: Job = Job {
    name: "trim_changes",
    schedule: "40 */10 * * * *",
    run: |app, _| {
        Box::pin(async move {
            let mut deleted = 0;
            loop {
                let batch = app.db.write(|tx| live::delete_old(tx, BATCH)).await?;
                deleted += batch;
                if i64::try_from(batch).is_ok_and(|batch| batch < BATCH) {
                    return Ok(format!("{deleted} changes"));
                }
            }
        })
    },
};
