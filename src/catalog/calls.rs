//! `catalog/category` and `catalog/product`.

use std::collections::HashMap;

use anyhow::anyhow;

use super::cards::{cards, first_cards, kind};
use super::delivery::Standard;
use super::price::{self, Price, per_unit};
use super::sellable::kit_parts;
use super::sets::Bits;
use super::store::{self, CategoryNode, RowKind, product_url};
use super::types::{
    CategoryArgs, CategoryPage, Contact, Hazard, KitPart, LabelledText, Manufacturer, Product, ProductArgs, Sort,
    page_and_size,
};
use super::variants::{Gallery, exact_stock, initial_variant, options, variants};
use super::{facets, listing, media};
use crate::call::{Shows, View};
use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::stock::Availability;
use crate::domain::store_view::Lang;
use crate::domain::{hazard, loyalty};
use crate::error::Result;
use crate::message;
use crate::region;

/// A category with one page of its products.
pub fn category(tx: &mut dyn Tx, view: &View, args: CategoryArgs) -> Result<CategoryPage> {
    let lang = view.lang();
    let missing = || crate::error::Error::from(message::CATEGORY_NOT_FOUND);
    let id = store::find_category(tx, &args.url_key, lang)?.ok_or_else(missing)?;
    let tree = store::tree(tx, lang)?;
    let node = tree.find(id).ok_or_else(missing)?;
    let text = store::find_category_text(tx, id, lang)?.ok_or_else(missing)?;

    view.shows([Shows::Category(id)]);
    let sort = args.sort.unwrap_or(Sort::Position);
    let (page, per_page) = page_and_size(args.page, args.per_page);
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
    let row = store::product(tx, id, lang, view.preview == Some(id))?.ok_or_else(missing)?;

    view.shows([Shows::Product(id)]);
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
    let not_shipped_to = match goes_there {
        true => None,
        false => region::country(tx, lang, country)?.map(|country| country.name),
    };
    let standard = if goes_there { Standard::read(tx, view, country, &exchange)? } else { Standard::nowhere(view) };
    let mut variants = variants(tx, view, &row, &options, &pictures, &mut gallery, &standard)?;
    let first = initial_variant(&variants.list, &view.choice).and_then(|variant| variant.images.first().copied());
    gallery.add_preview(first.unwrap_or(0));
    let prices: HashMap<i64, Price> = match row.kind {
        RowKind::Configurable => variants.prices,
        _ => price::prices(tx, &[id], view.currency, view.now)?,
    };
    // Without a price there is no page.
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
    let part_ids: Vec<i64> = parts.iter().map(|part| part.item_id).collect();
    let part_prices = price::prices(tx, &part_ids, view.currency, view.now)?;
    let shipping = standard.offer(row.weight_g, price.price)?;
    for variant in &mut variants.list {
        let of_product = shipping.as_ref().map(|offer| offer.amount);
        variant.shipping_amount = variant.shipping_amount.filter(|amount| Some(*amount) != of_product);
    }
    let related = store::related(tx, id)?;
    Ok(Product {
        item_id: row.id,
        url: product_url(lang, category_key, &row.url_key),
        is_preview: !row.enabled,
        alternates: store::product_alternates(tx, id, view.stores.languages())?,
        kind: kind(row.kind),
        details: row.details.lines().map(str::to_owned).collect(),
        meta_title: row.name.clone(),
        breadcrumbs: path.iter().take_while(|node| !node.hidden).map(|node| branch.link(node)).collect(),
        currency: view.currency,
        price: price.price.amount(),
        price_from: highest != price.price,
        market_price: price.market_price.map(Money::amount),
        lowest_price_30d: price.lowest_30d.map(Money::amount),
        unit_price,
        stock: exact_stock(view, stock),
        availability: Availability::of(stock),
        max_qty: row.max_qty.or(Some(view.config.limits.max_qty.into())),
        options,
        variants: variants.list,
        parts: parts
            .into_iter()
            .map(|part| KitPart {
                // The stock must suffice for one kit.
                availability: if part.is_available() { Availability::of(part.stock) } else { Availability::OutOfStock },
                price: part_prices.get(&part.item_id).map(|price| price.price.amount()),
                item_id: part.item_id,
                sku: part.sku,
                name: part.name,
                url: part.url,
                qty: part.qty.into(),
                stock: exact_stock(view, part.stock),
                image: part.image,
            })
            .collect(),
        images: gallery.images,
        own_images,
        price_valid_until: price.last_reduced_day(),
        shipping,
        delivery: standard.delivery(tx, view, row.weight_g)?,
        ship_to,
        not_shipped_to,
        bed_terms: row.bed_terms,
        points: loyalty::points(price.price, exchange.rate, view.config.money.points_per_euro)?,
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

/// One line per part: `Cover`, `100 % cotton`.
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
