//! The tree stays a tree, categories go back to what they were, and neither products nor links are lost with one.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::editing::{self, tree_version};
use super::{calls, store};
use crate::audit::Actor;
use crate::catalog::browse::{self, Filter};
use crate::catalog::categories::{self, Category};
use crate::catalog::{self, feed, places, searchable};
use crate::db::Connection;
use crate::domain::store_view::Lang;
use crate::product::document::Fields;
use crate::product::editing::{By, version};
use crate::product::types::FieldChange;
use crate::testing::{assert_indexed, now, refusal, seeded, with, with_statistics};
use crate::vals;

fn by() -> By {
    By { actor: Actor::Staff(1), now: now(), languages: Lang::ALL.to_vec() }
}

fn change(field: &str, value: &str) -> FieldChange {
    FieldChange { field: field.to_owned(), was: None, value: value.to_owned() }
}

fn fields(shop: &Connection, key: &str) -> Fields {
    with(shop, |tx| editing::find(tx, key)).1
}

fn save(shop: &Connection, key: &str, field: &str, value: &str) {
    with(shop, |tx| editing::save(tx, &by(), key, &[change(field, value)]));
}

fn make(shop: &Connection, key: &str, parent: &str) {
    let given = Fields::from([("name.en".into(), format!("The {key}")), ("parent".into(), parent.into())]);
    with(shop, |tx| editing::create(tx, &by(), key, &given));
}

/// Keys in the order of the list, each with its depth.
fn tree(shop: &Connection) -> Vec<(String, u32)> {
    let rows = with(shop, |tx| {
        let all = categories::all(tx)?;
        calls::rows(tx, &all, Lang::En, &Lang::ALL)
    });
    rows.into_iter().map(|row| (row.key, row.depth)).collect()
}

fn all(shop: &Connection) -> Vec<Category> {
    with(shop, categories::all)
}

/// A category of the demonstration that holds products and stands below another, with that one.
fn full(shop: &Connection) -> (String, String) {
    let sql = "SELECT c.key, p.key FROM category c JOIN category p ON p.id = c.parent_id
        WHERE EXISTS (SELECT 1 FROM product_category m WHERE m.category_id = c.id) ORDER BY c.id LIMIT 1";
    shop.one(sql, vals![]).expect("a category")
}

#[test]
fn every_category_of_the_demonstration_can_be_written_as_it_reads() {
    let shop = seeded();
    let texts = || -> Vec<String> {
        let rows = with(&shop, |tx| tx.values("SELECT * FROM category_text ORDER BY category_id, lang", vals![]));
        rows.iter().map(|row| format!("{row:?}")).collect()
    };
    let before = texts();
    for Category { key, .. } in all(&shop) {
        let same: Vec<FieldChange> = fields(&shop, &key).iter().map(|(field, text)| change(field, text)).collect();
        let saved = with(&shop, |tx| editing::save(tx, &by(), &key, &same));
        assert_eq!(saved.changed(), [], "{key}");
        // Written though nothing differs.
        with(&shop, |tx| {
            let of = super::document::texts(&saved.after);
            categories::replace_texts(tx, saved.category.id, &of)
        });
    }
    assert_eq!(texts(), before);
    assert_eq!(shop.one::<i64>("SELECT count(*) FROM category_version", vals![]).expect("versions"), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_moves_makes_a_cycle_or_loses_a_category(
        moves in proptest::collection::vec((0..6_usize, 0..7_usize, 0..7_usize, any::<bool>()), 1..25),
    ) {
        let shop = seeded();
        let keys: Vec<String> = (0..6).map(|number| format!("made-{number}")).collect();
        for key in &keys {
            make(&shop, key, "");
        }
        let count = all(&shop).len();
        for (which, parent, before, is_by_field) in moves {
            let name = |at: usize| keys.get(at).map_or("", String::as_str);
            // Refused or done: the tree is one either way.
            let outcome = shop.write(|tx| match is_by_field {
                true => editing::save(tx, &by(), &keys[which], &[change("parent", name(parent))]),
                false => editing::place(tx, &by(), &keys[which], name(parent), name(before), None),
            });
            if parent == which {
                prop_assert!(outcome.is_err());
            }
            let shown = tree(&shop);
            prop_assert_eq!(shown.len(), count, "{:?}", &shown);
            let places: BTreeSet<(Option<i64>, i64)> =
                shop.all("SELECT parent_id, position FROM category WHERE key LIKE 'made-%'", vals![]).expect("places")
                    .into_iter().collect();
            prop_assert_eq!(places.len(), keys.len());
        }
    }
}

#[test]
fn categories_stand_where_they_are_put() {
    let shop = seeded();
    for (key, parent) in [("a", ""), ("b", "a"), ("c", "a"), ("d", "a")] {
        make(&shop, key, parent);
    }
    let below_a = |shop: &Connection| -> Vec<String> {
        tree(shop).into_iter().skip_while(|(key, _)| key != "a").skip(1).map(|(key, _)| key).collect()
    };
    assert_eq!(below_a(&shop), ["b", "c", "d"]);
    let seen = tree_version(&all(&shop));
    with(&shop, |tx| editing::place(tx, &by(), "d", "a", "b", Some(&seen)));
    assert_eq!(below_a(&shop), ["d", "b", "c"]);
    // Another has looked before that.
    let why = refusal(&shop, |tx| editing::place(tx, &by(), "c", "a", "d", Some(&seen)));
    assert_eq!(why, "category.tree_changed");
    let why = refusal(&shop, |tx| editing::place(tx, &by(), "a", "d", "", None));
    assert_eq!(why, "category.below_itself");
    assert_eq!(refusal(&shop, |tx| editing::save(tx, &by(), "a", &[change("parent", "a")])), "category.below_itself");
    // Sixteen steps, and no further: `a` brings what it holds.
    for depth in 0..16 {
        make(&shop, &format!("deep-{depth}"), &if depth == 0 { String::new() } else { format!("deep-{}", depth - 1) });
    }
    let why = refusal(&shop, |tx| editing::place(tx, &by(), "a", "deep-15", "", None));
    assert_eq!(why, "category.too_deep");
    with(&shop, |tx| editing::place(tx, &by(), "a", "deep-14", "", None));
}

#[test]
fn what_two_people_write_is_not_lost_and_goes_back() {
    let shop = seeded();
    let (key, _) = full(&shop);
    let before = fields(&shop, &key);
    let was = before["name.en"].clone();
    let seen = FieldChange { was: Some(was.clone()), ..change("name.en", "Everything for the night") };
    with(&shop, |tx| editing::save(tx, &by(), &key, &[seen]));
    let late = FieldChange { was: Some(was.clone()), ..change("name.en", "Night") };
    assert_eq!(refusal(&shop, |tx| editing::save(tx, &by(), &key, &[late])), "product.changed_meanwhile");
    // Another field is nobody's but one's own.
    save(&shop, &key, "intro.en", "Sleep.");
    let versions = with(&shop, |tx| {
        let (category, _) = editing::find(tx, &key)?;
        store::list(tx, category.id, 9)
    });
    assert_eq!(versions.iter().map(|one| one.actor.as_str()).collect::<Vec<_>>(), ["staff:1", "staff:1", ""]);
    let first = versions[2].id;
    let old = version(&before);
    let why = refusal(&shop, |tx| editing::restore(tx, &by(), &key, first, Some(&old)));
    assert_eq!(why, "category.changed_meanwhile");
    let now = version(&fields(&shop, &key));
    with(&shop, |tx| editing::restore(tx, &by(), &key, first, Some(&now)));
    assert_eq!(fields(&shop, &key), before);
}

#[test]
fn former_addresses_lead_to_the_page_and_addresses_are_one_s_own() {
    let shop = seeded();
    let (key, parent) = full(&shop);
    let former = fields(&shop, &key)["url_key.en"].clone();
    let found = |url_key: &str| with(&shop, |tx| catalog::store::find_category(tx, url_key, Lang::En));
    let id = found(&former);
    assert!(id.is_some());
    save(&shop, &key, "url_key.en", "for-the-night");
    assert_eq!((found(&former), found("for-the-night")), (id, id));
    let taken = fields(&shop, &parent)["url_key.en"].clone();
    let why = refusal(&shop, |tx| editing::save(tx, &by(), &key, &[change("url_key.en", &taken)]));
    assert_eq!(why, "category.url_key_taken");
    assert_eq!(
        refusal(&shop, |tx| editing::save(tx, &by(), &key, &[change("url_key.en", "A b")])),
        "product.url_key_bad"
    );
    // One that is made of a name is free.
    make(&shop, "again", "");
    make(&shop, "once-more", "");
    save(&shop, "once-more", "name.de", "The again");
    save(&shop, "again", "name.de", "The again");
    assert_eq!(fields(&shop, "once-more")["url_key.de"], "the-again");
    assert_eq!(fields(&shop, "again")["url_key.de"], "the-again-2");
    assert_eq!(fields(&shop, "again")["meta_title.de"], "The again");
    // A language without a name has nothing else either.
    assert_eq!(refusal(&shop, |tx| editing::save(tx, &by(), "again", &[change("intro.fr", "x")])), "product.empty");
    let poisoned =
        [change("name.en", ""), change("name.de", ""), change("meta_title.en", ""), change("url_key.en", "")];
    assert!(shop.write(|tx| editing::save(tx, &by(), "again", &poisoned)).is_err());
}

#[test]
fn hidden_branch_is_nowhere_in_the_shop_and_its_products_stay() {
    let shop = seeded();
    let (key, parent) = full(&shop);
    let id = all(&shop).into_iter().find(|one| one.key == key).expect("the category").id;
    let is_in_tree = || with(&shop, |tx| catalog::tree(tx, Lang::En)).by_key(&key).is_some();
    let is_searched = || with(&shop, |tx| searchable::list_categories(tx, Lang::En)).iter().any(|one| one.0 == key);
    let is_in_sitemap = || {
        let portions = with(&shop, feed::category_portions);
        let addresses = portions.into_iter().flat_map(|at| with(&shop, |tx| feed::category_addresses(tx, at)).0);
        addresses.into_iter().any(|one| one.id == id)
    };
    let listed = || -> i64 {
        shop.one(
            "SELECT count(*) FROM listing l JOIN category c ON c.id = l.category_id WHERE c.key = $1",
            vals![&parent],
        )
        .expect("products")
    };
    let before = listed();
    assert!(before > 0 && is_in_tree() && is_searched() && is_in_sitemap());
    for hidden in [&parent, &key] {
        save(&shop, hidden, "hidden", "1");
        assert!(!is_in_tree() && !is_searched() && !is_in_sitemap(), "{hidden} is hidden");
        assert_eq!(listed(), before);
        save(&shop, hidden, "hidden", "0");
        assert!(is_in_tree() && is_searched() && is_in_sitemap(), "{hidden} is shown");
    }
    let choices = |shop: &Connection| with(shop, |tx| catalog::editing::category_choices(tx, Lang::En));
    let known = choices(&shop);
    save(&shop, &parent, "hidden", "1");
    assert_eq!(choices(&shop), known, "the house sees it all the same");
}

#[test]
fn nothing_is_lost_with_a_category() {
    let shop = seeded();
    let (key, parent) = full(&shop);
    make(&shop, "child", &key);
    make(&shop, "heir", "");
    let former = fields(&shop, &key)["url_key.en"].clone();
    assert_eq!(refusal(&shop, |tx| editing::remove(tx, &by(), &key, "", None)), "category.not_empty");
    assert_eq!(refusal(&shop, |tx| editing::remove(tx, &by(), &key, "child", None)), "category.below_itself");
    assert_eq!(
        refusal(&shop, |tx| editing::remove(tx, &by(), &key, "heir", Some("old"))),
        "category.changed_meanwhile"
    );
    let count = |key: &str| -> i64 {
        let sql = "SELECT count(*) FROM product_category m JOIN category c ON c.id = m.category_id WHERE c.key = $1";
        shop.one(sql, vals![key]).expect("products")
    };
    let (held, in_parent) = (count(&key), count(&parent));
    let removed = with(&shop, |tx| editing::remove(tx, &by(), &key, "heir", None));
    assert_eq!((removed.products.len() as i64, removed.children), (held, vec!["child".to_owned()]));
    assert_eq!((count("heir"), count(&parent)), (held, in_parent));
    assert_eq!(fields(&shop, "child")["parent"], "heir");
    let homeless: i64 = shop
        .one("SELECT count(*) FROM product WHERE category_id IS NULL AND parent_id IS NULL", vals![])
        .expect("none");
    assert_eq!(homeless, 0);
    let found = with(&shop, |tx| catalog::store::find_category(tx, &former, Lang::En));
    let heir = with(&shop, |tx| editing::find(tx, "heir")).0.id;
    assert_eq!(found, Some(heir));
    // An empty one goes.
    with(&shop, |tx| editing::remove(tx, &by(), "child", "", None));
    assert_eq!(refusal(&shop, |tx| editing::find(tx, "child").map(drop)), "category.unknown");
}

#[test]
fn products_go_in_and_out() {
    let shop = seeded();
    make(&shop, "weekend", "");
    let sku = "TOW-GAN".to_owned();
    let of = |field: &str| -> String {
        let sql = format!("SELECT {field} FROM product p JOIN category c ON c.id = p.category_id WHERE p.sku = $1");
        shop.one(&sql, vals![&sku]).expect("a product")
    };
    let main = of("c.key");
    let inside = |key: &str| -> Vec<String> {
        let filter = Filter { category: Some(key), is_direct: true, ..Filter::default() };
        let ids = with(&shop, |tx| browse::browse(tx, filter, None, "", "", 50));
        with(&shop, |tx| browse::rows(tx, &ids, Lang::En)).into_iter().map(|row| row.sku).collect()
    };
    with(&shop, |tx| editing::add_products(tx, &by(), "weekend", std::slice::from_ref(&sku)));
    assert_eq!((inside("weekend"), of("c.key")), (vec![sku.clone()], main.clone()));
    // Twice is once.
    with(&shop, |tx| editing::add_products(tx, &by(), "weekend", &[sku.clone(), sku.clone()]));
    assert_eq!(inside("weekend").len(), 1);
    // Out of its main category: the next of its own is that.
    with(&shop, |tx| editing::remove_products(tx, &by(), &main, std::slice::from_ref(&sku)));
    assert!(!inside(&main).contains(&sku));
    assert_ne!(of("c.key"), main);
    assert_eq!(refusal(&shop, |tx| editing::add_products(tx, &by(), "weekend", &[]).map(drop)), "product.many");
    // Of a variant its product is meant, once.
    let variants: Vec<String> =
        with(&shop, |tx| tx.all("SELECT sku FROM product WHERE parent_id IS NOT NULL ORDER BY id LIMIT 2", vals![]));
    let filled = with(&shop, |tx| editing::add_products(tx, &by(), "weekend", &variants));
    assert!(filled.len() == 1 && !variants.contains(&filled[0].item.sku), "{filled:?}");
    let unknown = refusal(&shop, |tx| editing::add_products(tx, &by(), "weekend", &["NO-SUCH".into()]).map(drop));
    assert_eq!(unknown, "product.unknown");
}

#[test]
fn product_that_is_not_listed_is_named_and_nothing_changes() {
    let shop = seeded();
    let category = all(&shop).into_iter().find(|one| one.key == "towels").expect("a category");
    let skus: Vec<String> = with(&shop, |tx| {
        let ids = places::page(tx, category.id, 0, 2)?;
        ids.into_iter().map(|id| tx.one("SELECT sku FROM product WHERE id = $1", vals![id])).collect()
    });
    let other: String = shop
        .one(
            "SELECT sku FROM product WHERE parent_id IS NULL AND id NOT IN (SELECT product_id FROM listing WHERE category_id = $1) LIMIT 1",
            vals![category.id],
        )
        .expect("a product of elsewhere");
    let put = |sku: &str, after: &str| shop.write(|tx| editing::arrange(tx, "towels", sku, after, None));
    for (sku, after) in [(other.as_str(), skus[0].as_str()), (skus[0].as_str(), other.as_str())] {
        let error = put(sku, after).expect_err("refused");
        let refusal = error.refusal().expect("a refusal");
        assert_eq!(refusal.message.params["sku"], other, "{sku} after {after}");
    }
    // Where it stands already: nobody else's view of the order is out of date.
    assert_eq!(put(&skus[1], &skus[0]).expect("done").version, 0);
    assert_eq!(put(&skus[1], "").expect("done").version, 1);
}

#[test]
fn what_the_screens_ask_for_has_an_index() {
    let shop = seeded();
    with_statistics(&shop);
    let id = all(&shop)[0].id;
    let filter = Filter { category: Some("bedding"), is_direct: true, ..Filter::default() };
    assert_indexed(&shop, |tx| browse::browse(tx, filter, None, "", "", 50));
    assert_indexed(&shop, |tx| categories::count_products(tx, id));
    assert_indexed(&shop, |tx| places::page(tx, id, 50, 50));
    let listed = with(&shop, |tx| places::page(tx, id, 0, 2));
    assert_indexed(&shop, |tx| places::put_after(tx, id, listed[1], None));
    assert_indexed(&shop, |tx| store::list(tx, id, 50));
    assert_indexed(&shop, |tx| catalog::store::find_category(tx, "no-such-address", Lang::En));
}
