//! The database: one writer thread with group commit, a pool of readers, and the synchronous [`Tx`] that slices see.
//!
//! SQLite is the engine. PostgreSQL can be used behind the same interface, so SQL is limited to what both support: `$1`
//! placeholders, `ON CONFLICT`, `RETURNING`, integers for times and amounts. Only this folder names the driver.
//!
//! | file | purpose |
//! |---|---|
//! | `mod.rs` | [`Tx`] and what it guarantees |
//! | `value.rs`, `row.rs` | parameters, cells, rows read by serde |
//! | `statement.rs` | queries over many ids |
//! | `sqlite.rs` | SQLite behind [`Tx`]: prepared statements |
//! | `connection.rs` | [`Connection`]: opening, pragmas, synchronous use by commands, jobs and tests |
//! | `files.rs` | whether the path still leads to the open files |
//! | `pool.rs`, `writer.rs` | [`Db`]: reader threads, group commit, bounded queues |
//! | `migrations.rs` | the schema's versions |
//!
//! It knows nothing of the shop's tables.

mod connection;
mod files;
mod migrations;
mod pool;
mod row;
mod sqlite;
mod statement;
mod value;
mod writer;

use anyhow::anyhow;
use serde::de::DeserializeOwned;

pub use connection::{Access, Connection, remove_search, search_path};
pub use migrations::newest_version;
pub use pool::Db;
pub use row::Row;
pub use sqlite::numbered;
pub use statement::{PORTION, by_ids, by_keys, exec_by_ids, group_by, portion_params};
pub use value::Val;

use crate::error::{Error, Result};

/// A transaction: all that a slice sees of the database.
///
/// # What callers may rely on
///
/// - **Writers are serializable.** One transaction writes at a time, in this process and beside it. What a writer has read
///   cannot change before it commits, so checking and then writing needs no lock.
/// - **A writer is atomic.** It runs in a savepoint of its own; an error or a panic undoes all of its changes and nobody
///   else's. It sees the changes of writers before it, which may share its commit.
/// - **A write is durable when it returns.** [`Db::write`] answers after the commit is synced to disk.
/// - **A reader sees one snapshot**, from its first statement to its last: never uncommitted data. It includes every write
///   that returned before the read began. Readers and writers do not block each other.
/// - **Constraints are checked at each statement**; none are deferred.
///
/// # What a closure must keep to
///
/// - **It may run twice**: when a group commit fails, each member is run again alone. So it sends no mail, makes no payment
///   and asks for neither time nor randomness; these are arguments, or rows of the outbox.
/// - It returns at once when a statement fails, and never calls [`Db`] itself.
pub trait Tx {
    /// Runs a statement; answers the number of rows it changed.
    fn exec(&mut self, sql: &str, params: &[Val]) -> Result<u64>;
    /// Runs a query and passes its rows to `each`, until that returns [`Flow::Enough`].
    fn rows(&mut self, sql: &str, params: &[Val], each: &mut dyn FnMut(&Row<'_>) -> Result<Flow>) -> Result<()>;
    /// Runs `work` in a savepoint of its own and ends that as `end` says. For callers: [`dyn Tx::attempt`] and
    /// [`dyn Tx::rehearse`].
    fn nested(&mut self, end: End, work: &mut dyn FnMut(&mut dyn Tx) -> Result<()>) -> Result<()>;
}

/// How a nested savepoint ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Its changes are kept if the work succeeds.
    KeepSuccess,
    /// Its changes are undone in any case.
    Undo,
}

/// Whether a query goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    More,
    Enough,
}

impl dyn Tx + '_ {
    /// Runs `work`; if it fails, only its own changes are undone, and the transaction goes on.
    pub fn attempt<T>(&mut self, mut work: impl FnMut(&mut dyn Tx) -> Result<T>) -> Result<T> {
        self.with_end(End::KeepSuccess, &mut work)
    }

    /// Runs `work` and undoes whatever it changes: tells whether it would succeed, and its result.
    pub fn rehearse<T>(&mut self, mut work: impl FnMut(&mut dyn Tx) -> Result<T>) -> Result<T> {
        self.with_end(End::Undo, &mut work)
    }

    fn with_end<T>(&mut self, end: End, work: &mut dyn FnMut(&mut dyn Tx) -> Result<T>) -> Result<T> {
        let mut result = None;
        self.nested(end, &mut |tx| {
            result = Some(work(tx)?);
            Ok(())
        })?;
        result.ok_or_else(|| Error::from(anyhow!("a savepoint without its work")))
    }

    /// All rows as `T`: a struct with the columns' names, a tuple, or a single value.
    pub fn all<T: DeserializeOwned>(&mut self, sql: &str, params: &[Val]) -> Result<Vec<T>> {
        let mut found = Vec::new();
        self.rows(sql, params, &mut |row| {
            found.push(row.read(sql)?);
            Ok(Flow::More)
        })?;
        Ok(found)
    }

    /// The first row, if any.
    pub fn find<T: DeserializeOwned>(&mut self, sql: &str, params: &[Val]) -> Result<Option<T>> {
        let mut found = None;
        self.rows(sql, params, &mut |row| {
            found = Some(row.read(sql)?);
            Ok(Flow::Enough)
        })?;
        Ok(found)
    }

    /// The first row; an error if there is none.
    pub fn one<T: DeserializeOwned>(&mut self, sql: &str, params: &[Val]) -> Result<T> {
        self.find(sql, params)?.ok_or_else(|| Error::from(anyhow!("no row: {sql}")))
    }

    /// All rows as lists of values, whatever their columns.
    pub fn values(&mut self, sql: &str, params: &[Val]) -> Result<Vec<Vec<Val>>> {
        let mut found = Vec::new();
        self.rows(sql, params, &mut |row| {
            found.push(row.values(sql)?);
            Ok(Flow::More)
        })?;
        Ok(found)
    }
}
