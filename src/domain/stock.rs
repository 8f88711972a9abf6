//! Availability: stock classes of pages, quantities that may be ordered, stock of kits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::{self, Message};

/// At this stock or less, pages show 'Only {number} left.'
pub const LOW_STOCK: u32 = 5;
/// Maximum stock of an item, so that sums over variants and parts cannot overflow.
pub const MOST_IN_STOCK: u32 = 1_000_000;

/// Stock class: cached pages never hold the exact stock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Availability {
    InStock,
    /// 1 to [`LOW_STOCK`] pieces.
    LowStock,
    #[default]
    OutOfStock,
}

impl Availability {
    pub const fn of(stock: u32) -> Self {
        match stock {
            0 => Self::OutOfStock,
            1..=LOW_STOCK => Self::LowStock,
            _ => Self::InStock,
        }
    }
}

/// 'Only {number} left.' at low stock.
pub fn only_left(stock: u32) -> Option<Message> {
    (Availability::of(stock) == Availability::LowStock).then(|| message::ONLY_LEFT.with("number", stock))
}

/// Validates the quantity of a cart line (boutique.md §5).
///
/// `requested` is the quantity of the whole line, what is already in the cart included; `name` is the item's, for the
/// message. If both maximum and stock are exceeded, the lower is reported; if they are equal, the stock.
pub fn check_quantity(name: &str, requested: i64, stock: u32, max_per_order: Option<u32>) -> Result<u32, Message> {
    if requested < 1 {
        return Err(message::QTY_BELOW_ONE.into());
    }
    if stock == 0 {
        return Err(message::OUT_OF_STOCK.with("name", name));
    }
    let max = max_per_order.unwrap_or(u32::MAX);
    match u32::try_from(requested) {
        Ok(qty) if qty <= stock && qty <= max => Ok(qty),
        _ if max < stock => Err(message::QTY_MAXIMUM.into()),
        _ => Err(message::QTY_INSUFFICIENT.with("name", name)),
    }
}

/// Stock of a kit from quantity and stock of its parts: the minimum of `stock / qty`, rounded down; 0 without parts.
pub fn kit_stock(parts: impl IntoIterator<Item = (u32, u32)>) -> u32 {
    parts.into_iter().map(|(qty, stock)| stock.checked_div(qty).unwrap_or(stock)).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        requested: i64,
        stock: u32,
        max_qty: Option<u32>,
        /// Message id; absent for valid quantities.
        error: Option<String>,
        why: String,
    }

    #[test]
    fn shared_cases() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../tests/cases/quantity.json")).expect("readable cases");
        for case in cases {
            let checked = check_quantity("Towel", case.requested, case.stock, case.max_qty);
            assert_eq!(checked.as_ref().err().map(|message| message.id), case.error.as_deref(), "{}", case.why);
            if let Ok(qty) = checked {
                assert_eq!(i64::from(qty), case.requested, "{}", case.why);
            }
        }
    }

    #[test]
    fn insufficient_stock_names_the_item() {
        let refused = check_quantity("Lac bath towel", 11, 10, Some(20)).expect_err("only ten");
        assert_eq!(refused.rendered(), "We don't have as many Lac bath towel as you requested.");
    }

    #[test]
    fn availability_classes_and_notices_follow_quantity() {
        assert_eq!(Availability::of(0), Availability::OutOfStock);
        assert_eq!(Availability::of(5), Availability::LowStock);
        assert_eq!(Availability::of(6), Availability::InStock);
        assert_eq!(only_left(3).map(|message| message.rendered()).as_deref(), Some("Only 3 left."));
        assert_eq!(only_left(0), None);
        assert_eq!(only_left(6), None);
    }

    #[test]
    fn kits_without_a_part_have_no_stock() {
        assert_eq!(kit_stock([(2, 9), (1, 0)]), 0);
        assert_eq!(kit_stock([]), 0);
    }

    proptest! {
        #[test]
        fn accepted_quantities_are_in_stock(requested in any::<i64>(), stock in 0u32..1_000, max in prop::option::of(1u32..1_000)) {
            let most = i64::from(stock.min(max.unwrap_or(u32::MAX)));
            let accepted = check_quantity("x", requested, stock, max).ok().map(i64::from);
            prop_assert_eq!(accepted, (1..=most).contains(&requested).then_some(requested));
        }

        #[test]
        fn kit_stock_is_limited_by_its_parts(parts in prop::collection::vec((1u32..10, 0u32..200), 1..6)) {
            let kits = kit_stock(parts.iter().copied());
            prop_assert!(parts.iter().all(|(qty, stock)| qty * kits <= *stock));
            prop_assert!(parts.iter().any(|(qty, stock)| qty * (kits + 1) > *stock));
        }
    }
}
