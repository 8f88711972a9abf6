//! `order/show`: an order with all that belongs to it, in a fixed number of queries.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::types::{
    AttemptItem, Can, CarrierChoice, ChangeItem, CollectionItem, DetailLine, HistoryItem, InvoiceItem, LinkedOrder,
    MailItem, MailState, NoteItem, OrderDetail, PackedLine, PaymentItem, RefundItem, ShipmentItem, ShowArgs,
};
use crate::call::{StaffMember, Viewed};
use crate::catalog::types::ChosenOption;
use crate::catalog::{self, NamedItem};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::OrderStatus;
use crate::domain::permission::Permission;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::order::{self, Actor, Address, Order, OrderLine};
use crate::payment::store::{self, RefundState, by_hand_reference};
use crate::{
    address, deed, fulfillment, invoice, order_view, outbox, payment, region, settlement, shipment, staff, token,
};

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: ShowArgs) -> Result<Viewed<OrderDetail>> {
    let order = order::find_typed(tx, &args.number)?;
    Ok(Viewed::new(detail(tx, member, &order)?, "order", &order.number))
}

/// The version of the order with this number, as [`detail`] shows it to a person.
pub fn current_version(tx: &mut dyn Tx, member: &StaffMember, number: &str) -> Result<String> {
    let order = order::find_typed(tx, number)?;
    Ok(detail(tx, member, &order)?.version)
}

/// An order as `member` sees it.
pub(super) fn detail(tx: &mut dyn Tx, member: &StaffMember, order: &Order) -> Result<OrderDetail> {
    let view = &member.client.view;
    let (id, lang, currency) = (order.id, view.lang(), order.totals.currency);
    let (_, customer_id) = order::find_owner(tx, id)?;
    let (shipping_address, billing_address) = order::addresses(tx, id)?;
    let (paid, refunded) = store::balance(tx, id, currency)?;
    let shipped = shipment::list_shipped(tx, id)?;
    let returned = shipment::list_returned(tx, id)?;
    let lines = lines(tx, lang, order, &shipped, &returned)?;
    let refunds = store::list_refunds(tx, id)?;
    let references: BTreeSet<&str> = refunds.iter().map(|refund| refund.reference.as_str()).collect();
    let shipments = order_view::shipments(tx, lang, order)?;
    let names: BTreeMap<&str, &str> = lines.iter().map(|line| (line.sku.as_str(), line.name.as_str())).collect();
    let history = order::history(tx, id)?;
    let notes = order::list_notes(tx, id)?;
    let changes = order::list_changes(tx, id)?;
    let collection = order::find_collection(tx, id)?;
    let codes = history.iter().map(|step| &step.actor).chain(notes.iter().map(|note| &note.actor));
    let handed = collection.iter().flat_map(|of| [Some(&of.ready_by), of.collected_by.as_ref()]).flatten();
    let actors = Actors::read(tx, codes.chain(changes.iter().map(|change| &change.actor)).chain(handed))?;
    let mentioned = staff::mentioned(tx, notes.iter().map(|note| note.text.as_str()))?;
    let attempts = attempts(tx, id)?;
    let labels = catalog::shipping_names(tx, lang)?;
    let carriers = region::list_carriers(tx)?.into_iter();
    let carriers = carriers.filter(|row| row.offered || row.code.as_str() == order.shipping_method.code());
    let choice = |row: region::CarrierRow| {
        let code = row.code.to_string();
        CarrierChoice { name: labels.get(&code).cloned().unwrap_or(row.name), code }
    };
    let carriers = carriers.map(choice).collect();
    let carrier_name = |of: ShippingMethod| labels.get(of.code()).cloned().unwrap_or_else(|| of.code().to_owned());
    let carrier_label = carrier_name(order.shipping_method);
    let linked = |other: order::LinkedOrder| {
        let order::LinkedOrder { number, status, currency, total, ships_along, carrier, .. } = other;
        LinkedOrder { number, status, currency, total, ships_along, carrier: carrier.map(&carrier_name) }
    };
    let added_to = order::find_added_to(tx, id)?;
    let additions = order::list_additions(tx, id)?;
    let mut can = can(order, member, &lines, paid - refunded, &attempts, collection.is_some());
    // Nothing of a surcharge is sent, and it is changed with its order.
    let is_surcharge = added_to.as_ref().is_some_and(|first| first.carrier.is_some());
    if is_surcharge {
        can = Can { ship: false, take_back: false, carrier: false, remove: false, add: false, ..can };
    } else if additions.iter().any(|addition| addition.carrier.is_some() && addition.status.is_pending()) {
        can = Can { ship: false, carrier: false, remove: false, ..can };
    }
    let has_left = !shipped.is_empty() || (is_surcharge && settlement::has_left(tx, id)?);
    let mut detail = OrderDetail {
        number: order.number.clone(),
        version: String::new(),
        placed_at: order.created_at.to_string(),
        status: order.status,
        hold_until: order.hold_until.map(|until| until.to_string()),
        awaiting_confirmation: order.is_awaiting,
        lang: order.lang,
        email: order.email.clone(),
        customer_id,
        member_card: order.member_card.clone(),
        points: order.points,
        channel: order.channel,
        taken_by: history.first().map(|step| actors.name(&step.actor)).unwrap_or_default(),
        collection: collection.map(|of| collection_item(of, &actors)).transpose()?,
        payment_method: order.method_code().to_owned(),
        shipping_method: order.shipping_method,
        carrier_label,
        carriers,
        delivery: order.delivery.clone(),
        currency,
        totals: order.totals.clone(),
        paid: Amount::from_minor(paid),
        refunded: Amount::from_minor(refunded),
        outstanding: payment::outstanding(tx, order)?,
        shipping_lines: printed(tx, lang, &shipping_address)?,
        billing_lines: printed(tx, lang, &billing_address)?,
        shipping_address,
        billing_address,
        added_to: added_to.map(&linked),
        additions: additions.into_iter().map(linked).collect(),
        changes: changes
            .into_iter()
            .map(|change| {
                let taken_out = change.removed.iter().filter_map(|(position, qty)| {
                    let line = lines.get(usize::try_from(*position).ok()?)?;
                    Some(PackedLine { sku: line.sku.clone(), name: line.name.clone(), qty: *qty })
                });
                Ok(ChangeItem {
                    at: time(change.changed_at)?,
                    kind: change.kind,
                    actor: actors.name(&change.actor),
                    lines: taken_out.collect(),
                    carrier: change.carriers.map(|(before, _)| carrier_name(before)),
                    carrier_now: change.carriers.map(|(_, after)| carrier_name(after)),
                    reason: change.reason,
                    total: change.total,
                    total_now: change.total_now,
                })
            })
            .collect::<Result<_>>()?,
        attempts,
        payments: payments(tx, member, id, has_left, &refunds)?,
        refunds: refunds
            .iter()
            .map(|refund| {
                Ok(RefundItem {
                    id: refund.id,
                    at: time(refund.created_at)?,
                    state: refund.state,
                    amount: Amount::from_minor(refund.amount),
                    currency: refund.currency,
                    reason: refund.reason.clone(),
                    error: refund.error.clone(),
                    can_by_hand: refund.state == RefundState::Failed
                        && !references.contains(by_hand_reference(&refund.reference).as_str()),
                })
            })
            .collect::<Result<_>>()?,
        shipments: shipments
            .into_iter()
            .filter(|_| !is_surcharge)
            .map(|shipment| ShipmentItem {
                id: shipment.id,
                at: shipment.shipped_at,
                carrier: shipment.carrier,
                carrier_label: shipment.carrier_label,
                tracking: shipment.tracking,
                tracking_url: shipment.tracking_url,
                lines: shipment
                    .items
                    .into_iter()
                    .map(|item| PackedLine {
                        name: names.get(item.sku.as_str()).map_or(item.name, |name| (*name).to_owned()),
                        sku: item.sku,
                        qty: item.qty,
                    })
                    .collect(),
            })
            .collect(),
        invoices: invoice::links(tx, id, lang, &order.number)?
            .into_iter()
            .map(|link| InvoiceItem { number: link.number, kind: link.kind, at: link.issued_at, total: link.total })
            .collect(),
        mails: mails(tx, id)?,
        history: history
            .into_iter()
            .map(|step| {
                let (at, actor) = (time(step.at)?, actors.name(&step.actor));
                Ok(HistoryItem { at, status: step.to_status, actor, reason: step.reason })
            })
            .collect::<Result<_>>()?,
        notes: notes
            .into_iter()
            .map(|note| {
                let (at, actor) = (time(note.created_at)?, actors.name(&note.actor));
                let mentioned = staff::mentioned_in(&note.text, &mentioned);
                Ok(NoteItem { at, actor, mentioned, text: note.text })
            })
            .collect::<Result<_>>()?,
        mentions: match member.who.person() {
            Some(staff_id) => order::mention::open_notes(tx, staff_id, id)?,
            None => Vec::new(),
        },
        lines,
        can,
        pending: deed::find_pending(tx, "order", &order.number)?,
    };
    detail.version = version(&detail);
    Ok(detail)
}

/// Names what a person has seen and decides on: whatever else of an order changes by itself while it is looked at (mails that
/// are sent, the state of an attempt to pay or of a refund under way), or is told in the reader's language, is left out.
fn version(detail: &OrderDetail) -> String {
    let lines = detail
        .lines
        .iter()
        .map(|line| json!([line.position, line.sku, line.qty, line.total, line.shipped, line.returned]));
    let shipments = detail.shipments.iter().map(|shipment| {
        let lines = shipment.lines.iter().map(|line| json!([line.sku, line.qty]));
        json!([shipment.id, shipment.carrier, shipment.tracking, lines.collect::<Vec<_>>()])
    });
    let payments = detail.payments.iter().map(|payment| {
        json!([payment.id, payment.amount, payment.method, payment.reference, payment.value_date, payment.reversed_at])
    });
    let refunds = detail.refunds.iter().map(|refund| json!([refund.id, refund.amount, refund.reason]));
    let collection = detail.collection.as_ref().map(|of| json!([of.ready_at, of.collected_at]));
    let history = detail.history.iter().map(|step| json!([step.at, step.status, step.reason]));
    let additions: Vec<&str> = detail.additions.iter().map(|addition| addition.number.as_str()).collect();
    let seen = json!({
        "number": detail.number,
        "additions": additions,
        "status": detail.status,
        "hold_until": detail.hold_until,
        "awaiting_confirmation": detail.awaiting_confirmation,
        "email": detail.email,
        "payment_method": detail.payment_method,
        "shipping_method": detail.shipping_method,
        "collection": collection,
        "delivery": detail.delivery,
        "totals": detail.totals,
        "paid": detail.paid,
        "refunded": detail.refunded,
        "shipping_address": detail.shipping_address,
        "billing_address": detail.billing_address,
        "lines": lines.collect::<Vec<_>>(),
        "payments": payments.collect::<Vec<_>>(),
        "refunds": refunds.collect::<Vec<_>>(),
        "shipments": shipments.collect::<Vec<_>>(),
        "invoices": detail.invoices,
        "history": history.collect::<Vec<_>>(),
    });
    hex::encode(&Sha256::digest(seen.to_string())[..8])
}

/// The names of the people of the house, and of programs, among the actors of histories and notes, in a query each.
pub struct Actors {
    people: BTreeMap<i64, String>,
    programs: BTreeMap<i64, String>,
}

impl Actors {
    /// `codes`: as of [`Actor::code`].
    pub fn read<'a>(tx: &mut dyn Tx, codes: impl Iterator<Item = &'a String>) -> Result<Actors> {
        let codes: BTreeSet<&String> = codes.collect();
        let people: Vec<i64> = codes.iter().filter_map(|code| Actor::staff_id(code)).collect();
        let programs: Vec<i64> = codes.iter().filter_map(|code| Actor::token_id(code)).collect();
        Ok(Actors { people: staff::names(tx, &people)?, programs: token::names(tx, &programs)? })
    }

    /// The name of a person or a program, else the code itself.
    pub fn name(&self, code: &str) -> String {
        let person = Actor::staff_id(code).and_then(|id| self.people.get(&id));
        let name = person.or_else(|| Actor::token_id(code).and_then(|id| self.programs.get(&id)));
        name.cloned().unwrap_or_else(|| code.to_owned())
    }
}

fn time(millisecond: i64) -> Result<String> {
    Ok(order::moment(millisecond)?.to_string())
}

fn printed(tx: &mut dyn Tx, lang: Lang, of: &Address) -> Result<Vec<String>> {
    Ok(address::printed(of, region::country(tx, lang, &of.country)?.as_ref()))
}

fn lines(
    tx: &mut dyn Tx,
    lang: Lang,
    order: &Order,
    shipped: &BTreeMap<i64, u32>,
    returned: &BTreeMap<i64, u32>,
) -> Result<Vec<DetailLine>> {
    let lines = order::lines(tx, order.id)?;
    let ids: Vec<i64> = lines.iter().filter_map(|line| line.product_id).collect();
    let current = catalog::named(tx, lang, &ids)?;
    let at = |sums: &BTreeMap<i64, u32>, position: i64| sums.get(&position).copied().unwrap_or_default();
    let detailed = lines.into_iter().zip(0_i64..).map(|(line, position)| {
        let (ordered, options) = (line.name.clone(), ChosenOption::labels(&line.options));
        let now: Option<&NamedItem> = line.product_id.and_then(|id| current.get(&id));
        let total = line.paid_for(line.qty);
        let OrderLine { sku, qty, canceled, price, discount_amount, vat_rate, .. } = line;
        DetailLine {
            position,
            sku,
            name: now.map_or_else(|| ordered.clone(), |item| item.name.clone()),
            options: now.map_or_else(|| options.clone(), |item| ChosenOption::labels(&item.options)),
            qty,
            canceled,
            price,
            discount: discount_amount,
            total: Amount::from_minor(total),
            vat_rate,
            shipped: at(shipped, position),
            returned: at(returned, position),
            image: now.and_then(|item| item.image.as_ref()).map(|image| image.src.clone()),
            ordered_name: if options.is_empty() { ordered } else { format!("{ordered}, {options}") },
        }
    });
    Ok(detailed.collect())
}

fn attempts(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<AttemptItem>> {
    let attempts = store::list_attempts(tx, order_id)?.into_iter().map(|attempt| {
        Ok(AttemptItem {
            at: time(attempt.created_at)?,
            is_open: attempt.is_undecided(),
            gateway: attempt.gateway,
            method: attempt.method.code().to_owned(),
            state: attempt.state,
            is_withdrawn: attempt.is_withdrawn,
            amount: Amount::from_minor(attempt.amount),
            reference: attempt.reference,
        })
    });
    attempts.collect()
}

fn payments(
    tx: &mut dyn Tx,
    member: &StaffMember,
    order_id: i64,
    has_left: bool,
    refunds: &[store::Refund],
) -> Result<Vec<PaymentItem>> {
    let (may, now) = (member.who.permissions.contains(&Permission::Bank), member.client.now());
    let payments = store::list_payments(tx, order_id)?.into_iter().map(|payment| {
        Ok(PaymentItem {
            id: payment.id,
            can_take_back: may && settlement::not_taken_back(&payment, has_left, refunds, now)?.is_none(),
            reversed_at: payment.reversed_at.map(time).transpose()?,
            at: time(payment.received_at)?,
            method: payment.method,
            amount: Amount::from_minor(payment.amount),
            currency: payment.currency,
            reference: payment.external_id,
            value_date: Some(payment.value_date).filter(|day| !day.is_empty()),
        })
    });
    payments.collect()
}

fn mails(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<MailItem>> {
    outbox::list_of_order(tx, order_id)?.into_iter().map(mail_item).collect()
}

/// A mail as people of the house see it.
pub fn mail_item(mail: outbox::OrderMailRow) -> Result<MailItem> {
    Ok(MailItem {
        id: mail.id,
        at: time(mail.created_at)?,
        state: match mail.state() {
            outbox::State::Waiting => MailState::Waiting,
            outbox::State::Sent => MailState::Sent,
            outbox::State::GivenUp => MailState::Failed,
        },
        sent_at: mail.sent_at.map(time).transpose()?,
        template: mail.template,
        recipient: mail.recipient,
        error: mail.error,
    })
}

fn collection_item(of: order::Collection, actors: &Actors) -> Result<CollectionItem> {
    Ok(CollectionItem {
        ready_at: time(of.ready_at)?,
        ready_by: actors.name(&of.ready_by),
        collected_at: of.collected_at.map(time).transpose()?,
        collected_by: of.collected_by.map(|code| actors.name(&code)),
        collected_to: of.collected_to,
    })
}

/// `left`: payments less refunds, in minor units.
fn can(
    order: &Order,
    member: &StaffMember,
    lines: &[DetailLine],
    left: i64,
    attempts: &[AttemptItem],
    is_ready: bool,
) -> Can {
    let may = |permission| member.who.permissions.contains(&permission);
    let status = order.status;
    let is_collected = order.shipping_method == ShippingMethod::Pickup;
    let has_left = lines.iter().any(|line| line.shipped > 0);
    Can {
        pay: may(Permission::Bank) && status.is_pending(),
        ship: may(Permission::Packing) && status == OrderStatus::Processing && !is_collected,
        ready: may(Permission::Packing) && fulfillment::can_be_ready(order) && !is_ready,
        hand_over: may(Permission::Packing) && is_collected && status == OrderStatus::Processing,
        complete: may(Permission::OrdersChange) && status.can_become(OrderStatus::Complete),
        cancel: may(Permission::OrdersChange)
            && status.can_become(OrderStatus::Canceled)
            && !has_left
            && (left <= 0 || may(Permission::OrdersRefund)),
        take_back: may(Permission::OrdersRefund) && lines.iter().any(|line| line.shipped > line.returned),
        refund: may(Permission::OrdersRefund) && !status.is_pending() && left > 0,
        addresses: may(Permission::OrdersChange) && status.holds_stock() && !has_left,
        carrier: may(Permission::OrdersChange)
            && status.holds_stock()
            && !order.is_awaiting
            && !is_collected
            && !has_left
            && (left <= 0 || may(Permission::OrdersRefund)),
        remove: may(Permission::OrdersChange)
            && status.holds_stock()
            && !order.is_awaiting
            && lines.iter().any(|line| line.qty > line.shipped)
            && (left <= 0 || may(Permission::OrdersRefund)),
        add: may(Permission::OrdersChange)
            && !order.is_awaiting
            && !order.email.is_empty()
            && !matches!(status, OrderStatus::Canceled | OrderStatus::Closed),
        close_payment: may(Permission::OrdersChange)
            && status.is_pending()
            && attempts.iter().any(|attempt| attempt.is_open && !attempt.is_withdrawn),
    }
}
