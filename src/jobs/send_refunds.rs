//! Sends refunds to the gateways that took the payments, and asks for their outcome. Each has its own idempotency reference,
//! so a run after a crash refunds nothing twice.

use super::Job;

pub const JOB: Job = Job {
    name: "send_refunds",
    schedule: "*/5 * * * * *",
    run: |app, _| Box::pin(async { app.payments.send_refunds().await }),
};
