//! Another carrier for an order that is placed, and the surcharge of a dearer one.
//!
//! A surcharge is an order of its own, linked to the first: it is paid, invoiced and refunded as any order. Until it is paid the
//! first keeps its carrier and does not leave; then it goes by the new one, and the surcharge counts as shipped with it. What comes
//! too late for that goes back.

use super::money::end;
use crate::catalog::types::DeliveryWindow;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::{ShippingMethod, delivery_dates};
use crate::domain::working_days::in_shop_zone;
use crate::error::{Result, refuse};
use crate::order::{self, Actor, ChangeKind, Command, NewChange, Order};
use crate::payment::store::CHANGED;
use crate::{invoice, message, order_view, region, shipment};

/// Reason for the end of a surcharge that was paid when the parcel could not change its carrier any more.
pub(super) const TOO_LATE: &str = "the parcel could not change its carrier any more";
/// Reason for the end of a surcharge whose carrier was given up.
pub const GIVEN_UP: &str = "carrier changed";

/// The carrier that an order gets, with what it comes to.
#[derive(Debug, Clone)]
pub struct Carriage<'a> {
    pub method: ShippingMethod,
    pub delivery: &'a DeliveryWindow,
    /// Of the order with it.
    pub total: Amount,
    /// What goes back of what was paid.
    pub refund: Amount,
    /// Kept with the change.
    pub reason: &'a str,
}

/// Refuses an order whose parcel waits for the surcharge of another carrier.
pub fn check_no_surcharge_awaited(tx: &mut dyn Tx, order_id: i64) -> Result<()> {
    let first = order::find_added_to(tx, order_id)?.filter(|first| first.ships_along);
    let parcel = first.map_or(order_id, |first| first.id);
    match order::list_surcharges(tx, parcel)?.into_iter().find(|surcharge| surcharge.status.is_pending()) {
        Some(surcharge) => Err(refuse(message::ORDER_CARRIER_AWAITED.with("number", surcharge.number))),
        None => Ok(()),
    }
}

/// Refuses an order that is the surcharge of a carrier.
pub fn check_is_no_surcharge(tx: &mut dyn Tx, order_id: i64) -> Result<()> {
    match order::find_surcharge(tx, order_id)? {
        Some(_) => Err(refuse(message::ORDER_CARRIER_SURCHARGE)),
        None => Ok(()),
    }
}

/// Whether what an order pays for can still be had: anything but the surcharge of a parcel that left, or ended, meanwhile.
pub(super) fn can_apply(tx: &mut dyn Tx, order: &Order) -> Result<bool> {
    let Some(surcharge) = order::find_surcharge(tx, order.id)? else { return Ok(true) };
    let first = order::find(tx, surcharge.first_id)?;
    let is_open = first.is_some_and(|first| {
        first.status.holds_stock() && !first.is_awaiting && first.shipping_method != ShippingMethod::Pickup
    });
    Ok(is_open && !shipment::has_left(tx, surcharge.first_id)?)
}

/// Effects of a paid surcharge: the first order, and what travels with it, goes by the carrier. None for any other order.
pub(super) fn apply(tx: &mut dyn Tx, command: &Command, order: &Order) -> Result<()> {
    let Some(surcharge) = order::find_surcharge(tx, order.id)? else { return Ok(()) };
    let first = order::find(tx, surcharge.first_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let now = command.now;
    end_surcharges(tx, command, first.id, Some(order.id), GIVEN_UP)?;
    let today = in_shop_zone(now).date();
    let (from, to) = delivery_dates(today, surcharge.min_days, surcharge.max_days, &region::calendar(tx)?);
    let delivery = DeliveryWindow { from: from.to_string(), to: to.to_string() };
    let (total, refund) = (first.totals.total, Amount::ZERO);
    let carriage = Carriage { method: surcharge.carrier, delivery: &delivery, total, refund, reason: &order.number };
    order::save_carrier(tx, order.id, surcharge.carrier, &delivery)?;
    let change_id = carry(tx, command, &first, &carriage)?;
    invoice::replace(tx, &command.config, first.id, CHANGED, now)?;
    carry_along(tx, command, &first, &carriage)?;
    order_view::send_changed(tx, command, first.id, change_id)
}

/// Whether goods have left by the carrier that this surcharge pays for.
fn has_carried(tx: &mut dyn Tx, order_id: i64) -> Result<bool> {
    match applied(tx, order_id)? {
        Some((first, _)) => shipment::has_left(tx, first.id),
        None => Ok(false),
    }
}

/// Whether anything of an order has left, or what it pays for.
pub fn has_left(tx: &mut dyn Tx, order_id: i64) -> Result<bool> {
    Ok(shipment::has_left(tx, order_id)? || has_carried(tx, order_id)?)
}

/// The order that goes by the carrier of this surcharge, and the carrier that it had before; none where it does not, or not by this
/// one.
fn applied(tx: &mut dyn Tx, order_id: i64) -> Result<Option<(Order, ShippingMethod)>> {
    let Some(surcharge) = order::find_surcharge(tx, order_id)? else { return Ok(None) };
    let (Some(first), Some(own)) = (order::find(tx, surcharge.first_id)?, order::find(tx, order_id)?) else {
        return Ok(None);
    };
    // Unpaid, it has given the carrier back already.
    if own.status.is_pending() || own.status == OrderStatus::Canceled {
        return Ok(None);
    }
    let linked = order::list_surcharges(tx, first.id)?.into_iter();
    let ended: Vec<String> =
        linked.filter(|linked| linked.status == OrderStatus::Canceled).map(|linked| linked.number).collect();
    let changes = order::list_changes(tx, first.id)?;
    let mut changes = changes.into_iter().rev().filter(|change| change.kind == ChangeKind::Carrier);
    let last = changes.next().filter(|change| change.reason == own.number).and_then(|change| change.carriers);
    let Some((mut former, _)) = last.filter(|(_, carrier)| *carrier == first.shipping_method) else { return Ok(None) };
    // What an earlier surcharge had paid for went back when this one was paid.
    for change in changes {
        match change.carriers {
            Some((before, carrier)) if carrier == former && ended.contains(&change.reason) => former = before,
            _ => break,
        }
    }
    Ok(Some((first, former)))
}

/// A surcharge goes back: the order that it was for, and what travels with it, goes by the carrier that it had before. None for any
/// other order.
pub(super) fn take_carrier_back(tx: &mut dyn Tx, command: &Command, order_id: i64) -> Result<()> {
    let Some((first, former)) = applied(tx, order_id)? else { return Ok(()) };
    let own = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    if !first.status.holds_stock() {
        return Ok(());
    }
    let (to, _) = order::addresses(tx, first.id)?;
    let exchange = region::exchange(tx, first.totals.currency)?;
    let bands = region::rate_bands(tx, &to.country, &exchange)?;
    let delivery = match bands.iter().find(|band| band.method == former) {
        Some(band) => {
            let today = in_shop_zone(command.now).date();
            let (from, to) = delivery_dates(today, band.min_days, band.max_days, &region::calendar(tx)?);
            DeliveryWindow { from: from.to_string(), to: to.to_string() }
        }
        // Nobody delivers so any more: the days stay as they were told.
        None => first.delivery.clone(),
    };
    let (total, refund) = (first.totals.total, Amount::ZERO);
    let carriage = Carriage { method: former, delivery: &delivery, total, refund, reason: &own.number };
    let change_id = carry(tx, command, &first, &carriage)?;
    invoice::replace(tx, &command.config, first.id, CHANGED, command.now)?;
    carry_along(tx, command, &first, &carriage)?;
    order_view::send_changed(tx, command, first.id, change_id)
}

/// Ends what would have travelled in the parcel of an order that its customer gives up, or does not pay: it was offered without a
/// charge for delivery. The house decides for itself.
pub(super) fn end_along(tx: &mut dyn Tx, command: &Command, first_id: i64, reason: &str) -> Result<()> {
    if !matches!(command.actor, Actor::Customer | Actor::Job) {
        return Ok(());
    }
    let additions = order::list_additions(tx, first_id)?.into_iter();
    for linked in additions.filter(|linked| linked.ships_along && linked.carrier.is_none()) {
        if linked.status.can_become(OrderStatus::Canceled) && !shipment::has_left(tx, linked.id)? {
            end(tx, command, linked.id, reason)?;
        }
    }
    Ok(())
}

/// Counts the surcharges of an order as shipped, once the last of its parcels has left.
pub fn ship_surcharges(tx: &mut dyn Tx, command: &Command, first_id: i64) -> Result<()> {
    for linked in order::list_surcharges(tx, first_id)? {
        if let (OrderStatus::Processing, Some(carrier)) = (linked.status, linked.carrier) {
            shipment::ship(tx, command, linked.id, None, carrier, "")?;
        }
    }
    Ok(())
}

/// Ends the surcharges of an order of which nothing has left, except one: those that are paid go back.
pub fn end_surcharges(
    tx: &mut dyn Tx,
    command: &Command,
    first_id: i64,
    except: Option<i64>,
    reason: &str,
) -> Result<()> {
    for linked in order::list_surcharges(tx, first_id)?.into_iter().filter(|linked| Some(linked.id) != except) {
        if linked.status.can_become(OrderStatus::Canceled) {
            end(tx, command, linked.id, reason)?;
        }
    }
    Ok(())
}

/// Writes carrier and days into an order, and the change into its history; answers the change's id.
pub fn carry(tx: &mut dyn Tx, command: &Command, order: &Order, new: &Carriage<'_>) -> Result<i64> {
    order::save_carrier(tx, order.id, new.method, new.delivery)?;
    let change = NewChange {
        kind: ChangeKind::Carrier,
        reason: new.reason,
        total: order.totals.total,
        total_now: new.total,
        refund: new.refund,
        removed: &[],
        carriers: Some((order.shipping_method, new.method)),
    };
    order::save_change(tx, order.id, &change, command.actor, command.now)
}

/// What travels in the parcel of an order follows it. The letter speaks of the parcel: none for each order in it.
pub fn carry_along(tx: &mut dyn Tx, command: &Command, order: &Order, new: &Carriage<'_>) -> Result<()> {
    let additions = order::list_additions(tx, order.id)?.into_iter();
    for linked in additions.filter(|linked| linked.ships_along && linked.carrier.is_none()) {
        let Some(along) = order::find(tx, linked.id)? else { continue };
        if along.status.holds_stock() && !shipment::has_left(tx, along.id)? {
            let same = Carriage { total: along.totals.total, refund: Amount::ZERO, ..new.clone() };
            carry(tx, command, &along, &same)?;
            invoice::replace(tx, &command.config, along.id, CHANGED, command.now)?;
        }
    }
    Ok(())
}
