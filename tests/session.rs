//! Sessions over HTTP: what passes from one person to the next in the same browser, and what does not.

use serde_json::{Value, json};

use crate::support::{OUTBOX_ONLY, PASSWORD, Shop, Visitor};

const ADA: &str = "ada@example.com";
const BOB: &str = "bob@example.com";

/// What Ada leaves in her session, to be looked for by others.
struct Traces {
    talk: Value,
    form: Value,
    order_number: Value,
}

/// A chat, a placed order, a pending card order, a wish and a filled bag of Ada, who is logged in.
fn leave_traces(ada: &mut Visitor) -> Traces {
    let talk = ada.call("common/talk", &json!({}));
    ada.call("common/say", &json!({ "session_id": talk["session_id"], "message": "Ada's secret" }));
    ada.add("TOW-GAN", 1);
    let form = ada.order_form("bank_transfer");
    let order_number = ada.call("checkout/place", &form)["order_number"].clone();
    ada.place("TOW-GAN", 1, "card");
    ada.call("wishlist/add", &json!({ "sku": "TOW-GAN" }));
    ada.add("TOW-LAC-GUE-WHI", 2);
    Traces { talk, form, order_number }
}

/// Asserts that the visitor reaches nothing that Ada left.
fn assert_nothing_of_ada(visitor: &mut Visitor, traces: &Traces, who: &str) {
    let talk = visitor.call("common/talk", &json!({}));
    assert_ne!(talk["session_id"], traces.talk["session_id"], "{who}");
    let listen = json!({ "session_id": traces.talk["session_id"], "since": 0 });
    assert_eq!(visitor.refused("common/listen", &listen)["error"]["id"], "chat.not_found", "{who}");
    assert_eq!(visitor.call("cart", &json!({}))["total_qty"], 0, "{who}");
    // Ada's idempotency key answers nobody else with her order.
    let replayed = visitor.send("checkout/place", &traces.form);
    assert_ne!(replayed["data"]["order_number"], traces.order_number, "{who}: {replayed}");
    assert_eq!(replayed["code"], "0", "{who}: {replayed}");
}

#[test]
fn another_customer_gets_nothing_of_the_one_before_in_the_same_browser() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer(ADA);
    let traces = leave_traces(&mut ada);
    shop.visitor().register(BOB);

    let mut bob = ada.clone();
    bob.log_in(BOB, PASSWORD);
    assert_eq!(bob.call("account/info", &json!({}))["email"], BOB);
    assert_nothing_of_ada(&mut bob, &traces, "login as another");
    assert_eq!(bob.call("wishlist/index", &json!({}))["items"], json!([]));
    assert_eq!(bob.call("order/index", &json!({}))["items"], json!([]));
    // Ada's own token is of no use any more, and placing an order as Bob leaves hers alone.
    assert_eq!(ada.clone().refused("account/info", &json!({}))["message"], "login required");
    bob.place("TOW-GAN", 1, "card");
    assert_eq!(shop.count("SELECT COUNT(*) FROM sales_order WHERE status = 'canceled'"), 0);

    // Ada herself finds her bag on any device.
    let mut back = shop.visitor();
    back.log_in(ADA, PASSWORD);
    assert_eq!(back.call("cart", &json!({}))["total_qty"], 3, "with the card order that is not paid");
}

#[test]
fn registration_and_logout_start_a_session_without_the_former_ones_traces() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer(ADA);
    let traces = leave_traces(&mut ada);
    let mut new = ada.clone();
    new.register("carol@example.com");
    assert_nothing_of_ada(&mut new, &traces, "registration");

    // Her former token is refused for a while: the new login comes from a new browser, which continues no chat.
    ada = shop.visitor();
    ada.log_in(ADA, PASSWORD);
    let later = leave_traces(&mut ada);
    assert_ne!(later.talk["session_id"], traces.talk["session_id"]);
    ada.call("customer/logout", &json!({}));
    for left in [&traces, &later] {
        assert_nothing_of_ada(&mut ada, left, "logout");
        // The id of the session that ended is given to nobody, whoever comes next.
        assert_nothing_of_ada(&mut shop.visitor(), left, "stranger");
    }
}

#[test]
fn login_of_the_same_customer_and_of_a_guest_keeps_the_session() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut guest = shop.visitor();
    let talk = guest.call("common/talk", &json!({}));
    guest.add("TOW-GAN", 1);
    guest.register(ADA);
    guest.log_in(ADA, PASSWORD);
    assert_eq!(guest.call("common/talk", &json!({}))["session_id"], talk["session_id"]);
    assert_eq!(guest.call("cart", &json!({}))["total_qty"], 1);
}
