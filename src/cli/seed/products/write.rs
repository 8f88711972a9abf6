//! Inserts missing products with their dependent rows.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;

use super::{MOST_DAYS_REDUCED, ProductSpec, ProductText, Products, SpecKind};
use crate::catalog::import::{self, NewManufacturer, NewProduct, NewProductText};
use crate::cli::seed::SeedReport;
use crate::cli::seed::catalogue::Catalogue;
use crate::cli::seed::ledger::{self, days_before};
use crate::cli::seed::regions::Regions;
use crate::cms::markdown;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::region::{self, Exchange};

impl Products {
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
        let exchanges = region::exchanges(tx)?;
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
