//! Sends refunds to the gateways that took the payments, and asks for their outcome. Each has its own idempotency reference,
//! so a run after a crash refunds nothing twice.

use super::Job;
use crate::settlement::processor::SEND_REFUNDS;

pub const JOB: Job = Job {
    name: SEND_REFUNDS,
    schedule: "*/5 * * * * *",
    run: |app, _| Box::pin(async { app.payments.send_refunds().await }),
};
