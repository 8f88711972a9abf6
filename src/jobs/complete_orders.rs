//! Completes orders fourteen days after their last parcel left (decisions §6); the points fall due.

use std::sync::Arc;

use jiff::Timestamp;

use crate::aftercare;
use crate::app::App;
use crate::error::Result;
use crate::order::{Act, Actor};
use crate::payment::desk::system_chance;

/// Orders of one transaction: the writer has others to serve.
const BATCH: i64 = 200;

pub async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let act = Act { config: Arc::clone(&app.config), actor: Actor::Job, now, random: system_chance()()? };
    let count = app.db.write(move |tx| aftercare::complete_shipped(tx, &act, BATCH)).await?;
    Ok(format!("{count} orders completed"))
}
