//! Fraud attempts fail: goods without payment, double refunds, mail flooding, access to others' orders.

use serde_json::{Value, json};
use shop::vals;

use crate::support::{OUTBOX_ONLY, Shop, Visitor, eventually, uuid};

/// The seed has a stock of ten.
const SKU: &str = "TOW-GAN";

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn invalid_quantities_are_refused() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    for qty in [
        json!(-1),
        json!(0),
        json!(0.5),
        json!(1.5),
        json!(-0.0),
        json!(1e3),
        json!("1e1"),
        json!("0x1"),
        json!("-1"),
        json!("１"),
        json!(4_294_967_297_i64),
        json!(u64::MAX),
        json!([1]),
        json!({ "$gt": 0 }),
        json!(true),
    ] {
        let body = json!({ "sku": SKU, "qty": qty }).to_string();
        let answer = visitor.post("cart/add", &[], Some(&body), &[]);
        assert!([200, 400].contains(&answer.status), "{qty}: {}", answer.status);
        assert_eq!(answer.json()["code"], "0", "{qty}: {}", answer.body);
    }
    visitor.add(SKU, 2);
    let id = visitor.call("cart", &json!({}))["items"][0]["item_id"].to_string();
    for qty in ["-1", "0", "0.5", "1.5", "1e1", "%2B", "+", "1;2", "1,2", "", " ", "４", "99999999999999999999"] {
        let query = [("item_id".to_owned(), id.clone()), ("qty".to_owned(), qty.to_owned())];
        let answer = visitor.post("cart/update", &query, None, &[]);
        assert_eq!(answer.json()["code"], "0", "{qty:?}: {}", answer.body);
    }
    // A duplicate quantity parameter cannot make the quantity negative.
    let twice = [("item_id".to_owned(), id.clone()), ("qty".to_owned(), "1".into()), ("qty".to_owned(), "-9".into())];
    visitor.post("cart/update", &twice, None, &[]);
    let cart = visitor.call("cart", &json!({}));
    assert!(cart["total_qty"].as_i64().unwrap() >= 1, "{cart}");
    assert!(text(&cart["totals"]["total"]).parse::<f64>().unwrap() > 0.0);
}

#[test]
fn payment_claims_in_urls_and_bodies_are_ignored() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let token = text(&placed["token"]);
    let claims = "outcome=success&status=processing&paid=1&payment_status=paid&amount=0.00&paid_amount=18.00";
    for path in ["/payment/return", "/en/ccordersuccess", "/en/paysuccess", "/en/ordersuccess"] {
        let answer = visitor.get(&format!("{path}?token={token}&{claims}"));
        assert!([200, 303].contains(&answer.status), "{path}");
        if answer.status == 303 {
            assert_eq!(answer.header("location"), Some(format!("/en/ccordersuccess?token={token}").as_str()));
        } else {
            assert!(!answer.body.contains("Thank you for your order"), "{path}");
        }
    }
    for path in ["payment/index", "payment/refresh", "payment/retry"] {
        let args = json!({ "token": token, "status": "processing", "outcome": "success", "paid_amount": "18.00" });
        visitor.send(path, &args);
    }
    for (path, body) in [("/webhooks/demo", claims), ("/webhooks/stripe", claims), ("/webhooks/wechat", "{}")] {
        assert!(visitor.form(path, body).status >= 400, "{path}");
    }
    assert_eq!(visitor.result(&placed)["status"], "pending");
    assert_eq!((shop.count("SELECT COUNT(*) FROM payment"), shop.count("SELECT COUNT(*) FROM mail")), (0, 0));
}

#[test]
fn placed_order_keeps_its_price_and_currency() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let (token, page) = (text(&placed["token"]), shop.payment_page(&placed));
    let total = text(&placed["totals"]["total"]);
    // Currency, tag and amount of a retry do not change a placed order.
    let mut cunning = visitor.clone().with_query("currency", "RON").with_query("promo-tag", "VALMERE-TEAM");
    let args = json!({ "token": token, "currency": "RON", "amount": "0.01", "expected_total": "0.01", "payment_method": "card" });
    let again = cunning.call("payment/retry", &args);
    let shown = cunning.call("payment/index", &json!({ "token": token }));
    assert_eq!((&shown["totals"]["total"], &shown["totals"]["currency"]), (&json!(total), &json!("EUR")));
    // The first payment page is closed; the second one takes the full amount.
    assert_eq!(visitor.form(&page, "choice=succeed&amount=1&currency=RON").status, 303);
    assert_eq!(visitor.result(&placed)["status"], "pending", "a closed page takes no payment");
    let page = shop.payment_page(&again);
    visitor.form(&page, "choice=succeed&amount=1&currency=RON");
    visitor.get(&format!("/payment/return?token={token}"));
    let paid = visitor.call("payment/index", &json!({ "token": token }));
    assert_eq!((&paid["status"], &paid["paid_amount"]), (&json!("processing"), &json!(total)));
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment"), 1);
    // The same number in another currency is another total.
    let mut other = shop.visitor();
    other.add(SKU, 1);
    let mut form = other.order_form("bank_transfer");
    form["email"] = json!("other@example.com");
    let mut in_lei = other.clone().with_query("currency", "RON");
    assert_eq!(in_lei.refused("checkout/place", &form)["error"]["id"], "checkout.total_changed");
}

#[test]
fn concurrent_checkouts_of_one_cart_place_one_order() {
    for method in ["card", "bank_transfer", "cheque"] {
        let shop = Shop::open();
        let mut visitor = shop.visitor();
        visitor.add(SKU, 2);
        let form = visitor.order_form(method);
        let ready = std::sync::Barrier::new(6);
        let answers: Vec<Value> = std::thread::scope(|scope| {
            let windows: Vec<_> = (0..6)
                .map(|_| {
                    let (mut window, mut form, ready) = (visitor.clone(), form.clone(), &ready);
                    form["idempotency_key"] = json!(uuid());
                    scope.spawn(move || {
                        ready.wait();
                        window.send("checkout/place", &form)
                    })
                })
                .collect();
            windows.into_iter().map(|window| window.join().unwrap()).collect()
        });
        let live = "SELECT COUNT(*) FROM sales_order WHERE status <> 'canceled'";
        assert_eq!((shop.count(live), shop.stock(SKU)), (1, 8), "{method}: {answers:?}");
        let placed = answers.iter().filter(|answer| answer["code"] == "1").count();
        // A transfer empties the cart at once; a card order replaces the one before.
        assert_eq!(placed, if method == "card" { 6 } else { 1 }, "{method}: {answers:?}");
        if method != "card" {
            continue;
        }
        // Every payment page is used: one order is paid once, other payments are refused or refunded.
        for answer in &answers {
            if let Some(url) = answer["data"]["payment"]["redirect_url"].as_str()
                && let Some(page) = url.strip_prefix(&shop.url).filter(|path| path.starts_with("/demo/pay/"))
            {
                visitor.form(page, "choice=succeed");
            }
        }
        shop.set_clock_minutes_ahead(3);
        shop.set_clock_minutes_ahead(6);
        eventually("surplus payments are refunded", || {
            shop.count("SELECT COUNT(*) FROM refund WHERE state <> 'done'") == 0
        });
        assert_eq!((shop.count(live), shop.stock(SKU)), (1, 8));
        let balance =
            "SELECT (SELECT COALESCE(SUM(amount), 0) FROM payment) - (SELECT COALESCE(SUM(amount), 0) FROM refund)";
        let owed = "SELECT COALESCE(SUM(total), 0) FROM sales_order WHERE status = 'processing'";
        assert_eq!(shop.count(balance), shop.count(owed), "payments less refunds equal paid orders");
    }
}

#[test]
fn payment_after_cancellation_is_refunded() {
    let shop = Shop::open_with(&[("SHOP__CAPTCHA__PROVIDER", "none")]);
    let mut claire = shop.customer("claire@example.com");
    let placed = claire.place(SKU, 1, "card");
    assert_eq!(claire.form(&shop.payment_page(&placed), "choice=succeed").status, 303);
    // The shop has not received the webhook yet.
    claire.call("order/cancel", &json!({ "order_number": placed["order_number"] }));
    assert_eq!(shop.stock(SKU), 10);
    shop.set_clock_minutes_ahead(3);
    shop.set_clock_minutes_ahead(6);
    eventually("the payment is refunded", || shop.count("SELECT COUNT(*) FROM demo_refund") == 1);
    let result = claire.call("payment/index", &json!({ "token": placed["token"] }));
    assert_eq!((&result["status"], &result["paid_amount"]), (&json!("canceled"), &result["refunded_amount"]));
    let refused = claire.refused("order/cancel", &json!({ "order_number": placed["order_number"] }));
    assert_eq!(refused["error"]["id"], "order.not_cancelable");
    assert_eq!((shop.stock(SKU), shop.count("SELECT COUNT(*) FROM invoice")), (10, 0));
}

#[test]
fn change_of_method_does_not_take_payment_twice() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    visitor.form(&shop.payment_page(&placed), "choice=succeed");
    // The shopper chooses a transfer before the shop receives the webhook.
    let args = json!({ "token": placed["token"], "payment_method": "bank_transfer" });
    visitor.call("payment/retry", &args);
    eventually("the card payment is booked", || visitor.result(&placed)["status"] == "processing");
    assert_eq!(visitor.refused("payment/retry", &args)["error"]["id"], "payment.not_pending");
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment"), 1);
    // The transfer arrives as well and is refunded.
    let total = text(&placed["totals"]["total"]);
    let args = ["order", "paid", text(&placed["order_number"]), "--amount", total, "--method", "bank_transfer"];
    shop.output(&args);
    let result = visitor.call("payment/index", &json!({ "token": placed["token"] }));
    assert_eq!((&result["status"], &result["refunded_amount"]), (&json!("processing"), &placed["totals"]["total"]));
}

#[test]
fn concurrent_operators_refund_once() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 3, "bank_transfer");
    let (number, total) = (text(&placed["order_number"]), text(&placed["totals"]["total"]));
    shop.output(&["order", "paid", number]);
    let at_once = |args: &[&str]| -> usize {
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..4).map(|_| scope.spawn(|| shop.command(args).0 == Some(0))).collect();
            all.into_iter().filter_map(|one| one.join().unwrap().then_some(())).count()
        })
    };
    assert_eq!(at_once(&["order", "ship", number]), 1);
    assert_eq!(at_once(&["order", "return", number, "--line", "TOW-GAN=3"]), 1);
    assert_eq!(shop.stock(SKU), 10, "each piece is restocked once");
    assert_eq!(at_once(&["order", "refund", number, "--amount", total]), 0, "already refunded");
    let result = visitor.call("payment/index", &json!({ "token": placed["token"] }));
    assert_eq!((&result["status"], &result["refunded_amount"]), (&json!("closed"), &json!(total)));
    let credits = "SELECT COALESCE(SUM(total), 0) FROM invoice WHERE kind = 'credit_note'";
    assert_eq!(shop.count(credits), shop.count("SELECT total FROM invoice WHERE kind = 'invoice'"));

    let second = visitor.place(SKU, 1, "bank_transfer");
    let number = text(&second["order_number"]);
    shop.output(&["order", "paid", number]);
    assert_eq!(at_once(&["order", "refund", number, "--amount", text(&second["totals"]["total"])]), 1);
    shop.output(&["order", "cancel", number, "--reason", "sold out"]);
    assert_eq!(at_once(&["order", "cancel", number, "--reason", "sold out"]), 0);
    assert_eq!(shop.stock(SKU), 10);
    let sums = "SELECT (SELECT SUM(amount) FROM payment) - (SELECT SUM(amount) FROM refund)";
    assert_eq!(shop.count(sums), 0);
    for amount in ["0", "-5.00", "0.001", "1e3", "NaN"] {
        let (code, _, error) = shop.command(&["order", "paid", number, &format!("--amount={amount}")]);
        assert_ne!(code, Some(0), "{amount}: {error}");
        assert_ne!(shop.command(&["order", "refund", number, &format!("--amount={amount}")]).0, Some(0), "{amount}");
    }
}

#[test]
fn refund_belongs_to_its_order_and_is_replaced_once() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let orders = [visitor.place(SKU, 1, "bank_transfer"), visitor.place(SKU, 1, "bank_transfer")];
    let [mine, other] = [text(&orders[0]["order_number"]), text(&orders[1]["order_number"])];
    for number in [mine, other] {
        shop.output(&["order", "paid", number]);
    }
    shop.output(&["order", "refund", mine, "--amount", "3.00"]);
    let id = shop.count("SELECT id FROM refund").to_string();
    // A mistyped order number must not settle another order's refund.
    for how in ["--made", "--by-hand"] {
        let (code, _, error) = shop.command(&["order", "refund", other, how, &id]);
        assert_eq!(code, Some(1));
        assert!(error.contains(&format!("{other} has no refund {id}; ")), "{how}: {error}");
    }
    // A failed refund is replaced once.
    shop.database().exec("UPDATE refund SET state = 'failed'", vals![]).unwrap();
    shop.output(&["order", "refund", mine, "--by-hand", &id, "--reason", "the card is closed"]);
    let noted = format!("refund {id} to be made by hand: the card is closed");
    assert_eq!(shop.count(&format!("SELECT COUNT(*) FROM order_note WHERE text = '{noted}'")), 1);
    let error = shop.command_error(&["order", "refund", mine, "--by-hand", &id]);
    assert!(error.contains("has failed; --by-hand books another in its place, once"), "{error}");
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund WHERE state = 'by_hand'"), 1);
    let listed = shop.operator(&["order", "list", "--refunds"]);
    let states: Vec<&str> = listed.as_array().unwrap().iter().map(|row| text(&row["state"])).collect();
    assert_eq!(states, ["by_hand"], "the replaced refund is no longer open");
}

#[test]
fn repeated_method_changes_send_limited_mail() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "bank_transfer");
    let mails = || shop.count("SELECT COUNT(*) FROM mail");
    assert_eq!(mails(), 1);
    // The same method again sends no mail.
    for _ in 0..3 {
        visitor.call("payment/retry", &json!({ "token": placed["token"], "payment_method": "bank_transfer" }));
    }
    assert_eq!(mails(), 1);
    for turn in 0..12 {
        let method = if turn % 2 == 0 { "cheque" } else { "bank_transfer" };
        let retried = visitor.call("payment/retry", &json!({ "token": placed["token"], "payment_method": method }));
        assert_eq!(retried["payment"]["instructions"]["kind"], method, "the page shows the instructions");
    }
    assert_eq!(mails(), 6);
}

#[test]
fn orders_per_mailbox_are_limited() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let order = |visitor: &mut Visitor, email: &str| {
        visitor.add(SKU, 1);
        let mut form = visitor.order_form("bank_transfer");
        form["email"] = json!(email);
        visitor.send("checkout/place", &form)
    };
    let cancel = |visitor: &mut Visitor, placed: &Value| {
        visitor.call("order/cancel", &json!({ "order_number": placed["data"]["order_number"] }));
    };
    for thief in 0..3 {
        let mut thief = shop.customer(&format!("thief{thief}@example.com"));
        for turn in 0..3 {
            let placed = order(&mut thief, &format!("victor+{turn}@example.com"));
            assert_eq!(placed["code"], "1", "{placed}");
            cancel(&mut thief, &placed);
        }
    }
    let mut another = shop.customer("another@example.com");
    let mails = || shop.count("SELECT COUNT(*) FROM mail WHERE lower(recipient) LIKE 'victor%'");
    assert_eq!(mails(), 18);
    // Further orders wait for a link, and few links are mailed.
    for turn in 0..3 {
        let mut guest = shop.visitor();
        let waiting = order(&mut guest, "Victor@example.com");
        assert_eq!(waiting["data"]["payment"]["awaiting_confirmation"], true, "{turn}: {waiting}");
    }
    assert_eq!(order(&mut shop.visitor(), "Victor@example.com")["error"]["id"], "checkout.unpaid_links");
    assert_eq!(mails(), 21);
    assert_eq!(order(&mut another, "other@example.com")["code"], "1", "another mailbox");
    shop.set_clock_minutes_ahead(25 * 60);
    assert_eq!(order(&mut another, "victor@example.com")["code"], "1", "another day");
    // Orders that sent no mail do not count.
    let mut undecided = shop.visitor();
    undecided.add(SKU, 1);
    for _ in 0..11 {
        let mut form = undecided.order_form("card");
        form["email"] = json!("ada@example.com");
        undecided.call("checkout/place", &form);
    }
}

#[test]
fn promo_tag_matches_exactly_and_applies_once() {
    let shop = Shop::open();
    for percent in ["-30", "101", "30.5", "NaN", "4294967295"] {
        assert_ne!(
            shop.command(&["promo", "create", "CHEAT", &format!("--percent={percent}")]).0,
            Some(0),
            "{percent}"
        );
    }
    let price = |tag: &str| {
        let mut visitor = shop.visitor().with_query("promo-tag", tag);
        visitor.add(SKU, 1);
        let totals = visitor.call("cart", &json!({}))["totals"].clone();
        text(&totals["discount_amount"]).to_owned()
    };
    let full = price("VALMERE-TEAM");
    assert_ne!(full, "0.00");
    for tag in ["VALMERE-TEAM,VALMERE-TEAM", "VALMERE-TEAM%00", "%", "VALMERE-_EAM", "' OR 1=1 --", &"A".repeat(5000)] {
        assert_eq!(price(tag), "0.00", "{tag}");
    }
    // Twice in the URL and once in the cookie is still one tag.
    let mut visitor = shop.visitor().with_query("promo-tag", "VALMERE-TEAM").with_query("promo-tag", "VALMERE-TEAM");
    visitor.cookies.insert("employcode".into(), "VALMERE-TEAM".into());
    visitor.add(SKU, 1);
    assert_eq!(visitor.call("cart", &json!({}))["totals"]["discount_amount"], full.as_str());
}

#[test]
fn tokens_and_keys_of_others_give_no_access() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer("ada@example.com");
    let placed = ada.place(SKU, 1, "bank_transfer");
    let (number, token) = (text(&placed["order_number"]), text(&placed["token"]));
    shop.output(&["order", "paid", number]);
    let mut ben = shop.customer("ben@example.com");
    let other = ben.place(SKU, 1, "card");
    // Another's order number with the own token, the own token with another's invoice, a truncated token.
    let args = json!({ "token": other["token"], "order_number": number, "payment_method": "bank_transfer" });
    assert_eq!(ben.call("payment/retry", &args)["order_number"], other["order_number"], "the token decides");
    let paths = [
        format!("/en/invoice/{}/INV-2026-000001", text(&other["token"])),
        format!("/en/invoice/{number}"),
        format!("/en/invoice/{number}/INV-2026-000001"),
        format!("/en/invoice/{}", &token[..token.len() - 1]),
        format!("/en/invoice/{}", token.to_uppercase()),
        format!("/en/invoice/%2e%2e/{token}"),
        "/en/invoice/INV-2026-000001".to_owned(),
    ];
    for path in paths {
        let (answer, body) = ben.file(&path);
        assert!(answer.status >= 300 && !body.starts_with(b"%PDF"), "{path}: {}", answer.status);
    }
    assert_eq!(ada.file(&format!("/en/invoice/{token}")).0.status, 200);
    // An idempotency key belongs to its session.
    let mut thief = shop.visitor();
    thief.add(SKU, 1);
    let mut form = thief.order_form("card");
    form["email"] = json!("thief@example.com");
    let key = form["idempotency_key"].clone();
    let mine = thief.call("checkout/place", &form);
    let mut guest = shop.visitor();
    guest.add(SKU, 1);
    let mut replay = guest.order_form("card");
    replay["idempotency_key"] = key;
    let answer = guest.send("checkout/place", &replay);
    assert_ne!(answer["data"]["order_number"], mine["order_number"], "{answer}");
}
