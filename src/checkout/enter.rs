//! Orders that an operator enters: taken by telephone or at the counter, at the prices of now, paid later.

use anyhow::anyhow;
use serde::{Deserialize, Serialize};

use super::calls::{check_destination, check_items, delivery, order_lines};
use super::form::{self, address_of};
use super::types::Address;
use crate::call::{Consents, View, Visitor};
use crate::cart::{self, Contents, Destination, Line};
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::promotion::TagStatus;
use crate::domain::store_view::Lang;
use crate::domain::validate::{self, AddressKind};
use crate::error::{Error, FieldMessages, Result, check_fields, refuse};
use crate::order::{self, Act, NewOrder};
use crate::payment::Letter;
use crate::session::Session;
use crate::{address, catalog, message, parcel, payment};

/// An order as an operator writes it down.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EnteredOrder {
    pub email: String,
    /// Language of the letters; English when absent.
    pub lang: Option<Lang>,
    /// EUR when absent.
    pub currency: Option<Currency>,
    pub items: Vec<EnteredItem>,
    pub shipping_address: Address,
    /// None: the same.
    pub billing_address: Option<Address>,
    /// `standard` when empty.
    pub shipping_method: String,
    pub promo_tag: String,
    pub member_card: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnteredItem {
    pub sku: String,
    pub qty: u32,
}

/// Enters an order; answers its id. Nothing holds it to a time: it waits until it is paid or canceled.
pub fn enter(tx: &mut dyn Tx, act: &Act, entered: &EnteredOrder) -> Result<i64> {
    let visitor = visitor(act, entered);
    let view = &visitor.view;
    let mut fields = FieldMessages::new();
    let email = form::keep(&mut fields, "email", validate::email(&entered.email));
    let kind = AddressKind::Shipping;
    let shipping = address_of(tx, view, &mut fields, "shipping_address", kind, &entered.shipping_address)?;
    let billing = match &entered.billing_address {
        None => shipping.as_ref().map(|(address, _)| address.clone()),
        Some(other) => address_of(tx, view, &mut fields, "billing_address", AddressKind::Billing, other)?
            .map(|(address, _)| address),
    };
    let method = if entered.shipping_method.is_empty() { "standard" } else { &entered.shipping_method };
    let shipping_method = form::keep(&mut fields, "shipping_method", form::shipping_method(method));
    let member_card = form::keep(&mut fields, "member_card", validate::member_card(&entered.member_card));
    check_fields(fields)?;
    let complete = || Some((email?, shipping?, billing?, shipping_method?, member_card?));
    let Some((email, (shipping, country), billing, shipping_method, member_card)) = complete() else {
        return Err(anyhow!("a field is missing, yet none is at fault").into());
    };

    let contents = contents(tx, view, entered)?;
    let to = Destination { country: &country.id, shipping_method, vouched_email: Some(&email) };
    let bag = cart::price(tx, &visitor, contents, to)?;
    let quote = check_destination(tx, view, &bag, &country, shipping_method)?;
    check_items(&bag)?;

    let wanted: Vec<(i64, u32)> = bag.lines.iter().map(|line| (line.item.item_id, line.qty)).collect();
    let reserved = catalog::reserve(tx, view.lang(), &wanted)?;
    let token = act.token("entered", wanted.len() as i64);
    let promo = bag.promo.as_ref().filter(|tag| tag.status == TagStatus::Applied);
    let new = NewOrder {
        session_id: None,
        customer_id: None,
        store: view.store,
        email: &email,
        status: OrderStatus::PendingOffline,
        payment_method: PaymentMethod::BankTransfer,
        shipping_method: quote.method,
        delivery: &delivery(view.now, &quote, &address::calendar(tx)?),
        rate: bag.rate.normalize().to_string(),
        promo: promo.map(|tag| (tag.tag.as_str(), tag.percentage)),
        totals: &bag.totals,
        lines: order_lines(&bag),
        shipping_address: &shipping,
        billing_address: &billing,
        member_card: member_card.as_deref(),
        points: bag.points,
        wants_account: false,
        wants_newsletter: false,
        hold_until: None,
        reserved: &reserved,
        token: &token,
    };
    let order_id = order::place(tx, &new, act.actor, act.now)?;
    let pieces: Vec<Vec<(i64, u32)>> = bag.lines.iter().map(|line| line.item.pieces()).collect();
    parcel::save_pieces(tx, order_id, &pieces)?;
    order::save_confirmed(tx, order_id, act.now)?;
    payment::send_letter(tx, act, order_id, &Letter::Received)?;
    Ok(order_id)
}

/// Somebody without a session, in the order's language and currency.
fn visitor(act: &Act, entered: &EnteredOrder) -> Visitor {
    Visitor {
        view: View {
            store: entered.lang.unwrap_or(Lang::En).store_view(),
            currency: entered.currency.unwrap_or(Currency::Eur),
            now: act.now,
            for_cache: false,
            config: act.config.clone(),
        },
        session: Session { id: 0, customer_id: None, expires_at: 0 },
        promo_tag: Some(entered.promo_tag.as_str()).filter(|tag| !tag.is_empty()).map(Into::into),
        country: None,
        random: act.random,
        network: None,
        consents: Consents::default(),
    }
}

fn contents(tx: &mut dyn Tx, view: &View, entered: &EnteredOrder) -> Result<Contents> {
    if entered.items.is_empty() {
        return Err(refuse(message::CART_EMPTY));
    }
    let mut lines = Vec::with_capacity(entered.items.len());
    for item in &entered.items {
        // The operator has to know which of them it is.
        let unknown = |fault: Error| match fault {
            Error::Refused(refusal) => Error::Malformed(format!("items, {}: {}", item.sku, refusal.message)),
            other => other,
        };
        let id = catalog::find_sellable_id(tx, &item.sku, &std::collections::BTreeMap::new()).map_err(unknown)?;
        let sellable = catalog::sellable(tx, view, &[id])?.into_iter().next();
        let item_of = sellable.ok_or_else(|| refuse(message::SKU_UNKNOWN))?;
        lines.push(Line { item: item_of, qty: item.qty });
    }
    Ok(Contents { lines, ..Contents::default() })
}
