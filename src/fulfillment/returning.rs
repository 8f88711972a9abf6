//! Returns with their effects on money, points and mails: in steps, or in one go.

use std::collections::BTreeMap;

use super::concluding::conclude_withdrawals;
use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::order_status::OrderStatus;
use crate::error::{Result, refuse};
use crate::order::{self, Command, Order};
use crate::order_view::{self, OrderMail};
use crate::payment::store;
use crate::returns::types::{Finding, GoodsReturn, Origin, Step};
use crate::returns::{self, NewReturn};
use crate::shipment::{self, Quantities, minus};
use crate::{loyalty, message, payment, settlement};

/// What a refund is for where nobody has said.
const RETURNED: &str = "returned";

/// Counts what has come of a return, and tells the customer. `rest_comes`: what has not come with it stays announced.
pub fn receive_return(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    of: &GoodsReturn,
    counted: &Quantities,
    rest_comes: bool,
) -> Result<GoodsReturn> {
    let of = returns::receive(tx, of, counted, rest_comes, command.now)?;
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

/// Closes a return that is inspected and refunded; with the last goods of an order, the order too, and with the last return of a
/// statement of withdrawal, that.
fn end(tx: &mut dyn Tx, command: &Command, order: &Order, of: &GoodsReturn, reason: &str) -> Result<()> {
    returns::close(tx, of, command.now)?;
    settle(tx, command, order, of, reason)
}

/// What the end of a return is for its order, its points and its statement of withdrawal.
fn settle(tx: &mut dyn Tx, command: &Command, order: &Order, of: &GoodsReturn, reason: &str) -> Result<()> {
    let sent = minus(&order::quantities(tx, order.id)?, &shipment::list_returned(tx, order.id)?);
    let kept = minus(&sent, &returns::never_came(tx, order.id)?);
    let is_whole = kept.is_empty() && !returns::unrefunded_elsewhere(tx, order.id, of.id)?;
    if is_whole && order.status.can_become(OrderStatus::Closed) {
        order::transition(tx, order.id, OrderStatus::Closed, command.actor, reason, command.now)?;
    }
    loyalty::settle_points(tx, order.id, command.now)?;
    conclude_withdrawals(tx, command, order)
}

/// Calls off a return whose goods do not come.
pub fn call_off_return(tx: &mut dyn Tx, command: &Command, order: &Order, of: &GoodsReturn) -> Result<()> {
    returns::call_off(tx, of, command.now)?;
    conclude_withdrawals(tx, command, order)
}

/// Closes a return whose goods never came: its money has gone back, and stock stays as it is.
pub fn close_never_came(tx: &mut dyn Tx, command: &Command, order: &Order, of: &GoodsReturn) -> Result<()> {
    returns::close_never_came(tx, of, command.now)?;
    settle(tx, command, order, of, reason_of(of))
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

/// Receives, inspects and refunds goods in one go: those that were refunded on proof that they were sent with their return, without
/// more money; the others with the oldest return that was announced for some of them, else with a new one. What is announced and is
/// not among them stays announced. The customer hears of the refund only. Answers what is refunded.
pub fn record_return(tx: &mut dyn Tx, command: &Command, order: &Order, what: &Return<'_>) -> Result<Amount> {
    settlement::check_is_no_surcharge(tx, order.id)?;
    let there = returns::away(tx, order.id, 0)?;
    let mut coming = what.lines.unwrap_or(&there).clone();
    shipment::check(&coming, &there, message::RETURN_TOO_MUCH)?;
    let announced: Vec<GoodsReturn> =
        returns::list_of_order(tx, order.id)?.into_iter().filter(GoodsReturn::can_come).collect();
    for of in announced.iter().filter(|of| of.refunded_at.is_some()) {
        let own = returns::common(&returns::pieces_of(&returns::list_lines(tx, of.id)?), &coming);
        if !own.is_empty() {
            let of = take_back(tx, command, order, of, &own, what)?;
            end(tx, command, order, &of, what.reason)?;
            coming = minus(&coming, &own);
        }
    }
    if coming.is_empty() {
        return match what.refund {
            Some(amount) if amount != Amount::ZERO => Err(refuse(message::RETURN_REFUNDED)),
            _ => Ok(Amount::ZERO),
        };
    }
    let mut expected = None;
    for of in announced.into_iter().filter(|of| of.refunded_at.is_none()) {
        if expected.is_none() && returns::touches(tx, &of, &coming)? {
            expected = Some(of);
        }
    }
    let of = match expected {
        Some(of) => of,
        None => {
            let new = NewReturn { note: what.reason, ..NewReturn::default() };
            returns::open(tx, order, Origin::Unasked, &new, command.now)?
        }
    };
    let of = take_back(tx, command, order, &of, &coming, what)?;
    refund_because(tx, command, order, &of, what.refund, what.reason)
}

/// Receives and inspects a return at once.
fn take_back(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    of: &GoodsReturn,
    coming: &Quantities,
    what: &Return<'_>,
) -> Result<GoodsReturn> {
    let of = returns::receive(tx, of, coming, true, command.now)?;
    let finding = |(position, qty): (&i64, &u32)| {
        (*position, Finding { fit: if what.restock { *qty } else { 0 }, ..Finding::default() })
    };
    returns::inspect(tx, command, order, &of, &coming.iter().map(finding).collect(), what.reason)
}
