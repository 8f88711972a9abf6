//! The VAT rate of a class of goods in a country on a day.
//!
//! Prices contain VAT; it is extracted at the rate of the destination country (decisions.md §2). The table is data
//! (seed): dated rows of class × country. Without a row in force the rate is 0 %.

use jiff::civil::Date;

use super::money::Percent;

/// One row of the table of rates. `from` and `until` are days in the destination country, both inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxRate {
    /// ISO 3166-1 alpha-2, upper case.
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

/// The rate for a class in a country on a day; 0 % without a row. Of overlapping rows the latest start wins.
pub fn rate(rows: &[TaxRate], country: &str, vat_class: &str, on: Date) -> Percent {
    rows.iter()
        .filter(|row| row.country == country && row.vat_class == vat_class && row.is_in_force(on))
        .max_by_key(|row| row.from)
        .map_or(Percent::ZERO, |row| row.rate)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn row(country: &str, from: Date, until: Option<Date>, hundredths: u32) -> TaxRate {
        let rate = Percent::from_hundredths(hundredths);
        TaxRate { country: country.into(), vat_class: "standard".into(), from, until, rate }
    }

    #[test]
    fn rate_in_force_on_the_day_applies() {
        let rows = [
            row("CH", date(2018, 1, 1), Some(date(2023, 12, 31)), 770),
            row("CH", date(2024, 1, 1), None, 810),
            row("FR", date(2014, 1, 1), None, 2000),
        ];
        let swiss = |on| rate(&rows, "CH", "standard", on).hundredths();
        assert_eq!(swiss(date(2023, 12, 31)), 770);
        assert_eq!(swiss(date(2024, 1, 1)), 810);
        assert_eq!(swiss(date(2017, 12, 31)), 0);
        assert_eq!(rate(&rows, "FR", "standard", date(2026, 11, 21)), Percent::whole(20));
        assert_eq!(rate(&rows, "US", "standard", date(2026, 11, 21)), Percent::ZERO);
        assert_eq!(rate(&rows, "FR", "reduced", date(2026, 11, 21)), Percent::ZERO);
    }
}
