//! Orders in the console: lists, search, one order, deeds by people with different roles, and what waits for them today.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::vals;

use crate::support::house::{House, OWNER, PASSWORD, Person, code, open, open_with};
use crate::support::{eventually, with};

/// Enters an order by telephone, with changes of the form; answers its number.
pub fn enter(house: &House, change: Value) -> String {
    let form = json!({
        "email": "maria.rossi@example.com",
        "items": [{ "sku": "TOW-GAN", "qty": 2 }],
        "shipping_address": {
            "first_name": "María José", "last_name": "Rossi-D’Été", "company": "Hôtel du Lac",
            "address1": "8 rue des Tilleuls", "city": "Annecy", "postcode": "74000", "country": "FR", "telephone": "+33 6 12 34 56 78"
        },
    });
    let file = house.shop.data.join("entered.json");
    std::fs::write(&file, with(&form, change).to_string()).unwrap();
    house.shop.operator(&["order", "create", file.to_str().unwrap()])["number"].as_str().unwrap().to_owned()
}

pub fn show(house: &House, person: &mut Person, number: &str) -> Value {
    house.call(person, "order/show", &json!({ "number": number }))
}

/// The arguments of a deed, with the version that the order has now.
pub fn seen(house: &House, person: &mut Person, number: &str, args: Value) -> Value {
    let version = show(house, person, number)["version"].clone();
    with(&json!({ "number": number, "version": version }), args)
}

/// Does a deed, and waits until it is carried out; answers the order after it.
pub fn deed(house: &House, person: &mut Person, path: &str, number: &str, args: Value) -> Value {
    let args = seen(house, person, number, args);
    house.done(person, path, &args);
    show(house, person, number)
}

/// The id of the message with which a deed is refused.
pub fn refused(house: &House, person: &mut Person, path: &str, number: &str, args: Value) -> String {
    let args = seen(house, person, number, args);
    house.refused(person, path, &args)
}

pub fn paid(reference: &str, amount: Value) -> Value {
    json!({ "amount": amount, "method": "bank_transfer", "reference": reference, "value_date": "2026-11-26", "again": false })
}

/// The numbers of the orders in a list.
fn list(house: &House, person: &mut Person, args: Value) -> Vec<String> {
    let page = house.call(person, "order/list", &args);
    let items = page["items"].as_array().unwrap();
    assert_eq!((&page["count"], &page["is_more"]), (&json!(items.len()), &json!(false)), "{page}");
    items.iter().map(|item| item["number"].as_str().unwrap().to_owned()).collect()
}

pub fn search(house: &House, person: &mut Person, text: &str) -> Vec<String> {
    list(house, person, json!({ "q": text }))
}

#[test]
fn order_is_paid_sent_taken_back_and_refunded_by_people_whose_names_stand_in_its_history() {
    let house = open();
    let mut owner = house.owner();
    let number = enter(&house, json!({ "items": [{ "sku": "TOW-GAN", "qty": 2 }, { "sku": "BMA-LAC", "qty": 1 }] }));
    let order = show(&house, &mut owner, &number.replace('-', " "));
    assert_eq!((&order["status"], &order["outstanding"]), (&json!("pending_offline"), &order["totals"]["total"]));
    assert_eq!(order["version"].as_str().unwrap().len(), 16);
    assert_eq!(order["history"][0]["actor"], "operator");
    assert_eq!(
        order["can"],
        json!({ "pay": true, "ship": false, "ready": false, "hand_over": false, "complete": false, "cancel": true, "return": false, "refund": false,
            "addresses": true, "carrier": true, "remove": true, "add": true, "close_payment": false })
    );
    assert_eq!(order["shipping_lines"][0], "María José Rossi-D’Été");

    // Money: in part, twice by mistake, and the rest.
    let order = deed(&house, &mut owner, "order/pay", &number, paid("RF18 0001", json!("10.00")));
    assert_eq!((&order["paid"], &order["status"]), (&json!("10.00"), &json!("pending_offline")));
    let twice = paid("RF18 0001", json!("10.00"));
    assert_eq!(refused(&house, &mut owner, "order/pay", &number, twice.clone()), "payment.booked_already");
    assert_eq!(refused(&house, &mut owner, "order/pay", &number, paid("", json!("0"))), "order.amount_bad");
    let order = deed(&house, &mut owner, "order/pay", &number, with(&twice, json!({ "again": true })));
    assert_eq!(order["payments"].as_array().unwrap().len(), 2);
    assert_eq!((&order["payments"][1]["value_date"], &order["refunds"]), (&json!("2026-11-26"), &json!([])));
    let order = deed(&house, &mut owner, "order/pay", &number, paid("RF18 0002", Value::Null));
    assert_eq!((&order["status"], &order["outstanding"]), (&json!("processing"), &json!("0.00")));
    assert_eq!(order["invoices"][0]["kind"], "invoice");
    assert_eq!(refused(&house, &mut owner, "order/pay", &number, paid("", Value::Null)), "payment.nothing_outstanding");
    // Whatever still comes is to go back.
    let order = deed(&house, &mut owner, "order/pay", &number, paid("RF18 0003", json!("7.50")));
    let refund = order["refunds"][0].clone();
    assert_eq!(
        (&refund["state"], &refund["amount"], &refund["reason"]),
        (&json!("by_hand"), &json!("7.50"), &json!("paid_twice"))
    );
    let made = json!({ "id": refund["id"], "reference": "SEPA 1" });
    assert_eq!(
        refused(&house, &mut owner, "order/refund_made", &number, json!({ "id": 99 })),
        "order.refund_not_found"
    );
    let order = deed(&house, &mut owner, "order/refund_made", &number, made.clone());
    assert_eq!(order["refunds"][0]["state"], "done");
    assert_eq!(refused(&house, &mut owner, "order/refund_made", &number, made), "order.refund_not_by_hand");
    let by_hand = json!({ "id": refund["id"] });
    assert_eq!(refused(&house, &mut owner, "order/refund_by_hand", &number, by_hand), "order.refund_not_by_hand");

    // Goods: in two parcels, and a part of them back.
    let parcel = json!({ "lines": [{ "position": 0, "qty": 1 }], "carrier": "dhl", "tracking": "JD01 4600 0012" });
    for (change, message) in [
        (json!({ "lines": [{ "position": 0, "qty": 3 }] }), "order.ship_too_much"),
        (json!({ "lines": [] }), "order.ship_too_much"),
        (json!({ "carrier": "pigeon" }), "order.carrier_unknown"),
        (json!({ "tracking": "x".repeat(201) }), "order.text_too_long"),
    ] {
        assert_eq!(refused(&house, &mut owner, "order/ship", &number, with(&parcel, change)), message);
    }
    let order = deed(&house, &mut owner, "order/ship", &number, parcel);
    assert_eq!((&order["status"], &order["can"]["cancel"]), (&json!("processing"), &json!(false)));
    assert_eq!((&order["lines"][0]["shipped"], &order["shipments"][0]["lines"][0]["qty"]), (&json!(1), &json!(1)));
    let order = deed(&house, &mut owner, "order/ship", &number, json!({ "lines": null, "carrier": null }));
    assert_eq!((&order["status"], &order["shipments"][1]["carrier"]), (&json!("shipped"), &json!("standard")));
    let stock = house.shop.stock("TOW-GAN");
    let back =
        json!({ "lines": [{ "position": 0, "qty": 1 }], "restock": true, "refund": null, "reason": "too small" });
    assert_eq!(
        refused(&house, &mut owner, "order/return", &number, with(&back, json!({ "reason": " " }))),
        "order.reason_empty"
    );
    let order = deed(&house, &mut owner, "order/return", &number, back);
    assert_eq!((&order["lines"][0]["returned"], &order["refunds"][1]["reason"]), (&json!(1), &json!("too small")));
    assert_eq!(house.shop.stock("TOW-GAN"), stock + 1);
    let order = deed(&house, &mut owner, "order/refund", &number, json!({ "amount": "1.00", "reason": "goodwill" }));
    assert_eq!(
        (&order["refunds"][2]["amount"], &order["invoices"][2]["kind"]),
        (&json!("1.00"), &json!("credit_note"))
    );
    assert_eq!(
        refused(&house, &mut owner, "order/refund", &number, json!({ "amount": "999", "reason": "x" })),
        "order.refund_too_much"
    );
    let order = deed(&house, &mut owner, "order/complete", &number, json!({}));
    assert_eq!((&order["status"], &order["history"][3]["reason"]), (&json!("complete"), &json!("by hand")));

    // Notes and mails.
    let order = house.call(&mut owner, "order/note", &json!({ "number": number, "text": "Called her.\nSatisfied." }));
    let note = order["notes"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&note["actor"], &note["text"]), (&json!("Ada King"), &json!("Called her.\nSatisfied.")));
    assert_eq!(house.refused(&mut owner, "order/note", &json!({ "number": number, "text": "\n" })), "order.note_empty");
    let actors: Vec<&Value> = order["history"].as_array().unwrap().iter().map(|step| &step["actor"]).collect();
    assert_eq!(actors, ["operator", "Ada King", "Ada King", "Ada King"]);
    let shown = house.shop.output(&["order", "show", &number]);
    assert!(shown.contains("shipped by Ada King: shipped") && shown.contains("Ada King: Called her."), "{shown}");

    // The audit names the person by id, and nobody's name or address.
    let audit = house.changes(&["--noun", "order"]);
    let calls: Vec<&str> = audit
        .iter()
        .rev()
        .filter(|entry| entry["outcome"] == "done")
        .map(|entry| entry["call"].as_str().unwrap())
        .collect();
    assert_eq!(
        calls,
        [
            "order create",
            "order/pay",
            "order/pay",
            "order/pay",
            "order/pay",
            "order/refund_made",
            "order/ship",
            "order/ship",
            "order/return",
            "order/refund",
            "order/complete",
            "order/note"
        ]
    );
    let text = json!(audit).to_string();
    for secret in ["Rossi", "rossi", "Tilleuls", "Called", "too small"] {
        assert!(!text.contains(secret), "{secret}");
    }
    let last: Value = serde_json::from_str(audit[1]["after"].as_str().unwrap()).unwrap();
    assert_eq!((&last["status"], &last["returned"]), (&json!("complete"), &json!(1)), "{last}");
}

#[test]
fn orders_are_found_by_what_people_type_until_they_are_erased() {
    let house = open();
    let mut owner = house.owner();
    let number = enter(&house, json!({}));
    let other = enter(
        &house,
        json!({ "email": "k@example.org", "lang": "de", "items": [{ "sku": "BMA-LAC", "qty": 1 }],
        "shipping_address": { "first_name": "Karl", "last_name": "Weiß", "address1": "Hauptstraße 5", "city": "Berlin",
            "postcode": "10115", "country": "DE", "telephone": "+49 30 1234567" } }),
    );
    deed(&house, &mut owner, "order/pay", &number, paid("Überweisung 77-AB", Value::Null));
    deed(&house, &mut owner, "order/ship", &number, json!({ "tracking": "JD0146000012" }));
    let total = show(&house, &mut owner, &number)["totals"]["total"].as_str().unwrap().to_owned();
    let short = number.rsplit('-').next().unwrap().trim_start_matches('0').to_owned();
    for text in [
        "maria",
        "MARÍA jose",
        "ete",
        "rossi",
        "Rossi D'Ete",
        "hotel lac",
        "maria.rossi@",
        "tow-g",
        "jd0146",
        "77ab",
        "uberw",
        &number,
        &number[5..],
        &total,
        &total.replace('.', ","),
    ] {
        assert_eq!(search(&house, &mut owner, text), [number.as_str()], "{text}");
    }
    let named =
        ["order ", "Bestellung Nr. ", "commande n° ", "pedido n.º ", "订单", "#"].map(|noun| format!("{noun}{short}"));
    for text in named.iter().chain([&short]) {
        assert_eq!(search(&house, &mut owner, text).first(), Some(&number), "{text}");
    }
    assert_eq!(search(&house, &mut owner, "weiss"), [other.as_str()]);
    assert_eq!(search(&house, &mut owner, "2026"), [other.clone(), number.clone()]);
    assert_eq!(list(&house, &mut owner, json!({ "q": "2026", "sort": "oldest" })), [number.clone(), other.clone()]);
    assert_eq!(search(&house, &mut owner, "rossi weiss"), [""; 0]);
    let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::get("Europe/Paris").unwrap()).date();
    for (args, numbers) in [
        (json!({ "status": ["shipped"] }), vec![&number]),
        (json!({ "country": "DE" }), vec![&other]),
        (json!({ "method": "card" }), vec![]),
        (json!({ "from": today.to_string(), "until": today.to_string(), "country": "FR" }), vec![&number]),
        (json!({ "until": today.yesterday().unwrap().to_string() }), vec![]),
    ] {
        assert_eq!(list(&house, &mut owner, args.clone()).iter().collect::<Vec<_>>(), numbers, "{args}");
    }
    // The reader's language, and the customer's beside it.
    let line = show(&house, &mut owner, &other)["lines"][0].clone();
    assert!(line["name"] != line["ordered_name"] && line["image"].is_string(), "{line}");
    house.call(&mut owner, "staff/profile", &json!({ "name": "Ada King", "lang": "de" }));
    let line = show(&house, &mut owner, &other)["lines"][0].clone();
    assert_eq!(line["name"], line["ordered_name"]);

    // An order from before there was a search is found once the job has run.
    let connection = house.shop.database();
    connection.execute_batch("DELETE FROM order_term; UPDATE sales_order SET terms_state = 'due'").unwrap();
    assert_eq!(search(&house, &mut owner, "rossi"), [""; 0]);
    house.shop.operator(&["jobs", "run", "write_order_terms"]);
    for text in ["rossi", "jd0146", "77ab"] {
        assert_eq!(search(&house, &mut owner, text), [number.as_str()], "{text}");
    }

    // Erased with the account.
    let mut buyer = house.shop.customer("maria.rossi@example.com");
    buyer.call("account/info", &json!({}));
    connection
        .exec(
            "UPDATE sales_order SET status = 'closed', customer_id = (SELECT id FROM customer) WHERE number = $1",
            vals![&number],
        )
        .unwrap();
    house.shop.output(&["customer", "delete", "maria.rossi@example.com", "--yes"]);
    for text in ["maria", "rossi", "ete", "maria.rossi@example.com", "hotel", "uberw"] {
        assert_eq!(search(&house, &mut owner, text), [""; 0], "{text}");
    }
    assert_eq!(search(&house, &mut owner, &number), [number]);
}

#[test]
fn whoever_opens_an_order_or_a_message_stands_in_the_audit_once_in_a_while() {
    let house = open();
    let mut owner = house.owner();
    let mut clerk = house.person("o@example.com", "orders");
    let number = enter(&house, json!({}));
    let form = json!({
        "subject": "care_information", "message": "Is it soft?", "email": "ada@example.com", "name": "Ada King"
    });
    let reference = house.shop.visitor().call("contact/post", &form)["reference"].clone();
    let views = |call: &str, person: &Person| -> Vec<Value> {
        let all = house.audit(&["--actor", &format!("staff:{}", person.id)]);
        all.into_iter().filter(|entry| entry["call"] == call).collect()
    };
    for _ in 0..3 {
        show(&house, &mut owner, &number);
        house.call(&mut owner, "message/show", &json!({ "reference": reference }));
    }
    show(&house, &mut clerk, &number.replace('-', " "));
    for (call, noun, thing) in [("order/show", "order", &json!(number)), ("message/show", "message", &reference)] {
        let told = views(call, &owner);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!((&told[0]["noun"], &told[0]["thing"], &told[0]["after"]), (&json!(noun), thing, &Value::Null));
        assert!(!told[0].to_string().contains("rossi") && !told[0].to_string().contains("ada@"), "{told:?}");
    }
    assert_eq!(views("order/show", &clerk).len(), 1);
    // What is not there, or not theirs, is no view.
    house.refused(&mut owner, "order/show", &json!({ "number": "2026-999999" }));
    assert!(views("order/show", &owner).iter().all(|entry| entry["thing"] == number.as_str()));
    // Looking again within a while writes nothing; after it, it is another view.
    let entries = "SELECT COUNT(*) FROM audit_entry";
    let before = house.shop.count(entries);
    show(&house, &mut owner, &number);
    assert_eq!(house.shop.count(entries), before);
    house.pass(SignedDuration::from_mins(16));
    show(&house, &mut owner, &number);
    assert_eq!(views("order/show", &owner).len(), 2);
}

#[test]
fn second_of_two_people_sees_first_what_the_other_has_done() {
    // Mails go into files.
    let house = open_with(&[("SHOP__MAIL__HOST", "")]);
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "manager");
    let number = enter(&house, json!({}));
    deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    let args = seen(&house, &mut bob, &number, json!({ "tracking": "B" }));
    // Mails that leave by themselves are no change.
    eventually("the mails are sent", || {
        house.shop.count("SELECT COUNT(*) FROM mail WHERE sent_at IS NULL AND due_at IS NOT NULL") == 0
    });
    house.call(&mut owner, "order/note", &json!({ "number": number, "text": "to be sent today" }));
    let theirs = seen(&house, &mut owner, &number, json!({ "tracking": "A" }));
    assert_eq!(theirs["version"], args["version"]);
    house.call(&mut owner, "order/ship", &theirs);
    assert_eq!(house.refused(&mut bob, "order/ship", &args), "deed.pending");
    house.pass(SignedDuration::from_mins(1));
    assert_eq!(house.refused(&mut bob, "order/ship", &args), "order.changed_meanwhile");
    for path in [
        "order/pay",
        "order/cancel",
        "order/complete",
        "order/refund",
        "order/return",
        "order/refund_made",
        "order/refund_by_hand",
        "order/set_addresses",
        "order/set_carrier",
        "order/charge_carrier",
        "order/remove",
        "order/unpay",
    ] {
        let args = json!({ "number": number, "version": "0", "reason": "x", "amount": "1.00", "method": "cheque",
            "value_date": "2026-11-26", "id": 1, "restock": true });
        assert_eq!(house.refused(&mut bob, path, &args), "order.changed_meanwhile", "{path}");
    }
    let shipments = show(&house, &mut bob, &number)["shipments"].clone();
    assert_eq!((shipments.as_array().unwrap().len(), &shipments[0]["tracking"]), (1, &json!("A")));
    assert_eq!(house.refused(&mut bob, "order/show", &json!({ "number": "2026-999999" })), "order.not_found");
}

#[test]
fn roles_do_what_they_may() {
    let house = open();
    let number = enter(&house, json!({}));
    house.shop.operator(&["order", "paid", &number, "--method", "offline"]);
    let mut packer = house.person("p@example.com", "packing");
    let can = show(&house, &mut packer, &number)["can"].clone();
    assert_eq!(
        can,
        json!({ "pay": false, "ship": true, "ready": false, "hand_over": false, "complete": false, "cancel": false, "return": false, "refund": false,
            "addresses": false, "carrier": false, "remove": false, "add": false, "close_payment": false })
    );
    for path in [
        "order/refund",
        "order/return",
        "order/refund_by_hand",
        "order/pay",
        "order/cancel",
        "order/note",
        "order/set_addresses",
        "order/set_carrier",
        "order/charge_carrier",
        "order/plan_carrier",
        "order/remove",
        "order/plan_removal",
        "order/add_goods",
        "order/find_goods",
        "order/plan_addition",
        "order/close_payment",
        "order/unpay",
    ] {
        assert_eq!(house.refused(&mut packer, path, &json!({})), "staff.not_allowed", "{path}");
    }
    // Whoever may not give money back cancels nothing that is paid.
    let mut clerk = house.person("o@example.com", "orders");
    assert_eq!(show(&house, &mut clerk, &number)["can"]["cancel"], false);
    assert_eq!(refused(&house, &mut clerk, "order/cancel", &number, json!({ "reason": "x" })), "staff.not_allowed");
    let order = deed(&house, &mut packer, "order/ship", &number, json!({}));
    assert_eq!(order["status"], "shipped");
    let mut clerk = house.person("c@example.com", "accountant");
    assert_eq!(show(&house, &mut clerk, &number)["can"]["return"], false);
    // Who may book, but not read orders, sees none in the answer.
    let connection = house.shop.database();
    connection
        .exec("DELETE FROM staff_role_permission WHERE role_id = 4 AND permission = 'orders_read'", vals![])
        .unwrap();
    let args = json!({ "number": number, "version": "0" });
    assert_eq!(house.refused(&mut packer, "order/ship", &args), "staff.not_allowed");
    let entries = house.changes(&["--noun", "order"]);
    let commands: Vec<&Value> = entries.iter().map(|entry| &entry["call"]).collect();
    assert_eq!(commands, ["order/ship", "order paid", "order create"]);
    assert!(entries[1]["actor"].as_str().unwrap().starts_with("cli:"), "{entries:?}");
}

#[test]
fn refunds_above_the_limit_need_fresh_proof_in_any_currency() {
    // Another zone, currency and limit than the default ones.
    let house = open_with(&[("SHOP__CONSOLE__REFUND_LIMIT", "20.00"), ("SHOP__COMPANY__TIME_ZONE", "Asia/Dubai")]);
    let mut owner = house.owner();
    let number = enter(&house, json!({ "currency": "AED", "items": [{ "sku": "TOW-GAN", "qty": 3 }] }));
    deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    let rate: String =
        house.shop.database().one("SELECT rate FROM sales_order WHERE number = $1", vals![&number]).unwrap();
    let rate: f64 = rate.parse().unwrap();
    assert!(rate > 2.0, "AED are worth less than EUR: {rate}");
    let amount = |eur: f64| json!({ "amount": format!("{:.2}", eur * rate), "reason": "goodwill" });
    house.pass(SignedDuration::from_mins(6));
    deed(&house, &mut owner, "order/refund", &number, amount(19.0));
    assert_eq!(refused(&house, &mut owner, "order/refund", &number, amount(21.0)), "staff.proof_required");
    // Nor by another way.
    assert_eq!(
        refused(&house, &mut owner, "order/cancel", &number, json!({ "reason": "changed mind" })),
        "staff.proof_required"
    );
    // Nor in slices.
    assert_eq!(refused(&house, &mut owner, "order/refund", &number, amount(2.0)), "staff.proof_required");
    let order = show(&house, &mut owner, &number);
    assert_eq!((order["refunds"].as_array().unwrap().len(), &order["status"]), (1, &json!("processing")));
    let now = house.pass(SignedDuration::from_secs(31));
    let proof = json!({ "password": PASSWORD, "code": code(&owner.totp, now) });
    house.call(&mut owner, "staff/prove", &proof);
    deed(&house, &mut owner, "order/refund", &number, amount(21.0));
    let order = deed(&house, &mut owner, "order/cancel", &number, json!({ "reason": "changed mind" }));
    assert_eq!((&order["status"], &order["paid"]), (&json!("canceled"), &order["refunded"]));
}

#[test]
fn mails_are_sent_again_as_the_order_is_now() {
    // Mails go into files.
    let house = open_with(&[("SHOP__MAIL__HOST", "")]);
    let mut owner = house.owner();
    let number = enter(&house, json!({}));
    deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    deed(&house, &mut owner, "order/ship", &number, json!({ "tracking": "JD1" }));
    eventually("the mails are sent", || {
        house.shop.count("SELECT COUNT(*) FROM mail WHERE sent_at IS NULL AND due_at IS NOT NULL") == 0
    });
    let mails = show(&house, &mut owner, &number)["mails"].clone();
    let templates: Vec<&Value> = mails.as_array().unwrap().iter().map(|mail| &mail["template"]).collect();
    assert_eq!(templates, ["order_received", "payment_received", "order_shipped"]);
    assert_eq!((&mails[2]["state"], &mails[2]["recipient"]), (&json!("sent"), &json!("maria.rossi@example.com")));
    for (mail, sent) in mails.as_array().unwrap().iter().zip(4..) {
        house.done(&mut owner, "order/resend", &json!({ "number": number, "mail_id": mail["id"] }));
        let order = show(&house, &mut owner, &number);
        let queued = order["mails"].as_array().unwrap();
        assert_eq!((queued.len(), &queued[sent - 1]["template"]), (sent, &mail["template"]));
    }
    let attachments = house.shop.count("SELECT COUNT(*) FROM mail_attachment");
    assert_eq!(attachments, 2, "the invoice goes along again");
    eventually("they are sent", || {
        house.shop.count("SELECT COUNT(*) FROM mail WHERE sent_at IS NULL AND due_at IS NOT NULL") == 0
    });
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM mail WHERE error <> ''"), 0);
    assert_eq!(
        house.refused(&mut owner, "order/resend", &json!({ "number": number, "mail_id": 9_999 })),
        "order.mail_not_found"
    );
    house.shop.database().exec("UPDATE mail SET recipient = ''", vals![]).unwrap();
    assert_eq!(
        house.refused(&mut owner, "order/resend", &json!({ "number": number, "mail_id": mails[0]["id"] })),
        "order.no_email"
    );
}

#[test]
fn today_lists_what_waits_for_each_role() {
    let house = open();
    let mut owner = house.owner();
    let kinds = |duties: &Value| -> Vec<String> {
        duties["duties"].as_array().unwrap().iter().map(|duty| duty["kind"].as_str().unwrap().to_owned()).collect()
    };
    let of = |duties: &Value, kind: &str| {
        duties["duties"].as_array().unwrap().iter().find(|duty| duty["kind"] == kind).cloned().unwrap_or_default()
    };
    let number = enter(&house, json!({}));
    let mut visitor = house.shop.visitor();
    let transfer = visitor.place("BMA-LAC", 1, "bank_transfer")["order_number"].as_str().unwrap().to_owned();
    deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    deed(&house, &mut owner, "order/pay", &number, paid("2", json!("5.00")));
    let in_person = enter(&house, json!({ "email": "paula@example.com" }));
    let out = of(&house.call(&mut owner, "duty/list", &json!({})), "stock_out")["count"].as_i64().unwrap();
    house.shop.operator(&["stock", "set", "TOW-GAN", "0"]);
    let connection = house.shop.database();
    let given_up = "UPDATE mail SET due_at = NULL, sent_at = NULL, error = 'mailbox full'
        WHERE template = 'order_received' AND recipient LIKE 'maria%'";
    connection.exec(given_up, vals![]).unwrap();
    let duties = house.call(&mut owner, "duty/list", &json!({}));
    let pack = of(&duties, "orders_to_pack");
    assert_eq!((&pack["count"], &pack["overdue"]), (&json!(1), &json!(0)));
    let about = json!({ "kind": "order", "number": number, "name": "María José Rossi-D’Été" });
    assert_eq!(pack["items"][0]["about"], about);
    assert_eq!((&pack["due_at"], pack["due_at"].is_string()), (&pack["items"][0]["due_at"], true));
    let awaited = of(&duties, "transfers_waiting");
    let numbers: Vec<&Value> =
        awaited["items"].as_array().unwrap().iter().map(|item| &item["about"]["number"]).collect();
    // Entered by telephone and not paid yet: it has no deadline, so it comes last.
    assert_eq!((numbers, &awaited["count"]), (vec![&json!(transfer), &json!(in_person)], &json!(2)));
    let refund = json!({ "kind": "money", "order_number": number, "amount": "5.00", "currency": "EUR" });
    assert_eq!(of(&duties, "refunds_by_hand")["items"][0]["about"], refund);
    let sold_out = of(&duties, "stock_out");
    assert_eq!((&sold_out["count"], &sold_out["items"][0]["at"]), (&json!(out + 1), &Value::Null));
    let page = |item: &Value| item["about"]["url"].as_str().unwrap_or_default().to_owned();
    for url in sold_out["items"].as_array().unwrap().iter().map(page) {
        let (origin, path) = url.split_at(url.find("/en/p/").unwrap());
        assert!(origin.starts_with("http"), "{url}");
        assert_eq!(house.shop.visitor().get(path).status, 200, "{url}");
    }
    let undelivered = of(&duties, "mails_failed");
    assert_eq!(
        (&undelivered["count"], undelivered["items"][0]["about"]["order_number"].is_string()),
        (&json!(1), true)
    );
    let figures = &duties["figures"];
    assert_eq!((&figures["today"]["orders"], &figures["today"]["currency"]), (&json!(3), &json!("EUR")));
    assert_eq!((&figures["same_weekday"]["orders"], &figures["same_weekday"]["revenue"]), (&json!(0), &json!("0.00")));
    // Past its deadline it comes first.
    let ten_days_old = "UPDATE sales_order SET status_at = status_at - 864000000, created_at = created_at - 864000000,
        delivery_from = '2026-01-05', delivery_to = '2026-01-06' WHERE number = $1";
    connection.exec(ten_days_old, vals![&number]).unwrap();
    let duties = house.call(&mut owner, "duty/list", &json!({}));
    assert_eq!(
        (&duties["duties"][0]["kind"], &duties["duties"][0]["overdue"]),
        (&json!("orders_to_pack"), &json!(1)),
        "{duties}"
    );

    let mut packer = house.person("p@example.com", "packing");
    let duties = house.call(&mut packer, "duty/list", &json!({}));
    assert_eq!(
        (kinds(&duties), &duties["figures"]),
        (vec!["orders_to_pack".to_owned(), "stock_out".to_owned()], &Value::Null)
    );
    deed(&house, &mut packer, "order/ship", &number, json!({}));
    assert_eq!(kinds(&house.call(&mut packer, "duty/list", &json!({}))), ["stock_out"]);
    let mut accountant = house.person("a@example.com", "accountant");
    let duties = house.call(&mut accountant, "duty/list", &json!({}));
    assert_eq!((kinds(&duties).len(), duties["figures"].is_object()), (0, true));
}

#[test]
fn mistyped_address_is_corrected_and_its_links_lead_nowhere() {
    let house = open();
    let mut owner = house.owner();
    let mut visitor = house.shop.visitor();
    let placed = visitor.place("BMA-LAC", 1, "bank_transfer");
    let (number, token) = (placed["order_number"].as_str().unwrap(), placed["token"].as_str().unwrap());
    let connection = house.shop.database();
    let fail = "UPDATE mail SET due_at = NULL, error = 'no such mailbox' WHERE template = 'order_received'";
    connection.exec(fail, vals![]).unwrap();
    let recipient = || -> Vec<String> {
        let sql = "SELECT recipient FROM mail WHERE template = 'order_received' ORDER BY id";
        house.shop.database().read(|tx| tx.all(sql, vals![])).unwrap()
    };
    let wrong = recipient();
    assert_eq!(refused(&house, &mut owner, "order/set_email", number, json!({ "email": "nobody" })), "email.invalid");
    let order = deed(&house, &mut owner, "order/set_email", number, json!({ "email": "claire@example.net" }));
    assert_eq!(order["email"], "claire@example.net");
    assert_eq!((wrong.len(), recipient()), (1, vec!["claire@example.net".to_owned()]));
    assert_eq!(
        house.shop.count("SELECT COUNT(*) FROM mail WHERE template = 'order_received' AND due_at IS NOT NULL"),
        1
    );
    // Whoever had got the former mail sees nothing of the order any more.
    visitor.refused("payment/index", &json!({ "token": token }));
    assert_eq!(search(&house, &mut owner, "claire@example.net"), [number]);
    assert_eq!(search(&house, &mut owner, &wrong[0]), [""; 0]);
    // The command is another door to the same rules.
    let error = house.shop.command_error(&["order", "email", number, "nobody"]);
    assert!(error.contains("email"), "{error}");
    connection.exec(fail, vals![]).unwrap();
    house.shop.operator(&["order", "email", number, "clara@example.net"]);
    assert_eq!(recipient(), ["clara@example.net"]);
    assert_eq!(search(&house, &mut owner, "clara@example.net"), [number]);
}

#[test]
fn invoices_and_packing_papers_are_printed_for_those_who_may() {
    use base64::Engine as _;
    let house = open();
    let mut owner = house.owner();
    let number = enter(&house, json!({ "lang": "de" }));
    deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    let text = |file: &Value| {
        let bytes = base64::engine::general_purpose::STANDARD.decode(file["content"].as_str().unwrap()).unwrap();
        let path = house.shop.data.join("paper.pdf");
        std::fs::write(&path, bytes).unwrap();
        let output = std::process::Command::new("pdftotext").args(["-layout"]).arg(&path).arg("-").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let invoice = show(&house, &mut owner, &number)["invoices"][0]["number"].clone();
    let file = house.call(&mut owner, "order/document", &json!({ "number": number, "document": invoice }));
    assert!(text(&file).contains(invoice.as_str().unwrap()));
    let unknown = json!({ "number": number, "document": "F-2020-000001" });
    assert_eq!(house.refused(&mut owner, "order/document", &unknown), "order.document_not_found");

    let listed = house.call(&mut owner, "pack/list", &json!({}))["items"].clone();
    assert_eq!((&listed[0]["number"], &listed[0]["lines"][0]["qty"]), (&json!(number), &json!(2)));
    let slips = text(&house.call(&mut owner, "pack/papers", &json!({ "numbers": [number], "kind": "slips" })));
    for part in ["Pick list", "Lieferschein", "TOW-GAN", "8 rue des Tilleuls", "Frankreich", number.as_str()] {
        assert!(slips.contains(part), "{part}: {slips}");
    }
    assert!(!slips.contains('€'), "a packing slip has no prices: {slips}");
    assert!(slips.contains("Vielen Dank für Ihre Bestellung.") && !slips.contains("früheren Paket"), "{slips}");
    for kind in ["labels", "labels_a4"] {
        let labels = text(&house.call(&mut owner, "pack/papers", &json!({ "numbers": [number], "kind": kind })));
        assert!(labels.contains("María José Rossi-D’Été") && labels.contains(number.as_str()), "{labels}");
    }
    // What readers call the file, in their language.
    house.call(&mut owner, "staff/profile", &json!({ "name": "Ada King", "lang": "de" }));
    let labels = json!({ "numbers": [number], "kind": "labels" });
    text(&house.call(&mut owner, "pack/papers", &labels));
    let about = std::process::Command::new("pdfinfo").arg(house.shop.data.join("paper.pdf")).output().unwrap();
    let about = String::from_utf8(about.stdout).unwrap();
    assert!(about.contains("Adressetiketten"), "{about}");
    // Only what is left, and nothing once all has gone.
    deed(&house, &mut owner, "order/ship", &number, json!({ "lines": [{ "position": 0, "qty": 1 }] }));
    assert_eq!(house.call(&mut owner, "pack/list", &json!({}))["items"][0]["lines"][0]["qty"], 1);
    let slips = text(&house.call(&mut owner, "pack/papers", &json!({ "numbers": [number], "kind": "slips" })));
    assert!(slips.contains("früheren Paket"), "{slips}");
    deed(&house, &mut owner, "order/ship", &number, json!({}));
    let papers = json!({ "numbers": [number], "kind": "slips" });
    assert_eq!(house.refused(&mut owner, "pack/papers", &papers), "packing.nothing");
    let mut editor = house.person("e@example.com", "editor");
    for path in ["pack/papers", "pack/list", "order/document"] {
        assert_eq!(house.refused(&mut editor, path, &papers), "staff.not_allowed", "{path}");
    }
    let audit = json!(house.audit(&["--noun", "packing_papers"])).to_string();
    assert!(audit.contains(&number) && !audit.contains("Rossi"), "{audit}");
}

/// The width of each page of a PDF, in points.
fn widths(file: &std::path::Path) -> Vec<String> {
    let output = std::process::Command::new("pdfinfo").args(["-f", "1", "-l", "99"]).arg(file).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let sizes = text.lines().filter(|line| line.starts_with("Page ") && line.contains("size:"));
    sizes.map(|line| line.split_whitespace().nth(3).unwrap().split('.').next().unwrap().to_owned()).collect()
}

/// The text of each page of a PDF.
fn pages(file: &std::path::Path) -> Vec<String> {
    let output = std::process::Command::new("pdftotext").arg("-layout").arg(file).arg("-").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator('\u{c}').map(str::to_owned).collect()
}

#[test]
fn a_pick_list_goes_from_shelf_to_shelf() {
    let house = open();
    let mut owner = house.owner();
    let goods = ["DUV-ETE-D14", "DUV-SAI-D14", "PRO-COT-090", "TOW-GAN"];
    let items: Vec<Value> = goods.iter().map(|sku| json!({ "sku": sku, "qty": 1 })).collect();
    let number = enter(&house, json!({ "items": items }));
    deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    for (sku, shelf) in [("TOW-GAN", "A 2"), ("PRO-COT-090", "A 10"), ("DUV-ETE-D14", "B 1")] {
        house.shop.operator(&["stock", "shelf", sku, shelf]);
    }
    let packed = house.call(&mut owner, "pack/list", &json!({}));
    let lines = packed["items"][0]["lines"].as_array().unwrap();
    let mut shown: Vec<(&str, &str)> =
        lines.iter().map(|line| (line["sku"].as_str().unwrap(), line["shelf"].as_str().unwrap())).collect();
    shown.sort_unstable();
    assert_eq!(shown, [("DUV-ETE-D14", "B 1"), ("DUV-SAI-D14", ""), ("PRO-COT-090", "A 10"), ("TOW-GAN", "A 2")]);
    let path = house.shop.data.join("pick.pdf");
    house.shop.operator(&["order", "papers", &number, "--kind", "slips", "--to", path.to_str().unwrap()]);
    let list = &pages(&path)[0];
    let at = |text: &str| list.find(text).unwrap_or_else(|| panic!("{text}: {list}"));
    let walk = [at("A 2 ·"), at("A 10 ·"), at("B 1 ·"), at("DUV-SAI-D14")];
    assert!(walk.is_sorted(), "{list}");
    // A set is fetched part by part, each from its shelf; the screen names them below it.
    let items = json!([{ "sku": "KIT-BAIN", "qty": 2 }, { "sku": "BMA-LAC", "qty": 1 }]);
    let set = enter(&house, json!({ "items": items }));
    deed(&house, &mut owner, "order/pay", &set, paid("2", Value::Null));
    house.shop.operator(&["stock", "shelf", "BMA-LAC", "C 7"]);
    let packed = house.call(&mut owner, "pack/list", &json!({}));
    let of_set = packed["items"].as_array().unwrap().iter().find(|order| order["number"] == set.as_str()).unwrap();
    let parts = |at: usize| of_set["lines"][at]["parts"].as_array().unwrap();
    let named: Vec<_> = parts(0)
        .iter()
        .map(|part| (part["sku"].as_str().unwrap(), part["shelf"].as_str().unwrap(), part["qty"].as_u64().unwrap()))
        .collect();
    assert_eq!(named, [("BMA-LAC", "C 7", 1), ("TOW-LAC-BAT-WHI", "", 2), ("TOW-LAC-HAN-WHI", "", 2)]);
    assert_eq!(parts(1).len(), 0, "a single item is itself");
    house.shop.operator(&["order", "papers", &set, "--kind", "slips", "--to", path.to_str().unwrap()]);
    let pages = pages(&path);
    assert!(!pages[0].contains("KIT-BAIN") && pages[0].contains("C 7 ·"), "{}", pages[0]);
    // Two in the sets and one by itself.
    assert!(pages[0].contains(&format!("{set} × 3")), "{}", pages[0]);
    assert!(pages[1].contains("KIT-BAIN"), "the customer's slip says what was ordered: {}", pages[1]);
}

#[test]
fn everything_for_packing_is_one_file_in_the_console_and_by_command() {
    use base64::Engine as _;
    let house = open();
    let mut owner = house.owner();
    let numbers: Vec<String> = ["de", "fr"].map(|lang| enter(&house, json!({ "lang": lang }))).into();
    let waiting = enter(&house, json!({}));
    for (number, reference) in numbers.iter().zip(["1", "2"]) {
        deed(&house, &mut owner, "order/pay", number, paid(reference, Value::Null));
    }
    let path = house.shop.data.join("packing.pdf");
    let is_whole = || {
        let pages = pages(&path);
        let list = &pages[0];
        assert!(list.contains("Pick list") && numbers.iter().all(|number| list.contains(number)), "{list}");
        for (page, (heading, number)) in pages[1..3].iter().zip([("Lieferschein", &numbers[0]), ("Bon", &numbers[1])]) {
            assert!(page.contains(heading) && page.contains(number.as_str()), "{heading}: {page}");
        }
        let labels = pages[3..].concat();
        for part in ["Frankreich", "France", &numbers[0], &numbers[1]] {
            assert!(labels.contains(part), "{part}: {labels}");
        }
        assert!(!pages.concat().contains(&waiting), "what is not paid is not packed");
    };

    // Three A4 pages; then a label for each order in its own size, or all on a fourth A4.
    for (kind, sizes) in [("all", &["595", "595", "595", "297", "297"][..]), ("all_a4", &["595"; 4])] {
        let args = json!({ "numbers": numbers, "kind": kind });
        let file = house.call(&mut owner, "pack/papers", &args);
        assert!(file["name"].as_str().unwrap().starts_with("packing-"), "{file}");
        let bytes = base64::engine::general_purpose::STANDARD.decode(file["content"].as_str().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(widths(&path), sizes, "{kind}");
        is_whole();
    }

    let file = path.to_str().unwrap();
    for args in [&[][..], &[numbers[0].as_str(), &numbers[1], &waiting]] {
        std::fs::remove_file(&path).unwrap();
        let made = house.shop.operator(&[&["order", "papers", "--to", file], args].concat());
        assert_eq!(made["orders"], json!(numbers));
        assert_eq!(made["left_out"], if args.is_empty() { json!([]) } else { json!([waiting]) });
        assert_eq!(widths(&path), ["595", "595", "595", "297", "297"]);
        is_whole();
    }
    house.shop.output(&["order", "papers", "--to", file, "--kind", "labels-a4", &numbers[0]]);
    assert_eq!(widths(&path), ["595"]);
    assert!(house.shop.command_error(&["order", "papers", "--to", file, &waiting]).contains("pack"));
    let audit = house.audit(&["--noun", "packing_papers"]);
    assert_eq!(audit.len(), 5, "two prints in the console, three by command: {audit:?}");
}

#[test]
fn system_shows_copies_jobs_and_mails_that_do_not_leave() {
    let house = open();
    let mut owner = house.owner();
    let number = enter(&house, json!({}));
    deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    let connection = house.shop.database();
    connection
        .exec("UPDATE mail SET due_at = NULL, error = 'mailbox full' WHERE template = 'order_received'", vals![])
        .unwrap();
    let system = house.call(&mut owner, "system/show", &json!({}));
    assert_eq!(system["version"], env!("CARGO_PKG_VERSION"));
    let failed = &system["mails"]["failed"][0];
    assert_eq!((&failed["error"], &failed["order_number"]), (&json!("mailbox full"), &json!(number)));
    assert!(system["jobs"].as_array().unwrap().iter().any(|job| job["name"] == "deliver_mail"), "{system}");
    let before = system["backups"]["items"].as_array().unwrap().len();
    for _ in 0..2 {
        let after = house.call(&mut owner, "system/backup", &json!({}))["backups"]["items"].clone();
        assert_eq!(after.as_array().unwrap().len(), before + 1, "{after}");
        assert!(after.as_array().unwrap().iter().any(|copy| copy["name"] == "shop-by-hand.db"), "{after}");
    }
    let system = house.call(&mut owner, "system/retry_mail", &json!({ "id": failed["id"] }));
    assert_eq!(system["mails"]["failed"], json!([]));
    assert_eq!(house.refused(&mut owner, "system/retry_mail", &json!({ "id": 99_999 })), "system.mail_not_found");
    // A mail that was erased with its account neither failed nor waits.
    let erase = "UPDATE mail SET recipient = '', due_at = NULL, sent_at = NULL";
    connection.exec(erase, vals![]).unwrap();
    let system = house.call(&mut owner, "system/show", &json!({}));
    assert_eq!(system["mails"], json!({ "failed": [], "waiting": [] }));
    let mut manager = house.person("m@example.com", "manager");
    for path in ["system/show", "system/backup", "system/retry_mail", "system/retry_mails"] {
        assert_eq!(house.refused(&mut manager, path, &json!({})), "staff.not_allowed", "{path}");
    }
}

#[test]
fn who_is_named_in_a_note_finds_it_among_their_duties() {
    let house = open();
    let mut owner = house.owner();
    let mut packer = house.person("p@example.com", "packing");
    let editor = house.person("e@example.com", "editor");
    house.call(&mut packer, "staff/profile", &json!({ "name": "Bo Reed", "lang": "en" }));
    let number = enter(&house, json!({}));
    let mentions = |person: &mut Person| -> Vec<Value> {
        let duties = house.call(person, "duty/list", &json!({}))["duties"].as_array().unwrap().clone();
        let duty = duties.into_iter().find(|duty| duty["kind"] == "mentions");
        duty.map_or(Vec::new(), |duty| duty["items"].as_array().unwrap().clone())
    };
    let colleagues = house.call(&mut owner, "order/colleagues", &json!({}));
    let people = colleagues["people"].as_array().unwrap();
    assert!(people.iter().any(|person| person["id"] == packer.id));
    assert!(people.iter().all(|person| person["id"] != editor.id), "who reads no orders is not offered");
    // Two of one name are told apart.
    let other = house.person("other@example.com", "packing");
    let names = |house: &House, reader: &mut Person| -> Vec<String> {
        let answer = house.call(reader, "order/colleagues", &json!({}));
        answer["people"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    let told = [format!("Ada King ({})", OWNER), "Ada King (other@example.com)".into(), "Bo Reed".into()];
    assert_eq!(BTreeSet::from_iter(names(&house, &mut owner)), BTreeSet::from(told));
    house.shop.output(&["staff", "disable", &other.email]);
    assert_eq!(names(&house, &mut owner), ["Ada King", "Bo Reed"]);
    let note = |text: String| json!({ "number": number, "text": text });
    let text = format!("@{{{}}}, wrap it twice. @{{{}}} knows.", packer.id, owner.id);
    let order = house.call(&mut owner, "order/note", &note(text.clone()));
    let written = order["notes"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(written["text"], json!(text), "kept by id");
    let mut named: Vec<i64> =
        written["mentioned"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect();
    named.sort_unstable();
    assert_eq!(named, [owner.id, packer.id]);
    let item = &mentions(&mut packer)[0]["about"];
    assert_eq!((&item["about"], &item["key"], &item["name"]), (&json!("order"), &json!(number), &json!("Ada King")));
    assert_eq!(item["excerpt"], "@Bo Reed, wrap it twice. @Ada King knows.");
    // Each has their own: what one has seen the other has not.
    let open = show(&house, &mut packer, &number)["mentions"].clone();
    assert_eq!((open.as_array().unwrap().len(), &open[0]), (1, &item["note_id"]));
    let seen = |notes: &Value| json!({ "about": "order", "notes": notes });
    house.call(&mut owner, "order/note", &note(format!("@{{{}}}, a card, too", packer.id)));
    house.call(&mut packer, "duty/mention_done", &seen(&open));
    let left = mentions(&mut packer);
    assert_eq!(left.len(), 1, "the other note is as it was");
    house.call(&mut packer, "duty/mention_done", &seen(&json!([left[0]["about"]["note_id"]])));
    assert!(mentions(&mut packer).is_empty());
    assert_eq!(show(&house, &mut packer, &number)["mentions"], json!([]));
    assert_eq!(mentions(&mut owner).len(), 1);
    let shown = house.shop.output(&["order", "show", &number]);
    assert!(shown.contains("@Bo Reed, wrap it twice."), "{shown}");
    let (code, _, error) = house.shop.command(&["order", "note", &number, &format!("@{{{}}}", editor.id)]);
    assert!(code != Some(0) && error.contains("works here no more"), "{error}");
    // Nobody who cannot read it is named.
    for id in [editor.id, 4711] {
        assert_eq!(house.refused(&mut owner, "order/note", &note(format!("@{{{id}}}"))), "staff.mention_unknown");
    }
    // Whoever has left is a former colleague: known by nothing but the id.
    house.call(&mut owner, "order/note", &note(format!("@{{{}}} again", packer.id)));
    house.shop.output(&["staff", "disable", "p@example.com"]);
    let order = show(&house, &mut owner, &number);
    let written = order["notes"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(written["mentioned"], json!([{ "id": packer.id, "name": null }]));
    let gone = note(format!("@{{{}}} once more", packer.id));
    assert_eq!(house.refused(&mut owner, "order/note", &gone), "staff.mention_unknown");
    assert_eq!(house.shop.figure("shop_duties{kind=\"mentions\"}"), 1.0, "that of the owner");
}
