//! Passkeys of customers over HTTP: login, the proof of who is there, keys of their own, and who cannot use them.

use serde_json::{Value, json};

use crate::support::authenticator::Authenticator;
use crate::support::{OUTBOX_ONLY, PASSWORD, Shop, Visitor, with};

const ADA: &str = "ada@example.com";
const BOB: &str = "bob@example.com";
const ORIGIN: &str = "https://shop.example";

/// A shop that has a host name.
fn open() -> Shop {
    open_with(&[])
}

fn open_with(env: &[(&'static str, &'static str)]) -> Shop {
    let host = [("SHOP__SERVER__PUBLIC_URL", ORIGIN), ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")];
    Shop::open_with(&[OUTBOX_ONLY, &host, env].concat())
}

fn by_password() -> Value {
    json!({ "current_password": PASSWORD })
}

/// Adds a key of the device; answers the customer's keys.
fn add(customer: &mut Visitor, device: &mut Authenticator, name: &str, proof: &Value) -> Value {
    let begun = customer.call("account/passkey_options", &with(proof, json!({ "name": name })));
    let credential = device.make(&begun["options"]);
    let made = json!({ "name": name, "ceremony": begun["ceremony"], "credential": credential });
    customer.call("account/add_passkey", &made)
}

/// A customer with a key on a device.
fn holder(shop: &Shop, email: &str) -> (Visitor, Authenticator) {
    let (mut customer, mut device) = (shop.customer(email), Authenticator::at(ORIGIN));
    add(&mut customer, &mut device, "My phone", &by_password());
    (customer, device)
}

/// What a browser sends once the device has signed.
fn signature(visitor: &mut Visitor, path: &str, device: &mut Authenticator) -> Value {
    let begun = visitor.call(path, &json!({}));
    json!({ "ceremony": begun["ceremony"], "credential": device.sign(&begun["options"]) })
}

fn log_in(visitor: &mut Visitor, device: &mut Authenticator) -> Value {
    let signed = signature(visitor, "customer/login_options", device);
    visitor.call("customer/passkey_login", &signed)
}

fn refused_login(visitor: &mut Visitor, device: &mut Authenticator) -> Value {
    let signed = signature(visitor, "customer/login_options", device);
    visitor.refused("customer/passkey_login", &signed)["error"]["id"].clone()
}

fn names(keys: &Value) -> Vec<&str> {
    keys["items"].as_array().unwrap().iter().map(|key| key["name"].as_str().unwrap()).collect()
}

fn count(shop: &Shop, event: &str) -> usize {
    let events = shop.operator(&["security", "list"]);
    events.as_array().unwrap().iter().filter(|row| row["event"] == event).count()
}

#[test]
fn login_by_passkey_is_as_good_as_by_password() {
    let shop = open();
    let (mut ada, mut device) = holder(&shop, ADA);
    ada.add("TOW-GAN", 1);
    assert_eq!(shop.mail("passkey_added", ADA).unwrap()["name"], "My phone");

    let mut guest = shop.visitor();
    guest.add("TOW-GAN", 2);
    let before = guest.cookies["PHPSESSID"].clone();
    let answer = log_in(&mut guest, &mut device);
    assert_eq!((&answer["email"], &answer["first_name"]), (&json!(ADA), &json!("Claire")));
    assert_eq!(answer["email_proved"], false, "a key proves no mailbox");
    assert_ne!(guest.cookies["PHPSESSID"], before, "the session's token changes");
    assert_eq!(guest.cookies["isLogin"], "1");
    assert_eq!(guest.call("cart", &json!({}))["total_qty"], 3, "the guest's bag has come along");
    let keys = guest.call("account/passkeys", &json!({}));
    assert!(keys["items"][0]["used_at"].is_string() && keys["items"][0]["is_usable"] == true);
    assert_eq!(count(&shop, "logged_in"), 2);
    // Again, on the same device.
    log_in(&mut shop.visitor(), &mut device);
}

#[test]
fn keys_are_added_and_removed_by_who_proves_to_be_there() {
    let shop = open();
    let (mut ada, mut phone) = holder(&shop, ADA);
    let id = ada.call("account/passkeys", &json!({}))["items"][0]["id"].clone();
    for (proof, field) in [
        (json!({}), "Enter your current password."),
        (json!({ "current_password": " " }), "Enter your current password."),
        (json!({ "current_password": "guess" }), "The current password is not correct."),
    ] {
        for (path, args) in
            [("account/passkey_options", json!({ "name": "Laptop" })), ("account/remove_passkey", json!({ "id": id }))]
        {
            let answer = ada.refused(path, &with(&args, proof.clone()));
            assert_eq!(answer["error"]["fields"]["current_password"], field, "{path} {proof}");
        }
    }
    // Another key proves it, too: once, and only the customer's own.
    let (mut bob, mut bobs) = holder(&shop, BOB);
    let foreign = json!({ "name": "Laptop", "proof": signature(&mut ada, "account/proof_options", &mut bobs) });
    assert_eq!(ada.refused("account/passkey_options", &foreign)["error"]["id"], "passkey.wrong");
    let proof = json!({ "proof": signature(&mut ada, "account/proof_options", &mut phone) });
    let mut laptop = Authenticator::at(ORIGIN);
    let keys = add(&mut ada, &mut laptop, "Laptop", &proof);
    assert_eq!(names(&keys), ["My phone", "Laptop"]);
    let again = with(&proof, json!({ "id": id }));
    assert_eq!(ada.refused("account/remove_passkey", &again)["error"]["id"], "passkey.ended");

    // Somebody else's key is out of reach.
    let of_bob = bob.call("account/passkeys", &json!({}))["items"][0]["id"].clone();
    ada.call("account/rename_passkey", &json!({ "id": of_bob, "name": "Ada's" }));
    ada.call("account/remove_passkey", &with(&by_password(), json!({ "id": of_bob })));
    assert_eq!(names(&bob.call("account/passkeys", &json!({}))), ["My phone"]);

    for (name, text) in
        [("", "Enter a name for the passkey."), ("x".repeat(51).as_str(), "Enter at most 50 characters.")]
    {
        let answer = ada.refused("account/rename_passkey", &json!({ "id": id, "name": name }));
        assert_eq!(answer["error"]["fields"]["name"], text);
    }
    assert_eq!(
        names(&ada.call("account/rename_passkey", &json!({ "id": id, "name": " Old phone " }))),
        ["Old phone", "Laptop"]
    );
    // Twice is as good as once; the mail goes out once.
    for _ in 0..2 {
        let left = ada.call("account/remove_passkey", &with(&by_password(), json!({ "id": id })));
        assert_eq!(names(&left), ["Laptop"]);
    }
    assert_eq!(shop.mail("passkey_removed", ADA).unwrap()["name"], "Old phone");
    assert_eq!((count(&shop, "passkey_added"), count(&shop, "passkey_removed")), (3, 1));
    assert_eq!(refused_login(&mut shop.visitor(), &mut phone), "passkey.wrong");
    log_in(&mut shop.visitor(), &mut laptop);
    for path in ["passkeys", "proof_options", "passkey_options", "add_passkey", "rename_passkey", "remove_passkey"] {
        assert_eq!(
            shop.visitor().refused(&format!("account/{path}"), &json!({}))["message"],
            "login required",
            "{path}"
        );
    }
}

#[test]
fn ceremonies_are_good_once_for_their_session_and_purpose() {
    let shop = open();
    let (mut ada, mut device) = holder(&shop, ADA);
    let mut guest = shop.visitor();
    let signed = signature(&mut guest, "customer/login_options", &mut device);
    // Not in another browser, to which somebody has given it.
    let mut other = shop.visitor();
    other.call("cart/sidebar", &json!({}));
    assert_eq!(other.refused("customer/passkey_login", &signed)["error"]["id"], "passkey.ended");
    guest.call("customer/passkey_login", &signed);
    assert_eq!(guest.clone().refused("customer/passkey_login", &signed)["error"]["id"], "passkey.ended", "replayed");

    // What was signed for a login proves nothing else, and the other way round.
    let login = signature(&mut ada, "customer/login_options", &mut device);
    let args = json!({ "name": "Laptop", "proof": login });
    assert_eq!(ada.refused("account/passkey_options", &args)["error"]["id"], "passkey.ended");
    let proof = signature(&mut ada, "account/proof_options", &mut device);
    assert_eq!(ada.refused("customer/passkey_login", &proof)["error"]["id"], "passkey.ended");
    for broken in
        [json!({}), json!({ "ceremony": "x", "credential": {} }), json!({ "ceremony": "x", "credential": "y" })]
    {
        assert_eq!(shop.visitor().refused("customer/passkey_login", &broken)["error"]["id"], "passkey.wrong");
    }
    // Two tabs of one browser each have theirs.
    let mut tabs = shop.visitor();
    let first = tabs.call("customer/login_options", &json!({}));
    tabs.call("customer/login_options", &json!({}));
    let signed = json!({ "ceremony": first["ceremony"], "credential": device.sign(&first["options"]) });
    tabs.call("customer/passkey_login", &signed);
    // A changed password ends them with the sessions.
    let begun = ada.call("account/passkey_options", &with(&by_password(), json!({ "name": "Laptop" })));
    let form = json!({ "current_password": PASSWORD, "password": "calm-lake-1875", "password_confirmation": "calm-lake-1875" });
    ada.call("account/password", &form);
    ada.log_in(ADA, "calm-lake-1875");
    let made = json!({ "name": "Laptop", "ceremony": begun["ceremony"], "credential": Authenticator::at(ORIGIN).make(&begun["options"]) });
    assert_eq!(ada.refused("account/add_passkey", &made)["error"]["id"], "passkey.ended");
}

#[test]
fn copies_other_hosts_and_unverified_users_are_refused() {
    let shop = open();
    let (_, mut device) = holder(&shop, ADA);
    let mut copy = device.clone();
    log_in(&mut shop.visitor(), &mut device);
    assert_eq!(refused_login(&mut shop.visitor(), &mut copy), "passkey.wrong", "its counter went back");
    assert_eq!(count(&shop, "passkey_copied"), 1);
    let mut foreign = device.clone();
    foreign.origin = "https://shop.example.evil.example".into();
    foreign.counter += 10;
    assert_eq!(refused_login(&mut shop.visitor(), &mut foreign), "passkey.wrong");
    let mut thief = device.clone();
    thief.verifies = false;
    thief.counter += 20;
    assert_eq!(refused_login(&mut shop.visitor(), &mut thief), "passkey.wrong");
    device.counter += 30;
    log_in(&mut shop.visitor(), &mut device);
}

#[test]
fn wrong_signatures_are_limited_as_wrong_passwords_are() {
    let shop = open_with(&[("SHOP__ACCOUNTS__FAILURES_PER_ACCOUNT", "3")]);
    let (_, device) = holder(&shop, ADA);
    let mut forger = device.clone();
    forger.origin = "https://evil.example".into();
    let mut thief = shop.visitor().from("203.0.113.7");
    for guess in 0..5 {
        let wanted = if guess < 3 { "passkey.wrong" } else { "login.disabled" };
        assert_eq!(refused_login(&mut thief, &mut forger), wanted, "{guess}");
    }
    // The password has a bucket of its own.
    shop.visitor().log_in(ADA, PASSWORD);
    assert_eq!((count(&shop, "login_failed"), count(&shop, "login_refused")), (3, 1));
}

#[test]
fn keys_are_exported_and_go_with_the_account() {
    let shop = open();
    let (mut ada, mut device) = holder(&shop, ADA);
    let exported = ada.call("account/export", &json!({}));
    let text = exported.to_string();
    assert!(text.contains("My phone") && text.contains("shop.example"), "{text}");
    shop.output(&["customer", "delete", ADA, "--yes"]);
    assert_eq!(refused_login(&mut shop.visitor(), &mut device), "passkey.wrong");
    assert_eq!(shop.count("SELECT COUNT(*) FROM customer_passkey"), 0);
}

#[test]
fn key_of_a_stranger_who_opened_the_account_goes_with_the_first_mailed_link() {
    let shop = open();
    let (_, mut strangers) = holder(&shop, ADA);
    let reset = |password: &str| {
        shop.visitor().call("account/forgot", &json!({ "email": ADA }));
        let url = shop.mail("password_reset", ADA).unwrap()["url"].as_str().unwrap().to_owned();
        let (_, token) = url.split_once("token=").unwrap();
        let form = json!({ "token": token, "password": password, "password_confirmation": password });
        shop.visitor().call("account/reset", &form);
    };
    reset("calm-lake-1875");
    assert_eq!(refused_login(&mut shop.visitor(), &mut strangers), "passkey.wrong");
    assert_eq!(count(&shop, "passkey_removed"), 1);

    // Those of the mailbox's owner outlive a forgotten password.
    let (mut ada, mut own) = (shop.visitor(), Authenticator::at(ORIGIN));
    ada.log_in(ADA, "calm-lake-1875");
    add(&mut ada, &mut own, "Laptop", &json!({ "current_password": "calm-lake-1875" }));
    reset("third-lake-1876");
    log_in(&mut shop.visitor(), &mut own);
}

#[test]
fn operator_logs_a_customer_out_everywhere() {
    let shop = open();
    let (mut ada, mut device) = holder(&shop, ADA);
    let show = || shop.operator(&["customer", "show", ADA]);
    assert_eq!((&show()["account"]["sessions"], &show()["account"]["passkeys"]), (&json!(1), &json!(1)));
    shop.output(&["customer", "end-sessions", ADA]);
    assert_eq!(ada.refused("account/info", &json!({}))["message"], "login required");
    log_in(&mut ada, &mut device);
    let passkey = show()["account"]["passkey_list"][0].clone();
    assert_eq!(passkey["name"], "My phone");
    let mut other = Authenticator::at(ORIGIN);
    add(&mut ada, &mut other, "Laptop", &by_password());
    shop.operator(&["customer", "remove-passkey", ADA, &passkey["id"].to_string()]);
    assert_eq!(refused_login(&mut shop.visitor(), &mut device), "passkey.wrong");
    assert_eq!(shop.mail("passkey_removed", ADA).unwrap()["name"], "My phone");
    log_in(&mut ada, &mut other);
    let mut device = other;
    let ended = shop.operator(&["customer", "end-sessions", ADA, "--passkeys"]);
    assert_eq!((&ended["sessions_ended"], &ended["passkeys_removed"]), (&json!(1), &json!(1)));
    assert_eq!(refused_login(&mut shop.visitor(), &mut device), "passkey.wrong");
    shop.visitor().log_in(ADA, PASSWORD);
    assert!(shop.command_error(&["customer", "end-sessions", "nobody@example.com"]).contains("neither an account"));
}

#[test]
fn none_is_offered_at_an_ip_address() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer(ADA);
    assert_eq!(ada.call("account/passkeys", &json!({})), json!({ "items": [], "is_offered": false }));
    let args = with(&by_password(), json!({ "name": "Laptop" }));
    assert_eq!(ada.refused("account/passkey_options", &args)["error"]["id"], "passkey.not_offered");
    assert_eq!(shop.visitor().refused("customer/login_options", &json!({}))["error"]["id"], "passkey.not_offered");
    assert!(shop.visitor().get("/en/login").body.contains("\"passkeys\":false"));
}

#[test]
fn a_customer_has_twenty_keys_at_most() {
    let shop = open();
    let mut ada = shop.customer(ADA);
    for number in 0..20 {
        add(&mut ada, &mut Authenticator::at(ORIGIN), &format!("Key {number}"), &by_password());
    }
    let args = with(&by_password(), json!({ "name": "One more" }));
    assert_eq!(ada.refused("account/passkey_options", &args)["error"]["id"], "passkey.too_many");
}
