//! An order with much that belongs to it takes as many queries as one with little, each by an index.

use std::collections::BTreeMap;

use super::detail::show;
use super::list::{list, write_terms};
use super::types::{ListArgs, ShowArgs};
use crate::domain::shipping::ShippingMethod;
use crate::fulfillment::{self, Receipt};
use crate::order::{self, Actor, Command};
use crate::testing::fixture::{self, at};
use crate::testing::{assert_indexed, statements};

#[test]
fn order_is_shown_in_a_fixed_number_of_queries() {
    let shop = fixture::shop();
    let (visitor, member) = (shop.visitor(), shop.owner());
    for sku in ["TOWEL", "MAT", "ROBE-S", "CANDLE", "LOTION"] {
        shop.add(&visitor, sku, 2);
    }
    let order = shop.order_by_token(&shop.place(&visitor, &shop.form(&visitor)).token);
    let args = || ShowArgs { number: order.number.clone() };
    let count = || statements(&shop.connection, |tx| show(tx, &member, args())).len();
    let command =
        Command { config: shop.config.clone(), actor: Actor::Staff(1), now: at(fixture::NOW), random: [9; 32] };
    shop.write(|tx| {
        let receipt = Receipt {
            amount: None,
            method: "bank_transfer",
            reference: "",
            value_date: "2026-11-21".parse().expect("a day"),
            again: false,
        };
        fulfillment::book_payment(tx, &command, &order, &receipt)
    });
    let paid = || shop.write(|tx| order::find(tx, order.id)).expect("an order");
    let ship = |position: i64| {
        let (order, lines) = (paid(), BTreeMap::from([(position, 1)]));
        shop.write(|tx| fulfillment::ship(tx, &command, &order, Some(&lines), ShippingMethod::DHL, "JD1"));
    };
    ship(0);
    let before = count();
    for position in 1..3 {
        ship(position);
        shop.write(|tx| order::add_note(tx, order.id, Actor::Staff(position), "a note", command.now));
    }
    assert_eq!(count(), before);
    assert!(before < 40, "{before}");
    assert_indexed(&shop.connection, |tx| show(tx, &member, args()));
    assert_indexed(&shop.connection, |tx| list(tx, &member, ListArgs { q: "jd1 towel".into(), ..ListArgs::default() }));
    assert_indexed(&shop.connection, |tx| write_terms(tx, &[order.id]));
}
