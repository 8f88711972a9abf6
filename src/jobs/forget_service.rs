//! Deletes contact messages, chat sessions and newsletter consents after the privacy statement's three years, and what was
//! never completed, and what erased accounts had to leave behind.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::Job;
use crate::app::App;
use crate::db::Tx;
use crate::error::Result;
use crate::{chat, contact, newsletter, privacy};

/// Rows of each kind that one run deletes: bounds how long the writer is busy.
const BATCH: i64 = 1_000;
const THREE_YEARS: SignedDuration = SignedDuration::from_hours(24 * 1096);
/// A chat session without a message.
const SILENT: SignedDuration = SignedDuration::from_hours(24);

pub const JOB: Job = Job { name: "forget_service", schedule: "0 0 */6 * * *", run: |app, now| Box::pin(run(app, now)) };

/// Idempotent.
async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let forgotten = app.db.write(move |tx| forget(tx, now)).await?;
    let mut last = Some(0);
    while let Some(after) = last {
        last = app.db.write(move |tx| privacy::erase_remains(tx, after, now)).await?;
    }
    Ok(forgotten)
}

fn forget(tx: &mut dyn Tx, now: Timestamp) -> Result<String> {
    let messages = contact::delete_old(tx, now - THREE_YEARS, BATCH)?;
    let talks = chat::delete_old(tx, now - SILENT, now - THREE_YEARS, BATCH)?;
    let newsletter = newsletter::forget(tx, now, BATCH)?;
    Ok(format!("{messages} messages, {talks} conversations, {newsletter} of the newsletter"))
}
