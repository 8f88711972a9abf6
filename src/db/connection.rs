//! One connection with the shop's settings, used synchronously: by commands, the search index and tests.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{ErrorCode, OpenFlags};
use serde::de::DeserializeOwned;

use super::sqlite::{SqliteTx, Statements, run};
use super::{Tx, Val};
use crate::error::{Error, Result};

/// Bytes of each database file that are memory-mapped. The 100 000 products of the benchmark take half of it.
const MMAP: i64 = 1 << 30;
/// How long a statement waits for another process that writes, before it fails.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Statements that a connection keeps prepared.
const STATEMENTS: usize = 256;
/// Pages copied between two reports of progress.
const COPY_STEP: i32 = 512;
/// The pause before a page that another process holds is copied again.
const COPY_RETRY: Duration = Duration::from_millis(20);

/// How a file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    ReadOnly,
    /// Creates the file if it is missing.
    ReadWrite,
}

/// A connection to a database file or to one in memory.
#[derive(Debug)]
pub struct Connection {
    pub(super) sqlite: rusqlite::Connection,
}

impl Connection {
    /// Opens a file with the shop's settings.
    ///
    /// `synchronous=FULL` in WAL mode syncs the log at each commit: what was answered survives a power cut.
    pub fn open(path: &Path, access: Access) -> anyhow::Result<Connection> {
        let connection = Self::open_unconfigured(path, access).with_context(|| format!("open {}", path.display()))?;
        let sqlite = &connection.sqlite;
        sqlite.set_prepared_statement_cache_capacity(STATEMENTS);
        // Keeps query plans stable: with statistics present, SQLite would otherwise plan anew for other parameters.
        sqlite.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        if access == Access::ReadWrite {
            sqlite.pragma_update(None, "journal_mode", "WAL")?;
            sqlite.pragma_update(None, "synchronous", "FULL")?;
            sqlite.pragma_update(None, "wal_autocheckpoint", 2000)?;
            // Deleted rows are overwritten with zeros, on freed pages too. Remnants of rows that were moved between pages
            // stay until the next VACUUM.
            sqlite.pragma_update(None, "secure_delete", true)?;
        }
        sqlite.pragma_update(None, "foreign_keys", true)?;
        sqlite.pragma_update(None, "cache_size", -4096)?;
        // Mapped pages belong to the system's page cache, which can drop them.
        sqlite.pragma_update(None, "mmap_size", MMAP)?;
        sqlite.pragma_update(None, "temp_store", "MEMORY")?;
        sqlite.pragma_update(None, "trusted_schema", false)?;
        Ok(connection)
    }

    /// Opens a file without the shop's settings, so that a damaged one can be opened too: for copies.
    pub fn open_unconfigured(path: &Path, access: Access) -> anyhow::Result<Connection> {
        let flags = match access {
            Access::ReadOnly => OpenFlags::SQLITE_OPEN_READ_ONLY,
            Access::ReadWrite => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        };
        let sqlite = rusqlite::Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        sqlite.busy_timeout(BUSY_TIMEOUT)?;
        Ok(Connection { sqlite })
    }

    /// A database of its own in memory: for tests.
    pub fn in_memory() -> anyhow::Result<Connection> {
        let sqlite = rusqlite::Connection::open_in_memory()?;
        // The simulation runs every statement of the shop on one connection.
        sqlite.set_prepared_statement_cache_capacity(2 * STATEMENTS);
        sqlite.pragma_update(None, "foreign_keys", true)?;
        Ok(Connection { sqlite })
    }

    /// Lets a reader see the search index as the read-only schema `search`.
    pub fn attach_search(&self, database: &Path) -> anyhow::Result<()> {
        let path = search_path(database);
        if path.exists() {
            let path = path.to_str().context("the data folder's name is not UTF-8")?;
            self.exec("ATTACH DATABASE $1 AS search", &[path.into()])?;
        }
        Ok(())
    }

    /// Runs `work` in a writing transaction of its own.
    pub fn write<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Result<T> {
        self.transaction("BEGIN IMMEDIATE", "COMMIT", work)
    }

    /// Runs `work` on one snapshot of the database.
    pub fn read<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Result<T> {
        self.transaction("BEGIN DEFERRED", "ROLLBACK", work)
    }

    /// Runs `work` in a savepoint, which nests in a transaction that is open already.
    pub(super) fn savepoint<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Result<T> {
        let step = |sql: &str| run(&self.sqlite, sql).map_err(Error::from);
        step("SAVEPOINT work")?;
        let result = self.guarded(work);
        if result.is_err() {
            step("ROLLBACK TO work")?;
        }
        step("RELEASE work")?;
        result
    }

    fn transaction<T>(
        &self,
        begin: &'static str,
        end: &'static str,
        work: impl FnOnce(&mut dyn Tx) -> Result<T>,
    ) -> Result<T> {
        self.sqlite.execute_batch(begin).context(begin)?;
        let result = self.guarded(work);
        let end = if result.is_ok() { end } else { "ROLLBACK" };
        self.sqlite.execute_batch(end).context(end)?;
        result
    }

    fn guarded<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Result<T> {
        guarded(|| work(&mut SqliteTx { statements: &mut Statements::of(&self.sqlite) }))
    }

    /// Runs statements without parameters, each a transaction of its own unless the text begins one.
    pub fn execute_batch(&self, sql: &str) -> anyhow::Result<()> {
        Ok(self.sqlite.execute_batch(sql)?)
    }

    /// Runs one statement outside of a transaction; answers the number of rows it changed.
    pub fn exec(&self, sql: &str, params: &[Val]) -> anyhow::Result<u64> {
        self.alone(|tx| tx.exec(sql, params))
    }

    /// Runs one query outside of a transaction: its first row.
    pub fn one<T: DeserializeOwned>(&self, sql: &str, params: &[Val]) -> anyhow::Result<T> {
        self.alone(|tx| tx.one(sql, params))
    }

    /// Runs one query outside of a transaction: all rows.
    pub fn all<T: DeserializeOwned>(&self, sql: &str, params: &[Val]) -> anyhow::Result<Vec<T>> {
        self.alone(|tx| tx.all(sql, params))
    }

    fn alone<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> anyhow::Result<T> {
        work(&mut SqliteTx { statements: &mut Statements::of(&self.sqlite) }).map_err(cause)
    }

    /// Copies the whole database into `target` as one snapshot; a concurrent writer neither waits nor restarts the copy.
    ///
    /// `progress` receives the pages done and their total.
    pub fn copy_into(&self, target: &mut Connection, progress: &dyn Fn(u64, u64)) -> anyhow::Result<()> {
        self.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema;")?;
        let copied = copy(&self.sqlite, &mut target.sqlite, progress);
        self.execute_batch("ROLLBACK")?;
        copied
    }

    /// The first damage that SQLite finds in pages and rows, if any. Reads the whole file.
    pub fn find_damage(&self) -> anyhow::Result<Option<String>> {
        use ErrorCode::{DatabaseCorrupt, NotADatabase, SystemIoFailure};
        match self.sqlite.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0)) {
            // For one line of the log: SQLite writes a heading and a line for each finding.
            Ok(result) => Ok((result != "ok").then(|| result.replace('\n', " "))),
            Err(error) => match error.sqlite_error_code() {
                Some(DatabaseCorrupt | NotADatabase | SystemIoFailure) => Ok(Some(error.to_string())),
                _ => Err(error.into()),
            },
        }
    }

    /// Moves the log into the database file and empties it, so that the file alone is the whole database; false where
    /// others still use the log.
    pub fn truncate_log(&self) -> anyhow::Result<bool> {
        let (is_busy, ..): (bool, i64, i64) = self.one("PRAGMA wal_checkpoint(TRUNCATE)", &[])?;
        Ok(!is_busy)
    }

    /// How long a statement waits for others before it fails.
    pub fn set_busy_timeout(&self, timeout: Duration) -> anyhow::Result<()> {
        Ok(self.sqlite.busy_timeout(timeout)?)
    }

    /// Writes the whole database as one snapshot into a missing or empty file, row by row: nothing of deleted rows is
    /// copied.
    pub fn vacuum_into(&self, file: &Path) -> anyhow::Result<()> {
        let file = file.to_str().context("the name of the copy is not UTF-8")?;
        self.exec("VACUUM INTO $1", &[file.into()]).map(drop)
    }

    /// Lets statements of this connection call `name(kind, value)`: what `function` makes of a text is a text again, of bytes
    /// bytes; null stays null.
    pub fn define_replacement(
        &self,
        name: &str,
        function: impl Fn(&str, &[u8]) -> Vec<u8> + Send + 'static,
    ) -> anyhow::Result<()> {
        let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_DIRECTONLY;
        self.sqlite.create_scalar_function(name, 2, flags, move |context| {
            let kind: String = context.get(0)?;
            Ok(match context.get_raw(1) {
                ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(&function(&kind, text)).into_owned()),
                ValueRef::Blob(bytes) => Value::Blob(function(&kind, bytes)),
                _ => Value::Null,
            })
        })?;
        Ok(())
    }

    /// The driver's own connection: for the benchmark, which compares the shop with bare statements.
    pub fn driver(&self) -> &rusqlite::Connection {
        &self.sqlite
    }
}

fn copy(
    source: &rusqlite::Connection,
    target: &mut rusqlite::Connection,
    progress: &dyn Fn(u64, u64),
) -> anyhow::Result<()> {
    let backup = Backup::new(source, target)?;
    loop {
        let result = backup.step(COPY_STEP)?;
        let state = backup.progress();
        let pages = u64::try_from(state.pagecount).unwrap_or_default();
        progress(pages - u64::try_from(state.remaining).unwrap_or_default().min(pages), pages);
        match result {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            _ => std::thread::sleep(COPY_RETRY),
        }
    }
}

/// Runs `work`; a panic becomes an error, so that one bad call does not end the thread.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(anyhow!("panic: {}", panic_text(&*panic)).into()))
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown".to_owned())
}

/// The cause of an error, without the shop's own classification of it.
fn cause(error: Error) -> anyhow::Error {
    match error {
        Error::Internal(cause) | Error::Unavailable(cause) => cause,
        other => other.into(),
    }
}

/// The file of the search index beside a database: derived from it, so it may be deleted at any time.
pub fn search_path(database: &Path) -> PathBuf {
    database.with_file_name("search.db")
}

/// Deletes the search index of a database; a log left behind would be replayed into the next.
pub fn remove_search(database: &Path) -> io::Result<()> {
    for name in ["search.db", "search.db-wal", "search.db-shm"] {
        match std::fs::remove_file(database.with_file_name(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vals;

    #[test]
    fn foreign_keys_are_checked_even_when_only_one_row_is_read() {
        let connection = Connection::in_memory().expect("memory");
        connection
            .execute_batch(
                "CREATE TABLE word (text TEXT NOT NULL UNIQUE) STRICT;
                 CREATE TABLE line (word TEXT REFERENCES word (text)) STRICT",
            )
            .expect("create");
        let insert = |word: &str| {
            connection.write(|tx| tx.one::<String>("INSERT INTO line VALUES ($1) RETURNING word", vals![word]))
        };
        assert!(insert("nowhere").is_err());
        connection.exec("INSERT INTO word VALUES ('here')", vals![]).expect("insert");
        assert_eq!(insert("here").expect("inserted"), "here");
    }
}
