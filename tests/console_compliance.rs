//! What the law asks, in the console: told as the command tells it, gone once it is mended, for those only who may change settings.

use serde_json::{Value, json};

use crate::support::house::{House, Person, open, post};

fn list(house: &House, person: &mut Person) -> Value {
    house.call(person, "compliance/list", &json!({}))
}

/// An entry as the command line calls its place.
fn place(found: &Value) -> String {
    let place = &found["place"];
    let text = |name: &str| place[name].as_str().unwrap_or_default();
    match text("kind") {
        "maker" => format!("catalogue, manufacturers, {}", text("key")),
        "products" => format!("catalogue, products, {}", text("missing")),
        "credential" => format!("credential {}", text("name")),
        "people" => "console.host".to_owned(),
        "look" => "look".to_owned(),
        "home" => "home page".to_owned(),
        "catalogue" => "catalogue".to_owned(),
        "setting" | "machine" => text("key").to_owned(),
        other => panic!("{other} has no place"),
    }
}

fn places(list: &Value) -> Vec<String> {
    list["open"].as_array().unwrap().iter().map(place).collect()
}

#[test]
fn console_and_command_tell_the_same_and_an_entry_goes_once_it_is_mended() {
    let house = open();
    let mut owner = house.owner();
    let shown = list(&house, &mut owner);
    let told = house.shop.operator(&["compliance"]);
    let of_command: Vec<&str> =
        told["open"].as_array().unwrap().iter().map(|open| open["at"].as_str().unwrap()).collect();
    assert_eq!(places(&shown), of_command);
    for (duty, rule) in shown["duties"].as_array().unwrap().iter().zip(told["rules"].as_array().unwrap()) {
        assert_eq!((&duty["duty"]["message"], &duty["law"]["message"]), (&rule["rule"], &rule["source"]));
        assert_eq!(duty["proofs"], rule["proofs"]);
    }
    assert_eq!(shown["duties"].as_array().map(Vec::len), told["rules"].as_array().map(Vec::len));
    let director = shown["open"].as_array().unwrap().iter().find(|found| place(found) == "company.director").unwrap();
    assert_eq!(
        (&director["place"]["kind"], &director["place"]["group"], &director["what"]["id"]),
        (&json!("setting"), &json!("imprint"), &json!("compliance.open_demo"))
    );
    // One entry is mended; another comes with a product that loses what the law wants.
    let edits =
        json!({ "edits": [{ "key": "company.director", "seen": "Claire Montfleury", "value": "Reto Caviezel" }] });
    house.call(&mut owner, "setting/save", &edits);
    let gone = "INSERT INTO product_gap (gap, sku, product_id) SELECT 'manufacturer', sku, id FROM product WHERE sku = 'TOW-GAN'";
    house.shop.database().execute_batch(gone).unwrap();
    let after = list(&house, &mut owner);
    assert!(!places(&after).contains(&"company.director".to_owned()), "{after}");
    let products = after["open"].as_array().unwrap().iter().find(|found| found["place"]["missing"] == "manufacturer");
    assert_eq!(products.unwrap()["what"]["params"]["count"], "1");
    assert_eq!(places(&after).len(), places(&shown).len());
    // What was sealed elsewhere, keys of another host, and nothing on sale.
    for sql in [
        "INSERT INTO credential (name, sealed, hint, set_at, actor) VALUES ('stripe', x'00', 'side', 1, 'staff:1')",
        "INSERT INTO staff_passkey (staff_id, name, credential_id, user_handle, passkey, rp_id, created_at)
         SELECT id, '', x'00', x'00', '', 'old.example', 1 FROM staff",
        "UPDATE product SET enabled = 0",
    ] {
        house.shop.database().execute_batch(sql).unwrap();
    }
    let shown = places(&list(&house, &mut owner));
    for place in ["credential stripe", "console.host", "catalogue"] {
        assert!(shown.iter().any(|at| at == place), "{place}: {shown:?}");
    }
    let told = house.shop.operator(&["compliance"]);
    let told: Vec<&str> = told["open"].as_array().unwrap().iter().map(|open| open["at"].as_str().unwrap()).collect();
    assert_eq!(shown, told);
}

#[test]
fn a_demonstration_has_no_duty_of_it_and_who_may_not_change_settings_does_not_see_it() {
    let house = open();
    let mut packer = house.person("p@example.com", "packing");
    assert_eq!(house.refused(&mut packer, "compliance/list", &json!({})), "staff.not_allowed");
    let answer = post(&mut house.shop.visitor(), &house.shop, "compliance/list", &json!({})).json();
    assert_eq!(answer["error"]["id"], "staff.sign_in_required");
    let mut owner = house.owner();
    let duties = house.call(&mut owner, "duty/list", &json!({}));
    assert!(!duties.to_string().contains("compliance_open"), "{duties}");
}
