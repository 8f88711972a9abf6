//! Deletes contact messages, chat sessions and newsletter consents after the privacy statement's three years, and what was
//! never completed, and what erased accounts had to leave behind.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::Job;
use super::deletion::{self, kind};
use crate::app::App;
use crate::error::Result;
use crate::job_failure::Failures;
use crate::{chat, contact, newsletter, privacy};

/// Rows of each kind that one run deletes: bounds how long the writer is busy.
const BATCH: i64 = 1_000;
const THREE_YEARS: SignedDuration = SignedDuration::from_hours(24 * 1096);
/// A chat session without a message.
const SILENT: SignedDuration = SignedDuration::from_hours(24);

const NAME: &str = "forget_service";

pub const JOB: Job = Job { name: NAME, schedule: "0 0 */6 * * *", run: |app, now| Box::pin(run(app, now)) };

/// Idempotent.
async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    erase_remains(app, now).await?;
    let old = now - THREE_YEARS;
    deletion::delete(
        &app.db,
        [
            kind("messages", move |tx| contact::delete_old(tx, old, BATCH)),
            kind("conversations", move |tx| chat::delete_old(tx, now - SILENT, old, BATCH)),
            kind("of the newsletter", move |tx| newsletter::forget(tx, now, BATCH)),
        ],
    )
    .await
}

async fn erase_remains(app: &Arc<App>, now: Timestamp) -> Result<()> {
    let mut failures = Failures::load(&app.db, NAME, now).await?;
    let mut after = 0;
    loop {
        let accounts = app.db.read(move |tx| privacy::list_erased(tx, after, now)).await?;
        let Some(last) = accounts.last() else { return Ok(()) };
        after = *last;
        for id in accounts {
            if !failures.is_postponed(id) {
                let outcome = app.db.write(move |tx| privacy::erase_remains(tx, id, now)).await;
                failures.record(id, outcome).await?;
            }
        }
    }
}
