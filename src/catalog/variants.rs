//! Variants of configurable products, their options and pictures, for the product page.

use std::collections::HashMap;

use super::delivery::Standard;
use super::media;
use super::price::{self, Price, per_unit};
use super::sellable::full_name;
use super::store::{self, OfferedRow, PictureRow, ProductRow, RowKind};
use super::types::{ChosenOption, Image, OptionValue, ProductOption, Variant};
use crate::call::{Shows, View};
use crate::db::Tx;
use crate::domain::money::Money;
use crate::domain::stock::Availability;
use crate::error::Result;

/// The exact stock, but not in cached pages, where it would go stale.
pub fn exact_stock(view: &View, pieces: u32) -> Option<i64> {
    if view.for_cache {
        return None;
    }
    view.shows([Shows::Moment]);
    Some(pieces.into())
}

/// A product's pictures and those of its variants.
pub struct Gallery {
    pub images: Vec<Image>,
    /// Name → index into `images`.
    places: HashMap<String, usize>,
}

impl Gallery {
    pub fn new(name: &str, pictures: &[PictureRow]) -> Gallery {
        let mut gallery = Gallery { images: Vec::new(), places: HashMap::new() };
        for picture in pictures {
            gallery
                .add(&picture.picture, || if picture.alt.is_empty() { name.to_owned() } else { picture.alt.clone() });
        }
        gallery
    }

    /// The index of a picture, added if it is new; none if it has no file.
    fn add(&mut self, name: &str, alt: impl FnOnce() -> String) -> Option<usize> {
        if let Some(place) = self.places.get(name) {
            return Some(*place);
        }
        let image = media::image(name, &alt())?;
        self.images.push(image);
        self.places.insert(name.to_owned(), self.images.len() - 1);
        Some(self.images.len() - 1)
    }

    /// Adds the preview to the picture shown first.
    pub fn add_preview(&mut self, at: usize) {
        let name = self.places.iter().find(|(_, place)| **place == at).map(|(name, _)| name);
        if let (Some(image), Some(name)) = (self.images.get_mut(at), name) {
            image.preview = media::preview(name);
        }
    }
}

/// The variant shown first: the first that matches the URL, else the first in stock.
pub fn initial_variant<'v>(variants: &'v [Variant], choice: &[(String, String)]) -> Option<&'v Variant> {
    let is_named = |variant: &Variant| choice.iter().all(|(option, value)| variant.options.get(option) == Some(value));
    let named = variants.iter().find(|variant| !choice.is_empty() && is_named(variant));
    named.or(variants.iter().find(|variant| variant.availability != Availability::OutOfStock)).or(variants.first())
}

/// A product's options with their values.
pub fn options(rows: Vec<OfferedRow>) -> Vec<ProductOption> {
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
pub struct Variants {
    pub list: Vec<Variant>,
    pub prices: HashMap<i64, Price>,
}

/// The variants of a configurable product; those without a price are left out.
pub fn variants(
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
            let shown = store::variant_pictures(pictures, &variant.picture, &others).into_iter();
            let place = |picture: PictureRow| {
                gallery.add(&picture.picture, || {
                    let what = pictures.iter().find(|own| picture.position > 0 && own.position == picture.position);
                    let name = what.map(|own| &own.alt).filter(|alt| !alt.is_empty()).unwrap_or(&row.name);
                    if picture.alt.is_empty() {
                        full_name(name, &visible_options(options, &values, &picture.picture), view.lang())
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
            stock: exact_stock(view, stock),
            availability: Availability::of(stock),
            images,
            options: values,
            price_valid_until: price.last_reduced_day(),
            shipping_amount: standard.offer(variant.weight_g, price.price)?.map(|offer| offer.amount),
        });
    }
    Ok(Variants { list, prices })
}

/// The options visible in a variant's picture: those whose value is part of its name.
fn visible_options(
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
