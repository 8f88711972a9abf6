//! Payments and refunds, and their effects on the order (decisions §6 and §7).
//!
//! An order is paid when payments less refunds cover its total. A payment that the order cannot take is refunded at once.
//! Payments through a gateway are refunded through it; others wait for an operator.

use anyhow::anyhow;

use super::{carrier, unpaid};
use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::order_status::{OrderStatus, PaymentMethod, paid_how};
use crate::error::{Result, refuse};
use crate::invoice::Credit;
use crate::order::{self, Command, Order};
use crate::order_view::{self, OrderMail};
use crate::payment::gateway::RefundOutcome;
use crate::payment::net;
use crate::payment::store::{self, NewPayment, NewRefund, RefundState};
use crate::{cart, invoice, message, session};

/// Result of booking a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Booking {
    /// The order is now paid.
    Paid,
    /// The order is paid in part.
    Partial,
    /// It is refunded, since the order cannot take it.
    Refunded,
}

/// Books a payment for an order, with all effects. Idempotent per attempt: none if that was booked before.
pub fn receive(
    tx: &mut dyn Tx,
    command: &Command,
    order_id: i64,
    incoming: &NewPayment<'_>,
) -> Result<Option<Booking>> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let amount = incoming.amount;
    let Some(payment_id) = store::save_payment(tx, order_id, incoming, command.now)? else {
        return Ok(None);
    };
    if amount.currency != order.totals.currency {
        let text = format!("{} {} arrived for an order in {}", amount.amount(), amount.currency, order.totals.currency);
        order::add_note(tx, order_id, command.actor, &text, command.now)?;
        refund_payment(tx, command, &order, payment_id, amount, "wrong_currency")?;
        return Ok(Some(Booking::Refunded));
    }
    if !order.status.is_pending() {
        let reason = if order.status.is_final() { "order_over" } else { "paid_twice" };
        refund_payment(tx, command, &order, payment_id, amount, reason)?;
        return Ok(Some(Booking::Refunded));
    }
    let surplus = net(tx, &order)?.minor - order.totals.total.minor();
    if surplus < 0 {
        let text = format!("{} {} of {} received", amount.amount(), amount.currency, order.totals.total);
        order::add_note(tx, order_id, command.actor, &text, command.now)?;
        return Ok(Some(Booking::Partial));
    }
    // Money proves more than a link: an order that still waits takes its stock now, or is over if that is gone.
    if !unpaid::can_hold(tx, &order)? {
        cancel(tx, command, order_id, "the goods were gone when it was paid")?;
        return Ok(Some(Booking::Refunded));
    }
    if !carrier::can_apply(tx, &order)? {
        cancel(tx, command, order_id, carrier::TOO_LATE)?;
        return Ok(Some(Booking::Refunded));
    }
    unpaid::hold(tx, &order)?;
    match PaymentMethod::from_code(incoming.method) {
        Some(method) if method == order.payment_method && order.paid_by.is_none() => {}
        Some(method) => order::save_payment_method(tx, order.id, method, order.hold_until)?,
        None => order::save_paid_by(tx, order.id, incoming.method)?,
    }
    paid(tx, command, &order, &format!("paid {}", paid_how(incoming.method)))?;
    if surplus > 0 {
        let surplus = Money::new(surplus, amount.currency);
        refund_payment(tx, command, &order, payment_id, surplus, "paid_too_much")?;
    }
    Ok(Some(Booking::Paid))
}

/// Marks a free order as paid.
pub fn settle_free(tx: &mut dyn Tx, command: &Command, order_id: i64) -> Result<()> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    paid(tx, command, &order, NOTHING_TO_PAY)
}

/// Marks an order as paid whose payments cover its total, now that this is lower; what is too much goes back. False if they do
/// not cover it, or it is not pending.
pub fn settle_covered(tx: &mut dyn Tx, command: &Command, order_id: i64) -> Result<bool> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let surplus = net(tx, &order)?.minor - order.totals.total.minor();
    if !order.status.is_pending() || surplus < 0 {
        return Ok(false);
    }
    let reason = match order.totals.total {
        Amount::ZERO => NOTHING_TO_PAY.to_owned(),
        _ => format!("paid {}", paid_how(order.method_code())),
    };
    paid(tx, command, &order, &reason)?;
    if surplus > 0 {
        give_back(tx, command, &order, Money::new(surplus, order.totals.currency), "paid_too_much")?;
    }
    Ok(true)
}

/// Reason in the history of an order that costs nothing.
const NOTHING_TO_PAY: &str = "nothing to pay";

/// Effects of full payment: status, invoice, cart, mail.
fn paid(tx: &mut dyn Tx, command: &Command, order: &Order, reason: &str) -> Result<()> {
    order::transition(tx, order.id, OrderStatus::Processing, command.actor, reason, command.now)?;
    invoice::issue(tx, &command.config, order.id, command.now)?;
    take_out_of_cart(tx, order, command)?;
    // Other attempts are closed soon, against a second payment.
    store::hurry_attempts(tx, order.id, command.now)?;
    let mail = if order::save_confirmed(tx, order.id, command.now)? { OrderMail::Received } else { OrderMail::Paid };
    order_view::send_mail(tx, command, order.id, &mail)?;
    carrier::apply(tx, command, order)
}

/// Removes the ordered items from the cart they came from; items added since stay. Goods that were added by telephone came from
/// none.
pub fn take_out_of_cart(tx: &mut dyn Tx, order: &Order, command: &Command) -> Result<()> {
    if order::find_added_to(tx, order.id)?.is_some() {
        return Ok(());
    }
    let (session_id, customer_id) = order::find_owner(tx, order.id)?;
    // After a login the cart belongs to the customer.
    let customer_id = match (customer_id, session_id) {
        (None, Some(session_id)) => session::find_customer(tx, session_id)?,
        (known, _) => known,
    };
    let lines = order::lines(tx, order.id)?;
    let left = lines.iter().filter(|line| line.qty > 0);
    let items: Vec<(i64, u32)> = left.filter_map(|line| Some((line.product_id?, line.qty))).collect();
    cart::take_out(tx, session_id, customer_id, &items, command.now)
}

/// Refunds an amount from the newest payments first. Refuses more than was paid.
pub fn refund(tx: &mut dyn Tx, command: &Command, order: &Order, amount: Money, reason: &str) -> Result<()> {
    refund_goods(tx, command, order, amount, reason, &[])
}

/// [`refund`] for returned goods (position of the order's line, pieces), which the credit note lists.
pub fn refund_goods(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    amount: Money,
    reason: &str,
    goods: &[(i64, u32)],
) -> Result<()> {
    give_back(tx, command, order, amount, reason)?;
    invoice::credit(tx, &command.config, order.id, &Credit { amount, lines: goods, reason }, command.now)?;
    Ok(())
}

/// [`refund`] without a credit note: for whoever corrects the invoice as a whole.
pub fn give_back(tx: &mut dyn Tx, command: &Command, order: &Order, amount: Money, reason: &str) -> Result<()> {
    let mut left = amount.minor;
    if left <= 0 || amount.currency != order.totals.currency || left > net(tx, order)?.minor {
        return Err(refuse(message::REFUND_TOO_MUCH.with("amount", amount.amount())));
    }
    for payment in store::list_payments(tx, order.id)?.iter().rev() {
        if payment.currency != amount.currency || payment.reversed_at.is_some() {
            continue;
        }
        let part = left.min(payment.amount - store::refunded_of_payment(tx, payment.id)?);
        if part > 0 {
            refund_payment(tx, command, order, payment.id, Money::new(part, amount.currency), reason)?;
            left -= part;
        }
    }
    if left != 0 {
        return Err(anyhow!("the payments of order {} are less than its balance", order.id).into());
    }
    Ok(())
}

/// Refunds an amount of one payment.
fn refund_payment(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    payment_id: i64,
    amount: Money,
    reason: &str,
) -> Result<()> {
    let payments = store::list_payments(tx, order.id)?;
    let payment = payments.iter().find(|payment| payment.id == payment_id);
    let payment = payment.ok_or_else(|| anyhow!("payment {payment_id} has vanished"))?;
    let attempt = payment.attempt_id.map(|id| store::find_attempt(tx, id)).transpose()?.flatten();
    let number = store::count_refunds(tx, order.id)? + 1;
    let (reference, state) = match &attempt {
        Some(attempt) => (format!("{}-{number}", attempt.reference), RefundState::Due),
        None => (format!("{}-{number}", order.number), RefundState::ByHand),
    };
    let (order_id, reference) = (order.id, reference.as_str());
    store::save_refund(tx, command, &NewRefund { order_id, payment_id, reference, amount, reason, state })?;
    Ok(())
}

/// Cancels an order of which nothing was shipped: releases its stock, refunds its payments, and ends its surcharges and what was to
/// travel with it. Without a surcharge the first order goes by its former carrier again.
pub fn cancel(tx: &mut dyn Tx, command: &Command, order_id: i64, reason: &str) -> Result<()> {
    if carrier::has_left(tx, order_id)? {
        return Err(refuse(message::ORDER_PARTLY_SHIPPED));
    }
    carrier::take_carrier_back(tx, command, order_id)?;
    end(tx, command, order_id, reason)
}

/// [`cancel`] of an order of which nothing has left, the carrier of the first order aside.
pub(super) fn end(tx: &mut dyn Tx, command: &Command, order_id: i64, reason: &str) -> Result<()> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    order::transition(tx, order_id, OrderStatus::Canceled, command.actor, reason, command.now)?;
    let net = net(tx, &order)?;
    if net.minor > 0 {
        refund(tx, command, &order, net, store::CANCELED)?;
    }
    store::hurry_attempts(tx, order_id, command.now)?;
    carrier::end_surcharges(tx, command, order_id, None, reason)?;
    carrier::end_along(tx, command, order_id, reason)?;
    // An order that was never confirmed is canceled without a mail.
    if order::is_confirmed(tx, order_id)? {
        order_view::send_mail(tx, command, order_id, &OrderMail::Canceled { reason, refund: net })?;
    }
    Ok(())
}

/// Applies the gateway's answer to a refund; mails the customer once when it is done.
pub fn apply_refund_outcome(tx: &mut dyn Tx, command: &Command, refund_id: i64, outcome: &RefundOutcome) -> Result<()> {
    let Some(refund) = store::find_refund(tx, refund_id)? else { return Ok(()) };
    match outcome {
        RefundOutcome::Done { external_id } => {
            if store::save_refund_state(tx, refund_id, RefundState::Done, external_id, None, "", command.now)? {
                mail_refunded(tx, command, &refund)?;
            }
        }
        RefundOutcome::Pending { external_id } => {
            let next = command.now + store::backoff(refund.attempts);
            store::save_refund_state(tx, refund_id, RefundState::Sent, external_id, Some(next), "", command.now)?;
        }
        RefundOutcome::Failed { reason } => {
            // A bank may return a refund that the gateway reported as done; then an operator must pay it otherwise.
            if store::save_refund_state(tx, refund_id, RefundState::Failed, "", None, reason, command.now)?
                || store::save_refund_sent_back(tx, refund_id, reason, command.now)?
            {
                let text = format!("refund {} failed: {reason}", refund.reference);
                order::add_note(tx, refund.order_id, command.actor, &text, command.now)?;
            }
        }
    }
    Ok(())
}

/// Records that the gateway gave no answer about a refund, and schedules the next request.
pub fn record_refund_check(tx: &mut dyn Tx, command: &Command, refund_id: i64, why: &str) -> Result<()> {
    let Some(refund) = store::find_refund(tx, refund_id)? else { return Ok(()) };
    let next = command.now + store::backoff(refund.attempts);
    store::save_refund_state(tx, refund_id, refund.state, "", Some(next), why, command.now)?;
    Ok(())
}

/// Records that an operator made a refund by hand.
pub fn refund_made_by_hand(tx: &mut dyn Tx, command: &Command, refund_id: i64, reference: &str) -> Result<()> {
    let refund = store::find_refund(tx, refund_id)?.ok_or_else(|| refuse(message::REFUND_NOT_FOUND))?;
    if refund.state != RefundState::ByHand {
        return Err(refuse(message::REFUND_NOT_BY_HAND));
    }
    if store::save_refund_state(tx, refund_id, RefundState::Done, reference, None, "", command.now)? {
        mail_refunded(tx, command, &refund)?;
    }
    Ok(())
}

fn mail_refunded(tx: &mut dyn Tx, command: &Command, refund: &store::Refund) -> Result<()> {
    let amount = refund.money();
    let method = store::list_payments(tx, refund.order_id)?
        .into_iter()
        .find(|payment| payment.id == refund.payment_id)
        .map(|payment| payment.method)
        .unwrap_or_default();
    let order = order::find(tx, refund.order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let back = order_view::return_of_refund(tx, &order, refund.id)?;
    let (reason, back) = (refund.reason.as_str(), back.as_ref());
    let mail = OrderMail::Refunded { amount, reason, method: &method, refund_id: refund.id, back };
    order_view::send_mail(tx, command, refund.order_id, &mail)
}

/// Refuses a refund of another order.
pub fn check_refund_of(tx: &mut dyn Tx, order: &Order, refund_id: i64) -> Result<()> {
    match store::find_refund(tx, refund_id)? {
        Some(refund) if refund.order_id == order.id => Ok(()),
        _ => Err(refuse(message::REFUND_NOT_FOUND)),
    }
}

/// Replaces a refund that the gateway refused by one to be made by hand; once.
pub fn refund_again_by_hand(tx: &mut dyn Tx, command: &Command, refund_id: i64) -> Result<()> {
    let refund = store::find_refund(tx, refund_id)?.ok_or_else(|| refuse(message::REFUND_NOT_FOUND))?;
    let reference = store::by_hand_reference(&refund.reference);
    if refund.state != RefundState::Failed || store::find_refund_by_reference(tx, &reference)?.is_some() {
        return Err(refuse(message::REFUND_NOT_BY_HAND));
    }
    let order = order::find(tx, refund.order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let amount = refund.money();
    if amount.minor > net(tx, &order)?.minor {
        return Err(refuse(message::REFUND_TOO_MUCH.with("amount", amount.amount())));
    }
    let (order_id, payment_id, reason) = (order.id, refund.payment_id, refund.reason.as_str());
    let (reference, state) = (reference.as_str(), RefundState::ByHand);
    store::save_refund(tx, command, &NewRefund { order_id, payment_id, reference, amount, reason, state })?;
    Ok(())
}
