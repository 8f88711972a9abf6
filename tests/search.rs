//! Search: misspellings, synonyms, languages, SKUs, suggestions, and no injection of query syntax.

use serde_json::{Value, json};

use crate::support::{FIVE_LANGUAGES, Shop, Visitor, eventually, seeded_copy};

fn skus(page: &Value) -> Vec<String> {
    page["items"].as_array().unwrap().iter().map(|item| item["sku"].as_str().unwrap().to_owned()).collect()
}

fn find(visitor: &mut Visitor, q: &str) -> Value {
    visitor.call("search/index", &json!({ "q": q, "per_page": 96 }))
}

#[test]
fn misspellings_accents_and_synonyms_find_the_same_products() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let cases = [
        ("en", "pilow", "PIL-"),
        ("en", "PILLOW", "PIL-"),
        ("en", "comforter", "DUV-"),
        ("en", "bathrobe", "ROB-"),
        ("en", "candel", "CAN-"),
        ("fr", "oreilller", "PIL-"),
        ("fr", "oreiller", "PIL-"),
        ("fr", "peignoir", "ROB-"),
        ("fr", "edredon", "DUV-"),
        ("de", "handtcuh", "TOW-"),
        ("de", "Handtücher", "TOW-"),
        ("de", "bettdecke", "DUV-"),
        ("de", "bademantel", "ROB-"),
        ("es", "almohada", "PIL-"),
        ("es", "albornoz", "ROB-"),
        ("es", "nordico", "DUV-"),
        ("zh", "枕", "PIL-"),
        ("zh", "浴袍", "ROB-"),
        ("zh", "羽绒被", "DUV-"),
    ];
    for (lang, q, family) in cases {
        let found = skus(&find(&mut shop.visitor().speaking(lang), q));
        assert!(found.iter().take(6).any(|sku| sku.starts_with(family)), "{lang} {q}: {found:?}");
    }
}

#[test]
fn corrected_term_is_returned() {
    let shop = Shop::open();
    let page = find(&mut shop.visitor(), "pilow");
    assert_eq!((&page["q"], &page["corrected"]), (&json!("pilow"), &json!("pillow")));
    assert_eq!(find(&mut shop.visitor(), "pillow")["corrected"], Value::Null);
}

#[test]
fn sku_finds_its_product_first() {
    let shop = Shop::open();
    for q in ["TOW-GAN", "tow-gan"] {
        assert_eq!(skus(&find(&mut shop.visitor(), q))[0], "TOW-GAN");
    }
    let bed = shop.visitor().call("catalog/product", &json!({ "sku": "BED-LAC" }));
    let variant = bed["variants"][5]["sku"].as_str().unwrap();
    assert_eq!(skus(&find(&mut shop.visitor(), variant))[0], "BED-LAC");
}

#[test]
fn matches_in_the_name_come_first() {
    let shop = Shop::open();
    let page = find(&mut shop.visitor(), "linen");
    let in_name: Vec<bool> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["name"].as_str().unwrap().to_lowercase().split(' ').any(|word| word.starts_with("linen")))
        .collect();
    assert!(in_name.contains(&true) && in_name.contains(&false), "{in_name:?}");
    assert!(in_name.is_sorted_by(|first, second| first >= second), "{in_name:?}");
}

#[test]
fn empty_term_is_refused() {
    let shop = Shop::open();
    for q in ["", "   ", "\u{3000}"] {
        let refused = shop.visitor().refused("search/index", &json!({ "q": q }));
        assert_eq!(refused["error"]["id"], "search.empty", "{q:?}");
    }
    assert_eq!(shop.visitor().call("search/suggest", &json!({ "q": "" }))["products"], json!([]));
}

#[test]
fn query_syntax_in_input_is_harmless() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    for q in [
        "\"",
        "\"\"",
        "*",
        "a*",
        "name:duvet",
        "duvet OR",
        "NEAR(a b, 3)",
        "NOT duvet",
        "(duvet",
        "duvet AND",
        "^duvet",
        "-duvet",
        "{name}",
        "'; DROP TABLE product; --",
        "%",
        "_",
        "\\",
        "\u{0}",
        "a\u{301}",
        "😀",
        "枕\"",
    ] {
        let answer = visitor.post("search/index", &[], Some(&json!({ "q": q }).to_string()), &[]);
        assert_eq!(answer.status, 200, "{q:?}: {}", answer.body);
        let answer = visitor.post("search/suggest", &[], Some(&json!({ "q": q }).to_string()), &[]);
        assert_eq!((answer.status, answer.json()["code"].clone()), (200, json!("1")), "{q:?}");
    }
    let long = "x".repeat(60_000);
    assert_eq!(visitor.refused("search/index", &json!({ "q": long }))["error"]["id"], "search.too_long");
}

#[test]
fn empty_result_offers_best_sellers() {
    let shop = Shop::open();
    let page = find(&mut shop.visitor(), "xylophone quartz");
    assert_eq!(page["total"], 0);
    assert!(!page["best_sellers"].as_array().unwrap().is_empty());
}

#[test]
fn results_filter_sort_and_page() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let all = find(&mut visitor, "linen");
    let total = all["total"].as_u64().unwrap();
    assert!(total > 3);
    let up = visitor.call("search/index", &json!({ "q": "linen", "sort": "price_asc", "per_page": 96 }));
    let prices: Vec<f64> =
        up["items"].as_array().unwrap().iter().map(|i| i["price"].as_str().unwrap().parse().unwrap()).collect();
    assert!(prices.is_sorted());
    assert_eq!(up["total"], total);
    let facet = &all["facets"][0];
    let value = &facet["values"][0];
    let filters = json!({ facet["code"].as_str().unwrap(): [value["value"]] });
    let left = visitor.call("search/index", &json!({ "q": "linen", "filters": filters }));
    assert_eq!(left["total"], value["count"]);
    let second = visitor.call("search/index", &json!({ "q": "linen", "per_page": 2, "page": 2 }));
    assert_eq!(skus(&second), skus(&all)[2..4]);
}

#[test]
fn prefixes_are_completed() {
    let shop = Shop::open();
    let suggestions = shop.visitor().call("search/suggest", &json!({ "q": "pil" }));
    assert!(suggestions["terms"].as_array().unwrap().iter().any(|term| term == "pillow"), "{suggestions}");
    assert!(suggestions["categories"].as_array().unwrap().iter().any(|c| c["key"] == "pillows"));
    let products = suggestions["products"].as_array().unwrap();
    assert!(!products.is_empty() && products.len() <= 5);
}

/// The index folds accents and case; what is shown keeps them, and what was typed before stays as typed.
#[test]
fn suggestions_and_corrections_are_spelled_as_in_the_catalogue() {
    let shop = Shop::open();
    for (lang, q, wanted) in [
        ("de", "bettwa", "Bettwäsche"),
        ("de", "Handtü", "Handtücher"),
        ("fr", "literie d'et", "literie d'été"),
        ("fr", "ete", "été"),
        ("es", "algodo", "algodón"),
        ("en", "PILLO", "pillow"),
    ] {
        let suggestions = shop.visitor().speaking(lang).call("search/suggest", &json!({ "q": q }));
        let terms = suggestions["terms"].as_array().unwrap();
        assert!(terms.iter().any(|term| term == wanted), "{lang} {q}: {terms:?}");
    }
    let page = find(&mut shop.visitor().speaking("de"), "bettwashe");
    assert_eq!(page["corrected"], "Bettwäsche");
}

#[test]
fn a_truncated_index_is_rebuilt_at_start() {
    let folder = seeded_copy();
    let file = folder.path().join("search.db");
    let mut shop = Shop::start(folder.path(), &[]);
    let total = find(&mut shop.visitor(), "towel")["total"].clone();
    shop.stop();
    let length = std::fs::metadata(&file).unwrap().len();
    for left in [0, 1, 100, 4096, length / 2, length - 4096] {
        std::fs::File::options().write(true).open(&file).unwrap().set_len(left).unwrap();
        let mut shop = Shop::start(folder.path(), &[]);
        assert_eq!(find(&mut shop.visitor(), "towel")["total"], total, "{left} of {length} bytes");
        // The log of the index stays.
        shop.kill();
    }
}

#[test]
fn shop_of_many_products_opens_before_its_index_is_built() {
    let data = seeded_copy();
    let database = crate::support::database(data.path());
    // Ten thousand off sale: too many to wait for.
    database
        .execute_batch(
            "INSERT INTO product (sku, kind, type, enabled, position, created_at, promotion_category, bed_terms, weight_g,
                 ship_group, vat_class)
             WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10000)
             SELECT 'MANY-' || n, 'simple', p.type, 0, 9999, p.created_at, '', 0, p.weight_g, p.ship_group, p.vat_class
             FROM c CROSS JOIN (SELECT * FROM product WHERE sku = 'TOW-GAN') p",
        )
        .unwrap();
    drop(database);
    drop(std::fs::remove_file(data.path().join("search.db")));
    let shop = Shop::start(data.path(), &[]);
    let found = skus(&find(&mut shop.visitor(), "robe"));
    assert!(!found.is_empty() && found.iter().all(|sku| sku.starts_with("ROB-")), "by name at least: {found:?}");
    eventually("the index has synonyms", || {
        skus(&find(&mut shop.visitor(), "comforter")).iter().any(|sku| sku.starts_with("DUV-"))
    });
}
