//! Returns in the console and by command: announced, received, inspected, refunded; by people with different roles, with what waits
//! for them today, and over a killed process.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::console_orders::{deed, enter, show};
use crate::support::house::{House, Person, open, open_with, person_of, post};
use crate::support::{Shop, seeded_copy, with};

const EMAIL: &str = "maria.rossi@example.com";

/// An order of two towels and a bath mat that is paid and sent; answers its number.
fn sent(house: &House) -> String {
    let number = enter(house, json!({ "items": [{ "sku": "TOW-GAN", "qty": 2 }, { "sku": "BMA-LAC", "qty": 1 }] }));
    house.shop.operator(&["order", "paid", &number, "--method", "offline"]);
    house.shop.operator(&["order", "ship", &number, "--tracking", "JD01"]);
    number
}

fn look(house: &House, person: &mut Person, number: &str) -> Value {
    house.call(person, "return/show", &json!({ "number": number }))
}

/// The arguments of a step, with the version that the return has now.
fn seen(house: &House, person: &mut Person, number: &str, args: Value) -> Value {
    let version = look(house, person, number)["version"].clone();
    with(&json!({ "number": number, "version": version }), args)
}

/// Does a step, and waits until it is carried out; answers the return after it.
fn step(house: &House, person: &mut Person, path: &str, number: &str, args: Value) -> Value {
    let args = seen(house, person, number, args);
    house.done(person, path, &args);
    look(house, person, number)
}

/// The ids of the messages with which a step is refused, by field.
fn refused(house: &House, person: &mut Person, path: &str, number: &str, args: Value) -> Value {
    let args = seen(house, person, number, args);
    let answer = post(&mut person.browser, &house.shop, path, &args).json();
    assert_eq!(answer["code"], "0", "{path} {args}: {answer}");
    let fields = answer["error"]["field_messages"].as_object().cloned().unwrap_or_default();
    let ids: serde_json::Map<String, Value> =
        fields.into_iter().map(|(field, message)| (field, message["id"].clone())).collect();
    if ids.is_empty() { answer["error"]["id"].clone() } else { Value::Object(ids) }
}

/// Announces the pieces of some lines; answers the number of the return.
fn announced(house: &House, person: &mut Person, order: &str, lines: Value) -> String {
    let args = json!({ "order_number": order, "origin": "telephone", "lines": lines, "note": "rang at noon" });
    house.call(person, "return/announce", &args)["number"].as_str().unwrap().to_owned()
}

/// How much waits today of a kind, and the first thing of it.
fn waiting(house: &House, person: &mut Person, kind: &str) -> (i64, Value) {
    let duties = house.call(person, "duty/list", &json!({}))["duties"].clone();
    let duty = duties.as_array().unwrap().iter().find(|duty| duty["kind"] == kind).cloned().unwrap_or_default();
    (duty["count"].as_i64().unwrap_or(0), duty["items"][0].clone())
}

#[test]
fn return_is_announced_received_inspected_and_refunded_by_those_who_may() {
    let house = open();
    let (mut owner, order) = (house.owner(), sent(&house));
    let mut packer = house.person("p@example.com", "packing");
    let mut clerk = house.person("o@example.com", "orders");
    let stock = |sku| house.shop.stock(sku);
    let (towels, mats) = (stock("TOW-GAN"), stock("BMA-LAC"));

    let lines = json!([{ "position": 0, "qty": 2, "reason": "does_not_fit" }, { "position": 1, "qty": 1 }]);
    let args = json!({ "order_number": order, "origin": "mail", "lines": lines });
    assert_eq!(house.refused(&mut packer, "return/announce", &args), "staff.not_allowed");
    let number = announced(&house, &mut clerk, &order, lines);
    assert_eq!(number, format!("{order}-R1"));
    let of = look(&house, &mut packer, &number);
    assert_eq!(
        of["can"],
        json!({ "call_off": false, "never_came": false, "note_sent": false, "receive": true, "inspect": false,
            "refund": false })
    );
    assert_eq!((&of["step"], &of["origin"], &of["due_at"]), (&json!("announced"), &json!("telephone"), &Value::Null));
    assert_eq!((&of["lines"][0]["reason"], &of["lines"][1]["reason"]), (&json!("does_not_fit"), &json!("not_given")));
    assert_eq!(of["name"], "María José Rossi-D’Été");

    // One towel and the mat come; the customer is told, once it can no longer be undone.
    assert_eq!(
        house.refused(&mut clerk, "return/refund", &json!({ "number": number, "version": 1 })),
        "staff.not_allowed"
    );
    let counted = json!({ "lines": [{ "position": 0, "qty": 1 }, { "position": 1, "qty": 1 }] });
    let args = seen(&house, &mut packer, &number, counted.clone());
    let kept = house.call(&mut packer, "return/receive", &args);
    assert_eq!((&kept["noun"], &kept["thing"]), (&json!("return"), &json!(number)));
    // Until then its order is locked for others.
    let version = show(&house, &mut owner, &order)["version"].clone();
    let one_go =
        json!({ "number": order, "version": version, "lines": null, "restock": true, "refund": null, "reason": "x" });
    assert_eq!(house.refused(&mut owner, "order/return", &one_go), "deed.pending");
    house.call(&mut packer, "deed/undo", &json!({ "id": kept["id"] }));
    assert_eq!(
        (&look(&house, &mut packer, &number)["step"], house.shop.mails("return_received")),
        (&json!("announced"), 0)
    );
    let of = step(&house, &mut packer, "return/receive", &number, counted);
    assert_eq!((&of["step"], &of["lines"][0]["received"], &of["pieces"]), (&json!("received"), &json!(1), &json!(2)));
    let mail = house.shop.mail("return_received", EMAIL).unwrap();
    assert_eq!((&mail["back"]["number"], &mail["back"]["items"][0]["qty"]), (&json!(number), &json!(1)));
    // The other towel stays announced, and the letter says so.
    let rest = format!("{order}-R2");
    assert_eq!((&of["missing"], &of["rest"], &of["follows"]), (&json!(1), &json!(rest), &Value::Null));
    assert_eq!(
        (&mail["back"]["missing"][0]["qty"], &mail["back"]["is_rest_expected"]),
        (&json!(1), &json!(true)),
        "{mail}"
    );
    let (count, first) = waiting(&house, &mut packer, "returns_to_inspect");
    assert_eq!((count, &first["about"]["number"], &first["due_at"]), (1, &json!(number), &Value::Null));
    assert_eq!(waiting(&house, &mut owner, "returns_to_refund").0, 0);

    // The towel is worn: it cannot be sold again, and is worth less.
    let value: f64 = of["lines"][0]["value"].as_str().unwrap().parse().unwrap();
    let found = |fit: i64, deduction: &str, why: &str| json!({ "lines": [{ "position": 0, "fit": fit, "deduction": deduction, "deduction_reason": why }] });
    for (args, said) in [
        (found(2, "", ""), json!({ "fit.0": "return.fit_too_many" })),
        (found(0, "999", "worn"), json!({ "deduction.0": "return.deduction_too_much" })),
        (found(0, "4.505", "worn"), json!({ "deduction.0": "return.amount_bad" })),
        (found(0, "-1", "worn"), json!({ "deduction.0": "return.amount_bad" })),
        (found(0, "4.50", " "), json!({ "deduction_reason.0": "return.deduction_reason" })),
        (found(0, "4.50", &"x".repeat(201)), json!({ "deduction_reason.0": "order.text_too_long" })),
        (json!({ "lines": [{ "position": 7, "fit": 1 }] }), json!({ "fit.7": "return.fit_too_many" })),
        (with(&found(0, "4.50", "worn"), json!({ "refund": "1.00" })), json!("staff.not_allowed")),
    ] {
        assert_eq!(refused(&house, &mut packer, "return/inspect", &number, args), said);
    }
    let of = step(&house, &mut packer, "return/inspect", &number, found(0, "4.50", "stains that do not wash out"));
    assert_eq!(
        (&of["step"], &of["lines"][0]["fit"], &of["lines"][1]["fit"]),
        (&json!("inspected"), &json!(0), &json!(1))
    );
    assert_eq!((stock("TOW-GAN"), stock("BMA-LAC")), (towels, mats + 1));
    let goods: f64 = of["owed_goods"].as_str().unwrap().parse().unwrap();
    let mat: f64 = of["lines"][1]["value"].as_str().unwrap().parse().unwrap();
    assert!((goods - (value + mat - 4.5)).abs() < 0.001, "{of}");
    assert_eq!(waiting(&house, &mut owner, "returns_to_refund").0, 1);

    // Money.
    for (amount, said) in [("9999", "order.refund_too_much"), ("1.005", "return.amount_bad")] {
        let answer = refused(&house, &mut owner, "return/refund", &number, json!({ "amount": amount }));
        assert!(answer == said || answer["amount"] == said, "{answer}");
    }
    let of = step(&house, &mut owner, "return/refund", &number, json!({ "amount": of["owed"] }));
    assert_eq!((&of["step"], &of["refund"]), (&json!("closed"), &json!(format!("{goods:.2}"))));
    assert_eq!((&of["refunds"][0]["state"], &of["owed"]), (&json!("by_hand"), &json!("0.00")));
    assert_eq!(refused(&house, &mut owner, "return/refund", &number, json!({})), "return.refunded");
    let order_now = show(&house, &mut owner, &order);
    assert_eq!((&order_now["status"], &order_now["lines"][0]["returned"]), (&json!("shipped"), &json!(1)));
    assert_eq!(order_now["refunded"], of["refund"]);
    // The letter about the money says what was deducted.
    let made = json!({ "id": of["refunds"][0]["id"], "reference": "SEPA 1" });
    deed(&house, &mut owner, "order/refund_made", &order, made);
    let mail = house.shop.mail("order_refunded", EMAIL).unwrap();
    assert_eq!(mail["back"]["items"][0]["deduction_reason"], "stains that do not wash out");
    // The towel comes after all, and all is back with it.
    let kept = look(&house, &mut owner, &rest);
    assert_eq!(
        (&kept["step"], &kept["origin"], &kept["note"], &kept["follows"], &kept["lines"][0]["reason"]),
        (&json!("announced"), &json!("telephone"), &json!("rang at noon"), &json!(number), &json!("does_not_fit"))
    );
    step(&house, &mut owner, "return/receive", &rest, json!({ "lines": [{ "position": 0, "qty": 1 }] }));
    let owed = look(&house, &mut owner, &rest)["owed"].clone();
    let of = step(&house, &mut owner, "return/inspect", &rest, json!({ "lines": [], "refund": owed }));
    assert_eq!((&of["step"], &show(&house, &mut owner, &order)["status"]), (&json!("closed"), &json!("closed")));

    // The audit tells steps and amounts, not words.
    let audit: Vec<Value> =
        house.audit(&["--noun", "return"]).into_iter().filter(|one| one["call"] != "return/show").collect();
    let calls: Vec<&str> = audit
        .iter()
        .rev()
        .filter(|one| one["outcome"] == "done" && one["call"].as_str().unwrap().starts_with("return/"))
        .map(|one| one["call"].as_str().unwrap())
        .collect();
    assert_eq!(
        calls,
        ["return/announce", "return/receive", "return/inspect", "return/refund", "return/receive", "return/inspect"]
    );
    let text = json!(audit).to_string();
    for word in ["stains", "rang at noon", "Rossi"] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(text.contains("4.50"), "{text}");
}

#[test]
fn second_of_two_people_at_one_return_sees_first_what_the_other_did() {
    let house = open();
    let (mut ada, order) = (house.owner(), sent(&house));
    let mut bob = person_of(&ada);
    let number = announced(&house, &mut ada, &order, json!([{ "position": 0, "qty": 2 }]));
    let old = look(&house, &mut bob, &number)["version"].clone();
    step(&house, &mut ada, "return/receive", &number, json!({ "lines": [{ "position": 0, "qty": 2 }] }));
    for (path, args) in [
        ("return/receive", json!({ "lines": [{ "position": 0, "qty": 1 }] })),
        ("return/inspect", json!({ "lines": [] })),
        ("return/refund", json!({})),
        ("return/call_off", json!({})),
        ("return/never_came", json!({})),
        ("return/note_sent", json!({})),
    ] {
        let args = with(&json!({ "number": number, "version": old }), args);
        assert_eq!(house.refused(&mut bob, path, &args), "return.changed_meanwhile", "{path}");
    }
    // As it is now, there is nothing more to call off, and nothing to count twice.
    for (path, args) in
        [("return/call_off", json!({})), ("return/receive", json!({ "lines": [] })), ("return/note_sent", json!({}))]
    {
        assert_eq!(refused(&house, &mut bob, path, &number, args), "return.not_now", "{path}");
    }
    assert_eq!(refused(&house, &mut bob, "return/refund", &number, json!({})), "return.not_inspected");
    assert_eq!(look(&house, &mut bob, &number)["lines"][0]["received"], 2);
    assert_eq!(house.refused(&mut bob, "return/show", &json!({ "number": "2026-999999-R1" })), "return.not_found");
    let args = |lines: Value| json!({ "order_number": order, "origin": "mail", "lines": lines });
    for lines in [json!([]), json!([{ "position": 0, "qty": 1 }]), json!([{ "position": 1, "qty": 2 }])] {
        assert_eq!(house.refused(&mut bob, "return/announce", &args(lines)), "order.return_too_much");
    }
    let origin = with(&args(json!([{ "position": 1, "qty": 1 }])), json!({ "origin": "withdrawal" }));
    assert_eq!(house.refused(&mut bob, "return/announce", &origin), "return.origin");
    let mut accountant = house.person("c@example.com", "accountant");
    for path in ["announce", "call_off", "never_came", "note_sent", "arrive", "receive", "inspect", "refund"] {
        assert_eq!(
            house.refused(&mut accountant, &format!("return/{path}"), &json!({})),
            "staff.not_allowed",
            "{path}"
        );
    }
    assert_eq!(look(&house, &mut accountant, &number)["can"]["receive"], false);
    let mut editor = house.person("e@example.com", "editor");
    for path in ["list", "export", "show", "of_order"] {
        assert_eq!(house.refused(&mut editor, &format!("return/{path}"), &json!({})), "staff.not_allowed", "{path}");
    }
}

#[test]
fn withdrawal_announces_its_return_and_its_money_is_due_once_goods_or_proof_are_here() {
    let house = open();
    let (mut owner, order) = (house.owner(), sent(&house));
    let other = sent(&house);
    let statement = |number: &str| {
        json!({ "order_number": number, "name": "Maria Rossi", "email": EMAIL, "items": [{ "sku": "TOW-GAN", "qty": 2 }],
            "message": "", "confirm": true })
    };
    let receipt = house.shop.visitor().call("order/withdraw", &statement(&order))["number"].clone();
    let mut stranger = house.shop.visitor();
    stranger.call("order/withdraw", &with(&statement(&other), json!({ "email": "stranger@example.com" })));
    let page = house.call(&mut owner, "return/list", &json!({}));
    assert_eq!((page["items"].as_array().unwrap().len(), &page["announced"]), (1, &json!(1)), "{page}");
    let of = look(&house, &mut owner, &format!("{order}-R1"));
    assert_eq!(
        (&of["origin"], &of["withdrawal"], &of["lines"][0]["announced"], &of["may_withhold"], &of["is_overdue"]),
        (&json!("withdrawal"), &receipt, &json!(2), &json!(true), &json!(false))
    );
    // Another item of the order could come with it.
    assert_eq!((of["lines"].as_array().unwrap().len(), &of["lines"][1]["announced"]), (2, &json!(0)));
    let notice: jiff::Timestamp = of["notice_at"].as_str().unwrap().parse().unwrap();
    let due: jiff::Timestamp = of["due_at"].as_str().unwrap().parse().unwrap();
    assert_eq!(due.duration_since(notice), SignedDuration::from_hours(14 * 24));
    // Withheld, it is nobody's duty yet, even after the fourteen days.
    house.pass(SignedDuration::from_hours(15 * 24));
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/sign_in", &claim);
    assert_eq!(waiting(&house, &mut owner, "returns_to_refund").0, 0);
    assert_eq!(look(&house, &mut owner, &format!("{order}-R1"))["is_overdue"], false);
    let number = format!("{order}-R1");
    let args = seen(&house, &mut owner, &number, json!({}));
    let of = house.call(&mut owner, "return/note_sent", &args);
    assert_eq!((&of["may_withhold"], &of["can"]["refund"]), (&json!(false), &json!(true)));
    let (count, first) = waiting(&house, &mut owner, "returns_to_refund");
    assert_eq!((count, &first["about"]["number"]), (1, &json!(number)));
    assert_eq!(first["due_at"], of["due_at"]);
    // The list has it where it has all that waits for its refund.
    let owed = house.call(&mut owner, "return/list", &json!({ "owed": true }));
    assert_eq!(
        (&owed["items"][0]["number"], &owed["owed"], &owed["inspected"]),
        (&json!(number), &json!(1), &json!(0))
    );
    assert_eq!(house.call(&mut owner, "return/list", &json!({ "step": "inspected" }))["items"], json!([]));
    assert_eq!(house.shop.operator(&["return", "list", "--owed"])[0]["number"], json!(number));
    let of = step(&house, &mut owner, "return/refund", &number, json!({}));
    assert_eq!(
        (&of["step"], &of["can"]["call_off"], &of["can"]["receive"]),
        (&json!("announced"), &json!(false), &json!(true))
    );
    let owed = house.call(&mut owner, "return/list", &json!({ "owed": true }));
    assert_eq!((&owed["items"], &owed["owed"]), (&json!([]), &json!(0)));
    assert_eq!(house.shop.operator(&["return", "list", "--owed"]), json!([]));
    let refunds = show(&house, &mut owner, &order)["refunds"].as_array().unwrap().len();
    step(&house, &mut owner, "return/receive", &number, json!({ "lines": [{ "position": 0, "qty": 2 }] }));
    let of = step(&house, &mut owner, "return/inspect", &number, json!({ "lines": [] }));
    assert_eq!(of["step"], "closed");
    assert_eq!(show(&house, &mut owner, &order)["refunds"].as_array().unwrap().len(), refunds, "refunded once");
}

#[test]
fn returns_are_found_listed_and_exported() {
    let house = open();
    let (mut owner, order) = (house.owner(), sent(&house));
    let other = enter(
        &house,
        json!({ "email": "k@example.org", "lang": "de", "items": [{ "sku": "BMA-LAC", "qty": 1 }],
        "shipping_address": { "first_name": "Karl", "last_name": "Weiß", "address1": "Hauptstraße 5", "city": "Berlin",
            "postcode": "10115", "country": "DE", "telephone": "+49 30 1234567" } }),
    );
    house.shop.operator(&["order", "paid", &other, "--method", "offline"]);
    house.shop.operator(&["order", "ship", &other]);
    let first = announced(&house, &mut owner, &order, json!([{ "position": 0, "qty": 1 }]));
    // Goods that came without a word.
    let args = json!({ "order_number": other, "lines": [{ "position": 0, "qty": 1 }], "note": "no sender" });
    house.done(&mut owner, "return/arrive", &args);
    let second = format!("{other}-R1");
    let of = look(&house, &mut owner, &second);
    assert_eq!(
        (&of["origin"], &of["step"], &of["lines"][0]["announced"]),
        (&json!("unasked"), &json!("received"), &json!(0))
    );
    assert_eq!(house.shop.mails("return_received"), 1);
    let mut list = |args: Value| -> Vec<String> {
        let page = house.call(&mut owner, "return/list", &args);
        page["items"].as_array().unwrap().iter().map(|item| item["number"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(list(json!({})), [second.clone(), first.clone()]);
    assert_eq!(list(json!({ "oldest": true })), [first.clone(), second.clone()]);
    assert_eq!(list(json!({ "step": "received" })), std::slice::from_ref(&second));
    assert_eq!(list(json!({ "step": "closed" })), Vec::<String>::new());
    for text in ["weiss", "Karl", &other, &second, "bma-l"] {
        assert_eq!(list(json!({ "q": text, "step": "received" })), std::slice::from_ref(&second), "{text}");
    }
    assert_eq!(list(json!({ "q": "nobody" })), Vec::<String>::new());
    // A sheet without names, as the reader's spreadsheets read it.
    let document = house.call(&mut owner, "return/export", &json!({ "step": "received" }));
    assert!(document["name"].as_str().unwrap().starts_with("returns-"), "{document}");
    use base64::Engine as _;
    let bytes = base64::engine::general_purpose::STANDARD.decode(document["content"].as_str().unwrap()).unwrap();
    let sheet = String::from_utf8(bytes).unwrap();
    assert!(sheet.contains(&format!("{second},{other},unasked,received")) && !sheet.contains("Weiß"), "{sheet}");
    assert!(!sheet.contains(&first), "{sheet}");
    let of_order = house.call(&mut owner, "return/of_order", &json!({ "order_number": order }));
    assert_eq!(of_order["items"][0]["number"], json!(first));
    assert_eq!(of_order["announceable"], json!([{ "position": 0, "qty": 1 }, { "position": 1, "qty": 1 }]));
    assert_eq!(of_order["receivable"], json!([{ "position": 0, "qty": 2 }, { "position": 1, "qty": 1 }]));
}

#[test]
fn refunds_of_returns_above_the_limit_need_fresh_proof_in_any_currency() {
    // Another zone and limit than the default ones.
    let house = open_with(&[("SHOP__CONSOLE__REFUND_LIMIT", "20.00"), ("SHOP__COMPANY__TIME_ZONE", "Asia/Dubai")]);
    let (mut owner, order) = (house.owner(), sent(&house));
    house.pass(SignedDuration::from_mins(10));
    let number = announced(&house, &mut owner, &order, json!([{ "position": 0, "qty": 2 }]));
    step(&house, &mut owner, "return/receive", &number, json!({ "lines": [{ "position": 0, "qty": 2 }] }));
    let now = json!({ "lines": [], "refund": "30.00" });
    assert_eq!(refused(&house, &mut owner, "return/inspect", &number, now.clone()), "staff.proof_required");
    step(&house, &mut owner, "return/inspect", &number, json!({ "lines": [] }));
    assert_eq!(
        refused(&house, &mut owner, "return/refund", &number, json!({ "amount": "30.00" })),
        "staff.proof_required"
    );
    house.prove(&mut owner);
    let of = step(&house, &mut owner, "return/refund", &number, json!({ "amount": "30.00" }));
    assert_eq!((&of["step"], &of["refund"]), (&json!("closed"), &json!("30.00")));
}

#[test]
fn process_that_dies_between_the_steps_loses_none_and_does_none_twice() {
    let folder = seeded_copy();
    let env = [("SHOP__MAIL__HOST", "localhost"), ("SHOP__MAIL__PORT", "9")];
    let house = House::of(Shop::start(folder.path(), &env));
    let (mut owner, order) = (house.owner(), sent(&house));
    let number = announced(&house, &mut owner, &order, json!([{ "position": 0, "qty": 2 }]));
    let args = seen(&house, &mut owner, &number, json!({ "lines": [{ "position": 0, "qty": 2 }] }));
    house.call(&mut owner, "return/receive", &args);
    // It dies before the step is due.
    let House { mut shop, .. } = house;
    shop.kill();
    let mut shop = Shop::start(folder.path(), &env);
    let stock = shop.stock("TOW-GAN");
    shop.set_clock_seconds_ahead(120);
    assert_eq!(shop.operator(&["return", "show", &number])["step"], "received");
    assert_eq!(shop.mails("return_received"), 1);
    shop.operator(&["return", "inspect", &number]);
    shop.kill();
    let shop = Shop::start(folder.path(), &env);
    shop.operator(&["return", "refund", &number]);
    assert_eq!((shop.stock("TOW-GAN"), shop.mails("return_received")), (stock + 2, 1));
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund"), 1);
    assert!(shop.command_error(&["return", "refund", &number]).contains("refunded already"));
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund"), 1);
}

#[test]
fn commands_carry_a_return_from_its_announcement_to_its_refund() {
    let house = open();
    let (mut owner, order) = (house.owner(), sent(&house));
    let (shop, number) = (&house.shop, format!("{order}-R1"));
    assert_eq!(shop.operator(&["return", "list"]), json!([]));
    let error = shop.command_error(&["return", "announce", &order, "--line", "TOW-GAN=3"]);
    assert!(error.contains(&order) && error.contains("TOW-GAN"), "{error}");
    shop.operator(&["return", "announce", &order, "--line", "TOW-GAN=2", "--reason", "does-not-fit", "--mail"]);
    assert!(shop.command_error(&["return", "inspect", &number]).contains("is announced"));
    assert!(shop.command_error(&["return", "refund", &number]).contains("return receive"));
    assert!(shop.command_error(&["return", "show", "2026-999999-R1"]).contains("there is no return"));
    shop.operator(&["return", "receive", &number]);
    let listed = shop.operator(&["return", "list", "--step", "received"]);
    assert_eq!(listed, house.call(&mut owner, "return/list", &json!({}))["items"]);
    assert_eq!(listed[0]["number"], json!(number));
    let shown = shop.operator(&["return", "show", &number]);
    assert_eq!(shown["received_at"], look(&house, &mut owner, &number)["received_at"]);
    let stock = shop.stock("TOW-GAN");
    let error = shop.command_error(&["return", "inspect", &number, "--unfit", "TOW-GAN=3"]);
    assert!(error.contains("--unfit"), "{error}");
    let error = shop.command_error(&["return", "inspect", &number, "--deduct", "TOW-GAN=1.50"]);
    assert!(error.contains("Say why"), "{error}");
    let told = shop.output(&[
        "return",
        "inspect",
        &number,
        "--unfit",
        "TOW-GAN=1",
        "--deduct",
        "TOW-GAN=1.50",
        "--because",
        "worn",
    ]);
    assert!(told.contains(&format!("shop return refund {number}")), "{told}");
    assert_eq!(shop.stock("TOW-GAN"), stock + 1);
    let shown = shop.output(&["return", "show", &number]);
    assert!(shown.contains("1.50 deducted: worn"), "{shown}");
    let told = shop.output(&["return", "refund", &number]);
    assert!(told.contains("to be refunded for 2 × TOW-GAN") && told.contains("shop order refund"), "{told}");
    assert_eq!(shop.operator(&["return", "show", &number])["step"], "closed");
    // The rest in one go, as before: a return of its own.
    shop.operator(&["order", "return", &order]);
    let rest = shop.operator(&["return", "show", &format!("{order}-R2")]);
    assert_eq!(
        (&rest["step"], &rest["origin"], &rest["lines"][0]["fit"]),
        (&json!("closed"), &json!("unasked"), &json!(1))
    );
    assert_eq!(shop.operator(&["order", "show", &order])["status"], "closed");
    let other = sent(&house);
    shop.operator(&["return", "arrive", &other, "--line", "BMA-LAC=1"]);
    shop.operator(&["return", "announce", &other]);
    shop.operator(&["return", "call-off", &format!("{other}-R2")]);
    assert!(shop.command_error(&["return", "sent", &format!("{other}-R2")]).contains("called off"));
    let entries = house.audit(&["--noun", "return"]);
    let commands = entries.iter().filter(|entry| entry["actor"].as_str().unwrap().starts_with("cli:"));
    let calls: Vec<Value> = commands.map(|entry| entry["call"].clone()).collect();
    assert_eq!(calls.len(), 7, "{calls:?}");
}

#[test]
fn one_go_takes_the_announced_return_with_it() {
    let house = open();
    let (mut owner, order) = (house.owner(), sent(&house));
    let number = announced(&house, &mut owner, &order, json!([{ "position": 0, "qty": 2 }]));
    let back =
        json!({ "lines": [{ "position": 0, "qty": 1 }], "restock": true, "refund": null, "reason": "too small" });
    let after = deed(&house, &mut owner, "order/return", &order, back);
    assert_eq!((&after["lines"][0]["returned"], &after["refunds"][0]["reason"]), (&json!(1), &json!("too small")));
    let of = look(&house, &mut owner, &number);
    assert_eq!((&of["step"], &of["lines"][0]["received"]), (&json!("closed"), &json!(1)));
    assert_eq!((&of["refund"], house.shop.mails("return_received")), (&after["refunded"], 0));
    // What it was not about stays announced.
    let rest = look(&house, &mut owner, of["rest"].as_str().unwrap());
    assert_eq!((&rest["step"], &rest["pieces"], &rest["follows"]), (&json!("announced"), &json!(1), &json!(number)));
}

/// The receipt of a statement of withdrawal from two towels.
fn withdrawn(house: &House, order: &str, message: &str) -> String {
    let statement = json!({ "order_number": order, "name": "Maria Rossi", "email": EMAIL,
        "items": [{ "sku": "TOW-GAN", "qty": 2 }], "message": message, "confirm": true });
    house.shop.visitor().call("order/withdraw", &statement)["number"].as_str().unwrap().to_owned()
}

#[test]
fn what_a_parcel_lacks_stays_announced_with_its_statement_unless_nothing_more_is_coming() {
    let house = open();
    let (mut ada, order) = (house.owner(), sent(&house));
    let mut bob = person_of(&ada);
    let receipt = withdrawn(&house, &order, "");
    let (number, rest) = (format!("{order}-R1"), format!("{order}-R2"));
    let counted = json!({ "lines": [{ "position": 0, "qty": 1 }] });
    let before = look(&house, &mut ada, &number);
    // Undone, nothing stays announced twice.
    let args = seen(&house, &mut ada, &number, counted.clone());
    let kept = house.call(&mut ada, "return/receive", &args);
    house.call(&mut ada, "deed/undo", &json!({ "id": kept["id"] }));
    assert_eq!(house.refused(&mut ada, "return/show", &json!({ "number": rest })), "return.not_found");
    let of = step(&house, &mut ada, "return/receive", &number, counted.clone());
    assert_eq!((&of["missing"], &of["rest"], &of["lines"][0]["announced"]), (&json!(1), &json!(rest), &json!(2)));
    let of = look(&house, &mut bob, &rest);
    for part in ["origin", "withdrawal", "notice_at", "due_at", "may_withhold", "opened_at"] {
        assert_eq!(of[part], before[part], "{part}");
    }
    assert_eq!(
        (&of["step"], &of["pieces"], &of["follows"], &of["withdrawal"]),
        (&json!("announced"), &json!(1), &json!(number), &json!(receipt))
    );
    // Whoever counts the first again learns that it is counted.
    let args = with(&json!({ "number": number, "version": before["version"] }), counted.clone());
    assert_eq!(house.refused(&mut bob, "return/receive", &args), "return.changed_meanwhile");
    // Its proof of sending is its own; refunded on it, it is refunded once.
    let args = seen(&house, &mut bob, &rest, json!({}));
    house.call(&mut bob, "return/note_sent", &args);
    step(&house, &mut bob, "return/refund", &rest, json!({}));
    step(&house, &mut bob, "return/receive", &rest, counted.clone());
    assert_eq!(step(&house, &mut bob, "return/inspect", &rest, json!({ "lines": [] }))["step"], "closed");
    let owed = look(&house, &mut ada, &number)["owed"].clone();
    step(&house, &mut ada, "return/inspect", &number, json!({ "lines": [], "refund": owed }));
    let now = show(&house, &mut ada, &order);
    assert_eq!((&now["lines"][0]["returned"], now["refunds"].as_array().unwrap().len()), (&json!(2), 2));

    // Nothing more is coming: nothing is announced, and its pieces can be anew.
    let other = sent(&house);
    let number = announced(&house, &mut ada, &other, json!([{ "position": 0, "qty": 2 }]));
    let of = step(&house, &mut ada, "return/receive", &number, with(&counted, json!({ "rest_comes": false })));
    assert_eq!((&of["missing"], &of["rest"]), (&json!(1), &Value::Null));
    assert_eq!(house.shop.mail("return_received", EMAIL).unwrap()["back"]["is_rest_expected"], false);
    let of_order = house.call(&mut ada, "return/of_order", &json!({ "order_number": other }));
    assert_eq!(of_order["announceable"], json!([{ "position": 0, "qty": 1 }, { "position": 1, "qty": 1 }]));

    // By command.
    let third = sent(&house);
    let (first, rest) = (format!("{third}-R1"), format!("{third}-R2"));
    house.shop.operator(&["return", "announce", &third]);
    let told = house.shop.operator(&["return", "receive", &first, "--line", "TOW-GAN=1"]);
    assert_eq!(told, json!({ "number": first, "missing": 2, "rest": rest }));
    let told = house.shop.output(&["return", "receive", &rest, "--line", "BMA-LAC=1", "--nothing-more"]);
    assert!(told.contains("1 piece has not come, and nothing more is expected"), "{told}");
    let shown = house.shop.operator(&["return", "show", &rest]);
    assert_eq!((&shown["follows"], &shown["missing"], &shown["rest"]), (&json!(first), &json!(1), &Value::Null));
    assert_eq!(house.shop.operator(&["return", "show", &first])["rest"], json!(rest));
}

#[test]
fn statement_is_dealt_with_once_its_last_return_is_refunded() {
    let house = open();
    let mut ada = house.owner();
    let thread =
        |person: &mut Person, receipt: &str| house.call(person, "message/show", &json!({ "reference": receipt }));
    let kinds = |detail: &Value| -> Vec<String> {
        detail["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap().to_owned()).collect()
    };
    let one = |lines: i64| json!({ "lines": [{ "position": 0, "qty": lines }] });
    let now = |house: &House, ada: &mut Person, number: &str| {
        let owed = look(house, ada, number)["owed"].clone();
        step(house, ada, "return/inspect", number, json!({ "lines": [], "refund": owed }))
    };

    // In two parcels, and without words: closed with the second.
    let order = sent(&house);
    let receipt = withdrawn(&house, &order, "");
    let (first, rest) = (format!("{order}-R1"), format!("{order}-R2"));
    step(&house, &mut ada, "return/receive", &first, one(1));
    let refund = now(&house, &mut ada, &first)["refund"].as_str().unwrap().to_owned();
    let detail = thread(&mut ada, &receipt);
    assert_eq!((&detail["thread"]["state"], &detail["withdrawal"]["handled_at"]), (&json!("open"), &Value::Null));
    assert_eq!(
        detail["withdrawal"]["returns"],
        json!([{ "number": first, "step": "closed", "refund": refund, "currency": "EUR" },
            { "number": rest, "step": "announced", "refund": null, "currency": "EUR" }])
    );
    assert_eq!(waiting(&house, &mut ada, "withdrawals").0, 1);
    step(&house, &mut ada, "return/receive", &rest, one(1));
    let second = now(&house, &mut ada, &rest)["refund"].as_str().unwrap().to_owned();
    let detail = thread(&mut ada, &receipt);
    let note = format!("{first}: {refund} EUR, {rest}: {second} EUR");
    assert_eq!((&detail["thread"]["state"], kinds(&detail)), (&json!("closed"), vec!["heard".into(), "closed".into()]));
    assert_eq!((&detail["withdrawal"]["note"], &detail["entries"][1]["text"]), (&json!(note), &json!(note)));
    assert_eq!(waiting(&house, &mut ada, "withdrawals").0, 0);
    let args = json!({ "reference": receipt, "version": detail["version"] });
    assert_eq!(house.refused(&mut ada, "message/reopen", &args), "thread.stays_closed");

    // What the customer has written waits for its answer, and closes with it.
    let order = sent(&house);
    let receipt = withdrawn(&house, &order, "May I keep the bag?");
    let first = format!("{order}-R1");
    step(&house, &mut ada, "return/receive", &first, one(2));
    now(&house, &mut ada, &first);
    let detail = thread(&mut ada, &receipt);
    assert_eq!(
        (&detail["thread"]["state"], &detail["withdrawal"]["waits_for_answer"], kinds(&detail)),
        (&json!("open"), &json!(true), vec!["heard".to_owned()])
    );
    let note = detail["withdrawal"]["note"].clone();
    assert!(note.as_str().unwrap().starts_with(&format!("{first}: ")), "{note}");
    let answer = json!({ "reference": receipt, "version": detail["version"], "text": "Please do." });
    house.done(&mut ada, "message/reply", &answer);
    let detail = thread(&mut ada, &receipt);
    assert_eq!(
        (&detail["thread"]["state"], &detail["withdrawal"]["note"], &detail["withdrawal"]["waits_for_answer"]),
        (&json!("closed"), &note, &json!(false))
    );
    // Answered before, or closed without an answer by somebody: the note stays what it is.
    for is_answered in [true, false] {
        let order = sent(&house);
        let receipt = withdrawn(&house, &order, "May I keep the bag?");
        let first = format!("{order}-R1");
        let answer = json!({ "reference": receipt, "version": thread(&mut ada, &receipt)["version"], "text": "Yes." });
        if is_answered {
            house.done(&mut ada, "message/reply", &answer);
        }
        step(&house, &mut ada, "return/receive", &first, one(2));
        now(&house, &mut ada, &first);
        let detail = thread(&mut ada, &receipt);
        let state = if is_answered { "closed" } else { "open" };
        assert_eq!(detail["thread"]["state"], state);
        if !is_answered {
            let args = json!({ "reference": receipt, "version": detail["version"], "note": "" });
            let closed = house.call(&mut ada, "message/close", &args);
            assert_eq!(
                (&closed["thread"]["state"], &closed["withdrawal"]["note"]),
                (&json!("closed"), &detail["withdrawal"]["note"])
            );
        }
    }

    // The last that is expected is called off: dealt with, by command, too. What nobody refunded is not.
    let order = sent(&house);
    let receipt = withdrawn(&house, &order, "");
    let (first, rest) = (format!("{order}-R1"), format!("{order}-R2"));
    house.shop.operator(&["return", "receive", &first, "--line", "TOW-GAN=1"]);
    house.shop.operator(&["return", "inspect", &first]);
    house.shop.operator(&["return", "refund", &first]);
    assert_eq!(house.shop.operator(&["withdrawal", "show", &receipt])["handled_at"], Value::Null);
    house.shop.operator(&["return", "call-off", &rest]);
    let statement = house.shop.operator(&["withdrawal", "show", &receipt]);
    assert!(statement["note"].as_str().unwrap().starts_with(&format!("{first}: ")), "{statement}");
    assert!(!statement["note"].as_str().unwrap().contains(&rest), "{statement}");
    let order = sent(&house);
    let receipt = withdrawn(&house, &order, "");
    house.shop.operator(&["return", "call-off", &format!("{order}-R1")]);
    assert_eq!(house.shop.operator(&["withdrawal", "show", &receipt])["handled_at"], Value::Null);
    // A statement about the whole of an order of which a part is still to be sent waits for that part.
    let order = enter(&house, json!({ "items": [{ "sku": "TOW-GAN", "qty": 2 }, { "sku": "BMA-LAC", "qty": 1 }] }));
    house.shop.operator(&["order", "paid", &order, "--method", "offline"]);
    house.shop.operator(&["order", "ship", &order, "--line", "TOW-GAN=2"]);
    let statement = json!({ "order_number": order, "name": "Maria Rossi", "email": EMAIL, "items": [], "message": "", "confirm": true });
    let receipt = house.shop.visitor().call("order/withdraw", &statement)["number"].as_str().unwrap().to_owned();
    let first = format!("{order}-R1");
    step(&house, &mut ada, "return/receive", &first, one(2));
    now(&house, &mut ada, &first);
    assert_eq!(thread(&mut ada, &receipt)["withdrawal"]["handled_at"], Value::Null);
}

/// Two withdrawn towels whose money has gone back on proof that they were sent; answers the return and the statement.
fn refunded_on_proof(house: &House, person: &mut Person, order: &str) -> (String, String) {
    let receipt = withdrawn(house, order, "");
    let number = format!("{order}-R1");
    let args = seen(house, person, &number, json!({}));
    house.call(person, "return/note_sent", &args);
    step(house, person, "return/refund", &number, json!({}));
    (number, receipt)
}

fn sign_in_again(house: &House, person: &mut Person) {
    let claim = house.claim(person);
    house.call(person, "staff/sign_in", &claim);
}

#[test]
fn goods_that_never_come_are_a_duty_after_six_weeks_and_closed_without_moving_stock_or_money() {
    let house = open();
    let (mut owner, order) = (house.owner(), sent(&house));
    let other = sent(&house);
    let (number, receipt) = refunded_on_proof(&house, &mut owner, &order);
    let (late, _) = refunded_on_proof(&house, &mut owner, &other);
    let stock = (house.shop.stock("TOW-GAN"), house.shop.stock("BMA-LAC"));
    let refunds = show(&house, &mut owner, &order)["refunds"].clone();
    house.pass(SignedDuration::from_hours(6 * 7 * 24 - 1));
    sign_in_again(&house, &mut owner);
    assert_eq!(waiting(&house, &mut owner, "returns_overdue").0, 0);
    house.pass(SignedDuration::from_hours(2));
    let (count, first) = waiting(&house, &mut owner, "returns_overdue");
    assert_eq!((count, &first["about"]["number"]), (2, &json!(number)));
    let page = house.call(&mut owner, "return/list", &json!({ "overdue": true, "oldest": true }));
    assert_eq!((&page["overdue"], &page["items"][0]["number"]), (&json!(2), &json!(number)), "{page}");
    assert_eq!(page["items"][0]["overdue_since"], first["due_at"]);
    // Commands have the machine's clock, by which it is no time ago.
    assert_eq!(house.shop.operator(&["return", "list", "--overdue"]), json!([]));
    let sql = "UPDATE goods_return SET sent_at = sent_at - 86400000 * 43 WHERE refunded_at IS NOT NULL";
    house.shop.database().execute_batch(sql).unwrap();
    assert_eq!(house.shop.operator(&["return", "list", "--overdue"]).as_array().unwrap().len(), 2);

    // Not what nobody has refunded: that is called off.
    let third = sent(&house);
    let plain = announced(&house, &mut owner, &third, json!([{ "position": 0, "qty": 1 }]));
    assert_eq!(refused(&house, &mut owner, "return/never_came", &plain, json!({})), "return.not_now");
    assert!(house.shop.command_error(&["return", "never-came", &plain]).contains("call-off"));

    let args = seen(&house, &mut owner, &number, json!({}));
    assert_eq!(look(&house, &mut owner, &number)["can"]["never_came"], true);
    let of = house.call(&mut owner, "return/never_came", &args);
    assert_eq!(
        (&of["step"], &of["never_came"], &of["overdue_since"], &of["can"]["receive"], &of["can"]["never_came"]),
        (&json!("closed"), &json!(true), &Value::Null, &json!(true), &json!(false))
    );
    assert_eq!(waiting(&house, &mut owner, "returns_overdue").0, 1);
    assert_eq!(
        (house.shop.stock("TOW-GAN"), house.shop.stock("BMA-LAC")),
        (stock.0 - 2, stock.1 - 1),
        "of the third order"
    );
    assert_eq!(show(&house, &mut owner, &order)["refunds"], refunds);
    let detail = house.call(&mut owner, "message/show", &json!({ "reference": receipt }));
    assert!(detail["withdrawal"]["note"].as_str().unwrap().starts_with(&format!("{number}: ")), "{detail}");
    // Nothing of it can be announced or come without a word; the mat can.
    let of_order = house.call(&mut owner, "return/of_order", &json!({ "order_number": order }));
    let mat = json!([{ "position": 1, "qty": 1 }]);
    assert_eq!((&of_order["announceable"], &of_order["receivable"]), (&mat, &mat));
    let entries = house.call(&mut owner, "audit/list", &json!({ "noun": "return" }));
    assert_eq!(entries["items"][0]["call"], "return/never_came", "{entries}");

    // With the last goods of an order, all that is left of it goes back, and the order closes.
    let mats = announced(&house, &mut owner, &order, mat.clone());
    let owed = look(&house, &mut owner, &mats)["owed"].clone();
    step(&house, &mut owner, "return/receive", &mats, json!({ "lines": mat }));
    step(&house, &mut owner, "return/inspect", &mats, json!({ "lines": [], "refund": owed }));
    let now = show(&house, &mut owner, &order);
    assert_eq!(now["status"], "closed", "{now}");

    // Should they come after all, they come with it, and nothing is refunded a second time.
    let closed = house.shop.operator(&["return", "never-came", &late]);
    assert_eq!(closed, json!({ "number": late, "step": "closed" }));
    let before = show(&house, &mut owner, &other)["refunds"].clone();
    let towels = house.shop.stock("TOW-GAN");
    let of = step(&house, &mut owner, "return/receive", &late, json!({ "lines": [{ "position": 0, "qty": 2 }] }));
    assert_eq!((&of["step"], &of["never_came"], &of["ended_at"]), (&json!("received"), &json!(false), &Value::Null));
    let of = step(&house, &mut owner, "return/inspect", &late, json!({ "lines": [] }));
    assert_eq!((&of["step"], &of["never_came"]), (&json!("closed"), &json!(false)));
    assert_eq!(house.shop.stock("TOW-GAN"), towels + 2);
    assert_eq!(show(&house, &mut owner, &other)["refunds"], before);
}

#[test]
fn second_statement_about_the_same_goods_is_dealt_with_by_the_first() {
    let house = open();
    let mut ada = house.owner();
    let again = |order: &str, items: Value, message: &str| {
        let statement = json!({ "order_number": order, "name": "M. Rossi", "email": EMAIL, "items": items, "message": message,
            "confirm": true });
        house.shop.visitor().call("order/withdraw", &statement)["number"].as_str().unwrap().to_owned()
    };
    let towels = |qty: u32| json!([{ "sku": "TOW-GAN", "qty": qty }]);
    let thread =
        |person: &mut Person, receipt: &str| house.call(person, "message/show", &json!({ "reference": receipt }));
    let order = sent(&house);
    let first = withdrawn(&house, &order, "");
    // While the first is open, about one of its two towels and about all of the order.
    let (second, whole) = (again(&order, towels(1), ""), again(&order, json!([]), ""));
    let number = format!("{order}-R1");
    step(&house, &mut ada, "return/receive", &number, json!({ "lines": [{ "position": 0, "qty": 2 }] }));
    let owed = look(&house, &mut ada, &number)["owed"].clone();
    let of = step(&house, &mut ada, "return/inspect", &number, json!({ "lines": [], "refund": owed }));
    let note = format!("{first}, {number}: {} EUR", of["refund"].as_str().unwrap());
    let detail = thread(&mut ada, &second);
    assert_eq!((&detail["withdrawal"]["note"], &detail["thread"]["state"]), (&json!(note), &json!("closed")));
    // The mat of the other is still to come.
    assert_eq!(thread(&mut ada, &whole)["withdrawal"]["handled_at"], Value::Null);

    // After the first: at once, and what is written with it is a message that waits.
    assert_eq!(waiting(&house, &mut ada, "messages").0, 0);
    let late = again(&order, json!([{ "sku": "TOW-GAN", "name": "towels", "qty": 2 }]), "Did you get them?");
    let detail = thread(&mut ada, &late);
    assert_eq!((&detail["withdrawal"]["note"], &detail["thread"]["state"]), (&json!(note), &json!("open")));
    let (count, message) = waiting(&house, &mut ada, "messages");
    assert_eq!((count, &message["about"]["reference"]), (1, &json!(late)));
    let answer = json!({ "reference": late, "version": detail["version"], "text": "We did." });
    house.done(&mut ada, "message/reply", &answer);
    assert_eq!(waiting(&house, &mut ada, "messages").0, 0);

    // What nobody stated before, or the order does not have, is looked at by somebody.
    for items in [json!([{ "sku": "TOW-GAN", "qty": 3 }]), json!([{ "sku": "NO-SUCH", "qty": 1 }])] {
        assert_eq!(thread(&mut ada, &again(&order, items, ""))["withdrawal"]["handled_at"], Value::Null);
    }
    let order = sent(&house);
    house.shop.operator(&["order", "return", &order, "--line", "TOW-GAN=2"]);
    assert_eq!(thread(&mut ada, &again(&order, towels(2), ""))["withdrawal"]["handled_at"], Value::Null);
}
