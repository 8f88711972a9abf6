//! Another carrier for an order of which nothing has left.

use anyhow::anyhow;
use jiff::Timestamp;
use serde::Serialize;

use super::sums::{charge, check_total_may_change, employee, goods, priced, quotes, refund, settle};
use crate::catalog::types::DeliveryWindow;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::shipping::{self, Quote, ShippingCharge, ShippingMethod, delivery_dates};
use crate::domain::totals::{self, Totals};
use crate::domain::working_days::in_shop_zone;
use crate::error::{Refusal, Result, refuse};
use crate::order::{self, Command, Order};
use crate::settlement::{self, Carriage, GIVEN_UP};
use crate::{message, order_view, payment, region, shipment};

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
    /// What it charges above the charge of the order: zero where it is not dearer.
    pub surcharge: Amount,
    /// What goes back of surcharges that were paid for its carrier.
    pub surcharges_back: Amount,
    #[serde(skip)]
    pub(super) days: (u8, u8),
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

/// The other carriers that deliver an order to its address, in the order of the checkout. Shipping never gets dearer without the
/// customer's payment: see [`super::charge_carrier`].
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
    let surcharges_back = surcharges_paid(tx, order)?;
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
            surcharge: Amount::from_minor((paid(charge)?.minor() - paid(before)?.minor()).max(0)),
            surcharges_back,
            days: (min_days, max_days),
            totals,
            delivery: DeliveryWindow { from: from.to_string(), to: to.to_string() },
        });
    }
    Ok(plans)
}

/// What was paid of the order's surcharges, and not given back.
fn surcharges_paid(tx: &mut dyn Tx, order: &Order) -> Result<Amount> {
    let mut sum = 0;
    for surcharge in order::list_surcharges(tx, order.id)? {
        let (paid, refunded) = payment::store::balance(tx, surcharge.id, surcharge.currency)?;
        sum += paid - refunded;
    }
    Ok(Amount::from_minor(sum))
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
    let plan = planned(tx, command, order, new.method, new.keep_shipping)?;
    // What was paid for another carrier.
    settlement::end_surcharges(tx, command, order.id, None, GIVEN_UP)?;
    order::save_lowered(tx, order.id, &[], &plan.totals, order.points)?;
    let (method, delivery) = (plan.method, &plan.delivery);
    let new = Carriage { method, delivery, total: plan.totals.total, refund: plan.refund, reason: new.reason };
    let change_id = settlement::carry(tx, command, order, &new)?;
    settle(tx, command, order, plan.refund)?;
    settlement::carry_along(tx, command, order, &new)?;
    order_view::send_changed(tx, command, order.id, change_id)?;
    Ok(plan)
}

/// The plan of one carrier; refused by the field `carrier` for one that does not deliver this order.
pub(super) fn planned(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    method: ShippingMethod,
    keep_shipping: bool,
) -> Result<CarrierPlan> {
    let plans = carrier_plans(tx, &command.config, order, keep_shipping, command.now)?;
    plans.into_iter().find(|plan| plan.method == method).ok_or_else(|| {
        let fault = match method == order.shipping_method {
            true => message::ORDER_NOTHING_CHANGED,
            false => message::ORDER_CARRIER_UNAVAILABLE,
        };
        Refusal::of_field("carrier", fault).into()
    })
}
