//! Customers in the console: found, shown, helped on request, exported and erased; accounts and guests alike.

use serde_json::{Value, json};

use crate::support::house::{House, Person, open, refused};
use crate::support::with;
use shop::vals;

const EMAIL: &str = "claire.martin@example.com";
const GUEST: &str = "guest@example.com";
const SKU: &str = "TOW-GAN";

fn list(house: &House, person: &mut Person, args: &Value) -> Vec<String> {
    let page = house.call(person, "customer/list", args);
    page["items"].as_array().unwrap().iter().map(|row| row["email"].as_str().unwrap().to_owned()).collect()
}

fn show(house: &House, person: &mut Person, key: &Value) -> Value {
    house.call(person, "customer/show", &json!({ "key": key }))
}

/// The key of the only customer that words find.
fn key(house: &House, person: &mut Person, args: &Value) -> Value {
    let page = house.call(person, "customer/list", args);
    assert_eq!(page["count"], 1, "{page}");
    page["items"][0]["key"].clone()
}

fn seen(shown: &Value) -> Value {
    json!({ "key": shown["key"], "version": shown["version"] })
}

fn prove(house: &House, person: &mut Person) {
    let claim = house.claim(person);
    house.call(person, "staff/prove", &json!({ "password": claim["password"], "code": claim["code"] }));
}

/// An order of a guest; answers its number.
fn guest_order(house: &House, email: &str) -> String {
    let mut visitor = house.shop.visitor();
    visitor.add(SKU, 1);
    let form = with(&visitor.order_form("bank_transfer"), json!({ "email": email }));
    visitor.call("checkout/place", &form)["order_number"].as_str().unwrap().to_owned()
}

#[test]
fn accounts_and_guests_are_found_and_shown_and_the_audit_knows_who_looked() {
    let house = open();
    let mut owner = house.owner();
    let mut claire = house.shop.customer(EMAIL);
    let number = claire.place(SKU, 1, "bank_transfer")["order_number"].as_str().unwrap().to_owned();
    let guest = guest_order(&house, GUEST);
    house.shop.customer("other@example.com");
    let mut found = |args: Value| list(&house, &mut owner, &args);
    assert_eq!(found(json!({})), ["other@example.com", EMAIL]);
    assert_eq!(found(json!({ "sort": "oldest" })), [EMAIL, "other@example.com"]);
    assert_eq!(found(json!({ "q": "CLAIRE.martin@ex" })), [EMAIL]);
    assert_eq!(found(json!({ "q": number })), [EMAIL]);
    assert_eq!(found(json!({ "q": number.split('-').nth(1).unwrap().trim_start_matches('0') })), [EMAIL]);
    assert_eq!(found(json!({ "q": guest })), [""; 0], "of a guest");
    assert_eq!(found(json!({ "filter": "ordered" })), [EMAIL]);
    assert_eq!(found(json!({ "filter": "guests" })), [GUEST]);
    assert_eq!(found(json!({ "filter": "guests", "q": guest })), [GUEST]);
    assert_eq!(found(json!({ "filter": "deletion" })), [""; 0]);

    // The account, by its id and by an order of its own.
    let id = key(&house, &mut owner, &json!({ "q": EMAIL }));
    let shown = show(&house, &mut owner, &id);
    assert_eq!(show(&house, &mut owner, &json!(number)), shown);
    assert_eq!((&shown["orders"][0]["number"], &shown["order_count"]), (&json!(number), &json!(1)));
    assert_eq!((&shown["account"]["sessions"], &shown["account"]["has_password"]), (&json!(1), &json!(true)));
    assert!(shown["mails"].as_array().unwrap().iter().any(|mail| mail["template"] == "welcome"), "{shown}");
    let guest_shown = show(&house, &mut owner, &json!(guest));
    assert_eq!((&guest_shown["account"], &guest_shown["email"]), (&Value::Null, &json!(GUEST)));
    // However often the page reads again, one entry tells who has looked at whom.
    let views: Vec<Value> = house.audit(&[]).into_iter().filter(|entry| entry["call"] == "customer/show").collect();
    let things: Vec<&str> = views.iter().map(|entry| entry["thing"].as_str().unwrap()).collect();
    assert_eq!(things, [guest.as_str(), id.as_str().unwrap()]);
    assert!(!json!(views).to_string().contains("example.com"), "{views:?}");

    // Who may read customers, but neither orders nor messages, sees neither.
    let role = json!({ "name": "desk", "permissions": ["customers_read"] });
    prove(&house, &mut owner);
    house.call(&mut owner, "staff/add_role", &role);
    let mut desk = house.person("d@example.com", "desk");
    let shown = show(&house, &mut desk, &id);
    assert_eq!((&shown["orders"], &shown["messages"]), (&Value::Null, &Value::Null));
    assert_eq!(shown["can"], json!({ "change": false, "erase": false, "order": false }));
    let refused_paths =
        ["erase", "set_email", "send_password_link", "end_sessions", "unsubscribe", "call_off_deletion"];
    for path in refused_paths.into_iter().chain(["note", "remove_passkey"]) {
        assert_eq!(house.refused(&mut desk, &format!("customer/{path}"), &seen(&shown)), "staff.not_allowed", "{path}");
    }
    let mut stranger = house.shop.visitor();
    assert_eq!(refused(&mut stranger, &house.shop, "customer/list", &json!({})), "staff.sign_in_required");
    assert_eq!(house.refused(&mut owner, "customer/show", &json!({ "key": "999" })), "customers.not_found");
}

#[test]
fn address_is_corrected_and_counts_once_its_link_is_followed() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("b@example.com", "manager");
    let mut claire = house.shop.customer(EMAIL);
    house.shop.customer("taken@example.com");
    let id = key(&house, &mut owner, &json!({ "q": EMAIL }));
    let first = show(&house, &mut owner, &id);
    let args = with(&seen(&first), json!({ "email": "claire@example.org" }));
    house.pass(jiff::SignedDuration::from_mins(10));
    assert_eq!(house.refused(&mut owner, "customer/set_email", &args), "staff.proof_required");
    prove(&house, &mut owner);
    let taken = with(&args, json!({ "email": "taken@example.com" }));
    assert_eq!(house.refused(&mut owner, "customer/set_email", &taken), "customer.exists");
    // Letters that could not be delivered name the account where its address is corrected.
    let database = house.shop.database();
    for template in ["deletion_asked", "password_first"] {
        let sql = "INSERT INTO mail (template, lang, recipient, data, customer_id, created_at, error)
            VALUES ($1, 'en', $2, '{\"first_name\":\"Claire\",\"due_at\":\"2026-12-01T00:00:00Z\",\"url\":\"x\"}', $3, 1, 'no such user')";
        database.exec(sql, vals![template, EMAIL, id.as_str().unwrap().parse::<i64>().unwrap()]).unwrap();
    }
    let failed = house.call(&mut owner, "system/show", &json!({}))["mails"]["failed"].clone();
    assert_eq!((&failed[0]["customer"], &failed[0]["order_number"]), (&id, &Value::Null), "{failed}");
    let duties = house.call(&mut owner, "duty/list", &json!({}))["duties"].clone();
    let duty = duties.as_array().unwrap().iter().find(|duty| duty["kind"] == "mails_failed").unwrap();
    assert_eq!(duty["items"][0]["about"]["customer"], id, "{duty}");
    prove(&house, &mut owner);
    house.done(&mut owner, "customer/set_email", &args);
    // What has not left goes to the corrected one; a link to choose a password has ended.
    let failed = house.call(&mut owner, "system/show", &json!({}))["mails"]["failed"].clone();
    assert_eq!(failed, json!([]));
    let to = |template: &str| -> Vec<String> {
        database.read(|tx| tx.all("SELECT recipient FROM mail WHERE template = $1", vals![template])).unwrap()
    };
    assert_eq!((to("deletion_asked"), to("password_first")), (vec!["claire@example.org".to_owned()], vec![]));
    let shown = show(&house, &mut owner, &id);
    assert_eq!((&shown["email"], &shown["account"]["sessions"]), (&json!("claire@example.org"), &json!(0)));
    assert_eq!(shown["account"]["email_verified_at"], Value::Null);
    assert!(house.shop.mail("email_changed", EMAIL).is_some() && house.shop.mail("password_reset", EMAIL).is_none());
    assert!(house.shop.mail("password_reset", "claire@example.org").is_some());
    assert_eq!(claire.refused("account/info", &json!({}))["error"]["id"], "login.required");
    assert_eq!(list(&house, &mut owner, &json!({ "q": "claire example.org" })), ["claire@example.org"]);
    assert_eq!(list(&house, &mut owner, &json!({ "q": EMAIL })), [""; 0], "the former address finds nothing");
    // Of two people the second looks first.
    prove(&house, &mut bob);
    let late = with(&seen(&first), json!({ "email": "c@example.org" }));
    assert_eq!(house.refused(&mut bob, "customer/set_email", &late), "customers.changed_meanwhile");
}

#[test]
fn notes_stay_in_the_house_and_go_with_the_customer_and_a_lost_passkey_is_removed() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("b@example.com", "support");
    let mut claire = house.shop.customer(EMAIL);
    let id = key(&house, &mut owner, &json!({ "q": EMAIL }));
    let note = |key: &Value, text: &str| json!({ "key": key, "text": text });
    assert_eq!(house.refused(&mut bob, "customer/note", &note(&id, " \n ")), "order.note_empty");
    assert_eq!(house.refused(&mut bob, "customer/note", &note(&id, &"x".repeat(2001))), "order.text_too_long");
    house.call(&mut bob, "customer/note", &note(&id, "Wants no lavender"));
    let shown = house.call(&mut owner, "customer/note", &note(&id, "Room 12 in May"));
    let texts = |shown: &Value| -> Vec<(String, String)> {
        let notes = shown["notes"].as_array().unwrap().iter();
        let of = |note: &Value, field: &str| note[field].as_str().unwrap().to_owned();
        notes.map(|note| (of(note, "text"), of(note, "author"))).collect()
    };
    let written = texts(&shown);
    assert_eq!((written[0].0.as_str(), written[1].0.as_str()), ("Room 12 in May", "Wants no lavender"));
    assert!(written.iter().all(|(_, author)| !author.starts_with("staff:")), "{written:?}");
    // The audit knows that something was noted, and the customer gets it with their data, without who has written it.
    assert!(!json!(house.audit(&["--noun", "customer"])).to_string().contains("lavender"));
    let exported = claire.call("account/export", &json!({}));
    let noted = exported["data"]["house_notes"].as_array().unwrap();
    assert_eq!((noted.len(), &noted[0]["text"]), (2, &json!("Room 12 in May")));
    assert!(noted.iter().all(|note| note.as_object().unwrap().len() == 2), "{noted:?}");

    // Who is named finds it among their duties, until they say that they have seen it.
    let named = |house: &House, person: &mut Person| -> Vec<Value> {
        let duties = house.call(person, "duty/list", &json!({}))["duties"].as_array().unwrap().clone();
        let duty = duties.into_iter().find(|duty| duty["kind"] == "mentions");
        duty.map_or(Vec::new(), |duty| duty["items"].as_array().unwrap().clone())
    };
    let colleagues = house.call(&mut owner, "customer/colleagues", &json!({}));
    let people = colleagues["people"].as_array().unwrap();
    assert!(people.iter().any(|person| person["id"] == bob.id && person["name"] == "Ada King (b@example.com)"));
    house.call(&mut owner, "customer/note", &note(&id, &format!("@{{{}}} please ring", bob.id)));
    let item = &named(&house, &mut bob)[0]["about"];
    assert_eq!((&item["about"], &item["key"]), (&json!("customer"), &id), "{item}");
    assert_eq!(item["excerpt"], "@Ada King please ring");
    assert!(named(&house, &mut owner).is_empty());
    let noticed = |notes: &Value| json!({ "about": "customer", "notes": notes });
    let open = show(&house, &mut bob, &id)["mentions"].clone();
    assert_eq!(open, json!([item["note_id"]]));
    house.call(&mut bob, "duty/mention_done", &noticed(&open));
    assert!(named(&house, &mut bob).is_empty());
    assert_eq!(show(&house, &mut bob, &id)["mentions"], json!([]));
    // The export names no colleague.
    let exported = claire.call("account/export", &json!({}));
    assert!(exported.to_string().contains("@… please ring"), "{exported}");
    assert!(house.shop.output(&["customer", "show", EMAIL]).contains(" please ring"));

    // Of a guest by the mailbox, whichever of the orders is named.
    let first = guest_order(&house, GUEST);
    house.call(&mut bob, "customer/note", &note(&json!(first), "Rings twice"));
    house.call(&mut owner, "customer/note", &note(&json!(first), &format!("See @{{{}}}", bob.id)));
    let item = named(&house, &mut bob)[0]["about"].clone();
    assert_eq!(item["key"], json!(first));
    // Nobody has an order under the address any more: it can still be seen and taken off.
    let move_to = |email: &str| {
        let sql = "UPDATE sales_order SET email = $1, email_key = $1 WHERE number = $2";
        house.shop.database().exec(sql, vals![email, first.as_str()]).unwrap();
    };
    move_to("elsewhere@example.com");
    let lost = named(&house, &mut bob)[0]["about"].clone();
    assert_eq!((&lost["key"], &lost["note_id"]), (&json!(""), &item["note_id"]));
    house.call(&mut bob, "duty/mention_done", &noticed(&json!([lost["note_id"]])));
    assert!(named(&house, &mut bob).is_empty());
    move_to(GUEST);
    let second = guest_order(&house, GUEST);
    assert_eq!(texts(&show(&house, &mut owner, &json!(second)))[1].0, "Rings twice");
    for number in [&first, &second] {
        house.shop.operator(&["order", "cancel", number, "--reason", "asked for"]);
    }
    house.shop.output(&["customer", "delete", GUEST, "--yes"]);
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM customer_note"), 3);
    assert_eq!(
        house.shop.count("SELECT COUNT(*) FROM customer_mention"),
        1,
        "those of the guest are gone with the notes"
    );

    // A key of hers that nobody has any more.
    house
        .shop
        .database()
        .exec(
            "INSERT INTO customer_passkey (customer_id, name, credential_id, user_handle, passkey, rp_id, created_at)
             SELECT id, 'Lost phone', x'00', x'00', '{}', 'shop.example', 1 FROM customer WHERE email_key = $1",
            vals![EMAIL],
        )
        .unwrap();
    let before = seen(&shown);
    let shown = show(&house, &mut bob, &id);
    let passkey = &shown["account"]["passkey_list"][0];
    assert_eq!((&shown["account"]["passkeys"], &passkey["name"]), (&json!(1), &json!("Lost phone")));
    let args = with(&seen(&shown), json!({ "id": passkey["id"] }));
    let late = with(&before, json!({ "id": passkey["id"] }));
    assert_eq!(house.refused(&mut bob, "customer/remove_passkey", &late), "customers.changed_meanwhile");
    let unknown = with(&args, json!({ "id": 99 }));
    assert_eq!(house.refused(&mut bob, "customer/remove_passkey", &unknown), "customers.no_passkey");
    house.done(&mut bob, "customer/remove_passkey", &args);
    assert_eq!(show(&house, &mut bob, &id)["account"]["passkey_list"], json!([]));
    assert_eq!(house.shop.mail("passkey_removed", EMAIL).unwrap()["name"], "Lost phone");
    let entry = house.audit(&["--noun", "customer"]).into_iter().find(|one| one["call"] == "customer/remove_passkey");
    assert_eq!(entry.unwrap()["after"], json!({ "passkey_removed": args["id"] }).to_string());

    prove(&house, &mut owner);
    let shown = show(&house, &mut owner, &id);
    house.done(&mut owner, "customer/erase", &seen(&shown));
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM customer_note"), 0);
}

#[test]
fn newsletter_ends_on_request_and_begins_by_a_mailed_link_alone() {
    let house = open();
    let mut owner = house.owner();
    let guest = guest_order(&house, GUEST);
    let shown = show(&house, &mut owner, &json!(guest));
    assert_eq!(house.refused(&mut owner, "customer/unsubscribe", &seen(&shown)), "newsletter.not_subscribed");
    house.done(&mut owner, "customer/invite_newsletter", &seen(&shown));
    let shown = show(&house, &mut owner, &json!(guest));
    assert_eq!(shown["newsletter"]["state"], "pending");
    let letter = house.shop.mail("newsletter_confirm", GUEST).unwrap();
    let token = letter["confirm_url"].as_str().unwrap().split_once("token=").unwrap().1;
    house.shop.visitor().call("newsletter/confirm", &json!({ "token": token }));
    let shown = show(&house, &mut owner, &json!(guest));
    let events = shown["newsletter"]["events"].as_array().unwrap();
    let told: Vec<(&str, &str)> =
        events.iter().map(|event| (event["what"].as_str().unwrap(), event["source"].as_str().unwrap())).collect();
    assert_eq!(
        (&shown["newsletter"]["state"], told),
        (&json!("subscribed"), vec![("asked", "house"), ("confirmed", "house")])
    );
    assert_eq!(house.refused(&mut owner, "customer/invite_newsletter", &seen(&shown)), "newsletter.already_subscribed");
    house.done(&mut owner, "customer/unsubscribe", &seen(&shown));
    let shown = show(&house, &mut owner, &json!(guest));
    assert_eq!(shown["newsletter"]["state"], "ending");
    assert_eq!(house.refused(&mut owner, "customer/unsubscribe", &seen(&shown)), "newsletter.not_subscribed");
}

#[test]
fn deletion_is_called_off_and_erasure_can_be_undone_for_ten_seconds() {
    let house = open();
    let mut owner = house.owner();
    let mut claire = house.shop.customer(EMAIL);
    claire.call("account/delete", &json!({ "password": crate::support::PASSWORD }));
    assert_eq!(list(&house, &mut owner, &json!({ "filter": "deletion" })), [EMAIL]);
    let id = key(&house, &mut owner, &json!({ "q": EMAIL }));
    let shown = show(&house, &mut owner, &id);
    assert!(shown["account"]["deletion"]["due_at"].is_string(), "{shown}");
    let shown = house.call(&mut owner, "customer/call_off_deletion", &seen(&shown));
    assert_eq!(shown["account"]["deletion"], Value::Null);
    assert_eq!(house.refused(&mut owner, "customer/call_off_deletion", &seen(&shown)), "customers.no_deletion");

    prove(&house, &mut owner);
    let file = house.call(&mut owner, "customer/export", &json!({ "key": id }));
    assert_eq!(
        (&file["name"], &file["media_type"]),
        (&json!(format!("customer-{}.json", id.as_str().unwrap())), &json!("application/json"))
    );
    let deed = house.call(&mut owner, "customer/erase", &seen(&shown));
    house.call(&mut owner, "deed/undo", &json!({ "id": deed["id"] }));
    assert_eq!(list(&house, &mut owner, &json!({})), [EMAIL]);
    house.done(&mut owner, "customer/erase", &seen(&shown));
    assert_eq!(list(&house, &mut owner, &json!({})), [""; 0]);
    assert_eq!(house.refused(&mut owner, "customer/show", &json!({ "key": id })), "customers.not_found");
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM customer_term"), 0);
    assert!(house.shop.mail("deletion_done", EMAIL).is_some());

    // A guest whose order is under way is erased once it has ended.
    let guest = guest_order(&house, GUEST);
    let shown = show(&house, &mut owner, &json!(guest));
    let file = house.call(&mut owner, "customer/export", &json!({ "key": guest }));
    assert!(file["content"].is_string());
    assert_eq!(house.refused(&mut owner, "customer/erase", &seen(&shown)), "customers.guest_orders");
    house.shop.operator(&["order", "cancel", &guest, "--reason", "asked for"]);
    let shown = show(&house, &mut owner, &json!(guest));
    house.done(&mut owner, "customer/erase", &seen(&shown));
    assert_eq!(list(&house, &mut owner, &json!({ "filter": "guests" })), [""; 0]);
}

#[test]
fn commands_are_another_door_to_the_same_rules() {
    let house = open();
    let mut claire = house.shop.customer(EMAIL);
    let shop = &house.shop;
    let number = guest_order(&house, GUEST);
    assert_eq!(shop.operator(&["customer", "list", "claire"])[0]["email"], EMAIL);
    assert_eq!(shop.operator(&["customer", "list", "--filter", "guests"])[0]["key"], json!(number));
    assert_eq!(shop.operator(&["customer", "show", GUEST])["orders"][0]["number"], json!(number));
    let exported = shop.operator(&["customer", "export", GUEST]);
    assert_eq!(exported["data"]["orders"][0]["order_number"], json!(number));
    shop.operator(&["customer", "note", GUEST, "Rings twice"]);
    assert_eq!(shop.operator(&["customer", "show", GUEST])["notes"][0]["text"], "Rings twice");
    let error = shop.command_error(&["customer", "remove-passkey", EMAIL, "9"]);
    assert!(error.contains("no such passkey"), "{error}");
    shop.operator(&["customer", "password-link", EMAIL]);
    assert!(shop.mail("password_reset", EMAIL).is_some());
    shop.operator(&["customer", "end-sessions", EMAIL]);
    assert_eq!(claire.refused("account/info", &json!({}))["error"]["id"], "login.required");
    shop.operator(&["customer", "invite-subscription", EMAIL]);
    shop.operator(&["customer", "unsubscribe", EMAIL]);
    shop.operator(&["customer", "set-email", EMAIL, "claire@example.org"]);
    let error = shop.command_error(&["customer", "call-off-deletion", "claire@example.org"]);
    assert!(error.contains("Nobody has asked"), "{error}");
    let error = shop.command_error(&["customer", "password-link", GUEST]);
    assert!(error.contains("A guest has no account"), "{error}");
    let error = shop.command_error(&["customer", "delete", GUEST, "--yes"]);
    assert!(error.contains("1 orders of this guest"), "{error}");
    let words: Vec<String> =
        house.audit(&["--noun", "customer"]).iter().map(|entry| entry["call"].as_str().unwrap().to_owned()).collect();
    assert_eq!(words[..3], ["customer set-email", "customer unsubscribe", "customer invite-subscription"]);
}
