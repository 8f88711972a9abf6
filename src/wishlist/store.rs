//! All SQL of the wishlist.

use jiff::Timestamp;
use serde::Deserialize;

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// A saved entry.
#[derive(Debug, Deserialize)]
pub struct EntryRow {
    pub id: i64,
    pub item_id: i64,
    pub sku: String,
    pub name: String,
    /// Unix milliseconds.
    pub added_at: i64,
}

/// Entry and item ids of a customer's list, the latest first.
pub fn list_entries(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<(i64, i64)>> {
    tx.all("SELECT id, product_id FROM wishlist_item WHERE customer_id = $1 ORDER BY id DESC", vals![customer_id])
}

/// A page of entries, the latest first.
pub fn list(tx: &mut dyn Tx, customer_id: i64, limit: u32, offset: i64) -> Result<Vec<EntryRow>> {
    tx.all(
        "SELECT id, product_id AS item_id, sku, name, added_at FROM wishlist_item
         WHERE customer_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3",
        vals![customer_id, limit, offset],
    )
}

pub fn count(tx: &mut dyn Tx, customer_id: i64) -> Result<u32> {
    tx.one("SELECT COUNT(*) FROM wishlist_item WHERE customer_id = $1", vals![customer_id])
}

/// The entry of an item.
pub fn find(tx: &mut dyn Tx, customer_id: i64, item_id: i64) -> Result<Option<i64>> {
    tx.find("SELECT id FROM wishlist_item WHERE customer_id = $1 AND product_id = $2", vals![customer_id, item_id])
}

/// Saves an item; answers the entry's id.
pub fn save(tx: &mut dyn Tx, customer_id: i64, item_id: i64, sku: &str, name: &str, now: Timestamp) -> Result<i64> {
    tx.one(
        "INSERT INTO wishlist_item (customer_id, product_id, sku, name, added_at) VALUES ($1, $2, $3, $4, $5)
         RETURNING id",
        vals![customer_id, item_id, sku, name, now.as_millisecond()],
    )
}

/// Deletes a customer's own entry; answers whether it was there.
pub fn delete(tx: &mut dyn Tx, customer_id: i64, id: i64) -> Result<bool> {
    let deleted = tx.exec("DELETE FROM wishlist_item WHERE customer_id = $1 AND id = $2", vals![customer_id, id])?;
    Ok(deleted == 1)
}

/// Deletes all entries of a customer.
pub fn delete_all(tx: &mut dyn Tx, customer_id: i64) -> Result<()> {
    tx.exec("DELETE FROM wishlist_item WHERE customer_id = $1", vals![customer_id])?;
    Ok(())
}
