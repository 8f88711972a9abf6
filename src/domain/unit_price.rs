//! The price per litre or kilogram, shown beside the price of body care and fragrance.
//!
//! Directive 98/6/EC art. 3; per 1 l and 1 kg only, as Germany has required since 2022 (PAngV § 5).

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::money::{Amount, Money};

/// Content of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    /// In millilitres or grams; never zero.
    pub amount: u32,
    pub unit: ContentUnit,
}

/// The unit of a package's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContentUnit {
    Ml,
    G,
}

/// The unit that the price refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReferenceUnit {
    L,
    Kg,
}

/// A price for one litre or kilogram, in the currency of the item's price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitPrice {
    pub amount: Amount,
    pub unit: ReferenceUnit,
}

/// `round(price × 1000 / content)`; `None` for a content of zero and on overflow, so that one invalid price does not
/// fail a whole page.
pub fn unit_price(price: Money, content: Content) -> Option<UnitPrice> {
    if content.amount == 0 {
        return None;
    }
    let exact = price.decimal() * Decimal::ONE_THOUSAND / Decimal::from(content.amount);
    let amount = Money::rounded(exact, price.currency).ok()?.amount();
    let unit = match content.unit {
        ContentUnit::Ml => ReferenceUnit::L,
        ContentUnit::G => ReferenceUnit::Kg,
    };
    Some(UnitPrice { amount, unit })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::money::Currency;
    use super::*;

    #[test]
    fn unit_prices_are_per_litre_and_kilogram() {
        let of = |minor, amount, unit| unit_price(Money::new(minor, Currency::Eur), Content { amount, unit });
        let price = |minor, unit| Some(UnitPrice { amount: Amount::from_minor(minor), unit });
        assert_eq!(of(2_400, 250, ContentUnit::Ml), price(9_600, ReferenceUnit::L));
        assert_eq!(of(3_900, 190, ContentUnit::G), price(20_526, ReferenceUnit::Kg));
        assert_eq!(of(100, 300, ContentUnit::G), price(333, ReferenceUnit::Kg));
        assert_eq!(of(2_900, 1_000, ContentUnit::Ml), price(2_900, ReferenceUnit::L));
        assert_eq!(of(2_900, 0, ContentUnit::Ml), None);
    }

    #[test]
    fn reference_units_serialise_as_l_and_kg() {
        let litre = UnitPrice { amount: Amount::from_minor(9_600), unit: ReferenceUnit::L };
        assert_eq!(serde_json::to_string(&litre).expect("serialises"), r#"{"amount":"96.00","unit":"l"}"#);
    }

    proptest! {
        /// Exact unless it overflows; then `None`.
        #[test]
        fn unit_prices_are_exact_or_none(minor in 0..=i64::MAX, amount in 1..=u32::MAX) {
            let content = i128::from(amount);
            let rounded = (i128::from(minor) * 2_000 + content) / (2 * content);
            let expected = i64::try_from(rounded).ok().map(Amount::from_minor);
            let price = unit_price(Money::new(minor, Currency::Eur), Content { amount, unit: ContentUnit::Ml });
            prop_assert_eq!(price.map(|price| price.amount), expected);
        }
    }
}
