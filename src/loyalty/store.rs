//! All SQL of loyalty points.

use jiff::Timestamp;

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// The due points of an order.
pub fn points_of_order(tx: &mut dyn Tx, order_id: i64) -> Result<i64> {
    tx.one("SELECT COALESCE(SUM(points), 0) FROM loyalty_entry WHERE order_id = $1", vals![order_id])
}

pub fn save_entry(tx: &mut dyn Tx, order_id: i64, member_card: &str, points: i64, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO loyalty_entry (order_id, member_card, points, at) VALUES ($1, $2, $3, $4)",
        vals![order_id, member_card, points, now.as_millisecond()],
    )?;
    Ok(())
}

/// The due points of a customer's orders.
pub fn points_of_customer(tx: &mut dyn Tx, customer_id: i64) -> Result<i64> {
    tx.one(
        "SELECT COALESCE(SUM(e.points), 0) FROM sales_order o JOIN loyalty_entry e ON e.order_id = o.id
         WHERE o.customer_id = $1",
        vals![customer_id],
    )
}
