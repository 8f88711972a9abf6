//! Mails about an order: which template, and what it shows.
//!
//! Each mail carries a token of its own for the order's page: forwarding one mail gives one token away.

use serde::Serialize;
use serde_json::{Value, json};

use super::result::{result, result_url};
use super::types::PaymentResult;
use crate::call::View;
use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::order_status::paid_how;
use crate::error::{Result, refuse};
use crate::invoice::Attached;
use crate::operator_alert::{self, OperatorAlert};
use crate::order::{self, Actor, Command, Order};
use crate::outbox::{self, NewMail};
use crate::payment::types::Instructions;
use crate::shipment::types::ShipmentView;
use crate::{invoice, message};

/// A mail to the customer of an order.
#[derive(Debug)]
pub enum OrderMail<'a> {
    /// Confirms the order: `order_received`.
    Received,
    /// Money for an order that was confirmed before: `payment_received`.
    Paid,
    /// The way to pay has changed to a transfer or a cheque: `payment_instructions`.
    Instructions,
    /// A shipment has left: `order_shipped`.
    Shipped { shipment: &'a ShipmentView, is_last: bool },
    /// `order_canceled`; `refund` is what goes back, zero when nothing had come.
    Canceled { reason: &'a str, refund: Money },
    /// `order_refunded`: money is on its way back through `method`.
    Refunded { amount: Money, reason: &'a str, method: &'a str, refund_id: i64 },
}

impl OrderMail<'_> {
    fn template(&self) -> &'static str {
        match self {
            OrderMail::Received => "order_received",
            OrderMail::Paid => "payment_received",
            OrderMail::Instructions => "payment_instructions",
            OrderMail::Shipped { .. } => "order_shipped",
            OrderMail::Canceled { .. } => "order_canceled",
            OrderMail::Refunded { .. } => "order_refunded",
        }
    }

    /// What distinguishes this mail from others of its template about the same order.
    fn purpose(&self) -> String {
        match self {
            OrderMail::Shipped { shipment, .. } => format!("mail {} {}", self.template(), shipment.id),
            OrderMail::Refunded { refund_id, .. } => format!("mail {} {refund_id}", self.template()),
            _ => format!("mail {}", self.template()),
        }
    }

    /// What the template shows beside order and address.
    fn extra(&self) -> Value {
        match self {
            OrderMail::Received | OrderMail::Paid | OrderMail::Instructions => json!({}),
            OrderMail::Shipped { shipment, is_last } => json!({ "shipment": shipment, "is_last": is_last }),
            OrderMail::Canceled { reason, refund } => {
                json!({ "reason": reason, "refund": (refund.minor > 0).then(|| refund.amount()) })
            }
            OrderMail::Refunded { amount, reason, method, .. } => {
                json!({ "amount": amount.amount(), "currency": amount.currency, "reason": reason, "method": method })
            }
        }
    }
}

/// What every mail about an order holds.
#[derive(Debug, Serialize)]
struct Data<'a> {
    order: &'a PaymentResult,
    /// Path of the order's page, with this mail's own token. The shop's address is added where the mail is sent: a command
    /// beside the running shop may not know it.
    url: &'a str,
    /// Files that are attached.
    attached: Vec<Attached>,
    #[serde(flatten)]
    extra: Value,
}

/// Queues a mail about an order, in the order's language.
pub fn send(tx: &mut dyn Tx, command: &Command, order_id: i64, mail: &OrderMail<'_>) -> Result<()> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    if order.email.is_empty() {
        // An order that an operator entered for somebody without an address.
        return Ok(());
    }
    let token = command.token(&mail.purpose(), order_id);
    order::save_token(tx, order_id, &token, command.now)?;
    send_with_token(tx, command, &order, &token, mail)
}

/// The same with a token that the customer has already.
pub fn send_with_token(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    token: &str,
    mail: &OrderMail<'_>,
) -> Result<()> {
    let view = view(tx, command, order)?;
    let mut shown = result(tx, &view, order, token)?;
    // Codes are for screens; no mail shows them, and they would be most of what is kept.
    if let Some(Instructions::BankTransfer { qr, .. } | Instructions::Wechat { qr, .. }) = &mut shown.instructions {
        *qr = None;
    }
    let url = result_url(order.lang, shown.method, shown.outcome, token);
    let data = Data { order: &shown, url: &url, attached: invoice::unmailed(tx, order.id)?, extra: mail.extra() };
    let queued = NewMail { template: mail.template(), lang: order.lang, recipient: &order.email, data: &data };
    let mail_id = outbox::enqueue(tx, queued, command.now)?;
    invoice::attach(tx, mail_id, order.id)?;
    // An order is confirmed once. What operators do themselves they need not be told.
    match mail {
        OrderMail::Received if command.actor != Actor::Operator => tell_operator(tx, command, order, &shown),
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

/// The view of an order's customer.
fn view(tx: &mut dyn Tx, command: &Command, order: &Order) -> Result<View> {
    View::load(tx, order.lang, order.totals.currency, command.now, &command.config)
}
