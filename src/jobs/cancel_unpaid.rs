//! Cancels orders whose time for paying is over: five working days for a transfer or a cheque, sixty minutes online.
//!
//! What a gateway may still take is closed before an order is canceled, so nobody pays for what is gone. Run again after a
//! crash it finds the rest of its work, and no order twice.

use std::sync::Arc;

use crate::app::App;
use crate::error::Result;

pub async fn run(app: &Arc<App>) -> Result<String> {
    app.payments.cancel_unpaid().await
}
