//! The VAT rate of a class of goods in a country of destination at a moment.
//!
//! Prices contain VAT; it is extracted at the rate of the destination country (decisions.md §2). The table is data
//! (seed): dated rows of class × country. Rows for [`ELSEWHERE`] stand for every country without a row in force; nothing
//! is 0 % by absence (decisions.md §10).

use std::fmt;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::money::Percent;
use super::working_days::in_shop_zone;

/// The country of the rows that stand for all others.
pub const ELSEWHERE: &str = "*";

/// Countries that a [`Gap`] names.
const NAMED: usize = 5;

/// One row of the table of rates. `from` and `until` are days in the destination country, both inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxRate {
    /// ISO 3166-1 alpha-2, upper case; or [`ELSEWHERE`].
    pub country: String,
    /// VAT class of the product: `standard`.
    pub vat_class: String,
    pub from: Date,
    pub until: Option<Date>,
    pub rate: Percent,
}

impl TaxRate {
    fn is_in_force(&self, on: Date) -> bool {
        self.from <= on && self.until.is_none_or(|until| on <= until)
    }
}

/// A class without a rate in some countries.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Gap {
    pub vat_class: String,
    pub countries: Vec<String>,
}

impl From<Gap> for crate::error::Error {
    fn from(gap: Gap) -> Self {
        crate::error::Error::Internal(gap.into())
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named: Vec<&str> = self.countries.iter().take(NAMED).map(String::as_str).collect();
        write!(f, "VAT class {} has no rate for {}", self.vat_class, named.join(", "))?;
        let more = self.countries.len() - named.len();
        if more > 0 {
            write!(f, " and {more} more countries")?;
        }
        write!(f, ", and none for {ELSEWHERE}; add a row to vat_rate")
    }
}

/// The rate in force for a class in a country: the country's own, else that for [`ELSEWHERE`]. Of overlapping rows the
/// latest start wins.
pub fn rate(rows: &[TaxRate], country: &str, vat_class: &str, at: Timestamp) -> Result<Percent, Gap> {
    let on = day(country, at);
    let of = |country: &str| {
        rows.iter()
            .filter(|row| row.country == country && row.vat_class == vat_class && row.is_in_force(on))
            .max_by_key(|row| row.from)
            .map(|row| row.rate)
    };
    of(country)
        .or_else(|| of(ELSEWHERE))
        .ok_or_else(|| Gap { vat_class: vat_class.to_owned(), countries: vec![country.to_owned()] })
}

/// The classes that lack a rate in any of the countries.
pub fn gaps<'c>(
    rows: &[TaxRate],
    classes: impl IntoIterator<Item = &'c str>,
    countries: &[String],
    at: Timestamp,
) -> Vec<Gap> {
    let gap = |vat_class: &str| {
        let lacks = |country: &&String| rate(rows, country, vat_class, at).is_err();
        Gap { vat_class: vat_class.to_owned(), countries: countries.iter().filter(lacks).cloned().collect() }
    };
    classes.into_iter().map(gap).filter(|gap| !gap.countries.is_empty()).collect()
}

/// The day in the country of destination, whose rate of that day applies (Directive 2006/112/EC art. 33 and 93).
/// POSIX rules, because the domain reads no time zone files; countries without VAT in the seed have the shop's own day.
fn day(country: &str, at: Timestamp) -> Date {
    let rule = match country {
        "GB" | "IE" | "PT" => "WET0WEST,M3.5.0/1,M10.5.0",
        "BG" | "CY" | "EE" | "FI" | "GR" | "LT" | "LV" | "RO" => "EET-2EEST,M3.5.0/3,M10.5.0/4",
        "AE" => "<+04>-4",
        _ => return in_shop_zone(at).date(),
    };
    TimeZone::posix(rule).map_or_else(|_| in_shop_zone(at), |zone| at.to_zoned(zone)).date()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn row(country: &str, from: Date, until: Option<Date>, hundredths: u32) -> TaxRate {
        let rate = Percent::from_hundredths(hundredths);
        TaxRate { country: country.into(), vat_class: "standard".into(), from, until, rate }
    }

    fn table() -> Vec<TaxRate> {
        vec![
            row("CH", date(2018, 1, 1), Some(date(2023, 12, 31)), 770),
            row("CH", date(2024, 1, 1), None, 810),
            row("FR", date(2014, 1, 1), None, 2000),
            row(ELSEWHERE, date(2016, 1, 1), None, 0),
        ]
    }

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a timestamp")
    }

    #[test]
    fn rate_in_force_on_the_day_applies() {
        let rows = table();
        let swiss = |day: &str| rate(&rows, "CH", "standard", at(&format!("{day}T12:00:00Z"))).map(Percent::hundredths);
        assert_eq!(swiss("2023-12-31"), Ok(770));
        assert_eq!(swiss("2024-01-01"), Ok(810));
        assert_eq!(swiss("2017-12-31"), Ok(0), "elsewhere's, before its own begins");
        let now = at("2026-11-21T12:00:00Z");
        assert_eq!(rate(&rows, "FR", "standard", now), Ok(Percent::whole(20)));
        assert_eq!(rate(&rows, "US", "standard", now), Ok(Percent::ZERO));
    }

    #[test]
    fn missing_rate_is_an_error_and_never_zero() {
        let rows = table();
        let now = at("2026-11-21T12:00:00Z");
        let gap = |vat_class: &str| Gap { vat_class: vat_class.into(), countries: vec!["FR".into()] };
        assert_eq!(rate(&rows, "FR", "reduced", now), Err(gap("reduced")));
        assert!(rate(&rows, "US", "standard", at("2015-12-31T12:00:00Z")).is_err(), "elsewhere begins in 2016");
        let countries: Vec<String> = ["FR", "CH", "US"].map(str::to_owned).into();
        let all = ["standard", "reduced"];
        assert_eq!(gaps(&rows, all, &countries, now), [Gap { countries: countries.clone(), ..gap("reduced") }]);
        let own: Vec<TaxRate> = rows.into_iter().filter(|row| row.country != ELSEWHERE).collect();
        let found = gaps(&own, ["standard"], &countries, now);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].to_string(),
            "VAT class standard has no rate for US, and none for *; add a row to vat_rate"
        );
    }

    #[test]
    fn day_is_that_of_the_destination() {
        let night = at("2025-07-31T21:30:00Z");
        assert_eq!(["RO", "FR", "GB", "AE"].map(|country| day(country, night).day()), [1, 31, 31, 1]);
        let later = at("2025-07-31T22:30:00Z");
        assert_eq!(["RO", "FR", "GB", "PT"].map(|country| day(country, later).day()), [1, 1, 31, 31]);
        let winter = at("2025-12-31T22:30:00Z");
        assert_eq!(["FI", "DE", "IE"].map(|country| day(country, winter).day()), [1, 31, 31]);
    }
}
