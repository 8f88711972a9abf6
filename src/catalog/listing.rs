//! The read models of lists: the products of each category in every sort order, with precomputed prices and facets.
//!
//! They are derived data; [`rebuild`] recreates them when the catalogue has changed. Prices change over time when a row
//! of the ledger begins or ends ([`refresh_prices_at`]), availability with every sale (`stock`). Sort orders and
//! filters are stored as [`super::sets`].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::Context;
use jiff::Timestamp;
use serde::Deserialize;

use super::facets::{AVAILABILITY, IN_STOCK, PRICE};
use super::gaps;
use super::price::{self, Step, step_of};
use super::sets::{Bits, Order};
use super::store::bump;
use super::types::Sort;
use crate::call::View;
use crate::db::{Tx, by_ids, exec_by_ids, group_by};
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::message;
use crate::vals;

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// How many products a category has.
pub fn total(tx: &mut dyn Tx, category: i64) -> Result<u32> {
    Ok(tx.find("SELECT total FROM listing_total WHERE category_id = $1", vals![category])?.unwrap_or(0))
}

/// The ids on a page of a category in a sort order, limited to `selected` products if given.
pub fn page(
    tx: &mut dyn Tx,
    view: &View,
    category: i64,
    sort: Sort,
    selected: Option<&Bits>,
    limit: u32,
    offset: u64,
) -> Result<Vec<i64>> {
    let fits = |ordinal: &usize| selected.is_none_or(|selected| selected.has(*ordinal));
    let (skip, take) = (usize::try_from(offset).unwrap_or(usize::MAX), limit as usize);
    let (column, scope) = match sort {
        Sort::Relevance => return Err(message::SORT_UNKNOWN.into()),
        Sort::Position => ("", ""),
        Sort::PriceAsc | Sort::PriceDesc => (BY_PRICE, view.currency.code()),
        Sort::Name => (BY_NAME, view.lang().code()),
        Sort::Newest => (NEWEST, ""),
    };
    let ordinals: Vec<usize> = match (sort, selected) {
        (Sort::Position, Some(selected)) => selected.iter().skip(skip).take(take).collect(),
        (Sort::Position, None) => (0..total(tx, category)? as usize).skip(skip).take(take).collect(),
        (Sort::PriceDesc, _) => {
            order(tx, category, column, scope)?.iter().rev().filter(fits).skip(skip).take(take).collect()
        }
        _ => order(tx, category, column, scope)?.iter().filter(fits).skip(skip).take(take).collect(),
    };
    let wanted: Vec<i64> = ordinals.iter().map(|ordinal| *ordinal as i64).collect();
    let rows: Vec<(i64, i64)> = by_ids(
        tx,
        "SELECT ordinal, product_id FROM listing WHERE category_id = $25 AND ordinal IN ($ids)",
        &wanted,
        vals![category],
    )?;
    let products: HashMap<i64, i64> = rows.into_iter().collect();
    Ok(wanted.iter().filter_map(|ordinal| products.get(ordinal).copied()).collect())
}

/// The cheapest products of a category in the visitor's currency, cheapest first.
pub fn cheapest(tx: &mut dyn Tx, view: &View, category: i64, limit: u32) -> Result<Vec<i64>> {
    page(tx, view, category, Sort::PriceAsc, None, limit, 0)
}

const BY_PRICE: &str = "price";
const BY_NAME: &str = "name";
const NEWEST: &str = "newest";

fn order(tx: &mut dyn Tx, category: i64, sort: &str, scope: &str) -> Result<Order> {
    let order = tx.find(
        "SELECT ordinals FROM listing_order WHERE category_id = $1 AND sort = $2 AND scope = $3",
        vals![category, sort, scope],
    )?;
    Ok(order.unwrap_or_default())
}

/// The next time at which a price begins or ends, after the time of the read models; it may be in the past.
pub fn next_price_boundary(tx: &mut dyn Tx, now: Timestamp) -> Result<Option<Timestamp>> {
    let shown: i64 = tx.one("SELECT prices_at FROM catalogue_version WHERE id = 1", vals![])?;
    let after = vals![shown.min(now.as_millisecond())];
    let begins: Option<i64> = tx.one("SELECT min(valid_from) FROM price WHERE valid_from > $1", after)?;
    let ends: Option<i64> = tx.one("SELECT min(valid_to) FROM price WHERE valid_to > $1", after)?;
    let next = begins.into_iter().chain(ends).min();
    Ok(next.map(Timestamp::from_millisecond).transpose().context("a moment of the price ledger")?)
}

// ── Rebuilding ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Recreates all read models with the prices of `now`, and invalidates page caches and the search index.
pub fn rebuild(tx: &mut dyn Tx, now: Timestamp) -> Result<()> {
    rebuild_with(tx, now, &|_| {})
}

/// Steps of a rebuild.
pub const STEPS: u64 = 5;

/// Likewise; reports progress in [`STEPS`].
pub fn rebuild_with(tx: &mut dyn Tx, now: Timestamp, done: &dyn Fn(u64)) -> Result<()> {
    for table in
        ["listing", "listing_order", "listing_set", "listing_total", "listing_stock", "listing_price", "product_set"]
    {
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
    tx.exec(
        "WITH RECURSIVE up (category_id, shown_in) AS (
             SELECT id, id FROM category
             UNION
             SELECT up.category_id, c.parent_id FROM up JOIN category c ON c.id = up.shown_in WHERE c.parent_id IS NOT NULL
         )
         INSERT INTO listing (category_id, ordinal, product_id)
         SELECT shown_in, row_number() OVER (PARTITION BY shown_in ORDER BY place IS NULL, place, position, id) - 1, id FROM (
             SELECT DISTINCT up.shown_in, x.position AS place, p.position, p.id
             FROM product p
             JOIN product_category m ON m.product_id = p.id
             JOIN up ON up.category_id = m.category_id
             LEFT JOIN category_place x ON x.category_id = up.shown_in AND x.product_id = p.id
             WHERE p.enabled = 1 AND p.parent_id IS NULL
               AND EXISTS (SELECT 1 FROM listing_price x WHERE x.product_id = p.id)
         ) shown",
        vals![],
    )?;
    tx.exec(
        "INSERT INTO listing_total (category_id, total) SELECT category_id, count(*) FROM listing GROUP BY category_id",
        vals![],
    )?;
    done(2);
    let lists = Lists::read(tx)?;
    lists.write_orders(tx)?;
    done(3);
    lists.write_sets(tx)?;
    done(4);
    for currency in Currency::ALL {
        let lows: Vec<(i64, i64)> =
            tx.all("SELECT product_id, low FROM listing_price WHERE currency = $1", vals![currency.code()])?;
        let lows: HashMap<i64, i64> = lows.into_iter().collect();
        for (step, members) in by_step(currency, lows.iter().map(|(id, low)| (*id as usize, *low))) {
            put_product_set(tx, currency.code(), PRICE, &step, members)?;
        }
        for (category, products) in &lists.products {
            let priced =
                products.iter().enumerate().filter_map(|(ordinal, id)| Some((ordinal, *lows.get(id)?))).collect();
            write_prices(tx, *category, currency, priced)?;
        }
    }
    gaps::rebuild(tx)?;
    done(STEPS);
    tx.exec(
        "UPDATE catalogue_version SET version = version + 1, search = search + 1, prices_at = $1 WHERE id = 1",
        vals![now.as_millisecond()],
    )?;
    Ok(())
}

/// A single portion, for a statement that uses no ids.
const ALL: &[i64] = &[0];

/// Inserts the prices in force at `$25` of each listed product: the lowest among its items, with that item's regular
/// price.
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

/// The stock of the product `p`. The sum over variants is capped, since made-to-order items may have any number.
pub const PIECES: &str = "CASE p.kind
         WHEN 'configurable' THEN (
             SELECT min(coalesce(sum(s.quantity), 0), 1000000000) FROM product v JOIN stock s ON s.product_id = v.id
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

/// Fills in the 30-day low of every reduced price, from the ledger.
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

/// All lists in memory during a rebuild.
struct Lists {
    /// Category → its products, by ordinal.
    products: BTreeMap<i64, Vec<i64>>,
    /// Product → categories and ordinals.
    places: HashMap<i64, Vec<(i64, usize)>>,
}

impl Lists {
    fn read(tx: &mut dyn Tx) -> Result<Lists> {
        let rows: Vec<(i64, i64)> =
            tx.all("SELECT category_id, product_id FROM listing ORDER BY category_id, ordinal", vals![])?;
        let mut lists = Lists { products: BTreeMap::new(), places: HashMap::new() };
        for (category, product) in rows {
            let products = lists.products.entry(category).or_default();
            lists.places.entry(product).or_default().push((category, products.len()));
            products.push(product);
        }
        Ok(lists)
    }

    /// Newest first, and by name in every language.
    fn write_orders(&self, tx: &mut dyn Tx) -> Result<()> {
        let newest = tx.all(
            "SELECT id FROM product WHERE parent_id IS NULL AND enabled = 1 ORDER BY created_at DESC, position, id",
            vals![],
        )?;
        self.write_order(tx, NEWEST, "", &newest)?;
        for lang in Lang::ALL {
            let named = tx.all(
                "SELECT product_id FROM product_text WHERE lang = $1 ORDER BY sort_key, product_id",
                vals![lang.code()],
            )?;
            self.write_order(tx, BY_NAME, lang.code(), &named)?;
        }
        Ok(())
    }

    /// Writes an order of all products as the order of each category.
    fn write_order(&self, tx: &mut dyn Tx, sort: &str, scope: &str, products: &[i64]) -> Result<()> {
        let mut orders: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (category, ordinal) in products.iter().filter_map(|id| self.places.get(id)).flatten() {
            orders.entry(*category).or_default().push(*ordinal);
        }
        for (category, ordinals) in orders {
            put_order(tx, category, sort, scope, ordinals.into_iter().collect())?;
        }
        Ok(())
    }

    /// The sets of attributes and of what is in stock.
    fn write_sets(&self, tx: &mut dyn Tx) -> Result<()> {
        let available: Vec<i64> = tx.all("SELECT product_id FROM listing_stock WHERE quantity > 0", vals![])?;
        self.write_set(tx, AVAILABILITY, IN_STOCK, &available)?;
        let values: Vec<(String, String)> =
            tx.all("SELECT DISTINCT facet, value FROM product_attribute ORDER BY facet, value", vals![])?;
        for (facet, value) in values {
            let products = tx.all(
                "SELECT product_id FROM product_attribute WHERE facet = $1 AND value = $2",
                vals![&facet, &value],
            )?;
            self.write_set(tx, &facet, &value, &products)?;
        }
        Ok(())
    }

    fn write_set(&self, tx: &mut dyn Tx, facet: &str, value: &str, products: &[i64]) -> Result<()> {
        put_product_set(tx, "", facet, value, products.iter().map(|id| *id as usize).collect())?;
        let mut sets: BTreeMap<i64, Bits> = BTreeMap::new();
        for (category, ordinal) in products.iter().filter_map(|id| self.places.get(id)).flatten() {
            let room = self.products.get(category).map_or(0, Vec::len);
            sets.entry(*category).or_insert_with(|| Bits::none(room)).set(*ordinal, true);
        }
        for (category, members) in sets {
            put_set(tx, category, facet, "", value, members)?;
        }
        Ok(())
    }
}

fn put_order(tx: &mut dyn Tx, category: i64, sort: &str, scope: &str, order: Order) -> Result<()> {
    tx.exec(
        "INSERT INTO listing_order (category_id, sort, scope, ordinals) VALUES ($1, $2, $3, $4)
         ON CONFLICT (category_id, sort, scope) DO UPDATE SET ordinals = excluded.ordinals",
        vals![category, sort, scope, order],
    )?;
    Ok(())
}

fn put_set(tx: &mut dyn Tx, category: i64, facet: &str, scope: &str, value: &str, members: Bits) -> Result<()> {
    let count = members.count();
    tx.exec(
        "INSERT INTO listing_set (category_id, facet, scope, value, count, members) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (category_id, facet, scope, value) DO UPDATE SET count = excluded.count, members = excluded.members",
        vals![category, facet, scope, value, count, members],
    )?;
    Ok(())
}

/// Saves the shop's products with a value; deletes the row of an empty set.
fn put_product_set(tx: &mut dyn Tx, scope: &str, facet: &str, value: &str, members: Bits) -> Result<()> {
    if members.is_empty() {
        tx.exec("DELETE FROM product_set WHERE scope = $1 AND facet = $2 AND value = $3", vals![scope, facet, value])?;
        return Ok(());
    }
    tx.exec(
        "INSERT INTO product_set (scope, facet, value, members) VALUES ($1, $2, $3, $4)
         ON CONFLICT (scope, facet, value) DO UPDATE SET members = excluded.members",
        vals![scope, facet, value, members.trimmed()],
    )?;
    Ok(())
}

fn product_set(tx: &mut dyn Tx, scope: &str, facet: &str, value: &str) -> Result<Bits> {
    let members = tx.find(
        "SELECT members FROM product_set WHERE scope = $1 AND facet = $2 AND value = $3",
        vals![scope, facet, value],
    )?;
    Ok(members.unwrap_or_default())
}

/// Price step → members, by their lowest prices.
fn by_step(currency: Currency, lows: impl IntoIterator<Item = (usize, i64)>) -> BTreeMap<String, Bits> {
    let mut steps: BTreeMap<String, Bits> = BTreeMap::new();
    for (member, low) in lows {
        if let Some(code) = step_of(currency, Amount::from_minor(low)) {
            steps.entry(code).or_default().set(member, true);
        }
    }
    steps
}

/// Writes a category's sort order and price steps in a currency, from the lowest price of each ordinal.
fn write_prices(tx: &mut dyn Tx, category: i64, currency: Currency, mut lows: Vec<(usize, i64)>) -> Result<()> {
    let steps = by_step(currency, lows.iter().copied());
    tx.exec(
        "DELETE FROM listing_set WHERE category_id = $1 AND facet = $2 AND scope = $3",
        vals![category, PRICE, currency.code()],
    )?;
    for (code, members) in steps {
        put_set(tx, category, PRICE, currency.code(), &code, members)?;
    }
    lows.sort_unstable_by_key(|(ordinal, low)| (*low, *ordinal));
    put_order(tx, category, BY_PRICE, currency.code(), lows.into_iter().map(|(ordinal, _)| ordinal).collect())
}

// ── Following the catalogue ─────────────────────────────────────────────────────────────────────────────────────────

/// Adds a product to the in-stock sets of its categories and of the shop, or removes it.
pub fn mark_available(tx: &mut dyn Tx, product: i64, is_available: bool) -> Result<()> {
    let places: Vec<(i64, usize)> =
        tx.all("SELECT category_id, ordinal FROM listing WHERE product_id = $1", vals![product])?;
    for (category, ordinal) in places {
        let members: Option<Bits> = tx.find(
            "SELECT members FROM listing_set WHERE category_id = $1 AND facet = $2 AND scope = '' AND value = $3",
            vals![category, AVAILABILITY, IN_STOCK],
        )?;
        let mut members = members.unwrap_or_default();
        members.set(ordinal, is_available);
        put_set(tx, category, AVAILABILITY, "", IN_STOCK, members)?;
    }
    let mut members = product_set(tx, "", AVAILABILITY, IN_STOCK)?;
    members.set(product as usize, is_available);
    put_product_set(tx, "", AVAILABILITY, IN_STOCK, members)
}

/// Moves products to the price steps of their current prices.
fn move_steps(tx: &mut dyn Tx, currency: Currency, products: &[i64], lows: &Lows) -> Result<()> {
    for step in Step::all(currency).map(Step::code) {
        let mut members = product_set(tx, currency.code(), PRICE, &step)?;
        for id in products {
            let low = lows.get(&(*id, currency)).map(|low| Amount::from_minor(*low));
            members.set(*id as usize, low.and_then(|low| step_of(currency, low)).as_ref() == Some(&step));
        }
        put_product_set(tx, currency.code(), PRICE, &step, members)?;
    }
    Ok(())
}

/// Moves the product at an ordinal of a list to another: those between give way by one.
pub fn reorder(tx: &mut dyn Tx, category: i64, from: usize, to: usize) -> Result<()> {
    if from == to {
        return Ok(());
    }
    // Negative while they move: an ordinal is taken once.
    tx.exec(
        "UPDATE listing SET ordinal = -1 - CASE ordinal WHEN $2 THEN $3 ELSE ordinal + $4 END
         WHERE category_id = $1 AND ordinal BETWEEN $5 AND $6",
        vals![
            category,
            from as i64,
            to as i64,
            if from < to { -1_i64 } else { 1 },
            from.min(to) as i64,
            from.max(to) as i64
        ],
    )?;
    tx.exec("UPDATE listing SET ordinal = -1 - ordinal WHERE category_id = $1 AND ordinal < 0", vals![category])?;
    let moved = |ordinal: usize| match ordinal {
        at if at == from => to,
        at if from < at && at <= to => at - 1,
        at if to <= at && at < from => at + 1,
        at => at,
    };
    for (sort, scope) in Lang::ALL.map(|lang| (BY_NAME, lang.code())).into_iter().chain([(NEWEST, "")]) {
        let order = order(tx, category, sort, scope)?.iter().map(moved).collect();
        put_order(tx, category, sort, scope, order)?;
    }
    let room = total(tx, category)? as usize;
    let sets: Vec<(String, String, Bits)> = tx.all(
        "SELECT facet, value, members FROM listing_set WHERE category_id = $1 AND facet <> $2",
        vals![category, PRICE],
    )?;
    for (facet, value, members) in sets {
        let mut after = Bits::none(room);
        members.iter().for_each(|ordinal| after.set(moved(ordinal), true));
        put_set(tx, category, &facet, "", &value, after)?;
    }
    for currency in Currency::ALL {
        let lows = lows_of_list(tx, category, currency)?;
        if !lows.is_empty() {
            write_prices(tx, category, currency, lows)?;
        }
    }
    Ok(())
}

/// The lowest price of each ordinal of a list.
fn lows_of_list(tx: &mut dyn Tx, category: i64, currency: Currency) -> Result<Vec<(usize, i64)>> {
    tx.all(
        "SELECT l.ordinal, x.low FROM listing l JOIN listing_price x ON x.product_id = l.product_id AND x.currency = $2
         WHERE l.category_id = $1",
        vals![category, currency.code()],
    )
}

/// Updates the read models to the prices of `now`; answers whether anything changed.
///
/// Considers prices that began or ended between the time of the read models and `now`, in either direction: the clock
/// may be set back. Read models without a time, as after a migration, are rebuilt.
pub fn refresh_prices_at(tx: &mut dyn Tx, now: Timestamp) -> Result<bool> {
    let shown: i64 = tx.one("SELECT prices_at FROM catalogue_version WHERE id = 1", vals![])?;
    let now_ms = now.as_millisecond();
    if shown == 0 {
        rebuild(tx, now)?;
        return Ok(true);
    }
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

/// Updates the prices of some products in every read model, after an operator has changed them.
pub fn refresh_products(tx: &mut dyn Tx, products: &[i64], now: Timestamp) -> Result<()> {
    let before = lows(tx, products)?;
    exec_by_ids(tx, "DELETE FROM listing_price WHERE product_id IN ($ids)", products, &[])?;
    let insert = INSERT_PRICES.replace("{which}", " AND (p.id IN ($ids) OR p.parent_id IN ($ids))");
    exec_by_ids(tx, &insert, products, vals![now.as_millisecond()])?;
    let after = lows(tx, products)?;
    let listed = |lows: &Lows| lows.keys().map(|(product, _)| *product).collect::<BTreeSet<i64>>();
    if listed(&before) != listed(&after) {
        // Products were added to the lists or removed: ordinals change.
        return rebuild(tx, now);
    }
    fill_lowest(tx, now, Some(products))?;
    let moved: Vec<(i64, Currency)> =
        before.keys().chain(after.keys()).filter(|key| before.get(key) != after.get(key)).copied().collect();
    for (currency, products) in group_by(moved.into_iter().map(|(product, currency)| (currency, product))) {
        move_steps(tx, currency, &products, &after)?;
        let categories: Vec<i64> =
            by_ids(tx, "SELECT DISTINCT category_id FROM listing WHERE product_id IN ($ids)", &products, &[])?;
        for category in categories.into_iter().collect::<BTreeSet<i64>>() {
            let lows = lows_of_list(tx, category, currency)?;
            write_prices(tx, category, currency, lows)?;
        }
    }
    bump(tx)
}

/// Product and currency → lowest price.
type Lows = BTreeMap<(i64, Currency), i64>;

fn lows(tx: &mut dyn Tx, products: &[i64]) -> Result<Lows> {
    let rows: Vec<(i64, Currency, i64)> =
        by_ids(tx, "SELECT product_id, currency, low FROM listing_price WHERE product_id IN ($ids)", products, &[])?;
    Ok(rows.into_iter().map(|(product, currency, low)| ((product, currency), low)).collect())
}

#[cfg(test)]
mod tests {
    use crate::db::Connection;
    use jiff::SignedDuration;

    use super::*;
    use proptest::prelude::*;

    use crate::catalog::{cards, places, product_ids, version};
    use crate::testing::{assert_indexed, now, seeded, view, with};

    /// The content of all read models, for comparison.
    fn models(shop: &Connection) -> Vec<String> {
        ["listing", "listing_price", "listing_order", "listing_set", "listing_total", "listing_stock", "product_set"]
            .iter()
            .flat_map(|table| {
                let rows = with(shop, |tx| tx.values(&format!("SELECT * FROM {table}"), vals![]));
                let mut texts: Vec<String> = rows.iter().map(|row| format!("{table} {row:?}")).collect();
                texts.sort();
                texts
            })
            .collect()
    }

    fn in_days(days: i64) -> Timestamp {
        now().checked_add(SignedDuration::from_hours(24 * days)).expect("a moment")
    }

    /// Replaces the EUR price of a SKU in one day.
    fn schedule(shop: &Connection, sku: &str, amount: i64, regular: Option<i64>) {
        let change = in_days(1).as_millisecond();
        shop.exec(
            "UPDATE price SET valid_to = $1 WHERE valid_to IS NULL AND currency = 'EUR' AND product_id = (SELECT id FROM product WHERE sku = $2)",
            vals![change, sku],
        )
        .expect("the end");
        shop.exec(
            "INSERT INTO price (product_id, currency, valid_from, amount, regular)
             SELECT id, 'EUR', $1, $3, $4 FROM product WHERE sku = $2",
            vals![change, sku, amount, regular],
        )
        .expect("the beginning");
    }

    #[test]
    fn starting_price_reaches_every_list() {
        let shop = seeded();
        schedule(&shop, "TOW-GAN", 1400, Some(1800));
        // A variant that becomes the cheapest of its parent.
        schedule(&shop, "TOW-NID-BAT", 2000, Some(4200));
        assert_eq!(with(&shop, |tx| next_price_boundary(tx, now())), Some(in_days(1)));
        assert!(!with(&shop, |tx| refresh_prices_at(tx, now())));
        let before = with(&shop, version);
        assert!(with(&shop, |tx| refresh_prices_at(tx, in_days(1))));
        assert!(with(&shop, version) > before);
        assert_eq!(with(&shop, |tx| next_price_boundary(tx, in_days(1))), None);
        let refreshed = models(&shop);
        let ids = with(&shop, |tx| product_ids(tx, &["TOW-GAN".into(), "TOW-NID".into()]));
        let shown = with(&shop, |tx| cards(tx, &view(Lang::En, Currency::Eur), &ids));
        assert_eq!(shown[0].price.to_string(), "14.00");
        assert_eq!(shown[0].lowest_price_30d.map(|a| a.to_string()).as_deref(), Some("18.00"));
        assert_eq!((shown[1].price.to_string(), shown[1].price_from), ("20.00".to_owned(), true));
        assert_eq!(shown[1].market_price.map(|a| a.to_string()).as_deref(), Some("42.00"));
        // The refreshed read models equal rebuilt ones.
        with(&shop, |tx| rebuild(tx, in_days(1)));
        assert_eq!(models(&shop), refreshed);
        // Setting the clock back restores the prices.
        assert!(with(&shop, |tx| refresh_prices_at(tx, now())));
        let back = models(&shop);
        with(&shop, |tx| rebuild(tx, now()));
        assert_eq!(models(&shop), back);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

        #[test]
        fn lists_put_in_order_by_hand_equal_rebuilt_ones(
            moves in prop::collection::vec((any::<prop::sample::Index>(), prop::option::of(any::<prop::sample::Index>())), 1..8),
            off in any::<prop::sample::Index>(),
        ) {
            let shop = seeded();
            let category: i64 = shop.one(
                "SELECT category_id FROM listing_total ORDER BY total DESC, category_id LIMIT 1",
                vals![],
            ).expect("a list");
            let list = || with(&shop, |tx| places::page(tx, category, 0, 999));
            for (at, (which, after)) in moves.into_iter().enumerate() {
                let before = list();
                let product = *which.get(&before);
                let after = after.map(|after| *after.get(&before));
                let absent = with(&shop, |tx| places::put_after(tx, category, product, after));
                prop_assert_eq!(absent, after.filter(|after| *after == product), "nothing stands behind itself");
                let is_done = absent.is_none();
                let mut expected = before.clone();
                if is_done {
                    expected.retain(|id| *id != product);
                    let place = after.map_or(0, |after| expected.iter().position(|id| *id == after).expect("listed") + 1);
                    expected.insert(place, product);
                }
                prop_assert_eq!(list(), expected);
                let moved = models(&shop);
                with(&shop, |tx| rebuild(tx, now()));
                prop_assert_eq!(models(&shop), moved);
                if at == 0 {
                    // Off sale for a while: the others move, and it comes back behind the one that it stood behind.
                    let id = *off.get(&list());
                    shop.exec("UPDATE product SET enabled = 0 WHERE id = $1", vals![id]).expect("off");
                    with(&shop, |tx| rebuild(tx, now()));
                }
            }
        }
    }

    #[test]
    fn product_that_was_off_sale_comes_back_to_its_place() {
        let shop = seeded();
        let category: i64 =
            shop.one("SELECT category_id FROM listing_total ORDER BY total DESC LIMIT 1", vals![]).expect("a list");
        let list = || with(&shop, |tx| places::page(tx, category, 0, 999));
        let put = |product, after| assert_eq!(with(&shop, |tx| places::put_after(tx, category, product, after)), None);
        let turn = |id: i64, enabled: i64| {
            shop.exec("UPDATE product SET enabled = $2 WHERE id = $1", vals![id, enabled]).expect("a product");
            with(&shop, |tx| rebuild(tx, now()));
        };
        let first = list();
        let (last, before) = (first[first.len() - 1], first[first.len() - 2]);
        put(last, None);
        put(before, Some(last));
        turn(before, 0);
        // The first of those without a place goes to the top, and the last one back to the third.
        put(first[0], None);
        put(last, Some(first[1]));
        turn(before, 1);
        assert_eq!(list()[..4], [first[0], before, first[1], last]);
    }

    #[test]
    fn outdated_read_models_are_rebuilt() {
        let shop = seeded();
        let before = models(&shop);
        // The state after the migration of an existing shop.
        shop.execute_batch("DELETE FROM product_set; UPDATE catalogue_version SET prices_at = 0").expect("migrated");
        assert!(with(&shop, |tx| refresh_prices_at(tx, now())));
        assert_eq!(models(&shop), before);
        assert!(!with(&shop, |tx| refresh_prices_at(tx, now())));
    }

    #[test]
    fn missed_price_boundary_is_still_due() {
        let shop = seeded();
        schedule(&shop, "TOW-GAN", 1400, Some(1800));
        let woken = in_days(5);
        assert_eq!(with(&shop, |tx| next_price_boundary(tx, woken)), Some(in_days(1)));
        assert!(with(&shop, |tx| refresh_prices_at(tx, woken)));
        assert_eq!(with(&shop, |tx| next_price_boundary(tx, woken)), None);
    }

    #[test]
    fn item_without_a_current_price_leaves_the_lists() {
        let shop = seeded();
        shop.exec(
            "UPDATE price SET valid_to = $1 WHERE valid_to IS NULL AND product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN')",
            vals![in_days(1).as_millisecond()],
        )
        .expect("the end");
        let listed = || -> i64 {
            with(&shop, |tx| {
                tx.one(
                    "SELECT count(*) FROM listing l JOIN product p ON p.id = l.product_id WHERE p.sku = 'TOW-GAN'",
                    vals![],
                )
            })
        };
        assert!(listed() > 0);
        assert!(with(&shop, |tx| refresh_prices_at(tx, in_days(2))));
        assert_eq!(listed(), 0);
    }

    #[test]
    fn price_refresh_uses_indexes() {
        let shop = seeded();
        schedule(&shop, "TOW-GAN", 1400, Some(1800));
        assert_indexed(&shop, |tx| refresh_prices_at(tx, in_days(1)));
        assert_indexed(&shop, |tx| next_price_boundary(tx, in_days(1)));
    }
}
