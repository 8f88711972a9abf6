//! `catalog/category` and `catalog/product`.

use std::collections::HashMap;

use anyhow::anyhow;

use super::cards::{cards, first_cards, kind};
use super::delivery::Standard;
use super::facets;
use super::listing;
use super::media;
use super::price::{self, Price, per_unit};
use super::sellable::{full_name, kit_parts};
use super::sets::Bits;
use super::store::{self, CategoryNode, OfferedRow, PictureRow, ProductRow, RowKind, product_url};
use super::types::{
    CategoryArgs, CategoryPage, ChosenOption, Contact, Hazard, Image, KitPart, LabelledText, Manufacturer, OptionValue,
    Product, ProductArgs, ProductOption, Sort, Variant,
};
use crate::call::View;
use crate::db::Tx;
use crate::domain::hazard;
use crate::domain::loyalty;
use crate::domain::money::{Amount, Money};
use crate::domain::stock::Availability;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::message;
use crate::region::{self, Exchange};

/// Products on a page of a list, unless the request says otherwise.
pub const PER_PAGE: u32 = 24;
/// The most that a request may ask for.
pub const MOST_PER_PAGE: u32 = 96;

/// A category's page with a page of its products.
pub fn category(tx: &mut dyn Tx, view: &View, args: CategoryArgs) -> Result<CategoryPage> {
    let lang = view.lang();
    let missing = || crate::error::Error::from(message::CATEGORY_NOT_FOUND);
    let id = store::find_category(tx, &args.url_key, lang)?.ok_or_else(missing)?;
    let tree = store::tree(tx, lang)?;
    let node = tree.find(id).ok_or_else(missing)?;
    let text = store::find_category_text(tx, id, lang)?.ok_or_else(missing)?;

    let sort = args.sort.unwrap_or(Sort::Position);
    let page = args.page.unwrap_or(1).max(1);
    let per_page = args.per_page.unwrap_or(PER_PAGE).clamp(1, MOST_PER_PAGE);
    let words = facets::words(tx, view)?;
    let chosen = facets::choose(&args.filters, &words)?;
    let whole = listing::total(tx, id)?;
    let (selected, facets) = if chosen.is_empty() {
        (None, facets::of_category(tx, view, id, &words, whole)?)
    } else {
        let (selected, facets) = facets::of_category_chosen(tx, view, id, &words, &chosen, whole)?;
        (Some(selected), facets)
    };
    let total = selected.as_ref().map_or(whole, Bits::count);
    let offset = u64::from(page - 1) * u64::from(per_page);
    let ids = listing::page(tx, view, id, sort, selected.as_ref(), per_page, offset)?;

    let links = |nodes: Vec<&CategoryNode>| nodes.into_iter().map(|node| tree.link(node)).collect();
    let siblings = tree.children(node.parent_id).filter(|sibling| sibling.id != id).collect();
    Ok(CategoryPage {
        key: node.key.clone(),
        name: node.name.clone(),
        url_key: node.url_key.clone(),
        url: tree.url(node),
        alternates: store::category_alternates(tx, id, view.stores.languages())?,
        intro: text.intro,
        meta_title: text.meta_title,
        meta_description: text.meta_description,
        image: media::image(&node.picture, &node.alt),
        breadcrumbs: links(tree.path(id)),
        children: links(tree.children(Some(id)).collect()),
        siblings: links(siblings),
        items: first_cards(tx, view, &ids)?,
        total,
        page,
        per_page,
        sort,
        facets,
    })
}

/// A product's page.
pub fn product(tx: &mut dyn Tx, view: &View, args: ProductArgs) -> Result<Product> {
    let lang = view.lang();
    let missing = || crate::error::Error::from(message::PRODUCT_NOT_FOUND);
    let found = if args.url_key.is_empty() {
        store::find_product_by_sku(tx, args.sku.trim())?
    } else {
        store::find_product(tx, &args.url_key, lang)?
    };
    let id = found.ok_or_else(missing)?;
    let row = store::product(tx, id, lang)?.ok_or_else(missing)?;

    let branch = store::branch(tx, row.category_id, lang)?;
    let path = row.category_id.map(|category| branch.path(category)).unwrap_or_default();
    let category_key = path.last().map(|node| node.url_key.as_str());

    let pictures = store::pictures(tx, &[id], lang, i64::MAX)?.remove(&id).unwrap_or_default();
    let mut gallery = Gallery::new(&row.name, &pictures);
    let own_images = gallery.images.len();
    let options = options(store::offered(tx, &[id], lang, None)?);
    let ship_to = store::ship_to(tx, &[&row.ship_group])?.remove(&row.ship_group).unwrap_or_default();
    let exchange = region::exchange(tx, view.currency)?;
    let country = view.store.default_country.as_str();
    let goes_there = ship_to.contains(country);
    let standard = if goes_there { Standard::read(tx, view, country, &exchange)? } else { Standard::nowhere(view) };
    let mut variants = variants(tx, view, &row, &options, &pictures, &mut gallery, &standard)?;
    let first = opens_with(&variants.list, &view.choice).and_then(|variant| variant.images.first().copied());
    gallery.add_preview(first.unwrap_or(0));
    let prices: HashMap<i64, Price> = match row.kind {
        RowKind::Configurable => variants.prices,
        _ => price::prices(tx, &[id], view.currency, view.now)?,
    };
    // Without a price there is nothing to sell, hence no page.
    let (price, highest) = price::range(&prices).ok_or_else(missing)?;
    let stock = row.quantity.unwrap_or(0);
    let cheapest = variants.list.iter().find(|variant| variant.price == price.price.amount());
    let unit_price = match row.kind {
        RowKind::Configurable => cheapest.and_then(|variant| variant.unit_price),
        _ => per_unit(price.price, row.content_amount, row.content_unit),
    };
    let parts = match row.kind {
        RowKind::Kit => kit_parts(tx, &[id], lang)?.remove(&id).unwrap_or_default(),
        _ => Vec::new(),
    };
    let shipping = standard.offer(row.weight_g, price.price)?;
    for variant in &mut variants.list {
        let of_product = shipping.as_ref().map(|offer| offer.amount);
        variant.shipping_amount = variant.shipping_amount.filter(|amount| Some(*amount) != of_product);
    }
    let related = store::related(tx, id)?;
    Ok(Product {
        item_id: row.id,
        url: product_url(lang, category_key, &row.url_key),
        alternates: store::product_alternates(tx, id, view.stores.languages())?,
        kind: kind(row.kind),
        details: row.details.lines().map(str::to_owned).collect(),
        meta_title: row.name.clone(),
        breadcrumbs: path.iter().map(|node| branch.link(node)).collect(),
        currency: view.currency,
        price: price.price.amount(),
        price_from: highest != price.price,
        market_price: price.market_price.map(Money::amount),
        lowest_price_30d: price.lowest_30d.map(Money::amount),
        unit_price,
        stock: exact(view, stock),
        availability: Availability::of(stock),
        max_qty: row.max_qty,
        options,
        variants: variants.list,
        parts: parts
            .into_iter()
            .map(|part| KitPart {
                // What one kit takes counts: a part may be there, but not often enough.
                availability: if part.is_available() { Availability::of(part.stock) } else { Availability::OutOfStock },
                item_id: part.item_id,
                sku: part.sku,
                name: part.name,
                url: part.url,
                qty: part.qty.into(),
                stock: exact(view, part.stock),
                image: part.image,
            })
            .collect(),
        images: gallery.images,
        own_images,
        price_valid_until: price.last_reduced_day(),
        shipping,
        delivery: standard.delivery(tx, view, row.weight_g)?,
        ship_to,
        bed_terms: row.bed_terms,
        points: points(view, price.price, &exchange)?,
        fibres: fibres(store::fibres(tx, id, lang)?, lang),
        hazard: hazard(tx, &row.hazard, lang)?,
        eco_participation: row.eco_participation.map(Amount::from_minor),
        return_cost: view.config.shipping.collection.get(&row.product_type).copied(),
        related: cards(tx, view, &related)?,
        manufacturer: Manufacturer {
            name: row.maker_name.unwrap_or_default(),
            address: row.maker_address.unwrap_or_default(),
            email: row.maker_email.unwrap_or_default(),
            responsible: row.responsible_name.filter(|name| !name.is_empty()).map(|name| Contact {
                name,
                address: row.responsible_address.unwrap_or_default(),
                email: row.responsible_email.unwrap_or_default(),
            }),
        },
        sku: row.sku,
        name: row.name,
        url_key: row.url_key,
        product_type: row.product_type,
        short_description: row.short,
        description_html: row.long_html,
        material: row.material,
        care: row.care,
        dimensions: row.dimensions,
        meta_description: row.meta_description,
        promotion_category: row.promotion_category,
        inci: row.inci,
        safety: row.safety,
    })
}

/// A number of pieces where it may be told: a cached page would promise what is long sold.
fn exact(view: &View, pieces: u32) -> Option<i64> {
    (!view.for_cache).then_some(pieces.into())
}

/// A product's pictures, to which variants add theirs.
struct Gallery {
    images: Vec<Image>,
    /// Name → index into `images`.
    places: HashMap<String, usize>,
}

impl Gallery {
    fn new(name: &str, pictures: &[PictureRow]) -> Gallery {
        let mut gallery = Gallery { images: Vec::new(), places: HashMap::new() };
        for picture in pictures {
            gallery
                .add(&picture.picture, || if picture.alt.is_empty() { name.to_owned() } else { picture.alt.clone() });
        }
        gallery
    }

    /// The place of a picture, added if it is new; none when it has no file.
    fn add(&mut self, name: &str, alt: impl FnOnce() -> String) -> Option<usize> {
        if let Some(place) = self.places.get(name) {
            return Some(*place);
        }
        let image = media::image(name, &alt())?;
        self.images.push(image);
        self.places.insert(name.to_owned(), self.images.len() - 1);
        Some(self.images.len() - 1)
    }

    /// Gives the picture that is seen first its preview.
    fn add_preview(&mut self, at: usize) {
        let name = self.places.iter().find(|(_, place)| **place == at).map(|(name, _)| name);
        if let (Some(image), Some(name)) = (self.images.get_mut(at), name) {
            image.preview = media::preview(name);
        }
    }
}

/// The variant that a page opens with: the first that the address names, else the first that can be had.
fn opens_with<'v>(variants: &'v [Variant], choice: &[(String, String)]) -> Option<&'v Variant> {
    let is_named = |variant: &Variant| choice.iter().all(|(option, value)| variant.options.get(option) == Some(value));
    let named = variants.iter().find(|variant| !choice.is_empty() && is_named(variant));
    named.or(variants.iter().find(|variant| variant.availability != Availability::OutOfStock)).or(variants.first())
}

/// What a product offers to choose from.
fn options(rows: Vec<OfferedRow>) -> Vec<ProductOption> {
    let mut options: Vec<ProductOption> = Vec::new();
    for row in rows {
        let value =
            OptionValue { label: row.label.unwrap_or_else(|| row.value.clone()), code: row.value, color: row.color };
        match options.last_mut().filter(|option| option.code == row.option) {
            Some(option) => option.values.push(value),
            None => options.push(ProductOption {
                name: row.name.unwrap_or_else(|| row.option.clone()),
                code: row.option,
                display: row.display,
                values: vec![value],
            }),
        }
    }
    options
}

#[derive(Default)]
struct Variants {
    list: Vec<Variant>,
    prices: HashMap<i64, Price>,
}

/// The variants of a configurable product that have a price.
fn variants(
    tx: &mut dyn Tx,
    view: &View,
    row: &ProductRow,
    options: &[ProductOption],
    pictures: &[PictureRow],
    gallery: &mut Gallery,
    standard: &Standard,
) -> Result<Variants> {
    if row.kind != RowKind::Configurable {
        return Ok(Variants::default());
    }
    let rows = store::variants(tx, row.id)?;
    let ids: Vec<i64> = rows.iter().map(|variant| variant.id).collect();
    let prices = price::prices(tx, &ids, view.currency, view.now)?;
    let mut chosen = store::variant_options(tx, row.id)?;
    let mut others = store::pictures(tx, &ids, view.lang(), i64::MAX)?;
    let mut list = Vec::with_capacity(rows.len());
    for variant in rows {
        let Some(price) = prices.get(&variant.id) else { continue };
        let values = chosen.remove(&variant.id).unwrap_or_default();
        let stock = variant.quantity.unwrap_or(0);
        let others = others.remove(&variant.id).unwrap_or_default();
        let images = if variant.picture.is_empty() && others.is_empty() {
            Vec::new()
        } else {
            let shown = store::shown(pictures, &variant.picture, &others).into_iter();
            let place = |picture: PictureRow| {
                gallery.add(&picture.picture, || {
                    let what = pictures.iter().find(|own| picture.position > 0 && own.position == picture.position);
                    let name = what.map(|own| &own.alt).filter(|alt| !alt.is_empty()).unwrap_or(&row.name);
                    if picture.alt.is_empty() {
                        full_name(name, &in_words(options, &values, &picture.picture), view.lang())
                    } else {
                        picture.alt
                    }
                })
            };
            shown.filter_map(place).collect()
        };
        list.push(Variant {
            item_id: variant.id,
            sku: variant.sku,
            price: price.price.amount(),
            market_price: price.market_price.map(Money::amount),
            lowest_price_30d: price.lowest_30d.map(Money::amount),
            unit_price: per_unit(price.price, variant.content_amount, variant.content_unit),
            stock: exact(view, stock),
            availability: Availability::of(stock),
            images,
            options: values,
            price_valid_until: price.last_reduced_day(),
            shipping_amount: standard.offer(variant.weight_g, price.price)?.map(|offer| offer.amount),
        });
    }
    Ok(Variants { list, prices })
}

/// The choices that a variant's picture shows, in words: those whose value is part of the picture's name.
fn in_words(
    options: &[ProductOption],
    values: &std::collections::BTreeMap<String, String>,
    picture: &str,
) -> Vec<ChosenOption> {
    let shown: Vec<&str> = picture.split("--").skip(1).collect();
    options
        .iter()
        .filter_map(|option| {
            let value = option.values.iter().find(|value| Some(&value.code) == values.get(&option.code))?;
            shown.contains(&value.code.as_str()).then(|| ChosenOption {
                code: option.code.clone(),
                name: option.name.clone(),
                value: value.code.clone(),
                label: value.label.clone(),
            })
        })
        .collect()
}

/// Loyalty points for one piece.
fn points(view: &View, price: Money, exchange: &Exchange) -> Result<i64> {
    let points = loyalty::points(price, exchange.rate)?;
    Ok(i64::from(points) * view.config.money.points_per_euro)
}

/// One line for each part: `Cover`, `100 % cotton`.
fn fibres(rows: Vec<(String, String, i64)>, lang: Lang) -> Vec<LabelledText> {
    let comma = if lang == Lang::Zh { "，" } else { ", " };
    let mut lines: Vec<LabelledText> = Vec::new();
    for (part, fibre, percent) in rows {
        let text = match lang {
            Lang::En => format!("{percent}% {fibre}"),
            Lang::Zh => format!("{percent}% {fibre}"),
            Lang::Fr | Lang::De | Lang::Es => format!("{percent}\u{a0}% {fibre}"),
        };
        match lines.last_mut().filter(|line| line.label == part) {
            Some(line) => {
                line.text += comma;
                line.text += &text;
            }
            None => lines.push(LabelledText { label: part, text }),
        }
    }
    lines
}

/// The hazard block, from its codes.
fn hazard(tx: &mut dyn Tx, block: &str, lang: Lang) -> Result<Option<Hazard>> {
    if block.is_empty() {
        return Ok(None);
    }
    let words = store::labels(tx, lang, "hazard")?;
    let Some([pictograms, signal, h, p, euh]) = hazard::groups(block) else {
        return Err(anyhow!("a hazard block has five groups: {block}").into());
    };
    let labelled = |codes: &[&str]| -> Vec<LabelledText> {
        codes
            .iter()
            .map(|code| LabelledText {
                label: (*code).to_owned(),
                text: words.get(*code).cloned().unwrap_or_else(|| (*code).to_owned()),
            })
            .collect()
    };
    let signal_word = signal.first().and_then(|word| words.get(&format!("signal_{word}"))).cloned().unwrap_or_default();
    let statements = [h, p, euh].into_iter().flat_map(|codes| labelled(&codes)).collect();
    Ok(Some(Hazard { pictograms: labelled(&pictograms), signal_word, statements }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::View;
    use crate::catalog::types::DeliveryWindow;
    use crate::domain::money::Currency;
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

    fn filters(pairs: &[(&str, &[&str])]) -> super::super::types::Filters {
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
                let prices = |cards: &[super::super::types::ProductCard]| {
                    cards.iter().map(|card| card.price).collect::<Vec<_>>()
                };
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
        assert_eq!(bed.kind, super::super::types::Kind::Configurable);
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
        let french = with(&shop, |tx| product(tx, &view(Lang::Fr, Currency::Eur), sku("BED-LAC")));
        // 21 November 2026 is a Saturday; standard shipping to France takes 2 to 4 working days.
        assert_eq!(french.delivery, Some(DeliveryWindow { from: "2026-11-24".into(), to: "2026-11-26".into() }));
        assert_eq!(french.eco_participation.map(|a| a.to_string()).as_deref(), Some("21.50"));
        assert!(french.fibres.iter().all(|line| line.text.contains("\u{a0}% ")));
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
        assert_eq!(
            refusal(&shop, |tx| product(tx, &view(Lang::En, Currency::Chf), sku("TOW-GAN"))),
            "product.not_found"
        );
        let shop = empty();
        assert_eq!(
            refusal(&shop, |tx| category(tx, &view(Lang::En, Currency::Eur), list("bed"))),
            "category.not_found"
        );
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
        let chosen =
            filters(&[("colour", &["white"]), ("price", &["50-100", "1000-"]), ("availability", &["in_stock"])]);
        assert_indexed(&shop, |tx| category(tx, &en, CategoryArgs { filters: chosen, ..list("bedding") }));
        assert_indexed(&shop, |tx| product(tx, &en, sku("KIT-SPA")));
        assert_indexed(&shop, |tx| product(tx, &en, sku("BED-LAC")));
        let count = |per_page| {
            statements(&shop, |tx| category(tx, &en, CategoryArgs { per_page: Some(per_page), ..list("bedding") }))
                .len()
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
                let nameless: Vec<_> =
                    values.filter(|value| value.label == value.code && value.code.len() > 2).collect();
                assert!(nameless.is_empty(), "{name} {lang} {nameless:?}");
            }
        }
    }
}
