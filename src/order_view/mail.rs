//! Mails about an order: templates and their data.
//!
//! Each mail has its own token for the order's page, so a forwarded mail reveals only one.

use serde::Serialize;
use serde_json::{Value, json};

use super::result::{changed, result, result_url, returned, shipments};
use super::types::{ChangeView, PaymentResult};
use crate::call::View;
use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::order_status::{OrderStatus, paid_how};
use crate::error::{Result, refuse};
use crate::invoice::{Attached, Issued};
use crate::operator_alert::{self, OperatorAlert};
use crate::order::{self, Command, Order, OrderChange};
use crate::outbox::{self, About, NewMail, OrderMailRow};
use crate::payment::store::{self, CANCELED, RefundState};
use crate::payment::types::Instructions;
use crate::returns::types::ReturnView;
use crate::shipment::types::ShipmentView;
use crate::{invoice, message, returns};

/// A mail to the customer of an order.
#[derive(Debug)]
pub enum OrderMail<'a> {
    /// Confirms the order: `order_received`.
    Received,
    /// Offers goods that were added to another order by telephone, and tells how to pay: `order_added`.
    Added,
    /// Asks for the confirmation of an order that waits for it: `order_confirm`.
    Confirm,
    /// A payment for an order confirmed before: `payment_received`.
    Paid,
    /// The payment method was changed to transfer or cheque: `payment_instructions`.
    Instructions,
    /// It lies ready at the house: `order_ready`.
    Ready,
    /// A shipment was sent: `order_shipped`.
    Shipped { shipment: &'a ShipmentView, is_last: bool },
    /// `order_canceled`; `refund` is zero when nothing was paid.
    Canceled { reason: &'a str, refund: Money },
    /// Goods have come back: `return_received`.
    ReturnReceived { back: &'a ReturnView },
    /// `order_refunded`: a refund was made by `method`; `back`: for goods that came back.
    Refunded { amount: Money, reason: &'a str, method: &'a str, refund_id: i64, back: Option<&'a ReturnView> },
    /// The house has changed the order: `order_changed`.
    Changed { change: &'a ChangeView },
}

impl OrderMail<'_> {
    /// The template, and its data beside that of every mail.
    fn template(&self) -> (&'static str, Value) {
        match self {
            OrderMail::Received => ("order_received", json!({})),
            OrderMail::Added => ("order_added", json!({})),
            OrderMail::Confirm => ("order_confirm", json!({})),
            OrderMail::Paid => ("payment_received", json!({})),
            OrderMail::Instructions => ("payment_instructions", json!({})),
            OrderMail::Ready => ("order_ready", json!({})),
            OrderMail::Shipped { shipment, is_last } => {
                ("order_shipped", json!({ "shipment": shipment, "is_last": is_last }))
            }
            OrderMail::Canceled { reason, refund } => {
                let refund = (refund.minor > 0).then(|| refund.amount());
                ("order_canceled", json!({ "reason": reason, "refund": refund }))
            }
            OrderMail::ReturnReceived { back } => ("return_received", json!({ "back": back })),
            OrderMail::Refunded { amount, reason, method, back, .. } => {
                let (currency, amount) = (amount.currency, amount.amount());
                let data =
                    json!({ "amount": amount, "currency": currency, "reason": reason, "method": method, "back": back });
                ("order_refunded", data)
            }
            OrderMail::Changed { change } => ("order_changed", json!({ "change": change })),
        }
    }

    /// Which of the order's parcels, returns, refunds or changes it is about.
    fn part_id(&self) -> Option<i64> {
        match self {
            OrderMail::Shipped { shipment, .. } => Some(shipment.id),
            OrderMail::ReturnReceived { back } => Some(back.id),
            OrderMail::Refunded { refund_id, .. } => Some(*refund_id),
            OrderMail::Changed { change } => Some(change.id),
            _ => None,
        }
    }

    /// The purpose of the mail's token: distinct for each mail about an order.
    fn purpose(&self) -> String {
        let template = self.template().0;
        match self {
            OrderMail::Shipped { shipment, .. } => format!("mail {template} {}", shipment.id),
            OrderMail::ReturnReceived { back } => format!("mail {template} {}", back.id),
            OrderMail::Refunded { refund_id, .. } => format!("mail {template} {refund_id}"),
            OrderMail::Changed { change } => format!("mail {template} {}", change.id),
            _ => format!("mail {template}"),
        }
    }
}

/// Data of every mail about an order.
#[derive(Debug, Serialize)]
struct Data<'a> {
    order: &'a PaymentResult,
    /// Path of the order's page, with this mail's token. The public URL is added when the mail is sent, as a command beside
    /// the running shop may not know it.
    url: &'a str,
    /// Attached documents.
    attached: Vec<Attached>,
    #[serde(flatten)]
    extra: Value,
}

/// Queues a mail about an order, in the order's language.
pub fn send(tx: &mut dyn Tx, command: &Command, order_id: i64, mail: &OrderMail<'_>) -> Result<()> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    if order.email.is_empty() {
        // Entered by an operator for a customer without an address.
        return Ok(());
    }
    let token = command.token(&mail.purpose(), order_id);
    order::save_token(tx, order_id, &token, command.now)?;
    send_with_token(tx, command, &order, &token, mail)
}

/// Tells the customer of a change of the order.
pub fn send_changed(tx: &mut dyn Tx, command: &Command, order_id: i64, change_id: i64) -> Result<()> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let changes = order::list_changes(tx, order_id)?;
    let is_it = |change: &&OrderChange| change.id == change_id;
    let Some(change) = changes.iter().find(is_it) else { return Ok(()) };
    let view = changed(tx, &order, change)?;
    send(tx, command, order_id, &OrderMail::Changed { change: &view })
}

/// [`send`] with a token that the customer already has.
pub fn send_with_token(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    token: &str,
    mail: &OrderMail<'_>,
) -> Result<()> {
    let attached = invoice::list_unmailed(tx, order.id)?;
    let (mail_id, shown) = queue(tx, command, order, token, mail, attached)?;
    invoice::attach(tx, mail_id, order.id)?;
    // Each order is confirmed once. Operators' own actions cause no alert.
    match mail {
        OrderMail::Received if !command.actor.is_house() => tell_operator(tx, command, order, &shown),
        _ => Ok(()),
    }
}

/// Queues a mail that names these attachments; answers its id and the order that it shows.
fn queue(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    token: &str,
    mail: &OrderMail<'_>,
    attached: Vec<Attached>,
) -> Result<(i64, PaymentResult)> {
    let view = View::load(tx, order.lang, order.totals.currency, command.now, &command.config)?;
    let mut shown = result(tx, &view, order, token)?;
    // QR codes are for screens only, and would be most of the stored data.
    if let Some(Instructions::BankTransfer { qr, .. } | Instructions::Wechat { qr, .. }) = &mut shown.instructions {
        *qr = None;
    }
    let url = result_url(order.lang, shown.method, shown.outcome, token);
    let (template, extra) = mail.template();
    let data = Data { order: &shown, url: &url, attached, extra };
    let queued = NewMail { template, lang: order.lang, recipient: &order.email, data: &data };
    let about = About { order_id: order.id, part_id: mail.part_id() };
    let mail_id = outbox::enqueue_about(tx, about, queued, command.now)?;
    Ok((mail_id, shown))
}

/// Sends a mail about an order again. One that has not left is due at once; one that was sent, whose text is not kept, is
/// written anew with the order as it is now and the same attachments.
pub fn send_again(tx: &mut dyn Tx, command: &Command, order: &Order, sent: &OrderMailRow) -> Result<()> {
    if order.email.is_empty() || sent.recipient.is_empty() {
        return Err(refuse(message::ORDER_NO_EMAIL));
    }
    if sent.state() != outbox::State::Sent {
        outbox::retry(tx, sent.id, command.now)?;
        return Ok(());
    }
    write_anew(tx, command, order, sent)
}

/// Writes a mail about an order anew: to the order's address, about the order as it is now, with the same attachments.
pub fn write_anew(tx: &mut dyn Tx, command: &Command, order: &Order, sent: &OrderMailRow) -> Result<()> {
    let shipments = shipments(tx, order.lang, order)?;
    let part = sent.part_id.unwrap_or_default();
    let refunds = store::list_refunds(tx, order.id)?;
    let payments = store::list_payments(tx, order.id)?;
    let history = order::history(tx, order.id)?;
    let changes = order::list_changes(tx, order.id)?;
    let change = changes.iter().find(|change| change.id == part);
    let change = change.map(|change| changed(tx, order, change)).transpose()?;
    let returned_goods = match sent.template.as_str() {
        "return_received" => returns::list_of_order(tx, order.id)?.into_iter().find(|of| of.id == part),
        "order_refunded" => returns::of_refund(tx, order.id, part)?,
        _ => None,
    };
    let back = returned_goods.map(|of| returned(tx, order, &of)).transpose()?;
    let mail = match sent.template.as_str() {
        "order_received" => Some(OrderMail::Received),
        "order_added" => Some(OrderMail::Added),
        "payment_received" => Some(OrderMail::Paid),
        "payment_instructions" if order.status.is_pending() => Some(OrderMail::Instructions),
        "order_confirm" if order.is_awaiting => Some(OrderMail::Confirm),
        "order_ready" if order.status.holds_stock() => Some(OrderMail::Ready),
        "order_shipped" => shipments.iter().find(|shipment| shipment.id == part).map(|shipment| {
            let is_last = order.status != OrderStatus::Processing && shipments.last() == Some(shipment);
            OrderMail::Shipped { shipment, is_last }
        }),
        "order_canceled" => history.last().filter(|step| step.to_status == OrderStatus::Canceled).map(|step| {
            let of_it =
                refunds.iter().filter(|refund| refund.reason == CANCELED && refund.state != RefundState::Failed);
            let refund = Money::new(of_it.map(|refund| refund.amount).sum(), order.totals.currency);
            OrderMail::Canceled { reason: &step.reason, refund }
        }),
        "order_refunded" => refunds.iter().find(|refund| refund.id == part).map(|refund| {
            let payment = payments.iter().find(|payment| payment.id == refund.payment_id);
            let method = payment.map(|payment| payment.method.as_str()).unwrap_or_default();
            let (amount, reason, back) = (refund.money(), refund.reason.as_str(), back.as_ref());
            OrderMail::Refunded { amount, reason, method, refund_id: refund.id, back }
        }),
        "return_received" => back.as_ref().map(|back| OrderMail::ReturnReceived { back }),
        "order_changed" => change.as_ref().map(|change| OrderMail::Changed { change }),
        _ => None,
    };
    let mail = mail.ok_or_else(|| refuse(message::ORDER_MAIL_OUTDATED))?;
    let mut attached = Vec::new();
    let attachments = outbox::attachments(tx, sent.id)?;
    for attachment in &attachments {
        if let Some(Issued { document, .. }) = invoice::find(tx, attachment.reference)? {
            attached.push(Attached { number: document.number, kind: document.kind });
        }
    }
    let token = command.token(&format!("{} again {}", mail.purpose(), sent.id), order.id);
    order::save_token(tx, order.id, &token, command.now)?;
    if matches!(mail, OrderMail::Confirm) {
        order::save_awaiting(tx, order.id, &token)?;
    }
    let (mail_id, _) = queue(tx, command, order, &token, &mail, attached)?;
    attachments.iter().try_for_each(|of| outbox::attach(tx, mail_id, &of.kind, of.reference))
}

/// Alerts the operator to a confirmed order.
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
