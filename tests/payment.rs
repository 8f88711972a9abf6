//! Online payment through the demo gateway: every outcome, in any order of return, poll and expiry.

use serde_json::{Value, json};
use shop::vals;

use crate::support::{self, Answer, Shop, Visitor, eventually, run, uuid};

/// The seed has a stock of ten.
const SKU: &str = "TOW-GAN";

fn place(visitor: &mut Visitor) -> Value {
    visitor.add(SKU, 1);
    let form = visitor.order_form("card");
    visitor.call("checkout/place", &form)
}

/// The path of a URL of this shop.
fn path_of(shop: &Shop, url: &str) -> String {
    url.strip_prefix(&shop.url).unwrap_or(url).to_owned()
}

fn page_of(shop: &Shop, placed: &Value) -> String {
    path_of(shop, placed["payment"]["redirect_url"].as_str().expect("a page to pay on"))
}

/// Chooses an outcome on the payment page and follows the redirects; returns the path of the result page.
fn choose(shop: &Shop, visitor: &mut Visitor, page: &str, choice: &str) -> String {
    let answer = visitor.form(page, &format!("choice={choice}"));
    assert_eq!(answer.status, 303, "{}", answer.body);
    come_back(visitor, &path_of(shop, answer.header("location").unwrap()))
}

fn come_back(visitor: &mut Visitor, back: &str) -> String {
    let answer: Answer = visitor.get(back);
    assert_eq!(answer.status, 303);
    let to = answer.header("location").unwrap().to_owned();
    assert_eq!(visitor.get(&to).status, 200, "{to}");
    to.split('?').next().unwrap().to_owned()
}

fn result(visitor: &mut Visitor, placed: &Value) -> Value {
    visitor.call("payment/index", &json!({ "token": placed["token"] }))
}

fn outcome(visitor: &mut Visitor, placed: &Value) -> (String, String) {
    let result = result(visitor, placed);
    (result["outcome"].as_str().unwrap().to_owned(), result["status"].as_str().unwrap().to_owned())
}

fn stock(shop: &Shop) -> i64 {
    let sql = "SELECT quantity FROM stock s JOIN product p ON p.id = s.product_id WHERE sku = $1";
    shop.database().one(sql, vals![SKU]).unwrap()
}

fn count(shop: &Shop, sql: &str) -> i64 {
    shop.database().one(sql, vals![]).unwrap()
}

fn mails(shop: &Shop, template: &str) -> i64 {
    count(shop, &format!("SELECT COUNT(*) FROM mail WHERE template = '{template}'"))
}

/// Sets the shop's clock to minutes after the real time.
fn later(shop: &Shop, minutes: i64) {
    let then = jiff::Timestamp::now() + jiff::SignedDuration::from_mins(minutes);
    shop.set_clock(&then.to_string());
}

fn pair(outcome: &str, status: &str) -> (String, String) {
    (outcome.to_owned(), status.to_owned())
}

#[test]
fn successful_payment_makes_a_paid_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    assert_eq!((&placed["status"], stock(&shop)), (&json!("pending"), 9));
    assert_eq!(outcome(&mut visitor, &placed), pair("pending", "pending"));
    assert_eq!(result(&mut visitor, &placed)["redirect_url"], placed["payment"]["redirect_url"]);
    assert_eq!(mails(&shop, "order_received"), 0, "no confirmation before payment");
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1, "the cart is kept until payment");

    let page = page_of(&shop, &placed);
    let shown = visitor.get(&page);
    assert_eq!(shown.status, 200);
    assert!(shown.body.contains("Demonstration: no money moves") && shown.body.contains("€"), "{}", shown.body);
    assert!(!shown.body.contains("<script") && !shown.body.contains("style=\""));
    assert_eq!(choose(&shop, &mut visitor, &page, "succeed"), "/en/ccordersuccess");
    assert_eq!(outcome(&mut visitor, &placed), pair("success", "processing"));
    assert_eq!((mails(&shop, "order_received"), count(&shop, "SELECT COUNT(*) FROM payment")), (1, 1));
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
    // Repeated returns and choices change nothing.
    let token = placed["token"].as_str().unwrap();
    assert_eq!(come_back(&mut visitor, &format!("/payment/return?token={token}")), "/en/ccordersuccess");
    assert_eq!(come_back(&mut visitor, &format!("/payment/return?token={token}&canceled=1")), "/en/ccordersuccess");
    assert_eq!(choose(&shop, &mut visitor, &page, "decline"), "/en/ccordersuccess");
    assert!(visitor.get(&page).body.contains("This payment has been settled"));
    later(&shop, 90);
    assert_eq!(outcome(&mut visitor, &placed), pair("success", "processing"));
    assert_eq!((count(&shop, "SELECT COUNT(*) FROM payment"), stock(&shop)), (1, 9));
}

#[test]
fn payment_page_is_in_five_languages() {
    let shop = Shop::open_with(&[("SHOP__LANGUAGES", "[\"en\", \"fr\", \"de\", \"es\", \"zh\"]")]);
    for (lang, words) in [
        ("en", "What should happen?"),
        ("fr", "Que doit-il se passer"),
        ("de", "Was soll geschehen?"),
        ("es", "¿Qué debe ocurrir?"),
        ("zh", "请选择付款结果"),
    ] {
        let mut visitor = shop.visitor().speaking(lang);
        visitor.add(SKU, 1);
        let mut form = visitor.order_form("card");
        form["email"] = json!(format!("{lang}@example.com"));
        let placed = visitor.call("checkout/place", &form);
        let page = page_of(&shop, &placed);
        let body = visitor.get(&page).body;
        assert!(body.contains(words), "{lang}: {body}");
        assert_eq!(choose(&shop, &mut visitor, &page, "cancel"), format!("/{lang}/paymentcanceled"));
    }
}

#[test]
fn declined_card_can_be_retried_for_the_same_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    assert_eq!(choose(&shop, &mut visitor, &page_of(&shop, &placed), "decline"), "/en/paymenterror");
    let declined = result(&mut visitor, &placed);
    assert_eq!((&declined["outcome"], &declined["status"]), (&json!("failed"), &json!("pending")));
    let methods: Vec<&str> =
        declined["payment_methods"].as_array().unwrap().iter().map(|m| m["code"].as_str().unwrap()).collect();
    assert_eq!(methods, ["card", "bank_transfer", "cheque"]);
    let retried = visitor.call("payment/retry", &json!({ "token": placed["token"] }));
    assert_eq!(retried["order_number"], placed["order_number"]);
    assert_ne!(retried["payment"]["redirect_url"], placed["payment"]["redirect_url"]);
    assert_eq!(choose(&shop, &mut visitor, &page_of(&shop, &retried), "succeed"), "/en/ccordersuccess");
    assert_eq!(outcome(&mut visitor, &placed), pair("success", "processing"));
    assert_eq!((count(&shop, "SELECT COUNT(*) FROM sales_order"), stock(&shop)), (1, 9));
    let over = visitor.refused("payment/retry", &json!({ "token": placed["token"] }));
    assert_eq!(over["error"]["id"], "payment.not_pending");
}

#[test]
fn change_of_method_keeps_the_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    let args = json!({ "token": placed["token"], "payment_method": "bank_transfer" });
    let retried = visitor.call("payment/retry", &args);
    assert_eq!(
        (&retried["status"], &retried["order_number"]),
        (&json!("pending_bank_transfer"), &placed["order_number"])
    );
    assert_eq!(retried["payment"]["instructions"]["reference"], placed["order_number"]);
    assert_eq!(mails(&shop, "order_received"), 1);
    // The former payment page is closed.
    later(&shop, 1);
    let page = page_of(&shop, &placed);
    assert!(visitor.get(&page).body.contains("This payment has been settled"));
    let unknown = visitor.refused("payment/retry", &json!({ "token": placed["token"], "payment_method": "wechat" }));
    assert_eq!(unknown["error"]["id"], "checkout.payment_method_unavailable");
    assert_eq!(visitor.refused("payment/retry", &json!({ "token": "x" }))["error"]["id"], "order.not_found");
}

#[test]
fn canceled_payment_keeps_the_cart_for_another_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    assert_eq!(choose(&shop, &mut visitor, &page_of(&shop, &placed), "cancel"), "/en/paymentcanceled");
    assert_eq!(outcome(&mut visitor, &placed), pair("canceled", "pending"));
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1);
    let form = visitor.order_form("cheque");
    let second = visitor.call("checkout/place", &form);
    assert_ne!(second["order_number"], placed["order_number"]);
    assert_eq!(outcome(&mut visitor, &placed), pair("canceled", "canceled"));
    assert_eq!(stock(&shop), 9, "the canceled order's stock is released");
}

#[test]
fn unanswered_payment_is_polled_again() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    assert_eq!(choose(&shop, &mut visitor, &page_of(&shop, &placed), "hang"), "/en/ccordersuccess");
    assert_eq!(outcome(&mut visitor, &placed), pair("pending", "pending"));
    later(&shop, 5);
    assert_eq!(outcome(&mut visitor, &placed), pair("pending", "pending"));
    later(&shop, 30);
    assert_eq!(outcome(&mut visitor, &placed), pair("success", "processing"));
}

#[test]
fn uncertain_payment_blocks_retries_until_decided() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    assert_eq!(choose(&shop, &mut visitor, &page_of(&shop, &placed), "uncertain"), "/en/paymentuncertain");
    assert_eq!(outcome(&mut visitor, &placed), pair("uncertain", "pending"));
    // No second payment before the first is decided.
    assert_eq!(result(&mut visitor, &placed)["payment_methods"], json!([]));
    let told = visitor.refused("payment/retry", &json!({ "token": placed["token"] }));
    assert_eq!(told["error"]["id"], "payment.uncertain");
    later(&shop, 30);
    assert_eq!(outcome(&mut visitor, &placed), pair("failed", "pending"));
}

#[test]
fn payment_is_reconciled_without_a_return() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    let page = page_of(&shop, &placed);
    assert_eq!(visitor.form(&page, "choice=succeed").status, 303);
    later(&shop, 3);
    assert_eq!(outcome(&mut visitor, &placed), pair("success", "processing"));
    // A poll finds the payment without a webhook.
    let mut other = shop.visitor();
    let mut form = {
        other.add(SKU, 1);
        other.order_form("card")
    };
    form["email"] = json!("other@example.com");
    let placed = other.call("checkout/place", &form);
    other.form(&page_of(&shop, &placed), "choice=succeed");
    let refreshed = other.call("payment/refresh", &json!({ "token": placed["token"] }));
    assert_eq!(refreshed["outcome"], "success");
}

#[test]
fn unpaid_card_order_is_canceled_after_an_hour() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    let page = page_of(&shop, &placed);
    later(&shop, 59);
    assert_eq!(outcome(&mut visitor, &placed), pair("pending", "pending"));
    later(&shop, 62);
    assert_eq!((outcome(&mut visitor, &placed), stock(&shop)), (pair("canceled", "canceled"), 10));
    assert_eq!(choose(&shop, &mut visitor, &page, "succeed"), "/en/paymentcanceled", "the page is closed");
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM payment"), 0);
    assert_eq!(mails(&shop, "order_canceled"), 0, "an unconfirmed order is canceled without a mail");
}

#[test]
fn late_payment_is_refunded() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    later(&shop, 55);
    assert_eq!(choose(&shop, &mut visitor, &page_of(&shop, &placed), "hang"), "/en/ccordersuccess");
    later(&shop, 62);
    assert_eq!(outcome(&mut visitor, &placed), pair("canceled", "canceled"));
    // The gateway answers again: the payment had been made.
    later(&shop, 150);
    later(&shop, 151);
    let result = result(&mut visitor, &placed);
    assert_eq!((&result["status"], &result["paid_amount"]), (&json!("canceled"), &result["refunded_amount"]));
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM refund WHERE state = 'done' AND reason = 'order_over'"), 1);
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM demo_refund"), 1);
    assert_eq!((mails(&shop, "order_refunded"), stock(&shop)), (1, 10));
}

#[test]
fn repeated_order_request_opens_one_payment() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add(SKU, 1);
    let form = visitor.order_form("card");
    let first = visitor.call("checkout/place", &form);
    let again = visitor.call("checkout/place", &form);
    assert_eq!(first, again, "the same order, the same page");
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM payment_attempt"), 1);
    let mut killed = shop;
    killed.kill();
}

#[test]
fn card_attempts_are_limited_per_network_and_session() {
    let shop = Shop::open_with(&[
        ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
        ("SHOP__LIMITS__PAYMENTS__PER_NETWORK", "3"),
        ("SHOP__LIMITS__PAYMENTS__DECLINED_PER_SESSION", "2"),
    ]);
    // From one network, with a new session and address each time.
    let from = |visitor: &mut Visitor, network: &str, path: &str, args: &Value| -> Value {
        visitor.post(path, &[], Some(&args.to_string()), &[("X-Forwarded-For", network)]).json()
    };
    let try_once = |number: usize, network: &str| {
        let mut visitor = shop.visitor();
        visitor.add(SKU, 1);
        let mut form = visitor.order_form("card");
        form["email"] = json!(format!("tester{number}@example.com"));
        from(&mut visitor, network, "checkout/place", &form)
    };
    for number in 0..3 {
        assert_eq!(try_once(number, "203.0.113.9")["code"], "1");
    }
    assert_eq!(try_once(3, "203.0.113.9")["error"]["id"], "payment.throttled");
    assert_eq!(try_once(4, "203.0.113.10")["code"], "1", "other networks are not affected");
    // Declined attempts per session.
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    choose(&shop, &mut visitor, &page_of(&shop, &placed), "decline");
    let retried = visitor.call("payment/retry", &json!({ "token": placed["token"] }));
    choose(&shop, &mut visitor, &page_of(&shop, &retried), "decline");
    let refused = visitor.refused("payment/retry", &json!({ "token": placed["token"] }));
    assert_eq!(refused["error"]["id"], "payment.throttled");
    // A bank transfer is not limited.
    let args = json!({ "token": placed["token"], "payment_method": "bank_transfer" });
    assert_eq!(visitor.call("payment/retry", &args)["status"], "pending_bank_transfer");
}

#[test]
fn wechat_is_offered_with_five_languages_only() {
    let four = Shop::open();
    let mut visitor = four.visitor();
    visitor.add(SKU, 1);
    let offered = visitor.call("checkout/index", &json!({ "country": "FR" }))["payment_methods"].clone();
    assert_eq!(offered.as_array().unwrap().len(), 3, "{offered}");
    drop(four);
    let five = Shop::open_with(&[("SHOP__LANGUAGES", "[\"en\", \"fr\", \"de\", \"es\", \"zh\"]")]);
    let mut visitor = five.visitor().speaking("zh");
    visitor.add(SKU, 1);
    let form = visitor.order_form("wechat");
    let placed = visitor.call("checkout/place", &form);
    let told = &placed["payment"]["instructions"];
    assert_eq!((&told["kind"], &placed["payment"]["redirect_url"]), (&json!("wechat"), &Value::Null));
    assert!(told["qr"]["path"].is_string(), "{told}");
    // The demo QR code links to the demo payment page.
    let page = path_of(&five, told["demo_url"].as_str().unwrap());
    five.set_clock(&(jiff::Timestamp::now() + jiff::SignedDuration::from_secs(21)).to_string());
    let expired = visitor.call("payment/index", &json!({ "token": placed["token"] }));
    assert_eq!(expired["instructions"]["qr"], Value::Null, "shown for twenty seconds");
    let again = visitor.call("payment/refresh", &json!({ "token": placed["token"] }));
    assert!(again["instructions"]["qr"]["path"].is_string(), "{again}");
    assert_eq!(choose(&five, &mut visitor, &page, "succeed"), "/zh/paysuccess");
    assert_eq!(outcome(&mut visitor, &placed), pair("success", "processing"));
}

#[test]
fn production_has_no_demo_payment_page() {
    let (code, _, stderr) = run(&["serve", "--listen", "127.0.0.1:0"], &[("SHOP__MODE", "production")]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("payment.card_gateway is \"demo\", which production refuses"), "{stderr}");
    let shop = Shop::open_with(&[("SHOP__MODE", "production"), ("SHOP__PAYMENT__METHODS", "[\"cheque\"]")]);
    let mut visitor = shop.visitor();
    assert_eq!(visitor.get("/demo/pay/style.css").status, 404);
    assert_eq!(visitor.get(&format!("/demo/pay/{}", "a".repeat(32))).status, 404);
    assert_eq!(visitor.form("/demo/pay/x", "choice=succeed").status, 404);
    assert_eq!(visitor.form("/webhooks/demo", "{}").status, 404);
}

#[test]
fn forged_gateway_requests_are_rejected() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    assert_eq!(visitor.form("/webhooks/demo", "{}").status, 400, "the demo gateway has no webhook");
    assert_eq!(visitor.form("/webhooks/stripe", "{}").status, 404, "not in use here");
    let page = page_of(&shop, &placed);
    assert_eq!(visitor.form(&page, "choice=steal").status, 400);
    assert_eq!(visitor.form_with(&page, "choice=succeed", &[("Sec-Fetch-Site", "cross-site")]).status, 403);
    for token in ["", "x", &uuid()] {
        let answer = visitor.get(&format!("/payment/return?token={token}"));
        assert_eq!((answer.status, answer.header("location")), (303, Some("/en/ordersuccess?token=")));
    }
    assert_eq!(outcome(&mut visitor, &placed), pair("pending", "pending"));
}

#[test]
fn purchase_is_counted_once_across_browsers() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    let token = json!({ "token": placed["token"] });
    let is_first = |visitor: &mut Visitor| visitor.call("payment/counted", &token)["is_first"].clone();
    assert_eq!(is_first(&mut visitor), json!(false), "not paid yet");
    assert_eq!(choose(&shop, &mut visitor, &page_of(&shop, &placed), "succeed"), "/en/ccordersuccess");
    assert_eq!(is_first(&mut visitor), json!(true));
    assert_eq!(is_first(&mut visitor), json!(false));
    assert_eq!(is_first(&mut shop.visitor()), json!(false), "another browser, with the link of the mail");
    assert_eq!(visitor.refused("payment/counted", &json!({ "token": "x" }))["error"]["id"], "order.not_found");
}

#[test]
fn payment_refresh_starts_a_session() {
    let shop = Shop::open();
    let placed = place(&mut shop.visitor());
    let mut stranger = shop.visitor();
    let answer = stranger.call("payment/refresh", &json!({ "token": placed["token"] }));
    assert_eq!(answer["outcome"], "pending");
    assert!(stranger.cookies.contains_key("PHPSESSID"));
}

#[test]
fn qr_code_has_its_remaining_seconds() {
    let shop = Shop::open_with(&[("SHOP__LANGUAGES", "[\"en\", \"fr\", \"de\", \"es\", \"zh\"]")]);
    let mut visitor = shop.visitor().speaking("zh");
    visitor.add(SKU, 1);
    let form = visitor.order_form("wechat");
    let placed = visitor.call("checkout/place", &form);
    let token = json!({ "token": placed["token"] });
    let told = &placed["payment"]["instructions"];
    assert_eq!(told["code_seconds"], 20, "{told}");
    assert!(told["qr"]["path"].is_string() && told["demo_url"].as_str().unwrap().contains("/demo/pay/"));
    later(&shop, 1);
    let over = visitor.call("payment/index", &token)["instructions"].clone();
    assert_eq!((&over["code_seconds"], &over["qr"]), (&json!(0), &Value::Null), "{over}");
    let fresh = visitor.call("payment/refresh", &token)["instructions"].clone();
    assert_eq!(fresh["code_seconds"], 20);
    assert!(fresh["qr"]["path"].is_string());
}

#[test]
fn crashes_between_payment_steps_lose_and_duplicate_nothing() {
    let folder = crate::support::seeded_copy();
    let mut shop = Shop::start(folder.path(), &[]);
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    let page = page_of(&shop, &placed);
    let cut = |shop: &mut Shop, visitor: &mut Visitor| {
        shop.kill();
        *shop = Shop::start(folder.path(), &[]);
        // The browser keeps its cookies.
        let mut again = shop.visitor();
        again.cookies = std::mem::take(&mut visitor.cookies);
        *visitor = again;
    };
    cut(&mut shop, &mut visitor);
    assert_eq!(outcome(&mut visitor, &placed), pair("pending", "pending"));
    assert_eq!(visitor.form(&page, "choice=succeed").status, 303);
    cut(&mut shop, &mut visitor);
    later(&shop, 6);
    assert_eq!(outcome(&mut visitor, &placed), pair("success", "processing"));
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
    let number = placed["order_number"].as_str().unwrap();
    let args = ["order", "cancel", number, "--reason", "sold out", "--data", shop.data.to_str().unwrap()];
    assert_eq!(run(&args, &[]).0, Some(0));
    cut(&mut shop, &mut visitor);
    eventually("the payment is refunded", || mails(&shop, "order_refunded") == 1);
    cut(&mut shop, &mut visitor);
    later(&shop, 6);
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM payment"), 1);
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM demo_refund"), 1);
    assert_eq!((mails(&shop, "order_refunded"), mails(&shop, "order_received"), stock(&shop)), (1, 1, 10));
}

#[test]
fn login_before_payment_merges_the_cart_and_payment_empties_it() {
    let shop = Shop::open();
    drop(shop.customer("claire@example.com"));
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor);
    visitor.log_in("claire@example.com", crate::support::PASSWORD);
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1);
    assert_eq!(choose(&shop, &mut visitor, &page_of(&shop, &placed), "succeed"), "/en/ccordersuccess");
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
}

#[test]
fn entered_order_can_be_paid_by_card_weeks_later() {
    let folder = crate::support::seeded_copy();
    let (_, template, _) = run(&["order", "create", "--template"], &[]);
    let file = folder.path().join("entered.json");
    std::fs::write(&file, template).unwrap();
    let data = folder.path().to_str().unwrap();
    let (code, _, error) = run(&["order", "create", file.to_str().unwrap(), "--data", data], &[]);
    assert_eq!(code, Some(0), "{error}");
    // The queued mail contains the order token.
    let mail: String = support::database(folder.path())
        .one("SELECT data FROM mail WHERE template = 'order_received'", vals![])
        .unwrap();
    let mail: Value = serde_json::from_str(&mail).unwrap();
    let token = mail["order"]["token"].as_str().unwrap();
    let shop = Shop::start(folder.path(), &[]);
    later(&shop, 60 * 24 * 20);
    let mut visitor = shop.visitor();
    let retried = visitor.call("payment/retry", &json!({ "token": token, "payment_method": "card" }));
    assert_eq!(retried["status"], "pending");
    later(&shop, 60 * 24 * 20 + 30);
    assert_eq!(outcome(&mut visitor, &retried), pair("pending", "pending"), "held for an hour");
    assert_eq!(choose(&shop, &mut visitor, &page_of(&shop, &retried), "succeed"), "/en/ccordersuccess");
}
