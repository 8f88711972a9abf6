//! The withdrawal function over HTTP: two steps without login, receipt, unknown orders, limits.

use serde_json::{Value, json};

use crate::support::{OUTBOX_ONLY, Shop};

fn statement(number: &Value, email: &str, confirm: bool) -> Value {
    json!({
        "order_number": number, "name": "Claire Martin", "email": email, "items": [], "message": "", "confirm": confirm
    })
}

/// Trusts the client address of a local proxy and leaves mail in the outbox.
const BEHIND_PROXY: &[(&str, &str)] = &[
    ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
    ("SHOP__LIMITS__WRITES_PER_MINUTE", "1000"),
    ("SHOP__MAIL__HOST", "127.0.0.1"),
    ("SHOP__MAIL__PORT", "1"),
    ("SHOP__MAIL__ENCRYPTION", "none"),
];

#[test]
fn guest_withdraws_in_two_steps_and_gets_a_receipt() {
    let shop = Shop::open();
    let placed = shop.visitor().place("TOW-GAN", 2, "bank_transfer");
    let mut guest = shop.visitor();
    let review = guest.call("order/withdraw", &statement(&placed["order_number"], "claire.martin@example.com", false));
    assert_eq!(
        (&review["step"], &review["number"], &review["is_known"]),
        (&json!("review"), &Value::Null, &json!(true))
    );
    assert_eq!(review["order"], Value::Null, "number and address alone do not show the order");
    assert_eq!(
        (shop.count("SELECT COUNT(*) FROM withdrawal"), shop.mails("withdrawal_receipt")),
        (0, 0),
        "nothing is stored before confirmation"
    );
    let made = guest.call("order/withdraw", &statement(&placed["order_number"], "Claire.Martin@example.com", true));
    assert_eq!(made["step"], "received");
    let receipt = made["number"].as_str().unwrap();
    assert!(receipt.starts_with('W') && made["received_at"].as_str().unwrap().ends_with('Z'), "{made}");
    let mail = shop.mail("withdrawal_receipt", "Claire.Martin@example.com").unwrap();
    assert_eq!(
        (&mail["withdrawal"]["number"], &mail["withdrawal"]["received_at"]),
        (&made["number"], &made["received_at"])
    );
    // A repeated statement returns the first one.
    let again = guest.call("order/withdraw", &statement(&placed["order_number"], "claire.martin@example.com", true));
    assert_eq!((&again["number"], &again["received_at"]), (&made["number"], &made["received_at"]));
    assert_eq!((shop.count("SELECT COUNT(*) FROM withdrawal"), shop.mails("withdrawal_receipt")), (1, 1));

    let open = shop.operator(&["withdrawal", "list"]);
    assert_eq!((&open[0]["number"], &open[0]["order_number"]), (&made["number"], &placed["order_number"]));
    let shown = shop.output(&["withdrawal", "show", receipt]);
    let next = format!("shop order cancel {} --reason", placed["order_number"].as_str().unwrap());
    assert!(shown.contains(&next) && shown.contains("the whole order"), "{shown}");
    let notes = shop.operator(&["order", "show", placed["order_number"].as_str().unwrap()])["notes"].to_string();
    assert!(notes.contains(receipt), "{notes}");
    shop.operator(&["withdrawal", "show", receipt, "--done", "canceled"]);
    assert_eq!(shop.operator(&["withdrawal", "list"]), json!([]));
    assert_eq!(shop.operator(&["withdrawal", "list", "--all"])[0]["note"], "canceled");
    // The first outcome is final.
    let refused = |note: &str| shop.command_error(&["withdrawal", "show", receipt, "--done", note]);
    assert!(
        refused("returned").contains(&format!("{receipt} was dealt with on "))
            && refused(" ").contains("say with --done")
    );
    let (code, _, error) = shop.command(&["withdrawal", "show", receipt, "--done", "x\ny"]);
    assert!(code == Some(2) && error.contains("write it in one line"), "{error}");
    assert_eq!(shop.operator(&["withdrawal", "list", "--all"])[0]["note"], "canceled");
    let error = shop.command_error(&["withdrawal", "show", "W1"]);
    assert!(error.contains("there is no withdrawal W1"), "{error}");
}

#[test]
fn order_token_prefills_the_form() {
    let shop = Shop::open();
    let placed = shop.visitor().place("TOW-GAN", 2, "bank_transfer");
    let mut guest = shop.visitor();
    let review = guest.call("order/withdraw", &json!({ "token": placed["token"] }));
    assert_eq!(
        (&review["order_number"], &review["name"], &review["email"]),
        (&placed["order_number"], &json!("Claire Martin"), &json!("claire.martin@example.com"))
    );
    assert_eq!(review["order"]["items"][0]["qty"], 2);
    let items = json!([{ "sku": "TOW-GAN", "name": "", "qty": 1 }]);
    let args = json!({ "token": placed["token"], "items": items, "message": "one is enough", "confirm": true });
    let made = guest.call("order/withdraw", &args);
    assert_eq!((&made["items"], &made["is_known"]), (&items, &json!(true)));
    let kept = shop.operator(&["withdrawal", "show", made["number"].as_str().unwrap()]);
    assert!(kept["items"].as_str().unwrap().contains("TOW-GAN") && kept["message"] == "one is enough", "{kept}");
    let receipt = made["number"].as_str().unwrap();
    let shown = shop.output(&["withdrawal", "show", receipt]);
    assert!(
        shown.contains("1 × TOW-GAN") && shown.contains("--line TOW-GAN=1"),
        "a partial withdrawal suggests a return of its line: {shown}"
    );
}

#[test]
fn customer_sees_only_their_own_orders() {
    let shop = Shop::open();
    let mut claire = shop.customer("claire.martin@example.com");
    let placed = claire.place("TOW-GAN", 2, "bank_transfer");
    let number = &placed["order_number"];
    let own = claire.call("order/withdraw", &statement(number, "other@example.com", false));
    assert_eq!((&own["is_known"], own["order"]["items"].as_array().unwrap().len()), (&json!(true), 1));
    let mut ben = shop.customer("ben@example.com");
    let foreign = ben.call("order/withdraw", &statement(number, "ben@example.com", false));
    assert_eq!((&foreign["is_known"], &foreign["order"]), (&json!(false), &Value::Null));
    // It is part of the personal data export.
    claire.call("order/withdraw", &statement(number, "claire.martin@example.com", true));
    let export = claire.call("account/export", &json!({}));
    assert_eq!(export["data"]["withdrawals"][0]["order_number"], *number);
}

#[test]
fn withdrawal_of_an_unknown_order_is_recorded() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut guest = shop.visitor();
    let made = guest.call("order/withdraw", &statement(&json!("2019-999999"), "claire@example.com", true));
    assert_eq!((&made["step"], &made["is_known"]), (&json!("received"), &json!(false)));
    let list = shop.operator(&["withdrawal", "list"]);
    assert_eq!((&list[0]["order_id"], &list[0]["order_number"]), (&Value::Null, &json!("2019-999999")));
    assert_eq!(shop.mails("withdrawal_receipt"), 1);
    // Receipts per address are limited; every statement is stored.
    for order in 0..14 {
        let number = json!(format!("2019-{order:06}"));
        assert_eq!(guest.call("order/withdraw", &statement(&number, "claire@example.com", true))["step"], "received");
    }
    assert_eq!((shop.count("SELECT COUNT(*) FROM withdrawal"), shop.mails("withdrawal_receipt")), (15, 10));
}

#[test]
fn operator_alerts_are_limited_and_contain_no_typed_text() {
    let shop = Shop::open_with(BEHIND_PROXY);
    let placed = shop.visitor().place("TOW-GAN", 2, "bank_transfer");
    let withdraw = |number: &Value, email: &str| {
        shop.visitor().from("203.0.113.7").send("order/withdraw", &statement(number, email, true))
    };
    for address in 0..12 {
        withdraw(&json!("2019-999999 call me"), &format!("ada{address}@example.com"));
    }
    const NOTICES: &str =
        "SELECT COUNT(*) FROM mail WHERE template = 'operator_notice' AND data LIKE '%\"withdrawal\"%'";
    let typed = format!("{NOTICES} AND (data LIKE '%2019-%' OR data LIKE '%Claire%')");
    assert_eq!(
        (shop.count("SELECT COUNT(*) FROM withdrawal"), shop.count(NOTICES)),
        (12, 5),
        "every statement is stored"
    );
    assert_eq!(shop.count(&typed), 0, "alerts contain no typed text");
    // A statement that matches an order is alerted beyond the limit.
    withdraw(&placed["order_number"], "claire.martin@example.com");
    let matched = format!("{NOTICES} AND data LIKE '%{}%'", placed["order_number"].as_str().unwrap());
    assert_eq!((shop.count(NOTICES), shop.count(&matched)), (6, 1));
}

#[test]
fn receipt_for_an_unverified_address_repeats_no_typed_text() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut guest = shop.visitor();
    // Not only links: a stranger's words do not reach the address at all.
    let link = "Evil words: call 0900 now";
    let mut args = statement(&json!("WWW.EVIL.EXAMPLE"), "victim@example.com", true);
    args["name"] = json!("Evil Stranger");
    args["message"] = json!(link);
    args["items"] =
        json!([{ "sku": "EVIL", "name": "evil thing", "qty": 1 }, { "sku": "TOW-GAN", "name": "evil", "qty": 9 }]);
    let made = guest.call("order/withdraw", &args);
    assert_eq!(
        (&made["is_known"], &made["message"]),
        (&json!(false), &json!(link)),
        "the answer repeats the statement"
    );
    let latest = || shop.mail("withdrawal_receipt", "victim@example.com").unwrap().to_string();
    let mail = latest();
    assert!(mail.contains(made["number"].as_str().unwrap()) && !mail.to_lowercase().contains("evil"), "{mail}");
    let kept = shop.operator(&["withdrawal", "show", made["number"].as_str().unwrap()]);
    assert!(kept.to_string().contains(link), "the operator sees the full text: {kept}");

    // An unpaid order with the address does not verify it.
    guest.add("TOW-GAN", 2);
    let mut form = guest.order_form("bank_transfer");
    form["email"] = json!("victim@example.com");
    let placed = guest.call("checkout/place", &form);
    args["order_number"] = placed["order_number"].clone();
    let made = guest.call("order/withdraw", &args);
    let mail = latest();
    assert_eq!(made["is_known"], true);
    let told = &shop.mail("withdrawal_receipt", "victim@example.com").unwrap()["withdrawal"]["items"];
    assert_eq!((told.as_array().unwrap().len(), &told[0]["sku"], &told[0]["qty"]), (1, &json!("TOW-GAN"), &json!(2)));
    assert!(mail.contains(made["number"].as_str().unwrap()) && !mail.to_lowercase().contains("evil"), "{mail}");
    // The receipt of a paid order repeats the statement (Directive 2011/83/EU art. 11a).
    shop.operator(&["order", "paid", placed["order_number"].as_str().unwrap()]);
    args["items"] = json!([{ "sku": "TOW-GAN", "name": "", "qty": 1 }]);
    guest.call("order/withdraw", &args);
    assert!(latest().contains(link), "{}", latest());
}

#[test]
fn receipt_of_an_unmatched_statement_needs_a_proof_of_work_and_the_statement_does_not() {
    let shop = Shop::open_with(&OUTBOX_ONLY[1..]);
    let placed = shop.visitor().place("TOW-GAN", 2, "bank_transfer");
    let mut guest = shop.visitor();
    let mut make = |number: &Value, captcha: &str| {
        let mut args = statement(number, "claire.martin@example.com", true);
        args["captcha"] = json!(captcha);
        guest.send("order/withdraw", &args)
    };
    let receipts = || shop.mails("withdrawal_receipt");
    assert_eq!((make(&json!("2019-000001"), "")["data"]["step"].clone(), receipts()), (json!("received"), 0));
    // For the browser to compute another.
    assert_eq!(make(&json!("2019-000002"), "forged")["error"]["id"], "captcha.wrong");
    let proof = crate::captcha::solved(&mut shop.visitor());
    assert_eq!((make(&json!("2019-000002"), &proof)["data"]["step"].clone(), receipts()), (json!("received"), 1));
    // One that matches an order needs none.
    assert_eq!((make(&placed["order_number"], "")["data"]["is_known"].clone(), receipts()), (json!(true), 2));
    assert_eq!(shop.count("SELECT COUNT(*) FROM withdrawal"), 3);
}

#[test]
fn unmatched_receipts_and_bytes_are_limited_per_network() {
    let env = [BEHIND_PROXY, &OUTBOX_ONLY[..1], &[("SHOP__LIMITS__WITHDRAWALS__RECEIPTS_PER_HOUR", "2")]].concat();
    let shop = Shop::open_with(&[&env[..], &[("SHOP__LIMITS__WITHDRAWALS__KILOBYTES_PER_DAY", "32")]].concat());
    let placed = shop.visitor().place("TOW-GAN", 2, "bank_transfer");
    let make = |number: &Value, email: &str, message: &str, network: &str| {
        let mut args = statement(number, email, true);
        args["message"] = json!(message);
        shop.visitor().from(network).send("order/withdraw", &args)
    };
    let unmatched = |at: usize, message: &str, network: &str| {
        make(&json!(format!("2019-{at:06}")), &format!("ada{at}@example.com"), message, network)
    };
    for at in 0..4 {
        assert_eq!(unmatched(at, "", "203.0.113.7")["data"]["step"], "received");
    }
    assert_eq!(shop.mails("withdrawal_receipt"), 2, "two of one network, to whatever address");
    unmatched(4, "", "203.0.113.8");
    assert_eq!(shop.mails("withdrawal_receipt"), 3, "another network");
    // 1 kB each so far: the longest messages fill the day's bytes.
    let long = "字".repeat(2_000);
    let steps: Vec<Value> = (5..12).map(|at| unmatched(at, &long, "203.0.113.7")["code"].clone()).collect();
    assert_eq!(steps.iter().filter(|code| **code == "1").count(), 4, "{steps:?}");
    let stored = shop.count("SELECT SUM(LENGTH(CAST(message AS BLOB))) FROM withdrawal");
    assert!(stored <= 32 * 1024, "{stored}");
    assert_eq!(unmatched(12, &long, "203.0.113.8")["code"], "1", "another network");
    shop.operator(&["order", "paid", placed["order_number"].as_str().unwrap()]);
    let matched = make(&placed["order_number"], "claire.martin@example.com", "", "203.0.113.7");
    assert_eq!(
        (&matched["code"], shop.mails("withdrawal_receipt")),
        (&json!("1"), 5),
        "a paid order's is never refused"
    );
}

#[test]
fn unmatched_statements_under_an_address_do_not_keep_the_receipt_of_its_order() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let placed = shop.visitor().place("TOW-GAN", 2, "bank_transfer");
    let mut stranger = shop.visitor();
    for order in 0..12 {
        let number = json!(format!("2019-{order:06}"));
        stranger.call("order/withdraw", &statement(&number, "claire.martin@example.com", true));
    }
    assert_eq!(shop.mails("withdrawal_receipt"), 10);
    shop.visitor().call("order/withdraw", &statement(&placed["order_number"], "claire.martin@example.com", true));
    assert_eq!(shop.mails("withdrawal_receipt"), 11);
}

#[test]
fn statements_of_strangers_do_not_keep_the_owner_from_withdrawing() {
    let shop = Shop::open_with(BEHIND_PROXY);
    let placed = shop.visitor().place("TOW-GAN", 2, "bank_transfer");
    let number = &placed["order_number"];
    let stranger = |qty: u32, network: &str| {
        let mut args = statement(number, "claire.martin@example.com", true);
        args["items"] = json!([{ "sku": "TOW-GAN", "name": "", "qty": qty }]);
        shop.visitor().from(network).send("order/withdraw", &args)["code"].clone()
    };
    let codes: Vec<Value> = (1..=11).map(|qty| stranger(qty, "203.0.113.7")).collect();
    assert!(codes[..10].iter().all(|code| code == "1") && codes[10] != "1", "{codes:?}");
    assert_eq!((stranger(12, "203.0.113.8"), shop.mails("withdrawal_receipt")), (json!("1"), 10), "no mail bombing");
    // The owner, by the link in the mail.
    let own = shop
        .visitor()
        .from("203.0.113.7")
        .call("order/withdraw", &json!({ "token": placed["token"], "confirm": true }));
    assert_eq!((&own["step"], shop.mails("withdrawal_receipt")), (&json!("received"), 11));
}

#[test]
fn the_own_order_sends_no_words_to_other_addresses_and_few_statements() {
    let shop = Shop::open_with(&[BEHIND_PROXY, &OUTBOX_ONLY[..1]].concat());
    let placed = shop.visitor().place("TOW-GAN", 2, "bank_transfer");
    shop.operator(&["order", "paid", placed["order_number"].as_str().unwrap()]);
    let mut guest = shop.visitor().from("203.0.113.7");
    let mut make = |at: u32| {
        let items = json!([{ "sku": "TOW-GAN", "name": "evil thing", "qty": at + 1 }]);
        guest.send(
            "order/withdraw",
            &json!({
                "token": placed["token"], "email": format!("victim{at}@example.com"), "name": "Evil Stranger",
                "message": "evil words", "items": items, "confirm": true,
            }),
        )["code"]
            .clone()
    };
    assert_eq!(make(0), "1");
    let to_victim = shop.mail("withdrawal_receipt", "victim0@example.com").unwrap();
    assert!(!to_victim.to_string().to_lowercase().contains("evil"), "{to_victim}");
    let to_owner = shop.mail("withdrawal_receipt", "claire.martin@example.com").unwrap();
    assert!(to_owner.to_string().contains("evil words"), "the order's own address gets the statement: {to_owner}");
    let codes: Vec<Value> = (1..=10).map(&mut make).collect();
    assert!(
        codes[..9].iter().all(|code| code == "1") && codes[9] != "1",
        "limited by order, not by address: {codes:?}"
    );
    let alerts = "SELECT COUNT(*) FROM mail WHERE template = 'operator_notice' AND data LIKE '%\"withdrawal\"%'";
    assert_eq!(shop.count(alerts), 10);
}

#[test]
fn order_number_guessing_is_throttled() {
    let shop = Shop::open_with(BEHIND_PROXY);
    let placed = shop.visitor().place("TOW-GAN", 2, "bank_transfer");
    let withdraw = |number: &Value, network: &str, confirm: bool| {
        shop.visitor().from(network).call("order/withdraw", &statement(number, "claire.martin@example.com", confirm))
    };
    for number in 0..20 {
        assert_eq!(withdraw(&json!(format!("2019-{number:06}")), "203.0.113.7", false)["is_known"], false);
    }
    let number = &placed["order_number"];
    assert_eq!(withdraw(number, "203.0.113.7", false)["is_known"], false, "throttled");
    assert_eq!(withdraw(number, "203.0.113.8", false)["is_known"], true);
    // The statement counts, and the receipt to the owner says that the order is known.
    assert_eq!(withdraw(number, "203.0.113.7", true)["is_known"], false);
    let mail = shop.mail("withdrawal_receipt", "claire.martin@example.com").unwrap();
    assert_eq!(mail["withdrawal"]["is_known"], true, "{mail}");
    assert_eq!(shop.operator(&["withdrawal", "list"])[0]["order_number"], *number);
}

#[test]
fn control_characters_are_removed_from_operator_output() {
    let shop = Shop::open();
    let mut args = statement(&json!("2026-000001\u{1b}]0;x\u{7}"), "ada@example.com", true);
    args["name"] = json!("Ada\n\nnext  shop order refund 2026-000002 --amount 999.00\u{1b}[8m");
    args["message"] = json!("one line\r\nanother\u{1b}[2J\u{202e}txt.exe");
    args["items"] = json!([{ "sku": "A\u{1b}[31m", "name": "towel\u{7}\n", "qty": 1 }]);
    let made = shop.visitor().call("order/withdraw", &args);
    assert_eq!(made["name"], "Ada next shop order refund 2026-000002 --amount 999.00[8m", "line breaks are removed");
    assert_eq!(made["message"], "one line\nanother[2Jtxt.exe");
    let number = made["number"].as_str().unwrap();
    for command in [&["withdrawal", "list"][..], &["withdrawal", "show", number]] {
        let shown = shop.output(command);
        assert!(shown.contains(number) && shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
        assert!(!shown.contains('\u{202e}'), "{shown:?}");
        assert!(!shown.contains("\nanother"), "further lines are indented: {shown}");
    }
}

#[test]
fn each_invalid_field_has_its_own_error() {
    let shop = Shop::open();
    let mut guest = shop.visitor();
    let refusal = guest.refused("order/withdraw", &json!({ "confirm": true }));
    let fields: Vec<&String> = refusal["error"]["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["email", "name", "order_number"]);
    let long = "x".repeat(2_001);
    for (field, value) in [
        ("order_number", json!("x".repeat(41))),
        ("name", json!("x".repeat(121))),
        ("email", json!("nobody@nowhere")),
        ("message", json!(long)),
        ("items", json!(vec![json!({ "sku": "A", "name": "", "qty": 1 }); 101])),
    ] {
        let mut args = statement(&json!("2026-000001"), "claire@example.com", true);
        args[field] = value;
        let refusal = guest.refused("order/withdraw", &args);
        assert!(refusal["error"]["fields"][field].is_string(), "{field}: {refusal}");
    }
    let answer = guest.post("order/withdraw", &[], Some("{\"items\": 3}"), &[]);
    assert_eq!(answer.status, 400);
    assert_eq!(shop.count("SELECT COUNT(*) FROM withdrawal"), 0);
    assert!(!shop.log().contains("claire@example.com"), "addresses are not logged");
}
