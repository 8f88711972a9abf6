//! All SQL of what the house does to its stock.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::types::StockReason;
use crate::audit::Actor;
use crate::db::{Tx, by_ids};
use crate::error::Result;
use crate::vals;

// ── History ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A change to be kept.
pub struct NewEvent<'a> {
    pub product_id: i64,
    pub reason: StockReason,
    pub pieces: i64,
    pub on_hand: i64,
    pub note: &'a str,
    pub actor: &'a Actor,
}

pub fn save_event(tx: &mut dyn Tx, new: &NewEvent<'_>, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO stock_change (product_id, at, reason, pieces, on_hand, note, actor) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        vals![
            new.product_id,
            now.as_millisecond(),
            new.reason.code(),
            new.pieces,
            new.on_hand,
            new.note,
            new.actor.to_string()
        ],
    )?;
    Ok(())
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Unix milliseconds.
    pub at: i64,
    pub reason: StockReason,
    pub pieces: i64,
    pub on_hand: i64,
    pub note: String,
    pub actor: String,
}

/// The changes of an item, newest first.
pub fn list_events(tx: &mut dyn Tx, product_id: i64, limit: i64) -> Result<Vec<Event>> {
    tx.all(
        "SELECT at, reason, pieces, on_hand, note, actor FROM stock_change WHERE product_id = $1 ORDER BY id DESC LIMIT $2",
        vals![product_id, limit],
    )
}

/// The newest change of an item; 0 where there is none.
pub fn version(tx: &mut dyn Tx, product_id: i64) -> Result<i64> {
    Ok(versions(tx, &[product_id])?.get(&product_id).copied().unwrap_or(0))
}

pub fn versions(tx: &mut dyn Tx, product_ids: &[i64]) -> Result<HashMap<i64, i64>> {
    const SQL: &str = "SELECT product_id, MAX(id) FROM stock_change WHERE product_id IN ($ids) GROUP BY product_id";
    Ok(by_ids::<(i64, i64)>(tx, SQL, product_ids, &[])?.into_iter().collect())
}

// ── Levels ──────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn save_threshold(tx: &mut dyn Tx, product_id: i64, threshold: u32, is_low: bool) -> Result<()> {
    tx.exec(
        "INSERT INTO stock_threshold (product_id, threshold, is_low) VALUES ($1, $2, $3)
         ON CONFLICT (product_id) DO UPDATE SET threshold = $2, is_low = $3",
        vals![product_id, threshold, is_low],
    )?;
    Ok(())
}

pub fn delete_threshold(tx: &mut dyn Tx, product_id: i64) -> Result<()> {
    tx.exec("DELETE FROM stock_threshold WHERE product_id = $1", vals![product_id])?;
    Ok(())
}

/// At how many pieces items warn, by item; those that do not are not there.
pub fn thresholds(tx: &mut dyn Tx, product_ids: &[i64]) -> Result<HashMap<i64, u32>> {
    const SQL: &str = "SELECT product_id, threshold FROM stock_threshold WHERE product_id IN ($ids)";
    Ok(by_ids::<(i64, u32)>(tx, SQL, product_ids, &[])?.into_iter().collect())
}

/// Items that are low, at most `limit`.
pub fn list_low(tx: &mut dyn Tx, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT product_id FROM stock_threshold WHERE is_low = 1 AND product_id > 0 ORDER BY product_id LIMIT $1",
        vals![limit],
    )
}

pub fn count_low(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM stock_threshold WHERE is_low = 1 AND product_id > 0", vals![])
}

// ── Shelves ─────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn save_shelf(tx: &mut dyn Tx, product_id: i64, shelf: &str) -> Result<()> {
    tx.exec(
        "INSERT INTO stock_shelf (product_id, shelf) VALUES ($1, $2) ON CONFLICT (product_id) DO UPDATE SET shelf = $2",
        vals![product_id, shelf],
    )?;
    Ok(())
}

pub fn delete_shelf(tx: &mut dyn Tx, product_id: i64) -> Result<()> {
    tx.exec("DELETE FROM stock_shelf WHERE product_id = $1", vals![product_id])?;
    Ok(())
}

/// Where items lie, by item; those of which it is not known are not there.
pub fn shelves(tx: &mut dyn Tx, product_ids: &[i64]) -> Result<HashMap<i64, String>> {
    const SQL: &str = "SELECT product_id, shelf FROM stock_shelf WHERE product_id IN ($ids)";
    Ok(by_ids::<(i64, String)>(tx, SQL, product_ids, &[])?.into_iter().collect())
}

// ── Arrivals ────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    pub id: i64,
    pub product_id: i64,
    pub pieces: u32,
    pub expected_on: Date,
    pub note: String,
}

const ARRIVAL: &str = "SELECT id, product_id, pieces, expected_on, note FROM stock_arrival";

/// Saves an arrival; answers its id.
pub fn save_arrival(
    tx: &mut dyn Tx,
    product_id: i64,
    pieces: u32,
    on: Date,
    note: &str,
    now: Timestamp,
) -> Result<i64> {
    tx.one(
        "INSERT INTO stock_arrival (product_id, pieces, expected_on, note, created_at) VALUES ($1, $2, $3, $4, $5)
         RETURNING id",
        vals![product_id, pieces, on.to_string(), note, now.as_millisecond()],
    )
}

pub fn find_arrival(tx: &mut dyn Tx, id: i64) -> Result<Option<Arrival>> {
    tx.find(&format!("{ARRIVAL} WHERE id = $1"), vals![id])
}

/// The arrivals of items, the earliest first.
pub fn list_arrivals(tx: &mut dyn Tx, product_ids: &[i64]) -> Result<Vec<Arrival>> {
    let sql = format!("{ARRIVAL} WHERE product_id IN ($ids) ORDER BY product_id, expected_on, id");
    by_ids(tx, &sql, product_ids, &[])
}

/// What of an arrival still comes.
pub fn save_rest(tx: &mut dyn Tx, id: i64, pieces: u32) -> Result<()> {
    tx.exec("UPDATE stock_arrival SET pieces = $2 WHERE id = $1", vals![id, pieces])?;
    Ok(())
}

pub fn delete_arrival(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM stock_arrival WHERE id = $1", vals![id])?;
    Ok(())
}

/// Items with an arrival, at most `limit`, and how many there are.
pub fn list_expected(tx: &mut dyn Tx, limit: i64) -> Result<Vec<i64>> {
    tx.all("SELECT DISTINCT product_id FROM stock_arrival ORDER BY product_id LIMIT $1", vals![limit])
}

pub fn count_expected(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT COUNT(DISTINCT product_id) FROM stock_arrival", vals![])
}

/// Arrivals that were expected before `today`, the earliest first, at most `limit`.
pub fn list_late(tx: &mut dyn Tx, today: Date, limit: i64) -> Result<Vec<Arrival>> {
    tx.all(
        &format!("{ARRIVAL} WHERE expected_on < $1 ORDER BY expected_on, id LIMIT $2"),
        vals![today.to_string(), limit],
    )
}

pub fn count_late(tx: &mut dyn Tx, today: Date) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM stock_arrival WHERE expected_on < $1", vals![today.to_string()])
}
