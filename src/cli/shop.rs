//! Shared by the commands: the database beside a running server, with a transaction for each command, and refusals as
//! errors of the command line.

use std::sync::Arc;
use std::time::Duration;

use crate::db::{Access, Connection, Tx};
use anyhow::{Context as _, anyhow};
use jiff::Timestamp;

use crate::audit::{self, Change};
use crate::config::Config;
use crate::data_dir::DataFolder;
use crate::domain::validate;
use crate::error::{Error, Result};
use crate::order::{self, Actor, Command, Order};
use crate::server;
use crate::setting;
use crate::settlement::processor::system_random;
use crate::ssr::engine::Engine;
use crate::vals;

/// Most lines of a list.
pub const LINES: i64 = 1_000;

/// Opens the shop's database, which may be in use.
pub fn open(config: &Config) -> anyhow::Result<Connection> {
    DataFolder::existing(&config.data.directory)?.connect()
}

/// The configuration with the settings of the house. A folder without a shop, or with one of an earlier version, has none.
pub fn in_force(machine: Config) -> anyhow::Result<Config> {
    let Ok(path) = DataFolder::database_in(&machine.data.directory) else { return Ok(machine) };
    let database = Connection::open_unconfigured(&path, Access::ReadOnly)
        .with_context(|| format!("{} cannot be read", path.display()))?;
    read(&database, |tx| {
        let known = "SELECT 1 FROM sqlite_schema WHERE name = 'credential'";
        if tx.find::<i64>(known, vals![])?.is_none() {
            return Ok(machine);
        }
        Ok(setting::load(tx, &machine.source)?.1)
    })
}

/// Starts the engine that writes letters and documents.
pub fn engine(config: &Config) -> anyhow::Result<Engine> {
    Engine::start(server::bundle()?, 1, Duration::from_millis(config.render.budget_ms))
}

/// Reads one snapshot; does not wait for writers.
pub fn read<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> anyhow::Result<T> {
    connection.read(work).map_err(told)
}

/// Runs `work` in a writing transaction, which records in the audit what it changes. `words`: those of the command, without
/// values, as in [`super::AUDITED`].
pub fn write<T>(
    connection: &Connection,
    words: &str,
    work: impl FnOnce(&mut dyn Tx) -> Result<(T, Change)>,
) -> anyhow::Result<T> {
    write_if_changed(connection, words, |tx| work(tx).map(|(answer, change)| (answer, Some(change))))
}

/// [`write`], which records nothing where `work` finds nothing to change.
pub fn write_if_changed<T>(
    connection: &Connection,
    words: &str,
    work: impl FnOnce(&mut dyn Tx) -> Result<(T, Option<Change>)>,
) -> anyhow::Result<T> {
    debug_assert!(super::AUDITED.contains(&words), "{words} is not listed as a command that changes something");
    let (salt, now) = (system_random()()?, now()?);
    let recorded = |tx: &mut dyn Tx| {
        let (answer, change) = work(tx)?;
        if let Some(change) = change {
            audit::record_command(tx, words, &change, salt, now)?;
        }
        Ok(answer)
    };
    connection.write(recorded).map_err(told)
}

/// The first line of a text, truncated for a list.
pub fn line(text: &str, most: usize) -> String {
    let first = text.lines().next().unwrap_or_default();
    let cut: String = first.chars().take(most).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}

/// Parses an argument that must be one line.
pub fn one_line(text: &str) -> Result<String, String> {
    match text.trim() {
        text if text.chars().any(char::is_control) => Err("write it in one line".to_owned()),
        text => Ok(text.to_owned()),
    }
}

/// A text with each line indented.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// The shop as an operator's command uses it.
pub struct Shop {
    config: Arc<Config>,
    connection: Connection,
}

impl Shop {
    /// Opens the data folder of a configuration.
    pub fn open(config: Config) -> anyhow::Result<Shop> {
        let connection = open(&config)?;
        Ok(Shop { config: Arc::new(config), connection })
    }

    pub fn config(&self) -> Arc<Config> {
        Arc::clone(&self.config)
    }

    /// The context of a command on orders, at this moment.
    pub fn command(&self) -> anyhow::Result<Command> {
        Ok(Command { config: self.config(), actor: Actor::Operator, now: now()?, random: system_random()()? })
    }

    /// Reads one snapshot.
    pub fn read<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> anyhow::Result<T> {
        read(&self.connection, work)
    }

    /// [`write`] with the context of a command on orders.
    pub fn write<T>(
        &self,
        words: &str,
        work: impl FnOnce(&mut dyn Tx, &Command) -> Result<(T, Change)>,
    ) -> anyhow::Result<T> {
        let command = self.command()?;
        write(&self.connection, words, |tx| work(tx, &command))
    }

    /// Runs `work` on the order with this number in a writing transaction.
    pub fn execute<T>(
        &self,
        number: &str,
        words: &str,
        work: impl FnOnce(&mut dyn Tx, &Command, &Order) -> Result<(T, Change)>,
    ) -> anyhow::Result<T> {
        self.write(words, |tx, command| {
            let order = find(tx, number)?;
            work(tx, command, &order)
        })
    }
}

/// The order with this number.
pub fn find(tx: &mut dyn Tx, number: &str) -> Result<Order> {
    let number = validate::printed_number(number);
    let found = order::find_by_number(tx, &number)?;
    Ok(found.ok_or_else(|| anyhow!("there is no order {number}; `shop order list` lists them"))?)
}

/// The time in whole milliseconds, the precision of the database.
pub fn now() -> anyhow::Result<Timestamp> {
    Ok(Timestamp::from_millisecond(Timestamp::now().as_millisecond())?)
}

/// An error for the command line: the messages of all fields, one after the other.
pub fn told(error: Error) -> anyhow::Error {
    match error {
        Error::Refused(refusal) if !refusal.fields.is_empty() => {
            let fields: Vec<String> =
                refusal.fields.iter().map(|(field, message)| format!("{field}: {message}")).collect();
            anyhow!("{}", fields.join(" "))
        }
        Error::Refused(refusal) => anyhow!("{}", refusal.message),
        Error::Malformed(text) => anyhow!(text),
        Error::Internal(cause) | Error::Unavailable(cause) => cause,
    }
}
