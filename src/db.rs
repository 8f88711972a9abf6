//! The database: one writer that commits waiting transactions together, many readers, one synchronous [`Tx`].
//!
//! SQLite stands behind it. The seam is kept so narrow that PostgreSQL could stand there too, hence three rules for
//! every closure given to [`Db::write`]: it may run twice, so it neither sends mail nor pays nor asks for time or
//! randomness; its SQL keeps to what both engines speak (`$1` placeholders, `ON CONFLICT`, `RETURNING`, integers for
//! times and amounts); and it returns at once when a statement failed.
//!
//! This file knows nothing of the shop's tables.

use std::any::Any;
use std::cell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{CachedStatement, Connection, OpenFlags};
use serde::de::value::{BorrowedStrDeserializer, SeqDeserializer};
use serde::de::{self, Deserialize, DeserializeOwned, Visitor};
use tokio::sync::{mpsc, oneshot};

use crate::error::{Error, Result};

/// Transactions that one commit takes at most, so that the first of a crowd does not wait for the last.
const GROUP: usize = 128;
/// The longest that a commit waits for others.
const MAX_WAIT: Duration = Duration::from_millis(5);
/// Bytes of each database file that are read in place. The hundred thousand products of the tests take half of it.
const MAPPED: i64 = 1 << 30;
/// How long a statement waits for another process that writes, before it fails.
const BUSY: Duration = Duration::from_secs(10);

/// A value that goes into or comes out of a statement. No floats: money and times are integers.
#[derive(Debug, Clone, PartialEq)]
pub enum Val {
    Null,
    Int(i64),
    Text(String),
    Blob(Vec<u8>),
}

macro_rules! val_from {
    ($($from:ty => |$v:ident| $to:expr),* $(,)?) => {
        $(impl From<$from> for Val { fn from($v: $from) -> Self { $to } })*
    };
}
val_from! {
    i64 => |v| Val::Int(v),
    i32 => |v| Val::Int(v.into()),
    u32 => |v| Val::Int(v.into()),
    u16 => |v| Val::Int(v.into()),
    bool => |v| Val::Int(v.into()),
    &str => |v| Val::Text(v.to_owned()),
    &String => |v| Val::Text(v.clone()),
    String => |v| Val::Text(v),
    Vec<u8> => |v| Val::Blob(v),
    &[u8] => |v| Val::Blob(v.to_vec()),
    [u8; 32] => |v| Val::Blob(v.to_vec()),
}
impl<T: Into<Val>> From<Option<T>> for Val {
    fn from(value: Option<T>) -> Self {
        value.map_or(Val::Null, Into::into)
    }
}

/// The parameters of a statement, in the order `$1`, `$2`, …
#[macro_export]
macro_rules! vals {
    ($($value:expr),* $(,)?) => { &[$($crate::db::Val::from($value)),*] };
}

/// A transaction: all a slice ever sees of the database.
pub trait Tx {
    /// Runs a statement; answers the number of rows it changed.
    fn exec(&mut self, sql: &str, params: &[Val]) -> Result<u64>;
    /// Runs a query; shows its rows to `each` in turn, while that wants more.
    fn rows(&mut self, sql: &str, params: &[Val], each: &mut dyn FnMut(&Row<'_>) -> Result<Flow>) -> Result<()>;
}

/// Whether a query goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    More,
    Enough,
}

impl dyn Tx + '_ {
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

    /// The row that must be there.
    pub fn one<T: DeserializeOwned>(&mut self, sql: &str, params: &[Val]) -> Result<T> {
        self.find(sql, params)?.ok_or_else(|| Error::from(anyhow!("no row: {sql}")))
    }

    /// All rows as they are, whatever their columns.
    pub fn values(&mut self, sql: &str, params: &[Val]) -> Result<Vec<Vec<Val>>> {
        let mut found = Vec::new();
        self.rows(sql, params, &mut |row| {
            let values = (0..row.columns.len()).map(|at| Ok(row.cell(at)?.into()));
            found.push(values.collect::<Result<_, RowError>>().map_err(|e| e.of(sql))?);
            Ok(Flow::More)
        })?;
        Ok(found)
    }
}

/// The names of an answer's columns.
#[derive(Debug)]
struct Columns {
    /// One after the other: a name is not worth an allocation.
    names: String,
    ends: Vec<usize>,
    /// The fields of a type that has just these, in this order: its rows are read without looking at names.
    fields: cell::Cell<Option<&'static [&'static str]>>,
}

impl Columns {
    fn of(statement: &rusqlite::Statement<'_>) -> Columns {
        let mut columns = Columns { names: String::new(), ends: Vec::new(), fields: cell::Cell::new(None) };
        for name in (0..statement.column_count()).map_while(|at| statement.column_name(at).ok()) {
            columns.names.push_str(name);
            columns.ends.push(columns.names.len());
        }
        columns
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether these are a type's fields, in their order.
    fn are(&self, fields: &'static [&'static str]) -> bool {
        if self.fields.get().is_some_and(|known| std::ptr::eq(known, fields)) {
            return true;
        }
        let they_are =
            fields.len() == self.len() && fields.iter().enumerate().all(|(at, field)| self.name(at) == *field);
        if they_are {
            self.fields.set(Some(fields));
        }
        they_are
    }

    fn name(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.names[start..self.ends[at]]
    }
}

/// One row, while the query stands on it: it is read where it lies.
#[derive(Debug)]
pub struct Row<'r> {
    columns: &'r Columns,
    values: &'r rusqlite::Row<'r>,
}

/// A value in a row.
#[derive(Debug, Clone, Copy)]
enum Cell<'r> {
    Null,
    Int(i64),
    Text(&'r str),
    Blob(&'r [u8]),
}

impl From<Cell<'_>> for Val {
    fn from(cell: Cell<'_>) -> Val {
        match cell {
            Cell::Null => Val::Null,
            Cell::Int(v) => Val::Int(v),
            Cell::Text(v) => Val::Text(v.to_owned()),
            Cell::Blob(v) => Val::Blob(v.to_vec()),
        }
    }
}

impl<'r> Row<'r> {
    /// The row as `T`, which may borrow from it; `sql` is named where it does not fit.
    pub fn read<T: Deserialize<'r>>(&self, sql: &str) -> Result<T> {
        T::deserialize(RowDeserializer(self)).map_err(|e| e.of(sql))
    }

    fn cell(&self, at: usize) -> Result<Cell<'r>, RowError> {
        Ok(match self.values.get_ref(at).map_err(|e| RowError(e.to_string()))? {
            ValueRef::Null => Cell::Null,
            ValueRef::Integer(v) => Cell::Int(v),
            ValueRef::Text(v) => Cell::Text(std::str::from_utf8(v).map_err(|e| RowError(e.to_string()))?),
            ValueRef::Blob(v) => Cell::Blob(v),
            ValueRef::Real(_) => return Err(RowError("a float".into())),
        })
    }

    fn first(&self) -> Result<Cell<'r>, RowError> {
        if self.columns.len() == 0 { Err(RowError("row without columns".into())) } else { self.cell(0) }
    }
}

/// Why a row did not fit its type.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct RowError(String);

impl RowError {
    fn of(self, sql: &str) -> Error {
        anyhow!("{self} in {sql}").into()
    }
}

impl de::Error for RowError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        RowError(message.to_string())
    }
}

struct RowDeserializer<'c, 'r>(&'c Row<'r>);

impl<'de> de::Deserializer<'de> for RowDeserializer<'_, 'de> {
    type Error = RowError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_option(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        if self.0.columns.are(fields) {
            self.deserialize_tuple(fields.len(), visitor)
        } else {
            self.deserialize_map(visitor)
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_map(Cells { row: self.0, at: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_seq(Cells { row: self.0, at: 0 })
    }

    /// A list is a single blob: a row of several values is a tuple.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_seq(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, RowError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_bool(visitor)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        tuple_struct identifier ignored_any
    }
}

/// The cells of a row in turn, with their names or without.
struct Cells<'c, 'r> {
    row: &'c Row<'r>,
    at: usize,
}

impl<'r> de::MapAccess<'r> for Cells<'_, 'r> {
    type Error = RowError;

    fn next_key_seed<K: de::DeserializeSeed<'r>>(&mut self, seed: K) -> Result<Option<K::Value>, RowError> {
        if self.at == self.row.columns.len() {
            return Ok(None);
        }
        seed.deserialize(BorrowedStrDeserializer::new(self.row.columns.name(self.at))).map(Some)
    }

    fn next_value_seed<V: de::DeserializeSeed<'r>>(&mut self, seed: V) -> Result<V::Value, RowError> {
        self.at += 1;
        seed.deserialize(self.row.cell(self.at - 1)?)
    }
}

impl<'r> de::SeqAccess<'r> for Cells<'_, 'r> {
    type Error = RowError;

    fn next_element_seed<T: de::DeserializeSeed<'r>>(&mut self, seed: T) -> Result<Option<T::Value>, RowError> {
        if self.at == self.row.columns.len() {
            return Ok(None);
        }
        self.at += 1;
        seed.deserialize(self.row.cell(self.at - 1)?).map(Some)
    }
}

impl<'de> de::Deserializer<'de> for Cell<'de> {
    type Error = RowError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self {
            Cell::Null => visitor.visit_none(),
            Cell::Int(v) => visitor.visit_i64(v),
            Cell::Text(v) => visitor.visit_borrowed_str(v),
            Cell::Blob(v) => visitor.visit_borrowed_bytes(v),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self {
            Cell::Int(v) => visitor.visit_bool(v != 0),
            other => Err(RowError(format!("expected 0 or 1, found {other:?}"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self {
            Cell::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self {
            Cell::Blob(v) => visitor.visit_seq(SeqDeserializer::new(v.iter().copied())),
            other => Err(RowError(format!("expected a blob, found {other:?}"))),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, RowError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        match self {
            Cell::Text(v) => BorrowedStrDeserializer::new(v).deserialize_enum(name, variants, visitor),
            other => Err(RowError(format!("expected a code, found {other:?}"))),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct
        map struct identifier ignored_any
    }
}

/// Ids that one statement takes. With the eight parameters after them it is as many as a statement can have.
pub const PORTION: usize = 24;
/// Stands for the ids in a statement that takes a portion of them.
const IDS: &str = "$ids";

/// A statement as SQLite reads it. It takes `$n` for a name and numbers names as they appear; `?n` is the n-th parameter,
/// as `$n` is to PostgreSQL. `$ids` are the first [`PORTION`] of them.
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

/// Runs a query for many ids: `$ids` in the text stands for them, the other parameters are `$25` and up.
///
/// The text is the same for any number of ids, so it is prepared once; ids beyond a portion take another run.
pub fn by_ids<T: DeserializeOwned>(tx: &mut dyn Tx, sql: &str, ids: &[i64], rest: &[Val]) -> Result<Vec<T>> {
    let mut found = Vec::new();
    for portion in ids.chunks(PORTION) {
        found.append(&mut tx.all(sql, &portion_params(portion, rest))?);
    }
    Ok(found)
}

/// The same for a statement that changes rows.
pub fn exec_by_ids(tx: &mut dyn Tx, sql: &str, ids: &[i64], rest: &[Val]) -> Result<u64> {
    let mut changed = 0;
    for portion in ids.chunks(PORTION) {
        changed += tx.exec(sql, &portion_params(portion, rest))?;
    }
    Ok(changed)
}

/// A portion of ids, filled up, and the parameters after it.
pub fn portion_params<T: Clone + Into<Val>>(portion: &[T], rest: &[Val]) -> Vec<Val> {
    let mut params = Vec::with_capacity(PORTION + rest.len());
    params.extend(portion.iter().cloned().map(Into::into));
    params.resize(PORTION, Val::Null);
    params.extend_from_slice(rest);
    params
}

/// A statement that stays prepared.
struct Prepared<'c> {
    statement: CachedStatement<'c>,
    columns: Columns,
    /// Parameters.
    takes: usize,
    only_reads: bool,
}

/// The statements of a connection by their text. What a transaction asks again is neither translated nor named again.
struct Statements<'c> {
    connection: &'c Connection,
    known: HashMap<Box<str>, Prepared<'c>, foldhash::fast::RandomState>,
}

impl<'c> Statements<'c> {
    /// Statements kept. When there are more, all go back to the connection's own store, which gives up the least used: so
    /// texts that few ask never keep out those that all ask.
    const MOST: usize = 256;

    fn of(connection: &'c Connection) -> Self {
        Statements { connection, known: HashMap::default() }
    }

    fn prepare(&self, sql: &str) -> Result<Prepared<'c>> {
        let statement = self.connection.prepare_cached(&numbered(sql)).with_context(|| sql.to_owned())?;
        let (takes, only_reads) = (statement.parameter_count(), statement.readonly());
        Ok(Prepared { columns: Columns::of(&statement), statement, takes, only_reads })
    }

    /// Shows the statement of a text to `work`, with its parameters bound.
    fn with<T>(&mut self, sql: &str, params: &[Val], work: impl FnOnce(&mut Prepared<'c>) -> Result<T>) -> Result<T> {
        if let Some(prepared) = self.known.get_mut(sql) {
            prepared.bind(params)?;
            return work(prepared);
        }
        let mut prepared = self.prepare(sql)?;
        prepared.bind(params)?;
        let result = work(&mut prepared)?;
        if self.known.len() == Self::MOST {
            self.known.clear();
        }
        self.known.insert(sql.into(), prepared);
        Ok(result)
    }
}

impl Prepared<'_> {
    /// Binds what the statement takes; what is not given is null, whatever was bound before.
    fn bind(&mut self, params: &[Val]) -> Result<()> {
        self.statement.clear_bindings();
        for (at, value) in params.iter().enumerate().take(self.takes) {
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

/// A transaction on a SQLite connection.
struct SqliteTx<'s, 'c> {
    statements: &'s mut Statements<'c>,
}

impl Tx for SqliteTx<'_, '_> {
    fn exec(&mut self, sql: &str, params: &[Val]) -> Result<u64> {
        self.statements.with(sql, params, |prepared| {
            let changed = prepared.statement.raw_execute().with_context(|| sql.to_owned())?;
            Ok(changed as u64)
        })
    }

    fn rows(&mut self, sql: &str, params: &[Val], each: &mut dyn FnMut(&Row<'_>) -> Result<Flow>) -> Result<()> {
        self.statements.with(sql, params, |Prepared { statement, columns, only_reads, .. }| {
            let mut rows = statement.raw_query();
            let mut flow = Flow::More;
            while let Some(values) = rows.next().with_context(|| sql.to_owned())? {
                if flow == Flow::More {
                    flow = each(&Row { columns, values })?;
                }
                // What changes something is taken to its end: only there are its foreign keys checked.
                if flow == Flow::Enough && *only_reads {
                    break;
                }
            }
            Ok(())
        })
    }
}

/// A unit of work for the writer: run inside a savepoint, told afterwards whether the commit is on disk.
trait Work: Send {
    /// Whether its changes are to stay.
    fn run(&mut self, tx: &mut dyn Tx) -> bool;
    /// Sends the answer; `failure` says why nothing was committed after all.
    fn answer(self: Box<Self>, failure: Option<String>);
}

struct Typed<T, F> {
    work: F,
    result: Option<Result<T>>,
    reply: oneshot::Sender<Result<T>>,
}

impl<T: Send, F: Fn(&mut dyn Tx) -> Result<T> + Send> Work for Typed<T, F> {
    fn run(&mut self, tx: &mut dyn Tx) -> bool {
        let result = guarded(|| (self.work)(tx));
        let keep = result.is_ok();
        self.result = Some(result);
        keep
    }

    fn answer(self: Box<Self>, failure: Option<String>) {
        let result = match (failure, self.result) {
            (None, Some(result)) => result,
            (Some(why), _) => Err(anyhow!("not committed: {why}").into()),
            (None, None) => Err(anyhow!("never run").into()),
        };
        // The asker may have gone away; what is committed stays committed.
        drop(self.reply.send(result));
    }
}

/// Runs `f`; a panic becomes an error, so that one bad call does not take the thread with it.
fn guarded<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| Err(anyhow!("panic: {}", panic_text(&*panic)).into()))
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown".to_owned())
}

/// The database: cheap to clone.
#[derive(Clone)]
pub struct Db {
    path: Arc<PathBuf>,
    behind: Behind,
}

#[derive(Clone)]
enum Behind {
    Threads {
        writes: crossbeam_channel::Sender<Box<dyn Work>>,
        reads: crossbeam_channel::Sender<Box<dyn Work>>,
    },
    /// One connection, used by whoever asks, at once.
    Here(Arc<Mutex<Connection>>),
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Db").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Db {
    /// Opens a migrated database file, with one writer and `readers` readers. In a Tokio runtime: there answers are given.
    pub fn open(path: &Path, readers: usize) -> anyhow::Result<Db> {
        let (writes, queue) = crossbeam_channel::unbounded::<Box<dyn Work>>();
        let writer = connect(path, false)?;
        let (committed, mut groups) = mpsc::unbounded_channel::<Vec<Box<dyn Work>>>();
        thread::Builder::new().name("writer".into()).spawn(move || write_loop(&writer, &queue, &committed))?;
        // To wake who waits is dear from a thread that the runtime does not know: a group is told by one who is in it.
        tokio::spawn(async move {
            while let Some(group) = groups.recv().await {
                group.into_iter().for_each(|work| work.answer(None));
            }
        });
        let (reads, queue) = crossbeam_channel::unbounded::<Box<dyn Work>>();
        for number in 0..readers.max(1) {
            let reader = connect(path, true)?;
            attach_search(&reader, path)?;
            let queue = queue.clone();
            thread::Builder::new().name(format!("reader-{number}")).spawn(move || read_loop(&reader, &queue))?;
        }
        Ok(Db { path: Arc::new(path.to_owned()), behind: Behind::Threads { writes, reads } })
    }

    /// A database without threads: whatever is asked runs on the asker's own, between two points at which the asker may be
    /// put aside. So a simulation decides who goes first, and who never comes back.
    pub fn here(connection: Arc<Mutex<Connection>>) -> Db {
        Db { path: Arc::new(PathBuf::new()), behind: Behind::Here(connection) }
    }

    /// The file behind it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `work` in a read-only transaction: one consistent picture of the database.
    pub async fn read<T: Send + 'static>(&self, work: impl Fn(&mut dyn Tx) -> Result<T> + Send + 'static) -> Result<T> {
        match &self.behind {
            Behind::Threads { reads, .. } => submit(reads, work).await,
            Behind::Here(connection) => here(connection, work).await,
        }
    }

    /// Runs `work` in a writing transaction; it is on disk when this returns `Ok`. May run `work` twice.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut dyn Tx) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        match &self.behind {
            Behind::Threads { writes, .. } => submit(writes, work).await,
            Behind::Here(connection) => here(connection, work).await,
        }
    }
}

/// Runs `work` in a savepoint of its own: kept when it succeeds.
async fn here<T>(connection: &Mutex<Connection>, work: impl Fn(&mut dyn Tx) -> Result<T>) -> Result<T> {
    aside().await;
    let result = {
        let connection = connection.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        within(&connection, work)
    };
    aside().await;
    result
}

fn within<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Result<T> {
    let step = |sql: &str| run(connection, sql).map_err(|why| anyhow!(why));
    step("SAVEPOINT work")?;
    let result = guarded(|| work(&mut SqliteTx { statements: &mut Statements::of(connection) }));
    if result.is_err() {
        step("ROLLBACK TO work")?;
    }
    step("RELEASE work")?;
    result
}

/// Lets others go first, once.
async fn aside() {
    let mut has_waited = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut has_waited, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

async fn submit<T: Send + 'static>(
    queue: &crossbeam_channel::Sender<Box<dyn Work>>,
    work: impl Fn(&mut dyn Tx) -> Result<T> + Send + 'static,
) -> Result<T> {
    let (reply, answer) = oneshot::channel();
    queue.send(Box::new(Typed { work, result: None, reply })).map_err(|_| anyhow!("the database is closed"))?;
    answer.await.map_err(|_| anyhow!("the database is closed"))?
}

/// Opens a connection with the shop's settings.
///
/// `synchronous=FULL` in WAL mode syncs the log at each commit: what was answered survives a power cut.
pub fn connect(path: &Path, read_only: bool) -> anyhow::Result<Connection> {
    let flags = if read_only {
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX
    } else {
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX
    };
    let connection = Connection::open_with_flags(path, flags).with_context(|| format!("open {}", path.display()))?;
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(256);
    // A plan is made once and stays. Where there are statistics, SQLite would otherwise plan anew for every other parameter.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    if !read_only {
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "wal_autocheckpoint", 2000)?;
    }
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -4096)?;
    // Addresses, not memory: what is read stays the system's to keep or to drop.
    connection.pragma_update(None, "mmap_size", MAPPED)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// The file of the search index beside a database: derived from it, so it may be deleted at any time.
pub fn search_path(database: &Path) -> PathBuf {
    database.with_file_name("search.db")
}

/// Lets a reader see the search index as the schema `search`. A reader's attachment is read-only like itself.
fn attach_search(connection: &Connection, database: &Path) -> anyhow::Result<()> {
    let path = search_path(database);
    if path.exists() {
        let path = path.to_str().context("the data folder's name is not UTF-8")?;
        connection.execute("ATTACH DATABASE ?1 AS search", [path])?;
    }
    Ok(())
}

/// Runs `work` in a writing transaction of its own on `connection`: for commands that hold no [`Db`].
pub fn transaction<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Result<T> {
    connection.execute_batch("BEGIN IMMEDIATE").context("BEGIN")?;
    let result = guarded(|| work(&mut SqliteTx { statements: &mut Statements::of(connection) }));
    match result {
        Ok(value) => {
            connection.execute_batch("COMMIT").context("COMMIT")?;
            Ok(value)
        }
        Err(error) => {
            connection.execute_batch("ROLLBACK").context("ROLLBACK")?;
            Err(error)
        }
    }
}

/// Runs `work` on one consistent picture of the database: for commands that hold no [`Db`].
pub fn reading<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Result<T> {
    connection.execute_batch("BEGIN DEFERRED").context("BEGIN")?;
    let result = guarded(|| work(&mut SqliteTx { statements: &mut Statements::of(connection) }));
    connection.execute_batch("ROLLBACK").context("ROLLBACK")?;
    result
}

fn read_loop(connection: &Connection, queue: &crossbeam_channel::Receiver<Box<dyn Work>>) {
    let mut statements = Statements::of(connection);
    for mut work in queue {
        let failure = match run(connection, "BEGIN DEFERRED") {
            Ok(()) => {
                work.run(&mut SqliteTx { statements: &mut statements });
                // Ends the snapshot; a reader has nothing to lose by either word.
                run(connection, "ROLLBACK").err()
            }
            Err(why) => Some(why),
        };
        work.answer(failure);
    }
}

/// Runs what comes, and gives to `done` what is committed.
fn write_loop(
    connection: &Connection,
    queue: &crossbeam_channel::Receiver<Box<dyn Work>>,
    done: &mpsc::UnboundedSender<Vec<Box<dyn Work>>>,
) {
    let mut crowd = Crowd::default();
    let mut statements = Statements::of(connection);
    let mut group: Vec<Box<dyn Work>> = Vec::new();
    while let Ok(first) = queue.recv() {
        group.push(first);
        group.extend(queue.try_iter().take(GROUP - 1));
        let until = Instant::now() + crowd.patience;
        let committed = commit(&mut statements, &mut group, |taken| {
            // Who comes later waits for the next commit, in which the clients answered by this one are at work already.
            if taken == GROUP || Instant::now() >= until {
                return None;
            }
            let next = queue.try_recv();
            if next.is_err() && taken < crowd.size { queue.recv_deadline(until).ok() } else { next.ok() }
        });
        metrics::histogram!("shop_commit_group_size").record(group.len() as f64);
        match committed {
            Ok(took) => {
                crowd = Crowd::after(group.len(), queue.len(), took);
                // Without a runtime there is nobody left to answer.
                drop(done.send(std::mem::take(&mut group)));
            }
            // Whoever spoiled the group must not take the others down: each gets a commit of its own.
            Err(_) if group.len() > 1 => {
                for work in group.drain(..) {
                    let mut alone = vec![work];
                    let failure = commit(&mut statements, &mut alone, |_| None).err();
                    for work in alone {
                        work.answer(failure.clone());
                    }
                }
            }
            Err(why) => group.drain(..).for_each(|work| work.answer(Some(why.clone()))),
        }
    }
}

/// For how many the writer waits before it commits, and how long.
///
/// To sync the log takes longer than to run the statements. Of a crowd that asks again as soon as it is answered, one half
/// would otherwise be on its way while the other half is synced, and every order would pay for two syncs. PostgreSQL calls
/// this patience `commit_delay`, and half the time of a sync its rule of thumb. Who comes alone waits for nobody.
#[derive(Debug, Default, PartialEq, Eq)]
struct Crowd {
    /// As many as may be expected: those that were answered last and those that waited meanwhile.
    size: usize,
    /// From the first of a group.
    patience: Duration,
}

impl Crowd {
    /// What the last commit tells: how many it answered, how many were waiting then, and how long it took.
    fn after(answered: usize, waiting: usize, took: Duration) -> Crowd {
        Crowd { size: answered + waiting, patience: (took / 2).min(MAX_WAIT) }
    }
}

/// One commit for the whole group, and for whom `more` brings while it is open (it is told how many there are). A member that
/// refuses or fails is rolled back to its own savepoint. Answers how long the commit itself took.
fn commit(
    statements: &mut Statements<'_>,
    group: &mut Vec<Box<dyn Work>>,
    mut more: impl FnMut(usize) -> Option<Box<dyn Work>>,
) -> Result<Duration, String> {
    let connection = statements.connection;
    run(connection, "BEGIN IMMEDIATE")?;
    let outcome = (|| {
        let mut done = 0;
        loop {
            if done == group.len() {
                match more(done) {
                    Some(work) => group.push(work),
                    None => break,
                }
            }
            run(connection, "SAVEPOINT work")?;
            if !group[done].run(&mut SqliteTx { statements }) {
                run(connection, "ROLLBACK TO work")?;
            }
            run(connection, "RELEASE work")?;
            done += 1;
        }
        let began = Instant::now();
        run(connection, "COMMIT")?;
        Ok(began.elapsed())
    })();
    if outcome.is_err() && !connection.is_autocommit() {
        run(connection, "ROLLBACK")?;
    }
    outcome
}

fn run(connection: &Connection, sql: &str) -> Result<(), String> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.raw_execute())
        .map(|_| ())
        .map_err(|e| format!("{sql}: {e}"))
}

/// Groups rows by a key, keeping the order inside each group: how one query serves a whole page.
pub fn group_by<K: std::hash::Hash + Eq, T>(rows: impl IntoIterator<Item = (K, T)>) -> HashMap<K, Vec<T>> {
    let mut groups: HashMap<K, Vec<T>> = HashMap::new();
    for (key, row) in rows {
        groups.entry(key).or_default().push(row);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    type Answer = oneshot::Receiver<Result<()>>;

    fn database(folder: &Path) -> PathBuf {
        let path = folder.join("shop.db");
        let connection = connect(&path, false).expect("connect");
        connection.execute_batch("CREATE TABLE word (text TEXT NOT NULL UNIQUE) STRICT").expect("create");
        path
    }

    /// Work that writes a word down.
    fn says(word: &'static str) -> (Box<dyn Work>, Answer) {
        let (reply, answer) = oneshot::channel();
        let work =
            move |tx: &mut dyn Tx| tx.exec("INSERT INTO word (text) VALUES ($1)", vals![word]).map(|_changed| ());
        (Box::new(Typed { work, result: None, reply }), answer)
    }

    fn words(path: &Path) -> Vec<String> {
        let reader = connect(path, true).expect("connect");
        reading(&reader, |tx| tx.all("SELECT text FROM word ORDER BY text", vals![])).expect("words")
    }

    #[test]
    fn who_comes_while_a_transaction_is_open_shares_its_commit() {
        let folder = tempfile::tempdir().expect("folder");
        let path = database(folder.path());
        let connection = connect(&path, false).expect("connect");
        let ((first, _), (late, _), (double, mut refused)) = (says("first"), says("late"), says("first"));
        let (mut group, mut coming) = (vec![first], vec![late, double]);
        let committed = commit(&mut Statements::of(&connection), &mut group, |taken| {
            assert_eq!(words(&path), [""; 0], "nothing is committed while others may come");
            assert_eq!(taken, 3 - coming.len(), "each is run before the next is asked for");
            coming.pop()
        });
        committed.expect("committed");
        assert_eq!(group.len(), 3);
        assert_eq!(words(&path), ["first", "late"], "who failed took nobody along");
        group.into_iter().for_each(|work| work.answer(None));
        assert!(refused.try_recv().expect("answered").is_err());
    }

    #[test]
    fn a_broken_reference_is_told_even_where_one_row_is_enough() {
        let folder = tempfile::tempdir().expect("folder");
        let connection = connect(&database(folder.path()), false).expect("connect");
        connection.execute_batch("CREATE TABLE line (word TEXT REFERENCES word (text)) STRICT").expect("create");
        let insert = |word: &str| {
            transaction(&connection, |tx| tx.one::<String>("INSERT INTO line VALUES ($1) RETURNING word", vals![word]))
        };
        assert!(insert("nowhere").is_err());
        connection.execute("INSERT INTO word VALUES ('here')", []).expect("insert");
        assert_eq!(insert("here").expect("inserted"), "here");
    }

    #[test]
    fn a_row_is_read_by_name_by_place_or_alone() {
        #[derive(Debug, PartialEq, serde::Deserialize)]
        struct Line {
            text: String,
            number: Option<i64>,
            is_old: bool,
            bytes: Vec<u8>,
        }
        let connection = Connection::open_in_memory().expect("memory");
        let read = |sql: &str| {
            reading(&connection, |tx| {
                let lines: Vec<Line> = tx.all(sql, vals![])?;
                let pairs: Vec<(String, Option<i64>, bool, Vec<u8>)> = tx.all(sql, vals![])?;
                let first: Option<String> = tx.find(sql, vals![])?;
                Ok((lines, pairs, first, tx.values(sql, vals![])?))
            })
        };
        let sql = "SELECT 'wool' AS text, NULL AS number, 1 AS is_old, x'0102' AS bytes";
        let (lines, pairs, first, values) = read(sql).expect("read");
        assert_eq!(lines, [Line { text: "wool".into(), number: None, is_old: true, bytes: vec![1, 2] }]);
        assert_eq!(pairs, [("wool".to_owned(), None, true, vec![1, 2])]);
        assert_eq!(first.as_deref(), Some("wool"));
        assert_eq!(values, [[Val::Text("wool".into()), Val::Null, Val::Int(1), Val::Blob(vec![1, 2])]]);
        let other = "SELECT x'0102' AS bytes, 1 AS is_old, NULL AS number, 'wool' AS text";
        let by_name: Vec<Line> = reading(&connection, |tx| tx.all(other, vals![])).expect("read");
        assert_eq!(by_name, lines, "in whatever order the columns stand");
        let (lines, _, first, _) = read(&format!("{sql} WHERE 0")).expect("read");
        assert_eq!((lines.len(), first), (0, None));
        assert!(read("SELECT 1.5 AS text, 0 AS number, 0 AS is_old, x'0102' AS bytes").is_err(), "no floats");
        assert!(read("SELECT CAST(x'ff' AS TEXT) AS text, 0 AS number, 0 AS is_old, x'0102' AS bytes").is_err());
    }

    #[test]
    fn a_statement_is_prepared_once_and_remembers_nothing_else() {
        let folder = tempfile::tempdir().expect("folder");
        let connection = connect(&database(folder.path()), false).expect("connect");
        let mut statements = Statements::of(&connection);
        let mut ask = |sql: &str, params: &[Val]| -> Vec<Val> {
            let tx: &mut dyn Tx = &mut SqliteTx { statements: &mut statements };
            tx.values(sql, params).expect("values").remove(0)
        };
        let sql = "SELECT $1 AS first, $2 AS second";
        assert_eq!(ask(sql, vals!["a", "b"]), [Val::from("a"), Val::from("b")]);
        assert_eq!(ask(sql, vals!["c"]), [Val::from("c"), Val::Null], "what was bound before is gone");
        let first = ask("SELECT text FROM (SELECT 'a' AS text UNION ALL SELECT 'b')", vals![]);
        assert_eq!(first, [Val::from("a")]);
        for number in 0..2 * Statements::MOST as i64 {
            assert_eq!(ask(&format!("SELECT {number} AS number"), vals![]), [Val::Int(number)]);
        }
        assert_eq!(ask(sql, vals!["d"]), [Val::from("d"), Val::Null], "what all ask is kept, however many others came");
        assert!(statements.known.contains_key(sql) && statements.known.len() <= Statements::MOST);
        // Nobody stands on a row any more: a transaction can end.
        run(&connection, "BEGIN IMMEDIATE").and_then(|()| run(&connection, "COMMIT")).expect("committed");
    }

    #[test]
    fn ids_take_the_place_that_is_kept_for_them() {
        let connection = Connection::open_in_memory().expect("memory");
        connection.execute_batch("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT").expect("create");
        let many: Vec<i64> = (1..=60).collect();
        let found = transaction(&connection, |tx| {
            for id in &many {
                tx.exec("INSERT INTO thing VALUES ($1)", vals![*id])?;
            }
            let found: Vec<i64> = by_ids(tx, "SELECT id FROM thing WHERE id IN ($ids) AND id > $25", &many, vals![10])?;
            exec_by_ids(tx, "DELETE FROM thing WHERE id IN ($ids)", &many[..30], vals![])?;
            Ok((found, tx.one::<i64>("SELECT count(*) FROM thing", vals![])?))
        });
        assert_eq!(found.expect("found"), ((11..=60).collect(), 30));
    }

    #[test]
    fn who_comes_alone_waits_for_nobody() {
        let long = Duration::from_secs(1);
        let alone = Crowd::after(1, 0, long);
        assert_eq!(alone.size, 1, "one there is, so nobody else is expected");
        // Half a crowd is answered, the other half is waiting: all may come.
        assert_eq!(
            Crowd::after(16, 16, Duration::from_millis(8)),
            Crowd { size: 32, patience: Duration::from_millis(4) }
        );
        assert_eq!(
            Crowd::after(2, 0, long).patience,
            MAX_WAIT,
            "a checkpoint takes long and says nothing of the next sync"
        );
    }
}
