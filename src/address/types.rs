//! Addresses: as clients send them, as they are printed, and the book that a customer keeps.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::full_name::full_name;
use crate::region::Country;

/// What is printed of an address, besides the name above and the country below.
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

/// An address as its country prints it, a line an entry; what is empty leaves no gap.
pub fn format_lines(country: &Country, parts: &PostalParts<'_>) -> Vec<String> {
    let region = country.region(parts.region).map_or(parts.region, |region| region.name.as_str());
    let code = parts.region.split_once('-').map_or(parts.region, |(_, code)| code);
    // A town that gives its province the name is not said twice: 41001 Sevilla.
    let is_town = !region.is_empty() && region.to_lowercase() == parts.city.trim().to_lowercase();
    let filled = country.lines.iter().map(|line| {
        let region = if is_town && line.contains("{city}") { "" } else { region };
        fill(line, parts, region, code)
    });
    filled.filter(|line| !line.is_empty()).collect()
}

/// An address as it is printed on a label: name, company, the country's lines, country. `country` is `None` when it has left
/// the table.
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

/// Fills one line, in one pass: what a customer typed is never read as a template.
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

/// A postal address as clients send it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Address {
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub address1: String,
    pub address2: String,
    pub city: String,
    pub county: String,
    /// Region id where the country lists regions, else free text.
    pub region: String,
    pub postcode: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub telephone: String,
    pub tax_id: String,
    pub default_billing: bool,
    pub default_shipping: bool,
    pub save_in_address_book: bool,
}

/// An address of a customer's book.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SavedAddress {
    pub id: i64,
    #[serde(flatten)]
    pub address: Address,
    /// As it is printed, a line an entry, from the name to the country.
    pub lines: Vec<String>,
}

/// A customer's addresses: the default ones first, then the latest.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AddressBook {
    pub items: Vec<SavedAddress>,
    /// How many it holds at most.
    pub max: u32,
    /// The address that `address/create` or `address/update` has just saved; null in every other answer.
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
            id: "US".into(),
            name: "United States".into(),
            eu: false,
            fields: vec![],
            required: vec![],
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            postcode_pattern: String::new(),
            postcode_example: String::new(),
            postcode_label: "zip".into(),
            city_label: "city".into(),
            region_label: "state".into(),
            county_label: String::new(),
            regions: vec![RegionEntry { id: "US-NY".into(), name: "New York".into(), regions: vec![] }],
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
