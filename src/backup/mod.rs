//! Backups: copies of the database made while the shop runs, verified, and complete or absent. They are written row by row,
//! so that nothing that was erased is in them.
//!
//! | file | purpose |
//! |---|---|
//! | `lock` | one copy at a time, whichever process makes it |
//! | `pictures` | the operator's pictures, which belong to copies |

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, anyhow, bail};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan as _};

use crate::config::Config;
use crate::db::{Access, Connection, Tx};
use crate::domain::working_days::in_shop_zone;
use crate::error::Result as CallResult;
use crate::vals;

mod lock;
mod pictures;

pub use lock::CopyLock;
pub use pictures::{Held, held, prune as prune_pictures, put_back as put_pictures_back};

/// What a copy is made of.
#[derive(Debug, Clone)]
pub struct Source {
    pub database: PathBuf,
    /// The folder of the operator's pictures.
    pub pictures: PathBuf,
    /// Names the files there that a database refers to.
    pub files: fn(&mut dyn Tx) -> CallResult<BTreeSet<String>>,
}

/// Copies a shop into a new file while others use it, and verifies the copy.
///
/// `progress` receives the pages done and their total.
pub fn backup(_lock: &CopyLock, source: &Source, to: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    if to.exists() {
        bail!("{} is there already; name a file that is not", to.display());
    }
    write(source, to, progress)
}

/// Writes and verifies a copy before it takes its place.
fn write(source: &Source, to: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    let part = part_path(to);
    // Left by an interrupted run.
    drop(std::fs::remove_file(&part));
    let database = open_source(&source.database)?;
    let copied = copy(&database, &part, progress)
        .and_then(|()| add_pictures(source, &part, to))
        .and_then(|()| seal_part(&part))
        .and_then(|()| finish(&part, to));
    copied.inspect_err(|_| {
        drop(std::fs::remove_file(&part));
    })
}

/// Writes a copy that is changed before it is verified and takes its place: what `change` leaves is the copy.
pub fn write_changed(source: &Source, to: &Path, change: &dyn Fn(&Path) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let part = part_path(to);
    drop(std::fs::remove_file(&part));
    let database = open_source(&source.database)?;
    let copied = copy(&database, &part, &|_, _| {})
        .and_then(|()| change(&part))
        .and_then(|()| seal_part(&part))
        .and_then(|()| finish(&part, to));
    copied.inspect_err(|_| {
        drop(std::fs::remove_file(with_suffix(&part, "-journal")));
        drop(std::fs::remove_file(&part));
    })
}

/// Stores the pictures that a copy refers to, and names them in it.
fn add_pictures(source: &Source, part: &Path, to: &Path) -> anyhow::Result<()> {
    let copy = Connection::open_unconfigured(part, Access::ReadWrite)?;
    let files = copy.read(source.files).map_err(|error| anyhow!("the pictures of the copy: {error}"))?;
    pictures::store(&copy, &files, &source.pictures, to)
}

/// Copies a shop into the folder of copies, in place of the copy that has this name once the new one is verified. None while
/// another copy is made, by whichever process.
pub fn into_folder(source: &Source, folder: &Path, name: &str) -> anyhow::Result<Option<PathBuf>> {
    let Some(lock) = CopyLock::try_take(&source.database)? else { return Ok(None) };
    put_into_folder(&lock, source, folder, name).map(Some)
}

/// The same for who holds the lock.
pub fn put_into_folder(_lock: &CopyLock, source: &Source, folder: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let file = folder.join(name);
    write(source, &file, &|_, _| {})?;
    Ok(file)
}

/// The folder of copies.
pub fn folder(config: &Config) -> PathBuf {
    config.data.directory.join(&config.backup.directory)
}

/// The copy that is made by hand: the next one takes its place, so that no disk fills.
pub const BY_HAND: &str = "shop-by-hand.db";

/// The copies in a folder that the shop has made: nightly ones, that by hand, and those that restores have made. A folder that
/// cannot be read has none.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let nightly = copies(folder).unwrap_or_default().into_iter().map(|(_, path)| path);
    let by_hand = Some(folder.join(BY_HAND)).filter(|path| path.is_file());
    nightly.chain(by_hand).chain(copies_before(folder).unwrap_or_default()).collect()
}

/// The one with this name.
pub fn find_copy(folder: &Path, name: &str) -> Option<PathBuf> {
    list(folder).into_iter().find(|path| path.file_name().is_some_and(|own| own == name))
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

/// Unpacks a verified copy beside a database: what [`place`] puts in its place. Nobody sees it until then, so what it needs to
/// become the shop's database is done to it here.
pub fn unpack(from: &Path, database: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<PathBuf> {
    let source = open_source(from)?;
    verify(&source).with_context(|| format!("{} is no sound copy", from.display()))?;
    let part = part_path(database);
    remove_part(database)?;
    copy(&source, &part, progress).inspect_err(|_| drop(remove_part(database)))?;
    Ok(part)
}

/// Removes what an interrupted [`unpack`] has left.
pub fn remove_part(database: &Path) -> anyhow::Result<()> {
    let part = part_path(database);
    [with_suffix(&part, "-wal"), with_suffix(&part, "-shm"), with_suffix(&part, "-journal"), part]
        .iter()
        .try_for_each(|path| remove(path))
}

/// Puts what [`unpack`] made in the place of a database that is not in use: one is there at any moment, the former or the new
/// one. The former stays beside it as `….old`.
pub fn place_beside(part: &Path, database: &Path) -> anyhow::Result<()> {
    seal_part(part)?;
    set_aside(database)?;
    // SQLite would replay the old database's log into the new one.
    remove(&with_suffix(database, "-wal"))?;
    remove(&with_suffix(database, "-shm"))?;
    finish(part, database)
}

/// The same in the place of a database that [`close`] has closed, and of which a copy was made.
pub fn place(part: &Path, database: &Path) -> anyhow::Result<()> {
    seal_part(part)?;
    // SQLite would replay a log that somebody has made since into the new one.
    anyhow::ensure!(!with_suffix(database, "-wal").exists(), "{} is in use again", database.display());
    finish(part, database)
}

/// Moves the log of a database into it and removes the log, so that the file alone is the whole database. Fails while anybody
/// has it open, in this process or another, after `patience`.
pub fn close(database: &Path, patience: Duration) -> anyhow::Result<()> {
    let connection = Connection::open_unconfigured(database, Access::ReadWrite)?;
    let began = Instant::now();
    loop {
        // SQLite does not wait for this lock itself.
        match connection.one::<String>("PRAGMA journal_mode = DELETE", vals![]) {
            Ok(mode) if mode == "delete" => return Ok(()),
            Ok(_) | Err(_) if began.elapsed() < patience => std::thread::sleep(CLOSE_RETRY),
            Ok(_) => bail!("{} is in use by a command or another program", database.display()),
            Err(error) => {
                return Err(error).with_context(|| {
                    format!(
                        "{} is in use by a command or another program; try again when it has ended",
                        database.display()
                    )
                });
            }
        }
    }
}

/// The pause before it is tried again to close a database that a command has open.
const CLOSE_RETRY: Duration = Duration::from_millis(20);

/// Makes a copy that was written to a single file on disk again.
fn seal_part(part: &Path) -> anyhow::Result<()> {
    let copy = Connection::open_unconfigured(part, Access::ReadWrite)?;
    // Without WAL the backup is a single file.
    copy.execute_batch("PRAGMA journal_mode = DELETE")?;
    verify(&copy).context("the copy is not sound")?;
    drop(copy);
    File::open(part)?.sync_all()?;
    Ok(())
}

/// Bytes that are free for a file, where the system tells.
pub fn free_bytes(beside: &Path) -> Option<u64> {
    let folder = beside.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let about = rustix::fs::statvfs(folder).ok()?;
    Some(about.f_bavail.saturating_mul(about.f_frsize))
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
    remove(&old)?;
    // A second name, so that a database is there at any moment; where the file system knows no such names, the first moves.
    std::fs::hard_link(database, &old).or_else(|_| std::fs::rename(database, &old)).with_context(|| cannot(database))
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

const BEFORE: &str = "before-";

/// The name of the copy that a restore makes of the database that it replaces.
pub fn name_before(now: Timestamp) -> String {
    format!("{PREFIX}{BEFORE}{}{SUFFIX}", now.strftime("%Y-%m-%dT%H%M%SZ"))
}

/// The copies that restores have made of what they replaced.
pub fn copies_before(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let is_before = |name: &str| name.starts_with(&format!("{PREFIX}{BEFORE}")) && name.ends_with(SUFFIX);
    let mut copies = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(is_before) {
            copies.push(path);
        }
    }
    copies.sort();
    Ok(copies)
}

/// Deletes a copy that a restore has made, some time after.
pub fn remove_before(folder: &Path, after: SignedDuration, now: Timestamp) -> anyhow::Result<()> {
    for path in copies_before(folder).unwrap_or_default() {
        let made = path.metadata().and_then(|about| about.modified());
        if made.is_ok_and(|made| Timestamp::try_from(made).is_ok_and(|made| made + after <= now)) {
            remove(&path)?;
        }
    }
    Ok(())
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

    fn no_pictures(_: &mut dyn Tx) -> CallResult<BTreeSet<String>> {
        Ok(BTreeSet::new())
    }

    fn source(database: &Path) -> Source {
        Source { database: database.to_owned(), pictures: database.with_file_name("pictures"), files: no_pictures }
    }

    fn backup(database: &Path, to: &Path) {
        let lock = CopyLock::try_take(database).expect("a lock").expect("free");
        super::backup(&lock, &source(database), to, &|_, _| {}).expect("a copy");
    }

    fn restore(from: &Path, database: &Path) {
        let part = unpack(from, database, &|_, _| {}).expect("unpacked");
        place_beside(&part, database).expect("restored");
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
        backup(&database, &copy);
        // Somebody reads an old snapshot, so the newest row stays in the log.
        let reader = Connection::open(&database, Access::ReadOnly).expect("a reader");
        reader.execute_batch("BEGIN; SELECT count(*) FROM secret").expect("a snapshot");
        open.execute_batch("INSERT INTO secret (name, value) VALUES ('newest', x'00')").expect("written");
        restore(&copy, &database);
        let old = with_suffix(&database, ".old");
        assert_eq!((count_newest(&database), count_newest(&old)), (0, 1));
        drop((reader, open));
        // The next one is set aside without the log of this one.
        restore(&copy, &database);
        assert_eq!(count_newest(&old), 0);
    }

    #[test]
    fn database_set_aside_is_deleted_after_its_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let (database, copy) = (folder.path().join("shop.db"), folder.path().join("copy.db"));
        drop(shop(&database));
        backup(&database, &copy);
        let long_ago = SystemTime::UNIX_EPOCH;
        File::options()
            .write(true)
            .open(&database)
            .and_then(|file| file.set_modified(long_ago))
            .expect("a shop at rest");
        restore(&copy, &database);
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
        let make = || into_folder(&source(&database), &copies, "shop-by-hand.db").expect("copied");
        let file = make().expect("made");
        open.execute_batch("INSERT INTO secret (name, value) VALUES ('newest', x'00')").expect("written");
        let held = CopyLock::try_take(&database).expect("a lock").expect("free");
        assert_eq!((make(), count_newest(&file)), (None, 0), "another one is being made");
        drop(held);
        assert_eq!((make(), count_newest(&file)), (Some(file.clone()), 1));
        assert_eq!(std::fs::read_dir(&copies).expect("a folder").count(), 1, "nothing is left beside it");
    }

    /// Two pictures, of which the second copy names one and another.
    #[test]
    fn pictures_are_stored_once_verified_put_back_and_pruned_with_their_copies() {
        fn first(_: &mut dyn Tx) -> CallResult<BTreeSet<String>> {
            Ok(["bed.jpg", "lamp.jpg", "gone.jpg"].map(str::to_owned).into())
        }
        fn second(_: &mut dyn Tx) -> CallResult<BTreeSet<String>> {
            Ok(["bed.jpg", "chair.jpg"].map(str::to_owned).into())
        }
        let folder = tempfile::tempdir().expect("a folder");
        let (database, copies) = (folder.path().join("shop.db"), folder.path().join("backup"));
        drop(shop(&database));
        open_folder(&copies).expect("a folder");
        let own = folder.path().join("pictures");
        std::fs::create_dir(&own).expect("a folder");
        for name in ["bed.jpg", "lamp.jpg", "chair.jpg"] {
            std::fs::write(own.join(name), name.repeat(100)).expect("a picture");
        }
        let make = |name: &str, files| {
            into_folder(&Source { files, ..source(&database) }, &copies, name).expect("copied").expect("made")
        };
        let one = make("shop-2026-11-20.db", first);
        assert_eq!(held(&one).expect("told"), Held { files: 2, bytes: 700 + 800 }, "a missing one is left out");
        let stored = pictures::stored(&copies);
        let two = make("shop-2026-11-21.db", second);
        let both = pictures::stored(&copies);
        assert_eq!((stored.len(), both.len()), (2, 3));
        assert!(stored.iter().all(|(hash, inode)| both[hash] == *inode), "nothing is written again");
        // A stored picture is damaged: the next copy mends it.
        let bed = hex::encode(<sha2::Sha256 as sha2::Digest>::digest("bed.jpg".repeat(100)));
        std::fs::write(copies.join("shop-pictures").join(&bed), "damaged").expect("damaged");
        make("shop-2026-11-21.db", second);
        // The shop's own is lost, another one is changed: both come back, and the copy that was put in place names none.
        std::fs::remove_file(own.join("bed.jpg")).expect("removed");
        std::fs::write(own.join("chair.jpg"), "other").expect("changed");
        let part = unpack(&two, &database, &|_, _| {}).expect("unpacked");
        let put = |part: &Path, copy: &Path| {
            put_pictures_back(&Connection::open(part, Access::ReadWrite).expect("a database"), copy, &own).expect("put")
        };
        assert_eq!(put(&part, &two), 0);
        for name in ["bed.jpg", "chair.jpg"] {
            assert_eq!(std::fs::read_to_string(own.join(name)).expect("a picture"), name.repeat(100));
        }
        place_beside(&part, &database).expect("placed");
        assert_eq!(held(&database).expect("told"), Held::default());
        // One that is damaged is told, and not put back.
        std::fs::write(copies.join("shop-pictures").join(&bed), "damaged").expect("damaged");
        std::fs::remove_file(own.join("bed.jpg")).expect("removed");
        let part = unpack(&one, &database, &|_, _| {}).expect("unpacked");
        assert_eq!(put(&part, &one), 1);
        assert!(!own.join("bed.jpg").exists());
        // With the first copy goes the picture that it alone names; while a copy cannot be read, all stay.
        std::fs::write(copies.join("shop-strange.db"), "no database").expect("written");
        assert!(prune_pictures(&copies).is_err());
        std::fs::remove_file(copies.join("shop-strange.db")).expect("removed");
        assert_eq!(prune_pictures(&copies).expect("pruned"), 0);
        std::fs::remove_file(one).expect("removed");
        assert_eq!(prune_pictures(&copies).expect("pruned"), 1);
        assert_eq!(pictures::stored(&copies).len(), 2);
    }

    #[test]
    fn database_that_somebody_has_open_is_not_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("shop.db");
        let open = shop(&database);
        open.execute_batch("INSERT INTO secret (name, value) VALUES ('newest', x'00')").expect("written");
        let refused = close(&database, Duration::ZERO).expect_err("in use").to_string();
        assert!(refused.contains("is in use by a command"), "{refused}");
        drop(open);
        close(&database, Duration::ZERO).expect("closed");
        assert!(!with_suffix(&database, "-wal").exists());
        assert_eq!(count_newest(&database), 1);
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
