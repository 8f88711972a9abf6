//! The look of the shop and its home page in the console: another house opens under its own name, colours, drawings and words without a
//! release; two people, a time that comes, a stranger's drawing, who may not.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::house::{House, Person, open, open_with, post};
use crate::support::{FIVE_LANGUAGES, eventually, with};

const MARK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><script>alert(1)</script><path d="M0 0h240v60H0z" fill="#2b4636"/></svg>"##;
const LANGS: [&str; 5] = ["en", "fr", "de", "es", "zh"];

fn page(house: &House, path: &str) -> String {
    house.shop.visitor().get(path).body
}

fn drawing(kind: &str, content: &str) -> Value {
    json!({ "kind": kind, "content": BASE64_STANDARD.encode(content) })
}

fn look(screen: &Value) -> &Value {
    &screen["look"]["published"]
}

#[test]
fn another_house_looks_like_another_house() {
    let house = open_with(&[FIVE_LANGUAGES, ("SHOP__MAIL__HOST", "")]);
    let mut owner = house.owner();
    let screen = house.call(&mut owner, "look/show", &json!({}));
    let mut form = look(&screen).clone();
    let before = page(&house, "/en");
    assert!(before.contains("Letters from the lake") && !before.contains("/brand/"), "the demonstration's words");

    let logo = house.call(&mut owner, "look/upload", &drawing("logo", MARK))["drawing"].clone();
    let square = MARK.replace("240 60", "60 60");
    let icon = house.call(&mut owner, "look/upload", &drawing("icon", &square))["drawing"].clone();
    form["logo"] = logo.clone();
    form["logo_on_dark"] = logo.clone();
    form["icon"] = icon.clone();
    form["palette"] = screen["palettes"][1]["palette"].clone();
    form["typeface"] = json!("gilda");
    form["sender"] = json!("Haus Waldruh");
    for lang in LANGS {
        form["words"][lang] = json!({
            "line": format!("The wood, {lang}"), "newsletter_title": format!("Leaves {{brand}} {lang}"), "newsletter_text": "",
            "invitation": "", "hotel_letters": "", "signature": format!("From the wood, {lang}"), "about": "Beds made of wood.",
        });
    }
    let saved = house.call(&mut owner, "look/save", &json!({ "version": 0, "base": 1, "document": form }));
    assert_eq!(saved["look"]["draft"]["document"]["logo"], logo);
    assert!(!page(&house, "/en").contains("The wood"), "a draft is nobody's look");
    house.call(&mut owner, "look/publish", &json!({ "version": 1 }));
    house.shop.output(&["setting", "set", "brand.name", "Waldruh"]);

    // The name comes from another process, a moment later.
    eventually("the shop has its look", || {
        let shown = page(&house, "/en");
        shown.contains("The wood, en") && shown.contains("Leaves Waldruh en")
    });
    let file = logo["file"].as_str().unwrap();
    for lang in LANGS {
        let shown = page(&house, &format!("/{lang}"));
        assert!(
            shown.contains(&format!("The wood, {lang}")) && shown.contains(&format!("Leaves Waldruh {lang}")),
            "{lang}"
        );
        assert!(shown.contains(&format!("/brand/{file}")) && shown.contains("data-typeface=\"gilda\""), "{lang}");
        for trace in ["Letters from the lake", "Post vom See", "Nouvelles du lac", "湖畔来信", "Cartas desde el lago"]
        {
            assert!(!shown.contains(trace), "{trace} is left in {lang}");
        }
    }
    let shown = page(&house, "/en");
    let colours = shown.split("href=\"").find(|part| part.starts_with("/brand/colours-")).unwrap();
    let colours = house.shop.visitor().get(colours.split('"').next().unwrap());
    assert!(colours.body.contains("--color-primary:#2b4636"), "{}", colours.body);
    assert_eq!(colours.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let kept = house.shop.visitor().get(&format!("/brand/{file}"));
    assert!(kept.body.contains("#2b4636") && !kept.body.contains("script"), "{}", kept.body);
    assert_eq!(kept.header("content-type"), Some("image/svg+xml"));
    let touch = icon["file"].as_str().unwrap().replace(".svg", "-180.png");
    assert!(shown.contains(&touch), "{shown}");
    assert_eq!(house.shop.visitor().get(&format!("/brand/{touch}")).header("content-type"), Some("image/png"));
    assert!(page(&house, "/llms.txt").contains("Beds made of wood."));

    let mut guest = house.shop.visitor().speaking("de");
    guest.place("TOW-GAN", 1, "bank_transfer");
    let letter = |template: &str| house.shop.operator(&["mail", "list"]).to_string().contains(template);
    eventually("the letter is written", || letter("order_received"));
    let folder = house.shop.data.join("mail");
    let letters = || -> String {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect()
    };
    eventually("the letter has the house's name", || letters().contains("Haus Waldruh"));
}

#[test]
fn people_meet_and_times_come() {
    let house = open();
    let mut owner = house.owner();
    let mut editor = house.person("editor@example.com", "editor");
    let mut packer = house.person("packer@example.com", "packing");
    let form = look(&house.call(&mut editor, "look/show", &json!({}))).clone();
    let save = |version: i64, base: i64, line: &str| {
        let words = json!({ "en": { "line": line } });
        json!({ "version": version, "base": base, "document": with(&form, json!({ "words": words })) })
    };
    house.call(&mut editor, "look/save", &save(0, 1, "Hers"));
    assert_eq!(house.refused(&mut owner, "look/save", &save(0, 1, "His")), "look.changed_meanwhile");
    for (path, args) in [
        ("look/show", json!({})),
        ("look/save", save(1, 1, "No")),
        ("look/publish", json!({ "version": 1 })),
        ("look/upload", drawing("logo", MARK)),
        ("home/show", json!({})),
        ("home/publish", json!({ "version": 1 })),
    ] {
        assert_eq!(house.refused(&mut packer, path, &args), "staff.not_allowed", "{path}");
    }
    for (content, why) in [
        ("<svg", "look.drawing_unreadable"),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>a</text></svg>", "look.drawing_text"),
    ] {
        assert_eq!(house.refused(&mut editor, "look/upload", &drawing("logo", content)), why);
    }
    let check = house.call(
        &mut editor,
        "look/check",
        &json!({ "palette": with(&form["palette"], json!({ "accent": "#dddddd" })) }),
    );
    assert_eq!(check["low"][0]["colour"], "accent", "{check}");
    assert!(check["low"][0]["nearest"].is_string());
    let answer = post(
        &mut editor.browser,
        &house.shop,
        "look/check",
        &json!({ "palette": with(&form["palette"], json!({ "accent": "red" })) }),
    );
    assert_eq!(answer.status, 400, "{}", answer.body);

    let at = (house.pass(SignedDuration::from_secs(1)) + SignedDuration::from_hours(2))
        .to_zoned(jiff::tz::TimeZone::get("Europe/Paris").unwrap())
        .strftime("%Y-%m-%dT%H:%M")
        .to_string();
    house.call(&mut editor, "look/publish", &json!({ "version": 1, "at": at }));
    house.pass(SignedDuration::from_hours(1));
    assert!(!page(&house, "/en").contains("Hers"));
    house.pass(SignedDuration::from_hours(2));
    eventually("its time has come", || page(&house, "/en").contains("Hers"));
    let signed = house.call(&mut owner, "look/show", &json!({}));
    assert_eq!(signed["look"]["versions"][0]["number"], 2, "{signed}");
    assert!(signed["look"]["versions"][0]["actor"].as_str().unwrap().starts_with("staff:"));

    // What could not be published at its time is a duty of those who may mend it.
    house.call(&mut editor, "look/save", &save(0, 2, "Late"));
    house.shop.database().execute_batch("UPDATE look_draft SET failure = '{}'").unwrap();
    let late = |person: &mut Person| {
        let duties = house.call(person, "duty/list", &json!({}))["duties"].as_array().unwrap().clone();
        duties.into_iter().find(|duty| duty["kind"] == "pages_late")
    };
    let duty = late(&mut editor).unwrap();
    assert_eq!(
        (&duty["count"], &duty["items"][0]["about"]),
        (&json!(1), &json!({ "kind": "look", "document": "look" }))
    );
    assert!(late(&mut packer).is_none());
}

#[test]
fn home_page_is_written_and_put_in_order() {
    let house = open();
    let shop = &house.shop;
    let mut editor = house.person("editor@example.com", "editor");
    let screen = house.call(&mut editor, "home/show", &json!({}));
    let mut form = screen["home"]["published"].clone();
    assert!(screen["pictures"].as_array().unwrap().len() >= 3 && screen["categories"].as_array().unwrap().len() > 10);
    assert_eq!(screen["products"].as_array().unwrap().len(), 6, "{}", screen["products"]);
    form["structure"]["blocks"] = json!(["fragrance", "bed"]);
    form["structure"]["bestsellers"] = json!(["CAN-VAL"]);
    form["texts"]["de"]["hero"]["title"] = json!("Schlafen wie im Wald");
    form["texts"]["de"]["hero"]["cta"] = json!("");
    house.call(&mut editor, "home/save", &json!({ "version": 0, "base": 1, "document": form }));
    let refusal = &post(&mut editor.browser, shop, "home/publish", &json!({ "version": 1 })).json()["error"];
    assert_eq!(refusal["field_messages"]["texts.de.hero.cta"]["id"], "look.text_missing", "{refusal}");
    form["texts"]["de"]["hero"]["cta"] = json!("Zu den Betten");
    house.call(&mut editor, "home/save", &json!({ "version": 1, "base": 1, "document": form }));
    house.call(&mut editor, "home/publish", &json!({ "version": 2 }));
    eventually("the page has its words", || page(&house, "/de").contains("Schlafen wie im Wald"));
    let home = shop.visitor().call("page/home", &json!({}));
    let keys: Vec<&str> = home["blocks"].as_array().unwrap().iter().filter_map(|block| block["key"].as_str()).collect();
    assert_eq!((keys, home["best_sellers"].as_array().unwrap().len()), (vec!["fragrance", "bed"], 1));

    // The same by commands, from the first version back.
    let file = shop.data.join("home.json");
    shop.output(&["look", "restore", "1", "--home"]);
    std::fs::write(
        &file,
        shop.output(&["look", "show", "--home", "--draft"]).replace("Sleep as you would by the lake", "Sleep well"),
    )
    .unwrap();
    shop.output(&["look", "set", "--home", file.to_str().unwrap()]);
    shop.output(&["look", "publish", "--home"]);
    eventually("the command's page is there", || page(&house, "/en").contains("Sleep well"));
    assert_eq!(shop.operator(&["look", "versions", "--home"]).as_array().unwrap().len(), 3);
    std::fs::write(&file, MARK).unwrap();
    let kept: Value = serde_json::from_str(&shop.output(&["look", "drawing", "logo", file.to_str().unwrap()])).unwrap();
    assert_eq!((&kept["width"], &kept["height"]), (&json!(480), &json!(120)));
    assert!(shop.command_error(&["look", "drawing", "icon", file.to_str().unwrap()]).contains("square"));
}
