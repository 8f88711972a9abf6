//! The captcha over HTTP, solved with the ALTCHA library.

use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use shop::vals;

use crate::support::http_server::{self, Response};
use crate::support::{Shop, Visitor, registration};

/// A proof of work that a development build solves quickly.
const CHEAP: &[(&str, &str)] = &[("SHOP__CAPTCHA__COST", "20"), ("SHOP__CAPTCHA__TRIES", "60")];

fn challenge(visitor: &mut Visitor) -> Value {
    let challenge = visitor.call("captcha/challenge", &json!({}));
    assert_eq!((&challenge["provider"], &challenge["consent_required"]), (&json!("builtin"), &json!(false)));
    challenge["altcha"].clone()
}

fn solve(challenge: &Value) -> Value {
    let parsed: altcha::Challenge = serde_json::from_value(challenge.clone()).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&parsed)).unwrap().unwrap();
    json!({ "counter": solution.counter, "derivedKey": solution.derived_key })
}

fn payload(challenge: &Value, solution: &Value) -> String {
    STANDARD.encode(json!({ "challenge": challenge, "solution": solution }).to_string())
}

/// The solved payload of a fresh challenge.
pub fn solved(visitor: &mut Visitor) -> String {
    let challenge = challenge(visitor);
    let solution = solve(&challenge);
    payload(&challenge, &solution)
}

fn forgot(visitor: &mut Visitor, captcha: &str) -> Value {
    visitor.send("account/forgot", &json!({ "email": "someone@example.com", "captcha": captcha }))
}

#[test]
fn proof_of_work_is_accepted_once() {
    let shop = Shop::open_with(CHEAP);
    let mut visitor = shop.visitor();
    let answer = forgot(&mut visitor, "");
    assert_eq!(answer["error"]["fields"]["captcha"], "Please complete the security check.");
    let proof = solved(&mut visitor);
    assert_eq!(forgot(&mut visitor, &proof)["code"], "1");
    let wrong = "The security check failed: wrong code. Please try the new one.";
    assert_eq!(forgot(&mut visitor, &proof)["message"], wrong, "used by the same visitor");
    assert_eq!(forgot(&mut shop.visitor(), &proof)["message"], wrong, "used by another visitor");

    let mut form = registration("claire@example.com");
    assert_eq!(visitor.send("customer/create", &form)["error"]["id"], "captcha.required");
    form["captcha"] = json!(solved(&mut visitor));
    visitor.call("customer/create", &form);
    // A refusal after validation uses the proof up, so that accounts cannot be probed with one proof.
    let mut other = shop.visitor();
    form["captcha"] = json!(solved(&mut other));
    assert_eq!(other.send("customer/create", &form)["error"]["id"], "customer.exists");
    assert_eq!(other.send("customer/create", &form)["error"]["id"], "captcha.wrong");
    // A validation error does not use it up.
    let proof = solved(&mut other);
    assert_eq!(other.send("account/forgot", &json!({ "email": "", "captcha": proof }))["error"]["id"], "email.empty");
    assert_eq!(forgot(&mut other, &proof)["code"], "1");
}

#[test]
fn tampered_proofs_are_rejected() {
    let shop = Shop::open_with(CHEAP);
    let mut visitor = shop.visitor();
    let task = challenge(&mut visitor);
    let solution = solve(&task);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut task = task.clone();
        change(&mut task);
        payload(&task, &solution)
    };
    let forged = [
        with(&|task| task["parameters"]["data"]["expires"] = json!(99_999_999_999_999_i64)),
        with(&|task| task["parameters"]["cost"] = json!(1)),
        with(&|task| task["parameters"]["keyPrefix"] = json!("")),
        with(&|task| task["parameters"]["keySignature"] = Value::Null),
        with(&|task| task["parameters"]["keyLength"] = json!(1)),
        with(&|task| task["signature"] = Value::Null),
        with(&|task| task["signature"] = json!("00")),
        payload(&task, &json!({ "counter": 0, "derivedKey": "00" })),
        payload(&task, &json!({ "counter": solution["counter"], "derivedKey": "zz" })),
        payload(&json!({}), &solution),
        STANDARD.encode("[]"),
        "not base64".to_owned(),
        "x".repeat(9_000),
    ];
    for captcha in forged {
        assert_eq!(forgot(&mut visitor, &captcha)["error"]["id"], "captcha.wrong", "{captcha}");
    }
    // None of the forgeries used the real proof up.
    assert_eq!(forgot(&mut visitor, &payload(&task, &solution))["code"], "1");
}

#[test]
fn challenge_expires_by_the_shop_clock() {
    let shop = Shop::open_with(CHEAP);
    let now = Timestamp::now();
    let mut visitor = shop.visitor();
    let proof = solved(&mut visitor);
    shop.set_clock(&(now + SignedDuration::from_mins(31)).to_string());
    let answer = forgot(&mut visitor, &proof);
    assert_eq!(answer["message"], "The security check has expired. Please try the new one.");
    let used = solved(&mut visitor);
    assert_eq!(forgot(&mut visitor, &used)["code"], "1");
    let rows = || -> i64 { shop.database().one("SELECT count(*) FROM used_captcha", vals![]).unwrap() };
    assert_eq!(rows(), 1);
    shop.set_clock(&(now + SignedDuration::from_hours(3)).to_string());
    assert_eq!(rows(), 0, "used proofs are deleted once they have expired");
    assert_eq!(forgot(&mut visitor, &used)["error"]["id"], "captcha.expired");
}

#[test]
fn challenges_survive_a_restart() {
    let folder = crate::support::seeded_copy();
    let mut shop = Shop::start(folder.path(), CHEAP);
    let mut visitor = shop.visitor();
    let proof = solved(&mut visitor);
    shop.stop();
    let shop = Shop::start(folder.path(), CHEAP);
    assert_eq!(forgot(&mut shop.visitor(), &proof)["code"], "1");
}

/// A reCAPTCHA server that accepts `good-token`, and the requests that it got.
fn verifier() -> (String, Arc<Mutex<Vec<String>>>) {
    let requests: Arc<Mutex<Vec<String>>> = Arc::default();
    let received = Arc::clone(&requests);
    let url = http_server::open(move |request| {
        let body = String::from_utf8(request.body.clone()).unwrap();
        let success = body.contains("response=good-token") && body.contains("secret=the-secret");
        received.lock().unwrap().push(body);
        Response::json(200, &json!({ "success": success }))
    });
    (format!("{url}/siteverify"), requests)
}

#[test]
fn recaptcha_requires_consent_and_verifies_each_token_once() {
    let (url, requests) = verifier();
    let shop = Shop::open_with(&[
        ("SHOP__CAPTCHA__PROVIDER", "recaptcha"),
        ("SHOP__CAPTCHA__RECAPTCHA_SITE_KEY", "the-site-key"),
        ("SHOP__CAPTCHA__RECAPTCHA_SECRET", "the-secret"),
        ("SHOP__CAPTCHA__RECAPTCHA_URL", &url),
    ]);
    let mut visitor = shop.visitor();
    let challenge = visitor.call("captcha/challenge", &json!({}));
    assert_eq!(
        challenge,
        json!({ "provider": "recaptcha", "altcha": null, "site_key": "the-site-key", "consent_required": true, "expires_at": null })
    );
    let answer = forgot(&mut visitor, "good-token");
    assert_eq!(answer["error"]["fields"]["captcha"], "Please allow the captcha cookies to create an account.");
    assert!(requests.lock().unwrap().is_empty(), "no request to Google before consent");
    visitor.cookies.insert("allowRecaptcha".into(), "1".into());
    assert_eq!(forgot(&mut visitor, "")["error"]["id"], "captcha.required");
    assert_eq!(forgot(&mut visitor, "bad-token")["error"]["id"], "captcha.wrong");
    assert_eq!(forgot(&mut visitor, "good-token")["code"], "1");
    assert_eq!(requests.lock().unwrap().len(), 2);
    let policy = visitor.get("/en").header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("https://www.google.com/recaptcha/") && policy.contains("frame-src"), "{policy}");
    assert!(!shop.log().contains("the-secret"));
    let (_, config, _) = crate::support::run(&["config"], &[("SHOP__CAPTCHA__RECAPTCHA_SECRET", "the-secret")]);
    assert!(!config.contains("the-secret"), "the secret is not printed");
}

#[test]
fn unreachable_recaptcha_fails_closed() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let shop = Shop::open_with(&[
        ("SHOP__CAPTCHA__PROVIDER", "recaptcha"),
        ("SHOP__CAPTCHA__RECAPTCHA_SITE_KEY", "k"),
        ("SHOP__CAPTCHA__RECAPTCHA_SECRET", "s"),
        ("SHOP__CAPTCHA__RECAPTCHA_URL", &format!("http://{closed}/")),
    ]);
    let mut visitor = shop.visitor();
    visitor.cookies.insert("allowRecaptcha".into(), "1".into());
    assert_eq!(forgot(&mut visitor, "good-token")["message"], "error while processing, try later");
}

#[test]
fn production_mode_requires_a_captcha() {
    let (code, _, err) =
        crate::support::run(&["check"], &[("SHOP__CAPTCHA__PROVIDER", "none"), ("SHOP__MODE", "production")]);
    assert_eq!(code, Some(1));
    assert!(err.contains("captcha.provider"), "{err}");
}
