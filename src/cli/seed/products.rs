//! `seed/catalogue/products.toml` and its texts: products, variants, kits, makers and ship groups.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use serde::Deserialize;

use super::SeedReport;
use super::catalogue::Catalogue;
use super::files::{Files, Problems, is_url_key};
use super::ledger::{self, ListPrice, days_before};
use super::regions::Regions;
use super::words::Words;
use crate::catalog::import::{self, NewManufacturer, NewProduct, NewProductText};
use crate::cms::markdown;
use crate::db::Tx;
use crate::domain::hazard;
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::{Lang, is_eu};
use crate::domain::unit_price::{Content, ContentUnit};
use crate::error::Result;
use crate::region::Exchange;

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

    // ── Checking ────────────────────────────────────────────────────────────────────────────────────────────────────

    pub fn check(&self, regions: &Regions, words: &Words, catalogue: &Catalogue, problems: &mut Problems) {
        let countries: BTreeSet<&str> = regions.countries().collect();
        for group in &self.ship_groups {
            for country in group.countries.iter().filter(|code| *code != "*" && !countries.contains(code.as_str())) {
                problems.add(
                    PRODUCTS,
                    &group.key,
                    format_args!("ships to {country}; name a country of countries.toml"),
                );
            }
        }
        let mut skus: BTreeSet<String> = BTreeSet::new();
        let mut items: BTreeSet<String> = BTreeSet::new();
        for product in &self.list {
            if !skus.insert(product.sku.clone()) {
                problems.add(PRODUCTS, &product.sku, "stands there twice; remove one or give it another sku");
            }
            if product.kind == SpecKind::Configurable {
                for made in product.combinations(catalogue) {
                    if !skus.insert(made.sku.clone()) {
                        problems.add(PRODUCTS, &made.sku, "is the sku of two items; give one of them another");
                    }
                    items.insert(made.sku);
                }
            } else if product.kind == SpecKind::Simple {
                items.insert(product.sku.clone());
            }
        }
        for product in &self.list {
            self.check_product(product, regions, words, catalogue, problems);
            check_options(product, catalogue, problems);
            self.check_links(product, &items, problems);
        }
        for (lang, texts) in &self.texts {
            self.check_texts(*lang, texts, problems);
        }
    }

    fn check_product(
        &self,
        product: &ProductSpec,
        regions: &Regions,
        words: &Words,
        catalogue: &Catalogue,
        problems: &mut Problems,
    ) {
        let sku = product.sku.as_str();
        let mut bad = |what: std::fmt::Arguments<'_>| problems.add(PRODUCTS, sku, what);
        if sku.is_empty() || !sku.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-') {
            bad(format_args!("is no sku; give capitals, digits and hyphens"));
        }
        if product.categories.is_empty() {
            bad(format_args!("has no category; give the canonical one first"));
        }
        if let Some(category) = product.categories.iter().find(|key| !catalogue.has_category(key)) {
            bad(format_args!("is in {category}; name a category of categories.toml"));
        }
        if !self.manufacturers.iter().any(|maker| maker.key == product.manufacturer) {
            bad(format_args!("is made by {}; add a [[manufacturer]] with that key", product.manufacturer));
        }
        let is_answered_for = |maker: &ManufacturerSpec| maker.responsible.is_some() || is_eu(&maker.country);
        if self.manufacturers.iter().any(|maker| maker.key == product.manufacturer && !is_answered_for(maker)) {
            bad(format_args!("is made outside the Union by {}; give the maker a responsible", product.manufacturer));
        }
        if !self.ship_groups.iter().any(|group| group.key == product.ship_to) {
            bad(format_args!("ships to {}; add a [[ship_group]] with that key", product.ship_to));
        }
        if !regions.has_vat_class(&product.vat_class) {
            bad(format_args!("has vat_class {}; give a class of vat.toml", product.vat_class));
        }
        if product.price <= Amount::ZERO {
            bad(format_args!("has the price {}; give one above 0.00", product.price));
        }
        if product.pictures.is_empty() {
            bad(format_args!("has no picture; name at least one"));
        }
        if product.max_qty == Some(0) {
            bad(format_args!("has max_qty 0; leave it out or give at least 1"));
        }
        let contents = product.content.iter().chain(product.variant_content.values());
        if contents.into_iter().any(|content| content.amount == 0) {
            bad(format_args!("has a content of 0; give millilitres or grams"));
        }
        match (product.market_price, product.reduced_days_ago) {
            (None, None) => {}
            (Some(market), Some(days)) => {
                if market <= product.price {
                    bad(format_args!("has a market_price that is not above its price; raise it or leave it out"));
                }
                if !(1..=MOST_DAYS_REDUCED).contains(&days) {
                    bad(format_args!("has reduced_days_ago {days}; give 1 to {MOST_DAYS_REDUCED}"));
                }
            }
            _ => bad(format_args!("needs market_price and reduced_days_ago together; add the other")),
        }
        if product.kind == SpecKind::Kit && product.stock.is_some() {
            bad(format_args!("is a kit, whose stock is its parts'; remove stock"));
        }
        if product.kind != SpecKind::Kit && product.stock.is_none() {
            bad(format_args!("has no stock; give a number of pieces"));
        }
        for fibre in &product.fibres {
            let sum: u32 = fibre.of.iter().map(|(_, percent)| percent).sum();
            if sum != 100 {
                bad(format_args!("has {sum} % of fibres in {}; make it 100", fibre.part));
            }
        }
        for exchange in regions.exchanges() {
            let list = product.list_price(&[], Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH);
            let rows = ledger::rows(&list, product.prices.get(&exchange.currency).copied(), &exchange);
            match rows {
                Err(error) => bad(format_args!("has no price in {}: {error}; change it", exchange.currency)),
                Ok(rows) if product.market_price.is_some() && !ledger::is_reduced(&rows) => {
                    bad(format_args!("is not reduced in {}; lower its price there", exchange.currency));
                }
                Ok(_) => {}
            }
        }
        for (facet, values) in &product.attributes {
            words.expect("facet", facet, PRODUCTS, sku, problems);
            for value in values {
                words.expect(&format!("attribute.{facet}"), value, PRODUCTS, sku, problems);
            }
        }
        for fibre in &product.fibres {
            words.expect("fibre_part", &fibre.part, PRODUCTS, sku, problems);
            for (name, _) in &fibre.of {
                words.expect("fibre", name, PRODUCTS, sku, problems);
            }
        }
        if let Some(hazard) = &product.hazard {
            for fault in hazard::faults(&product.hazard()) {
                problems.add(PRODUCTS, sku, fault);
            }
            words.expect("hazard", &format!("signal_{}", hazard.signal), PRODUCTS, sku, problems);
            for code in [&hazard.pictograms, &hazard.h, &hazard.p, &hazard.euh].into_iter().flatten() {
                words.expect("hazard", code, PRODUCTS, sku, problems);
            }
        }
    }

    /// Related products and parts must exist; parts must be items with stock.
    fn check_links(&self, product: &ProductSpec, items: &BTreeSet<String>, problems: &mut Problems) {
        let sku = product.sku.as_str();
        for related in &product.related {
            if related == sku || !self.has(related) {
                problems.add(PRODUCTS, sku, format_args!("is related to {related}; name another product of this file"));
            }
        }
        if (product.kind == SpecKind::Kit) == product.parts.is_empty() {
            problems.add(PRODUCTS, sku, "needs parts exactly when it is a kit; add or remove them");
        }
        for part in &product.parts {
            if !items.contains(&part.sku) {
                problems.add(
                    PRODUCTS,
                    sku,
                    format_args!("has the part {}; name a simple product or a variant", part.sku),
                );
            }
            if part.qty == 0 {
                problems.add(PRODUCTS, sku, format_args!("has 0 of {}; give at least 1", part.sku));
            }
        }
    }

    fn check_texts(&self, lang: Lang, texts: &BTreeMap<String, ProductText>, problems: &mut Problems) {
        let path = texts_path(lang);
        let mut keys: BTreeMap<&str, &str> = BTreeMap::new();
        for product in &self.list {
            let sku = product.sku.as_str();
            let Some(text) = texts.get(sku) else {
                problems.add(&path, sku, "is missing; translate it");
                continue;
            };
            let fields = [
                ("name", &text.name),
                ("short", &text.short),
                ("long", &text.long),
                ("care", &text.care),
                ("material", &text.material),
                ("dimensions", &text.dimensions),
                ("safety", &text.safety),
                ("meta_description", &text.meta_description),
            ];
            for (field, value) in fields {
                problems.expect_text(&path, sku, field, value);
            }
            if text.details.is_empty() || text.details.iter().any(|line| line.trim().is_empty()) {
                problems.add(&path, sku, "has empty details; write at least one");
            }
            if text.alt.len() != product.pictures.len() || text.alt.iter().any(|alt| alt.trim().is_empty()) {
                let what = format_args!(
                    "has {} alt texts for {} pictures; write one for each",
                    text.alt.len(),
                    product.pictures.len()
                );
                problems.add(&path, sku, what);
            }
            if !is_url_key(&text.url_key) {
                problems.add(
                    &path,
                    sku,
                    format_args!("has the url_key {:?}; give lower-case words joined by hyphens", text.url_key),
                );
            }
            if let Some(other) = keys.insert(&text.url_key, sku) {
                problems.add(&path, sku, format_args!("shares its url_key with {other}; give it its own"));
            }
            for (foreign, theirs) in self.texts.iter().filter(|(other, _)| **other < lang) {
                let taken = theirs.iter().find(|(other, theirs)| *other != sku && theirs.url_key == text.url_key);
                if let Some((other, _)) = taken {
                    problems.add(&path, sku, format_args!("has the url_key of {other} in {foreign}; give another"));
                }
            }
        }
        for sku in texts.keys().filter(|sku| !self.has(sku)) {
            problems.add(&path, sku, "is no product of products.toml; add it there or remove it");
        }
    }

    // ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Inserts missing rows; calls `done` after each product.
    pub fn write(
        &self,
        tx: &mut dyn Tx,
        around: &Around<'_>,
        report: &mut SeedReport,
        done: &dyn Fn(u64),
    ) -> Result<()> {
        for maker in &self.manufacturers {
            let responsible = maker.responsible.as_ref();
            let new = NewManufacturer {
                key: &maker.key,
                name: &maker.name,
                address: &maker.address,
                email: &maker.email,
                country: &maker.country,
                responsible: responsible.map_or([""; 3], |[name, address, email]| [name, address, email]),
            };
            report.added += import::add_manufacturer(tx, new)?;
        }
        let everywhere: Vec<&str> = around.regions.countries().collect();
        for group in &self.ship_groups {
            let listed: Vec<&str> = group.countries.iter().map(String::as_str).collect();
            let countries = if listed.contains(&"*") { &everywhere } else { &listed };
            report.added += import::add_ship_group(tx, &group.key, countries)?;
        }
        let exchanges = around.regions.exchanges();
        let mut ids: HashMap<String, i64> = HashMap::new();
        let mut fresh: Vec<(&ProductSpec, i64)> = Vec::new();
        for (place, product) in (0_u32..).zip(&self.list) {
            let writing = Writing { product, place, around, exchanges: &exchanges };
            let (id, is_new) = writing.product(tx, &self.texts, &mut ids, report)?;
            if is_new {
                fresh.push((product, id));
            }
            done(u64::from(place) + 1);
        }
        for (product, id) in fresh {
            for (position, part) in (0_i64..).zip(&product.parts) {
                if let Some(part_id) = ids.get(&part.sku) {
                    import::add_part(tx, id, position, *part_id, part.qty)?;
                }
            }
            for (position, related) in (0_i64..).zip(&product.related) {
                if let Some(related_id) = ids.get(related) {
                    import::add_related(tx, id, position, *related_id)?;
                }
            }
        }
        Ok(())
    }
}

/// Checks that options, values and references to them fit together.
fn check_options(product: &ProductSpec, catalogue: &Catalogue, problems: &mut Problems) {
    let sku = product.sku.as_str();
    let mut bad = |what: std::fmt::Arguments<'_>| problems.add(PRODUCTS, sku, what);
    if (product.kind == SpecKind::Configurable) == product.options.is_empty() {
        bad(format_args!("needs options exactly when it is configurable; add or remove them"));
    }
    for option in &product.options {
        if !catalogue.has_option(option) {
            bad(format_args!("has the option {option}; add it to options.toml"));
        }
        match product.values.get(option).filter(|values| !values.is_empty()) {
            None => bad(format_args!("offers no value of {option}; list some under [product.values]")),
            Some(values) => {
                for value in values.iter().filter(|value| catalogue.suffix(option, value).is_none()) {
                    bad(format_args!("offers {value} of {option}; name a value of options.toml"));
                }
            }
        }
    }
    let offers = |option: &str, value: &str| {
        product.options.iter().any(|code| code == option)
            && product.values.get(option).is_some_and(|values| values.iter().any(|offered| offered == value))
    };
    if let Some(option) = product.picture_by.iter().find(|code| !product.options.contains(code)) {
        bad(format_args!("has pictures by {option}; name one of its options"));
    }
    for option in product.values.keys().filter(|code| !product.options.contains(code)) {
        bad(format_args!("lists values of {option}; add it to its options or remove them"));
    }
    for (option, surcharges) in &product.surcharge {
        for value in surcharges.keys().filter(|value| !offers(option, value)) {
            bad(format_args!("has a surcharge for {option} {value}, which it does not offer; remove it"));
        }
    }
    for value in product.variant_content.keys() {
        if !product.options.iter().any(|option| offers(option, value)) {
            bad(format_args!("has a content for {value}, which it does not offer; remove it"));
        }
    }
    let made = product.combinations(catalogue);
    for variant in product.variant_stock.keys() {
        if !made.iter().any(|combination| &combination.sku == variant) {
            bad(format_args!("has a stock for {variant}, which is no variant of it; mend the sku"));
        }
    }
}

/// Rows that products refer to, written before them.
pub struct Around<'a> {
    pub regions: &'a Regions,
    pub catalogue: &'a Catalogue,
    /// Ids of categories by key.
    pub categories: &'a HashMap<String, i64>,
    pub now: Timestamp,
}

/// A product being inserted.
struct Writing<'a> {
    product: &'a ProductSpec,
    /// Position in the file.
    place: u32,
    around: &'a Around<'a>,
    exchanges: &'a [Exchange],
}

impl Writing<'_> {
    /// Inserts the product with its dependent rows; answers its id and whether it is new.
    fn product(
        &self,
        tx: &mut dyn Tx,
        texts: &BTreeMap<Lang, BTreeMap<String, ProductText>>,
        ids: &mut HashMap<String, i64>,
        report: &mut SeedReport,
    ) -> Result<(i64, bool)> {
        let product = self.product;
        let hazard = product.hazard();
        let new = self.row(&hazard);
        let (id, is_new) = import::add_product(tx, &new)?;
        ids.insert(product.sku.clone(), id);
        report.added += u64::from(is_new);
        report.products += u64::from(is_new);
        for (lang, texts) in texts {
            if let Some(text) = texts.get(&product.sku) {
                report.added += write_text(tx, id, *lang, text)?;
            }
        }
        if is_new {
            self.write_details(tx, id, texts)?;
        }
        match product.kind {
            SpecKind::Configurable => self.write_variants(tx, id, &new, ids, report)?,
            SpecKind::Simple => report.added += import::add_stock(tx, id, product.stock.unwrap_or(0))?,
            SpecKind::Kit => {}
        }
        if product.kind != SpecKind::Configurable {
            report.added += self.write_prices(tx, id, &[])?;
        }
        Ok((id, is_new))
    }

    fn row<'s>(&'s self, hazard: &'s str) -> NewProduct<'s> {
        let product = self.product;
        NewProduct {
            sku: &product.sku,
            parent_id: None,
            kind: match product.kind {
                SpecKind::Simple => "simple",
                SpecKind::Configurable => "configurable",
                SpecKind::Kit => "kit",
            },
            product_type: &product.product_type,
            category_id: product.categories.first().and_then(|key| self.around.categories.get(key)).copied(),
            position: i64::from(self.place + 1) * 10,
            created_at: self.since().as_millisecond(),
            manufacturer: Some(&product.manufacturer),
            vat_class: &product.vat_class,
            weight_g: product.weight_g,
            max_qty: product.max_qty,
            promotion_category: &product.promotion_category,
            bed_terms: product.bed_terms,
            content: product.content.map(Into::into),
            eco_participation: product.eco_participation.map(Amount::minor),
            inci: &product.inci,
            hazard,
            ship_group: &product.ship_to,
            picture: "",
        }
    }

    /// Start of sale, spread over half a year, so that the newest are not the last of the file.
    fn since(&self) -> Timestamp {
        days_before(self.around.now, MOST_DAYS_REDUCED + 35 + self.place * 37 % 180)
    }

    fn write_details(
        &self,
        tx: &mut dyn Tx,
        id: i64,
        texts: &BTreeMap<Lang, BTreeMap<String, ProductText>>,
    ) -> Result<()> {
        let product = self.product;
        let alt = |place: usize| -> Vec<(Lang, &str)> {
            texts
                .iter()
                .filter_map(|(lang, texts)| Some((*lang, texts.get(&product.sku)?.alt.get(place)?.as_str())))
                .collect()
        };
        let pictures: Vec<(&str, Vec<(Lang, &str)>)> =
            product.pictures.iter().enumerate().map(|(place, name)| (name.as_str(), alt(place))).collect();
        import::add_pictures(tx, id, 0, &pictures)?;
        for category in product.categories.iter().filter_map(|key| self.around.categories.get(key)) {
            import::add_to_category(tx, id, *category)?;
        }
        for (facet, values) in &product.attributes {
            for value in values {
                import::add_attribute(tx, id, facet, value)?;
            }
        }
        let fibres: Vec<(&str, &str, u32)> = product
            .fibres
            .iter()
            .flat_map(|part| part.of.iter().map(|(fibre, percent)| (part.part.as_str(), fibre.as_str(), *percent)))
            .collect();
        import::add_fibres(tx, id, &fibres)?;
        let offer: Vec<(&str, &[String])> = product
            .options
            .iter()
            .filter_map(|option| Some((option.as_str(), product.values.get(option)?.as_slice())))
            .collect();
        import::add_offer(tx, id, &offer)
    }

    fn write_variants(
        &self,
        tx: &mut dyn Tx,
        parent: i64,
        row: &NewProduct<'_>,
        ids: &mut HashMap<String, i64>,
        report: &mut SeedReport,
    ) -> Result<()> {
        let product = self.product;
        for (position, made) in (1_i64..).zip(product.combinations(self.around.catalogue)) {
            let pictures = product.pictures_of(&made.values);
            let variant = NewProduct {
                sku: &made.sku,
                parent_id: Some(parent),
                kind: "variant",
                category_id: None,
                position,
                content: product.content_of(&made.values),
                picture: pictures.first().map_or("", String::as_str),
                ..row.clone()
            };
            let (id, is_new) = import::add_product(tx, &variant)?;
            report.added += u64::from(is_new);
            report.variants += u64::from(is_new);
            if is_new {
                for (option, value) in &made.values {
                    import::add_variant_option(tx, id, option, value)?;
                }
                let others: Vec<(&str, Vec<(Lang, &str)>)> =
                    pictures.iter().skip(1).map(|name| (name.as_str(), Vec::new())).collect();
                import::add_pictures(tx, id, 1, &others)?;
            }
            let pieces = product.variant_stock.get(&made.sku).copied().or(product.stock).unwrap_or(0);
            report.added += import::add_stock(tx, id, pieces)?;
            report.added += self.write_prices(tx, id, &made.values)?;
            ids.insert(made.sku, id);
        }
        Ok(())
    }

    fn write_prices(&self, tx: &mut dyn Tx, id: i64, values: &[(&str, &str)]) -> Result<u64> {
        let list = self.product.list_price(values, self.since(), self.around.now);
        ledger::write(tx, id, &list, |currency| self.product.prices.get(&currency).copied(), self.exchanges)
    }
}

fn write_text(tx: &mut dyn Tx, id: i64, lang: Lang, text: &ProductText) -> Result<u64> {
    let long_html = markdown::render(&text.long, lang).html;
    let details: Vec<String> = text.details.iter().map(|line| line.replace('\n', " ")).collect();
    let new = NewProductText {
        name: &text.name,
        url_key: &text.url_key,
        short: &text.short,
        long_html: &long_html,
        details: &details.join("\n"),
        material: &text.material,
        care: &text.care,
        dimensions: &text.dimensions,
        safety: &text.safety,
        meta_description: &text.meta_description,
    };
    import::add_product_text(tx, id, lang, &new)
}
