//! What prevents an order: destination, stock, a changed total.

use super::destination::{not_shipping, regional_sites};
use super::form::Form;
use super::types::Country;
use crate::call::View;
use crate::cart::PricedCart;
use crate::db::Tx;
use crate::domain::money::Percent;
use crate::domain::promotion::TagStatus;
use crate::domain::shipping::{Quote, ShippingMethod};
use crate::error::{Error, Refusal, Result, refuse};
use crate::message::{self, Message};

/// Checks that all items ship to the country by this method; a refusal names the regional sites.
pub fn check_destination(
    tx: &mut dyn Tx,
    view: &View,
    cart: &PricedCart,
    country: &Country,
    method: ShippingMethod,
) -> Result<Quote> {
    let excluded = not_shipping(cart, country);
    if !excluded.is_empty() {
        let names: Vec<&str> = excluded.iter().map(|item| item.name.as_str()).collect();
        let [plain, with_sites] = [message::NOT_SHIPPING, message::NOT_SHIPPING_BUT_SITES]
            .map(|message| message.with("name", names.join(", ")).with("country", &country.name));
        return Err(not_here(tx, view, country, plain, with_sites)?);
    }
    if cart.quotes.is_empty() {
        let [plain, with_sites] = [message::COUNTRY_NOT_SERVED, message::COUNTRY_NOT_SERVED_BUT_SITES]
            .map(|message| message.with("country", &country.name));
        return Err(not_here(tx, view, country, plain, with_sites)?);
    }
    let quote = cart.quotes.iter().find(|quote| quote.method == method).copied();
    quote.ok_or_else(|| Refusal::of_field("shipping_method", message::SHIPPING_METHOD_UNAVAILABLE).into())
}

/// The refusal of a destination; it names the regional sites, where there are some. `checkout/index` lists them as data.
fn not_here(tx: &mut dyn Tx, view: &View, destination: &Country, plain: Message, with_sites: Message) -> Result<Error> {
    let sites = regional_sites(tx, view, &destination.id)?;
    let message = if sites.is_empty() {
        plain
    } else {
        let sites: Vec<String> = sites.iter().map(|site| format!("{} ({})", site.name, site.url)).collect();
        with_sites.with("sites", sites.join(", "))
    };
    Ok(Refusal::of_field("shipping_address.country", message).into())
}

/// Checks that every line is available in its quantity.
pub fn check_items(cart: &PricedCart) -> Result<()> {
    if let Some(gone) = cart.withdrawn.first() {
        return Err(refuse(message::ITEM_WITHDRAWN.with("name", &gone.name)));
    }
    for line in &cart.lines {
        match &line.notice {
            None => {}
            Some(notice) if *notice == message::QTY_MAXIMUM => {
                return Err(refuse(notice.clone().with("name", &line.item.name)));
            }
            Some(_) => return Err(refuse(message::STOCK_CHANGED.with("name", &line.item.name))),
        }
    }
    Ok(())
}

/// Checks that the shopper saw the amount to be charged; the refusal also tells of a promo tag that is not applied.
pub fn check_total(cart: &PricedCart, form: &Form) -> Result<()> {
    let in_other_currency = form.expected_currency != cart.totals.currency;
    if form.expected_total == cart.totals.total && !in_other_currency {
        return Ok(());
    }
    let seen = if in_other_currency {
        format!("{} {}", form.expected_total, form.expected_currency)
    } else {
        form.expected_total.to_string()
    };
    let changed = message::TOTAL_CHANGED
        .with("expected", seen)
        .with("total", cart.totals.total)
        .with("currency", cart.totals.currency);
    let mut refusal = Refusal::of_field("expected_total", changed);
    if let Some(tag) = cart.promo.as_ref().filter(|tag| tag.status != TagStatus::Applied) {
        refusal.fields.insert("promo_tag".into(), tag.status.notice(Percent::ZERO));
    }
    Err(refusal.into())
}
