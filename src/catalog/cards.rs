//! Product cards for lists.

use std::collections::HashMap;

use super::media;
use super::price::per_unit;
use super::store::{self, CardRow, RowKind, product_url};
use super::types::{Image, Kind, ProductCard, Swatch};
use crate::call::{Shows, View};
use crate::db::{Tx, group_by};
use crate::domain::money::{Amount, Money};
use crate::domain::stock::Availability;
use crate::error::Result;
use crate::region;

/// Pictures read for the two that a card shows: some may have no file.
const PICTURES: i64 = 4;

/// Cards in the first row of the widest layout, above the fold.
const FIRST_ROW: usize = 4;

/// Cards in the order of `ids`, with three queries per portion of ids, and one for the country where a product does not ship
/// there. Products that lists do not show are left out.
pub fn cards(tx: &mut dyn Tx, view: &View, ids: &[i64]) -> Result<Vec<ProductCard>> {
    cards_from(tx, view, ids, 0)
}

/// Cards at the top of a page: those of the first row have previews of their pictures.
pub fn first_cards(tx: &mut dyn Tx, view: &View, ids: &[i64]) -> Result<Vec<ProductCard>> {
    cards_from(tx, view, ids, FIRST_ROW)
}

fn cards_from(tx: &mut dyn Tx, view: &View, ids: &[i64], previews: usize) -> Result<Vec<ProductCard>> {
    let seen_first = ids.get(..previews.min(ids.len())).unwrap_or_default();
    let lang = view.lang();
    view.shows(ids.iter().map(|id| Shows::Product(*id)));
    let rows = store::card_rows(tx, ids, lang, view.currency.code(), &view.store.default_country)?;
    let mut pictures = store::pictures(tx, ids, lang, PICTURES)?;
    let offered = store::offered(tx, ids, lang, Some("swatch"))?;
    let mut swatches = group_by(offered.into_iter().map(|row| (row.product_id, row)));
    let country = match rows.iter().all(|row| row.ships) {
        true => None,
        false => region::country(tx, lang, &view.store.default_country)?.map(|country| country.name),
    };
    let mut cards: HashMap<i64, ProductCard> = HashMap::new();
    for row in rows {
        let images = pictures.remove(&row.id).unwrap_or_default();
        let alt = |given: &str| if given.is_empty() { row.name.clone() } else { given.to_owned() };
        let image = |name: &str, alt: &str| match seen_first.contains(&row.id) {
            true => media::first_image(name, alt),
            false => media::image(name, alt),
        };
        let mut images: Vec<Image> =
            images.iter().filter_map(|picture| image(&picture.picture, &alt(&picture.alt))).take(2).collect();
        // The second picture shows on hover only.
        for image in images.iter_mut().skip(1) {
            image.preview = None;
        }
        let colours = swatches.remove(&row.id).unwrap_or_default();
        // Of two colour options the card shows the first.
        let first = colours.first().map(|value| value.option.clone());
        let swatches = colours
            .into_iter()
            .filter(|value| Some(&value.option) == first.as_ref())
            .map(|value| Swatch {
                label: value.label.unwrap_or_else(|| value.value.clone()),
                code: value.value,
                color: value.color.unwrap_or_default(),
            })
            .collect();
        let not_shipped_to = country.clone().filter(|_| !row.ships);
        cards.insert(row.id, ProductCard { not_shipped_to, ..card(row, view, images, swatches)? });
    }
    Ok(ids.iter().filter_map(|id| cards.remove(id)).collect())
}

fn card(row: CardRow, view: &View, images: Vec<Image>, swatches: Vec<Swatch>) -> Result<ProductCard> {
    let price = Money::new(row.low, view.currency);
    Ok(ProductCard {
        item_id: row.id,
        url: product_url(view.lang(), row.category_key.as_deref(), &row.url_key),
        kind: kind(row.kind),
        currency: view.currency,
        price: price.amount(),
        price_from: row.high > row.low,
        market_price: row.regular.map(Amount::from_minor),
        lowest_price_30d: row.lowest_30d.map(Amount::from_minor),
        unit_price: per_unit(price, row.content_amount, row.content_unit),
        availability: Availability::of(row.quantity.unwrap_or(0)),
        sku: row.sku,
        name: row.name,
        short_description: row.short,
        url_key: row.url_key,
        promotion_category: row.promotion_category,
        swatches,
        images,
        not_shipped_to: None,
    })
}

/// The kind on the wire. Variants have no page or card of their own.
pub fn kind(row: RowKind) -> Kind {
    match row {
        RowKind::Configurable => Kind::Configurable,
        RowKind::Kit => Kind::Kit,
        RowKind::Simple | RowKind::Variant => Kind::Simple,
    }
}
