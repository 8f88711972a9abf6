//! Pieces that are taken out of an order, before or after it was paid.

use std::collections::BTreeMap;

use anyhow::anyhow;

use super::sums::{charge, check_total_may_change, employee, goods, priced, quotes, refund, settle};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::loyalty;
use crate::domain::money::Amount;
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::{self, ShippingCharge};
use crate::domain::totals::{self, Totals};
use crate::error::{Result, refuse};
use crate::order::{self, ChangeKind, Command, LoweredLine, NewChange, Order};
use crate::{catalog, message, order_view, settlement, shipment};

/// Reason in the history of an order of which all is sent that is left of it.
const REST_TAKEN_OUT: &str = "the rest was taken out";

/// Pieces to be taken out.
#[derive(Debug, Clone, Copy)]
pub struct Removal<'a> {
    /// By position of the order's lines.
    pub pieces: &'a BTreeMap<i64, u32>,
    /// Shipping stays as it was charged, whatever is left: it is the house that cannot deliver.
    pub keep_shipping: bool,
    /// Kept with the change.
    pub reason: &'a str,
}

/// What an order becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub lines: Vec<LoweredLine>,
    pub totals: Totals,
    pub points: i64,
    /// Total before less total after; never negative.
    pub difference: Amount,
    /// What goes back of what was paid.
    pub refund: Amount,
}

/// What an order becomes when pieces are taken out. Refuses what cannot be; changes nothing.
pub fn plan(tx: &mut dyn Tx, config: &Config, order: &Order, removal: &Removal<'_>) -> Result<Plan> {
    check_total_may_change(tx, order)?;
    let lines = order::lines(tx, order.id)?;
    let shipped = shipment::list_shipped(tx, order.id)?;
    let open = |position: &i64| {
        let line = usize::try_from(*position).ok().and_then(|at| lines.get(at))?;
        Some(line.qty - shipped.get(position).copied().unwrap_or_default().min(line.qty))
    };
    let fits = |(position, qty): (&i64, &u32)| *qty > 0 && open(position).is_some_and(|open| *qty <= open);
    if removal.pieces.is_empty() || !removal.pieces.iter().all(fits) {
        return Err(refuse(message::ORDER_REMOVE_TOO_MUCH));
    }
    let removed = |position: i64| removal.pieces.get(&position).copied().unwrap_or_default();
    let left: Vec<(i64, u32)> =
        lines.iter().zip(0_i64..).map(|(line, at)| (at, line.qty - removed(at))).filter(|(_, qty)| *qty > 0).collect();
    if left.is_empty() {
        return Err(refuse(message::ORDER_REMOVE_ALL));
    }

    let currency = order.totals.currency;
    let at = |position: i64| usize::try_from(position).ok().and_then(|at| lines.get(at));
    let kept: Vec<totals::Line> =
        left.iter().filter_map(|(position, qty)| Some(priced(at(*position)?, *qty, order))).collect();
    let employee = employee(tx, order)?;
    let rate = order::rate(tx, order.id)?;
    let before = charge(&order.totals);
    let goods_before = goods(&order.totals)?;
    let free = ShippingCharge::free(currency);
    let goods_now = goods(&totals::compute(currency, &kept, employee, free)?.totals)?;
    let shipping = if removal.keep_shipping {
        before
    } else {
        // None where its carrier has no rate for what is left any more.
        let quotes = quotes(tx, config, order, &lines, &left, totals::subtotal(currency, &kept)?)?;
        let quote = quotes.into_iter().find(|quote| quote.method == order.shipping_method).map(|quote| quote.charge);
        shipping::lowered(before, quote, goods_before, goods_now)?
    };
    let computed = totals::compute(currency, &kept, employee, shipping)?;
    let points = loyalty::points_kept(order.points, goods_before, goods_now, rate)?;
    let discounts: BTreeMap<i64, Amount> =
        left.iter().zip(&computed.lines).map(|((position, _), sums)| (*position, sums.discount.amount())).collect();
    let lowered = lines.iter().zip(0_i64..).map(|(line, position)| LoweredLine {
        position,
        removed: removed(position),
        discount: if line.qty == removed(position) {
            Amount::ZERO
        } else {
            discounts.get(&position).copied().unwrap_or_default()
        },
    });
    let total = order.totals.total.minor();
    let difference = total - computed.totals.total.minor();
    if difference < 0 {
        return Err(anyhow!("order {} gets dearer by what is taken out", order.id).into());
    }
    let refund = refund(tx, order, &computed.totals)?;
    Ok(Plan {
        lines: lowered.collect(),
        points,
        difference: Amount::from_minor(difference),
        refund,
        totals: computed.totals,
    })
}

/// Takes pieces out of an order: their stock is free again, the totals are those of what is left, what was paid too much goes
/// back, and the invoice is corrected. Answers what has changed.
pub fn remove(tx: &mut dyn Tx, command: &Command, order: &Order, removal: &Removal<'_>) -> Result<Plan> {
    let plan = plan(tx, &command.config, order, removal)?;
    order::save_lowered(tx, order.id, &plan.lines, &plan.totals, plan.points)?;
    let pieces: Vec<(i64, u32)> = shipment::pieces(tx, order.id, removal.pieces)?.into_iter().collect();
    for (product, qty) in &pieces {
        order::consume_reservation(tx, order.id, *product, *qty)?;
    }
    catalog::release(tx, &pieces)?;

    let taken: Vec<(i64, u32)> = removal.pieces.iter().map(|(position, qty)| (*position, *qty)).collect();
    let change = NewChange {
        kind: ChangeKind::Lines,
        reason: removal.reason,
        total: order.totals.total,
        total_now: plan.totals.total,
        refund: plan.refund,
        removed: &taken,
        carriers: None,
    };
    let change_id = order::save_change(tx, order.id, &change, command.actor, command.now)?;
    settle(tx, command, order, plan.refund)?;
    if order.status == OrderStatus::Processing && is_all_shipped(tx, order.id)? {
        order::transition(tx, order.id, OrderStatus::Shipped, command.actor, REST_TAKEN_OUT, command.now)?;
        settlement::ship_surcharges(tx, command, order.id)?;
    }
    order_view::send_changed(tx, command, order.id, change_id)?;
    Ok(plan)
}

fn is_all_shipped(tx: &mut dyn Tx, order_id: i64) -> Result<bool> {
    let shipped = shipment::list_shipped(tx, order_id)?;
    let ordered = order::quantities(tx, order_id)?;
    Ok(ordered.iter().all(|(position, qty)| shipped.get(position).copied().unwrap_or_default() >= *qty))
}
