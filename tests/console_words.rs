//! The words of the catalogue in the console: shoppers read, filter and find by what has changed at once, and sheets agree with it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::eventually;
use crate::support::house::{House, Person, open, post, refused};

fn entry(house: &House, person: &mut Person, part: &str, of: &str, code: &str) -> Value {
    let list = house.call(person, "lexicon/list", &json!({ "part": part, "of": of, "find": code }));
    let found = list["entries"].as_array().unwrap().iter().find(|entry| entry["code"] == code);
    found.unwrap_or_else(|| panic!("{part} {of} {code}: {list}")).clone()
}

/// The arguments that change fields of an entry as it was seen.
fn change(part: &str, of: &str, seen: &Value, fields: &Value) -> Value {
    json!({ "part": part, "of": of, "code": seen["code"], "version": seen["version"], "fields": fields })
}

/// Sheets of an export, by name.
fn sheets(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file());
    files
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn what_is_changed_is_read_filtered_and_found_at_once() {
    let house = open();
    let mut owner = house.owner();
    let mut editor = house.person("e@example.com", "editor");
    // A value, as shoppers choose it.
    let product = || house.shop.visitor().call("catalog/product", &json!({ "sku": "BED-LAC" })).to_string();
    let options = house.call(&mut owner, "lexicon/list", &json!({ "part": "options" }));
    let option = options["entries"].as_array().unwrap().iter().find(|one| one["uses"].as_i64() > Some(0)).unwrap();
    assert!(option["values"].as_i64() > Some(1), "{option}");
    let values = house.call(&mut owner, "lexicon/list", &json!({ "part": "values", "of": "bed_size" }));
    assert_eq!(values["of"], "bed_size");
    let offered: String = house
        .shop
        .database()
        .one(
            "SELECT v.value FROM product_option_value v JOIN product p ON p.id = v.product_id
             WHERE p.sku = 'BED-LAC' AND v.option = 'bed_size' ORDER BY v.position LIMIT 1",
            &[],
        )
        .unwrap();
    let value = values["entries"].as_array().unwrap().iter().find(|one| one["code"] == *offered).unwrap();
    assert!(product().contains(value["name"].as_str().unwrap()), "{value}");
    let renamed = change("values", "bed_size", value, &json!({ "text.en": "Vast as the sea" }));
    let saved = house.call(&mut owner, "lexicon/save", &renamed);
    assert_eq!(saved["entry"]["name"], "Vast as the sea");
    eventually("the product page says it", || product().contains("Vast as the sea"));
    let told = &house.audit(&[])[0];
    let thing = format!("value bed_size/{}", value["code"].as_str().unwrap());
    assert_eq!((&told["call"], &told["thing"]), (&json!("lexicon/save"), &json!(thing)), "{told}");
    // The editor looked before that.
    assert_eq!(house.refused(&mut editor, "lexicon/save", &renamed), "lexicon.changed_meanwhile");
    let place = json!({ "part": "values", "of": "bed_size", "code": value["code"], "before": "", "order": "old" });
    assert_eq!(house.refused(&mut editor, "lexicon/place", &place), "lexicon.order_changed");
    // A word by which lists are filtered.
    let listed = || {
        let list = house.shop.visitor().call("catalog/category", &json!({ "url_key": "bath-and-spa" }));
        list["facets"].to_string()
    };
    let colours = house.call(&mut owner, "lexicon/list", &json!({ "part": "words", "of": "attribute.colour" }));
    let shown = listed();
    let is_listed = |one: &&Value| shown.contains(&format!("\"{}\"", one["name"].as_str().unwrap()));
    let colour = colours["entries"].as_array().unwrap().iter().find(is_listed).unwrap();
    house.call(
        &mut owner,
        "lexicon/save",
        &change("words", "attribute.colour", colour, &json!({ "text.en": "Cloud of May" })),
    );
    eventually("the filter says it", || listed().contains("Cloud of May"));
    // In another process.
    let key = format!("attribute.colour/{}", colour["code"].as_str().unwrap());
    house.shop.output(&["lexicon", "set", "word", &key, "text.en=Cloud of June"]);
    eventually("the filter says it again", || listed().contains("Cloud of June"));
    // Words of one meaning.
    let found = || {
        let page = house.shop.visitor().call("search/index", &json!({ "q": "snuggler" }));
        page["items"].to_string().contains("DUV-")
    };
    assert!(!found());
    let synonyms = json!({ "part": "synonyms", "of": "en", "fields": { "words": "snuggler\nduvet" } });
    house.call(&mut owner, "lexicon/save", &synonyms);
    eventually("the search knows it", found);
    // Who made a product, and where it is sent.
    let towel = || house.shop.visitor().call("catalog/product", &json!({ "sku": "TOW-GAN" }));
    let key: String = house.shop.database().one("SELECT manufacturer FROM product WHERE sku = 'TOW-GAN'", &[]).unwrap();
    let maker = entry(&house, &mut owner, "makers", "", &key);
    house.call(
        &mut owner,
        "lexicon/save",
        &change("makers", "", &maker, &json!({ "address": "1 Quiet Lane, 10115 Berlin" })),
    );
    eventually("the page says where it was made", || towel().to_string().contains("1 Quiet Lane"));
    let gone = house.refused(&mut owner, "lexicon/remove", &json!({ "part": "makers", "code": key, "version": "x" }));
    assert_eq!(gone, "lexicon.changed_meanwhile");
    let maker = entry(&house, &mut owner, "makers", "", &key);
    let remove = json!({ "part": "makers", "code": key, "version": maker["version"] });
    let error = post(&mut owner.browser, &house.shop, "lexicon/remove", &remove).json()["error"].clone();
    assert_eq!(
        (&error["id"], &error["params"]["products"]),
        (&json!("lexicon.used"), &json!(maker["uses"].to_string()))
    );
}

#[test]
fn a_new_language_shows_what_is_missing_and_everything_is_paged() {
    let house = open();
    let mut owner = house.owner();
    let list = |owner: &mut Person, args: Value| house.call(owner, "lexicon/list", &args);
    let words = list(&mut owner, json!({ "part": "words" }));
    assert_eq!(words["of"], "facet");
    assert!(
        words["places"].as_array().unwrap().iter().any(|place| place["code"] == "status" && place["is_own"] == true)
    );
    // More than a page.
    for number in 0..60 {
        let fields = json!({ "name": format!("Maker {number:02}"), "address": "x", "email": "y", "country": "FR" });
        house.call(&mut owner, "lexicon/save", &json!({ "part": "makers", "fields": fields }));
    }
    let first = list(&mut owner, json!({ "part": "makers", "find": "maker" }));
    assert_eq!((first["entries"].as_array().unwrap().len(), &first["after"]), (50, &json!(50)));
    let rest = list(&mut owner, json!({ "part": "makers", "find": "maker", "after": 50 }));
    assert_eq!((rest["entries"].as_array().unwrap().len(), &rest["after"]), (10, &json!(null)));
    // What lacks words in a language that is on: as the import says of a word, so the console does.
    house
        .shop
        .database()
        .exec("DELETE FROM vocabulary WHERE domain = 'facet' AND lang = 'en' AND code = 'colour'", &[])
        .unwrap();
    let lacking = list(&mut owner, json!({ "part": "words", "of": "facet", "lacking": true }));
    assert_eq!((&lacking["total"], &lacking["entries"][0]["missing"]), (&json!(1), &json!(["en"])));
    let colour = lacking["entries"][0].clone();
    let other = change("words", "facet", &colour, &json!({ "text.fr": "Teinte" }));
    let error = post(&mut owner.browser, &house.shop, "lexicon/save", &other).json()["error"].clone();
    assert_eq!(error["field_messages"]["text.en"]["id"], "product.empty", "{error}");
    house.call(&mut owner, "lexicon/save", &change("words", "facet", &colour, &json!({ "text.en": "Colour" })));
    assert_eq!(list(&mut owner, json!({ "part": "words", "of": "facet", "lacking": true }))["total"], 0);
    // Who may not, and who is not signed in.
    let mut packer = house.person("p@example.com", "packing");
    for path in ["list", "save", "place", "remove"] {
        let path = format!("lexicon/{path}");
        assert_eq!(house.refused(&mut packer, &path, &json!({})), "staff.not_allowed");
        assert_eq!(refused(&mut house.shop.visitor(), &house.shop, &path, &json!({})), "staff.sign_in_required");
    }
}

#[test]
fn commands_speak_of_the_same_words_and_sheets_agree() {
    let house = open();
    let run = |args: &[&str]| house.shop.output(args);
    for (part, code, texts) in [
        ("option", "weave", ["Weave", "Armure", "Bindung", "Ligamento"]),
        ("value", "weave/plain", ["Plain", "Toile", "Leinwand", "Tafetán"]),
        ("value", "weave/twill", ["Twill", "Sergé", "Köper", "Sarga"]),
    ] {
        let mut args = vec!["lexicon".to_owned(), "add".to_owned(), part.to_owned(), code.to_owned()];
        args.extend((part == "option").then(|| "display=select".to_owned()));
        args.extend(["en", "fr", "de", "es"].iter().zip(texts).map(|(lang, text)| format!("text.{lang}={text}")));
        run(&args.iter().map(String::as_str).collect::<Vec<_>>());
    }
    run(&["lexicon", "move", "value", "weave/twill", "--before", "plain"]);
    let listed = house.shop.operator(&["lexicon", "list", "value", "weave"]);
    let codes: Vec<&Value> = listed.as_array().unwrap().iter().map(|row| &row["code"]).collect();
    assert_eq!(codes, ["twill", "plain"]);
    assert!(run(&["lexicon", "list", "value"]).contains("weave"));
    run(&["lexicon", "add", "maker", "weavers", "name=Weavers", "address=x", "email=y", "country=FR"]);
    run(&["lexicon", "add", "ship-group", "near", "countries=fr, de"]);
    run(&["lexicon", "add", "synonyms", "en", "words=twill, diagonal weave"]);
    assert!(run(&["lexicon", "show", "ship-group", "near"]).contains("DE FR"));
    assert!(house.shop.command_error(&["lexicon", "set", "ship-group", "near", "countries=Q1"]).contains("Q1"));
    assert!(house.shop.command_error(&["lexicon", "show", "value", "weave"]).contains("bed_size/king"));
    let told = &house.audit(&[])[0];
    assert_eq!(told["call"], "lexicon add");
    assert!(told["thing"].as_str().unwrap().starts_with("synonyms en/"), "{told}");
    // An export is imported: nothing has changed.
    let folders = TempDir::new().unwrap();
    let [first, second] = ["first", "second"].map(|name| folders.path().join(name));
    run(&["catalogue", "export", first.to_str().unwrap()]);
    let written = sheets(&first);
    for (sheet, text) in [
        ("options.csv", "weave,select"),
        ("option_values.csv", "weave,twill,0,"),
        ("manufacturers.csv", "weavers,Weavers,x,y,FR"),
        ("ship_groups.csv", "near,DE\nnear,FR"),
        ("synonyms.csv", "diagonal weave"),
        ("vocabulary.csv", "de,value.weave,twill,0,Köper"),
    ] {
        assert!(written[sheet].contains(text), "{sheet} has no {text}");
    }
    run(&["catalogue", "import", first.to_str().unwrap()]);
    run(&["catalogue", "export", second.to_str().unwrap()]);
    assert_eq!(sheets(&second), written);
    run(&["lexicon", "remove", "option", "weave"]);
    run(&["lexicon", "remove", "maker", "weavers"]);
    assert!(house.shop.command_error(&["lexicon", "remove", "option", "bed_size"]).contains("products use it"));
}
