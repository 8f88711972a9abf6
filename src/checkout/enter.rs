//! Orders entered by an operator: taken by telephone or at the counter, at current prices, paid later.
//!
//! An error names the key in the file and the values allowed there.

use anyhow::anyhow;
use serde::{Deserialize, Serialize};

use super::checks::check_destination;
use super::form::{Buyer, shipping_method};
use super::telephone::{Offer, Payment, buyer_of, check_payment, offer, payments, place, visitor};
use super::types::Address;
use crate::call::View;
use crate::cart::{self, Contents, Destination, Line, PricedCart};
use crate::catalog;
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::promotion::TagStatus;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::validate;
use crate::error::{Error, FieldMessages, Refusal, Result};
use crate::order::Command;
use crate::region::{self, RegionEntry};

/// The operator's file.
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
    /// `standard` when empty; `pickup`: it is collected at the house, and the address is the customer's own.
    pub shipping_method: String,
    pub promo_tag: String,
    pub member_card: String,
    /// None: the customer is asked on the page of the order, and nothing ends it meanwhile.
    pub payment: Option<Payment>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnteredItem {
    pub sku: String,
    pub qty: u32,
}

impl EnteredOrder {
    /// How it reaches its customer: standard delivery when nothing is said.
    pub(super) fn method(&self, tx: &mut dyn Tx) -> Result<ShippingMethod> {
        match self.shipping_method.as_str() {
            "" => Ok(ShippingMethod::STANDARD),
            code => shipping_method(tx, code)?.map_err(|fault| Refusal::of_field("shipping_method", fault).into()),
        }
    }
}

/// Enters an order; answers its id. Without a way to pay it is held without limit until it is paid or canceled. A free order is paid at
/// once, as in `checkout/place`.
pub fn enter(tx: &mut dyn Tx, command: &Command, entered: &EnteredOrder) -> Result<i64> {
    let (view, entered, buyer) = checked(tx, command, entered)?;
    place(tx, command, &view, &entered, &buyer)
}

/// What an order would be, with the errors that [`enter`] would have. Changes nothing.
pub fn rehearse(tx: &mut dyn Tx, command: &Command, entered: &EnteredOrder) -> Result<Offer> {
    let (view, entered, _) = checked(tx, command, entered)?;
    offer(tx, &view, &entered)
}

/// Checks a file as [`super::take`] checks a form; an error names the key and what may stand there.
fn checked(tx: &mut dyn Tx, command: &Command, entered: &EnteredOrder) -> Result<(View, EnteredOrder, Buyer)> {
    let (lang, currency) = (entered.lang.unwrap_or_default(), entered.currency.unwrap_or_default());
    let view = View::load(tx, lang, currency, command.now, &command.config)?;
    let mut entered = entered.clone();
    if entered.shipping_method.is_empty() {
        entered.shipping_method = ShippingMethod::STANDARD.code().to_owned();
    }
    let mut fields = FieldMessages::new();
    let buyer = buyer_of(tx, &view, &entered, &mut fields)?;
    if let Some(fault) = entered.payment.and_then(|way| check_payment(&view, way, buyer.as_ref()).err()) {
        fields.insert("payment".into(), fault);
    }
    check_fields(tx, &view, &entered, &fields)?;
    let buyer = buyer.ok_or_else(|| anyhow!("a field is missing without a message"))?;
    let contents = contents(tx, &view, &entered)?;
    let (country, shipping_method, email) = (&buyer.country, buyer.shipping_method, &buyer.email);
    let to = Destination { country: &country.id, shipping_method, vouched_email: Some(email), ships_along: false };
    let cart = cart::price(tx, &visitor(&view, &entered), contents, to)?;
    check_tag(&cart, email)?;
    check_items(&cart)?;
    check_destination(tx, &view, &cart, country, shipping_method).map_err(|error| of_method(error, &cart))?;
    Ok((view, entered, buyer))
}

fn contents(tx: &mut dyn Tx, view: &View, entered: &EnteredOrder) -> Result<Contents> {
    if entered.items.is_empty() {
        return Err(Error::Malformed("items: name one or more".to_owned()));
    }
    let mut lines: Vec<Line> = Vec::with_capacity(entered.items.len());
    for (index, item) in entered.items.iter().enumerate() {
        let unknown = |error: Error| match error {
            Error::Refused(refusal) => {
                Error::Malformed(format!("items[{index}].sku: {}: {}", item.sku, refusal.message))
            }
            other => other,
        };
        let id = catalog::find_sellable_id(tx, &item.sku, &std::collections::BTreeMap::new()).map_err(unknown)?;
        let sellable = catalog::sellable(tx, view, &[id])?.into_iter().next();
        let not_sold = || format!("items[{index}].sku: {} is not sold in {}", item.sku, view.currency);
        let item_of = sellable.ok_or_else(|| Error::Malformed(not_sold()))?;
        // Two lines of one item share its stock, so an error could name neither quantity.
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

// ── Errors ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Reports all invalid fields at once.
fn check_fields(tx: &mut dyn Tx, view: &View, entered: &EnteredOrder, fields: &FieldMessages) -> Result<()> {
    let mut faults = Vec::with_capacity(fields.len());
    for (key, fault) in fields {
        let choices = choices(tx, view, entered, key)?;
        let choices = if choices.is_empty() { String::new() } else { format!(" Give one of {}.", choices.join(", ")) };
        faults.push(format!("{key}: {fault}{choices}"));
    }
    if faults.is_empty() { Ok(()) } else { Err(Error::Malformed(faults.join(" "))) }
}

/// The allowed values of a key, where they can be listed.
fn choices(tx: &mut dyn Tx, view: &View, entered: &EnteredOrder, key: &str) -> Result<Vec<String>> {
    let (of, field) = key.rsplit_once('.').unwrap_or(("", key));
    let to = match of {
        "billing_address" => entered.billing_address.as_ref().unwrap_or(&entered.shipping_address),
        _ => &entered.shipping_address,
    };
    Ok(match field {
        "shipping_method" => {
            let carriers = region::list_carriers(tx)?.into_iter().filter(|carrier| carrier.offered);
            let carriers = carriers.map(|carrier| carrier.code.to_string());
            carriers.chain([ShippingMethod::Pickup.code().to_owned()]).collect()
        }
        "payment" => {
            let country = validate::compact(&to.country).to_uppercase();
            payments(view, &country).into_iter().map(|way| way.code().to_owned()).collect()
        }
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

/// Refuses a tag that is not applied: the operator has promised its price, while a shopper may go on at regular prices.
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

/// Refuses the first quantity that is not available.
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

/// Adds the available methods to the error of an unavailable one.
fn of_method(error: Error, cart: &PricedCart) -> Error {
    match error.refusal().and_then(|refusal| refusal.fields.get("shipping_method")) {
        None => error,
        Some(message) => {
            let methods: Vec<&str> = cart.quotes.iter().map(|quote| quote.method.code()).collect();
            Error::Malformed(format!("shipping_method: {message} Give one of {}.", methods.join(", ")))
        }
    }
}
