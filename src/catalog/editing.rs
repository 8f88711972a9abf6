//! What a change of a product needs to know of the catalogue, and what it makes anew.

use jiff::Timestamp;
use serde::Deserialize;

use super::csv;
use super::gaps;
use super::import;
use super::listing;
use super::store::{self, RowKind, product_url};
use crate::db::{Tx, by_ids, by_keys};
use crate::domain::money::{Currency, Money};
use crate::domain::price_history::PriceRow;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// A row of `product`, whatever its kind, on sale or not.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Item {
    pub id: i64,
    pub sku: String,
    pub kind: RowKind,
    pub parent_id: Option<i64>,
    pub enabled: bool,
}

pub fn find(tx: &mut dyn Tx, sku: &str) -> Result<Option<Item>> {
    tx.find("SELECT id, sku, kind, parent_id, enabled FROM product WHERE sku = $1", vals![sku])
}

/// Those of these SKUs that are there.
pub fn find_skus(tx: &mut dyn Tx, skus: &[String]) -> Result<Vec<Item>> {
    by_keys(tx, "SELECT id, sku, kind, parent_id, enabled FROM product WHERE sku IN ($ids)", skus)
}

/// Those of these rows that are there, in the order of their ids.
pub fn find_all(tx: &mut dyn Tx, ids: &[i64]) -> Result<Vec<Item>> {
    by_ids(tx, "SELECT id, sku, kind, parent_id, enabled FROM product WHERE id IN ($ids) ORDER BY id", ids, &[])
}

/// A row that is there.
pub fn find_by_id(tx: &mut dyn Tx, id: i64) -> Result<Item> {
    tx.one("SELECT id, sku, kind, parent_id, enabled FROM product WHERE id = $1", vals![id])
}

/// The variants of a product, on or off, in order.
pub fn variants(tx: &mut dyn Tx, parent_id: i64) -> Result<Vec<Item>> {
    tx.all(
        "SELECT id, sku, kind, parent_id, enabled FROM product WHERE parent_id = $1 ORDER BY position, id",
        vals![parent_id],
    )
}

/// The SKU of the product that has this address in a language.
pub fn url_key_owner(tx: &mut dyn Tx, url_key: &str, lang: Lang) -> Result<Option<String>> {
    tx.find(
        "SELECT p.sku FROM product_text t JOIN product p ON p.id = t.product_id WHERE t.url_key = $1 AND t.lang = $2",
        vals![url_key, lang.code()],
    )
}

/// Notes that a product had an address, so that links to it go on to the page.
pub fn keep_former_address(tx: &mut dyn Tx, product_id: i64, url_key: &str, lang: Lang) -> Result<()> {
    tx.exec(
        "INSERT INTO product_former_address (url_key, lang, product_id) VALUES ($1, $2, $3)
         ON CONFLICT (url_key, lang) DO UPDATE SET product_id = excluded.product_id",
        vals![url_key, lang.code(), product_id],
    )?;
    Ok(())
}

/// A place after all products, or after all variants of one.
pub fn next_position(tx: &mut dyn Tx, parent_id: Option<i64>) -> Result<i64> {
    let last: Option<i64> = match parent_id {
        Some(id) => tx.one("SELECT max(position) FROM product WHERE parent_id = $1", vals![id])?,
        None => tx.one("SELECT max(position) FROM product WHERE parent_id IS NULL", vals![])?,
    };
    Ok(last.map_or(0, |last| last + 1))
}

/// A price without an end.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OpenPrice {
    pub product_id: i64,
    pub currency: Currency,
    /// Minor units, as `regular`.
    pub amount: i64,
    pub regular: Option<i64>,
}

/// The prices of items that have no end, by currency.
pub fn open_prices(tx: &mut dyn Tx, ids: &[i64]) -> Result<Vec<OpenPrice>> {
    by_ids(
        tx,
        "SELECT product_id, currency, amount, regular FROM price WHERE product_id IN ($ids) AND valid_to IS NULL
         ORDER BY product_id, currency",
        ids,
        &[],
    )
}

/// Adds the first price of an item in a currency, in force from `now`; false, and nothing added, if its ledger has one.
pub fn add_first_price(tx: &mut dyn Tx, item: i64, price: Money, now: Timestamp) -> Result<bool> {
    if import::has_price(tx, item, price.currency)? {
        return Ok(false);
    }
    import::add_price(tx, item, &PriceRow { from: now, until: None, price, market_price: None })?;
    Ok(true)
}

/// Language → path of a product's page, for all languages that it has texts in.
pub fn paths(tx: &mut dyn Tx, id: i64) -> Result<Vec<(Lang, String)>> {
    let rows: Vec<(Lang, String, Option<String>)> = tx.all(
        "SELECT t.lang, t.url_key, c.url_key FROM product p JOIN product_text t ON t.product_id = p.id
         LEFT JOIN category_text c ON c.category_id = p.category_id AND c.lang = t.lang WHERE p.id = $1",
        vals![id],
    )?;
    Ok(rows.into_iter().map(|(lang, key, of)| (lang, product_url(lang, of.as_deref(), &key))).collect())
}

/// Codes with their names in a language, in the order of the vocabulary; without a name there is the code.
pub fn words(tx: &mut dyn Tx, lang: Lang, domain: &str) -> Result<Vec<(String, String)>> {
    tx.all(
        "SELECT code, text FROM vocabulary WHERE lang = $1 AND domain = $2 ORDER BY position, code",
        vals![lang.code(), domain],
    )
}

/// Options with their values, in order.
pub fn option_values(tx: &mut dyn Tx) -> Result<Vec<(String, String)>> {
    tx.all(
        "SELECT k.code, v.value FROM option_kind k JOIN option_value v ON v.option = k.code
         ORDER BY k.code, v.position, v.value",
        vals![],
    )
}

/// Key and name of each manufacturer.
pub fn manufacturers(tx: &mut dyn Tx) -> Result<Vec<(String, String)>> {
    tx.all("SELECT key, name FROM manufacturer ORDER BY name, key", vals![])
}

/// Makes anew what pages, lists and the search show of products. `is_listed`: where they stand in lists may have changed.
pub fn follow(tx: &mut dyn Tx, products: &[i64], is_listed: bool, now: Timestamp) -> Result<()> {
    if is_listed {
        // Gaps are made with it.
        return listing::rebuild(tx, now);
    }
    gaps::refresh(tx, products)?;
    store::bump_search(tx)
}

/// The whole category tree in a language: key, name and depth, in the order of the shop's menu.
pub fn category_choices(tx: &mut dyn Tx, lang: Lang) -> Result<Vec<(String, String, u32)>> {
    let tree = store::whole_tree(tx, lang)?;
    let mut found = Vec::new();
    let mut open: Vec<(i64, u32)> = tree.children(None).map(|node| (node.id, 0)).collect();
    open.reverse();
    while let Some((id, depth)) = open.pop() {
        let Some(node) = tree.find(id) else { continue };
        found.push((node.key.clone(), node.name.clone(), depth));
        let children: Vec<(i64, u32)> = tree.children(Some(id)).map(|child| (child.id, depth + 1)).collect();
        open.extend(children.into_iter().rev());
    }
    // Those without a name in the language, or below one.
    let keys = csv::keys(tx, csv::Space::Category)?;
    let named: Vec<String> = found.iter().map(|(key, ..)| key.clone()).collect();
    found.extend(keys.into_iter().filter(|key| !named.contains(key)).map(|key| (key.clone(), key, 0)));
    Ok(found)
}
