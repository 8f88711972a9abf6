//! Seals new entries of the audit into its chain. A run after a crash seals what is left.

use super::Job;
use crate::audit;

/// Seals of one run, each in a transaction of its own.
const MOST: usize = 20;

pub const JOB: Job = Job {
    name: "seal_audit",
    schedule: "*/5 * * * * *",
    run: |app, now| {
        Box::pin(async move {
            let mut sealed = 0;
            for _ in 0..MOST {
                // Most runs find nothing, and need no writer for that.
                if !app.db.read(audit::has_new).await? {
                    break;
                }
                sealed += app.db.write(move |tx| audit::seal_new(tx, now)).await?;
            }
            Ok(format!("{sealed} entries"))
        })
    },
};
