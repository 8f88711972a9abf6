//! All SQL of shipments and returns.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;

use super::goods::Quantities;
use super::types::Shipment;
use crate::db::{Tx, by_ids, group_by};
use crate::error::Result;
use crate::vals;

/// Saves the pieces of stock in one of each line.
pub fn save_pieces(tx: &mut dyn Tx, order_id: i64, lines: &[Vec<(i64, u32)>]) -> Result<()> {
    for (position, pieces) in lines.iter().enumerate() {
        let mut each: BTreeMap<i64, u32> = BTreeMap::new();
        for (product, qty) in pieces {
            *each.entry(*product).or_default() += qty;
        }
        for (product, qty) in each {
            tx.exec(
                "INSERT INTO order_line_component (order_id, position, product_id, qty) VALUES ($1, $2, $3, $4)",
                vals![order_id, position as i64, product, qty],
            )?;
        }
    }
    Ok(())
}

/// The pieces of stock in one of each line: position, product, pieces.
pub fn list_pieces(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<(i64, i64, u32)>> {
    tx.all(
        "SELECT position, product_id, qty FROM order_line_component WHERE order_id = $1 ORDER BY position, product_id",
        vals![order_id],
    )
}

/// What one of a line is made of: products, and how many of each.
pub type MadeOf = Vec<(i64, u32)>;

/// The same of many orders, by order and position.
pub fn pieces_of(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<(i64, i64), MadeOf>> {
    let rows: Vec<(i64, i64, i64, u32)> = by_ids(
        tx,
        "SELECT order_id, position, product_id, qty FROM order_line_component
         WHERE order_id IN ($ids) ORDER BY order_id, position, product_id",
        order_ids,
        &[],
    )?;
    Ok(group_by(rows.into_iter().map(|(order_id, position, product, qty)| ((order_id, position), (product, qty)))))
}

/// Shipped quantities by position.
pub fn list_shipped(tx: &mut dyn Tx, order_id: i64) -> Result<Quantities> {
    quantities(
        tx,
        "SELECT l.position, l.qty FROM shipment s JOIN shipment_line l ON l.shipment_id = s.id WHERE s.order_id = $1",
        order_id,
    )
}

/// Returned quantities by position.
pub fn list_returned(tx: &mut dyn Tx, order_id: i64) -> Result<Quantities> {
    quantities(
        tx,
        "SELECT l.position, l.qty FROM order_return r JOIN order_return_line l ON l.return_id = r.id
         WHERE r.order_id = $1",
        order_id,
    )
}

fn quantities(tx: &mut dyn Tx, sql: &str, order_id: i64) -> Result<Quantities> {
    let rows: Vec<(i64, u32)> = tx.all(sql, vals![order_id])?;
    let mut sums = Quantities::new();
    for (position, qty) in rows {
        *sums.entry(position).or_default() += qty;
    }
    Ok(sums)
}

/// Shipped pieces of many orders, by order and position.
pub fn shipped_of(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<(i64, i64), u32>> {
    let rows: Vec<(i64, i64, u32)> = by_ids(
        tx,
        "SELECT s.order_id, l.position, SUM(l.qty) FROM shipment s JOIN shipment_line l ON l.shipment_id = s.id
         WHERE s.order_id IN ($ids) GROUP BY s.order_id, l.position",
        order_ids,
        &[],
    )?;
    Ok(rows.into_iter().map(|(order_id, position, qty)| ((order_id, position), qty)).collect())
}

/// Whether anything of an order was shipped.
pub fn has_left(tx: &mut dyn Tx, order_id: i64) -> Result<bool> {
    tx.one("SELECT EXISTS (SELECT 1 FROM shipment WHERE order_id = $1)", vals![order_id])
}

/// Time of the last shipment of an order, in Unix milliseconds.
pub fn find_last_shipped_at(tx: &mut dyn Tx, order_id: i64) -> Result<Option<i64>> {
    tx.one("SELECT MAX(shipped_at) FROM shipment WHERE order_id = $1", vals![order_id])
}

pub fn save_shipment(
    tx: &mut dyn Tx,
    order_id: i64,
    carrier: &str,
    tracking: &str,
    lines: &Quantities,
    now: Timestamp,
) -> Result<i64> {
    let id: i64 = tx.one(
        "INSERT INTO shipment (order_id, carrier, tracking, shipped_at) VALUES ($1, $2, $3, $4) RETURNING id",
        vals![order_id, carrier, tracking, now.as_millisecond()],
    )?;
    for (position, qty) in lines {
        tx.exec(
            "INSERT INTO shipment_line (shipment_id, position, qty) VALUES ($1, $2, $3)",
            vals![id, *position, *qty],
        )?;
    }
    Ok(id)
}

/// The contents of a shipment (positions of the order's lines and quantities) and the shipment.
pub type Packed = (Vec<(i64, u32)>, Shipment);

/// The shipments of an order, oldest first.
pub fn list_shipments(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Packed>> {
    let shipments: Vec<Shipment> = tx.all(
        "SELECT id, carrier, tracking, shipped_at FROM shipment WHERE order_id = $1 ORDER BY id",
        vals![order_id],
    )?;
    let lines: Vec<(i64, i64, u32)> = tx.all(
        "SELECT s.id, l.position, l.qty FROM shipment s JOIN shipment_line l ON l.shipment_id = s.id
         WHERE s.order_id = $1 ORDER BY s.id, l.position",
        vals![order_id],
    )?;
    let mut lines = group_by(lines.into_iter().map(|(id, position, qty)| (id, (position, qty))));
    Ok(shipments.into_iter().map(|shipment| (lines.remove(&shipment.id).unwrap_or_default(), shipment)).collect())
}

/// Erases why goods of an order came back.
pub fn erase_reasons(tx: &mut dyn Tx, order_id: i64) -> Result<()> {
    tx.exec("UPDATE order_return SET reason = '' WHERE order_id = $1", vals![order_id])?;
    Ok(())
}

pub fn save_return(
    tx: &mut dyn Tx,
    order_id: i64,
    reason: &str,
    lines: &Quantities,
    restocked: bool,
    now: Timestamp,
) -> Result<i64> {
    let id: i64 = tx.one(
        "INSERT INTO order_return (order_id, reason, received_at) VALUES ($1, $2, $3) RETURNING id",
        vals![order_id, reason, now.as_millisecond()],
    )?;
    for (position, qty) in lines {
        tx.exec(
            "INSERT INTO order_return_line (return_id, position, qty, restocked) VALUES ($1, $2, $3, $4)",
            vals![id, *position, *qty, restocked],
        )?;
    }
    Ok(id)
}

/// Pieces that came back from `from` until before `until`, by SKU: all of them, and those that went back on the shelf; most first.
pub fn returned_items(tx: &mut dyn Tx, from: Timestamp, until: Timestamp) -> Result<Vec<(String, String, i64, i64)>> {
    tx.all(
        "SELECT l.sku, MAX(l.name), SUM(x.qty), SUM(CASE WHEN x.restocked = 1 THEN x.qty ELSE 0 END)
         FROM order_return r JOIN order_return_line x ON x.return_id = r.id
             JOIN order_line l ON l.order_id = r.order_id AND l.position = x.position
         WHERE r.received_at >= $1 AND r.received_at < $2 GROUP BY l.sku ORDER BY SUM(x.qty) DESC, l.sku",
        vals![from.as_millisecond(), until.as_millisecond()],
    )
}
