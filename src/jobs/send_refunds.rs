//! Carries refunds to the gateways that brought the money, and asks what became of them. Each goes under its own reference,
//! so a run that was cut off and begins again gives nothing back twice.

use std::sync::Arc;

use crate::app::App;
use crate::error::Result;

pub async fn run(app: &Arc<App>) -> Result<String> {
    app.payments.send_refunds().await
}
