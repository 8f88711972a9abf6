//! Writes the words by which orders are found for those that were placed before there was a search. New orders get theirs with
//! the order.

use super::Job;
use crate::order::list_terms_due;
use crate::order_admin::write_due_terms;

/// Orders of one transaction: bounds how long the writer is busy.
const BATCH: i64 = 100;

pub const JOB: Job = Job {
    name: "write_order_terms",
    schedule: "0 * * * * *",
    run: |app, _| {
        Box::pin(async move {
            let mut written = 0;
            // Most runs find nothing, and need no writer for that.
            while !app.db.read(|tx| list_terms_due(tx, 1)).await?.is_empty() {
                written += app.db.write(|tx| write_due_terms(tx, BATCH)).await?;
            }
            Ok(format!("{written} orders"))
        })
    },
};
