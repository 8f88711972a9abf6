//! Shipping and returning goods. Each piece is in stock, reserved by an order, or shipped.

use std::collections::BTreeMap;

use anyhow::Context as _;
use jiff::ToSpan as _;
use jiff::civil::Date;

use super::store;
use crate::catalog;
use crate::db::Tx;
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::ShippingMethod;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Result, refuse};
use crate::message;
use crate::order::{self, Command, Order};

/// Quantities by the position of an order's lines.
pub type Quantities = BTreeMap<i64, u32>;

/// Ships `wanted`, or all that is left; answers the shipment's id and whether it was the last, which makes the order shipped.
pub fn ship(
    tx: &mut dyn Tx,
    command: &Command,
    order_id: i64,
    wanted: Option<&Quantities>,
    carrier: ShippingMethod,
    tracking: &str,
) -> Result<(i64, bool)> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    if order.status != OrderStatus::Processing {
        let (from, to) = (order.status.code(), OrderStatus::Shipped.code());
        return Err(refuse(message::ORDER_STATUS_REFUSED.with("from", from).with("to", to)));
    }
    let ordered = order::quantities(tx, order_id)?;
    let shipped = store::list_shipped(tx, order_id)?;
    let left = minus(&ordered, &shipped);
    let going = wanted.unwrap_or(&left);
    check(going, &left, message::SHIP_TOO_MUCH)?;
    for (product, qty) in pieces(tx, order_id, going)? {
        order::consume_reservation(tx, order_id, product, qty)?;
    }
    let id = store::save_shipment(tx, order_id, carrier.code(), tracking, going, command.now)?;
    order::add_terms(tx, order_id, &[tracking])?;
    let is_last = minus(&left, going).is_empty();
    if is_last {
        order::transition(tx, order_id, OrderStatus::Shipped, command.actor, "shipped", command.now)?;
    }
    Ok((id, is_last))
}

/// Books pieces that have come back for good. `restock`: they are fit for sale, and in stock again.
pub fn book_return(
    tx: &mut dyn Tx,
    command: &Command,
    order_id: i64,
    back: &Quantities,
    restock: bool,
    reason: &str,
) -> Result<()> {
    store::save_return(tx, order_id, reason, back, restock, command.now)?;
    if restock {
        let pieces: Vec<(i64, u32)> = pieces(tx, order_id, back)?.into_iter().collect();
        catalog::release(tx, &pieces)?;
    }
    Ok(())
}

/// The last day of the withdrawal period: fourteen days after the expected delivery of the last shipment, or after it was collected
/// (Directive 2011/83/EU art. 9); none before everything is shipped. Later statements are accepted too.
pub fn withdraw_until(tx: &mut dyn Tx, order: &Order) -> Result<Option<Date>> {
    if !matches!(order.status, OrderStatus::Shipped | OrderStatus::Complete) {
        return Ok(None);
    }
    let Some(shipped_at) = store::find_last_shipped_at(tx, order.id)? else { return Ok(None) };
    let shipped = in_shop_zone(order::moment(shipped_at)?).date();
    let expected: Date = match order.shipping_method {
        ShippingMethod::Pickup => shipped,
        _ => order.delivery.to.parse().context("delivery of an order")?,
    };
    Ok(Some(expected.max(shipped).saturating_add(14.days())))
}

/// `all` less `part`, without positions of which nothing is left.
pub fn minus(all: &Quantities, part: &Quantities) -> Quantities {
    let left = all.iter().map(|(position, qty)| (*position, qty - part.get(position).unwrap_or(&0).min(qty)));
    left.filter(|(_, qty)| *qty > 0).collect()
}

/// Refuses what is empty or not within `available`.
pub fn check(wanted: &Quantities, available: &Quantities, too_much: message::MessageDef) -> Result<()> {
    let is_within =
        wanted.iter().all(|(position, qty)| *qty > 0 && available.get(position).is_some_and(|most| qty <= most));
    if wanted.is_empty() || !is_within { Err(refuse(too_much)) } else { Ok(()) }
}

/// The pieces of stock in quantities of lines, by product.
pub fn pieces(tx: &mut dyn Tx, order_id: i64, of: &Quantities) -> Result<BTreeMap<i64, u32>> {
    let mut pieces = BTreeMap::new();
    for (position, product, each) in store::list_pieces(tx, order_id)? {
        if let Some(qty) = of.get(&position) {
            *pieces.entry(product).or_default() += each * qty;
        }
    }
    Ok(pieces)
}
