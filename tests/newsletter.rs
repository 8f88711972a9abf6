//! The newsletter over HTTP: form, double opt-in, unsubscription, operator commands.

use base64::Engine as _;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use shop::vals;

use crate::support::house::{self, open_with};
use crate::support::{OUTBOX_ONLY, PASSWORD, Shop, Visitor, eventually};

fn open() -> Shop {
    Shop::open_with(OUTBOX_ONLY)
}

fn subscription(email: &str) -> Value {
    json!({ "email": email, "hah_subscribe": 1, "brand": 0, "all_subscribe_status": 0, "source": "footer" })
}

/// Template and data of every mail to an address, first to last.
fn mails(shop: &Shop, email: &str) -> Vec<(String, Value)> {
    let sql = "SELECT template, data FROM mail WHERE recipient = $1 AND template LIKE 'newsletter%' ORDER BY id";
    let rows: Vec<(String, String)> = shop.database().all(sql, vals![email]).unwrap();
    rows.into_iter().map(|(template, data)| (template, serde_json::from_str(&data).unwrap_or_default())).collect()
}

fn token(url: &Value) -> String {
    url.as_str().unwrap().rsplit('=').next().unwrap().to_owned()
}

fn status(shop: &Shop, email: &str) -> String {
    shop.database().one("SELECT status FROM newsletter WHERE email_key = $1", vals![email]).unwrap()
}

fn confirm(shop: &Shop, visitor: &mut Visitor, email: &str) -> Value {
    let (template, data) = mails(shop, email).into_iter().rev().find(|(t, _)| t == "newsletter_confirm").unwrap();
    assert_eq!(template, "newsletter_confirm");
    visitor.call("newsletter/confirm", &json!({ "token": token(&data["confirm_url"]) }))
}

#[test]
fn invalid_form_is_refused_with_the_specified_messages() {
    let shop = open();
    let mut visitor = shop.visitor();
    let mut refused = |change: Value| {
        let mut args = subscription("ada@example.com");
        args.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        visitor.refused("newsletter/subscribe", &args)
    };
    assert_eq!(refused(json!({ "email": " " }))["message"], "Please enter a valid email address.");
    let invalid = refused(json!({ "email": "ada@example" }));
    assert_eq!(invalid["message"], "Please enter a valid email address. For example name@example.com.");
    assert_eq!(invalid["error"]["fields"]["email"], invalid["message"]);
    let none = refused(json!({ "hah_subscribe": 0 }));
    assert_eq!(none["message"], "Please select one or more ways to hear from us.");
    let both = refused(json!({ "email": "", "hah_subscribe": 0 }));
    assert_eq!(both["message"], "Please enter a valid email address.");
    assert_eq!(both["error"]["fields"].as_object().unwrap().len(), 2);
    assert_eq!(refused(json!({ "source": "banner" }))["error"]["id"], "newsletter.source");
    assert_eq!(
        refused(json!({ "source": "account" }))["error"]["id"],
        "newsletter.source",
        "this source is for customers"
    );
    let args: Vec<(String, String)> =
        [("email", "ada@example.com"), ("brand", "2")].map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    assert_eq!(shop.visitor().post("newsletter/subscribe", &args, None, &[]).status, 400, "neither 0 nor 1");
    assert_eq!(mails(&shop, "ada@example.com"), []);
}

#[test]
fn captcha_is_skipped_only_for_a_customers_own_email() {
    let shop = Shop::open();
    let missing = shop.visitor().refused("newsletter/subscribe", &subscription("ada@example.com"));
    assert_eq!(missing["error"]["id"], "captcha.required");
    let mut ada = shop.customer("ada@example.com");
    let mut own = subscription(" Ada@Example.com ");
    own["source"] = json!("account");
    assert_eq!(ada.call("newsletter/subscribe", &own)["confirmation_required"], true);
    assert_eq!(
        ada.refused("newsletter/subscribe", &subscription("zoe@example.com"))["error"]["id"],
        "captcha.required"
    );
}

#[test]
fn double_opt_in_confirms_a_subscription() {
    let shop = open();
    let mut visitor = shop.visitor().speaking("fr");
    let answer = visitor.call("newsletter/subscribe", &subscription(" ada@example.com "));
    assert_eq!(answer["message"]["message"], "Please confirm your subscription in the email we have just sent you.");
    assert_eq!(answer["confirmation_required"], true);
    assert_eq!(status(&shop, "ada@example.com"), "pending");
    let (template, data) = mails(&shop, "ada@example.com").remove(0);
    assert_eq!((template.as_str(), &data["letters"]["hah_subscribe"]), ("newsletter_confirm", &json!(1)));
    let url = data["confirm_url"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/fr/newsletter/confirm?token=", shop.url)), "{url}");
    // Only the hash of the token is stored.
    let token = token(&data["confirm_url"]);
    let stored: Vec<u8> =
        shop.database().one("SELECT token_hash FROM newsletter_token WHERE purpose = 'confirm'", vals![]).unwrap();
    assert_eq!(stored.len(), 32);
    assert!(!token.contains(&stored.iter().map(|b| format!("{b:02x}")).collect::<String>()));

    assert_eq!(
        visitor.refused("newsletter/confirm", &json!({ "token": "0".repeat(64) }))["error"]["id"],
        "newsletter.link_invalid"
    );
    assert_eq!(visitor.refused("newsletter/confirm", &json!({}))["error"]["id"], "newsletter.link_invalid");
    let done = confirm(&shop, &mut visitor, "ada@example.com");
    assert_eq!(done["message"]["message"], "Your subscription is confirmed.");
    assert_eq!(status(&shop, "ada@example.com"), "subscribed");
    // A repeated confirmation changes nothing.
    confirm(&shop, &mut visitor, "ada@example.com");
    let sent: Vec<String> = mails(&shop, "ada@example.com").into_iter().map(|(template, _)| template).collect();
    assert_eq!(sent, ["newsletter_confirm", "newsletter_welcome"]);
    // The browser that subscribed gets the specified message, which clients treat as success.
    let again = visitor.refused("newsletter/subscribe", &subscription("ADA@example.com"));
    assert_eq!(again["message"], "This email address is already subscribed.");
}

#[test]
fn subscribing_does_not_reveal_existing_subscribers() {
    let shop = open();
    let mut ada = shop.visitor();
    ada.call("newsletter/subscribe", &subscription("ada@example.com"));
    confirm(&shop, &mut ada, "ada@example.com");
    let mut stranger = shop.visitor();
    let known = stranger.call("newsletter/subscribe", &subscription("ada@example.com"));
    let unknown = stranger.call("newsletter/subscribe", &subscription("nobody@example.com"));
    assert_eq!(known, unknown);
    let again = stranger.call("newsletter/subscribe", &subscription("ada@example.com"));
    assert_eq!(again, unknown, "the same answer when repeated");
    // The subscriber gets a mail instead, in limited number.
    let (template, data) = mails(&shop, "ada@example.com").pop().unwrap();
    assert_eq!((template.as_str(), &data["again"]), ("newsletter_welcome", &json!(true)));
    for _ in 0..5 {
        stranger.call("newsletter/subscribe", &subscription("ada@example.com"));
        stranger.call("newsletter/subscribe", &subscription("nobody@example.com"));
    }
    assert_eq!(mails(&shop, "ada@example.com").len(), 4, "confirmation, welcome and two reminders");
    assert_eq!(mails(&shop, "nobody@example.com").len(), 3);
    // Further newsletters need her confirmation and keep the current ones.
    shop.set_clock(&(Timestamp::now() + SignedDuration::from_hours(24)).to_string());
    let mut more = subscription("ada@example.com");
    more["hah_subscribe"] = json!(0);
    more["brand"] = json!(1);
    stranger.call("newsletter/subscribe", &more);
    let letters = |shop: &Shop| -> (bool, bool) {
        shop.database()
            .one("SELECT hah_subscribe, brand FROM newsletter WHERE email_key = 'ada@example.com'", vals![])
            .unwrap()
    };
    assert_eq!(letters(&shop), (true, false));
    confirm(&shop, &mut ada, "ada@example.com");
    assert_eq!(letters(&shop), (true, true));
}

#[test]
fn confirmation_link_expires_after_a_week() {
    let shop = open();
    shop.set_clock("2026-11-21T10:00:00Z");
    let mut visitor = shop.visitor();
    visitor.call("newsletter/subscribe", &subscription("ada@example.com"));
    let token = token(&mails(&shop, "ada@example.com")[0].1["confirm_url"]);
    // A week later; the clock runs on after it is set.
    shop.set_clock("2026-11-28T10:05:00Z");
    let late = visitor.refused("newsletter/confirm", &json!({ "token": token }));
    assert_eq!(late["message"], "This link is no longer valid. Please subscribe again.");
    visitor.call("newsletter/subscribe", &subscription("ada@example.com"));
    confirm(&shop, &mut visitor, "ada@example.com");
    assert_eq!(status(&shop, "ada@example.com"), "subscribed");
}

#[test]
fn unsubscription_takes_effect_after_one_working_day() {
    let shop = open();
    // Christmas Eve, a Thursday: the next working day is the Monday after.
    shop.set_clock("2026-12-24T10:00:00Z");
    let mut visitor = shop.visitor();
    visitor.call("newsletter/subscribe", &subscription("ada@example.com"));
    let confirm_token = token(&mails(&shop, "ada@example.com")[0].1["confirm_url"]);
    confirm(&shop, &mut visitor, "ada@example.com");
    let welcome = mails(&shop, "ada@example.com").pop().unwrap().1;
    let link = token(&welcome["unsubscribe_url"]);
    let unsubscribed = visitor.call("newsletter/unsubscribe", &json!({ "token": link }));
    assert_eq!(unsubscribed["message"]["message"], "You will receive no more letters within 1 to 2 working days.");
    assert_eq!(unsubscribed["ends_at"], "2026-12-28T23:00:00Z");
    assert_eq!(
        visitor.call("newsletter/unsubscribe", &json!({ "token": link })),
        unsubscribed,
        "unchanged by a repeated request"
    );
    let (template, data) = mails(&shop, "ada@example.com").pop().unwrap();
    assert_eq!((template.as_str(), &data["ends_on"]), ("newsletter_unsubscribing", &json!("2026-12-28")));
    // A queued unsubscription is off the export, and earlier links do not undo it.
    let csv = shop.output(&["newsletter", "export"]);
    assert_eq!(csv.lines().count(), 1, "{csv}");
    assert_eq!(
        visitor.refused("newsletter/confirm", &json!({ "token": confirm_token }))["error"]["id"],
        "newsletter.link_invalid"
    );

    for early in ["2026-12-25T10:00:00Z", "2026-12-27T10:00:00Z", "2026-12-28T22:59:00Z"] {
        shop.set_clock(early);
        assert_eq!(status(&shop, "ada@example.com"), "subscribed", "{early}");
    }
    // A missed job is caught up once.
    shop.set_clock("2027-01-04T09:00:00Z");
    assert_eq!(status(&shop, "ada@example.com"), "unsubscribed");
    shop.set_clock("2027-01-04T10:00:00Z");
    let ends = mails(&shop, "ada@example.com").into_iter().filter(|(t, _)| t == "newsletter_unsubscribed").count();
    assert_eq!(ends, 1);
    let over = visitor.call("newsletter/unsubscribe", &json!({ "token": link }));
    assert_eq!(over["ends_at"], Value::Null);
    // A new subscription needs confirmation again.
    visitor.call("newsletter/subscribe", &subscription("ada@example.com"));
    assert_eq!(status(&shop, "ada@example.com"), "pending");
    confirm(&shop, &mut visitor, "ada@example.com");
    assert_eq!(status(&shop, "ada@example.com"), "subscribed");
}

#[test]
fn one_click_unsubscription_follows_rfc_8058() {
    let shop = open();
    let mut visitor = shop.visitor().speaking("de");
    visitor.call("newsletter/subscribe", &subscription("ada@example.com"));
    confirm(&shop, &mut visitor, "ada@example.com");
    let welcome = mails(&shop, "ada@example.com").pop().unwrap().1;
    let url = welcome["one_click_url"].as_str().unwrap();
    let path = url.strip_prefix(&shop.url).unwrap().to_owned();
    assert!(path.starts_with("/newsletter/unsubscribe/"));
    // A GET redirects to the page and changes nothing.
    let looked = shop.visitor().get(&path);
    assert_eq!(looked.status, 303);
    assert!(looked.header("location").unwrap().starts_with("/en/newsletter/unsubscribe?token="));
    assert_eq!(looked.header("referrer-policy"), Some("no-referrer"));
    // One-click POST: no cookies, no redirect (RFC 8058).
    let mut program = shop.visitor();
    let posted = program.form(&path, "List-Unsubscribe=One-Click");
    assert_eq!((posted.status, posted.body.as_str()), (200, ""));
    let due: i64 = shop
        .database()
        .one("SELECT unsubscribe_due_at FROM newsletter WHERE email_key = 'ada@example.com'", vals![])
        .unwrap();
    assert!(due > 0);
    assert_eq!(program.form(&path, "List-Unsubscribe=One-Click").status, 200, "idempotent");
    assert_eq!(
        program.form(&format!("/newsletter/unsubscribe/{}", "0".repeat(64)), "List-Unsubscribe=One-Click").status,
        404
    );
    // The plain HTML form of the page.
    let browser = program.form(&path, "");
    assert_eq!((browser.status, browser.header("location")), (303, Some("/de/newsletter/unsubscribe?done=1")));
    let wrong = program.form(&format!("/newsletter/confirm/{}", "0".repeat(64)), "");
    assert_eq!(wrong.header("location"), Some("/en/newsletter/confirm?done=0"));
}

#[test]
fn plain_html_form_confirms_a_subscription() {
    let shop = open();
    let mut visitor = shop.visitor();
    visitor.call("newsletter/subscribe", &subscription("ada@example.com"));
    let token = token(&mails(&shop, "ada@example.com")[0].1["confirm_url"]);
    let answer = visitor.form(&format!("/newsletter/confirm/{token}"), "");
    assert_eq!((answer.status, answer.header("location")), (303, Some("/en/newsletter/confirm?done=1")));
    assert_eq!(status(&shop, "ada@example.com"), "subscribed");
}

#[test]
fn forms_of_other_sites_are_refused_except_one_click() {
    let shop = open();
    let mut visitor = shop.visitor();
    visitor.call("newsletter/subscribe", &subscription("ada@example.com"));
    let token = token(&mails(&shop, "ada@example.com")[0].1["confirm_url"]);
    let confirm_door = format!("/newsletter/confirm/{token}");
    let foreign = [("Origin", "https://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site")];
    for header in foreign {
        assert_eq!(visitor.form_with(&confirm_door, "", &[header]).status, 403, "{header:?}");
    }
    assert_eq!(status(&shop, "ada@example.com"), "pending");
    let own = shop.url.clone();
    assert_eq!(visitor.form_with(&confirm_door, "", &[("Origin", own.as_str())]).status, 303);
    assert_eq!(status(&shop, "ada@example.com"), "subscribed");

    let welcome = mails(&shop, "ada@example.com").pop().unwrap().1;
    let door = welcome["one_click_url"].as_str().unwrap().strip_prefix(&shop.url).unwrap().to_owned();
    let due = || shop.count("SELECT COUNT(*) FROM newsletter WHERE unsubscribe_due_at IS NOT NULL");
    for header in foreign {
        assert_eq!(visitor.form_with(&door, "", &[header]).status, 403, "{header:?}");
    }
    assert_eq!(due(), 0);
    let provider = visitor.form_with(&door, "List-Unsubscribe=One-Click", &[("Sec-Fetch-Site", "cross-site")]);
    assert_eq!((provider.status, due()), (200, 1), "mail providers post it from anywhere");
}

#[test]
fn customers_manage_their_own_subscription() {
    let shop = open();
    let mut ada = shop.customer("ada@example.com");
    shop.customer("ben@example.com");
    assert_eq!(ada.refused("newsletter/unsubscribe", &json!({}))["error"]["id"], "newsletter.not_subscribed");
    let other = ada.refused("newsletter/subscribe", &subscription("ben@example.com"));
    assert_eq!(other["message"], "This email address is already assigned to another user.");
    assert_eq!(mails(&shop, "ben@example.com"), []);
    let mut own = subscription("ada@example.com");
    own["source"] = json!("account");
    own["all_subscribe_status"] = json!(1);
    ada.call("newsletter/subscribe", &own);
    confirm(&shop, &mut ada, "ada@example.com");
    assert_eq!(ada.refused("newsletter/subscribe", &own)["error"]["id"], "newsletter.already_subscribed");
    // On the account page an unticked box unsubscribes.
    own["all_subscribe_status"] = json!(0);
    assert_eq!(ada.call("newsletter/subscribe", &own)["message"]["id"], "newsletter.subscribed");
    let partner: bool = shop
        .database()
        .one("SELECT all_subscribe_status FROM newsletter WHERE email_key = 'ada@example.com'", vals![])
        .unwrap();
    assert!(!partner);
    assert!(ada.call("newsletter/unsubscribe", &json!({}))["ends_at"].is_string());
    // A queued unsubscription is undone without a mail, as the address is confirmed.
    assert_eq!(ada.call("newsletter/subscribe", &own)["confirmation_required"], false);
    assert_eq!(
        shop.visitor().refused("newsletter/unsubscribe", &json!({}))["error"]["id"],
        "newsletter.unsubscribe_link"
    );
}

#[test]
fn unverified_account_cannot_change_a_subscription() {
    const VICTOR: &str = "victor@example.com";
    let shop = open();
    let mut victor = shop.visitor();
    victor.call("newsletter/subscribe", &subscription(VICTOR));
    confirm(&shop, &mut victor, VICTOR);
    let welcome = mails(&shop, VICTOR).pop().unwrap().1;
    victor.call("newsletter/unsubscribe", &json!({ "token": token(&welcome["unsubscribe_url"]) }));
    let mut thief = shop.customer(VICTOR);
    let all = json!({
        "email": VICTOR, "hah_subscribe": 1, "brand": 1, "all_subscribe_status": 1, "source": "account"
    });
    assert_eq!(
        thief.call("newsletter/subscribe", &all)["confirmation_required"],
        true,
        "the unverified account needs the confirmation link"
    );
    let (brand, is_leaving): (bool, bool) =
        shop.database().one("SELECT brand, unsubscribe_due_at IS NOT NULL FROM newsletter", vals![]).unwrap();
    assert!(!brand && is_leaving, "nothing has changed");
    // A change of e-mail does not move the subscription.
    let moved = |to: &str| json!({ "first_name": "Claire", "last_name": "Martin", "email": to, "member_card": "", "current_password": PASSWORD });
    shop.database().exec("UPDATE newsletter SET unsubscribe_due_at = NULL", vals![]).unwrap();
    thief.call("account/update", &moved("thief@example.com"));
    assert_eq!(status(&shop, VICTOR), "subscribed");
    thief.call("account/update", &moved(VICTOR));
    // A verified account may change it.
    shop.database().exec("UPDATE customer SET email_verified_at = 1", vals![]).unwrap();
    assert_eq!(thief.call("newsletter/subscribe", &all)["message"]["id"], "newsletter.subscribed");
}

#[test]
fn single_opt_in_countries_skip_confirmation() {
    let shop = Shop::open_with(&[
        ("SHOP__CAPTCHA__PROVIDER", "none"),
        ("SHOP__NEWSLETTER__SINGLE_OPT_IN", "[\"CA\"]"),
        ("SHOP__REGION__EU", "false"),
        ("SHOP__REGION__COUNTRY_HEADER", "CF-IPCountry"),
        ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
    ]);
    let mut visitor = shop.visitor();
    let pairs = |email: &str| -> Vec<(String, String)> {
        [("email", email), ("source", "lightbox")].map(|(a, b)| (a.to_owned(), b.to_owned())).into()
    };
    let canadian =
        visitor.post("newsletter/subscribe", &pairs("ada@example.com"), None, &[("CF-IPCountry", "CA")]).json();
    assert_eq!(canadian["data"]["message"]["message"], "Thank you. You are subscribed to our letters.");
    let letters: (bool, bool, bool) =
        shop.database().one("SELECT hah_subscribe, brand, all_subscribe_status FROM newsletter", vals![]).unwrap();
    assert_eq!(letters, (false, true, false), "without boxes the hotel brand's newsletter is the default");
    let again = visitor.post("newsletter/subscribe", &pairs("ada@example.com"), None, &[("CF-IPCountry", "CA")]).json();
    assert_eq!(again["message"], "This email address is already subscribed.");
    for headers in [[("CF-IPCountry", "DE")], [("CF-IPCountry", "")]] {
        let other = visitor.post("newsletter/subscribe", &pairs("ben@example.com"), None, &headers).json();
        assert_eq!(other["data"]["confirmation_required"], true);
    }
}

#[test]
fn operator_lists_and_exports_subscribers() {
    let shop = open();
    let mut visitor = shop.visitor();
    for email in ["ada@example.com", "=cmd@example.com", "waits@example.com"] {
        visitor.call("newsletter/subscribe", &subscription(email));
        if email != "waits@example.com" {
            confirm(&shop, &mut visitor, email);
        }
    }
    let list = shop.output(&["newsletter", "list"]);
    assert_eq!(list.lines().count(), 4, "a heading and three addresses: {list}");
    assert!(list.contains("waits for its link"));
    let confirmed = shop.operator(&["newsletter", "list", "--confirmed"]);
    assert_eq!(confirmed.as_array().unwrap().len(), 2, "{confirmed}");
    assert_eq!(confirmed[0]["status"], "subscribed");
    let csv = shop.output(&["newsletter", "export"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "email,language,shop,brand,partner,source,confirmed_at,unsubscribe_url,one_click_url");
    assert_eq!(lines.len(), 3);
    assert!(
        lines[2].starts_with("'=cmd@example.com,en,1,0,0,footer,2026-")
            || lines[2].starts_with("'=cmd@example.com,en,1,0,0,footer,20"),
        "{}",
        lines[2]
    );
    let none = shop.output(&["newsletter", "export", "--letters", "partner"]);
    assert_eq!(none.lines().count(), 1);
    // The links in the export work.
    let url = lines[1].rsplit(',').next().unwrap();
    let path = &url[url.find("/newsletter/").unwrap()..];
    assert_eq!(visitor.form(path, "List-Unsubscribe=One-Click").status, 200);
}

#[test]
fn checkout_subscribes_with_double_opt_in() {
    let shop = open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let mut form = visitor.order_form("bank_transfer");
    form["newsletter"] = json!(true);
    visitor.call("checkout/place", &form);
    assert_eq!(status(&shop, "claire.martin@example.com"), "pending");
    confirm(&shop, &mut visitor, "claire.martin@example.com");
    let (source, hah): (String, bool) =
        shop.database().one("SELECT source, hah_subscribe FROM newsletter", vals![]).unwrap();
    assert_eq!((source.as_str(), hah), ("checkout", true));
}

#[test]
fn log_has_no_tokens_or_addresses() {
    let mut shop = Shop::open_with(&[OUTBOX_ONLY, &[("SHOP__LOG__LEVEL", "debug")]].concat());
    let mut visitor = shop.visitor();
    visitor.call("newsletter/subscribe", &subscription("secret.person@example.com"));
    let token = token(&mails(&shop, "secret.person@example.com")[0].1["confirm_url"]);
    visitor.get(&format!("/newsletter/confirm/{token}"));
    visitor.form(&format!("/newsletter/confirm/{token}"), "");
    visitor.get(&format!("/en/newsletter/confirm?token={token}"));
    shop.stop();
    eventually("the log is read to its end", || shop.log().contains("closed"));
    let log = shop.log();
    assert!(log.contains("/newsletter/confirm/…"), "{log}");
    assert!(!log.contains(&token) && !log.contains("secret.person"), "{log}");
}

#[test]
fn an_account_on_another_persons_address_neither_sees_nor_ends_nor_erases_the_subscription() {
    let shop = open();
    shop.set_clock("2026-11-20T09:00:00Z");
    const ADA: &str = "ada@example.com";
    let mut ada = shop.visitor();
    ada.call("newsletter/subscribe", &subscription(ADA));
    confirm(&shop, &mut ada, ADA);

    let mut thief = shop.customer("Ada@Example.com");
    let shown = thief.call("account/info", &json!({}))["newsletter"].clone();
    assert_eq!((&shown["subscribed"], &shown["letters"]["hah_subscribe"]), (&json!(false), &json!(0)));
    assert_eq!(thief.call("account/export", &json!({}))["data"]["newsletter"], Value::Null);
    assert_eq!(thief.refused("newsletter/unsubscribe", &json!({}))["error"]["id"], "newsletter.not_subscribed");
    let mut own = subscription(ADA);
    own["source"] = json!("account");
    assert_eq!(thief.call("newsletter/subscribe", &own)["confirmation_required"], true, "as for any address");
    assert_eq!(thief.call("account/info", &json!({}))["newsletter"], shown, "nor does asking open it");
    let mut moved = json!({ "first_name": "Eve", "last_name": "Moth", "email": "eve@example.com", "member_card": "" });
    moved["current_password"] = json!(PASSWORD);
    thief.call("account/update", &moved);
    assert_eq!(status(&shop, ADA), "subscribed");
    let mut thief = shop.customer(ADA);
    thief.call("account/delete", &json!({ "password": PASSWORD }));
    shop.set_clock("2026-11-24T09:00:00Z");
    eventually("the account is deleted", || shop.mail("deletion_done", ADA).is_some());
    assert_eq!(status(&shop, ADA), "subscribed");

    // An account sees and ends what it asked for itself, and all of an address that it has proved.
    let mut bob = shop.customer("bob@example.com");
    let mut own = subscription("bob@example.com");
    own["source"] = json!("account");
    bob.call("newsletter/subscribe", &own);
    assert_eq!(bob.call("account/info", &json!({}))["newsletter"]["confirmation_pending"], true);
    bob.call("newsletter/unsubscribe", &json!({}));
    assert_eq!(shop.count("SELECT COUNT(*) FROM newsletter WHERE email_key = 'bob@example.com'"), 0);
    shop.customer(ADA);
    let mut owner = shop.verified(ADA);
    assert_eq!(owner.call("account/info", &json!({}))["newsletter"]["subscribed"], true);
    owner.call("newsletter/unsubscribe", &json!({}));
}

#[test]
fn the_house_lists_subscriptions_and_exports_them_with_fresh_proof() {
    let house = open_with(&[]);
    let mut owner = house.owner();
    let mut visitor = house.shop.visitor();
    for email in ["ada@example.com", "=cmd@example.com", "Waits@example.com"] {
        visitor.call("newsletter/subscribe", &subscription(email));
        if email != "Waits@example.com" {
            confirm(&house.shop, &mut visitor, email);
        }
    }
    house
        .shop
        .database()
        .exec("UPDATE newsletter SET source = '+1' WHERE email_key = 'ada@example.com'", vals![])
        .unwrap();
    let mut emails = |args: Value| {
        let page = house.call(&mut owner, "newsletter/list", &args);
        assert_eq!((&page["after"], &page["confirmed"]), (&Value::Null, &json!(2)));
        page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["email"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(emails(json!({})), ["=cmd@example.com", "ada@example.com", "Waits@example.com"]);
    assert_eq!(emails(json!({ "q": " WAI" })), ["Waits@example.com"]);
    assert_eq!(emails(json!({ "q": "%" })), [""; 0], "a beginning, not a pattern");
    assert_eq!(emails(json!({ "status": "subscribed", "q": "a" })), ["ada@example.com"]);
    assert_eq!(emails(json!({ "status": "pending" })), ["Waits@example.com"]);
    assert_eq!(emails(json!({ "status": "unsubscribed" })), [""; 0]);
    let row = house.call(&mut owner, "newsletter/list", &json!({ "q": "ada" }))["items"][0].clone();
    assert_eq!((&row["status"], &row["letters"], &row["lang"]), (&json!("subscribed"), &json!(["shop"]), &json!("en")));
    // Many of them, a page at a time.
    let many = "WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < 120)
        INSERT INTO newsletter (email, email_key, status, lang, source, hah_subscribe, brand, all_subscribe_status, requested_at)
        SELECT 'z' || n || '@example.org', 'z' || n || '@example.org', 'unsubscribed', 'en', 'footer', 0, 0, 0, 1 FROM one";
    house.shop.database().exec(many, vals![]).unwrap();
    for args in [json!({ "q": "z" }), json!({ "q": "z", "status": "unsubscribed" })] {
        let (mut seen, mut after) = (Vec::new(), Value::Null);
        loop {
            let page =
                house.call(&mut owner, "newsletter/list", &crate::support::with(&args, json!({ "after": after })));
            seen.extend(page["items"].as_array().unwrap().iter().map(|row| row["email"].as_str().unwrap().to_owned()));
            after = page["after"].clone();
            if after.is_null() {
                break;
            }
        }
        assert!(seen.len() == 120 && seen.is_sorted(), "{seen:?}");
    }

    // Reading is not taking away.
    let mut packer = house.person("pack@example.com", "packing");
    for path in ["newsletter/list", "newsletter/export"] {
        assert_eq!(house.refused(&mut packer, path, &json!({})), "staff.not_allowed", "{path}");
    }
    house.shop.output(&["staff", "role", "add", "readers", "--permission", "customers_read"]);
    let mut reader = house.person("read@example.com", "readers");
    house.call(&mut reader, "newsletter/list", &json!({}));
    assert_eq!(house.refused(&mut reader, "newsletter/export", &json!({})), "staff.not_allowed");

    house.pass(SignedDuration::from_hours(1));
    assert_eq!(house.refused(&mut owner, "newsletter/export", &json!({})), "staff.proof_required");
    house.prove(&mut owner);
    let document = house.call(&mut owner, "newsletter/export", &json!({ "letter": "shop" }));
    let bytes = base64::engine::general_purpose::STANDARD.decode(document["content"].as_str().unwrap()).unwrap();
    let csv = String::from_utf8(bytes).unwrap();
    let mut lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.remove(0), "email,language,shop,brand,partner,source,confirmed_at,unsubscribe_url,one_click_url");
    lines.sort_unstable();
    assert!(lines.len() == 2 && lines[0].starts_with("'=cmd@example.com,en,1,0,0,footer,"), "{csv}");
    assert!(lines[1].starts_with("ada@example.com,en,1,0,0,'+1,"), "{csv}");
    // The links in the sheet work, and the sheet stands in the audit, without an address.
    let url = lines[1].rsplit(',').next().unwrap();
    assert_eq!(visitor.form(&url[url.find("/newsletter/").unwrap()..], "List-Unsubscribe=One-Click").status, 200);
    let entry = house.audit(&[])[0].clone();
    assert_eq!((&entry["call"], &entry["outcome"]), (&json!("newsletter/export"), &json!("done")));
    assert_eq!(
        serde_json::from_str::<Value>(entry["after"].as_str().unwrap()).unwrap(),
        json!({ "letters": "shop", "count": 2 })
    );
    let none = house.call(&mut owner, "newsletter/export", &json!({ "letter": "partner" }));
    assert_eq!(
        base64::engine::general_purpose::STANDARD
            .decode(none["content"].as_str().unwrap())
            .unwrap()
            .iter()
            .filter(|byte| **byte == b'\n')
            .count(),
        1
    );

    for bad in [json!({ "letter": "x" }), json!({ "letter": 1 })] {
        assert_eq!(house::post(&mut owner.browser, &house.shop, "newsletter/export", &bad).status, 400, "{bad}");
    }
    assert_eq!(house::post(&mut owner.browser, &house.shop, "newsletter/list", &json!({ "status": "x" })).status, 400);
}
