//! The bare database: the statements of a call with the same parameters, run with the SQLite driver alone.
//!
//! They are recorded by running the call once in a transaction that is rolled back, so they cannot become outdated. This is the
//! only place outside of `db` that uses the driver: as the baseline it must not include the shop's own layer.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use cpu_time::ThreadTime;
use jiff::Timestamp;
use rusqlite::CachedStatement;
use rusqlite::types::ValueRef;
use serde_json::Value;
use shop::call::{Caller, Input, Mode, Visitor};
use shop::db::{self, Access, Connection, End, Flow, Row, Tx, Val};
use shop::session::{self, Session};
use shop::vals;

use super::client::Round;

/// Transactions per commit.
pub const GROUP: usize = 32;
/// Unlike any other number in the database, so that it can be recognized in parameters.
const FAR: i64 = 7_000_000_000;
/// The id of the next order.
const RECORDED: i64 = FAR + 1;
const INSERT_ORDER: &str = "INSERT INTO sales_order";

/// A statement with its parameters.
#[derive(Debug, Clone)]
struct Step {
    sql: String,
    params: Vec<Val>,
}

/// The statements of one call.
#[derive(Debug, Clone)]
pub struct Script {
    steps: Vec<Step>,
    pub mode: Mode,
    /// The response of the call, as sent.
    pub answer: Vec<u8>,
    /// The order placed while the call was recorded.
    order: Option<Order>,
}

/// The values that must differ in each order, to keep keys unique and stay below limits per customer.
#[derive(Debug, Clone)]
struct Order {
    number: String,
    email: String,
    session_id: i64,
}

/// Records statements.
struct Recorder<'a> {
    inner: &'a mut dyn Tx,
    steps: &'a mut Vec<Step>,
}

impl Tx for Recorder<'_> {
    fn exec(&mut self, sql: &str, params: &[Val]) -> shop::error::Result<u64> {
        self.steps.push(Step { sql: db::numbered(sql), params: params.to_vec() });
        self.inner.exec(sql, params)
    }

    fn rows(
        &mut self,
        sql: &str,
        params: &[Val],
        each: &mut dyn FnMut(&Row<'_>) -> shop::error::Result<Flow>,
    ) -> shop::error::Result<()> {
        self.steps.push(Step { sql: db::numbered(sql), params: params.to_vec() });
        self.inner.rows(sql, params, each)
    }

    fn nested(
        &mut self,
        end: End,
        work: &mut dyn FnMut(&mut dyn Tx) -> shop::error::Result<()>,
    ) -> shop::error::Result<()> {
        let Recorder { inner, steps } = self;
        inner.nested(end, &mut |inner| work(&mut Recorder { inner, steps }))
    }
}

/// A connection with the shop's settings that sees the search index as the shop's readers do.
pub fn connect(data: &Path) -> anyhow::Result<Connection> {
    let database = data.join("shop.db");
    let connection = Connection::open(&database, Access::ReadWrite)?;
    connection.attach_search(&database)?;
    Ok(connection)
}

/// Starts a session with a recognizable id.
pub fn session(connection: &Connection, token: &str, now: Timestamp) -> anyhow::Result<Session> {
    let started = connection.write(|tx| session::start(tx, token, now, 30));
    let started = started.map_err(|error| anyhow!("{error}"))?;
    let id = FAR / 2 + started.id % 1000;
    connection.exec("UPDATE session SET id = $2 WHERE id = $1", vals![started.id, id])?;
    Ok(Session { id, ..started })
}

/// Runs a call and commits it.
pub fn call(connection: &Connection, visitor: &Visitor, path: &str, args: &Value) -> anyhow::Result<Value> {
    let api = shop::app::api();
    let call = api.find(path).with_context(|| path.to_owned())?;
    let input = Input::Args(args.clone());
    let reply = connection.write(|tx| call.run(tx, Caller::Visitor(visitor), &input)?.written());
    Ok(serde_json::from_str(reply.map_err(|error| anyhow!("{path}: {error}"))?.data.get())?)
}

/// Copies an order to a far id, so that the ids of the next ones are recognizable.
pub fn continue_far_away(connection: &Connection) -> anyhow::Result<()> {
    connection.execute_batch(&format!(
        "CREATE TEMP TABLE far AS SELECT * FROM sales_order LIMIT 1;
         UPDATE far SET id = {FAR}, number = 'far';
         INSERT INTO sales_order SELECT * FROM far;
         DROP TABLE far;"
    ))?;
    Ok(())
}

impl Script {
    /// Records a call, including the look-up of its session.
    pub fn record(
        connection: &Connection,
        visitor: &Visitor,
        token: &str,
        path: &str,
        args: &Value,
    ) -> anyhow::Result<Script> {
        let api = shop::app::api();
        let call = api.find(path).with_context(|| path.to_owned())?;
        let mut steps = Vec::new();
        let mut answer = None;
        let undone = connection.write(|tx| {
            let mut recorder = Recorder { inner: tx, steps: &mut steps };
            session::find(&mut recorder, token, visitor.now())?;
            let reply = call.run(&mut recorder, Caller::Visitor(visitor), &Input::Args(args.clone()))?.written()?;
            answer = Some(format!(r#"{{"code":"1","data":{}}}"#, reply.data.get()));
            // An error rolls back.
            Err::<(), _>(anyhow!("recorded").into())
        });
        let body = match (answer, undone) {
            (Some(body), _) => body,
            (None, Err(error)) => return Err(anyhow!("{path}: {error}")),
            (None, Ok(())) => return Err(anyhow!("{path} was not run")),
        };
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len()).into_bytes();
        let placed = steps.iter().find(|step| step.sql.starts_with(INSERT_ORDER));
        let order = placed.map(|step| Order {
            number: step.params.first().and_then(text).unwrap_or_default(),
            email: args["email"].as_str().unwrap_or_default().to_owned(),
            session_id: visitor.session.id,
        });
        Ok(Script { steps, mode: call.mode, answer, order })
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Runs the statements once. `run` makes unique values unique.
    fn perform(&self, connection: &Connection, run: u64) -> anyhow::Result<()> {
        let mut order_id = 0;
        for step in &self.steps {
            let mut statement = connection.driver().prepare_cached(&step.sql)?;
            let is_insert = step.sql.starts_with("INSERT");
            let is_order = step.sql.starts_with(INSERT_ORDER);
            for (at, value) in step.params.iter().enumerate() {
                match (value, &self.order) {
                    (Val::Int(RECORDED), Some(_)) => bind(&mut statement, at, order_id)?,
                    (Val::Int(id), Some(order)) if is_order && *id == order.session_id => {
                        bind(&mut statement, at, rusqlite::types::Null)?;
                    }
                    (Val::Text(text), Some(order)) if is_insert && [&order.number, &order.email].contains(&text) => {
                        bind(&mut statement, at, format!("{run}-{text}"))?;
                    }
                    (Val::Blob(hash), Some(_)) if is_insert && hash.len() == 32 => {
                        let fresh: Vec<u8> = run.to_le_bytes().into_iter().chain(hash[8..].iter().copied()).collect();
                        bind(&mut statement, at, fresh)?;
                    }
                    (Val::Null, _) => bind(&mut statement, at, rusqlite::types::Null)?,
                    (Val::Int(number), _) => bind(&mut statement, at, number)?,
                    (Val::Text(text), _) => bind(&mut statement, at, text)?,
                    (Val::Blob(bytes), _) => bind(&mut statement, at, bytes)?,
                }
            }
            let columns = statement.column_count();
            let mut rows = statement.raw_query();
            while let Some(row) = rows.next()? {
                for column in 0..columns {
                    match row.get_ref(column)? {
                        ValueRef::Text(text) => drop(black_box(text.to_vec())),
                        ValueRef::Integer(id) if (FAR..2 * FAR).contains(&id) => order_id = id,
                        other => drop(black_box(other)),
                    }
                }
            }
        }
        Ok(())
    }

    /// A read call, in a transaction of its own.
    pub fn look(&self, connection: &Connection) -> anyhow::Result<()> {
        connection.driver().prepare_cached("BEGIN DEFERRED")?.raw_execute()?;
        self.perform(connection, 0)?;
        connection.driver().prepare_cached("ROLLBACK")?.raw_execute()?;
        Ok(())
    }

    /// `calls` write calls in one commit, each in a savepoint. `run` counts them.
    pub fn commit(&self, connection: &Connection, calls: usize, run: &mut u64) -> anyhow::Result<()> {
        connection.execute_batch("BEGIN IMMEDIATE")?;
        for _ in 0..calls {
            *run += 1;
            connection.driver().prepare_cached("SAVEPOINT work")?.raw_execute()?;
            self.perform(connection, *run)?;
            connection.driver().prepare_cached("RELEASE work")?.raw_execute()?;
        }
        connection.execute_batch("COMMIT")?;
        Ok(())
    }

    /// A round of a write call: one writer, a commit for every [`GROUP`].
    pub fn write(&self, connection: &Connection, time: Duration, run: &mut u64) -> anyhow::Result<Round> {
        let (started, before) = (Instant::now(), ThreadTime::now());
        let mut done = 0.0;
        while started.elapsed() < time {
            self.commit(connection, GROUP, run)?;
            done += GROUP as f64;
        }
        let (seconds, cpu) = (started.elapsed().as_secs_f64(), before.elapsed().as_secs_f64());
        Ok(Round { requests: done, seconds, cpu, writer: cpu })
    }

    /// A round of read calls in turn: a reader for each connection, a transaction for each call.
    pub fn read(scripts: &[Script], connections: &mut [Connection], time: Duration) -> anyhow::Result<Round> {
        let started = Instant::now();
        let rounds = std::thread::scope(|scope| -> anyhow::Result<Vec<(f64, f64)>> {
            let readers: Vec<_> = connections
                .iter_mut()
                .map(|connection| {
                    scope.spawn(move || -> anyhow::Result<(f64, f64)> {
                        let before = ThreadTime::now();
                        let mut done = 0.0;
                        for script in scripts.iter().cycle() {
                            if started.elapsed() >= time {
                                break;
                            }
                            script.look(connection)?;
                            done += 1.0;
                        }
                        Ok((done, before.elapsed().as_secs_f64()))
                    })
                })
                .collect();
            readers.into_iter().map(|reader| reader.join().map_err(|_| anyhow!("a reader panicked"))?).collect()
        })?;
        Ok(Round {
            requests: rounds.iter().map(|(done, _)| done).sum(),
            seconds: started.elapsed().as_secs_f64(),
            cpu: rounds.iter().map(|(_, cpu)| cpu).sum(),
            writer: 0.0,
        })
    }
}

fn text(value: &Val) -> Option<String> {
    if let Val::Text(text) = value { Some(text.clone()) } else { None }
}

/// Binds a parameter, unless the statement does not use it.
fn bind(statement: &mut CachedStatement<'_>, at: usize, value: impl rusqlite::ToSql) -> anyhow::Result<()> {
    if at < statement.parameter_count() {
        statement.raw_bind_parameter(at + 1, value)?;
    }
    Ok(())
}
