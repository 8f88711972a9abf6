//! Goes on with the console's work on many things ([`crate::bulk`]). Looks each second, in every process; each thing is done in a
//! transaction that finds it waiting and says what became of it, so it needs no [`super::Job`] with a lease.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::carry_out_deeds::{Author, client};
use crate::app::App;
use crate::bulk;
use crate::error::{Error, Result};

/// Things that are begun at a time, each in a transaction of its own: at most so many deeds a second become due together, and a
/// mistake can be stopped before it is carried out.
const AT_ONCE: i64 = 25;
/// For so long what was asked with fresh proof counts as proved: work that was cut off goes on without it later.
const PROVED: SignedDuration = SignedDuration::from_hours(1);

/// Does the next things. The caller holds the process's turn ([`App::bulk_turn`]). Reads one row while there is nothing.
pub async fn run(app: &Arc<App>) -> Result<()> {
    // While the shop stops, nothing is begun: the next start goes on.
    let Ok(_running) = app.job_runs.try_read() else { return Ok(()) };
    let now = app.clock.now();
    let due = app.db.read(|tx| bulk::list_due(tx, AT_ONCE)).await?;
    for (id, position) in due.things {
        do_one(app, id, position, now).await?;
    }
    for id in due.settled {
        app.db.write(move |tx| bulk::settle(tx, id, now)).await?;
    }
    Ok(())
}

/// Does one thing, or records why it cannot be done.
///
/// # Errors
///
/// Only that the database cannot be written now: the thing goes on waiting.
async fn do_one(app: &Arc<App>, id: i64, position: i64, now: Timestamp) -> Result<()> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(anyhow::Error::from)?;
    let running = Arc::clone(app);
    let done = app.db.write(move |tx| {
        let Some(author) = bulk::find_author(tx, id)? else { return Ok(()) };
        let is_proved = author.is_proved && now.as_millisecond() - author.started_at < PROVED.as_millis() as i64;
        let bulk::Author { staff_id, token_id, network, .. } = &author;
        let author = Author { staff_id: *staff_id, token_id: *token_id, is_proved, network };
        let client = client(&running, tx, author, random, now)?;
        bulk::step(tx, &running.console_api, &client, id, position)
    });
    match done.await {
        Ok(()) => Ok(()),
        Err(error @ Error::Unavailable(_)) => Err(error),
        Err(error) => {
            tracing::error!(run = id, position, error = format!("{error:#}"), "one of many things could not be done");
            app.db.write(move |tx| bulk::fail(tx, id, position, &error)).await
        }
    }
}
