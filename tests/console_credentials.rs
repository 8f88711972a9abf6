//! Credentials for mail and payment in the console: tested and in force at once, told to nobody, lost with the machine's key, and only for
//! who may change settings and has just proved it.

use std::fs;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::house::{House, OWNER, open, post};
use crate::support::smtp::{RecipientReply, Smtp};
use crate::support::stripe::{SECRET_KEY, Stripe, WEBHOOK_SECRET};
use crate::support::{Shop, eventually, seeded_copy};

const PASSWORD: &str = "grey-mountain-7412";
const ENV: &[(&str, &str)] =
    &[("SHOP__CAPTCHA__PROVIDER", "none"), ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")];

fn server(smtp: &Smtp) -> Value {
    json!({ "host": "127.0.0.1", "port": smtp.port, "encryption": "none", "user": "shop", "password": PASSWORD })
}

fn of<'l>(list: &'l Value, name: &str) -> &'l Value {
    list["credentials"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap()
}

/// Everything that the data folder holds.
fn bytes(shop: &Shop) -> Vec<u8> {
    let files = fs::read_dir(&shop.data).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.is_file()).flat_map(|path| fs::read(path).unwrap()).collect()
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

fn has_letter(smtp: &Smtp, recipient: &str) -> bool {
    smtp.mails().iter().any(|mail| mail.recipient == recipient)
}

#[test]
fn mail_server_is_tested_then_in_force_at_once_and_its_password_is_told_to_nobody() {
    let folder = seeded_copy();
    let mut house = House::of(Shop::start(folder.path(), ENV));
    let mut owner = house.owner();
    let smtp = Smtp::open();
    let entered = server(&smtp);
    // Tested before anything is saved: the letter goes to who asks.
    let tested = house.call(&mut owner, "credential/test_mail", &json!({ "server": entered }));
    assert_eq!((&tested["is_ok"], &tested["is_live"]), (&json!(true), &Value::Null), "{tested}");
    assert!(tested["said"].as_str().unwrap().starts_with("250"), "{tested}");
    assert!(has_letter(&smtp, OWNER));
    assert_eq!(smtp.logins(), [format!("\0shop\0{PASSWORD}")]);
    assert_eq!(house.shop.count("SELECT count(*) FROM credential"), 0);
    smtp.set_reply(RecipientReply::Permanent);
    let tested = house.call(&mut owner, "credential/test_mail", &json!({ "server": entered }));
    assert_eq!(tested["is_ok"], false);
    assert!(tested["said"].as_str().unwrap().contains("no such user"), "{tested}");
    smtp.set_reply(RecipientReply::Accepted);
    assert_eq!(house.refused(&mut owner, "credential/test_mail", &json!({})), "credential.none");
    let saved = house.call(&mut owner, "credential/save_mail", &json!({ "seen": null, "server": entered }));
    let mail = of(&saved, "mail");
    assert_eq!(
        (&mail["hint"], &mail["by"], &mail["is_unreadable"]),
        (&json!("127.0.0.1"), &json!("Ada King"), &json!(false))
    );
    let again = json!({ "seen": null, "server": entered });
    assert_eq!(house.refused(&mut owner, "credential/save_mail", &again), "credential.changed_meanwhile");
    let tested = house.call(&mut owner, "credential/test_mail", &json!({}));
    assert_eq!(tested["is_ok"], true, "what is saved is tested: {tested}");
    house.shop.visitor().place("TOW-GAN", 1, "bank_transfer");
    eventually("letters leave by it", || smtp.mails().iter().any(|mail| mail.recipient != OWNER));
    // Nobody reads it: no answer, no log, no audit, no byte of the folder.
    let list = house.call(&mut owner, "credential/list", &json!({}));
    let audit = house.audit(&["--noun", "credential"]);
    assert_eq!(audit.iter().filter(|entry| entry["call"] == "credential/save_mail").count(), 1);
    for text in [list.to_string(), json!(audit).to_string(), house.shop.log(), house.shop.output(&["config"])] {
        assert!(!text.contains(PASSWORD), "{text}");
    }
    let stored = bytes(&house.shop);
    assert!(!holds(&stored, PASSWORD) && holds(&stored, "credential_insert"));
    // The next start knows it; one without the machine's key does not, opens all the same, and says so.
    let before = smtp.mails().len();
    house.shop.stop();
    let mut shop = Shop::start(folder.path(), ENV);
    shop.visitor().place("TOW-GAN", 1, "bank_transfer");
    eventually("letters leave by it after a start", || smtp.mails().len() > before);
    shop.stop();
    fs::remove_file(folder.path().join("credentials.key")).unwrap();
    let shop = Shop::start(folder.path(), ENV);
    assert!(shop.log().contains("cannot be read here"), "{}", shop.log());
    let told = shop.operator(&["credential", "list"]);
    let unreadable = |told: &Value| told.as_array().unwrap().iter().filter(|one| one["is_unreadable"] == true).count();
    assert_eq!(unreadable(&told), 1);
    let open = shop.operator(&["compliance"])["open"].to_string();
    assert!(open.contains("credential mail"), "{open}");
    shop.output(&["credential", "remove", "mail"]);
    assert_eq!(unreadable(&shop.operator(&["credential", "list"])), 0);
}

#[test]
fn payment_keys_are_tested_and_the_gateway_follows_without_a_restart() {
    let stripe = Stripe::open();
    let env = [ENV, &[("SHOP__PAYMENT__STRIPE__API_URL", stripe.url.as_str())]].concat();
    let house = House::of(Shop::open_with(&env));
    let mut owner = house.owner();
    let wrong = json!({ "secret_key": "sk_test_51Elsewhere", "webhook_secret": WEBHOOK_SECRET });
    let tested = house.call(&mut owner, "credential/test_stripe", &json!({ "keys": wrong }));
    assert_eq!(tested["is_ok"], false);
    assert!(tested["said"].as_str().unwrap().contains("401"), "{tested}");
    let keys = json!({ "secret_key": SECRET_KEY, "webhook_secret": WEBHOOK_SECRET });
    let tested = house.call(&mut owner, "credential/test_stripe", &json!({ "keys": keys }));
    assert_eq!((&tested["is_ok"], &tested["is_live"]), (&json!(true), &json!(false)));
    let public =
        json!({ "seen": null, "keys": { "secret_key": "pk_live_51Outside", "webhook_secret": WEBHOOK_SECRET } });
    let refused = post(&mut owner.browser, &house.shop, "credential/save_stripe", &public).json();
    assert_eq!(refused["error"]["field_messages"]["secret_key"]["id"], "credential.stripe_key", "{refused}");
    let saved = house.call(&mut owner, "credential/save_stripe", &json!({ "seen": null, "keys": keys }));
    assert_eq!(of(&saved, "stripe")["hint"], "side");
    assert!(saved["webhook_url"].as_str().unwrap().ends_with("/webhooks/stripe"));
    let event = stripe.event("payment_intent.succeeded", &json!({}));
    eventually("the gateway is in use", || stripe.notify(&house.shop, &event) == 200);
    let placed = house.shop.visitor().place("TOW-GAN", 1, "card");
    let page = placed["payment"]["redirect_url"].as_str().unwrap();
    assert!(page.starts_with("https://checkout.stripe.com/"), "{placed}");
    let list = house.call(&mut owner, "credential/list", &json!({}));
    for secret in [SECRET_KEY, WEBHOOK_SECRET] {
        assert!(!list.to_string().contains(secret) && !house.shop.log().contains(secret));
        assert!(!holds(&bytes(&house.shop), secret), "{secret}");
    }
    let seen = of(&list, "stripe")["version"].clone();
    house.call(&mut owner, "credential/remove", &json!({ "name": "stripe", "seen": seen }));
    eventually("the gateway is out of use", || stripe.notify(&house.shop, &event) == 404);
}

#[test]
fn only_who_may_change_settings_with_proof_enters_them_and_the_machine_wins() {
    // The mail server of this house is given by its environment.
    let house = open();
    let mut packer = house.person("p@example.com", "packing");
    let mut manager = house.person("m@example.com", "manager");
    let smtp = Smtp::open();
    let save = json!({ "seen": null, "server": server(&smtp) });
    let list = house.call(&mut manager, "credential/list", &json!({}));
    assert_eq!(of(&list, "mail")["held_by"], "SHOP__MAIL__HOST");
    assert_eq!(house.refused(&mut manager, "credential/save_mail", &save), "credential.held");
    let keys = json!({ "secret_key": SECRET_KEY, "webhook_secret": WEBHOOK_SECRET });
    let calls = [
        ("credential/save_mail", save),
        ("credential/save_stripe", json!({ "seen": null, "keys": keys })),
        ("credential/remove", json!({ "name": "mail", "seen": 1 })),
        ("credential/test_mail", json!({ "server": server(&smtp) })),
        ("credential/test_stripe", json!({ "keys": keys })),
    ];
    for (path, args) in calls.iter().chain([&("credential/list", json!({}))]) {
        assert_eq!(house.refused(&mut packer, path, args), "staff.not_allowed", "{path}");
        let answer = post(&mut house.shop.visitor(), &house.shop, path, args).json();
        assert_eq!(answer["error"]["id"], "staff.sign_in_required", "{path}");
    }
    house.pass(SignedDuration::from_mins(6));
    for (path, args) in &calls {
        assert_eq!(house.refused(&mut manager, path, args), "staff.proof_required", "{path}");
    }
    assert!(smtp.mails().is_empty());
    assert_eq!(house.shop.count("SELECT count(*) FROM credential"), 0);
}
