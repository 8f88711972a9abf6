//! All SQL of the search: of the index (schema `search` on readers) and of what the index is made from.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde::Deserialize;

use super::fold::fold;
use super::query::{Term, tolerance};
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// Hits that are ranked and counted; beyond, a search is too wide to be worth more.
pub const MOST: i64 = 1_000;

/// What the index knows of a product.
#[derive(Debug)]
pub struct Document {
    pub id: i64,
    pub name: String,
    pub categories: String,
    pub options: String,
    pub sku: String,
    pub description: String,
}

/// Hands every product of the catalogue in a language to `each`, in the catalogue's order.
pub fn documents(
    source: &Connection,
    lang: Lang,
    each: &mut dyn FnMut(Document) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut statement = source.prepare(
        "SELECT p.id, t.name,
                (SELECT group_concat(c.name, ' ') FROM product_category pc
                   JOIN category_text c ON c.category_id = pc.category_id AND c.lang = t.lang WHERE pc.product_id = p.id),
                (SELECT group_concat(v.text, ' ') FROM product_attribute a
                   JOIN vocabulary v ON v.lang = t.lang AND v.domain = 'attribute.' || a.facet AND v.code = a.value
                  WHERE a.product_id = p.id),
                (SELECT group_concat(v.text, ' ') FROM (SELECT DISTINCT o.option, o.value FROM product child
                   JOIN variant_option o ON o.product_id = child.id WHERE child.parent_id = p.id) o
                   JOIN vocabulary v ON v.lang = t.lang AND v.domain = 'value.' || o.option AND v.code = o.value),
                p.sku || ' ' || coalesce((SELECT group_concat(child.sku, ' ') FROM product child WHERE child.parent_id = p.id), ''),
                t.short || ' ' || t.material || ' ' || t.details
         FROM product p JOIN product_text t ON t.product_id = p.id AND t.lang = ?1
         WHERE p.parent_id IS NULL AND p.enabled = 1 ORDER BY p.id",
    )?;
    let mut rows = statement.query([lang.code()])?;
    while let Some(row) = rows.next()? {
        let text = |at: usize| row.get::<_, Option<String>>(at).map(Option::unwrap_or_default);
        each(Document {
            id: row.get(0)?,
            name: row.get(1)?,
            categories: text(2)?,
            options: format!("{} {}", text(3)?, text(4)?),
            sku: text(5)?,
            description: text(6)?,
        })?;
    }
    Ok(())
}

/// Ids that match, best first, at most [`MOST`] and one more, which says that there are more.
pub fn find_matches(tx: &mut dyn Tx, lang: Lang, expression: &str, limit: i64) -> Result<Vec<i64>> {
    #[derive(Deserialize)]
    struct Hit {
        id: i64,
        rank: i64,
    }
    // Ranked by bm25 among the first hits in the catalogue's order: the cost of a search does not grow with the shop.
    let mut hits: Vec<Hit> = tx.all(
        &format!(
            "SELECT rowid AS id, CAST(bm25(entry_{lang}, 12.0, 5.0, 3.0, 8.0, 1.0) * 1000000 AS INTEGER) AS rank
             FROM search.entry_{lang} WHERE entry_{lang} MATCH $1 LIMIT $2"
        ),
        vals![expression, limit],
    )?;
    hits.sort_by_key(|hit| (hit.rank, hit.id));
    Ok(hits.into_iter().map(|hit| hit.id).collect())
}

/// Whether the catalogue has a word that begins so.
pub fn has_word(tx: &mut dyn Tx, lang: Lang, prefix: &str) -> Result<bool> {
    let found: Option<i64> = tx.find(
        &format!("SELECT 1 FROM search.word_{lang} WHERE word >= $1 AND word < $2 LIMIT 1"),
        vals![prefix, after(prefix)],
    )?;
    Ok(found.is_some())
}

/// Words of the catalogue that `word` may be a slip of, nearest and most used first.
pub fn list_slips(tx: &mut dyn Tx, lang: Lang, word: &str) -> Result<Vec<String>> {
    let length = word.chars().count();
    let tolerance = tolerance(length);
    if tolerance == 0 {
        return Ok(Vec::new());
    }
    let bound = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let candidates: Vec<(String, i64)> = tx.all(
        &format!("SELECT word, uses FROM search.word_{lang} WHERE length BETWEEN $1 AND $2"),
        vals![bound(length - tolerance), bound(length + tolerance)],
    )?;
    let mut near: Vec<(usize, i64, String)> = candidates
        .into_iter()
        .map(|(candidate, uses)| (strsim::damerau_levenshtein(&candidate, word), -uses, candidate))
        .filter(|(distance, _, _)| *distance <= tolerance)
        .collect();
    near.sort();
    // When something is one slip away, what is two away is another word.
    let nearest = near.first().map_or(0, |(distance, _, _)| *distance);
    Ok(near.into_iter().filter(|(distance, _, _)| *distance == nearest).take(4).map(|(_, _, word)| word).collect())
}

/// Words that begin so, most used first.
pub fn list_completions(tx: &mut dyn Tx, lang: Lang, prefix: &str, limit: i64) -> Result<Vec<String>> {
    tx.all(
        &format!(
            "SELECT word FROM search.word_{lang} WHERE word >= $1 AND word < $2 ORDER BY uses DESC, word LIMIT $3"
        ),
        vals![prefix, after(prefix), limit],
    )
}

/// The first text that sorts after everything that begins with `prefix`.
fn after(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

/// Fills in what the terms may stand for: other words of their synonym groups.
pub fn add_synonyms(tx: &mut dyn Tx, lang: Lang, terms: &mut [Term]) -> Result<()> {
    let rows: Vec<(String, i64)> =
        tx.all("SELECT word, grp FROM synonym WHERE lang = $1 ORDER BY grp, word", vals![lang.code()])?;
    let mut groups: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (word, group) in rows {
        groups.entry(group).or_default().push(fold(&word));
    }
    for term in terms {
        for group in groups.values().filter(|group| group.contains(&term.word)) {
            term.synonyms.extend(group.iter().filter(|word| **word != term.word).cloned());
        }
    }
    Ok(())
}

/// The product of a SKU, a variant's answering with its parent.
pub fn find_by_sku(tx: &mut dyn Tx, sku: &str) -> Result<Option<i64>> {
    tx.find("SELECT coalesce(parent_id, id) FROM product WHERE sku = $1 AND enabled = 1", vals![sku])
}

/// Sorts ids that a search found by price or by age; names are sorted by their folded form.
pub fn sort_ids(tx: &mut dyn Tx, order: Order, lang: Lang, currency: Currency, ids: &[i64]) -> Result<Vec<i64>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let list = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    match order {
        Order::Price { descending } => {
            let direction = if descending { "DESC" } else { "ASC" };
            tx.all(
                &format!(
                    "SELECT product_id FROM listing_price WHERE currency = $1 AND product_id IN ({list})
                     ORDER BY low {direction}, product_id"
                ),
                vals![currency.code()],
            )
        }
        Order::Newest => {
            tx.all(&format!("SELECT id FROM product WHERE id IN ({list}) ORDER BY created_at DESC, position, id"), &[])
        }
        Order::Name => {
            let mut names: Vec<(i64, String)> = tx.all(
                &format!("SELECT product_id, name FROM product_text WHERE lang = $1 AND product_id IN ({list})"),
                vals![lang.code()],
            )?;
            names.sort_by_cached_key(|(id, name)| (fold(name), *id));
            Ok(names.into_iter().map(|(id, _)| id).collect())
        }
    }
}

/// Orders other than by relevance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Price { descending: bool },
    Name,
    Newest,
}

/// Categories with their names, for those that match.
pub fn list_categories(tx: &mut dyn Tx, lang: Lang) -> Result<Vec<(String, String, String)>> {
    tx.all(
        "SELECT c.key, t.name, '/' || t.lang || '/c/' || t.url_key FROM category c
         JOIN category_text t ON t.category_id = c.id AND t.lang = $1 ORDER BY c.parent_id IS NOT NULL, c.position, c.id",
        vals![lang.code()],
    )
}

/// What the shop puts forward: the first products of the catalogue.
pub fn list_featured(tx: &mut dyn Tx, limit: i64) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM product WHERE parent_id IS NULL AND enabled = 1 ORDER BY id LIMIT $1", vals![limit])
}
