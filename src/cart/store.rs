//! All SQL of bags.

use jiff::Timestamp;
use serde::Deserialize;

use crate::db::{Tx, Val};
use crate::error::Result;
use crate::vals;

/// A line as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Stored {
    pub item_id: i64,
    pub qty: u32,
    /// As it was when it was added.
    pub sku: String,
    /// As it was when it was added, in the language of then.
    pub name: String,
}

/// The lines of a session's bag, in the order in which they were added.
pub fn list_lines(tx: &mut dyn Tx, session_id: i64) -> Result<Vec<Stored>> {
    tx.all(
        "SELECT i.product_id AS item_id, i.qty, i.sku, i.name
         FROM cart c JOIN cart_item i ON i.cart_id = c.id
         WHERE c.session_id = $1 ORDER BY i.position",
        vals![session_id],
    )
}

/// Σ quantities.
pub fn total_qty(tx: &mut dyn Tx, session_id: i64) -> Result<i64> {
    tx.one(
        "SELECT COALESCE(SUM(i.qty), 0) FROM cart c JOIN cart_item i ON i.cart_id = c.id WHERE c.session_id = $1",
        vals![session_id],
    )
}

/// Notes that a session's bag has changed, and opens it if need be; answers its id.
fn touch(tx: &mut dyn Tx, session_id: i64, now: Timestamp) -> Result<i64> {
    tx.one(
        "INSERT INTO cart (session_id, updated_at) VALUES ($1, $2)
         ON CONFLICT (session_id) DO UPDATE SET updated_at = $2 RETURNING id",
        vals![session_id, now.as_millisecond()],
    )
}

/// Puts a line in, or sets its quantity; it keeps its place.
pub fn save_line(tx: &mut dyn Tx, session_id: i64, line: &Stored, now: Timestamp) -> Result<()> {
    let cart_id = touch(tx, session_id, now)?;
    tx.exec(
        "INSERT INTO cart_item (cart_id, product_id, qty, sku, name, position)
         VALUES ($1, $2, $3, $4, $5, (SELECT COALESCE(MAX(position), 0) + 1 FROM cart_item WHERE cart_id = $1))
         ON CONFLICT (cart_id, product_id) DO UPDATE SET qty = $3, sku = $4, name = $5",
        vals![cart_id, line.item_id, line.qty, &line.sku, &line.name],
    )?;
    Ok(())
}

/// Takes lines out; ids that are not in the bag are passed over.
pub fn delete_lines(tx: &mut dyn Tx, session_id: i64, item_ids: &[i64], now: Timestamp) -> Result<()> {
    let cart_id = touch(tx, session_id, now)?;
    for some in item_ids.chunks(24) {
        let places: Vec<String> = (2..some.len() + 2).map(|place| format!("${place}")).collect();
        let params: Vec<Val> = std::iter::once(cart_id).chain(some.iter().copied()).map(Val::Int).collect();
        let sql = format!("DELETE FROM cart_item WHERE cart_id = $1 AND product_id IN ({})", places.join(", "));
        tx.exec(&sql, &params)?;
    }
    Ok(())
}

pub fn delete_all(tx: &mut dyn Tx, session_id: i64, now: Timestamp) -> Result<()> {
    let cart_id = touch(tx, session_id, now)?;
    tx.exec("DELETE FROM cart_item WHERE cart_id = $1", vals![cart_id])?;
    Ok(())
}

/// Takes quantities of items out of the bags of a session and of a customer; what is left of them stays.
pub fn take_out(
    tx: &mut dyn Tx,
    session_id: Option<i64>,
    customer_id: Option<i64>,
    items: &[(i64, u32)],
    now: Timestamp,
) -> Result<()> {
    let carts: Vec<i64> = tx.all(
        "SELECT id FROM cart WHERE session_id = $1 UNION SELECT id FROM cart WHERE customer_id = $2",
        vals![session_id, customer_id],
    )?;
    for cart in carts {
        for (product, qty) in items {
            let kept = tx.exec(
                "UPDATE cart_item SET qty = qty - $3 WHERE cart_id = $1 AND product_id = $2 AND qty > $3",
                vals![cart, *product, *qty],
            )?;
            if kept == 0 {
                tx.exec("DELETE FROM cart_item WHERE cart_id = $1 AND product_id = $2", vals![cart, *product])?;
            }
        }
        tx.exec("UPDATE cart SET updated_at = $2 WHERE id = $1", vals![cart, now.as_millisecond()])?;
    }
    Ok(())
}
