//! Points of the loyalty programme: how many an order earns and when they are due.

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::money::{Money, MoneyError};
use super::order_status::OrderStatus;

/// One point for each whole euro of merchandise actually paid: the subtotal less the discount, VAT included, shipping
/// left out (boutique.md §9, decisions.md §2).
///
/// `per_euro` is the order's rate, in units of its currency for one euro; 1 for orders in euros.
pub fn points(merchandise_paid: Money, per_euro: Decimal) -> Result<u32, MoneyError> {
    if per_euro <= Decimal::ZERO {
        return Err(MoneyError::BadRate);
    }
    merchandise_paid
        .decimal()
        .max(Decimal::ZERO)
        .checked_div(per_euro)
        .and_then(|euros| euros.round_dp_with_strategy(0, RoundingStrategy::ToZero).to_u32())
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
        let eur = |minor| points(Money::new(minor, Currency::Eur), Decimal::ONE);
        assert_eq!(eur(8_400), Ok(84));
        assert_eq!(eur(8_499), Ok(84));
        assert_eq!(eur(99), Ok(0));
        assert_eq!(eur(-100), Ok(0));
    }

    #[test]
    fn points_use_the_exchange_rate_of_the_order() {
        let pln = |minor| points(Money::new(minor, Currency::Pln), dec!(4.25));
        assert_eq!(pln(42_500), Ok(100));
        assert_eq!(pln(42_499), Ok(99));
        assert_eq!(points(Money::new(1, Currency::Pln), Decimal::ZERO), Err(MoneyError::BadRate));
    }

    #[test]
    fn points_are_due_when_complete_and_reversed_when_closed() {
        assert_eq!(PointsState::of(OrderStatus::Shipped), PointsState::Pending);
        assert_eq!(PointsState::of(OrderStatus::Complete), PointsState::Due);
        assert_eq!(PointsState::of(OrderStatus::Closed), PointsState::Reversed);
        assert_eq!(PointsState::of(OrderStatus::Canceled), PointsState::Reversed);
    }
}
