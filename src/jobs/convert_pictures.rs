//! Makes the sizes of pictures that were put in by the console ([`crate::picture`]), one after the other, each on all processors. Looks
//! each second; one that was interrupted is made anew, so it needs no [`super::Job`] with a lease.

use std::sync::Arc;

use anyhow::Context as _;

use crate::app::App;
use crate::catalog::uploads::{self, Row, State};
use crate::catalog::{self, media};
use crate::db::Tx;
use crate::error::Result;
use crate::picture::{convert, making};

/// A file that ends the process is begun so often.
const ATTEMPTS: i64 = 3;

/// Looks once. Reads one row while there is nothing.
pub async fn run(app: &Arc<App>) -> Result<()> {
    let Ok(turn) = Arc::clone(&app.picture_turn).try_lock_owned() else { return Ok(()) };
    if app.db.read(uploads::next_waiting).await?.is_none() {
        return Ok(());
    }
    let app = Arc::clone(app);
    // They take seconds, and others of this second wait.
    tokio::spawn(async move {
        let _turn = turn;
        // A stop waits for the present one.
        while let Ok(_running) = app.job_runs.try_read() {
            match step(&app).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "pictures could not be made");
                    break;
                }
            }
        }
    });
    Ok(())
}

/// Makes the next picture; false when none waits, or an import holds the folder.
async fn step(app: &Arc<App>) -> Result<bool> {
    let Some(row) = app.db.read(uploads::next_waiting).await? else { return Ok(false) };
    let name = row.name.clone();
    if row.attempts >= ATTEMPTS {
        tracing::error!(picture = name, "a picture has ended the process again and again; it is left out");
        return end(app, name, State::Failed).await;
    }
    let folder = app.config().data.directory.clone();
    let Some(lock) = convert::try_lock(&folder)? else { return Ok(false) };
    let begun = name.clone();
    app.db.write(move |tx| uploads::begin(tx, &begun)).await?;
    let Row { original, .. } = row;
    let file = name.clone();
    let making = tokio::task::spawn_blocking(move || (making::make(&folder, &file, &original), original));
    let state = match making.await.context("it ended in a panic") {
        Ok((Ok(picture), original)) => {
            let saved = name.clone();
            let save = move |tx: &mut dyn Tx| {
                media::save(tx, &saved, &picture, &original)?;
                catalog::store::bump(tx)
            };
            app.db.write(save).await?;
            // Whoever hears that it is done finds it.
            app.db.read(media::load).await?;
            State::Done
        }
        Ok((Err(error), _)) | Err(error) => {
            tracing::error!(picture = name, error = format!("{error:#}"), "a picture could not be made");
            State::Failed
        }
    };
    drop(lock);
    end(app, name, state).await
}

async fn end(app: &Arc<App>, name: String, state: State) -> Result<bool> {
    let now = app.clock.now();
    app.db.write(move |tx| uploads::end(tx, &name, state, now)).await?;
    Ok(true)
}
