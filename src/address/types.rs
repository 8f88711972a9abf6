//! Arguments and answers of the address book, and the formatting of addresses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::full_name::full_name;
pub use crate::domain::validate::Address;
use crate::region::Country;

/// The parts of an address between name and country, as they are printed.
#[derive(Debug, Clone, Copy, Default)]
pub struct PostalParts<'a> {
    pub address1: &'a str,
    pub address2: &'a str,
    pub postcode: &'a str,
    pub city: &'a str,
    pub county: &'a str,
    /// The region's id where the country lists regions, else free text.
    pub region: &'a str,
}

/// The lines of an address in its country's format; empty lines are left out.
pub fn format_lines(country: &Country, parts: &PostalParts<'_>) -> Vec<String> {
    let region = country.region(parts.region).map_or(parts.region, |region| region.name.as_str());
    let code = parts.region.split_once('-').map_or(parts.region, |(_, code)| code);
    // A province named after its city is not repeated: 41001 Sevilla.
    let is_town = !region.is_empty() && region.to_lowercase() == parts.city.trim().to_lowercase();
    let filled = country.lines.iter().map(|line| {
        let region = if is_town && line.contains("{city}") { "" } else { region };
        fill(line, parts, region, code)
    });
    filled.filter(|line| !line.is_empty()).collect()
}

/// The lines of a label: name, company, the country's lines, country. `country` is `None` if it is no longer in the
/// table.
pub fn printed(address: &Address, country: Option<&Country>) -> Vec<String> {
    let mut lines = vec![full_name(&address.first_name, &address.last_name)];
    if !address.company.is_empty() {
        lines.push(address.company.clone());
    }
    let parts = PostalParts {
        address1: &address.address1,
        address2: &address.address2,
        postcode: &address.postcode,
        city: &address.city,
        county: &address.county,
        region: &address.region,
    };
    match country {
        Some(country) => {
            lines.extend(format_lines(country, &parts));
            lines.push(country.name.clone());
        }
        None => {
            let id = address.country.as_str();
            let plain = [parts.address1, parts.address2, parts.postcode, parts.city, parts.region, id];
            lines.extend(plain.into_iter().filter(|line| !line.is_empty()).map(str::to_owned));
        }
    }
    lines
}

/// Fills one line in a single pass, so that placeholders in a customer's input are not expanded.
fn fill(line: &str, parts: &PostalParts<'_>, region: &str, code: &str) -> String {
    let mut filled = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, tail) = after.split_once('}').unwrap_or((after, ""));
        filled.push_str(match name {
            "address1" => parts.address1,
            "address2" => parts.address2,
            "postcode" => parts.postcode,
            "city" => parts.city,
            "county" => parts.county,
            "region" => region,
            "region_code" => code,
            _ => "",
        });
        rest = tail;
    }
    filled.push_str(rest);
    let spaced = filled.split_whitespace().collect::<Vec<_>>().join(" ");
    spaced.trim_matches(|c| matches!(c, ' ' | ',' | '-' | '/')).to_owned()
}

/// An address of a customer's book.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SavedAddress {
    pub id: i64,
    #[serde(flatten)]
    pub address: Address,
    /// The printed lines, from the name to the country.
    pub lines: Vec<String>,
}

/// A customer's addresses: the default ones first, then the latest.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AddressBook {
    pub items: Vec<SavedAddress>,
    /// Maximum number of addresses.
    pub max: u32,
    /// The address that `address/create` or `address/update` saved; null in other answers.
    pub saved_id: Option<i64>,
}

/// Arguments of `address/update`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "UpdateAddressArgs")]
pub struct UpdateArgs {
    pub id: i64,
    #[serde(flatten)]
    pub address: Address,
}

/// Arguments of `address/delete`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "DeleteAddressArgs")]
pub struct DeleteArgs {
    pub id: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region::RegionEntry;

    fn country(lines: &[&str]) -> Country {
        Country {
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            regions: vec![RegionEntry { id: "US-NY".into(), name: "New York".into(), regions: vec![] }],
            ..Country::default()
        }
    }

    #[test]
    fn address_lines_follow_the_country_format() {
        let us = country(&["{address1}", "{address2}", "{city}, {region_code} {postcode}", "{region}"]);
        let parts = PostalParts {
            address1: "1 Main  Street {city}",
            city: "New York",
            region: "US-NY",
            postcode: "10001",
            ..PostalParts::default()
        };
        assert_eq!(format_lines(&us, &parts), ["1 Main Street {city}", "New York, NY 10001", "New York"]);
        let bare = PostalParts { address1: "1 Main Street", city: "New York", ..PostalParts::default() };
        assert_eq!(format_lines(&us, &bare), ["1 Main Street", "New York"]);
    }

    #[test]
    fn equal_city_and_province_are_printed_once() {
        let spain = country(&["{address1}", "{postcode} {city} {region}"]);
        let printed = |city, region| {
            let parts = PostalParts { postcode: "41001", city, region, ..PostalParts::default() };
            format_lines(&spain, &parts)
        };
        assert_eq!(printed("sevilla ", "Sevilla"), ["41001 sevilla"]);
        assert_eq!(printed("Écija", "Sevilla"), ["41001 Écija Sevilla"]);
    }
}
