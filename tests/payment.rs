//! Online payment through the demo gateway: every outcome, in any order of return, poll and expiry.

use serde_json::{Value, json};
use shop::vals;

use crate::support::{self, Answer, FIVE_LANGUAGES, PASSWORD, Shop, Visitor, eventually, run, uuid};

/// The seed has a stock of ten.
const SKU: &str = "TOW-GAN";

/// The path of a URL of this shop.
fn path_of(shop: &Shop, url: &str) -> String {
    url.strip_prefix(&shop.url).unwrap_or(url).to_owned()
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

#[test]
fn successful_payment_makes_a_paid_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    assert_eq!((&placed["status"], shop.stock(SKU)), (&json!("pending"), 9));
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"]);
    assert_eq!(visitor.result(&placed)["redirect_url"], placed["payment"]["redirect_url"]);
    assert_eq!(shop.mails("order_received"), 0, "no confirmation before payment");
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1, "the cart is kept until payment");

    let page = shop.payment_page(&placed);
    let shown = visitor.get(&page);
    assert_eq!(shown.status, 200);
    assert!(shown.body.contains("Demonstration: no money moves") && shown.body.contains("€"), "{}", shown.body);
    assert!(!shown.body.contains("<script") && !shown.body.contains("style=\""));
    assert_eq!(choose(&shop, &mut visitor, &page, "succeed"), "/en/ccordersuccess");
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    assert_eq!((shop.mails("order_received"), shop.count("SELECT COUNT(*) FROM payment")), (1, 1));
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
    // Repeated returns and choices change nothing.
    let token = placed["token"].as_str().unwrap();
    assert_eq!(come_back(&mut visitor, &format!("/payment/return?token={token}")), "/en/ccordersuccess");
    assert_eq!(come_back(&mut visitor, &format!("/payment/return?token={token}&canceled=1")), "/en/ccordersuccess");
    assert_eq!(choose(&shop, &mut visitor, &page, "decline"), "/en/ccordersuccess");
    assert!(visitor.get(&page).body.contains("This payment has been settled"));
    shop.set_clock_minutes_ahead(90);
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    assert_eq!((shop.count("SELECT COUNT(*) FROM payment"), shop.stock(SKU)), (1, 9));
}

#[test]
fn payment_page_is_in_five_languages() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
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
        let page = shop.payment_page(&placed);
        let body = visitor.get(&page).body;
        assert!(body.contains(words), "{lang}: {body}");
        assert_eq!(choose(&shop, &mut visitor, &page, "cancel"), format!("/{lang}/paymentcanceled"));
    }
}

#[test]
fn declined_card_can_be_retried_for_the_same_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    assert_eq!(choose(&shop, &mut visitor, &shop.payment_page(&placed), "decline"), "/en/paymentuncertain");
    let declined = visitor.result(&placed);
    assert_eq!((&declined["outcome"], &declined["status"]), (&json!("uncertain"), &json!("pending")));
    let methods: Vec<&str> =
        declined["payment_methods"].as_array().unwrap().iter().map(|m| m["code"].as_str().unwrap()).collect();
    assert_eq!(methods, ["card", "bank_transfer", "cheque"]);
    let retried = visitor.call("payment/retry", &json!({ "token": placed["token"] }));
    assert_eq!(retried["order_number"], placed["order_number"]);
    assert_ne!(retried["payment"]["redirect_url"], placed["payment"]["redirect_url"]);
    assert_eq!(choose(&shop, &mut visitor, &shop.payment_page(&retried), "succeed"), "/en/ccordersuccess");
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    assert_eq!((shop.count("SELECT COUNT(*) FROM sales_order"), shop.stock(SKU)), (1, 9));
    let over = visitor.refused("payment/retry", &json!({ "token": placed["token"] }));
    assert_eq!(over["error"]["id"], "payment.not_pending");
}

#[test]
fn change_of_method_keeps_the_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let args = json!({ "token": placed["token"], "payment_method": "bank_transfer" });
    let retried = visitor.call("payment/retry", &args);
    assert_eq!(
        (&retried["status"], &retried["order_number"]),
        (&json!("pending_bank_transfer"), &placed["order_number"])
    );
    assert_eq!(retried["payment"]["instructions"]["reference"], placed["order_number"]);
    assert_eq!(shop.mails("order_received"), 1);
    // The former payment page is closed.
    shop.set_clock_minutes_ahead(1);
    let page = shop.payment_page(&placed);
    assert!(visitor.get(&page).body.contains("This payment has been settled"));
    let unknown = visitor.refused("payment/retry", &json!({ "token": placed["token"], "payment_method": "wechat" }));
    assert_eq!(unknown["error"]["id"], "checkout.payment_method_unavailable");
    assert_eq!(visitor.refused("payment/retry", &json!({ "token": "x" }))["error"]["id"], "order.not_found");
}

#[test]
fn canceled_payment_keeps_the_cart_for_another_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    assert_eq!(choose(&shop, &mut visitor, &shop.payment_page(&placed), "cancel"), "/en/paymentcanceled");
    assert_eq!(visitor.outcome(&placed), ["canceled", "pending"]);
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1);
    let second = visitor.order("cheque");
    assert_ne!(second["order_number"], placed["order_number"]);
    assert_eq!(visitor.outcome(&placed), ["canceled", "canceled"]);
    assert_eq!(shop.stock(SKU), 9, "the canceled order's stock is released");
}

#[test]
fn unanswered_payment_is_polled_again() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    assert_eq!(choose(&shop, &mut visitor, &shop.payment_page(&placed), "hang"), "/en/ccordersuccess");
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"]);
    shop.set_clock_minutes_ahead(5);
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"]);
    shop.set_clock_minutes_ahead(30);
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
}

#[test]
fn uncertain_payment_blocks_retries_until_decided() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    assert_eq!(choose(&shop, &mut visitor, &shop.payment_page(&placed), "uncertain"), "/en/paymentuncertain");
    assert_eq!(visitor.outcome(&placed), ["uncertain", "pending"]);
    // No second payment before the first is decided.
    assert_eq!(visitor.result(&placed)["payment_methods"], json!([]));
    let refusal = visitor.refused("payment/retry", &json!({ "token": placed["token"] }));
    assert_eq!(refusal["error"]["id"], "payment.uncertain");
    // Nor by a new order of the same cart, which would cancel the first.
    let form = visitor.order_form("card");
    assert_eq!(visitor.refused("checkout/place", &form)["error"]["id"], "payment.uncertain");
    assert_eq!(visitor.outcome(&placed), ["uncertain", "pending"]);
    shop.set_clock_minutes_ahead(30);
    assert_eq!(visitor.outcome(&placed), ["uncertain", "pending"]);
    assert_ne!(visitor.result(&placed)["payment_methods"], json!([]), "declined in the end");
    let form = visitor.order_form("card");
    visitor.call("checkout/place", &form);
    assert_eq!(visitor.result(&placed)["status"], "canceled");
}

#[test]
fn payment_is_reconciled_without_a_return() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let page = shop.payment_page(&placed);
    assert_eq!(visitor.form(&page, "choice=succeed").status, 303);
    shop.set_clock_minutes_ahead(3);
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    // A poll finds the payment without a webhook.
    let mut other = shop.visitor();
    let mut form = {
        other.add(SKU, 1);
        other.order_form("card")
    };
    form["email"] = json!("other@example.com");
    let placed = other.call("checkout/place", &form);
    other.form(&shop.payment_page(&placed), "choice=succeed");
    let refreshed = other.call("payment/refresh", &json!({ "token": placed["token"] }));
    assert_eq!(refreshed["outcome"], "success");
}

#[test]
fn unpaid_card_order_is_canceled_after_an_hour() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let page = shop.payment_page(&placed);
    shop.set_clock_minutes_ahead(59);
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"]);
    shop.set_clock_minutes_ahead(62);
    assert_eq!((visitor.result(&placed)["status"].as_str(), shop.stock(SKU)), (Some("canceled"), 10));
    assert_eq!(choose(&shop, &mut visitor, &page, "succeed"), "/en/paymentcanceled", "the page is closed");
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment"), 0);
    assert_eq!(shop.mails("order_canceled"), 0, "an unconfirmed order is canceled without a mail");
}

#[test]
fn late_payment_is_refunded() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    shop.set_clock_minutes_ahead(55);
    assert_eq!(choose(&shop, &mut visitor, &shop.payment_page(&placed), "hang"), "/en/ccordersuccess");
    shop.set_clock_minutes_ahead(62);
    assert_eq!(visitor.outcome(&placed), ["canceled", "canceled"]);
    // The gateway answers again: the payment had been made.
    shop.set_clock_minutes_ahead(150);
    shop.set_clock_minutes_ahead(151);
    let result = visitor.result(&placed);
    assert_eq!((&result["status"], &result["paid_amount"]), (&json!("canceled"), &result["refunded_amount"]));
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund WHERE state = 'done' AND reason = 'order_over'"), 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM demo_refund"), 1);
    assert_eq!((shop.mails("order_refunded"), shop.stock(SKU)), (1, 10));
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
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt"), 1);
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
    let try_once = |number: usize, network: &str| {
        let mut visitor = shop.visitor().from(network);
        visitor.add(SKU, 1);
        let mut form = visitor.order_form("card");
        form["email"] = json!(format!("tester{number}@example.com"));
        visitor.send("checkout/place", &form)
    };
    for number in 0..3 {
        assert_eq!(try_once(number, "203.0.113.9")["code"], "1");
    }
    assert_eq!(try_once(3, "203.0.113.9")["error"]["id"], "payment.throttled");
    assert_eq!(try_once(4, "203.0.113.10")["code"], "1", "other networks are not affected");
    // Declined attempts per session.
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    choose(&shop, &mut visitor, &shop.payment_page(&placed), "decline");
    let retried = visitor.call("payment/retry", &json!({ "token": placed["token"] }));
    choose(&shop, &mut visitor, &shop.payment_page(&retried), "decline");
    let refused = visitor.refused("payment/retry", &json!({ "token": placed["token"] }));
    assert_eq!(refused["error"]["id"], "payment.throttled");
    // A bank transfer is not limited.
    let args = json!({ "token": placed["token"], "payment_method": "bank_transfer" });
    assert_eq!(visitor.call("payment/retry", &args)["status"], "pending_bank_transfer");
}

/// An attempt by card with a new order; the id of the refusal.
fn try_card(shop: &Shop, visitor: &mut Visitor, declined: bool) -> Result<(), String> {
    visitor.add(SKU, 1);
    let mut form = visitor.order_form("card");
    form["email"] = json!(format!("{}@example.com", uuid()));
    let answer = visitor.send("checkout/place", &form);
    if answer["code"] == "0" {
        return Err(answer["error"]["id"].as_str().unwrap().to_owned());
    }
    if declined {
        choose(shop, visitor, &shop.payment_page(&answer["data"]), "decline");
    }
    Ok(())
}

/// By what attempts are counted.
#[derive(Clone, Copy)]
enum By {
    Session,
    Network,
    Account,
}

#[test]
fn each_limit_of_card_attempts_counts_its_own_and_spares_others() {
    let limits = [
        ("PER_SESSION", By::Session),
        ("DECLINED_PER_SESSION", By::Session),
        ("PER_NETWORK", By::Network),
        ("DECLINED_PER_NETWORK", By::Network),
        ("PER_EMAIL", By::Account),
        ("DECLINED_PER_EMAIL", By::Account),
    ];
    for (limit, by) in limits {
        let env = limits
            .map(|(name, _)| (format!("SHOP__LIMITS__PAYMENTS__{name}"), if name == limit { "2" } else { "1000" }));
        let mut env: Vec<(&str, &str)> = env.iter().map(|(key, value)| (key.as_str(), *value)).collect();
        env.extend([("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"), ("SHOP__CAPTCHA__PROVIDER", "none")]);
        let shop = Shop::open_with(&env);
        let account = |email: &str, network: &str| {
            let mut visitor = shop.visitor().from(network);
            visitor.log_in(email, PASSWORD);
            visitor
        };
        for email in ["ada@example.com", "ben@example.com"] {
            shop.customer(email);
        }
        let mut session = shop.visitor();
        session.add(SKU, 1);
        // What is not counted differs each time.
        let counted = |number: u8| {
            let network = format!("203.0.113.{number}");
            let mut visitor = match by {
                By::Session => session.clone().from(&network),
                By::Network => shop.visitor().from("203.0.113.9"),
                By::Account => account("ada@example.com", &network),
            };
            try_card(&shop, &mut visitor, limit.starts_with("DECLINED"))
        };
        assert_eq!([counted(1), counted(2)], [Ok(()), Ok(())], "{limit}");
        assert_eq!(counted(3), Err("payment.throttled".into()), "{limit}");
        let mut other = match by {
            By::Session => shop.visitor().from("203.0.113.1"),
            By::Network => shop.visitor().from("198.51.100.1"),
            By::Account => account("ben@example.com", "203.0.113.1"),
        };
        assert_eq!(try_card(&shop, &mut other, false), Ok(()), "{limit} spares others");
    }
}

#[test]
fn wechat_is_offered_with_five_languages_only() {
    let four = Shop::open();
    let mut visitor = four.visitor();
    visitor.add(SKU, 1);
    let offered = visitor.call("checkout/index", &json!({ "country": "FR" }))["payment_methods"].clone();
    assert_eq!(offered.as_array().unwrap().len(), 3, "{offered}");
    drop(four);
    let five = Shop::open_with(&[FIVE_LANGUAGES]);
    let mut visitor = five.visitor().speaking("zh").with_query("currency", "CNY");
    let placed = visitor.place(SKU, 1, "wechat");
    let offer = &placed["payment"]["instructions"];
    assert_eq!((&offer["kind"], &placed["payment"]["redirect_url"]), (&json!("wechat"), &Value::Null));
    assert!(offer["qr"]["path"].is_string() && offer["code_seconds"] == 20, "{offer}");
    // The demo QR code links to the demo payment page.
    let page = path_of(&five, offer["demo_url"].as_str().unwrap());
    five.set_clock_seconds_ahead(21);
    let expired = &visitor.result(&placed)["instructions"];
    assert_eq!((&expired["code_seconds"], &expired["qr"]), (&json!(0), &Value::Null), "shown for twenty seconds");
    let again = visitor.call("payment/refresh", &json!({ "token": placed["token"] }))["instructions"].clone();
    assert!(again["qr"]["path"].is_string() && again["code_seconds"] == 20, "{again}");
    assert_eq!(choose(&five, &mut visitor, &page, "succeed"), "/zh/paysuccess");
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
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
    let placed = visitor.place(SKU, 1, "card");
    assert_eq!(visitor.form("/webhooks/demo", "{}").status, 400, "the demo gateway has no webhook");
    assert_eq!(visitor.form("/webhooks/stripe", "{}").status, 404, "not in use here");
    let page = shop.payment_page(&placed);
    assert_eq!(visitor.form(&page, "choice=steal").status, 400);
    assert_eq!(visitor.form_with(&page, "choice=succeed", &[("Sec-Fetch-Site", "cross-site")]).status, 403);
    for token in ["", "x", &uuid()] {
        let answer = visitor.get(&format!("/payment/return?token={token}"));
        assert_eq!((answer.status, answer.header("location")), (303, Some("/en/ordersuccess?token=")));
    }
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"]);
}

#[test]
fn purchase_is_counted_once_across_browsers() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let token = json!({ "token": placed["token"] });
    let is_first = |visitor: &mut Visitor| visitor.call("payment/counted", &token)["is_first"].clone();
    assert_eq!(is_first(&mut visitor), json!(false), "not paid yet");
    assert_eq!(choose(&shop, &mut visitor, &shop.payment_page(&placed), "succeed"), "/en/ccordersuccess");
    assert_eq!(is_first(&mut visitor), json!(true));
    assert_eq!(is_first(&mut visitor), json!(false));
    assert_eq!(is_first(&mut shop.visitor()), json!(false), "another browser, with the link of the mail");
    assert_eq!(visitor.refused("payment/counted", &json!({ "token": "x" }))["error"]["id"], "order.not_found");
}

#[test]
fn payment_refresh_starts_a_session() {
    let shop = Shop::open();
    let placed = shop.visitor().place(SKU, 1, "card");
    let mut stranger = shop.visitor();
    let answer = stranger.call("payment/refresh", &json!({ "token": placed["token"] }));
    assert_eq!(answer["outcome"], "pending");
    assert!(stranger.cookies.contains_key("PHPSESSID"));
}

#[test]
fn crashes_between_payment_steps_lose_and_duplicate_nothing() {
    let folder = crate::support::seeded_copy();
    let mut shop = Shop::start(folder.path(), &[]);
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let page = shop.payment_page(&placed);
    let cut = |shop: &mut Shop, visitor: &mut Visitor| {
        shop.kill();
        *shop = Shop::start(folder.path(), &[]);
        // The browser keeps its cookies.
        let mut again = shop.visitor();
        again.cookies = std::mem::take(&mut visitor.cookies);
        *visitor = again;
    };
    cut(&mut shop, &mut visitor);
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"]);
    assert_eq!(visitor.form(&page, "choice=succeed").status, 303);
    cut(&mut shop, &mut visitor);
    shop.set_clock_minutes_ahead(6);
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
    let number = placed["order_number"].as_str().unwrap();
    let args = ["order", "cancel", number, "--reason", "sold out", "--data", shop.data.to_str().unwrap()];
    assert_eq!(run(&args, &[]).0, Some(0));
    cut(&mut shop, &mut visitor);
    eventually("the payment is refunded", || shop.mails("order_refunded") == 1);
    cut(&mut shop, &mut visitor);
    shop.set_clock_minutes_ahead(6);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment"), 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM demo_refund"), 1);
    assert_eq!((shop.mails("order_refunded"), shop.mails("order_received"), shop.stock(SKU)), (1, 1, 10));
}

#[test]
fn login_before_payment_merges_the_cart_and_payment_empties_it() {
    let shop = Shop::open();
    drop(shop.customer("claire@example.com"));
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    visitor.log_in("claire@example.com", crate::support::PASSWORD);
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1);
    assert_eq!(choose(&shop, &mut visitor, &shop.payment_page(&placed), "succeed"), "/en/ccordersuccess");
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
}

#[test]
fn entered_order_can_be_paid_by_card_weeks_later() {
    let folder = crate::support::seeded_copy();
    let (_, template, _) = run(&["order", "create", "--template"], &[]);
    let file = folder.path().join("entered.json");
    std::fs::write(&file, template).unwrap();
    support::output(folder.path(), &["order", "create", file.to_str().unwrap()]);
    // The queued mail contains the order token.
    let mail: String = support::database(folder.path())
        .one("SELECT data FROM mail WHERE template = 'order_received'", vals![])
        .unwrap();
    let mail: Value = serde_json::from_str(&mail).unwrap();
    let token = mail["order"]["token"].as_str().unwrap();
    let shop = Shop::start(folder.path(), &[]);
    shop.set_clock_minutes_ahead(60 * 24 * 20);
    let mut visitor = shop.visitor();
    let retried = visitor.call("payment/retry", &json!({ "token": token, "payment_method": "card" }));
    assert_eq!(retried["status"], "pending");
    shop.set_clock_minutes_ahead(60 * 24 * 20 + 30);
    assert_eq!(visitor.outcome(&retried), ["pending", "pending"], "held for an hour");
    assert_eq!(choose(&shop, &mut visitor, &shop.payment_page(&retried), "succeed"), "/en/ccordersuccess");
}
