//! Categories as the house works on them: all of them, hidden or not, in every language.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::Deserialize;

use super::listing;
use super::store;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// A row of `category`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Category {
    pub id: i64,
    pub key: String,
    pub parent_id: Option<i64>,
    pub picture: String,
    pub hidden: bool,
}

/// All of them, siblings in their order.
pub fn all(tx: &mut dyn Tx) -> Result<Vec<Category>> {
    tx.all("SELECT id, key, parent_id, picture, hidden FROM category ORDER BY position, id", vals![])
}

/// What a category says in a language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Text {
    pub lang: Lang,
    pub name: String,
    pub url_key: String,
    pub intro: String,
    pub meta_title: String,
    pub meta_description: String,
    /// What its picture shows.
    pub alt: String,
}

pub fn texts(tx: &mut dyn Tx, id: i64) -> Result<Vec<Text>> {
    tx.all(
        "SELECT lang, name, url_key, intro, meta_title, meta_description, alt FROM category_text
         WHERE category_id = $1 ORDER BY lang",
        vals![id],
    )
}

/// The name of each category in each language that it has texts in.
pub fn names(tx: &mut dyn Tx) -> Result<Vec<(i64, Lang, String)>> {
    tx.all("SELECT category_id, lang, name FROM category_text ORDER BY category_id, lang", vals![])
}

/// The key of the category that has this address in a language.
pub fn url_key_owner(tx: &mut dyn Tx, url_key: &str, lang: Lang) -> Result<Option<String>> {
    tx.find(
        "SELECT c.key FROM category_text t JOIN category c ON c.id = t.category_id WHERE t.url_key = $1 AND t.lang = $2",
        vals![url_key, lang.code()],
    )
}

/// Language → path of a category's page, for all languages that it has texts in.
pub fn paths(tx: &mut dyn Tx, id: i64) -> Result<Vec<(Lang, String)>> {
    let of = |text: Text| (text.lang, store::category_url(text.lang, &text.url_key));
    Ok(texts(tx, id)?.into_iter().map(of).collect())
}

/// Category → how many products it lists, those of the categories below it too; one that lists none is left out.
pub fn totals(tx: &mut dyn Tx) -> Result<HashMap<i64, u32>> {
    Ok(tx.all::<(i64, u32)>("SELECT category_id, total FROM listing_total", vals![])?.into_iter().collect())
}

/// How many products are in a category itself, on sale or not.
pub fn count_products(tx: &mut dyn Tx, id: i64) -> Result<u32> {
    tx.one("SELECT count(*) FROM product_category WHERE category_id = $1", vals![id])
}

/// The SKUs of products in a category itself, on sale or not, at most `limit`.
pub fn products(tx: &mut dyn Tx, id: i64, limit: i64) -> Result<Vec<String>> {
    tx.all(
        "SELECT p.sku FROM product_category m JOIN product p ON p.id = m.product_id WHERE m.category_id = $1 LIMIT $2",
        vals![id, limit],
    )
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Makes a category without texts, after those that it stands beside; answers its id.
pub fn insert(tx: &mut dyn Tx, key: &str, parent_id: Option<i64>) -> Result<i64> {
    let position = all(tx)?.iter().filter(|one| one.parent_id == parent_id).count();
    tx.one(
        "INSERT INTO category (key, parent_id, position, picture) VALUES ($1, $2, $3, '') RETURNING id",
        vals![key, parent_id, position as i64],
    )
}

pub fn update(tx: &mut dyn Tx, of: &Category) -> Result<()> {
    tx.exec(
        "UPDATE category SET parent_id = $2, picture = $3, hidden = $4 WHERE id = $1",
        vals![of.id, of.parent_id, &of.picture, i64::from(of.hidden)],
    )?;
    Ok(())
}

/// Puts the texts of a category in the place of those that it had.
pub fn replace_texts(tx: &mut dyn Tx, id: i64, texts: &[Text]) -> Result<()> {
    tx.exec("DELETE FROM category_text WHERE category_id = $1", vals![id])?;
    for text in texts {
        tx.exec(
            "INSERT INTO category_text (category_id, lang, name, url_key, intro, meta_title, meta_description, alt)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            vals![
                id,
                text.lang.code(),
                &text.name,
                &text.url_key,
                &text.intro,
                &text.meta_title,
                &text.meta_description,
                &text.alt
            ],
        )?;
    }
    Ok(())
}

/// Puts siblings in this order.
pub fn arrange(tx: &mut dyn Tx, ids: &[i64]) -> Result<()> {
    for (position, id) in (0_i64..).zip(ids) {
        tx.exec("UPDATE category SET position = $2 WHERE id = $1 AND position <> $2", vals![*id, position])?;
    }
    Ok(())
}

/// Notes that a category had an address, so that links to it go on to the page.
pub fn keep_former_address(tx: &mut dyn Tx, id: i64, url_key: &str, lang: Lang) -> Result<()> {
    tx.exec(
        "INSERT INTO category_former_address (url_key, lang, category_id) VALUES ($1, $2, $3)
         ON CONFLICT (url_key, lang) DO UPDATE SET category_id = excluded.category_id",
        vals![url_key, lang.code(), id],
    )?;
    Ok(())
}

/// Leads the addresses that a category has and had to another.
pub fn hand_over_addresses(tx: &mut dyn Tx, from: i64, to: i64) -> Result<()> {
    tx.exec("UPDATE category_former_address SET category_id = $2 WHERE category_id = $1", vals![from, to])?;
    for text in texts(tx, from)? {
        keep_former_address(tx, to, &text.url_key, text.lang)?;
    }
    Ok(())
}

/// Deletes a category that holds neither products nor categories, with its texts.
pub fn delete(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM category WHERE id = $1", vals![id])?;
    Ok(())
}

/// Makes anew what pages, lists and the search show of categories. `is_listed`: what they list may have changed.
pub fn follow(tx: &mut dyn Tx, is_listed: bool, now: Timestamp) -> Result<()> {
    if is_listed {
        return listing::rebuild(tx, now);
    }
    store::bump_search(tx)
}
