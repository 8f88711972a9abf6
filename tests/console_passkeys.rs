//! Passkeys of the house's people: keys beside the password and in its place, sign-in, proof, the lock, and what a new host ends.

use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::vals;

use crate::support::authenticator::Authenticator;
use crate::support::house::{House, OWNER, Person, call, open, open_with, post, refused};
use crate::support::{OUTBOX_ONLY, Shop, Visitor, run, seeded_copy};

/// An authenticator whose browser has the console open.
fn device(shop: &Shop) -> Authenticator {
    Authenticator::at(&shop.url.replace("127.0.0.1", "localhost"))
}

/// Adds a key of the device to a person's.
fn add(house: &House, person: &mut Person, device: &mut Authenticator, name: &str) -> Value {
    let begun = house.call(person, "passkey/register_options", &json!({ "name": name }));
    let credential = device.make(&begun["options"]);
    let args = json!({ "name": name, "ceremony": begun["ceremony"], "credential": credential });
    house.call(person, "passkey/register", &args)
}

/// What a browser sends once the device has signed.
fn signature(browser: &mut Visitor, shop: &Shop, path: &str, device: &mut Authenticator) -> Value {
    let begun = call(browser, shop, path, &json!({}));
    json!({ "ceremony": begun["ceremony"], "credential": device.sign(&begun["options"]) })
}

fn sign_in(browser: &mut Visitor, shop: &Shop, device: &mut Authenticator) -> Value {
    let signed = signature(browser, shop, "passkey/sign_in_options", device);
    call(browser, shop, "passkey/sign_in", &signed)
}

fn sign_in_refused(browser: &mut Visitor, shop: &Shop, device: &mut Authenticator) -> String {
    let signed = signature(browser, shop, "passkey/sign_in_options", device);
    refused(browser, shop, "passkey/sign_in", &signed)
}

/// A person who has come in with a key alone.
fn key_holder(house: &House, email: &str, role: &str) -> (Person, Authenticator) {
    let mut device = device(&house.shop);
    let secret = house.invited(email, role);
    let mut browser = house.shop.visitor().from("203.0.113.8");
    let person = accept(house, &mut browser, &secret, &mut device);
    let id = person["id"].as_i64().unwrap();
    (Person { browser, email: email.into(), totp: String::new(), recovery_codes: Vec::new(), id }, device)
}

fn accept(house: &House, browser: &mut Visitor, secret: &str, device: &mut Authenticator) -> Value {
    let form = json!({ "secret": secret, "name": "Ben Roth", "lang": "de" });
    let begun = call(browser, &house.shop, "passkey/invitation_options", &form);
    let credential = device.make(&begun["options"]);
    let with = json!({ "ceremony": begun["ceremony"], "credential": credential });
    call(browser, &house.shop, "passkey/accept_invitation", &crate::support::with(&form, with))["self"].clone()
}

#[test]
fn key_beside_the_password_opens_the_console_without_an_address() {
    let house = open();
    let shop = &house.shop;
    let mut owner = house.owner();
    let mut phone = device(shop);
    let keys = add(&house, &mut owner, &mut phone, " Telephone ");
    let item = &keys["items"][0];
    assert_eq!((&item["name"], &item["host"]), (&json!("Telephone"), &json!("localhost")));
    assert_eq!((&item["is_usable"], &item["is_last_way"]), (&json!(true), &json!(false)));
    // A second browser, where nobody types anything.
    let mut browser = shop.visitor().from("203.0.113.9");
    let begun = call(&mut browser, shop, "passkey/sign_in_options", &json!({}));
    assert_eq!(begun["options"]["allowCredentials"], json!([]), "nobody is named");
    let signed = json!({ "ceremony": begun["ceremony"], "credential": phone.sign(&begun["options"]), "shared": true });
    let answer = post(&mut browser, shop, "passkey/sign_in", &signed);
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.starts_with("console=") && cookie.contains("HttpOnly; SameSite=Strict"), "{cookie}");
    let own = answer.json()["data"].clone();
    assert_eq!((&own["email"], &own["locks_after"]), (&json!(OWNER), &json!(600_000)));
    assert_eq!((&own["has_password"], &own["passkeys"]), (&json!(true), &json!(1)));
    // What was signed is of no use twice.
    assert_eq!(refused(&mut shop.visitor(), shop, "passkey/sign_in", &signed), "staff.passkey_ended");
    // A key is as good as password and code: the session has been proved just now.
    call(&mut browser, shop, "staff/recovery_codes", &json!({}));
    let used = house.call(&mut owner, "passkey/list", &json!({}))["items"][0]["used_at"].as_i64();
    assert!(used.is_some());
    let entries = house.audit(&[]);
    let of = |call: &str| entries.iter().find(|entry| entry["call"] == call).unwrap();
    assert!(of("passkey/sign_in")["after"].as_str().unwrap().contains("\"passkey\":"), "{}", of("passkey/sign_in"));
    assert_eq!(of("passkey/register")["noun"], "passkey");
    let audit = json!(entries).to_string();
    assert!(!audit.contains("Telephone") && !audit.contains(OWNER));
}

#[test]
fn keys_are_named_renamed_and_removed_with_fresh_proof() {
    let house = open();
    let mut owner = house.owner();
    let (mut phone, mut laptop) = (device(&house.shop), device(&house.shop));
    assert_eq!(
        house.refused(&mut owner, "passkey/register_options", &json!({ "name": " " })),
        "staff.passkey_name_empty"
    );
    add(&house, &mut owner, &mut phone, "Telephone");
    // The device that has one already is not asked again, and is known by the same handle.
    let begun = house.call(&mut owner, "passkey/register_options", &json!({ "name": "Laptop" }));
    assert_eq!(begun["options"]["excludeCredentials"].as_array().unwrap().len(), 1);
    let credential = laptop.make(&begun["options"]);
    assert_eq!(laptop.key.as_ref().unwrap().handle, phone.key.as_ref().unwrap().handle);
    let args = json!({ "name": "Laptop", "ceremony": begun["ceremony"], "credential": credential });
    let keys = house.call(&mut owner, "passkey/register", &args);
    assert_eq!(house.refused(&mut owner, "passkey/register", &args), "staff.passkey_ended");
    let ids: Vec<i64> = keys["items"].as_array().unwrap().iter().map(|item| item["id"].as_i64().unwrap()).collect();
    let keys = house.call(&mut owner, "passkey/rename", &json!({ "id": ids[1], "name": "Reception" }));
    assert_eq!(keys["items"][1]["name"], "Reception");
    // Somebody else's are not to be found.
    let (mut ben, _) = key_holder(&house, "ben@example.com", "packing");
    for path in ["passkey/rename", "passkey/remove"] {
        let args = json!({ "id": ids[0], "name": "x" });
        assert_eq!(house.refused(&mut ben, path, &args), "staff.passkey_not_found", "{path}");
    }
    house.pass(SignedDuration::from_mins(6));
    for (path, args) in [
        ("passkey/register_options", json!({ "name": "x" })),
        ("passkey/register", json!({})),
        ("passkey/remove", json!({ "id": ids[0] })),
    ] {
        assert_eq!(house.refused(&mut owner, path, &args), "staff.proof_required", "{path}");
    }
    // The key itself proves who it is.
    let shop = &house.shop;
    let signed = signature(&mut owner.browser, shop, "passkey/prove_options", &mut laptop);
    house.call(&mut owner, "passkey/prove", &signed);
    let keys = house.call(&mut owner, "passkey/remove", &json!({ "id": ids[0] }));
    assert_eq!(keys["items"].as_array().unwrap().len(), 1);
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut phone), "staff.passkey_wrong");
    sign_in(&mut shop.visitor(), shop, &mut laptop);
}

#[test]
fn invitation_is_accepted_with_a_key_alone() {
    let house = open();
    let shop = &house.shop;
    let secret = house.invited("ben@example.com", "packing");
    let mut browser = shop.visitor();
    let mut phone = device(shop);
    let form = json!({ "secret": secret, "name": "Ben Roth", "lang": "de" });
    // What is wrong in the form is told before a key is made.
    let wrong = crate::support::with(&form, json!({ "name": "", "lang": "xx" }));
    let answer = post(&mut browser, shop, "passkey/invitation_options", &wrong).json();
    let fields = answer["error"]["field_messages"].as_object().unwrap();
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["lang", "name"]);
    let begun = call(&mut browser, shop, "passkey/invitation_options", &form);
    assert_eq!(begun["options"]["user"]["name"], "ben@example.com");
    // A key for one invitation accepts no other, and spends none.
    let other = house.invited("eve@example.com", "owner");
    let credential = phone.make(&begun["options"]);
    let with = |secret: &str| {
        let made = json!({ "secret": secret, "ceremony": begun["ceremony"], "credential": credential });
        crate::support::with(&form, made)
    };
    assert_eq!(refused(&mut browser, shop, "passkey/accept_invitation", &with(&other)), "staff.passkey_ended");
    let person = call(&mut browser, shop, "passkey/accept_invitation", &with(&secret))["self"].clone();
    assert_eq!((&person["has_password"], &person["passkeys"]), (&json!(false), &json!(1)));
    assert_eq!(refused(&mut browser, shop, "staff/invitation", &json!({ "secret": secret })), "staff.invitation_ended");
    let rows = "SELECT (SELECT COUNT(*) FROM staff_credential) + (SELECT COUNT(*) FROM staff_recovery_code)";
    assert_eq!(shop.count(rows), 0, "no password, no codes");
    // Neither is there one to guess, nor one to change.
    let guess = json!({ "email": "ben@example.com", "password": "seven quiet lakes", "code": "123456" });
    assert_eq!(refused(&mut shop.visitor(), shop, "staff/sign_in", &guess), "staff.sign_in_wrong");
    let password = json!({ "password": "eight quiet lakes" });
    assert_eq!(refused(&mut browser, shop, "staff/password", &password), "staff.no_password");
    assert_eq!(refused(&mut browser, shop, "staff/recovery_codes", &json!({})), "staff.no_password");
    // The last way in stays.
    let item = call(&mut browser, shop, "passkey/list", &json!({}))["items"][0].clone();
    assert_eq!(item["is_last_way"], true);
    assert_eq!(refused(&mut browser, shop, "passkey/remove", &json!({ "id": item["id"] })), "staff.passkey_last");
    sign_in(&mut shop.visitor(), shop, &mut phone);
}

#[test]
fn new_invitation_takes_the_place_of_every_way_in() {
    let house = open();
    let shop = &house.shop;
    let mut owner = house.owner();
    let mut lost = device(shop);
    add(&house, &mut owner, &mut lost, "Lost");
    // By a key: password, codes, earlier key and sessions end.
    let secret = house.invited(OWNER, "owner");
    let mut found = device(shop);
    let mut browser = shop.visitor();
    let person = accept(&house, &mut browser, &secret, &mut found);
    assert_eq!(person["id"], owner.id);
    assert_eq!(found.key.as_ref().unwrap().handle, lost.key.as_ref().unwrap().handle, "the same person to a device");
    assert_eq!(house.call(&mut owner, "staff/session", &json!({}))["signed_in"], Value::Null);
    let claim = house.claim(&owner);
    assert_eq!(house.refused(&mut owner, "staff/sign_in", &claim), "staff.sign_in_wrong");
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut lost), "staff.passkey_wrong");
    sign_in(&mut shop.visitor(), shop, &mut found);
    // By a password: the key ends.
    house.register(&house.invited(OWNER, "owner"));
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut found), "staff.passkey_wrong");
}

#[test]
fn locked_device_is_opened_by_its_person_s_key_or_changes_hands() {
    let house = open();
    let shop = &house.shop;
    let (mut ben, mut phone) = key_holder(&house, "ben@example.com", "packing");
    let (_, mut other) = key_holder(&house, "ida@example.com", "orders");
    house.call(&mut ben, "staff/lock", &json!({}));
    assert_eq!(house.refused(&mut ben, "passkey/list", &json!({})), "staff.locked");
    assert_eq!(house.refused(&mut ben, "passkey/prove_options", &json!({})), "staff.locked");
    // Of the person's keys only, and by a ceremony for the lock.
    let begun = house.call(&mut ben, "passkey/unlock_options", &json!({}));
    assert_eq!(begun["options"]["allowCredentials"].as_array().unwrap().len(), 1);
    let stolen = json!({ "ceremony": begun["ceremony"], "credential": other.sign(&begun["options"]) });
    assert_eq!(house.refused(&mut ben, "passkey/unlock", &stolen), "staff.passkey_wrong");
    let of_sign_in = signature(&mut ben.browser, shop, "passkey/sign_in_options", &mut phone);
    assert_eq!(house.refused(&mut ben, "passkey/unlock", &of_sign_in), "staff.passkey_ended");
    let signed = signature(&mut ben.browser, shop, "passkey/unlock_options", &mut phone);
    let opened = house.call(&mut ben, "passkey/unlock", &signed);
    assert_eq!((&opened["id"], &opened["is_locked"]), (&json!(ben.id), &json!(false)));
    assert_eq!(opened["proof_until_at"], Value::Null, "the lock has forgotten it");
    // Locked again, somebody else goes on.
    house.call(&mut ben, "staff/lock", &json!({}));
    let own = sign_in(&mut ben.browser, shop, &mut other);
    assert_eq!((&own["email"], &own["is_locked"]), (&json!("ida@example.com"), &json!(false)));
    assert_eq!(shop.count(&format!("SELECT COUNT(*) FROM staff_session WHERE staff_id = {}", ben.id)), 0);
}

#[test]
fn copied_wrong_and_unverified_keys_are_refused_and_recorded() {
    let house = open();
    let shop = &house.shop;
    let (mut ben, mut phone) = key_holder(&house, "ben@example.com", "packing");
    let mut copy = phone.clone();
    sign_in(&mut shop.visitor(), shop, &mut phone);
    sign_in(&mut shop.visitor(), shop, &mut phone);
    // Its counter is behind.
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut copy), "staff.passkey_copied");
    let mut careless = Authenticator { verifies: false, counter: 50, ..phone.clone() };
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut careless), "staff.passkey_wrong");
    let mut phished = Authenticator { origin: "https://evil.example".into(), counter: 60, ..phone.clone() };
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut phished), "staff.passkey_wrong");
    let mut browser = shop.visitor();
    let begun = call(&mut browser, shop, "passkey/sign_in_options", &json!({}));
    let mut credential = phone.sign(&begun["options"]);
    credential["response"]["userHandle"] = json!("AAAAAAAAAAAAAAAAAAAAAA");
    let forged = json!({ "ceremony": begun["ceremony"], "credential": credential });
    assert_eq!(refused(&mut browser, shop, "passkey/sign_in", &forged), "staff.passkey_wrong");
    assert_eq!(refused(&mut browser, shop, "passkey/sign_in", &json!({})), "staff.passkey_wrong");
    // Somebody who is shut out gets the answer of an unknown key.
    let mut unknown = device(shop);
    let begun = house.call(&mut ben, "passkey/register_options", &json!({ "name": "x" }));
    unknown.make(&begun["options"]);
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut unknown), "staff.passkey_wrong");
    house.shop.output(&["staff", "disable", "ben@example.com"]);
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut phone), "staff.passkey_wrong");
    let entries = house.audit(&["--actor", "anybody"]);
    let reasons = |reason: &str| {
        let has = |entry: &&Value| entry["after"].as_str().unwrap().contains(reason) && entry["outcome"] == "refused";
        entries.iter().filter(has).filter(|entry| entry["call"] == "passkey/sign_in").count()
    };
    assert_eq!((reasons("staff.passkey_copied"), reasons("staff.passkey_wrong")), (1, 5));
    let copied = entries.iter().find(|entry| entry["after"].as_str().unwrap().contains("copied")).unwrap();
    assert_eq!(copied["thing"], ben.id.to_string(), "whose key it is");
}

#[test]
fn guesses_with_keys_are_throttled_by_key_and_network() {
    let house = open();
    let shop = &house.shop;
    let (_, phone) = key_holder(&house, "ben@example.com", "packing");
    let mut wrong = Authenticator { verifies: false, ..phone.clone() };
    let mut here = shop.visitor().from("203.0.113.20");
    let answers: Vec<String> = (0..6).map(|_| sign_in_refused(&mut here, shop, &mut wrong)).collect();
    assert!(answers[..5].iter().all(|id| id == "staff.passkey_wrong"), "{answers:?}");
    assert_eq!(answers[5], "staff.throttled");
    // It locks nobody out.
    let mut elsewhere = Authenticator { counter: 90, ..phone };
    sign_in(&mut shop.visitor().from("203.0.113.21"), shop, &mut elsewhere);
}

#[test]
fn owner_removes_all_keys_of_a_person_whose_sessions_end() {
    let house = open();
    let shop = &house.shop;
    let mut owner = house.owner();
    let (mut ben, mut phone) = key_holder(&house, "ben@example.com", "packing");
    let people = house.call(&mut owner, "staff/people", &json!({}));
    let ways = |people: &Value, at: usize| {
        (people["people"][at]["has_password"].as_bool().unwrap(), people["people"][at]["passkeys"].as_i64().unwrap())
    };
    assert_eq!((ways(&people, 0), ways(&people, 1)), ((true, 0), (false, 1)));
    let (id, own) = (ben.id, owner.id);
    assert_eq!(house.refused(&mut ben, "passkey/remove_all", &json!({ "id": own })), "staff.not_allowed");
    assert_eq!(house.refused(&mut owner, "passkey/remove_all", &json!({ "id": own })), "staff.passkey_last");
    let people = house.call(&mut owner, "passkey/remove_all", &json!({ "id": id }));
    assert_eq!(ways(&people, 1), (false, 0));
    assert_eq!(house.refused(&mut ben, "passkey/list", &json!({})), "staff.sign_in_required");
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut phone), "staff.passkey_wrong");
    assert_eq!(house.refused(&mut owner, "passkey/remove_all", &json!({ "id": id })), "staff.passkey_not_found");
    // An invitation lets the person in again.
    accept(&house, &mut shop.visitor(), &house.invited("ben@example.com", "packing"), &mut phone);
    house.pass(SignedDuration::from_mins(6));
    assert_eq!(house.refused(&mut owner, "passkey/remove_all", &json!({ "id": id })), "staff.proof_required");
}

#[test]
fn last_owner_with_keys_alone_is_not_shut_out() {
    let house = open();
    let (mut first, _) = key_holder(&house, "ada@example.com", "owner");
    let (ida, _) = key_holder(&house, "ida@example.com", "owner");
    // The first owner is signed in and cannot do so again; the second is the last then.
    house.shop.database().exec("DELETE FROM staff_passkey WHERE staff_id = $1", vals![first.id]).unwrap();
    assert_eq!(house.refused(&mut first, "passkey/remove_all", &json!({ "id": ida.id })), "staff.last_owner");
    // Whatever another role holds, the keys of an owner are not for it to remove.
    let connection = house.shop.database();
    connection.exec("INSERT INTO staff_role (id, name, is_builtin) VALUES (99, 'all', 0)", vals![]).unwrap();
    let copied = "INSERT INTO staff_role_permission SELECT 99, permission FROM staff_role_permission WHERE role_id = 1";
    connection.exec(copied, vals![]).unwrap();
    connection.exec("UPDATE staff SET role_id = 99 WHERE id = $1", vals![first.id]).unwrap();
    assert_eq!(house.refused(&mut first, "passkey/remove_all", &json!({ "id": ida.id })), "staff.grants_more");
}

#[test]
fn owner_without_any_way_in_counts_as_none() {
    let house = open();
    let mut owner = house.owner();
    let (ben, _) = key_holder(&house, "ben@example.com", "owner");
    house.call(&mut owner, "passkey/remove_all", &json!({ "id": ben.id }));
    let own = owner.id;
    for (path, args) in
        [("staff/set_role", json!({ "id": own, "role_id": 2 })), ("staff/disable", json!({ "id": own }))]
    {
        assert_eq!(house.refused(&mut owner, path, &args), "staff.last_owner", "{path}");
    }
}

#[test]
fn everybody_without_a_way_in_is_invited_at_once() {
    let house = open();
    let shop = &house.shop;
    let owner = house.owner();
    let (ben, _) = key_holder(&house, "ben@example.com", "packing");
    let (cleo, _) = key_holder(&house, "cleo@example.com", "support");
    key_holder(&house, "gone@example.com", "support");
    shop.output(&["staff", "disable", "gone@example.com"]);
    assert_eq!(shop.operator(&["staff", "invite", "--stranded"]), json!([]));
    assert!(shop.output(&["staff", "invite", "--stranded"]).contains("everybody has a way in"));
    // The console's host has changed since their keys were made.
    shop.database().execute_batch("UPDATE staff_passkey SET rp_id = 'old.example'").unwrap();
    assert!(shop.output(&["check"]).contains("`shop staff invite --stranded` invites all"));
    let invited = shop.operator(&["staff", "invite", "--stranded"]);
    let of: Vec<_> = invited.as_array().unwrap().iter().map(|one| (&one["email"], &one["role"])).collect();
    assert_eq!(
        of,
        [(&json!(ben.email), &json!("packing")), (&json!(cleo.email), &json!("support"))],
        "not {}, who has a password, nor who is shut out",
        owner.email
    );
    // Each has a link of their own, beside the address, and by mail.
    let text = std::fs::read_to_string(shop.data.join("console-invitation")).unwrap();
    let links: Vec<&str> = text.lines().collect();
    for (person, link) in [(&ben, links[links.len() - 2]), (&cleo, links[links.len() - 1])] {
        let mailed = shop.mail("staff_invitation", &person.email).unwrap();
        assert_eq!(link, format!("{} {}", person.email, mailed["link"].as_str().unwrap()));
    }
    let again = house.register(links[links.len() - 2].split_once("/console/#/invitation/").unwrap().1);
    assert_eq!((again.email.as_str(), again.id), ("ben@example.com", ben.id));
    let left = shop.operator(&["staff", "invite", "--stranded"]);
    assert_eq!((left.as_array().unwrap().len(), &left[0]["email"]), (1, &json!("cleo@example.com")));
    let told = house.audit(&["--noun", "invitation"])[0].clone();
    assert_eq!((&told["call"], &told["after"].is_null()), (&json!("staff invite"), &false));
    for args in [&["--stranded", "--role", "owner", "a@example.com"][..], &["--role", "owner"], &["a@example.com"]] {
        assert_ne!(shop.command(&[&["staff", "invite"], args].concat()).0, Some(0), "{args:?}");
    }
}

#[test]
fn commands_list_and_remove_keys() {
    let house = open();
    let shop = &house.shop;
    let mut owner = house.owner();
    let (mut ben, mut phone) = key_holder(&house, "ben@example.com", "packing");
    add(&house, &mut owner, &mut device(shop), "Telephone");
    let people = shop.operator(&["staff", "list"]);
    assert_eq!((&people[0]["has_password"], &people[0]["passkeys"]), (&json!(true), &json!(1)));
    assert_eq!((&people[1]["has_password"], &people[1]["passkeys"]), (&json!(false), &json!(1)));
    let text = shop.output(&["staff", "list"]);
    assert!(text.contains("password, 1 passkey"), "{text}");
    let keys = shop.operator(&["staff", "keys", "ben@example.com"]);
    assert_eq!((&keys[0]["rp_id"], keys.as_array().unwrap().len()), (&json!("localhost"), 1));
    let id = keys[0]["id"].to_string();
    let error = shop.command_error(&["staff", "remove-key", OWNER, &id]);
    assert!(error.contains("shop staff keys"), "{error}");
    let text = shop.output(&["staff", "remove-key", "ben@example.com", &id]);
    assert!(
        text.contains("last way in") && text.contains("shop staff invite --role packing ben@example.com"),
        "{text}"
    );
    assert_eq!(house.refused(&mut ben, "passkey/list", &json!({})), "staff.sign_in_required");
    assert_eq!(sign_in_refused(&mut shop.visitor(), shop, &mut phone), "staff.passkey_wrong");
    let key = shop.operator(&["staff", "keys", OWNER])[0]["id"].to_string();
    let text = shop.output(&["staff", "remove-key", OWNER, &key]);
    assert!(!text.contains("last way in"), "{text}");
    assert_eq!(house.refused(&mut owner, "passkey/list", &json!({})), "staff.sign_in_required", "no key is left");
    let entries = house.audit(&["--noun", "passkey"]);
    assert_eq!(entries.iter().filter(|entry| entry["call"] == "staff remove-key").count(), 2);
}

#[test]
fn keys_of_another_host_open_nothing_and_are_told_before_the_host_takes_force() {
    let folder = seeded_copy();
    let opened = |env: &[(&str, &str)]| House::of(Shop::start(folder.path(), &[OUTBOX_ONLY, env].concat()));
    let mut house = opened(&[]);
    let mut owner = house.owner();
    let mut laptop = device(&house.shop);
    add(&house, &mut owner, &mut laptop, "Laptop");
    let (_, mut phone) = key_holder(&house, "ben@example.com", "packing");
    let unmoved = house.shop.output(&["check"]);
    assert!(!unmoved.contains("console.host:"), "{unmoved}");
    house.shop.stop();

    let moved: [(&str, &str); 1] = [("SHOP__CONSOLE__HOST", "console.shop.example")];
    let (code, told, error) = run(&["check", "--data", folder.path().to_str().unwrap()], &moved);
    assert_eq!(code, Some(0), "{error}");
    assert!(told.contains("2 of its passkeys, of 2 people, were made for localhost"), "{told}");
    assert!(told.contains("1 of these people have no other way in"), "{told}");
    assert!(told.contains("`shop staff invite --role packing ben@example.com`") && !told.contains(OWNER), "{told}");
    // `serve` says it too, and leaves the addresses out.
    let house = opened(&moved);
    let shop = &house.shop;
    assert!(shop.log().contains("2 of its passkeys") && !shop.log().contains("ben@example.com"), "{}", shop.log());
    let session = call(&mut shop.visitor(), shop, "staff/session", &json!({}));
    assert_eq!(session["passkey_host"], "console.shop.example");
    // Not even a browser that would lie about it.
    for device in [&mut phone, &mut laptop] {
        device.origin = "https://console.shop.example".into();
        assert_eq!(sign_in_refused(&mut shop.visitor(), shop, device), "staff.passkey_wrong");
    }
    owner.browser = shop.visitor();
    house.pass(SignedDuration::from_mins(2));
    let claim = house.claim(&owner);
    let own = house.call(&mut owner, "staff/sign_in", &claim);
    assert_eq!((&own["has_password"], &own["passkeys"]), (&json!(true), &json!(0)));
    let item = house.call(&mut owner, "passkey/list", &json!({}))["items"][0].clone();
    assert_eq!((&item["host"], &item["is_usable"]), (&json!("localhost"), &json!(false)));
    assert_eq!(house.refused(&mut owner, "passkey/prove_options", &json!({})), "staff.passkey_not_found");
    house.call(&mut owner, "passkey/remove", &json!({ "id": item["id"] }));
    // A key of the new host works beside it.
    let mut tablet = Authenticator::at("https://console.shop.example");
    add(&house, &mut owner, &mut tablet, "Tablet");
    sign_in(&mut shop.visitor(), shop, &mut tablet);
}

#[test]
fn console_with_an_ip_address_alone_offers_no_passkeys() {
    let house = open_with(&[("SHOP__SERVER__PUBLIC_URL", "http://127.0.0.1:8080")]);
    let shop = &house.shop;
    let mut browser = shop.visitor();
    assert_eq!(call(&mut browser, shop, "staff/session", &json!({}))["passkey_host"], Value::Null);
    assert_eq!(refused(&mut browser, shop, "passkey/sign_in_options", &json!({})), "staff.passkey_no_host");
}
