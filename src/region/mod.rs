//! Where the shop sells and on what terms: countries and their regions, VAT, carriers, closing days, exchange rates, and the
//! regional sites of other countries.
//!
//! The first of the slices: catalogue, cart and checkout ask it where something goes and what that costs.

use crate::call::{Calls, read};
use crate::limits::RateClass::Standard;

mod calls;
pub mod import;
mod store;
pub mod types;

pub use calls::other_sites;
pub use store::{
    calendar, countries, country, country_ids, country_names, currency_symbol, exchange, exchanges, rate_bands,
    region_name, vat_classes, vat_rates,
};
pub use types::{Country, Exchange, RegionEntry};

pub fn calls(api: Calls) -> Calls {
    api.add(read("common/region", calls::region).form().rate(Standard))
}
