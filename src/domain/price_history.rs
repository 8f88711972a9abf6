//! The price ledger of one SKU in one currency: the price in force and the 30-day low.
//!
//! Every price that was ever in force is a row with its interval, which gives the lowest price of the 30 days before a
//! reduction (Directive 98/6/EC art. 6a, C-330/23). Rows do not overlap; their order does not matter.

use jiff::{SignedDuration, Timestamp};

use super::money::Money;

/// 30 days before the reduction (Directive 98/6/EC art. 6a(2)).
pub const LOOKBACK: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A price and its half-open interval: `from` inclusive, `until` exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceRow {
    pub from: Timestamp,
    /// `None`: open-ended.
    pub until: Option<Timestamp>,
    pub price: Money,
    /// The regular price while the item is reduced.
    pub market_price: Option<Money>,
}

impl PriceRow {
    /// Whether the price is below the regular price.
    pub fn is_reduced(&self) -> bool {
        self.market_price.is_some_and(|market| market.minor > self.price.minor)
    }

    fn contains(&self, moment: Timestamp) -> bool {
        self.from <= moment && self.until.is_none_or(|until| moment < until)
    }
}

/// The row in force at a time.
pub fn in_force(rows: &[PriceRow], moment: Timestamp) -> Option<&PriceRow> {
    rows.iter().find(|row| row.contains(moment))
}

/// The lowest price of the 30 days before the reduction in force at `moment`; `None` if the item is not reduced or had
/// no price before.
///
/// A reduction begins with the last *lowering* in an unbroken run of reduced prices: a second cut is compared with the
/// first one's price, the strict reading of art. 6a for states that have not adopted its paragraph 5. Rows that repeat
/// or raise the price continue the reduction.
pub fn lowest_before_reduction(rows: &[PriceRow], moment: Timestamp) -> Option<Money> {
    let mut first = in_force(rows, moment).filter(|row| row.is_reduced())?;
    let predecessor = |row: &PriceRow| rows.iter().find(|earlier| earlier.until == Some(row.from));
    // Rows of zero length are never in force and would make this loop endless.
    while let Some(earlier) = predecessor(first).filter(|earlier| earlier.is_reduced() && earlier.from < first.from) {
        if first.price.minor < earlier.price.minor {
            break;
        }
        first = earlier;
    }
    let end = first.from;
    let begin = end.checked_sub(LOOKBACK).unwrap_or(Timestamp::MIN);
    rows.iter()
        .filter(|row| {
            row.from < end
                && row.until.is_none_or(|until| until > begin)
                && row.until.is_none_or(|until| until > row.from)
        })
        .map(|row| row.price)
        .min_by_key(|price| price.minor)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::money::Currency;
    use super::*;

    /// Days since an arbitrary epoch.
    fn day(days: i64) -> Timestamp {
        Timestamp::from_second(1_790_000_000 + days * 86_400).expect("in range")
    }

    fn eur(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn row(from: i64, until: Option<i64>, price: i64, market: Option<i64>) -> PriceRow {
        PriceRow { from: day(from), until: until.map(day), price: eur(price), market_price: market.map(eur) }
    }

    #[test]
    fn price_in_force_is_found() {
        let rows = [row(10, Some(20), 80, Some(100)), row(0, Some(10), 100, None), row(20, None, 100, None)];
        assert_eq!(in_force(&rows, day(9)).map(|row| row.price), Some(eur(100)));
        assert_eq!(in_force(&rows, day(10)).map(|row| row.price), Some(eur(80)));
        assert_eq!(in_force(&rows, day(20)).map(|row| row.price), Some(eur(100)));
        assert_eq!(in_force(&rows, day(-1)), None);
    }

    #[test]
    fn lowest_price_is_that_before_the_reduction() {
        let rows = [row(0, Some(50), 100, None), row(50, None, 80, Some(100))];
        assert_eq!(lowest_before_reduction(&rows, day(60)), Some(eur(100)));
        // The look-back ends where the reduction begins, however long ago.
        assert_eq!(lowest_before_reduction(&rows, day(400)), Some(eur(100)));
        assert_eq!(lowest_before_reduction(&rows, day(40)), None, "not reduced");
    }

    #[test]
    fn price_raised_shortly_before_is_not_the_lowest() {
        let rows = [row(0, Some(40), 80, None), row(40, Some(50), 120, None), row(50, None, 90, Some(120))];
        assert_eq!(lowest_before_reduction(&rows, day(55)), Some(eur(80)));
        let rows = [row(0, Some(19), 80, None), row(19, Some(50), 120, None), row(50, None, 90, Some(120))];
        assert_eq!(lowest_before_reduction(&rows, day(55)), Some(eur(120)), "80 ended 31 days before");
        let rows = [row(0, Some(20), 80, None), row(20, Some(50), 120, None), row(50, None, 90, Some(120))];
        assert_eq!(lowest_before_reduction(&rows, day(55)), Some(eur(120)), "80 ended exactly 30 days before");
    }

    #[test]
    fn second_price_cut_starts_a_new_reduction() {
        let rows = [row(0, Some(50), 100, None), row(50, Some(60), 80, Some(100)), row(60, None, 60, Some(100))];
        assert_eq!(lowest_before_reduction(&rows, day(55)), Some(eur(100)));
        assert_eq!(lowest_before_reduction(&rows, day(65)), Some(eur(80)));
    }

    #[test]
    fn unchanged_price_continues_the_reduction() {
        let rows = [row(0, Some(50), 100, None), row(50, Some(60), 80, Some(100)), row(60, None, 80, Some(100))];
        assert_eq!(lowest_before_reduction(&rows, day(65)), Some(eur(100)));
    }

    #[test]
    fn new_item_has_no_previous_price() {
        let rows = [row(0, None, 80, Some(100))];
        assert_eq!(lowest_before_reduction(&rows, day(5)), None);
    }

    proptest! {
        /// A ledger without gaps has one price in force, and only reduced prices have a lowest one.
        #[test]
        fn random_ledgers_are_consistent(
            steps in prop::collection::vec((1i64..40, 50i64..150, prop::option::of(100i64..150)), 1..12),
            probe in 0i64..400,
        ) {
            let mut rows = Vec::new();
            let mut at = 0;
            for (index, (length, price, market)) in steps.iter().enumerate() {
                let until = (index + 1 < steps.len()).then_some(at + length);
                rows.push(row(at, until, *price, *market));
                at += length;
            }
            let moment = day(probe);
            let current = *in_force(&rows, moment).expect("the ledger has no gap");
            prop_assert_eq!(rows.iter().filter(|row| row.contains(moment)).count(), 1);
            prop_assert!(current.is_reduced() || lowest_before_reduction(&rows, moment).is_none());
        }
    }
}
