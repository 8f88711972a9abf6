//! What a reduced item costs, and by how many percent it is reduced.

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::money::{Amount, Percent};

/// How a price is reduced, in the currency of the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    By(Percent),
    ByAmount(Amount),
    /// To this price, as it is.
    To(Amount),
}

/// What reduced prices end in. They are rounded down to it, so that no item is reduced by less than what is announced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PriceEnding")]
pub enum Ending {
    /// Multiples of the currency's step
    #[default]
    Step,
    /// 12.00
    Whole,
    /// 12.90
    Ninety,
    /// 12.95
    NinetyFive,
}

impl Ending {
    pub const ALL: [Ending; 4] = [Self::Step, Self::Whole, Self::Ninety, Self::NinetyFive];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Whole => "whole",
            Self::Ninety => "ninety",
            Self::NinetyFive => "ninety_five",
        }
    }

    /// The highest amount with this ending that is not above `amount`. One that is too low for the ending stays.
    fn below(self, amount: Amount, step: Amount) -> Amount {
        let minor = amount.minor();
        let (step, offset) = match self {
            Self::Step => (step.minor().max(1), 0),
            Self::Whole => (100, 0),
            Self::Ninety => (100, 90),
            Self::NinetyFive => (100, 95),
        };
        let down = minor - (minor - offset).rem_euclid(step);
        if down > 0 { Amount::from_minor(down) } else { amount }
    }
}

/// The reduced price; none where it is not below `price`, or nothing would be left. `step`: of the currency.
pub fn reduced(price: Amount, cut: Cut, ending: Ending, step: Amount) -> Option<Amount> {
    let exact = match cut {
        Cut::By(percent) => {
            let rest = Decimal::from(price.minor()) * (Decimal::ONE - percent.factor());
            ending.below(Amount::from_minor(rest.floor().try_into().ok()?), step)
        }
        Cut::ByAmount(amount) => ending.below(Amount::from_minor(price.minor().checked_sub(amount.minor())?), step),
        Cut::To(amount) => amount,
    };
    Some(exact).filter(|reduced| *reduced > Amount::ZERO && *reduced < price)
}

/// By how many whole percent a price is below another, rounded down; none where it is not.
pub fn percent_below(price: Amount, before: Amount) -> Option<u8> {
    let less = before.minor() - price.minor();
    if less <= 0 || price < Amount::ZERO {
        return None;
    }
    u8::try_from(i128::from(less) * 100 / i128::from(before.minor())).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(minor: i64) -> Amount {
        Amount::from_minor(minor)
    }

    #[test]
    fn prices_are_rounded_down_to_their_ending() {
        let reduced = |price, ending| reduced(cents(price), Cut::By(Percent::whole(20)), ending, cents(50));
        assert_eq!(reduced(1800, Ending::Step), Some(cents(1400)), "14.40");
        assert_eq!(reduced(1800, Ending::Whole), Some(cents(1400)));
        assert_eq!(reduced(1800, Ending::Ninety), Some(cents(1390)));
        assert_eq!(reduced(1800, Ending::NinetyFive), Some(cents(1395)));
        assert_eq!(reduced(100, Ending::Ninety), Some(cents(80)), "too low for the ending");
    }

    #[test]
    fn nothing_is_reduced_to_nothing_or_to_more() {
        let step = cents(1);
        assert_eq!(reduced(cents(500), Cut::ByAmount(cents(500)), Ending::Step, step), None);
        assert_eq!(reduced(cents(500), Cut::ByAmount(cents(501)), Ending::Step, step), None);
        assert_eq!(reduced(cents(500), Cut::To(cents(500)), Ending::Step, step), None);
        assert_eq!(reduced(cents(500), Cut::To(cents(499)), Ending::Whole, step), Some(cents(499)));
        assert_eq!(reduced(cents(500), Cut::By(Percent::whole(100)), Ending::Step, step), None);
        assert_eq!((percent_below(cents(80), cents(100)), percent_below(cents(100), cents(100))), (Some(20), None));
        assert_eq!(percent_below(cents(1399), cents(2000)), Some(30), "30.05");
    }

    proptest! {
        #[test]
        fn reductions_keep_what_they_promise(
            price in 1i64..10_000_000, hundredths in 1u32..10_000, step in 1i64..500, which in 0usize..4,
        ) {
            let percent = Percent::from_hundredths(hundredths);
            let promised = Decimal::from(price) * (Decimal::ONE - percent.factor());
            if let Some(reduced) = reduced(cents(price), Cut::By(percent), Ending::ALL[which], cents(step)) {
                prop_assert!(reduced > Amount::ZERO && reduced < cents(price));
                prop_assert!(Decimal::from(reduced.minor()) <= promised);
            }
        }
    }
}
