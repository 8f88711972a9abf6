//! Shipping: rates by zone and weight, free standard delivery, delivery dates.

use std::sync::Arc;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::money::{Money, MoneyError};
use super::working_days::Calendar;

/// How goods reach their customer: standard shipping and two express carriers (boutique.md §3), or collection at the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShippingMethod {
    Standard,
    Dhl,
    Ups,
    /// The customer collects the goods at the house; no carrier.
    Pickup,
}

impl ShippingMethod {
    pub const ALL: [ShippingMethod; 4] = [Self::Standard, Self::Dhl, Self::Ups, Self::Pickup];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Dhl => "dhl",
            Self::Ups => "ups",
            Self::Pickup => "pickup",
        }
    }

    /// Name for operators.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Standard => "standard delivery",
            Self::Dhl => "DHL Express",
            Self::Ups => "UPS Express",
            Self::Pickup => "collection at the house",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.code() == code)
    }
}

/// One row of the table of rates: a method's rate in a zone for parcels up to a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateBand {
    pub method: ShippingMethod,
    pub zone: Arc<str>,
    /// Heaviest order of this band, in grams, inclusive.
    pub up_to_g: u32,
    /// Rate including VAT, in the currency of the quote.
    pub amount: Money,
    /// Working days from order to delivery, packing included.
    pub min_days: u8,
    pub max_days: u8,
}

/// The rate and its discount; their difference is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippingCharge {
    pub amount: Money,
    pub discount: Money,
}

impl ShippingCharge {
    pub fn free(currency: super::money::Currency) -> Self {
        Self { amount: Money::zero(currency), discount: Money::zero(currency) }
    }
}

/// A method available for an order, with its charge and working days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    pub method: ShippingMethod,
    pub charge: ShippingCharge,
    pub min_days: u8,
    pub max_days: u8,
}

/// The methods available for an order of this weight in this zone, standard first.
///
/// The lightest band that holds `weight_g` applies; a method without one is not offered. Standard is free when
/// `subtotal` reaches `free_from`: the discount equals the rate (decisions.md §2). `subtotal` is `subtotal_incl_tax`,
/// before the employee discount. All amounts are in one currency.
pub fn quotes(
    bands: &[RateBand],
    zone: &str,
    weight_g: u32,
    subtotal: Money,
    free_from: Option<Money>,
) -> Result<Vec<Quote>, MoneyError> {
    let mut quotes = Vec::new();
    for method in ShippingMethod::ALL {
        let band = bands
            .iter()
            .filter(|band| band.method == method && *band.zone == *zone && weight_g <= band.up_to_g)
            .min_by_key(|band| band.up_to_g);
        let Some(band) = band else { continue };
        let is_free = match free_from {
            Some(free_from) if method == ShippingMethod::Standard => subtotal.minus(free_from)?.minor >= 0,
            _ => false,
        };
        let discount = if is_free { band.amount } else { Money::zero(band.amount.currency) };
        quotes.push(Quote {
            method,
            charge: ShippingCharge { amount: band.amount, discount },
            min_days: band.min_days,
            max_days: band.max_days,
        });
    }
    Ok(quotes)
}

/// The charge of an order of which pieces were taken out: that of `quote` for what is left, where there is one. It neither
/// rises above the rate that the order was placed at, nor makes up for more than was taken out: an order gets no dearer by that.
///
/// `goods_before`, `goods_now`: what is paid for the goods.
pub fn lowered(
    before: ShippingCharge,
    quote: Option<ShippingCharge>,
    goods_before: Money,
    goods_now: Money,
) -> Result<ShippingCharge, MoneyError> {
    let Some(quote) = quote else { return Ok(before) };
    let amount = quote.amount.least(before.amount)?;
    let is_free = quote.discount.minor >= quote.amount.minor;
    let most = before.amount.minus(before.discount)?.plus(goods_before.minus(goods_now)?)?;
    let paid = if is_free { Money::zero(amount.currency) } else { amount.least(most)? };
    Ok(ShippingCharge { amount, discount: amount.minus(paid)? })
}

/// First and last day of delivery for an order placed on `ordered_on`.
pub fn delivery_dates(ordered_on: Date, min_days: u8, max_days: u8, calendar: &Calendar) -> (Date, Date) {
    let first = calendar.add(ordered_on, u32::from(min_days));
    let last = calendar.add(ordered_on, u32::from(max_days.max(min_days)));
    (first, last)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::super::money::Currency;
    use super::*;

    fn eur(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn bands() -> Vec<RateBand> {
        let band = |method, zone: &str, up_to_g, minor| RateBand {
            method,
            zone: zone.into(),
            up_to_g,
            amount: eur(minor),
            min_days: 2,
            max_days: 4,
        };
        vec![
            band(ShippingMethod::Standard, "fr", 30_000, 1_490),
            band(ShippingMethod::Standard, "fr", 2_000, 690),
            band(ShippingMethod::Dhl, "fr", 30_000, 2_490),
            band(ShippingMethod::Standard, "ch", 2_000, 1_290),
        ]
    }

    #[test]
    fn quotes_use_the_smallest_band_that_holds_the_weight() {
        let amounts = |zone, weight| -> Vec<(ShippingMethod, i64)> {
            quotes(&bands(), zone, weight, eur(5_000), None)
                .expect("one currency")
                .iter()
                .map(|quote| (quote.method, quote.charge.amount.minor))
                .collect()
        };
        assert_eq!(amounts("fr", 2_000), [(ShippingMethod::Standard, 690), (ShippingMethod::Dhl, 2_490)]);
        assert_eq!(amounts("fr", 2_001), [(ShippingMethod::Standard, 1_490), (ShippingMethod::Dhl, 2_490)]);
        assert_eq!(amounts("ch", 2_001), []);
        assert_eq!(amounts("us", 1), []);
    }

    #[test]
    fn standard_shipping_is_free_from_the_threshold() {
        let at = |subtotal| quotes(&bands(), "fr", 1_000, eur(subtotal), Some(eur(15_000))).expect("one currency");
        let free = at(15_000);
        assert_eq!(free[0].charge, ShippingCharge { amount: eur(690), discount: eur(690) });
        assert_eq!(free[1].charge, ShippingCharge { amount: eur(2_490), discount: eur(0) });
        assert_eq!(at(14_999)[0].charge.discount, eur(0));
    }

    #[test]
    fn delivery_dates_are_working_days() {
        let calendar = Calendar::target2();
        // Thursday 24 December: the 25th and 26th are closing days, the 27th is a Sunday.
        assert_eq!(delivery_dates(date(2026, 12, 24), 1, 3, &calendar), (date(2026, 12, 28), date(2026, 12, 30)));
    }

    proptest! {
        #[test]
        fn heavier_carts_never_have_more_methods(light in 0u32..40_000, more in 0u32..40_000) {
            let count = |weight| quotes(&bands(), "fr", weight, eur(0), None).expect("one currency").len();
            prop_assert!(count(light + more) <= count(light));
        }
    }

    proptest! {
        /// An order of which pieces are taken out costs no more than before, and shipping no more than its rate.
        #[test]
        fn order_gets_no_dearer_when_pieces_are_taken_out(
            rate in 0i64..5_000, waived in 0i64..5_000, quoted in 0i64..5_000, is_free in any::<bool>(),
            before in 0i64..50_000, removed in 0i64..50_000,
        ) {
            let charge = |amount, discount| ShippingCharge { amount: eur(amount), discount: eur(discount) };
            let (old, goods) = (charge(rate, waived.min(rate)), before.max(removed));
            let quote = charge(quoted, if is_free { quoted } else { 0 });
            let new = lowered(old, Some(quote), eur(goods), eur(goods - removed)).expect("one currency");
            let paid = |charge: ShippingCharge| charge.amount.minor - charge.discount.minor;
            prop_assert!(0 <= paid(new) && new.amount.minor <= rate && new.discount.minor >= 0);
            prop_assert!(goods - removed + paid(new) <= goods + paid(old));
            prop_assert!(!is_free || paid(new) == 0);
            prop_assert_eq!(lowered(old, None, eur(goods), eur(goods - removed)), Ok(old));
        }
    }
}
