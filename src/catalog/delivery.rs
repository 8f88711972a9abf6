//! Cost and time of standard delivery of a single item to one country, for product pages, structured data and merchant
//! feeds. The quotes for a cart are in `checkout`.

use super::types::{DeliveryWindow, ShippingOffer};
use crate::call::{Shows, View};
use crate::db::Tx;
use crate::domain::money::Money;
use crate::domain::shipping::{RateBand, ShippingMethod, delivery_dates, quotes};
use crate::domain::working_days::{Calendar, in_shop_zone};
use crate::error::Result;
use crate::region::{self, Exchange};

/// The standard carrier's terms for one country.
#[derive(Debug)]
pub struct Standard {
    country: String,
    /// Empty if the carrier does not serve the country.
    bands: Vec<RateBand>,
    free_from: Money,
}

impl Standard {
    pub fn read(tx: &mut dyn Tx, view: &View, country: &str, exchange: &Exchange) -> Result<Standard> {
        let mut bands = region::rate_bands(tx, country, exchange)?;
        bands.retain(|band| band.method == ShippingMethod::STANDARD);
        let free_from = exchange.of_eur(view.config.shipping.free_from)?;
        Ok(Standard { country: country.to_owned(), bands, free_from })
    }

    /// For items that do not ship to the country.
    pub fn nowhere(view: &View) -> Standard {
        Standard { country: String::new(), bands: Vec::new(), free_from: Money::zero(view.currency) }
    }

    /// Cost and time of shipping one item; none if the carrier does not take it.
    pub fn offer(&self, weight_g: u32, price: Money) -> Result<Option<ShippingOffer>> {
        let Some(zone) = self.bands.first().map(|band| &band.zone) else { return Ok(None) };
        let quotes = quotes(&self.bands, zone, weight_g, price, Some(self.free_from))?;
        let Some(quote) = quotes.first() else { return Ok(None) };
        Ok(Some(ShippingOffer {
            country: self.country.clone(),
            amount: quote.charge.amount.minus(quote.charge.discount)?.amount(),
            min_days: quote.min_days,
            max_days: quote.max_days,
        }))
    }

    /// Delivery window of an order placed now; none in cached answers, which hold no dates.
    pub fn delivery(&self, tx: &mut dyn Tx, view: &View, weight_g: u32) -> Result<Option<DeliveryWindow>> {
        if view.for_cache {
            return Ok(None);
        }
        view.shows([Shows::Moment]);
        Ok(self.window(&region::calendar(tx)?, view, weight_g))
    }

    /// Delivery window of an order placed now of one item of this weight; none if the carrier does not take it.
    pub fn window(&self, calendar: &Calendar, view: &View, weight_g: u32) -> Option<DeliveryWindow> {
        let band = self.bands.iter().filter(|band| weight_g <= band.up_to_g).min_by_key(|band| band.up_to_g);
        let today = in_shop_zone(view.now).date();
        band.map(|band| {
            let (from, to) = delivery_dates(today, band.min_days, band.max_days, calendar);
            DeliveryWindow { from: from.to_string(), to: to.to_string() }
        })
    }
}
