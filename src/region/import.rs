//! Inserts countries, VAT rates, carriers, closing days and currencies for `shop seed`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::{Lang, StoreViewRow};
use crate::error::Result;
use crate::store_view;
use crate::vals;

/// The initial data about regions.
#[derive(Debug, Default)]
pub struct Regions {
    pub countries: CountryFile,
    pub regions: RegionFile,
    pub vat: VatFile,
    pub shipping: ShippingFile,
    pub holidays: HolidayFile,
    pub currencies: CurrencyFile,
    pub store_views: StoreViewFile,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountryFile {
    pub country: Vec<CountrySpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountrySpec {
    pub id: String,
    pub eu: bool,
    pub zone: String,
    pub names: BTreeMap<Lang, String>,
    pub fields: Vec<String>,
    pub required: Vec<String>,
    pub lines: Vec<String>,
    #[serde(default)]
    pub postcode_pattern: String,
    #[serde(default)]
    pub postcode_example: String,
    #[serde(default)]
    pub postcode_label: String,
    #[serde(default)]
    pub city_label: String,
    #[serde(default)]
    pub region_label: String,
    #[serde(default)]
    pub county_label: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionFile {
    pub region: Vec<RegionSpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionSpec {
    pub country: String,
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub latin: String,
    #[serde(default)]
    pub regions: Vec<RegionSpec>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoreViewFile {
    pub store_view: Vec<StoreViewRow>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VatFile {
    pub rate: Vec<VatSpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VatSpec {
    /// A country's id, or `*` for elsewhere.
    pub country: String,
    pub class: String,
    pub rate: String,
    pub valid_from: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShippingFile {
    pub zone: Vec<ZoneSpec>,
    pub carrier: Vec<CarrierSpec>,
    pub rate: Vec<RateSpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneSpec {
    pub key: String,
    pub countries: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarrierSpec {
    pub code: String,
    pub position: i64,
    pub name: String,
    /// The page that shows where a parcel is.
    #[serde(default)]
    pub tracking: String,
    pub zone: Vec<CarrierZoneSpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarrierZoneSpec {
    pub zone: String,
    pub days_min: u8,
    pub days_max: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateSpec {
    pub zone: String,
    pub carrier: String,
    pub up_to_g: u32,
    pub price: Amount,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HolidayFile {
    pub holiday: Vec<HolidaySpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HolidaySpec {
    pub date: String,
    pub name: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurrencyFile {
    pub currency: Vec<CurrencySpec>,
    pub region_currency: Vec<RegionCurrencySpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurrencySpec {
    pub code: Currency,
    pub position: i64,
    pub symbol: String,
    pub rate: String,
    pub rate_date: String,
    pub step: Amount,
}

/// The currency of a region. The file must agree with `domain::store_view`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionCurrencySpec {
    pub region: String,
    pub currency: String,
}

impl Regions {
    /// Adds what is missing; answers how many rows.
    pub fn write(&self, tx: &mut dyn Tx) -> Result<u64> {
        let mut added = 0;
        for zone in &self.shipping.zone {
            added +=
                tx.exec("INSERT INTO shipping_zone (key) VALUES ($1) ON CONFLICT (key) DO NOTHING", vals![&zone.key])?;
        }
        for country in &self.countries.country {
            added += write_country(tx, country)?;
        }
        for (position, region) in (0_i64..).zip(&self.regions.region) {
            added += write_region(tx, region, &region.country, "", position * 100)?;
        }
        for rate in &self.vat.rate {
            added += tx.exec(
                "INSERT INTO vat_rate (country, class, valid_from, rate) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (country, class, valid_from) DO NOTHING",
                vals![&rate.country, &rate.class, &rate.valid_from, &rate.rate],
            )?;
        }
        for carrier in &self.shipping.carrier {
            added += self.write_carrier(tx, carrier)?;
        }
        // Whoever has taken a closing day out does not get it back.
        let is_first =
            tx.exec("INSERT INTO region_seed (part) VALUES ('closing_days') ON CONFLICT (part) DO NOTHING", vals![])?;
        for holiday in self.holidays.holiday.iter().filter(|_| is_first == 1) {
            added += tx.exec(
                "INSERT INTO holiday (date, name) VALUES ($1, $2) ON CONFLICT (date) DO NOTHING",
                vals![&holiday.date, &holiday.name],
            )?;
        }
        for spec in &self.currencies.currency {
            added += tx.exec(
                "INSERT INTO currency (code, position, symbol, rate, rate_date, step) VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (code) DO NOTHING",
                vals![spec.code.code(), spec.position, &spec.symbol, &spec.rate, &spec.rate_date, spec.step.minor()],
            )?;
        }
        for row in &self.store_views.store_view {
            added += store_view::add(tx, row)?;
        }
        Ok(added)
    }

    /// A carrier with its zones and rates; the rates of an existing zone are not changed.
    fn write_carrier(&self, tx: &mut dyn Tx, carrier: &CarrierSpec) -> Result<u64> {
        let mut added = tx.exec(
            "INSERT INTO carrier (code, position, name, tracking) VALUES ($1, $2, $3, $4) ON CONFLICT (code) DO NOTHING",
            vals![&carrier.code, carrier.position, &carrier.name, &carrier.tracking],
        )?;
        for zone in &carrier.zone {
            let new = tx.exec(
                "INSERT INTO carrier_zone (carrier, zone, min_days, max_days) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (carrier, zone) DO NOTHING",
                vals![&carrier.code, &zone.zone, i64::from(zone.days_min), i64::from(zone.days_max)],
            )?;
            added += new;
            let rates = self.shipping.rate.iter().filter(|rate| rate.carrier == carrier.code && rate.zone == zone.zone);
            for rate in rates.filter(|_| new > 0) {
                added += tx.exec(
                    "INSERT INTO shipping_rate (zone, carrier, up_to_g, price) VALUES ($1, $2, $3, $4)",
                    vals![&rate.zone, &rate.carrier, rate.up_to_g, rate.price.minor()],
                )?;
            }
        }
        Ok(added)
    }
}

fn write_country(tx: &mut dyn Tx, country: &CountrySpec) -> Result<u64> {
    let mut added = tx.exec(
        "INSERT INTO country (id, eu, zone, fields, required, lines, postcode_pattern, postcode_example, postcode_label,
                              city_label, region_label, county_label)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (id) DO NOTHING",
        vals![
            &country.id,
            country.eu,
            &country.zone,
            country.fields.join(","),
            country.required.join(","),
            country.lines.join("\n"),
            &country.postcode_pattern,
            &country.postcode_example,
            &country.postcode_label,
            &country.city_label,
            &country.region_label,
            &country.county_label,
        ],
    )?;
    for (lang, name) in &country.names {
        added += tx.exec(
            "INSERT INTO country_name (country, lang, name) VALUES ($1, $2, $3) ON CONFLICT (country, lang) DO NOTHING",
            vals![&country.id, lang.code(), name],
        )?;
    }
    Ok(added)
}

fn write_region(tx: &mut dyn Tx, region: &RegionSpec, country: &str, parent: &str, position: i64) -> Result<u64> {
    let mut added = tx.exec(
        "INSERT INTO region (country, id, parent, name, latin, position) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (country, id) DO NOTHING",
        vals![country, &region.id, parent, &region.name, &region.latin, position],
    )?;
    for (place, inner) in (1_i64..).zip(&region.regions) {
        added += write_region(tx, inner, country, &region.id, position + place)?;
    }
    Ok(added)
}
