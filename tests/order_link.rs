//! Links to an order end a year after it does; a new one is mailed to the address that it was placed with.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::{OUTBOX_ONLY, Shop, eventually};

fn in_days(days: i64) -> String {
    (Timestamp::now() + SignedDuration::from_hours(24 * days)).to_string()
}

#[test]
fn links_end_a_year_after_the_order_and_a_new_one_is_mailed() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut guest = shop.visitor();
    let placed = guest.place("TOW-GAN", 1, "cheque");
    let token = placed["token"].as_str().unwrap();
    let number = placed["order_number"].as_str().unwrap();
    shop.operator(&["order", "cancel", number, "--reason", "a mistake"]);
    let asked = |token: &str| shop.visitor().send("payment/index", &json!({ "token": token }))["code"] == "1";
    shop.set_clock(&in_days(364));
    assert!(asked(token), "a year has not passed");
    shop.set_clock(&in_days(366));
    eventually("the link has ended", || !asked(token));
    assert_eq!(shop.visitor().refused("payment/index", &json!({ "token": token }))["error"]["id"], "order.not_found");

    let form = json!({ "order_number": format!(" {number} "), "email": "CLAIRE.Martin@example.com" });
    let answers: Vec<_> = [
        form.clone(),
        json!({ "order_number": number, "email": "somebody@example.com" }),
        json!({ "order_number": "2020-999999", "email": "nobody@example.com" }),
    ]
    .iter()
    .map(|form| shop.visitor().call("order/link", form))
    .collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(shop.mails("order_link"), 1, "only the order's own address gets one");
    let mail = shop.mail("order_link", "claire.martin@example.com").unwrap();
    assert_eq!(mail["order_number"], number);
    let fresh = shop.mailed_token("order_link", "claire.martin@example.com");
    assert!(asked(&fresh));
    shop.set_clock(&in_days(366 + 31));
    eventually("the new link has ended too", || !asked(&fresh));
}

#[test]
fn new_links_are_mailed_to_an_address_three_times_a_day_and_wrong_numbers_do_not_count() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let number = shop.visitor().place("TOW-GAN", 1, "cheque")["order_number"].clone();
    let ask = |number: &Value| {
        let form = json!({ "order_number": number, "email": "claire.martin@example.com" });
        shop.visitor().call("order/link", &form)
    };
    let unknown: Vec<Value> = (0..5).map(|_| ask(&json!("2020-999999"))).collect();
    let known: Vec<Value> = (0..5).map(|_| ask(&number)).collect();
    assert_eq!(unknown, known, "the answer tells nothing");
    assert_eq!(shop.mails("order_link"), 3);
    let faults = shop.visitor().refused("order/link", &json!({ "order_number": " ", "email": "claire" }));
    let fields: Vec<_> = faults["error"]["fields"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["email", "order_number"]);
}

#[test]
fn new_links_are_limited_per_network() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")]].concat());
    let ask = |number: u32, from: &str| {
        let form =
            json!({ "order_number": format!("2020-{number:06}"), "email": format!("nobody{number}@example.com") });
        shop.visitor().from(from).send("order/link", &form)
    };
    for number in 0..20 {
        let answer = ask(number, "203.0.113.1");
        assert_eq!(answer["code"], "1", "{number}: {answer}");
    }
    assert_eq!(ask(20, "203.0.113.1")["error"]["id"], "order.link_too_many");
    assert_eq!(ask(21, "198.51.100.1")["code"], "1", "another network");
}
