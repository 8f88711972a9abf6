//! The whole catalogue as the console lists it: products on sale or not, by SKU.

use std::collections::HashMap;

use serde::Deserialize;

use super::gaps::Gap;
use super::store::{ON_SALE, RowKind};
use crate::db::{Tx, Val, by_ids, portion_params};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::sort_key::sort_key;
use crate::vals;

/// Which products; none of the filters names them all.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter<'a> {
    /// Whether they are switched on.
    pub is_on: Option<bool>,
    pub kind: Option<RowKind>,
    /// Key of a category: products in it or in one below it.
    pub category: Option<&'a str>,
    /// Only those in the category itself.
    pub is_direct: bool,
    pub gap: Option<Gap>,
}

/// Products that are looked through for words, and those off sale among them.
const MOST_MATCHES: i64 = 1_000;
const MOST_OFF: i64 = 20_000;

const IN_CATEGORY: &str = "p.id IN (
    WITH RECURSIVE down (id) AS (
        SELECT id FROM category WHERE key = $28
        UNION SELECT c.id FROM down JOIN category c ON c.parent_id = down.id)
    SELECT m.product_id FROM down JOIN product_category m ON m.category_id = down.id)";

const IN_CATEGORY_ITSELF: &str = "p.id IN (
    SELECT m.product_id FROM category c JOIN product_category m ON m.category_id = c.id WHERE c.key = $28)";

/// Products by SKU: those that begin with `prefix` and come after `after`, at most `limit`. With `among` only these.
pub fn browse(
    tx: &mut dyn Tx,
    filter: Filter<'_>,
    among: Option<&[i64]>,
    prefix: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<i64>> {
    let end = format!("{prefix}{}", char::MAX);
    let rest = vals![after, prefix, end, filter.category.unwrap_or_default(), limit];
    let mut conditions = vec!["p.parent_id IS NULL".to_owned()];
    if let Some(is_on) = filter.is_on {
        conditions.push(format!("p.enabled = {}", u8::from(is_on)));
    }
    if let Some(kind) = filter.kind {
        conditions.push(format!("p.kind = '{}'", kind.code()));
    }
    if filter.category.is_some() {
        conditions.push(if filter.is_direct { IN_CATEGORY_ITSELF } else { IN_CATEGORY }.to_owned());
    }
    // The table whose index gives the order.
    let (select, by) = match filter.gap {
        Some(gap) => {
            conditions.push(format!("g.gap = '{}'", gap.code()));
            ("SELECT p.id, g.sku FROM product_gap g CROSS JOIN product p ON p.id = g.product_id", "g")
        }
        None => ("SELECT p.id, p.sku FROM product p", "p"),
    };
    conditions.push(format!("{by}.sku > $25 AND {by}.sku >= $26 AND {by}.sku < $27"));
    if among.is_some() {
        conditions.push("p.id IN ($ids)".to_owned());
    }
    let sql = format!("{select} WHERE {}", conditions.join(" AND "));
    let mut found: Vec<(i64, String)> = match among {
        Some(ids) => by_ids(tx, &sql, ids, rest)?,
        None => {
            let sql = format!("{sql} ORDER BY {by}.sku LIMIT $29");
            tx.all(&sql, &portion_params::<Val>(&[], rest))?
        }
    };
    found.sort_by(|one, other| one.1.cmp(&other.1));
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(found.into_iter().map(|(id, _)| id).collect())
}

/// Whether the SKU of a product that is no variant begins so.
pub fn has_prefix(tx: &mut dyn Tx, prefix: &str) -> Result<bool> {
    Ok(!browse(tx, Filter::default(), None, prefix, "", 1)?.is_empty())
}

/// The product of a variant whose SKU begins so, at most a thousand of them.
pub fn of_variants(tx: &mut dyn Tx, prefix: &str) -> Result<Vec<i64>> {
    let end = format!("{prefix}{}", char::MAX);
    tx.all(
        "SELECT DISTINCT parent_id FROM product WHERE sku >= $1 AND sku < $2 AND parent_id IS NOT NULL LIMIT $3",
        vals![prefix, end, MOST_MATCHES],
    )
}

/// Products whose name in a language begins with the words, and those off sale whose name has words that begin so: what the
/// search of shoppers does not find.
pub fn named(tx: &mut dyn Tx, lang: Lang, words: &str) -> Result<Vec<i64>> {
    let folded = sort_key(words);
    if folded.is_empty() {
        return Ok(Vec::new());
    }
    let end = format!("{folded}{}", char::MAX);
    let mut found: Vec<i64> = tx.all(
        "SELECT product_id FROM product_text WHERE lang = $1 AND sort_key >= $2 AND sort_key < $3
         ORDER BY sort_key LIMIT $4",
        vals![lang.code(), &folded, end, MOST_MATCHES],
    )?;
    let off: Vec<(i64, String)> = tx.all(
        "SELECT p.id, t.sort_key FROM product p JOIN product_text t ON t.product_id = p.id AND t.lang = $1
         WHERE p.parent_id IS NULL AND p.enabled = 0 ORDER BY p.sku LIMIT $2",
        vals![lang.code(), MOST_OFF],
    )?;
    let is_named = |name: &str| folded.split(' ').all(|word| name.split(' ').any(|of_name| of_name.starts_with(word)));
    found.extend(off.into_iter().filter(|(_, name)| is_named(name)).map(|(id, _)| id));
    Ok(found)
}

/// A product in the list.
#[derive(Debug, Clone, Deserialize)]
pub struct BrowsedRow {
    pub id: i64,
    pub sku: String,
    pub kind: RowKind,
    pub enabled: bool,
    pub is_on_sale: bool,
    /// In the language.
    pub name: Option<String>,
    /// Name of the canonical category in the language.
    pub category: Option<String>,
    pub picture: Option<String>,
    /// Lowest and highest in euro cents; none without a price, or off sale.
    pub low: Option<i64>,
    pub high: Option<i64>,
    pub variants: u32,
}

/// These products, in the order of the ids.
pub fn rows(tx: &mut dyn Tx, ids: &[i64], lang: Lang) -> Result<Vec<BrowsedRow>> {
    let sql = format!(
        "SELECT p.id, p.sku, p.kind, p.enabled, ({ON_SALE}) AS is_on_sale, t.name, c.name AS category, f.picture,
                (SELECT min(x.amount) FROM product i JOIN price x ON x.product_id = i.id
                 WHERE (i.id = p.id OR i.parent_id = p.id) AND x.currency = 'EUR' AND x.valid_to IS NULL) AS low,
                (SELECT max(x.amount) FROM product i JOIN price x ON x.product_id = i.id
                 WHERE (i.id = p.id OR i.parent_id = p.id) AND x.currency = 'EUR' AND x.valid_to IS NULL) AS high,
                (SELECT count(*) FROM product v WHERE v.parent_id = p.id) AS variants
         FROM product p
         LEFT JOIN product_text t ON t.product_id = p.id AND t.lang = $25
         LEFT JOIN category_text c ON c.category_id = p.category_id AND c.lang = $25
         LEFT JOIN product_picture f ON f.product_id = p.id AND f.position = 0
         WHERE p.id IN ($ids)"
    );
    let mut rows: Vec<BrowsedRow> = by_ids(tx, &sql, ids, vals![lang.code()])?;
    let place: HashMap<i64, usize> = ids.iter().copied().zip(0..).collect();
    rows.sort_by_key(|row| place.get(&row.id).copied());
    Ok(rows)
}

/// Product → codes of what it lacks, in any language.
pub fn gaps(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, Vec<String>>> {
    let rows: Vec<(i64, String)> =
        by_ids(tx, "SELECT product_id, gap FROM product_gap WHERE product_id IN ($ids) ORDER BY gap", ids, &[])?;
    Ok(crate::db::group_by(rows))
}
