//! Card payments against a Stripe double that validates requests by Stripe's published OpenAPI description: webhooks and
//! returns in any order, repeated, late or missing; lost answers; refunds; forged webhooks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use shop::vals;

use crate::support::http_server::{self, Response};
use crate::support::stripe::{Stripe, WEBHOOK_SECRET, now, signature};
use crate::support::{Shop, Visitor, eventually};

const SKU: &str = "TOW-GAN";

fn page(placed: &Value) -> &str {
    placed["payment"]["redirect_url"].as_str().expect("a page to pay on")
}

fn come_back(visitor: &mut Visitor, placed: &Value, gave_up: bool) -> String {
    let more = if gave_up { "&canceled=1" } else { "" };
    let answer = visitor.get(&format!("/payment/return?token={}{more}", placed["token"].as_str().unwrap()));
    assert_eq!(answer.status, 303);
    answer.header("location").unwrap().split('?').next().unwrap().to_owned()
}

/// Places an order that is paid at Stripe and reported by webhook.
fn paid(stripe: &Stripe, shop: &Shop, visitor: &mut Visitor) -> (Value, String) {
    let placed = visitor.place(SKU, 1, "card");
    let session = stripe.session_of(page(&placed));
    stripe.pay(&session);
    let event = stripe.event("checkout.session.completed", &stripe.session(&session));
    assert_eq!(stripe.notify(shop, &event), 200);
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    (placed, session)
}

#[test]
fn card_is_paid_on_stripe_checkout() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    assert!(page(&placed).starts_with("https://checkout.stripe.com/c/pay/"), "{placed}");
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"]);
    let requests = stripe.requests();
    assert_eq!(requests.len(), 1);
    let body = percent_encoding::percent_decode(&requests[0].body).decode_utf8().unwrap().into_owned();
    let session = stripe.session(&stripe.session_of(page(&placed)));
    // The idempotency key is the reference of the payment attempt.
    assert_eq!(requests[0].headers["idempotency-key"], session["client_reference_id"].as_str().unwrap());
    assert!(body.contains(&format!("metadata[order]={}", placed["order_number"].as_str().unwrap())), "{body}");
    assert_eq!(format!("{:.2}", session["amount_total"].as_f64().unwrap() / 100.0), placed["totals"]["total"]);
    for word in ["card[", "number]=4", "cvc", "rue"] {
        assert!(!body.contains(word), "{word}: {body}");
    }
    let id = stripe.session_of(page(&placed));
    stripe.pay(&id);
    // The success URL has a token of its own.
    let back = session["success_url"].as_str().unwrap();
    let back = &back[back.find("/payment/return").unwrap()..];
    assert!(!back.contains(placed["token"].as_str().unwrap()), "{back}");
    let answer = visitor.get(back);
    let screen = answer.header("location").unwrap();
    assert!(answer.status == 303 && screen.starts_with("/en/ccordersuccess?token="), "{screen}");
    let shown = visitor.call("payment/index", &json!({ "token": screen.split_once('=').unwrap().1 }));
    assert_eq!((&shown["order_number"], &shown["outcome"]), (&placed["order_number"], &json!("success")));
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    assert_eq!((shop.count("SELECT COUNT(*) FROM payment"), shop.mails("order_received")), (1, 1));
    // A late, repeated webhook changes nothing.
    let event = stripe.event("checkout.session.completed", &stripe.session(&id));
    assert_eq!([stripe.notify(&shop, &event), stripe.notify(&shop, &event)], [200, 200]);
    assert_eq!((shop.count("SELECT COUNT(*) FROM payment"), shop.mails("order_received")), (1, 1));
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_event"), 1, "a replayed webhook is recorded once");
}

#[test]
fn webhook_before_the_return_pays_once() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let (placed, _) = paid(&stripe, &shop, &mut visitor);
    assert_eq!(come_back(&mut visitor, &placed, false), "/en/ccordersuccess");
    assert_eq!(come_back(&mut visitor, &placed, true), "/en/ccordersuccess", "a paid order is not canceled");
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment"), 1);
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
}

#[test]
fn repeated_returns_query_stripe_at_a_limited_rate() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let questions = || stripe.requests().iter().filter(|request| request.method == "GET").count();
    for asked in [1, 2, 3, 4, 5, 5, 5] {
        come_back(&mut visitor, &placed, false);
        assert_eq!(questions(), asked);
    }
    // Another payment has a limit of its own.
    let mut other = shop.visitor();
    let another = other.place(SKU, 1, "card");
    come_back(&mut other, &another, false);
    assert_eq!(questions(), 6);
    // No bucket has a key that is made without the shop's secret.
    let attempts: Vec<i64> = shop.database().all("SELECT id FROM payment_attempt", vals![]).unwrap();
    assert_eq!(attempts.len(), 2);
    for id in attempts {
        let guessed = Sha256::digest([&[0; 32][..], b"payment/return\0", id.to_string().as_bytes()].concat());
        let sql = format!("SELECT COUNT(*) FROM throttle WHERE hex(key_hash) = '{}'", hex::encode_upper(guessed));
        assert_eq!(shop.count(&sql), 0);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM throttle WHERE key_hash = zeroblob(32)"), 0);
    come_back(&mut visitor, &placed, true);
    assert_eq!(
        stripe.session(&stripe.session_of(page(&placed)))["status"],
        "open",
        "a throttled return does not expire the session"
    );
    stripe.pay(&stripe.session_of(page(&placed)));
    shop.set_clock_minutes_ahead(1);
    assert_eq!(come_back(&mut visitor, &placed, false), "/en/ccordersuccess");
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
}

#[test]
fn payment_is_reconciled_without_webhook_and_return() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    stripe.pay(&stripe.session_of(page(&placed)));
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"]);
    shop.set_clock_minutes_ahead(6);
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
}

#[test]
fn webhooks_without_a_valid_signature_are_rejected() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let id = stripe.session_of(page(&placed));
    // A forged webhook: the session as if it were paid.
    let mut session = stripe.session(&id);
    (session["status"], session["payment_status"]) = (json!("complete"), json!("paid"));
    session["payment_intent"] = json!("pi_forged");
    let body = stripe.event("checkout.session.completed", &session).to_string();
    let good = signature(now(), &body, WEBHOOK_SECRET);
    let tampered = body.replace("pi_forged", "pi_other_");
    for (body, header) in [
        (&body, ""),
        (&body, "t=1,v1="),
        (&body, signature(now(), &body, "whsec_other").as_str()),
        (&body, good.replace("v1=", "v0=").as_str()),
        (&tampered, good.as_str()),
        // Correctly signed, but outside the time tolerance.
        (&body, signature(now() - 301, &body, WEBHOOK_SECRET).as_str()),
        (&body, signature(now() + 330, &body, WEBHOOK_SECRET).as_str()),
    ] {
        assert_eq!(stripe.notify_as(&shop, body, header), 400, "{header}");
    }
    for (body, status) in
        [("{", 400), ("[]", 400), ("{\"id\":\"evt_x\",\"type\":\"ping\",\"data\":{\"object\":{}}}", 200)]
    {
        let signed = signature(now(), body, WEBHOOK_SECRET);
        assert_eq!(stripe.notify_as(&shop, body, &signed), status, "{body}");
    }
    let large = " ".repeat(300 << 10);
    assert_eq!(stripe.notify_as(&shop, &large, "t=1,v1=00"), 413);
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"]);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment"), 0);
    let log = shop.log();
    assert!(log.contains("a notice was not believed"), "{log}");
    assert!(!log.contains(WEBHOOK_SECRET) && !log.contains("sk_test_51Outside"), "{log}");
    // A valid webhook about a payment of another system.
    session["client_reference_id"] = json!("somebody-elses");
    assert_eq!(stripe.notify(&shop, &stripe.event("checkout.session.completed", &session)), 200);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment"), 0);
}

#[test]
fn declined_card_can_be_retried_on_the_same_page() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let id = stripe.session_of(page(&placed));
    stripe.decline(&id);
    assert_eq!(stripe.notify(&shop, &stripe.event("payment_intent.payment_failed", &stripe.intent(&id))), 200);
    assert_eq!(visitor.outcome(&placed), ["uncertain", "pending"]);
    stripe.pay(&id);
    assert_eq!(stripe.notify(&shop, &stripe.event("checkout.session.completed", &stripe.session(&id))), 200);
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
}

#[test]
fn canceled_session_expires_at_stripe() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let first = stripe.session_of(page(&placed));
    assert_eq!(come_back(&mut visitor, &placed, true), "/en/paymentcanceled");
    assert_eq!(stripe.session(&first)["status"], "expired");
    let retried = visitor.call("payment/retry", &json!({ "token": placed["token"] }));
    let second = stripe.session_of(page(&retried));
    assert_ne!(first, second);
    // A change of method expires the session too.
    let args = json!({ "token": placed["token"], "payment_method": "bank_transfer" });
    visitor.call("payment/retry", &args);
    shop.set_clock_minutes_ahead(1);
    assert_eq!(stripe.session(&second)["status"], "expired");
    assert_eq!(visitor.outcome(&placed), ["pending_bank_transfer", "pending_bank_transfer"]);
}

#[test]
fn stripe_outage_keeps_the_order_for_a_retry() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    stripe.be_down(true);
    let placed = visitor.place(SKU, 1, "card");
    let address = page(&placed).to_owned();
    assert!(address.contains("/en/payerror?token="), "{address}");
    assert_eq!(visitor.outcome(&placed), ["failed", "pending"]);
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1, "the cart is kept");
    stripe.be_down(false);
    let retried = visitor.call("payment/retry", &json!({ "token": placed["token"] }));
    assert_eq!(retried["order_number"], placed["order_number"]);
    stripe.pay(&stripe.session_of(page(&retried)));
    assert_eq!(come_back(&mut visitor, &placed, false), "/en/ccordersuccess");
}

#[test]
fn lost_answers_cause_no_duplicates() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    stripe.lose_answers(1);
    let placed = visitor.place(SKU, 1, "card");
    assert!(page(&placed).contains("/payerror?"), "{placed}");
    // The session of the lost answer is never shown; the retry opens another one.
    let retried = visitor.call("payment/retry", &json!({ "token": placed["token"] }));
    let id = stripe.session_of(page(&retried));
    stripe.pay(&id);
    stripe.lose_answers(1);
    assert_eq!(come_back(&mut visitor, &placed, false), "/en/ccordersuccess");
    assert_eq!(visitor.outcome(&placed), ["pending", "pending"], "the lost answer is not known yet");
    shop.set_clock_minutes_ahead(3);
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    // A refund whose answer is lost is repeated with the same idempotency key and made once.
    stripe.lose_answers(1);
    shop.operator(&["order", "refund", placed["order_number"].as_str().unwrap(), "--amount", "5.00"]);
    shop.set_clock_minutes_ahead(10);
    shop.set_clock_minutes_ahead(30);
    assert_eq!((stripe.refunds().len(), shop.mails("order_refunded")), (1, 1));
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund WHERE state = 'done' AND amount = 500"), 1);
}

#[test]
fn an_answer_that_leads_elsewhere_is_not_followed() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let elsewhere = http_server::open(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        Response::json(200, &json!({ "id": "cs_test_1", "object": "checkout.session", "url": "https://evil.example" }))
    });
    let stripe = Stripe::open();
    let shop = stripe.shop();
    stripe.lead_to(&elsewhere);
    let placed = shop.visitor().place(SKU, 1, "card");
    assert!(page(&placed).contains("/payerror?"), "{placed}");
    assert_eq!(asked.load(Ordering::SeqCst), 0, "the key was sent to nobody else");
}

/// Stripe makes a refund whose answer is lost, and has forgotten its key since.
fn refund_with_a_lost_answer(stripe: &Stripe, shop: &Shop) {
    let (placed, _) = paid(stripe, shop, &mut shop.visitor());
    stripe.lose_answers(1);
    shop.operator(&["order", "refund", placed["order_number"].as_str().unwrap(), "--amount", "5.00"]);
    eventually("its answer is lost", || shop.count("SELECT COUNT(*) FROM refund WHERE attempts = 1") == 1);
    stripe.forget_keys();
}

#[test]
fn a_refund_is_made_once_even_when_stripe_has_forgotten_its_key() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    refund_with_a_lost_answer(&stripe, &shop);
    shop.set_clock_minutes_ahead(25 * 60);
    eventually("it is known", || shop.count("SELECT COUNT(*) FROM refund WHERE state = 'done'") == 1);
    assert_eq!(stripe.refunds().len(), 1);
}

#[test]
fn a_refund_whose_answer_was_lost_is_found_among_many() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    refund_with_a_lost_answer(&stripe, &shop);
    // Made since by hand at Stripe: its lists end after a hundred.
    stripe.refund_by_hand(120);
    shop.set_clock_minutes_ahead(25 * 60);
    eventually("it is known", || shop.count("SELECT COUNT(*) FROM refund WHERE state = 'done'") == 1);
    assert_eq!(stripe.refunds().len(), 121);
}

#[test]
fn a_failure_that_stripe_repeats_for_its_key_does_not_hold_up_a_refund() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let (placed, _) = paid(&stripe, &shop, &mut shop.visitor());
    stripe.break_next_post();
    shop.operator(&["order", "refund", placed["order_number"].as_str().unwrap(), "--amount", "5.00"]);
    let mut minutes = 0;
    eventually("it is made", || {
        minutes += 31;
        shop.set_clock_minutes_ahead(minutes);
        shop.count("SELECT COUNT(*) FROM refund WHERE state = 'done'") == 1
    });
    assert_eq!(stripe.refunds().len(), 1);
}

#[test]
fn payment_for_a_canceled_order_is_refunded_automatically() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let id = stripe.session_of(page(&placed));
    stripe.pay(&id);
    // The gateway is down until the order has expired; the webhook arrives later.
    stripe.be_down(true);
    shop.set_clock_minutes_ahead(62);
    assert_eq!(visitor.outcome(&placed), ["canceled", "canceled"]);
    stripe.be_down(false);
    assert_eq!(shop.stock(SKU), 10);
    shop.set_clock(&jiff::Timestamp::now().to_string());
    assert_eq!(stripe.notify(&shop, &stripe.event("checkout.session.completed", &stripe.session(&id))), 200);
    shop.set_clock_minutes_ahead(2);
    assert_eq!(stripe.refunds().len(), 1);
    let result = visitor.call("payment/index", &json!({ "token": placed["token"] }));
    assert_eq!((&result["status"], &result["refunded_amount"]), (&json!("canceled"), &placed["totals"]["total"]));
    assert_eq!((shop.mails("order_refunded"), shop.stock(SKU)), (1, 10));
}

#[test]
fn refunds_follow_their_state_at_stripe() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let (placed, session) = paid(&stripe, &shop, &mut visitor);
    let number = placed["order_number"].as_str().unwrap();
    shop.operator(&["order", "refund", number, "--amount", "5.00", "--reason", "a scratch"]);
    eventually("the refund is made", || shop.mails("order_refunded") == 1);
    let refund = &stripe.refunds()[0];
    assert_eq!((&refund["amount"], &refund["payment_intent"]), (&json!(500), &stripe.intent(&session)["id"]));
    // A pending refund is completed by webhook.
    stripe.refund_as("pending");
    shop.operator(&["order", "refund", number, "--amount", "1.00"]);
    eventually("the second is sent", || stripe.refunds().len() == 2);
    let id = stripe.refunds().iter().find(|refund| refund["amount"] == 100).unwrap()["id"].as_str().unwrap().to_owned();
    eventually("it is known to be sent", || shop.count("SELECT COUNT(*) FROM refund WHERE state = 'sent'") == 1);
    let done = stripe.finish_refund(&id, "succeeded");
    assert_eq!(stripe.notify(&shop, &stripe.event("refund.updated", &done)), 200);
    assert_eq!(shop.mails("order_refunded"), 2);
    // A failed refund is left to the operator.
    shop.operator(&["order", "refund", number, "--amount", "2.00"]);
    eventually("the third is sent", || stripe.refunds().len() == 3);
    let id = stripe.refunds().iter().find(|refund| refund["amount"] == 200).unwrap()["id"].as_str().unwrap().to_owned();
    eventually("it is known to be sent", || shop.count("SELECT COUNT(*) FROM refund WHERE state = 'sent'") == 1);
    let failed = stripe.finish_refund(&id, "failed");
    assert_eq!(stripe.notify(&shop, &stripe.event("refund.failed", &failed)), 200);
    let waiting = shop.operator(&["order", "list", "--refunds"]);
    let row = &waiting[0];
    assert_eq!((&row["state"], &row["amount"], &row["number"]), (&json!("failed"), &json!("2.00"), &json!(number)));
    let row_id = row["id"].to_string();
    shop.operator(&["order", "refund", number, "--by-hand", &row_id]);
    let by_hand = shop.operator(&["order", "list", "--refunds"]);
    let by_hand: Vec<&Value> = by_hand.as_array().unwrap().iter().filter(|row| row["state"] == "by_hand").collect();
    shop.operator(&["order", "refund", number, "--made", &by_hand[0]["id"].to_string(), "--reference", "VIR 7"]);
    assert_eq!(shop.mails("order_refunded"), 3);
    let result = visitor.call("payment/index", &json!({ "token": placed["token"] }));
    assert_eq!((&result["refunded_amount"], &result["status"]), (&json!("8.00"), &json!("processing")));
    // A refund above the remaining amount is refused.
    let error = shop.command_error(&["order", "refund", number, "--amount", "1000.00"]);
    assert!(
        error.contains(&format!("1000.00 EUR is more than there is to refund of {number}: 15.90 EUR at most")),
        "{error}"
    );
    // A completed refund that the bank returns is left to the operator, also after repeated webhooks.
    let first = stripe.refunds().iter().find(|refund| refund["amount"] == 500).unwrap()["id"].clone();
    let failed = stripe.finish_refund(first.as_str().unwrap(), "failed");
    for _ in 0..2 {
        assert_eq!(stripe.notify(&shop, &stripe.event("refund.failed", &failed)), 200);
    }
    let waiting = shop.operator(&["order", "list", "--refunds"]);
    let waiting: Vec<_> = waiting.as_array().unwrap().iter().map(|row| (&row["state"], &row["amount"])).collect();
    assert_eq!(waiting, [(&json!("failed"), &json!("5.00"))]);
    let result = visitor.call("payment/index", &json!({ "token": placed["token"] }));
    assert_eq!(result["refunded_amount"], "3.00");
}

#[test]
fn dispute_adds_an_order_note() {
    let stripe = Stripe::open();
    let shop = stripe.shop();
    let mut visitor = shop.visitor();
    let (placed, session) = paid(&stripe, &shop, &mut visitor);
    let intent = stripe.intent(&session)["id"].clone();
    let dispute = json!({ "id": "dp_1", "object": "dispute", "payment_intent": intent, "reason": "fraudulent" });
    assert_eq!(stripe.notify(&shop, &stripe.event("charge.dispute.created", &dispute)), 200);
    let shown = shop.operator(&["order", "show", placed["order_number"].as_str().unwrap()]);
    let notes = shown["notes"].to_string();
    assert!(notes.contains("the customer disputes the payment with the bank (fraudulent)"), "{notes}");
}

#[test]
fn page_takes_what_is_configured_and_fits_the_currency_and_its_names_are_shown_before() {
    let stripe = Stripe::open();
    let shop = stripe.shop_offering(r#"["card", "apple_pay", "klarna", "sepa_debit", "twint", "paypal"]"#);
    let mut visitor = shop.visitor();
    let also = |visitor: &mut Visitor| {
        visitor.add(SKU, 1);
        let methods = visitor.call("checkout/index", &json!({ "country": "FR" }))["payment_methods"].clone();
        assert_eq!((&methods[0]["code"], &methods[1]["also"]), (&json!("card"), &Value::Null), "{methods}");
        methods[0]["also"].clone()
    };
    assert_eq!(also(&mut visitor), json!(["Apple Pay", "Klarna", "SEPA direct debit", "PayPal"]));
    let mut french = shop.visitor();
    french.lang = "fr";
    assert_eq!(also(&mut french)[2], "Prélèvement SEPA");
    let mut swiss = shop.visitor();
    swiss.query.push(("currency".into(), "CHF".into()));
    assert_eq!(also(&mut swiss), json!(["Apple Pay", "Klarna", "TWINT", "PayPal"]));
    let sent = |visitor: &mut Visitor| -> Vec<String> {
        let placed = visitor.order("card");
        let shown = visitor.result(&placed);
        assert_eq!(shown["payment_methods"][0]["also"][0], "Apple Pay", "{shown}");
        let body = stripe.requests().pop().unwrap().body;
        let body = percent_encoding::percent_decode(&body).decode_utf8().unwrap().into_owned();
        let types = body.split('&').filter_map(|pair| pair.strip_prefix("allowed_payment_method_types["));
        types.map(|pair| pair.replace("]=", " ")).collect()
    };
    assert_eq!(sent(&mut visitor), ["0 card", "1 klarna", "2 sepa_debit", "3 paypal"]);
    assert_eq!(sent(&mut swiss), ["0 card", "1 klarna", "2 twint", "3 paypal"]);
    let terms = shop.visitor().get("/en/help/terms-and-conditions").body;
    assert!(terms.contains("The page also takes: Apple Pay, Klarna, SEPA direct debit, PayPal."), "{terms}");
}

// ── Money that takes days ───────────────────────────────────────────────────────────────────────────────────────────

const DEBIT: &str = r#"["card", "sepa_debit"]"#;
const DAY: i64 = 24 * 60;

/// Sends a webhook when the shop's clock is minutes ahead.
fn notify_ahead(stripe: &Stripe, shop: &Shop, event: &Value, minutes: i64) {
    let body = event.to_string();
    let signed = signature(now() + 60 * minutes, &body, WEBHOOK_SECRET);
    assert_eq!(stripe.notify_as(shop, &body, &signed), 200);
}

/// Places an order whose direct debit has begun.
fn debited(stripe: &Stripe, shop: &Shop, visitor: &mut Visitor) -> (Value, String) {
    let placed = visitor.place(SKU, 1, "card");
    let session = stripe.session_of(page(&placed));
    stripe.pay_delayed(&session);
    assert_eq!(stripe.notify(shop, &stripe.event("checkout.session.completed", &stripe.session(&session))), 200);
    let shown = visitor.result(&placed);
    assert_eq!(
        (&shown["is_delayed"], &shown["outcome"], &shown["status"], &shown["method"], &shown["payment_methods"]),
        (&json!(true), &json!("pending"), &json!("pending"), &json!("card"), &json!([]))
    );
    (placed, session)
}

#[test]
fn order_whose_money_takes_days_is_confirmed_keeps_its_stock_and_is_paid_when_it_comes() {
    let stripe = Stripe::open();
    let shop = stripe.shop_offering(DEBIT);
    let mut visitor = shop.visitor();
    let (placed, session) = debited(&stripe, &shop, &mut visitor);
    let until: jiff::Timestamp = visitor.result(&placed)["hold_until"].as_str().unwrap().parse().unwrap();
    let hours = until.duration_since(jiff::Timestamp::now()).as_hours();
    assert!((14 * 24 - 1..=14 * 24).contains(&hours), "fourteen days: {hours} h");
    assert_eq!(come_back(&mut visitor, &placed, false), "/en/ccordersuccess");
    assert_eq!(come_back(&mut visitor, &placed, true), "/en/ccordersuccess", "its page is closed already");
    assert_eq!((visitor.call("cart/sidebar", &json!({}))["total_qty"].clone(), shop.stock(SKU)), (json!(0), 9));
    assert_eq!(shop.mails("order_received"), 1);
    let again = json!({ "token": placed["token"], "payment_method": "bank_transfer" });
    assert_eq!(visitor.refused("payment/retry", &again)["error"]["id"], "payment.under_way");
    // What is ordered next is another order.
    visitor.place(SKU, 1, "bank_transfer");
    shop.set_clock_minutes_ahead(3 * DAY);
    assert_eq!((visitor.outcome(&placed), shop.stock(SKU)), (["pending".into(), "pending".into()], 8));
    stripe.decide(&session, true);
    let event = stripe.event("checkout.session.async_payment_succeeded", &stripe.session(&session));
    for _ in 0..2 {
        notify_ahead(&stripe, &shop, &event, 3 * DAY);
    }
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    assert_eq!(visitor.result(&placed)["is_delayed"], false);
    assert_eq!((shop.mails("payment_received"), shop.count("SELECT COUNT(*) FROM payment")), (1, 1));
}

#[test]
fn order_whose_debit_fails_after_days_ends_with_its_stock_back_and_a_letter() {
    let stripe = Stripe::open();
    let shop = stripe.shop_offering(DEBIT);
    let mut visitor = shop.visitor();
    let (placed, session) = debited(&stripe, &shop, &mut visitor);
    shop.set_clock_minutes_ahead(3 * DAY);
    stripe.decide(&session, false);
    let event = stripe.event("checkout.session.async_payment_failed", &stripe.session(&session));
    notify_ahead(&stripe, &shop, &event, 3 * DAY);
    assert_eq!(visitor.result(&placed)["is_delayed"], false);
    shop.set_clock_minutes_ahead(3 * DAY + 2);
    assert_eq!(visitor.outcome(&placed), ["canceled", "canceled"]);
    assert_eq!((shop.stock(SKU), shop.mails("order_canceled"), stripe.refunds().len()), (10, 1, 0));
}

#[test]
fn order_whose_debit_fails_at_once_may_be_paid_again() {
    let stripe = Stripe::open();
    let shop = stripe.shop_offering(DEBIT);
    let mut visitor = shop.visitor();
    let (placed, session) = debited(&stripe, &shop, &mut visitor);
    stripe.decide(&session, false);
    let event = stripe.event("checkout.session.async_payment_failed", &stripe.session(&session));
    assert_eq!(stripe.notify(&shop, &event), 200);
    assert_eq!(visitor.outcome(&placed), ["uncertain", "pending"]);
    let retried = visitor.call("payment/retry", &json!({ "token": placed["token"] }));
    let second = stripe.session_of(page(&retried));
    assert_ne!(session, second);
    stripe.pay(&second);
    assert_eq!(come_back(&mut visitor, &placed, false), "/en/ccordersuccess");
    assert_eq!((visitor.outcome(&placed)[1].as_str(), shop.stock(SKU)), ("processing", 9));
}

#[test]
fn news_of_an_earlier_card_do_not_end_a_debit_and_a_lost_notice_is_asked_for() {
    let stripe = Stripe::open();
    let shop = stripe.shop_offering(DEBIT);
    let mut visitor = shop.visitor();
    let (placed, session) = debited(&stripe, &shop, &mut visitor);
    // A card that was declined on the same page before: its notice comes late.
    let late = stripe.event("payment_intent.payment_failed", &stripe.intent(&session));
    assert_eq!(stripe.notify(&shop, &late), 200);
    assert_eq!(visitor.result(&placed)["is_delayed"], true);
    assert_eq!(visitor.refused("payment/retry", &json!({ "token": placed["token"] }))["code"], "0");
    stripe.decide(&session, true);
    shop.set_clock_minutes_ahead(DAY);
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
}

#[test]
fn order_waits_fourteen_days_at_most_and_money_that_comes_later_goes_back() {
    let stripe = Stripe::open();
    let shop = stripe.shop_offering(DEBIT);
    let mut visitor = shop.visitor();
    let (placed, session) = debited(&stripe, &shop, &mut visitor);
    shop.set_clock_minutes_ahead(13 * DAY);
    assert_eq!((visitor.outcome(&placed)[1].as_str(), shop.stock(SKU)), ("pending", 9));
    shop.set_clock_minutes_ahead(14 * DAY + 2);
    assert_eq!((visitor.outcome(&placed)[1].as_str(), shop.stock(SKU)), ("canceled", 10));
    stripe.decide(&session, true);
    let event = stripe.event("checkout.session.async_payment_succeeded", &stripe.session(&session));
    notify_ahead(&stripe, &shop, &event, 14 * DAY + 2);
    shop.set_clock_minutes_ahead(14 * DAY + 4);
    assert_eq!((stripe.refunds().len(), shop.mails("order_refunded"), shop.stock(SKU)), (1, 1, 10));
}
