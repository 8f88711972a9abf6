//! Returns with their effects on money, points and mails: in steps, or in one go.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::order_status::OrderStatus;
use crate::error::{Result, refuse};
use crate::order::{self, Command, Order};
use crate::order_view::{self, OrderMail};
use crate::payment::store;
use crate::returns::types::{Announced, Finding, GoodsReturn, Origin, Reason, Step};
use crate::returns::{self, NewReturn};
use crate::shipment::{self, Quantities, minus};
use crate::{loyalty, message, payment, settlement};

/// What a refund is for where nobody has said.
const RETURNED: &str = "returned";

/// Opens a return for the goods of an order that a statement of withdrawal names by SKU, as far as they were sent, or for all that
/// were. Those that are in a return without a statement follow from this one.
pub fn announce_withdrawn(
    tx: &mut dyn Tx,
    order: &Order,
    number: &str,
    items: &[(&str, u32)],
    now: Timestamp,
) -> Result<Option<GoodsReturn>> {
    let mut wanted = returns::out(tx, order.id)?;
    if !items.is_empty() {
        let mut named: BTreeMap<&str, u32> = BTreeMap::new();
        for (sku, qty) in items {
            let sum = named.entry(sku).or_default();
            *sum = sum.saturating_add(*qty);
        }
        for (line, position) in order::lines(tx, order.id)?.iter().zip(0_i64..) {
            let left = named.get_mut(line.sku.as_str());
            if let (Some(qty), Some(left)) = (wanted.get_mut(&position), left) {
                *qty = (*qty).min(*left);
                *left -= *qty;
            } else {
                wanted.remove(&position);
            }
        }
    }
    wanted.retain(|_, qty| *qty > 0);
    for of in returns::list_of_order(tx, order.id)? {
        let is_open = matches!(of.step, Step::Announced | Step::Received) && of.withdrawal.is_none();
        if is_open && touches(tx, &of, &wanted)? {
            returns::join_withdrawal(tx, &of, number, now)?;
        }
    }
    let free = returns::announceable(tx, order.id)?;
    let lines = wanted.into_iter().filter_map(|(position, qty)| {
        let qty = qty.min(*free.get(&position)?);
        (qty > 0).then_some(Announced { position, qty, reason: Reason::NotGiven })
    });
    let lines: Vec<Announced> = lines.collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let new = NewReturn { lines, note: "", withdrawal: Some((number, now)) };
    returns::announce(tx, order, Origin::Withdrawal, &new, now).map(Some)
}

/// Whether a return holds pieces of one of these lines.
fn touches(tx: &mut dyn Tx, of: &GoodsReturn, positions: &Quantities) -> Result<bool> {
    let pieces = returns::pieces_of(&returns::list_lines(tx, of.id)?);
    Ok(pieces.keys().any(|position| positions.contains_key(position)))
}

/// Counts what has come of a return, and tells the customer.
pub fn receive_return(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    of: &GoodsReturn,
    counted: &Quantities,
) -> Result<GoodsReturn> {
    let of = returns::receive(tx, of, counted, command.now)?;
    let back = order_view::returned(tx, order, &of)?;
    order_view::send_mail(tx, command, order.id, &OrderMail::ReturnReceived { back: &back })?;
    Ok(of)
}

/// Inspects what has come. A return whose money has gone back on proof that it was sent ends with it.
pub fn inspect_return(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    of: &GoodsReturn,
    findings: &BTreeMap<i64, Finding>,
) -> Result<GoodsReturn> {
    let reason = reason_of(of).to_owned();
    let of = returns::inspect(tx, command, order, of, findings, &reason)?;
    if of.refunded_at.is_some() {
        end(tx, command, order, &of, &reason)?;
    }
    Ok(of)
}

/// What is to be refunded for a return, in minor units of the order's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owed {
    /// What was paid for the goods, less the deductions.
    pub goods: i64,
    /// What is refunded: the same, at most what is left of the payments; with the last goods of an order all that is left,
    /// shipping included, less what was deducted of any of its returns.
    pub total: i64,
}

/// What is to be refunded for a return as it is now: of its pieces received, else announced. Nothing once it is refunded.
pub fn owed(tx: &mut dyn Tx, order: &Order, of: &GoodsReturn) -> Result<Owed> {
    if of.refunded_at.is_some() || of.ended_at.is_some() {
        return Ok(Owed { goods: 0, total: 0 });
    }
    let lines = returns::list_lines(tx, of.id)?;
    let value: i64 = match of.step {
        Step::Inspected => lines.iter().filter_map(|line| line.value).sum(),
        _ => {
            let before = shipment::list_returned(tx, order.id)?;
            returns::value_of(tx, order, &returns::pieces_of(&lines), &before)?.values().sum()
        }
    };
    let goods = value - lines.iter().map(|line| line.deduction).sum::<i64>();
    let left = payment::net(tx, order)?.minor;
    let is_last = minus(&order::quantities(tx, order.id)?, &returns::back_with(tx, of)?).is_empty()
        && !returns::unrefunded_elsewhere(tx, order.id, of.id)?;
    let total = if is_last { left - returns::deductions(tx, order.id)? } else { goods.min(left) };
    Ok(Owed { goods, total: total.max(0) })
}

/// Refunds an inspected return, or one that is owed on proof that it was sent: an amount, or what is [`owed`]. Closes it, and the
/// order with the last of its goods.
///
/// # Errors
///
/// Refused before the inspection, a second time, and for more than is left of the payments.
pub fn refund_return(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    of: &GoodsReturn,
    amount: Option<Amount>,
) -> Result<Amount> {
    refund_because(tx, command, order, of, amount, reason_of(of))
}

fn refund_because(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    of: &GoodsReturn,
    amount: Option<Amount>,
    reason: &str,
) -> Result<Amount> {
    if of.refunded_at.is_some() {
        return Err(refuse(message::RETURN_REFUNDED));
    }
    if of.ended_at.is_some() {
        return Err(refuse(message::RETURN_NOT_NOW));
    }
    if of.step != Step::Inspected && !of.is_owed_on_proof() {
        return Err(refuse(message::RETURN_NOT_INSPECTED));
    }
    let currency = order.totals.currency;
    let minor = match amount {
        Some(amount) => amount.minor(),
        None => owed(tx, order, of)?.total,
    };
    let refund = Money::new(minor, currency);
    let mut made = None;
    if refund.minor > 0 {
        let pieces = returns::pieces_of(&returns::list_lines(tx, of.id)?);
        let goods: Vec<(i64, u32)> = pieces.into_iter().collect();
        let before = store::list_refunds(tx, order.id)?.len();
        settlement::refund_goods(tx, command, order, refund, reason, &goods)?;
        let refunds = store::list_refunds(tx, order.id)?.split_off(before);
        made = refunds.first().zip(refunds.last()).map(|(first, last)| (first.id, last.id));
    }
    returns::save_refund(tx, of.id, refund.minor, made, command.now)?;
    if of.step == Step::Inspected {
        end(tx, command, order, of, reason)?;
    }
    Ok(refund.amount())
}

/// Closes a return that is inspected and refunded; with the last goods of an order, the order too.
fn end(tx: &mut dyn Tx, command: &Command, order: &Order, of: &GoodsReturn, reason: &str) -> Result<()> {
    returns::close(tx, of, command.now)?;
    let kept = minus(&order::quantities(tx, order.id)?, &shipment::list_returned(tx, order.id)?);
    let is_whole = kept.is_empty() && !returns::unrefunded_elsewhere(tx, order.id, of.id)?;
    if is_whole && order.status.can_become(OrderStatus::Closed) {
        order::transition(tx, order.id, OrderStatus::Closed, command.actor, reason, command.now)?;
    }
    loyalty::settle_points(tx, order.id, command.now)
}

fn reason_of(of: &GoodsReturn) -> &str {
    if of.note.is_empty() { RETURNED } else { &of.note }
}

/// A return in one go.
#[derive(Debug, Clone, Default)]
pub struct Return<'a> {
    /// By position; none: all that were sent and do not lie in the house already.
    pub lines: Option<&'a BTreeMap<i64, u32>>,
    /// Whether the goods go back to stock.
    pub restock: bool,
    /// The amount to refund; none: what is [`owed`].
    pub refund: Option<Amount>,
    pub reason: &'a str,
}

/// Receives, inspects and refunds goods in one go: of the oldest return that was announced for some of them, else of a new one. The
/// customer hears of the refund only. Answers what is refunded.
pub fn record_return(tx: &mut dyn Tx, command: &Command, order: &Order, what: &Return<'_>) -> Result<Amount> {
    let there = returns::receivable(tx, order.id, 0)?;
    let coming = what.lines.unwrap_or(&there);
    shipment::check(coming, &there, message::RETURN_TOO_MUCH)?;
    let mut announced = None;
    for of in returns::list_of_order(tx, order.id)?.into_iter().filter(|of| of.step == Step::Announced) {
        if announced.is_none() && touches(tx, &of, coming)? {
            announced = Some(of);
        }
    }
    let of = match announced {
        Some(of) => of,
        None => {
            let new = NewReturn { note: what.reason, ..NewReturn::default() };
            returns::open(tx, order, Origin::Unasked, &new, command.now)?
        }
    };
    let of = returns::receive(tx, &of, coming, command.now)?;
    let finding = |(position, qty): (&i64, &u32)| {
        (*position, Finding { fit: if what.restock { *qty } else { 0 }, ..Finding::default() })
    };
    let of = returns::inspect(tx, command, order, &of, &coming.iter().map(finding).collect(), what.reason)?;
    if of.refunded_at.is_some() && what.refund.is_none_or(|amount| amount == Amount::ZERO) {
        // Its money has gone back on proof that it was sent.
        end(tx, command, order, &of, what.reason)?;
        return Ok(Amount::ZERO);
    }
    refund_because(tx, command, order, &of, what.refund, what.reason)
}
