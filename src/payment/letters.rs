//! Letters about an order, from its money to its parcels: which template, and what it shows.
//!
//! Each letter carries a key of its own to the order's page, so that whoever forwards one letter gives one key away.

use serde::Serialize;
use serde_json::{Value, json};

use super::calls::{result, result_url};
use super::types::{Instructions, PaymentResult};
use crate::call::View;
use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::order_status::paid_how;
use crate::error::{Result, refuse};
use crate::invoice::Attached;
use crate::operator_alert::{self, OperatorAlert};
use crate::order::{self, Actor, Command, Order};
use crate::outbox::{self, NewMail};
use crate::shipment::types::ShipmentView;
use crate::{invoice, message};

/// A letter to a customer.
#[derive(Debug)]
pub enum Letter<'a> {
    /// Confirms the order: `order_received`.
    Received,
    /// Money for an order that was confirmed before: `payment_received`.
    Paid,
    /// The way to pay has changed to a transfer or a cheque: `payment_instructions`.
    Instructions,
    /// A parcel has left: `order_shipped`.
    Shipped { shipment: &'a ShipmentView, is_last: bool },
    /// `order_canceled`; `refund` is what goes back, zero when nothing had come.
    Canceled { reason: &'a str, refund: Money },
    /// `order_refunded`: money is on its way back through `method`.
    Refunded { amount: Money, reason: &'a str, method: &'a str, refund_id: i64 },
}

impl Letter<'_> {
    fn template(&self) -> &'static str {
        match self {
            Letter::Received => "order_received",
            Letter::Paid => "payment_received",
            Letter::Instructions => "payment_instructions",
            Letter::Shipped { .. } => "order_shipped",
            Letter::Canceled { .. } => "order_canceled",
            Letter::Refunded { .. } => "order_refunded",
        }
    }

    /// What tells this letter from others of its template about the same order.
    fn purpose(&self) -> String {
        match self {
            Letter::Shipped { shipment, .. } => format!("mail {} {}", self.template(), shipment.id),
            Letter::Refunded { refund_id, .. } => format!("mail {} {refund_id}", self.template()),
            _ => format!("mail {}", self.template()),
        }
    }

    /// What the template shows beside order and address.
    fn extra(&self) -> Value {
        match self {
            Letter::Received | Letter::Paid | Letter::Instructions => json!({}),
            Letter::Shipped { shipment, is_last } => json!({ "shipment": shipment, "is_last": is_last }),
            Letter::Canceled { reason, refund } => {
                json!({ "reason": reason, "refund": (refund.minor > 0).then(|| refund.amount()) })
            }
            Letter::Refunded { amount, reason, method, .. } => {
                json!({ "amount": amount.amount(), "currency": amount.currency, "reason": reason, "method": method })
            }
        }
    }
}

/// What every letter about an order holds.
#[derive(Debug, Serialize)]
struct Data<'a> {
    order: &'a super::types::PaymentResult,
    /// Path of the order's page, by this letter's own key. Under which address the shop is reached is known best where the
    /// letter is sent: a command beside the open shop may not know it.
    url: &'a str,
    /// What goes along as files.
    attached: Vec<Attached>,
    #[serde(flatten)]
    extra: Value,
}

/// Queues a letter about an order, in the order's language.
pub fn send(tx: &mut dyn Tx, command: &Command, order_id: i64, letter: &Letter<'_>) -> Result<()> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    if order.email.is_empty() {
        // An order that an operator entered for somebody without an address.
        return Ok(());
    }
    let token = command.token(&letter.purpose(), order_id);
    order::save_token(tx, order_id, &token, command.now)?;
    send_with(tx, command, &order, &token, letter)
}

/// The same with a key that the customer has already.
pub fn send_with(tx: &mut dyn Tx, command: &Command, order: &Order, token: &str, letter: &Letter<'_>) -> Result<()> {
    let view = view(tx, command, order)?;
    let mut shown = result(tx, &view, order, token)?;
    // Codes are for screens; no mail shows them, and they would be most of what is kept.
    if let Some(Instructions::BankTransfer { qr, .. } | Instructions::Wechat { qr, .. }) = &mut shown.instructions {
        *qr = None;
    }
    let url = result_url(order.lang, shown.method, shown.outcome, token);
    let data = Data { order: &shown, url: &url, attached: invoice::unmailed(tx, order.id)?, extra: letter.extra() };
    let mail = NewMail { template: letter.template(), lang: order.lang, recipient: &order.email, data: &data };
    let mail_id = outbox::enqueue(tx, mail, command.now)?;
    invoice::attach(tx, mail_id, order.id)?;
    // An order is confirmed once. What operators do themselves they need not be told.
    match letter {
        Letter::Received if command.actor != Actor::Operator => tell_operator(tx, command, order, &shown),
        _ => Ok(()),
    }
}

/// Tells the operator of an order that is confirmed now.
fn tell_operator(tx: &mut dyn Tx, command: &Command, order: &Order, shown: &PaymentResult) -> Result<()> {
    let total = format!("{} {}", order.totals.total, order.totals.currency);
    let lines: Vec<String> = shown.items.iter().map(|item| format!("{} × {}", item.qty, item.sku)).collect();
    let how = paid_how(order.method_code());
    let payment = match order.totals.total {
        Amount::ZERO => "nothing to pay".to_owned(),
        _ if order.status.is_pending() => format!("to be paid {how}"),
        _ => format!("paid {how}"),
    };
    let facts = [
        ("order", order.number.as_str()),
        ("total", &total),
        ("pieces", &format!("{} ({})", order.totals.total_qty, lines.join(", "))),
        ("payment", &payment),
        ("country", &shown.shipping_address.country),
    ];
    let subject = format!("Order {}, {total}", order.number);
    let alert = OperatorAlert::new(subject, &facts, format!("order show {}", order.number));
    operator_alert::send(tx, &command.config, &alert, command.now)
}

/// What the customer of an order looks through.
fn view(tx: &mut dyn Tx, command: &Command, order: &Order) -> Result<View> {
    View::load(tx, order.lang, order.totals.currency, command.now, &command.config)
}
