//! The inbox of the console: what customers write, answered by letter and in the chat, noted, assigned, closed; canned texts; when the
//! chat is offered.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::house::{House, Person, open, open_with, post, refused};
use crate::support::{Visitor, eventually, with};

fn letter(house: &House, lang: &'static str, change: Value) -> String {
    let form = json!({
        "subject": "care_information", "message": "Darf die Decke gewaschen werden?", "email": "frida@example.com",
        "name": "Frida Böhm"
    });
    let answer = house.shop.visitor().speaking(lang).call("contact/post", &with(&form, change));
    answer["reference"].as_str().unwrap().to_owned()
}

fn show(house: &House, person: &mut Person, reference: &str) -> Value {
    house.call(person, "message/show", &json!({ "reference": reference }))
}

fn list(house: &House, person: &mut Person, args: Value) -> Vec<String> {
    let page = house.call(person, "message/list", &args);
    page["items"].as_array().unwrap().iter().map(|item| item["reference"].as_str().unwrap().to_owned()).collect()
}

/// A conversation in which somebody has said something; answers its reference.
fn chat(visitor: &mut Visitor, text: &str) -> (Value, String) {
    let talk = visitor.call("common/talk", &json!({}));
    visitor.call("common/say", &json!({ "session_id": talk["session_id"], "message": text }));
    (talk, "CHAT-1".to_owned())
}

fn kinds(detail: &Value) -> Vec<&str> {
    detail["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect()
}

fn duty(house: &House, person: &mut Person, kind: &str) -> Value {
    let duties = house.call(person, "duty/list", &json!({}));
    duties["duties"].as_array().unwrap().iter().find(|duty| duty["kind"] == kind).cloned().unwrap_or(Value::Null)
}

#[test]
fn letter_is_answered_in_the_customers_language_after_ten_seconds() {
    let house = open();
    let mut ada = house.owner();
    let mut emil = house.person("emil@example.com", "support");
    let reference = letter(&house, "de", json!({}));
    assert_eq!(duty(&house, &mut emil, "messages")["items"][0]["about"]["reference"], reference.as_str());
    let seen = show(&house, &mut ada, &reference.to_lowercase());
    assert_eq!(
        (&seen["thread"]["state"], &seen["thread"]["lang"], &seen["email"], &seen["can"]["reply"]),
        (&json!("open"), &json!("de"), &json!("frida@example.com"), &json!(true))
    );
    assert_eq!(seen["values"]["first_name"], "Frida Böhm", "one name was given");
    let text = "Ja, bei 30 Grad.\n\nLegen Sie sie flach zum Trocknen.";
    let args = |text: &str| json!({ "reference": reference, "version": seen["version"], "text": text });
    for (text, id) in [
        ("  ", "thread.text_empty"),
        ("Guten Tag {first_name}", "thread.placeholder_left"),
        (&"x".repeat(5_001), "thread.text_too_long"),
    ] {
        let answer = post(&mut ada.browser, &house.shop, "message/reply", &args(text)).json();
        assert_eq!(answer["error"]["field_messages"]["text"]["id"], id, "{answer}");
    }
    // Undone in time, nothing has left and nothing has changed.
    let deed = house.call(&mut ada, "message/reply", &args(text));
    assert_eq!((&deed["noun"], &deed["thing"]), (&json!("message"), &json!(reference)));
    assert_eq!(house.refused(&mut emil, "message/note", &args("Dazu auch das")), "deed.pending");
    assert_eq!(show(&house, &mut emil, &reference)["pending"]["id"], deed["id"]);
    house.call(&mut emil, "deed/undo", &json!({ "id": deed["id"] }));
    house.pass(SignedDuration::from_secs(20));
    assert_eq!(show(&house, &mut ada, &reference)["version"], seen["version"]);
    assert_eq!(house.shop.mails("message_reply"), 0);
    // Another time; a colleague who saw the same is told, and loses nothing.
    house.done(&mut ada, "message/reply", &args(text));
    assert_eq!(house.refused(&mut emil, "message/reply", &args("Nein.")), "thread.changed_meanwhile");
    let mail = house.shop.mail("message_reply", "frida@example.com").unwrap();
    let expected = json!({ "kind": "message", "reference": reference, "name": "Frida Böhm", "text": text });
    assert_eq!(mail, expected);
    let lang = house.shop.count("SELECT COUNT(*) FROM mail WHERE template = 'message_reply' AND lang = 'de'");
    assert_eq!(lang, 1);
    let now = show(&house, &mut emil, &reference);
    assert_eq!((&now["thread"]["state"], kinds(&now)), (&json!("answered"), vec!["heard", "reply"]));
    let reply = &now["entries"][1];
    assert_eq!((&reply["text"], &reply["name"], &reply["mail"]), (&json!(text), &json!("Ada King"), &json!("waiting")));
    assert_eq!(now["thread"]["assignee"]["name"], "Ada King", "who answers has taken it");
    assert_eq!(duty(&house, &mut emil, "messages"), Value::Null);
    // The audit knows that, and not what.
    let entry = &house.changes(&[])[0];
    assert_eq!((&entry["call"], &entry["thing"]), (&json!("message/reply"), &json!(reference)));
    assert!(!entry.to_string().contains("Grad") && !entry.to_string().contains("frida"), "{entry}");
    // A command does the same, at once.
    house.shop.output(&["contact", "reply", &reference.to_lowercase(), "Gern geschehen."]);
    assert_eq!(house.shop.mails("message_reply"), 2);
    let told = house.shop.operator(&["message", "show", &reference]);
    assert!(told["entries"][2]["name"].as_str().unwrap().starts_with("cli:"), "{told}");
}

#[test]
fn thread_is_taken_handed_on_noted_closed_and_opened_again() {
    let house = open();
    let mut ada = house.owner();
    let mut emil = house.person("emil@example.com", "support");
    let clerk = house.person("c@example.com", "packing");
    let reference = letter(&house, "en", json!({ "subject": "returns_exchanges" }));
    let version = |house: &House, person: &mut Person| show(house, person, &reference)["version"].clone();
    let seen = version(&house, &mut ada);
    assert_eq!(show(&house, &mut ada, &reference)["thread"]["kind"], "return");
    let (ada_id, emil_id) = (ada.id, emil.id);
    let to = |id: i64, version: &Value| json!({ "reference": reference, "version": version, "to": id });
    assert_eq!(house.refused(&mut ada, "message/assign", &to(clerk.id, &seen)), "thread.person_unknown");
    let taken = house.call(&mut ada, "message/assign", &to(ada_id, &seen));
    assert_eq!(taken["thread"]["assignee"]["id"], ada_id);
    assert_eq!(house.refused(&mut emil, "message/assign", &to(emil_id, &seen)), "thread.changed_meanwhile");
    house.call(&mut emil, "message/assign", &to(emil_id, &taken["version"]));
    // A note needs to have seen nothing: it takes nothing away.
    house.call(&mut ada, "message/note", &json!({ "reference": reference, "text": "She called, too." }));
    let mine = json!({ "assigned_to": "me" });
    assert_eq!((list(&house, &mut ada, mine.clone()).len(), list(&house, &mut emil, mine).len()), (0, 1));
    assert_eq!(list(&house, &mut ada, json!({ "assigned_to": "nobody" })), [""; 0]);
    let seen = version(&house, &mut ada);
    let closed = house.call(&mut ada, "message/close", &json!({ "reference": reference, "version": seen, "note": "" }));
    assert_eq!(kinds(&closed), ["heard", "assigned", "assigned", "note", "closed"]);
    assert_eq!(closed["entries"][2]["person"], "Ada King", "all of this house have that name");
    assert_eq!(closed["can"], json!({ "reply": true, "say": false, "close": false, "reopen": true }));
    assert!(house.shop.operator(&["contact", "show", &reference])["closed_at"].is_string());
    let seen = &closed["version"];
    let again = json!({ "reference": reference, "version": seen, "note": "" });
    assert_eq!(house.refused(&mut ada, "message/close", &again), "thread.closed");
    let opened = house.call(&mut ada, "message/reopen", &json!({ "reference": reference, "version": seen }));
    assert_eq!((&opened["thread"]["state"], &opened["can"]["close"]), (&json!("open"), &json!(true)));
    assert_eq!(house.shop.operator(&["contact", "show", &reference])["closed_at"], Value::Null);
    // Commands.
    house.shop.output(&["message", "assign", &reference]);
    house.shop.output(&["message", "note", &reference, "By letter"]);
    house.shop.output(&["message", "close", &reference]);
    let error = house.shop.command_error(&["message", "assign", &reference, "c@example.com"]);
    assert!(error.contains("may not answer"), "{error}");
    assert_eq!(house.shop.operator(&["message", "list", "--state", "closed"])[0]["assignee"], Value::Null);
    // Who may not, and who is not signed in.
    let mut clerk = clerk;
    for path in [
        "list",
        "waiting",
        "show",
        "reply",
        "say",
        "note",
        "assign",
        "close",
        "reopen",
        "texts",
        "save_text",
        "delete_text",
    ] {
        let args = json!({ "reference": reference, "text": "x" });
        assert_eq!(house.refused(&mut clerk, &format!("message/{path}"), &args), "staff.not_allowed");
        let mut stranger = house.shop.visitor();
        assert_eq!(refused(&mut stranger, &house.shop, &format!("message/{path}"), &args), "staff.sign_in_required");
    }
}

#[test]
fn inbox_lists_what_is_urgent_first_and_finds_by_beginnings_of_words() {
    let house = open();
    let mut ada = house.owner();
    let placed = house.shop.visitor().place("TOW-GAN", 1, "bank_transfer");
    let number = placed["order_number"].as_str().unwrap();
    let first = letter(&house, "de", json!({}));
    house.pass(SignedDuration::from_mins(5));
    let second = letter(&house, "fr", json!({ "name": "Jo Li", "email": "jo@example.org" }));
    let statement = json!({
        "order_number": number, "name": "Claire Martin", "email": "claire.martin@example.com", "confirm": true
    });
    let made = house.shop.visitor().call("order/withdraw", &statement);
    let withdrawal = made["number"].as_str().unwrap().to_owned();
    let (_, chat) = chat(&mut house.shop.visitor(), "Is somebody there?");
    // A person who waits in the chat, then by deadline.
    let all = [chat.as_str(), &first, &second, &withdrawal];
    assert_eq!(list(&house, &mut ada, json!({})), all);
    let detail = show(&house, &mut ada, &first);
    let args = json!({ "reference": first, "version": detail["version"], "note": "" });
    house.call(&mut ada, "message/close", &args);
    assert_eq!(list(&house, &mut ada, json!({})), [chat.as_str(), &second, &withdrawal, &first]);
    for (args, found) in [
        (json!({ "state": "closed" }), vec![&first]),
        (json!({ "state": "open", "lang": "fr" }), vec![&second]),
        (json!({ "kind": "withdrawal" }), vec![&withdrawal]),
        (json!({ "kind": "chat", "state": "answered" }), vec![]),
        (json!({ "q": "bohm" }), vec![&first]),
        (json!({ "q": "fri bö" }), vec![&first]),
        (json!({ "q": "claire" }), vec![&withdrawal]),
        (json!({ "q": number }), vec![&withdrawal]),
        (json!({ "q": &second.to_lowercase()[..6] }), vec![&second]),
        (json!({ "q": "example.org" }), vec![&second]),
        (json!({ "q": "claire jo" }), vec![]),
    ] {
        let found: Vec<String> = found.into_iter().cloned().collect();
        assert_eq!(list(&house, &mut ada, args.clone()), found, "{args}");
    }
    let page = house.call(&mut ada, "message/list", &json!({ "kind": "withdrawal" }));
    assert_eq!(page["items"][0]["order_number"], number);
    assert_eq!(page["open"], 3);
    // The order beside it, and the customer's others; without the right to read orders only its number.
    let mut emil = house.person("emil@example.com", "support");
    let detail = show(&house, &mut ada, &withdrawal);
    assert_eq!(
        (&detail["order"]["facts"]["status"], &detail["withdrawal"]["is_known"]),
        (&json!("pending_bank_transfer"), &json!(true))
    );
    house.shop.output(&["staff", "role", "add", "desk", "--permission", "messages_answer"]);
    let mut desk = house.person("desk@example.com", "desk");
    assert_eq!(show(&house, &mut desk, &withdrawal)["order"], json!({ "number": number, "facts": null }));
    assert_eq!(show(&house, &mut emil, &second)["related"], json!([]));
    let third = letter(&house, "fr", json!({ "name": "Jo Li", "email": "Jo@Example.org" }));
    assert_eq!(show(&house, &mut emil, &second)["related"][0]["reference"], third.as_str());
    let answer = post(&mut ada.browser, &house.shop, "message/list", &json!({ "after": "x" }));
    assert_eq!(answer.status, 400);
}

#[test]
fn withdrawal_is_closed_with_a_note_that_stays() {
    let house = open();
    let mut ada = house.owner();
    let states = |order: &str| {
        let statement = json!({ "order_number": order, "name": "Jo Li", "email": "jo@example.org", "confirm": true });
        house.shop.visitor().call("order/withdraw", &statement)["number"].as_str().unwrap().to_owned()
    };
    let number = states("2026-999999");
    let detail = show(&house, &mut ada, &number);
    let due = house.shop.count("SELECT due_at - opened_at FROM thread");
    assert_eq!((due, &detail["withdrawal"]["is_known"]), (14 * 24 * 3_600_000, &json!(false)));
    // A letter does not give the money back: it stays open.
    let args = json!({ "reference": number, "version": detail["version"], "text": "Which order do you mean?" });
    house.done(&mut ada, "message/reply", &args);
    assert_eq!(house.shop.mail("message_reply", "jo@example.org").unwrap()["kind"], "withdrawal");
    let detail = show(&house, &mut ada, &number);
    assert_eq!(detail["thread"]["state"], "open");
    let close = |note: &str| json!({ "reference": number, "version": detail["version"], "note": note });
    let answer = post(&mut ada.browser, &house.shop, "message/close", &close(" ")).json();
    assert_eq!(answer["error"]["field_messages"]["note"]["id"], "thread.note_needed", "{answer}");
    let closed = house.call(&mut ada, "message/close", &close("Money went back by hand."));
    assert_eq!(closed["withdrawal"]["note"], "Money went back by hand.");
    let args = json!({ "reference": number, "version": closed["version"] });
    assert_eq!(house.refused(&mut ada, "message/reopen", &args), "thread.stays_closed");
    assert_eq!(house.shop.operator(&["withdrawal", "show", &number])["note"], "Money went back by hand.");
    let error = house.shop.command_error(&["withdrawal", "show", &number, "--done", "Otherwise"]);
    assert!(error.contains("already"), "{error}");
    // And by the command.
    let other = states("2026-999998");
    house.shop.output(&["withdrawal", "show", &other, "--done", "No such order"]);
    let detail = show(&house, &mut ada, &other);
    assert_eq!((&detail["thread"]["state"], kinds(&detail)), (&json!("closed"), vec!["heard", "closed"]));
}

#[test]
fn chat_is_answered_at_once_and_told_by_mail_where_nobody_is_there() {
    let house = open_with(&[("SHOP__MAIL__NOTICES", "boss@example.com")]);
    let mut ada = house.owner();
    let alerts = || house.shop.count("SELECT COUNT(*) FROM mail WHERE data LIKE '%writes in the chat%'");
    let mut visitor = house.shop.visitor();
    let (talk, reference) = chat(&mut visitor, "Is the duvet warm?");
    assert_eq!(alerts(), 1, "no console is open");
    visitor.call("common/say", &json!({ "session_id": talk["session_id"], "message": "Hello?" }));
    assert_eq!(alerts(), 1, "once in a quarter of an hour");
    house.pass(SignedDuration::from_mins(16));
    visitor.call("common/say", &json!({ "session_id": talk["session_id"], "message": "Hello??" }));
    assert_eq!(alerts(), 2);
    let waiting = house.call(&mut ada, "message/waiting", &json!({}));
    assert_eq!(
        (&waiting["items"][0]["reference"], &waiting["items"][0]["excerpt"]),
        (&json!(reference), &json!("Hello??"))
    );
    let said = house.call(&mut ada, "message/say", &json!({ "reference": reference, "text": "Very." }));
    assert_eq!((&said["thread"]["state"], kinds(&said)), (&json!("answered"), vec!["heard", "heard", "heard", "said"]));
    assert_eq!(said["entries"][3]["name"], "Ada King");
    let heard = visitor.call("common/listen", &json!({ "session_id": talk["session_id"] }));
    assert_eq!((&heard["messages"][3]["text"], &heard["messages"][3]["author"]), (&json!("Very."), &json!("desk")));
    assert!(!heard.to_string().contains("Ada"), "shoppers are not told who");
    assert_eq!(house.call(&mut ada, "message/waiting", &json!({}))["items"], json!([]));
    // By letter there is nobody to write to.
    let args = json!({ "reference": reference, "version": said["version"], "text": "Very." });
    assert_eq!(house.refused(&mut ada, "message/reply", &args), "thread.is_chat");
    let other = letter(&house, "en", json!({}));
    assert_eq!(
        house.refused(&mut ada, "message/say", &json!({ "reference": other, "text": "x" })),
        "thread.is_no_chat"
    );
    let closed = house.call(
        &mut ada,
        "message/close",
        &json!({ "reference": reference, "version": said["version"], "note": "" }),
    );
    assert_eq!(closed["can"]["say"], false);
    assert_eq!(
        house.refused(&mut ada, "message/say", &json!({ "reference": reference, "text": "x" })),
        "thread.closed"
    );
    let refusal = visitor.refused("common/say", &json!({ "session_id": talk["session_id"], "message": "Thanks" }));
    assert_eq!(refusal["error"]["id"], "chat.ended");
}

#[test]
fn chat_is_offered_by_hours_while_somebody_is_there_or_not_at_all() {
    let house = open();
    let mut ada = house.owner();
    let mut emil = house.person("emil@example.com", "support");
    // A Friday, 11:00 in Paris.
    house.shop.set_clock("2026-12-04T10:00:00Z");
    house.now.set("2026-12-04T10:00:00Z".parse().unwrap());
    let claim = house.claim(&ada);
    house.call(&mut ada, "staff/sign_in", &claim);
    let claim = house.claim(&emil);
    house.call(&mut emil, "staff/sign_in", &claim);
    let hours = house.call(&mut ada, "message/chat_hours", &json!({}));
    assert_eq!(
        (&hours["mode"], &hours["opens"], &hours["version"], &hours["is_open"]),
        (&json!("hours"), &json!("08:00"), &json!(0), &json!(true))
    );
    let set = |mode: &str, closes: &str, version: i64| json!({ "mode": mode, "opens": "09:30", "closes": closes, "version": version });
    let talk = || house.shop.visitor().call("common/talk", &json!({}));
    house.call(&mut ada, "message/set_chat_hours", &set("hours", "10:45", 0));
    let closed = talk();
    assert_eq!((&closed["open"], &closed["opens_at"]), (&json!(false), &json!("2026-12-07T08:30:00Z")));
    // Every page says so, at its foot and in its text.
    let says = |path: &str, words: &str| house.shop.visitor().get(path).body.contains(words);
    eventually("the pages have the hours", || says("/en", "Monday to Friday, 9:30 to 10:45 (CET)"));
    assert!(
        says("/fr", "de 9\u{a0}h\u{a0}30 à 10\u{a0}h\u{a0}45") && says("/en/help/legal-notice", "9:30 to 10:45 (CET)")
    );
    assert_eq!(house.refused(&mut emil, "message/set_chat_hours", &set("off", "18:00", 0)), "desk.changed_meanwhile");
    let answer = post(&mut emil.browser, &house.shop, "message/set_chat_hours", &set("hours", "09:00", 1)).json();
    assert_eq!(answer["error"]["field_messages"]["closes"]["id"], "desk.hours_reversed", "{answer}");
    assert_eq!(post(&mut emil.browser, &house.shop, "message/set_chat_hours", &set("hours", "late", 1)).status, 400);
    // Nobody has the console open.
    house.call(&mut emil, "message/set_chat_hours", &set("staffed", "18:00", 1));
    eventually("the pages have the new hours", || says("/en", "9:30 to 18:00 (CET)"));
    let alone = talk();
    assert_eq!(
        (&alone["open"], &alone["opens_at"], &alone["message"]["id"]),
        (&json!(false), &Value::Null, &json!("chat.unavailable"))
    );
    house
        .shop
        .database()
        .exec(
            &format!(
                "INSERT INTO presence (stream, thing, staff_id, until_at) VALUES ('s', 'desk', {}, {})",
                ada.id,
                i64::MAX
            ),
            shop::vals![],
        )
        .unwrap();
    assert_eq!(talk()["open"], true);
    // Off: a conversation that goes on is told as well.
    let mut visitor = house.shop.visitor();
    let (going_on, _) = chat(&mut visitor, "Hello");
    house.shop.output(&["talk", "hours", "--mode", "off"]);
    assert_eq!(house.shop.operator(&["talk", "hours"])["mode"], "off");
    eventually("the pages say no hours", || !says("/en", "9:30 to 18:00 (CET)"));
    assert!(says("/en", ">Messages are answered within 24 hours.") && !says("/en/help/legal-notice", "Chat is open"));
    let off = visitor.call("common/listen", &json!({ "session_id": going_on["session_id"] }));
    assert_eq!((&off["open"], &off["message"]["id"]), (&json!(false), &json!("chat.unavailable")));
    let refusal = visitor.refused("common/say", &json!({ "session_id": going_on["session_id"], "message": "Hello?" }));
    assert_eq!(refusal["error"]["id"], "chat.unavailable");
    let entry = &house.changes(&[])[0];
    assert_eq!((&entry["call"], &entry["noun"]), (&json!("talk hours"), &json!("chat")), "{entry}");
}

#[test]
fn canned_texts_keep_their_placeholders_and_two_people_clash() {
    let house = open();
    let mut ada = house.owner();
    let mut emil = house.person("emil@example.com", "support");
    let text = json!({ "title": "Washing", "texts": { "en": "Wash {first_name} at 30.", "de": "Waschen bei 30 Grad.", "fr": " " } });
    let saved = house.call(&mut ada, "message/save_text", &text);
    let item = &saved["items"][0];
    assert_eq!(item["texts"], json!({ "en": "Wash {first_name} at 30.", "de": "Waschen bei 30 Grad." }));
    for (change, field, id) in [
        (json!({}), "title", "canned_text.title_taken"),
        (json!({ "title": " " }), "title", "canned_text.title_empty"),
        (json!({ "title": "x".repeat(81) }), "title", "canned_text.title_too_long"),
        (json!({ "title": "B", "texts": { "de": "Hallo {vorname}" } }), "de", "canned_text.placeholder_unknown"),
        (json!({ "title": "B", "texts": { "zh": "你好" } }), "zh", "canned_text.lang_unknown"),
        (json!({ "title": "B", "texts": {} }), "en", "canned_text.empty"),
        (json!({ "title": "B", "texts": { "en": "x".repeat(5_001) } }), "en", "thread.text_too_long"),
    ] {
        let answer = post(&mut ada.browser, &house.shop, "message/save_text", &with(&text, change)).json();
        assert_eq!(answer["error"]["field_messages"][field]["id"], id, "{answer}");
    }
    let of = |version: &Value| with(&text, json!({ "id": item["id"], "version": version, "title": "Care" }));
    house.call(&mut emil, "message/save_text", &of(&item["version"]));
    assert_eq!(house.refused(&mut ada, "message/save_text", &of(&item["version"])), "canned_text.changed_meanwhile");
    let gone = json!({ "id": item["id"], "version": item["version"] });
    assert_eq!(house.refused(&mut ada, "message/delete_text", &gone), "canned_text.changed_meanwhile");
    // Commands.
    house.shop.output(&["message", "text", "set", "Care", "--lang", "es", "Lavar a 30 grados."]);
    let shown = house.shop.operator(&["message", "text", "show", "Care"]);
    assert_eq!(shown["texts"].as_object().unwrap().keys().collect::<Vec<_>>(), ["en", "de", "es"]);
    house.shop.output(&["message", "text", "remove", "Care"]);
    assert_eq!(house.call(&mut ada, "message/texts", &json!({}))["items"], json!([]));
}

#[test]
fn what_was_written_about_a_customer_is_exported_and_erased() {
    let house = open();
    let mut ada = house.owner();
    house.shop.customer("frida@example.com");
    let reference = letter(&house, "de", json!({}));
    house.shop.output(&["message", "reply", &reference, "Ja, bei 30 Grad."]);
    house.shop.output(&["message", "note", &reference, "Nice lady."]);
    let export = house.shop.operator(&["customer", "export", "frida@example.com"]);
    let written: Vec<&Value> = export["data"]["answers"].as_array().unwrap().iter().map(|one| &one["text"]).collect();
    assert_eq!(written, ["Ja, bei 30 Grad.", "Nice lady."]);
    house.shop.output(&["customer", "delete", "frida@example.com", "--yes"]);
    let left = show(&house, &mut ada, &reference);
    assert_eq!(
        (&left["email"], &left["thread"]["name"], &left["thread"]["state"]),
        (&json!(""), &json!(""), &json!("closed"))
    );
    assert!(left["entries"].as_array().unwrap().iter().all(|entry| entry["text"] == ""), "{left}");
    assert_eq!(list(&house, &mut ada, json!({ "q": "frida" })), [""; 0]);
    assert_eq!(list(&house, &mut ada, json!({ "q": reference })), std::slice::from_ref(&reference));
    assert_eq!(left["can"]["reply"], false);
    let args = json!({ "reference": reference, "version": left["version"], "text": "Ja." });
    assert_eq!(house.refused(&mut ada, "message/reply", &args), "thread.no_address");
}
