//! Customers over HTTP: accounts, login, passwords, throttling, deletion and export.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use shop::db::Val;
use shop::vals;

use crate::support::{OUTBOX_ONLY, PASSWORD, Shop, Visitor, eventually, registration};

const CLAIRE: &str = "claire.martin@example.com";
const DORA: &str = "dora.winter@example.com";
const INCORRECT: &str = "Your email or password was entered incorrectly";
const DISABLED: &str = "You did not sign in correctly or your account is temporarily disabled";

fn open() -> Shop {
    Shop::open_with(OUTBOX_ONLY)
}

fn open_with(env: &[(&'static str, &'static str)]) -> Shop {
    Shop::open_with(&[OUTBOX_ONLY, env].concat())
}

fn login(email: &str, password: &str) -> Value {
    json!({ "email": email, "password": password })
}

fn is_logged_in(visitor: &mut Visitor) -> bool {
    visitor.send("account/info", &json!({}))["code"] == "1"
}

/// The token in the latest mail of this template.
fn link(shop: &Shop, template: &str, email: &str) -> String {
    let url = shop.mail(template, email).unwrap()["url"].as_str().unwrap().to_owned();
    url.split_once("/account/setPassword?token=").unwrap().1.to_owned()
}

fn reset(token: &str, password: &str) -> Value {
    json!({ "token": token, "password": password, "password_confirmation": password })
}

fn later(moment: Timestamp, by: SignedDuration) -> String {
    (moment + by).to_string()
}

fn minutes(n: i64) -> SignedDuration {
    SignedDuration::from_mins(n)
}

// ── Registration ────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn registration_creates_an_account_and_logs_in() {
    let shop = open();
    let mut visitor = shop.visitor().speaking("fr");
    visitor.add("TOW-GAN", 1);
    let before = visitor.cookies["PHPSESSID"].clone();
    let mut form = registration("  Claire.Martin@Example.com ");
    form["member_card"] = json!("1234 5678-1234 5678");
    form["first_name"] = json!("  Clémence ");
    let user = visitor.call("customer/create", &form);
    assert_eq!(user["email"], "Claire.Martin@Example.com");
    assert_eq!((&user["first_name"], &user["last_name"]), (&json!("Clémence"), &json!("Martin")));
    assert_eq!((&user["member_card"], &user["deletion"]), (&json!("1234567812345678"), &Value::Null));
    assert_ne!(visitor.cookies["PHPSESSID"], before, "a new session");
    assert_eq!(visitor.cookies["isLogin"], "1");
    assert!(!visitor.cookies.contains_key("firstName"), "no functional cookie before consent");
    let info = visitor.call("account/info", &json!({}));
    assert_eq!(info["email"], user["email"]);
    assert_eq!(
        visitor.call("membercard/index", &json!({})),
        json!({ "member_card": "1234567812345678", "points_due": 0, "points_pending": 0 })
    );
    let mail = shop.mail("welcome", "Claire.Martin@Example.com").unwrap();
    assert_eq!(mail["first_name"], "Clémence");
    assert_eq!(mail["url"], format!("{}/fr/account", shop.url));
}

#[test]
fn registration_reports_every_invalid_field() {
    let shop = open();
    let refused = shop.visitor().refused("customer/create", &json!({}));
    assert_eq!(refused["error"]["id"], "form.problem");
    let told = refused["error"]["fields"].as_object().unwrap();
    let fields: BTreeSet<&str> = told.keys().map(String::as_str).collect();
    let all = ["email", "first_name", "last_name", "password", "password_confirmation", "terms"];
    assert_eq!(fields, BTreeSet::from(all));
    let cases: &[(&str, Value, &str, &str)] = &[
        ("email", json!(""), "email", "Please enter a valid email address."),
        (
            "email",
            json!("claire@example"),
            "email",
            "Please enter a valid email address. For example name@example.com.",
        ),
        ("first_name", json!(" "), "first_name", "Enter your first name."),
        (
            "last_name",
            json!("<b>"),
            "last_name",
            "This last name contains characters that cannot be printed on a label, such as < or >.",
        ),
        ("member_card", json!("123456781234567"), "member_card", "Please enter a valid ALL Member Card Number."),
        ("password", json!(" 12345 "), "password", "Enter a password of 6 characters or more."),
        (
            "password",
            json!("Password1"),
            "password",
            "This password is among the most common ones. Please choose another.",
        ),
        ("password_confirmation", json!(""), "password_confirmation", "Enter the password a second time."),
        (
            "password_confirmation",
            json!("quiet-lake-1875"),
            "password_confirmation",
            "The two passwords are not the same.",
        ),
        (
            "terms",
            json!(false),
            "terms",
            "Please accept the terms and confirm that you have read the privacy statement to create an account.",
        ),
    ];
    for (field, value, at, text) in cases {
        let mut form = registration(CLAIRE);
        form[field] = value.clone();
        let refused = shop.visitor().refused("customer/create", &form);
        assert_eq!(refused["error"]["fields"], json!({ (*at): text }), "{field} {value}");
        assert_eq!(refused["message"], *text);
    }
    let rows: i64 = shop.database().one("SELECT count(*) FROM customer", vals![]).unwrap();
    assert_eq!(rows, 0);
}

#[test]
fn email_has_one_account_regardless_of_case() {
    let shop = open();
    shop.visitor().register(CLAIRE);
    for email in [CLAIRE, "CLAIRE.Martin@EXAMPLE.com", "\u{200b}claire.martin@example.com "] {
        let refused = shop.visitor().refused("customer/create", &registration(email));
        assert_eq!(refused["message"], "There is already an account with this email address.", "{email}");
        assert!(refused["error"]["fields"]["email"].is_string());
    }
    // Of concurrent registrations one succeeds.
    let outcomes: Vec<Value> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| shop.visitor().send("customer/create", &registration("crowd@example.com"))))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(outcomes.iter().filter(|answer| answer["code"] == "1").count(), 1);
    assert!(outcomes.iter().all(|answer| answer["code"] == "1" || answer["error"]["id"] == "customer.exists"));
}

#[test]
fn password_in_the_query_is_ignored() {
    let shop = open();
    shop.visitor().register(CLAIRE);
    let pairs: Vec<(String, String)> = vec![("email".into(), CLAIRE.into()), ("password".into(), PASSWORD.into())];
    let answer = shop.visitor().post("customer/login", &pairs, None, &[]).json();
    assert_eq!((&answer["code"], &answer["error"]["fields"]["password"]), (&json!("0"), &json!("Enter a password.")));
    assert_eq!(shop.visitor().get(&format!("/hah_api/customer/login?email={CLAIRE}&password={PASSWORD}")).status, 405);
}

// ── Login ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn wrong_password_and_unknown_email_get_the_same_answer() {
    let shop = open();
    shop.visitor().register(CLAIRE);
    let hashes = || -> u64 {
        let figures = shop.visitor().get("/metrics").body;
        let line = figures.lines().find(|line| line.starts_with("shop_password_hashes_total")).unwrap().to_owned();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let mut answers = Vec::new();
    for email in [CLAIRE, "nobody@example.com"] {
        let before = hashes();
        let mut answer = shop.visitor().refused("customer/login", &login(email, "wrong-lake-1874"));
        assert_eq!(hashes(), before + 1, "both cost one hash: {email}");
        assert_eq!(answer["message"], INCORRECT);
        answers.push(answer["error"].take());
    }
    assert_eq!(answers[0], answers[1]);
    let cases = [("", PASSWORD, "email"), ("claire", PASSWORD, "email"), (CLAIRE, "  ", "password")];
    for (email, password, field) in cases {
        let refused = shop.visitor().refused("customer/login", &login(email, password));
        assert!(refused["error"]["fields"][field].is_string(), "{field}: {refused}");
    }
    let mut claire = shop.visitor();
    let user = claire.log_in("CLAIRE.MARTIN@example.com", &format!("  {PASSWORD} "));
    assert_eq!(user["first_name"], "Claire", "case of the address and blanks around the password are ignored");
    assert!(is_logged_in(&mut claire));
}

#[test]
fn login_rotates_the_session_against_fixation() {
    let shop = open();
    shop.visitor().register(CLAIRE);
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    let mut thief = shop.visitor();
    thief.add("TOW-GAN", 1);
    let planted = thief.cookies["PHPSESSID"].clone();
    let mut victim = thief.clone();
    victim.log_in(CLAIRE, PASSWORD);
    assert_ne!(victim.cookies["PHPSESSID"], planted);
    // The planted token is logged out, and its answer sets no cookie that could overwrite the new one.
    let answer = thief.post("account/info", &[], None, &[]);
    assert_eq!(answer.json()["message"], "login required");
    assert!(!answer.headers.get("set-cookie").into_iter().flatten().any(|line| line.starts_with("PHPSESSID=")));
    let answer = thief.post("cart/sidebar", &[], None, &[]);
    assert_eq!(answer.json()["data"]["total_qty"], 0);
    assert!(!answer.headers.get("set-cookie").into_iter().flatten().any(|line| line.starts_with("PHPSESSID=")));
    // A write that races with the login is refused.
    assert_eq!(thief.send("cart/add", &json!({ "sku": "TOW-GAN", "qty": 1 }))["code"], "0");
    shop.set_clock(&later(now, minutes(5)));
    thief.add("TOW-GAN", 1);
    assert_ne!(thief.cookies["PHPSESSID"], planted, "after the grace period the token is unknown");
    assert!(!is_logged_in(&mut thief) && is_logged_in(&mut victim));
}

#[test]
fn logout_ends_the_session_and_clears_cookies() {
    let shop = open();
    let mut claire = shop.visitor();
    claire.cookies.insert("cookieConsent".into(), "essential.functional".into());
    claire.register(CLAIRE);
    assert_eq!((claire.cookies["firstName"].as_str(), claire.cookies["isSubscribed"].as_str()), ("Claire", "0"));
    claire.add("TOW-GAN", 2);
    let mut stolen = claire.clone();
    let answer = claire.post("customer/logout", &[], None, &[]);
    assert_eq!(answer.json()["data"]["message"]["id"], "login.logged_out");
    let cookies = &answer.headers["set-cookie"];
    for (start, end) in [("firstName=;", "; Max-Age=0"), ("isSubscribed=;", "; Max-Age=0"), ("isLogin=0;", "")] {
        let is_gone =
            |cookie: &String| cookie.starts_with(start) && cookie.contains("; Path=/") && cookie.ends_with(end);
        assert!(cookies.iter().any(is_gone), "{start}: {cookies:?}");
    }
    assert!(!is_logged_in(&mut claire) && !is_logged_in(&mut stolen), "a copied cookie is logged out too");
    assert_eq!(claire.call("cart", &json!({}))["total_qty"], 0, "the cart stays with the customer");
    // Logging out as a guest is no error and keeps the guest's cart.
    claire.add("TOW-GAN", 1);
    claire.call("customer/logout", &json!({}));
    assert_eq!(claire.call("cart/sidebar", &json!({}))["total_qty"], 1);
}

#[test]
fn is_login_cookie_is_corrected_by_any_call() {
    let shop = open();
    let mut visitor = shop.visitor();
    visitor.cookies.insert("isLogin".into(), "1".into());
    let refused = visitor.refused("account/info", &json!({}));
    assert_eq!((&refused["message"], &refused["error"]["id"]), (&json!("login required"), &json!("login.required")));
    assert_eq!(visitor.cookies["isLogin"], "0");
    // Any other call corrects it too.
    visitor.cookies.insert("isLogin".into(), "1".into());
    visitor.call("cart/sidebar", &json!({}));
    assert_eq!(visitor.cookies["isLogin"], "0");
    // Logged in without the cookie: set again.
    visitor.register(CLAIRE);
    visitor.cookies.remove("isLogin");
    visitor.call("cart/sidebar", &json!({}));
    assert_eq!(visitor.cookies["isLogin"], "1");
}

#[test]
fn sliding_session_renews_its_cookies() {
    let shop = open();
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    let mut claire = shop.customer(CLAIRE);
    let token = claire.cookies["PHPSESSID"].clone();
    shop.set_clock(&later(now, SignedDuration::from_hours(29 * 24)));
    let answer = claire.post("cart/sidebar", &[], None, &[]);
    let cookies = &answer.headers["set-cookie"];
    assert!(
        cookies
            .iter()
            .any(|cookie| cookie.starts_with(&format!("PHPSESSID={token};")) && cookie.contains("Max-Age=2592000"))
    );
    assert!(cookies.iter().any(|cookie| cookie.starts_with("isLogin=1") && cookie.contains("Max-Age=2592000")));
    shop.set_clock(&later(now, SignedDuration::from_hours(58 * 24)));
    assert!(is_logged_in(&mut claire));
}

#[test]
fn session_ends_after_its_absolute_life_however_often_it_is_used() {
    let shop = open_with(&[("SHOP__SESSION__DAYS", "20"), ("SHOP__SESSION__MOST_DAYS", "50")]);
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    let mut claire = shop.customer(CLAIRE);
    let after = |days: i64| shop.set_clock(&later(now, SignedDuration::from_hours(24 * days)));
    for day in [15, 30, 45] {
        after(day);
        claire.call("cart/sidebar", &json!({}));
        assert!(is_logged_in(&mut claire), "day {day}");
    }
    after(51);
    assert!(!is_logged_in(&mut claire));
    assert_eq!(claire.cookies["isLogin"], "0");
    claire.log_in(CLAIRE, PASSWORD);
    after(66);
    assert!(is_logged_in(&mut claire), "a login begins it anew");
}

#[test]
fn customers_see_where_they_are_logged_in_and_log_out_there() {
    let shop = open();
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    let mut claire = shop.customer(CLAIRE);
    claire.add("TOW-GAN", 2);
    let mut telephone = shop.visitor();
    let iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
    let form = login(CLAIRE, PASSWORD).to_string();
    telephone.post("customer/login", &[], Some(&form), &[("User-Agent", iphone)]);
    let mut other = shop.customer(DORA);
    shop.set_clock(&later(now, SignedDuration::from_hours(48)));
    claire.call("cart/sidebar", &json!({}));

    let listed = claire.call("account/sessions", &json!({}));
    let items = listed["items"].as_array().unwrap();
    assert_eq!(items.len(), 2, "{items:?}");
    assert_eq!((&items[0]["is_current"], &items[1]["is_current"]), (&json!(true), &json!(false)));
    assert_eq!(items[1]["browser"], "Safari, iPhone");
    assert!(items[0]["seen_at"].as_str() > items[1]["seen_at"].as_str());
    assert_eq!(items[0]["logged_in_at"].as_str().map(|at| &at[..10]), Some(&now.to_string()[..10]));

    // Neither one's own nor somebody else's, and no text that is no id.
    let of_other = other.call("account/sessions", &json!({}))["items"][0]["id"].clone();
    for id in [items[0]["id"].clone(), of_other, json!("x"), json!("-1"), json!("")] {
        let left = claire.call("account/end_session", &json!({ "id": id }));
        assert_eq!(left["items"].as_array().unwrap().len(), 2, "{id}");
    }
    assert!(is_logged_in(&mut claire) && is_logged_in(&mut other));

    // Twice is as good as once.
    for _ in 0..2 {
        let left = claire.call("account/end_session", &json!({ "id": items[1]["id"] }));
        assert_eq!(left["items"].as_array().unwrap().len(), 1);
    }
    assert!(!is_logged_in(&mut telephone));
    assert_eq!(telephone.cookies["isLogin"], "0");
    telephone.log_in(CLAIRE, PASSWORD);
    assert_eq!(telephone.call("cart", &json!({}))["total_qty"], 2, "the bag is the customer's");

    let mut third = shop.visitor();
    third.log_in(CLAIRE, PASSWORD);
    let left = third.call("account/end_sessions", &json!({}));
    assert_eq!(left["items"].as_array().unwrap().len(), 1);
    assert!(is_logged_in(&mut third) && !is_logged_in(&mut claire) && !is_logged_in(&mut telephone));
    assert_eq!(third.call("cart", &json!({}))["total_qty"], 2);
    let events = shop.operator(&["security", "list"]);
    let count = |name: &str| events.as_array().unwrap().iter().filter(|event| event["event"] == name).count();
    assert_eq!((count("session_ended"), count("sessions_ended")), (1, 1));
    for path in ["account/sessions", "account/end_session", "account/end_sessions"] {
        assert_eq!(shop.visitor().refused(path, &json!({}))["message"], "login required", "{path}");
    }
}

// ── Throttling ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn ten_failed_logins_lock_an_account_temporarily() {
    let shop = open();
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    shop.visitor().register(CLAIRE);
    for email in [CLAIRE, "nobody@example.com"] {
        for guess in 0..10 {
            let answer = shop.visitor().post(
                "customer/login",
                &[],
                Some(&login(email, &format!("guess-{guess}")).to_string()),
                &[],
            );
            assert_eq!((answer.status, &answer.json()["message"]), (200, &json!(INCORRECT)), "{email} {guess}");
        }
        // Locked with or without an account, and for the right password too.
        let answer = shop.visitor().post("customer/login", &[], Some(&login(email, PASSWORD).to_string()), &[]);
        assert_eq!((answer.status, &answer.json()["message"]), (200, &json!(DISABLED)), "a business answer");
        assert_eq!(answer.json()["error"]["id"], "login.disabled");
    }
    // The token bucket refills with time; a successful login resets it.
    shop.set_clock(&later(now, minutes(2)));
    shop.visitor().log_in(CLAIRE, PASSWORD);
    for _ in 0..10 {
        shop.visitor().refused("customer/login", &login(CLAIRE, "guess"));
    }
    assert_eq!(shop.visitor().refused("customer/login", &login(CLAIRE, PASSWORD))["message"], DISABLED);
    shop.set_clock(&later(now, minutes(20)));
    shop.visitor().log_in(CLAIRE, PASSWORD);
}

#[test]
fn concurrent_login_failures_are_all_counted() {
    let shop = open();
    shop.visitor().register(CLAIRE);
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..100)
            .map(|guess| {
                let shop = &shop;
                scope.spawn(move || shop.visitor().send("customer/login", &login(CLAIRE, &format!("guess-{guess}"))))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let told = |text: &str| answers.iter().filter(|answer| answer["message"] == text).count();
    assert!(told(INCORRECT) <= 10, "{}", told(INCORRECT));
    assert_eq!(told(INCORRECT) + told(DISABLED), 100);
}

#[test]
fn failed_logins_are_limited_per_network() {
    let shop = open_with(&[
        ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
        ("SHOP__ACCOUNTS__FAILURES_PER_NETWORK", "5"),
        ("SHOP__LIMITS__WRITES_PER_MINUTE", "1000"),
    ]);
    shop.visitor().register(CLAIRE);
    let from = |address: &str, email: &str, password: &str| {
        let body = login(email, password).to_string();
        let answer = shop.visitor().post("customer/login", &[], Some(&body), &[("X-Forwarded-For", address)]);
        answer.json()["message"].as_str().unwrap().to_owned()
    };
    for guess in 0..5 {
        assert_eq!(from("203.0.113.7", &format!("someone{guess}@example.com"), "guess"), INCORRECT);
    }
    assert_eq!(from("203.0.113.7", CLAIRE, PASSWORD), DISABLED);
    assert_eq!(from("203.0.113.8", CLAIRE, PASSWORD), "", "another network is not affected");
    // An IPv6 /64 is one network.
    for guess in 0..5 {
        let address = format!("2001:db8:1:1::{guess}");
        assert_eq!(from(&address, &format!("other{guess}@example.com"), "guess"), INCORRECT);
    }
    assert_eq!(from("2001:db8:1:1:ffff::1", CLAIRE, PASSWORD), DISABLED);
    assert_eq!(from("2001:db8:1:2::1", CLAIRE, PASSWORD), "");
    // Successful logins take no token.
    for _ in 0..8 {
        assert_eq!(from("203.0.113.9", CLAIRE, PASSWORD), "");
    }
}

#[test]
fn known_device_logs_in_while_others_guess() {
    let shop =
        open_with(&[("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"), ("SHOP__LIMITS__WRITES_PER_MINUTE", "1000")]);
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    let from = |visitor: &mut Visitor, address: &str, email: &str, password: &str| {
        let body = login(email, password).to_string();
        let answer = visitor.post("customer/login", &[], Some(&body), &[("X-Forwarded-For", address)]);
        answer.json()["message"].as_str().unwrap().to_owned()
    };
    let mut owner = shop.customer(CLAIRE);
    let cookie = owner.cookies["device"].clone();
    assert!(!cookie.contains("claire"), "{cookie}");
    owner.call("customer/logout", &json!({}));
    let mut other = shop.customer("other@example.com");
    for guess in 0..12 {
        let message = from(&mut shop.visitor(), "203.0.113.7", CLAIRE, &format!("guess-{guess}"));
        assert_eq!(message, if guess < 10 { INCORRECT } else { DISABLED });
    }
    // An unknown device is throttled, in any network; so is one whose cookie is forged or belongs to another account.
    assert_eq!(from(&mut shop.visitor(), "203.0.113.8", CLAIRE, PASSWORD), DISABLED);
    assert_eq!(from(&mut other, "203.0.113.8", CLAIRE, PASSWORD), DISABLED);
    for forged in [cookie.replacen('.', "0.", 1), cookie[..cookie.len() - 1].to_owned(), String::new()] {
        let mut forger = shop.visitor();
        forger.cookies.insert("device".into(), forged);
        assert_eq!(from(&mut forger, "203.0.113.8", CLAIRE, PASSWORD), DISABLED);
    }
    // The known device has a bucket of its own, which its failures use up, even in the guesser's network.
    for _ in 0..9 {
        assert_eq!(from(&mut owner, "203.0.113.7", CLAIRE, "typo"), INCORRECT);
    }
    assert_eq!(from(&mut owner, "203.0.113.7", CLAIRE, PASSWORD), "");
    assert_ne!(owner.cookies["device"], cookie, "each login gives a new one");
    for _ in 0..10 {
        assert_eq!(from(&mut owner, "203.0.113.7", CLAIRE, "typo"), INCORRECT);
    }
    assert_eq!(from(&mut owner, "203.0.113.7", CLAIRE, PASSWORD), DISABLED);
    // Its logins give guessers nothing back.
    assert_eq!(from(&mut shop.visitor(), "203.0.113.9", CLAIRE, PASSWORD), DISABLED);
}

#[test]
fn device_cookie_is_for_calls_only_and_not_for_scripts() {
    let shop = open();
    let mut claire = shop.visitor();
    let answer = claire.post("customer/create", &[], Some(&registration(CLAIRE).to_string()), &[]);
    let lines: Vec<&String> = answer.headers["set-cookie"].iter().filter(|line| line.starts_with("device=")).collect();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].ends_with("; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000"), "{lines:?}");
    let answer = claire.post("customer/logout", &[], None, &[]);
    assert!(!answer.headers["set-cookie"].iter().any(|line| line.starts_with("device=")), "it outlives the logout");
}

#[test]
fn full_hashing_queue_answers_503_and_counts_no_failure() {
    let shop = open_with(&[("SHOP__ACCOUNTS__HASH_QUEUE", "1"), ("SHOP__ACCOUNTS__HASH_THREADS", "1")]);
    shop.set_clock(&Timestamp::now().to_string());
    shop.visitor().register(CLAIRE);
    let guess = || {
        let body = login(CLAIRE, "guess").to_string();
        shop.visitor().post("customer/login", &[], Some(&body), &[])
    };
    let answers: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..40).map(|_| scope.spawn(guess)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let full: Vec<_> = answers.iter().filter(|answer| answer.status == 503).collect();
    assert!(!full.is_empty(), "the queue was never full");
    for answer in full {
        assert!(answer.header("retry-after").is_some());
        assert_eq!(answer.json()["error"]["id"], "error.try_later");
    }
    let is_incorrect = |answer: &crate::support::Answer| answer.status == 200 && answer.json()["message"] == INCORRECT;
    let mut failures = answers.iter().filter(|answer| is_incorrect(answer)).count();
    // All ten failures are left to those whose password was compared.
    while is_incorrect(&guess()) {
        failures += 1;
    }
    assert_eq!(failures, 10);
}

#[test]
fn wrong_current_passwords_lock_the_account() {
    let shop = open();
    let mut claire = shop.customer(CLAIRE);
    let form = |current: &str| json!({ "current_password": current, "password": "calm-lake-1875", "password_confirmation": "calm-lake-1875" });
    for guess in 0..4 {
        let refused = claire.refused("account/password", &form(&format!("guess-{guess}")));
        assert_eq!(refused["error"]["fields"], json!({ "current_password": "The current password is not correct." }));
        assert_eq!(
            claire.refused("account/delete", &json!({ "password": "guess" }))["error"]["fields"],
            json!({ "password": "The current password is not correct." })
        );
    }
    let moved = json!({ "first_name": "C", "last_name": "M", "email": "new@example.com", "member_card": "", "current_password": "guess" });
    claire.refused("account/update", &moved);
    claire.refused("account/update", &moved);
    assert_eq!(
        claire.refused("account/password", &form(PASSWORD))["message"],
        DISABLED,
        "all of them share one bucket"
    );
    assert!(is_logged_in(&mut claire));
}

// ── Forgotten and changed passwords ─────────────────────────────────────────────────────────────────────────────────

#[test]
fn password_reset_request_does_not_reveal_accounts() {
    let shop = open();
    shop.visitor().speaking("de").register(CLAIRE);
    let mut answers = BTreeSet::new();
    for email in [CLAIRE, "nobody@example.com"] {
        let answer = shop.visitor().call("account/forgot", &json!({ "email": email }));
        answers.insert(answer.to_string());
    }
    assert_eq!(answers.len(), 1);
    let told = answers.first().unwrap();
    assert!(
        told.contains("If we recognise this email address, a message with a link to reset the password is on its way.")
    );
    let mail = shop.mail("password_reset", CLAIRE).unwrap();
    assert!(mail["url"].as_str().unwrap().starts_with(&format!("{}/de/account/setPassword?token=", shop.url)));
    assert!(shop.mail("password_reset", "nobody@example.com").is_none());
    for email in ["", "claire"] {
        let refused = shop.visitor().refused("account/forgot", &json!({ "email": email }));
        assert!(refused["error"]["fields"]["email"].is_string());
    }
    // Three requests per hour, with or without an account.
    for email in [CLAIRE, "nobody@example.com"] {
        shop.visitor().call("account/forgot", &json!({ "email": email }));
        shop.visitor().call("account/forgot", &json!({ "email": email }));
        let refused = shop.visitor().refused("account/forgot", &json!({ "email": email }));
        assert_eq!(
            refused["message"],
            "Too many requests to reset the password. Please wait, or contact our customer service."
        );
    }
}

#[test]
fn reset_link_works_once_and_ends_every_session() {
    let shop = open();
    let mut claire = shop.customer(CLAIRE);
    let mut elsewhere = shop.visitor();
    elsewhere.log_in(CLAIRE, PASSWORD);
    // Failed logins have locked the account.
    for _ in 0..10 {
        shop.visitor().refused("customer/login", &login(CLAIRE, "guess"));
    }
    shop.visitor().call("account/forgot", &json!({ "email": CLAIRE }));
    let earlier = link(&shop, "password_reset", CLAIRE);
    shop.visitor().call("account/forgot", &json!({ "email": CLAIRE }));
    let token = link(&shop, "password_reset", CLAIRE);
    assert_ne!(earlier, token);
    assert_eq!(token.len(), 64, "256 bits");

    let mut visitor = shop.visitor();
    let mismatch = "This link does not match our records. Please ask for a new one.";
    for wrong in ["", "x", &token[1..], &token.to_uppercase(), &format!("{token}0"), "' OR 1=1 --", "\u{0}"] {
        let refused = visitor.refused("account/reset", &reset(wrong, "calm-lake-1875"));
        assert_eq!(refused["message"], mismatch, "{wrong}");
    }
    let refused = visitor.refused("account/reset", &reset(&token, "123456"));
    assert!(refused["error"]["fields"]["password"].is_string(), "a refused password does not use the link up");
    let done = visitor.call("account/reset", &reset(&token, "calm-lake-1875"));
    assert_eq!(done["message"]["message"], "Your password is saved. Please log in again.");
    for used in [&token, &earlier] {
        assert_eq!(visitor.refused("account/reset", &reset(used, "third-lake-1876"))["message"], mismatch);
    }
    assert!(!is_logged_in(&mut visitor), "the link does not log in");
    assert!(!is_logged_in(&mut claire) && !is_logged_in(&mut elsewhere), "every session ends");
    assert_eq!(shop.visitor().refused("customer/login", &login(CLAIRE, PASSWORD))["message"], INCORRECT);
    shop.visitor().log_in(CLAIRE, "calm-lake-1875");
    assert_eq!(shop.mail("password_changed", CLAIRE).unwrap()["first_name"], "Claire");
}

#[test]
fn reset_link_expires_after_an_hour() {
    let shop = open();
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    shop.visitor().register(CLAIRE);
    shop.visitor().call("account/forgot", &json!({ "email": CLAIRE }));
    let token = link(&shop, "password_reset", CLAIRE);
    shop.set_clock(&later(now, minutes(61)));
    let refused = shop.visitor().refused("account/reset", &reset(&token, "calm-lake-1875"));
    assert_eq!(refused["message"], "This link has expired. Please ask for a new one.");
    shop.set_clock(&later(now, minutes(58)));
    shop.visitor().call("account/reset", &reset(&token, "calm-lake-1875"));
}

#[test]
fn concurrent_use_of_a_reset_link_sets_one_password() {
    let shop = open();
    shop.visitor().register(CLAIRE);
    shop.visitor().call("account/forgot", &json!({ "email": CLAIRE }));
    let token = link(&shop, "password_reset", CLAIRE);
    let done: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6)
            .map(|n| {
                let (shop, token) = (&shop, &token);
                scope.spawn(move || {
                    shop.visitor().send("account/reset", &reset(token, &format!("race-lake-{n}")))["code"] == "1"
                })
            })
            .collect();
        threads.into_iter().filter(|_| true).map(|thread| usize::from(thread.join().unwrap())).sum()
    });
    assert_eq!(done, 1);
}

#[test]
fn password_change_ends_every_session() {
    let shop = open();
    let mut claire = shop.customer(CLAIRE);
    let mut elsewhere = shop.visitor();
    elsewhere.log_in(CLAIRE, PASSWORD);
    let form = |current: &str, new: &str, again: &str| json!({ "current_password": current, "password": new, "password_confirmation": again });
    let cases = [
        (form("", "calm-lake-1875", "calm-lake-1875"), "current_password", "Enter your current password."),
        (form(PASSWORD, "short", "short"), "password", "Enter a password of 6 characters or more."),
        (
            form(PASSWORD, "calm-lake-1875", "calm-lake-1876"),
            "password_confirmation",
            "The two passwords are not the same.",
        ),
        (form("calm", "calm-lake-1875", "calm-lake-1875"), "current_password", "The current password is not correct."),
    ];
    for (form, field, text) in cases {
        assert_eq!(claire.refused("account/password", &form)["error"]["fields"], json!({ field: text }));
    }
    let before = claire.cookies["PHPSESSID"].clone();
    let done = claire.call("account/password", &form(PASSWORD, "calm-lake-1875", " calm-lake-1875 "));
    assert_eq!(done["message"]["message"], "Your password is saved. Please log in again.");
    assert_ne!(claire.cookies["PHPSESSID"], before);
    assert_eq!(claire.cookies["isLogin"], "0");
    assert!(!is_logged_in(&mut claire) && !is_logged_in(&mut elsewhere));
    assert_eq!(shop.visitor().refused("customer/login", &login(CLAIRE, PASSWORD))["message"], INCORRECT);
    claire.log_in(CLAIRE, "calm-lake-1875");
    assert!(shop.mail("password_changed", CLAIRE).is_some());
}

// ── Details ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn email_change_requires_the_password() {
    let shop = open();
    let mut claire = shop.visitor();
    claire.cookies.insert("cookieConsent".into(), "functional".into());
    claire.register(CLAIRE);
    shop.visitor().register("other@example.com");
    shop.visitor().call("account/forgot", &json!({ "email": CLAIRE }));
    let token = link(&shop, "password_reset", CLAIRE);
    let form = |email: &str, current: &str| json!({ "first_name": "Zoé", "last_name": "Müller", "email": email, "member_card": "1111222233334444", "current_password": current });
    let user = claire.call("account/update", &form("Claire.Martin@example.com", ""));
    assert_eq!(
        (&user["first_name"], &user["last_name"], &user["member_card"]),
        (&json!("Zoé"), &json!("Müller"), &json!("1111222233334444"))
    );
    assert_eq!(user["email"], "Claire.Martin@example.com", "a change of case is not a change of address");
    assert_eq!(claire.cookies["firstName"], "Zo%C3%A9");

    assert_eq!(
        claire.refused("account/update", &form("new@example.com", ""))["error"]["fields"],
        json!({ "current_password": "Enter your current password." })
    );
    assert_eq!(
        claire.refused("account/update", &form("OTHER@example.com", PASSWORD))["message"],
        "There is already an account with this email address."
    );
    let user = claire.call("account/update", &form("new@example.com", PASSWORD));
    assert_eq!(user["email"], "new@example.com");
    let mail = shop.mail("email_changed", "Claire.Martin@example.com").unwrap();
    assert_eq!((&mail["new_email"], &mail["first_name"]), (&json!("n…@example.com"), &json!("Zoé")));
    assert_eq!(
        shop.visitor().refused("account/reset", &reset(&token, "calm-lake-1875"))["message"],
        "This link does not match our records. Please ask for a new one.",
        "links sent to the former address are void"
    );
    assert_eq!(shop.visitor().refused("customer/login", &login(CLAIRE, PASSWORD))["message"], INCORRECT);
    shop.visitor().log_in("new@example.com", PASSWORD);
    // Probing for existing addresses is throttled.
    let told: Vec<Value> = (0..4)
        .map(|n| claire.send("account/update", &form(&format!("free{n}@example.com"), PASSWORD))["message"].clone())
        .collect();
    assert_eq!(told[3], "Too many requests in a short time. Please wait a minute and try again.");

    let refused = claire.refused("account/update", &json!({ "email": "x", "member_card": "1" }));
    let fields: BTreeSet<&str> = refused["error"]["fields"].as_object().unwrap().keys().map(String::as_str).collect();
    assert!(fields.is_superset(&BTreeSet::from(["email", "first_name", "last_name", "member_card"])), "{fields:?}");
}

// ── A guest's cart and order survive the login ──────────────────────────────────────────────────────────────────────

#[test]
fn guest_cart_merges_at_login_clamped_to_stock() {
    let shop = open();
    let mut claire = shop.visitor();
    claire.add("TOW-GAN", 1);
    let made = claire.register(CLAIRE);
    assert_eq!(made["bag"], json!({ "total_qty": 1, "added_qty": 1, "notices": [] }));
    assert_eq!(claire.call("cart", &json!({}))["total_qty"], 1);

    let mut phone = shop.visitor();
    phone.add("TOW-GAN", 9);
    phone.add("TOW-LAC-GUE-WHI", 2);
    let answer = phone.log_in(CLAIRE, PASSWORD);
    assert_eq!((&answer["bag"]["total_qty"], &answer["bag"]["added_qty"]), (&json!(12), &json!(11)), "{answer}");
    let mut third = shop.visitor();
    third.add("TOW-GAN", 3);
    let answer = third.log_in(CLAIRE, PASSWORD);
    let notices = answer["bag"]["notices"].as_array().unwrap();
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0]["message"]["id"], "cart.qty_insufficient");
    // The cart belongs to the customer and is the same on every device.
    for visitor in [&mut claire, &mut phone, &mut third] {
        assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 12);
    }
    third.call("customer/logout", &json!({}));
    assert_eq!(third.call("cart/sidebar", &json!({}))["total_qty"], 0);
    assert_eq!(third.log_in(CLAIRE, PASSWORD)["bag"]["added_qty"], 0);
}

#[test]
fn idempotency_key_survives_login() {
    let shop = open();
    shop.visitor().register(CLAIRE);
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let form = visitor.order_form("bank_transfer");
    let placed = visitor.call("checkout/place", &form);
    visitor.log_in(CLAIRE, PASSWORD);
    assert_eq!(
        visitor.call("checkout/place", &form)["order_number"],
        placed["order_number"],
        "the key survives the rotated session"
    );
}

// ── Checkout ────────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn customer_order_is_private_and_saves_address_and_member_card() {
    let shop = open();
    let mut claire = shop.customer(CLAIRE);
    claire.add("TOW-GAN", 2);
    let mut form = claire.order_form("bank_transfer");
    form["shipping_address"]["save_in_address_book"] = json!(true);
    form["member_card"] = json!("1234567812345678");
    let placed = claire.call("checkout/place", &form);
    let number = placed["order_number"].as_str().unwrap();
    let list = claire.call("order/index", &json!({}));
    assert_eq!((&list["total"], &list["items"][0]["order_number"]), (&json!(1), &json!(number)));
    assert_eq!(list["items"][0]["total"], placed["totals"]["total"]);
    let detail = claire.call("order/view", &json!({ "order_number": number }));
    assert_eq!((&detail["status"], &detail["can_cancel"]), (&json!("pending_bank_transfer"), &json!(true)));
    assert_eq!(detail["instructions"]["kind"], "bank_transfer");
    assert_eq!(detail["history"][0]["status"], "pending_bank_transfer");
    let card = claire.call("membercard/index", &json!({}));
    assert_eq!(card["member_card"], "1234567812345678");
    assert!(card["points_pending"].as_i64().unwrap() > 0);
    let book = claire.call("address/index", &json!({}));
    let saved = &book["items"][0];
    assert_eq!(
        (&saved["city"], &saved["default_billing"], &saved["default_shipping"]),
        (&json!("Annecy"), &json!(true), &json!(true))
    );
    assert_eq!(book["items"].as_array().unwrap().len(), 1, "billing is the same address");

    // Another customer's order is answered like an unknown one.
    let mut other = shop.customer("other@example.com");
    let refused = other.refused("order/view", &json!({ "order_number": number }));
    let unknown = other.refused("order/view", &json!({ "order_number": "2026-999999" }));
    assert_eq!(refused, unknown);
    assert_eq!(refused["message"], "We cannot find this order.");
    assert_eq!(other.refused("order/cancel", &json!({ "order_number": number })), unknown);
    assert_eq!(other.call("order/index", &json!({}))["total"], 0);

    let canceled = claire.call("order/cancel", &json!({ "order_number": number }));
    assert_eq!((&canceled["status"], &canceled["can_cancel"]), (&json!("canceled"), &json!(false)));
    assert_eq!(canceled["history"].as_array().unwrap().len(), 2);
    let again = claire.refused("order/cancel", &json!({ "order_number": number }));
    assert_eq!(again["error"]["id"], "order.not_cancelable");
    assert_eq!(claire.call("membercard/index", &json!({}))["points_pending"], 0);
}

#[test]
fn account_at_checkout_does_not_reveal_existing_accounts() {
    let shop = open();
    let mut guest = shop.visitor();
    guest.add("TOW-GAN", 1);
    let mut form = guest.order_form("bank_transfer");
    form["create_account"] = json!(true);
    form["shipping_address"]["save_in_address_book"] = json!(true);
    let placed = guest.call("checkout/place", &form);
    assert!(!is_logged_in(&mut guest), "the address is unverified");
    let mail = shop.mail("password_first", CLAIRE).unwrap();
    assert_eq!((&mail["first_name"], &mail["order_number"]), (&json!("Claire"), &placed["order_number"]));
    assert_eq!(
        shop.visitor().refused("customer/login", &login(CLAIRE, PASSWORD))["message"],
        INCORRECT,
        "no password yet"
    );
    let token = link(&shop, "password_first", CLAIRE);
    assert_ne!(token, placed["token"].as_str().unwrap());
    shop.visitor().call("account/reset", &reset(&token, PASSWORD));
    let mut claire = shop.visitor();
    claire.log_in(CLAIRE, PASSWORD);
    assert_eq!(claire.call("order/index", &json!({}))["items"][0]["order_number"], placed["order_number"]);
    assert_eq!(claire.call("address/index", &json!({}))["items"].as_array().unwrap().len(), 1);

    // With an address that has an account: the same answer, no mail, no order in the account.
    let mut stranger = shop.visitor();
    stranger.add("TOW-GAN", 1);
    let mut form = stranger.order_form("bank_transfer");
    form["create_account"] = json!(true);
    let again = stranger.call("checkout/place", &form);
    let names = |answer: &Value| answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&again), names(&placed));
    assert_eq!(claire.call("order/index", &json!({}))["total"], 1);
    let mails: i64 =
        shop.database().one("SELECT count(*) FROM mail WHERE template = 'password_first'", vals![]).unwrap();
    assert_eq!(mails, 1);
}

// ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn protected_pages_redirect_to_login_with_return_path() {
    let shop = open();
    let mut guest = shop.visitor();
    for (path, back) in [
        ("/en/account", "%2Fen%2Faccount"),
        ("/fr/account/edit", "%2Ffr%2Faccount%2Fedit"),
        ("/en/address", "%2Fen%2Faddress"),
        ("/en/order?page=2&utm=x", "%2Fen%2Forder%3Fpage%3D2"),
        ("/de/order/detail?order_number=2026-000001", "%2Fde%2Forder%2Fdetail%3Forder_number%3D2026-000001"),
    ] {
        guest.cookies.insert("isLogin".into(), "1".into());
        let answer = guest.get(path);
        let lang = &path[1..3];
        assert_eq!(
            (answer.status, answer.header("location")),
            (303, Some(format!("/{lang}/login?return={back}").as_str())),
            "{path}"
        );
        assert_eq!(guest.cookies["isLogin"], "0", "the hint is corrected, which prevents a redirect loop");
    }
}

#[test]
fn login_pages_redirect_customers_to_own_paths_only() {
    let shop = open();
    let mut claire = shop.customer(CLAIRE);
    claire.cookies.insert("isLogin".into(), "0".into());
    for page in ["login", "register", "forgetpwd", "account/setPassword?token=x"] {
        let answer = claire.get(&format!("/en/{page}"));
        assert_eq!((answer.status, answer.header("location")), (303, Some("/en/order")), "{page}");
        assert_eq!(claire.cookies["isLogin"], "1");
    }
    let to = |query: &str, claire: &mut Visitor| {
        claire.get(&format!("/en/login?return={query}")).header("location").unwrap().to_owned()
    };
    assert_eq!(to("%2Ffr%2Fcheckout", &mut claire), "/fr/checkout");
    for evil in [
        "https%3A%2F%2Fevil.example",
        "%2F%2Fevil.example%2Fen",
        "%2F%5Cevil.example",
        "%2Fen%2F..%2F..%2Fhah_api",
        "%2F%09%2Fevil.example",
        "%2Fen%2Flogout",
        "%2Fen%2Flogin%3Freturn%3D%252Fen%252Flogin",
        "javascript%3Aalert(1)",
        "%2Fen%0d%0aSet-Cookie%3A%20x%3D1",
    ] {
        assert_eq!(to(evil, &mut claire), "/en/order", "{evil}");
    }
}

#[test]
fn account_pages_hold_customer_data_and_are_not_cached() {
    let shop = open();
    let mut claire = shop.customer(CLAIRE);
    let placed = claire.place("TOW-GAN", 1, "bank_transfer");
    let number = placed["order_number"].as_str().unwrap();
    let detail = format!("/en/order/detail?order_number={number}");
    for path in ["/en/account", "/en/account/edit", "/en/address", "/en/order", &detail] {
        let answer = claire.get(path);
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")), "{path}");
        assert!(answer.body.contains("\"login\":true"), "{path}");
    }
    assert!(claire.get("/en/account").body.contains(CLAIRE));
    assert!(claire.get(&detail).body.contains(number));
    // The checkout is primed with the customer's details and addresses.
    claire.add("TOW-GAN", 1);
    let checkout = claire.get("/en/checkout").body;
    assert!(checkout.contains("account/info?{}") && checkout.contains("address/index?{}"));
    // Another customer's order and an unknown one answer 404.
    let mut other = shop.customer("other@example.com");
    for path in [detail.as_str(), "/en/order/detail?order_number=2026-999999", "/en/order/detail"] {
        let answer = other.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.contains("Claire") && !answer.body.contains(CLAIRE));
    }
    // A guest's pages hold no customer data.
    let mut guest = shop.visitor();
    for path in ["/en/login", "/en/register", "/en/forgetpwd", "/en/account/setPassword?token=x", "/en/logout"] {
        let answer = guest.get(path);
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")), "{path}");
        assert!(answer.body.contains("\"login\":false") && !answer.body.contains(CLAIRE), "{path}");
    }
    assert!(guest.get("/en").body.contains("\"login\":null"), "a cached public page leaves it open");
}

// ── Deletion and export ─────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn account_is_deleted_after_one_working_day() {
    let shop = open();
    // Friday before Christmas 2026: 25 and 26 December are closing days, then comes a weekend.
    shop.set_clock("2026-12-24T09:00:00Z");
    let mut claire = shop.customer(CLAIRE);
    assert_eq!(claire.refused("account/undelete", &json!({}))["error"]["id"], "account.deletion_none");
    assert_eq!(
        claire.refused("account/delete", &json!({}))["error"]["fields"],
        json!({ "password": "Enter your current password." })
    );
    let user = claire.call("account/delete", &json!({ "password": PASSWORD }));
    assert_eq!(user["deletion"]["asked_at"].as_str().unwrap().get(..16), Some("2026-12-24T09:00"));
    // The next working day is Monday, 28 December; it ends in Paris at 23:00 UTC.
    assert_eq!(user["deletion"]["due_at"], "2026-12-28T23:00:00Z");
    assert_eq!(shop.mail("deletion_asked", CLAIRE).unwrap()["due_at"], "2026-12-28T23:00:00Z");
    assert_eq!(
        claire.refused("account/delete", &json!({ "password": PASSWORD }))["error"]["id"],
        "account.deletion_already"
    );
    let user = claire.call("account/undelete", &json!({}));
    assert_eq!(user["deletion"], Value::Null);
    shop.set_clock("2026-12-30T09:00:00Z");
    assert!(is_logged_in(&mut claire), "withdrawn");

    claire.call("account/delete", &json!({ "password": PASSWORD }));
    shop.set_clock("2026-12-31T22:59:00Z");
    assert_eq!(claire.call("account/info", &json!({}))["deletion"]["due_at"], "2026-12-31T23:00:00Z");
    shop.set_clock("2026-12-31T23:05:00Z");
    eventually("deleted", || shop.mail("deletion_done", CLAIRE).is_some());
    assert!(!is_logged_in(&mut claire));
    assert_eq!(claire.refused("account/undelete", &json!({}))["message"], "login required");
    assert_eq!(shop.visitor().refused("customer/login", &login(CLAIRE, PASSWORD))["message"], INCORRECT);
    shop.visitor().register(CLAIRE);
}

#[test]
fn account_deletion_leaves_only_orders() {
    let shop = open();
    shop.set_clock("2026-11-20T09:00:00Z");
    let mut zenobia = shop.visitor();
    let email = "zenobia.quill@example.com";
    let mut form = registration(email);
    form["first_name"] = json!("Zenobia");
    form["last_name"] = json!("Threlkeldine");
    form["member_card"] = json!("9876987698769876");
    zenobia.call("customer/create", &form);
    zenobia.add("TOW-GAN", 1);
    let mut order = zenobia.order_form("bank_transfer");
    order["email"] = json!(email);
    order["shipping_address"]["first_name"] = json!("Zenobia");
    order["shipping_address"]["last_name"] = json!("Threlkeldine");
    order["shipping_address"]["save_in_address_book"] = json!(true);
    let placed = zenobia.call("checkout/place", &order);
    zenobia.add("TOW-GAN", 1);
    zenobia.call("account/delete", &json!({ "password": PASSWORD }));
    shop.set_clock("2026-11-24T00:00:00Z");
    eventually("deleted", || shop.mail("deletion_done", email).is_some());
    // Delivered mails are deleted by their own job; pending ones need their address.
    shop.database().exec("DELETE FROM mail", vals![]).unwrap();

    let database = shop.database();
    let tables: Vec<String> = database
        .all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", vals![])
        .unwrap();
    let mut found = BTreeSet::new();
    for table in &tables {
        let rows = database.read(|tx| tx.values(&format!("SELECT * FROM {table}"), vals![])).unwrap();
        for value in rows.into_iter().flatten() {
            let text = match value {
                Val::Text(text) => text.to_lowercase(),
                Val::Blob(bytes) => String::from_utf8_lossy(&bytes).to_lowercase(),
                Val::Int(_) | Val::Null => continue,
            };
            if ["zenobia", "threlkeldine", "9876987698769876"].iter().any(|trace| text.contains(trace)) {
                found.insert(table.clone());
            }
        }
    }
    // The order is under way, and is found by its words until it ends.
    assert_eq!(found, BTreeSet::from(["sales_order", "order_address", "order_term"].map(str::to_owned)));
    let carts: i64 = database.one("SELECT count(*) FROM cart WHERE customer_id IS NOT NULL", vals![]).unwrap();
    assert_eq!(carts, 0);
    // The order page still works by its token.
    let token = placed["token"].as_str().unwrap();
    assert_eq!(
        shop.visitor().call("payment/index", &json!({ "token": token }))["order_number"],
        placed["order_number"]
    );
}

#[test]
fn export_has_all_personal_data_and_no_secrets() {
    let shop = open();
    let mut claire = shop.customer(CLAIRE);
    claire.add("TOW-GAN", 1);
    let mut form = claire.order_form("bank_transfer");
    form["shipping_address"]["save_in_address_book"] = json!(true);
    let placed = claire.call("checkout/place", &form);
    claire.add("TOW-GAN", 2);
    let export = claire.call("account/export", &json!({}));
    let data = &export["data"];
    assert_eq!(data["account"]["email"], CLAIRE);
    assert_eq!(data["addresses"][0]["city"], "Annecy");
    assert_eq!(data["bag"][0]["qty"], 2);
    assert_eq!(data["orders"][0]["order_number"], placed["order_number"]);
    assert_eq!(data["orders"][0]["shipping_address"]["telephone"], "+33612345678");
    assert!(data["mails"].as_array().unwrap().iter().any(|mail| mail["mail"] == "welcome"));
    let text = export.to_string();
    assert!(!text.contains("argon2") && !text.contains(placed["token"].as_str().unwrap()));
    assert_eq!(shop.visitor().refused("account/export", &json!({}))["message"], "login required");
}

// ── Secrets ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn log_and_database_hold_no_plain_secrets() {
    let shop = open_with(&[("SHOP__LOG__LEVEL", "debug")]);
    let mut claire = shop.customer(CLAIRE);
    shop.visitor().refused("customer/login", &login(CLAIRE, "wrong-secret-4711"));
    shop.visitor().call("account/forgot", &json!({ "email": CLAIRE }));
    let token = link(&shop, "password_reset", CLAIRE);
    shop.visitor().call("account/reset", &reset(&token, "calm-lake-1875"));
    // A malformed body is not logged either.
    claire.post("customer/login", &[], Some("{\"password\": 987654321987}"), &[]);
    claire.post("customer/login", &[], Some("{\"password\": \"half-secret-4711"), &[]);
    let session = shop.visitor();
    drop(session);
    claire.log_in(CLAIRE, "calm-lake-1875");
    let session = claire.cookies["PHPSESSID"].clone();
    // The outbox holds the link until the mail is delivered.
    shop.database().exec("UPDATE mail SET data = '', due_at = NULL", vals![]).unwrap();

    let log = shop.log();
    assert!(log.contains("answered"), "the log says something");
    let secrets =
        [PASSWORD, "wrong-secret-4711", "calm-lake-1875", "987654321987", "half-secret-4711", &token, &session, CLAIRE];
    for secret in secrets {
        assert!(!log.contains(secret), "{secret} in the log");
    }
    let database = shop.database();
    let dump: Vec<u8> = {
        let copy = shop.data.join("copy.db");
        database.exec("VACUUM INTO $1", vals![copy.to_str().unwrap()]).unwrap();
        std::fs::read(copy).unwrap()
    };
    for secret in &secrets[..7] {
        assert!(!dump.windows(secret.len()).any(|part| part == secret.as_bytes()), "{secret} in the database");
    }
    let hash: String = database.one("SELECT password_hash FROM customer", vals![]).unwrap();
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
}

#[test]
fn operator_shows_exports_and_deletes_accounts() {
    let shop = open();
    shop.visitor().register(CLAIRE);
    let shown = shop.output(&["customer", "show", "CLAIRE.martin@example.com"]);
    assert!(shown.contains("Claire Martin") && !shown.contains("argon2"), "{shown}");
    let shown = shop.operator(&["customer", "show", CLAIRE]);
    assert_eq!((&shown["first_name"], &shown["points_due"]), (&json!("Claire"), &json!(0)));
    let exported = shop.output(&["customer", "export", CLAIRE]);
    assert_eq!(serde_json::from_str::<Value>(&exported).unwrap()["data"]["account"]["email"], CLAIRE);
    let error = shop.command_error(&["customer", "delete", CLAIRE]);
    assert!(error.contains("--yes"), "{error}");
    shop.output(&["customer", "delete", CLAIRE, "--yes"]);
    let error = shop.command_error(&["customer", "show", CLAIRE]);
    // The message names the commands that find what others wrote.
    let unknown = format!("there is neither an account nor an order with the address {CLAIRE}");
    for next in [unknown.as_str(), "shop customer list", "shop contact list --all", "shop newsletter list"] {
        assert!(error.contains(next), "{next}: {error}");
    }
    assert_eq!(shop.visitor().refused("customer/login", &login(CLAIRE, PASSWORD))["message"], INCORRECT);
}
