//! Points of the loyalty programme: how many an order earns and when they are due.

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::money::{Money, MoneyError};
use super::order_status::OrderStatus;

/// The points for merchandise actually paid: `points_per_euro` for each whole euro of the subtotal less the discount, VAT
/// included, shipping left out (boutique.md §9, decisions.md §2).
///
/// `rate` is the order's, in units of its currency for one euro; 1 for orders in euros.
pub fn points(merchandise_paid: Money, rate: Decimal, points_per_euro: i64) -> Result<i64, MoneyError> {
    whole_euros(merchandise_paid, rate)?.checked_mul(points_per_euro).ok_or(MoneyError::Overflow)
}

/// The points that remain of an order's when only merchandise of this value is kept, at the points per euro that the order
/// was promised.
pub fn points_kept(points: i64, merchandise_paid: Money, kept: Money, rate: Decimal) -> Result<i64, MoneyError> {
    let points_per_euro = points.checked_div(whole_euros(merchandise_paid, rate)?).unwrap_or_default();
    self::points(kept, rate, points_per_euro)
}

fn whole_euros(amount: Money, rate: Decimal) -> Result<i64, MoneyError> {
    if rate <= Decimal::ZERO {
        return Err(MoneyError::BadRate);
    }
    amount
        .decimal()
        .max(Decimal::ZERO)
        .checked_div(rate)
        .and_then(|euros| euros.round_dp_with_strategy(0, RoundingStrategy::ToZero).to_i64())
        .ok_or(MoneyError::Overflow)
}

/// State of the points of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PointsState {
    /// The order is not complete yet.
    Pending,
    /// The order is complete.
    Due,
    /// The order was returned or canceled.
    Reversed,
}

impl PointsState {
    pub const fn of(status: OrderStatus) -> Self {
        match status {
            OrderStatus::Complete => Self::Due,
            OrderStatus::Closed | OrderStatus::Canceled => Self::Reversed,
            _ => Self::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use rust_decimal::dec;

    use super::super::money::Currency;
    use super::*;

    #[test]
    fn one_point_per_whole_euro() {
        let eur = |minor| points(Money::new(minor, Currency::Eur), Decimal::ONE, 1);
        assert_eq!(points(Money::new(8_499, Currency::Eur), Decimal::ONE, 3), Ok(252));
        assert_eq!(eur(8_400), Ok(84));
        assert_eq!(eur(8_499), Ok(84));
        assert_eq!(eur(99), Ok(0));
        assert_eq!(eur(-100), Ok(0));
    }

    #[test]
    fn points_use_the_exchange_rate_of_the_order() {
        let pln = |minor| points(Money::new(minor, Currency::Pln), dec!(4.25), 1);
        assert_eq!(pln(42_500), Ok(100));
        assert_eq!(pln(42_499), Ok(99));
        assert_eq!(points(Money::new(1, Currency::Pln), Decimal::ZERO, 1), Err(MoneyError::BadRate));
    }

    #[test]
    fn kept_points_follow_the_order_and_not_the_configuration() {
        let kept = |points, minor| {
            let eur = |minor| Money::new(minor, Currency::Eur);
            points_kept(points, eur(4_199), eur(minor), Decimal::ONE)
        };
        assert_eq!((kept(123, 4_199), kept(123, 4_000), kept(123, 0)), (Ok(123), Ok(120), Ok(0)));
        assert_eq!(kept(0, 4_199), Ok(0), "placed while the programme rested");
        let cents = Money::new(99, Currency::Eur);
        assert_eq!(points_kept(0, cents, cents, Decimal::ONE), Ok(0), "less than a euro");
    }

    #[test]
    fn points_are_due_when_complete_and_reversed_when_closed() {
        assert_eq!(PointsState::of(OrderStatus::Shipped), PointsState::Pending);
        assert_eq!(PointsState::of(OrderStatus::Complete), PointsState::Due);
        assert_eq!(PointsState::of(OrderStatus::Closed), PointsState::Reversed);
        assert_eq!(PointsState::of(OrderStatus::Canceled), PointsState::Reversed);
    }
}
