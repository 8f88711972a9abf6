//! Deeds of the console: checked when they are asked for, kept for ten seconds, undone or carried out once.

use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::vals;

use crate::support::house::{House, Person, open, refused};
use crate::support::{Shop, Visitor, seeded_copy};

/// A paid order; answers its number.
fn paid(house: &House) -> String {
    let mut visitor = house.shop.visitor();
    let number = visitor.place("BMA-LAC", 1, "bank_transfer")["order_number"].as_str().unwrap().to_owned();
    house.shop.operator(&["order", "paid", &number]);
    number
}

fn show(house: &House, person: &mut Person, number: &str) -> Value {
    house.call(person, "order/show", &json!({ "number": number }))
}

/// Asks to ship an order; answers the deed.
fn ship(house: &House, person: &mut Person, number: &str) -> Value {
    let version = show(house, person, number)["version"].clone();
    house.call(person, "order/ship", &json!({ "number": number, "version": version, "tracking": "JD1" }))
}

fn listed(house: &House, person: &mut Person) -> Vec<Value> {
    house.call(person, "deed/list", &json!({}))["items"].as_array().unwrap().clone()
}

#[test]
fn nothing_leaves_the_house_for_ten_seconds_and_an_undone_deed_leaves_no_trace() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "manager");
    let mut accountant = house.person("a@example.com", "accountant");
    let number = paid(&house);
    let mails = house.shop.count("SELECT COUNT(*) FROM mail");
    let deed = ship(&house, &mut owner, &number);
    assert_eq!(
        (&deed["call"], &deed["noun"], &deed["thing"], &deed["by"]["name"], &deed["failure"]),
        (&json!("order/ship"), &json!("order"), &json!(number), &json!("Ada King"), &Value::Null)
    );
    // Another person sees what is about to happen, and can do nothing else to the order.
    assert_eq!(show(&house, &mut bob, &number)["pending"], deed);
    let version = show(&house, &mut bob, &number)["version"].clone();
    let cancel = json!({ "number": number, "version": version, "reason": "no" });
    assert_eq!(house.refused(&mut bob, "order/cancel", &cancel), "deed.pending");
    // Nor can the person who asked, who is not told of a stranger by their own name.
    let note = json!({ "number": number, "text": "wrapped" });
    assert_eq!(house.refused(&mut owner, "order/note", &note), "deed.pending_own");
    assert_eq!(house.refused(&mut owner, "order/cancel", &cancel), "deed.pending_own");
    assert_eq!(house.refused(&mut bob, "order/note", &note), "deed.pending");
    assert_eq!(show(&house, &mut owner, &number)["status"], "processing");
    assert_eq!(listed(&house, &mut bob), std::slice::from_ref(&deed));
    // Who may not do it may not undo it, and is told so.
    for path in ["deed/undo", "deed/dismiss"] {
        let expected = if path == "deed/undo" { "staff.not_allowed" } else { "deed.carried_out" };
        assert_eq!(house.refused(&mut accountant, path, &json!({ "id": deed["id"] })), expected, "{path}");
    }
    // Whoever may do it may undo it.
    house.call(&mut bob, "deed/undo", &json!({ "id": deed["id"] }));
    house.pass(SignedDuration::from_mins(1));
    let after = show(&house, &mut owner, &number);
    assert_eq!(
        (&after["status"], &after["pending"], &after["shipments"]),
        (&json!("processing"), &Value::Null, &json!([]))
    );
    assert_eq!(house.refused(&mut bob, "deed/undo", &json!({ "id": deed["id"] })), "deed.carried_out");
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM mail"), mails);
    // No later deed has its number, so that a late undo meets none.
    let next = ship(&house, &mut owner, &number);
    assert!(next["id"].as_i64() > deed["id"].as_i64(), "{next}");
    house.call(&mut owner, "deed/undo", &json!({ "id": next["id"] }));
    let calls: Vec<String> =
        house.audit(&["--noun", "deed"]).iter().map(|entry| entry["call"].as_str().unwrap().to_owned()).collect();
    assert_eq!(calls, ["deed/undo", "deed/undo"]);
}

#[test]
fn deed_is_carried_out_once_whoever_closes_the_page_or_stops_the_shop() {
    let folder = seeded_copy();
    let env = [("SHOP__MAIL__HOST", "localhost"), ("SHOP__MAIL__PORT", "9")];
    let shop = Shop::start(folder.path(), &env);
    let house = House::of(shop);
    let mut owner = house.owner();
    let number = paid(&house);
    ship(&house, &mut owner, &number);
    house.call(&mut owner, "staff/sign_out", &json!({}));
    // The process dies before the deed is due.
    let House { mut shop, .. } = house;
    shop.kill();
    let shop = Shop::start(folder.path(), &env);
    shop.set_clock_seconds_ahead(120);
    let shipped = || shop.count("SELECT COUNT(*) FROM shipment");
    assert_eq!((shipped(), shop.count("SELECT COUNT(*) FROM deed")), (1, 0));
    assert_eq!(shop.mails("order_shipped"), 1);
    shop.set_clock_seconds_ahead(240);
    assert_eq!(shipped(), 1);
    let entries = shop.operator(&["audit", "list", "--noun", "order"]);
    let ships = entries.as_array().unwrap().iter().filter(|entry| entry["call"] == "order/ship");
    assert_eq!(ships.map(|entry| entry["outcome"].clone()).collect::<Vec<_>>(), ["done"]);
}

#[test]
fn deed_that_is_no_longer_allowed_stands_with_its_reason_until_it_is_dismissed() {
    let house = open();
    let mut owner = house.owner();
    let mut packer = house.person("p@example.com", "packing");
    // The order is canceled by a command meanwhile.
    let number = paid(&house);
    ship(&house, &mut packer, &number);
    house.shop.operator(&["order", "cancel", &number, "--reason", "called"]);
    house.pass(SignedDuration::from_mins(1));
    let failed = listed(&house, &mut owner);
    assert_eq!((failed.len(), &failed[0]["failure"]["id"]), (1, &json!("order.changed_meanwhile")), "{failed:?}");
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM deed WHERE args <> ''"), 0, "what was typed is forgotten");
    house.call(&mut owner, "deed/dismiss", &json!({ "id": failed[0]["id"] }));
    assert!(listed(&house, &mut owner).is_empty());
    // The person leaves the house meanwhile.
    let number = paid(&house);
    ship(&house, &mut packer, &number);
    house.shop.output(&["staff", "disable", "p@example.com"]);
    house.pass(SignedDuration::from_mins(1));
    assert_eq!(show(&house, &mut owner, &number)["status"], "processing");
    // Its reason is not said as if to them.
    assert_eq!(listed(&house, &mut owner)[0]["failure"]["id"], "deed.author_gone");
    // Others go on with the order, and a row that cannot be read holds nobody up.
    house.shop.database().exec("INSERT INTO deed (call, args, permission, noun, thing, staff_id, staff_name, is_proved, network, due_at) VALUES ('order/fly', '{', 'packing', 'order', 'x', 1, 'x', 0, '', 1)", vals![]).unwrap();
    let version = show(&house, &mut owner, &number)["version"].clone();
    house.done(&mut owner, "order/ship", &json!({ "number": number, "version": version }));
    assert_eq!(show(&house, &mut owner, &number)["status"], "shipped");
    let ids: Vec<Value> = listed(&house, &mut owner).iter().map(|deed| deed["failure"]["id"].clone()).collect();
    assert_eq!(ids, ["error.try_later", "deed.author_gone"]);
}

#[test]
fn deed_of_a_person_with_another_role_says_that_the_role_forbids_it() {
    let house = open();
    let mut owner = house.owner();
    let mut packer = house.person("p@example.com", "packing");
    let number = paid(&house);
    ship(&house, &mut packer, &number);
    let roles = house.call(&mut owner, "staff/people", &json!({}))["roles"].clone();
    let role = roles.as_array().unwrap().iter().find(|one| one["name"] == "accountant").unwrap();
    let change = house.seen(&mut owner, packer.id, json!({ "role_id": role["id"] }));
    house.call(&mut owner, "staff/set_role", &change);
    house.pass(SignedDuration::from_mins(1));
    assert_eq!(listed(&house, &mut owner)[0]["failure"]["id"], "deed.author_not_allowed");
}

#[test]
fn mail_that_is_sent_again_and_refund_that_was_made_tell_nobody_before_their_time() {
    let house = open();
    let mut owner = house.owner();
    let number = paid(&house);
    // What comes twice is to go back by hand.
    let again = ["order", "paid", &number, "--amount", "7.50", "--again"];
    house.shop.operator(&again);
    house.shop.database().exec("UPDATE mail SET sent_at = 1, due_at = NULL", vals![]).unwrap();
    let order = show(&house, &mut owner, &number);
    let (refund, mail) = (&order["refunds"][0], &order["mails"][0]);
    assert_eq!(refund["state"], "by_hand");
    for (path, args, template) in [
        ("order/resend", json!({ "number": number, "mail_id": mail["id"] }), mail["template"].as_str().unwrap()),
        (
            "order/refund_made",
            json!({ "number": number, "version": order["version"], "id": refund["id"], "reference": "SEPA 1" }),
            "order_refunded",
        ),
    ] {
        let mails = house.shop.mails(template);
        let deed = house.call(&mut owner, path, &args);
        assert_eq!((&deed["call"], &deed["thing"]), (&json!(path), &json!(number)), "{path}");
        assert_eq!(house.shop.mails(template), mails, "{path}");
        house.call(&mut owner, "deed/undo", &json!({ "id": deed["id"] }));
        house.pass(SignedDuration::from_mins(1));
        assert_eq!(house.shop.mails(template), mails, "{path}");
        assert_eq!(show(&house, &mut owner, &number)["refunds"][0]["state"], "by_hand");
        house.done(&mut owner, path, &args);
        assert_eq!(house.shop.mails(template), mails + 1, "{path}");
    }
    assert_eq!(show(&house, &mut owner, &number)["refunds"][0]["state"], "done");
}

#[test]
fn deed_of_another_is_seen_undone_and_dismissed_by_those_only_who_may_do_it() {
    let house = open();
    let mut owner = house.owner();
    let mut packer = house.person("p@example.com", "packing");
    let mut editor = house.person("e@example.com", "editor");
    let mut stranger = house.shop.visitor();
    let number = paid(&house);
    let id = json!({ "id": ship(&house, &mut packer, &number)["id"] });
    let left = |failed: i64| {
        let sql = format!("SELECT COUNT(*) FROM deed WHERE (failure IS NOT NULL) = {failed}");
        assert_eq!(house.shop.count(&sql), 1);
    };
    let refuse_others = |editor: &mut Person, stranger: &mut Visitor, has_failed: bool| {
        assert!(listed(&house, editor).is_empty());
        assert_eq!(refused(stranger, &house.shop, "deed/list", &json!({})), "staff.sign_in_required");
        for path in ["deed/undo", "deed/dismiss"] {
            let mine = if has_failed == (path == "deed/dismiss") { "staff.not_allowed" } else { "deed.carried_out" };
            assert_eq!(house.refused(editor, path, &id), mine, "{path}");
            assert_eq!(refused(stranger, &house.shop, path, &id), "staff.sign_in_required", "{path}");
        }
    };
    refuse_others(&mut editor, &mut stranger, false);
    assert_eq!(house.refused(&mut owner, "deed/dismiss", &id), "deed.carried_out", "it has not failed");
    left(0);
    house.shop.operator(&["order", "cancel", &number, "--reason", "called"]);
    house.pass(SignedDuration::from_mins(1));
    refuse_others(&mut editor, &mut stranger, true);
    assert_eq!(house.refused(&mut owner, "deed/undo", &id), "deed.carried_out", "it has failed");
    left(1);
    house.call(&mut owner, "deed/dismiss", &id);
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM deed"), 0);
}
