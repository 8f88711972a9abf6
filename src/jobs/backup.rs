//! Checks the database each night, backs it up beside the running shop, and keeps the newest backups.
//!
//! A backup is named after its night and is complete or absent; so the next run makes up for an interrupted one, and a
//! second run in the same night does nothing.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::Job;
use crate::app::App;
use crate::backup::{self, CopyLock, copies, copy_name, night};
use crate::catalog::media;
use crate::error::Result;

/// How long writers wait for readers of the log when it is truncated.
const PATIENCE: Duration = Duration::from_millis(500);

/// Runs more often than nightly: a backup that failed is tried again.
pub const JOB: Job = Job { name: "backup", schedule: "0 */5 * * * *", run: |app, now| Box::pin(run(app, now)) };

async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let rules = &app.config().backup;
    // The path may lead to another file, which is not the shop's.
    app.db.check_files()?;
    let kept = SignedDuration::from_hours(24) * i32::try_from(rules.keep).map_err(anyhow::Error::from)?;
    let (aside, folder) = (app.db.path().to_owned(), backup::folder(&app.config()));
    let copies = folder.clone();
    let removed = tokio::task::spawn_blocking(move || {
        backup::remove_set_aside(&aside, kept, now)?;
        backup::remove_before(&copies, kept, now)
    });
    removed.await.map_err(anyhow::Error::from)??;
    check(app, night(now, rules.hour)).await?;
    if !rules.nightly {
        return Ok("switched off".into());
    }
    let name = copy_name(night(now, rules.hour));
    if folder.join(&name).exists() {
        return Ok(format!("{name} is there"));
    }
    let (source, keep) = (media::copy_source(&app.config(), app.db.path()), rules.keep);
    let made = tokio::task::spawn_blocking(move || -> anyhow::Result<String> {
        // Checked first, so that a later error is not the folder's.
        backup::open_folder(&folder).with_context(|| backup::cannot_be_written(&folder))?;
        let Some(lock) = CopyLock::try_take(&source.database)? else {
            return Ok("another copy is being made; the next run makes this one".into());
        };
        let file = backup::put_into_folder(&lock, &source, &folder, &name)?;
        let removed = remove_old(&folder, keep)?;
        // The copy is made: pictures that stay too long are no reason to make it again.
        if let Err(error) = backup::prune_pictures(&folder) {
            tracing::warn!(error = format!("{error:#}"), "pictures that no copy needs any more stay");
        }
        Ok(format!("{} made, {removed} removed", file.display()))
    });
    let made = made.await.map_err(anyhow::Error::from)??;
    // The log keeps pages from before deletions. While a reader uses it, the next night truncates it.
    if let Err(error) = app.db.checkpoint(PATIENCE).await {
        tracing::warn!(%error, "the log of the database could not be truncated");
    }
    Ok(made)
}

/// Checks the database once a night. A damaged one is not copied: its copies would replace the last sound ones.
async fn check(app: &Arc<App>, night: Date) -> Result<()> {
    if app.health.is_check_due(night) {
        let database = app.db.path().to_owned();
        let found = tokio::task::spawn_blocking(move || backup::find_damage(&database)).await;
        // What was read may have been another file by then.
        app.db.check_files()?;
        app.health.record_check(night, found.map_err(anyhow::Error::from)??);
    }
    match app.health.damage() {
        Some(damage) => Err(anyhow!("the database is damaged: {damage}; stop the shop and restore a backup").into()),
        None => Ok(()),
    }
}

/// Deletes all but the newest `keep` backups. Files with other names are left alone.
fn remove_old(folder: &Path, keep: usize) -> anyhow::Result<usize> {
    let copies = copies(folder).with_context(|| format!("read {}", folder.display()))?;
    let old = copies.len().saturating_sub(keep);
    for (_, path) in &copies[..old] {
        std::fs::remove_file(path).with_context(|| format!("remove {}", path.display()))?;
    }
    Ok(old)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_backups_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let names = ["shop-2026-11-19.db", "shop-2026-11-20.db", "shop-2026-11-21.db", "shop-mine.db", "shop.db"];
        for name in names {
            std::fs::write(folder.path().join(name), "").expect("a file");
        }
        assert_eq!(remove_old(folder.path(), 2).expect("removed"), 1);
        let left = |name: &str| folder.path().join(name).exists();
        assert!(!left(names[0]) && names[1..].iter().all(|name| left(name)));
        assert_eq!(remove_old(folder.path(), 2).expect("removed"), 0);
    }
}
