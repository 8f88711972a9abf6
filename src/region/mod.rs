//! Countries and their regions, VAT, carriers, closing days, exchange rates, and regional sites.
//!
//! The first of the slices: catalogue, cart and checkout depend on it.

use crate::call::{Calls, read};
use crate::limits::RateClass::Standard;

mod calls;
pub mod import;
mod store;
pub mod types;

pub use calls::other_sites;
pub use store::{
    CarrierOffer, CarrierRow, CurrencyRow, PlacedCountry, VatRow, YearlyRow, add_closing_day, add_yearly, calendar,
    carriers, countries, country, country_ids, country_names, currency_symbol, delete_closing_day, delete_offer,
    delete_vat_class, delete_yearly, ecb_rates, exchange, exchanges, find_carrier, list_carriers, list_closing_days,
    list_currencies, list_offers, list_placed, list_vat, list_yearly, order_carriers, pin_tracking, place_country,
    rate_bands, save_carrier, save_ecb_rate, save_exchange, save_offer, save_vat, vat_classes, vat_gaps, vat_rates,
    zone_keys,
};
pub use types::{Country, Exchange, RegionEntry};

pub fn calls(api: Calls) -> Calls {
    api.add(read("common/region", calls::region).form().rate(Standard))
}
