//! All SQL of search: on the index (schema `search` on readers), and on the catalogue that it is built from.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

use super::fold::fold;
use super::query::{Alternative, Term, is_expanded, tolerance};
use crate::catalog::ON_SALE;
use crate::db::{Flow, Tx, by_ids};
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// Matches that are ranked and counted at most.
pub const MAX_MATCHES: i64 = 1_000;

/// A product as it is indexed.
#[derive(Debug)]
pub struct Document {
    pub id: i64,
    pub name: String,
    pub categories: String,
    pub options: String,
    pub sku: String,
    pub description: String,
}

/// Passes every product on sale to `each`, in the order of the catalogue.
pub fn list_documents(source: &mut dyn Tx, lang: Lang, each: &mut dyn FnMut(Document) -> Result<()>) -> Result<()> {
    type Row<'r> = (i64, String, Option<&'r str>, Option<&'r str>, Option<&'r str>, String, Option<&'r str>);
    let sql = format!(
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
         FROM product p JOIN product_text t ON t.product_id = p.id AND t.lang = $1
         WHERE p.parent_id IS NULL AND {ON_SALE} ORDER BY p.id"
    );
    source.rows(&sql, vals![lang.code()], &mut |row| {
        let (id, name, categories, attributes, values, sku, description): Row<'_> = row.read(&sql)?;
        each(Document {
            id,
            name,
            categories: categories.unwrap_or_default().to_owned(),
            options: format!("{} {}", attributes.unwrap_or_default(), values.unwrap_or_default()),
            sku,
            description: description.unwrap_or_default().to_owned(),
        })?;
        Ok(Flow::More)
    })
}

/// Column filters by descending weight; each includes the columns of those before it.
const FIELDS: [&str; 3] = ["{name} : ", "{name kind options sku} : ", ""];

/// Ids that match, best first, at most `limit`: those with all words in the name, then in name, categories, options and SKU,
/// then anywhere; ties in the order of the catalogue.
///
/// No BM25 ranking: it counts every match of every word, so that its cost would grow with the catalogue.
pub fn find_matches(tx: &mut dyn Tx, lang: Lang, expression: &str, limit: i64) -> Result<Vec<i64>> {
    let sql =
        format!("SELECT rowid AS id FROM search.entry_{lang} WHERE entry_{lang} MATCH $1 ORDER BY rowid LIMIT $2");
    let mut found: Vec<i64> = Vec::new();
    let mut known: HashSet<i64> = HashSet::new();
    for fields in FIELDS {
        let hits: Vec<i64> = tx.all(&sql, vals![format!("{fields}({expression})"), limit])?;
        found.extend(hits.into_iter().filter(|id| known.insert(*id)));
        if found.len() as i64 >= limit {
            break;
        }
    }
    found.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(found)
}

/// Completions of a prefix that are listed in the expression; a prefix with more uses the index's prefix query.
const MAX_ENDINGS: i64 = 32;

/// Adds synonyms and completions to the terms.
pub fn complete(tx: &mut dyn Tx, lang: Lang, terms: &mut [Term]) -> Result<()> {
    for term in terms {
        let others: Vec<String> =
            tx.all(&format!("SELECT other FROM search.synonym_{lang} WHERE word = $1"), vals![&term.word])?;
        term.alternatives.extend(others.into_iter().map(Alternative::new));
        for alternative in term.alternatives.iter_mut().filter(|alternative| is_expanded(alternative.last())) {
            let endings: Vec<String> = tx.all(
                &format!("SELECT word FROM search.word_{lang} WHERE word >= $1 AND word < $2 LIMIT $3"),
                vals![alternative.last(), after(alternative.last()), MAX_ENDINGS + 1],
            )?;
            alternative.endings = (1..=MAX_ENDINGS as usize).contains(&endings.len()).then_some(endings);
        }
    }
    Ok(())
}

/// Whether the catalogue has a word with this prefix.
pub fn has_word(tx: &mut dyn Tx, lang: Lang, prefix: &str) -> Result<bool> {
    let found: Option<i64> = tx.find(
        &format!("SELECT 1 FROM search.word_{lang} WHERE word >= $1 AND word < $2 LIMIT 1"),
        vals![prefix, after(prefix)],
    )?;
    Ok(found.is_some())
}

/// Words of the catalogue that `word` may be a misspelling of, nearest and most used first.
pub fn list_corrections(tx: &mut dyn Tx, lang: Lang, word: &str) -> Result<Vec<String>> {
    let length = word.chars().count();
    let tolerance = tolerance(length);
    if tolerance == 0 {
        return Ok(Vec::new());
    }
    let bound = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let candidates: Vec<(String, i64)> = tx.all(
        &format!("SELECT word, uses FROM search.word_{lang} WHERE length BETWEEN $1 AND $2 AND uses > 0"),
        vals![bound(length - tolerance), bound(length + tolerance)],
    )?;
    let mut near: Vec<(usize, i64, String)> = candidates
        .into_iter()
        .map(|(candidate, uses)| (strsim::damerau_levenshtein(&candidate, word), -uses, candidate))
        .filter(|(distance, _, _)| *distance <= tolerance)
        .collect();
    near.sort();
    // A word at distance two is another word if one at distance one exists.
    let nearest = near.first().map_or(0, |(distance, _, _)| *distance);
    Ok(near.into_iter().filter(|(distance, _, _)| *distance == nearest).take(4).map(|(_, _, word)| word).collect())
}

/// Words with a prefix, most used first.
pub fn list_completions(tx: &mut dyn Tx, lang: Lang, prefix: &str, limit: i64) -> Result<Vec<String>> {
    tx.all(
        &format!(
            "SELECT word FROM search.word_{lang} WHERE word >= $1 AND word < $2 AND uses > 0
             ORDER BY uses DESC, word LIMIT $3"
        ),
        vals![prefix, after(prefix), limit],
    )
}

/// The first text that sorts after everything that begins with `prefix`.
fn after(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

/// The groups of synonyms, folded.
pub fn list_synonyms(source: &mut dyn Tx, lang: Lang) -> Result<Vec<Vec<String>>> {
    let rows: Vec<(i64, String)> =
        source.all("SELECT grp, word FROM synonym WHERE lang = $1 ORDER BY grp, word", vals![lang.code()])?;
    let mut groups: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (group, word) in rows {
        groups.entry(group).or_default().push(fold(&word));
    }
    Ok(groups.into_values().collect())
}

/// Key, name and URL of every category, top-level ones first.
pub fn list_indexed_categories(source: &mut dyn Tx, lang: Lang) -> Result<Vec<(String, String, String)>> {
    source.all(
        "SELECT c.key, t.name, '/' || t.lang || '/c/' || t.url_key FROM category c
         JOIN category_text t ON t.category_id = c.id AND t.lang = $1 ORDER BY c.parent_id IS NOT NULL, c.position, c.id",
        vals![lang.code()],
    )
}

/// The product with a SKU; for a variant its parent.
pub fn find_by_sku(tx: &mut dyn Tx, sku: &str) -> Result<Option<i64>> {
    tx.find(&format!("SELECT coalesce(p.parent_id, p.id) FROM product p WHERE p.sku = $1 AND {ON_SALE}"), vals![sku])
}

/// Sorts the ids of matches by price, name or age.
pub fn sort_ids(tx: &mut dyn Tx, order: Order, lang: Lang, currency: Currency, ids: &[i64]) -> Result<Vec<i64>> {
    match order {
        Order::Price { descending } => {
            const LOWS: &str =
                "SELECT product_id, low FROM listing_price WHERE product_id IN ($ids) AND currency = $25";
            let mut lows: Vec<(i64, i64)> = by_ids(tx, LOWS, ids, vals![currency.code()])?;
            lows.sort_by_key(|(id, low)| (if descending { -low } else { *low }, *id));
            Ok(lows.into_iter().map(|(id, _)| id).collect())
        }
        Order::Newest => {
            const AGES: &str = "SELECT id, created_at, position FROM product WHERE id IN ($ids)";
            let mut ages: Vec<(i64, i64, i64)> = by_ids(tx, AGES, ids, &[])?;
            ages.sort_by_key(|(id, created, position)| (-created, *position, *id));
            Ok(ages.into_iter().map(|(id, ..)| id).collect())
        }
        Order::Name => {
            const NAMES: &str =
                "SELECT sort_key, product_id FROM product_text WHERE product_id IN ($ids) AND lang = $25";
            let mut names: Vec<(String, i64)> = by_ids(tx, NAMES, ids, vals![lang.code()])?;
            names.sort_unstable();
            Ok(names.into_iter().map(|(_, id)| id).collect())
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

/// A category with its name folded, a blank before each word.
#[derive(Debug, Deserialize)]
pub struct CategoryRow {
    pub key: String,
    pub name: String,
    pub url: String,
    pub folded: String,
}

/// Categories whose name has a word with this prefix, top-level ones first.
pub fn list_categories(tx: &mut dyn Tx, lang: Lang, word: &str) -> Result<Vec<CategoryRow>> {
    tx.all(
        &format!(
            "SELECT key, name, url, folded FROM search.category_{lang} WHERE instr(folded, $1) > 0 ORDER BY position"
        ),
        vals![format!(" {word}")],
    )
}

/// Featured products: the first of the catalogue.
pub fn list_featured(tx: &mut dyn Tx, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        &format!("SELECT p.id FROM product p WHERE p.parent_id IS NULL AND {ON_SALE} ORDER BY p.id LIMIT $1"),
        vals![limit],
    )
}
