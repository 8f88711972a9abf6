//! SQL of unpaid orders: the stock and value that they hold, and orders that wait for their mailed link.

use std::collections::HashMap;

use jiff::Timestamp;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::store::{mailbox_keys, moment};
use crate::db::{Tx, Val, by_ids};
use crate::error::Result;
use crate::session;
use crate::vals;

/// Unpaid orders that hold stock for days.
const BY_TRANSFER_OR_CHEQUE: &str = "status IN ('pending_bank_transfer', 'pending_cheque') AND confirm_hash IS NULL";

/// What unpaid orders hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    pub orders: u32,
    pub pieces: u32,
    /// Whole EUR, rounded down per order.
    pub value: u64,
}

#[derive(Debug, Deserialize)]
struct HeldRow {
    total: i64,
    rate: String,
    pieces: i64,
}

fn held_where(tx: &mut dyn Tx, condition: &str, params: &[Val]) -> Result<Held> {
    let rows: Vec<HeldRow> = tx.all(
        &format!(
            "SELECT o.total, o.rate, coalesce((SELECT sum(r.qty) FROM order_reservation r WHERE r.order_id = o.id), 0) AS pieces
             FROM sales_order o WHERE {condition}"
        ),
        params,
    )?;
    Ok(rows.iter().fold(Held::default(), |held, row| Held {
        orders: held.orders + 1,
        pieces: held.pieces.saturating_add(u32::try_from(row.pieces).unwrap_or(u32::MAX)),
        value: held.value.saturating_add(in_eur(row.total, row.rate.parse().unwrap_or(Decimal::ONE))),
    }))
}

/// Minor units at a rate (units for 1 EUR) as whole EUR, rounded down. Without a rate the amount itself counts: a limit must not
/// vanish because a row is damaged.
pub fn in_eur(minor: i64, rate: Decimal) -> u64 {
    let amount = Decimal::new(minor, 2);
    let eur = if rate > Decimal::ZERO { amount.checked_div(rate) } else { None };
    eur.unwrap_or(amount).trunc().try_into().unwrap_or(0)
}

/// What unpaid transfer and cheque orders of a session hold.
pub fn held_by_session(tx: &mut dyn Tx, session_id: i64) -> Result<Held> {
    held_where(tx, &format!("session_id = $1 AND {BY_TRANSFER_OR_CHEQUE}"), vals![session_id])
}

/// What unpaid transfer and cheque orders of a network hold.
pub fn held_by_network(tx: &mut dyn Tx, network: &str) -> Result<Held> {
    held_where(tx, &format!("network = $1 AND {BY_TRANSFER_OR_CHEQUE}"), vals![network])
}

/// What unpaid transfer and cheque orders hold that a customer placed logged in.
pub fn held_by_customer(tx: &mut dyn Tx, customer_id: i64) -> Result<Held> {
    let condition = format!("customer_id = $1 AND proved_by IS NOT NULL AND {BY_TRANSFER_OR_CHEQUE}");
    held_where(tx, &condition, vals![customer_id])
}

/// What unpaid transfer and cheque orders hold that were confirmed by a link mailed to this mailbox.
pub fn held_by_mailbox(tx: &mut dyn Tx, email: &str) -> Result<Held> {
    let mut held = Held::default();
    for key in mailbox_keys(tx, email)? {
        let of =
            held_where(tx, &format!("email_key = $1 AND proved_by = 'link' AND {BY_TRANSFER_OR_CHEQUE}"), vals![key])?;
        held.orders += of.orders;
        held.pieces = held.pieces.saturating_add(of.pieces);
        held.value = held.value.saturating_add(of.value);
    }
    Ok(held)
}

/// Pieces that card and WeChat orders of a network hold which are paid or canceled by `until`: not those whose delayed payment
/// has begun.
pub fn pieces_pending_online(tx: &mut dyn Tx, network: &str, until: Timestamp) -> Result<u32> {
    let condition = "network = $1 AND status = 'pending' AND hold_until <= $2";
    Ok(held_where(tx, condition, vals![network, until.as_millisecond()])?.pieces)
}

/// Records the network that an order counts for.
pub fn save_network(tx: &mut dyn Tx, order_id: i64, network: &str) -> Result<()> {
    tx.exec("UPDATE sales_order SET network = $2 WHERE id = $1", vals![order_id, network])?;
    Ok(())
}

/// When an order was confirmed by its mailed link, if it was.
pub fn confirmed_by_link_at(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Timestamp>> {
    let at: Option<i64> = tx.find(
        "SELECT confirmed_at FROM sales_order WHERE id = $1 AND proved_by = 'link' AND confirmed_at IS NOT NULL",
        vals![order_id],
    )?;
    at.map(moment).transpose()
}

/// Pieces of each product that all unpaid transfer and cheque orders hold, except one order.
pub fn held_of_products(tx: &mut dyn Tx, product_ids: &[i64], except: i64) -> Result<HashMap<i64, u32>> {
    let rows: Vec<(i64, u32)> = by_ids(
        tx,
        "SELECT product_id, sum(qty) FROM order_reservation WHERE product_id IN ($ids) AND is_unpaid = 1 GROUP BY product_id",
        product_ids,
        &[],
    )?;
    let mut held: HashMap<i64, u32> = rows.into_iter().collect();
    let own: Vec<(i64, u32)> =
        tx.all("SELECT product_id, qty FROM order_reservation WHERE order_id = $1 AND is_unpaid = 1", vals![except])?;
    for (product, qty) in own {
        held.entry(product).and_modify(|all| *all = all.saturating_sub(qty));
    }
    Ok(held)
}

/// Records the network of a pending order and how its address was proved.
pub fn save_placed_from(tx: &mut dyn Tx, order_id: i64, network: Option<&str>, proved_by: Option<&str>) -> Result<()> {
    tx.exec("UPDATE sales_order SET network = $2, proved_by = $3 WHERE id = $1", vals![order_id, network, proved_by])?;
    Ok(())
}

/// Makes an order wait for the link with this token.
pub fn save_awaiting(tx: &mut dyn Tx, order_id: i64, token: &str) -> Result<()> {
    tx.exec("UPDATE sales_order SET confirm_hash = $2 WHERE id = $1", vals![order_id, session::hash(token)])?;
    Ok(())
}

/// The waiting order whose mailed link has this token.
pub fn find_awaiting(tx: &mut dyn Tx, token: &str) -> Result<Option<i64>> {
    tx.find("SELECT id FROM sales_order WHERE confirm_hash = $1", vals![session::hash(token)])
}

/// Reserves the pieces of a waiting order for it, which then waits no longer; `by_link`: its address is proved.
pub fn save_held(
    tx: &mut dyn Tx,
    order_id: i64,
    reserved: &[(i64, u32)],
    by_link: bool,
    hold_until: Option<Timestamp>,
) -> Result<()> {
    tx.exec(
        "UPDATE sales_order SET confirm_hash = NULL, proved_by = CASE WHEN $2 = 1 THEN 'link' ELSE proved_by END,
             hold_until = $3 WHERE id = $1",
        vals![order_id, by_link, hold_until.map(Timestamp::as_millisecond)],
    )?;
    for (product_id, qty) in reserved {
        tx.exec(
            "INSERT INTO order_reservation (order_id, product_id, qty) VALUES ($1, $2, $3)",
            vals![order_id, *product_id, *qty],
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rust_decimal::dec;

    use super::*;

    #[test]
    fn amounts_count_in_whole_euros_and_never_as_nothing() {
        assert_eq!(in_eur(10_099, dec!(1)), 100);
        assert_eq!(in_eur(95_000, dec!(0.95)), 1_000);
        for none in [dec!(0), dec!(-1)] {
            assert_eq!(in_eur(10_099, none), 100);
        }
    }
}
