//! Builds the customer's view of an order: for the result screen, the account and mails.

use std::collections::BTreeMap;

use super::types::{AddedTo, ChangeView, CollectionView, OrderItem, Outcome, PaymentResult};
use crate::call::{PaymentAnswer, View};
use crate::catalog::{self, Sellable};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::{OFFLINE, OrderStatus, PaymentMethod};
use crate::domain::shipping::{ShippingMethod, tracking_url};
use crate::domain::store_view::Lang;
use crate::domain::working_days::clock;
use crate::error::{Error, Result, refuse};
use crate::order::{self, Address, Order, OrderChange};
use crate::payment::types::{PaymentOption, PlacedPayment};
use crate::payment::{self, Attempt, State};
use crate::returns::types::{GoodsReturn, MissingItem, ReturnView, ReturnedItem, Step};
use crate::shipment::types::{ShipmentView, ShippedItem};
use crate::{address, invoice, message, region, returns, shipment};

/// The order's view for the result screen and mails, in the language of `view`.
pub fn result(tx: &mut dyn Tx, view: &View, order: &Order, token: &str) -> Result<PaymentResult> {
    let lang = view.lang();
    let (shipping_address, billing_address) = order::addresses(tx, order.id)?;
    let shipping_lines = printed(tx, lang, &shipping_address)?;
    let billing_lines =
        if billing_address == shipping_address { shipping_lines.clone() } else { printed(tx, lang, &billing_address)? };
    let (status, method, shipping) = (order.status, order.payment_method, order.shipping_method);
    let is_online = payment::gateway::code_of(&view.config, method).is_some() || status == OrderStatus::Pending;
    let last = is_online.then(|| payment::store::find_last_attempt(tx, order.id)).transpose()?.flatten();
    let (redirect_url, code) = payment::open_attempt(order, last.as_ref());
    let (paid, refunded) = payment::store::balance(tx, order.id, order.totals.currency)?;
    let due = Amount::from_minor(order.totals.total.minor() - (paid - refunded));
    let added_to = order::find_added_to(tx, order.id)?;
    let is_surcharge = added_to.as_ref().is_some_and(|first| first.carrier.is_some());
    let additions = order::list_additions(tx, order.id)?.into_iter();
    Ok(PaymentResult {
        order_number: order.number.clone(),
        channel: order.channel,
        collection: collection(tx, &view.config, order)?,
        is_paid_at_house: order.paid_by.as_deref() == Some(OFFLINE),
        added_to: match added_to {
            Some(first) => Some(AddedTo {
                order_number: first.number,
                ships_along: first.ships_along,
                carrier: first.carrier.map(|carrier| catalog::shipping_name(tx, lang, carrier)).transpose()?,
            }),
            None => None,
        },
        additions: additions
            .filter(|addition| addition.status != OrderStatus::Canceled)
            .map(|addition| addition.number)
            .collect(),
        token: token.to_owned(),
        outcome: outcome(status, last.as_ref()),
        is_delayed: status == OrderStatus::Pending && last.as_ref().is_some_and(Attempt::is_delayed),
        status,
        status_label: catalog::label(tx, lang, "status", status.code())?,
        method,
        method_label: catalog::label(tx, lang, "payment_method", order.method_code())?,
        canceled_on_request: status == OrderStatus::Canceled && order::is_canceled_on_request(tx, order.id)?,
        awaiting_confirmation: order.is_awaiting,
        can_confirm: order.is_awaiting && order::find_awaiting(tx, token)? == Some(order.id),
        instructions: payment::instructions_of(order, due, code, view.now, &view.config)?,
        redirect_url,
        payment_methods: payment_methods(tx, view, order, &shipping_address.country)?,
        paid_amount: Amount::from_minor(paid),
        refunded_amount: Amount::from_minor(refunded),
        // Of a surcharge nothing is sent.
        shipments: if is_surcharge { Vec::new() } else { shipments(tx, lang, order)? },
        items: items(tx, view, order)?,
        totals: order.totals.clone(),
        email: order.email.clone(),
        shipping_address,
        billing_address,
        shipping_lines,
        billing_lines,
        shipping_method: shipping.code().to_owned(),
        shipping_method_label: catalog::shipping_name(tx, lang, shipping)?,
        delivery: order.delivery.clone(),
        created_at: order.created_at.to_string(),
        hold_until: order.hold_until.map(|until| until.to_string()),
        withdraw_until: shipment::withdraw_until(tx, order)?.map(|day| day.to_string()),
        points: order.member_card.is_some().then_some(order.points),
        // Without a token it is the owner's own view: links use the number.
        invoices: invoice::links(tx, order.id, lang, if token.is_empty() { &order.number } else { token })?,
    })
}

/// The outcome on the result screen, which does not depend on its URL.
fn outcome(status: OrderStatus, last: Option<&Attempt>) -> Outcome {
    match status {
        OrderStatus::Pending => match last.map(|attempt| attempt.state) {
            None | Some(State::Opening | State::Open | State::Paid) => Outcome::Pending,
            Some(State::Uncertain) if last.is_some_and(Attempt::is_delayed) => Outcome::Pending,
            // After a decline there are methods to pay by (decisions §10).
            Some(State::Uncertain | State::Declined) => Outcome::Uncertain,
            Some(State::Unreachable) => Outcome::Failed,
            Some(State::Canceled) => Outcome::Canceled,
        },
        OrderStatus::PendingOffline => Outcome::Pending,
        OrderStatus::PendingBankTransfer => Outcome::PendingBankTransfer,
        OrderStatus::PendingCheque => Outcome::PendingCheque,
        // A closed order was paid before it was returned.
        OrderStatus::Processing | OrderStatus::Shipped | OrderStatus::Complete | OrderStatus::Closed => {
            Outcome::Success
        }
        OrderStatus::Canceled => Outcome::Canceled,
    }
}

/// Path of the screen for an outcome (decisions §7), with the order's token.
pub fn result_url(lang: Lang, method: PaymentMethod, outcome: Outcome, token: &str) -> String {
    let screen = match (outcome, method) {
        (Outcome::PendingBankTransfer | Outcome::PendingCheque, _) => "ordersuccess",
        (Outcome::Pending, PaymentMethod::Wechat) => "wechatpay",
        (Outcome::Success | Outcome::Pending, PaymentMethod::Card) => "ccordersuccess",
        (Outcome::Success, PaymentMethod::Wechat) => "paysuccess",
        (Outcome::Success | Outcome::Pending, _) => "ordersuccess",
        (Outcome::Canceled, _) => "paymentcanceled",
        (Outcome::Uncertain, _) => "paymentuncertain",
        (Outcome::Failed, _) => "paymenterror",
    };
    format!("/{lang}/{screen}?token={token}")
}

/// How to pay after the gateway was requested to open the payment: redirects to a result screen if nothing is left to do, to
/// the error screen if the gateway was unreachable.
pub fn opened(tx: &mut dyn Tx, view: &View, token: &str) -> Result<PlacedPayment> {
    let order = order::find_by_token(tx, token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let mut payment = payment::how_to_pay(tx, &view.config, &order, view.now)?;
    if payment.redirect_url.is_none() && payment.instructions.is_none() {
        let last = payment::store::find_last_attempt(tx, order.id)?;
        let is_delayed = last.as_ref().is_some_and(Attempt::is_delayed);
        let outcome = match (order.status, last.map(|attempt| attempt.state)) {
            (OrderStatus::Pending, Some(State::Uncertain)) if is_delayed => Some(Outcome::Pending),
            (OrderStatus::Pending, Some(State::Unreachable) | None) => None,
            (OrderStatus::Pending, Some(State::Declined | State::Uncertain)) => Some(Outcome::Uncertain),
            (OrderStatus::Pending | OrderStatus::Canceled, _) => Some(Outcome::Canceled),
            _ => Some(Outcome::Success),
        };
        let path = outcome.map_or_else(
            || format!("/{}/payerror?token={token}", order.lang),
            |outcome| result_url(order.lang, order.payment_method, outcome, token),
        );
        payment.redirect_url = Some(format!("{}{path}", view.config.public_url()));
    }
    Ok(payment)
}

impl PaymentAnswer for PaymentResult {
    fn pending(&self) -> Option<&str> {
        Some(&self.token)
    }

    fn reread(&self, tx: &mut dyn Tx, view: &View) -> Result<Self> {
        let order = order::find_by_token(tx, &self.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
        result(tx, view, &order, &self.token)
    }
}

/// The methods to pay an order now that goes to this country.
fn payment_methods(tx: &mut dyn Tx, view: &View, order: &Order, country: &str) -> Result<Vec<PaymentOption>> {
    if !order.status.is_pending() || payment::is_uncertain(tx, order)? {
        return Ok(Vec::new());
    }
    let mut options = payment::options(tx, view, order.totals.currency, country)?;
    // Only the mailed link lets it be paid by transfer or cheque.
    options.retain(|option| !order.is_awaiting || payment::gateway::code_of(&view.config, option.code).is_some());
    Ok(options)
}

/// Where and when an order is collected; none if it is sent.
fn collection(tx: &mut dyn Tx, config: &Config, order: &Order) -> Result<Option<CollectionView>> {
    if order.shipping_method != ShippingMethod::Pickup {
        return Ok(None);
    }
    let state = order::find_collection(tx, order.id)?;
    let at = |time: Option<i64>| Ok::<_, Error>(time.map(order::moment).transpose()?.map(|at| at.to_string()));
    let pickup = &config.pickup;
    Ok(Some(CollectionView {
        from_day: pickup.from_day,
        to_day: pickup.to_day,
        opens: clock(pickup.opens),
        closes: clock(pickup.closes),
        ready_at: at(state.as_ref().map(|state| state.ready_at))?,
        collected_at: at(state.and_then(|state| state.collected_at))?,
    }))
}

/// A return of an order, as far as it has come.
pub fn returned(tx: &mut dyn Tx, order: &Order, of: &GoodsReturn) -> Result<ReturnView> {
    let ordered = order::lines(tx, order.id)?;
    let (mut items, mut missing) = (Vec::new(), Vec::new());
    for line in returns::list_lines(tx, of.id)? {
        let Some(ordered) = usize::try_from(line.position).ok().and_then(|at| ordered.get(at)) else { continue };
        let (sku, name) = (ordered.sku.clone(), ordered.name.clone());
        if line.missing() > 0 {
            missing.push(MissingItem { sku: sku.clone(), name: name.clone(), qty: line.missing() });
        }
        if line.pieces() > 0 {
            let (qty, deduction) = (line.pieces(), Amount::from_minor(line.deduction));
            items.push(ReturnedItem { sku, name, qty, deduction, deduction_reason: line.deduction_reason });
        }
    }
    Ok(ReturnView {
        id: of.id,
        number: of.number.clone(),
        items,
        missing,
        is_rest_expected: returns::rest_of(tx, of)?.is_some_and(|rest| rest.step == Step::Announced),
        refund_by: of.refund_by.map(order::moment).transpose()?.map(|by| by.to_string()),
        is_refunded: of.refunded_at.is_some(),
    })
}

/// The return that a refund was made for.
pub fn return_of_refund(tx: &mut dyn Tx, order: &Order, refund_id: i64) -> Result<Option<ReturnView>> {
    let of = returns::of_refund(tx, order.id, refund_id)?;
    of.map(|of| returned(tx, order, &of)).transpose()
}

/// The shipments of an order.
pub fn shipments(tx: &mut dyn Tx, lang: Lang, order: &Order) -> Result<Vec<ShipmentView>> {
    // Nothing ships before payment: saves queries.
    if order.status.is_pending() {
        return Ok(Vec::new());
    }
    let shipments = shipment::list_shipments(tx, order.id)?;
    if shipments.is_empty() {
        return Ok(Vec::new());
    }
    let names = catalog::shipping_names(tx, lang)?;
    let pages: BTreeMap<String, String> = region::list_carriers(tx)?
        .into_iter()
        .map(|carrier| (carrier.code.to_string(), carrier.page().to_owned()))
        .collect();
    let lines = order::lines(tx, order.id)?;
    shipments
        .into_iter()
        .map(|(of, shipment)| {
            let items = of.iter().filter_map(|(position, qty)| {
                let line = lines.get(usize::try_from(*position).ok()?)?;
                Some(ShippedItem { sku: line.sku.clone(), name: line.name.clone(), qty: *qty })
            });
            Ok(ShipmentView {
                id: shipment.id,
                carrier_label: names.get(&shipment.carrier).cloned().unwrap_or_else(|| shipment.carrier.clone()),
                tracking_url: pages.get(&shipment.carrier).and_then(|page| tracking_url(page, &shipment.tracking)),
                shipped_at: order::moment(shipment.shipped_at)?.to_string(),
                items: items.collect(),
                carrier: shipment.carrier,
                tracking: shipment.tracking,
            })
        })
        .collect()
}

/// A change of an order, for the mail about it.
pub fn changed(tx: &mut dyn Tx, order: &Order, change: &OrderChange) -> Result<ChangeView> {
    let lines = order::lines(tx, order.id)?;
    let items = change.removed.iter().filter_map(|(position, qty)| {
        let line = lines.get(usize::try_from(*position).ok()?)?;
        Some(ShippedItem { sku: line.sku.clone(), name: line.name.clone(), qty: *qty })
    });
    Ok(ChangeView {
        id: change.id,
        kind: change.kind,
        items: items.collect(),
        total_before: change.total,
        total: change.total_now,
        refund: change.refund,
    })
}

/// The lines of an order, with images and URLs from the current catalogue.
fn items(tx: &mut dyn Tx, view: &View, order: &Order) -> Result<Vec<OrderItem>> {
    let mut lines = order::lines(tx, order.id)?;
    lines.retain(|line| line.qty > 0);
    let ids: Vec<i64> = lines.iter().filter_map(|line| line.product_id).collect();
    let sold: BTreeMap<i64, Sellable> =
        catalog::sellable(tx, view, &ids)?.into_iter().map(|item| (item.item_id, item)).collect();
    let items = lines.into_iter().map(|line| {
        let current = line.product_id.and_then(|id| sold.get(&id));
        Ok(OrderItem {
            item_id: current.map(|item| item.item_id),
            stock: current.map(|item| item.stock.into()),
            sku: line.sku,
            name: line.name,
            url: current.map(|item| item.url.clone()).unwrap_or_default(),
            image: current.and_then(|item| item.image.clone()),
            qty: line.qty.into(),
            price: line.price,
            market_price: line.market_price,
            line_total: line.price.in_currency(order.totals.currency).times(line.qty)?.amount(),
            discount_amount: line.discount_amount,
            options: line.options,
            promotion_category: line.promotion_category,
        })
    });
    items.collect()
}

/// An address as printed, with the country in `lang`.
fn printed(tx: &mut dyn Tx, lang: Lang, of: &Address) -> Result<Vec<String>> {
    Ok(address::printed(of, region::country(tx, lang, &of.country)?.as_ref()))
}
