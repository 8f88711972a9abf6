//! Hoarding over HTTP: unpaid orders by transfer and cheque cannot take the whole shop, and wait for a mailed link beyond the
//! limits; other shoppers still buy.

use serde_json::{Value, json};
use shop::vals;

use crate::support::{OUTBOX_ONLY, Shop, Visitor, uuid};

const PROXY: (&str, &str) = ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]");
const MANY: (&str, &str) = ("SHOP__LIMITS__ORDERS_PER_HOUR", "1000");
const SKU: &str = "TOW-GAN";

fn open(more: &[(&str, &str)]) -> Shop {
    let mut env = OUTBOX_ONLY.to_vec();
    env.extend([PROXY, MANY, ("SHOP__LIMITS__WRITES_PER_MINUTE", "10000")]);
    env.extend(more);
    Shop::open_with(&env)
}

/// Orders one piece from an address.
fn order(visitor: &mut Visitor, from: &str, email: &str, method: &str, qty: i64) -> Value {
    visitor.add(SKU, qty);
    let mut form = visitor.order_form(method);
    form["email"] = json!(email);
    form["idempotency_key"] = json!(uuid());
    visitor.post("checkout/place", &[], Some(&form.to_string()), &[("X-Forwarded-For", from)]).json()
}

fn left(shop: &Shop) -> i64 {
    shop.count(&format!("SELECT quantity FROM stock s JOIN product p ON p.id = s.product_id WHERE p.sku = '{SKU}'"))
}

fn set_stock(shop: &Shop, qty: i64) {
    let sql = "UPDATE stock SET quantity = $2 WHERE product_id = (SELECT id FROM product WHERE sku = $1)";
    shop.database().exec(sql, vals![SKU, qty]).unwrap();
}

/// The token of the link mailed to an address.
fn link(shop: &Shop, email: &str) -> String {
    let mail = shop.mail("order_confirm", email).unwrap();
    mail["url"].as_str().unwrap().split("token=").nth(1).unwrap().to_owned()
}

#[test]
fn unpaid_orders_hold_at_most_their_share_and_a_card_still_buys() {
    let shop = open(&[("SHOP__LIMITS__UNPAID_ORDERS", "100"), ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "100")]);
    set_stock(&shop, 10);
    let mut refused = 0;
    for number in 0..12 {
        let from = ["203.0.113.1", "198.51.100.1"][number % 2];
        let answer = order(&mut shop.visitor(), from, &format!("h{number}@example.com"), "bank_transfer", 1);
        if answer["code"] == "0" {
            assert_eq!(answer["error"]["id"], "checkout.unpaid_share", "{answer}");
            refused += 1;
        }
    }
    assert_eq!((refused, left(&shop)), (7, 5), "half of the stock stays for others");
    let bought = order(&mut shop.visitor(), "203.0.113.1", "honest@example.com", "card", 5);
    assert_eq!(bought["code"], "1", "{bought}");
}

#[test]
fn one_piece_may_be_held_unpaid() {
    let shop = open(&[]);
    set_stock(&shop, 1);
    assert_eq!(order(&mut shop.visitor(), "203.0.113.1", "a@example.com", "cheque", 1)["code"], "1");
    assert_eq!(left(&shop), 0);
}

#[test]
fn orders_beyond_the_network_limit_wait_for_their_link() {
    let shop = open(&[("SHOP__LIMITS__UNPAID_SHARE", "100"), ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "2")]);
    set_stock(&shop, 10);
    let place = |number: u32, from: &str| {
        let answer = order(&mut shop.visitor(), from, &format!("n{number}@example.com"), "bank_transfer", 1);
        assert_eq!(answer["code"], "1", "{answer}");
        answer["data"].clone()
    };
    assert_eq!(place(1, "203.0.113.1")["payment"]["awaiting_confirmation"], false);
    place(2, "203.0.113.1");
    assert_eq!(place(3, "198.51.100.1")["payment"]["awaiting_confirmation"], false, "another network");
    let waiting = place(4, "203.0.113.1");
    assert_eq!(waiting["payment"]["awaiting_confirmation"], true);
    assert_eq!(
        (&waiting["status"], &waiting["payment"]["instructions"]),
        (&json!("pending_bank_transfer"), &Value::Null)
    );
    assert_eq!(left(&shop), 7, "it holds nothing");
    assert!(shop.mail("order_received", "n4@example.com").is_none());

    // The order's own token confirms nothing, nor does a GET of the link.
    let mut reader = shop.visitor();
    reader.refused("order/confirm", &json!({ "token": waiting["token"] }));
    let token = link(&shop, "n4@example.com");
    reader.get(&format!("/en/ordersuccess?token={token}"));
    let shown = reader.call("payment/index", &json!({ "token": token }));
    assert_eq!((&shown["awaiting_confirmation"], &shown["can_confirm"]), (&json!(true), &json!(true)));
    assert_eq!(left(&shop), 7);
    let confirmed = reader.call("order/confirm", &json!({ "token": token }));
    assert_eq!(confirmed["awaiting_confirmation"], false);
    assert_eq!(confirmed["instructions"]["kind"], "bank_transfer");
    assert_eq!(left(&shop), 6);
    assert!(shop.mail("order_received", "n4@example.com").is_some());
    reader.call("order/confirm", &json!({ "token": token }));
    assert_eq!(left(&shop), 6, "following the link again changes nothing");
}

#[test]
fn waiting_order_is_confirmed_without_script_and_says_what_is_gone() {
    let shop = open(&[("SHOP__LIMITS__UNPAID_SHARE", "100"), ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "1")]);
    set_stock(&shop, 4);
    order(&mut shop.visitor(), "203.0.113.1", "a@example.com", "cheque", 1);
    order(&mut shop.visitor(), "203.0.113.1", "b@example.com", "cheque", 1);
    order(&mut shop.visitor(), "203.0.113.1", "c@example.com", "cheque", 1);
    let mut reader = shop.visitor();
    let answer = reader.form_with(
        &format!("/order/confirm/{}", link(&shop, "b@example.com")),
        "",
        &[("Origin", "https://elsewhere.example"), ("Sec-Fetch-Site", "cross-site")],
    );
    assert_eq!(answer.status, 403, "a foreign page cannot confirm");
    let answer = reader.form(&format!("/order/confirm/{}", link(&shop, "b@example.com")), "");
    assert_eq!((answer.status, left(&shop)), (303, 2));
    set_stock(&shop, 0);
    let gone = reader.refused("order/confirm", &json!({ "token": link(&shop, "c@example.com") }));
    assert_eq!(gone["error"]["id"], "checkout.stock_changed");
    assert_eq!(left(&shop), 0, "nothing is oversold");
}

#[test]
fn proved_address_has_limits_of_its_own_and_an_unproved_one_counts_for_nobody() {
    let shop = open(&[("SHOP__LIMITS__UNPAID_SHARE", "100"), ("SHOP__LIMITS__UNPAID_ORDERS", "1")]);
    set_stock(&shop, 20);
    // Strangers order under the victim's address.
    for number in 0..4 {
        let from = format!("203.0.113.{number}");
        let placed = order(&mut shop.visitor(), &from, "victim@example.com", "bank_transfer", 1);
        assert_eq!(placed["data"]["payment"]["awaiting_confirmation"], false, "{placed}");
    }
    // One session beyond its limit: the first link counts for the address, whose limit refuses the second.
    let mut visitor = shop.visitor();
    order(&mut visitor, "203.0.113.9", "own@example.com", "bank_transfer", 1);
    let mut reader = shop.visitor();
    order(&mut visitor, "203.0.113.9", "own@example.com", "bank_transfer", 1);
    reader.call("order/confirm", &json!({ "token": link(&shop, "own@example.com") }));
    order(&mut visitor, "203.0.113.9", "own@example.com", "bank_transfer", 1);
    let refused = reader.refused("order/confirm", &json!({ "token": link(&shop, "own@example.com") }));
    assert_eq!(refused["error"]["id"], "checkout.unpaid_order_limit");
    // A card is never refused by these limits.
    assert_eq!(order(&mut visitor, "203.0.113.9", "own@example.com", "card", 1)["code"], "1");
}

#[test]
fn link_expires_and_its_order_is_canceled() {
    let shop = open(&[("SHOP__LIMITS__UNPAID_SHARE", "100"), ("SHOP__LIMITS__UNPAID_ORDERS", "1")]);
    set_stock(&shop, 5);
    let mut visitor = shop.visitor();
    order(&mut visitor, "203.0.113.1", "a@example.com", "bank_transfer", 1);
    let waiting = order(&mut visitor, "203.0.113.1", "a@example.com", "bank_transfer", 1)["data"].clone();
    let token = link(&shop, "a@example.com");
    shop.set_clock_minutes_ahead(24 * 60 + 5);
    crate::support::eventually("the order is canceled", || visitor.outcome(&waiting)[1] == "canceled");
    assert_eq!(left(&shop), 4);
    visitor.refused("order/confirm", &json!({ "token": token }));
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
