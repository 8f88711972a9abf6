//! Search: misspellings, synonyms, languages, SKUs, suggestions, and no injection of query syntax.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shop::vals;

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

/// Questions of shoppers, written before the search was tuned, in two halves: `tuning`, by which it was tuned, and `held`, which nobody
/// looked at before. A question is answered if the right kind of product is among the first five, or the right help page is named.
#[test]
fn the_right_kind_is_among_the_first_five() {
    #[derive(serde::Deserialize)]
    struct Question {
        q: String,
        #[serde(default)]
        types: Vec<String>,
        help: Option<String>,
    }
    let shop = Shop::open_with(&[
        FIVE_LANGUAGES,
        ("SHOP__LIMITS__REQUESTS_PER_MINUTE", "100000"),
        ("SHOP__LIMITS__WRITES_PER_MINUTE", "100000"),
    ]);
    let products: Vec<(String, String)> =
        shop.database().read(|tx| tx.all("SELECT sku, type FROM product WHERE parent_id IS NULL", vals![])).unwrap();
    let types: BTreeMap<String, String> = products.into_iter().collect();
    for half in ["tuning", "held"] {
        for lang in ["en", "fr", "de", "es", "zh"] {
            let file = format!("{}/tests/cases/search/{half}.{lang}.json", env!("CARGO_MANIFEST_DIR"));
            let questions: Vec<Question> = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
            let mut visitor = shop.visitor().speaking(lang);
            let failed: Vec<&str> = questions
                .iter()
                .filter(|question| {
                    let page = visitor.call("search/index", &json!({ "q": question.q, "per_page": 5 }));
                    let is_answered = match &question.help {
                        Some(key) => page["help"].as_array().unwrap().iter().any(|page| page["key"] == **key),
                        None => skus(&page).iter().any(|sku| question.types.contains(&types[sku])),
                    };
                    !is_answered
                })
                .map(|question| question.q.as_str())
                .collect();
            assert!(
                20 * failed.len() <= questions.len(),
                "{half}, {lang}: {} of {}: {failed:?}",
                failed.len(),
                questions.len()
            );
        }
    }
}

/// A word of the language that nothing is called is not the beginning of another one either.
#[test]
fn words_that_exist_are_not_completed() {
    let shop = Shop::open();
    let page = find(&mut shop.visitor(), "feat");
    assert_eq!((&page["total"], &page["unknown"]), (&json!(0), &json!(["feat"])));
    let suggested = shop.visitor().call("search/suggest", &json!({ "q": "feat" }));
    assert!(!suggested["products"].as_array().unwrap().is_empty(), "while it is typed it may go on");
}

/// A word that the shop, its help or the language has is not taken for another one.
#[test]
fn words_that_exist_are_not_corrected() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    for (lang, words) in [
        (
            "en",
            &["returns", "delivery", "sheets", "pool", "mat", "gift", "wool", "card", "light", "window", "canal"][..],
        ),
        ("fr", &["carte cadeau", "livraison", "sommier", "bateau", "fenêtre"]),
        ("de", &["Rückgabe", "Lieferung", "Fenster", "Daunendecke"]),
        ("es", &["devolución", "ventana", "barco"]),
    ] {
        for word in words {
            let page = find(&mut shop.visitor().speaking(lang), word);
            assert_eq!(page["corrected"], Value::Null, "{lang} {word}");
        }
    }
}

#[test]
fn compounds_sizes_sounds_and_inflections_are_understood() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    for (lang, q, family) in [
        ("en", "dressing gown", "ROB-"),
        ("en", "wedding gift", "KIT-"),
        ("en", "pillow case", "CAS-"),
        ("en", "bathmat", "BMA-"),
        ("en", "bath mats", "BMA-"),
        ("en", "180 × 200", "BED-"),
        ("en", "king size mattress", "MAT-"),
        ("en", "mattress 1.80 m", "MAT-"),
        ("en", "duvay", "DUV-"),
        ("en", "sope", "SOA-"),
        ("en", "tolwes", "TOW-"),
        ("en", "towel that dries white and blue", "TOW-"),
        ("fr", "sur matelas", "TOP-"),
        ("fr", "Serviettes de bain", "TOW-"),
        ("de", "Daunendecke", "DUV-"),
        ("de", "Matrazentopper", "TOP-"),
        ("de", "Handkrem", "CRE-"),
        ("de", "Bademaentel", "ROB-"),
        ("es", "sobre colchón", "TOP-"),
        ("zh", "毛斤", "TOW-"),
        ("zh", "yupao", "ROB-"),
        ("zh", "婴儿白色浴袍", "ROB-"),
        ("fr", "bathrobe", "ROB-"),
    ] {
        let page = find(&mut shop.visitor().speaking(lang), q);
        let found = skus(&page);
        assert!(found.iter().take(5).any(|sku| sku.starts_with(family)), "{lang} {q}: {found:?}");
    }
}

#[test]
fn what_nothing_is_called_is_named_and_the_nearest_are_shown() {
    let shop = Shop::open();
    let page = find(&mut shop.visitor(), "towel for the Window");
    assert_eq!((&page["q"], &page["unknown"]), (&json!("towel for the Window"), &json!(["Window"])));
    assert!(skus(&page)[0].starts_with("TOW-"), "{:?}", skus(&page));
    let page = find(&mut shop.visitor(), "mohair shampoo");
    assert_eq!((&page["partial"], &page["unknown"]), (&json!(true), &json!([])));
    assert!(!skus(&page).is_empty());
    assert_eq!(find(&mut shop.visitor(), "towel")["partial"], false);
    // However many words are known that no product has together.
    let page = find(&mut shop.visitor(), "linen mohair shampoo headboard latex apricot fig silk");
    assert!(!skus(&page).is_empty());
}

#[test]
fn help_pages_and_orders_are_found() {
    let shop = Shop::open();
    let keys = |page: &Value| -> Vec<String> {
        page["help"].as_array().unwrap().iter().map(|page| page["key"].as_str().unwrap().to_owned()).collect()
    };
    let page = find(&mut shop.visitor(), "how do I return something");
    assert!(keys(&page).contains(&"returns".to_owned()), "{:?}", keys(&page));
    assert_eq!(page["help"][0]["url"], format!("/en/help/{}", keys(&page)[0]));
    assert_eq!(keys(&find(&mut shop.visitor(), "robe")), [""; 0], "pages that only mention it are not named");
    let suggested = shop.visitor().call("search/suggest", &json!({ "q": "retur" }));
    assert!(keys(&suggested).contains(&"returns".to_owned()), "{suggested}");
    assert_eq!(find(&mut shop.visitor(), "Order no. 2026-12")["order"], "2026-000012");
    assert_eq!(find(&mut shop.visitor(), "180x200")["order"], Value::Null);
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

/// By a call and by pages, each time anew; what may name somebody is nowhere, nor is who has asked.
#[test]
fn what_is_not_found_is_counted_without_persons() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    assert_eq!(find(&mut visitor, "Xylophone  Quartz")["total"], 0);
    for _ in 0..2 {
        assert_eq!(visitor.get("/en/search?q=xylophone+quartz").status, 200);
    }
    for q in ["anna@example.com", "towel"] {
        find(&mut visitor, q);
    }
    // Neither another page of the result nor a filter is another question.
    visitor.call("search/index", &json!({ "q": "xylophone quartz", "page": 2 }));
    shop.set_clock_minutes_ahead(2);
    let misses = |more: &[&str]| shop.operator(&[&["search", "misses"][..], more].concat());
    eventually("they are counted", || misses(&[])[0]["times"] == 3);
    let listed = misses(&[]);
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    assert_eq!((&listed[0]["lang"], &listed[0]["term"]), (&json!("en"), &json!("xylophone quartz")));
    assert_eq!((misses(&["--lang", "fr"]), misses(&["--days", "1", "--lang", "en"])), (json!([]), listed));
    let columns = shop.count("SELECT count(*) FROM pragma_table_info('search_miss')");
    assert_eq!(columns, 4, "a day, a language, a term, and how often");
}
