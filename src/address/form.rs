//! Validates an address by the rules of its country; reports the errors of all fields at once.

use anyhow::{Context as _, anyhow};

use super::types::Address;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::validate::{self, AddressKind, CountryRules, PostcodePattern, RegionWord, compact};
use crate::error::{FieldMessages, Result};
use crate::message;
use crate::region::{self, Country};

/// Validates an address by the rules of its country: the normalised address with its country, or the message of each
/// invalid field by its wire name. The country is named in `lang`.
pub fn check(
    tx: &mut dyn Tx,
    lang: Lang,
    kind: AddressKind,
    input: &Address,
) -> Result<Result<(Address, Country), FieldMessages>> {
    let country = region::country(tx, lang, &compact(&input.country).to_uppercase())?;
    Ok(match checked(input, kind, country.as_ref())? {
        Ok(address) => Ok((address, country.ok_or_else(|| anyhow!("an address passed without its country"))?)),
        Err(faults) => Err(faults),
    })
}

fn checked(input: &Address, kind: AddressKind, country: Option<&Country>) -> Result<Result<Address, FieldMessages>> {
    let Some(country) = country else { return Ok(validate::address(input, kind, None)) };
    let mut address = input.clone();
    blank_absent(&mut address, country);
    let pattern = pattern_of(country)?;
    let rules = CountryRules {
        postcode: pattern.as_ref(),
        requires_postcode: country.requires("postcode"),
        requires_city: country.requires("city"),
        requires_region: country.requires("region"),
        requires_county: country.requires("county"),
        region_word: RegionWord::from_label(&country.region_label),
    };
    let mut faults = FieldMessages::new();
    let is_of_country =
        |region: &str| country.regions.is_empty() || region.is_empty() || country.region(region).is_some();
    if !is_of_country(validate::trim(&address.region)) {
        faults.insert("region".into(), message::REGION_UNKNOWN.into());
    }
    Ok(match validate::address(&address, kind, Some(rules)) {
        Ok(address) if faults.is_empty() => Ok(address),
        Ok(_) => Err(faults),
        Err(found) => {
            faults.extend(found);
            Err(faults)
        }
    })
}

/// Clears fields that the country's form does not have: a value left from another country is not an error.
fn blank_absent(address: &mut Address, country: &Country) {
    let fields = [
        ("city", &mut address.city),
        ("county", &mut address.county),
        ("region", &mut address.region),
        ("postcode", &mut address.postcode),
    ];
    for (name, text) in fields {
        if !country.has_field(name) {
            text.clear();
        }
    }
}

fn pattern_of(country: &Country) -> Result<Option<PostcodePattern>> {
    if country.postcode_pattern.is_empty() {
        return Ok(None);
    }
    let pattern = PostcodePattern::new(&country.postcode_pattern, &country.postcode_example);
    Ok(Some(pattern.with_context(|| format!("postcode pattern of {}", country.id))?))
}
