//! Credentials for mail and payment in the console: tested and in force at once, told to nobody, lost with the machine's key, for owners only
//! who have just proved it, and each change told to all of them.

use std::fs;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::house::{House, OWNER, open, post};
use crate::support::smtp::{RecipientReply, Smtp};
use crate::support::stripe::{RESTRICTED_KEYS, SECRET_KEY, Stripe, WEBHOOK_SECRET};
use crate::support::wechat::Wechat;
use crate::support::{Shop, eventually, production_copy, run, seeded_copy, with};

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
    assert_eq!(tested["is_restricted"], false);
    // A key that may not read balances works all the same: its beginning tells what it is for.
    for (key, is_live) in RESTRICTED_KEYS.into_iter().zip([true, false]) {
        let keys = json!({ "secret_key": key, "webhook_secret": WEBHOOK_SECRET });
        let tested = house.call(&mut owner, "credential/test_stripe", &json!({ "keys": keys }));
        let expected = json!({ "is_ok": true, "said": "", "is_live": is_live, "is_restricted": true });
        assert_eq!(tested, expected, "{key}");
    }
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
fn keys_of_wechat_pay_are_tested_and_the_gateway_follows_without_a_restart() {
    let wechat = Wechat::open();
    let languages = ("SHOP__LANGUAGES", r#"["en", "fr", "de", "es", "zh"]"#);
    let env = [ENV, &[languages, ("SHOP__PAYMENT__WECHAT__API_URL", wechat.url.as_str())]].concat();
    let house = House::of(Shop::open_with(&env));
    let mut owner = house.owner();
    let keys = wechat.entered();
    // An answer that another has signed is none; a part of a key is no key.
    let other = with(&keys, json!({ "public_key": Wechat::open().entered()["public_key"] }));
    let tested = house.call(&mut owner, "credential/test_wechat", &json!({ "keys": other }));
    assert_eq!(tested["is_ok"], false, "{tested}");
    let half = with(&keys, json!({ "private_key": "-----BEGIN PRIVATE KEY-----", "api_v3_key": "short" }));
    let refused =
        post(&mut owner.browser, &house.shop, "credential/save_wechat", &json!({ "seen": null, "keys": half }));
    let fields = &refused.json()["error"]["field_messages"];
    assert_eq!(fields["private_key"]["id"], "credential.wechat_private_key");
    assert_eq!(fields["api_v3_key"]["id"], "credential.wechat_api_key");
    assert_eq!(house.refused(&mut owner, "credential/test_wechat", &json!({})), "credential.none");
    let tested = house.call(&mut owner, "credential/test_wechat", &json!({ "keys": keys }));
    assert_eq!(tested, json!({ "is_ok": true, "said": "", "is_live": null, "is_restricted": false }));
    assert_eq!(house.shop.count("SELECT count(*) FROM credential"), 0);

    let saved = house.call(&mut owner, "credential/save_wechat", &json!({ "seen": null, "keys": keys }));
    assert_eq!(of(&saved, "wechat")["hint"], keys["merchant_id"]);
    let again = json!({ "seen": null, "keys": keys });
    assert_eq!(house.refused(&mut owner, "credential/save_wechat", &again), "credential.changed_meanwhile");
    eventually("the gateway is in use", || wechat.notify(&house.shop, "{}", &[]) == 400);
    let mut shopper = house.shop.visitor().speaking("zh").with_query("currency", "CNY");
    let placed = shopper.place("TOW-GAN", 1, "wechat");
    assert_eq!(placed["payment"]["instructions"]["demo_url"], Value::Null, "{placed}");
    assert_eq!(wechat.trades().len(), 1);
    // Nobody reads them.
    let list = house.call(&mut owner, "credential/list", &json!({})).to_string();
    let stored = bytes(&house.shop);
    for secret in ["api_v3_key", "private_key"] {
        let secret = keys[secret].as_str().unwrap().lines().nth(1).or(keys[secret].as_str()).unwrap();
        assert!(!list.contains(secret) && !house.shop.log().contains(secret) && !holds(&stored, secret), "{secret}");
    }
    let mut manager = house.person("m@example.com", "manager");
    for path in ["credential/save_wechat", "credential/test_wechat"] {
        let args = json!({ "seen": null, "keys": keys });
        assert_eq!(house.refused(&mut manager, path, &args), "credential.not_owner", "{path}");
    }
    let seen = of(&saved, "wechat")["version"].clone();
    house.call(&mut owner, "credential/remove", &json!({ "name": "wechat", "seen": seen }));
    eventually("the gateway is out of use", || wechat.notify(&house.shop, "{}", &[]) == 404);
}

#[test]
fn only_owners_with_proof_enter_them_and_the_machine_wins() {
    // The mail server of this house is given by its environment.
    let house = open();
    let mut packer = house.person("p@example.com", "packing");
    let mut manager = house.person("m@example.com", "manager");
    let mut owner = house.owner();
    let smtp = Smtp::open();
    let save = json!({ "seen": null, "server": server(&smtp) });
    let list = house.call(&mut owner, "credential/list", &json!({}));
    assert_eq!((&of(&list, "mail")["held_by"], &list["may_change"]), (&json!("SHOP__MAIL__HOST"), &json!(true)));
    assert_eq!(house.refused(&mut owner, "credential/save_mail", &save), "credential.held");
    assert_eq!(house.call(&mut manager, "credential/list", &json!({}))["may_change"], false);
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
    for (path, args) in &calls {
        assert_eq!(house.refused(&mut manager, path, args), "credential.not_owner", "{path}");
    }
    house.pass(SignedDuration::from_mins(6));
    for (path, args) in &calls {
        assert_eq!(house.refused(&mut owner, path, args), "staff.proof_required", "{path}");
    }
    assert!(smtp.mails().is_empty());
    assert_eq!(house.shop.count("SELECT count(*) FROM credential"), 0);
    assert_eq!(house.shop.mails("credential_changed"), 0);
}

const OTHER_OWNER: &str = "other@example.com";
/// Of the letter about a change.
const SUBJECT: &str = "The mail server of";

/// How many letters about a changed mail server have come to both owners.
fn told(smtp: &Smtp) -> usize {
    let is_told = |to: &str| {
        let mails = smtp.mails().into_iter();
        mails.filter(|mail| mail.recipient == to && mail.header("Subject").unwrap().starts_with(SUBJECT)).count()
    };
    is_told(OWNER).min(is_told(OTHER_OWNER))
}

#[test]
fn owners_are_told_of_each_change_by_the_server_that_was_in_force_before() {
    let house = House::of(Shop::open_with(ENV));
    house.person(OTHER_OWNER, "owner");
    let mut owner = house.owner();
    let (first, second, third) = (Smtp::open(), Smtp::open(), Smtp::open());
    let version = |list: &Value| of(list, "mail")["version"].clone();
    let enter = |seen: &Value, smtp: &Smtp| json!({ "seen": seen, "server": server(smtp) });
    let saved = house.call(&mut owner, "credential/save_mail", &enter(&Value::Null, &first));
    eventually("where none was before, the new one tells", || told(&first) == 1);
    let saved = house.call(&mut owner, "credential/save_mail", &enter(&version(&saved), &second));
    eventually("the one before tells", || told(&first) == 2);
    let letter = first.mails().pop().unwrap().part("text/plain").unwrap();
    assert!(letter.contains("Ada King") && letter.contains("127.0.0.1") && !letter.contains(PASSWORD), "{letter}");
    house.shop.visitor().place("TOW-GAN", 1, "bank_transfer");
    eventually("the other letters leave by the new one", || !second.mails().is_empty());
    assert_eq!(told(&second), 0);
    let gone = house.call(&mut owner, "credential/remove", &json!({ "name": "mail", "seen": version(&saved) }));
    eventually("a removal is told by the one that is removed", || told(&second) == 1);
    let saved = house.call(&mut owner, "credential/save_mail", &enter(&version(&gone), &third));
    eventually("where none was before, the new one tells", || told(&third) == 1);
    // Where it takes nothing any more, the one in force tells in the end.
    third.set_reply(RecipientReply::Permanent);
    house.call(&mut owner, "credential/save_mail", &enter(&version(&saved), &first));
    let tried =
        "SELECT count(*) FROM mail WHERE template = 'credential_changed' AND attempts > 0 AND due_at IS NOT NULL";
    eventually("it is tried", || house.shop.count(tried) == 2);
    assert_eq!(told(&first), 2);
    eventually("the one in force tells", || {
        house.pass(SignedDuration::from_hours(1));
        told(&first) == 3
    });
    assert_eq!((told(&second), told(&third)), (1, 1));
    eventually("no server outlives its letter", || house.shop.count("SELECT count(*) FROM credential_letter") == 0);
}

#[test]
fn letters_wait_with_what_they_say_while_the_mail_server_cannot_be_read() {
    let folder = seeded_copy();
    let mut house = House::of(Shop::start(folder.path(), ENV));
    let mut owner = house.owner();
    let smtp = Smtp::open();
    house.call(&mut owner, "credential/save_mail", &json!({ "seen": null, "server": server(&smtp) }));
    eventually("the change is told", || has_letter(&smtp, OWNER));
    house.shop.stop();
    let key = folder.path().join("credentials.key");
    fs::write(&key, [7; 31]).unwrap();
    let data = folder.path().to_str().unwrap();
    let (code, _, error) = run(&["serve", "--listen", "127.0.0.1:0", "--data", data], ENV);
    assert!(code == Some(1) && error.contains(key.to_str().unwrap()), "{error}");
    fs::remove_file(&key).unwrap();
    let house = House::of(Shop::start(folder.path(), ENV));
    assert!(house.shop.log().contains("until then letters wait"), "{}", house.shop.log());
    let mut owner = house.person(OTHER_OWNER, "owner");
    let files = || fs::read_dir(folder.path().join("mail")).map_or(0, Iterator::count);
    let (before, written) = (smtp.mails().len(), files());
    house.shop.visitor().place("TOW-GAN", 1, "bank_transfer");
    let (template, unsent) =
        ("order_received", "sent_at IS NULL AND due_at IS NOT NULL AND attempts = 0 AND data <> ''");
    let count =
        |more: &str| house.shop.count(&format!("SELECT count(*) FROM mail WHERE template = '{template}' AND {more}"));
    assert_eq!(count(unsent), 1);
    let runs = "SELECT count(*) FROM job WHERE name = 'deliver_mail' AND last_result LIKE 'none sent%letters wait%'
                AND last_run > (SELECT max(created_at) FROM mail)";
    eventually("the job has run since", || {
        house.pass(SignedDuration::from_secs(6));
        house.shop.count(runs) == 1
    });
    assert_eq!((count(unsent), smtp.mails().len()), (1, before));
    assert_eq!(files(), written, "no letter became a file");
    let seen = of(&house.call(&mut owner, "credential/list", &json!({})), "mail")["version"].clone();
    let remove = json!({ "name": "mail", "seen": seen });
    assert_eq!(house.refused(&mut owner, "credential/remove", &remove), "credential.keep_server");
    house.call(&mut owner, "credential/save_mail", &json!({ "seen": seen, "server": server(&smtp) }));
    eventually("it leaves once the server is entered anew", || {
        house.pass(SignedDuration::from_secs(6));
        count("sent_at IS NOT NULL AND data = ''") == 1
    });
    assert!(smtp.mails().len() > before);
}

#[test]
fn keys_for_tests_end_with_the_demonstration() {
    let stripe = Stripe::open();
    let folder = production_copy();
    let api = ("SHOP__PAYMENT__STRIPE__API_URL", stripe.url.as_str());
    let file = folder.path().join("my.toml");
    fs::write(&file, "[payment]\nmethods = [\"cheque\"]\n").unwrap();
    let of_file = ["--config", file.to_str().unwrap()];
    let mut house = House::of(Shop::start_with(folder.path(), &of_file, &[ENV, &[api]].concat()));
    let mut owner = house.owner();
    let keys = json!({ "secret_key": SECRET_KEY, "webhook_secret": WEBHOOK_SECRET });
    house.call(&mut owner, "credential/save_stripe", &json!({ "seen": null, "keys": keys }));
    let event = stripe.event("payment_intent.succeeded", &json!({}));
    eventually("the gateway is in use", || stripe.notify(&house.shop, &event) == 200);
    let methods = "INSERT OR REPLACE INTO setting (key, value) VALUES ('payment.methods', '[\"card\", \"cheque\"]')";
    house.shop.database().execute_batch(methods).unwrap();
    house.shop.stop();
    let sells = [api, ("SHOP__MODE", "production")];
    let shop = Shop::start_with(folder.path(), &of_file, &sells);
    assert!(shop.log().contains("is a key for tests, and this shop sells"), "{}", shop.log());
    assert_eq!(stripe.notify(&shop, &event), 404, "no payment counts");
    let data = folder.path().to_str().unwrap();
    let (_, told, error) = run(&[&["compliance", "--json", "--data", data][..], &of_file].concat(), &sells);
    let told: Value = serde_json::from_str(&told).unwrap_or_else(|_| panic!("{error}"));
    let open = told["open"].as_array().unwrap().iter().find(|open| open["at"] == "credential stripe");
    assert!(open.unwrap()["what"].as_str().unwrap().contains("Enter the live key"), "{told}");
    let (_, listed, _) = run(&[&["credential", "list", "--json", "--data", data][..], &of_file].concat(), &sells);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let known = listed.as_array().unwrap().iter().find(|one| one["name"] == "stripe").unwrap();
    assert_eq!((&known["is_test_key"], &known["is_unreadable"]), (&json!(true), &json!(false)));
}

#[test]
fn settings_that_could_not_be_read_for_a_moment_come_into_force_by_themselves() {
    let folder = seeded_copy();
    let house = House::of(Shop::start(folder.path(), ENV));
    let mut owner = house.owner();
    let smtp = Smtp::open();
    house.call(&mut owner, "credential/save_mail", &json!({ "seen": null, "server": server(&smtp) }));
    let followed = || house.shop.log().matches("settings changed").count();
    eventually("the server is in force", || followed() == 1);
    // A disk that answers with an error: a folder in the file's place.
    let (key, aside) = (folder.path().join("credentials.key"), folder.path().join("aside"));
    fs::rename(&key, &aside).unwrap();
    fs::create_dir(&key).unwrap();
    let brand = "INSERT OR REPLACE INTO setting (key, value) VALUES ('brand.name', '\"Arvelle\"')";
    house.shop.database().execute_batch(brand).unwrap();
    eventually("it is told", || house.shop.log().contains("the catalogue could not be followed"));
    assert_eq!(followed(), 1);
    fs::remove_dir(&key).unwrap();
    fs::rename(&aside, &key).unwrap();
    eventually("it is in force", || followed() == 2);
}
