//! Products are what was saved of them, go back to what they were, and are never on sale without what shoppers must be told.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::document::{Document, Fields};
use super::editing::{self, By, New, Saved};
use super::store;
use super::types::{FieldChange, NewVariant, ProductChanges};
use crate::audit::Actor;
use crate::catalog::browse::{self, Filter};
use crate::catalog::gaps::{self, Gap};
use crate::catalog::store::RowKind;
use crate::db::Connection;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::testing::{assert_indexed, now, seeded, with, with_statistics};
use crate::vals;

fn by() -> By {
    By { actor: Actor::Staff(1), now: now(), languages: Lang::ALL.to_vec() }
}

fn fields(shop: &Connection, sku: &str) -> Fields {
    with(shop, |tx| {
        let item = editing::find(tx, sku)?;
        Ok(Document::read(tx, item)?.fields())
    })
}

fn changes(sku: &str, changes: &[(&str, &str)]) -> ProductChanges {
    let change = |(field, value): &(&str, &str)| FieldChange {
        field: (*field).to_owned(),
        was: None,
        value: (*value).to_owned(),
    };
    ProductChanges { sku: sku.to_owned(), changes: changes.iter().map(change).collect() }
}

fn save(shop: &Connection, sku: &str, of: &[(&str, &str)]) -> Result<Vec<Saved>> {
    shop.write(|tx| editing::save(tx, &by(), &[changes(sku, of)]))
}

/// Field to id of its message.
fn refused<T: std::fmt::Debug>(outcome: Result<T>) -> BTreeMap<String, &'static str> {
    let error = outcome.expect_err("a refusal");
    let refusal = error.refusal().unwrap_or_else(|| panic!("no refusal: {error}"));
    match refusal.fields.is_empty() {
        true => BTreeMap::from([(String::new(), refusal.message.id)]),
        false => refusal.fields.iter().map(|(field, message)| (field.clone(), message.id)).collect(),
    }
}

#[test]
fn every_product_of_the_demonstration_can_be_written_as_it_reads() {
    let shop = seeded();
    let skus: Vec<String> = shop.all("SELECT sku FROM product ORDER BY sku", vals![]).expect("products");
    let tables = ["product", "product_text", "product_fibre", "product_option_value", "product_picture_text"];
    let all = |table: &str| -> Vec<String> {
        let rows = with(&shop, |tx| tx.values(&format!("SELECT * FROM {table} ORDER BY 1, 2, 3"), vals![]));
        rows.iter().map(|row| format!("{row:?}")).collect()
    };
    let before: Vec<Vec<String>> = tables.iter().map(|table| all(table)).collect();
    for sku in skus {
        with(&shop, |tx| {
            let item = editing::find(tx, &sku)?;
            let document = Document::read(tx, item)?;
            let mut again = document.clone();
            for (field, text) in document.fields() {
                again.set(&field, &text).unwrap_or_else(|message| panic!("{sku} {field} {text:?}: {message}"));
            }
            assert_eq!(again.fields(), document.fields(), "{sku}");
            // Written though nothing differs.
            again.write(tx, document.item.id, None)
        });
    }
    for (table, before) in tables.iter().zip(before) {
        assert_eq!(all(table), before, "{table}");
    }
}

#[test]
fn what_cannot_be_is_told_by_field() {
    let shop = seeded();
    for (sku, field, text, expected) in [
        ("TOW-GAN", "weight_g", "12,5", "product.number_bad"),
        ("TOW-GAN", "weight_g", "-1", "product.number_bad"),
        ("TOW-GAN", "category", "nowhere", "product.reference_unknown"),
        ("TOW-GAN", "vat_class", "", "product.empty"),
        ("TOW-GAN", "content_amount", "5", "product.content_both"),
        ("TOW-GAN", "eco_participation", "1.234", "product.amount_bad"),
        ("TOW-GAN", "hazard", "GHS99;;;;", "product.hazard_bad"),
        ("TOW-GAN", "attributes", "colour unheard_of", "product.wordless"),
        ("TOW-GAN", "fibres", "cover cotton", "product.line_bad"),
        ("TOW-GAN", "fibres", "cover cotton 101", "product.number_bad"),
        ("TOW-GAN", "categories", "towels\ntowels", "product.line_twice"),
        ("TOW-GAN", "related", "NOPE", "product.reference_unknown"),
        ("TOW-GAN", "pictures", "no-such-picture", "product.picture_unknown"),
        ("TOW-GAN", "alt.de", "a\nb\nc\nd\ne\nf\ng\nh\ni", "product.alt_many"),
        ("TOW-GAN", "url_key.en", "Not An Address", "product.url_key_bad"),
        ("TOW-GAN", "long_html.en", "<script>x()</script>", "product.html_bad"),
        ("TOW-GAN", "parts", "BMA-BOI 1", "product.field_unknown"),
        ("TOW-GAN", "sku", "OTHER", "product.field_unknown"),
        ("TOW-GAN", "name.xx", "A", "product.field_unknown"),
        ("TOW-GAN", "name.de", "", "product.empty"),
        ("TOW-GAN", "manufacturer", "", "product.needs_by_law"),
        ("TOW-GAN", "fibres", "", "product.needs_by_law"),
        ("KIT-BAIN", "parts", "KIT-BAIN 1", "product.part_bad"),
        ("KIT-BAIN", "parts", "", "product.needs_parts"),
        ("TOW-NID", "options", "bath_towel", "product.line_bad"),
    ] {
        let told = refused(save(&shop, sku, &[(field, text)]));
        assert!(told.values().any(|id| *id == expected), "{sku} {field} {text:?}: {told:?}");
        assert!(told.keys().all(|named| named.starts_with(sku)), "{told:?}");
    }
    assert_eq!(refused(save(&shop, "NOPE", &[])), BTreeMap::from([(String::new(), "product.unknown")]));
    let other = fields(&shop, "BMA-BOI")["url_key.en"].clone();
    let told = refused(save(&shop, "TOW-GAN", &[("url_key.en", &other)]));
    assert_eq!(told, BTreeMap::from([("TOW-GAN url_key.en".to_owned(), "product.url_key_taken")]));
    let kept: i64 = shop.one("SELECT count(*) FROM product_version", vals![]).expect("versions");
    assert_eq!(kept, 0, "what is refused leaves nothing");
}

#[test]
fn two_people_lose_nothing_and_different_fields_do_not_clash() {
    let shop = seeded();
    let seen = fields(&shop, "TOW-GAN");
    let change = |field: &str, value: &str| ProductChanges {
        sku: "TOW-GAN".into(),
        changes: vec![FieldChange { field: field.into(), was: Some(seen[field].clone()), value: value.into() }],
    };
    let save = |change: ProductChanges| shop.write(|tx| editing::save(tx, &by(), &[change]));
    save(change("name.en", "Mitts of one")).expect("the first");
    save(change("weight_g", "77")).expect("another field");
    let told = refused(save(change("name.en", "Mitts of the other")));
    assert_eq!(told, BTreeMap::from([("TOW-GAN name.en".to_owned(), "product.changed_meanwhile")]));
    assert_eq!(fields(&shop, "TOW-GAN")["name.en"], "Mitts of one");
    // One that cannot be saved saves none of the others.
    let two = [changes("TOW-GAN", &[("weight_g", "88")]), changes("BMA-BOI", &[("weight_g", "x")])];
    assert!(shop.write(|tx| editing::save(tx, &by(), &two)).is_err());
    assert_eq!(fields(&shop, "TOW-GAN")["weight_g"], "77");
}

#[test]
fn a_new_product_goes_on_sale_once_nothing_is_missing() {
    let shop = seeded();
    let model = fields(&shop, "TOW-GAN");
    let given: Fields = ["type", "vat_class", "ship_group", "category"]
        .into_iter()
        .map(|field| (field.to_owned(), model[field].clone()))
        .chain([("name.en".to_owned(), "Linen towel".to_owned())])
        .collect();
    let prices = BTreeMap::from([("EUR".to_owned(), "25.00".to_owned())]);
    let create = |sku: &str| {
        let new = New { sku, kind: RowKind::Simple, fields: &given, prices: &prices };
        shop.write(|tx| editing::create(tx, &by(), &new))
    };
    let made = create("tow-new").expect("made");
    assert_eq!((made.item.sku.as_str(), made.after["url_key.en"].as_str()), ("TOW-NEW", "linen-towel"));
    assert_eq!(made.after["categories"], model["category"], "the canonical category is one of its categories");
    assert_eq!(create("TOW-OTHER").expect("made").after["url_key.en"], "linen-towel-2");
    assert_eq!(refused(create("TOW-NEW"))["sku"], "product.sku_taken");
    let told = refused(save(&shop, "TOW-NEW", &[("enabled", "1")]));
    assert_eq!(told["TOW-NEW name.de"], "product.needs_text");
    assert_eq!(told["TOW-NEW fibres"], "product.needs_by_law");
    assert_eq!(told["TOW-NEW manufacturer"], "product.needs_by_law");
    let mut rest: Vec<(&str, &str)> =
        vec![("enabled", "1"), ("manufacturer", &model["manufacturer"]), ("fibres", &model["fibres"])];
    rest.extend([("name.fr", "Serviette"), ("name.de", "Handtuch"), ("name.es", "Toalla"), ("name.zh", "毛巾")]);
    save(&shop, "TOW-NEW", &rest).expect("on sale");
    let listed: i64 = shop
        .one("SELECT count(*) FROM listing l JOIN product p ON p.id = l.product_id WHERE p.sku = 'TOW-NEW'", vals![])
        .expect("lists");
    assert!(listed > 0);
    assert_eq!(fields(&shop, "TOW-NEW")["url_key.zh"], "linen-towel", "an address has Latin letters");
}

#[test]
fn a_shop_of_one_language_asks_for_no_other() {
    let shop = seeded();
    let model = fields(&shop, "CAN-VAL");
    let german = By { languages: vec![Lang::De], ..by() };
    let given: Fields = ["vat_class", "ship_group", "manufacturer"]
        .into_iter()
        .map(|field| (field.to_owned(), model[field].clone()))
        .chain([("type".to_owned(), "of_our_own".to_owned()), ("name.de".to_owned(), "Weißer Leuchter".to_owned())])
        .collect();
    let prices = BTreeMap::from([("EUR".to_owned(), "80.00".to_owned()), ("CHF".to_owned(), "90.00".to_owned())]);
    let new = New { sku: "LEU-1", kind: RowKind::Simple, fields: &given, prices: &prices };
    let made = with(&shop, |tx| editing::create(tx, &german, &new));
    assert_eq!(made.after["url_key.de"], "weisser-leuchter");
    let on = [changes("LEU-1", &[("enabled", "1")])];
    assert!(refused(shop.write(|tx| editing::save(tx, &by(), &on))).contains_key("LEU-1 name.en"));
    shop.write(|tx| editing::save(tx, &german, &on)).expect("on sale");
}

#[test]
fn options_make_the_variants_that_are_lacking() {
    let shop = seeded();
    let plan = || with(&shop, |tx| editing::plan_variants(tx, "TOW-NID"));
    let before = plan().len();
    let options = fields(&shop, "TOW-NID")["options"].clone();
    let first = options.lines().next().expect("an option").split(' ').next().expect("a code").to_owned();
    let offered: Vec<String> =
        options.lines().next().expect("an option").split(' ').skip(1).map(str::to_owned).collect();
    let free: String = shop
        .one(
            &format!(
                "SELECT value FROM option_value WHERE option = $1 AND value NOT IN ('{}') ORDER BY value LIMIT 1",
                offered.join("', '")
            ),
            vals![&first],
        )
        .expect("a value that is not offered");
    let longer = options.replacen(&offered.join(" "), &format!("{} {free}", offered.join(" ")), 1);
    save(&shop, "TOW-NID", &[("options", &longer)]).expect("offered");
    let planned = plan();
    assert!(planned.len() > before, "{planned:?}");
    let version = editing::version(&fields(&shop, "TOW-NID"));
    let new: Vec<NewVariant> = planned
        .iter()
        .map(|one| NewVariant { sku: one.sku.clone(), choice: one.choice.iter().cloned().collect() })
        .collect();
    let add = |seen: &str, new: &[NewVariant]| {
        shop.write(|tx| editing::add_variants(tx, &by(), "TOW-NID", seen, new, &BTreeMap::new()))
    };
    assert_eq!(refused(add("another", &new))[""], "product.changed_meanwhile");
    let twice = [new[0].clone(), NewVariant { sku: "TOW-NID-X".into(), ..new[0].clone() }];
    assert!(refused(add(&version, &twice)).values().any(|id| *id == "product.choice_taken"));
    add(&version, &new).expect("added");
    assert_eq!(plan(), []);
    // They cost what the others do.
    let priceless: i64 = with(&shop, crate::catalog::count_priceless);
    assert_eq!(priceless, 0);
    let told = refused(save(&shop, "TOW-NID", &[("options", &options)]));
    assert_eq!(told["TOW-NID options"], "product.option_used");
}

#[test]
fn lists_are_read_by_their_indexes() {
    let shop = seeded();
    with_statistics(&shop);
    let filters = [
        Filter::default(),
        Filter { is_on: Some(false), ..Filter::default() },
        Filter { kind: Some(RowKind::Kit), ..Filter::default() },
        Filter { gap: Some(Gap::Picture), ..Filter::default() },
        Filter { gap: Some(Gap::Alt(Lang::De)), is_on: Some(true), kind: Some(RowKind::Simple), ..Filter::default() },
    ];
    for filter in filters {
        assert_indexed(&shop, |tx| browse::browse(tx, filter, None, "T", "TOW", 51));
        assert_indexed(&shop, |tx| browse::browse(tx, filter, Some(&[1, 2]), "", "", 51));
    }
    assert_indexed(&shop, |tx| browse::named(tx, Lang::De, "hand"));
    assert_indexed(&shop, |tx| browse::of_variants(tx, "TOW-LAC-"));
    let ids: Vec<i64> = with(&shop, |tx| browse::browse(tx, Filter::default(), None, "", "", 51));
    assert_indexed(&shop, |tx| browse::rows(tx, &ids, Lang::De));
    assert_indexed(&shop, |tx| browse::gaps(tx, &ids));
    // Pages follow each other without a gap, and end.
    let mut seen: Vec<String> = Vec::new();
    loop {
        let after = seen.last().cloned().unwrap_or_default();
        let page = with(&shop, |tx| {
            let ids = browse::browse(tx, Filter::default(), None, "", &after, 7)?;
            browse::rows(tx, &ids, Lang::En)
        });
        if page.is_empty() {
            break;
        }
        seen.extend(page.into_iter().map(|row| row.sku));
    }
    let all: Vec<String> =
        shop.all("SELECT sku FROM product WHERE parent_id IS NULL ORDER BY sku", vals![]).expect("products");
    assert_eq!(seen, all);
}

#[test]
fn what_is_off_sale_is_found_by_the_beginnings_of_its_words() {
    let shop = seeded();
    save(&shop, "TOW-GAN", &[("enabled", "0")]).expect("off");
    let id = with(&shop, |tx| editing::find(tx, "TOW-GAN")).id;
    let name = fields(&shop, "TOW-GAN")["name.en"].clone();
    let words: Vec<&str> = name.split_whitespace().collect();
    let last: String = words.last().expect("a word").chars().take(3).collect();
    assert!(with(&shop, |tx| browse::named(tx, Lang::En, &last)).contains(&id), "{name}: {last}");
    assert!(!with(&shop, |tx| browse::named(tx, Lang::En, "zzqx")).contains(&id));
}

#[derive(Debug, Clone)]
enum Step {
    Set(&'static str, String),
    Back(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let weight = (0_u32..5_000).prop_map(|weight| Step::Set("weight_g", weight.to_string()));
    let name = "[A-Za-z ]{0,12}".prop_map(|name| Step::Set("name.de", name));
    let on = prop_oneof![Just("0"), Just("1")].prop_map(|on| Step::Set("enabled", on.to_owned()));
    let fibres = prop_oneof![Just(""), Just("cover cotton 100"), Just("cover cotton 60\nlining linen 40")]
        .prop_map(|lines| Step::Set("fibres", lines.to_owned()));
    let alt = "[a-z]{0,6}(\n[a-z]{0,6}){0,2}".prop_map(|alt| Step::Set("alt.de", alt));
    let step = prop_oneof![weight, name, on, fibres, alt, (0_usize..8).prop_map(Step::Back)];
    proptest::collection::vec(step, 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn a_version_brings_back_what_was_and_nothing_is_on_sale_unready(steps in steps()) {
        let shop = seeded();
        let id = with(&shop, |tx| editing::find(tx, "TOW-GAN")).id;
        for step in steps {
            let before = fields(&shop, "TOW-GAN");
            let versions = with(&shop, |tx| store::list(tx, id, 100));
            match step {
                Step::Set(field, text) => {
                    let saved = save(&shop, "TOW-GAN", &[(field, &text)]);
                    let after = fields(&shop, "TOW-GAN");
                    match saved {
                        Ok(saved) => prop_assert_eq!(&saved[0].after, &after),
                        Err(_) => prop_assert_eq!(&before, &after),
                    }
                }
                Step::Back(at) if at < versions.len() => {
                    let version = &versions[at];
                    let then = version.fields().expect("fields");
                    let back = shop.write(|tx| editing::restore(tx, &by(), "TOW-GAN", version.id, None));
                    let after = fields(&shop, "TOW-GAN");
                    prop_assert_eq!(&after, if back.is_ok() { &then } else { &before });
                    // What was possible once is possible again, unless nothing differs.
                    prop_assert!(back.is_ok() || then == before);
                }
                Step::Back(_) => {}
            }
            let (is_on, lacks) = with(&shop, |tx| {
                let lacks = gaps::of(tx, id, &Lang::ALL)?;
                Ok((editing::find(tx, "TOW-GAN")?.enabled, lacks))
            });
            prop_assert!(!is_on || !lacks.into_iter().any(Gap::keeps_off_sale));
        }
    }
}
