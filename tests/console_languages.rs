//! Languages and store views in the console: in force at once in the running shop, whoever sets them; who may not; what becomes of
//! visitors, customers and letters of a language that goes.

use mail_parser::MessageParser;
use serde_json::{Value, json};
use shop::vals;

use crate::support::house::{House, Person, open, open_with, post};
use crate::support::{FIVE_LANGUAGES, Shop, Visitor, eventually, seeded_copy, with};

const BROWSER: (&str, &str) = ("Accept", "text/html");

fn languages(house: &House, person: &mut Person) -> Value {
    house.call(person, "language/list", &json!({}))["languages"].clone()
}

/// The arguments of a change of what is in force.
fn changed(seen: &Value, change: impl FnOnce(&mut Value)) -> Value {
    let mut languages = seen.clone();
    change(&mut languages);
    json!({ "seen": seen, "languages": languages })
}

fn of<'l>(languages: &'l mut Value, lang: &str) -> &'l mut Value {
    languages["terms"].as_array_mut().unwrap().iter_mut().find(|one| one["lang"] == lang).unwrap()
}

fn switched(seen: &Value, lang: &str, is_on: bool) -> Value {
    changed(seen, |languages| of(languages, lang)["is_on"] = json!(is_on))
}

/// Where a browser without cookies is sent from a path; nothing where it is served.
fn redirected(shop: &Shop, path: &str) -> Option<String> {
    shop.visitor().get_with(path, &[BROWSER]).header("location").map(str::to_owned)
}

/// The languages of a page, by the alternate links in its head, in their order.
fn alternates(shop: &Shop, path: &str) -> Vec<String> {
    let page = shop.visitor().get(path).body;
    let tags = page.split("<link").filter_map(|rest| rest.split('>').next()?.split("hreflang=\"").nth(1));
    tags.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

#[test]
fn chinese_comes_into_the_running_shop_and_goes_again() {
    let house = open();
    let mut owner = house.owner();
    let shop = &house.shop;
    assert_eq!(redirected(shop, "/zh/contact-us").as_deref(), Some("/en/contact-us"));
    assert_eq!(alternates(shop, "/en/contact-us"), ["en", "x-default", "fr", "de", "es"]);
    let seen = languages(&house, &mut owner);
    let on = switched(&seen, "zh", true);
    let plan = house.call(&mut owner, "language/plan", &on);
    assert_eq!(plan["coming"], json!([{ "lang": "zh", "untold_products": 0 }]), "{plan}");
    assert_eq!((&plan["currencies_coming"], &plan["wechat"]), (&json!(["CNY"]), &json!(true)));
    let table = house.call(&mut owner, "language/save", &on);
    assert_eq!(table["languages"], on["languages"]);
    eventually("the Chinese page", || redirected(shop, "/zh/contact-us").is_none());
    // The English page was in the cache.
    assert_eq!(alternates(shop, "/en/contact-us"), ["en", "x-default", "fr", "de", "es", "zh-Hans"]);
    assert!(shop.visitor().get("/en/contact-us").body.contains("简体中文"));
    assert!(shop.visitor().get("/sitemap/pages.xml").body.contains("/zh/contact-us"));
    assert_eq!(redirected(shop, "/cn/contact-us").as_deref(), Some("/zh/contact-us"));
    let mut chinese = shop.visitor().speaking("zh").with_query("currency", "CNY");
    chinese.add("TOW-GAN", 1);
    assert_eq!(chinese.call("checkout/index", &json!({ "country": "CN" }))["totals"]["currency"], "CNY");
    // The yuan may be its own now, and goes with it all the same.
    let seen = languages(&house, &mut owner);
    let yuan = changed(&seen, |languages| of(languages, "zh")["currency"] = json!("CNY"));
    house.call(&mut owner, "language/save", &yuan);
    let seen = languages(&house, &mut owner);
    let off = switched(&seen, "zh", false);
    let plan = house.call(&mut owner, "language/plan", &off);
    assert_eq!((&plan["currencies_leaving"], &plan["wechat"]), (&json!(["CNY"]), &json!(false)));
    house.call(&mut owner, "language/save", &off);
    eventually("no Chinese page", || redirected(shop, "/zh/contact-us").is_some());
    assert_eq!(redirected(shop, "/zh/contact-us").as_deref(), Some("/en/contact-us"));
    assert_eq!(redirected(shop, "/cn/contact-us").as_deref(), Some("/en/contact-us"));
    assert_eq!(alternates(shop, "/en/contact-us"), ["en", "x-default", "fr", "de", "es"]);
    assert!(!shop.visitor().get("/sitemap/pages.xml").body.contains("/zh/"));
    // Whoever was there goes on with the bag, in another language and the euro.
    let bag = chinese.call("cart", &json!({}));
    assert_eq!((&bag["totals"]["currency"], &bag["total_qty"]), (&json!("EUR"), &json!(1)), "{bag}");
    let entries = house.audit(&["--noun", "language"]);
    assert!(entries.iter().all(|entry| entry["call"] == "language/save") && entries.len() == 3, "{entries:?}");
    assert!(shop.database().all::<i64>("SELECT id FROM store_view WHERE enabled = 1", vals![]).unwrap().len() == 4);
}

#[test]
fn the_default_and_the_order_are_those_of_the_house() {
    let house = open();
    let mut owner = house.owner();
    let shop = &house.shop;
    let home = || redirected(shop, "/").unwrap_or_default();
    assert_eq!(home(), "/en");
    let seen = languages(&house, &mut owner);
    let french = changed(&seen, |languages| {
        languages["default"] = json!("fr");
        let terms = languages["terms"].as_array_mut().unwrap();
        terms.swap(0, 1);
    });
    house.call(&mut owner, "language/save", &french);
    eventually("the French home page", || home() == "/fr");
    assert_eq!(alternates(shop, "/en/contact-us"), ["fr", "x-default", "en", "de", "es"]);
    assert_eq!(shop.visitor().get_with("/", &[BROWSER, ("Accept-Language", "de")]).header("location"), Some("/de"));
    let url = |visitor: &mut Visitor| {
        let query = [("store_id", "62"), ("sku", "TOW-GAN")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        visitor.post("catalog/product", &query, None, &[]).json()["data"]["url"].as_str().unwrap_or_default().to_owned()
    };
    assert!(url(&mut shop.visitor()).starts_with("/fr/"), "the client's id until it knows its language");
    assert_eq!(house.refused(&mut owner, "language/save", &french), "language.changed_meanwhile", "two people");
    let seen = languages(&house, &mut owner);
    let gone = house.refused(&mut owner, "language/save", &switched(&seen, "fr", false));
    assert_eq!(gone, "language.default_stays");
    // The other process: a command, which the console and the shop follow.
    assert!(shop.command_error(&["view", "set", "en", "--offered", "no"]).contains("English stays on"));
    shop.output(&["view", "set", "en", "--default", "--country", "IE", "--currency", "GBP"]);
    eventually("English again", || home() == "/en");
    shop.output(&["view", "order", "es", "en", "fr", "de", "zh"]);
    eventually("in order", || alternates(shop, "/en/contact-us")[0] == "es");
    let now = languages(&house, &mut owner);
    let order: Vec<&str> = now["terms"].as_array().unwrap().iter().map(|one| one["lang"].as_str().unwrap()).collect();
    assert_eq!(order, ["es", "en", "fr", "de", "zh"]);
    assert_eq!(now["terms"][1], json!({ "lang": "en", "is_on": true, "country": "IE", "currency": "GBP" }));
    let list = shop.output(&["view", "list"]);
    assert!(
        list.lines().any(|line| line.starts_with("en") && line.contains("IE") && line.contains("valmere_en")),
        "{list}"
    );
    let plan = shop.output(&["view", "set", "zh", "--offered", "yes", "--dry-run"]);
    assert!(plan.contains("zh would be offered") && plan.contains("CNY would be offered with it"), "{plan}");
    assert!(shop.command_error(&["view", "order", "es", "en"]).contains("other languages"));
    assert!(shop.command_error(&["view", "set", "fr", "--country", "XX"]).contains("Parcels do not go"));
}

#[test]
fn customers_of_a_language_that_goes_get_their_letters_in_the_default_one() {
    let files = [("SHOP__CAPTCHA__PROVIDER", "none"), ("SHOP__MAIL__NOTICES", "none")];
    let house = House::of(Shop::open_with(&files));
    let mut owner = house.owner();
    let shop = &house.shop;
    let letters = |shop: &Shop| {
        let sent: Vec<i64> = shop
            .database()
            .all("SELECT id FROM mail WHERE lang = 'de' AND sent_at IS NOT NULL ORDER BY id", vals![])
            .unwrap();
        let read = |id: &i64| std::fs::read(shop.data.join("mail").join(format!("{id:06}.eml"))).unwrap();
        let text = |bytes: Vec<u8>| MessageParser::default().parse(&bytes).unwrap().body_text(0).unwrap().into_owned();
        sent.iter().map(read).map(text).collect::<Vec<String>>()
    };
    let mut german = shop.registered(shop.visitor().speaking("de"), "ada@example.com");
    german.add("TOW-GAN", 1);
    let placed = german.order("cheque");
    let number = placed["order_number"].as_str().unwrap().to_owned();
    let waiting = || shop.count("SELECT count(*) FROM mail WHERE due_at IS NOT NULL");
    eventually("the German letters", || waiting() == 0 && letters(shop).iter().any(|text| text.contains(&number)));
    assert!(letters(shop).iter().any(|text| text.contains("/de/")));
    let before = letters(shop).len();
    german.add("TOW-GAN", 1);

    let seen = languages(&house, &mut owner);
    let off = switched(&seen, "de", false);
    let plan = house.call(&mut owner, "language/plan", &off);
    let leaving = &plan["leaving"][0];
    assert_eq!((&leaving["lang"], &leaving["customers"], &leaving["bags"]), (&json!("de"), &json!(1), &json!(1)));
    assert_eq!(leaving["orders"], 1, "{plan}");
    house.call(&mut owner, "language/save", &off);
    eventually("no German page", || redirected(shop, "/de/contact-us").is_some());
    shop.output(&["order", "cancel", &number, "--reason", "no"]);
    eventually("a letter", || letters(shop).len() > before);
    let last = letters(shop).pop().unwrap();
    assert!(!last.contains("Guten Tag") && last.contains(&number), "{last}");
    // The link was made with the order, and leads on.
    let (_, path) = last.split_once("/de/paymentcanceled").expect("a link");
    let path = path.split_whitespace().next().unwrap();
    assert_eq!(
        redirected(shop, &format!("/de/paymentcanceled{path}")).as_deref(),
        Some(&*format!("/en/paymentcanceled{path}"))
    );
    // Links of before lead on, and the account with its bag is there.
    assert_eq!(
        redirected(shop, &format!("/de/account/orders?a={number}")).as_deref(),
        Some(&*format!("/en/account/orders?a={number}"))
    );
    assert_eq!(german.call("cart", &json!({}))["total_qty"], 1);
    german.log_in("ada@example.com", crate::support::PASSWORD);
    let lang: String =
        shop.database().one("SELECT lang FROM customer WHERE email_key = 'ada@example.com'", vals![]).unwrap();
    assert_eq!(lang, "en", "of the store view that they last visited");
}

#[test]
fn only_who_may_change_settings_with_proof_does() {
    let house = open();
    let mut packer = house.person("p@example.com", "packing");
    let mut manager = house.person("m@example.com", "manager");
    let seen = languages(&house, &mut manager);
    let change = switched(&seen, "es", false);
    for (path, args) in
        [("language/list", json!({})), ("language/plan", change.clone()), ("language/save", change.clone())]
    {
        assert_eq!(house.refused(&mut packer, path, &args), "staff.not_allowed", "{path}");
        let answer = post(&mut house.shop.visitor(), &house.shop, path, &args).json();
        assert_eq!(answer["error"]["id"], "staff.sign_in_required", "{path}");
    }
    house.pass(jiff::SignedDuration::from_mins(6));
    assert_eq!(house.refused(&mut manager, "language/save", &change), "staff.proof_required");
    assert_eq!(house.shop.count("SELECT count(*) FROM store_view WHERE enabled = 1"), 4);
    house.prove(&mut manager);
    house.call(&mut manager, "language/save", &change);
    assert_eq!(house.shop.count("SELECT count(*) FROM store_view WHERE enabled = 1"), 3);
}

#[test]
fn what_is_pinned_is_shown_with_its_place_and_stays() {
    let house = open_with(&[FIVE_LANGUAGES]);
    let mut owner = house.owner();
    let table = house.call(&mut owner, "language/list", &json!({}));
    assert_eq!(table["pinned_by"], "SHOP__LANGUAGES");
    let seen = table["languages"].clone();
    assert!(seen["terms"].as_array().unwrap().iter().all(|one| one["is_on"] == true), "{seen}");
    let off = switched(&seen, "zh", false);
    let refused = post(&mut owner.browser, &house.shop, "language/save", &off).json();
    let said = &refused["error"]["field_messages"]["languages"];
    assert_eq!(
        (&said["id"], &said["params"]["place"]),
        (&json!("setting.pinned"), &json!("SHOP__LANGUAGES")),
        "{refused}"
    );
    let country = changed(&seen, |languages| of(languages, "fr")["country"] = json!("BE"));
    house.call(&mut owner, "language/save", &country);
    let page = || house.shop.visitor().get("/fr/contact-us").body;
    eventually("the country", || page().contains("\"default_country\":\"BE\""));
}

#[test]
fn the_file_is_what_a_shop_begins_with() {
    let folder = seeded_copy();
    let file = folder.path().join("my.toml");
    let config = file.to_str().unwrap().to_owned();
    let write = |text: &str| std::fs::write(&file, text).unwrap();
    let start = || Shop::start_with(folder.path(), &[], &[("SHOP_CONFIG", config.as_str())]);
    let spoken = |shop: &Shop| {
        let mut tags = alternates(shop, "/en/contact-us");
        tags.retain(|tag| tag != "x-default");
        tags
    };
    write("languages = [\"zh\", \"en\", \"fr\"]\n");
    // Commands before the first start, too.
    let list = |shop: &Shop| shop.command(&["--config", &config, "view", "list"]).1;
    let mut shop = start();
    assert_eq!(spoken(&shop), ["zh-Hans", "en", "fr"]);
    assert!(shop.log().contains("languages"), "what was taken in is told");
    let set = |shop: &Shop, words: &[&str]| shop.command(&[&["--config", &config, "view", "set"], words].concat());
    let (code, _, error) = set(&shop, &["zh", "--offered", "no"]);
    assert_eq!(code, Some(0), "{error}");
    eventually("no Chinese", || spoken(&shop) == ["en", "fr"]);
    shop.stop();
    // The same file has said nothing new.
    let mut shop = start();
    assert_eq!(spoken(&shop), ["en", "fr"]);
    shop.stop();
    write("[pin]\nlanguages = [\"en\", \"de\"]\n");
    let mut shop = start();
    assert_eq!(spoken(&shop), ["en", "de"]);
    let table = list(&shop);
    assert!(table.contains("my.toml:2"), "{table}");
    let (code, _, error) = set(&shop, &["fr", "--offered", "yes"]);
    assert!(code == Some(1) && error.contains("my.toml:2"), "{error}");
    shop.stop();
    write("");
    assert_eq!(spoken(&start()), ["en", "fr"], "as the house had it");
}

#[test]
fn a_language_that_lacks_its_texts_is_refused_by_name() {
    let house = open();
    let mut owner = house.owner();
    house.shop.database().execute_batch("DELETE FROM cms_page WHERE lang = 'zh' AND url_key = 'returns'").unwrap();
    let seen = languages(&house, &mut owner);
    let on = switched(&seen, "zh", true);
    for path in ["language/plan", "language/save"] {
        let refused = post(&mut owner.browser, &house.shop, path, &on).json();
        let said = &refused["error"]["field_messages"]["zh.is_on"];
        assert_eq!(
            (&said["id"], &said["params"]["language"]),
            (&json!("language.pages"), &json!("简体中文")),
            "{refused}"
        );
    }
    // The command that the refusal names.
    let file = house.shop.data.join("returns.md");
    std::fs::write(&file, "+++\ntitle = \"退货\"\ndescription = \"退货\"\n+++\n\n三十天内可以退货。\n").unwrap();
    house.shop.output(&["page", "set", "returns", "zh", file.to_str().unwrap()]);
    house.shop.output(&["page", "publish", "returns"]);
    house.call(&mut owner, "language/save", &with(&on, json!({})));
    eventually("the Chinese page", || redirected(&house.shop, "/zh/help/returns").is_none());
}
