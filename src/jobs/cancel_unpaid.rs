//! Cancels orders whose payment is overdue: five working days for a transfer or a cheque, sixty minutes online.
//!
//! An attempt that a gateway may still take is closed before its order is canceled, so nobody pays for a canceled order.
//! Idempotent: a run after a crash completes the rest.

use super::Job;
use crate::settlement::processor::CANCEL_UNPAID;

pub const JOB: Job = Job {
    name: CANCEL_UNPAID,
    schedule: "*/30 * * * * *",
    run: |app, _| Box::pin(async { app.payments.cancel_unpaid().await }),
};
