//! Countries with the format of their addresses, exchange rates, and the call about regional sites.

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::money::{Amount, Currency, Money, MoneyError};

/// A country with the format of its addresses.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Country {
    /// ISO 3166-1 alpha-2.
    pub id: String,
    pub name: String,
    pub eu: bool,
    /// Address lines in the country's order, e.g. `["address1","address2","postcode","city"]`.
    pub fields: Vec<String>,
    /// Those of `postcode`, `city`, `county`, `region` that must not be empty.
    pub required: Vec<String>,
    /// The address as it is printed: templates such as `{postcode} {city}`, without name and country.
    pub lines: Vec<String>,
    /// Pattern of the postal code (ECMAScript and Rust syntax alike); empty when any will do.
    pub postcode_pattern: String,
    pub postcode_example: String,
    /// `postal_code`, `postcode`, `zip`, `pin`, `eircode`; empty where the form has no postal code.
    pub postcode_label: String,
    /// `city`, `town`, `suburb`, `district`; empty where the form has no city.
    pub city_label: String,
    /// `region`, `province`, `state`, `county`, `emirate` and the like; empty where the form has no region.
    pub region_label: String,
    /// `county`, `district`; empty where the form has no county.
    pub county_label: String,
    pub regions: Vec<RegionEntry>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RegionEntry {
    /// The value of an address's `region`: ISO 3166-2 if there is a code.
    pub id: String,
    pub name: String,
    pub regions: Vec<RegionEntry>,
}

impl Country {
    /// The region with this id, on any level.
    pub fn region(&self, id: &str) -> Option<&RegionEntry> {
        fn within<'r>(regions: &'r [RegionEntry], id: &str) -> Option<&'r RegionEntry> {
            regions.iter().find_map(|region| if region.id == id { Some(region) } else { within(&region.regions, id) })
        }
        within(&self.regions, id)
    }

    /// Whether the address form of this country has a field.
    pub fn has_field(&self, field: &str) -> bool {
        self.fields.iter().any(|name| name == field)
    }

    pub fn requires(&self, field: &str) -> bool {
        self.required.iter().any(|name| name == field)
    }
}

/// An exchange rate to a currency of the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    pub currency: Currency,
    /// Units per EUR.
    pub rate: Decimal,
    /// Converted amounts are rounded up to a multiple of this.
    pub step: Amount,
}

impl Exchange {
    /// Converts an amount in EUR (decisions §2).
    pub fn of_eur(&self, eur: Amount) -> Result<Money, MoneyError> {
        eur.in_currency(Currency::Eur).convert(self.currency, self.rate, self.step)
    }
}

/// Arguments of `common/region`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RegionArgs {
    /// The store that the visitor switched from (specification §3, `fromStoreId`); absent or 0: none.
    pub from_store_id: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Region {
    /// The regional site for the visitor's country; empty if there is none, or if the visitor has switched stores.
    pub redirect_url: String,
    /// ISO 3166-1 alpha-2 code from the trusted proxy; empty if unknown.
    pub country: String,
}
