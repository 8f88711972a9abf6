//! The catalogue as sheets: their columns, and how their rows are read from the database and written to it. Files,
//! pictures and error reports are up to the command (`cli::catalogue`).
//!
//! Rows have natural keys; no database id is exported. A sheet is complete: rows that it no longer has are deleted.
//! Exceptions: products are disabled only, because orders refer to them; the price ledger keeps past prices; the
//! program's own codes keep their names.

use std::collections::{BTreeSet, HashMap};

use serde::Deserialize;

use super::store::{ON_SALE, SHIPPING_METHOD, SHIPPING_NOTE};
use crate::db::{PORTION, Tx, Val, portion_params};
use crate::domain::order_status::{OFFLINE, OrderStatus, PaymentMethod};
use crate::domain::payment_type::PaymentType;
use crate::domain::stock::MOST_IN_STOCK;
use crate::error::Result;
use crate::region;
use crate::vals;

/// Version of the format: incremented when a column changes its meaning or a new required one is added.
pub const VERSION: u32 = 1;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Letters, digits, `-` and `_`.
    Key,
    /// Capitals, digits and hyphens.
    Sku,
    /// Must not be empty.
    Text,
    /// May be empty.
    Note,
    /// As `Note`, in the HTML that product pages may hold.
    Html,
    /// Lower-case words joined by hyphens.
    UrlKey,
    /// A language of the shop.
    Lang,
    /// A whole number within bounds.
    Number(i64, i64),
    /// The same, or empty.
    MaybeNumber(i64, i64),
    /// 0 or 1.
    Flag,
    /// Two decimals, as 120.00, within bounds in hundredths.
    Amount(i64, i64),
    /// The same, or empty.
    MaybeAmount(i64, i64),
    /// RFC 3339.
    Time,
    /// The same, or empty.
    MaybeTime,
    /// One of these.
    Choice(&'static [&'static str]),
    /// The same, or empty.
    MaybeChoice(&'static [&'static str]),
    /// `#rrggbb` or empty.
    Color,
    /// A picture's name.
    Picture,
    /// The same, or empty.
    MaybePicture,
    /// A key from another sheet or the shop.
    Of(Space),
    /// The same, or empty.
    MaybeOf(Space),
    /// A value of the option that another column of the row names.
    ValueOf(usize),
}

/// What a key refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    Category,
    Manufacturer,
    Option,
    /// Of an option: `option value`.
    Value,
    Product,
    ShipGroup,
    Country,
    Currency,
    VatClass,
}

#[derive(Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    /// Sheets of an older version lack it: then what is there stays.
    pub is_newer: bool,
}

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, is_newer: false }
}

/// A column that sheets may lack.
const fn newer(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, is_newer: true }
}

#[derive(Debug)]
pub struct Sheet {
    /// Without `.csv`.
    pub name: &'static str,
    pub columns: &'static [Column],
    /// Number of leading columns that form the primary key.
    pub key: usize,
    /// Selects the columns in order, rows sorted by key.
    select: &'static str,
    /// Takes the columns in order.
    save: &'static str,
    /// How existing rows are removed before rows are written.
    clear: Clear,
}

impl Sheet {
    /// Whether rows refer to rows of the same sheet: they are written twice, the second time with their parents.
    fn is_tree(&self) -> bool {
        self.columns.iter().any(|column| column.name == "parent")
    }

    /// Where the product stands that a row is about: its name in `select`, and its column.
    fn owner(&self) -> (&'static str, &'static str) {
        if self.name == KIT_PARTS { ("k", "kit_id") } else { ("p", "product_id") }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clear {
    /// Nothing is deleted.
    Nothing,
    /// The table is emptied.
    Table(&'static str),
    /// The vocabulary is emptied except for [`own_codes`].
    Words,
}

use Kind::{
    Amount, Choice, Color, Flag, Html, Key, Lang, MaybeAmount, MaybeChoice, MaybeNumber, MaybeOf, MaybePicture,
    MaybeTime, Note, Number, Of, Picture, Sku, Text, Time, UrlKey, ValueOf,
};

const MOST: i64 = 1_000_000_000;
/// Highest price, in hundredths: sums, products and conversions cannot overflow.
const MOST_AMOUNT: i64 = 999_999_999;

/// All sheets, in the order in which they are written.
pub const SHEETS: &[Sheet] = &[
    Sheet {
        name: "categories",
        columns: &[
            column("key", Key),
            column("parent", MaybeOf(Space::Category)),
            column("position", Number(0, MOST)),
            column("picture", MaybePicture),
            newer("hidden", Flag),
        ],
        key: 1,
        select: "SELECT c.key, coalesce(p.key, ''), c.position, c.picture, c.hidden FROM category c
                 LEFT JOIN category p ON p.id = c.parent_id ORDER BY c.key",
        save: "INSERT INTO category (key, parent_id, position, picture, hidden)
               VALUES ($1, (SELECT id FROM category WHERE key = $2), $3, $4, coalesce($5, 0))
               ON CONFLICT (key) DO UPDATE SET parent_id = excluded.parent_id, position = excluded.position,
                   picture = excluded.picture, hidden = coalesce($5, hidden)",
        clear: Clear::Nothing,
    },
    Sheet {
        name: "category_texts",
        columns: &[
            column("category", Of(Space::Category)),
            column("lang", Lang),
            column("name", Text),
            column("url_key", UrlKey),
            column("intro", Note),
            column("meta_title", Text),
            column("meta_description", Note),
            column("alt", Note),
        ],
        key: 2,
        select: "SELECT c.key, t.lang, t.name, t.url_key, t.intro, t.meta_title, t.meta_description, t.alt
                 FROM category_text t JOIN category c ON c.id = t.category_id ORDER BY c.key, t.lang",
        save: "INSERT INTO category_text (category_id, lang, name, url_key, intro, meta_title, meta_description, alt)
               VALUES ((SELECT id FROM category WHERE key = $1), $2, $3, $4, $5, $6, $7, $8)",
        clear: Clear::Table("category_text"),
    },
    Sheet {
        name: "manufacturers",
        columns: &[
            column("key", Key),
            column("name", Text),
            column("address", Text),
            column("email", Text),
            column("country", MaybeOf(Space::Country)),
            column("responsible_name", Note),
            column("responsible_address", Note),
            column("responsible_email", Note),
        ],
        key: 1,
        select: "SELECT key, name, address, email, country, responsible_name, responsible_address, responsible_email
                 FROM manufacturer ORDER BY key",
        save: "INSERT INTO manufacturer (key, name, address, email, country, responsible_name, responsible_address,
                                         responsible_email)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               ON CONFLICT (key) DO UPDATE SET
                   name = excluded.name, address = excluded.address, email = excluded.email, country = excluded.country,
                   responsible_name = excluded.responsible_name, responsible_address = excluded.responsible_address,
                   responsible_email = excluded.responsible_email",
        clear: Clear::Nothing,
    },
    Sheet {
        name: "options",
        columns: &[column("option", Key), column("display", Choice(&["swatch", "button", "select"]))],
        key: 1,
        select: "SELECT code, display FROM option_kind ORDER BY code",
        save: "INSERT INTO option_kind (code, display) VALUES ($1, $2)
               ON CONFLICT (code) DO UPDATE SET display = excluded.display",
        clear: Clear::Nothing,
    },
    Sheet {
        name: "option_values",
        columns: &[
            column("option", Of(Space::Option)),
            column("value", Key),
            column("position", Number(0, MOST)),
            column("color", Color),
        ],
        key: 2,
        select: "SELECT option, value, position, coalesce(color, '') FROM option_value ORDER BY option, position, value",
        save: "INSERT INTO option_value (option, value, position, color) VALUES ($1, $2, $3, nullif($4, ''))
               ON CONFLICT (option, value) DO UPDATE SET position = excluded.position, color = excluded.color",
        clear: Clear::Nothing,
    },
    Sheet {
        name: "ship_groups",
        columns: &[column("group", Key), column("country", Of(Space::Country))],
        key: 2,
        select: "SELECT ship_group, country FROM ship_group_country ORDER BY ship_group, country",
        save: "INSERT INTO ship_group_country (ship_group, country) VALUES ($1, $2)",
        clear: Clear::Table("ship_group_country"),
    },
    Sheet {
        name: VOCABULARY,
        columns: &[
            column("lang", Lang),
            column("domain", Text),
            column("code", Text),
            column("position", Number(0, MOST)),
            column("text", Text),
        ],
        key: 3,
        select: "SELECT lang, domain, code, position, text FROM vocabulary ORDER BY lang, position, domain, code",
        save: "INSERT INTO vocabulary (lang, domain, code, position, text) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (lang, domain, code) DO UPDATE SET position = excluded.position, text = excluded.text",
        clear: Clear::Words,
    },
    Sheet {
        name: "synonyms",
        columns: &[column("lang", Lang), column("group", Number(1, MOST)), column("word", Text)],
        key: 3,
        select: "SELECT lang, grp, word FROM synonym ORDER BY lang, grp, word",
        save: "INSERT INTO synonym (lang, grp, word) VALUES ($1, $2, $3)",
        clear: Clear::Table("synonym"),
    },
    Sheet {
        name: PRODUCTS,
        columns: &[
            column("sku", Sku),
            column("parent", MaybeOf(Space::Product)),
            column("kind", Choice(&["simple", "configurable", "kit", "variant"])),
            column("type", Key),
            column("category", MaybeOf(Space::Category)),
            column("position", Number(0, MOST)),
            column("created_at", Time),
            column("enabled", Flag),
            column("manufacturer", MaybeOf(Space::Manufacturer)),
            column("vat_class", Of(Space::VatClass)),
            column("weight_g", Number(0, MOST)),
            column("max_qty", MaybeNumber(1, MOST)),
            column("promotion_category", Note),
            column("bed_terms", Flag),
            column("content_amount", MaybeNumber(1, MOST)),
            column("content_unit", MaybeChoice(&["ml", "g"])),
            column("eco_participation", MaybeAmount(0, MOST_AMOUNT)),
            column("inci", Note),
            column("hazard", Note),
            column("ship_group", Of(Space::ShipGroup)),
            column("picture", MaybePicture),
        ],
        key: 1,
        select: "SELECT p.sku, coalesce(o.sku, ''), p.kind, p.type, coalesce(c.key, ''), p.position, p.created_at, p.enabled,
                     coalesce(p.manufacturer, ''), p.vat_class, p.weight_g, p.max_qty, p.promotion_category, p.bed_terms,
                     p.content_amount, coalesce(p.content_unit, ''), p.eco_participation, p.inci, p.hazard, p.ship_group,
                     p.picture
                 FROM product p LEFT JOIN product o ON o.id = p.parent_id LEFT JOIN category c ON c.id = p.category_id
                 ORDER BY coalesce(o.sku, p.sku), o.sku IS NOT NULL, p.position, p.sku",
        save: "INSERT INTO product (sku, parent_id, kind, type, category_id, position, created_at, enabled, manufacturer,
                   vat_class, weight_g, max_qty, promotion_category, bed_terms, content_amount, content_unit,
                   eco_participation, inci, hazard, ship_group, picture)
               VALUES ($1, (SELECT id FROM product WHERE sku = $2), $3, $4, (SELECT id FROM category WHERE key = $5), $6, $7,
                   $8, nullif($9, ''), $10, $11, $12, $13, $14, $15, nullif($16, ''), $17, $18, $19, $20, $21)
               ON CONFLICT (sku) DO UPDATE SET parent_id = excluded.parent_id, kind = excluded.kind, type = excluded.type,
                   category_id = excluded.category_id, position = excluded.position, created_at = excluded.created_at,
                   enabled = excluded.enabled, manufacturer = excluded.manufacturer, vat_class = excluded.vat_class,
                   weight_g = excluded.weight_g, max_qty = excluded.max_qty,
                   promotion_category = excluded.promotion_category, bed_terms = excluded.bed_terms,
                   content_amount = excluded.content_amount, content_unit = excluded.content_unit,
                   eco_participation = excluded.eco_participation, inci = excluded.inci, hazard = excluded.hazard,
                   ship_group = excluded.ship_group, picture = excluded.picture",
        clear: Clear::Nothing,
    },
    Sheet {
        name: PRODUCT_TEXTS,
        columns: &[
            column("sku", Of(Space::Product)),
            column("lang", Lang),
            column("name", Text),
            column("url_key", UrlKey),
            column("short", Note),
            column("long_html", Html),
            column("details", Note),
            column("material", Note),
            column("care", Note),
            column("dimensions", Note),
            column("safety", Note),
            column("meta_description", Note),
        ],
        key: 2,
        select: "SELECT p.sku, t.lang, t.name, t.url_key, t.short, t.long_html, t.details, t.material, t.care, t.dimensions,
                     t.safety, t.meta_description
                 FROM product_text t JOIN product p ON p.id = t.product_id ORDER BY p.sku, t.lang",
        // The last parameter is the sort key of the name; see `save`.
        save: "INSERT INTO product_text (product_id, lang, name, url_key, short, long_html, details, material, care,
                   dimensions, safety, meta_description, sort_key)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        clear: Clear::Table("product_text"),
    },
    Sheet {
        name: PRODUCT_CATEGORIES,
        columns: &[column("sku", Of(Space::Product)), column("category", Of(Space::Category))],
        key: 2,
        select: "SELECT p.sku, c.key FROM product_category m JOIN product p ON p.id = m.product_id
                 JOIN category c ON c.id = m.category_id ORDER BY p.sku, c.key",
        save: "INSERT INTO product_category (product_id, category_id)
               VALUES ((SELECT id FROM product WHERE sku = $1), (SELECT id FROM category WHERE key = $2))",
        clear: Clear::Table("product_category"),
    },
    Sheet {
        name: PRODUCT_PICTURES,
        columns: &[column("sku", Of(Space::Product)), column("position", Number(0, MOST)), column("picture", Picture)],
        key: 2,
        select: "SELECT p.sku, x.position, x.picture FROM product_picture x JOIN product p ON p.id = x.product_id
                 ORDER BY p.sku, x.position",
        save: "INSERT INTO product_picture (product_id, position, picture)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, $3)",
        clear: Clear::Table("product_picture"),
    },
    Sheet {
        name: PRODUCT_PICTURE_TEXTS,
        columns: &[
            column("sku", Of(Space::Product)),
            column("position", Number(0, MOST)),
            column("lang", Lang),
            column("alt", Text),
        ],
        key: 3,
        select: "SELECT p.sku, x.position, x.lang, x.alt FROM product_picture_text x JOIN product p ON p.id = x.product_id
                 ORDER BY p.sku, x.position, x.lang",
        save: "INSERT INTO product_picture_text (product_id, position, lang, alt)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, $3, $4)",
        clear: Clear::Table("product_picture_text"),
    },
    Sheet {
        name: PRODUCT_ATTRIBUTES,
        columns: &[column("sku", Of(Space::Product)), column("facet", Key), column("value", Key)],
        key: 3,
        select: "SELECT p.sku, a.facet, a.value FROM product_attribute a JOIN product p ON p.id = a.product_id
                 ORDER BY p.sku, a.facet, a.value",
        save: "INSERT INTO product_attribute (product_id, facet, value)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, $3)",
        clear: Clear::Table("product_attribute"),
    },
    Sheet {
        name: PRODUCT_FIBRES,
        columns: &[
            column("sku", Of(Space::Product)),
            column("position", Number(0, MOST)),
            column("part", Key),
            column("fibre", Key),
            column("percent", Number(1, 100)),
        ],
        key: 2,
        select: "SELECT p.sku, f.position, f.part, f.fibre, f.percent FROM product_fibre f
                 JOIN product p ON p.id = f.product_id ORDER BY p.sku, f.position",
        save: "INSERT INTO product_fibre (product_id, position, part, fibre, percent)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, $3, $4, $5)",
        clear: Clear::Table("product_fibre"),
    },
    Sheet {
        name: PRODUCT_OPTIONS,
        columns: &[
            column("sku", Of(Space::Product)),
            column("position", Number(0, MOST)),
            column("option", Of(Space::Option)),
        ],
        key: 2,
        select: "SELECT p.sku, x.position, x.option FROM product_option x JOIN product p ON p.id = x.product_id
                 ORDER BY p.sku, x.position",
        save: "INSERT INTO product_option (product_id, position, option)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, $3)",
        clear: Clear::Table("product_option"),
    },
    Sheet {
        name: PRODUCT_OPTION_VALUES,
        columns: &[
            column("sku", Of(Space::Product)),
            column("option", Of(Space::Option)),
            column("position", Number(0, MOST)),
            column("value", ValueOf(1)),
        ],
        key: 3,
        select: "SELECT p.sku, x.option, x.position, x.value FROM product_option_value x
                 JOIN product p ON p.id = x.product_id ORDER BY p.sku, x.option, x.position",
        save: "INSERT INTO product_option_value (product_id, option, position, value)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, $3, $4)",
        clear: Clear::Table("product_option_value"),
    },
    Sheet {
        name: VARIANT_OPTIONS,
        columns: &[
            column("sku", Of(Space::Product)),
            column("option", Of(Space::Option)),
            column("value", ValueOf(1)),
        ],
        key: 2,
        select: "SELECT p.sku, x.option, x.value FROM variant_option x JOIN product p ON p.id = x.product_id
                 ORDER BY p.sku, x.option",
        save: "INSERT INTO variant_option (product_id, option, value)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, $3)",
        clear: Clear::Table("variant_option"),
    },
    Sheet {
        name: KIT_PARTS,
        columns: &[
            column("kit", Of(Space::Product)),
            column("position", Number(0, MOST)),
            column("part", Of(Space::Product)),
            column("qty", Number(1, 1000)),
        ],
        key: 2,
        select: "SELECT k.sku, x.position, p.sku, x.qty FROM kit_part x JOIN product k ON k.id = x.kit_id
                 JOIN product p ON p.id = x.part_id ORDER BY k.sku, x.position",
        save: "INSERT INTO kit_part (kit_id, position, part_id, qty)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, (SELECT id FROM product WHERE sku = $3), $4)",
        clear: Clear::Table("kit_part"),
    },
    Sheet {
        name: RELATED_PRODUCTS,
        columns: &[
            column("sku", Of(Space::Product)),
            column("position", Number(0, MOST)),
            column("related", Of(Space::Product)),
        ],
        key: 2,
        select: "SELECT p.sku, x.position, r.sku FROM product_related x JOIN product p ON p.id = x.product_id
                 JOIN product r ON r.id = x.related_id ORDER BY p.sku, x.position",
        save: "INSERT INTO product_related (product_id, position, related_id)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, (SELECT id FROM product WHERE sku = $3))",
        clear: Clear::Table("product_related"),
    },
    Sheet {
        name: PRICES,
        columns: &[
            column("sku", Of(Space::Product)),
            column("currency", Of(Space::Currency)),
            column("valid_from", Time),
            column("valid_to", MaybeTime),
            column("amount", Amount(1, MOST_AMOUNT)),
            column("regular", MaybeAmount(1, MOST_AMOUNT)),
        ],
        key: 3,
        select: "SELECT p.sku, x.currency, x.valid_from, x.valid_to, x.amount, x.regular FROM price x
                 JOIN product p ON p.id = x.product_id ORDER BY p.sku, x.currency, x.valid_from",
        save: "INSERT INTO price (product_id, currency, valid_from, valid_to, amount, regular)
               VALUES ((SELECT id FROM product WHERE sku = $1), $2, $3, $4, $5, $6)
               ON CONFLICT (product_id, currency, valid_from) DO UPDATE SET valid_to = excluded.valid_to,
                   amount = excluded.amount, regular = excluded.regular,
                   campaign_id = CASE WHEN price.amount = excluded.amount AND coalesce(price.regular, 0) = coalesce(excluded.regular, 0)
                       THEN price.campaign_id END,
                   base_amount = CASE WHEN price.amount = excluded.amount AND coalesce(price.regular, 0) = coalesce(excluded.regular, 0)
                       THEN price.base_amount END,
                   base_regular = CASE WHEN price.amount = excluded.amount AND coalesce(price.regular, 0) = coalesce(excluded.regular, 0)
                       THEN price.base_regular END",
        clear: Clear::Nothing,
    },
    Sheet {
        name: STOCK,
        columns: &[column("sku", Of(Space::Product)), column("quantity", Number(0, MOST_IN_STOCK as i64))],
        key: 1,
        select: "SELECT p.sku, s.quantity FROM stock s JOIN product p ON p.id = s.product_id ORDER BY p.sku",
        save: "INSERT INTO stock (product_id, quantity) VALUES ((SELECT id FROM product WHERE sku = $1), $2)
               ON CONFLICT (product_id) DO NOTHING",
        clear: Clear::Nothing,
    },
];

pub const VOCABULARY: &str = "vocabulary";
pub const PRODUCTS: &str = "products";
pub const PRODUCT_TEXTS: &str = "product_texts";
pub const PRODUCT_CATEGORIES: &str = "product_categories";
pub const PRODUCT_PICTURES: &str = "product_pictures";
pub const PRODUCT_PICTURE_TEXTS: &str = "product_picture_texts";
pub const PRODUCT_ATTRIBUTES: &str = "product_attributes";
pub const PRODUCT_FIBRES: &str = "product_fibres";
pub const PRODUCT_OPTIONS: &str = "product_options";
pub const PRODUCT_OPTION_VALUES: &str = "product_option_values";
pub const VARIANT_OPTIONS: &str = "variant_options";
pub const KIT_PARTS: &str = "kit_parts";
pub const RELATED_PRODUCTS: &str = "related_products";
pub const PRICES: &str = "prices";
pub const STOCK: &str = "stock";

/// The sheet of this name.
pub fn sheet(name: &str) -> Option<&'static Sheet> {
    SHEETS.iter().find(|sheet| sheet.name == name)
}

/// All rows of a sheet, each with the sheet's columns in order.
pub fn rows(tx: &mut dyn Tx, sheet: &Sheet) -> Result<Vec<Vec<Val>>> {
    tx.values(sheet.select, vals![])
}

/// The rows of a sheet that are about some products or variants, each with the sheet's columns in order.
pub fn rows_of(tx: &mut dyn Tx, sheet: &Sheet, product_ids: &[i64]) -> Result<Vec<Vec<Val>>> {
    let only = format!(" WHERE {}.id IN ($ids) ORDER BY", sheet.owner().0);
    let sql = sheet.select.replacen(" ORDER BY", &only, 1);
    let mut rows = Vec::new();
    for portion in product_ids.chunks(PORTION) {
        rows.append(&mut tx.values(&sql, &portion_params(portion, &[]))?);
    }
    Ok(rows)
}

/// Writes all rows of a sheet that are about a product or variant; those that it had are deleted.
pub fn replace(tx: &mut dyn Tx, sheet: &Sheet, product_id: i64, rows: &[Vec<Val>]) -> Result<()> {
    if let Clear::Table(table) = sheet.clear {
        tx.exec(&format!("DELETE FROM {table} WHERE {} = $1", sheet.owner().1), vals![product_id])?;
    }
    save(tx, sheet, rows, false)
}

/// Whether the shop has a key.
pub fn exists(tx: &mut dyn Tx, space: Space, key: &str) -> Result<bool> {
    let sql = match space {
        Space::Category => "SELECT 1 FROM category WHERE key = $1",
        Space::Manufacturer => "SELECT 1 FROM manufacturer WHERE key = $1",
        Space::Option => "SELECT 1 FROM option_kind WHERE code = $1",
        Space::Product => "SELECT 1 FROM product WHERE sku = $1",
        Space::ShipGroup => "SELECT 1 FROM ship_group_country WHERE ship_group = $1 LIMIT 1",
        Space::Value | Space::Country | Space::Currency | Space::VatClass => return Ok(keys(tx, space)?.contains(key)),
    };
    Ok(tx.find::<i64>(sql, vals![key])?.is_some())
}

/// All keys in the shop.
pub fn keys(tx: &mut dyn Tx, space: Space) -> Result<BTreeSet<String>> {
    let sql = match space {
        Space::Category => "SELECT key FROM category",
        Space::Manufacturer => "SELECT key FROM manufacturer",
        Space::Option => "SELECT code FROM option_kind",
        Space::Value => "SELECT option || ' ' || value FROM option_value",
        Space::Product => "SELECT sku FROM product",
        Space::ShipGroup => "SELECT DISTINCT ship_group FROM ship_group_country",
        Space::Country => return Ok(region::country_ids(tx)?.into_iter().collect()),
        Space::Currency => {
            return Ok(region::exchanges(tx)?.iter().map(|exchange| exchange.currency.code().to_owned()).collect());
        }
        Space::VatClass => return Ok(region::vat_classes(tx)?.into_iter().collect()),
    };
    Ok(tx.all::<String>(sql, vals![])?.into_iter().collect())
}

/// SKU and kind of every product.
pub fn kinds(tx: &mut dyn Tx) -> Result<Vec<(String, String)>> {
    tx.all("SELECT sku, kind FROM product", vals![])
}

/// SKUs of products and variants that are on sale.
pub fn on_sale(tx: &mut dyn Tx) -> Result<BTreeSet<String>> {
    let skus: Vec<String> = tx.all(&format!("SELECT p.sku FROM product p WHERE {ON_SALE}"), vals![])?;
    Ok(skus.into_iter().collect())
}

/// Empties the tables of the given sheets before they are written.
pub fn clear(tx: &mut dyn Tx, given: &[&Sheet]) -> Result<()> {
    // Referring rows are deleted before the rows they refer to.
    for sheet in given.iter().rev() {
        match sheet.clear {
            Clear::Nothing => {}
            Clear::Table(table) => {
                tx.exec(&format!("DELETE FROM {table}"), vals![])?;
            }
            Clear::Words => {
                let own = own_codes()
                    .map(|(domain, codes)| format!("domain = '{domain}' AND code IN ('{}')", codes.join("', '")));
                // Carriers are named in the console: a sheet changes their names, and takes none away.
                let carriers = format!("domain IN ('{SHIPPING_METHOD}', '{SHIPPING_NOTE}')");
                tx.exec(&format!("DELETE FROM vocabulary WHERE NOT ({} OR {carriers})", own.join(" OR ")), vals![])?;
            }
        }
    }
    Ok(())
}

/// Codes of the vocabulary that the program defines, by domain: orders use them whatever the sheets contain, and older
/// sheets lack the newer ones.
pub fn own_codes() -> [(&'static str, Vec<&'static str>); 3] {
    let methods = PaymentMethod::ALL.map(PaymentMethod::code);
    [
        ("status", OrderStatus::ALL.map(OrderStatus::code).to_vec()),
        ("payment_method", methods.into_iter().chain([OFFLINE, PaymentType::SepaDebit.code()]).collect()),
        (SHIPPING_METHOD, vec!["standard", "dhl", "ups", "pickup"]),
    ]
}

/// Writes the rows of a sheet. Existing stock is overwritten only `with_stock`.
pub fn save(tx: &mut dyn Tx, sheet: &Sheet, rows: &[Vec<Val>], with_stock: bool) -> Result<()> {
    let sql = match with_stock && sheet.name == STOCK {
        true => sheet.save.replace("DO NOTHING", "DO UPDATE SET quantity = excluded.quantity"),
        false => sheet.save.to_owned(),
    };
    for _ in 0..=u8::from(sheet.is_tree()) {
        for (number, row) in rows.iter().enumerate() {
            let mut params = row.clone();
            if sheet.name == PRODUCT_TEXTS {
                let Some(Val::Text(name)) = row.get(2) else { continue };
                params.push(crate::sort_key::sort_key(name).into());
            }
            // The first row of a sheet holds the columns' names.
            tx.exec(&sql, &params)
                .map_err(|error| anyhow::anyhow!("{}.csv row {}: {error}", sheet.name, number + 2))?;
        }
    }
    Ok(())
}

/// A price of the ledger that a sheet would take away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenPrice {
    pub sku: String,
    pub currency: String,
    /// Unix milliseconds.
    pub from: i64,
    pub until: Option<i64>,
    /// Minor units.
    pub amount: i64,
    /// The campaign that it belongs to.
    pub campaign: Option<i64>,
    /// The row of the sheet that has another in its place, from 0.
    pub row: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct PlannedRow {
    sku: String,
    currency: String,
    valid_from: i64,
    valid_to: Option<i64>,
    amount: i64,
    regular: Option<i64>,
    campaign_id: Option<i64>,
}

/// What a sheet of prices would take away: prices to come that it lacks or has otherwise, and campaigns that it ends or moves.
pub fn taken_prices(tx: &mut dyn Tx, sheet: &[Vec<Val>], now_ms: i64) -> Result<Vec<TakenPrice>> {
    let key = |row: &[Val]| row.iter().take(3).map(text_of).collect::<Vec<String>>();
    let rows: HashMap<Vec<String>, (usize, &Vec<Val>)> =
        sheet.iter().enumerate().map(|(number, row)| (key(row), (number, row))).collect();
    let planned: Vec<PlannedRow> = tx.all(
        "SELECT p.sku, x.currency, x.valid_from, x.valid_to, x.amount, x.regular, x.campaign_id
         FROM price x JOIN product p ON p.id = x.product_id
         WHERE x.valid_from > $1 OR (x.campaign_id IS NOT NULL AND x.valid_to > $1)
         ORDER BY p.sku, x.currency, x.valid_from",
        vals![now_ms],
    )?;
    let mut taken = Vec::new();
    for old in planned {
        let found = rows.get(&vec![old.sku.clone(), old.currency.clone(), old.valid_from.to_string()]);
        let is_kept = match found {
            None => old.valid_from <= now_ms,
            Some((_, row)) => {
                let number = |at: usize| match row.get(at) {
                    Some(Val::Int(number)) => Some(*number),
                    _ => None,
                };
                (number(4), number(5)) == (Some(old.amount), old.regular)
                    && (old.campaign_id.is_none() || number(3) == old.valid_to)
            }
        };
        if !is_kept {
            taken.push(TakenPrice {
                sku: old.sku,
                currency: old.currency,
                from: old.valid_from,
                until: old.valid_to,
                amount: old.amount,
                campaign: old.campaign_id,
                row: found.map(|(number, _)| *number),
            });
        }
    }
    Ok(taken)
}

/// Deletes future prices, categories, manufacturers and options that the sheets no longer have and nothing refers to;
/// disables products.
pub fn prune(tx: &mut dyn Tx, given: &[(&Sheet, &[Vec<Val>])], now_ms: i64) -> Result<()> {
    let named = |name: &str, columns: usize| -> Option<BTreeSet<Vec<String>>> {
        let (_, rows) = given.iter().find(|(sheet, _)| sheet.name == name)?;
        Some(rows.iter().map(|row| row.iter().take(columns).map(text_of).collect()).collect())
    };
    if let Some(named) = named(PRODUCTS, 1) {
        // Variants of a disabled product too: it may be enabled again without them.
        for sku in tx.all::<String>("SELECT sku FROM product WHERE enabled = 1", vals![])? {
            if !named.contains(&vec![sku.clone()]) {
                tx.exec("UPDATE product SET enabled = 0 WHERE sku = $1", vals![&sku])?;
            }
        }
    }
    if let Some(named) = named(PRICES, 3) {
        let coming: Vec<(String, String, i64)> = tx.all(
            "SELECT p.sku, x.currency, x.valid_from FROM price x JOIN product p ON p.id = x.product_id WHERE x.valid_from > $1",
            vals![now_ms],
        )?;
        for (sku, currency, from) in coming {
            if !named.contains(&vec![sku.clone(), currency.clone(), from.to_string()]) {
                tx.exec(
                    "DELETE FROM price WHERE product_id = (SELECT id FROM product WHERE sku = $1) AND currency = $2
                         AND valid_from = $3",
                    vals![&sku, &currency, from],
                )?;
            }
        }
    }
    if let Some(named) = named("categories", 1) {
        const UNUSED: &str = "DELETE FROM category WHERE key = $1
            AND NOT EXISTS (SELECT 1 FROM category c WHERE c.parent_id = category.id)
            AND NOT EXISTS (SELECT 1 FROM product p WHERE p.category_id = category.id)";
        // Children go before their parents.
        while delete_unnamed(tx, Space::Category, &named, UNUSED)? > 0 {}
    }
    if let Some(named) = named("manufacturers", 1) {
        const UNUSED: &str = "DELETE FROM manufacturer WHERE key = $1
            AND NOT EXISTS (SELECT 1 FROM product p WHERE p.manufacturer = key)";
        delete_unnamed(tx, Space::Manufacturer, &named, UNUSED)?;
    }
    if let Some(named) = named("option_values", 2) {
        for key in keys(tx, Space::Value)? {
            let Some((option, value)) = key.split_once(' ') else { continue };
            if !named.contains(&vec![option.to_owned(), value.to_owned()]) {
                tx.exec(
                    "DELETE FROM option_value WHERE option = $1 AND value = $2
                         AND NOT EXISTS (SELECT 1 FROM variant_option v WHERE v.option = $1 AND v.value = $2)
                         AND NOT EXISTS (SELECT 1 FROM product_option_value v WHERE v.option = $1 AND v.value = $2)",
                    vals![option, value],
                )?;
            }
        }
    }
    if let Some(named) = named("options", 1) {
        const UNUSED: &str =
            "DELETE FROM option_kind WHERE code = $1 AND NOT EXISTS (SELECT 1 FROM option_value v WHERE v.option = $1)";
        delete_unnamed(tx, Space::Option, &named, UNUSED)?;
    }
    Ok(())
}

/// Runs `sql` for each key that a sheet does not name; answers how many rows were deleted.
fn delete_unnamed(tx: &mut dyn Tx, space: Space, named: &BTreeSet<Vec<String>>, sql: &str) -> Result<u64> {
    let mut deleted = 0;
    for key in keys(tx, space)?.into_iter().filter(|key| !named.contains(std::slice::from_ref(key))) {
        deleted += tx.exec(sql, vals![&key])?;
    }
    Ok(deleted)
}

/// The text of a cell, for comparing keys.
fn text_of(value: &Val) -> String {
    match value {
        Val::Int(number) => number.to_string(),
        Val::Text(text) => text.clone(),
        Val::Null | Val::Blob(_) => String::new(),
    }
}
