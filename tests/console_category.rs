//! The tree of categories in the console: shoppers see what has changed at once, and nobody's work is lost.

use serde_json::{Value, json};

use crate::support::eventually;
use crate::support::house::{open, post, refused};

fn change(key: &str, field: &str, was: &Value, value: &str) -> Value {
    json!({ "key": key, "changes": [{ "field": field, "was": was, "value": value }] })
}

/// The path of a page.
fn path(url: &Value) -> String {
    let url = url.as_str().unwrap();
    url[url.find("/en/").unwrap()..].to_owned()
}

#[test]
fn a_change_is_in_menu_page_and_sitemap_at_once() {
    let house = open();
    let mut owner = house.owner();
    let mut editor = house.person("e@example.com", "editor");
    let list = house.call(&mut owner, "category/list", &json!({}));
    let rows = list["categories"].as_array().unwrap();
    let row = rows.iter().find(|row| row["depth"] == 1 && row["products"].as_i64() > Some(0)).unwrap();
    let key = row["key"].as_str().unwrap();
    let shown = house.call(&mut owner, "category/show", &json!({ "key": key }));
    let was = shown["fields"]["name.en"].clone();
    let home = || house.shop.visitor().get("/en").body;
    house.call(&mut owner, "category/save", &change(key, "name.en", &was, "Quiet linen"));
    eventually("the menu has the new name", || home().contains("Quiet linen"));
    // The editor looked before that.
    let answer = post(&mut editor.browser, &house.shop, "category/save", &change(key, "name.en", &was, "Loud linen"));
    let error = &answer.json()["error"];
    assert_eq!(error["field_messages"]["name.en"]["id"], "product.changed_meanwhile", "{error}");
    let entry = &house.audit(&[])[0];
    assert_eq!((&entry["call"], &entry["thing"]), (&json!("category/save"), &json!(key)), "{entry}");
    // Another address: the former one leads there.
    let page = path(&shown["pages"]["en"]);
    let saved = house.call(&mut owner, "category/save", &change(key, "url_key.en", &Value::Null, "quiet-linen"));
    let moved = path(&saved["pages"]["en"]);
    eventually("the page has its new address", || house.shop.visitor().get(&moved).status == 200);
    eventually("the former address leads there", || house.shop.visitor().get(&page).status == 301);
    assert!(house.shop.visitor().get(&moved).body.contains("Quiet linen"));
    let sitemap = || house.shop.visitor().get("/sitemap/categories-0.xml").body;
    eventually("the sitemap has it", || sitemap().contains("/en/c/quiet-linen"));
    // Hidden, it is nowhere.
    house.call(&mut owner, "category/save", &change(key, "hidden", &json!("0"), "1"));
    eventually("its page is gone", || house.shop.visitor().get(&moved).status == 404);
    eventually("the menu has it no more", || !home().contains("Quiet linen"));
    eventually("the sitemap has it no more", || !sitemap().contains("/en/c/quiet-linen"));
    let listed = house.call(&mut owner, "category/list", &json!({}));
    let hidden = listed["categories"].as_array().unwrap().iter().find(|row| row["key"] == key).unwrap().clone();
    assert_eq!((&hidden["is_hidden"], &hidden["is_shown"]), (&json!(true), &json!(false)));
    // Back to what it was.
    let shown = house.call(&mut editor, "category/show", &json!({ "key": key }));
    let versions = shown["versions"].as_array().unwrap();
    assert_eq!(versions[0]["name"], "Ada King");
    let first = &versions.last().unwrap()["id"];
    let compared = house.call(&mut editor, "category/compare", &json!({ "key": key, "id": first }));
    assert_eq!(compared["fields"].as_array().unwrap().len(), 3, "{compared}");
    let back = json!({ "key": key, "id": first, "version": "old" });
    assert_eq!(house.refused(&mut editor, "category/restore", &back), "category.changed_meanwhile");
    let back = json!({ "key": key, "id": first, "version": shown["version"] });
    let restored = house.call(&mut editor, "category/restore", &back);
    assert_eq!((&restored["fields"]["name.en"], &restored["is_shown"]), (&was, &json!(true)));
    eventually("its page is back", || house.shop.visitor().get(&page).status == 200);
}

#[test]
fn a_category_is_made_moved_filled_and_removed() {
    let house = open();
    let mut owner = house.owner();
    let made = house.call(&mut owner, "category/create", &json!({ "fields": { "name.en": "For the weekend" } }));
    assert_eq!((&made["key"], &made["fields"]["url_key.en"]), (&json!("for-the-weekend"), &json!("for-the-weekend")));
    let key = json!("for-the-weekend");
    assert_eq!(
        house.refused(&mut owner, "category/create", &json!({ "key": key, "fields": { "name.en": "Again" } })),
        "category.key_taken"
    );
    let list = house.call(&mut owner, "category/list", &json!({}));
    let rows = list["categories"].as_array().unwrap();
    let first = &rows[0]["key"];
    assert_eq!(rows.last().unwrap()["key"], key);
    let place = json!({ "key": key, "parent": "", "before": first, "version": list["version"] });
    let moved = house.call(&mut owner, "category/move", &place);
    assert_eq!(moved["categories"][0]["key"], key);
    assert_eq!(house.refused(&mut owner, "category/move", &place), "category.tree_changed");
    let filled = house.call(&mut owner, "category/add_products", &json!({ "key": key, "skus": ["tow-gan"] }));
    assert_eq!(filled["items"][0]["sku"], "TOW-GAN");
    let entry = &house.audit(&[])[0];
    assert_eq!((&entry["call"], &entry["thing"]), (&json!("category/add_products"), &key), "{entry}");
    eventually("its page lists it", || house.shop.visitor().get("/en/c/for-the-weekend").body.contains("TOW-GAN"));
    let shown = house.call(&mut owner, "category/show", &json!({ "key": key }));
    assert_eq!(shown["products"], 1);
    let remove = |to: &Value| json!({ "key": key, "to": to, "version": shown["version"] });
    assert_eq!(house.refused(&mut owner, "category/remove", &remove(&json!(""))), "category.not_empty");
    house.call(&mut owner, "category/remove", &remove(first));
    let entry = &house.audit(&[])[0];
    assert!(entry["before"].as_str().unwrap().contains("TOW-GAN"), "{entry}");
    eventually("its address leads on", || house.shop.visitor().get("/en/c/for-the-weekend").status == 301);
    let products = house.call(&mut owner, "category/products", &json!({ "key": first }));
    assert!(products["items"].as_array().unwrap().iter().any(|item| item["sku"] == "TOW-GAN"), "{products}");
    let left = house.call(&mut owner, "category/remove_products", &json!({ "key": first, "skus": ["TOW-GAN"] }));
    assert!(left["items"].as_array().unwrap().iter().all(|item| item["sku"] != "TOW-GAN"), "{left}");
    // Who may not, and who is not signed in.
    let mut packer = house.person("p@example.com", "packing");
    for path in [
        "list",
        "show",
        "products",
        "order",
        "compare",
        "create",
        "save",
        "move",
        "add_products",
        "remove_products",
        "arrange",
        "restore",
        "remove",
    ] {
        let path = format!("category/{path}");
        assert_eq!(house.refused(&mut packer, &path, &json!({ "key": first })), "staff.not_allowed");
        let mut stranger = house.shop.visitor();
        assert_eq!(refused(&mut stranger, &house.shop, &path, &json!({})), "staff.sign_in_required");
    }
}

#[test]
fn the_order_of_a_list_is_the_house_s_and_the_page_follows_at_once() {
    let house = open();
    let mut owner = house.owner();
    let mut editor = house.person("e@example.com", "editor");
    // One that lists what stands below it, too.
    let list = house.call(&mut owner, "category/list", &json!({}));
    let rows = list["categories"].as_array().unwrap();
    let row = rows.iter().find(|row| row["depth"] == 0 && row["products"].as_i64() > Some(3)).unwrap();
    let key = row["key"].as_str().unwrap();
    let order = |owner: &mut _| house.call(owner, "category/order", &json!({ "key": key }));
    let before = order(&mut owner);
    assert_eq!((&before["version"], &before["total"]), (&json!(0), &row["products"]));
    let skus = |order: &Value| -> Vec<String> {
        order["items"].as_array().unwrap().iter().map(|item| item["sku"].as_str().unwrap().to_owned()).collect()
    };
    let was = skus(&before);
    let page = path(&house.call(&mut owner, "category/show", &json!({ "key": key }))["pages"]["en"]);
    let url_key = page.rsplit('/').next().unwrap();
    let shown = || -> Vec<String> {
        let data = house.shop.visitor().call("catalog/category", &json!({ "url_key": url_key }));
        data["items"].as_array().unwrap().iter().map(|item| item["sku"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(shown()[..3], was[..3]);
    let move_third = json!({ "key": key, "sku": was[2], "after": "", "version": 0 });
    assert_eq!(house.call(&mut owner, "category/arrange", &move_third)["version"], 1);
    eventually("the list follows", || shown()[..3] == [was[2].clone(), was[0].clone(), was[1].clone()]);
    let entry = &house.audit(&[])[0];
    assert_eq!((&entry["call"], &entry["thing"]), (&json!("category/arrange"), &json!(key)), "{entry}");
    // The editor looked before that.
    let late = json!({ "key": key, "sku": was[1], "after": "", "version": 0 });
    assert_eq!(house.refused(&mut editor, "category/arrange", &late), "category.order_changed");
    let seen = order(&mut editor);
    assert_eq!(seen["version"], 1);
    let again = json!({ "key": key, "sku": was[1], "after": was[2], "version": 1 });
    house.call(&mut editor, "category/arrange", &again);
    assert_eq!(skus(&order(&mut owner))[..3], [was[2].clone(), was[1].clone(), was[0].clone()]);
    // A list that has nothing of it is no place for it.
    let strange = json!({ "key": key, "sku": was[0], "after": was[0], "version": 2 });
    assert_eq!(house.refused(&mut owner, "category/arrange", &strange), "category.not_listed");
    // The order is kept when the lists are made anew, and the other door leads to it.
    house.shop.output(&["category", "arrange", key, &was[0]]);
    house.shop.output(&["category", "set", key, "hidden=1"]);
    house.shop.output(&["category", "set", key, "hidden=0"]);
    let listed = house.shop.operator(&["category", "order", key]);
    assert_eq!(listed[0][0], json!(was[0]), "{listed}");
    assert_eq!(skus(&order(&mut owner))[..3], [was[0].clone(), was[2].clone(), was[1].clone()]);
}

#[test]
fn commands_speak_of_the_same_tree() {
    let house = open();
    let run = |args: &[&str]| house.shop.output(args);
    run(&["category", "add", "spa", "name.en=Spa", "name.de=Wellness"]);
    run(&["category", "add", "spa-oil", "name.en=Oils", "parent=spa"]);
    run(&["category", "set", "spa", "url_key.en=the-spa"]);
    assert!(run(&["category", "list"]).contains("  spa-oil"));
    run(&["category", "move", "spa-oil"]);
    assert!(run(&["category", "show", "spa-oil"]).contains("Oils"));
    let versions = house.shop.operator(&["category", "versions", "spa"]);
    let first = versions.as_array().unwrap().last().unwrap()["id"].to_string();
    run(&["category", "restore", "spa", &first]);
    run(&["category", "remove", "spa", "--to", "spa-oil"]);
    let entry = &house.audit(&[])[0];
    assert_eq!((&entry["call"], &entry["thing"]), (&json!("category remove"), &json!("spa")), "{entry}");
    eventually("its address leads on", || house.shop.visitor().get("/en/c/the-spa").status == 301);
}
