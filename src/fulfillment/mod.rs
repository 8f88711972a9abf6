//! What operators and jobs do to an order after it was placed: one function a command, with goods, money, points and mails.
//!
//! The command line and the schedule call these; so does the simulation. Who acts and when stands in the [`Command`].

use std::collections::BTreeMap;

use crate::catalog;
use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::order_status::{COMPLETE_AFTER, OrderStatus};
use crate::error::{Result, refuse};
use crate::message;
use crate::order::{self, Command, Order};
use crate::order_view::{self, OrderMail};
use crate::settlement::{self, Incoming, Received};
use crate::shipment::{self, types::ShipmentView};
use crate::{loyalty, payment};

/// Books money that came by transfer, by cheque or over the counter: the order's total, or `amount` of it.
pub fn book_payment(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    amount: Option<Amount>,
    method: &str,
    reference: &str,
) -> Result<Received> {
    let currency = order.totals.currency;
    let open = order.totals.total.minor() - payment::net(tx, order)?.minor;
    let amount = amount.map_or(open, Amount::minor);
    if amount <= 0 {
        return Err(refuse(message::AMOUNT_BAD));
    }
    let incoming = Incoming { attempt_id: None, method, reference, amount: Money::new(amount, currency) };
    settlement::receive(tx, command, order.id, &incoming)
}

/// Sends a parcel with some lines or all that is left, and tells the customer.
pub fn ship(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    lines: Option<&BTreeMap<i64, u32>>,
    carrier: &str,
    tracking: &str,
) -> Result<bool> {
    let (id, is_last) = shipment::ship(tx, command, order.id, lines, carrier, tracking)?;
    let shipments = order_view::shipments(tx, &command.config, order)?;
    if let Some(shipment) = shipments.iter().find(|shipment: &&ShipmentView| shipment.id == id) {
        order_view::send_mail(tx, command, order.id, &OrderMail::Shipped { shipment, is_last })?;
    }
    Ok(is_last)
}

/// Ends a shipped order: the customer keeps it, the points fall due.
pub fn complete(tx: &mut dyn Tx, command: &Command, order_id: i64, reason: &str) -> Result<()> {
    order::transition(tx, order_id, OrderStatus::Complete, command.actor, reason, command.now)?;
    loyalty::settle_points(tx, order_id, command.now)
}

/// Completes orders that were shipped long enough ago, at most `limit`; answers how many. Run again, it finds none of them.
pub fn complete_shipped(tx: &mut dyn Tx, command: &Command, limit: i64) -> Result<usize> {
    let due = order::list_in_status_since(tx, OrderStatus::Shipped, command.now - COMPLETE_AFTER, limit)?;
    for order_id in &due {
        complete(tx, command, *order_id, "14 days after shipping")?;
    }
    Ok(due.len())
}

/// How goods come back.
#[derive(Debug, Clone, Default)]
pub struct Return<'a> {
    /// By position; none: all that is out.
    pub lines: Option<&'a BTreeMap<i64, u32>>,
    /// They can be sold again.
    pub restock: bool,
    /// What goes back; none: what was paid for these goods, and with the last of them all that is left, shipping included.
    pub refund: Option<Amount>,
    pub reason: &'a str,
}

/// Takes goods back and refunds them; an order that has come back whole is closed.
pub fn record_return(tx: &mut dyn Tx, command: &Command, order: &Order, what: &Return<'_>) -> Result<Amount> {
    let (back, is_whole) = shipment::record_return(tx, command, order.id, what.lines, what.restock, what.reason)?;
    let left = payment::net(tx, order)?;
    let refund = match what.refund {
        Some(amount) => Money::new(amount.minor(), left.currency),
        None if is_whole => left,
        None => Money::new(worth(tx, order, &back)?.min(left.minor), left.currency),
    };
    if refund.minor > 0 {
        let goods: Vec<(i64, u32)> = back.iter().map(|(position, qty)| (*position, *qty)).collect();
        settlement::give_back_for(tx, command, order, refund, what.reason, &goods)?;
    }
    if is_whole && order.status.can_become(OrderStatus::Closed) {
        order::transition(tx, order.id, OrderStatus::Closed, command.actor, what.reason, command.now)?;
    }
    loyalty::settle_points(tx, order.id, command.now)?;
    Ok(refund.amount())
}

/// What was paid for pieces of lines, in minor units: their share of the line, so that all pieces together are the line.
fn worth(tx: &mut dyn Tx, order: &Order, back: &BTreeMap<i64, u32>) -> Result<i64> {
    let lines = order::lines(tx, order.id)?;
    let returned = shipment::list_returned(tx, order.id)?;
    let mut worth = 0;
    for (position, line) in lines.iter().enumerate() {
        let position = position as i64;
        let Some(qty) = back.get(&position) else { continue };
        let paid = line.price.minor() * i64::from(line.qty) - line.discount_amount.minor();
        // With those that came before: the difference of two rounded shares adds up to the whole.
        let with = returned.get(&position).copied().unwrap_or(*qty);
        let share = |pieces: u32| paid * i64::from(pieces) / i64::from(line.qty.max(1));
        worth += share(with) - share(with - qty);
    }
    Ok(worth)
}

/// Gives money back without goods: for something that was not as it should be. What has come of an order that is not paid yet
/// goes back with its cancellation.
pub fn refund(tx: &mut dyn Tx, command: &Command, order: &Order, amount: Amount, reason: &str) -> Result<()> {
    if order.status.is_pending() {
        return Err(refuse(message::REFUND_UNPAID));
    }
    settlement::give_back(tx, command, order, Money::new(amount.minor(), order.totals.currency), reason)
}

/// Cancels an order that has not begun to leave.
pub fn cancel(tx: &mut dyn Tx, command: &Command, order_id: i64, reason: &str) -> Result<()> {
    settlement::cancel(tx, command, order_id, reason)
}

/// Sets what was counted on the shelf, without what orders hold.
pub fn set_stock(tx: &mut dyn Tx, sku: &str, quantity: u32) -> Result<()> {
    catalog::set_stock(tx, sku, quantity)
}
