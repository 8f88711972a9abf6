//! Hoarding over HTTP: unpaid orders by transfer and cheque cannot take the whole shop, and wait for a mailed link beyond the
//! limits; other shoppers still buy.

use serde_json::{Value, json};
use shop::vals;

use crate::support::form::{encoded, form};
use crate::support::{OUTBOX_ONLY, Shop, Visitor, eventually, uuid};

const SKU: &str = "TOW-GAN";
/// Two networks.
const A: &str = "203.0.113.1";
const B: &str = "198.51.100.1";
const MANY_ORDERS: (&str, &str) = ("SHOP__LIMITS__UNPAID_ORDERS", "100");
const MANY_ORDERS_PER_NETWORK: (&str, &str) = ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "100");
const WHOLE_SHARE: (&str, &str) = ("SHOP__LIMITS__UNPAID_SHARE", "100");

/// A shop behind a proxy, without the limits of requests.
fn open(more: &[(&str, &str)]) -> Shop {
    let mut env = OUTBOX_ONLY.to_vec();
    env.extend([
        ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
        ("SHOP__LIMITS__ORDERS_PER_HOUR", "1000"),
        ("SHOP__LIMITS__WRITES_PER_MINUTE", "10000"),
    ]);
    env.extend(more);
    Shop::open_with(&env)
}

/// Orders pieces of a SKU; returns the envelope.
fn order_of(visitor: &mut Visitor, sku: &str, qty: i64, email: &str, method: &str) -> Value {
    visitor.add(sku, qty);
    let mut form = visitor.order_form(method);
    form["email"] = json!(email);
    form["idempotency_key"] = json!(uuid());
    visitor.send("checkout/place", &form)
}

/// Orders pieces of the usual SKU.
fn order(visitor: &mut Visitor, email: &str, method: &str, qty: i64) -> Value {
    order_of(visitor, SKU, qty, email, method)
}

fn set_stock(shop: &Shop, sku: &str, qty: i64) {
    let sql = "UPDATE stock SET quantity = $2 WHERE product_id = (SELECT id FROM product WHERE sku = $1)";
    shop.database().exec(sql, vals![sku, qty]).unwrap();
}

/// The token of the link mailed to an address.
fn link(shop: &Shop, email: &str) -> String {
    shop.mailed_token("order_confirm", email)
}

/// Whether an order that was placed waits for its link.
fn waits(answer: &Value) -> bool {
    assert_eq!(answer["code"], "1", "{answer}");
    answer["data"]["payment"]["awaiting_confirmation"].as_bool().unwrap()
}

/// The message id of a refusal; null for an order that was placed.
fn refusal(answer: &Value) -> &Value {
    &answer["error"]["id"]
}

#[test]
fn unpaid_orders_hold_at_most_their_share_and_a_card_still_buys() {
    let shop = open(&[MANY_ORDERS, MANY_ORDERS_PER_NETWORK]);
    set_stock(&shop, SKU, 10);
    let mut refused = 0;
    for number in 0..12 {
        let from = [A, B][number % 2];
        let answer = order(&mut shop.visitor().from(from), &format!("h{number}@example.com"), "bank_transfer", 1);
        if answer["code"] == "0" {
            assert_eq!(answer["error"]["id"], "checkout.unpaid_share", "{answer}");
            refused += 1;
        }
    }
    assert_eq!((refused, shop.stock(SKU)), (7, 5), "half of the stock stays for others");
    let bought = order(&mut shop.visitor().from(A), "honest@example.com", "card", 5);
    assert_eq!(bought["code"], "1", "{bought}");
}

#[test]
fn one_piece_may_be_held_unpaid() {
    let shop = open(&[]);
    set_stock(&shop, SKU, 1);
    assert_eq!(order(&mut shop.visitor().from(A), "a@example.com", "cheque", 1)["code"], "1");
    assert_eq!(shop.stock(SKU), 0);
}

#[test]
fn orders_beyond_the_network_limit_wait_for_their_link() {
    let shop = open(&[WHOLE_SHARE, ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "2")]);
    set_stock(&shop, SKU, 10);
    let place = |number: u32, from: &str| {
        let answer = order(&mut shop.visitor().from(from), &format!("n{number}@example.com"), "bank_transfer", 1);
        assert_eq!(answer["code"], "1", "{answer}");
        answer["data"].clone()
    };
    assert_eq!(place(1, A)["payment"]["awaiting_confirmation"], false);
    place(2, A);
    assert_eq!(place(3, B)["payment"]["awaiting_confirmation"], false, "another network");
    let waiting = place(4, A);
    assert_eq!(waiting["payment"]["awaiting_confirmation"], true);
    assert_eq!(
        (&waiting["status"], &waiting["payment"]["instructions"]),
        (&json!("pending_bank_transfer"), &Value::Null)
    );
    assert_eq!(shop.stock(SKU), 7, "it holds nothing");
    assert!(shop.mail("order_received", "n4@example.com").is_none());

    // The order's own token confirms nothing, nor does a GET of the link.
    let mut reader = shop.visitor();
    reader.refused("order/confirm", &json!({ "token": waiting["token"] }));
    let token = link(&shop, "n4@example.com");
    reader.get(&format!("/en/ordersuccess?token={token}"));
    let shown = reader.call("payment/index", &json!({ "token": token }));
    assert_eq!((&shown["awaiting_confirmation"], &shown["can_confirm"]), (&json!(true), &json!(true)));
    assert_eq!(shop.stock(SKU), 7);
    let confirmed = reader.call("order/confirm", &json!({ "token": token }));
    assert_eq!(confirmed["awaiting_confirmation"], false);
    assert_eq!(confirmed["instructions"]["kind"], "bank_transfer");
    assert_eq!(shop.stock(SKU), 6);
    assert!(shop.mail("order_received", "n4@example.com").is_some());
    reader.call("order/confirm", &json!({ "token": token }));
    assert_eq!(shop.stock(SKU), 6, "following the link again changes nothing");
}

#[test]
fn waiting_order_is_confirmed_without_script_and_says_what_is_gone() {
    let shop = open(&[WHOLE_SHARE, ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "1")]);
    set_stock(&shop, SKU, 4);
    order(&mut shop.visitor().from(A), "a@example.com", "cheque", 1);
    order(&mut shop.visitor().from(A), "b@example.com", "cheque", 1);
    order(&mut shop.visitor().from(A), "c@example.com", "cheque", 1);
    let mut reader = shop.visitor();
    let page = format!("/en/ordersuccess?token={}", link(&shop, "b@example.com"));
    let body = encoded(&form(&reader.get(&page).body, "order/confirm"));
    let elsewhere = [("Origin", "https://elsewhere.example"), ("Sec-Fetch-Site", "cross-site")];
    let answer = reader.form_with("/en/do/order/confirm", &body, &elsewhere);
    assert_eq!(answer.status, 403, "a foreign page cannot confirm");
    let answer = reader.form("/en/do/order/confirm", &body);
    assert_eq!((answer.status, answer.header("location"), shop.stock(SKU)), (303, Some(page.as_str()), 2));
    set_stock(&shop, SKU, 0);
    let gone = reader.refused("order/confirm", &json!({ "token": link(&shop, "c@example.com") }));
    assert_eq!(gone["error"]["id"], "checkout.stock_changed");
    assert_eq!(shop.stock(SKU), 0, "nothing is oversold");
}

#[test]
fn proved_address_has_limits_of_its_own_and_an_unproved_one_counts_for_nobody() {
    let shop = open(&[WHOLE_SHARE, ("SHOP__LIMITS__UNPAID_ORDERS", "1")]);
    set_stock(&shop, SKU, 20);
    // Strangers order under the victim's address.
    for number in 0..4 {
        let from = format!("203.0.113.{number}");
        let placed = order(&mut shop.visitor().from(&from), "victim@example.com", "bank_transfer", 1);
        assert_eq!(placed["data"]["payment"]["awaiting_confirmation"], false, "{placed}");
    }
    // One session beyond its limit: the first link counts for the address, whose limit refuses the second.
    let mut visitor = shop.visitor().from("203.0.113.9");
    order(&mut visitor, "own@example.com", "bank_transfer", 1);
    let mut reader = shop.visitor();
    order(&mut visitor, "own@example.com", "bank_transfer", 1);
    reader.call("order/confirm", &json!({ "token": link(&shop, "own@example.com") }));
    order(&mut visitor, "own@example.com", "bank_transfer", 1);
    let refused = reader.refused("order/confirm", &json!({ "token": link(&shop, "own@example.com") }));
    assert_eq!(refused["error"]["id"], "checkout.unpaid_order_limit");
    // A card is never refused by these limits.
    assert_eq!(order(&mut visitor, "own@example.com", "card", 1)["code"], "1");
}

#[test]
fn link_expires_after_its_hours_and_its_order_is_canceled() {
    let shop = open(&[
        WHOLE_SHARE,
        ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "1"),
        ("SHOP__LIMITS__UNPAID_LINK_HOURS", "2"),
    ]);
    set_stock(&shop, SKU, 5);
    let place = |email: &str| order(&mut shop.visitor().from(A), email, "bank_transfer", 1);
    place("first@example.com");
    assert!(waits(&place("intime@example.com")));
    let late = place("late@example.com");
    let confirm = |email: &str| shop.visitor().send("order/confirm", &json!({ "token": link(&shop, email) }));
    shop.set_clock_minutes_ahead(119);
    assert_eq!(confirm("intime@example.com")["code"], "1");
    assert_eq!(shop.stock(SKU), 3);
    shop.set_clock_minutes_ahead(121);
    assert_eq!(refusal(&confirm("late@example.com")), "order.not_awaiting");
    eventually("the order is canceled", || shop.visitor().outcome(&late["data"])[1] == "canceled");
    assert_eq!(refusal(&confirm("late@example.com")), "order.not_awaiting");
    assert_eq!(shop.stock(SKU), 3);
}

#[test]
fn wechat_pay_is_offered_in_the_chinese_store_and_in_cny_only() {
    let shop = Shop::open_with(&[crate::support::FIVE_LANGUAGES]);
    let offers = |mut visitor: Visitor, currency: &str| {
        visitor.query.push(("currency".into(), currency.into()));
        let checkout = visitor.call("checkout/index", &json!({ "country": "CN" }));
        checkout["payment_methods"].as_array().unwrap().iter().any(|method| method["code"] == "wechat")
    };
    assert!(offers(shop.visitor().speaking("zh"), "CNY"));
    assert!(!offers(shop.visitor().speaking("zh"), "EUR"));
    assert!(!offers(shop.visitor().speaking("en"), "CNY"));
    let page = |shop: &Shop, lang: &str| {
        let mut visitor = shop.visitor();
        let placed = visitor.place(SKU, 1, "bank_transfer");
        visitor.get(&format!("/{lang}/wechatpay?token={}", placed["token"].as_str().unwrap())).status
    };
    assert_eq!(page(&shop, "zh"), 200);
    assert_eq!(page(&Shop::open(), "en"), 404);
}

/// Alerts to the operator with this beginning of their subject.
fn alerts(shop: &Shop, subject: &str) -> i64 {
    let sql = "SELECT COUNT(*) FROM mail WHERE template = 'operator_notice' AND data LIKE '%' || $1 || '%'";
    shop.database().one(sql, vals![subject]).unwrap()
}

#[test]
fn operator_is_told_of_reached_limits_once_in_six_hours() {
    const FILLED: &str = "Unpaid orders hold nearly all";
    const WAITING: &str = "Unpaid orders reach their limits";
    let shop = open(&[
        MANY_ORDERS,
        ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "8"),
        ("SHOP__MAIL__NOTICES", "boss@valmere.example"),
    ]);
    let start = jiff::Timestamp::now();
    let at = |minutes: i64| shop.set_clock(&(start + jiff::SignedDuration::from_mins(minutes)).to_string());
    let mut number = 0;
    let mut place = |sku: &str, qty: i64, from: &str| {
        number += 1;
        order_of(&mut shop.visitor().from(from), sku, qty, &format!("t{number}@example.com"), "bank_transfer")
    };
    let counted = || ["limit", "refused"].map(|kind| shop.figure(&format!("shop_unpaid_{kind}_total")));
    at(0);
    set_stock(&shop, "SOA-REF", 8);
    assert!(!waits(&place("SOA-REF", 4, B)));
    assert_eq!(refusal(&place("SOA-REF", 1, B)), "checkout.unpaid_share");
    assert_eq!((alerts(&shop, FILLED), counted()), (0, [0.0, 1.0]), "a limit of four pieces is too small for an alert");

    set_stock(&shop, SKU, 10);
    assert!(!waits(&place(SKU, 3, A)));
    assert_eq!((alerts(&shop, FILLED), counted()), (0, [0.0, 1.0]), "three of five");
    let fourth = place(SKU, 1, A);
    assert_eq!((waits(&fourth), alerts(&shop, FILLED), counted()), (false, 1, [1.0, 1.0]), "four of five");
    let fifth = place(SKU, 1, A);
    assert_eq!((waits(&fifth), alerts(&shop, FILLED), counted()), (false, 1, [2.0, 1.0]), "told once");
    assert_eq!(refusal(&place(SKU, 1, A)), "checkout.unpaid_share");
    assert_eq!((alerts(&shop, FILLED), counted()), (1, [2.0, 2.0]));
    assert_eq!(alerts(&shop, WAITING), 0);

    for (minutes, canceled, told) in [(359, &fourth, 1), (361, &fifth, 2)] {
        at(minutes);
        let number = canceled["data"]["order_number"].as_str().unwrap();
        shop.output(&["order", "cancel", number, "--reason", "a test"]);
        assert!(!waits(&place(SKU, 1, A)));
        assert_eq!(alerts(&shop, FILLED), told, "after {minutes} minutes");
    }

    // Waiting orders are an alert of their own.
    set_stock(&shop, "SOA-BAR", 100);
    let mut waiting = 0;
    for _ in 0..8 {
        waiting += i32::from(waits(&place("SOA-BAR", 1, A)));
    }
    assert_eq!((waiting, alerts(&shop, WAITING), alerts(&shop, FILLED)), (3, 1, 2));
}

#[test]
fn open_card_payments_of_a_network_hold_a_limited_number_of_pieces() {
    let shop = open(&[("SHOP__LIMITS__ONLINE_PIECES_PER_NETWORK", "3")]);
    set_stock(&shop, SKU, 40);
    let mut number = 0;
    let mut pay = |from: &str, qty: i64| {
        number += 1;
        let mut visitor = shop.visitor().from(from);
        let placed = order(&mut visitor, &format!("c{number}@example.com"), "card", qty);
        (visitor, placed)
    };
    let (mut payer, first) = pay(A, 2);
    assert_eq!(first["code"], "1", "{first}");
    assert_eq!(refusal(&pay(A, 2).1), "payment.throttled");
    assert_eq!(pay(B, 2).1["code"], "1", "another network");
    assert_eq!(payer.form(&shop.payment_page(&first["data"]), "choice=succeed").status, 303);
    // Asked of the database: the page is limited like any request.
    eventually("it is paid", || shop.count("SELECT COUNT(*) FROM sales_order WHERE status = 'processing'") == 1);
    assert_eq!(pay(A, 2).1["code"], "1", "what is paid counts no longer");
    assert_eq!(pay(A, 1).1["code"], "1", "at the limit");
    assert_eq!(refusal(&pay(A, 1).1), "payment.throttled");
    assert_eq!(pay("192.0.2.1", 4).1["code"], "1", "a first order is never refused");
    assert_eq!(refusal(&pay("192.0.2.1", 1).1), "payment.throttled");
    shop.set_clock_minutes_ahead(65);
    eventually("the unpaid orders are canceled", || {
        shop.count("SELECT COUNT(*) FROM sales_order WHERE status = 'pending'") == 0
    });
    assert_eq!(pay(A, 3).1["code"], "1", "after the hour");
}

/// Which of the orders wait under one limit, by one session or by one network; the last is by another one.
fn waiting(limit: (&str, &str), by_session: bool, quantities: &[i64]) -> Vec<bool> {
    const WIDE: [&str; 6] = [
        "UNPAID_ORDERS",
        "UNPAID_ORDERS_PER_NETWORK",
        "UNPAID_PIECES",
        "UNPAID_PIECES_PER_NETWORK",
        "UNPAID_VALUE",
        "UNPAID_VALUE_PER_NETWORK",
    ];
    let keys = WIDE.map(|key| format!("SHOP__LIMITS__{key}"));
    let mut env: Vec<(&str, &str)> = keys.iter().map(|key| (key.as_str(), "1000")).collect();
    let own = format!("SHOP__LIMITS__{}", limit.0);
    env.extend([WHOLE_SHARE, (own.as_str(), limit.1)]);
    let shop = open(&env);
    set_stock(&shop, SKU, 100);
    let mut visitor = shop.visitor().from(A);
    let last = quantities.len() - 1;
    let mut found = Vec::new();
    for (number, qty) in quantities.iter().enumerate() {
        if !by_session {
            visitor = shop.visitor().from(if number == last { B } else { A });
        } else if number == last {
            visitor = shop.visitor().from(A);
        }
        found.push(waits(&order(&mut visitor, &format!("w{number}@example.com"), "cheque", *qty)));
    }
    found
}

#[test]
fn each_limit_of_unpaid_orders_binds_alone() {
    let shop = open(&[]);
    let one = order(&mut shop.visitor().from(A), "a@example.com", "cheque", 1)["data"]["totals"].clone();
    assert_eq!(one["currency"], "EUR");
    let euros: i64 = one["total"].as_str().unwrap().split_once('.').unwrap().0.parse().unwrap();
    drop(shop);
    for (suffix, by_session) in [("", true), ("_PER_NETWORK", false)] {
        let waiting = |kind: &str, limit: i64, quantities: &[i64]| {
            waiting((&format!("UNPAID_{kind}{suffix}"), &limit.to_string()), by_session, quantities)
        };
        assert_eq!(waiting("ORDERS", 2, &[1, 1, 1, 1]), [false, false, true, false], "{suffix}");
        assert_eq!(waiting("PIECES", 3, &[2, 1, 1, 1]), [false, false, true, false], "{suffix}");
        assert_eq!(waiting("PIECES", 3, &[2, 2, 1, 3]), [false, true, false, false], "{suffix}");
        assert_eq!(waiting("VALUE", 2 * euros, &[1, 1, 1, 1]), [false, false, true, false], "{suffix}");
        assert_eq!(waiting("VALUE", 2 * euros - 1, &[1, 1, 1]), [false, true, false], "{suffix}");
    }
}

#[test]
fn share_counts_the_pieces_of_kits() {
    const PART: &str = "TOW-LAC-BAT-WHI";
    let shop = open(&[MANY_ORDERS, MANY_ORDERS_PER_NETWORK, ("SHOP__LIMITS__UNPAID_SHARE", "30")]);
    for (sku, qty) in [(PART, 10), ("TOW-LAC-HAN-WHI", 100), ("BMA-LAC", 100)] {
        set_stock(&shop, sku, qty);
    }
    let place = |sku: &str, method: &str, email: &str| order_of(&mut shop.visitor().from(A), sku, 1, email, method);
    // A kit holds two of the three pieces that may be held.
    assert!(!waits(&place("KIT-BAIN", "cheque", "a@example.com")));
    let refused = place("KIT-BAIN", "cheque", "b@example.com");
    assert_eq!(refusal(&refused), "checkout.unpaid_share");
    assert!(!waits(&place(PART, "bank_transfer", "c@example.com")));
    let loose = place(PART, "bank_transfer", "d@example.com");
    assert_eq!(refusal(&loose), "checkout.unpaid_share");
    assert_eq!(refused["error"]["params"], loose["error"]["params"], "the part is named");
    assert_eq!((shop.stock(PART), shop.stock("TOW-LAC-HAN-WHI"), shop.stock("BMA-LAC")), (7, 98, 99));
    assert_eq!(place("KIT-BAIN", "card", "e@example.com")["code"], "1");
}

#[test]
fn customer_who_is_logged_in_is_refused_beyond_the_limit_and_pays_by_card() {
    let shop = open(&[WHOLE_SHARE]);
    set_stock(&shop, SKU, 20);
    let mut ada = shop.customer("ada@example.com").from(A);
    for _ in 0..3 {
        assert!(!waits(&order(&mut ada, "ada@example.com", "bank_transfer", 1)));
    }
    // On another device and under another address too.
    let mut phone = shop.visitor().from(B);
    phone.log_in("ada@example.com", crate::support::PASSWORD);
    for (visitor, email) in [(&mut ada, "ada@example.com"), (&mut phone, "other@example.com")] {
        assert_eq!(refusal(&order(visitor, email, "bank_transfer", 1)), "checkout.unpaid_order_limit");
    }
    assert_eq!(shop.stock(SKU), 17);
    assert_eq!(order(&mut ada, "ada@example.com", "card", 1)["code"], "1");
}

#[test]
fn waiting_order_that_is_paid_takes_its_stock_once() {
    let shop = open(&[WHOLE_SHARE, ("SHOP__LIMITS__UNPAID_ORDERS", "1")]);
    set_stock(&shop, SKU, 10);
    let mut visitor = shop.visitor().from(A);
    order(&mut visitor, "a@example.com", "bank_transfer", 1);
    let waiting = order(&mut visitor, "a@example.com", "bank_transfer", 3);
    assert!(waits(&waiting));
    assert_eq!(shop.stock(SKU), 9);
    let number = waiting["data"]["order_number"].as_str().unwrap();
    shop.output(&["order", "paid", number]);
    assert_eq!((shop.stock(SKU), visitor.outcome(&waiting["data"])[1].as_str()), (6, "processing"));
    let answer = shop.visitor().refused("order/confirm", &json!({ "token": link(&shop, "a@example.com") }));
    assert_eq!(refusal(&answer), "order.not_awaiting");
    assert_eq!((shop.stock(SKU), visitor.outcome(&waiting["data"])[1].as_str()), (6, "processing"));
    shop.output(&["order", "cancel", number, "--reason", "a test"]);
    assert_eq!(shop.stock(SKU), 9, "and gives it back once it is canceled");
}

#[test]
fn spellings_of_one_mailbox_share_its_limits() {
    let shop = open(&[WHOLE_SHARE, ("SHOP__LIMITS__UNPAID_ORDERS", "1")]);
    set_stock(&shop, SKU, 20);
    let mut visitor = shop.visitor().from(A);
    let mut place = |email: &str| order(&mut visitor, email, "bank_transfer", 1);
    let confirm = |email: &str| shop.visitor().send("order/confirm", &json!({ "token": link(&shop, email) }));
    place("first@example.com");
    assert!(waits(&place("own@example.com")));
    assert_eq!(confirm("own@example.com")["code"], "1");
    for spelling in ["OWN+2@example.com", "Own@Example.com"] {
        assert!(waits(&place(spelling)));
        assert_eq!(refusal(&confirm(spelling)), "checkout.unpaid_order_limit", "{spelling}");
    }
    for number in 1..4 {
        assert!(waits(&place(&format!("v+{number}@example.com"))));
    }
    assert_eq!(refusal(&place("v+4@example.com")), "checkout.unpaid_links", "three links a day");
    assert!(waits(&place("w@example.com")), "another mailbox");
    assert_eq!(shop.stock(SKU), 18);
}

#[test]
fn form_without_script_refuses_links_that_no_longer_count() {
    let shop = open(&[WHOLE_SHARE, ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "1")]);
    set_stock(&shop, SKU, 10);
    let place = |email: &str, qty: i64| order(&mut shop.visitor().from(A), email, "cheque", qty)["data"].clone();
    place("first@example.com", 1);
    let follow = |token: &str| {
        let page = format!("/en/ordersuccess?token={token}");
        let fields = [("_from", page.as_str()), ("_then", page.as_str()), ("token", token)];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let answer = shop.visitor().form("/en/do/order/confirm", &encoded(&fields));
        assert!(
            answer.status != 303 || answer.header("location") == Some(page.as_str()),
            "{:?}",
            answer.header("location")
        );
        (answer.status, shop.stock(SKU))
    };
    let refused = |left: i64| (422, left);
    let confirmed = |left: i64| (303, left);
    let [canceled, gone, expired] = ["canceled", "gone", "expired"].map(|name| {
        let email = format!("{name}@example.com");
        (place(&email, 2)["order_number"].as_str().unwrap().to_owned(), link(&shop, &email))
    });
    place("twice@example.com", 2);
    let twice = link(&shop, "twice@example.com");
    assert_eq!(follow("0123"), refused(9), "no token");
    assert_eq!(follow(&"0f".repeat(32)), refused(9), "an unknown token");
    assert_eq!(follow(&twice), confirmed(7));
    assert_eq!(follow(&twice), confirmed(7), "followed again");
    shop.output(&["order", "cancel", &canceled.0, "--reason", "a test"]);
    assert_eq!(follow(&canceled.1), refused(7), "canceled");
    set_stock(&shop, SKU, 1);
    assert_eq!(follow(&gone.1), refused(1), "too few are left");
    set_stock(&shop, SKU, 7);
    assert_eq!(follow(&gone.1), confirmed(5), "they are back");
    shop.set_clock_minutes_ahead(24 * 60 + 1);
    assert_eq!(follow(&expired.1), refused(5), "expired");
}

/// A stranger who knows an address uses up what is counted by it; its owner, logged in from elsewhere, still buys.
#[test]
fn orders_under_an_address_do_not_keep_its_owner_from_paying() {
    const EMAIL: &str = "owner@example.com";
    let shop = open(&[WHOLE_SHARE, ("SHOP__CAPTCHA__PROVIDER", "none")]);
    set_stock(&shop, SKU, 100);
    shop.customer(EMAIL);
    let mut owner = shop.verified(EMAIL).from(B);

    // Attempts by card.
    for _ in 0..12 {
        assert_eq!(refusal(&order(&mut shop.visitor().from(A), EMAIL, "card", 1)), &Value::Null);
    }
    // Canceled transfers, and all links that are mailed in a day.
    for number in 0..3 {
        let mut stranger = shop.visitor().from(&format!("203.0.113.{}", 10 + number));
        for _ in 0..3 {
            let placed = order(&mut stranger, EMAIL, "bank_transfer", 1);
            stranger.call("order/cancel", &json!({ "token": placed["data"]["token"] }));
        }
    }
    for number in 0..3 {
        let mut stranger = shop.visitor().from(&format!("203.0.113.{}", 20 + number));
        assert!(waits(&order(&mut stranger, EMAIL, "bank_transfer", 1)));
    }
    let mut guest = shop.visitor().from("203.0.113.30");
    assert_eq!(refusal(&order(&mut guest, EMAIL, "bank_transfer", 1)), "checkout.unpaid_links");

    assert_eq!(refusal(&order(&mut owner, EMAIL, "card", 1)), &Value::Null);
    assert!(!waits(&order(&mut owner, EMAIL, "bank_transfer", 1)));
    assert_eq!(refusal(&order(&mut guest, EMAIL, "card", 1)), &Value::Null, "a guest of the address pays by card");
}

/// The links of a customer who has proved the address are counted apart from those of others.
#[test]
fn links_of_an_owner_are_not_used_up_by_strangers() {
    const EMAIL: &str = "owner@example.com";
    let shop =
        open(&[WHOLE_SHARE, ("SHOP__CAPTCHA__PROVIDER", "none"), ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "1")]);
    set_stock(&shop, SKU, 100);
    shop.customer(EMAIL);
    let mut owner = shop.verified(EMAIL).from(B);
    order(&mut shop.visitor().from(A), "first@example.com", "bank_transfer", 1);
    for _ in 0..3 {
        assert!(waits(&order(&mut shop.visitor().from(A), EMAIL, "bank_transfer", 1)));
    }
    assert_eq!(refusal(&order(&mut shop.visitor().from(A), EMAIL, "bank_transfer", 1)), "checkout.unpaid_links");
    order(&mut shop.visitor().from(B), "second@example.com", "bank_transfer", 1);
    assert!(waits(&order(&mut owner, EMAIL, "bank_transfer", 1)), "the network is full, the owner gets a link");
}

/// An order that another network pays again counts for that one, as far as it has room.
#[test]
fn two_networks_hold_no_more_than_both_limits() {
    let pieces = ("SHOP__LIMITS__ONLINE_PIECES_PER_NETWORK", "3");
    let shop = open(&[WHOLE_SHARE, ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "2"), pieces]);
    set_stock(&shop, SKU, 100);
    let place = |number: u32, method: &str, qty: i64| {
        let placed = order(&mut shop.visitor().from(A), &format!("{method}{number}@example.com"), method, qty);
        if placed["code"] == "1" && !waits(&placed) {
            let args = json!({ "token": placed["data"]["token"], "payment_method": method });
            shop.visitor().from(B).call("payment/retry", &args);
        }
        placed
    };
    let waiting: Vec<bool> = (0..5).map(|number| waits(&place(number, "bank_transfer", 1))).collect();
    assert_eq!(waiting, [false, false, false, false, true]);
    let refused: Vec<Value> = (0..3).map(|number| refusal(&place(number, "card", 2)).clone()).collect();
    assert_eq!(refused, [Value::Null, Value::Null, json!("payment.throttled")]);
}

/// Tries to pay online hold an order's stock for two hours together, however many there are.
#[test]
fn repeated_tries_do_not_hold_stock_without_end() {
    let shop = open(&[]);
    let start = jiff::Timestamp::now();
    let at = |minutes: i64| (start + jiff::SignedDuration::from_mins(minutes)).to_string();
    let placed = order(&mut shop.visitor().from(A), "a@example.com", "card", 1);
    let args = json!({ "token": placed["data"]["token"], "payment_method": "card" });
    let held = || -> i64 { shop.count("SELECT (hold_until - created_at) / 60000 FROM sales_order") };
    for minutes in [50, 100] {
        shop.set_clock(&at(minutes));
        assert_eq!(shop.visitor().from(A).send("payment/retry", &args)["code"], "1");
    }
    assert!((115..=120).contains(&held()), "{} minutes", held());
    shop.set_clock(&at(117));
    assert_eq!(refusal(&shop.visitor().from(A).send("payment/retry", &args)), "payment.throttled");
    shop.set_clock(&at(130));
    eventually("the stock is released", || {
        shop.count("SELECT COUNT(*) FROM sales_order WHERE status = 'canceled'") == 1
    });
}

/// A customer's attempts by card count for the account, from whatever network and browser.
#[test]
fn card_attempts_of_an_account_are_limited() {
    let shop = open(&[("SHOP__LIMITS__PAYMENTS__PER_EMAIL", "2")]);
    shop.customer("ada@example.com");
    let attempt = |network: &str, email: &str| {
        let mut ada = shop.visitor().from(network);
        ada.log_in("ada@example.com", crate::support::PASSWORD);
        refusal(&order(&mut ada, email, "card", 1)).clone()
    };
    assert_eq!([attempt(A, "ada@example.com"), attempt(B, "other@example.com")], [Value::Null, Value::Null]);
    assert_eq!(attempt("192.0.2.1", "third@example.com"), "payment.throttled");
    let mut guest = shop.visitor().from("192.0.2.1");
    assert_eq!(refusal(&order(&mut guest, "ada@example.com", "card", 1)), &Value::Null, "a guest of the address");
}
