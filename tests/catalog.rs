//! Calls of the catalogue: menu, categories, products, home and help pages.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{FIVE_LANGUAGES, Shop, Visitor};

fn category(visitor: &mut Visitor, args: Value) -> Value {
    visitor.call("catalog/category", &args)
}

fn prices(page: &Value) -> Vec<f64> {
    page["items"].as_array().unwrap().iter().map(|item| item["price"].as_str().unwrap().parse().unwrap()).collect()
}

#[test]
fn menu_lists_every_category_in_every_language() {
    let shop = Shop::open();
    let mut keys: Vec<Vec<String>> = Vec::new();
    let mut urls = std::collections::BTreeSet::new();
    for lang in ["en", "fr", "de", "es"] {
        let menu = shop.visitor().speaking(lang).call("page/topmenu", &json!({}));
        let mut own = Vec::new();
        for item in menu["items"].as_array().unwrap() {
            for link in std::iter::once(item).chain(item["children"].as_array().unwrap()) {
                own.push(link["key"].as_str().unwrap().to_owned());
                let url = link["url"].as_str().unwrap();
                assert!(url.starts_with(&format!("/{lang}/c/")), "{url}");
                urls.insert(url.to_owned());
            }
        }
        keys.push(own);
    }
    assert!(keys.windows(2).all(|pair| pair[0] == pair[1]), "the same categories in every language");
    assert_eq!(urls.len(), keys.iter().map(Vec::len).sum::<usize>(), "URLs are unique");
    for key in [
        "bed",
        "bedding",
        "bath-and-spa",
        "fragrance",
        "duvets",
        "pillows",
        "linens",
        "mattress-toppers",
        "towels",
        "spa-collection",
    ] {
        assert!(keys[0].iter().any(|k| k == key), "{key}");
    }
}

#[test]
fn category_lists_are_paged_sorted_and_filtered() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let all = category(&mut visitor, json!({ "url_key": "bath-and-spa", "per_page": 96 }));
    let total = all["total"].as_u64().unwrap() as usize;
    assert_eq!(all["items"].as_array().unwrap().len(), total);
    assert!(!all["meta_title"].as_str().unwrap().is_empty());
    // The pages together hold each product once.
    let mut seen = Vec::new();
    for page in 1..=total.div_ceil(7) {
        let part = category(&mut visitor, json!({ "url_key": "bath-and-spa", "per_page": 7, "page": page }));
        assert_eq!(part["page"], page);
        seen.extend(part["items"].as_array().unwrap().iter().map(|item| item["item_id"].as_i64().unwrap()));
    }
    let mut unique = seen.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!((seen.len(), unique.len()), (total, total));
    let up = prices(&category(&mut visitor, json!({ "url_key": "bath-and-spa", "per_page": 96, "sort": "price_asc" })));
    assert!(up.is_sorted());
    let down =
        prices(&category(&mut visitor, json!({ "url_key": "bath-and-spa", "per_page": 96, "sort": "price_desc" })));
    assert!(down.iter().rev().is_sorted());
    // Each facet value filters to its count.
    for facet in all["facets"].as_array().unwrap() {
        let code = facet["code"].as_str().unwrap();
        for value in facet["values"].as_array().unwrap() {
            let args = json!({ "url_key": "bath-and-spa", format!("f.{code}"): value["value"] });
            let left = category(&mut visitor, args);
            assert_eq!(left["total"], value["count"], "{code}={}", value["value"]);
        }
    }
    assert!(!all["facets"].as_array().unwrap().is_empty());
    let beyond = category(&mut visitor, json!({ "url_key": "bath-and-spa", "page": 999 }));
    assert_eq!((beyond["items"].as_array().unwrap().len(), &beyond["total"]), (0, &json!(total)));
    assert_eq!(
        visitor.refused("catalog/category", &json!({ "url_key": "nowhere" }))["error"]["id"],
        "category.not_found"
    );
    let none = category(&mut visitor, json!({ "url_key": "bath-and-spa", "f.colour": "no-such-colour" }));
    assert_eq!(none["total"], 0);
}

#[test]
fn product_has_legally_required_details_and_options() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let cream = visitor.call("catalog/product", &json!({ "url_key": "hand-and-body-cream" }));
    assert_eq!(cream["unit_price"]["unit"], "l");
    assert!(cream["inci"].as_str().unwrap().contains("Aqua"));
    for field in ["name", "address", "email"] {
        assert!(!cream["manufacturer"][field].as_str().unwrap().is_empty(), "{field}");
    }
    let diffuser = visitor.call("catalog/product", &json!({ "url_key": "reed-diffuser" }));
    assert!(!diffuser["hazard"]["statements"].as_array().unwrap().is_empty());
    let robe = visitor.call("catalog/product", &json!({ "url_key": "terry-bathrobe" }));
    assert!(robe["fibres"][0]["text"].as_str().unwrap().contains("100"));
    let bed = visitor.call("catalog/product", &json!({ "sku": "BED-LAC" }));
    assert_eq!(bed["bed_terms"], true);
    assert_eq!(bed["variants"].as_array().unwrap().len(), 120);
    let codes = |at: usize| -> Vec<&str> {
        bed["options"][at]["values"].as_array().unwrap().iter().map(|v| v["code"].as_str().unwrap()).collect()
    };
    assert_eq!(codes(1), ["beige_fabric", "charcoal", "grey_fabric", "standard_white", "taupe"]);
    assert_eq!(
        codes(2),
        ["round_black", "round_light_wood", "round_natural", "square_black", "square_dark_wood", "square_silver"]
    );
    assert!(!bed["ship_to"].as_array().unwrap().contains(&json!("GB")));
    let ten = visitor.call("catalog/product", &json!({ "sku": "TOW-GAN" }));
    assert_eq!((&ten["stock"], &ten["kind"]), (&json!(10), &json!("simple")));
}

#[test]
fn url_keys_of_every_language_find_the_product() {
    let shop = Shop::open();
    let english = shop.visitor().call("catalog/product", &json!({ "sku": "TOW-GAN" }));
    let alternates = english["alternates"].as_object().unwrap();
    assert_eq!(alternates.keys().collect::<Vec<_>>(), ["de", "en", "es", "fr"]);
    for url in alternates.values() {
        let key = url.as_str().unwrap().rsplit('/').next().unwrap();
        let found = shop.visitor().speaking("fr").call("catalog/product", &json!({ "url_key": key }));
        assert_eq!(found["item_id"], english["item_id"]);
        assert_eq!(found["url"], alternates["fr"], "the URL is in the visitor's language");
    }
    let refused = shop.visitor().refused("catalog/product", &json!({ "url_key": "x' OR 1=1 --" }));
    assert_eq!(refused["message"], "Invalide product.");
}

#[test]
fn prices_exist_in_every_currency() {
    let shop = Shop::open();
    for currency in ["EUR", "CHF", "GBP", "PLN", "RON", "AED"] {
        let product =
            shop.visitor().with_query("currency", currency).call("catalog/product", &json!({ "sku": "TOW-GAN" }));
        assert_eq!(product["currency"], currency);
        assert!(product["price"].as_str().unwrap().parse::<f64>().unwrap() > 0.0);
    }
}

#[test]
fn set_names_what_its_parts_cost_by_themselves() {
    let shop = Shop::open();
    for currency in ["EUR", "CHF"] {
        let mut visitor = shop.visitor().with_query("currency", currency);
        let set = visitor.call("catalog/product", &json!({ "sku": "SET-HAI" }));
        let parts = set["parts"].as_array().unwrap();
        assert_eq!(parts.len(), 2);
        for part in parts {
            let key = part["url"].as_str().unwrap().split('?').next().and_then(|path| path.rsplit('/').next());
            let alone = visitor.call("catalog/product", &json!({ "url_key": key }));
            let variants = alone["variants"].as_array().unwrap();
            let variant = variants.iter().find(|one| one["sku"] == part["sku"]).unwrap();
            assert_eq!(part["price"], variant["price"], "{currency}: {part}");
        }
    }
}

#[test]
fn desktop_and_mobile_home_have_the_four_blocks() {
    let shop = Shop::open();
    let home = shop.visitor().call("page/home", &json!({}));
    let mobile = shop.visitor().call("page/mobile", &json!({}));
    for page in [&home, &mobile] {
        let keys: Vec<&str> = page["blocks"].as_array().unwrap().iter().map(|b| b["key"].as_str().unwrap()).collect();
        assert_eq!(keys, ["bath-and-spa", "bed", "bedding", "fragrance"]);
    }
    assert_ne!(home["hero"]["image"], mobile["hero"]["image"]);
    assert!(
        shop.visitor().call("page/promo", &json!({}))["announcement"].as_str().is_some_and(|text| !text.is_empty())
    );
}

#[test]
fn pages_of_the_house_have_texts_titles_and_menus_in_every_language() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    for lang in ["en", "fr", "de", "es", "zh"] {
        let mut visitor = shop.visitor().speaking(lang);
        let house = visitor.call("page/topmenu", &json!({}))["house"].clone();
        let house = house.as_array().expect("pages of the house");
        assert_eq!(house.len(), 8, "{lang}");
        let mut titles = BTreeSet::new();
        for link in house {
            let page = visitor.call("page/cms", &json!({ "url_key": link["key"] }));
            assert_eq!((&page["group"], &page["siblings"]), (&json!("house"), &json!(house)), "{lang} {}", link["key"]);
            assert!(!page["meta_description"].as_str().unwrap().is_empty());
            titles.insert(page["title"].as_str().unwrap().to_owned());
        }
        assert_eq!(titles.len(), house.len(), "{lang}");
        for key in ["journal-hotel-bed", "journal-linen", "journal-evening-bath"] {
            let page = visitor.call("page/cms", &json!({ "url_key": key }));
            assert_eq!(page["group"], "journal");
            assert_eq!(page["siblings"][0]["key"], "journal");
            assert_eq!(page["siblings"].as_array().unwrap().len(), 4);
            let html = page["html"].as_str().unwrap();
            let links = html.matches(&format!("href=\"/{lang}/")).count();
            assert!(html.contains("<img src=\"/media/") && links >= 3, "{lang} {key}: {links} links");
            assert!(!html.contains("picture:"), "{lang} {key}");
        }
    }
    let without = Shop::open_with(&[("SHOP__MONEY__POINTS_PER_EURO", "0")]);
    let menu = without.visitor().call("page/topmenu", &json!({}));
    assert!(menu["house"].as_array().unwrap().iter().all(|link| link["key"] != "points"));
}

#[test]
fn gifts_lie_within_the_prices_of_their_band() {
    let shop = Shop::open();
    for currency in ["EUR", "CHF"] {
        let mut visitor = shop.visitor();
        visitor.query.push(("currency".to_owned(), currency.to_owned()));
        let page = visitor.call("page/cms", &json!({ "url_key": "gifts" }));
        let bands = page["bands"].as_array().expect("bands");
        assert!(bands.len() >= 3, "{currency}");
        let euros = |amount: &Value| amount.as_str().map(|text| text.parse::<f64>().expect("an amount"));
        let mut listed = BTreeSet::new();
        for band in bands {
            let (from, to) = (euros(&band["from"]).unwrap_or(-1.0), euros(&band["to"]).unwrap_or(f64::MAX));
            for card in band["cards"].as_array().unwrap() {
                let price = euros(&card["price"]).expect("a price");
                assert!(from < price && price <= to, "{currency}: {price} between {from} and {to}");
                assert_eq!(card["currency"], currency);
                assert!(listed.insert(card["sku"].to_string()), "{} is listed twice", card["sku"]);
            }
        }
        let gifts = shop.visitor().call("catalog/category", &json!({ "url_key": "gifts" }));
        assert_eq!(gifts["total"], listed.len(), "{currency}");
    }
}

#[test]
fn every_help_page_has_text_in_every_language() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let keys = [
        "privacy-statement",
        "shipping-and-returns",
        "terms-and-conditions",
        "terms-of-use",
        "returns",
        "bed-terms",
        "legal-notice",
        "accessibility",
    ];
    for lang in ["en", "fr", "de", "es", "zh"] {
        let mut visitor = shop.visitor().speaking(lang);
        for key in keys {
            let page = visitor.call("page/cms", &json!({ "url_key": key }));
            let html = page["html"].as_str().unwrap();
            assert!(html.chars().count() > 500, "{lang} {key}");
            assert!(
                !html.contains('{') && !html.contains("help:") && !html.contains("page:"),
                "{lang} {key}: a token is left"
            );
            assert_eq!(page["siblings"].as_array().unwrap().len(), 8);
        }
        assert_eq!(visitor.refused("page/cms", &json!({ "url_key": "nothing" }))["code"], "0");
    }
}

#[test]
fn one_setting_adds_the_fifth_language() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let product = shop
        .visitor()
        .speaking("zh")
        .with_query("currency", "CNY")
        .call("catalog/product", &json!({ "sku": "TOW-GAN" }));
    assert!(product["url"].as_str().unwrap().starts_with("/zh/p/"));
    assert_eq!(product["currency"], "CNY");
    // Without it there is no Chinese URL and no CNY.
    let four = Shop::open();
    let product = four.visitor().with_query("currency", "CNY").call("catalog/product", &json!({ "sku": "TOW-GAN" }));
    assert_eq!(product["currency"], "EUR");
    assert!(product["alternates"].get("zh").is_none());
}

#[test]
fn future_price_in_the_ledger_takes_effect_on_time() {
    let shop = Shop::open();
    let now = jiff::Timestamp::now();
    let soon = now.as_millisecond() + 3_600_000;
    let database = shop.database();
    database
        .execute_batch(&format!(
            "BEGIN; UPDATE price SET valid_to = {soon} WHERE currency = 'EUR' AND valid_to IS NULL AND product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN');
             INSERT INTO price (product_id, currency, valid_from, amount) SELECT id, 'EUR', {soon}, 2100 FROM product WHERE sku = 'TOW-GAN';
             UPDATE catalogue_version SET version = version + 1; COMMIT;"
        ))
        .unwrap();
    let price = || shop.visitor().call("catalog/product", &json!({ "sku": "TOW-GAN" }))["price"].clone();
    assert_eq!(price(), "18.00");
    shop.set_clock(&(now + jiff::SignedDuration::from_hours(2)).to_string());
    assert_eq!(price(), "21.00");
}
