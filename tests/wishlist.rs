//! The wishlist over HTTP: items, limits and access.

use serde_json::{Value, json};
use shop::vals;

use crate::support::{OUTBOX_ONLY, Shop, Visitor};

fn ids(state: &Value) -> Vec<i64> {
    state["entries"].as_array().unwrap().iter().map(|entry| entry["item_id"].as_i64().unwrap()).collect()
}

fn item_id(visitor: &mut Visitor, sku: &str) -> i64 {
    visitor.call("catalog/product", &json!({ "sku": sku }))["item_id"].as_i64().unwrap()
}

#[test]
fn guests_are_asked_to_log_in() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut guest = shop.visitor();
    for (path, args) in [
        ("wishlist/add", json!({ "sku": "NO-SUCH" })),
        ("wishlist/status", json!({})),
        ("wishlist/index", json!({ "page": "x" })),
        ("wishlist/remove", json!({ "id": 1 })),
    ] {
        let answer = guest.refused(path, &args);
        assert_eq!(answer["message"], "login required", "{path}");
    }
}

#[test]
fn item_is_saved_once_and_found_by_item_id() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer("ada@example.com");
    let towel = item_id(&mut ada, "TOW-GAN");
    let added = ada.call("wishlist/add", &json!({ "sku": "TOW-GAN" }));
    assert_eq!(added["message"]["message"], "Added to your wishlist.");
    let id = added["saved_id"].as_i64().unwrap();
    assert_eq!(added["entries"], json!([{ "id": id, "item_id": towel, "product_item_id": towel }]));
    assert_eq!(added["ids"], json!({ towel.to_string(): id }));
    let again = ada.call("wishlist/add", &json!({ "sku": " TOW-GAN " }));
    assert_eq!((&again["saved_id"], &again["total"]), (&json!(id), &json!(1)));

    // A variant is an entry of its own, linked to its product.
    let bed = item_id(&mut ada, "BED-LAC");
    let chosen = json!({ "bed_size": "180x200", "base_colour": "taupe", "leg": "square_dark_wood" });
    let body = json!({ "sku": "BED-LAC", "options": chosen }).to_string();
    let state = ada.post("wishlist/add", &[], Some(&body), &[]).json()["data"].clone();
    assert_eq!(state["entries"][0]["product_item_id"], json!(bed));
    assert_ne!(state["entries"][0]["item_id"], json!(bed));
    ada.call("wishlist/add", &json!({ "sku": "BED-LAC" }));
    let all = ada.call("wishlist/status", &json!({}));
    assert_eq!((ids(&all)[0], all["total"].as_i64(), all["max"].as_i64()), (bed, Some(3), Some(100)));
    let some = ada.call("wishlist/status", &json!({ "item_ids": [towel, 999_999] }));
    assert_eq!((ids(&some), &some["total"]), (vec![towel], &json!(3)));

    let removed = ada.call("wishlist/remove", &json!({ "id": id }));
    assert_eq!(removed["message"]["message"], "Removed from your wishlist.");
    assert!(!ids(&removed).contains(&towel));
    assert_eq!(ada.refused("wishlist/remove", &json!({ "id": id }))["error"]["id"], "wishlist.not_found");
    assert_eq!(ada.refused("wishlist/add", &json!({ "sku": "NO-SUCH" }))["error"]["id"], "cart.sku_unknown");
    assert_eq!(ada.refused("wishlist/add", &json!({}))["error"]["id"], "cart.sku_unknown");
}

#[test]
fn list_shows_current_prices_and_stock() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer("ada@example.com");
    for sku in ["TOW-GAN", "BED-LAC", "BED-LAC-180-TAU-SDW", "KIT-SPA", "BMA-LAC"] {
        ada.call("wishlist/add", &json!({ "sku": sku }));
    }
    let list = ada.call("wishlist/index", &json!({}));
    let items = list["items"].as_array().unwrap();
    let skus: Vec<&str> = items.iter().map(|item| item["sku"].as_str().unwrap()).collect();
    assert_eq!(skus, ["BMA-LAC", "KIT-SPA", "BED-LAC-180-TAU-SDW", "BED-LAC", "TOW-GAN"], "newest first");
    let find = |sku: &str| items.iter().find(|item| item["sku"] == sku).unwrap();
    let towel = find("TOW-GAN");
    assert_eq!((&towel["stock"], &towel["can_add"], &towel["notice"]), (&json!(10), &json!(true), &Value::Null));
    assert_eq!(towel["card"]["price"], towel["price"]);
    assert!(towel["image"]["src"].as_str().unwrap().starts_with("/media/"));
    // A product with options links to its page instead of the cart.
    let bed = find("BED-LAC");
    assert_eq!((&bed["stock"], &bed["can_add"], &bed["price_from"]), (&Value::Null, &json!(false), &json!(true)));
    let variant = find("BED-LAC-180-TAU-SDW");
    assert_eq!(variant["options"][1]["label"], "Taupe");
    assert!(variant["url"].as_str().unwrap().contains("base_colour=taupe"));
    assert_eq!((&variant["notice"]["id"], &variant["can_add"]), (&json!("cart.only_left"), &json!(true)));
    assert_eq!(variant["card"]["sku"], "BED-LAC");

    // Out of stock and disabled products.
    let database = shop.database();
    database
        .exec(
            "UPDATE stock SET quantity = 0 WHERE product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN')",
            vals![],
        )
        .unwrap();
    database.exec("UPDATE product SET enabled = 0 WHERE sku = 'BED-LAC'", vals![]).unwrap();
    database
        .exec("DELETE FROM listing_price WHERE product_id = (SELECT id FROM product WHERE sku = 'BED-LAC')", vals![])
        .unwrap();
    let list = ada.call("wishlist/index", &json!({}));
    let items = list["items"].as_array().unwrap();
    let find = |sku: &str| items.iter().find(|item| item["sku"] == sku).unwrap();
    assert_eq!(find("TOW-GAN")["notice"]["id"], "cart.out_of_stock");
    assert_eq!(find("TOW-GAN")["can_add"], json!(false));
    for sku in ["BED-LAC", "BED-LAC-180-TAU-SDW"] {
        let gone = find(sku);
        assert_eq!(gone["notice"]["id"], "wishlist.withdrawn");
        assert_eq!((&gone["url"], &gone["price"], &gone["card"]), (&json!(""), &Value::Null, &Value::Null));
        assert!(!gone["name"].as_str().unwrap().is_empty(), "shown with the saved name");
    }
    // The list is paged, in the visitor's language and currency.
    let mut french = ada.clone().speaking("fr").with_query("currency", "CHF");
    let page = french.call("wishlist/index", &json!({ "page": 2, "per_page": 2 }));
    assert_eq!((page["items"].as_array().unwrap().len(), &page["total"]), (2, &json!(5)));
    assert_eq!(page["items"][0]["currency"], "CHF");
    assert!(french.call("wishlist/index", &json!({}))["items"][0]["url"].as_str().unwrap().starts_with("/fr/"));
}

#[test]
fn wishlist_is_private_to_its_customer() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let (mut ada, mut ben) = (shop.customer("ada@example.com"), shop.customer("ben@example.com"));
    let id = ada.call("wishlist/add", &json!({ "sku": "TOW-GAN" }))["saved_id"].clone();
    assert_eq!(ben.call("wishlist/index", &json!({}))["total"], 0);
    assert_eq!(ben.call("wishlist/status", &json!({}))["entries"], json!([]));
    assert_eq!(ben.refused("wishlist/remove", &json!({ "id": id }))["error"]["id"], "wishlist.not_found");
    assert_eq!(ada.call("wishlist/index", &json!({}))["total"], 1);
}

#[test]
fn wishlist_holds_at_most_100_items() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer("ada@example.com");
    ada.call("wishlist/add", &json!({ "sku": "TOW-GAN" }));
    shop.database()
        .exec(
            "INSERT INTO wishlist_item (customer_id, product_id, sku, name, added_at)
             SELECT (SELECT customer_id FROM wishlist_item), id, sku, sku, 0 FROM product
             WHERE enabled = 1 AND sku NOT IN ('TOW-GAN', 'BMA-LAC') ORDER BY id LIMIT 99",
            vals![],
        )
        .unwrap();
    let full = ada.refused("wishlist/add", &json!({ "sku": "BMA-LAC" }));
    assert_eq!(full["message"], "Your wishlist is full: it holds 100 items.");
    assert_eq!(ada.call("wishlist/add", &json!({ "sku": "TOW-GAN" }))["total"], 100, "an existing item is found");
    assert_eq!(ada.call("wishlist/index", &json!({ "per_page": 500 }))["items"].as_array().unwrap().len(), 96);
}

#[test]
fn cart_wishlist_and_login_survive_a_change_of_language() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer("ada@example.com");
    ada.add("TOW-GAN", 2);
    ada.call("wishlist/add", &json!({ "sku": "BMA-LAC" }));
    let state = |visitor: &mut Visitor| {
        let cart = visitor.call("cart", &json!({}));
        let item = &cart["items"][0];
        let contents = [&cart["total_qty"], &item["item_id"], &item["qty"], &item["price"]].map(Clone::clone);
        let wishlist = visitor.call("wishlist/status", &json!({}))["ids"].clone();
        let email = visitor.call("account/info", &json!({}))["email"].clone();
        (json!([contents, wishlist, email]), item["name"].clone(), visitor.cookies["isLogin"].clone())
    };
    let (contents, english, login) = state(&mut ada);
    assert_eq!(login, "1");
    let session = ada.cookies["PHPSESSID"].clone();
    for lang in ["fr", "de", "es", "en"] {
        ada.lang = lang;
        let page = ada.get(&format!("/{lang}/mywishlist"));
        assert_eq!(page.status, 200, "{lang}: still logged in");
        let region = ada.call("common/region", &json!({ "from_store_id": 94 }));
        assert_eq!(region["redirect_url"], "", "{lang}");
        let (now, name, login) = state(&mut ada);
        assert_eq!((&now, login.as_str()), (&contents, "1"), "{lang}");
        assert_eq!(name == english, lang == "en", "{name} in {lang}");
    }
    assert_eq!(ada.cookies["PHPSESSID"], session, "the session stays the same");
}
