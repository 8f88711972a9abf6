//! Orders that an operator enters: taken by telephone or at the counter, at the prices of now, paid later.
//!
//! Whatever is at fault is told by its key in the file, with what may stand there instead.

use anyhow::anyhow;
use serde::{Deserialize, Serialize};

use super::checks::check_destination;
use super::destination::delivery;
use super::form::{self, address_of};
use super::placing::order_lines;
use super::types::Address;
use crate::call::{Consents, View, Visitor};
use crate::cart::{self, Contents, Destination, Line, PricedCart};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::promotion::TagStatus;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::validate::{self, AddressKind};
use crate::error::{Error, FieldMessages, Result};
use crate::order::{self, Command, NewOrder};
use crate::order_view::{self, OrderMail};
use crate::region::{self, RegionEntry};
use crate::session::Session;
use crate::{catalog, settlement, shipment};

/// An order as an operator writes it down.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EnteredOrder {
    pub email: String,
    /// Language of the mails; English when absent.
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

/// Enters an order; answers its id. Nothing holds it to a time: it waits until it is paid or canceled. What costs nothing is
/// paid at once, as in `checkout/place`: no money would ever come for it.
pub fn enter(tx: &mut dyn Tx, command: &Command, entered: &EnteredOrder) -> Result<i64> {
    let visitor = visitor(tx, command, entered)?;
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
    check_fields(tx, view, entered, &fields)?;
    let complete = || Some((email?, shipping?, billing?, shipping_method?, member_card?));
    let Some((email, (shipping, country), billing, shipping_method, member_card)) = complete() else {
        return Err(anyhow!("a field is missing, yet none is at fault").into());
    };

    let contents = contents(tx, view, entered)?;
    let to = Destination { country: &country.id, shipping_method, vouched_email: Some(&email) };
    let cart = cart::price(tx, &visitor, contents, to)?;
    check_tag(&cart, &email)?;
    check_items(&cart)?;
    let quote = check_destination(tx, view, &cart, &country, shipping_method);
    let quote = quote.map_err(|fault| of_method(fault, &cart))?;

    let wanted: Vec<(i64, u32)> = cart.lines.iter().map(|line| (line.item.item_id, line.qty)).collect();
    let reserved = catalog::reserve(tx, view.lang(), &wanted)?;
    let token = command.token("entered", wanted.len() as i64);
    let promo = cart.promo.as_ref().filter(|tag| tag.status == TagStatus::Applied);
    let new = NewOrder {
        session_id: None,
        customer_id: None,
        store: &view.store,
        email: &email,
        status: OrderStatus::PendingOffline,
        payment_method: PaymentMethod::BankTransfer,
        shipping_method: quote.method,
        delivery: &delivery(view.now, &quote, &region::calendar(tx)?),
        rate: cart.rate.normalize().to_string(),
        promo: promo.map(|tag| (tag.tag.as_str(), tag.percentage)),
        totals: &cart.totals,
        lines: order_lines(&cart),
        shipping_address: &shipping,
        billing_address: &billing,
        member_card: member_card.as_deref(),
        points: cart.points,
        wants_account: false,
        wants_newsletter: false,
        hold_until: None,
        reserved: &reserved,
        token: &token,
    };
    let order_id = order::place(tx, &new, command.actor, command.now)?;
    let pieces: Vec<Vec<(i64, u32)>> = cart.lines.iter().map(|line| line.item.pieces()).collect();
    shipment::save_pieces(tx, order_id, &pieces)?;
    if cart.totals.total == Amount::ZERO {
        settlement::settle_free(tx, command, order_id)?;
        return Ok(order_id);
    }
    order::save_confirmed(tx, order_id, command.now)?;
    order_view::send_mail(tx, command, order_id, &OrderMail::Received)?;
    Ok(order_id)
}

/// Somebody without a session, in the order's language and currency.
fn visitor(tx: &mut dyn Tx, command: &Command, entered: &EnteredOrder) -> Result<Visitor> {
    let (lang, currency) = (entered.lang.unwrap_or_default(), entered.currency.unwrap_or_default());
    Ok(Visitor {
        view: View::load(tx, lang, currency, command.now, &command.config)?,
        session: Session { id: 0, customer_id: None, expires_at: 0 },
        promo_tag: Some(entered.promo_tag.as_str()).filter(|tag| !tag.is_empty()).map(Into::into),
        country: None,
        random: command.random,
        network: None,
        consents: Consents::default(),
    })
}

fn contents(tx: &mut dyn Tx, view: &View, entered: &EnteredOrder) -> Result<Contents> {
    if entered.items.is_empty() {
        return Err(Error::Malformed("items: name one or more".to_owned()));
    }
    let mut lines: Vec<Line> = Vec::with_capacity(entered.items.len());
    for (index, item) in entered.items.iter().enumerate() {
        // The operator has to know which of them it is.
        let unknown = |fault: Error| match fault {
            Error::Refused(refusal) => {
                Error::Malformed(format!("items[{index}].sku: {}: {}", item.sku, refusal.message))
            }
            other => other,
        };
        let id = catalog::find_sellable_id(tx, &item.sku, &std::collections::BTreeMap::new()).map_err(unknown)?;
        let sellable = catalog::sellable(tx, view, &[id])?.into_iter().next();
        let not_sold = || format!("items[{index}].sku: {} is not sold in {}", item.sku, view.currency);
        let item_of = sellable.ok_or_else(|| Error::Malformed(not_sold()))?;
        // Two lines of one item are weighed against its stock together: neither quantity would be what is at fault.
        if let Some(first) = lines.iter().position(|line| line.item.item_id == item_of.item_id) {
            let sku = &item_of.sku;
            return Err(Error::Malformed(format!(
                "items[{index}].sku: {sku} stands in items[{first}] already; give one quantity"
            )));
        }
        lines.push(Line { item: item_of, qty: item.qty });
    }
    Ok(Contents { lines, ..Contents::default() })
}

// ── What is at fault ────────────────────────────────────────────────────────────────────────────────────────────────

/// Refuses fields that are at fault, all at once.
fn check_fields(tx: &mut dyn Tx, view: &View, entered: &EnteredOrder, fields: &FieldMessages) -> Result<()> {
    let mut faults = Vec::with_capacity(fields.len());
    for (key, fault) in fields {
        let choices = choices(tx, view, entered, key)?;
        let choices = if choices.is_empty() { String::new() } else { format!(" Give one of {}.", choices.join(", ")) };
        faults.push(format!("{key}: {fault}{choices}"));
    }
    if faults.is_empty() { Ok(()) } else { Err(Error::Malformed(faults.join(" "))) }
}

/// What may stand at a key, where that can be counted.
fn choices(tx: &mut dyn Tx, view: &View, entered: &EnteredOrder, key: &str) -> Result<Vec<String>> {
    let (of, field) = key.rsplit_once('.').unwrap_or(("", key));
    let to = match of {
        "billing_address" => entered.billing_address.as_ref().unwrap_or(&entered.shipping_address),
        _ => &entered.shipping_address,
    };
    Ok(match field {
        "shipping_method" => ShippingMethod::ALL.map(|method| method.code().to_owned()).to_vec(),
        "country" => region::countries(tx, view.lang())?.into_iter().map(|country| country.id).collect(),
        "region" => {
            let country = region::country(tx, view.lang(), &validate::compact(&to.country).to_uppercase())?;
            country.map_or_else(Vec::new, |country| regions(&country.regions))
        }
        _ => Vec::new(),
    })
}

/// Regions of all levels: `ES-M (Madrid)`.
fn regions(of: &[RegionEntry]) -> Vec<String> {
    let named = |region: &RegionEntry| format!("{} ({})", region.id, region.name);
    of.iter().flat_map(|region| [vec![named(region)], regions(&region.regions)].concat()).collect()
}

/// Refuses a tag that does not count: a shopper is told and goes on at regular prices, an operator has promised others.
fn check_tag(cart: &PricedCart, email: &str) -> Result<()> {
    let Some(tag) = &cart.promo else { return Ok(()) };
    let code = &tag.tag;
    let why = match tag.status {
        TagStatus::Applied => return Ok(()),
        TagStatus::Unknown => format!("there is no {code}, or it is not on"),
        TagStatus::Expired => format!("{code} is over"),
        TagStatus::NotAllowed => format!("{code} is not for {email}"),
    };
    Err(Error::Malformed(format!("promo_tag: {why}; `shop promo list` lists the tags")))
}

/// Refuses the first quantity that cannot be had.
fn check_items(cart: &PricedCart) -> Result<()> {
    let Some((index, line)) = cart.lines.iter().enumerate().find(|(_, line)| line.notice.is_some()) else {
        return Ok(());
    };
    let sku = &line.item.sku;
    let left = match line.most {
        0 => format!("{sku} is sold out"),
        most => format!("of {sku} 1 to {most} can be ordered, not {}", line.qty),
    };
    Err(Error::Malformed(format!("items[{index}].qty: {left}")))
}

/// The methods that take the cart to its destination, where the one that is asked for does not.
fn of_method(fault: Error, cart: &PricedCart) -> Error {
    match fault.refusal().and_then(|refusal| refusal.fields.get("shipping_method")) {
        None => fault,
        Some(message) => {
            let methods: Vec<&str> = cart.quotes.iter().map(|quote| quote.method.code()).collect();
            Error::Malformed(format!("shipping_method: {message} Give one of {}.", methods.join(", ")))
        }
    }
}
