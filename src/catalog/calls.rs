//! `catalog/category` and `catalog/product`.

use std::collections::HashMap;

use anyhow::anyhow;

use super::cards::{cards, kind};
use super::facets;
use super::listing;
use super::media;
use super::price::{self, Price, per_unit};
use super::sellable::{full_name, kit_parts};
use super::store::{self, CategoryNode, OfferedRow, PictureRow, ProductRow, RowKind, product_url};
use super::types::{
    CategoryArgs, CategoryPage, ChosenOption, DeliveryWindow, Hazard, Image, KitPart, LabelledText, Manufacturer,
    OptionValue, Product, ProductArgs, ProductOption, Sort, Variant,
};
use crate::address;
use crate::call::View;
use crate::db::Tx;
use crate::domain::loyalty;
use crate::domain::money::{Amount, Money};
use crate::domain::shipping::{ShippingMethod, delivery_dates};
use crate::domain::stock::Availability;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_paris;
use crate::error::Result;
use crate::message;

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
    let chosen = facets::choose(&args.filters, &words, view.currency)?;
    let offset = i64::from(page - 1) * i64::from(per_page);
    let ids = listing::page(tx, view, id, sort, &chosen, per_page, offset)?;
    let (total, total_capped) = if chosen.is_empty() {
        (listing::total(tx, id)?, false)
    } else {
        listing::total_chosen(tx, view, id, &chosen)?
    };
    let facets = if chosen.is_empty() {
        facets::of_category(tx, view, id, &words, total)?
    } else {
        facets::of_category_chosen(tx, view, id, &words, &chosen, total)?
    };

    let links = |nodes: Vec<&CategoryNode>| nodes.into_iter().map(|node| tree.link(node)).collect();
    let siblings = tree.children(node.parent_id).filter(|sibling| sibling.id != id).collect();
    Ok(CategoryPage {
        key: node.key.clone(),
        name: node.name.clone(),
        url_key: node.url_key.clone(),
        url: tree.url(node),
        alternates: store::category_alternates(tx, id, &view.config.languages)?,
        intro: text.intro,
        meta_title: text.meta_title,
        meta_description: text.meta_description,
        image: media::image(&node.picture, &node.alt),
        breadcrumbs: links(tree.path(id)),
        children: links(tree.children(Some(id)).collect()),
        siblings: links(siblings),
        items: cards(tx, view, &ids)?,
        total,
        total_capped,
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

    let tree = store::tree(tx, lang)?;
    let path = row.category_id.map(|category| tree.path(category)).unwrap_or_default();
    let category_key = path.last().map(|node| node.url_key.as_str());

    let pictures = store::pictures(tx, &[id], lang, i64::MAX)?.remove(&id).unwrap_or_default();
    let mut gallery = Gallery::new(&row.name, &pictures);
    let options = options(store::offered(tx, &[id], lang, None)?);
    let variants = variants(tx, view, &row, &options, &mut gallery)?;
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
        _ => per_unit(price.price, row.content_amount, row.content_unit)?,
    };
    let parts = match row.kind {
        RowKind::Kit => kit_parts(tx, &[id], lang)?.remove(&id).unwrap_or_default(),
        _ => Vec::new(),
    };
    let ship_to = store::ship_to(tx, &[&row.ship_group])?.remove(&row.ship_group).unwrap_or_default();
    let related = store::related(tx, id)?;
    Ok(Product {
        item_id: row.id,
        url: product_url(lang, category_key, &row.url_key),
        alternates: store::product_alternates(tx, id, &view.config.languages)?,
        kind: kind(row.kind),
        details: row.details.lines().map(str::to_owned).collect(),
        meta_title: row.name.clone(),
        breadcrumbs: path.iter().map(|node| tree.link(node)).collect(),
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
        delivery: delivery(tx, view, &row, &ship_to)?,
        ship_to,
        bed_terms: row.bed_terms,
        points: points(tx, view, price.price)?,
        fibres: fibres(store::fibres(tx, id, lang)?, lang),
        hazard: hazard(tx, &row.hazard, lang)?,
        eco_participation: row.eco_participation.map(Amount::from_minor),
        related: cards(tx, view, &related)?,
        manufacturer: Manufacturer {
            name: row.maker_name.unwrap_or_default(),
            address: row.maker_address.unwrap_or_default(),
            email: row.maker_email.unwrap_or_default(),
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
    gallery: &mut Gallery,
) -> Result<Variants> {
    if row.kind != RowKind::Configurable {
        return Ok(Variants::default());
    }
    let rows = store::variants(tx, row.id)?;
    let ids: Vec<i64> = rows.iter().map(|variant| variant.id).collect();
    let prices = price::prices(tx, &ids, view.currency, view.now)?;
    let mut chosen = store::variant_options(tx, row.id)?;
    let mut list = Vec::with_capacity(rows.len());
    for variant in rows {
        let Some(price) = prices.get(&variant.id) else { continue };
        let values = chosen.remove(&variant.id).unwrap_or_default();
        let stock = variant.quantity.unwrap_or(0);
        let image = if variant.picture.is_empty() {
            None
        } else {
            gallery.add(&variant.picture, || {
                full_name(&row.name, &in_words(options, &values, &variant.picture), view.lang())
            })
        };
        list.push(Variant {
            item_id: variant.id,
            sku: variant.sku,
            price: price.price.amount(),
            market_price: price.market_price.map(Money::amount),
            lowest_price_30d: price.lowest_30d.map(Money::amount),
            unit_price: per_unit(price.price, variant.content_amount, variant.content_unit)?,
            stock: exact(view, stock),
            availability: Availability::of(stock),
            image,
            options: values,
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

/// When the standard carrier brings the product to the store's country; none where it does not, or no date may be told.
fn delivery(tx: &mut dyn Tx, view: &View, row: &ProductRow, ship_to: &[String]) -> Result<Option<DeliveryWindow>> {
    let country = view.store.default_country;
    if view.for_cache || !ship_to.iter().any(|code| code == country) {
        return Ok(None);
    }
    let bands = address::rate_bands(tx, country, view.currency)?;
    let band = bands
        .iter()
        .filter(|band| band.method == ShippingMethod::Standard && row.weight_g <= band.up_to_g)
        .min_by_key(|band| band.up_to_g);
    let Some(band) = band else { return Ok(None) };
    let calendar = address::calendar(tx)?;
    let (from, to) = delivery_dates(in_paris(view.now).date(), band.min_days, band.max_days, &calendar);
    Ok(Some(DeliveryWindow { from: from.to_string(), to: to.to_string() }))
}

/// Loyalty points for one piece.
fn points(tx: &mut dyn Tx, view: &View, price: Money) -> Result<i64> {
    let rate = address::exchange(tx, view.currency)?.rate;
    let points = loyalty::points(price, rate)?;
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

/// The hazard block, from its codes: `pictograms;signal;h;p;euh`, each comma-separated.
fn hazard(tx: &mut dyn Tx, codes: &str, lang: Lang) -> Result<Option<Hazard>> {
    if codes.is_empty() {
        return Ok(None);
    }
    let words = store::labels(tx, lang, "hazard")?;
    let groups: Vec<Vec<&str>> =
        codes.split(';').map(|group| group.split(',').filter(|code| !code.is_empty()).collect()).collect();
    let [pictograms, signal, h, p, euh] = groups.as_slice() else {
        return Err(anyhow!("a hazard block has five groups, not {}: {codes}", groups.len()).into());
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
    let statements = [h, p, euh].into_iter().flat_map(|codes| labelled(codes)).collect();
    Ok(Some(Hazard { pictograms: labelled(pictograms), signal_word, statements }))
}
