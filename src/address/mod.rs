//! Where the shop sells and on what terms: countries and their addresses, VAT, carriers, closing days, exchange rates.
//!
//! The first of the slices: catalogue, bag and checkout all ask it where something goes and what that costs. It has no
//! calls of its own yet; the customers' address book joins it with their accounts.

pub mod store;
pub mod types;

pub use store::{calendar, countries, country, country_names, exchange, exchanges, rate_bands, region_name, vat_rates};
pub use types::{Country, Exchange, PostalParts, RegionEntry, format_lines};
