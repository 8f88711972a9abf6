//! The chat over HTTP: opening hours, a conversation from both sides, limits; and the cookie table.

use serde_json::{Value, json};
use shop::vals;

use crate::support::{OUTBOX_ONLY, Shop, Visitor};

fn say(visitor: &mut Visitor, talk: &Value, text: &str) -> Value {
    visitor.send("common/say", &json!({ "session_id": talk["session_id"], "message": text }))
}

#[test]
fn opening_hours_follow_working_days_in_paris() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    for (now, open, opens_at) in [
        // A Friday: 8:00 to 19:00 in Paris.
        ("2026-11-20T06:58:00Z", false, Some("2026-11-20T07:00:00Z")),
        ("2026-11-20T07:00:00Z", true, None),
        ("2026-11-20T17:58:00Z", true, None),
        ("2026-11-20T18:00:00Z", false, Some("2026-11-23T07:00:00Z")),
        ("2026-11-22T12:00:00Z", false, Some("2026-11-23T07:00:00Z")),
        // Holidays: Christmas Day (a Friday) and Easter Monday.
        ("2026-12-25T12:00:00Z", false, Some("2026-12-28T07:00:00Z")),
        ("2027-03-29T12:00:00Z", false, Some("2027-03-30T06:00:00Z")),
    ] {
        shop.set_clock(now);
        let talk = visitor.call("common/talk", &json!({}));
        assert_eq!((&talk["open"], talk["opens_at"].as_str()), (&json!(open), opens_at), "{now}");
        let said = if open { "chat.open" } else { "chat.closed" };
        assert_eq!(talk["message"]["id"], said);
    }
    shop.set_clock("2026-11-21T12:00:00Z");
    let talk = visitor.call("common/talk", &json!({}));
    assert_eq!(talk["message"]["message"], "Our customer service answers from {time}.");
    assert_eq!(talk["message"]["params"]["time"], "2026-11-23 08:00", "in the time zone of customer service");
}

#[test]
fn visitor_and_operator_exchange_messages() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let talk = visitor.call("common/talk", &json!({}));
    let script = "<script>alert(1)</script>\n你好";
    let said = say(&mut visitor, &talk, script);
    let first = &said["data"]["messages"][0];
    assert_eq!((&first["author"], &first["text"]), (&json!("visitor"), &json!(script)), "stored as typed");
    assert!(shop.output(&["talk", "list"]).contains("waits"));
    let id = shop.operator(&["talk", "list"])[0]["id"].to_string();
    let id = id.as_str();
    shop.output(&["talk", "reply", id, "Good morning."]);
    let shown = shop.output(&["talk", "show", id]);
    assert!(shown.contains("visitor") && shown.contains("  Good morning."), "{shown}");
    let told = shop.operator(&["talk", "show", id]);
    assert_eq!((&told["messages"][1]["author"], &told["ended_at"]), (&json!("desk"), &json!(null)), "{told}");
    let received = visitor.call("common/listen", &json!({ "session_id": talk["session_id"], "since": first["id"] }));
    assert_eq!(received["messages"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&received["messages"][0]["author"], &received["messages"][0]["text"]),
        (&json!("desk"), &json!("Good morning."))
    );
    // A return in another language continues the conversation.
    let mut french = visitor.clone().speaking("fr");
    let again = french.call("common/talk", &json!({}));
    assert_eq!((&again["session_id"], again["messages"].as_array().unwrap().len()), (&talk["session_id"], 2));

    shop.output(&["talk", "close", id]);
    for args in [&["talk", "close", id][..], &["talk", "reply", id, "Too late"]] {
        let error = shop.command_error(args);
        assert!(error.contains("no conversation"), "{error}");
    }
    assert_eq!(say(&mut visitor, &talk, "Thank you")["error"]["id"], "chat.ended");
    assert_eq!(visitor.call("common/listen", &json!({ "session_id": talk["session_id"] }))["ended"], true);
    assert_ne!(visitor.call("common/talk", &json!({}))["session_id"], talk["session_id"]);
}

#[test]
fn conversation_is_private_to_its_session() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let talk = shop.visitor().call("common/talk", &json!({}));
    let mut other = shop.visitor();
    assert_eq!(say(&mut other, &talk, "Hello")["error"]["id"], "chat.not_found");
    let listen = json!({ "session_id": talk["session_id"] });
    assert_eq!(other.refused("common/listen", &listen)["error"]["id"], "chat.not_found");
    assert_eq!(other.refused("common/listen", &json!({}))["error"]["id"], "chat.not_found");
}

#[test]
fn message_length_and_rate_are_limited() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let talk = visitor.call("common/talk", &json!({}));
    assert_eq!(talk["max_length"], 1000);
    assert_eq!(say(&mut visitor, &talk, " ")["message"], "Please enter a message.");
    assert_eq!(
        say(&mut visitor, &talk, &"x".repeat(1_001))["error"]["field_messages"]["message"]["id"],
        "contact.message_too_long"
    );
    for _ in 0..10 {
        assert_eq!(say(&mut visitor, &talk, &"好".repeat(1_000))["code"], "1");
    }
    assert_eq!(say(&mut visitor, &talk, "and")["error"]["id"], "chat.too_many");
}

#[test]
fn conversation_survives_login() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let talk = visitor.call("common/talk", &json!({}));
    say(&mut visitor, &talk, "Before");
    let mut ada = shop.registered(visitor, "ada@example.com");
    assert_eq!(ada.call("common/talk", &json!({}))["session_id"], talk["session_id"]);
    say(&mut ada, &talk, "After");
    let customer: Option<i64> = shop.database().one("SELECT customer_id FROM chat", vals![]).unwrap();
    assert!(customer.is_some());
}

#[test]
fn cookie_table_is_public_and_complete() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let table = shop.visitor().call("common/cookies", &json!({}));
    let items = table["items"].as_array().unwrap();
    let find = |name: &str| items.iter().find(|cookie| cookie["name"] == name).unwrap();
    for name in
        ["PHPSESSID", "SID", "isLogin", "rwflag", "lang", "currency", "employcode", "cookieConsent", "allowRecaptcha"]
    {
        assert_eq!(find(name)["category"], "essential", "{name}");
        assert_eq!(find(name)["provider"], "Valmère");
    }
    for name in ["firstVisit", "firstName", "lastViewed", "isSubscribed"] {
        assert_eq!(find(name)["category"], "functional", "{name}");
    }
    assert_eq!(find("lang")["expiry"], json!({ "after": "years", "number": 1 }));
    assert_eq!(find("checkout")["type"], "session_storage");
    assert!(items.iter().all(|cookie| cookie["provider"] == "Valmère"), "no third party is used by default");
    // Every cookie that the server sets is in the table.
    let mut visitor = shop.visitor();
    visitor.call("cart/sidebar", &json!({}));
    visitor.get("/en?currency=CHF&promo-tag=VALMERE-TEAM");
    assert!(!visitor.cookies.is_empty());
    for name in visitor.cookies.keys() {
        find(name);
    }
}
