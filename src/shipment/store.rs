//! All SQL of parcels, returns, points and notes.

use std::collections::BTreeMap;

use anyhow::Context as _;
use jiff::Timestamp;
use rust_decimal::Decimal;

use super::goods::Quantities;
use super::types::{Note, Shipment};
use crate::db::{Tx, group_by};
use crate::domain::loyalty;
use crate::domain::money::{Currency, Money};
use crate::domain::order_status::OrderStatus;
use crate::error::Result;
use crate::order::Actor;
use crate::vals;

/// Keeps which pieces of stock one of each line takes, line by line.
pub fn save_pieces(tx: &mut dyn Tx, order_id: i64, lines: &[Vec<(i64, u32)>]) -> Result<()> {
    for (position, pieces) in lines.iter().enumerate() {
        let mut each: BTreeMap<i64, u32> = BTreeMap::new();
        for (product, qty) in pieces {
            *each.entry(*product).or_default() += qty;
        }
        for (product, qty) in each {
            tx.exec(
                "INSERT INTO order_line_piece (order_id, position, product_id, qty) VALUES ($1, $2, $3, $4)",
                vals![order_id, position as i64, product, qty],
            )?;
        }
    }
    Ok(())
}

/// Position, product and pieces in one of the line.
pub fn list_pieces(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<(i64, i64, u32)>> {
    tx.all(
        "SELECT position, product_id, qty FROM order_line_piece WHERE order_id = $1 ORDER BY position, product_id",
        vals![order_id],
    )
}

pub fn list_ordered(tx: &mut dyn Tx, order_id: i64) -> Result<Quantities> {
    quantities(tx, "SELECT position, qty FROM order_line WHERE order_id = $1", order_id)
}

/// What has left, by position.
pub fn list_shipped(tx: &mut dyn Tx, order_id: i64) -> Result<Quantities> {
    quantities(
        tx,
        "SELECT l.position, l.qty FROM shipment s JOIN shipment_line l ON l.shipment_id = s.id WHERE s.order_id = $1",
        order_id,
    )
}

/// What came back, by position.
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

/// Whether any parcel of an order has left.
pub fn has_left(tx: &mut dyn Tx, order_id: i64) -> Result<bool> {
    tx.one("SELECT EXISTS (SELECT 1 FROM shipment WHERE order_id = $1)", vals![order_id])
}

/// When the last parcel of an order has left, in Unix milliseconds.
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

/// A parcel with what is in it: positions of the order's lines and quantities.
pub type Packed = (Shipment, Vec<(i64, u32)>);

/// The parcels of an order, first to last.
pub fn list_shipments(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Packed>> {
    let shipments: Vec<Shipment> = tx.all(
        "SELECT id, carrier, tracking, shipped_at FROM shipment WHERE order_id = $1 ORDER BY id",
        vals![order_id],
    )?;
    if shipments.is_empty() {
        return Ok(Vec::new());
    }
    let lines: Vec<(i64, i64, u32)> = tx.all(
        "SELECT s.id, l.position, l.qty FROM shipment s JOIN shipment_line l ON l.shipment_id = s.id
         WHERE s.order_id = $1 ORDER BY s.id, l.position",
        vals![order_id],
    )?;
    let mut lines = group_by(lines.into_iter().map(|(id, position, qty)| (id, (position, qty))));
    Ok(shipments
        .into_iter()
        .map(|shipment| {
            let of = lines.remove(&shipment.id).unwrap_or_default();
            (shipment, of)
        })
        .collect())
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

// ── Notes ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Writes down what an operator should know of an order.
pub fn add_note(tx: &mut dyn Tx, order_id: i64, actor: Actor, text: &str, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO order_note (order_id, actor, text, created_at) VALUES ($1, $2, $3, $4)",
        vals![order_id, actor.code(), text, now.as_millisecond()],
    )?;
    Ok(())
}

pub fn list_notes(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Note>> {
    tx.all("SELECT actor, text, created_at FROM order_note WHERE order_id = $1 ORDER BY id", vals![order_id])
}

// ── Points ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Brings the points of an order to what its status and its kept goods say: due when complete, none when closed. Run again,
/// it enters nothing.
pub fn settle_points(tx: &mut dyn Tx, order_id: i64, now: Timestamp) -> Result<()> {
    let order: Option<(Option<String>, OrderStatus, Currency, String)> =
        tx.find("SELECT member_card, status, currency, rate FROM sales_order WHERE id = $1", vals![order_id])?;
    let Some((Some(card), status, currency, rate)) = order else { return Ok(()) };
    let earned = match status {
        OrderStatus::Complete => {
            let rate: Decimal = rate.parse().context("rate of an order")?;
            let kept = kept(tx, order_id, currency)?;
            i64::from(loyalty::points(kept, rate)?)
        }
        OrderStatus::Closed => 0,
        _ => return Ok(()),
    };
    let entered: i64 =
        tx.one("SELECT COALESCE(SUM(points), 0) FROM loyalty_entry WHERE order_id = $1", vals![order_id])?;
    if earned != entered {
        tx.exec(
            "INSERT INTO loyalty_entry (order_id, member_card, points, at) VALUES ($1, $2, $3, $4)",
            vals![order_id, card, earned - entered, now.as_millisecond()],
        )?;
    }
    Ok(())
}

/// What was paid for the goods that have not come back.
fn kept(tx: &mut dyn Tx, order_id: i64, currency: Currency) -> Result<Money> {
    let lines: Vec<(i64, u32, i64, i64)> =
        tx.all("SELECT position, qty, price, discount_amount FROM order_line WHERE order_id = $1", vals![order_id])?;
    let returned = list_returned(tx, order_id)?;
    let of_line = lines.into_iter().map(|(position, qty, price, discount)| {
        let back = returned.get(&position).copied().unwrap_or(0);
        let paid = price * i64::from(qty) - discount;
        paid - paid * i64::from(back) / i64::from(qty.max(1))
    });
    Ok(Money::new(of_line.sum(), currency))
}

/// The points that a customer's orders have earned.
pub fn points_of_customer(tx: &mut dyn Tx, customer_id: i64) -> Result<i64> {
    tx.one(
        "SELECT COALESCE(SUM(e.points), 0) FROM sales_order o JOIN loyalty_entry e ON e.order_id = o.id
         WHERE o.customer_id = $1",
        vals![customer_id],
    )
}
