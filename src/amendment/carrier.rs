//! Another carrier for an order of which nothing has left.

use anyhow::anyhow;
use jiff::Timestamp;
use serde::Serialize;

use super::sums::{charge, check_total_may_change, employee, goods, priced, quotes, refund, settle};
use super::tell;
use crate::catalog::types::DeliveryWindow;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::shipping::{self, Quote, ShippingCharge, ShippingMethod, delivery_dates};
use crate::domain::totals::{self, Totals};
use crate::domain::working_days::in_shop_zone;
use crate::error::{Refusal, Result, refuse};
use crate::order::{self, ChangeKind, Command, NewChange, Order};
use crate::payment::store::CHANGED;
use crate::{invoice, message, region, shipment};

/// A carrier that could take an order, and what the order would come to with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CarrierPlan {
    #[serde(rename = "carrier")]
    pub method: ShippingMethod,
    /// What it charges today, the discount taken off; the house bears what is above the charge of the order.
    pub rate: Amount,
    pub totals: Totals,
    pub delivery: DeliveryWindow,
    /// What goes back of what was paid.
    pub refund: Amount,
}

/// Another carrier.
#[derive(Debug, Clone, Copy)]
pub struct NewCarrier<'a> {
    pub method: ShippingMethod,
    /// Shipping stays as it was charged, even where the carrier is cheaper.
    pub keep_shipping: bool,
    /// Kept with the change.
    pub reason: &'a str,
}

/// The other carriers that deliver an order to its address, in the order of the checkout. Shipping never gets dearer: what the
/// customer has agreed to pay is the most.
///
/// # Errors
///
/// Refused for an order that is collected, that travels with another one, of which a part has left, or whose total cannot change
/// now.
pub fn carrier_plans(
    tx: &mut dyn Tx,
    config: &Config,
    order: &Order,
    keep_shipping: bool,
    now: Timestamp,
) -> Result<Vec<CarrierPlan>> {
    check_total_may_change(tx, order)?;
    if order.shipping_method == ShippingMethod::Pickup {
        return Err(refuse(message::ORDER_CARRIER_COLLECTED));
    }
    if shipment::has_left(tx, order.id)? {
        return Err(refuse(message::ORDER_CARRIER_LATE));
    }
    if order::find_added_to(tx, order.id)?.is_some_and(|first| first.ships_along) {
        return Err(refuse(message::ORDER_CARRIER_ALONG));
    }
    let lines = order::lines(tx, order.id)?;
    let left: Vec<(i64, u32)> =
        lines.iter().zip(0_i64..).filter(|(line, _)| line.qty > 0).map(|(line, at)| (at, line.qty)).collect();
    let kept: Vec<totals::Line> =
        lines.iter().filter(|line| line.qty > 0).map(|line| priced(line, line.qty, order)).collect();
    let currency = order.totals.currency;
    let (employee, before, goods) = (employee(tx, order)?, charge(&order.totals), goods(&order.totals)?);
    let calendar = region::calendar(tx)?;
    let today = in_shop_zone(now).date();
    let mut plans = Vec::new();
    for Quote { method, charge, min_days, max_days } in
        quotes(tx, config, order, &lines, &left, totals::subtotal(currency, &kept)?)?
    {
        if method == order.shipping_method {
            continue;
        }
        let shipping = if keep_shipping { before } else { shipping::lowered(before, Some(charge), goods, goods)? };
        let totals = totals::compute(currency, &kept, employee, shipping)?.totals;
        if totals.total.minor() > order.totals.total.minor() {
            return Err(anyhow!("order {} gets dearer by another carrier", order.id).into());
        }
        let (from, to) = delivery_dates(today, min_days, max_days, &calendar);
        plans.push(CarrierPlan {
            method,
            rate: paid(charge)?,
            refund: refund(tx, order, &totals)?,
            totals,
            delivery: DeliveryWindow { from: from.to_string(), to: to.to_string() },
        });
    }
    Ok(plans)
}

fn paid(charge: ShippingCharge) -> Result<Amount> {
    Ok(charge.amount.minus(charge.discount)?.amount())
}

/// Gives an order, and what travels with it, another carrier: it is delivered in the days of that one from today, what shipping costs less goes back, the
/// invoice is corrected and the customer is told. Answers what has changed.
///
/// # Errors
///
/// Those of [`carrier_plans`]; refused by the field `carrier` for one that does not deliver this order.
pub fn set_carrier(tx: &mut dyn Tx, command: &Command, order: &Order, new: &NewCarrier<'_>) -> Result<CarrierPlan> {
    let plans = carrier_plans(tx, &command.config, order, new.keep_shipping, command.now)?;
    let Some(plan) = plans.into_iter().find(|plan| plan.method == new.method) else {
        let fault = match new.method == order.shipping_method {
            true => message::ORDER_NOTHING_CHANGED,
            false => message::ORDER_CARRIER_UNAVAILABLE,
        };
        return Err(Refusal::of_field("carrier", fault).into());
    };
    order::save_lowered(tx, order.id, &[], &plan.totals, order.points)?;
    let change_id = carry(tx, command, order, &plan, new.reason)?;
    settle(tx, command, order, plan.refund)?;
    // The letter speaks of the parcel: none for each order in it.
    for linked in order::list_additions(tx, order.id)?.into_iter().filter(|linked| linked.ships_along) {
        let Some(along) = order::find(tx, linked.id)? else { continue };
        if along.status.holds_stock() && !shipment::has_left(tx, along.id)? {
            let same = CarrierPlan { totals: along.totals.clone(), refund: Amount::ZERO, ..plan.clone() };
            carry(tx, command, &along, &same, new.reason)?;
            invoice::replace(tx, &command.config, along.id, CHANGED, command.now)?;
        }
    }
    tell(tx, command, order.id, change_id)?;
    Ok(plan)
}

/// Writes the carrier and its days into an order, and the change into its history; answers the change's id.
fn carry(tx: &mut dyn Tx, command: &Command, order: &Order, plan: &CarrierPlan, reason: &str) -> Result<i64> {
    order::save_carrier(tx, order.id, plan.method, &plan.delivery)?;
    let change = NewChange {
        kind: ChangeKind::Carrier,
        reason,
        total: order.totals.total,
        total_now: plan.totals.total,
        refund: plan.refund,
        removed: &[],
        carriers: Some((order.shipping_method, plan.method)),
    };
    order::save_change(tx, order.id, &change, command.actor, command.now)
}
