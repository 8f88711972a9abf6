//! Copies of the database: made beside the open shop, verified, whole or not there.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use rusqlite::{Connection, OpenFlags};

/// Pages that are copied before others may write.
const STEP: i32 = 512;

/// Copies a database into a file that was not there, page by page beside whoever uses it, and verifies the copy.
///
/// `progress` is told how many pages are done, and of how many.
pub fn backup(database: &Path, to: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    if to.exists() {
        bail!("{} is there already; name a file that is not", to.display());
    }
    let source =
        Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .with_context(|| format!("{} cannot be read", database.display()))?;
    source.busy_timeout(std::time::Duration::from_secs(10))?;
    let draft = draft_of(to);
    // Left by a run that was cut off.
    drop(std::fs::remove_file(&draft));
    copy(&source, &draft, progress).and_then(|()| finish(&draft, to)).inspect_err(|_| {
        drop(std::fs::remove_file(&draft));
    })
}

/// Whether copies can be put into a folder; what is made for the trial goes again.
pub fn try_folder(folder: &Path) -> std::io::Result<()> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|path| !path.exists()).collect();
    let trial = folder.join(".trial");
    let tried = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&trial, ""));
    drop(std::fs::remove_file(&trial));
    // The folder would belong to whoever asked, who may be another than the shop's user.
    missing.iter().for_each(|path| drop(std::fs::remove_dir(path)));
    tried
}

/// Puts a copy in the place of a database that nobody uses; what was there stays beside it as `….old`.
pub fn restore(from: &Path, database: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    let source = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .with_context(|| format!("{} cannot be read", from.display()))?;
    verify(&source).with_context(|| format!("{} is no sound copy", from.display()))?;
    let draft = draft_of(database);
    drop(std::fs::remove_file(&draft));
    copy(&source, &draft, progress).inspect_err(|_| {
        drop(std::fs::remove_file(&draft));
    })?;
    set_aside(database)?;
    // The log of the old database must not be read into the new one.
    for suffix in ["-wal", "-shm"] {
        let mut name = database.as_os_str().to_owned();
        name.push(suffix);
        match std::fs::remove_file(&name) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("remove {}", Path::new(&name).display()));
            }
            _ => {}
        }
    }
    finish(&draft, database)
}

/// Keeps the database that is replaced beside the new one, as `….old`, with what its log holds.
fn set_aside(database: &Path) -> anyhow::Result<()> {
    if !database.exists() {
        return Ok(());
    }
    // A damaged one is kept as it is.
    if let Ok(connection) = Connection::open(database) {
        drop(connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
    }
    let mut old = database.as_os_str().to_owned();
    old.push(".old");
    std::fs::rename(database, &old).with_context(|| format!("{} cannot be set aside", database.display()))
}

/// What a sound database of this shop answers.
pub fn verify(connection: &Connection) -> anyhow::Result<()> {
    let integrity: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if integrity != "ok" {
        bail!("{integrity}");
    }
    let dangling: i64 = connection.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))?;
    if dangling != 0 {
        bail!("{dangling} rows refer to missing ones");
    }
    let tables: i64 = connection.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('sales_order', 'product', 'refinery_schema_history')",
        [],
        |row| row.get(0),
    )?;
    if tables != 3 {
        bail!("it holds no shop");
    }
    Ok(())
}

fn draft_of(file: &Path) -> std::path::PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

fn copy(source: &Connection, draft: &Path, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
    let shown = draft.display();
    std::fs::File::create_new(draft).with_context(|| format!("{shown} cannot be written"))?;
    // Names, addresses and orders are nobody else's business on this machine.
    std::fs::set_permissions(draft, std::fs::Permissions::from_mode(0o600))?;
    let mut target = Connection::open(draft).with_context(|| format!("{shown} cannot be written"))?;
    {
        // One snapshot from the first page to the last: a writer beside it neither waits nor makes the copy begin anew.
        source.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema;")?;
        let backup = rusqlite::backup::Backup::new(source, &mut target)?;
        loop {
            let result = backup.step(STEP)?;
            let state = backup.progress();
            let pages = u64::try_from(state.pagecount).unwrap_or_default();
            progress(pages - u64::try_from(state.remaining).unwrap_or_default().min(pages), pages);
            match result {
                rusqlite::backup::StepResult::Done => break,
                rusqlite::backup::StepResult::More => {}
                _ => std::thread::sleep(std::time::Duration::from_millis(20)),
            }
        }
    }
    source.execute_batch("ROLLBACK")?;
    // A copy is one file: whoever carries it away carries all of it.
    target.pragma_update(None, "journal_mode", "DELETE")?;
    verify(&target).context("the copy is not sound")?;
    drop(target);
    std::fs::File::open(draft)?.sync_all()?;
    Ok(())
}

fn finish(draft: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::rename(draft, to).with_context(|| format!("{} cannot be written", to.display()))?;
    // The name itself must survive a power cut.
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}
