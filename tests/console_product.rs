//! Products in the console: found, shown with what they lack, changed, made and taken back; shoppers see it at once.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::support::eventually;
use crate::support::house::{open, post, refused};

const SKU: &str = "TOW-GAN";

fn change(sku: &str, field: &str, was: &Value, value: &str) -> Value {
    json!({ "products": [{ "sku": sku, "changes": [{ "field": field, "was": was, "value": value }] }] })
}

#[test]
fn a_change_is_seen_by_shoppers_and_a_second_person_loses_nothing() {
    let house = open();
    let mut owner = house.owner();
    let mut editor = house.person("e@example.com", "editor");
    let product = house.call(&mut owner, "product/show", &json!({ "sku": "tow-gan" }));
    assert_eq!(
        (&product["sku"], &product["kind"], &product["is_on_sale"]),
        (&json!(SKU), &json!("simple"), &json!(true))
    );
    let was = product["fields"]["name.en"].clone();
    let args = change(SKU, "name.en", &was, "Gloves of flax");
    let would = house.call(&mut owner, "product/check", &args);
    assert_eq!(would["products"][0]["fields"][0]["after"], "Gloves of flax");
    assert_eq!(house.call(&mut owner, "product/show", &json!({ "sku": SKU }))["fields"]["name.en"], was);
    house.call(&mut owner, "product/save", &args);
    // The editor looked before that.
    let answer = post(&mut editor.browser, &house.shop, "product/save", &change(SKU, "name.en", &was, "Mitts"));
    let error = &answer.json()["error"];
    assert_eq!(error["field_messages"]["TOW-GAN name.en"]["id"], "product.changed_meanwhile", "{error}");
    let page = product["pages"]["en"].as_str().unwrap();
    let path = page[page.find("/en/").unwrap()..].to_owned();
    eventually("the page has the new name", || house.shop.visitor().get(&path).body.contains("Gloves of flax"));
    let entry = &house.audit(&[])[0];
    assert_eq!((&entry["call"], &entry["thing"]), (&json!("product/save"), &json!(SKU)), "{entry}");
    assert!(entry["after"].as_str().unwrap().contains("Gloves of flax"), "{entry}");
    // Who did it, and back.
    let shown = house.call(&mut editor, "product/show", &json!({ "sku": SKU }));
    let versions = shown["versions"].as_array().unwrap();
    assert_eq!(
        (versions.len(), &versions[0]["name"], &versions[0]["is_current"]),
        (2, &json!("Ada King"), &json!(true))
    );
    assert_eq!(versions[0]["changed"], json!(["name.en"]));
    let back = json!({ "sku": SKU, "id": versions[1]["id"], "version": product["version"] });
    assert_eq!(house.refused(&mut editor, "product/restore", &back), "product.changed_meanwhile");
    let compared = house.call(&mut editor, "product/compare", &back);
    assert_eq!(compared["fields"], json!([{ "field": "name.en", "before": "Gloves of flax", "after": was }]));
    let back = json!({ "sku": SKU, "id": versions[1]["id"], "version": shown["version"] });
    let restored = house.call(&mut editor, "product/restore", &back);
    assert_eq!((&restored["fields"]["name.en"], &restored["version"]), (&was, &product["version"]));
    assert_eq!(
        house.refused(&mut editor, "product/restore", &json!({ "sku": SKU, "id": 999, "version": "" })),
        "product.version_unknown"
    );
    // Another address, and links to the former one.
    let former = path.rsplit('/').next().unwrap();
    house.call(&mut owner, "product/save", &change(SKU, "url_key.en", &json!(former), "flax-gloves"));
    eventually("the page has its new address", || {
        house.shop.visitor().get(&path.replace(former, "flax-gloves")).status == 200
    });
    eventually("the former address leads there", || house.shop.visitor().get(&path).status == 301);
    house.call(&mut owner, "product/save", &change(SKU, "url_key.en", &json!("flax-gloves"), former));
    // Who may not, and who is not signed in.
    let mut packer = house.person("p@example.com", "packing");
    for path in [
        "list",
        "choices",
        "show",
        "compare",
        "check",
        "save",
        "create",
        "set_first_price",
        "plan_variants",
        "add_variants",
        "restore",
    ] {
        let args = json!({ "sku": SKU, "kind": "simple" });
        assert_eq!(house.refused(&mut packer, &format!("product/{path}"), &args), "staff.not_allowed");
        let mut stranger = house.shop.visitor();
        assert_eq!(refused(&mut stranger, &house.shop, &format!("product/{path}"), &args), "staff.sign_in_required");
    }
}

#[test]
fn products_are_found_on_sale_or_not_by_what_they_lack() {
    let house = open();
    let mut owner = house.owner();
    let skus = |page: &Value| -> Vec<String> {
        page["items"].as_array().unwrap().iter().map(|row| row["sku"].as_str().unwrap().to_owned()).collect()
    };
    let product = house.call(&mut owner, "product/show", &json!({ "sku": SKU }));
    house.call(&mut owner, "product/save", &change(SKU, "enabled", &json!("1"), "0"));
    let mut find = |args: Value| house.call(&mut owner, "product/list", &args);
    assert_eq!(skus(&find(json!({ "is_on": false }))), [SKU]);
    assert_eq!(skus(&find(json!({ "q": "tow-ga" }))), [SKU]);
    let name = product["name"].as_str().unwrap();
    assert!(skus(&find(json!({ "q": name }))).contains(&SKU.to_owned()), "off sale, by its name");
    assert!(skus(&find(json!({ "q": "TOW-LAC-BAT" }))).contains(&"TOW-LAC".to_owned()), "by a variant");
    assert_eq!(skus(&find(json!({ "q": "zzqx" }))), [""; 0]);
    let kits = find(json!({ "kind": "kit", "category": "gifts" }));
    assert!(!skus(&kits).is_empty() && kits["items"].as_array().unwrap().iter().all(|row| row["kind"] == "kit"));
    let page = find(json!({ "fields": ["weight_g", "name.de"] }));
    assert_eq!(page["items"].as_array().unwrap().len(), 50);
    assert!(
        page["items"][0]["fields"]["name.de"].is_string() && page["items"][0]["fields"].as_object().unwrap().len() == 2
    );
    let rest = find(json!({ "after": page["after"] }));
    assert!(skus(&rest)[0] > skus(&page)[49]);
    assert_eq!(skus(&find(json!({ "missing": "manufacturer" }))), [""; 0]);
    house.call(&mut owner, "product/save", &change(SKU, "manufacturer", &Value::Null, ""));
    let lacking = house.call(&mut owner, "product/list", &json!({ "missing": "manufacturer" }));
    assert_eq!((skus(&lacking), &lacking["items"][0]["missing"]), (vec![SKU.to_owned()], &json!(["manufacturer"])));
    let answer = post(&mut owner.browser, &house.shop, "product/save", &change(SKU, "enabled", &json!("0"), "1"));
    let error = &answer.json()["error"];
    assert_eq!(
        (&error["id"], &error["field_messages"]["TOW-GAN manufacturer"]["id"]),
        (&json!("product.not_ready"), &json!("product.needs_by_law"))
    );
}

#[test]
fn a_product_with_options_is_made_sold_and_bought() {
    let house = open();
    let mut owner = house.owner();
    let choices = house.call(&mut owner, "product/choices", &json!({}));
    let model = house.call(&mut owner, "product/show", &json!({ "sku": "TOW-LAC" }));
    let of = |field: &str| model["fields"][field].as_str().unwrap();
    let options = of("options").lines().next().unwrap();
    let mut fields = json!({ "options": options.split(' ').take(3).collect::<Vec<_>>().join(" ") });
    for field in ["type", "vat_class", "ship_group", "category", "manufacturer", "fibres", "weight_g"] {
        fields[field] = json!(of(field));
    }
    for lang in choices["languages"].as_array().unwrap() {
        fields[format!("name.{}", lang.as_str().unwrap())] = json!("Hammam towel");
    }
    let args = json!({ "sku": "ham-tow", "kind": "configurable", "fields": fields });
    let made = house.call(&mut owner, "product/create", &args);
    assert_eq!(
        (&made["sku"], &made["is_on_sale"], &made["missing"]),
        (&json!("HAM-TOW"), &json!(false), &json!(["picture", "variants"]))
    );
    assert_eq!(house.refused(&mut owner, "product/create", &args), "product.sku_taken");
    let plan = house.call(&mut owner, "product/plan_variants", &json!({ "sku": "HAM-TOW" }));
    assert_eq!((plan["items"].as_array().unwrap().len(), &plan["has_prices"]), (2, &json!(false)));
    let add = json!({ "sku": "HAM-TOW", "version": plan["version"], "variants": plan["items"], "prices": { "EUR": "45.00" } });
    let with_variants = house.call(&mut owner, "product/add_variants", &add);
    assert_eq!(with_variants["variants"][0]["price"], "45.00");
    // Asked for twice, as by an impatient hand.
    assert_eq!(house.refused(&mut owner, "product/add_variants", &add), "form.problem");
    house.call(&mut owner, "product/save", &change("HAM-TOW", "enabled", &json!("0"), "1"));
    let sku = with_variants["variants"][0]["sku"].as_str().unwrap();
    house.call(&mut owner, "stock/correct", &json!({ "sku": sku, "reason": "found", "pieces": 3 }));
    house.shop.visitor().place(sku, 1, "cheque");
    // A price that is there is changed by nobody here.
    let price = json!({ "sku": sku, "prices": { "EUR": "1.00" } });
    assert_eq!(house.refused(&mut owner, "product/set_first_price", &price), "product.price_there");
}

#[test]
fn commands_are_another_door_to_the_same_rules() {
    let house = open();
    let shop = &house.shop;
    let dry = shop.operator(&["product", "set", "tow-gan", "weight_g=85", "--dry-run"]);
    assert_eq!(dry["fields"]["weight_g"]["after"], "85");
    shop.operator(&["product", "set", SKU, "weight_g=85", "name.de=Handschuhe"]);
    let shown = shop.operator(&["product", "show", SKU]);
    assert_eq!((&shown["fields"]["weight_g"], &shown["fields"]["name.de"]), (&json!("85"), &json!("Handschuhe")));
    let error = shop.command_error(&["product", "set", SKU, "weight_g=heavy"]);
    assert!(error.contains("TOW-GAN weight_g: Enter a whole number"), "{error}");
    let error = shop.command_error(&["product", "set", SKU, "manufacturer="]);
    assert!(error.contains("TOW-GAN manufacturer: The law asks for this"), "{error}");
    let versions = shop.operator(&["product", "versions", SKU]);
    assert_eq!(versions.as_array().unwrap().len(), 2);
    shop.operator(&["product", "restore", SKU, &versions[1]["id"].to_string()]);
    assert_ne!(shop.operator(&["product", "show", SKU])["fields"]["weight_g"], "85");
    shop.operator(&[
        "product",
        "create",
        "SOAP-X",
        "type=gift_set",
        "vat_class=standard",
        "ship_group=EUROPE",
        "name.en=A set",
    ]);
    shop.operator(&["product", "price", "SOAP-X", "EUR=12.00"]);
    let listed = shop.operator(&["product", "list", "soap-x"]);
    assert_eq!((&listed[0]["on"], &listed[0]["price"]), (&json!(false), &json!("12.00")));
    let off = shop.operator(&["product", "list", "--off", "--missing", "text.de"]);
    assert_eq!(off.as_array().unwrap().len(), 1);
    let planned = shop.operator(&["product", "variants", "TOW-LAC", "--dry-run"]);
    assert!(planned["variants"].is_array(), "{planned}");
    let words: Vec<String> =
        house.audit(&[]).iter().map(|entry| entry["call"].as_str().unwrap().to_owned()).take(4).collect();
    assert_eq!(words, ["product price", "product create", "product restore", "product set"]);
}

/// A row of a sheet of new products.
fn row(sku: &str, name: &str, more: &Value) -> Value {
    let mut fields = json!({ "type": "towel", "vat_class": "standard", "ship_group": "EUROPE", "name.en": name });
    fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({ "sku": sku, "kind": "simple", "fields": fields, "prices": { "EUR": "12.50" } })
}

#[test]
fn a_sheet_makes_all_its_products_or_none() {
    let house = open();
    let mut owner = house.owner();
    let choices = house.call(&mut owner, "product/choices", &json!({}));
    let group = choices["ship_groups"][0].as_str().unwrap();
    let of_group = json!({ "ship_group": group });
    // Two of the same name: each has an address of its own.
    let rows =
        json!({ "products": [row("she-one", "Linen cloth", &of_group), row("SHE-TWO", "Linen cloth", &of_group)] });
    let seen = house.call(&mut owner, "product/check_new", &rows);
    let keys = |answer: &Value| -> Vec<String> {
        let of = |product: &Value| {
            let fields = product["fields"].as_array().unwrap();
            let key = fields.iter().find(|field| field["field"] == "url_key.en").unwrap();
            format!("{} {}", product["sku"].as_str().unwrap(), key["after"].as_str().unwrap())
        };
        answer["products"].as_array().unwrap().iter().map(of).collect()
    };
    assert_eq!(keys(&seen), ["SHE-ONE linen-cloth", "SHE-TWO linen-cloth-2"]);
    assert_eq!(
        house.refused(&mut owner, "product/show", &json!({ "sku": "SHE-ONE" })),
        "product.unknown",
        "only looked at"
    );
    let made = house.call(&mut owner, "product/create_all", &rows);
    assert_eq!(made, seen, "what was seen is what is made");
    let shown = house.call(&mut owner, "product/show", &json!({ "sku": "SHE-TWO" }));
    assert_eq!((&shown["is_on_sale"], &shown["prices"][0]["amount"]), (&json!(false), &json!("12.50")));
    assert_eq!(shown["versions"].as_array().unwrap().len(), 1);
    let entry = &house.audit(&["--noun", "product"])[0];
    assert_eq!(entry["call"], "product/create_all");
    let told = entry["after"].as_str().unwrap();
    assert!(told.contains("SHE-ONE") && told.contains("SHE-TWO"), "{entry}");

    // One row that cannot be: none is made, and each fault is named.
    let mut bad = json!({ "products": [
        row("SHE-NEW", "Good", &of_group),
        row("SHE-ONE", "There already", &of_group),
        row("", "Without a number", &of_group),
        row("SHE-BAD", "Bad", &json!({ "ship_group": "NOWHERE", "weight_g": "heavy", "url_key.en": "linen-cloth" })),
        row("SHE-OWN", "Its own", &json!({ "ship_group": group, "url_key.en": "own" })),
        row("SHE-OWN-2", "Its own", &json!({ "ship_group": group, "url_key.en": "own" })),
    ] });
    let mut variant = row("SHE-VAR", "A variant", &of_group);
    variant["kind"] = json!("variant");
    bad["products"].as_array_mut().unwrap().push(variant);
    bad["products"][5]["prices"] = json!({ "EUR": "much", "JPY": "1.00" });
    for call in ["product/check_new", "product/create_all"] {
        let answer = post(&mut owner.browser, &house.shop, call, &bad).json();
        let faults: std::collections::BTreeMap<&str, &str> = answer["error"]["field_messages"]
            .as_object()
            .unwrap_or_else(|| panic!("{answer}"))
            .iter()
            .map(|(field, message)| (field.as_str(), message["id"].as_str().unwrap()))
            .collect();
        let wanted = [
            ("3 sku", "product.sku_bad"),
            ("SHE-BAD ship_group", "product.reference_unknown"),
            ("SHE-BAD url_key.en", "product.url_key_taken"),
            ("SHE-BAD weight_g", "product.number_bad"),
            ("SHE-ONE sku", "product.sku_taken"),
            ("SHE-OWN-2 price.EUR", "product.amount_bad"),
            ("SHE-OWN-2 price.JPY", "product.reference_unknown"),
            ("SHE-OWN-2 url_key.en", "product.url_key_repeated"),
            ("SHE-VAR kind", "product.choice_bad"),
        ];
        assert_eq!(faults.into_iter().collect::<Vec<_>>(), wanted, "{call}");
    }
    assert_eq!(house.refused(&mut owner, "product/show", &json!({ "sku": "SHE-NEW" })), "product.unknown");
    let twice = json!({ "products": [row("SHE-X", "A", &of_group), row("she-x", "B", &of_group)] });
    assert_eq!(house.refused(&mut owner, "product/create_all", &twice), "product.twice");
    assert_eq!(house.refused(&mut owner, "product/create_all", &json!({ "products": [] })), "product.many");
    // Of two that send the same sheet, the second makes nothing twice.
    assert_eq!(house.refused(&mut owner, "product/create_all", &rows), "form.problem");
    let mut packer = house.person("pack@example.com", "packing");
    assert_eq!(house.refused(&mut packer, "product/create_all", &rows), "staff.not_allowed");
}

#[test]
fn a_file_of_rows_makes_products() {
    let house = open();
    let shown = house.shop.operator(&["product", "show", SKU]);
    let group = shown["fields"]["ship_group"].as_str().unwrap();
    let file = house.shop.data.join("new.csv");
    let path = file.to_str().unwrap();
    let write =
        |rows: &str| std::fs::write(&file, format!("sku;type;vat_class;ship_group;name.en;price.EUR\n{rows}")).unwrap();
    write(&format!("FIL-ONE;towel;standard;{group};Towel one;12.50\nFIL-TWO;towel;standard;{group};Towel two;\n"));
    let dry = house.shop.operator(&["product", "create-all", path, "--dry-run"]);
    assert_eq!(dry["products"]["FIL-ONE"]["url_key.en"], "towel-one");
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM product WHERE sku LIKE 'FIL-%'"), 0, "only looked at");
    let made = house.shop.operator(&["product", "create-all", path]);
    assert_eq!(made, dry);
    assert_eq!(house.shop.operator(&["product", "show", "FIL-TWO"])["fields"]["enabled"], "0");
    let entry = &house.audit(&["--noun", "product"])[0];
    assert_eq!(entry["call"], "product create-all");
    // A fault names its row's item number and its column.
    write(&format!("FIL-NEW;towel;standard;{group};Towel;\nFIL-BAD;towel;nothing;{group};Towel;\n"));
    let told = house.shop.command_error(&["product", "create-all", path]);
    assert!(told.contains("FIL-BAD vat_class"), "{told}");
}

/// Prices, reductions, words of the law and products that are withdrawn: whatever is being rendered when they change, no page is
/// older than the change once that is answered.
#[test]
fn no_page_is_older_than_a_change_that_was_answered() {
    let house = open();
    let mut owner = house.owner();
    let path = "/en/p/towels/pair-of-wash-mitts";
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // A test that fails ends the others, too.
        let _end = Ends(&is_over);
        for _ in 0..2 {
            scope.spawn(|| {
                let mut shopper = house.shop.visitor();
                // Each page is another, so that one is always being rendered.
                for number in 0_u64.. {
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                    shopper.get(path);
                    shopper.get(&format!("/en/c/towels?page={}", 1 + number % 2));
                }
            });
        }
        let mut look = house.shop.visitor();
        let mut shows = |text: &str, is_shown: bool, when: &str| {
            for page in [path, "/en/c/towels"] {
                let html = look.get(page).body;
                assert_eq!(html.contains(text), is_shown, "{when}, {page}: {text}");
            }
        };
        for round in 0..6 {
            let amount = format!("{}.37", 30 + round);
            let line = json!({ "sku": SKU, "currency": "EUR", "amount": amount });
            house.call(&mut owner, "price/set", &json!({ "lines": [line], "follow": true, "note": "dearer" }));
            shows(&amount, true, "a price");
        }
        let mut was = house.call(&mut owner, "product/show", &json!({ "sku": SKU }))["fields"]["name.en"].clone();
        for round in 0..4 {
            let name = format!("Mitts of the {round}th weave");
            house.call(&mut owner, "product/save", &change(SKU, "name.en", &was, &name));
            shows(&name, true, "a name");
            was = json!(name);
        }
        let safety = house.call(&mut owner, "product/show", &json!({ "sku": SKU }))["fields"]["safety.en"].clone();
        house.call(&mut owner, "product/save", &change(SKU, "safety.en", &safety, "Keep away from naked flames."));
        assert!(house.shop.visitor().get(path).body.contains("Keep away from naked flames."));
        house.call(&mut owner, "product/save", &change(SKU, "enabled", &json!("1"), "0"));
        shows(was.as_str().unwrap(), false, "withdrawn");
        house.call(&mut owner, "product/save", &change(SKU, "enabled", &json!("0"), "1"));
        shows(was.as_str().unwrap(), true, "on sale again");
    });
}

/// Sets its flag when it is dropped.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
