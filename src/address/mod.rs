//! Where the shop sells and on what terms (countries and their addresses, VAT, carriers, closing days, exchange rates), and
//! the address books that customers keep.
//!
//! The first of the slices: catalogue, bag and checkout all ask it where something goes and what that costs.

use crate::call::{Calls, member_read, member_write};
use crate::limits::RateClass::Standard;

mod book;
mod calls;
mod form;
pub mod store;
pub mod types;

pub use book::{PERSONAL_DATA, keep};
pub use form::check;
pub use store::{calendar, countries, country, country_names, exchange, exchanges, rate_bands, region_name, vat_rates};
pub use types::{Address, Country, Exchange, PostalParts, RegionEntry, format_lines, printed};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("address/index", calls::index).form_or_json().rate(Standard))
        .add(member_write("address/create", calls::create).json().rate(Standard))
        .add(member_write("address/update", calls::update).json().rate(Standard))
        .add(member_write("address/delete", calls::delete).form_or_json().rate(Standard))
}
