//! The destination of an order: country, items that do not ship there, delivery dates, regional sites.

use jiff::Timestamp;

use super::types::{Country, NotShipping, RegionalSite};
use crate::call::View;
use crate::cart::PricedCart;
use crate::catalog::types::DeliveryWindow;
use crate::db::Tx;
use crate::domain::shipping::{Quote, delivery_dates};
use crate::domain::validate::compact;
use crate::domain::working_days::{Calendar, in_shop_zone};
use crate::error::{Refusal, Result};
use crate::message;
use crate::region;

/// The requested country, or the store's default.
pub fn country(tx: &mut dyn Tx, view: &View, requested: &str) -> Result<Country> {
    let id = compact(requested).to_uppercase();
    let id = if id.is_empty() { view.store.default_country.as_str() } else { id.as_str() };
    let found = region::country(tx, view.lang(), id)?;
    found.ok_or_else(|| Refusal::of_field("country", message::COUNTRY_UNKNOWN).into())
}

/// The delivery window of an order placed now.
pub fn delivery(now: Timestamp, quote: &Quote, calendar: &Calendar) -> DeliveryWindow {
    let (from, to) = delivery_dates(in_shop_zone(now).date(), quote.min_days, quote.max_days, calendar);
    DeliveryWindow { from: from.to_string(), to: to.to_string() }
}

pub fn not_shipping(cart: &PricedCart, country: &Country) -> Vec<NotShipping> {
    let items = cart.lines.iter().map(|line| &line.item);
    items
        .filter(|item| !item.ships_to(&country.id))
        .map(|item| NotShipping { item_id: item.item_id, sku: item.sku.clone(), name: item.name.clone() })
        .collect()
}

/// The company's other sites, named by country: that of the destination if there is one, else all.
pub fn regional_sites(tx: &mut dyn Tx, view: &View, destination: &str) -> Result<Vec<RegionalSite>> {
    let sites: Vec<_> = region::other_sites(&view.config).collect();
    if sites.is_empty() {
        return Ok(Vec::new());
    }
    let own = sites.iter().any(|(country, _)| *country == destination);
    let sites = sites.into_iter().filter(|(country, _)| !own || *country == destination);
    let names = region::country_names(tx, view.lang())?;
    let named = |(country, url): (&String, &String)| RegionalSite {
        name: names.get(country).unwrap_or(country).clone(),
        url: url.clone(),
    };
    Ok(sites.map(named).collect())
}
