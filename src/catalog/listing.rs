//! The read models of lists: who stands in which category, in every order a list can have, with prices and counts made ahead.
//!
//! They hold nothing that the catalogue does not say; [`rebuild`] makes them anew, set by set, whenever the catalogue
//! has changed. Prices change on their own when a row of the ledger begins or ends, hence [`refresh_prices_at`]; pieces
//! with every sale, which `stock` follows.

use std::collections::BTreeSet;

use anyhow::Context;
use jiff::Timestamp;
use serde::Deserialize;

use super::facets::{AVAILABILITY, Chosen, IN_STOCK, PRICE};
use super::price::{self, Step};
use super::store::{bump, by_ids, exec_by_ids};
use super::types::Sort;
use crate::call::View;
use crate::db::{Tx, Val, group_by};
use crate::domain::money::Currency;
use crate::error::Result;
use crate::message;
use crate::vals;

/// Under filters, counting stops here: more pages than anybody turns.
pub const MOST_COUNTED: i64 = 1000;

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A page of a category: ids of products in the order asked for.
pub fn page(
    tx: &mut dyn Tx,
    view: &View,
    category: i64,
    sort: Sort,
    chosen: &Chosen,
    limit: u32,
    offset: i64,
) -> Result<Vec<i64>> {
    let (table, scope, order) = match sort {
        Sort::Position => ("listing", "", "l.position, l.product_id"),
        Sort::Newest => ("listing", "", "l.created_at DESC, l.product_id"),
        Sort::PriceAsc => ("listing_by_price", " AND l.currency = $2", "l.low, l.product_id"),
        // Both columns turned round, so that the index is read backwards.
        Sort::PriceDesc => ("listing_by_price", " AND l.currency = $2", "l.low DESC, l.product_id DESC"),
        Sort::Name => ("listing_by_name", " AND l.lang = $2", "l.sort_key, l.product_id"),
        Sort::Relevance => return Err(message::SORT_UNKNOWN.into()),
    };
    let of = if sort == Sort::Name { view.lang().code() } else { view.currency.code() };
    let (conditions, filters) = chosen.sql(None, view.currency, 5);
    let mut params = vec![Val::Int(category), of.into(), limit.into(), offset.into()];
    params.extend(filters);
    tx.all(
        &format!(
            "SELECT l.product_id FROM {table} l WHERE l.category_id = $1{scope}{conditions} ORDER BY {order} LIMIT $3 OFFSET $4"
        ),
        &params,
    )
}

/// How many products a category has.
pub fn total(tx: &mut dyn Tx, category: i64) -> Result<u32> {
    Ok(tx.find("SELECT total FROM listing_total WHERE category_id = $1", vals![category])?.unwrap_or(0))
}

/// How many products of a category fit a choice, and whether there are more than are counted.
pub fn total_chosen(tx: &mut dyn Tx, view: &View, category: i64, chosen: &Chosen) -> Result<(u32, bool)> {
    let (conditions, filters) = chosen.sql(None, view.currency, 2);
    let mut params = vec![Val::Int(category)];
    params.extend(filters);
    let most = MOST_COUNTED + 1;
    let found: i64 = tx.one(
        &format!("SELECT count(*) FROM (SELECT 1 FROM listing l WHERE l.category_id = $1{conditions} LIMIT {most}) h"),
        &params,
    )?;
    let total = u32::try_from(found.min(MOST_COUNTED)).context("a count")?;
    Ok((total, found > MOST_COUNTED))
}

/// When a price begins or ends next, after the moment that the read models show; that may be in the past.
pub fn next_price_boundary(tx: &mut dyn Tx, now: Timestamp) -> Result<Option<Timestamp>> {
    let shown: i64 = tx.one("SELECT prices_at FROM catalogue_version WHERE id = 1", vals![])?;
    let after = vals![shown.min(now.as_millisecond())];
    let begins: Option<i64> = tx.one("SELECT min(valid_from) FROM price WHERE valid_from > $1", after)?;
    let ends: Option<i64> = tx.one("SELECT min(valid_to) FROM price WHERE valid_to > $1", after)?;
    let next = begins.into_iter().chain(ends).min();
    Ok(next.map(Timestamp::from_millisecond).transpose().context("a moment of the price ledger")?)
}

// ── Rebuilding ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Makes all read models anew from the catalogue, with the prices of `now`, and tells caches and search.
pub fn rebuild(tx: &mut dyn Tx, now: Timestamp) -> Result<()> {
    rebuild_with(tx, now, &|_| {})
}

/// The same, telling each step that is done, of [`STEPS`].
pub fn rebuild_with(tx: &mut dyn Tx, now: Timestamp, done: &dyn Fn(u64)) -> Result<()> {
    for table in [
        "listing",
        "listing_by_price",
        "listing_by_name",
        "listing_facet",
        "listing_total",
        "listing_stock",
        "listing_price",
    ] {
        tx.exec(&format!("DELETE FROM {table}"), vals![])?;
    }
    exec_by_ids(tx, &INSERT_PRICES.replace("{which}", ""), ALL, vals![now.as_millisecond()])?;
    fill_lowest(tx, now, None)?;
    done(1);
    tx.exec(
        &format!(
            "INSERT INTO listing_stock (product_id, quantity)
             SELECT p.id, {PIECES} FROM product p WHERE p.enabled = 1 AND p.parent_id IS NULL"
        ),
        vals![],
    )?;
    done(2);
    tx.exec(
        "WITH RECURSIVE up (category_id, shown_in) AS (
             SELECT id, id FROM category
             UNION
             SELECT up.category_id, c.parent_id FROM up JOIN category c ON c.id = up.shown_in WHERE c.parent_id IS NOT NULL
         )
         INSERT INTO listing (category_id, position, product_id, created_at)
         SELECT DISTINCT up.shown_in, p.position, p.id, p.created_at
         FROM product p
         JOIN product_category m ON m.product_id = p.id
         JOIN up ON up.category_id = m.category_id
         WHERE p.enabled = 1 AND p.parent_id IS NULL
           AND EXISTS (SELECT 1 FROM listing_price x WHERE x.product_id = p.id)
         ORDER BY 1, 2, 3",
        vals![],
    )?;
    done(3);
    tx.exec(&format!("{INSERT_BY_PRICE} ORDER BY 1, 2, 3, 4"), vals![])?;
    done(4);
    tx.exec(
        "INSERT INTO listing_by_name (category_id, lang, sort_key, product_id)
         SELECT l.category_id, t.lang, t.sort_key, l.product_id
         FROM listing l JOIN product_text t ON t.product_id = l.product_id
         ORDER BY 1, 2, 3, 4",
        vals![],
    )?;
    done(5);
    tx.exec(
        "INSERT INTO listing_total (category_id, total) SELECT category_id, count(*) FROM listing GROUP BY category_id",
        vals![],
    )?;
    tx.exec(
        "INSERT INTO listing_facet (category_id, facet, value, count)
         SELECT l.category_id, a.facet, a.value, count(*)
         FROM listing l JOIN product_attribute a ON a.product_id = l.product_id
         GROUP BY l.category_id, a.facet, a.value",
        vals![],
    )?;
    tx.exec(
        "INSERT INTO listing_facet (category_id, facet, value, count)
         SELECT l.category_id, $1, $2, count(*)
         FROM listing l JOIN listing_stock s ON s.product_id = l.product_id
         WHERE s.quantity > 0
         GROUP BY l.category_id",
        vals![AVAILABILITY, IN_STOCK],
    )?;
    count_prices(tx, None)?;
    done(STEPS);
    tx.exec(
        "UPDATE catalogue_version SET version = version + 1, search = search + 1, prices_at = $1 WHERE id = 1",
        vals![now.as_millisecond()],
    )?;
    Ok(())
}

/// Steps of a rebuild.
pub const STEPS: u64 = 6;

/// Stands for "without choosing": one run of a statement that names no ids.
const ALL: &[i64] = &[0];

/// The prices in force at `$25`, for each product that lists show: the lowest among its items with what belongs to it.
const INSERT_PRICES: &str = "INSERT INTO listing_price (product_id, currency, low, high, item_id, regular)
     SELECT owner, currency, amount, high, item_id, regular FROM (
         SELECT o.id AS owner, x.currency, x.amount, x.regular, p.id AS item_id,
                max(x.amount) OVER (PARTITION BY o.id, x.currency) AS high,
                row_number() OVER (PARTITION BY o.id, x.currency ORDER BY x.amount, p.position, p.id) AS place
         FROM product p
         JOIN product o ON o.id = coalesce(p.parent_id, p.id)
         JOIN price x ON x.product_id = p.id
         WHERE p.enabled = 1 AND o.enabled = 1 AND p.kind <> 'configurable'
           AND x.valid_from <= $25 AND (x.valid_to IS NULL OR x.valid_to > $25){which}
     ) priced WHERE place = 1";

const INSERT_BY_PRICE: &str = "INSERT INTO listing_by_price (category_id, currency, low, product_id)
     SELECT l.category_id, x.currency, x.low, l.product_id
     FROM listing l JOIN listing_price x ON x.product_id = l.product_id";

/// The pieces to be had of the product `p`.
pub const PIECES: &str = "CASE p.kind
         WHEN 'configurable' THEN (
             SELECT coalesce(sum(s.quantity), 0) FROM product v JOIN stock s ON s.product_id = v.id
             WHERE v.parent_id = p.id AND v.enabled = 1)
         WHEN 'kit' THEN (
             SELECT coalesce(min(coalesce(s.quantity, 0) / k.qty), 0) FROM kit_part k LEFT JOIN stock s ON s.product_id = k.part_id
             WHERE k.kit_id = p.id)
         ELSE (SELECT coalesce(max(s.quantity), 0) FROM stock s WHERE s.product_id = p.id)
     END";

#[derive(Debug, Deserialize)]
struct ReducedRow {
    product_id: i64,
    currency: Currency,
    item_id: i64,
}

/// Writes the lowest price before the reduction beside every reduced price: a matter of the ledger's history.
fn fill_lowest(tx: &mut dyn Tx, now: Timestamp, owners: Option<&[i64]>) -> Result<()> {
    const REDUCED: &str = "SELECT product_id, currency, item_id FROM listing_price WHERE regular IS NOT NULL";
    let reduced: Vec<ReducedRow> = match owners {
        None => tx.all(REDUCED, vals![])?,
        Some(owners) => by_ids(tx, &format!("{REDUCED} AND product_id IN ($ids)"), owners, &[])?,
    };
    for (currency, rows) in group_by(reduced.into_iter().map(|row| (row.currency, row))) {
        let items: Vec<i64> = rows.iter().map(|row| row.item_id).collect();
        let prices = price::prices(tx, &items, currency, now)?;
        for row in rows {
            let lowest = prices.get(&row.item_id).and_then(|price| price.lowest_30d).map(|lowest| lowest.minor);
            tx.exec(
                "UPDATE listing_price SET lowest_30d = $3 WHERE product_id = $1 AND currency = $2",
                vals![row.product_id, currency.code(), lowest],
            )?;
        }
    }
    Ok(())
}

/// Counts the price facet anew, of all categories or of some.
fn count_prices(tx: &mut dyn Tx, categories: Option<&[i64]>) -> Result<()> {
    let which = if categories.is_some() { " AND category_id IN ($ids)" } else { "" };
    let ids = categories.unwrap_or(ALL);
    exec_by_ids(tx, &format!("DELETE FROM listing_facet WHERE facet = $25{which}"), ids, vals![PRICE])?;
    for currency in Currency::ALL {
        let cases: String = Step::all(currency)
            .map(|step| match step.below {
                Some(below) => format!(" WHEN low < {} THEN '{}'", below.minor(), step.code()),
                None => format!(" ELSE '{}'", step.code()),
            })
            .collect();
        exec_by_ids(
            tx,
            &format!(
                "INSERT INTO listing_facet (category_id, facet, currency, value, count)
                 SELECT category_id, $25, currency, step, count(*) FROM (
                     SELECT category_id, currency, CASE{cases} END AS step FROM listing_by_price WHERE currency = $26{which}
                 ) stepped
                 GROUP BY category_id, currency, step"
            ),
            ids,
            vals![PRICE, currency.code()],
        )?;
    }
    Ok(())
}

// ── Prices that change on their own ─────────────────────────────────────────────────────────────────────────────────

/// Brings the read models to the prices of `now`; answers whether anything changed.
///
/// Prices that began or ended between the moment shown and `now` count, in either direction: a clock may be set back.
pub fn refresh_prices_at(tx: &mut dyn Tx, now: Timestamp) -> Result<bool> {
    let shown: i64 = tx.one("SELECT prices_at FROM catalogue_version WHERE id = 1", vals![])?;
    let now_ms = now.as_millisecond();
    let changed: Vec<i64> = tx.all(
        "SELECT DISTINCT coalesce(p.parent_id, p.id) FROM (
             SELECT product_id FROM price WHERE valid_from > $1 AND valid_from <= $2
             UNION
             SELECT product_id FROM price WHERE valid_to > $1 AND valid_to <= $2
         ) x JOIN product p ON p.id = x.product_id",
        vals![shown.min(now_ms), shown.max(now_ms)],
    )?;
    if changed.is_empty() {
        return Ok(false);
    }
    refresh_products(tx, &changed, now)?;
    tx.exec("UPDATE catalogue_version SET prices_at = $1 WHERE id = 1", vals![now_ms])?;
    Ok(true)
}

/// Brings the prices of some products to `now`, in every read model: after an operator changed them.
pub fn refresh_products(tx: &mut dyn Tx, products: &[i64], now: Timestamp) -> Result<()> {
    const PRICED: &str = "SELECT DISTINCT product_id FROM listing_price WHERE product_id IN ($ids)";
    let before: BTreeSet<i64> = by_ids(tx, PRICED, products, &[])?.into_iter().collect();
    exec_by_ids(
        tx,
        "DELETE FROM listing_by_price WHERE (category_id, currency, low, product_id) IN (
             SELECT l.category_id, x.currency, x.low, l.product_id
             FROM listing_price x JOIN listing l ON l.product_id = x.product_id
             WHERE x.product_id IN ($ids))",
        products,
        &[],
    )?;
    exec_by_ids(tx, "DELETE FROM listing_price WHERE product_id IN ($ids)", products, &[])?;
    let insert = INSERT_PRICES.replace("{which}", " AND (p.id IN ($ids) OR p.parent_id IN ($ids))");
    exec_by_ids(tx, &insert, products, vals![now.as_millisecond()])?;
    let after: BTreeSet<i64> = by_ids(tx, PRICED, products, &[])?.into_iter().collect();
    if before != after {
        // A product came into the shop or left it: every list and count is another.
        return rebuild(tx, now);
    }
    fill_lowest(tx, now, Some(products))?;
    exec_by_ids(tx, &format!("{INSERT_BY_PRICE} WHERE l.product_id IN ($ids)"), products, &[])?;
    let categories: Vec<i64> =
        by_ids(tx, "SELECT DISTINCT category_id FROM listing WHERE product_id IN ($ids)", products, &[])?;
    let categories: Vec<i64> = categories.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    count_prices(tx, Some(&categories))?;
    bump(tx)
}
