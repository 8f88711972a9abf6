//! Backups: copies of the database made while the shop runs, verified, and complete or absent.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};

use crate::db::{Access, Connection};
use crate::vals;

/// Copies a database into a new file while others use it, and verifies the copy.
///
/// `progress` receives the pages done and their total.
pub fn backup(database: &Path, to: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    if to.exists() {
        bail!("{} is there already; name a file that is not", to.display());
    }
    let source = open_source(database)?;
    let part = part_path(to);
    // Left by an interrupted run.
    drop(std::fs::remove_file(&part));
    copy(&source, &part, progress).and_then(|()| finish(&part, to)).inspect_err(|_| {
        drop(std::fs::remove_file(&part));
    })
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
    for suffix in ["-wal", "-shm"] {
        let path = with_suffix(database, suffix);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("remove {}", path.display()));
            }
            _ => {}
        }
    }
    finish(&part, database)
}

fn open_source(path: &Path) -> anyhow::Result<Connection> {
    Connection::open_unconfigured(path, Access::ReadOnly).with_context(|| format!("{} cannot be read", path.display()))
}

/// Renames the replaced database to `….old`, with the contents of its log.
fn set_aside(database: &Path) -> anyhow::Result<()> {
    if !database.exists() {
        return Ok(());
    }
    // A damaged database is left unchanged.
    if let Ok(connection) = Connection::open_unconfigured(database, Access::ReadWrite) {
        drop(connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)"));
    }
    std::fs::rename(database, with_suffix(database, ".old"))
        .with_context(|| format!("{} cannot be set aside", database.display()))
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
    let mut target = Connection::open_unconfigured(part, Access::ReadWrite).with_context(cannot_write)?;
    source.copy_into(&mut target, progress)?;
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
