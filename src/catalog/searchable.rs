//! The catalogue for search: documents for the index, and sorting of matches.

use std::collections::BTreeMap;

use super::store::{ON_SALE, SHOWN};
use super::types::Sort;
use crate::db::{Flow, Tx, by_ids};
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

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

/// How many products there are, on sale or not.
pub fn count_products(source: &mut dyn Tx) -> Result<i64> {
    source.one("SELECT count(*) FROM product WHERE parent_id IS NULL", vals![])
}

/// Products on sale whose name has words that begin with each of these: what search finds before there is an index. Reads all
/// names.
pub fn list_named(tx: &mut dyn Tx, lang: Lang, words: &[String], limit: i64) -> Result<Vec<i64>> {
    let [first, rest @ ..] = words else { return Ok(Vec::new()) };
    let sql = format!(
        "SELECT p.id, t.sort_key FROM product_text t JOIN product p ON p.id = t.product_id
         WHERE t.lang = $1 AND instr(' ' || t.sort_key, ' ' || $2) > 0 AND p.parent_id IS NULL AND {ON_SALE} ORDER BY p.id"
    );
    let mut found = Vec::new();
    tx.rows(&sql, vals![lang.code(), first], &mut |row| {
        let (id, name): (i64, &str) = row.read(&sql)?;
        if rest.iter().all(|word| name.split(' ').any(|of_name| of_name.starts_with(word.as_str()))) {
            found.push(id);
        }
        Ok(if found.len() as i64 == limit { Flow::Enough } else { Flow::More })
    })?;
    Ok(found)
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

/// The groups of synonyms.
pub fn list_synonyms(source: &mut dyn Tx, lang: Lang) -> Result<Vec<Vec<String>>> {
    let rows: Vec<(i64, String)> =
        source.all("SELECT grp, word FROM synonym WHERE lang = $1 ORDER BY grp, word", vals![lang.code()])?;
    let mut groups: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (group, word) in rows {
        groups.entry(group).or_default().push(word);
    }
    Ok(groups.into_values().collect())
}

/// Key, name and URL of every category that shoppers see, top-level ones first.
pub fn list_categories(source: &mut dyn Tx, lang: Lang) -> Result<Vec<(String, String, String)>> {
    let sql = format!(
        "SELECT c.key, t.name, '/' || t.lang || '/c/' || t.url_key FROM category c
         JOIN category_text t ON t.category_id = c.id AND t.lang = $1
         WHERE {SHOWN} ORDER BY c.parent_id IS NOT NULL, c.position, c.id"
    );
    source.all(&sql, vals![lang.code()])
}

/// The product with a SKU; for a variant its parent.
pub fn find_by_sku(tx: &mut dyn Tx, sku: &str) -> Result<Option<i64>> {
    tx.find(&format!("SELECT coalesce(p.parent_id, p.id) FROM product p WHERE p.sku = $1 AND {ON_SALE}"), vals![sku])
}

/// Sorts the ids of matches; those by relevance are sorted already.
pub fn sort_ids(tx: &mut dyn Tx, sort: Sort, lang: Lang, currency: Currency, ids: Vec<i64>) -> Result<Vec<i64>> {
    match sort {
        Sort::Relevance | Sort::Position => Ok(ids),
        Sort::PriceAsc | Sort::PriceDesc => {
            const LOWS: &str =
                "SELECT product_id, low FROM listing_price WHERE product_id IN ($ids) AND currency = $25";
            let mut lows: Vec<(i64, i64)> = by_ids(tx, LOWS, &ids, vals![currency.code()])?;
            lows.sort_by_key(|(id, low)| (if sort == Sort::PriceDesc { -low } else { *low }, *id));
            Ok(lows.into_iter().map(|(id, _)| id).collect())
        }
        Sort::Newest => {
            const AGES: &str = "SELECT id, created_at, position FROM product WHERE id IN ($ids)";
            let mut ages: Vec<(i64, i64, i64)> = by_ids(tx, AGES, &ids, &[])?;
            ages.sort_by_key(|(id, created, position)| (-created, *position, *id));
            Ok(ages.into_iter().map(|(id, ..)| id).collect())
        }
        Sort::Name => {
            const NAMES: &str =
                "SELECT sort_key, product_id FROM product_text WHERE product_id IN ($ids) AND lang = $25";
            let mut names: Vec<(String, i64)> = by_ids(tx, NAMES, &ids, vals![lang.code()])?;
            names.sort_unstable();
            Ok(names.into_iter().map(|(_, id)| id).collect())
        }
    }
}

/// Featured products: the first of the catalogue.
pub fn list_featured(tx: &mut dyn Tx, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        &format!("SELECT p.id FROM product p WHERE p.parent_id IS NULL AND {ON_SALE} ORDER BY p.id LIMIT $1"),
        vals![limit],
    )
}
