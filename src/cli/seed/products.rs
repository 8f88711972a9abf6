//! `seed/catalogue/products.toml` and its texts: products, variants, kits, makers and ship groups.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;

use super::catalogue::Catalogue;
use super::files::{Files, Problems};
use super::ledger::{ListPrice, days_before};
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::Lang;
use crate::domain::unit_price::{Content, ContentUnit};

mod check;
mod write;

pub use write::Around;

const PRODUCTS: &str = "catalogue/products.toml";
/// Longest age of a reduction: the 30 days before it must be inside the ledger.
const MOST_DAYS_REDUCED: u32 = 40;

#[derive(Debug, Default)]
pub struct Products {
    pub list: Vec<ProductSpec>,
    manufacturers: Vec<ManufacturerSpec>,
    ship_groups: Vec<ShipGroupSpec>,
    texts: BTreeMap<Lang, BTreeMap<String, ProductText>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProductFile {
    product: Vec<ProductSpec>,
    manufacturer: Vec<ManufacturerSpec>,
    ship_group: Vec<ShipGroupSpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ManufacturerSpec {
    key: String,
    name: String,
    address: String,
    email: String,
    country: String,
    /// The responsible person in the EU, for manufacturers outside it: name, postal and electronic address.
    responsible: Option<[String; 3]>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipGroupSpec {
    key: String,
    /// `*`: every country.
    countries: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpecKind {
    Simple,
    Configurable,
    Kit,
}

/// A product as in its file, whose head describes the format.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProductSpec {
    pub sku: String,
    kind: SpecKind,
    #[serde(rename = "type")]
    product_type: String,
    categories: Vec<String>,
    manufacturer: String,
    price: Amount,
    market_price: Option<Amount>,
    reduced_days_ago: Option<u32>,
    #[serde(default)]
    prices: BTreeMap<Currency, Amount>,
    vat_class: String,
    weight_g: u32,
    stock: Option<u32>,
    max_qty: Option<u32>,
    promotion_category: String,
    ship_to: String,
    #[serde(default)]
    bed_terms: bool,
    pictures: Vec<String>,
    #[serde(default)]
    picture_by: Vec<String>,
    content: Option<ContentSpec>,
    eco_participation: Option<Amount>,
    #[serde(default)]
    attributes: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    fibres: Vec<FibreSpec>,
    #[serde(default)]
    inci: String,
    hazard: Option<HazardSpec>,
    #[serde(default)]
    related: Vec<String>,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    values: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    surcharge: BTreeMap<String, BTreeMap<String, Amount>>,
    #[serde(default)]
    variant_stock: BTreeMap<String, u32>,
    #[serde(default)]
    variant_content: BTreeMap<String, ContentSpec>,
    #[serde(default)]
    parts: Vec<PartSpec>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContentSpec {
    amount: u32,
    unit: ContentUnit,
}

impl From<ContentSpec> for Content {
    fn from(spec: ContentSpec) -> Content {
        Content { amount: spec.amount, unit: spec.unit }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FibreSpec {
    part: String,
    of: Vec<(String, u32)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HazardSpec {
    pictograms: Vec<String>,
    signal: String,
    h: Vec<String>,
    p: Vec<String>,
    euh: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartSpec {
    sku: String,
    qty: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProductText {
    name: String,
    url_key: String,
    short: String,
    long: String,
    #[serde(default)]
    details: Vec<String>,
    #[serde(default)]
    material: String,
    #[serde(default)]
    care: String,
    #[serde(default)]
    dimensions: String,
    #[serde(default)]
    safety: String,
    alt: Vec<String>,
    meta_description: String,
}

/// A combination of a configurable product's option values.
#[derive(Debug)]
struct Combination<'a> {
    sku: String,
    /// Options with values, in the order of the options.
    values: Vec<(&'a str, &'a str)>,
}

fn texts_path(lang: Lang) -> String {
    format!("catalogue/{lang}/products.toml")
}

impl ProductSpec {
    /// All combinations, varying the last option first. Unknown values are reported already.
    fn combinations<'a>(&'a self, catalogue: &Catalogue) -> Vec<Combination<'a>> {
        let mut made = vec![Combination { sku: self.sku.clone(), values: Vec::new() }];
        for option in &self.options {
            let offered = self.values.get(option).map(Vec::as_slice).unwrap_or_default();
            made = made
                .iter()
                .flat_map(|before| {
                    offered.iter().map(|value| {
                        let suffix = catalogue.suffix(option, value).unwrap_or("?");
                        let mut values = before.values.clone();
                        values.push((option.as_str(), value.as_str()));
                        Combination { sku: format!("{}-{suffix}", before.sku), values }
                    })
                })
                .collect();
        }
        made
    }

    fn surcharge(&self, values: &[(&str, &str)]) -> Amount {
        let of = |(option, value): &(&str, &str)| self.surcharge.get(*option)?.get(*value).map(|amount| amount.minor());
        Amount::from_minor(values.iter().filter_map(of).sum())
    }

    /// The pictures of a combination: the product's names with the visible values; none without visible values.
    fn pictures_of(&self, values: &[(&str, &str)]) -> Vec<String> {
        let seen = self.picture_by.iter().filter_map(|option| values.iter().find(|(code, _)| code == option));
        let ending: String = seen.map(|(_, value)| format!("--{value}")).collect();
        let pictures = if ending.is_empty() { &[] } else { self.pictures.as_slice() };
        pictures.iter().map(|name| name.clone() + &ending).collect()
    }

    fn content_of(&self, values: &[(&str, &str)]) -> Option<Content> {
        let own = values.iter().find_map(|(_, value)| self.variant_content.get(*value));
        own.or(self.content.as_ref()).map(|spec| (*spec).into())
    }

    /// `pictograms;signal;h;p;euh`; empty: no hazard.
    fn hazard(&self) -> String {
        self.hazard.as_ref().map_or_else(String::new, |hazard| {
            let HazardSpec { pictograms, signal, h, p, euh } = hazard;
            [pictograms.join(","), signal.clone(), h.join(","), p.join(","), euh.join(",")].join(";")
        })
    }

    fn list_price(&self, values: &[(&str, &str)], since: Timestamp, now: Timestamp) -> ListPrice {
        let surcharge = self.surcharge(values);
        let with_surcharge = |amount: Amount| Amount::from_minor(amount.minor() + surcharge.minor());
        ListPrice {
            price: with_surcharge(self.price),
            market: self.market_price.map(with_surcharge),
            surcharge,
            since,
            reduced_since: days_before(now, self.reduced_days_ago.unwrap_or(0)),
        }
    }
}

impl Products {
    pub fn read(files: &Files, problems: &mut Problems) -> Products {
        let file: ProductFile = files.read(PRODUCTS, problems);
        Products {
            list: file.product,
            manufacturers: file.manufacturer,
            ship_groups: file.ship_group,
            texts: files.read_all(texts_path, problems),
        }
    }

    pub fn has(&self, sku: &str) -> bool {
        self.list.iter().any(|product| product.sku == sku)
    }

    pub fn pictures(&self) -> Vec<String> {
        // Pictures need no SKU suffix, only the values.
        let variants = self.list.iter().flat_map(|product| {
            let mut names = product.pictures.clone();
            for option in &product.picture_by {
                let offered = product.values.get(option).map(Vec::as_slice).unwrap_or_default();
                names =
                    names.iter().flat_map(|name| offered.iter().map(move |value| format!("{name}--{value}"))).collect();
            }
            if product.picture_by.is_empty() { Vec::new() } else { names }
        });
        self.list.iter().flat_map(|product| product.pictures.clone()).chain(variants).collect()
    }
}
