//! Takes back a payment that was booked by mistake: a reversing entry, and the order is as if it had not come.
//!
//! No letter is written. What the payment has set off is undone as far as it has not left the house: refunds of it that nobody has
//! made, mails that wait, the invoice, which is credited as a whole.

use anyhow::anyhow;
use jiff::{SignedDuration, Timestamp};

use super::carrier;
use crate::db::Tx;
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::error::{Result, refuse};
use crate::message::MessageDef;
use crate::order::{self, Command, Order};
use crate::payment::store::{self, BOOKED_BY_MISTAKE, Payment, Refund, RefundState};
use crate::{invoice, message, outbox, payment, region};

/// How long a booking can be taken back: what is found later is settled by a refund.
const WITHIN: SignedDuration = SignedDuration::from_hours(24);

/// Takes back a payment that somebody of the house has booked within the last day. Refuses it once anything was shipped, or money
/// of the order was given back.
pub fn take_back(tx: &mut dyn Tx, command: &Command, order: &Order, payment_id: i64, reason: &str) -> Result<()> {
    let payments = store::list_payments(tx, order.id)?;
    let payment = payments.iter().find(|payment| payment.id == payment_id);
    let payment = payment.ok_or_else(|| refuse(message::PAYMENT_NOT_FOUND))?;
    let refunds = store::list_refunds(tx, order.id)?;
    if let Some(why) = not_taken_back(payment, carrier::has_left(tx, order.id)?, &refunds, command.now)? {
        return Err(refuse(why));
    }
    for refund in &refunds {
        store::delete_by_hand(tx, refund.id)?;
    }
    if !store::save_reversal(tx, command, payment_id, reason)? {
        return Err(refuse(message::PAYMENT_TAKEN_BACK));
    }
    let is_uncovered = payment::net(tx, order)?.minor < order.totals.total.minor();
    if order.status == OrderStatus::Processing && is_uncovered {
        unpaid(tx, command, order, order::moment(payment.received_at)?)?;
    }
    Ok(())
}

/// Why a payment cannot be taken back; none if it can. `has_left`: something of its order was shipped, or of what it
/// pays for; `refunds`: all of its order.
pub fn not_taken_back(
    payment: &Payment,
    has_left: bool,
    refunds: &[Refund],
    now: Timestamp,
) -> Result<Option<MessageDef>> {
    // Money that is to be sent back by hand because of this booking is no money either.
    let waits = |refund: &Refund| refund.payment_id == payment.id && refund.state == RefundState::ByHand;
    Ok(if payment.reversed_at.is_some() {
        Some(message::PAYMENT_TAKEN_BACK)
    } else if payment.attempt_id.is_some() {
        Some(message::PAYMENT_OF_GATEWAY)
    } else if now > order::moment(payment.received_at)? + WITHIN {
        Some(message::PAYMENT_TOO_OLD)
    } else if has_left {
        Some(message::PAYMENT_SHIPPED)
    } else if !refunds.iter().all(waits) {
        Some(message::PAYMENT_REFUNDED)
    } else {
        None
    })
}

/// The order waits for its money again, in the status and by the method that it had.
fn unpaid(tx: &mut dyn Tx, command: &Command, order: &Order, paid_at: Timestamp) -> Result<()> {
    let history = order::history(tx, order.id)?;
    let paid = history.iter().rev().find(|step| step.to_status == OrderStatus::Processing);
    let former = paid.and_then(|step| step.from_status);
    let former = former.ok_or_else(|| anyhow!("order {} was paid without a payment", order.id))?;
    carrier::take_carrier_back(tx, command, order.id)?;
    order::transition(tx, order.id, former, command.actor, BOOKED_BY_MISTAKE, command.now)?;
    let method = method_of(tx, order, former)?;
    let hold_until = match former {
        // Entered by an operator: held until it is paid or canceled.
        OrderStatus::PendingOffline => None,
        // The deadline begins anew: nobody could pay while the order counted as paid.
        _ => {
            let calendar = region::calendar(tx)?;
            Some(method.held_until(command.now, &calendar, command.config.payment.hold_days))
        }
    };
    order::save_unpaid(tx, order.id, method, hold_until)?;
    let documents = invoice::cancel(tx, &command.config, order.id, BOOKED_BY_MISTAKE, command.now)?;
    // Orders by transfer and the like were confirmed when they were placed.
    let about_it: &[&str] = match former {
        OrderStatus::Pending => &["order_received", "payment_received"],
        _ => &["payment_received"],
    };
    stop_mails(tx, order, about_it, paid_at, documents)
}

/// The method that an order in this status is to be paid by.
fn method_of(tx: &mut dyn Tx, order: &Order, former: OrderStatus) -> Result<PaymentMethod> {
    Ok(match former {
        OrderStatus::PendingCheque => PaymentMethod::Cheque,
        OrderStatus::Pending => {
            store::find_last_attempt(tx, order.id)?.map_or(PaymentMethod::Card, |attempt| attempt.method)
        }
        _ => PaymentMethod::BankTransfer,
    })
}

/// Stops the mails about the payment that have not left. An invoice that would have gone with them is never sent, nor the credit
/// note for it; one that has gone is followed by its credit note with the next mail.
fn stop_mails(
    tx: &mut dyn Tx,
    order: &Order,
    templates: &[&str],
    paid_at: Timestamp,
    documents: Option<(i64, Option<i64>)>,
) -> Result<()> {
    let mut stopped = Vec::new();
    for mail in outbox::list_of_order(tx, order.id)? {
        if !templates.contains(&mail.template.as_str()) || mail.created_at < paid_at.as_millisecond() {
            continue;
        }
        let attachments = outbox::attachments(tx, mail.id)?;
        if outbox::stop(tx, mail.id)? {
            stopped.extend(attachments.into_iter().map(|attachment| attachment.reference));
            if mail.template == "order_received" {
                order::clear_confirmed(tx, order.id)?;
            }
        }
    }
    // What had waited for a mail waits for the next one.
    invoice::mail_later(tx, &stopped)?;
    // An order without an address has no mails, and nobody has its invoice.
    if let Some((invoice_id, credit_id)) = documents
        && (stopped.contains(&invoice_id) || order.email.is_empty())
    {
        let ids: Vec<i64> = [Some(invoice_id), credit_id].into_iter().flatten().collect();
        invoice::never_mail(tx, &ids)?;
    }
    Ok(())
}
