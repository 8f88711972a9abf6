//! Whether an address is one: the rules of its country, all faults told at once, and what to keep of it.

use anyhow::{Context as _, anyhow};

use super::types::Address;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::validate::{self, AddressKind, AddressLines, CountryRules, PostcodePattern, RegionWord, compact};
use crate::error::{FieldMessages, Result};
use crate::message;
use crate::region::{self, Country};

/// Checks an address by the rules of its country: what to keep of it with the country, or what is wrong with each field, by
/// wire name. The country is named in `lang`.
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
    let mut lines = lines_of(input);
    let Some(country) = country else {
        return Ok(validate::address(&lines, kind, None).map(|lines| address_from(lines, input)));
    };
    blank_absent(&mut lines, country);
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
    if !is_of_country(validate::trim(&lines.region)) {
        faults.insert("region".into(), message::REGION_UNKNOWN.into());
    }
    Ok(match validate::address(&lines, kind, Some(rules)) {
        Ok(lines) if faults.is_empty() => Ok(address_from(lines, input)),
        Ok(_) => Err(faults),
        Err(found) => {
            faults.extend(found);
            Err(faults)
        }
    })
}

/// Empties what the country's form does not ask: a value left over from another country is not an error.
fn blank_absent(lines: &mut AddressLines, country: &Country) {
    let fields = [
        ("city", &mut lines.city),
        ("county", &mut lines.county),
        ("region", &mut lines.region),
        ("postcode", &mut lines.postcode),
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

fn lines_of(address: &Address) -> AddressLines {
    let address = address.clone();
    AddressLines {
        first_name: address.first_name,
        last_name: address.last_name,
        company: address.company,
        address1: address.address1,
        address2: address.address2,
        city: address.city,
        county: address.county,
        region: address.region,
        postcode: address.postcode,
        country: address.country,
        telephone: address.telephone,
        tax_id: address.tax_id,
    }
}

fn address_from(lines: AddressLines, input: &Address) -> Address {
    Address {
        first_name: lines.first_name,
        last_name: lines.last_name,
        company: lines.company,
        address1: lines.address1,
        address2: lines.address2,
        city: lines.city,
        county: lines.county,
        region: lines.region,
        postcode: lines.postcode,
        country: lines.country,
        telephone: lines.telephone,
        tax_id: lines.tax_id,
        default_billing: input.default_billing,
        default_shipping: input.default_shipping,
        save_in_address_book: input.save_in_address_book,
    }
}
