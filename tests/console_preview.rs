//! A product's page before it is on sale: seen by who holds a link of the console, and by nobody else.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::Visitor;
use crate::support::eventually;
use crate::support::house::{House, Person, open, refused};

const SKU: &str = "TOW-GAN";
const BAR: &str = "not on sale yet";

/// Takes a product off sale.
fn off_sale(house: &House, owner: &mut Person) {
    let change = json!({ "field": "enabled", "was": "1", "value": "0" });
    house.call(owner, "product/save", &json!({ "products": [{ "sku": SKU, "changes": [change] }] }));
}

/// Path and query of a link.
fn link(house: &House, owner: &mut Person, lang: &str) -> (String, String) {
    let made = house.call(owner, "product/preview_link", &json!({ "sku": SKU, "lang": lang }));
    let url = made["url"].as_str().unwrap();
    let path = &url[url.find(&format!("/{lang}/p/")).unwrap()..];
    let (path, query) = path.split_once('?').unwrap();
    (path.to_owned(), query.to_owned())
}

/// A shopper's browser that has opened a link.
fn opened(house: &House, path: &str, query: &str) -> Visitor {
    let mut visitor = house.shop.visitor();
    let exchanged = visitor.get(&format!("{path}?{query}"));
    assert_eq!((exchanged.status, exchanged.header("location")), (303, Some(path)));
    visitor
}

#[test]
fn only_who_holds_the_link_sees_the_page_and_nothing_keeps_it() {
    let house = open();
    let mut owner = house.owner();
    off_sale(&house, &mut owner);
    let (path, query) = link(&house, &mut owner, "en");
    eventually("it is off sale", || house.shop.visitor().get(&path).status == 404);
    let mut visitor = house.shop.visitor();
    let exchanged = visitor.get(&format!("{path}?{query}&utm=x"));
    assert_eq!((exchanged.status, exchanged.header("location")), (303, Some(format!("{path}?utm=x").as_str())));
    let cookie = exchanged.header("set-cookie").unwrap();
    assert!(cookie.contains(&format!("Path={path}")) && cookie.contains("HttpOnly"), "{cookie}");
    assert!(cookie.contains("SameSite=Lax") && cookie.contains("Max-Age=3600"), "{cookie}");
    assert_eq!(exchanged.header("referrer-policy"), Some("no-referrer"));
    let shown = visitor.get(&path);
    assert_eq!(shown.status, 200);
    assert!(shown.body.contains(BAR), "the page says what it is");
    assert_eq!(shown.header("cache-control"), Some("no-store"));
    assert_eq!(shown.header("x-robots-tag"), Some("noindex"));
    assert_eq!(shown.header("referrer-policy"), Some("no-referrer"));
    let secret = query.trim_start_matches("preview=");
    assert!(!shown.body.contains(secret), "the page does not repeat the secret");
    // Seen before and after by others, it is not there: nothing of it is in the cache.
    let stranger = house.shop.visitor().get(&path);
    assert!(stranger.status == 404 && !stranger.body.contains(BAR));
    assert!(!house.shop.visitor().get("/sitemap/products-0.xml").body.contains(&path));
    assert!(!house.shop.visitor().get("/en/feed.xml").body.contains(&path));
    // It cannot be bought.
    let id = house.shop.count(&format!("SELECT id FROM product WHERE sku = '{SKU}'"));
    assert!(visitor.refused("cart/add", &json!({ "item_id": id, "qty": 1 }))["message"].is_string());
    // Nobody's secret is kept: neither in the audit nor in the database.
    let audit = Value::from(house.audit(&[])).to_string();
    assert!(audit.contains("product/preview_link") && !audit.contains(secret));
    assert_eq!(house.shop.count(&format!("SELECT count(*) FROM product_preview WHERE secret_hash = x'{secret}'")), 0);
    // On sale, the page is like any other.
    let change = json!({ "field": "enabled", "was": "0", "value": "1" });
    house.call(&mut owner, "product/save", &json!({ "products": [{ "sku": SKU, "changes": [change] }] }));
    eventually("it is on sale", || house.shop.visitor().get(&path).status == 200);
    let shown = visitor.get(&path);
    assert!(!shown.body.contains(BAR) && shown.header("x-robots-tag").is_none());
}

#[test]
fn a_link_opens_one_page_in_one_language_for_an_hour() {
    let house = open();
    let mut owner = house.owner();
    let mut packer = house.person("p@example.com", "packing");
    off_sale(&house, &mut owner);
    let (path, query) = link(&house, &mut owner, "en");
    let (german, of_german) = link(&house, &mut owner, "de");
    let secret = query.trim_start_matches("preview=");
    let sees = |visitor: &mut Visitor, path: &str| visitor.get(path).status == 200;
    eventually("it is off sale", || house.shop.visitor().get(&path).status == 404);
    assert!(sees(&mut opened(&house, &path, &query), &path));
    assert!(sees(&mut opened(&house, &german, &of_german), &german));
    // The secret of another language, of another product, none at all.
    assert!(!sees(&mut opened(&house, &german, &query), &german));
    let change = json!({ "field": "enabled", "was": "1", "value": "0" });
    house.call(&mut owner, "product/save", &json!({ "products": [{ "sku": "BED-LAC", "changes": [change] }] }));
    let other = house.call(&mut owner, "product/show", &json!({ "sku": "BED-LAC" }))["pages"]["en"].clone();
    let other = other.as_str().unwrap();
    let other = &other[other.find("/en/").unwrap()..];
    eventually("the other one is off sale", || house.shop.visitor().get(other).status == 404);
    assert!(!sees(&mut opened(&house, other, &query), other));
    for bad in ["preview=", "preview=x", &format!("preview={}", "0".repeat(64)), "preview=a;%20Path=/"] {
        let mut visitor = house.shop.visitor();
        let answer = visitor.get(&format!("{path}?{bad}"));
        assert_eq!(answer.status, 303, "{bad}");
        assert!(!sees(&mut visitor, &path), "{bad}");
    }
    // A path that would write attributes of the cookie sets none.
    let answer = house.shop.visitor().get(&format!("/en/p/x%3B%20Domain=evil?{query}"));
    assert!(answer.header("set-cookie").is_none_or(|cookie| !cookie.contains("preview")), "{answer:?}");
    // Other pages take no secret.
    let home = house.shop.visitor().get(&format!("/en?{query}"));
    assert!(home.header("set-cookie").is_none_or(|cookie| !cookie.contains("preview")), "{home:?}");
    // Ended by hand, and by the clock.
    let mut visitor = opened(&house, &path, &query);
    let ended = house.call(&mut owner, "product/end_previews", &json!({ "sku": SKU }));
    assert_eq!(ended["ended"], 2);
    assert!(!sees(&mut visitor, &path), "{secret} is ended");
    let (path, query) = link(&house, &mut owner, "en");
    let mut visitor = opened(&house, &path, &query);
    assert!(sees(&mut visitor, &path));
    house.pass(SignedDuration::from_mins(61));
    eventually("the hour is over", || !sees(&mut opened(&house, &path, &query), &path));
    assert!(!sees(&mut visitor, &path));
    // Who may make links.
    for call in ["product/preview_link", "product/end_previews"] {
        let args = json!({ "sku": SKU, "lang": "en" });
        assert_eq!(house.refused(&mut packer, call, &args), "staff.not_allowed");
        assert_eq!(refused(&mut house.shop.visitor(), &house.shop, call, &args), "staff.sign_in_required");
    }
}

#[test]
fn the_shell_makes_links_and_ends_them() {
    let house = open();
    let mut owner = house.owner();
    off_sale(&house, &mut owner);
    let shop = &house.shop;
    let made = shop.operator(&["product", "preview-link", "tow-gan", "--lang", "de"]);
    let url = made["url"].as_str().unwrap();
    let (path, query) = url[url.find("/de/p/").unwrap()..].split_once('?').unwrap();
    eventually("it is off sale", || house.shop.visitor().get(path).status == 404);
    let mut visitor = opened(&house, path, query);
    assert!(visitor.get(path).body.contains("noch nicht"), "the page, in its language");
    // By the key in the address; each link by itself.
    let key = path.rsplit('/').next().unwrap().trim_end_matches(".html");
    let by_key = shop.output(&["product", "preview-link", key, "--lang", "de"]);
    assert!(by_key.contains(path) && by_key.contains("it works until"), "{by_key}");
    assert!(shop.command_error(&["product", "preview-link", "no-such"]).contains("no product"));
    assert_eq!(shop.operator(&["product", "end-previews", key]), json!({ "ended": 2 }));
    assert_eq!(visitor.get(path).status, 404);
    let audit = house.audit(&["--noun", "product"]);
    let of = |call: &str| audit.iter().find(|entry| entry["call"] == call).unwrap();
    assert_eq!(
        (&of("product end-previews")["thing"], &of("product preview-link")["thing"]),
        (&json!(SKU), &json!(SKU))
    );
    assert!(!json!(audit).to_string().contains(query.trim_start_matches("preview=")), "nobody’s secret is kept");
}
