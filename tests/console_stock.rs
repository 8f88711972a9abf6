//! The stock in the console: counted while orders come in, corrected, received; thresholds that warn.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::house::{Person, open, post, refused};

const SKU: &str = "TOW-GAN";

fn counted(item: &Value, pieces: i64) -> Value {
    json!({ "sku": item["sku"], "counted": pieces, "on_hand": item["on_hand"], "version": item["version"] })
}

#[test]
fn count_leaves_out_what_is_sold_meanwhile_and_two_people_count_once() {
    let house = open();
    let mut owner = house.owner();
    let mut packer = house.person("p@example.com", "packing");
    let item = house.call(&mut owner, "stock/show", &json!({ "sku": SKU }))["item"].clone();
    assert_eq!((&item["available"], &item["held"], &item["on_hand"]), (&json!(10), &json!(0), &json!(10)));
    // Nine lie there; three are ordered before that is saved.
    house.shop.visitor().place(SKU, 3, "cheque");
    let args = json!({ "lines": [counted(&item, 9)], "note": "Shelf 4" });
    let saved = house.call(&mut owner, "stock/count", &args);
    assert_eq!(saved["changed"], 1);
    let now = &saved["items"][0];
    assert_eq!((&now["available"], &now["held"], &now["on_hand"]), (&json!(6), &json!(3), &json!(9)), "{saved}");
    // Somebody else has counted the same nine, and says so a moment later.
    let refusal = &crate::support::house::post(&mut packer.browser, &house.shop, "stock/count", &args).json()["error"];
    assert_eq!(refusal["field_messages"][SKU]["id"], "stock.changed_meanwhile", "{refusal}");
    let shown = house.call(&mut packer, "stock/show", &json!({ "sku": SKU }));
    assert_eq!((&shown["item"], shown["history"].as_array().unwrap().len()), (now, 1));
    let event = &shown["history"][0];
    assert_eq!((&event["pieces"], &event["note"], &event["name"]), (&json!(-1), &json!("Shelf 4"), &json!("Ada King")));
    assert_eq!(shown["holders"][0]["pieces"], 3);
    let entry = &house.audit(&[])[0];
    assert_eq!((&entry["call"], &entry["thing"]), (&json!("stock/count"), &json!(SKU)), "{entry}");
    let told = |name: &str| -> Value { serde_json::from_str(entry[name].as_str().unwrap()).unwrap() };
    assert_eq!((&told("before")["on_hand"][SKU], &told("after")["on_hand"][SKU]), (&json!(10), &json!(9)), "{entry}");
    // What cannot be.
    for (path, args, expected) in [
        ("stock/count", json!({ "lines": [] }), "stock.count_lines"),
        ("stock/show", json!({ "sku": "KIT-BAIN" }), "stock.unknown"),
        ("stock/correct", json!({ "sku": SKU, "reason": "lost", "pieces": 7 }), "stock.held"),
        ("stock/correct", json!({ "sku": SKU, "reason": "lost", "pieces": 0 }), "stock.pieces_bad"),
        (
            "stock/correct",
            json!({ "sku": SKU, "reason": "found", "pieces": 1, "note": "x".repeat(201) }),
            "order.text_too_long",
        ),
        ("stock/set_threshold", json!({ "sku": SKU, "threshold": 0 }), "stock.pieces_bad"),
        ("stock/set_shelf", json!({ "sku": SKU, "shelf": "x".repeat(21) }), "order.text_too_long"),
        ("stock/set_shelf", json!({ "sku": "KIT-BAIN", "shelf": "A 1" }), "stock.unknown"),
        ("stock/expect", json!({ "sku": SKU, "pieces": 1, "on": "2020-01-01" }), "stock.day_past"),
        ("stock/receive", json!({ "id": 99, "pieces": 1 }), "stock.arrival_gone"),
        ("stock/expect_no_more", json!({ "id": 99 }), "stock.arrival_gone"),
    ] {
        assert_eq!(house.refused(&mut owner, path, &args), expected, "{path} {args}");
    }
    // Who may not, and who is not signed in.
    let mut clerk = house.person("o@example.com", "orders");
    for path in
        ["list", "show", "count", "correct", "set_threshold", "set_shelf", "expect", "receive", "expect_no_more"]
    {
        let args = json!({ "sku": SKU, "id": 1, "pieces": 1, "on": "2099-01-01" });
        assert_eq!(house.refused(&mut clerk, &format!("stock/{path}"), &args), "staff.not_allowed");
        let mut stranger = house.shop.visitor();
        assert_eq!(refused(&mut stranger, &house.shop, &format!("stock/{path}"), &args), "staff.sign_in_required");
    }
}

#[test]
fn items_are_found_by_number_and_by_name_in_the_readers_language() {
    let house = open();
    let mut owner = house.owner();
    let mut find = |q: &str| -> Vec<String> {
        let page = house.call(&mut owner, "stock/list", &json!({ "q": q }));
        page["items"].as_array().unwrap().iter().map(|item| item["sku"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(find("tow-gan"), [SKU]);
    assert_eq!(find("washing mitts"), [SKU]);
    let towels = find("lac bath towel");
    assert!(towels.iter().filter(|sku| sku.starts_with("TOW-LAC-BAT-")).count() > 1, "variants: {towels:?}");
    assert_eq!(find("zzqx"), [""; 0]);
    assert_eq!(find("").len(), 50, "a page");
    // Words have further pages, too, and filters hold for them.
    let mut beds: Vec<String> = Vec::new();
    let mut after = Value::Null;
    loop {
        let page = house.call(&mut owner, "stock/list", &json!({ "q": "mattress", "after": after }));
        beds.extend(page["items"].as_array().unwrap().iter().map(|item| item["sku"].as_str().unwrap().to_owned()));
        after = page["after"].clone();
        if after.is_null() {
            break;
        }
    }
    assert!(beds.len() > 50 && beds.is_sorted(), "{}", beds.len());
    let out = house.call(&mut owner, "stock/list", &json!({ "q": "mattress", "filter": "out" }));
    let is_out = |item: &Value| item["available"] == 0 && beds.contains(&item["sku"].as_str().unwrap().to_owned());
    assert!(out["items"].as_array().unwrap().iter().all(is_out) && out["items"][0].is_object(), "{out}");
}

#[test]
fn thresholds_and_arrivals_stand_in_today_until_they_are_dealt_with() {
    let house = open();
    let mut owner = house.owner();
    let duty = |owner: &mut _, kind: &str| -> Value {
        let duties = house.call(owner, "duty/list", &json!({}));
        duties["duties"].as_array().unwrap().iter().find(|duty| duty["kind"] == kind).cloned().unwrap_or(Value::Null)
    };
    house.call(&mut owner, "stock/set_threshold", &json!({ "sku": SKU, "threshold": 8 }));
    let again = json!({ "sku": SKU, "threshold": 5, "seen": null });
    assert_eq!(house.refused(&mut owner, "stock/set_threshold", &again), "stock.threshold_changed_meanwhile");
    assert_eq!(duty(&mut owner, "stock_low"), Value::Null);
    house.shop.visitor().place(SKU, 2, "cheque");
    let low = duty(&mut owner, "stock_low");
    assert_eq!((&low["count"], &low["items"][0]["about"]["sku"]), (&json!(1), &json!(SKU)), "{low}");
    let tomorrow = (house.now.get() + SignedDuration::from_hours(24)).to_string()[..10].to_owned();
    let args = json!({ "sku": SKU, "pieces": 12, "on": tomorrow, "note": "Filature du Lac" });
    let detail = house.call(&mut owner, "stock/expect", &args);
    let id = detail["arrivals"][0]["id"].clone();
    assert_eq!(duty(&mut owner, "arrivals_late"), Value::Null);
    house.pass(SignedDuration::from_hours(60));
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/sign_in", &claim);
    let late = duty(&mut owner, "arrivals_late");
    assert_eq!((&late["count"], &late["overdue"]), (&json!(1), &json!(1)), "{late}");
    let received = house.call(&mut owner, "stock/receive", &json!({ "id": id, "pieces": 10, "rest_comes": true }));
    assert_eq!((&received["item"]["available"], &received["arrivals"][0]["pieces"]), (&json!(18), &json!(2)));
    assert_eq!(duty(&mut owner, "stock_low"), Value::Null);
    house.call(&mut owner, "stock/expect_no_more", &json!({ "id": id }));
    assert_eq!(duty(&mut owner, "arrivals_late"), Value::Null);
    // On sale at once.
    house.shop.visitor().place(SKU, 3, "cheque");
}

#[test]
fn where_an_item_lies_is_kept_and_nobody_overwrites_it_unread() {
    let house = open();
    let (mut owner, mut clerk) = (house.owner(), house.person("stock@example.com", "manager"));
    let args = |shelf: &str, seen: &str| json!({ "sku": SKU, "shelf": shelf, "seen": seen });
    assert_eq!(house.call(&mut owner, "stock/show", &json!({ "sku": SKU }))["item"]["shelf"], "");
    let shown = house.call(&mut owner, "stock/set_shelf", &args("  A  3 ", ""));
    assert_eq!(shown["item"]["shelf"], "A 3");
    // Who looked before has not seen it.
    assert_eq!(house.refused(&mut clerk, "stock/set_shelf", &args("B 1", "")), "stock.shelf_changed_meanwhile");
    house.call(&mut clerk, "stock/set_shelf", &args("B 1", "A 3"));
    let listed = house.call(&mut owner, "stock/list", &json!({ "q": SKU }));
    assert_eq!(listed["items"][0]["shelf"], "B 1");
    let told = house.audit(&["--noun", "stock"]);
    assert!(told[0]["before"].to_string().contains("A 3") && told[0]["after"].to_string().contains("B 1"), "{told:?}");
    // By command, too.
    assert_eq!(house.shop.operator(&["stock", "show", SKU])["shelf"], "B 1");
    house.shop.operator(&["stock", "shelf", SKU, "Cellar 2"]);
    assert_eq!(house.call(&mut owner, "stock/show", &json!({ "sku": SKU }))["item"]["shelf"], "Cellar 2");
    house.shop.operator(&["stock", "shelf", SKU]);
    assert_eq!(house.call(&mut owner, "stock/show", &json!({ "sku": SKU }))["item"]["shelf"], "");
}

#[test]
fn a_sheet_says_where_many_items_lie_and_is_looked_through_before() {
    let house = open();
    let mut owner = house.owner();
    let mut editor = house.person("e@example.com", "editor");
    let line = |sku: &str, shelf: &str, seen: Option<&str>| json!({ "sku": sku, "shelf": shelf, "seen": seen });
    let sheet = json!({ "lines": [line("tow-gan", " A  2 ", None), line("BMA-LAC", "", None)] });
    for path in ["stock/check_shelves", "stock/save_shelves"] {
        assert_eq!(house.refused(&mut editor, path, &sheet), "staff.not_allowed", "{path}");
        assert_eq!(house.refused(&mut owner, path, &json!({ "lines": [] })), "stock.shelf_lines", "{path}");
    }
    let plan = house.call(&mut owner, "stock/check_shelves", &sheet);
    assert_eq!(plan["unchanged"], 1, "nowhere in particular is where it lies: {plan}");
    let change = &plan["changes"][0];
    assert_eq!((&change["sku"], &change["before"], &change["after"]), (&json!("TOW-GAN"), &json!(""), &json!("A 2")));
    let shelf = |person: &mut Person, sku: &str| {
        house.call(person, "stock/show", &json!({ "sku": sku }))["item"]["shelf"].as_str().unwrap().to_owned()
    };
    assert_eq!(shelf(&mut owner, "TOW-GAN"), "", "a dry run");
    // All or none: each line that cannot be is named by its number.
    let wrong = json!({ "lines": [line("TOW-GAN", "A 2", None), line("NONE-1", "A 3", None), line("TOW-GAN", "A 4", None),
        line("BMA-LAC", &"x".repeat(21), None)] });
    let refused = post(&mut owner.browser, &house.shop, "stock/save_shelves", &wrong).json();
    let ids: BTreeMap<&str, &Value> = refused["error"]["field_messages"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(line, message)| (line.as_str(), &message["id"]))
        .collect();
    let expected =
        [("2", json!("stock.unknown")), ("3", json!("stock.shelf_twice")), ("4", json!("order.text_too_long"))];
    assert_eq!(ids, expected.iter().map(|(line, id)| (*line, id)).collect());
    assert_eq!(shelf(&mut owner, "TOW-GAN"), "");
    let saved = house.call(&mut owner, "stock/save_shelves", &json!({ "lines": [line("TOW-GAN", "A 2", Some(""))] }));
    assert_eq!((saved["changes"].as_array().unwrap().len(), shelf(&mut owner, "TOW-GAN").as_str()), (1, "A 2"));
    // Somebody has moved it since the sheet was looked through.
    let late = json!({ "lines": [line("TOW-GAN", "A 9", Some(""))] });
    let refused = post(&mut owner.browser, &house.shop, "stock/save_shelves", &late).json();
    assert_eq!(refused["error"]["field_messages"]["1"]["id"], "stock.shelf_changed_meanwhile");
    let told = house.audit(&["--noun", "stock"]);
    assert!(told[0]["after"].to_string().contains("A 2"), "{told:?}");

    // By command.
    let file = house.shop.data.join("shelves.csv");
    std::fs::write(&file, "\u{feff}Shelf;SKU\nB 1;BMA-LAC\n;TOW-GAN\n").unwrap();
    let file = file.to_str().unwrap();
    let plan = house.shop.operator(&["stock", "shelves", file, "--dry-run"]);
    assert_eq!(
        plan["changes"],
        json!([{ "sku": "BMA-LAC", "before": "", "after": "B 1" }, { "sku": "TOW-GAN", "before": "A 2", "after": "" }])
    );
    assert_eq!(shelf(&mut owner, "TOW-GAN"), "A 2");
    house.shop.operator(&["stock", "shelves", file]);
    assert_eq!((shelf(&mut owner, "TOW-GAN").as_str(), shelf(&mut owner, "BMA-LAC").as_str()), ("", "B 1"));
    std::fs::write(file, "sku,place\nBMA-LAC,B 1\n").unwrap();
    assert!(house.shop.command_error(&["stock", "shelves", file]).contains("no column \"shelf\""));
}

#[test]
fn commands_are_another_door_to_the_same_rules() {
    let house = open();
    let shop = &house.shop;
    shop.operator(&["stock", "set", SKU, "20"]);
    shop.operator(&["stock", "correct", SKU, "2", "--reason", "damaged", "--note", "Wet"]);
    shop.operator(&["stock", "threshold", SKU, "5"]);
    let arrival = shop.operator(&["stock", "expect", "tow-gan", "30", "--on", "2099-01-01"])["arrival"].to_string();
    shop.operator(&["stock", "receive", &arrival, "10", "--rest-comes"]);
    let shown = shop.operator(&["stock", "show", SKU]);
    let told: Vec<(&str, i64, i64)> = shown["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| {
            (event["reason"].as_str().unwrap(), event["pieces"].as_i64().unwrap(), event["on_hand"].as_i64().unwrap())
        })
        .collect();
    assert_eq!(told, [("arrived", 10, 28), ("damaged", -2, 18), ("set", 10, 20)]);
    assert_eq!(shown["arrivals"][0]["pieces"], 20);
    assert!(shown["history"][0]["actor"].as_str().unwrap().starts_with("cli:"), "{shown}");
    let error = shop.command_error(&["stock", "correct", SKU, "29", "--reason", "lost"]);
    assert!(error.contains("at most 28 can be taken out"), "{error}");
    shop.operator(&["stock", "expect-no-more", &arrival]);
    assert_eq!(shop.operator(&["stock", "show", SKU])["arrivals"], json!([]));
    for gone in [["stock", "receive", "77", "1"].as_slice(), &["stock", "expect-no-more", &arrival]] {
        let error = shop.command_error(gone);
        assert!(error.contains("no longer expected"), "{error}");
    }
    let words: Vec<String> =
        house.audit(&[]).iter().map(|entry| entry["call"].as_str().unwrap().to_owned()).take(6).collect();
    assert_eq!(
        words,
        ["stock expect-no-more", "stock receive", "stock expect", "stock threshold", "stock correct", "stock set"]
    );
}
