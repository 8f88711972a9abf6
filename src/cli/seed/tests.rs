//! The seed: completeness, idempotence and error messages.

use std::collections::BTreeSet;

use super::*;
use crate::db::Connection;
use crate::store_view;
use crate::testing::{config, empty, now, with};
use crate::vals;

fn load(connection: &Connection) -> SeedReport {
    run(connection, &config(), now(), &|_, _, _| {}).expect("the seed")
}

#[test]
fn second_run_adds_nothing_and_keeps_changes() {
    let connection = empty();
    let first = load(&connection);
    assert!(first.products >= 55 && first.variants > 200, "{first:?}");
    connection
        .execute_batch(
            "UPDATE stock SET quantity = 0 WHERE product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN');
             UPDATE product_text SET name = 'Renamed' WHERE lang = 'en' AND product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN');
             UPDATE currency SET rate = '9.0000' WHERE code = 'CHF';
             UPDATE promo_tag SET active = 0;
             DELETE FROM product_attribute WHERE product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN');",
        )
        .expect("an operator's changes");
    let version: i64 = connection.one("SELECT version FROM catalogue_version", vals![]).expect("a version");
    let second = load(&connection);
    assert_eq!((second.added, second.products, second.variants), (0, 0, 0));
    let kept: (i64, String, String, i64, i64, i64) = with(&connection, |tx| {
        tx.one(
            "SELECT s.quantity, t.name, (SELECT rate FROM currency WHERE code = 'CHF') AS rate,
                    (SELECT active FROM promo_tag) AS active,
                    (SELECT count(*) FROM product_attribute a WHERE a.product_id = p.id) AS attributes,
                    (SELECT version FROM catalogue_version) AS version
             FROM product p JOIN stock s ON s.product_id = p.id JOIN product_text t ON t.product_id = p.id AND t.lang = 'en'
             WHERE p.sku = 'TOW-GAN'",
            vals![],
        )
    });
    assert_eq!(kept, (0, "Renamed".to_owned(), "9.0000".to_owned(), 0, 0, version));
}

#[test]
fn deleted_rows_are_seeded_again() {
    let connection = empty();
    load(&connection);
    connection
        .execute_batch("DELETE FROM product WHERE sku = 'TOW-GAN'; DELETE FROM cms_page WHERE lang = 'fr'")
        .expect("deletions");
    let again = load(&connection);
    assert_eq!(again.products, 1);
    // The product with five texts, stock and a price per currency; and the pages of help and of the house.
    assert_eq!(again.added, 1 + 5 + 1 + 7 + 8 + 11);
}

#[test]
fn closing_days_that_are_taken_out_stay_out() {
    let connection = empty();
    load(&connection);
    let days = || connection.one::<i64>("SELECT count(*) FROM holiday", vals![]).expect("a count");
    let all = days();
    connection.execute_batch("DELETE FROM holiday WHERE date = (SELECT max(date) FROM holiday)").expect("a deletion");
    assert_eq!((load(&connection).added, days()), (0, all - 1));
    connection.execute_batch("DELETE FROM holiday").expect("deletions");
    assert_eq!((load(&connection).added, days()), (0, 0));
}

#[test]
fn prices_of_what_is_added_are_converted_at_the_rates_in_force() {
    let connection = empty();
    load(&connection);
    connection
        .execute_batch(
            "DELETE FROM product WHERE sku = 'TOW-GAN'; UPDATE currency SET rate = '8.52' WHERE code = 'PLN'",
        )
        .expect("an operator's changes");
    load(&connection);
    let price = "SELECT amount FROM price x JOIN product p ON p.id = x.product_id
                 WHERE p.sku = 'TOW-GAN' AND x.currency = 'PLN' AND x.valid_to IS NULL";
    assert_eq!(connection.one::<i64>(price, vals![]).expect("a price"), 15_400, "18.00 EUR, rounded up to 1.00");
}

#[test]
fn lost_store_views_come_back_as_the_migration_made_them() {
    let connection = empty();
    let migrated = with(&connection, store_view::list);
    load(&connection);
    connection.execute_batch("DELETE FROM store_view").expect("a deletion");
    assert_eq!(load(&connection).added, migrated.views.len() as u64);
    assert_eq!(with(&connection, store_view::list), migrated);
    connection
        .execute_batch(
            "DELETE FROM store_view WHERE id = 97; UPDATE store_view SET default_country = 'BE' WHERE id = 95",
        )
        .expect("an operator's changes");
    assert_eq!(load(&connection).added, 1);
    let again = with(&connection, store_view::list).views;
    assert_eq!((&again[3], again[1].default_country.as_str()), (&migrated.views[3], "BE"));
}

#[test]
fn items_have_prices_in_every_currency() {
    let connection = empty();
    load(&connection);
    let gaps: i64 = connection
        .one(
            "SELECT count(*) FROM product p JOIN currency c
             WHERE p.kind <> 'configurable' AND 1 <> (
                 SELECT count(*) FROM price x WHERE x.product_id = p.id AND x.currency = c.code AND x.valid_to IS NULL)",
            vals![],
        )
        .expect("a count");
    assert_eq!(gaps, 0);
    let (explicit, converted, reduced): (i64, i64, i64) = with(&connection, |tx| {
        tx.one(
            "SELECT (SELECT amount FROM price x JOIN product p ON p.id = x.product_id WHERE p.sku = 'BMA-LAC' AND currency = 'GBP') AS a,
                    (SELECT amount FROM price x JOIN product p ON p.id = x.product_id WHERE p.sku = 'BMA-LAC' AND currency = 'PLN') AS b,
                    (SELECT count(DISTINCT coalesce(p.parent_id, p.id)) FROM price x JOIN product p ON p.id = x.product_id WHERE regular IS NOT NULL) AS c",
            vals![],
        )
    });
    assert_eq!(explicit, 3400);
    // 39.00 × 4.26 = 166.14, rounded up to 1.00.
    assert_eq!(converted, 16_700);
    assert!(reduced >= 3);
}

#[test]
fn referenced_pictures_have_files() {
    let missing = Seed::read(&Files::embedded()).expect("the seed").missing_pictures();
    assert!(missing.is_empty(), "{} missing: {missing:#?}", missing.len());
}

#[test]
fn seed_contains_the_cases_of_the_specification() {
    let connection = empty();
    load(&connection);
    for (least, sql) in [
        (
            1,
            "SELECT count(*) FROM product p JOIN stock s ON s.product_id = p.id WHERE p.kind = 'simple' AND s.quantity = 10 AND coalesce(p.max_qty, 99) >= 10",
        ),
        (
            1,
            "SELECT count(*) FROM product p JOIN stock s ON s.product_id = p.id WHERE p.kind = 'simple' AND s.quantity = 0",
        ),
        (
            2,
            "SELECT count(*) FROM product p JOIN stock s ON s.product_id = p.id WHERE p.kind = 'variant' AND s.quantity = 0",
        ),
        (3, "SELECT count(*) FROM stock WHERE quantity BETWEEN 2 AND 4"),
        (
            1,
            "SELECT count(*) FROM listing_stock l JOIN product p ON p.id = l.product_id WHERE p.kind = 'kit' AND l.quantity = 0",
        ),
        (
            1,
            "SELECT count(*) FROM product p WHERE p.bed_terms = 1 AND p.parent_id IS NULL AND NOT EXISTS (SELECT 1 FROM ship_group_country g WHERE g.ship_group = p.ship_group AND g.country IN ('CH', 'GB', 'AE'))",
        ),
    ] {
        let count: i64 = connection.one(sql, vals![]).expect("a count");
        assert!(count >= least, "{count} of {sql}");
    }
    let types: BTreeSet<String> =
        with(&connection, |tx| tx.all("SELECT DISTINCT type FROM product", vals![])).into_iter().collect();
    for kind in [
        "bath_mat",
        "bed",
        "bedding_set",
        "body_care_set",
        "hand_and_body_cream",
        "body_lotion",
        "body_wash",
        "conditioner",
        "face_scrub",
        "hair_care_set",
        "liquid_soap",
        "robe",
        "shampoo",
    ] {
        assert!(types.contains(kind), "{kind}");
    }
}

/// The error of reading the seed with a text replaced in a file.
fn spoiled(path: &str, from: &str, to: &str) -> String {
    let mut files = Files::embedded();
    let text = files.texts.get_mut(path).expect("the file");
    assert!(text.contains(from), "{path} lacks {from}");
    *text = text.replacen(from, to, 1);
    Seed::read(&files).map(|_| ()).expect_err("a fault").to_string()
}

#[test]
fn errors_have_file_key_and_remedy() {
    let error = spoiled("catalogue/products.toml", "ship_to = \"EU-LARGE\"", "ship_to = \"MOON\"");
    assert_eq!(error, "seed/catalogue/products.toml: BED-LAC ships to MOON; add a [[ship_group]] with that key");
    let error = spoiled("catalogue/products.toml", "price = \"2490.00\"", "price = 2490.0");
    assert!(error.starts_with("seed/catalogue/products.toml:"), "{error}");
    assert!(error.ends_with("; mend this line"), "{error}");
    let error = spoiled("catalogue/de/categories.toml", "[\"bed\"]", "[\"bedd\"]");
    assert!(error.contains("seed/catalogue/de/categories.toml: bed is missing; translate it"), "{error}");
    assert!(error.contains("bedd is no category of categories.toml"), "{error}");
    let error = spoiled("catalogue/es/vocabulary.toml", "bed_size =", "bed_sizes =");
    assert!(error.contains("seed/catalogue/es/vocabulary.toml: [option] has no bed_size; translate it"), "{error}");
    let error = spoiled("catalogue/products.toml", "pictograms = [\"GHS07\"]", "pictograms = [\"GHS10\"]");
    assert!(
        error.contains("has the pictogram GHS10; Annex V of Regulation (EC) No 1272/2008 has GHS01 to GHS09"),
        "{error}"
    );
    let error = spoiled("pages/fr/returns.md", "+++", "---");
    assert!(error.contains("seed/pages/fr/returns.md: does not begin with a head"), "{error}");
    let error = spoiled("regions/vat.toml", "rate = \"5.00\"", "rate = \"five\"");
    assert!(error.contains("seed/regions/vat.toml: AE 2022-01-01 has the rate five"), "{error}");
    let mut files = Files::embedded();
    files.texts.remove("home/zh.toml");
    let error = Seed::read(&files).map(|_| ()).expect_err("a fault").to_string();
    assert!(error.contains("seed/home/zh.toml: is missing; add it"), "{error}");
}

#[test]
fn texts_respect_their_maximum_lengths() {
    let connection = empty();
    load(&connection);
    let long: Vec<(String, String, String)> = with(&connection, |tx| {
        tx.all(
            "SELECT p.sku, t.lang, CASE WHEN length(t.name) > 60 THEN 'name' WHEN length(t.short) > 180 THEN 'short' ELSE 'meta' END AS field
             FROM product_text t JOIN product p ON p.id = t.product_id
             WHERE length(t.name) > 60 OR length(t.short) > 180 OR length(t.meta_description) > 170",
            vals![],
        )
    });
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn synthetic_products_can_be_bought() {
    let connection = empty();
    load(&connection);
    synthetic(&connection, 130, now(), &|_, _, _| {}).expect("synthetic products");
    synthetic(&connection, 20, now(), &|_, _, _| {}).expect("more of them");
    let (count, listed, priced, last): (i64, i64, i64, String) = with(&connection, |tx| {
        tx.one(
            "SELECT count(*) AS a,
                    (SELECT count(DISTINCT l.product_id) FROM listing l JOIN product s ON s.id = l.product_id WHERE s.sku LIKE 'SYN-%') AS b,
                    (SELECT count(*) FROM listing_price x JOIN product s ON s.id = x.product_id WHERE s.sku LIKE 'SYN-%') AS c,
                    max(sku) AS d
             FROM product WHERE sku LIKE 'SYN-%'",
            vals![],
        )
    });
    assert_eq!((count, listed, priced, last.as_str()), (150, 150, 150 * 7, "SYN-0000150"));
}
