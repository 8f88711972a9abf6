//! SQLite behind [`Tx`]: prepared statements, parameters and cells.

use std::collections::HashMap;

use anyhow::Context as _;
use rusqlite::types::ValueRef;
use rusqlite::{CachedStatement, Connection, ErrorCode};

use super::row::{Columns, Row, RowError, Source};
use super::statement::{IDS, PORTION};
use super::value::{Cell, Val};
use super::{End, Flow, Tx};
use crate::error::{Error, Result};

/// A row of SQLite's.
pub(super) type SourceRow<'r> = &'r rusqlite::Row<'r>;

/// Reads a cell in place; a float is an error.
pub(super) fn cell<'r>(row: &SourceRow<'r>, at: usize) -> Result<Cell<'r>, RowError> {
    Ok(match row.get_ref(at).map_err(|e| RowError(e.to_string()))? {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(v) => Cell::Int(v),
        ValueRef::Text(v) => Cell::Text(std::str::from_utf8(v).map_err(|e| RowError(e.to_string()))?),
        ValueRef::Blob(v) => Cell::Blob(v),
        ValueRef::Real(_) => return Err(RowError("a float".into())),
    })
}

/// Translates a statement to SQLite's placeholders: `$n` becomes `?n`, and `$ids` the first [`PORTION`] parameters.
///
/// SQLite reads `$n` as a named parameter and numbers names in order of appearance; `?n` is the n-th, as `$n` in PostgreSQL.
pub fn numbered(sql: &str) -> String {
    let mut text = String::with_capacity(sql.len());
    for (at, part) in sql.split(IDS).enumerate() {
        if at > 0 {
            let places: Vec<String> = (1..=PORTION).map(|place| format!("?{place}")).collect();
            text.push_str(&places.join(","));
        }
        let mut parts = part.split('$');
        text.extend(parts.next());
        for part in parts {
            text.push(if part.starts_with(|c: char| c.is_ascii_digit()) { '?' } else { '$' });
            text.push_str(part);
        }
    }
    text
}

/// A statement that stays prepared.
struct Prepared<'c> {
    statement: CachedStatement<'c>,
    columns: Columns,
    parameters: usize,
    is_read_only: bool,
}

impl Prepared<'_> {
    /// Binds the parameters; those not given are null, whatever an earlier run bound.
    fn bind(&mut self, params: &[Val]) -> Result<()> {
        self.statement.clear_bindings();
        for (at, value) in params.iter().enumerate().take(self.parameters) {
            match value {
                Val::Null => Ok(()),
                Val::Int(v) => self.statement.raw_bind_parameter(at + 1, v),
                Val::Text(v) => self.statement.raw_bind_parameter(at + 1, v),
                Val::Blob(v) => self.statement.raw_bind_parameter(at + 1, v),
            }
            .context("binding")?;
        }
        Ok(())
    }
}

/// The prepared statements of a connection by their text, so that a repeated one is neither translated nor looked up again.
pub(super) struct Statements<'c> {
    pub(super) connection: &'c Connection,
    known: HashMap<Box<str>, Prepared<'c>, foldhash::fast::RandomState>,
}

impl<'c> Statements<'c> {
    /// The size of the cache. When it is full, all return to the connection's own LRU cache, which evicts rare ones.
    const MAX: usize = 256;

    pub(super) fn of(connection: &'c Connection) -> Self {
        Statements { connection, known: HashMap::default() }
    }

    fn prepare(&self, sql: &str) -> Result<Prepared<'c>> {
        let statement = self.connection.prepare_cached(&numbered(sql)).with_context(|| sql.to_owned())?;
        let columns = Columns::new((0..statement.column_count()).map_while(|at| statement.column_name(at).ok()));
        let (parameters, is_read_only) = (statement.parameter_count(), statement.readonly());
        Ok(Prepared { columns, statement, parameters, is_read_only })
    }

    /// Passes the statement to `work`, with its parameters bound.
    fn with<T>(&mut self, sql: &str, params: &[Val], work: impl FnOnce(&mut Prepared<'c>) -> Result<T>) -> Result<T> {
        if let Some(prepared) = self.known.get_mut(sql) {
            prepared.bind(params)?;
            return work(prepared);
        }
        let mut prepared = self.prepare(sql)?;
        prepared.bind(params)?;
        let result = work(&mut prepared)?;
        if self.known.len() == Self::MAX {
            self.known.clear();
        }
        self.known.insert(sql.into(), prepared);
        Ok(result)
    }
}

/// A transaction on a SQLite connection, which its owner begins and ends.
pub(super) struct SqliteTx<'s, 'c> {
    pub(super) statements: &'s mut Statements<'c>,
}

impl Tx for SqliteTx<'_, '_> {
    fn exec(&mut self, sql: &str, params: &[Val]) -> Result<u64> {
        self.statements.with(sql, params, |prepared| {
            let changed = prepared.statement.raw_execute().with_context(|| sql.to_owned())?;
            Ok(changed as u64)
        })
    }

    fn rows(&mut self, sql: &str, params: &[Val], each: &mut dyn FnMut(&Row<'_>) -> Result<Flow>) -> Result<()> {
        self.statements.with(sql, params, |Prepared { statement, columns, is_read_only, .. }| {
            let mut rows = statement.raw_query();
            let mut flow = Flow::More;
            while let Some(row) = rows.next().with_context(|| sql.to_owned())? {
                if flow == Flow::More {
                    flow = each(&Row::new(columns, Source::Sqlite(row)))?;
                }
                // A statement that writes is stepped to its end, where SQLite checks foreign keys.
                if flow == Flow::Enough && *is_read_only {
                    break;
                }
            }
            Ok(())
        })
    }

    fn nested(&mut self, end: End, work: &mut dyn FnMut(&mut dyn Tx) -> Result<()>) -> Result<()> {
        let connection = self.statements.connection;
        run(connection, "SAVEPOINT nested")?;
        let outcome = work(self);
        if outcome.is_err() || end == End::Undo {
            run(connection, "ROLLBACK TO nested")?;
        }
        run(connection, "RELEASE nested")?;
        outcome
    }
}

/// Why a transaction did not begin or commit.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{text}")]
pub(super) struct Failure {
    pub(super) text: String,
    /// The same transaction may succeed later: another process writes, or the disk is full.
    pub(super) is_temporary: bool,
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        let cause = anyhow::anyhow!("not committed: {failure}");
        if failure.is_temporary { Error::Unavailable(cause) } else { Error::Internal(cause) }
    }
}

/// Runs one of the few statements that control transactions.
pub(super) fn run(connection: &Connection, sql: &str) -> Result<(), Failure> {
    let done = connection.prepare_cached(sql).and_then(|mut statement| statement.raw_execute());
    done.map(|_| ()).map_err(|error| Failure {
        text: format!("{sql}: {error}"),
        is_temporary: matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DiskFull)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::{by_ids, exec_by_ids};
    use crate::vals;

    #[test]
    fn statements_are_prepared_once_and_keep_no_bindings() {
        let connection = Connection::open_in_memory().expect("memory");
        let mut statements = Statements::of(&connection);
        let mut ask = |sql: &str, params: &[Val]| -> Vec<Val> {
            let tx: &mut dyn Tx = &mut SqliteTx { statements: &mut statements };
            tx.values(sql, params).expect("values").remove(0)
        };
        let sql = "SELECT $1 AS first, $2 AS second";
        assert_eq!(ask(sql, vals!["a", "b"]), [Val::from("a"), Val::from("b")]);
        assert_eq!(ask(sql, vals!["c"]), [Val::from("c"), Val::Null], "earlier bindings are cleared");
        let first = ask("SELECT text FROM (SELECT 'a' AS text UNION ALL SELECT 'b')", vals![]);
        assert_eq!(first, [Val::from("a")]);
        for number in 0..2 * Statements::MAX as i64 {
            assert_eq!(ask(&format!("SELECT {number} AS number"), vals![]), [Val::Int(number)]);
        }
        assert_eq!(ask(sql, vals!["d"]), [Val::from("d"), Val::Null]);
        assert!(statements.known.contains_key(sql) && statements.known.len() <= Statements::MAX);
        // No statement is left open on a row, which would keep a transaction from ending.
        run(&connection, "BEGIN IMMEDIATE").and_then(|()| run(&connection, "COMMIT")).expect("committed");
    }

    #[test]
    fn ids_fill_their_placeholders_in_portions() {
        let connection = crate::db::Connection::in_memory().expect("memory");
        connection.execute_batch("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT").expect("create");
        let many: Vec<i64> = (1..=60).collect();
        let found = connection.write(|tx| {
            for id in &many {
                tx.exec("INSERT INTO thing VALUES ($1)", vals![*id])?;
            }
            let found: Vec<i64> = by_ids(tx, "SELECT id FROM thing WHERE id IN ($ids) AND id > $25", &many, vals![10])?;
            exec_by_ids(tx, "DELETE FROM thing WHERE id IN ($ids)", &many[..30], vals![])?;
            Ok((found, tx.one::<i64>("SELECT count(*) FROM thing", vals![])?))
        });
        assert_eq!(found.expect("found"), ((11..=60).collect(), 30));
    }
}
