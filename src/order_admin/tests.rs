//! An order with much that belongs to it takes as many queries as one with little, each by an index.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;

use super::detail::show;
use super::list::{list, write_terms};
use super::types::{ListArgs, ShowArgs};
use crate::call::{Client, SignedIn, StaffMember};
use crate::domain::permission::Permission;
use crate::fulfillment::{self, Receipt};
use crate::order::{self, Actor, Command};
use crate::testing::fixture::{self, Shop, at};
use crate::testing::{assert_indexed, statements};

/// An owner of the house.
fn member(shop: &Shop) -> StaffMember {
    let who = SignedIn {
        session_id: 1,
        staff_id: 1,
        name: "Ada King".into(),
        email: "ada@example.com".into(),
        lang: "en".into(),
        role_id: 1,
        role_name: "owner".into(),
        permissions: Permission::ALL.into_iter().collect(),
        seen_at: 0,
        expires_at: 0,
        proof_until_at: None,
        is_shared: false,
        is_locked: false,
    };
    let client = Client {
        view: shop.visitor().view,
        signed_in: Some(who.clone()),
        network: Ipv4Addr::LOCALHOST.into(),
        network_hash: String::new(),
        browser: String::new(),
        random: [5; 32],
    };
    StaffMember { client, who }
}

#[test]
fn order_is_shown_in_a_fixed_number_of_queries() {
    let shop = fixture::shop();
    let (visitor, member) = (shop.visitor(), member(&shop));
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
        shop.write(|tx| fulfillment::ship(tx, &command, &order, Some(&lines), "dhl", "JD1"));
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
