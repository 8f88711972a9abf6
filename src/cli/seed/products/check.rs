//! Validation of the products against the rest of the seed.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::{MOST_DAYS_REDUCED, ManufacturerSpec, PRODUCTS, ProductSpec, ProductText, Products, SpecKind, texts_path};
use crate::cli::seed::catalogue::Catalogue;
use crate::cli::seed::files::Problems;
use crate::cli::seed::ledger;
use crate::cli::seed::regions::Regions;
use crate::cli::seed::words::Words;
use crate::domain::hazard;
use crate::domain::money::Amount;
use crate::domain::store_view::{Lang, is_eu};

impl Products {
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
            problems.expect_url_key(&path, sku, &text.url_key, &mut keys);
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
