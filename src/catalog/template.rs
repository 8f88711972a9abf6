//! Templates of synthetic products, which `shop seed --products` inserts for scale tests.

use serde::Deserialize;

use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::unit_price::ContentUnit;
use crate::error::Result;
use crate::vals;

/// A product to be copied.
#[derive(Debug)]
pub struct Template {
    pub row: TemplateRow,
    pub texts: Vec<TextRow>,
    pub categories: Vec<i64>,
    pub attributes: Vec<(String, String)>,
    pub picture: String,
}

#[derive(Debug, Deserialize)]
pub struct TemplateRow {
    pub id: i64,
    #[serde(rename = "type")]
    pub product_type: String,
    pub category_id: Option<i64>,
    pub manufacturer: Option<String>,
    pub vat_class: String,
    pub weight_g: u32,
    pub max_qty: Option<u32>,
    pub promotion_category: String,
    pub bed_terms: bool,
    pub content_amount: Option<u32>,
    pub content_unit: Option<ContentUnit>,
    pub inci: String,
    pub hazard: String,
    pub ship_group: String,
    /// Lowest price in EUR.
    pub low: i64,
}

#[derive(Debug, Deserialize)]
pub struct TextRow {
    pub lang: Lang,
    pub name: String,
    pub url_key: String,
    pub short: String,
    pub material: String,
    pub meta_description: String,
}

/// Number of the last synthetic product and the highest position of any product; zero without one.
pub fn last_synthetic(tx: &mut dyn Tx) -> Result<(u32, i64)> {
    // Synthetic SKUs have equal length, so the maximum is the last.
    let last: Option<String> = tx.one("SELECT max(sku) FROM product WHERE sku >= 'SYN-' AND sku < 'SYN.'", vals![])?;
    let last = last.and_then(|sku| sku["SYN-".len()..].parse().ok()).unwrap_or(0);
    let position: Option<i64> = tx.one("SELECT max(position) FROM product WHERE parent_id IS NULL", vals![])?;
    Ok((last, position.unwrap_or(0)))
}

/// All products that are not synthetic.
pub fn templates(tx: &mut dyn Tx) -> Result<Vec<Template>> {
    let rows: Vec<TemplateRow> = tx.all(
        "SELECT p.id, p.type, p.category_id, p.manufacturer, p.vat_class, p.weight_g, p.max_qty, p.promotion_category,
                p.bed_terms, i.content_amount, i.content_unit, p.inci, p.hazard, p.ship_group, x.low
         FROM product p
         JOIN listing_price x ON x.product_id = p.id AND x.currency = 'EUR'
         JOIN product i ON i.id = x.item_id
         WHERE p.parent_id IS NULL AND p.enabled = 1 AND NOT (p.sku >= 'SYN-' AND p.sku < 'SYN.')
         ORDER BY p.position, p.id",
        vals![],
    )?;
    let mut templates = Vec::with_capacity(rows.len());
    for row in rows {
        templates.push(Template {
            texts: tx.all(
                "SELECT lang, name, url_key, short, material, meta_description FROM product_text WHERE product_id = $1",
                vals![row.id],
            )?,
            categories: tx.all("SELECT category_id FROM product_category WHERE product_id = $1", vals![row.id])?,
            attributes: tx.all("SELECT facet, value FROM product_attribute WHERE product_id = $1", vals![row.id])?,
            picture: tx
                .find("SELECT picture FROM product_picture WHERE product_id = $1 AND position = 0", vals![row.id])?
                .unwrap_or_default(),
            row,
        });
    }
    Ok(templates)
}
