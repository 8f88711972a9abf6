//! All SQL of loyalty points.

use anyhow::Context as _;
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

/// Points by the quarter of an hour in which they became due or were taken back, from `from` until before `until`: those earned, and
/// those taken back as a positive number.
pub fn points_through(tx: &mut dyn Tx, from: Timestamp, until: Timestamp) -> Result<Vec<(Timestamp, i64, i64)>> {
    let rows: Vec<(i64, i64, i64)> = tx.all(
        "SELECT at / 900000, SUM(CASE WHEN points > 0 THEN points ELSE 0 END),
             SUM(CASE WHEN points < 0 THEN -points ELSE 0 END)
         FROM loyalty_entry WHERE at >= $1 AND at < $2 GROUP BY at / 900000 ORDER BY 1",
        vals![from.as_millisecond(), until.as_millisecond()],
    )?;
    let read = |(quarter, earned, taken): (i64, i64, i64)| {
        let at = Timestamp::from_millisecond(quarter.saturating_mul(900_000)).context("time of points")?;
        Ok((at, earned, taken))
    };
    rows.into_iter().map(read).collect()
}

/// The points that were due before a moment.
pub fn points_before(tx: &mut dyn Tx, moment: Timestamp) -> Result<i64> {
    tx.one("SELECT COALESCE(SUM(points), 0) FROM loyalty_entry WHERE at < $1", vals![moment.as_millisecond()])
}
