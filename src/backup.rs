//! Backups: copies of the database made while the shop runs, verified, and complete or absent. They are written row by row,
//! so that nothing that was erased is in them.

use std::fs::File;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, anyhow, bail};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan as _};

use crate::db::{Access, Connection};
use crate::domain::working_days::in_shop_zone;
use crate::vals;

/// Copies a database into a new file while others use it, and verifies the copy.
///
/// `progress` receives the pages done and their total.
pub fn backup(database: &Path, to: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    if to.exists() {
        bail!("{} is there already; name a file that is not", to.display());
    }
    write(&open_source(database)?, to, progress)
}

/// Writes and verifies a copy before it takes its place.
fn write(source: &Connection, to: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    let part = part_path(to);
    // Left by an interrupted run.
    drop(std::fs::remove_file(&part));
    copy(source, &part, progress).and_then(|()| finish(&part, to)).inspect_err(|_| {
        drop(std::fs::remove_file(&part));
    })
}

/// Held while a copy is put into the folder of copies.
static IN_FOLDER: Mutex<()> = Mutex::new(());

/// Copies a database into the folder of copies, in place of the copy that has this name once the new one is verified. None
/// while another copy is put there.
pub fn into_folder(database: &Path, folder: &Path, name: &str) -> anyhow::Result<Option<PathBuf>> {
    let _held = match IN_FOLDER.try_lock() {
        Ok(held) => held,
        Err(TryLockError::Poisoned(held)) => held.into_inner(),
        Err(TryLockError::WouldBlock) => return Ok(None),
    };
    let source = open_source(database)?;
    let file = folder.join(name);
    write(&source, &file, &|_, _| {})?;
    Ok(Some(file))
}

/// Makes the folder of copies where it is not there yet, and checks that it can be written.
pub fn open_folder(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder).and_then(|()| try_folder(folder))
}

/// The error for a folder that is not writable.
pub fn cannot_be_written(folder: &Path) -> String {
    format!("backup.directory: no copy can be put into {}; name a folder that the shop may write", folder.display())
}

/// Checks that backups can be written into a folder. Leaves nothing behind.
pub fn try_folder(folder: &Path) -> std::io::Result<()> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|path| !path.exists()).collect();
    let trial = folder.join(".trial");
    let tried = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&trial, ""));
    drop(std::fs::remove_file(&trial));
    // The folder would belong to the user who runs the check, who may not be the shop's.
    missing.iter().for_each(|path| drop(std::fs::remove_dir(path)));
    tried
}

/// Replaces a database that is not in use by a backup; the old one stays beside it as `….old`.
pub fn restore(from: &Path, database: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    let source = open_source(from)?;
    verify(&source).with_context(|| format!("{} is no sound copy", from.display()))?;
    let part = part_path(database);
    drop(std::fs::remove_file(&part));
    copy(&source, &part, progress).inspect_err(|_| {
        drop(std::fs::remove_file(&part));
    })?;
    set_aside(database)?;
    // SQLite would replay the old database's log into the new one.
    remove(&with_suffix(database, "-wal"))?;
    remove(&with_suffix(database, "-shm"))?;
    finish(&part, database)
}

fn open_source(path: &Path) -> anyhow::Result<Connection> {
    Connection::open_unconfigured(path, Access::ReadOnly).with_context(|| format!("{} cannot be read", path.display()))
}

/// Renames the replaced database to `….old`, with the contents of its log. A log that cannot be moved into it, because
/// it is damaged or still read, is kept beside it.
fn set_aside(database: &Path) -> anyhow::Result<()> {
    let (old, log) = (with_suffix(database, ".old"), with_suffix(database, "-wal"));
    if !database.exists() {
        return Ok(());
    }
    // That of a database set aside earlier would be replayed into this one.
    remove(&with_suffix(&old, "-wal"))?;
    remove(&with_suffix(&old, "-shm"))?;
    let is_whole = Connection::open_unconfigured(database, Access::ReadWrite)
        .and_then(|connection| connection.set_busy_timeout(Duration::ZERO).and_then(|()| connection.truncate_log()))
        .unwrap_or(false);
    let cannot = |path: &Path| format!("{} cannot be set aside", path.display());
    if !is_whole && log.exists() {
        std::fs::rename(&log, with_suffix(&old, "-wal")).with_context(|| cannot(&log))?;
    }
    // The time it is set aside, for its deletion.
    let dated = File::options().write(true).open(database).and_then(|file| file.set_modified(SystemTime::now()));
    if let Err(error) = dated {
        tracing::warn!(%error, "the time of the former database could not be set");
    }
    std::fs::rename(database, old).with_context(|| cannot(database))
}

/// Deletes the database that was set aside by a restore, some time after: it holds what has been erased since.
pub fn remove_set_aside(database: &Path, after: SignedDuration, now: Timestamp) -> anyhow::Result<()> {
    let old = with_suffix(database, ".old");
    let Ok(written) = std::fs::metadata(&old).and_then(|file| file.modified()) else { return Ok(()) };
    if Timestamp::try_from(written)? + after > now {
        return Ok(());
    }
    [with_suffix(&old, "-wal"), with_suffix(&old, "-shm"), old].iter().try_for_each(|path| remove(path))
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

const PREFIX: &str = "shop-";
const SUFFIX: &str = ".db";

/// The name of a night's backup.
pub fn copy_name(night: Date) -> String {
    format!("{PREFIX}{night}{SUFFIX}")
}

/// The nightly backups in a folder with their nights, oldest first. Files with other names are left out.
pub fn copies(folder: &Path) -> std::io::Result<Vec<(Date, PathBuf)>> {
    let mut copies = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let night = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
        if let Some(night) = night.and_then(|night| night.parse::<Date>().ok()) {
            copies.push((night, path));
        }
    }
    copies.sort();
    Ok(copies)
}

/// When the newest copy in a folder was made, whoever asked for it. A copy has its name only once it was verified.
pub fn newest_made_at(folder: &Path) -> Option<SystemTime> {
    let is_copy = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
    let made_at = |entry: std::fs::DirEntry| entry.metadata().ok()?.modified().ok();
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    entries.filter(|entry| entry.file_name().to_str().is_some_and(is_copy)).filter_map(made_at).max()
}

/// The day of the latest due backup: today from the configured hour on, in the shop's zone, else yesterday.
pub fn night(now: Timestamp, hour: u32) -> Date {
    let here = in_shop_zone(now);
    if u32::from(here.hour().unsigned_abs()) >= hour { here.date() } else { here.date().saturating_sub(1.day()) }
}

/// Fails unless this is an intact database of a shop.
pub fn verify(connection: &Connection) -> anyhow::Result<()> {
    let cause = |error: anyhow::Error| anyhow!("{}", error.root_cause());
    let integrity: String = connection.one("PRAGMA integrity_check", vals![]).map_err(cause)?;
    if integrity != "ok" {
        bail!("{integrity}");
    }
    let dangling: i64 = connection.one("SELECT count(*) FROM pragma_foreign_key_check", vals![]).map_err(cause)?;
    if dangling != 0 {
        bail!("{dangling} rows refer to missing ones");
    }
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name IN ('sales_order', 'product', 'refinery_schema_history')";
    if connection.one::<i64>(sql, vals![]).map_err(cause)? != 3 {
        bail!("it holds no shop");
    }
    Ok(())
}

/// The first damage of a database, if any. Reads the whole file.
pub fn find_damage(database: &Path) -> anyhow::Result<Option<String>> {
    open_source(database)?.find_damage()
}

/// Where a file is written before it is complete.
fn part_path(file: &Path) -> PathBuf {
    with_suffix(file, ".part")
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn copy(source: &Connection, part: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    let cannot_write = || format!("{} cannot be written", part.display());
    std::fs::File::create_new(part).with_context(cannot_write)?;
    // It holds personal data: readable by the shop's user only.
    std::fs::set_permissions(part, std::fs::Permissions::from_mode(0o600))?;
    let pages: u64 = source.one("PRAGMA page_count", vals![])?;
    progress(0, pages);
    source.vacuum_into(part).with_context(cannot_write)?;
    progress(pages, pages);
    let target = Connection::open_unconfigured(part, Access::ReadWrite).with_context(cannot_write)?;
    // Without WAL the backup is a single file.
    target.execute_batch("PRAGMA journal_mode = DELETE")?;
    verify(&target).context("the copy is not sound")?;
    drop(target);
    std::fs::File::open(part)?.sync_all()?;
    Ok(())
}

fn finish(part: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::rename(part, to).with_context(|| format!("{} cannot be written", to.display()))?;
    // Syncs the directory entry too.
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shop(path: &Path) -> Connection {
        let mut connection = Connection::open(path, Access::ReadWrite).expect("a database");
        connection.migrate().expect("a schema");
        connection
    }

    /// Rows named `newest` in a database as it lies in its folder, read from copies of its files.
    fn count_newest(database: &Path) -> i64 {
        let folder = tempfile::tempdir().expect("a folder");
        let copy = folder.path().join("copy.db");
        for suffix in ["", "-wal"] {
            let file = with_suffix(database, suffix);
            if file.exists() {
                std::fs::copy(file, with_suffix(&copy, suffix)).expect("copied");
            }
        }
        let connection = Connection::open(&copy, Access::ReadWrite).expect("a database");
        connection.one("SELECT count(*) FROM secret WHERE name = 'newest'", vals![]).expect("counted")
    }

    #[test]
    fn restore_keeps_the_log_that_cannot_be_moved_into_the_former_database() {
        let folder = tempfile::tempdir().expect("a folder");
        let (database, copy) = (folder.path().join("shop.db"), folder.path().join("copy.db"));
        let open = shop(&database);
        backup(&database, &copy, &|_, _| {}).expect("a copy");
        // Somebody reads an old snapshot, so the newest row stays in the log.
        let reader = Connection::open(&database, Access::ReadOnly).expect("a reader");
        reader.execute_batch("BEGIN; SELECT count(*) FROM secret").expect("a snapshot");
        open.execute_batch("INSERT INTO secret (name, value) VALUES ('newest', x'00')").expect("written");
        restore(&copy, &database, &|_, _| {}).expect("restored");
        let old = with_suffix(&database, ".old");
        assert_eq!((count_newest(&database), count_newest(&old)), (0, 1));
        drop((reader, open));
        // The next one is set aside without the log of this one.
        restore(&copy, &database, &|_, _| {}).expect("restored");
        assert_eq!(count_newest(&old), 0);
    }

    #[test]
    fn database_set_aside_is_deleted_after_its_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let (database, copy) = (folder.path().join("shop.db"), folder.path().join("copy.db"));
        drop(shop(&database));
        backup(&database, &copy, &|_, _| {}).expect("a copy");
        let long_ago = SystemTime::UNIX_EPOCH;
        File::options()
            .write(true)
            .open(&database)
            .and_then(|file| file.set_modified(long_ago))
            .expect("a shop at rest");
        restore(&copy, &database, &|_, _| {}).expect("restored");
        let (old, log) = (with_suffix(&database, ".old"), with_suffix(&database, ".old-wal"));
        std::fs::write(&log, "").expect("a log");
        let week = SignedDuration::from_hours(7 * 24);
        let written = Timestamp::try_from(std::fs::metadata(&old).and_then(|file| file.modified()).expect("a time"));
        let written = written.expect("in range");
        assert!(written > Timestamp::UNIX_EPOCH + week, "the time of the restore counts");
        remove_set_aside(&database, week, written + week - SignedDuration::from_secs(1)).expect("kept");
        assert!(old.exists() && log.exists());
        remove_set_aside(&database, week, written + week).expect("deleted");
        assert!(!old.exists() && !log.exists() && database.exists());
        remove_set_aside(&database, week, written + week).expect("nothing is there");
    }

    #[test]
    fn copies_are_put_into_the_folder_one_at_a_time_in_place_of_the_former_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let (database, copies) = (folder.path().join("shop.db"), folder.path().join("backup"));
        let open = shop(&database);
        open_folder(&copies).expect("a folder");
        let make = || into_folder(&database, &copies, "shop-by-hand.db").expect("copied");
        let file = make().expect("made");
        open.execute_batch("INSERT INTO secret (name, value) VALUES ('newest', x'00')").expect("written");
        let held = IN_FOLDER.lock().expect("free");
        assert_eq!((make(), count_newest(&file)), (None, 0), "another one is being made");
        drop(held);
        assert_eq!((make(), count_newest(&file)), (Some(file.clone()), 1));
        assert_eq!(std::fs::read_dir(&copies).expect("a folder").count(), 1, "nothing is left beside it");
    }

    #[test]
    fn night_begins_at_configured_hour_in_paris() {
        let of = |text: &str| night(text.parse().expect("a moment"), 3).to_string();
        assert_eq!(of("2026-11-21T01:59:59Z"), "2026-11-20");
        assert_eq!(of("2026-11-21T02:00:00Z"), "2026-11-21");
        assert_eq!(of("2026-07-01T00:59:59Z"), "2026-06-30");
        assert_eq!(of("2026-07-01T01:00:00Z"), "2026-07-01");
    }

    #[test]
    fn damage_of_a_page_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("shop.db");
        let open = shop(&database);
        assert!(open.truncate_log().expect("checkpoint"));
        let page: i64 = open.one("SELECT rootpage FROM sqlite_schema WHERE name = 'mail'", vals![]).expect("a table");
        drop(open);
        assert_eq!(find_damage(&database).expect("checked"), None);
        damage(&database, page);
        assert!(find_damage(&database).expect("checked").is_some());
    }

    fn damage(database: &Path, page: i64) {
        use std::os::unix::fs::FileExt as _;
        let file = std::fs::File::options().write(true).open(database).expect("a file");
        file.write_all_at(&[0xa5; 4096], (page as u64 - 1) * 4096).expect("damaged");
    }
}
