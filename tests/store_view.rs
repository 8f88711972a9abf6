//! Store views are rows: what an operator changes in them takes force in a running shop, and pages of before are not
//! served.

use serde_json::{Value, json};
use shop::vals;

use crate::support::{Shop, Visitor, command, eventually, output, run, seeded_copy};

const BROWSER: (&str, &str) = ("Accept", "text/html");

fn change(shop: &Shop, sql: &str) {
    shop.database().execute_batch(sql).unwrap();
}

/// Where a browser without cookies is sent from a path; nothing where it is served.
fn redirected(shop: &Shop, path: &str) -> Option<String> {
    shop.visitor().get_with(path, &[BROWSER]).header("location").map(str::to_owned)
}

/// The languages of a page, by the alternate links in its head, sorted.
fn alternates(page: &str) -> Vec<&str> {
    let links = page.split("<link").filter_map(|rest| rest.split('>').next()?.split("hreflang=\"").nth(1));
    let tags = links.filter_map(|rest| rest.split('"').next()).filter(|tag| *tag != "x-default");
    let mut tags: Vec<&str> = tags.collect();
    tags.sort_unstable();
    tags
}

/// The language in which a call with this query answers.
fn answered(visitor: &mut Visitor, store: (&str, &str)) -> String {
    let query = [store, ("sku", "TOW-GAN")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let answer = visitor.post("catalog/product", &query, None, &[]).json();
    answer["data"]["url"].as_str().unwrap().split('/').nth(1).unwrap().to_owned()
}

#[test]
fn enabled_row_adds_its_language_to_the_running_shop() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    assert_eq!(redirected(&shop, "/zh/c/bedding").as_deref(), Some("/en/c/bedding"));
    assert_eq!(alternates(&visitor.get("/en/contact-us").body), ["de", "en", "es", "fr"]);
    assert_eq!(answered(&mut visitor, ("store_id", "98")), "en");
    let sitemap = visitor.get("/sitemap/pages.xml").body;
    change(&shop, "UPDATE store_view SET enabled = 1 WHERE language = 'zh'");
    eventually("the Chinese page", || redirected(&shop, "/zh/contact-us").is_none());
    // The English page was in the cache.
    assert_eq!(alternates(&visitor.get("/en/contact-us").body), ["de", "en", "es", "fr", "zh-Hans"]);
    assert_ne!(visitor.get("/sitemap/pages.xml").body, sitemap);
    assert_eq!(redirected(&shop, "/cn/contact-us").as_deref(), Some("/zh/contact-us"));
    for store in [("store_id", "98"), ("___store", "valmere_zh")] {
        assert_eq!(answered(&mut visitor, store), "zh", "{store:?}");
    }
    // Yuan and WeChat Pay come with it.
    let mut chinese = shop.visitor().speaking("zh").with_query("currency", "CNY");
    chinese.add("TOW-GAN", 1);
    let checkout = chinese.call("checkout/index", &json!({ "country": "CN" }));
    assert_eq!(checkout["totals"]["currency"], "CNY");
    assert!(checkout["payment_methods"].as_array().unwrap().iter().any(|method| method["code"] == "wechat"));
}

#[test]
fn disabled_row_answers_like_an_unknown_language() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    assert_eq!(visitor.get("/es/contact-us").status, 200);
    assert_eq!(answered(&mut visitor, ("store_id", "97")), "es");
    change(&shop, "UPDATE store_view SET enabled = 0 WHERE language = 'es'");
    eventually("no Spanish page", || redirected(&shop, "/es/contact-us").is_some());
    assert_eq!(redirected(&shop, "/es/contact-us?a=1").as_deref(), Some("/en/contact-us?a=1"));
    let program = shop.visitor().get_with("/es/contact-us", &[("Accept", "application/json")]);
    assert_eq!(program.status, 404);
    // The cookie of its language is none either, and a call falls back to the other cookies' and the browser's.
    visitor.cookies.insert("lang".into(), "es".into());
    for store in [("store_id", "97"), ("___store", "valmere_es")] {
        assert_eq!(answered(&mut visitor, store), "en", "{store:?}");
    }
    visitor.cookies.insert("lang".into(), "de".into());
    assert_eq!(answered(&mut visitor, ("store_id", "97")), "de");
    assert_eq!(answered(&mut visitor, ("store_id", "62")), "en", "until the client knows its language");
    assert_eq!(alternates(&shop.visitor().get("/en/contact-us").body), ["de", "en", "fr"]);
}

#[test]
fn changed_default_country_and_currency_take_effect() {
    let shop = Shop::open();
    let mut french = shop.visitor().speaking("fr");
    french.add("TOW-GAN", 1);
    let totals = |visitor: &mut Visitor| visitor.call("cart", &json!({}))["totals"].clone();
    let product = |visitor: &mut Visitor| visitor.call("catalog/product", &json!({ "sku": "TOW-GAN" }));
    let page = |shop: &Shop, url: &Value| shop.visitor().get(url.as_str().unwrap()).body;
    let (before, seen) = (totals(&mut french), product(&mut french));
    let cached = page(&shop, &seen["url"]);
    // 20 % VAT in France, 17 % in Luxembourg, of the same gross prices.
    change(&shop, "UPDATE store_view SET default_country = 'LU', default_currency = 'PLN' WHERE language = 'fr'");
    eventually("the default currency", || product(&mut french)["currency"] == "PLN");
    french.cookies.insert("currency".into(), "EUR".into());
    let after = totals(&mut french);
    assert_eq!(after["currency"], "EUR", "the visitor's own choice goes first");
    assert_eq!(after["subtotal_incl_tax"], before["subtotal_incl_tax"]);
    assert_ne!(after["tax_amount"], before["tax_amount"]);
    assert_ne!(product(&mut french)["shipping"], seen["shipping"]);
    let fresh = page(&shop, &seen["url"]);
    assert!(cached.contains("\"default_country\":\"FR\"") && fresh.contains("\"default_country\":\"LU\""));
    assert!(fresh.contains("\"currency\":\"PLN\""));
    assert_eq!(product(&mut shop.visitor().speaking("de"))["currency"], "EUR", "other store views are as they were");
}

#[test]
fn configured_languages_replace_the_rows() {
    let shop = Shop::open_with(&[("SHOP__LANGUAGES", r#"["en", "zh"]"#)]);
    assert_eq!(alternates(&shop.visitor().get("/en/contact-us").body), ["en", "zh-Hans"]);
    assert_eq!(redirected(&shop, "/fr/contact-us").as_deref(), Some("/en/contact-us"));
    let rows: i64 = shop.database().one("SELECT count(*) FROM store_view WHERE enabled = 1", vals![]).unwrap();
    assert_eq!(rows, 4);
}

#[test]
fn invalid_change_is_reported_once_and_ignored() {
    let shop = Shop::open();
    change(&shop, "UPDATE store_view SET default_currency = 'ZZZ', default_country = 'LU' WHERE language = 'fr'");
    eventually("the fault in the log", || shop.log().contains("store view 95 has the default currency \"ZZZ\""));
    assert!(shop.visitor().get("/fr/contact-us").body.contains("\"default_country\":\"FR\""));
    change(&shop, "UPDATE store_view SET enabled = 0");
    eventually("the next fault", || shop.log().contains("no store view is on"));
    assert_eq!(shop.visitor().get("/fr/contact-us").status, 200);
    assert_eq!(shop.log().matches("default currency \"ZZZ\"").count(), 1);
    // Orders are placed meanwhile, mails about them included.
    let mut visitor = shop.visitor();
    assert_eq!(visitor.place("TOW-GAN", 1, "cheque")["status"], "pending_cheque");
}

#[test]
fn shop_does_not_start_without_a_store_view() {
    let folder = seeded_copy();
    let data = folder.path().to_str().unwrap();
    for (sql, message) in [
        ("UPDATE store_view SET enabled = 0", "no store view is on; set enabled = 1"),
        ("UPDATE store_view SET enabled = language <> 'en'", "the store view of English is off"),
        (
            "UPDATE store_view SET enabled = 1, default_country = 'Spain'",
            "store view 94 has the default country \"Spain\"",
        ),
        ("DELETE FROM store_view", "there is no store view; add them with `shop seed`"),
    ] {
        crate::support::database(folder.path()).execute_batch(sql).unwrap();
        for args in [&["check", "--data", data][..], &["serve", "--listen", "127.0.0.1:0", "--data", data]] {
            let (code, _, error) = run(args, &[]);
            let line = error.lines().last().unwrap_or_default();
            assert!(code == Some(1) && line.starts_with("shop: ") && line.contains(message), "{args:?}: {error}");
        }
    }
    output(folder.path(), &["seed"]);
    output(folder.path(), &["check"]);
    let countries = "UPDATE store_view SET default_country = 'XX' WHERE id = 97";
    crate::support::database(folder.path()).execute_batch(countries).unwrap();
    let (code, _, error) = command(folder.path(), &["check"]);
    assert!(code == Some(1) && error.contains("store view 97 has the default country XX"), "{error}");
    let missing = "DELETE FROM store_view WHERE id = 98";
    crate::support::database(folder.path()).execute_batch(missing).unwrap();
    let (code, _, error) = run(&["serve", "--data", data], &[("SHOP__LANGUAGES", r#"["en", "zh"]"#)]);
    assert!(code == Some(1) && error.contains("languages names \"zh\", which has no store view"), "{error}");
}
