//! The contact form, the survey after an order, and the operator's commands.

use serde_json::{Value, json};
use shop::vals;

use crate::support::{OUTBOX_ONLY, Shop, Visitor, with};

fn form() -> Value {
    json!({ "subject": "care_information", "message": "Good morning,\n\nmay the duvet be washed?", "email": " ada@example.com ", "name": " Ada  King " })
}

#[test]
fn message_is_stored_acknowledged_and_found_by_reference() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let answer = shop.visitor().speaking("de").call("contact/post", &form());
    assert_eq!(answer["message"]["message"], "Your message is sent. We answer within 24 hours.");
    let reference = answer["reference"].as_str().unwrap();
    assert_eq!(reference.len(), 10);
    let (template, lang, data): (String, String, String) = shop
        .database()
        .one("SELECT template, lang, data FROM mail WHERE recipient = 'ada@example.com'", vals![])
        .unwrap();
    assert_eq!((template.as_str(), lang.as_str()), ("contact_received", "de"));
    // The address is unverified, so the mail repeats none of the typed text.
    let data: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(data, json!({ "name": "", "subject": "care_information", "message": "", "reference": reference }));

    let list = shop.output(&["contact", "list"]);
    assert_eq!(list.lines().count(), 2, "a heading and a message: {list}");
    assert!(list.contains(reference) && list.contains("care_information") && list.contains("Good morning,…"), "{list}");
    let shown = shop.output(&["contact", "show", &reference.to_lowercase()]);
    assert!(shown.contains("Ada King <ada@example.com>") && shown.contains("  may the duvet be washed?"), "{shown}");
    let told = shop.operator(&["contact", "show", reference]);
    assert_eq!((&told["name"], &told["closed_at"]), (&json!("Ada King"), &json!(null)), "{told}");
    assert!(told["created_at"].as_str().unwrap().ends_with('Z'), "{told}");
    shop.output(&["contact", "close", reference]);
    let error = shop.command_error(&["contact", "close", reference]);
    assert!(error.contains("no open message"), "{error}");
    let list = shop.output(&["contact", "list"]);
    assert_eq!(list.trim(), "none");
    let list = shop.output(&["contact", "list", "--all"]);
    assert!(list.contains("closed"), "{list}");
}

#[test]
fn each_invalid_field_has_its_own_error() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let mut fault = |change: Value, field: &str| {
        let refusal = visitor.refused("contact/post", &with(&form(), change));
        refusal["error"]["field_messages"][field]["id"].clone()
    };
    assert_eq!(fault(json!({ "subject": "" }), "subject"), "contact.subject_empty");
    assert_eq!(fault(json!({ "subject": "praise" }), "subject"), "contact.subject_unknown");
    assert_eq!(fault(json!({ "message": " \n\t " }), "message"), "contact.message_empty");
    assert_eq!(fault(json!({ "message": "x".repeat(5_001) }), "message"), "contact.message_too_long");
    assert_eq!(fault(json!({ "email": "" }), "email"), "email.empty");
    assert_eq!(fault(json!({ "email": "ada" }), "email"), "email.invalid");
    assert_eq!(fault(json!({ "name": " " }), "name"), "address.name_empty");
    assert_eq!(fault(json!({ "name": "Ada\u{202e}gniK" }), "name"), "form.bad_characters");
    assert_eq!(
        visitor.refused("contact/post", &with(&form(), json!({ "message": "" })))["message"],
        "Please enter a message."
    );
    let all = visitor.refused("contact/post", &json!({}));
    assert_eq!(all["error"]["fields"].as_object().unwrap().len(), 4);
    assert_eq!(shop.count("SELECT COUNT(*) FROM contact_message"), 0);
    for subject in ["reward_points", "website_feedback", "order_help", "care_information", "returns_exchanges", "other"]
    {
        visitor.call("contact/post", &with(&form(), json!({ "subject": subject })));
    }
}

#[test]
fn contact_form_requires_captcha_and_is_rate_limited() {
    let shop = Shop::open();
    assert_eq!(shop.visitor().refused("contact/post", &form())["error"]["id"], "captcha.required");
    assert_eq!(
        shop.visitor().refused("contact/post", &with(&form(), json!({ "captcha": "x" })))["error"]["id"],
        "captcha.wrong"
    );
    let faulty = shop.visitor().refused("contact/post", &with(&form(), json!({ "message": "" })));
    assert_eq!(faulty["error"]["id"], "contact.message_empty", "validation runs before the captcha");

    let shop =
        Shop::open_with(&[("SHOP__CAPTCHA__PROVIDER", "none"), ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")]);
    let visitor = shop.visitor();
    let post = |address: &str| {
        let answer = visitor.clone().from(address).send("contact/post", &form());
        answer["error"]["id"].as_str().unwrap_or("sent").to_owned()
    };
    assert!((0..10).all(|_| post("203.0.113.7") == "sent"));
    assert_eq!(post("203.0.113.7"), "contact.too_many");
    assert_eq!(post("203.0.113.8"), "sent");
    assert_eq!(shop.count("SELECT COUNT(*) FROM contact_message"), 11);
    let to_address = shop.count("SELECT COUNT(*) FROM mail WHERE recipient = 'ada@example.com'");
    assert_eq!(to_address, 3, "three acknowledgements a day to one address");
}

#[test]
fn customer_message_uses_the_account_and_is_rate_limited() {
    let shop = Shop::open();
    assert_eq!(shop.visitor().refused("contact/accountpost", &json!({}))["message"], "login required");
    let mut ada = shop.customer("ada@example.com");
    let sent = ada.call("contact/accountpost", &json!({ "subject": "order_help", "message": "Where is it?" }));
    let reference = sent["reference"].as_str().unwrap();
    let shown = shop.output(&["contact", "show", reference]);
    assert!(shown.contains("<ada@example.com>") && shown.contains("customer"), "{shown}");
    let mut fault = |args: Value, field: &str| {
        let refusal = ada.refused("contact/accountpost", &args);
        refusal["error"]["field_messages"][field]["id"].clone()
    };
    assert_eq!(fault(json!({ "subject": "other" }), "message"), "contact.message_empty");
    assert_eq!(fault(json!({ "message": "Hello" }), "subject"), "contact.subject_empty");
    let foreign = json!({ "subject": "order_help", "message": "x", "order_number": "2026-000001" });
    assert_eq!(fault(foreign, "order_number"), "order.not_found");
    for _ in 0..9 {
        ada.call("contact/accountpost", &json!({ "subject": "other", "message": "again" }));
    }
    let more = ada.refused("contact/accountpost", &json!({ "subject": "other", "message": "again" }));
    assert_eq!(more["error"]["id"], "contact.too_many");
}

#[test]
fn order_survey_keeps_one_answer_per_order() {
    // The order token takes the place of the captcha.
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place("TOW-GAN", 1, "bank_transfer");
    let mails = shop.count("SELECT COUNT(*) FROM mail");
    let args = json!({ "rating": 5, "message": "", "token": placed["token"], "subject": "website_feedback" });
    let thanks = visitor.call("contact/post", &args);
    assert_eq!(
        thanks,
        json!({ "message": { "id": "contact.survey_thanks", "message": "Thank you for your answer.", "params": {} }, "reference": "" })
    );
    let other = json!({ "rating": 3, "message": "The lift was out of order.", "token": placed["token"] });
    visitor.call("contact/post", &other);
    let (rating, words, email): (i64, String, String) =
        shop.database().one("SELECT rating, message, email FROM contact_message", vals![]).unwrap();
    assert_eq!(
        (rating, words.as_str(), email.as_str()),
        (3, "The lift was out of order.", "claire.martin@example.com")
    );
    assert_eq!(shop.count("SELECT COUNT(*) FROM mail"), mails, "the survey sends no mail");
    for rating in [0, 6, -1] {
        let refused = visitor.refused("contact/post", &json!({ "rating": rating, "token": placed["token"] }));
        assert_eq!(refused["message"], "Please choose a rating from 1 to 5.");
    }
    let unknown = visitor.refused("contact/post", &json!({ "rating": 4, "token": "0".repeat(64) }));
    assert_eq!(unknown["error"]["id"], "order.not_found");
    let list = shop.output(&["contact", "list"]);
    assert!(list.contains("3/5") && list.contains("The lift"), "{list}");
}

#[test]
fn ratings_are_limited_per_order_and_network_with_and_without_an_account() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")]].concat());
    let from = |visitor: &mut Visitor, address: &str, path: &str, args: &Value| {
        let answer = visitor.post(path, &[], Some(&args.to_string()), &[("X-Forwarded-For", address)]);
        answer.json()["error"]["id"].clone()
    };
    let mut ada = shop.customer("ada@example.com");
    let placed = ada.place("TOW-GAN", 1, "bank_transfer");
    let by_account = json!({ "rating": 4, "order_number": placed["order_number"] });
    let by_token = json!({ "rating": 5, "token": placed["token"] });
    // The order keeps one answer, whoever gives it from wherever, and takes five a day.
    for network in 1..=5 {
        let address = format!("203.0.113.{network}");
        let (path, args) =
            if network % 2 == 0 { ("contact/post", &by_token) } else { ("contact/accountpost", &by_account) };
        assert_eq!(from(&mut ada, &address, path, args), Value::Null);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM contact_message"), 1);
    assert_eq!(from(&mut ada, "203.0.113.6", "contact/accountpost", &by_account), "contact.too_many");
    assert_eq!(from(&mut shop.visitor(), "203.0.113.7", "contact/post", &by_token), "contact.too_many");

    // One network answers for many orders ten times an hour.
    shop.output(&["stock", "set", "TOW-GAN", "100"]);
    let mut ratings = Vec::new();
    for _ in 0..11 {
        let placed = ada.place("TOW-GAN", 1, "cheque");
        ratings.push(json!({ "rating": 3, "order_number": placed["order_number"] }));
        shop.database().exec("UPDATE sales_order SET status = 'processing'", vals![]).unwrap();
    }
    for rating in &ratings[..10] {
        assert_eq!(from(&mut ada, "203.0.113.99", "contact/accountpost", rating), Value::Null);
    }
    assert_eq!(from(&mut ada, "203.0.113.99", "contact/accountpost", &ratings[10]), "contact.too_many");
    assert_eq!(from(&mut ada, "203.0.113.98", "contact/accountpost", &ratings[10]), Value::Null, "another network");
}

#[test]
fn messages_are_deleted_after_three_years() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    shop.set_clock("2026-11-21T10:00:00Z");
    shop.visitor().call("contact/post", &form());
    shop.set_clock("2029-11-20T10:00:00Z");
    assert_eq!(shop.count("SELECT COUNT(*) FROM contact_message"), 1);
    shop.set_clock("2029-11-22T10:00:00Z");
    assert_eq!(shop.count("SELECT COUNT(*) FROM contact_message"), 0);
}
