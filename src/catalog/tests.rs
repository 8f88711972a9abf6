//! The calls of the catalogue against the seeded demonstration catalogue.

use super::calls::{category, product};
use super::store;
use super::types::{CategoryArgs, CategoryPage, ProductArgs, Sort};
use crate::call::View;
use crate::catalog::types::DeliveryWindow;
use crate::domain::money::{Amount, Currency};
use crate::domain::stock::Availability;
use crate::domain::store_view::Lang;
use crate::testing::{assert_indexed, empty, name_made_facets, refusal, seeded, statements, view, with};
use crate::vals;

fn list(url_key: &str) -> CategoryArgs {
    CategoryArgs { url_key: url_key.into(), ..CategoryArgs::default() }
}

fn key(url_key: &str) -> ProductArgs {
    ProductArgs { url_key: url_key.into(), sku: String::new() }
}

fn sku(sku: &str) -> ProductArgs {
    ProductArgs { url_key: String::new(), sku: sku.into() }
}

fn filters(pairs: &[(&str, &[&str])]) -> super::types::Filters {
    pairs.iter().map(|(facet, values)| ((*facet).into(), values.iter().map(|v| (*v).into()).collect())).collect()
}

#[test]
fn branch_is_the_path_in_the_category_tree() {
    let shop = seeded();
    let keys = |tree: &store::Tree, id| tree.path(id).into_iter().map(|node| node.key.clone()).collect::<Vec<_>>();
    let branch = |id| with(&shop, |tx| store::branch(tx, id, Lang::De));
    let tree = with(&shop, |tx| store::tree(tx, Lang::De));
    let ids: Vec<i64> = with(&shop, |tx| tx.all("SELECT id FROM category", crate::vals![]));
    assert!(ids.iter().any(|id| keys(&tree, *id).len() > 1), "some categories are nested");
    for id in ids {
        assert_eq!(keys(&branch(Some(id)), id), keys(&tree, id));
    }
    assert!(branch(None).find(1).is_none());
    // A cycle of parents terminates.
    let (child, parent): (i64, i64) =
        with(&shop, |tx| tx.one("SELECT id, parent_id FROM category WHERE parent_id IS NOT NULL", crate::vals![]));
    shop.exec("UPDATE category SET parent_id = $1 WHERE id = $2", vals![child, parent]).expect("a ring");
    assert!(!keys(&branch(Some(child)), child).is_empty());
}

#[test]
fn category_lists_products_of_its_descendants() {
    let shop = seeded();
    let en = view(Lang::En, Currency::Eur);
    let page = with(&shop, |tx| category(tx, &en, list("bath-and-spa")));
    assert_eq!((page.key.as_str(), page.page, page.per_page, page.sort), ("bath-and-spa", 1, 24, Sort::Position));
    assert_eq!(page.items.len() as u32, page.total.min(24));
    assert!(page.total > 24);
    // Hair care is two levels below.
    let all = with(&shop, |tx| category(tx, &en, CategoryArgs { per_page: Some(96), ..list("bath-and-spa") }));
    assert!(all.items.iter().any(|card| card.sku == "SHA-FIG"));
    assert_eq!(page.breadcrumbs.len(), 1);
    assert_eq!(page.siblings.len(), 4);
    assert!(page.children.iter().any(|child| child.key == "spa-collection"));
    let second = with(&shop, |tx| category(tx, &en, CategoryArgs { page: Some(2), ..list("bath-and-spa") }));
    assert_eq!(second.items.len() as u32, (page.total - 24).min(24));
    assert!(second.items.iter().all(|card| page.items.iter().all(|first| first.item_id != card.item_id)));
    let beyond = with(&shop, |tx| category(tx, &en, CategoryArgs { page: Some(99), ..list("bath-and-spa") }));
    assert!(beyond.items.is_empty() && beyond.total == page.total);
}

#[test]
fn category_is_found_by_keys_of_other_languages() {
    let shop = seeded();
    let fr = view(Lang::Fr, Currency::Eur);
    let page = with(&shop, |tx| category(tx, &fr, list("bath-and-spa")));
    assert_ne!(page.url_key, "bath-and-spa");
    assert_eq!(page.url, format!("/fr/c/{}", page.url_key));
    assert_eq!(page.alternates["en"], "/en/c/bath-and-spa");
    assert_eq!(page.alternates.len(), 5);
    let four = View { stores: crate::testing::stores(&[]), ..fr };
    assert!(!with(&shop, |tx| category(tx, &four, list("bath-and-spa"))).alternates.contains_key("zh"));
    assert_eq!(refusal(&shop, |tx| category(tx, &four, list("nowhere"))), "category.not_found");
}

#[test]
fn every_sort_order_is_applied() {
    let shop = seeded();
    for currency in [Currency::Eur, Currency::Pln] {
        for lang in [Lang::En, Lang::Zh] {
            let view = view(lang, currency);
            let sorted = |sort| {
                let args = CategoryArgs { sort: Some(sort), per_page: Some(96), ..list("bedding") };
                with(&shop, |tx| category(tx, &view, args)).items
            };
            let prices = |cards: &[super::types::ProductCard]| cards.iter().map(|card| card.price).collect::<Vec<_>>();
            let up = prices(&sorted(Sort::PriceAsc));
            let down = prices(&sorted(Sort::PriceDesc));
            assert!(up.is_sorted() && up.len() > 10, "{up:?}");
            assert!(down.iter().rev().is_sorted(), "{down:?}");
            let names: Vec<_> =
                sorted(Sort::Name).into_iter().map(|card| crate::sort_key::sort_key(&card.name)).collect();
            assert!(names.is_sorted(), "{names:?}");
            assert_eq!(sorted(Sort::Newest).len(), up.len());
        }
    }
    let args = CategoryArgs { sort: Some(Sort::Relevance), ..list("bedding") };
    assert_eq!(refusal(&shop, |tx| category(tx, &view(Lang::En, Currency::Eur), args)), "catalog.sort_unknown");
}

#[test]
fn values_of_a_facet_are_ored_and_facets_are_anded() {
    let shop = seeded();
    name_made_facets(&shop);
    let en = view(Lang::En, Currency::Eur);
    let narrowed = |pairs: &[(&str, &[&str])]| {
        let args = CategoryArgs { filters: filters(pairs), per_page: Some(96), ..list("bath-and-spa") };
        with(&shop, |tx| category(tx, &en, args))
    };
    let all = narrowed(&[]);
    let of = |page: &CategoryPage, facet: &str, value: &str| -> u32 {
        let facet = page.facets.iter().find(|f| f.code == facet);
        facet.and_then(|f| f.values.iter().find(|v| v.value == value)).map_or(0, |v| v.count)
    };
    let white = narrowed(&[("colour", &["white"])]);
    assert_eq!(white.total, of(&all, "colour", "white"));
    assert!(white.total < all.total);
    let either = narrowed(&[("colour", &["white", "sand"])]);
    assert!(either.total >= white.total);
    // The counts of a facet ignore its own selection and apply those of other facets.
    assert_eq!(of(&white, "colour", "sand"), of(&all, "colour", "sand"));
    assert_eq!(of(&white, "colour", "white"), white.total);
    let both = narrowed(&[("colour", &["white"]), ("material", &["cotton_terry"])]);
    assert_eq!(both.total, of(&white, "material", "cotton_terry"));
    assert!(both.facets.iter().find(|f| f.code == "colour").expect("colour").values.iter().any(|v| v.selected));
    // Each value filters to its count.
    for facet in &white.facets {
        for value in &facet.values {
            let mut pairs: Vec<(&str, &[&str])> = vec![("colour", &["white"])];
            let chosen = [value.value.as_str()];
            if facet.code == "colour" {
                pairs.clear();
            }
            pairs.push((&facet.code, &chosen));
            assert_eq!(narrowed(&pairs).total, value.count, "{} {}", facet.code, value.value);
        }
    }
    assert_eq!(narrowed(&[("colour", &["plaid"])]).total, 0);
    assert_eq!(narrowed(&[("taste", &["sweet"])]).total, all.total);
    assert_eq!(narrowed(&[("price", &["free"])]).total, 0);
}

#[test]
fn price_and_availability_are_facets() {
    let shop = seeded();
    name_made_facets(&shop);
    for currency in Currency::ALL {
        let view = view(Lang::De, currency);
        let all = with(&shop, |tx| category(tx, &view, list("bedding")));
        let price = all.facets.iter().find(|facet| facet.code == "price").expect("price");
        assert_eq!(price.values.iter().map(|value| value.count).sum::<u32>(), all.total);
        let step = &price.values[0];
        let args = CategoryArgs { filters: filters(&[("price", &[&step.value])]), ..list("bedding") };
        assert_eq!(with(&shop, |tx| category(tx, &view, args)).total, step.count, "{currency} {}", step.value);
    }
    let en = view(Lang::En, Currency::Eur);
    let all = with(&shop, |tx| category(tx, &en, list("gifts")));
    let available = all.facets.iter().find(|facet| facet.code == "availability").expect("availability");
    assert_eq!(available.values.len(), 1);
    let args =
        CategoryArgs { filters: filters(&[("availability", &["in_stock"])]), per_page: Some(96), ..list("gifts") };
    let there = with(&shop, |tx| category(tx, &en, args));
    assert_eq!(there.total, available.values[0].count);
    assert!(there.items.iter().all(|card| card.availability != Availability::OutOfStock));
    assert!(all.total > there.total);
}

#[test]
fn product_is_found_by_any_key_and_sku() {
    let shop = seeded();
    let en = view(Lang::En, Currency::Eur);
    let bed = with(&shop, |tx| product(tx, &en, sku("BED-LAC")));
    assert_eq!(bed.url, format!("/en/p/beds/{}", bed.url_key));
    let german = bed.alternates["de"].rsplit('/').next().expect("a key").to_owned();
    assert_eq!(with(&shop, |tx| product(tx, &en, key(&german))).item_id, bed.item_id);
    assert_eq!(with(&shop, |tx| product(tx, &en, sku("BED-LAC-140-BEI-RBL"))).item_id, bed.item_id);
    for (lang, url) in &bed.alternates {
        let lang = Lang::from_code(lang).expect("a language");
        let there = with(&shop, |tx| product(tx, &view(lang, Currency::Eur), key(&bed.url_key)));
        assert_eq!(&there.url, url);
    }
    assert_eq!(bed.breadcrumbs.iter().map(|link| link.key.as_str()).collect::<Vec<_>>(), ["bed", "beds"]);
    let literal = shop.write(|tx| product(tx, &en, key("no-such"))).expect_err("refused");
    assert_eq!(literal.refusal().expect("a refusal").message.rendered(), "Invalide product.");
    assert_eq!(refusal(&shop, |tx| product(tx, &en, ProductArgs::default())), "product.not_found");
}

#[test]
fn bed_has_variants_of_size_colour_and_leg() {
    let shop = seeded();
    let en = view(Lang::En, Currency::Eur);
    let bed = with(&shop, |tx| product(tx, &en, sku("BED-LAC")));
    assert_eq!(bed.kind, super::types::Kind::Configurable);
    assert_eq!(
        bed.options.iter().map(|o| (o.code.as_str(), o.values.len())).collect::<Vec<_>>(),
        [("bed_size", 4), ("base_colour", 5), ("leg", 6)]
    );
    assert_eq!(bed.variants.len(), 4 * 5 * 6);
    assert!(bed.price_from && bed.bed_terms && bed.max_qty == Some(2));
    assert_eq!(bed.price.to_string(), "2490.00");
    let silver = bed.variants.iter().find(|v| v.sku == "BED-LAC-200-BEI-SSI").expect("a variant");
    assert_eq!(silver.price.to_string(), "3130.00");
    assert_eq!(silver.options["leg"], "square_silver");
    assert!(bed.variants.iter().any(|v| v.availability == Availability::OutOfStock && v.stock == Some(0)));
    assert_eq!(bed.points, 2490);
    assert!(!bed.ship_to.contains("GB") && bed.delivery.is_none());
    assert_eq!(bed.not_shipped_to.as_deref(), Some("United Kingdom"));
    let french = with(&shop, |tx| product(tx, &view(Lang::Fr, Currency::Eur), sku("BED-LAC")));
    // 21 November 2026 is a Saturday; standard shipping to France takes 2 to 4 working days.
    assert_eq!(french.delivery, Some(DeliveryWindow { from: "2026-11-24".into(), to: "2026-11-26".into() }));
    assert_eq!(french.eco_participation.map(|a| a.to_string()).as_deref(), Some("21.50"));
    assert!(french.fibres.iter().all(|line| line.text.contains("\u{a0}% ")));
    assert_eq!(french.not_shipped_to, None);
    let card_of = |lang, url_key: &str| {
        let cards = with(&shop, |tx| category(tx, &view(lang, Currency::Eur), list(url_key))).items;
        cards.into_iter().find(|card| card.sku == "BED-LAC").expect("a card").not_shipped_to
    };
    assert_eq!(card_of(Lang::En, "bed").as_deref(), Some("United Kingdom"));
    assert_eq!(card_of(Lang::Fr, "bed"), None);
    assert_eq!(bed.related.len(), 4);
    assert!(!bed.manufacturer.email.is_empty() && !bed.safety.is_empty() && bed.description_html.contains("<p>"));
}

#[test]
fn cached_answers_have_no_stock_and_no_delivery_dates() {
    let shop = seeded();
    let cached = View { for_cache: true, ..view(Lang::Fr, Currency::Eur) };
    for name in ["BED-LAC", "TOW-GAN", "KIT-SPA"] {
        let page = with(&shop, |tx| product(tx, &cached, sku(name)));
        assert!(page.stock.is_none() && page.delivery.is_none());
        assert!(page.variants.iter().all(|variant| variant.stock.is_none()));
        assert!(page.parts.iter().all(|part| part.stock.is_none()));
    }
    let live = View { for_cache: false, ..cached };
    assert_eq!(with(&shop, |tx| product(tx, &live, sku("TOW-GAN"))).stock, Some(10));
}

#[test]
fn reductions_have_a_lowest_price_and_contents_a_unit_price() {
    let shop = seeded();
    let en = view(Lang::En, Currency::Eur);
    let throw = with(&shop, |tx| product(tx, &en, sku("THR-MOH")));
    assert_eq!(throw.price.to_string(), "232.00");
    assert_eq!(throw.market_price.map(|a| a.to_string()).as_deref(), Some("290.00"));
    assert_eq!(throw.lowest_price_30d.map(|a| a.to_string()).as_deref(), Some("290.00"));
    let card = with(&shop, |tx| category(tx, &en, CategoryArgs { per_page: Some(96), ..list("throws") }));
    let card = card.items.iter().find(|card| card.sku == "THR-MOH").expect("the card");
    assert_eq!(
        (card.price, card.market_price, card.lowest_price_30d),
        (throw.price, throw.market_price, throw.lowest_price_30d)
    );
    let shampoo = with(&shop, |tx| product(tx, &en, sku("SHA-FIG")));
    // 8.00 for 50 ml.
    assert_eq!(shampoo.unit_price.expect("per litre").amount.to_string(), "160.00");
    let litre = shampoo.variants.iter().find(|v| v.sku == "SHA-FIG-1000").expect("the litre");
    assert_eq!(litre.unit_price.expect("per litre").amount, litre.price);
    let candle = with(&shop, |tx| product(tx, &en, sku("CAN-VAL")));
    let hazard = candle.hazard.expect("a hazard");
    assert_eq!(hazard.signal_word, "Warning");
    assert!(hazard.statements.iter().any(|s| s.label == "H317" && s.text.contains("allergic")));
    assert_eq!(hazard.pictograms[0].text, "exclamation mark");
}

#[test]
fn kit_marks_its_missing_part() {
    let shop = seeded();
    let kit = with(&shop, |tx| product(tx, &view(Lang::En, Currency::Eur), sku("KIT-SPA")));
    assert_eq!((kit.stock, kit.availability), (Some(0), Availability::OutOfStock));
    assert_eq!(kit.parts.iter().filter(|part| part.availability == Availability::OutOfStock).count(), 1);
    assert!(kit.parts.iter().any(|part| part.sku == "BMA-BOI" && part.stock == Some(0)));
    let slippers = kit.parts.iter().find(|part| part.sku == "SLI-LAC-M").expect("the slippers");
    assert!(slippers.name.ends_with(", EU 39–41") && slippers.url.ends_with("?slipper_size=39_41"), "{slippers:?}");
}

#[test]
fn product_without_a_price_is_not_found() {
    let shop = seeded();
    shop.execute_batch("DELETE FROM price WHERE currency = 'CHF'").expect("deleted");
    assert_eq!(refusal(&shop, |tx| product(tx, &view(Lang::En, Currency::Chf), sku("TOW-GAN"))), "product.not_found");
    let shop = empty();
    assert_eq!(refusal(&shop, |tx| category(tx, &view(Lang::En, Currency::Eur), list("bed"))), "category.not_found");
}

#[test]
fn pages_use_indexes_and_a_bounded_number_of_queries() {
    let shop = seeded();
    name_made_facets(&shop);
    let en = view(Lang::En, Currency::Eur);
    for sort in [Sort::Position, Sort::PriceAsc, Sort::PriceDesc, Sort::Name, Sort::Newest] {
        let args = CategoryArgs { sort: Some(sort), ..list("bedding") };
        assert_indexed(&shop, |tx| category(tx, &en, args));
    }
    let chosen = filters(&[("colour", &["white"]), ("price", &["50-100", "1000-"]), ("availability", &["in_stock"])]);
    assert_indexed(&shop, |tx| category(tx, &en, CategoryArgs { filters: chosen, ..list("bedding") }));
    assert_indexed(&shop, |tx| product(tx, &en, sku("KIT-SPA")));
    assert_indexed(&shop, |tx| product(tx, &en, sku("BED-LAC")));
    let count = |per_page| {
        statements(&shop, |tx| category(tx, &en, CategoryArgs { per_page: Some(per_page), ..list("bedding") })).len()
    };
    assert_eq!(count(1), count(24));
    assert!(count(24) < 16, "{}", count(24));
}

#[test]
fn every_product_is_answered_in_every_language_and_currency() {
    let shop = seeded();
    let skus: Vec<String> = with(&shop, |tx| tx.all("SELECT sku FROM product WHERE parent_id IS NULL", &[]));
    let languages = Lang::ALL.map(|lang| (lang, Currency::Eur));
    let currencies = Currency::ALL.map(|currency| (Lang::En, currency));
    for (lang, currency) in languages.into_iter().chain(currencies) {
        let view = view(lang, currency);
        for name in &skus {
            let page = with(&shop, |tx| product(tx, &view, sku(name)));
            assert!(page.price > Amount::ZERO && page.currency == currency);
            // A label equal to its code is untranslated, except for sizes of robes.
            let values = page.options.iter().flat_map(|option| &option.values);
            let nameless: Vec<_> = values.filter(|value| value.label == value.code && value.code.len() > 2).collect();
            assert!(nameless.is_empty(), "{name} {lang} {nameless:?}");
        }
    }
}
