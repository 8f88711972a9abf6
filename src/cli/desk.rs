//! What the commands of customer service share: the database beside a running server, and how times are printed.

use anyhow::{anyhow, bail};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::config::Config;
use crate::data::{DataFolder, open_database};
use crate::db::{self, Tx};
use crate::domain::working_days::in_paris;
use crate::error::{Error, Result};

/// Lists print so many lines at most; more is for `--all` with a pager, or the database itself.
pub const LINES: i64 = 1_000;

/// The shop's database, which may be in use.
pub fn open(config: &Config) -> anyhow::Result<Connection> {
    let path = DataFolder::open(&config.data.directory)?.database();
    if !path.exists() {
        bail!("{} does not exist; make it with `shop migrate` or `shop seed`", path.display());
    }
    open_database(&path)
}

/// Runs `work` in a transaction of its own; a refusal is told as it is told to visitors.
pub fn write<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> anyhow::Result<T> {
    db::transaction(connection, work).map_err(|error| match error {
        Error::Refused(refusal) => anyhow!("{}", refusal.message),
        Error::Malformed(what) => anyhow!("{what}"),
        Error::Internal(cause) => cause,
    })
}

/// A moment as the clocks of Paris show it.
pub fn time(ms: i64) -> String {
    Timestamp::from_millisecond(ms).map(|at| in_paris(at).strftime("%Y-%m-%d %H:%M").to_string()).unwrap_or_default()
}

/// The first line of a text, cut for a list.
pub fn line(text: &str, most: usize) -> String {
    let first = text.lines().next().unwrap_or_default();
    let cut: String = first.chars().take(most).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}

/// A text with each line set in.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
