//! Makes the anonymised copy that the console has asked for, and deletes it after its day ([`crate::staging`]). Looks each second; a
//! copy that was interrupted is made anew, so it needs no [`super::Job`] with a lease.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use jiff::Timestamp;

use crate::app::App;
use crate::backup::CopyLock;
use crate::catalog::media;
use crate::error::Result;
use crate::staging::{self, KEPT, State};

/// How often it is told how far it is.
const TELL: Duration = Duration::from_secs(1);

/// Looks once. Reads one row while there is nothing.
pub async fn run(app: &Arc<App>) -> Result<()> {
    let Ok(turn) = Arc::clone(&app.staging_turn).try_lock_owned() else { return Ok(()) };
    let file = staging::file(&app.config());
    let now = app.clock.now();
    match app.db.read(staging::find_row).await? {
        None => remove(file).await,
        Some(row) => match row.state {
            State::Making => {
                let app = Arc::clone(app);
                // It takes minutes, and others of this second wait.
                tokio::spawn(async move {
                    let _turn = turn;
                    // A stop waits for it.
                    let Ok(_running) = app.job_runs.try_read() else { return };
                    if let Err(error) = make(&app, file).await {
                        tracing::error!(error = format!("{error:#}"), "the anonymised copy could not be made");
                    }
                });
                Ok(())
            }
            State::Ready if is_over(row.made_at, now) => {
                app.db.write(staging::delete).await?;
                remove(file).await
            }
            State::Ready | State::Failed => Ok(()),
        },
    }
}

fn is_over(made_at: Option<i64>, now: Timestamp) -> bool {
    made_at.and_then(|at| Timestamp::from_millisecond(at).ok()).is_none_or(|at| at + KEPT <= now)
}

async fn make(app: &Arc<App>, file: PathBuf) -> Result<()> {
    let source = media::copy_source(&app.config(), app.db.path());
    let mut key = [0_u8; 32];
    getrandom::fill(&mut key).map_err(anyhow::Error::from)?;
    let percent = Arc::new(AtomicI64::new(0));
    let (told, to) = (Arc::clone(&percent), file.clone());
    app.db.check_files()?;
    let mut making = tokio::task::spawn_blocking(move || -> anyhow::Result<Option<u64>> {
        // Another copy is being made: the next second looks again.
        let Some(lock) = CopyLock::try_take(&source.database)? else { return Ok(None) };
        if to.exists() {
            std::fs::remove_file(&to)?;
        }
        staging::anonymise(&lock, &source, &to, key, &|percent| told.store(percent, Ordering::Relaxed))?;
        Ok(Some(to.metadata()?.len()))
    });
    let made = loop {
        tokio::select! {
            made = &mut making => break made.context("it ended in a panic").and_then(|made| made),
            () = tokio::time::sleep(TELL) => {
                let percent = percent.load(Ordering::Relaxed);
                app.db.write(move |tx| staging::save_progress(tx, percent)).await?;
            }
        }
    };
    let now = app.clock.now();
    match made {
        Ok(None) => Ok(()),
        Ok(Some(bytes)) => {
            let bytes = i64::try_from(bytes).map_err(anyhow::Error::from)?;
            if app.db.write(move |tx| staging::save_ready(tx, bytes, now)).await? { Ok(()) } else { remove(file).await }
        }
        Err(error) => {
            let text = format!("{error:#}");
            tracing::error!(error = text, "the anonymised copy could not be made");
            app.db.write(move |tx| staging::save_failed(tx, &text)).await
        }
    }
}

async fn remove(file: PathBuf) -> Result<()> {
    let removed = tokio::task::spawn_blocking(move || match std::fs::remove_file(&file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    });
    Ok(removed.await.map_err(anyhow::Error::from)?.context("the anonymised copy cannot be deleted")?)
}
