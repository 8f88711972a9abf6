//! Commands of operators and jobs on placed orders, with their effects on goods, money, points and mails.
//!
//! | file | purpose |
//! |---|---|
//! | `returning` | returns: received, inspected, refunded; in steps or in one go |
//! | `concluding` | statements of withdrawal that are dealt with once their last return has ended |
//!
//! Called by the command line, the jobs and the simulation. Actor and time are in the [`Command`].

mod concluding;
mod returning;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};

use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::order_status::{COMPLETE_AFTER, OrderStatus, PaymentMethod};
use crate::domain::shipping::ShippingMethod;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Refusal, Result, refuse};
use crate::message;
use crate::order::{self, Command, Order};
use crate::order_view::{self, OrderMail};
use crate::payment::store::NewPayment;
pub use crate::settlement::cancel;
use crate::settlement::{self, Booking};
use crate::shipment::{self, types::ShipmentView};
use crate::{loyalty, payment, region};
pub use returning::{
    Owed, Return, call_off_return, close_never_came, inspect_return, owed, receive_return, record_return, refund_return,
};

/// A payment by transfer, by cheque or over the counter.
#[derive(Debug, Clone, Copy)]
pub struct Receipt<'a> {
    /// None: the outstanding amount.
    pub amount: Option<Amount>,
    /// `bank_transfer`, `cheque`, `offline`.
    pub method: &'a str,
    /// The bank's or the operator's.
    pub reference: &'a str,
    /// The day on which it was received.
    pub value_date: Date,
    /// Whether it is another payment than one booked with the same reference, amount and value date.
    pub again: bool,
}

/// Books a payment. Refuses one that looks like one that is booked already, unless told otherwise, and one without an amount
/// when nothing is outstanding.
pub fn book_payment(tx: &mut dyn Tx, command: &Command, order: &Order, receipt: &Receipt<'_>) -> Result<Booking> {
    let currency = order.totals.currency;
    let amount = match receipt.amount {
        Some(amount) => amount.minor(),
        // The rest of an order that is not pending was refunded or never owed.
        None => match payment::outstanding(tx, order)?.minor() {
            outstanding if outstanding > 0 => outstanding,
            _ => return Err(refuse(message::PAYMENT_NOTHING_OUTSTANDING)),
        },
    };
    if amount <= 0 {
        return Err(refuse(message::AMOUNT_BAD));
    }
    // Banks give tomorrow's date at most, over a holiday some days more.
    if receipt.value_date > in_shop_zone(command.now).date().saturating_add(7.days()) {
        return Err(refuse(message::PAYMENT_DATE_AHEAD));
    }
    let payment = NewPayment {
        attempt_id: None,
        method: receipt.method,
        reference: receipt.reference,
        amount: Money::new(amount, currency),
        value_date: Some(receipt.value_date),
    };
    if !receipt.again && payment::store::is_booked(tx, order.id, &payment)? {
        return Err(refuse(message::PAYMENT_BOOKED_ALREADY));
    }
    settlement::receive(tx, command, order.id, &payment)?.ok_or_else(|| refuse(message::PAYMENT_BOOKED_ALREADY))
}

/// Ships some lines or all that is left, and mails the customer; answers whether it was the last shipment. Refuses what is collected
/// at the house, what waits for the surcharge of another carrier, and a carrier that the house never had.
pub fn ship(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    lines: Option<&BTreeMap<i64, u32>>,
    carrier: ShippingMethod,
    tracking: &str,
) -> Result<bool> {
    if order.shipping_method == ShippingMethod::Pickup {
        return Err(refuse(message::ORDER_TO_COLLECT));
    }
    if carrier == ShippingMethod::Pickup {
        return Err(Refusal::of_field("carrier", message::ORDER_NOT_COLLECTED).into());
    }
    if let Some(code) = carrier.carrier()
        && region::find_carrier(tx, code)?.is_none()
    {
        return Err(Refusal::of_field("carrier", message::ORDER_CARRIER_UNKNOWN).into());
    }
    settlement::check_is_no_surcharge(tx, order.id)?;
    settlement::check_no_surcharge_awaited(tx, order.id)?;
    let (id, is_last) = shipment::ship(tx, command, order.id, lines, carrier, tracking)?;
    if is_last {
        settlement::ship_surcharges(tx, command, order.id)?;
    }
    let shipments = order_view::shipments(tx, order.lang, order)?;
    if let Some(shipment) = shipments.iter().find(|shipment: &&ShipmentView| shipment.id == id) {
        order_view::send_mail(tx, command, order.id, &OrderMail::Shipped { shipment, is_last })?;
    }
    Ok(is_last)
}

/// Whether an order can be made ready to be collected: it is paid, or is to be paid when it is collected.
pub fn can_be_ready(order: &Order) -> bool {
    order.shipping_method == ShippingMethod::Pickup
        && !order.is_awaiting
        && matches!(order.status, OrderStatus::Processing | OrderStatus::PendingOffline)
}

/// Notes that an order lies ready at the house, and mails its customer where and when to collect it. What is not paid yet is held for
/// as long as a transfer would be from the day on which it counts as forgotten: somebody rings before it is canceled.
pub fn make_ready(tx: &mut dyn Tx, command: &Command, order: &Order) -> Result<()> {
    check_collected(order)?;
    if order::find_collection(tx, order.id)?.is_some() {
        return Err(refuse(message::ORDER_READY_ALREADY));
    }
    order::save_ready(tx, order.id, command.actor, command.now)?;
    if let Some(until) = order.hold_until.filter(|_| order.status.is_pending()) {
        let hold_days = command.config.payment.hold_days;
        let forgotten = command.now + order::UNCOLLECTED_AFTER;
        let from_then = PaymentMethod::BankTransfer.held_until(forgotten, &region::calendar(tx)?, hold_days);
        order::save_hold(tx, order.id, until.max(from_then))?;
    }
    order_view::send_mail(tx, command, order.id, &OrderMail::Ready)
}

/// Hands a paid order over to whoever collects it, by name. It counts as shipped: goods, points and the right of withdrawal go on from
/// here (Directive 2011/83/EU art. 9(2)(b): from the day of possession). Nobody is mailed, as the goods are in somebody's hands.
pub fn hand_over(tx: &mut dyn Tx, command: &Command, order: &Order, to: &str) -> Result<()> {
    check_collected(order)?;
    if order.status != OrderStatus::Processing {
        return Err(refuse(message::ORDER_COLLECT_UNPAID));
    }
    order::save_ready(tx, order.id, command.actor, command.now)?;
    order::save_collected(tx, order.id, to, command.actor, command.now)?;
    shipment::ship(tx, command, order.id, None, ShippingMethod::Pickup, "")?;
    Ok(())
}

fn check_collected(order: &Order) -> Result<()> {
    if order.shipping_method != ShippingMethod::Pickup {
        return Err(refuse(message::ORDER_NOT_COLLECTED));
    }
    if can_be_ready(order) {
        return Ok(());
    }
    Err(refuse(if order.status.is_pending() { message::ORDER_COLLECT_UNPAID } else { message::ORDER_COLLECT_ENDED }))
}

/// Completes a shipped order; its points are due.
pub fn complete(tx: &mut dyn Tx, command: &Command, order_id: i64, reason: &str) -> Result<()> {
    order::transition(tx, order_id, OrderStatus::Complete, command.actor, reason, command.now)?;
    loyalty::settle_points(tx, order_id, command.now)
}

/// Orders that were shipped long enough ago to be complete, at most `limit`.
pub fn list_completable(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    order::list_in_status_since(tx, OrderStatus::Shipped, now - COMPLETE_AFTER, limit)
}

/// Completes one of them; false if it is shipped no more.
pub fn complete_shipped(tx: &mut dyn Tx, command: &Command, order_id: i64) -> Result<bool> {
    let is_shipped = order::find(tx, order_id)?.is_some_and(|order| order.status == OrderStatus::Shipped);
    if is_shipped {
        complete(tx, command, order_id, "14 days after shipping")?;
    }
    Ok(is_shipped)
}

/// Refunds an amount without a return. Refuses an unpaid order, whose payments are refunded with its cancellation.
pub fn refund(tx: &mut dyn Tx, command: &Command, order: &Order, amount: Amount, reason: &str) -> Result<()> {
    if order.status.is_pending() {
        return Err(refuse(message::REFUND_UNPAID));
    }
    settlement::refund(tx, command, order, Money::new(amount.minor(), order.totals.currency), reason)
}
