//! The console's door: invitations, sign-in, sessions, roles, and the audit of it all.

use std::os::unix::fs::PermissionsExt as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::audit::SealReference;
use shop::vals;

use crate::support::house::{House, OWNER, PASSWORD, Person, call, code, open, person_of, post, refused};
use crate::support::{OUTBOX_ONLY, Shop, database, seeded_copy, with};

#[test]
fn owner_goes_the_whole_way_from_the_first_invitation_to_sign_out() {
    let house = open();
    let shop = &house.shop;
    // The start of a shop without people leaves an invitation in a file that nobody else can read.
    let file = shop.data.join("console-invitation");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let secret = house.secret();
    assert!(shop.log().contains("console-invitation") && !shop.log().contains(&secret));
    let mut browser = shop.visitor();
    let session = call(&mut browser, shop, "staff/session", &json!({}));
    assert_eq!(
        session,
        json!({ "signed_in": null, "brand": "Valmère", "languages": ["en", "fr", "de", "es"],
            "time_zone": "Europe/Paris", "is_demo": true, "passkey_host": "localhost" })
    );
    let shown = call(&mut browser, shop, "staff/invitation", &json!({ "secret": secret }));
    assert_eq!((&shown["email"], &shown["role"]), (&json!("maison@valmere.example"), &json!("owner")));
    assert_eq!(
        shown,
        call(&mut browser, shop, "staff/invitation", &json!({ "secret": secret })),
        "looking spends nothing"
    );
    let totp = shown["totp"]["secret"].as_str().unwrap();
    assert!(shown["totp"]["uri"].as_str().unwrap().contains(totp));
    assert!(shown["totp"]["qr_svg"].as_str().unwrap().starts_with("<svg"));

    let form = house.form(&secret, totp, house.pass(SignedDuration::from_secs(31)));
    let wrong =
        crate::support::with(&form, json!({ "code": "000000", "password": "eleven char", "name": "", "lang": "xx" }));
    let answer = post(&mut browser, shop, "staff/register", &wrong).json();
    let fields = answer["error"]["field_messages"].as_object().unwrap();
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["code", "lang", "name", "password"]);
    assert_eq!(fields["password"]["params"]["min"], "12");

    let answer = post(&mut browser, shop, "staff/register", &form);
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.starts_with("console=") && cookie.contains("HttpOnly; SameSite=Strict; Path=/"), "{cookie}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert!(answer.header("content-security-policy").unwrap().starts_with("default-src 'self'"));
    let registered = answer.json()["data"].clone();
    assert_eq!(registered["recovery_codes"].as_array().unwrap().len(), 10);
    let own = &registered["self"];
    assert_eq!((&own["role"]["name"], own["permissions"].as_array().unwrap().len()), (&json!("owner"), 19));
    assert_eq!(call(&mut browser, shop, "staff/session", &json!({}))["signed_in"]["id"], own["id"]);
    assert_eq!(refused(&mut browser, shop, "staff/invitation", &json!({ "secret": secret })), "staff.invitation_ended");
    assert_eq!(refused(&mut browser, shop, "staff/register", &form), "staff.invitation_ended");

    let email = shown["email"].as_str().unwrap().to_owned();
    let mut owner =
        Person { browser, email, totp: totp.to_owned(), recovery_codes: Vec::new(), id: own["id"].as_i64().unwrap() };
    let renamed = house.call(&mut owner, "staff/profile", &json!({ "name": "Augusta", "lang": "fr" }));
    assert_eq!((&renamed["name"], &renamed["lang"]), (&json!("Augusta"), &json!("fr")));
    house.call(&mut owner, "staff/sign_out", &json!({}));
    assert_eq!(house.call(&mut owner, "staff/session", &json!({}))["signed_in"], Value::Null);
    assert_eq!(house.refused(&mut owner, "staff/sessions", &json!({})), "staff.sign_in_required");

    let claim = house.claim(&owner);
    let own = house.call(&mut owner, "staff/sign_in", &claim);
    assert_eq!((&own["name"], &own["email"]), (&json!("Augusta"), &json!("maison@valmere.example")));
    // A second browser.
    let mut other = Person { browser: shop.visitor(), ..person_of(&owner) };
    let claim = house.claim(&owner);
    house.call(&mut other, "staff/sign_in", &claim);
    let items = house.call(&mut owner, "staff/sessions", &json!({}))["items"].clone();
    assert_eq!(items.as_array().unwrap().iter().filter(|item| item["is_current"] == true).count(), 1);
    assert_eq!(items.as_array().unwrap().len(), 2);
    assert_eq!(items[0]["network"].as_str().unwrap().len(), 8);
    // A new password ends the others.
    let answer = house.refused(&mut owner, "staff/password", &json!({ "password": "maison 1874 x" }));
    assert_eq!(answer, "password.holds_name");
    house.call(&mut owner, "staff/password", &json!({ "password": "eight quiet lakes" }));
    assert_eq!(house.call(&mut other, "staff/session", &json!({}))["signed_in"], Value::Null);
    let claim = house.claim(&owner);
    assert_eq!(house.refused(&mut other, "staff/sign_in", &claim), "staff.sign_in_wrong");

    let calls: Vec<String> = house
        .audit(&[])
        .iter()
        .rev()
        .map(|entry| {
            format!(
                "{} {} {}",
                entry["actor"].as_str().unwrap(),
                entry["call"].as_str().unwrap(),
                entry["outcome"].as_str().unwrap()
            )
        })
        .collect();
    for (call, words) in calls.iter().zip(["seed", "staff invite"]) {
        assert!(call.starts_with("cli:") && call.ends_with(&format!(" {words} done")), "{calls:?}");
    }
    assert_eq!(
        calls[2..],
        [
            "staff:1 staff/register done",
            "staff:1 staff/profile done",
            "staff:1 staff/sign_out done",
            "staff:1 staff/sign_in done",
            "staff:1 staff/sign_in done",
            "staff:1 staff/password done",
            "anybody staff/sign_in refused",
        ]
    );
    // Neither log nor audit holds a person or a secret.
    let audit = json!(house.audit(&[])).to_string();
    for secret in [&secret, totp, PASSWORD, "maison@valmere.example", "Augusta", "203.0.113"] {
        assert!(!shop.log().contains(secret) && !audit.contains(secret), "{secret}");
    }
}

#[test]
fn each_call_refuses_who_lacks_its_permission_and_who_is_not_signed_in() {
    let house = open();
    let mut nobody = house.person("nobody@example.com", "packing");
    let connection = house.shop.database();
    connection.exec("INSERT INTO staff_role (id, name, is_builtin) VALUES (99, 'none', 0)", vals![]).unwrap();
    connection.exec("UPDATE staff SET role_id = 99", vals![]).unwrap();
    let contract = nobody.browser.get("/console_api/openapi.json").json();
    let mut stranger = house.shop.visitor();
    let (mut refusals, mut calls) = (0, 0);
    for (path, item) in contract["paths"].as_object().unwrap() {
        let (path, post) = (path.trim_start_matches('/'), &item["post"]);
        if post["x-access"] == "staff" {
            calls += 1;
            assert_eq!(refused(&mut stranger, &house.shop, path, &json!({})), "staff.sign_in_required", "{path}");
        }
        if post["x-permission"].is_string() {
            refusals += 1;
            assert_eq!(house.refused(&mut nobody, path, &json!({})), "staff.not_allowed", "{path}");
        }
    }
    // Every call of the table that names a permission, and no other.
    let table = include_str!("snapshots/console_calls.txt").lines().map(|line| &line[35..53]);
    let permitted = table.filter(|access| !["signed in", "anybody"].contains(&access.trim())).count();
    assert_eq!(refusals, permitted, "of {calls} calls");
    let recorded = house.audit(&["--actor", &format!("staff:{}", nobody.id)]);
    assert_eq!(recorded.iter().filter(|entry| entry["outcome"] == "refused").count(), refusals);
    let own: Value = serde_json::from_str(&house.shop.output(&["openapi", "--console"])).unwrap();
    assert!(own == contract);
}

#[test]
fn calls_from_elsewhere_are_refused() {
    let house = open();
    let url = house.shop.url.clone();
    let mut browser = house.shop.visitor();
    let (origin, site, json) =
        (("Origin", url.as_str()), ("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/json"));
    let mut post = |headers: &[(&str, &str)], body: &str| {
        let answer = browser.post_raw("/console_api/staff/session", body, headers);
        assert!(answer.header("access-control-allow-origin").is_none());
        (answer.status, answer.json()["error"]["id"].as_str().unwrap_or_default().to_owned())
    };
    let foreign = (403, "console.foreign_origin".to_owned());
    for headers in [
        &[json][..],
        &[json, origin],
        &[json, site],
        &[json, ("Origin", "https://evil.example"), site],
        &[json, ("Origin", "null"), site],
        &[json, origin, ("Sec-Fetch-Site", "same-site")],
        &[json, origin, ("Sec-Fetch-Site", "cross-site")],
        &[json, origin, ("Sec-Fetch-Site", "none")],
    ] {
        assert_eq!(post(headers, "{}"), foreign, "{headers:?}");
    }
    assert_eq!(post(&[json, origin, site], "{}").0, 200);
    assert_eq!(post(&[origin, site, ("Content-Type", "text/plain")], "{}").0, 415);
    assert_eq!(post(&[json, origin, site], "[]").0, 400);
    assert_eq!(post(&[json, origin, site], &format!("\"{}\"", "x".repeat(70_000))).0, 413);
    assert_eq!(browser.get("/console_api/staff/session").status, 405);
    assert_eq!(browser.get("/console_api/staff/nothing").status, 404);
}

#[test]
fn shell_page_is_served_below_console_and_on_safe_origins_only() {
    let house = open();
    let mut browser = house.shop.visitor();
    for path in ["/console", "/console/", "/console/people/3"] {
        let page = browser.get(path);
        assert_eq!((page.status, page.header("cache-control")), (200, Some("no-store")), "{path}");
        assert!(page.body.starts_with("<!doctype html>") && page.body.contains("noindex"), "{}", page.body);
    }
    let port = house.shop.url.rsplit(':').next().unwrap().to_owned();
    let page = browser.get_with("/console", &[("Host", &format!("192.0.2.1:{port}"))]);
    assert!(page.body.contains("http://localhost"), "{}", page.body);
}

#[test]
fn one_time_codes_and_recovery_codes_count_once() {
    let house = open();
    let mut owner = house.owner();
    house.call(&mut owner, "staff/sign_out", &json!({}));
    // The code of the registration is spent, too.
    let spent = json!({ "email": OWNER, "password": PASSWORD, "code": code(&owner.totp, house.now.get()) });
    assert_eq!(house.refused(&mut owner, "staff/sign_in", &spent), "staff.sign_in_wrong");
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/sign_in", &claim);
    assert_eq!(house.refused(&mut owner, "staff/sign_in", &claim), "staff.sign_in_wrong");
    house.pass(SignedDuration::from_mins(20));
    let recovery = owner.recovery_codes[3].to_lowercase().replace('-', " ");
    let claim = json!({ "email": "OWNER@example.com ", "password": PASSWORD, "code": recovery });
    house.call(&mut owner, "staff/sign_in", &claim);
    assert_eq!(house.refused(&mut owner, "staff/sign_in", &claim), "staff.sign_in_wrong");
    // New ones replace those that are left.
    let fresh = house.call(&mut owner, "staff/recovery_codes", &json!({}))["recovery_codes"].clone();
    let replaced = json!({ "email": OWNER, "password": PASSWORD, "code": owner.recovery_codes[4] });
    let with = |code: &Value| json!({ "email": OWNER, "password": PASSWORD, "code": code });
    assert_eq!(house.refused(&mut owner, "staff/sign_in", &replaced), "staff.sign_in_wrong");
    house.call(&mut owner, "staff/sign_in", &with(&fresh[0]));
    let stored = house.shop.count("SELECT COUNT(*) FROM staff_recovery_code");
    assert_eq!(stored, 9, "a used one is gone");
}

#[test]
fn guesses_are_throttled_by_address_and_network_and_tell_nothing() {
    let house = open();
    let owner = house.owner();
    let shop = &house.shop;
    let guess = |email: &str| json!({ "email": email, "password": "guess", "code": "123456" });
    // This machine counts like any network, and an address that nobody has like any other.
    for email in [OWNER, "nobody@example.com"] {
        let mut here = shop.visitor();
        let answers: Vec<String> = (0..7).map(|_| refused(&mut here, shop, "staff/sign_in", &guess(email))).collect();
        assert!(answers[..5].iter().all(|id| id == "staff.sign_in_wrong"), "{answers:?}");
        assert!(answers[5..].iter().all(|id| id == "staff.throttled"), "{answers:?}");
    }
    let claim = house.claim(&owner);
    let mut here = shop.visitor();
    let throttled = post(&mut here, shop, "staff/sign_in", &claim).json();
    assert_eq!(
        (&throttled["error"]["id"], &throttled["error"]["params"]["minutes"]),
        (&json!("staff.throttled"), &json!("15"))
    );
    // Guesses of others lock nobody out.
    call(&mut shop.visitor().from("203.0.113.9"), shop, "staff/sign_in", &claim);
    // One network cannot try many addresses.
    let mut there = shop.visitor().from("203.0.113.10");
    let answers: Vec<String> = (0..21)
        .map(|number| refused(&mut there, shop, "staff/sign_in", &guess(&format!("p{number}@example.com"))))
        .collect();
    assert_eq!(answers.iter().filter(|id| *id == "staff.throttled").count(), 1, "{answers:?}");
    let refused = house.audit(&["--actor", "anybody"]);
    let reasons =
        |reason: &str| refused.iter().filter(|entry| entry["after"].as_str().unwrap().contains(reason)).count();
    assert_eq!((reasons("staff.sign_in_wrong"), reasons("staff.throttled")), (5 + 5 + 20, 3));
    // Who knows the password is limited in codes.
    house.pass(SignedDuration::from_mins(60));
    for number in 0..5 {
        let wrong = json!({ "email": OWNER, "password": PASSWORD, "code": "000000" });
        let mut elsewhere = shop.visitor().from(&format!("203.0.113.{}", 20 + number));
        assert_eq!(self::refused(&mut elsewhere, shop, "staff/sign_in", &wrong), "staff.sign_in_wrong");
    }
    let claim = house.claim(&owner);
    let mut elsewhere = shop.visitor().from("203.0.113.30");
    assert_eq!(self::refused(&mut elsewhere, shop, "staff/sign_in", &claim), "staff.sign_in_wrong");
    let later = house.pass(SignedDuration::from_mins(20));
    let claim = json!({ "email": OWNER, "password": PASSWORD, "code": code(&owner.totp, later) });
    call(&mut elsewhere, shop, "staff/sign_in", &claim);
}

#[test]
fn fresh_proof_lasts_five_minutes() {
    let house = open();
    let mut owner = house.owner();
    let form = json!({ "email": "bob@example.com", "role_id": 4 });
    house.pass(SignedDuration::from_mins(6));
    assert_eq!(house.refused(&mut owner, "staff/invite", &form), "staff.proof_required");
    let now = house.now.get();
    let wrong = json!({ "password": "guess", "code": code(&owner.totp, now) });
    assert_eq!(house.refused(&mut owner, "staff/prove", &wrong), "staff.proof_wrong");
    let right = json!({ "password": PASSWORD, "code": code(&owner.totp, now) });
    let until = house.call(&mut owner, "staff/prove", &right)["proof_until_at"].as_i64().unwrap();
    assert!((now.as_millisecond() + 300_000..now.as_millisecond() + 320_000).contains(&until));
    let invited = house.call(&mut owner, "staff/invite", &form);
    assert_eq!((&invited["mail_sent"], &invited["link"]), (&json!(true), &Value::Null));
    let invitations = invited["invitations"].as_array().unwrap();
    let inviters: Vec<&Value> = invitations.iter().map(|invitation| &invitation["invited_by"]).collect();
    assert_eq!(inviters, [&Value::Null, &json!("Ada King")], "the first start's, and the owner's");
    house.pass(SignedDuration::from_mins(6));
    assert_eq!(house.refused(&mut owner, "staff/set_role", &json!({ "id": 1, "role_id": 2 })), "staff.proof_required");
}

#[test]
fn two_people_invite_each_other_and_the_last_owner_stays() {
    let house = open();
    let mut owner = house.owner();
    let id = owner.id;
    for (path, args) in [("staff/disable", json!({ "id": id })), ("staff/set_role", json!({ "id": id, "role_id": 2 }))]
    {
        assert_eq!(house.refused(&mut owner, path, &args), "staff.last_owner", "{path}");
    }
    let error = house.shop.command_error(&["staff", "disable", OWNER]);
    assert!(error.contains("last owner"), "{error}");
    house.call(&mut owner, "staff/invite", &json!({ "email": "bob@example.com", "role_id": 4 }));
    let link = house.shop.mail("staff_invitation", "bob@example.com").unwrap()["link"].as_str().unwrap().to_owned();
    assert!(link.starts_with("http://localhost:"), "{link}");
    let mut bob = house.register(link.split_once("/console/#/invitation/").unwrap().1);
    assert_eq!(
        house.refused(&mut owner, "staff/invite", &json!({ "email": "Bob@example.com", "role_id": 4 })),
        "staff.already_there"
    );
    assert_eq!(house.refused(&mut bob, "staff/people", &json!({})), "staff.not_allowed");
    // A role that manages people, but has nothing else, gives nothing else and takes nothing else.
    let connection = house.shop.database();
    connection.exec("INSERT INTO staff_role (id, name, is_builtin) VALUES (99, 'people', 0)", vals![]).unwrap();
    for permission in ["staff_read", "staff_manage"] {
        let sql = "INSERT INTO staff_role_permission (role_id, permission) VALUES (99, $1)";
        connection.exec(sql, vals![permission]).unwrap();
    }
    let args = house.seen(&mut owner, bob.id, json!({ "role_id": 99 }));
    let people = house.call(&mut owner, "staff/set_role", &args);
    assert_eq!(people["people"][1]["role_name"], "people");
    for (path, args) in [
        ("staff/invite", json!({ "email": "eve@example.com", "role_id": 1 })),
        ("staff/set_role", json!({ "id": bob.id, "role_id": 1 })),
        ("staff/disable", json!({ "id": id })),
        ("staff/end_sessions", json!({ "id": id })),
    ] {
        assert_eq!(house.refused(&mut bob, path, &args), "staff.grants_more", "{path}");
    }
    house.call(&mut bob, "staff/invite", &json!({ "email": "eve@example.com", "role_id": 99 }));
    let link = house.shop.mail("staff_invitation", "eve@example.com").unwrap()["link"].as_str().unwrap().to_owned();
    let secret = json!({ "secret": link.split_once("/console/#/invitation/").unwrap().1 });
    call(&mut house.shop.visitor(), &house.shop, "staff/invitation", &secret);
    // Who loses the right to invite takes the invitations along.
    let args = house.seen(&mut owner, bob.id, json!({ "role_id": 1 }));
    house.call(&mut owner, "staff/set_role", &args);
    assert_eq!(refused(&mut house.shop.visitor(), &house.shop, "staff/invitation", &secret), "staff.invitation_ended");
    let args = house.seen(&mut bob, id, json!({}));
    house.call(&mut bob, "staff/disable", &args);
    let listed = house.shop.operator(&["staff", "list"]);
    assert!(listed[0]["disabled_at"].is_string() && listed[1]["disabled_at"].is_null(), "{listed}");
}

#[test]
fn of_two_people_the_second_sees_first_what_became_of_a_person() {
    let house = open();
    let mut owner = house.owner();
    let mut second = house.person("second@example.com", "owner");
    let bob = house.person("bob@example.com", "packing");
    let roles = house.call(&mut owner, "staff/people", &json!({}))["roles"].clone();
    let role = |name: &str| roles.as_array().unwrap().iter().find(|role| role["name"] == name).unwrap()["id"].clone();
    let seen = house.seen(&mut owner, bob.id, json!({}));
    let to = |name: &str| with(&seen, json!({ "role_id": role(name) }));
    house.call(&mut second, "staff/set_role", &to("support"));
    for (path, args) in [("staff/set_role", to("accountant")), ("staff/disable", seen.clone())] {
        assert_eq!(house.refused(&mut owner, path, &args), "staff.changed_meanwhile", "{path}");
    }
    let now = house.seen(&mut owner, bob.id, json!({}));
    let people = house.call(&mut owner, "staff/disable", &now);
    let person = people["people"].as_array().unwrap().iter().find(|one| one["id"] == bob.id).unwrap();
    assert_eq!((&person["role_name"], person["disabled_at"].is_i64()), (&json!("support"), true));
    assert_eq!(house.refused(&mut second, "staff/disable", &now), "staff.changed_meanwhile", "disabled already");
}

#[test]
fn open_session_of_a_disabled_person_is_refused_at_once() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "packing");
    house.call(&mut bob, "staff/sessions", &json!({}));
    let args = house.seen(&mut owner, bob.id, json!({}));
    let people = house.call(&mut owner, "staff/disable", &args);
    assert_eq!((&people["people"][1]["sessions"], people["people"][1]["disabled_at"].is_i64()), (&json!(0), true));
    assert_eq!(house.refused(&mut bob, "staff/sessions", &json!({})), "staff.sign_in_required");
    let claim = house.claim(&bob);
    assert_eq!(house.refused(&mut bob, "staff/sign_in", &claim), "staff.sign_in_wrong");
    house.shop.output(&["staff", "enable", "bob@example.com"]);
    let claim = house.claim(&bob);
    house.call(&mut bob, "staff/sign_in", &claim);
    house.call(&mut owner, "staff/end_sessions", &json!({ "id": bob.id }));
    assert_eq!(house.refused(&mut bob, "staff/sessions", &json!({})), "staff.sign_in_required");
    let claim = house.claim(&bob);
    house.call(&mut bob, "staff/sign_in", &claim);
    house.shop.output(&["staff", "disable", "bob@example.com"]);
    assert_eq!(house.refused(&mut bob, "staff/sessions", &json!({})), "staff.sign_in_required");
    let by = house.audit(&["--noun", "staff"]);
    assert!(by[0]["actor"].as_str().unwrap().starts_with("cli:") && by[0]["call"] == "staff disable", "{by:?}");
}

#[test]
fn owners_see_where_others_are_signed_in_and_end_it() {
    let house = open();
    let mut owner = house.owner();
    // Who manages people, but is no owner.
    let connection = house.shop.database();
    connection.exec("INSERT INTO staff_role (id, name, is_builtin) VALUES (99, 'people', 0)", vals![]).unwrap();
    for permission in ["staff_read", "staff_manage"] {
        let sql = "INSERT INTO staff_role_permission (role_id, permission) VALUES (99, $1)";
        connection.exec(sql, vals![permission]).unwrap();
    }
    let mut bob = house.person("bob@example.com", "people");
    let mut elsewhere = person_of(&bob);
    elsewhere.browser = house.shop.visitor();
    let claim = house.claim(&bob);
    house.call(&mut elsewhere, "staff/sign_in", &claim);
    house.call(&mut bob, "staff/people", &json!({}));
    let of_owner = json!({ "id": owner.id, "session_id": 1, "version": "" });
    for path in ["staff/sessions_of", "staff/end_session_of"] {
        assert_eq!(house.refused(&mut bob, path, &of_owner), "staff.not_owner", "{path}");
    }
    let mut packer = house.person("p@example.com", "packing");
    assert_eq!(house.refused(&mut packer, "staff/sessions_of", &of_owner), "staff.not_allowed");

    let of_bob = json!({ "id": bob.id });
    let sessions = house.call(&mut owner, "staff/sessions_of", &of_bob)["items"].clone();
    assert_eq!(sessions.as_array().unwrap().len(), 2, "{sessions}");
    assert_eq!((&sessions[0]["is_current"], sessions[0]["seen_at"].is_i64()), (&json!(false), true));
    let own = house.call(&mut elsewhere, "staff/sessions", &json!({}))["items"].clone();
    assert_eq!((&sessions[0]["id"], &sessions[0]["network"]), (&own[0]["id"], &own[0]["network"]));
    // Who has looked at whom stands in the audit.
    let seen = house.audit(&["--noun", "staff"]);
    assert_eq!((&seen[0]["call"], &seen[0]["thing"]), (&json!("staff/sessions_of"), &json!(bob.id.to_string())));

    // One of them, which is signed out at once; the other stays.
    let stale = json!({ "id": bob.id, "session_id": sessions[0]["id"], "version": "x" });
    assert_eq!(house.refused(&mut owner, "staff/end_session_of", &stale), "staff.changed_meanwhile");
    let args = house.seen(&mut owner, bob.id, json!({ "session_id": sessions[0]["id"] }));
    let left = house.call(&mut owner, "staff/end_session_of", &args);
    assert_eq!(left["items"].as_array().unwrap().len(), 1, "{left}");
    assert_eq!(house.refused(&mut owner, "staff/end_session_of", &args), "staff.session_not_found");
    assert_eq!(house.refused(&mut elsewhere, "staff/sessions", &json!({})), "staff.sign_in_required");
    house.call(&mut bob, "staff/sessions", &json!({}));
    let ended = house.audit(&["--noun", "session"]);
    assert_eq!(
        (&ended[0]["call"], &ended[0]["thing"]),
        (&json!("staff/end_session_of"), &args["session_id"].to_string().into())
    );
    let own = house.call(&mut owner, "staff/sessions", &json!({}))["items"][0]["id"].clone();
    let id = owner.id;
    let args = house.seen(&mut owner, id, json!({ "session_id": own }));
    assert_eq!(
        house.refused(&mut owner, "staff/end_session_of", &args),
        "staff.session_not_found",
        "one's own are elsewhere"
    );

    // The machine's commands do the same.
    let listed = house.shop.operator(&["staff", "sessions", "bob@example.com"]);
    let id = listed[0]["id"].to_string();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    let unknown = house.shop.command_error(&["staff", "end-session", OWNER, &id]);
    assert!(unknown.contains("shop staff sessions"), "{unknown}");
    house.shop.output(&["staff", "end-session", "bob@example.com", &id]);
    assert_eq!(house.refused(&mut bob, "staff/sessions", &json!({})), "staff.sign_in_required");
    let ended = house.shop.operator(&["staff", "end-sessions", OWNER]);
    assert_eq!(ended["ended"], 1);
    assert_eq!(house.refused(&mut owner, "staff/sessions", &json!({})), "staff.sign_in_required");
    let by = house.audit(&["--noun", "staff"]);
    assert_eq!(by[0]["call"], "staff end-sessions");
}

#[test]
fn invitations_and_sessions_end_in_time() {
    let house = open();
    let secret = house.invited(OWNER, "owner");
    let mut owner = house.register(&house.invited(OWNER, "owner"));
    let replaced = refused(&mut house.shop.visitor(), &house.shop, "staff/invitation", &json!({ "secret": secret }));
    assert_eq!(replaced, "staff.invitation_ended");
    // Who has lost every key is let in from the machine: old sessions and keys end.
    let again = house.register(&house.invited(OWNER, "owner"));
    assert_eq!(again.id, owner.id);
    assert_eq!(house.refused(&mut owner, "staff/sessions", &json!({})), "staff.sign_in_required");
    owner = again;
    let secret = house.invited("bob@example.com", "packing");
    house.pass(SignedDuration::from_mins(61));
    let ended = refused(&mut house.shop.visitor(), &house.shop, "staff/invitation", &json!({ "secret": secret }));
    assert_eq!(ended, "staff.invitation_ended");
    house.call(&mut owner, "staff/sessions", &json!({}));
    // Twelve hours without a request, seven days in all.
    for _ in 0..15 {
        house.pass(SignedDuration::from_hours(11));
        house.call(&mut owner, "staff/sessions", &json!({}));
    }
    house.pass(SignedDuration::from_hours(3));
    assert_eq!(house.refused(&mut owner, "staff/sessions", &json!({})), "staff.sign_in_required");
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/sign_in", &claim);
    house.pass(SignedDuration::from_hours(13));
    assert_eq!(house.refused(&mut owner, "staff/sessions", &json!({})), "staff.sign_in_required");
    house.pass(SignedDuration::from_hours(1));
    let left =
        house.shop.count("SELECT (SELECT COUNT(*) FROM staff_session) + (SELECT COUNT(*) FROM staff_invitation)");
    assert_eq!(left, 0);
}

/// The link of a line `ADDRESS LINK`.
fn link_of(line: &str) -> &str {
    line.trim().split_once(' ').unwrap().1
}

#[test]
fn first_owner_is_mailed_the_invitation_unless_the_address_is_the_demonstrations() {
    let invitations = |shop: &Shop| shop.count("SELECT COUNT(*) FROM mail WHERE template = 'staff_invitation'");
    let folder = seeded_copy();
    assert_eq!(invitations(&Shop::start(folder.path(), OUTBOX_ONLY)), 0, "nobody has the demonstration's mailbox");
    let folder = seeded_copy();
    let own = [OUTBOX_ONLY, &[("SHOP__COMPANY__EMAIL", "house@example.com")]].concat();
    let shop = Shop::start(folder.path(), &own);
    let file = std::fs::read_to_string(folder.path().join("console-invitation")).unwrap();
    assert_eq!(shop.mail("staff_invitation", "house@example.com").unwrap()["link"], link_of(&file));
    drop(shop);
    assert_eq!(invitations(&Shop::start(folder.path(), &own)), 1, "another start mails none while one is good");
    let kept = std::fs::read_to_string(folder.path().join("console-invitation")).unwrap();
    assert_eq!(kept, file, "and the mailed one stays good");
    // Without a mail server the file is all there is.
    let folder = seeded_copy();
    let unmailed = [&own[..], &[("SHOP__MAIL__HOST", "")]].concat();
    assert_eq!(invitations(&Shop::start(folder.path(), &unmailed)), 0);
}

#[test]
fn file_keeps_every_invitation_until_it_is_spent_or_has_ended() {
    let folder = seeded_copy();
    let shop = Shop::start(folder.path(), OUTBOX_ONLY);
    let house = House::of(shop);
    let links = || -> Vec<String> {
        let text = std::fs::read_to_string(folder.path().join("console-invitation")).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    let first = links();
    let secret = house.invited("bob@example.com", "packing");
    let kept = links();
    assert_eq!((kept.len(), &kept[..1]), (2, &first[..]));
    // Where the shop is open, not where its configuration would open it.
    let port = house.shop.url.rsplit(':').next().unwrap();
    assert_eq!(kept[1], format!("bob@example.com http://localhost:{port}/console/#/invitation/{secret}"));
    house.register(&secret);
    house.invited("eve@example.com", "packing");
    let kept = links();
    assert!(kept.len() == 2 && kept[0] == first[0] && !kept[1].contains(&secret), "{kept:?}");
    let House { mut shop, .. } = house;
    shop.stop();
    drop(Shop::start(folder.path(), OUTBOX_ONLY));
    assert_eq!(links(), kept, "another start loses none that is good");
}

#[test]
fn audit_is_sealed_listed_and_verified() {
    let house = open();
    let mut owner = house.owner();
    for number in 0..30 {
        let lang = if number % 2 == 0 { "de" } else { "en" };
        house.call(&mut owner, "staff/profile", &json!({ "name": "Ada King", "lang": lang }));
        house.call(&mut owner, "staff/profile", &json!({ "name": "Ada King", "lang": lang }));
    }
    house.pass(SignedDuration::from_secs(60));
    let verified = house.call(&mut owner, "audit/verify", &json!({}));
    assert_eq!((&verified["unsealed"], &verified["broken"]), (&json!(0), &Value::Null));
    assert!(verified["sealed"].as_i64().unwrap() > 60 && verified["last_hash"].as_str().unwrap().len() == 64);
    let page = house.call(&mut owner, "audit/list", &json!({}));
    assert_eq!(page["items"].as_array().unwrap().len(), 50);
    assert_eq!(page["items"][0]["after"]["lang"], "en");
    let next = house.call(&mut owner, "audit/list", &json!({ "before": page["next_before"], "actor": "staff:1" }));
    assert!(next["items"].as_array().unwrap().len() > 9 && next["next_before"].is_null(), "{next}");
    let future = house.now.get().as_millisecond() + 60_000;
    assert_eq!(house.call(&mut owner, "audit/list", &json!({ "from_at": future }))["items"], json!([]));

    assert!(house.shop.output(&["audit", "verify"]).contains("last hash"));
    let connection = database(&house.shop.data);
    connection.execute_batch("DROP TRIGGER audit_entry_unchanged").unwrap();
    connection.exec("UPDATE audit_entry SET actor = 'staff:2' WHERE id = 5", vals![]).unwrap();
    let (exit, _, error) = house.shop.command(&["audit", "verify"]);
    assert!(exit == Some(1) && error.contains("the audit is broken: seal "), "{error}");
    assert!(house.call(&mut owner, "audit/verify", &json!({}))["broken"]["why"].is_string());
}

/// The lines of a file that a call answers.
fn lines(document: &Value) -> Vec<String> {
    let text = String::from_utf8(STANDARD.decode(document["content"].as_str().unwrap()).unwrap()).unwrap();
    text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect()
}

#[test]
fn audit_leaves_the_house_as_a_file_and_says_so() {
    let house = open();
    let mut owner = house.owner();
    house.shop.output(&["stock", "set", "BMA-LAC", "7"]);
    house.pass(SignedDuration::from_mins(6));
    assert_eq!(house.refused(&mut owner, "audit/export", &json!({})), "staff.proof_required");
    house.prove(&mut owner);
    let listed = house.call(&mut owner, "audit/list", &json!({ "noun": "stock" }))["items"].clone();
    let file = house.call(&mut owner, "audit/export", &json!({ "noun": "stock", "actor": "" }));
    assert_eq!(file["media_type"], "text/csv; charset=utf-8");
    assert!(file["name"].as_str().unwrap().starts_with("audit-20"), "{file}");
    let rows = lines(&file);
    assert_eq!(rows[0], "id,at,actor,call,outcome,noun,thing,before,after,network");
    assert_eq!((rows.len(), listed.as_array().unwrap().len()), (2, 1), "{rows:?}");
    assert!(
        rows[1].starts_with(&format!("{},", listed[0]["id"])) && rows[1].contains(",stock set,done,stock,"),
        "{rows:?}"
    );
    // The export is an entry with what was asked for; the next one holds it.
    let told = house.call(&mut owner, "audit/list", &json!({ "noun": "audit" }))["items"][0].clone();
    assert_eq!((&told["call"], &told["actor"]), (&json!("audit/export"), &json!(format!("staff:{}", owner.id))));
    assert_eq!((&told["after"]["entries"], &told["after"]["filter"]["noun"]), (&json!(1), &json!("stock")));
    let all = lines(&house.call(&mut owner, "audit/export", &json!({})));
    assert!(all[1].contains(",audit/export,done,audit,") && all.len() > 3, "{all:?}");
    let now = house.now.get().as_millisecond();
    let none = house.call(&mut owner, "audit/export", &json!({ "from_at": now + 3_600_000 }));
    assert_eq!(lines(&none).len(), 1);
    // Semicolons for the spreadsheets of the continent.
    house.call(&mut owner, "staff/profile", &json!({ "name": "Ada King", "lang": "de" }));
    assert!(lines(&house.call(&mut owner, "audit/export", &json!({})))[0].starts_with("id;at;"));
    let mut packer = house.person("p@example.com", "packing");
    assert_eq!(house.refused(&mut packer, "audit/export", &json!({})), "staff.not_allowed");

    // More than an answer holds is left to the command, which writes any number.
    let connection = house.shop.database();
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20001)
        INSERT INTO audit_entry (at, actor, call, outcome, noun, thing, salt, content_digest)
        SELECT 0, 'cli:=many', 'many', 'done', 'many', i, x'00', x'00' FROM n";
    connection.execute_batch(many).unwrap();
    assert_eq!(house.refused(&mut owner, "audit/export", &json!({ "noun": "many" })), "audit.export_too_many");
    let path = house.shop.data.join("audit.csv");
    let export = |args: &[&str]| {
        house.shop.output(&[&["audit", "export", path.to_str().unwrap()], args].concat());
        let text = std::fs::read_to_string(&path).unwrap();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(export(&["--noun", "many"]).len(), 20_001);
    let told = house.audit(&["--noun", "audit"])[0].clone();
    assert_eq!((&told["call"], &told["outcome"]), (&json!("audit export"), &json!("done")));
    let today = house.now.get().to_zoned(jiff::tz::TimeZone::get("Europe/Paris").unwrap()).date();
    let (tomorrow, before) = (today.tomorrow().unwrap().to_string(), today.yesterday().unwrap().to_string());
    let since = export(&["--since", &before, "--until", &tomorrow]);
    assert!(since.iter().any(|row| row.contains(",stock set,")) && since.iter().all(|row| !row.contains(",many,")));
    assert_eq!(export(&["--since", &tomorrow]).len(), 0);
    assert_eq!(export(&["--until", "1970-01-02", "--noun", "many"]).len(), 20_001);
    let error = house.shop.command_error(&[
        "audit",
        "export",
        path.to_str().unwrap(),
        "--since",
        &tomorrow,
        "--until",
        &before,
    ]);
    assert!(error.contains("is before"), "{error}");
}

#[test]
fn security_events_are_listed_by_kind_and_account_to_those_who_read_the_audit() {
    let house = open();
    let mut owner = house.owner();
    let mut ada = house.shop.customer("ada@example.com");
    for _ in 0..60 {
        ada.call("customer/logout", &json!({}));
        ada.log_in("ada@example.com", crate::support::PASSWORD);
    }
    house.shop.visitor().refused("customer/login", &json!({ "email": "nobody@example.com", "password": "guess" }));
    let page = |owner: &mut Person, args: Value| house.call(owner, "security/list", &args);
    let first = page(&mut owner, json!({}));
    let items = first["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[0]["event"], &items[0]["customer_id"]), (50, &json!("login_failed"), &Value::Null));
    let id = &items[1]["customer_id"];
    assert!(id.is_i64() && items[1]["event"] == "logged_in" && items[1]["actor"] == "visitor", "{}", items[1]);
    let mut seen: Vec<i64> = items.iter().map(|item| item["id"].as_i64().unwrap()).collect();
    let mut next = first["next_before"].clone();
    while !next.is_null() {
        let following = page(&mut owner, json!({ "before": next }));
        seen.extend(following["items"].as_array().unwrap().iter().map(|item| item["id"].as_i64().unwrap()));
        next = following["next_before"].clone();
    }
    assert_eq!(seen.len() as i64, house.shop.count("SELECT COUNT(*) FROM security_event"));
    assert!(seen.is_sorted_by(|one, other| one > other), "{seen:?}");
    let failed = page(&mut owner, json!({ "event": "login_failed" }));
    assert_eq!((failed["items"].as_array().unwrap().len(), &failed["next_before"]), (1, &Value::Null));
    let of_ada = page(&mut owner, json!({ "customer": id, "event": "account_created" }));
    assert_eq!(of_ada["items"].as_array().unwrap().len(), 1);
    assert!(!first.to_string().contains("ada@"), "no names");
    let mut packer = house.person("p@example.com", "packing");
    assert_eq!(house.refused(&mut packer, "security/list", &json!({})), "staff.not_allowed");
}

#[test]
fn newest_seal_leaves_the_machine_and_tells_a_rewritten_audit() {
    let house = open();
    let mut owner = house.owner();
    house.person("o@example.com", "owner");
    house.person("p@example.com", "packing");
    house.pass(SignedDuration::from_secs(60));
    house.shop.output(&["jobs", "run", "tell_seal"]);
    let letter = house.shop.mail("audit_seal", &owner.email).unwrap();
    assert_eq!(house.shop.mail("audit_seal", "o@example.com").unwrap(), letter);
    assert!(house.shop.mail("audit_seal", "p@example.com").is_none(), "owners only");
    let seal = letter["seal"].as_str().unwrap();
    let folder = house.shop.data.join("backup");
    let told = std::fs::read_to_string(folder.join("audit-seals.txt")).unwrap();
    assert_eq!(told.lines().last(), Some(seal));
    assert!(told.ends_with('\n') && told.lines().all(|line| line.parse::<SealReference>().is_ok()), "{told}");
    let verified = house.call(&mut owner, "audit/verify", &json!({ "seal": format!(" {seal} ") }));
    assert_eq!((&verified["holds_seal"], &verified["broken"]), (&json!(true), &Value::Null));
    assert_eq!(house.call(&mut owner, "audit/verify", &json!({}))["holds_seal"], Value::Null);
    assert_eq!(house.refused(&mut owner, "audit/verify", &json!({ "seal": "12" })), "audit.seal_unreadable");
    house.shop.output(&["audit", "verify", "--seal", seal]);
    let (_, _, error) = house.shop.command(&["audit", "verify", "--seal", "x:1"]);
    assert!(error.contains("give a seal as the letter has it"), "{error}");

    // Whoever cuts the newest seals off leaves a chain that is whole, and not that of the letter.
    let number = letter["number"].as_i64().unwrap();
    let connection = database(&house.shop.data);
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; DROP TRIGGER audit_entry_stays; DROP TRIGGER audit_seal_stays")
        .unwrap();
    connection.exec("DELETE FROM audit_entry WHERE seal IS NULL OR seal >= $1", vals![number]).unwrap();
    connection.exec("DELETE FROM audit_seal WHERE number >= $1", vals![number]).unwrap();
    house.shop.output(&["audit", "verify"]);
    let (exit, _, error) = house.shop.command(&["audit", "verify", "--seal", seal]);
    assert!(exit == Some(1) && error.contains(&format!("does not hold seal {number} ")), "{error}");
    let verified = house.call(&mut owner, "audit/verify", &json!({ "seal": seal }));
    assert_eq!((&verified["holds_seal"], &verified["broken"]), (&json!(false), &Value::Null));
}

#[test]
fn shared_device_locks_itself_and_opens_by_password_or_for_somebody_else() {
    let house = open();
    let mut owner = house.owner();
    let mut packer = house.person("p@example.com", "packing");
    let is_locked = |session: &Value| session["signed_in"]["is_locked"] == true;
    // A device of one's own stays open.
    house.pass(SignedDuration::from_mins(30));
    let own = house.call(&mut packer, "staff/session", &json!({}))["signed_in"].clone();
    assert_eq!((&own["is_locked"], &own["locks_after"]), (&json!(false), &Value::Null));

    let claim = with(&house.claim(&packer), json!({ "shared": true }));
    assert_eq!(house.call(&mut packer, "staff/sign_in", &claim)["locks_after"], 600_000);
    // Whoever uses it keeps it open.
    for _ in 0..3 {
        house.pass(SignedDuration::from_mins(8));
        house.call(&mut packer, "pack/list", &json!({}));
    }
    house.pass(SignedDuration::from_mins(11));
    for (path, args) in [("pack/list", json!({})), ("staff/profile", json!({ "name": "Eve", "lang": "en" }))] {
        assert_eq!(house.refused(&mut packer, path, &args), "staff.locked", "{path}");
    }
    // Asking does not open it, neither now nor after a reload.
    assert!(is_locked(&house.call(&mut packer, "staff/session", &json!({}))));
    assert_eq!(house.refused(&mut packer, "pack/list", &json!({})), "staff.locked");
    for password in ["", "something else entirely"] {
        let wrong = json!({ "password": password });
        assert_eq!(house.refused(&mut packer, "staff/unlock", &wrong), "staff.password_wrong");
    }
    let open = house.call(&mut packer, "staff/unlock", &json!({ "password": PASSWORD }));
    assert_eq!((&open["is_locked"], &open["locks_after"]), (&json!(false), &json!(600_000)));
    house.call(&mut packer, "pack/list", &json!({}));

    // By hand, on any device: what was proved before counts no longer.
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/prove", &claim);
    assert_eq!(house.call(&mut owner, "staff/lock", &json!({}))["proof_until_at"], Value::Null);
    assert_eq!(house.refused(&mut owner, "staff/people", &json!({})), "staff.locked");
    house.call(&mut owner, "staff/unlock", &json!({ "password": PASSWORD }));
    assert_eq!(house.refused(&mut owner, "staff/recovery_codes", &json!({})), "staff.proof_required");

    // Somebody else goes on at the locked device; the former session has ended.
    house.call(&mut packer, "staff/lock", &json!({}));
    let before = house.shop.count("SELECT COUNT(*) FROM staff_session");
    let claim = with(&house.claim(&owner), json!({ "shared": true }));
    assert_eq!(house.call(&mut packer, "staff/sign_in", &claim)["email"], OWNER);
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM staff_session"), before);
    house.call(&mut packer, "staff/people", &json!({}));
    // A locked one can be left.
    house.call(&mut packer, "staff/lock", &json!({}));
    house.call(&mut packer, "staff/sign_out", &json!({}));
    assert_eq!(house.call(&mut packer, "staff/session", &json!({}))["signed_in"], Value::Null);

    // Guesses are limited, as those of a sign-in are.
    house.call(&mut owner, "staff/lock", &json!({}));
    let guess = json!({ "password": "something else entirely" });
    let answers: Vec<String> = (0..6).map(|_| house.refused(&mut owner, "staff/unlock", &guess)).collect();
    assert_eq!(answers.last().unwrap(), "staff.throttled", "{answers:?}");
}

/// ASVS 7.2.4: who signs in where somebody is signed in gets a session of their own, and what was there ends.
#[test]
fn a_sign_in_makes_a_new_session_and_ends_the_browsers_former_one() {
    let house = open();
    let mut owner = house.owner();
    let before = owner.browser.cookies["console"].clone();
    let mut former = Person { browser: owner.browser.clone(), ..person_of(&owner) };
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/sign_in", &claim);
    assert_ne!(owner.browser.cookies["console"], before);
    assert_eq!(house.call(&mut former, "staff/session", &json!({}))["signed_in"], Value::Null);
    let items = house.call(&mut owner, "staff/sessions", &json!({}))["items"].clone();
    assert_eq!(items.as_array().unwrap().len(), 1, "{items}");
}

/// ASVS 3.4.5 and 14.3.2: addresses of the console tell other sites nothing, and its answers stay in no cache.
#[test]
fn no_address_of_the_console_goes_to_other_sites() {
    let house = open();
    let mut owner = house.owner();
    let page = owner.browser.get("/console/orders/4711");
    let answer = post(&mut owner.browser, &house.shop, "staff/sessions", &json!({}));
    for answer in [page, answer] {
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert!(answer.header("cache-control").is_some_and(|value| value.contains("no-store")));
    }
}
