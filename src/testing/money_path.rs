//! The path of money from the cart to the credit note, under the default configuration and under one in which no key that
//! money depends on has its default.

use std::collections::BTreeMap;

use toml::Table;

use super::changed_config::money_keys;
use super::fixture::{self, Shop, at, changed};
use crate::cart::{self, Destination};
use crate::checkout::types::PlaceArgs;
use crate::checkout::{self, Addition, EnteredItem};
use crate::config::{Config, DEFAULT};
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::ShippingMethod;
use crate::domain::working_days::in_shop_zone;
use crate::fulfillment::{self, Receipt, Return};
use crate::invoice::{self, InvoiceKind};
use crate::order::{Actor, Command};
use crate::payment::types::{IndexArgs, Instructions};
use crate::settlement::Booking;
use crate::{loyalty, order_view};

#[test]
fn changed_configuration_has_no_default_that_touches_money() {
    let changed = money_keys(&Table::try_from(changed()).expect("TOML"));
    let defaults = money_keys(&DEFAULT.parse::<Table>().expect("TOML"));
    assert!(defaults.len() > 30, "{}", defaults.len());
    for (path, default) in defaults {
        assert_ne!(changed.get(&path), Some(&default), "{path} has its default");
    }
}

/// What the walk comes to, in minor units.
struct Expected {
    total: i64,
    tax: i64,
    points_per_euro: i64,
    hold_until: &'static str,
}

/// A towel, a mat and two lotions: 151.10 of merchandise.
fn walk(config: Config, expected: &Expected) {
    for method in ["bank_transfer", "cheque", "card"] {
        walk_with(&fixture::shop_with(config.clone()), method, expected);
    }
}

fn walk_with(shop: &Shop, method: &str, expected: &Expected) {
    let visitor = shop.visitor();
    let config = shop.config.clone();
    let command = Command { config: config.clone(), actor: Actor::Operator, now: at(fixture::NOW), random: [9; 32] };
    for (sku, qty) in [("TOWEL", 1), ("MAT", 1), ("LOTION", 2)] {
        shop.add(&visitor, sku, qty);
    }
    let points = |euros: i64| euros * expected.points_per_euro;

    // Cart: what is shown.
    let contents = shop.write(|tx| cart::contents(tx, &visitor));
    let to = Destination {
        country: "GB",
        shipping_method: ShippingMethod::STANDARD,
        vouched_email: None,
        ships_along: false,
    };
    let priced = shop.write(|tx| cart::price(tx, &visitor, contents, to));
    assert_eq!((priced.totals.total.minor(), priced.totals.tax_amount.minor()), (expected.total, expected.tax));
    assert_eq!(priced.points, points(151));

    // Order: what is promised.
    let args =
        PlaceArgs { payment_method: method.into(), member_card: "1234567890123456".into(), ..shop.form(&visitor) };
    let placed = shop.place(&visitor, &args);
    let order = || shop.order_by_token(&placed.token);
    let order_id = order().id;
    shop.exec("UPDATE sales_order SET customer_id = 1");
    let of_customer = || shop.write(|tx| loyalty::points(tx, 1));
    assert_eq!((order().totals, order().points), (priced.totals, points(151)));
    assert_eq!(of_customer(), (0, points(151)));
    let shown = shop.write(|tx| order_view::index(tx, &visitor, IndexArgs { token: placed.token.clone() }));
    assert_eq!(shown.points, Some(points(151)));
    match placed.payment.instructions {
        Some(Instructions::BankTransfer { iban, account_holder, .. }) => {
            assert_eq!(iban.replace(' ', ""), config.payment.bank_transfer.iban);
            assert_eq!(account_holder, config.payment.bank_transfer.account_holder);
        }
        Some(Instructions::Cheque { payee, address, .. }) => {
            assert_eq!((payee, address), (config.payment.cheque.payee.clone(), config.payment.cheque.address.clone()));
        }
        _ => assert_eq!(method, "card"),
    }
    if method != "card" {
        assert_eq!(order().hold_until, Some(at(expected.hold_until)));
    }

    // Payment and invoice.
    let pending = order();
    let value_date = in_shop_zone(command.now).date();
    let receipt = Receipt { amount: None, method, reference: "REF 1", value_date, again: false };
    let booked = shop.write(|tx| fulfillment::book_payment(tx, &command, &pending, &receipt));
    assert!(matches!(booked, Booking::Paid), "{booked:?}");
    assert_eq!((order().status, order().hold_until), (OrderStatus::Processing, None));
    let documents = || shop.write(|tx| invoice::list_of_order(tx, order_id));
    let issued = &documents()[0].document;
    assert_eq!(issued.number, format!("{}-2026-000001", config.invoice.series));
    assert_eq!((issued.total.minor(), issued.tax.minor()), (expected.total, expected.tax));

    // Goods added by telephone: asked for, held and limited as any order.
    let items = [EnteredItem { sku: "LOTION".into(), qty: 1 }];
    let added = Addition { items: &items, ships_along: false };
    let alone = shop.newcomer();
    shop.add(&alone, "LOTION", 1);
    let contents = shop.write(|tx| cart::contents(tx, &alone));
    let priced = shop.write(|tx| cart::price(tx, &alone, contents, to));
    let paid = order();
    let second = shop.write(|tx| checkout::add_to(tx, &command, &alone.view, &paid, &added, None));
    assert_eq!((second.totals, second.points), (priced.totals, priced.points));
    assert_eq!(second.hold_until, Some(at(expected.hold_until)));
    shop.write(|tx| fulfillment::cancel(tx, &command, second.id, "no longer wanted"));

    // Goods and points.
    shop.write(|tx| fulfillment::ship(tx, &command, &paid, None, ShippingMethod::STANDARD, "T 1"));
    let shipped = order();
    let shipments = shop.write(|tx| order_view::shipments(tx, shipped.lang, &shipped));
    assert_eq!(shipments[0].tracking_url, None, "the standard carrier has no page");
    shop.write(|tx| fulfillment::complete(tx, &command, order_id, "delivered"));
    assert_eq!(of_customer(), (points(151), 0));

    // One lotion of 25.55 comes back, then all the rest.
    let returned = |back: &Return<'_>| {
        let order = order();
        shop.write(|tx| fulfillment::record_return(tx, &command, &order, back)).minor()
    };
    let lines = BTreeMap::from([(2, 1)]);
    let refunded = returned(&Return { lines: Some(&lines), restock: true, refund: None, reason: "return" });
    assert_eq!((refunded, of_customer()), (2_555, (points(125), 0)));
    let refunded = returned(&Return { restock: true, reason: "return", ..Return::default() });
    assert_eq!((refunded, of_customer()), (expected.total - 2_555, (0, 0)));
    assert_eq!(order().status, OrderStatus::Closed);
    let credits: Vec<_> = documents()
        .into_iter()
        .map(|issued| issued.document)
        .filter(|one| one.kind == InvoiceKind::CreditNote)
        .collect();
    let numbers: Vec<&str> = credits.iter().map(|credit| credit.number.as_str()).collect();
    let series = &config.invoice.credit_series;
    assert_eq!(numbers, [format!("{series}-2026-000001"), format!("{series}-2026-000002")]);
    assert_eq!(credits.iter().map(|credit| credit.total.minor()).sum::<i64>(), expected.total);
    assert_eq!(credits.iter().map(|credit| credit.tax.minor()).sum::<i64>(), expected.tax);
}

#[test]
fn money_agrees_from_cart_to_credit_note_by_default() {
    let config = Config::load(None, std::iter::empty()).expect("the defaults");
    // Free delivery from 150.00.
    let hold_until = "2026-11-27T22:59:59Z";
    walk(config, &Expected { total: 15_110, tax: 2_518, points_per_euro: 1, hold_until });
}

#[test]
fn money_agrees_from_cart_to_credit_note_without_any_default() {
    // Free delivery from 160.00, so 5.90 more; ten working days.
    let hold_until = "2026-12-04T22:59:59Z";
    walk(changed(), &Expected { total: 15_700, tax: 2_617, points_per_euro: 2, hold_until });
}
