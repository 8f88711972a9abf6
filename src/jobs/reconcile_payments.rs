//! Asks the payment gateways for the state of every open attempt: webhooks come late, or never. Closes abandoned attempts.

use super::Job;

pub const JOB: Job = Job {
    name: "reconcile_payments",
    schedule: "*/5 * * * * *",
    run: |app, _| Box::pin(async { app.payments.reconcile().await }),
};
