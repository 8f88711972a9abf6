//! What is changed about a placed order: its addresses, its carrier, the pieces that are taken out, the payment that was none;
//! and the record of changes.

use jiff::Timestamp;
use serde::Deserialize;

use super::store;
use super::terms;
use super::types::{Actor, Address, ChangeKind, NewChange, OrderChange};
use crate::catalog::types::DeliveryWindow;
use crate::db::{Tx, group_by};
use crate::domain::money::Amount;
use crate::domain::order_status::PaymentMethod;
use crate::domain::shipping::ShippingMethod;
use crate::domain::totals::Totals;
use crate::error::Result;
use crate::vals;

/// Gives an order other addresses.
pub fn save_addresses(tx: &mut dyn Tx, order_id: i64, shipping: &Address, billing: &Address) -> Result<()> {
    tx.exec("DELETE FROM order_address WHERE order_id = $1", vals![order_id])?;
    store::save_address(tx, order_id, "shipping", shipping)?;
    store::save_address(tx, order_id, "billing", billing)?;
    terms::rewrite(tx, order_id)
}

/// A line of which pieces are taken out, or whose discount is another one by that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoweredLine {
    pub position: i64,
    /// Pieces that are taken out; may be 0.
    pub removed: u32,
    /// The employee discount on what is left.
    pub discount: Amount,
}

/// Takes pieces out of an order and gives it the totals and points of what is left. Reservations are the caller's.
pub fn save_lowered(tx: &mut dyn Tx, order_id: i64, lines: &[LoweredLine], totals: &Totals, points: i64) -> Result<()> {
    for line in lines {
        tx.exec(
            "UPDATE order_line SET canceled = canceled + $3, discount_amount = $4 WHERE order_id = $1 AND position = $2",
            vals![order_id, line.position, line.removed, line.discount.minor()],
        )?;
    }
    tx.exec(
        "UPDATE sales_order SET subtotal_incl_tax = $2, subtotal_excl_tax = $3, discount_amount = $4,
             discount_net_amount = $5, shipping_amount = $6, shipping_discount = $7, tax_amount = $8, total = $9,
             total_qty = $10, points = $11
         WHERE id = $1",
        vals![
            order_id,
            totals.subtotal_incl_tax.minor(),
            totals.subtotal_excl_tax.minor(),
            totals.discount_amount.minor(),
            totals.discount_net_amount.minor(),
            totals.shipping_amount.minor(),
            totals.shipping_discount.minor(),
            totals.tax_amount.minor(),
            totals.total.minor(),
            totals.total_qty,
            points,
        ],
    )?;
    tx.exec("DELETE FROM order_vat WHERE order_id = $1", vals![order_id])?;
    store::save_vat(tx, order_id, totals)?;
    terms::rewrite(tx, order_id)
}

/// Gives an order another carrier, with its days of delivery.
pub fn save_carrier(tx: &mut dyn Tx, order_id: i64, method: ShippingMethod, delivery: &DeliveryWindow) -> Result<()> {
    tx.exec(
        "UPDATE sales_order SET shipping_method = $2, delivery_from = $3, delivery_to = $4 WHERE id = $1",
        vals![order_id, method.code(), &delivery.from, &delivery.to],
    )?;
    Ok(())
}

/// The whole percentage of the tag that counted when the order was placed; 0 without one.
pub fn promo_percentage(tx: &mut dyn Tx, order_id: i64) -> Result<u16> {
    tx.one("SELECT promo_percentage FROM sales_order WHERE id = $1", vals![order_id])
}

/// Gives an order whose payment was none its former payment method, and its stock until then.
pub fn save_unpaid(tx: &mut dyn Tx, order_id: i64, method: PaymentMethod, hold_until: Option<Timestamp>) -> Result<()> {
    store::save_payment_method(tx, order_id, method, hold_until)
}

/// Forgets that an order was confirmed to its customer: the mail was stopped.
pub fn clear_confirmed(tx: &mut dyn Tx, order_id: i64) -> Result<()> {
    tx.exec("UPDATE sales_order SET confirmed_at = NULL WHERE id = $1", vals![order_id])?;
    Ok(())
}

// ── The record ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Records a change; answers its id.
pub fn save_change(tx: &mut dyn Tx, order_id: i64, new: &NewChange<'_>, actor: Actor, now: Timestamp) -> Result<i64> {
    let id: i64 = tx.one(
        "INSERT INTO order_change (order_id, kind, actor, reason, total, total_now, refund, changed_at, carrier, carrier_now)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
        vals![
            order_id,
            new.kind.code(),
            actor.code(),
            new.reason,
            new.total.minor(),
            new.total_now.minor(),
            new.refund.minor(),
            now.as_millisecond(),
            new.carriers.as_ref().map(|(before, _)| before.code()),
            new.carriers.as_ref().map(|(_, after)| after.code()),
        ],
    )?;
    for (position, qty) in new.removed {
        tx.exec(
            "INSERT INTO order_change_line (change_id, position, qty) VALUES ($1, $2, $3)",
            vals![id, *position, *qty],
        )?;
    }
    Ok(id)
}

#[derive(Debug, Deserialize)]
struct Row {
    id: i64,
    kind: ChangeKind,
    actor: String,
    reason: String,
    total: Amount,
    total_now: Amount,
    refund: Amount,
    changed_at: i64,
    carrier: Option<ShippingMethod>,
    carrier_now: Option<ShippingMethod>,
}

/// The changes of an order, oldest first.
pub fn list_changes(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<OrderChange>> {
    let rows: Vec<Row> = tx.all(
        "SELECT id, kind, actor, reason, total, total_now, refund, changed_at, carrier, carrier_now FROM order_change
         WHERE order_id = $1 ORDER BY id",
        vals![order_id],
    )?;
    let lines: Vec<(i64, i64, u32)> = tx.all(
        "SELECT c.id, l.position, l.qty FROM order_change c JOIN order_change_line l ON l.change_id = c.id
         WHERE c.order_id = $1 ORDER BY c.id, l.position",
        vals![order_id],
    )?;
    let mut lines = group_by(lines.into_iter().map(|(id, position, qty)| (id, (position, qty))));
    let change = |row: Row| {
        let Row { id, kind, actor, reason, total, total_now, refund, changed_at, carrier, carrier_now } = row;
        let removed = lines.remove(&id).unwrap_or_default();
        let carriers = carrier.zip(carrier_now);
        OrderChange { id, kind, actor, reason, total, total_now, refund, changed_at, removed, carriers }
    };
    Ok(rows.into_iter().map(change).collect())
}
