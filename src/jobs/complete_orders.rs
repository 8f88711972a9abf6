//! Completes orders fourteen days after their last parcel left (decisions §6); the points fall due.

use std::sync::Arc;

use jiff::Timestamp;

use crate::app::App;
use crate::error::Result;
use crate::fulfillment;
use crate::order::{Actor, Command};
use crate::payment::processor::system_random;

/// Orders of one transaction: the writer has others to serve.
const BATCH: i64 = 200;

pub async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let command = Command { config: Arc::clone(&app.config), actor: Actor::Job, now, random: system_random()()? };
    let count = app.db.write(move |tx| fulfillment::complete_shipped(tx, &command, BATCH)).await?;
    Ok(format!("{count} orders completed"))
}
