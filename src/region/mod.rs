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
    calendar, carriers, countries, country, country_ids, country_names, currency_symbol, exchange, exchanges,
    rate_bands, vat_classes, vat_gaps, vat_rates,
};
pub use types::{Country, Exchange, RegionEntry};

pub fn calls(api: Calls) -> Calls {
    api.add(read("common/region", calls::region).form().rate(Standard))
}
