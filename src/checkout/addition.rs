//! Goods that are added to an order by telephone: an order of its own, linked to the first.
//!
//! It has the first order's customer, language, currency, addresses and member card; prices, VAT, éco-participation and stock are
//! those of now, by the functions of the checkout. The customer is written to, and agrees by paying: until then nothing is owed, and
//! what is not paid in time is canceled as any order is.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;

use super::destination::{country, delivery, not_shipping};
use super::enter::EnteredItem;
use super::form::Buyer;
use super::idempotency::{hash_of, idempotency_key};
use super::placing;
use super::store::{self, KeyOwner, PlacedUnder};
use super::types::Country;
use crate::call::{View, Visitor};
use crate::cart::{self, Contents, Destination, Line, MAX_LINES, PricedCart, PricedLine};
use crate::catalog;
use crate::catalog::types::DeliveryWindow;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::shipping::ShippingMethod;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Error, Refusal, Result, refuse};
use crate::message::{self, Message};
use crate::order::{self, Address, Command, NewOrder, Order};
use crate::order_view::{self, OrderMail};
use crate::session::Session;
use crate::{payment, region, settlement};

/// Goods to be added to an order.
#[derive(Debug, Clone, Serialize)]
pub struct Addition<'a> {
    pub items: &'a [EnteredItem],
    /// They travel in the first order's parcel, at no charge.
    pub ships_along: bool,
}

/// What somebody has seen and agreed to.
#[derive(Debug, Clone, Copy)]
pub struct Agreed<'a> {
    /// The total that was told to the customer.
    pub total: Amount,
    /// A UUID: the same one again makes no second order.
    pub key: &'a str,
}

/// What an addition would be; nothing has been changed.
#[derive(Debug)]
pub struct Proposal {
    pub cart: PricedCart,
    /// Why a line cannot be ordered as it is, by line.
    pub faults: Vec<Option<Message>>,
    /// None where no carrier takes what is to travel by itself.
    pub method: Option<ShippingMethod>,
    pub delivery: DeliveryWindow,
    /// The last second for which the goods would be held unpaid.
    pub hold_until: Timestamp,
    to: Country,
    shipping_address: Address,
    billing_address: Address,
}

impl Proposal {
    /// Refuses what cannot be ordered, naming it.
    pub fn check(&self) -> Result<()> {
        if let Some(fault) = self.faults.iter().flatten().next() {
            return Err(refuse(fault.clone()));
        }
        self.carrier().map(drop)
    }

    fn carrier(&self) -> Result<ShippingMethod> {
        self.method.ok_or_else(|| refuse(message::ORDER_ADD_NO_CARRIER.with("country", &self.to.name)))
    }

    pub fn is_possible(&self) -> bool {
        self.check().is_ok()
    }
}

/// What goods would cost that are added to an order, and why a line cannot be; texts in the language of `reader`. Changes nothing.
pub fn propose_addition(tx: &mut dyn Tx, reader: &View, order: &Order, added: &Addition<'_>) -> Result<Proposal> {
    check_open(order, added)?;
    let view = View { currency: order.totals.currency, ..reader.clone() };
    let (shipping_address, billing_address) = order::addresses(tx, order.id)?;
    let to = country(tx, &view, &shipping_address.country)?;
    let contents = contents(tx, &view, added.items)?;
    let destination = Destination {
        country: &to.id,
        shipping_method: order.shipping_method,
        vouched_email: None,
        ships_along: added.ships_along,
    };
    // Nobody's bag and no promotion: prices of now.
    let visitor = Visitor::new(view.clone(), Session::nobodys(), [0; 32]);
    let cart = cart::price(tx, &visitor, contents, destination)?;
    let excluded: Vec<i64> = not_shipping(&cart, &to).into_iter().map(|item| item.item_id).collect();
    let fault = |line: &PricedLine| {
        let name = &line.item.name;
        if excluded.contains(&line.item.item_id) {
            return Some(message::ORDER_ADD_NOT_SHIPPED.with("name", name).with("country", &to.name));
        }
        line.notice.as_ref().map(|_| match line.most {
            0 => message::ORDER_ADD_SOLD_OUT.with("name", name),
            most => message::ORDER_ADD_ONLY.with("name", name).with("most", most),
        })
    };
    let faults = cart.lines.iter().map(fault).collect();
    let calendar = region::calendar(tx)?;
    let travels_with = added.ships_along && order.delivery.to >= in_shop_zone(view.now).date().to_string();
    let delivery = match &cart.shipping {
        Some(quote) if !travels_with => delivery(view.now, quote, &calendar),
        _ => order.delivery.clone(),
    };
    let method = if added.ships_along { Some(order.shipping_method) } else { cart.shipping.map(|quote| quote.method) };
    let hold_until = PaymentMethod::BankTransfer.held_until(view.now, &calendar, view.config.payment.hold_days);
    Ok(Proposal { cart, faults, method, delivery, hold_until, to, shipping_address, billing_address })
}

/// Refuses an order to which nothing can be added, or with which nothing can travel any more.
fn check_open(order: &Order, added: &Addition<'_>) -> Result<()> {
    if matches!(order.status, OrderStatus::Canceled | OrderStatus::Closed) {
        return Err(refuse(message::ORDER_ADD_ENDED));
    }
    if order.is_awaiting {
        return Err(refuse(message::ORDER_AWAITS_CONFIRMATION));
    }
    // The customer pays, and learns of the right of withdrawal, by the letter.
    if order.email.is_empty() {
        return Err(refuse(message::ORDER_NO_EMAIL));
    }
    if added.ships_along && !order.status.holds_stock() {
        return Err(refuse(message::ORDER_ADD_LEFT));
    }
    Ok(())
}

/// The named items, one line each.
fn contents(tx: &mut dyn Tx, view: &View, items: &[EnteredItem]) -> Result<Contents> {
    let mut contents = Contents::default();
    for EnteredItem { sku, qty } in items.iter().filter(|item| item.qty > 0) {
        let unknown = || refuse(message::ORDER_ADD_UNKNOWN.with("sku", sku).with("currency", view.currency));
        let id = match catalog::find_sellable_id(tx, sku, &BTreeMap::new()) {
            Ok(id) => id,
            Err(Error::Refused(_)) => return Err(unknown()),
            Err(error) => return Err(error),
        };
        let item = catalog::sellable(tx, view, &[id])?.into_iter().next().ok_or_else(unknown)?;
        match contents.lines.iter_mut().find(|line| line.item.item_id == id) {
            Some(line) => line.qty = line.qty.saturating_add(*qty),
            None => contents.lines.push(Line { item, qty: *qty }),
        }
    }
    if contents.is_empty() {
        return Err(refuse(message::ORDER_ADD_NOTHING));
    }
    if contents.len() > MAX_LINES {
        return Err(refuse(message::ORDER_ADD_TOO_MANY.with("max", MAX_LINES)));
    }
    Ok(contents)
}

/// The order that was made under this key already, if the goods are the same.
pub fn find_addition(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    added: &Addition<'_>,
    key: &str,
) -> Result<Option<Order>> {
    let key = idempotency_key(key)?;
    let Some(earlier) = store::find_key(tx, KeyOwner::House(command.actor), &key)? else { return Ok(None) };
    if earlier.body_hash != hash_of(&(&order.number, added))? {
        return Err(refuse(message::ORDER_ADD_TWICE));
    }
    order::find(tx, earlier.order_id)
}

/// Makes the order of goods that are added to another: its stock is held, and its customer is written to. Answers it.
///
/// `agreed`: another total is refused, and shown again. Refusals are in the language of `reader`.
pub fn add_to(
    tx: &mut dyn Tx,
    command: &Command,
    reader: &View,
    order: &Order,
    added: &Addition<'_>,
    agreed: Option<Agreed<'_>>,
) -> Result<Order> {
    let seen = propose_addition(tx, reader, order, added)?;
    seen.check()?;
    if let Some(agreed) = agreed {
        check_total(&seen.cart, agreed.total)?;
    }
    // As its customer reads it.
    let view = View::load(tx, order.lang, order.totals.currency, command.now, &command.config)?;
    let proposal = propose_addition(tx, &view, order, added)?;
    let shipping_method = proposal.carrier()?;
    let reserved = placing::reserve(tx, reader, &seen.cart)?;
    let is_free = seen.cart.totals.total == Amount::ZERO;
    if !is_free {
        settlement::check_share(tx, command, reader.lang(), &reserved, None).map_err(of_share)?;
    }

    let Proposal { cart, delivery, hold_until, to, shipping_address, billing_address, .. } = proposal;
    let buyer = Buyer {
        email: order.email.clone(),
        shipping_address,
        billing_address,
        country: to,
        shipping_method,
        member_card: order.member_card.clone(),
    };
    let (_, customer_id) = order::find_owner(tx, order.id)?;
    let method = payment::offered(&view, view.currency).find(|method| method.is_offline());
    let token = command.token("added", order.id);
    let base = placing::new_order(&view, &buyer, &cart, &delivery, &reserved, &token);
    let new = NewOrder {
        customer_id,
        // Where nothing is offered that is paid later, it waits for the customer's choice.
        status: method.map_or(base.status, PaymentMethod::initial_status),
        payment_method: method.unwrap_or(base.payment_method),
        hold_until: Some(hold_until),
        ..base
    };
    let order_id = placing::save(tx, &new, &cart, command.actor, command.now)?;
    order::save_addition(tx, order_id, order.id, added.ships_along)?;
    if let Some(agreed) = agreed {
        let placed = PlacedUnder { body_hash: hash_of(&(&order.number, added))?, salt: String::new(), order_id };
        let key = idempotency_key(agreed.key)?;
        store::save_key(tx, KeyOwner::House(command.actor), &key, &placed, command.now)?;
    }
    if is_free {
        settlement::settle_free(tx, command, order_id)?;
    } else {
        order::save_confirmed(tx, order_id, command.now)?;
        order_view::send_mail(tx, command, order_id, &OrderMail::Added)?;
    }
    order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

/// Refuses another total than the one that was told.
fn check_total(cart: &PricedCart, told: Amount) -> Result<()> {
    let total = cart.totals.total;
    if told == total {
        return Ok(());
    }
    let changed = message::ORDER_ADD_TOTAL_CHANGED
        .with("expected", told)
        .with("total", total)
        .with("currency", cart.totals.currency);
    Err(Refusal::of_field("total", changed).into())
}

/// Unpaid orders hold all that they may: said to whoever telephones, rather than to a shopper who could pay by card.
fn of_share(error: Error) -> Error {
    let Some(refusal) = error.refusal().filter(|refusal| refusal.message == message::UNPAID_SHARE) else {
        return error;
    };
    let name = refusal.message.params.get("name").cloned().unwrap_or_default();
    refuse(message::ORDER_ADD_SHARE.with("name", name))
}
