//! Asks the payment gateways about every attempt that is undecided: notices come late, or never. What nobody wants any more
//! is closed.

use std::sync::Arc;

use crate::app::App;
use crate::error::Result;

pub async fn run(app: &Arc<App>) -> Result<String> {
    app.payments.reconcile().await
}
