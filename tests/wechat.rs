//! WeChat Pay API v3 against a double with its own RSA keys: signed requests, signed and encrypted webhooks, refunds.

use serde_json::{Value, json};

use crate::support::wechat::Wechat;
use crate::support::{Shop, Visitor, eventually};

const SKU: &str = "TOW-GAN";

fn place(shop: &Shop) -> (Visitor, Value) {
    let mut visitor = shop.visitor().speaking("zh").with_query("currency", "CNY");
    let placed = visitor.place(SKU, 1, "wechat");
    (visitor, placed)
}

#[test]
fn signed_webhook_pays_the_order() {
    let wechat = Wechat::open();
    let shop = wechat.shop();
    let (mut visitor, placed) = place(&shop);
    let instructions = &placed["payment"]["instructions"];
    assert_eq!(
        (&instructions["kind"], &instructions["currency"], &instructions["demo_url"]),
        (&json!("wechat"), &json!("CNY"), &Value::Null)
    );
    assert!(instructions["qr"]["path"].as_str().unwrap().starts_with('M'), "{instructions}");
    let reference = wechat.trades().remove(0);
    wechat.pay(&reference);
    let (body, headers) = wechat.notification(&reference);
    assert_eq!(wechat.notify(&shop, &body, &headers), 200);
    let paid = visitor.result(&placed);
    assert_eq!((&paid["outcome"], &paid["status"]), (&json!("success"), &json!("processing")));
    assert_eq!(wechat.notify(&shop, &body, &headers), 200, "a repeated webhook is accepted");
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment"), 1);
    let answer = visitor.get(&format!("/payment/return?token={}", placed["token"].as_str().unwrap()));
    assert!(answer.header("location").unwrap().starts_with("/zh/paysuccess?token="), "{:?}", answer.headers);
}

#[test]
fn webhooks_with_invalid_signatures_are_rejected() {
    let wechat = Wechat::open();
    let shop = wechat.shop();
    let (mut visitor, placed) = place(&shop);
    let reference = wechat.trades().remove(0);
    wechat.pay(&reference);
    let (body, headers) = wechat.notification(&reference);
    let now = jiff::Timestamp::now().as_second();
    // Signed with another key.
    let other = Wechat::open();
    assert_eq!(wechat.notify(&shop, &body, &other.headers_at(&body, now)), 400);
    assert_eq!(wechat.notify(&shop, &body, &wechat.headers_at(&body, now - 301)), 400, "too old");
    assert_eq!(wechat.notify(&shop, &body, &wechat.headers_at(&body, now + 330)), 400, "in the future");
    for time in [i64::MIN, now - i64::MAX, i64::MAX] {
        assert_eq!(wechat.notify(&shop, &body, &wechat.headers_at(&body, time)), 400, "at no time: {time}");
    }
    assert_eq!(wechat.notify(&shop, &body.replace("SUCCESS", "SUCCES5"), &headers), 400, "tampered");
    assert_eq!(wechat.notify(&shop, &body, &headers[..3]), 400, "unsigned");
    assert_eq!(wechat.notify(&shop, &body, &[]), 400);
    let foreign: Vec<_> = headers
        .iter()
        .map(|(name, value)| {
            let is_serial = *name == "Wechatpay-Serial";
            (*name, if is_serial { "PUB_KEY_ID_OF_SOMEBODY".to_owned() } else { value.clone() })
        })
        .collect();
    assert_eq!(wechat.notify(&shop, &body, &foreign), 400, "unknown key serial");
    for at in 0..headers.len() {
        for odd in ["", "=", "0", "-1", "9223372036854775808", "+1790000000", "4Z8=", &"9".repeat(20_000)] {
            let mut odd_headers = headers.clone();
            odd_headers[at].1 = odd.to_owned();
            assert_eq!(wechat.notify(&shop, &body, &odd_headers), 400, "{} {odd:.20}", headers[at].0);
        }
    }
    // Signed correctly, but encrypted with another key.
    let open = json!({ "id": "EV-1", "event_type": "TRANSACTION.SUCCESS", "resource": {
        "ciphertext": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "nonce": "abcdefghijkl", "associated_data": "" } })
    .to_string();
    assert_eq!(wechat.notify(&shop, &open, &wechat.headers_at(&open, now)), 400);
    assert_eq!(visitor.result(&placed)["status"], "pending");
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment"), 0);
    assert_eq!(wechat.notify(&shop, &body, &headers), 200);
    assert_eq!(visitor.result(&placed)["status"], "processing");
}

#[test]
fn qr_code_expires_after_20_seconds_and_keeps_its_payment() {
    let wechat = Wechat::open();
    let shop = wechat.shop();
    let (mut visitor, placed) = place(&shop);
    let first = visitor.result(&placed)["instructions"]["qr"]["path"].clone();
    assert!(first.is_string());
    shop.set_clock_seconds_ahead(21);
    assert_eq!(visitor.result(&placed)["instructions"]["qr"], Value::Null);
    let again = visitor.call("payment/refresh", &json!({ "token": placed["token"] }));
    let second = again["instructions"]["qr"]["path"].clone();
    assert!(second.is_string() && second != first, "a new code");
    assert_eq!(wechat.trades().len(), 1, "the same payment");
    // A payment by the first code counts; a query finds it without a webhook.
    wechat.pay(&wechat.trades()[0]);
    shop.set_clock_seconds_ahead(30);
    let paid = visitor.call("payment/refresh", &json!({ "token": placed["token"] }));
    assert_eq!((&paid["outcome"], &paid["instructions"]), (&json!("success"), &Value::Null));
}

#[test]
fn refunds_are_made_through_wechat() {
    let wechat = Wechat::open();
    let shop = wechat.shop();
    let (mut visitor, placed) = place(&shop);
    let reference = wechat.trades().remove(0);
    wechat.pay(&reference);
    let (body, headers) = wechat.notification(&reference);
    assert_eq!(wechat.notify(&shop, &body, &headers), 200);
    let number = placed["order_number"].as_str().unwrap();
    let (code, _, error) = shop.command(&["order", "cancel", number, "--reason", "sold out"]);
    assert_eq!(code, Some(0), "{error}");
    eventually("the refund is accepted", || wechat.refunds().len() == 1);
    // The next query completes it. Answers are signed with the real time, so the clock stays within the tolerance.
    let is_done = || shop.count("SELECT COUNT(*) FROM refund WHERE state = 'done'") == 1;
    eventually("it is recorded as sent", || {
        shop.count("SELECT COUNT(*) FROM refund WHERE state = 'sent'") == 1 || is_done()
    });
    shop.set_clock_seconds_ahead(240);
    eventually("the refund is made", is_done);
    let back = visitor.result(&placed);
    assert_eq!((&back["status"], &back["refunded_amount"]), (&json!("canceled"), &placed["totals"]["total"]));
    assert_eq!(shop.count("SELECT COUNT(*) FROM mail WHERE template IN ('order_canceled', 'order_refunded')"), 2);
}

#[test]
fn unpaid_payment_is_closed_with_its_order() {
    let wechat = Wechat::open();
    let shop = wechat.shop();
    let (mut visitor, placed) = place(&shop);
    shop.set_clock_seconds_ahead(62 * 60);
    assert_eq!(visitor.result(&placed)["status"], "canceled");
    let reference = wechat.trades().remove(0);
    let closed = wechat.requests().iter().any(|request| request.path.ends_with(&format!("{reference}/close")));
    assert!(closed, "the payment is closed at WeChat");
}
