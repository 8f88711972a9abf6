//! The calls of the checkout against a shop in memory.

use std::sync::Arc;

use proptest::sample::Index;

use super::calls::{index, place, region};
use super::store;
use super::types::{Checkout, IndexArgs, PlaceArgs, RegionalSite};
use crate::call::{NoArgs, View, Visitor};
use crate::cart;
use crate::checkout::types::Address;
use crate::config::Config;
use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::promotion::TagStatus;
use crate::domain::store_view::Lang;
use crate::error::{Error, Refusal, Result, refuse};
use crate::message;
use crate::order::{self, addresses, history, lines};
use crate::payment::types::Instructions;
use crate::testing::fixture::{self, BED, MAT, Shop, TOWEL, at};
use crate::{outbox, testing, vals};

const KEY: &str = "11111111-2222-4333-8444-555555555555";

fn shop_with(items: &[(&str, i64)]) -> (Shop, Visitor) {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    for (sku, qty) in items {
        shop.add(&visitor, sku, *qty);
    }
    (shop, visitor)
}

fn refused(shop: &Shop, visitor: &Visitor, args: &PlaceArgs) -> Refusal {
    shop.refusal(|tx| place(tx, visitor, args.clone()))
}

fn checkout_for(shop: &Shop, visitor: &Visitor, country: &str) -> Checkout {
    shop.write(|tx| index(tx, visitor, IndexArgs { country: country.into(), ..IndexArgs::default() }))
}

fn cart_qty(shop: &Shop, visitor: &Visitor) -> usize {
    shop.write(|tx| cart::contents(tx, visitor)).len()
}

fn with_config(visitor: &mut Visitor, change: impl FnOnce(&mut Config)) {
    change(Arc::make_mut(&mut visitor.view.config));
}

fn with_swiss_site(visitor: &mut Visitor) {
    let sites = [("CH".to_owned(), "https://ch.shop.example/de".to_owned())].into();
    with_config(visitor, |config| config.region.sites = sites);
}

// ── checkout/index and checkout/region ──────────────────────────────────────────────────────────────────────────

#[test]
fn checkout_answers_carriers_dates_and_payment_methods() {
    let (shop, visitor) = shop_with(&[("TOWEL", 2)]);
    let checkout = checkout_for(&shop, &visitor, "");
    assert_eq!((checkout.country.as_str(), checkout.shipping_method.as_str()), ("GB", "standard"));
    let offers: Vec<_> = checkout
        .shipping_methods
        .iter()
        .map(|offer| (offer.code.as_str(), offer.name.as_str(), offer.note.as_str(), offer.amount.minor()))
        .collect();
    assert_eq!(offers, [("standard", "Standard delivery", "To your door", 590), ("dhl", "DHL Express", "", 1_490)]);
    // Ordered on a Saturday: the first working day is Monday, 23 November.
    let first = &checkout.shipping_methods[0];
    assert_eq!((first.delivery_from.as_str(), first.delivery_to.as_str()), ("2026-11-24", "2026-11-26"));
    let methods: Vec<_> =
        checkout.payment_methods.iter().map(|method| (method.code.code(), method.name.as_str())).collect();
    assert_eq!(methods, [("card", "Credit card"), ("bank_transfer", "Bank transfer"), ("cheque", "Cheque")]);
    assert!(!checkout.bed_terms_required && checkout.not_shipping.is_empty() && checkout.regional_sites.is_empty());
    assert_eq!(checkout.points, 80);
    assert_eq!(checkout.totals.total.minor(), 8_590);
}

#[test]
fn checkout_depends_on_the_destination() {
    let (shop, mut visitor) = shop_with(&[("TOWEL", 1), ("BED", 1)]);
    with_swiss_site(&mut visitor);
    let home = checkout_for(&shop, &visitor, "fr");
    assert!(home.bed_terms_required && home.not_shipping.is_empty());
    assert_eq!(home.shipping_methods.len(), 1, "a bed is too heavy for the express carrier");
    let away = checkout_for(&shop, &visitor, " ch ");
    assert_eq!(away.country, "CH");
    let not_shipping: Vec<_> = away.not_shipping.iter().map(|item| (item.item_id, item.sku.as_str())).collect();
    assert_eq!(not_shipping, [(BED, "BED")]);
    assert_eq!(
        away.regional_sites,
        [RegionalSite { name: "Switzerland".into(), url: "https://ch.shop.example/de".into() }]
    );
    let nowhere = checkout_for(&shop, &visitor, "PN");
    assert_eq!((nowhere.shipping_method.as_str(), nowhere.shipping_methods.len()), ("", 0));
}

#[test]
fn checkout_refuses_unknown_values() {
    let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
    let of = |args: IndexArgs| shop.refusal(|tx| index(tx, &visitor, args));
    let refusal = of(IndexArgs { country: "ZZ".into(), ..IndexArgs::default() });
    assert_eq!(refusal.fields["country"], message::COUNTRY_UNKNOWN);
    let refusal = of(IndexArgs { shipping_method: "pigeon".into(), ..IndexArgs::default() });
    assert_eq!(refusal.fields["shipping_method"], message::SHIPPING_METHOD_UNAVAILABLE);
    let refusal = of(IndexArgs { member_card: "12345".into(), ..IndexArgs::default() });
    assert_eq!(refusal.message.rendered(), "Please enter a valid ALL Member Card Number.");
    assert!(refusal.fields.contains_key("member_card"));
    // An unavailable carrier is no error: the answer names the one used instead.
    let args = IndexArgs { country: "CH".into(), shipping_method: "dhl".into(), ..IndexArgs::default() };
    assert_eq!(shop.write(|tx| index(tx, &visitor, args)).shipping_method, "standard");
}

#[test]
fn empty_cart_has_an_empty_checkout() {
    let (shop, visitor) = shop_with(&[]);
    let checkout = checkout_for(&shop, &visitor, "");
    assert!(checkout.items.is_empty());
    assert_eq!(checkout.totals.total, Amount::ZERO);
}

#[test]
fn countries_are_sorted_by_name() {
    let (shop, visitor) = shop_with(&[]);
    let names = |lang: Lang| -> Vec<String> {
        let view = View { store: visitor.view.stores.of(lang), ..visitor.view.clone() };
        shop.write(|tx| region(tx, &view, NoArgs {})).into_iter().map(|country| country.name).collect()
    };
    assert_eq!(names(Lang::En)[..3], ["France", "Germany", "Pitcairn"]);
    assert_eq!(names(Lang::Fr)[..2], ["Allemagne", "France"]);
}

// ── checkout/place ──────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn placed_order_is_stored_completely() {
    let (shop, mut visitor) = shop_with(&[("ROBE-S", 1), ("SET", 1), ("CANDLE", 1)]);
    visitor.promo_tag = Some("valmere-team".into());
    let mut args = shop.form(&visitor);
    args.member_card = "1234 5678 9012 3456".into();
    args.create_account = true;
    args.billing_address = Some(Address {
        first_name: "Ben".into(),
        country: "FR".into(),
        postcode: "74000".into(),
        city: "Annecy".into(),
        ..args.shipping_address.clone()
    });
    let placed = shop.place(&visitor, &args);
    assert_eq!(placed.order_number, "2026-000001");
    assert_eq!(placed.status, OrderStatus::PendingBankTransfer);
    assert_eq!(placed.payment.method, PaymentMethod::BankTransfer);
    assert_eq!(placed.payment.redirect_url, None);
    assert_eq!(Some(placed.totals.total), args.expected_total);
    // 330.00: 30 % off robe and kit, 10.00 off the reduced candle; free shipping.
    assert_eq!(placed.totals.discount_amount.minor(), 3_600 + 3_900 + 1_000);
    assert_eq!(placed.totals.total.minor(), 33_000 - 8_500);
    let Some(Instructions::BankTransfer { reference, amount, .. }) = &placed.payment.instructions else {
        panic!("bank details")
    };
    assert_eq!((reference, *amount), (&placed.order_number, placed.totals.total));

    let order = shop.order_by_token(&placed.token);
    assert_eq!(order.totals, placed.totals);
    assert_eq!((order.points, order.member_card.as_deref()), (245, Some("1234567890123456")));
    assert_eq!((order.delivery.from.as_str(), order.delivery.to.as_str()), ("2026-11-24", "2026-11-26"));
    assert_eq!(order.hold_until, Some(at("2026-11-27T22:59:59Z")));
    let lines = shop.write(|tx| lines(tx, order.id));
    let kept: Vec<_> = lines.iter().map(|line| (line.sku.as_str(), line.qty, line.discount_amount.minor())).collect();
    assert_eq!(kept, [("ROBE-S", 1, 3_600), ("SET", 1, 3_900), ("CANDLE", 1, 1_000)]);
    assert_eq!((lines[0].options[0].label.as_str(), lines[0].vat_rate), ("Small", Percent::whole(20)));
    assert_eq!(lines[2].market_price, Some(Amount::from_minor(10_000)));
    let (shipping, billing) = shop.write(|tx| addresses(tx, order.id));
    assert_eq!(
        (shipping.city.as_str(), billing.city.as_str(), billing.first_name.as_str()),
        ("London", "Annecy", "Ben")
    );
    let history = shop.write(|tx| history(tx, order.id));
    assert_eq!((history.len(), history[0].actor.as_str()), (1, "customer"));
    let row: (String, i64, String, bool, bool) = shop.write(|tx| {
        tx.one("SELECT promo_tag, promo_percentage, rate, wants_account, wants_newsletter FROM sales_order", vals![])
    });
    assert_eq!(row, ("VALMERE-TEAM".into(), 30, "1".into(), true, false));

    // The kit takes two towels and a mat.
    assert_eq!((shop.stock(TOWEL), shop.stock(MAT), shop.stock(fixture::ROBE_S)), (8, 49, 4));
    assert_eq!(cart_qty(&shop, &visitor), 0);
}

#[test]
fn order_mail_data_is_complete() {
    let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
    visitor.view.store = visitor.view.stores.of(Lang::Fr);
    let placed = shop.place(&visitor, &shop.form(&visitor));
    let mails = shop.write(|tx| outbox::list_due(tx, at(fixture::NOW), 10));
    assert_eq!(mails.len(), 1);
    let mail = shop.write(|tx| outbox::find_due(tx, mails[0])).expect("due");
    assert_eq!(
        (mail.template.as_str(), mail.lang, mail.recipient.as_str()),
        ("order_received", Lang::Fr, "ada@example.com")
    );
    let data: serde_json::Value = serde_json::from_str(&mail.data).expect("JSON");
    // The path only: the public URL is added when the mail is rendered.
    assert_eq!(data["url"], format!("/fr/ordersuccess?token={}", placed.token));
    let order = &data["order"];
    assert_eq!(order["order_number"], placed.order_number);
    assert_eq!(order["totals"]["total"], "45.90");
    assert_eq!(order["items"][0]["name"], "Lac towel (fr)");
    assert_eq!(order["instructions"]["kind"], "bank_transfer");
    assert_eq!(order["shipping_lines"][3], "SW1Y 4LB");
    assert_eq!(order["status_label"], "Virement en attente");
}

#[test]
fn a_repeated_order_is_answered_without_building_its_page() {
    let (shop, visitor) = shop_with(&[("TOWEL", 2)]);
    let args = PlaceArgs { idempotency_key: KEY.into(), ..shop.form(&visitor) };
    let first = shop.place(&visitor, &args);
    let read = testing::statements(&shop.connection, |tx| place(tx, &visitor, args.clone()));
    for table in ["order_address", "order_item", "shipment", "invoice"] {
        assert!(!read.iter().any(|sql| sql.contains(table)), "{table}: {read:#?}");
    }
    let again = shop.place(&visitor, &args);
    assert_eq!((again.token, again.payment, again.totals), (first.token, first.payment, first.totals));
}

#[test]
fn idempotency_key_places_one_order() {
    let (shop, visitor) = shop_with(&[("TOWEL", 2)]);
    let args = PlaceArgs { idempotency_key: KEY.into(), ..shop.form(&visitor) };
    let first = shop.place(&visitor, &args);
    let mut later = visitor.clone();
    // A retry of the same request with other random bytes and time.
    (later.random, later.view.now) = ([9; 32], at("2026-11-21T10:01:00Z"));
    let again = shop.place(&later, &PlaceArgs { idempotency_key: format!(" {} ", KEY.to_uppercase()), ..args.clone() });
    assert_eq!((&again.order_number, &again.token), (&first.order_number, &first.token));
    assert_eq!((shop.count("sales_order"), shop.count("mail"), shop.stock(TOWEL)), (1, 1, 8));
    // Keys are case-insensitive.
    let stored: Vec<String> = shop.write(|tx| tx.all("SELECT salt FROM idempotency", vals![]));
    assert!(first.token != stored[0], "the token is not stored");

    shop.add(&visitor, "TOWEL", 1);
    let other = PlaceArgs { idempotency_key: KEY.into(), ..shop.form(&visitor) };
    assert_eq!(refused(&shop, &visitor, &other).message, message::IDEMPOTENCY_KEY_REUSED);
    assert_eq!(cart_qty(&shop, &visitor), 1);
    // Keys are per session.
    let ben = shop.newcomer();
    shop.add(&ben, "TOWEL", 1);
    let placed = shop.place(&ben, &PlaceArgs { idempotency_key: KEY.into(), ..shop.form(&ben) });
    assert_ne!(placed.order_number, first.order_number);
    assert_ne!(placed.token, first.token);
}

#[test]
fn expired_keys_are_deleted() {
    let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
    shop.place(&visitor, &shop.form(&visitor));
    let delete = |before: &str| shop.write(|tx| store::delete_old_keys(tx, at(before), 10));
    assert_eq!(delete(fixture::NOW), 0);
    assert_eq!(delete("2026-11-21T10:00:01Z"), 1);
}

#[test]
fn idempotency_key_must_be_a_uuid() {
    let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
    for key in [
        "",
        "1",
        "11111111-2222-4333-8444-55555555555",
        "11111111-2222-4333-8444-55555555555g",
        "{1111111-2222-4333-8444-555555555555",
        "{11111111-2222-4333-8444-555555555555}",
        "11111111222243338444555555555555",
        "urn:uuid:11111111-2222-4333-8444-555555555555",
    ] {
        let args = PlaceArgs { idempotency_key: key.into(), ..shop.form(&visitor) };
        assert_eq!(refused(&shop, &visitor, &args).message, message::IDEMPOTENCY_KEY_BAD, "{key}");
    }
}

#[test]
fn empty_cart_cannot_be_ordered() {
    let (shop, visitor) = shop_with(&[]);
    assert_eq!(refused(&shop, &visitor, &shop.form(&visitor)).message, message::CART_EMPTY);
}

#[test]
fn beds_require_their_terms() {
    let (shop, visitor) = shop_with(&[("BED", 1)]);
    let args = PlaceArgs { bed_terms: false, ..shop.form(&visitor) };
    assert_eq!(refused(&shop, &visitor, &args).fields["bed_terms"], message::BED_TERMS_REQUIRED);
    shop.place(&visitor, &PlaceArgs { bed_terms: true, ..args });
}

#[test]
fn unshippable_items_are_named_with_regional_sites() {
    let (shop, mut visitor) = shop_with(&[("TOWEL", 1), ("BED", 1)]);
    with_swiss_site(&mut visitor);
    let to = |country: &str, postcode: &str| {
        let mut args = shop.form(&visitor);
        (args.shipping_address.country, args.shipping_address.postcode) = (country.into(), postcode.into());
        args
    };
    let refusal = refused(&shop, &visitor, &to("CH", "1201"));
    assert_eq!(
        refusal.message.rendered(),
        "We cannot ship Lac bed to Switzerland. One of our other regional sites may deliver there: Switzerland (https://ch.shop.example/de)."
    );
    assert!(refusal.fields.contains_key("shipping_address.country"));
    shop.write(|tx| cart::empty(tx, &visitor));
    shop.add(&visitor, "TOWEL", 1);
    let nowhere = refused(&shop, &visitor, &to("PN", "")).message;
    assert_eq!(nowhere, message::COUNTRY_NOT_SERVED_BUT_SITES);
    assert!(nowhere.rendered().ends_with("there: Switzerland (https://ch.shop.example/de)."), "{}", nowhere.rendered());
    let args = PlaceArgs { shipping_method: "dhl".into(), ..to("CH", "1201") };
    assert_eq!(refused(&shop, &visitor, &args).fields["shipping_method"], message::SHIPPING_METHOD_UNAVAILABLE);
}

#[test]
fn a_house_without_other_sites_speaks_of_none() {
    let (shop, visitor) = shop_with(&[("TOWEL", 1), ("BED", 1)]);
    let to = |country: &str, postcode: &str| {
        let mut args = shop.form(&visitor);
        (args.shipping_address.country, args.shipping_address.postcode) = (country.into(), postcode.into());
        refused(&shop, &visitor, &args).message
    };
    assert_eq!(to("CH", "1201").rendered(), "We cannot ship Lac bed to Switzerland.");
    shop.write(|tx| cart::empty(tx, &visitor));
    shop.add(&visitor, "TOWEL", 1);
    assert_eq!(to("PN", "").rendered(), "We do not ship to Pitcairn.");
}

#[test]
fn expected_total_and_currency_must_match() {
    let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
    let args = shop.form(&visitor);
    shop.exec("UPDATE price SET amount = 4200 WHERE product_id = 1 AND currency = 'EUR'");
    let refusal = refused(&shop, &visitor, &args);
    assert_eq!(refusal.message, message::TOTAL_CHANGED);
    let param = |name| refusal.message.params[name].as_str();
    assert_eq!([param("expected"), param("total"), param("currency")], ["45.90", "47.90", "EUR"]);
    assert_eq!((shop.count("sales_order"), shop.stock(TOWEL), cart_qty(&shop, &visitor)), (0, 10, 1));
    shop.place(&visitor, &PlaceArgs { expected_total: Some(Amount::from_minor(4_790)), ..args });

    // The currency must match too.
    let mut visitor = shop.newcomer();
    shop.add(&visitor, "TOWEL", 1);
    let args = shop.form(&visitor);
    visitor.view.currency = Currency::Chf;
    assert_eq!(refused(&shop, &visitor, &args).message, message::TOTAL_CHANGED);
}

#[test]
fn expected_total_is_required() {
    let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
    let args = PlaceArgs { expected_total: None, ..shop.form(&visitor) };
    assert_eq!(refused(&shop, &visitor, &args).message, message::EXPECTED_TOTAL_BAD);
    assert!(serde_json::from_str::<PlaceArgs>(r#"{ "expected_total": 45.9 }"#).is_err());
}

#[test]
fn equal_amount_in_another_currency_is_another_total() {
    let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
    let args = PlaceArgs { expected_currency: Some(Currency::Chf), ..shop.form(&visitor) };
    let refusal = refused(&shop, &visitor, &args);
    assert_eq!(refusal.message.id, message::TOTAL_CHANGED.id);
    assert_eq!(refusal.message.params["expected"], "45.90 CHF");
    shop.place(&visitor, &PlaceArgs { expected_currency: None, ..args });
}

#[test]
fn typed_email_does_not_apply_a_domain_tag() {
    let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
    visitor.promo_tag = Some("STAFF".into());
    let checkout = checkout_for(&shop, &visitor, "");
    assert_eq!(checkout.promo.expect("a tag").status, TagStatus::NotAllowed);
    assert_eq!(checkout.totals.total.minor(), 4_000 + 590);
    let own = PlaceArgs { email: "ada@valmere.example".into(), ..shop.form(&visitor) };
    let reduced = PlaceArgs { expected_total: Some(Amount::from_minor(4_000 - 1_200 + 590)), ..own.clone() };
    let refusal = refused(&shop, &visitor, &reduced);
    assert_eq!(refusal.message, message::TOTAL_CHANGED);
    assert_eq!(refusal.fields["promo_tag"], message::PROMO_NOT_ALLOWED);
    assert_eq!(shop.place(&visitor, &own).totals.discount_amount.minor(), 0);
}

#[test]
fn tag_expired_before_the_order_is_not_applied() {
    let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
    visitor.promo_tag = Some("VALMERE-TEAM".into());
    let args = shop.form(&visitor);
    let end = at(fixture::NOW).as_millisecond();
    shop.exec(&format!("UPDATE promo_tag SET valid_to = {end} WHERE tag = 'VALMERE-TEAM'"));
    let refusal = refused(&shop, &visitor, &args);
    assert_eq!(refusal.fields["promo_tag"], message::PROMO_EXPIRED);
    // At the regular price the order is placed without the tag.
    shop.place(&visitor, &PlaceArgs { expected_total: Some(Amount::from_minor(4_590)), ..args });
    let tag: Option<String> = shop.write(|tx| tx.one("SELECT promo_tag FROM sales_order", vals![]));
    assert_eq!(tag, None);
}

#[test]
fn last_piece_goes_to_one_of_two_orders() {
    let (shop, ada) = shop_with(&[("TOWEL", 10)]);
    let ben = shop.newcomer();
    shop.add(&ben, "SET", 1);
    let (of_ada, of_ben) = (shop.form(&ada), shop.form(&ben));
    shop.place(&ada, &of_ada);
    assert_eq!(shop.stock(TOWEL), 0);
    let refusal = refused(&shop, &ben, &of_ben);
    assert_eq!(refusal.message, message::STOCK_CHANGED);
    assert_eq!(refusal.message.params["name"], "Lac set");
    assert_eq!((shop.count("sales_order"), cart_qty(&shop, &ben)), (1, 1));
    let notice = checkout_for(&shop, &ben, "").items[0].notice.clone();
    assert_eq!(notice.expect("a notice"), message::KIT_PARTS_OUT);
}

#[test]
fn missing_items_are_named() {
    let (shop, visitor) = shop_with(&[("MAT", 4), ("LOTION", 1)]);
    let args = shop.form(&visitor);
    shop.exec("UPDATE product SET max_qty = 2 WHERE sku = 'MAT'");
    let refusal = refused(&shop, &visitor, &args);
    assert_eq!(refusal.message.rendered(), "You have reached the maximum order quantity for this item.");
    assert_eq!(refusal.message.params["name"], "Lac mat");
    shop.exec("UPDATE product SET max_qty = 4, enabled = 0 WHERE sku = 'MAT'");
    let refusal = refused(&shop, &visitor, &args);
    assert_eq!(refusal.message, message::ITEM_WITHDRAWN);
    assert_eq!(refusal.message.params["name"], "Lac mat");
}

#[test]
fn orders_beyond_the_session_limit_wait_and_hold_nothing() {
    let (shop, visitor) = shop_with(&[]);
    for key in 1..=3 {
        shop.order(&visitor, key);
    }
    let attempt = |visitor: &Visitor, email: &str| {
        shop.add(visitor, "TOWEL", 1);
        let args = PlaceArgs { email: email.into(), idempotency_key: KEY.into(), ..shop.form(visitor) };
        shop.place(visitor, &args)
    };
    let stock = shop.stock(fixture::TOWEL);
    let other = shop.newcomer();
    let held = attempt(&other, "ADA@EXAMPLE.COM");
    assert!(!held.payment.awaiting_confirmation, "an address that is not proved counts for nobody");
    let waiting = attempt(&visitor, "another@example.com");
    assert!(waiting.payment.awaiting_confirmation && waiting.payment.instructions.is_none());
    assert_eq!(shop.stock(fixture::TOWEL), stock - 1);
    let args = PlaceArgs { idempotency_key: KEY.into(), email: "ben@example.com".into(), ..shop.form(&other) };
    assert_eq!(refused(&shop, &other, &args).message, message::IDEMPOTENCY_KEY_REUSED);
}

/// A shop with four towels in which all orders of a session but one wait for their links.
fn shop_of_waiting_orders() -> Shop {
    let mut config = Config::load(None, std::iter::empty()).expect("the defaults");
    config.limits.unpaid_orders = 1;
    let shop = fixture::shop_with(config);
    shop.exec("UPDATE product SET max_qty = NULL");
    shop.set_stock(TOWEL, 4);
    shop
}

/// Orders towels by transfer, each order to an address of its own; answers the order's id.
fn order_towels(shop: &Shop, visitor: &Visitor, key: usize, qty: i64) -> Result<i64> {
    shop.write(|tx| cart::empty(tx, visitor));
    shop.add(visitor, "TOWEL", qty);
    let (idempotency_key, email) = (format!("11111111-2222-4333-8444-{key:012}"), format!("k{key}@example.com"));
    let args = PlaceArgs { idempotency_key, email, ..shop.form(visitor) };
    let placed = shop.attempt(|tx| place(tx, visitor, args.clone()))?;
    Ok(shop.order_by_token(&placed.token).id)
}

/// Follows the link of an order; it is mailed with the first try that is not refused.
fn follow_link(shop: &Shop, visitor: &Visitor, id: i64) -> Result<order::Order> {
    let token = crate::session::new_token(&[id as u8; 32]);
    shop.attempt(|tx| {
        if order::find(tx, id)?.is_some_and(|order| order.is_awaiting) {
            order::save_token(tx, id, &token, visitor.now())?;
            order::save_awaiting(tx, id, &token)?;
        }
        crate::settlement::confirm_waiting(tx, &order::Command::of(visitor), &token)
    })
}

fn cancel(shop: &Shop, visitor: &Visitor, id: i64) -> Result<()> {
    shop.attempt(|tx| crate::settlement::cancel(tx, &order::Command::of(visitor), id, "customer"))
}

/// Stock, and pieces reserved by orders.
fn towels(shop: &Shop) -> (i64, i64) {
    let reserved = shop.write(|tx| order::held(tx, &[TOWEL])).get(&TOWEL).copied().unwrap_or(0);
    (shop.stock(TOWEL), reserved.into())
}

#[test]
fn link_followed_after_the_stock_is_gone_is_refused_until_it_is_back() {
    let shop = shop_of_waiting_orders();
    let (ada, ben) = (shop.visitor(), shop.newcomer());
    let first = order_towels(&shop, &ada, 1, 2).expect("it holds two");
    let waiting = order_towels(&shop, &ada, 2, 2).expect("it waits");
    assert_eq!(towels(&shop), (2, 2));
    order_towels(&shop, &ben, 3, 1).expect("it holds one");
    let refused = follow_link(&shop, &ada, waiting).expect_err("one is left");
    let refusal = refused.refusal().expect("a refusal");
    assert_eq!((refusal.message.id, refusal.message.params["name"].as_str()), (message::STOCK_CHANGED.id, "Lac towel"));
    assert_eq!(towels(&shop), (1, 3));
    cancel(&shop, &ada, first).expect("it may be canceled");
    assert!(!follow_link(&shop, &ada, waiting).expect("three are left").is_awaiting);
    assert_eq!(towels(&shop), (1, 3));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]
    /// Each step: an order of some pieces, a link followed late, or, half as often, a cancellation.
    #[test]
    fn stock_is_never_oversold_by_orders_confirmed_late(
        steps in proptest::collection::vec((0..5_u8, proptest::prelude::any::<Index>(), 1..4_i64), 8..32),
    ) {
        let shop = shop_of_waiting_orders();
        let visitor = shop.visitor();
        let start = towels(&shop);
        let mut placed: Vec<i64> = Vec::new();
        for (key, (step, of, qty)) in steps.into_iter().enumerate() {
            let earlier = (!placed.is_empty()).then(|| *of.get(&placed));
            let done = match (step, earlier) {
                (0 | 1, _) if shop.stock(TOWEL) >= qty => {
                    order_towels(&shop, &visitor, key, qty).map(|id| placed.push(id))
                }
                (2 | 3, Some(id)) => follow_link(&shop, &visitor, id).map(drop),
                (4, Some(id)) => cancel(&shop, &visitor, id),
                _ => continue,
            };
            proptest::prop_assert!(!matches!(done, Err(Error::Internal(_))), "{:?}", done);
            let (left, reserved) = towels(&shop);
            proptest::prop_assert!(left >= 0);
            proptest::prop_assert_eq!((left + reserved, start), (4, (4, 0)));
        }
    }
}

#[test]
fn stock_is_held_for_the_configured_days() {
    let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
    with_config(&mut visitor, |config| config.payment.hold_days = 2);
    let placed = shop.place(&visitor, &shop.form(&visitor));
    assert_eq!(shop.order_by_token(&placed.token).hold_until, Some(at("2026-11-24T22:59:59Z")));
}

#[test]
fn order_keeps_its_currency() {
    let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
    visitor.view.currency = Currency::Chf;
    let args = PlaceArgs { member_card: "1234567890123456".into(), ..shop.form(&visitor) };
    let placed = shop.place(&visitor, &args);
    assert_eq!((placed.totals.currency, placed.totals.total.minor()), (Currency::Chf, 4_600));
    let Some(Instructions::BankTransfer { qr, currency, .. }) = placed.payment.instructions else {
        panic!("bank details")
    };
    assert_eq!((qr, currency), (None, Currency::Chf), "the EPC code supports EUR only");
    // 40.00 CHF at 0.935 CHF per EUR.
    assert_eq!(shop.order_by_token(&placed.token).points, 42);
}

#[test]
fn every_query_uses_an_index() {
    let (shop, visitor) = shop_with(&[("TOWEL", 1), ("SET", 1)]);
    let args = shop.form(&visitor);
    testing::assert_indexed(&shop.connection, |tx| index(tx, &visitor, IndexArgs::default()));
    testing::assert_indexed(&shop.connection, |tx| place(tx, &visitor, args.clone()));
    testing::assert_indexed(&shop.connection, |tx| place(tx, &visitor, args.clone()));
    testing::assert_indexed(&shop.connection, |tx| store::delete_old_keys(tx, at(fixture::NOW), 10));
    testing::assert_indexed(&shop.connection, |tx| outbox::list_due(tx, at(fixture::NOW), 10));
    testing::assert_indexed(&shop.connection, |tx| order::list_overdue(tx, at("2027-01-01T00:00:00Z"), 10));
}

#[test]
fn repeated_closure_gives_the_same_result() {
    let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
    let args = shop.form(&visitor);
    let first = shop.attempt(|tx| -> Result<()> {
        let placed = place(tx, &visitor, args.clone())?;
        Err(refuse(message::ERROR.with("token", placed.token)))
    });
    let first = first.expect_err("rolled back").refusal().expect("a refusal").message.params["token"].clone();
    assert_eq!(shop.place(&visitor, &args).token, first);
}

// ── What it costs ───────────────────────────────────────────────────────────────────────────────────────────────────

/// Adds unpaid orders of as many strangers, and as many that were delivered long ago.
fn add_orders(shop: &Shop, number: i64) {
    let order = |sql: &str| format!("INSERT INTO sales_order {sql}");
    let columns: Vec<String> =
        shop.connection.all("SELECT name FROM pragma_table_info('sales_order')", vals![]).expect("columns");
    for (status, letter) in [("pending_bank_transfer", 'U'), ("complete", 'D'), ("canceled", 'C')] {
        let values: Vec<String> = columns
            .iter()
            .map(|column| match column.as_str() {
                "id" => "NULL".to_owned(),
                "number" => format!("'{letter}' || n"),
                "session_id" | "customer_id" | "confirm_hash" => "NULL".to_owned(),
                "email" | "email_key" => format!("'{letter}' || n || '@example.net'"),
                "network" => format!("'{letter}' || n"),
                "status" => format!("'{status}'"),
                column => format!("o.{column}"),
            })
            .collect();
        let sql = format!(
            "({}) WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {number})
             SELECT {} FROM c CROSS JOIN (SELECT * FROM sales_order ORDER BY id LIMIT 1) o",
            columns.join(", "),
            values.join(", ")
        );
        shop.exec(&order(&sql));
    }
    // Paid ones and unpaid ones hold other goods.
    shop.exec(&format!(
        "INSERT INTO order_reservation (order_id, product_id, qty)
         SELECT id, {MAT}, 1 FROM sales_order WHERE number LIKE 'U%' OR number LIKE 'D%'"
    ));
}

/// Which pieces unpaid orders hold follows each change of their orders.
#[test]
fn unpaid_reservations_follow_their_orders() {
    let shop = fixture::shop();
    let unpaid = || -> Vec<(String, i64)> {
        shop.write(|tx| {
            tx.all(
                "SELECT o.status, r.is_unpaid FROM order_reservation r JOIN sales_order o ON o.id = r.order_id ORDER BY o.id",
                vals![],
            )
        })
    };
    let is = |status: &str, is_unpaid| (status.to_owned(), is_unpaid);
    let by = |method: &str, key: u32| {
        let visitor = shop.newcomer();
        shop.add(&visitor, "TOWEL", 1);
        let idempotency_key = format!("{key:08x}-0000-4000-8000-000000000000");
        let payment_method = method.to_owned();
        shop.place(&visitor, &PlaceArgs { payment_method, idempotency_key, ..shop.form(&visitor) })
    };
    by("bank_transfer", 1);
    by("cheque", 2);
    by("card", 3);
    assert_eq!(unpaid(), [is("pending_bank_transfer", 1), is("pending_cheque", 1), is("pending", 0)]);
    shop.exec("UPDATE sales_order SET status = 'processing' WHERE status = 'pending_bank_transfer'");
    shop.exec("UPDATE sales_order SET status = 'pending_bank_transfer' WHERE status = 'pending'");
    shop.exec("UPDATE sales_order SET confirm_hash = x'01' WHERE status = 'pending_cheque'");
    assert_eq!(unpaid(), [is("processing", 0), is("pending_cheque", 0), is("pending_bank_transfer", 1)]);
}

/// A stranger's unpaid orders must not slow the only writer for others.
#[test]
fn ordering_costs_the_same_however_many_orders_there_are() {
    let shop = fixture::shop();
    shop.set_stock(TOWEL, 1_000);
    let mut number = 0_u32;
    let mut cost = || {
        number += 1;
        let visitor = shop.newcomer();
        let of = |work: &mut dyn FnMut()| testing::instructions(&shop.connection, work).1;
        let added = of(&mut || drop(shop.add(&visitor, "TOWEL", 1)));
        let shown = of(&mut || drop(checkout_for(&shop, &visitor, "GB")));
        let args = PlaceArgs {
            idempotency_key: format!("{number:08x}-0000-4000-8000-000000000000"),
            email: format!("{number}@example.com"),
            ..shop.form(&visitor)
        };
        let placed = of(&mut || drop(shop.place(&visitor, &args)));
        [added, shown, placed]
    };
    cost();
    let few = cost();
    add_orders(&shop, 20_000);
    for statistics in [false, true] {
        if statistics {
            shop.exec("ANALYZE; ANALYZE sqlite_schema");
        }
        let many = cost();
        for ((few, many), what) in few.iter().zip(many).zip(["cart/add", "checkout/index", "checkout/place"]) {
            // Plans differ a little by what SQLite knows; what grew would take as many instructions as there are orders.
            assert!(many <= 2 * few, "{what}: {few} instructions, {many} with 60 000 orders, {statistics}");
        }
    }
}

/// Statements of shoppers' hot paths use indexes, whatever SQLite knows of the tables.
#[test]
fn plans_of_ordering_hold_with_and_without_statistics() {
    let shop = fixture::shop();
    for statistics in [false, true] {
        if statistics {
            testing::with_statistics(&shop.connection);
        }
        let visitor = shop.newcomer();
        testing::assert_indexed(&shop.connection, |tx| {
            cart::calls::add(tx, &visitor, cart::types::AddArgs { sku: "TOWEL".into(), ..Default::default() })
        });
        testing::assert_indexed(&shop.connection, |tx| {
            index(tx, &visitor, IndexArgs { country: "GB".into(), ..IndexArgs::default() })
        });
        let args = PlaceArgs {
            idempotency_key: format!("{:08x}-0000-4000-8000-000000000000", 7 + i32::from(statistics)),
            ..shop.form(&visitor)
        };
        testing::assert_indexed(&shop.connection, |tx| place(tx, &visitor, args));
    }
}
