//! Error messages for operators: the order, its status and the required next step. Those for customers assume that the
//! order is on screen.

use anyhow::anyhow;

use super::lines::{list_pieces, not_returned, qty_at};
use crate::cli::table::money;
use crate::db::Tx;
use crate::domain::order_status::OrderStatus;
use crate::error::{Error, Result};
use crate::fulfillment::Receipt;
use crate::message::{self, Message};
use crate::order::Order;
use crate::payment::store::RefundState;
use crate::payment::{self, store};
use crate::shipment;

/// Replaces a refusal's message by one for the operator.
pub fn explain(tx: &mut dyn Tx, order: &Order, error: Error) -> Error {
    let Some(refusal) = error.refusal() else { return error };
    let said = &refusal.message;
    // Everything shipped of a closed order was returned.
    let told = if *said == message::ORDER_PARTLY_SHIPPED && !order.status.is_final() {
        let (number, code) = (&order.number, order.status.code());
        Ok(format!(
            "{number} has left, if only in part ({code}); `shop order return {number}` takes back what was sent"
        ))
    } else if *said == message::ORDER_STATUS_REFUSED || *said == message::ORDER_PARTLY_SHIPPED {
        Ok(wrong_status(order, said))
    } else if *said == message::SHIP_TOO_MUCH {
        not_shipped_yet(tx, order)
    } else if *said == message::RETURN_TOO_MUCH {
        returnable(tx, order)
    } else if *said == message::REFUND_TOO_MUCH {
        refundable(tx, order, said)
    } else if *said == message::REFUND_UNPAID {
        let (number, code) = (&order.number, order.status.code());
        Ok(format!(
            "{number} is not paid yet ({code}); `shop order cancel {number} --reason WHY` ends it and gives back what has come"
        ))
    } else if *said == message::PAYMENT_NOTHING_OUTSTANDING {
        Ok(format!(
            "{} waits for no money ({}); if some has come, give its --amount",
            order.number,
            order.status.code()
        ))
    } else if *said == message::AMOUNT_BAD {
        Ok(format!("give an --amount above zero: what has come for {} ({})", order.number, order.status.code()))
    } else {
        return error;
    };
    told.map_or_else(|cause| cause, |text| anyhow!(text).into())
}

/// Why a change is not possible in the current status.
fn wrong_status(order: &Order, said: &Message) -> String {
    let (number, code) = (&order.number, order.status.code());
    let to = said.params.get("to").map(String::as_str).and_then(OrderStatus::from_code);
    match order.status {
        OrderStatus::Canceled | OrderStatus::Closed => format!("{number} is {code} already, and nothing follows that"),
        OrderStatus::Processing => {
            format!("not all of {number} has left yet ({code}); `shop order ship {number}` comes first")
        }
        OrderStatus::Shipped | OrderStatus::Complete if to == Some(OrderStatus::Shipped) => {
            format!("{number} is shipped already; `shop order show {number}` lists its parcels")
        }
        OrderStatus::Shipped | OrderStatus::Complete => format!("{number} is {code} already"),
        pending => {
            format!("{number} is not paid yet ({}); `shop order paid {number}` comes first", pending.code())
        }
    }
}

/// [`explain`] for a payment that looks like a booked one.
pub fn explain_payment(order: &Order, receipt: &Receipt<'_>, error: Error) -> Error {
    let is_booked = error.refusal().is_some_and(|refusal| refusal.message == message::PAYMENT_BOOKED_ALREADY);
    if is_booked { anyhow!(booked_already(order, receipt)).into() } else { error }
}

fn booked_already(order: &Order, receipt: &Receipt<'_>) -> String {
    let (number, date) = (&order.number, receipt.value_date);
    let reference = match receipt.reference {
        "" => "without a reference".to_owned(),
        reference => format!("with the reference {reference}"),
    };
    format!(
        "the same amount {reference} of {date} is booked for {number} already; nothing was booked. If it is another payment, add \
         --again; if it came on another day, its --date"
    )
}

/// Items that can still be shipped.
fn not_shipped_yet(tx: &mut dyn Tx, order: &Order) -> Result<String> {
    let shipped = shipment::list_shipped(tx, order.id)?;
    let left = list_pieces(tx, order, |position, qty| qty.saturating_sub(qty_at(&shipped, position)))?;
    Ok(format!("{} has only {left} left to send", order.number))
}

/// Items that can be returned.
fn returnable(tx: &mut dyn Tx, order: &Order) -> Result<String> {
    let number = &order.number;
    let shipped = shipment::list_shipped(tx, order.id)?;
    if shipped.is_empty() {
        let code = order.status.code();
        return Ok(if order.status.is_final() {
            format!("nothing of {number} was sent ({code})")
        } else {
            format!("nothing of {number} has been sent yet ({code}); `shop order cancel {number} --reason WHY` ends it")
        });
    }
    let out = not_returned(tx, order)?;
    Ok(if out.is_empty() {
        format!("all that was sent of {number} has come back already")
    } else {
        format!("{number} has only {out} out that can come back")
    })
}

/// The largest possible refund.
fn refundable(tx: &mut dyn Tx, order: &Order, said: &Message) -> Result<String> {
    let left = payment::net(tx, order)?;
    let asked = said.params.get("amount").map(String::as_str).unwrap_or_default();
    Ok(format!(
        "{asked} {} is more than there is to refund of {}: {} at most",
        left.currency,
        order.number,
        money(left.minor.max(0), left.currency)
    ))
}

/// [`explain`] for a refusal about one refund: its state and the possible next step.
pub fn explain_refund(tx: &mut dyn Tx, order: &Order, id: i64, error: Error) -> Error {
    let Some(refusal) = error.refusal() else { return error };
    let number = &order.number;
    let text = if refusal.message == message::REFUND_NOT_FOUND {
        format!("{number} has no refund {id}; `shop order show {number}` lists them")
    } else if refusal.message == message::REFUND_NOT_BY_HAND {
        let state = match store::find_refund(tx, id) {
            Ok(refund) => refund.map(|refund| refund.state),
            Err(cause) => return cause,
        };
        let stands = match state {
            Some(RefundState::Done) => "is made already",
            Some(RefundState::ByHand) => "waits to be sent by hand already; note with --made that it is",
            Some(RefundState::Failed) => "has failed; --by-hand books another in its place, once",
            _ => "is carried by the open shop",
        };
        format!("refund {id} of {number} {stands}; `shop order show {number}` lists them")
    } else {
        return error;
    };
    anyhow!(text).into()
}
