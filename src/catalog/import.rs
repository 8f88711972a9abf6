//! Writes the catalogue for the seed.
//!
//! Every function inserts rows that are missing by their key and leaves existing rows unchanged, so that a second run
//! keeps the changes of operators and sales. Each answers how many rows it added, or the id and whether it is new. The
//! caller rebuilds the read models at the end: [`super::listing::rebuild`].

use anyhow::{Context, anyhow};

use crate::db::{Tx, Val};
use crate::domain::money::Currency;
use crate::domain::price_history::PriceRow;
use crate::domain::store_view::Lang;
use crate::domain::unit_price::{Content, ContentUnit};
use crate::error::Result;
use crate::vals;

/// A category without its texts.
#[derive(Debug)]
pub struct NewCategory<'a> {
    pub key: &'a str,
    pub parent_id: Option<i64>,
    pub position: i64,
    /// A picture's name; empty: none.
    pub picture: &'a str,
}

#[derive(Debug)]
pub struct NewCategoryText<'a> {
    pub name: &'a str,
    pub url_key: &'a str,
    pub intro: &'a str,
    pub meta_title: &'a str,
    pub meta_description: &'a str,
    pub alt: &'a str,
}

/// Adds a category; answers its id and whether it is new.
pub fn add_category(tx: &mut dyn Tx, new: &NewCategory<'_>) -> Result<(i64, bool)> {
    let added: Option<i64> = tx.find(
        "INSERT INTO category (key, parent_id, position, picture) VALUES ($1, $2, $3, $4)
         ON CONFLICT (key) DO NOTHING RETURNING id",
        vals![new.key, new.parent_id, new.position, new.picture],
    )?;
    match added {
        Some(id) => Ok((id, true)),
        None => Ok((tx.one("SELECT id FROM category WHERE key = $1", vals![new.key])?, false)),
    }
}

pub fn add_category_text(tx: &mut dyn Tx, id: i64, lang: Lang, text: &NewCategoryText<'_>) -> Result<u64> {
    tx.exec(
        "INSERT INTO category_text (category_id, lang, name, url_key, intro, meta_title, meta_description, alt)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (category_id, lang) DO NOTHING",
        vals![id, lang.code(), text.name, text.url_key, text.intro, text.meta_title, text.meta_description, text.alt,],
    )
}

/// A manufacturer, and its responsible person if it is outside the EU (Regulation (EU) 2023/988 art. 16).
#[derive(Debug, Clone, Copy)]
pub struct NewManufacturer<'a> {
    pub key: &'a str,
    pub name: &'a str,
    pub address: &'a str,
    pub email: &'a str,
    /// ISO 3166-1 alpha-2.
    pub country: &'a str,
    /// Name, postal and e-mail address of the responsible person; empty for manufacturers in the EU.
    pub responsible: [&'a str; 3],
}

pub fn add_manufacturer(tx: &mut dyn Tx, new: NewManufacturer<'_>) -> Result<u64> {
    let [responsible_name, responsible_address, responsible_email] = new.responsible;
    tx.exec(
        "INSERT INTO manufacturer (key, name, address, email, country, responsible_name, responsible_address,
                                   responsible_email)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (key) DO NOTHING",
        vals![
            new.key,
            new.name,
            new.address,
            new.email,
            new.country,
            responsible_name,
            responsible_address,
            responsible_email
        ],
    )
}

/// An option with its values and their colours, in order.
pub fn add_option(tx: &mut dyn Tx, code: &str, display: &str, values: &[(&str, Option<&str>)]) -> Result<u64> {
    let mut added = tx.exec(
        "INSERT INTO option_kind (code, display) VALUES ($1, $2) ON CONFLICT (code) DO NOTHING",
        vals![code, display],
    )?;
    for (position, (value, color)) in (0_i64..).zip(values) {
        added += tx.exec(
            "INSERT INTO option_value (option, value, position, color) VALUES ($1, $2, $3, $4)
             ON CONFLICT (option, value) DO NOTHING",
            vals![code, *value, position, *color],
        )?;
    }
    Ok(added)
}

/// The countries that a group of goods ships to. An existing group keeps its countries.
pub fn add_ship_group(tx: &mut dyn Tx, group: &str, countries: &[&str]) -> Result<u64> {
    if tx.find::<i64>("SELECT 1 FROM ship_group_country WHERE ship_group = $1 LIMIT 1", vals![group])?.is_some() {
        return Ok(0);
    }
    let mut added = 0;
    for country in countries {
        added += tx.exec(
            "INSERT INTO ship_group_country (ship_group, country) VALUES ($1, $2) ON CONFLICT (ship_group, country) DO NOTHING",
            vals![group, *country],
        )?;
    }
    Ok(added)
}

/// The name of a code in a language.
pub fn add_word(tx: &mut dyn Tx, lang: Lang, domain: &str, code: &str, position: i64, text: &str) -> Result<u64> {
    tx.exec(
        "INSERT INTO vocabulary (lang, domain, code, position, text) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (lang, domain, code) DO NOTHING",
        vals![lang.code(), domain, code, position, text],
    )
}

/// Adds synonyms as one group.
pub fn add_synonyms(tx: &mut dyn Tx, lang: Lang, number: i64, words: &[String]) -> Result<u64> {
    let mut added = 0;
    for word in words {
        added += tx.exec(
            "INSERT INTO synonym (lang, word, grp) VALUES ($1, $2, $3) ON CONFLICT (lang, word, grp) DO NOTHING",
            vals![lang.code(), word.to_lowercase(), number],
        )?;
    }
    Ok(added)
}

/// A row of `product`: simple, configurable, kit or variant.
#[derive(Debug, Clone)]
pub struct NewProduct<'a> {
    pub sku: &'a str,
    /// Of a variant.
    pub parent_id: Option<i64>,
    /// `simple`, `configurable`, `kit` or `variant`.
    pub kind: &'a str,
    pub product_type: &'a str,
    /// The canonical category.
    pub category_id: Option<i64>,
    pub position: i64,
    /// Unix milliseconds.
    pub created_at: i64,
    pub manufacturer: Option<&'a str>,
    pub vat_class: &'a str,
    pub weight_g: u32,
    pub max_qty: Option<u32>,
    pub promotion_category: &'a str,
    pub bed_terms: bool,
    pub content: Option<Content>,
    /// EUR cents.
    pub eco_participation: Option<i64>,
    pub inci: &'a str,
    /// `pictograms;signal;h;p;euh`; empty: none.
    pub hazard: &'a str,
    pub ship_group: &'a str,
    /// A variant's own picture; empty: none.
    pub picture: &'a str,
}

/// Adds a product; answers its id and whether it is new.
pub fn add_product(tx: &mut dyn Tx, new: &NewProduct<'_>) -> Result<(i64, bool)> {
    let unit = new.content.map(|content| match content.unit {
        ContentUnit::Ml => "ml",
        ContentUnit::G => "g",
    });
    let added: Option<i64> = tx.find(
        "INSERT INTO product (sku, parent_id, kind, type, category_id, position, created_at, enabled, manufacturer,
                              vat_class, weight_g, max_qty, promotion_category, bed_terms, content_amount, content_unit,
                              eco_participation, inci, hazard, ship_group, picture)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
         ON CONFLICT (sku) DO NOTHING RETURNING id",
        vals![
            new.sku,
            new.parent_id,
            new.kind,
            new.product_type,
            new.category_id,
            new.position,
            new.created_at,
            new.manufacturer,
            new.vat_class,
            new.weight_g,
            new.max_qty,
            new.promotion_category,
            new.bed_terms,
            new.content.map(|content| content.amount),
            unit,
            new.eco_participation,
            new.inci,
            new.hazard,
            new.ship_group,
            new.picture,
        ],
    )?;
    match added {
        Some(id) => Ok((id, true)),
        None => Ok((tx.one("SELECT id FROM product WHERE sku = $1", vals![new.sku])?, false)),
    }
}

#[derive(Debug)]
pub struct NewProductText<'a> {
    pub name: &'a str,
    pub url_key: &'a str,
    pub short: &'a str,
    /// Safe HTML.
    pub long_html: &'a str,
    /// A bullet a line.
    pub details: &'a str,
    pub material: &'a str,
    pub care: &'a str,
    pub dimensions: &'a str,
    pub safety: &'a str,
    pub meta_description: &'a str,
}

/// Adds a product's texts in a language; fails when another product has the URL key.
pub fn add_product_text(tx: &mut dyn Tx, id: i64, lang: Lang, text: &NewProductText<'_>) -> Result<u64> {
    let added = tx.exec(
        "INSERT INTO product_text (product_id, lang, name, sort_key, url_key, short, long_html, details, material, care,
                                   dimensions, safety, meta_description)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (product_id, lang) DO NOTHING",
        vals![
            id, lang.code(), text.name, crate::sort_key::sort_key(text.name), text.url_key, text.short, text.long_html,
            text.details, text.material, text.care, text.dimensions, text.safety, text.meta_description,
        ],
    );
    added.map_err(|error| anyhow!("the text of {} in {lang}: {error}", text.url_key).into())
}

/// Adds pictures of a product or variant in order, starting at position `from`, each with text alternatives by
/// language.
pub fn add_pictures(tx: &mut dyn Tx, id: i64, from: i64, pictures: &[(&str, Vec<(Lang, &str)>)]) -> Result<()> {
    for (position, (picture, alts)) in (from..).zip(pictures) {
        tx.exec(
            "INSERT INTO product_picture (product_id, position, picture) VALUES ($1, $2, $3)",
            vals![id, position, *picture],
        )?;
        for (lang, alt) in alts {
            tx.exec(
                "INSERT INTO product_picture_text (product_id, position, lang, alt) VALUES ($1, $2, $3, $4)",
                vals![id, position, lang.code(), *alt],
            )?;
        }
    }
    Ok(())
}

pub fn add_to_category(tx: &mut dyn Tx, product: i64, category: i64) -> Result<u64> {
    tx.exec(
        "INSERT INTO product_category (product_id, category_id) VALUES ($1, $2) ON CONFLICT (product_id, category_id) DO NOTHING",
        vals![product, category],
    )
}

pub fn add_attribute(tx: &mut dyn Tx, product: i64, facet: &str, value: &str) -> Result<u64> {
    tx.exec(
        "INSERT INTO product_attribute (product_id, facet, value) VALUES ($1, $2, $3)
         ON CONFLICT (product_id, facet, value) DO NOTHING",
        vals![product, facet, value],
    )
}

/// The lines of a fibre composition: part, fibre, percent.
pub fn add_fibres(tx: &mut dyn Tx, product: i64, fibres: &[(&str, &str, u32)]) -> Result<()> {
    for (position, (part, fibre, percent)) in (0_i64..).zip(fibres) {
        tx.exec(
            "INSERT INTO product_fibre (product_id, position, part, fibre, percent) VALUES ($1, $2, $3, $4, $5)",
            vals![product, position, *part, *fibre, *percent],
        )?;
    }
    Ok(())
}

/// Adds the options of a configurable product in order, each with its values in order.
pub fn add_offer(tx: &mut dyn Tx, product: i64, options: &[(&str, &[String])]) -> Result<()> {
    for (position, (option, values)) in (0_i64..).zip(options) {
        tx.exec(
            "INSERT INTO product_option (product_id, position, option) VALUES ($1, $2, $3)",
            vals![product, position, *option],
        )?;
        for (place, value) in (0_i64..).zip(values.iter()) {
            tx.exec(
                "INSERT INTO product_option_value (product_id, option, position, value) VALUES ($1, $2, $3, $4)",
                vals![product, *option, place, value],
            )?;
        }
    }
    Ok(())
}

pub fn add_variant_option(tx: &mut dyn Tx, variant: i64, option: &str, value: &str) -> Result<u64> {
    tx.exec("INSERT INTO variant_option (product_id, option, value) VALUES ($1, $2, $3)", vals![variant, option, value])
}

pub fn add_part(tx: &mut dyn Tx, kit: i64, position: i64, part: i64, qty: u32) -> Result<u64> {
    tx.exec(
        "INSERT INTO kit_part (kit_id, position, part_id, qty) VALUES ($1, $2, $3, $4)",
        vals![kit, position, part, qty],
    )
}

pub fn add_related(tx: &mut dyn Tx, product: i64, position: i64, related: i64) -> Result<u64> {
    tx.exec(
        "INSERT INTO product_related (product_id, position, related_id) VALUES ($1, $2, $3)",
        vals![product, position, related],
    )
}

/// Sets the initial stock of an item; existing stock is kept.
pub fn add_stock(tx: &mut dyn Tx, product: i64, quantity: u32) -> Result<u64> {
    tx.exec(
        "INSERT INTO stock (product_id, quantity) VALUES ($1, $2) ON CONFLICT (product_id) DO NOTHING",
        vals![product, quantity],
    )
}

/// Whether the ledger has prices of an item in a currency.
pub fn has_price(tx: &mut dyn Tx, product: i64, currency: Currency) -> Result<bool> {
    let row: Option<i64> = tx
        .find("SELECT 1 FROM price WHERE product_id = $1 AND currency = $2 LIMIT 1", vals![product, currency.code()])?;
    Ok(row.is_some())
}

/// Adds a price to the ledger.
pub fn add_price(tx: &mut dyn Tx, product: i64, row: &PriceRow) -> Result<u64> {
    let until: Val = row.until.map(|until| until.as_millisecond()).into();
    tx.exec(
        "INSERT INTO price (product_id, currency, valid_from, valid_to, amount, regular) VALUES ($1, $2, $3, $4, $5, $6)",
        vals![
            product,
            row.price.currency.code(),
            row.from.as_millisecond(),
            until,
            row.price.minor,
            row.market_price.map(|market| market.minor),
        ],
    )
    .with_context(|| format!("the price of product {product} from {}", row.from))
    .map_err(Into::into)
}
