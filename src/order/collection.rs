//! SQL of orders that are collected at the house: when they were ready, and to whom they were handed over.

use jiff::Timestamp;
use serde::Deserialize;

use super::types::Actor;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// How far the collection of an order has come. Times are Unix milliseconds, actors as of [`Actor::code`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Collection {
    pub ready_at: i64,
    pub ready_by: String,
    pub collected_at: Option<i64>,
    /// Who of the house has handed it over.
    pub collected_by: Option<String>,
    /// The name of whoever has taken it.
    pub collected_to: Option<String>,
}

/// None while it is not ready.
pub fn find_collection(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Collection>> {
    tx.find(
        "SELECT ready_at, ready_by, collected_at, collected_by, collected_to FROM order_collection WHERE order_id = $1",
        vals![order_id],
    )
}

/// Records that an order lies ready; one that does already stays as it is.
pub fn save_ready(tx: &mut dyn Tx, order_id: i64, actor: Actor, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO order_collection (order_id, ready_at, ready_by) VALUES ($1, $2, $3) ON CONFLICT (order_id) DO NOTHING",
        vals![order_id, now.as_millisecond(), actor.code()],
    )?;
    Ok(())
}

/// Records that an order, which was ready, was handed over.
pub fn save_collected(tx: &mut dyn Tx, order_id: i64, to: &str, actor: Actor, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE order_collection SET collected_at = $2, collected_by = $3, collected_to = $4 WHERE order_id = $1",
        vals![order_id, now.as_millisecond(), actor.code(), to],
    )?;
    Ok(())
}
