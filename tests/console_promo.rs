//! Employees' tags in the console: what a change would do, what it does, in how many orders a tag counted, and who may not.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::house::{House, Person, open, open_with, post};
use crate::support::with;

const TAG: &str = "AUTUMN-25";

fn form(more: Value) -> Value {
    with(&json!({ "tag": TAG, "version": null, "percent": 25, "from": "", "until": "", "domains": [] }), more)
}

fn listed(house: &House, person: &mut Person) -> Value {
    let tags = house.call(person, "promo/list", &json!({}));
    tags["items"].as_array().unwrap().iter().find(|item| item["tag"] == TAG).cloned().unwrap_or(Value::Null)
}

#[test]
fn a_tag_is_seen_before_it_counts_is_counted_and_switched_off() {
    let house = open();
    let mut owner = house.owner();
    assert_eq!(house.call(&mut owner, "promo/list", &json!({}))["new_percent"], 30);
    let plan = house.call(&mut owner, "promo/plan", &form(json!({ "tag": " autumn-25 ", "until": "2099-06-30" })));
    assert_eq!(
        (&plan["before"], &plan["after"]["tag"], &plan["after"]["state"]),
        (&json!(null), &json!(TAG), &json!("in_force"))
    );
    assert_eq!(
        (&plan["after"]["until"], &plan["after"]["valid_to"]),
        (&json!("2099-06-30"), &json!("2099-06-30T22:00:00Z"))
    );
    assert_eq!(listed(&house, &mut owner), Value::Null, "nothing is saved by looking");

    house.call(&mut owner, "promo/save", &form(json!({ "tag": "autumn-25" })));
    let tag = listed(&house, &mut owner);
    assert_eq!((&tag["percent"], &tag["state"], &tag["orders"]), (&json!(25), &json!("in_force"), &json!(0)));
    assert!(tag["link"].as_str().unwrap().ends_with("/?promo-tag=AUTUMN-25"), "{tag}");
    let mut shopper = house.shop.visitor().with_query("promo-tag", "autumn-25");
    let placed = shopper.place("TOW-GAN", 1, "bank_transfer");
    assert_eq!(listed(&house, &mut owner)["orders"], 1);
    house.shop.operator(&["order", "cancel", placed["order_number"].as_str().unwrap(), "--reason", "test"]);
    let tag = listed(&house, &mut owner);
    assert_eq!(tag["orders"], 0, "a canceled order has used nothing");

    // Of two people who have it open, the second is told.
    let change = form(json!({ "version": tag["version"], "percent": 20, "domains": ["@Valmere.example"] }));
    house.call(&mut owner, "promo/save", &change);
    assert_eq!(house.refused(&mut owner, "promo/save", &change), "promo_tag.changed_meanwhile");
    assert_eq!(house.refused(&mut owner, "promo/plan", &change), "promo_tag.changed_meanwhile");
    assert_eq!(house.refused(&mut owner, "promo/save", &form(json!({}))), "promo_tag.taken");
    let entry = house.changes(&[]).into_iter().find(|entry| entry["outcome"] == "done").unwrap();
    assert_eq!((&entry["call"], &entry["thing"]), (&json!("promo/save"), &json!(TAG)));
    let told = |name: &str| serde_json::from_str::<Value>(entry[name].as_str().unwrap()).unwrap()["percentage"].clone();
    assert_eq!((told("before"), told("after")), (json!(25), json!(20)));
    assert_eq!(listed(&house, &mut owner)["domains"], json!(["valmere.example"]));

    house.call(&mut owner, "promo/switch_off", &json!({ "tag": TAG }));
    assert_eq!(listed(&house, &mut owner)["state"], "off");
    assert_eq!(house.refused(&mut owner, "promo/switch_off", &json!({ "tag": TAG })), "promo_tag.off", "two people");
    let mut shopper = house.shop.visitor().with_query("promo-tag", TAG);
    assert_eq!(shopper.add("TOW-GAN", 1)["promo"]["status"], "unknown");
    // The command and the console are two doors to the same rules.
    assert!(house.shop.command_error(&["promo", "off", TAG]).contains("is off already"));
}

#[test]
fn what_makes_no_tag_is_refused_at_its_field() {
    let house = open();
    let mut owner = house.owner();
    let yesterday = (house.now.get() - SignedDuration::from_hours(48)).to_zoned(jiff::tz::TimeZone::UTC).date();
    for (change, field, id) in [
        (json!({ "tag": "two words" }), "tag", "promo_tag.code"),
        (json!({ "tag": "" }), "tag", "promo_tag.code"),
        (json!({ "percent": 0 }), "percent", "promo_tag.percent"),
        (json!({ "percent": 101 }), "percent", "promo_tag.percent"),
        (json!({ "from": "soon" }), "from", "promo_tag.day"),
        (json!({ "until": "2026-02-31" }), "until", "promo_tag.day"),
        (json!({ "until": yesterday.to_string() }), "until", "promo_tag.over"),
        (json!({ "from": "2099-12-02", "until": "2099-12-01" }), "until", "promo_tag.backwards"),
        (json!({ "domains": [""] }), "domains", "promo_tag.domain"),
        (json!({ "domains": ["valmere"] }), "domains", "promo_tag.domain"),
    ] {
        for path in ["promo/plan", "promo/save"] {
            let answer = post(&mut owner.browser, &house.shop, path, &form(change.clone())).json();
            assert_eq!(answer["error"]["field_messages"][field]["id"], id, "{path} {change}: {answer}");
        }
    }
    assert_eq!(house.refused(&mut owner, "promo/switch_off", &json!({ "tag": "NOBODY" })), "promo_tag.unknown");
    for bad in [json!({}), json!({ "tag": TAG, "percent": "x" }), json!({ "tag": TAG, "percent": -1 })] {
        assert_eq!(post(&mut owner.browser, &house.shop, "promo/save", &bad).status, 400, "{bad}");
    }
    assert_eq!(listed(&house, &mut owner), Value::Null);
}

#[test]
fn tags_are_for_those_who_change_prices() {
    let house = open();
    let mut desk = house.person("desk@example.com", "orders");
    let tag = json!({ "tag": TAG });
    for (path, args) in [
        ("promo/list", json!({})),
        ("promo/plan", form(json!({}))),
        ("promo/save", form(json!({}))),
        ("promo/switch_off", tag),
    ] {
        assert_eq!(house.refused(&mut desk, path, &args), "staff.not_allowed", "{path}");
    }
}

#[test]
fn days_of_a_tag_are_those_of_the_shops_zone() {
    let house = open_with(&[("SHOP__COMPANY__TIME_ZONE", "Asia/Shanghai")]);
    let mut owner = house.owner();
    house.call(&mut owner, "promo/save", &form(json!({ "from": "2099-06-01", "until": "2099-06-30" })));
    let tag = listed(&house, &mut owner);
    assert_eq!(
        (&tag["valid_from"], &tag["valid_to"], &tag["state"]),
        (&json!("2099-05-31T16:00:00Z"), &json!("2099-06-30T16:00:00Z"), &json!("planned"))
    );
    assert_eq!((&tag["from"], &tag["until"]), (&json!("2099-06-01"), &json!("2099-06-30")));
}
