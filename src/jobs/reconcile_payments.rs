//! Asks the payment gateways for the state of every open attempt: webhooks come late, or never. Closes abandoned attempts.

use super::Job;
use crate::settlement::processor::RECONCILE;

pub const JOB: Job = Job {
    name: RECONCILE,
    schedule: "*/5 * * * * *",
    run: |app, _| Box::pin(async { app.payments.reconcile().await }),
};
