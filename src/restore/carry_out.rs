//! The steps of a restore, on a database that the server has closed; and what a start finds that was interrupted.
//!
//! 1. A mark in the data folder names the restore: commands keep away, and the next start looks.
//! 2. Nobody else has the database open; its log is in it.
//! 3. A copy of it is made and verified, and kept.
//! 4. The copy that is to come back is verified and unpacked beside it, brought up to date, checked as at a start, given its
//!    pictures, settled ([`super::settle`]), and told in its own rows and audit that it came back.
//! 5. It is renamed into place.
//!
//! Until 5 the former database is the shop's, afterwards the new one, and either says by its row which it is. So a start that
//! finds the mark needs no other memory of where the restore was interrupted. What was erased since the copy was made is erased
//! again by the start that follows ([`crate::privacy::journal`]).

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use jiff::Timestamp;
use serde_json::json;

use super::settle::{Access, settle};
use super::store::{self, Ended, Restore};
use crate::audit::{self, Change, SealReference};
use crate::backup::{self, CopyLock};
use crate::call_context::shop_secret;
use crate::catalog::media;
use crate::config::Config;
use crate::data_dir::{self, DataFolder, open_database};
use crate::db::{Connection, Tx, remove_search};
use crate::error::Error;
use crate::operator_alert::{self, OperatorAlert};

/// How long a command that has the database open may take to end.
const PATIENCE: Duration = Duration::from_secs(10);
/// What the audit calls it.
const CALL: &str = "restore";
/// Why a restore failed whose process ended.
const INTERRUPTED: &str = "the shop was stopped before the copy was in its place";

/// Where and when a restore is carried out.
pub struct Site<'a> {
    pub config: &'a Config,
    pub folder: &'a DataFolder,
    pub now: Timestamp,
    pub random: [u8; 32],
    /// The newest of the database that is left behind.
    pub seal: Option<SealReference>,
}

impl std::fmt::Debug for Site<'_> {
    /// Without random bytes.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").field("folder", &self.folder).field("now", &self.now).finish_non_exhaustive()
    }
}

/// Fails where no shop may open with a database.
pub type Accepts<'a> = &'a dyn Fn(&Connection) -> anyhow::Result<()>;

/// Carries out a restore that has begun. An error leaves the former database in its place.
pub fn carry_out(site: &Site<'_>, restore: &Restore, accepts: Accepts<'_>) -> anyhow::Result<()> {
    let database = site.folder.database();
    site.folder.mark_restore(&restore.token)?;
    let lock = CopyLock::take(&database, || tracing::info!("waiting for another copy that is being made"))?;
    let copies = backup::folder(site.config);
    let copy = backup::find_copy(&copies, &restore.copy)
        .ok_or_else(|| anyhow!("{} is not in {} any more", restore.copy, copies.display()))?;
    DataFolder::check_copy(&copy)?;
    check_space(&copy, &database, &copies)?;
    let is_sound = backup::find_damage(&database)?.is_none();
    let access = is_sound.then(|| read_access(&database, site.now)).transpose()?;
    let kept = if is_sound {
        backup::close(&database, PATIENCE)?;
        let name = backup::name_before(site.now);
        let source = media::copy_source(site.config, &database);
        backup::put_into_folder(&lock, &source, &copies, &name)
            .context("no copy of the present database can be made")?;
        Some(name)
    } else {
        tracing::warn!("the present database is damaged: it is set aside as it is, without a copy");
        None
    };
    let placed = prepare(site, restore, &copy, kept.as_deref(), access.as_ref(), accepts).and_then(|part| {
        if is_sound { backup::place(&part, &database) } else { backup::place_beside(&part, &database) }
    });
    if let (Err(_), Some(name)) = (&placed, &kept) {
        // Of the database that stays.
        drop(std::fs::remove_file(copies.join(name)));
    }
    placed?;
    if let Err(error) = finish(site.folder) {
        tracing::warn!(
            error = format!("{error:#}"),
            "the copy is in its place; the opening that follows ends the rest"
        );
    }
    Ok(())
}

/// Who may come in by the database that is left behind.
fn read_access(database: &Path, now: Timestamp) -> anyhow::Result<Access> {
    let connection = open_database(database)?;
    connection.read(|tx| Access::read(tx, now)).map_err(|error| anyhow!("who may come in cannot be read: {error}"))
}

/// Unpacks a copy and does to it what it needs to become the shop's database; answers where it lies.
fn prepare(
    site: &Site<'_>,
    restore: &Restore,
    copy: &Path,
    kept: Option<&str>,
    access: Option<&Access>,
    accepts: Accepts<'_>,
) -> anyhow::Result<PathBuf> {
    let part = backup::unpack(copy, &site.folder.database(), &|_, _| {})?;
    data_dir::migrate(&part)?;
    let connection = open_database(&part)?;
    accepts(&connection)?;
    let pictures = site.config.data.directory.join(media::FOLDER);
    let missing_pictures = backup::put_pictures_back(&connection, copy, &pictures)?;
    let change = Change::new("backup", &restore.copy).after(json!({
        "requested_by": restore.actor,
        "left_behind": { "seal": site.seal.as_ref().map(ToString::to_string), "copy": kept },
        "missing_pictures": missing_pictures,
    }));
    let write = |tx: &mut dyn Tx| {
        settle(tx, access, site.now)?;
        store::save_done(tx, restore, Ended { kept, missing_pictures }, site.now)?;
        audit::record_command(tx, CALL, &change, site.random, site.now)
    };
    connection.write(write).map_err(|error| anyhow!("the copy cannot be prepared: {error}"))?;
    Ok(part)
}

/// What is left to do once the new database is in its place.
fn finish(folder: &DataFolder) -> anyhow::Result<()> {
    // The search index is derived from the former database.
    remove_search(&folder.database()).context("the search index cannot be removed")?;
    folder.unmark_restore()
}

/// Refuses a restore that would fill a disk: the copy is unpacked beside the database, and one of that is made.
fn check_space(copy: &Path, database: &Path, copies: &Path) -> anyhow::Result<()> {
    let size = |path: &Path| path.metadata().map(|about| about.len()).with_context(|| path.display().to_string());
    let device = |path: &Path| path.metadata().map(|about| about.dev()).with_context(|| path.display().to_string());
    let (unpacked, kept) = (size(copy)?, size(database)?);
    let is_one_disk = device(database)? == device(copies)?;
    let needs: &[(&Path, u64)] = if is_one_disk {
        &[(database, unpacked.saturating_add(kept))]
    } else {
        &[(database, unpacked), (&copies.join("copy"), kept)]
    };
    for (file, bytes) in needs {
        if backup::free_bytes(file).is_some_and(|free| free < *bytes) {
            let folder = file.parent().unwrap_or(file);
            bail!(
                "{} megabytes must be free in {}; make room and schedule it anew",
                bytes / 1_000_000 + 1,
                folder.display()
            );
        }
    }
    Ok(())
}

/// Notes in the database, which is the former one, why a restore failed, and tells the operator.
pub fn note_failure(site: &Site<'_>, failure: &str) -> anyhow::Result<()> {
    tracing::error!(failure, "the restore has failed; the former database stays");
    let database = site.folder.database();
    backup::remove_part(&database)?;
    let connection = open_database(&database)?;
    fail(site, &connection, failure)?;
    site.folder.unmark_restore()
}

fn fail(site: &Site<'_>, connection: &Connection, failure: &str) -> anyhow::Result<bool> {
    let told = |error: Error| anyhow!("the failure of the restore cannot be noted: {error}");
    let write = |tx: &mut dyn Tx| {
        if !store::save_failed(tx, failure, site.now)? {
            return Ok(false);
        }
        let change = Change::new("backup", "").after(json!({ "failure": failure }));
        audit::record_command(tx, CALL, &change, site.random, site.now)?;
        let secret = shop_secret(tx)?;
        let alert = OperatorAlert::new("A restore has failed".into(), &[("why", failure)], "backup list".into());
        operator_alert::send_daily(tx, site.config, &secret, "restore", &alert, site.now)?;
        Ok(true)
    };
    connection.write(write).map_err(told)
}

/// At a start: finishes what a restore had left to do when its process ended, or undoes it, and says so.
pub fn recover(site: &Site<'_>) -> anyhow::Result<()> {
    let database = site.folder.database();
    let mark = site.folder.restore_mark()?;
    let connection = open_database(&database)?;
    if let Some(token) = mark {
        let found = connection.read(|tx| store::find_by_token(tx, &token)).map_err(|error| anyhow!("{error}"))?;
        if let Some(done) = found.filter(|found| found.state == "done") {
            tracing::warn!(
                copy = done.copy,
                "a restore was interrupted when the copy was in its place; it is finished"
            );
            drop(connection);
            return finish(site.folder);
        }
        backup::remove_part(&database)?;
    }
    if fail(site, &connection, INTERRUPTED)? {
        tracing::error!("a restore was interrupted: {INTERRUPTED}; the former database is open");
    }
    drop(connection);
    site.folder.unmark_restore()
}
