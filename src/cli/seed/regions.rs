//! `seed/regions`: reading and checking countries, VAT, carriers, closing days, currencies and store views.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use rust_decimal::Decimal;

use super::files::{Files, Problems};
use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::shipping::{CarrierCode, is_tracking_page};
use crate::domain::store_view::{Lang, is_eu, region_currency};
use crate::domain::tax::ELSEWHERE;
use crate::domain::validate::PostcodePattern;
use crate::region::Exchange;
pub use crate::region::import::Regions;
use crate::region::import::{CurrencySpec, ZoneSpec};

const COUNTRIES: &str = "regions/countries.toml";
const REGIONS: &str = "regions/regions.toml";
const VAT: &str = "regions/vat.toml";
const SHIPPING: &str = "regions/shipping.toml";
const HOLIDAYS: &str = "regions/holidays.toml";
const CURRENCIES: &str = "regions/currencies.toml";
const STORE_VIEWS: &str = "regions/store_views.toml";

impl Regions {
    pub fn read(files: &Files, problems: &mut Problems) -> Regions {
        let regions = Regions {
            countries: files.read(COUNTRIES, problems),
            regions: files.read(REGIONS, problems),
            vat: files.read(VAT, problems),
            shipping: files.read(SHIPPING, problems),
            holidays: files.read(HOLIDAYS, problems),
            currencies: files.read(CURRENCIES, problems),
            store_views: files.read(STORE_VIEWS, problems),
        };
        regions.check(problems);
        regions
    }

    /// ISO codes of all countries.
    pub fn countries(&self) -> impl Iterator<Item = &str> {
        self.countries.country.iter().map(|country| country.id.as_str())
    }

    pub fn has_vat_class(&self, class: &str) -> bool {
        self.vat.rate.iter().any(|rate| rate.class == class)
    }

    /// The currencies with their rates; unparsable rates are reported already.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let read = |spec: &CurrencySpec| {
            Some(Exchange { currency: spec.code, rate: spec.rate.parse::<Decimal>().ok()?, step: spec.step })
        };
        self.currencies.currency.iter().filter_map(read).collect()
    }

    fn check(&self, problems: &mut Problems) {
        let zones: BTreeMap<&str, &ZoneSpec> =
            self.shipping.zone.iter().map(|zone| (zone.key.as_str(), zone)).collect();
        let countries: BTreeSet<&str> = self.countries().collect();
        for country in &self.countries.country {
            let id = country.id.as_str();
            if id.len() != 2 || !id.bytes().all(|b| b.is_ascii_uppercase()) {
                problems.add(COUNTRIES, id, "is no ISO 3166-1 code; give two capitals");
            }
            match zones.get(country.zone.as_str()) {
                None => problems.add(
                    COUNTRIES,
                    id,
                    format_args!("is in zone {}; name a zone of shipping.toml", country.zone),
                ),
                Some(zone) if !zone.countries.contains(&country.id) => {
                    problems.add(SHIPPING, &zone.key, format_args!("lacks {id}; countries.toml puts it there"));
                }
                Some(_) => {}
            }
            for lang in Lang::ALL {
                problems.expect_text(
                    COUNTRIES,
                    id,
                    &format!("name in {lang}"),
                    country.names.get(&lang).map_or("", String::as_str),
                );
            }
            if let Some(field) = country.required.iter().find(|field| !country.fields.contains(field)) {
                problems.add(
                    COUNTRIES,
                    id,
                    format_args!("requires {field}, which is not among its fields; add it there"),
                );
            }
            if country.eu != is_eu(id) {
                problems.add(COUNTRIES, id, "is wrong about the Union; turn eu round");
            }
            if !country.postcode_pattern.is_empty() && PostcodePattern::new(&country.postcode_pattern, "").is_err() {
                problems.add(COUNTRIES, id, "has a postcode_pattern that cannot be read; mend it");
            }
        }
        for region in &self.regions.region {
            if !countries.contains(region.country.as_str()) {
                problems.add(
                    REGIONS,
                    &region.id,
                    format_args!("is of {}; name a country of countries.toml", region.country),
                );
            }
            problems.expect_text(REGIONS, &region.id, "name", &region.name);
        }
        for rate in &self.vat.rate {
            let key = format!("{} {}", rate.country, rate.valid_from);
            if rate.country != ELSEWHERE && !countries.contains(rate.country.as_str()) {
                problems.add(VAT, &key, "names no country of countries.toml; mend the code");
            }
            if rate.rate.parse::<Percent>().is_err() {
                problems.add(
                    VAT,
                    &key,
                    format_args!("has the rate {}; give a percentage with two decimals", rate.rate),
                );
            }
            if rate.valid_from.parse::<Date>().is_err() {
                problems.add(VAT, &key, "has no date in valid_from; give one as 2026-01-31");
            }
        }
        let classes: BTreeSet<&str> = self.vat.rate.iter().map(|rate| rate.class.as_str()).collect();
        for class in classes {
            if !self.vat.rate.iter().any(|rate| rate.class == class && rate.country == ELSEWHERE) {
                problems.add(VAT, class, format_args!("has no rate for {ELSEWHERE}; give that of all other countries"));
            }
        }
        self.check_shipping(&zones, problems);
        for holiday in &self.holidays.holiday {
            if holiday.date.parse::<Date>().is_err() {
                problems.add(HOLIDAYS, &holiday.date, "is no date; give one as 2026-01-31");
            }
        }
        self.check_currencies(problems);
        for row in &self.store_views.store_view {
            if let Err(fault) = row.read() {
                problems.add(STORE_VIEWS, &row.language, fault);
            } else if !countries.contains(row.default_country.as_str()) {
                problems.add(STORE_VIEWS, &row.language, "names no country of countries.toml; mend default_country");
            }
        }
    }

    fn check_shipping(&self, zones: &BTreeMap<&str, &ZoneSpec>, problems: &mut Problems) {
        let mut served = BTreeSet::new();
        for carrier in &self.shipping.carrier {
            if CarrierCode::parse(&carrier.code).is_none() {
                problems.add(SHIPPING, &carrier.code, "is no code of a carrier; give 1 to 16 of a-z, 0-9 and _");
            }
            problems.expect_text(SHIPPING, &carrier.code, "name", &carrier.name);
            if !is_tracking_page(&carrier.tracking) {
                problems.add(
                    SHIPPING,
                    &carrier.code,
                    "has no page in tracking; begin with https:// and write {number}",
                );
            }
            for zone in &carrier.zone {
                let key = format!("{} {}", carrier.code, zone.zone);
                if !zones.contains_key(zone.zone.as_str()) {
                    problems.add(SHIPPING, &key, "serves an unknown zone; name one of [[zone]]");
                }
                if zone.days_min == 0 || zone.days_max < zone.days_min {
                    problems.add(SHIPPING, &key, "has impossible days; give days_min from 1 and days_max not below it");
                }
                served.insert((carrier.code.as_str(), zone.zone.as_str()));
            }
        }
        for rate in &self.shipping.rate {
            if !served.contains(&(rate.carrier.as_str(), rate.zone.as_str())) {
                let key = format!("{} {}", rate.carrier, rate.zone);
                problems.add(
                    SHIPPING,
                    &key,
                    "has a rate, but the carrier does not serve the zone; add it to the carrier",
                );
            }
        }
    }

    fn check_currencies(&self, problems: &mut Problems) {
        for currency in Currency::ALL {
            if !self.currencies.currency.iter().any(|spec| spec.code == currency) {
                problems.add(CURRENCIES, currency.code(), "is missing; the shop charges in it, so give its rate");
            }
        }
        for spec in &self.currencies.currency {
            if !spec.rate.parse::<Decimal>().is_ok_and(|rate| rate > Decimal::ZERO) {
                problems.add(
                    CURRENCIES,
                    spec.code.code(),
                    format_args!("has the rate {}; give units for 1 EUR", spec.rate),
                );
            }
            if spec.step <= Amount::ZERO {
                problems.add(CURRENCIES, spec.code.code(), "has no step; give e.g. \"0.01\"");
            }
        }
        for spec in self.currencies.region_currency.iter().filter(|spec| spec.region != "EU") {
            let offered = spec.currency.parse::<Currency>().ok();
            if offered != region_currency(&spec.region) {
                problems.add(
                    CURRENCIES,
                    &spec.region,
                    format_args!("has {}; the shop's own table says otherwise", spec.currency),
                );
            }
        }
    }
}
