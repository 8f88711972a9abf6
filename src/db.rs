//! The database: one writer that commits waiting transactions together, many readers, one synchronous [`Tx`].
//!
//! SQLite stands behind it. The seam is kept so narrow that PostgreSQL could stand there too, hence three rules for
//! every closure given to [`Db::write`]: it may run twice, so it neither sends mail nor pays nor asks for time or
//! randomness; its SQL keeps to what both engines speak (`$1` placeholders, `ON CONFLICT`, `RETURNING`, integers for
//! times and amounts); and it returns at once when a statement failed.
//!
//! This file knows nothing of the shop's tables.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, IntoDeserializer, Visitor};
use tokio::sync::oneshot;

use crate::error::{Error, Result};

/// Transactions that one commit takes at most, so that the first of a crowd does not wait for the last.
const GROUP: usize = 128;
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

/// One row: the columns' names, shared by all rows of an answer, and its values.
#[derive(Debug, Clone)]
pub struct Row {
    columns: Arc<[Box<str>]>,
    values: Vec<Val>,
}

/// A transaction: all a slice ever sees of the database.
pub trait Tx {
    /// Runs a statement; answers the number of rows it changed.
    fn exec(&mut self, sql: &str, params: &[Val]) -> Result<u64>;
    /// Runs a query; answers its rows.
    fn rows(&mut self, sql: &str, params: &[Val]) -> Result<Vec<Row>>;
}

impl dyn Tx + '_ {
    /// All rows as `T`: a struct with the columns' names, a tuple, or a single value.
    pub fn all<T: DeserializeOwned>(&mut self, sql: &str, params: &[Val]) -> Result<Vec<T>> {
        self.rows(sql, params)?.into_iter().map(|row| row.into::<T>(sql)).collect()
    }

    /// The first row, if any.
    pub fn find<T: DeserializeOwned>(&mut self, sql: &str, params: &[Val]) -> Result<Option<T>> {
        self.rows(sql, params)?.into_iter().next().map(|row| row.into::<T>(sql)).transpose()
    }

    /// The row that must be there.
    pub fn one<T: DeserializeOwned>(&mut self, sql: &str, params: &[Val]) -> Result<T> {
        self.find(sql, params)?.ok_or_else(|| Error::from(anyhow!("no row: {sql}")))
    }
}

impl Row {
    fn into<T: DeserializeOwned>(self, sql: &str) -> Result<T> {
        T::deserialize(RowDeserializer(self)).map_err(|e| Error::from(anyhow!("{e} in {sql}")))
    }
}

/// Why a row did not fit its type.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct RowError(String);

impl de::Error for RowError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        RowError(message.to_string())
    }
}

struct RowDeserializer(Row);

impl<'de> de::Deserializer<'de> for RowDeserializer {
    type Error = RowError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self.0.values.into_iter().next() {
            Some(value) => ValDeserializer(value).deserialize_any(visitor),
            None => Err(RowError("row without columns".into())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self.0.values.into_iter().next() {
            Some(value) => ValDeserializer(value).deserialize_option(visitor),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        let Row { columns, values } = self.0;
        // Names are lent, not copied: a page reads thousands of values.
        let pairs = columns.iter().map(|name| &**name).zip(values.into_iter().map(ValDeserializer));
        visitor.visit_map(MapDeserializer::new(pairs))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_seq(SeqDeserializer::new(self.0.values.into_iter().map(ValDeserializer)))
    }

    /// A list is a single blob: a row of several values is a tuple.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self.0.values.into_iter().next() {
            Some(value) => ValDeserializer(value).deserialize_seq(visitor),
            None => Err(RowError("row without columns".into())),
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
        match self.0.values.into_iter().next() {
            Some(value) => ValDeserializer(value).deserialize_enum(name, variants, visitor),
            None => Err(RowError("row without columns".into())),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self.0.values.into_iter().next() {
            Some(value) => ValDeserializer(value).deserialize_bool(visitor),
            None => Err(RowError("row without columns".into())),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        tuple_struct identifier ignored_any
    }
}

struct ValDeserializer(Val);

impl IntoDeserializer<'_, RowError> for ValDeserializer {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> de::Deserializer<'de> for ValDeserializer {
    type Error = RowError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self.0 {
            Val::Null => visitor.visit_none(),
            Val::Int(v) => visitor.visit_i64(v),
            Val::Text(v) => visitor.visit_string(v),
            Val::Blob(v) => visitor.visit_byte_buf(v),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self.0 {
            Val::Int(v) => visitor.visit_bool(v != 0),
            other => Err(RowError(format!("expected 0 or 1, found {other:?}"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self.0 {
            Val::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self.0 {
            Val::Blob(v) => visitor.visit_seq(SeqDeserializer::new(v.into_iter())),
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
        match self.0 {
            Val::Text(v) => v.into_deserializer().deserialize_enum(name, variants, visitor),
            other => Err(RowError(format!("expected a code, found {other:?}"))),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct
        map struct identifier ignored_any
    }
}

/// A transaction on a SQLite connection.
struct SqliteTx<'c> {
    connection: &'c Connection,
}

impl SqliteTx<'_> {
    fn prepare(&self, sql: &str, params: &[Val]) -> Result<rusqlite::CachedStatement<'_>> {
        let mut statement = self.connection.prepare_cached(&numbered(sql)).with_context(|| sql.to_owned())?;
        let taken = statement.parameter_count();
        for (at, value) in params.iter().enumerate().take(taken) {
            match value {
                Val::Null => statement.raw_bind_parameter(at + 1, rusqlite::types::Null),
                Val::Int(v) => statement.raw_bind_parameter(at + 1, v),
                Val::Text(v) => statement.raw_bind_parameter(at + 1, v),
                Val::Blob(v) => statement.raw_bind_parameter(at + 1, v),
            }
            .context("binding")?;
        }
        Ok(statement)
    }
}

/// A statement as SQLite reads it. It takes `$n` for a name and numbers names as they appear; `?n` is the n-th parameter,
/// as `$n` is to PostgreSQL.
pub fn numbered(sql: &str) -> String {
    let mut text = String::with_capacity(sql.len());
    let mut parts = sql.split('$');
    text.extend(parts.next());
    for part in parts {
        text.push(if part.starts_with(|c: char| c.is_ascii_digit()) { '?' } else { '$' });
        text.push_str(part);
    }
    text
}

impl Tx for SqliteTx<'_> {
    fn exec(&mut self, sql: &str, params: &[Val]) -> Result<u64> {
        let mut statement = self.prepare(sql, params)?;
        let changed = statement.raw_execute().with_context(|| sql.to_owned())?;
        Ok(changed as u64)
    }

    fn rows(&mut self, sql: &str, params: &[Val]) -> Result<Vec<Row>> {
        let mut statement = self.prepare(sql, params)?;
        let columns: Arc<[Box<str>]> = statement.column_names().into_iter().map(Box::from).collect();
        let mut found = Vec::new();
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next().with_context(|| sql.to_owned())? {
            let mut values = Vec::with_capacity(columns.len());
            for at in 0..columns.len() {
                values.push(match row.get_ref(at).context("reading")? {
                    ValueRef::Null => Val::Null,
                    ValueRef::Integer(v) => Val::Int(v),
                    ValueRef::Text(v) => Val::Text(std::str::from_utf8(v).context("text")?.to_owned()),
                    ValueRef::Blob(v) => Val::Blob(v.to_vec()),
                    ValueRef::Real(_) => return Err(anyhow!("a float in an answer of: {sql}").into()),
                });
            }
            found.push(Row { columns: Arc::clone(&columns), values });
        }
        Ok(found)
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
    /// Opens a migrated database file, with one writer and `readers` readers.
    pub fn open(path: &Path, readers: usize) -> anyhow::Result<Db> {
        let (writes, queue) = crossbeam_channel::unbounded::<Box<dyn Work>>();
        let writer = connect(path, false)?;
        thread::Builder::new().name("writer".into()).spawn(move || write_loop(&writer, &queue))?;
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
    let result = guarded(|| work(&mut SqliteTx { connection }));
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
    let result = guarded(|| work(&mut SqliteTx { connection }));
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
    let result = guarded(|| work(&mut SqliteTx { connection }));
    connection.execute_batch("ROLLBACK").context("ROLLBACK")?;
    result
}

fn read_loop(connection: &Connection, queue: &crossbeam_channel::Receiver<Box<dyn Work>>) {
    for mut work in queue {
        let failure = match run(connection, "BEGIN DEFERRED") {
            Ok(()) => {
                work.run(&mut SqliteTx { connection });
                // Ends the snapshot; a reader has nothing to lose by either word.
                run(connection, "ROLLBACK").err()
            }
            Err(why) => Some(why),
        };
        work.answer(failure);
    }
}

fn write_loop(connection: &Connection, queue: &crossbeam_channel::Receiver<Box<dyn Work>>) {
    let mut group: Vec<Box<dyn Work>> = Vec::new();
    while let Ok(first) = queue.recv() {
        group.push(first);
        group.extend(queue.try_iter().take(GROUP - 1));
        metrics::histogram!("shop_commit_group_size").record(group.len() as f64);
        match commit(connection, &mut group) {
            Ok(()) => group.drain(..).for_each(|work| work.answer(None)),
            // Whoever spoiled the group must not take the others down: each gets a commit of its own.
            Err(_) if group.len() > 1 => {
                for work in group.drain(..) {
                    let mut alone = vec![work];
                    let failure = commit(connection, &mut alone).err();
                    for work in alone {
                        work.answer(failure.clone());
                    }
                }
            }
            Err(why) => group.drain(..).for_each(|work| work.answer(Some(why.clone()))),
        }
    }
}

/// One commit for the whole group; a member that refuses or fails is rolled back to its own savepoint.
fn commit(connection: &Connection, group: &mut [Box<dyn Work>]) -> Result<(), String> {
    run(connection, "BEGIN IMMEDIATE")?;
    let outcome = (|| {
        for work in group.iter_mut() {
            run(connection, "SAVEPOINT work")?;
            if !work.run(&mut SqliteTx { connection }) {
                run(connection, "ROLLBACK TO work")?;
            }
            run(connection, "RELEASE work")?;
        }
        run(connection, "COMMIT")
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
