//! The newsletter: the boxes, the literals, the link in the mail, and the way out.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use shop::vals;

use crate::support::{DESK, PASSWORD, Shop, Visitor, eventually, run};

/// A shop that asks no captcha, which has tests of its own, and keeps its mail where tests can read it.
fn open() -> Shop {
    Shop::open_with(DESK)
}

fn wish(email: &str) -> Value {
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
fn the_form_is_refused_in_the_words_of_the_specification() {
    let shop = open();
    let mut visitor = shop.visitor();
    let mut refused = |change: Value| {
        let mut args = wish("ada@example.com");
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
    assert_eq!(refused(json!({ "source": "account" }))["error"]["id"], "newsletter.source", "that is for customers");
    let args: Vec<(String, String)> =
        [("email", "ada@example.com"), ("brand", "2")].map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    assert_eq!(shop.visitor().post("newsletter/subscribe", &args, None, &[]).status, 400, "neither 0 nor 1");
    assert_eq!(mails(&shop, "ada@example.com"), []);
}

#[test]
fn a_captcha_is_asked_of_everybody_but_customers_for_their_own_address() {
    let shop = Shop::open();
    let missing = shop.visitor().refused("newsletter/subscribe", &wish("ada@example.com"));
    assert_eq!(missing["error"]["id"], "captcha.required");
    let mut ada = shop.customer("ada@example.com");
    let mut own = wish(" Ada@Example.com ");
    own["source"] = json!("account");
    assert_eq!(ada.call("newsletter/subscribe", &own)["confirmation_required"], true);
    assert_eq!(ada.refused("newsletter/subscribe", &wish("zoe@example.com"))["error"]["id"], "captcha.required");
}

#[test]
fn a_subscription_counts_once_its_link_is_followed() {
    let shop = open();
    let mut visitor = shop.visitor().speaking("fr");
    let answer = visitor.call("newsletter/subscribe", &wish(" ada@example.com "));
    assert_eq!(answer["message"]["message"], "Please confirm your subscription in the email we have just sent you.");
    assert_eq!(answer["confirmation_required"], true);
    assert_eq!(status(&shop, "ada@example.com"), "pending");
    let (template, data) = mails(&shop, "ada@example.com").remove(0);
    assert_eq!((template.as_str(), &data["letters"]["hah_subscribe"]), ("newsletter_confirm", &json!(1)));
    let url = data["confirm_url"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/fr/newsletter/confirm?token=", shop.url)), "{url}");
    // Only the hash of the key is kept.
    let token = token(&data["confirm_url"]);
    let stored: Vec<u8> =
        shop.database().one("SELECT token_hash FROM newsletter_link WHERE purpose = 'confirm'", vals![]).unwrap();
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
    // Twice, as impatient fingers do, is once.
    confirm(&shop, &mut visitor, "ada@example.com");
    let sent: Vec<String> = mails(&shop, "ada@example.com").into_iter().map(|(template, _)| template).collect();
    assert_eq!(sent, ["newsletter_confirm", "newsletter_welcome"]);
    // The same browser hears the literal that counts as success.
    let again = visitor.refused("newsletter/subscribe", &wish("ADA@example.com"));
    assert_eq!(again["message"], "This email address is already subscribed.");
}

#[test]
fn strangers_cannot_tell_a_subscriber_from_a_newcomer() {
    let shop = open();
    let mut ada = shop.visitor();
    ada.call("newsletter/subscribe", &wish("ada@example.com"));
    confirm(&shop, &mut ada, "ada@example.com");
    let mut stranger = shop.visitor();
    let known = stranger.call("newsletter/subscribe", &wish("ada@example.com"));
    let unknown = stranger.call("newsletter/subscribe", &wish("nobody@example.com"));
    assert_eq!(known, unknown);
    let again = stranger.call("newsletter/subscribe", &wish("ada@example.com"));
    assert_eq!(again, unknown, "asking twice tells no more");
    // Her mail says what happened, and there is an end to such mails.
    let (template, data) = mails(&shop, "ada@example.com").pop().unwrap();
    assert_eq!((template.as_str(), &data["again"]), ("newsletter_welcome", &json!(true)));
    for _ in 0..5 {
        stranger.call("newsletter/subscribe", &wish("ada@example.com"));
        stranger.call("newsletter/subscribe", &wish("nobody@example.com"));
    }
    assert_eq!(mails(&shop, "ada@example.com").len(), 4, "one to confirm, one welcome, two reminders");
    assert_eq!(mails(&shop, "nobody@example.com").len(), 3);
    // More letters than she has need her consent, and leave her others alone.
    shop.set_clock(&(Timestamp::now() + SignedDuration::from_hours(24)).to_string());
    let mut more = wish("ada@example.com");
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
fn an_old_link_no_longer_counts() {
    let shop = open();
    shop.set_clock("2026-11-21T10:00:00Z");
    let mut visitor = shop.visitor();
    visitor.call("newsletter/subscribe", &wish("ada@example.com"));
    let token = token(&mails(&shop, "ada@example.com")[0].1["confirm_url"]);
    // The clock runs on after it is set.
    shop.set_clock("2026-11-28T10:05:00Z");
    let late = visitor.refused("newsletter/confirm", &json!({ "token": token }));
    assert_eq!(late["message"], "This link is no longer valid. Please subscribe again.");
    visitor.call("newsletter/subscribe", &wish("ada@example.com"));
    confirm(&shop, &mut visitor, "ada@example.com");
    assert_eq!(status(&shop, "ada@example.com"), "subscribed");
}

#[test]
fn unsubscribing_takes_a_working_day_and_counts_no_holiday() {
    let shop = open();
    // Christmas Eve, a Thursday: the next working day is the Monday after.
    shop.set_clock("2026-12-24T10:00:00Z");
    let mut visitor = shop.visitor();
    visitor.call("newsletter/subscribe", &wish("ada@example.com"));
    let confirm_token = token(&mails(&shop, "ada@example.com")[0].1["confirm_url"]);
    confirm(&shop, &mut visitor, "ada@example.com");
    let welcome = mails(&shop, "ada@example.com").pop().unwrap().1;
    let link = token(&welcome["unsubscribe_url"]);
    let asked = visitor.call("newsletter/unsubscribe", &json!({ "token": link }));
    assert_eq!(asked["message"]["message"], "You will receive no more letters within 1 to 2 working days.");
    assert_eq!(asked["ends_at"], "2026-12-28T23:00:00Z");
    assert_eq!(visitor.call("newsletter/unsubscribe", &json!({ "token": link })), asked, "again changes nothing");
    let (template, data) = mails(&shop, "ada@example.com").pop().unwrap();
    assert_eq!((template.as_str(), &data["ends_on"]), ("newsletter_unsubscribing", &json!("2026-12-28")));
    // Whoever asked to be left out is on no list any more, and no link of before undoes it.
    let (_, csv, _) = run(&["newsletter", "export", "--data", shop.data.to_str().unwrap()], &[]);
    assert_eq!(csv.lines().count(), 1, "{csv}");
    assert_eq!(
        visitor.refused("newsletter/confirm", &json!({ "token": confirm_token }))["error"]["id"],
        "newsletter.link_invalid"
    );

    for early in ["2026-12-25T10:00:00Z", "2026-12-27T10:00:00Z", "2026-12-28T22:59:00Z"] {
        shop.set_clock(early);
        assert_eq!(status(&shop, "ada@example.com"), "subscribed", "{early}");
    }
    // The shop slept over New Year and catches up, once.
    shop.set_clock("2027-01-04T09:00:00Z");
    assert_eq!(status(&shop, "ada@example.com"), "unsubscribed");
    shop.set_clock("2027-01-04T10:00:00Z");
    let ends = mails(&shop, "ada@example.com").into_iter().filter(|(t, _)| t == "newsletter_unsubscribed").count();
    assert_eq!(ends, 1);
    let over = visitor.call("newsletter/unsubscribe", &json!({ "token": link }));
    assert_eq!(over["ends_at"], Value::Null);
    // Coming back is asked for and confirmed as the first time.
    visitor.call("newsletter/subscribe", &wish("ada@example.com"));
    assert_eq!(status(&shop, "ada@example.com"), "pending");
    confirm(&shop, &mut visitor, "ada@example.com");
    assert_eq!(status(&shop, "ada@example.com"), "subscribed");
}

#[test]
fn mail_programs_unsubscribe_with_one_click() {
    let shop = open();
    let mut visitor = shop.visitor().speaking("de");
    visitor.call("newsletter/subscribe", &wish("ada@example.com"));
    confirm(&shop, &mut visitor, "ada@example.com");
    let welcome = mails(&shop, "ada@example.com").pop().unwrap().1;
    let url = welcome["one_click_url"].as_str().unwrap();
    let path = url.strip_prefix(&shop.url).unwrap().to_owned();
    assert!(path.starts_with("/newsletter/unsubscribe/"));
    // Looking at it in a browser leads to the page and changes nothing.
    let looked = shop.visitor().get(&path);
    assert_eq!(looked.status, 303);
    assert!(looked.header("location").unwrap().starts_with("/en/newsletter/unsubscribe?token="));
    assert_eq!(looked.header("referrer-policy"), Some("no-referrer"));
    // A program posts; it has no cookies, and must not be sent elsewhere (RFC 8058).
    let mut program = shop.visitor();
    let posted = program.form(&path, "List-Unsubscribe=One-Click");
    assert_eq!((posted.status, posted.body.as_str()), (200, ""));
    let due: i64 = shop
        .database()
        .one("SELECT unsubscribe_due_at FROM newsletter WHERE email_key = 'ada@example.com'", vals![])
        .unwrap();
    assert!(due > 0);
    assert_eq!(program.form(&path, "List-Unsubscribe=One-Click").status, 200, "again is no fault");
    assert_eq!(
        program.form(&format!("/newsletter/unsubscribe/{}", "0".repeat(64)), "List-Unsubscribe=One-Click").status,
        404
    );
    // The plain form of the page, for whoever has no script.
    let browser = program.form(&path, "");
    assert_eq!((browser.status, browser.header("location")), (303, Some("/de/newsletter/unsubscribe?done=1")));
    let wrong = program.form(&format!("/newsletter/confirm/{}", "0".repeat(64)), "");
    assert_eq!(wrong.header("location"), Some("/en/newsletter/confirm?done=0"));
}

#[test]
fn the_plain_form_confirms_too() {
    let shop = open();
    let mut visitor = shop.visitor();
    visitor.call("newsletter/subscribe", &wish("ada@example.com"));
    let token = token(&mails(&shop, "ada@example.com")[0].1["confirm_url"]);
    let answer = visitor.form(&format!("/newsletter/confirm/{token}"), "");
    assert_eq!((answer.status, answer.header("location")), (303, Some("/en/newsletter/confirm?done=1")));
    assert_eq!(status(&shop, "ada@example.com"), "subscribed");
}

#[test]
fn customers_manage_their_own_letters() {
    let shop = open();
    let mut ada = shop.customer("ada@example.com");
    shop.customer("ben@example.com");
    assert_eq!(ada.refused("newsletter/unsubscribe", &json!({}))["error"]["id"], "newsletter.not_subscribed");
    let other = ada.refused("newsletter/subscribe", &wish("ben@example.com"));
    assert_eq!(other["message"], "This email address is already assigned to another user.");
    assert_eq!(mails(&shop, "ben@example.com"), []);
    let mut own = wish("ada@example.com");
    own["source"] = json!("account");
    own["all_subscribe_status"] = json!(1);
    ada.call("newsletter/subscribe", &own);
    confirm(&shop, &mut ada, "ada@example.com");
    assert_eq!(ada.refused("newsletter/subscribe", &own)["error"]["id"], "newsletter.already_subscribed");
    // On her own page the boxes say all there is: one that is not ticked is not wanted.
    own["all_subscribe_status"] = json!(0);
    assert_eq!(ada.call("newsletter/subscribe", &own)["message"]["id"], "newsletter.subscribed");
    let partner: bool = shop
        .database()
        .one("SELECT all_subscribe_status FROM newsletter WHERE email_key = 'ada@example.com'", vals![])
        .unwrap();
    assert!(!partner);
    assert!(ada.call("newsletter/unsubscribe", &json!({}))["ends_at"].is_string());
    // She changes her mind while it is queued: her address was confirmed, so no mail is needed.
    assert_eq!(ada.call("newsletter/subscribe", &own)["confirmation_required"], false);
    assert_eq!(
        shop.visitor().refused("newsletter/unsubscribe", &json!({}))["error"]["id"],
        "newsletter.unsubscribe_link"
    );
}

#[test]
fn nobody_consents_for_the_owner_of_an_address_that_they_only_typed() {
    const VICTOR: &str = "victor@example.com";
    let shop = open();
    let mut victor = shop.visitor();
    victor.call("newsletter/subscribe", &wish(VICTOR));
    confirm(&shop, &mut victor, VICTOR);
    let welcome = mails(&shop, VICTOR).pop().unwrap().1;
    victor.call("newsletter/unsubscribe", &json!({ "token": token(&welcome["unsubscribe_url"]) }));
    let mut thief = shop.customer(VICTOR);
    let all = json!({
        "email": VICTOR, "hah_subscribe": 1, "brand": 1, "all_subscribe_status": 1, "source": "account"
    });
    assert_eq!(thief.call("newsletter/subscribe", &all)["confirmation_required"], true, "a link has to be followed");
    let (brand, is_leaving): (bool, bool) =
        shop.database().one("SELECT brand, unsubscribe_due_at IS NOT NULL FROM newsletter", vals![]).unwrap();
    assert!(!brand && is_leaving, "nothing has changed");
    // Nor do they take the owner's letters along to another address.
    let moved = |to: &str| json!({ "first_name": "Claire", "last_name": "Martin", "email": to, "member_card": "", "current_password": PASSWORD });
    shop.database().exec("UPDATE newsletter SET unsubscribe_due_at = NULL", vals![]).unwrap();
    thief.call("account/update", &moved("thief@example.com"));
    assert_eq!(status(&shop, VICTOR), "subscribed");
    thief.call("account/update", &moved(VICTOR));
    // Whoever has followed a link that was mailed there may.
    shop.database().exec("UPDATE customer SET proved_at = 1", vals![]).unwrap();
    assert_eq!(thief.call("newsletter/subscribe", &all)["message"]["id"], "newsletter.subscribed");
}

#[test]
fn an_operator_may_except_countries_and_boxes() {
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
    assert_eq!(letters, (false, true, false), "where no boxes are shown, the hotel brand's letters are meant");
    let again = visitor.post("newsletter/subscribe", &pairs("ada@example.com"), None, &[("CF-IPCountry", "CA")]).json();
    assert_eq!(again["message"], "This email address is already subscribed.");
    for headers in [[("CF-IPCountry", "DE")], [("CF-IPCountry", "")]] {
        let other = visitor.post("newsletter/subscribe", &pairs("ben@example.com"), None, &headers).json();
        assert_eq!(other["data"]["confirmation_required"], true);
    }
}

#[test]
fn the_operator_lists_and_exports() {
    let shop = open();
    let mut visitor = shop.visitor();
    for email in ["ada@example.com", "=cmd@example.com", "waits@example.com"] {
        visitor.call("newsletter/subscribe", &wish(email));
        if email != "waits@example.com" {
            confirm(&shop, &mut visitor, email);
        }
    }
    let data = shop.data.to_str().unwrap();
    let (code, list, _) = run(&["newsletter", "list", "--data", data], &[]);
    assert_eq!((code, list.lines().count()), (Some(0), 3));
    assert!(list.contains("waits for its link"));
    let (_, csv, _) = run(&["newsletter", "export", "--data", data], &[]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "email,language,shop,brand,partner,source,confirmed_at,unsubscribe_url,one_click_url");
    assert_eq!(lines.len(), 3);
    assert!(
        lines[2].starts_with("'=cmd@example.com,en,1,0,0,footer,2026-")
            || lines[2].starts_with("'=cmd@example.com,en,1,0,0,footer,20"),
        "{}",
        lines[2]
    );
    let (_, none, _) = run(&["newsletter", "export", "--letters", "partner", "--data", data], &[]);
    assert_eq!(none.lines().count(), 1);
    // Each row's link works.
    let url = lines[1].rsplit(',').next().unwrap();
    let path = &url[url.find("/newsletter/").unwrap()..];
    assert_eq!(visitor.form(path, "List-Unsubscribe=One-Click").status, 200);
}

#[test]
fn checkout_subscribes_through_the_same_door() {
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
fn tokens_and_addresses_stay_out_of_the_log() {
    let mut shop = Shop::open_with(&[DESK, &[("SHOP__LOG__LEVEL", "debug")]].concat());
    let mut visitor = shop.visitor();
    visitor.call("newsletter/subscribe", &wish("secret.person@example.com"));
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
