//! Where commands work on the shop's database, beside the running server: each deed is one transaction, which waits its turn.

use std::sync::Arc;

use anyhow::anyhow;
use jiff::Timestamp;
use rusqlite::Connection;

use crate::config::Config;
use crate::data::DataFolder;
use crate::db::{self, Tx};
use crate::error::{Error, Result, refuse};
use crate::message;
use crate::order::{self, Act, Actor, Order};
use crate::payment::desk::system_chance;

/// An operator's place.
pub struct Desk {
    config: Arc<Config>,
    connection: Connection,
}

impl Desk {
    /// Sits down at the data folder of a configuration.
    pub fn open(config: Config) -> anyhow::Result<Desk> {
        let connection = DataFolder::open(&config.data.directory)?.connect()?;
        Ok(Desk { config: Arc::new(config), connection })
    }

    pub fn config(&self) -> Arc<Config> {
        Arc::clone(&self.config)
    }

    /// Looks.
    pub fn read<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> anyhow::Result<T> {
        db::reading(&self.connection, work).map_err(told)
    }

    /// Does something.
    pub fn write<T>(&self, work: impl FnOnce(&mut dyn Tx, &Act) -> Result<T>) -> anyhow::Result<T> {
        let act = Act {
            config: self.config(),
            actor: Actor::Operator,
            now: now()?,
            random: system_chance()()?,
        };
        db::transaction(&self.connection, |tx| work(tx, &act)).map_err(told)
    }

    /// Does something to the order with this number.
    pub fn act<T>(
        &self,
        number: &str,
        work: impl FnOnce(&mut dyn Tx, &Act, &Order) -> Result<T>,
    ) -> anyhow::Result<T> {
        self.write(|tx, act| {
            let order = find(tx, number)?;
            work(tx, act, &order)
        })
    }
}

/// The order with this number.
pub fn find(tx: &mut dyn Tx, number: &str) -> Result<Order> {
    let id = order::find_id_by_number(tx, number.trim())?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    order::find(tx, id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

/// Whole milliseconds: what the database keeps.
pub fn now() -> anyhow::Result<Timestamp> {
    Ok(Timestamp::from_millisecond(Timestamp::now().as_millisecond())?)
}

/// An error as an operator reads it: what a form's fields say, one after the other.
pub fn told(error: Error) -> anyhow::Error {
    match error {
        Error::Refused(refusal) if refusal.fields.len() > 1 => {
            let fields: Vec<String> = refusal.fields.iter().map(|(field, message)| format!("{field}: {message}")).collect();
            anyhow!("{}", fields.join("; "))
        }
        Error::Refused(refusal) => anyhow!("{}", refusal.message),
        Error::Malformed(text) => anyhow!(text),
        Error::Internal(cause) => cause,
    }
}
