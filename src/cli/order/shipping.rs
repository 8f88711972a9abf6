//! `shop order ship` and `return`.

use super::change::change;
use super::lines::{Pieces, list_pieces, not_returned, positions, qty_at};
use crate::cli::shop::Shop;
use crate::cli::table::Output;
use crate::domain::shipping::ShippingMethod;
use crate::fulfillment::{self, Return};
use crate::shipment;

/// Sends a parcel.
pub fn ship(
    shop: &Shop,
    out: Output,
    number: &str,
    lines: &[Pieces],
    carrier: Option<ShippingMethod>,
    tracking: &str,
) -> anyhow::Result<()> {
    let (is_last, done) = change(shop, number, "order ship", |tx, command, order| {
        let lines = positions(tx, order, lines)?;
        let carrier = carrier.unwrap_or(order.shipping_method);
        fulfillment::ship(tx, command, order, lines.as_ref(), carrier, tracking.trim())
    })?;
    done.print(out, if is_last { "is shipped" } else { "is shipped in part" })
}

/// Records returned goods; the lines of `what` are given as `lines`.
pub fn record_return(shop: &Shop, out: Output, number: &str, lines: &[Pieces], what: Return<'_>) -> anyhow::Result<()> {
    let ((amount, back, out_still), done) = change(shop, number, "order return", |tx, command, order| {
        let lines = positions(tx, order, lines)?;
        let known = shipment::list_returned(tx, order.id)?;
        let what = Return { lines: lines.as_ref(), ..what };
        let amount = fulfillment::record_return(tx, command, order, &what)?;
        let returned = shipment::list_returned(tx, order.id)?;
        let back = list_pieces(tx, order, |position, _| qty_at(&returned, position) - qty_at(&known, position))?;
        Ok((amount, back, not_returned(tx, order)?))
    })?;
    let still = if out_still.is_empty() { "nothing".to_owned() } else { out_still };
    let currency = done.order.totals.currency;
    done.print(out, &format!("has {back} back, {still} still out; {amount} {currency} to be refunded"))
}
