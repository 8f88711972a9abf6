//! Where the shop sells and on what terms: countries and their addresses, VAT, carriers, closing days, exchange rates.
//!
//! The first of the slices: catalogue, bag and checkout all ask it where something goes and what that costs. It has no
//! calls of its own yet; the customers' address book joins it with their accounts.

use crate::call::{Access, Calls, Mode};
use crate::page::types::NoArgs;

pub mod store;
pub mod types;

pub fn calls(api: Calls) -> Calls {
    api.announced::<NoArgs, types::AddressBook>("address/index", Mode::Read, Access::Member)
        .announced::<types::Address, types::AddressBook>("address/create", Mode::Write, Access::Member)
        .announced::<types::UpdateArgs, types::AddressBook>("address/update", Mode::Write, Access::Member)
        .announced::<types::DeleteArgs, types::AddressBook>("address/delete", Mode::Write, Access::Member)
}

pub use store::{calendar, countries, country, country_names, exchange, exchanges, rate_bands, region_name, vat_rates};
pub use types::{Address, Country, Exchange, PostalParts, RegionEntry, format_lines};
