//! The rows of the price ledger as they are changed, and lists of items that have prices.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, anyhow};
use jiff::Timestamp;
use serde::Deserialize;

use super::listing::refresh_products;
use super::sellable::full_name;
use super::store;
use crate::db::{Tx, Val, by_ids};
use crate::domain::money::{Amount, Currency};
use crate::domain::price_ledger::{Ledger, LedgerRow, Offer, Reduction};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// The ledgers of an item.
pub type Ledgers = BTreeMap<Currency, Ledger>;

#[derive(Debug, Deserialize)]
struct StoredRow {
    product_id: i64,
    currency: Currency,
    valid_from: i64,
    valid_to: Option<i64>,
    amount: i64,
    regular: Option<i64>,
    campaign_id: Option<i64>,
    base_amount: Option<i64>,
    base_regular: Option<i64>,
}

impl StoredRow {
    fn read(&self) -> Result<LedgerRow> {
        let offer = |amount, regular: Option<i64>| Offer {
            amount: Amount::from_minor(amount),
            regular: regular.map(Amount::from_minor),
        };
        let base = self.base_amount.map(|amount| offer(amount, self.base_regular));
        Ok(LedgerRow {
            from: moment(self.valid_from)?,
            until: self.valid_to.map(moment).transpose()?,
            offer: offer(self.amount, self.regular),
            reduction: self.campaign_id.zip(base).map(|(campaign, base)| Reduction { campaign, base }),
        })
    }
}

fn moment(at: i64) -> Result<Timestamp> {
    Ok(Timestamp::from_millisecond(at).context("a moment of the price ledger")?)
}

/// All that was, is and will be the price of items; those that never had one are left out.
pub fn ledgers(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, Ledgers>> {
    let stored: Vec<StoredRow> = by_ids(
        tx,
        "SELECT product_id, currency, valid_from, valid_to, amount, regular, campaign_id, base_amount, base_regular
         FROM price WHERE product_id IN ($ids)",
        ids,
        &[],
    )?;
    let mut rows: HashMap<i64, BTreeMap<Currency, Vec<LedgerRow>>> = HashMap::new();
    for row in stored {
        rows.entry(row.product_id).or_default().entry(row.currency).or_default().push(row.read()?);
    }
    let ledgers =
        |of: BTreeMap<Currency, Vec<LedgerRow>>| of.into_iter().map(|(code, rows)| (code, Ledger::new(rows))).collect();
    Ok(rows.into_iter().map(|(id, of)| (id, ledgers(of))).collect())
}

/// Writes a changed ledger. What has been in force before `now` cannot change. Lists follow by [`follow_prices`].
pub fn save_ledger(
    tx: &mut dyn Tx,
    id: i64,
    currency: Currency,
    [before, after]: [&Ledger; 2],
    now: Timestamp,
) -> Result<()> {
    let difference = before.difference(after, now).ok_or_else(|| anyhow!("a past price of {id} in {currency}"))?;
    let key = |from: &Timestamp| -> [Val; 3] { [id.into(), currency.code().into(), from.as_millisecond().into()] };
    for from in &difference.removed {
        tx.exec("DELETE FROM price WHERE product_id = $1 AND currency = $2 AND valid_from = $3", &key(from))?;
    }
    for (from, until) in &difference.ended {
        let mut params = key(from).to_vec();
        params.push(until.map(|until| until.as_millisecond()).into());
        tx.exec("UPDATE price SET valid_to = $4 WHERE product_id = $1 AND currency = $2 AND valid_from = $3", &params)?;
    }
    for row in &difference.added {
        let minor = |amount: Option<Amount>| amount.map(Amount::minor);
        let base = row.reduction.map(|reduction| reduction.base);
        tx.exec(
            "INSERT INTO price (product_id, currency, valid_from, valid_to, amount, regular, campaign_id, base_amount,
                                base_regular)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            vals![
                id,
                currency.code(),
                row.from.as_millisecond(),
                row.until.map(|until| until.as_millisecond()),
                row.offer.amount.minor(),
                minor(row.offer.regular),
                row.campaign(),
                minor(base.map(|base| base.amount)),
                minor(base.and_then(|base| base.regular)),
            ],
        )?;
    }
    Ok(())
}

/// Lists, pages and feeds show the prices of items that were changed, and learn when the next one begins.
pub fn follow_prices(tx: &mut dyn Tx, ids: &[i64], now: Timestamp) -> Result<()> {
    let mut products: Vec<i64> = store::page_products(tx, ids)?.into_values().collect();
    products.sort_unstable();
    products.dedup();
    refresh_products(tx, &products, now)
}

/// An item with prices of its own: a simple product, a variant or a kit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedItem {
    pub id: i64,
    pub sku: String,
    /// With its options; the SKU where it has no name in the language.
    pub name: String,
    /// Whether shoppers find it.
    pub is_on_sale: bool,
}

/// Which items with prices of their own.
#[derive(Debug, Clone, Copy)]
pub enum PricedOf<'a> {
    All,
    These(&'a [i64]),
}

/// Items with prices of their own by SKU: those that begin with `prefix` and come after `after`, at most `limit`.
pub fn browse_priced(
    tx: &mut dyn Tx,
    lang: Lang,
    of: PricedOf<'_>,
    prefix: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<PricedItem>> {
    let ids = match of {
        PricedOf::These(ids) => ids.to_vec(),
        PricedOf::All => tx.all(
            "SELECT id FROM product WHERE sku > $1 AND sku >= $2 AND sku < $3 AND kind <> 'configurable'
             ORDER BY sku LIMIT $4",
            vals![after, prefix, format!("{prefix}{}", char::MAX), limit],
        )?,
    };
    let rows: Vec<(i64, String, Option<String>, bool)> = by_ids(
        tx,
        "SELECT p.id, p.sku, t.name, p.enabled = 1 AND o.enabled = 1
         FROM product p CROSS JOIN product o ON o.id = coalesce(p.parent_id, p.id)
         LEFT JOIN product_text t ON t.product_id = o.id AND t.lang = $25
         WHERE p.id IN ($ids)",
        &ids,
        vals![lang.code()],
    )?;
    let chosen = store::choices(tx, &ids, lang)?;
    let named = rows.into_iter().map(|(id, sku, name, is_on_sale)| {
        let chosen = chosen.get(&id).map(Vec::as_slice).unwrap_or_default();
        PricedItem { id, name: full_name(name.as_deref().unwrap_or(&sku), chosen, lang), sku, is_on_sale }
    });
    let is_wanted = |item: &PricedItem| item.sku.as_str() > after && item.sku.starts_with(prefix);
    let mut items: Vec<PricedItem> = named.filter(is_wanted).collect();
    items.sort_by(|one, other| one.sku.cmp(&other.sku));
    items.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(items)
}

/// Items that have a price in a currency, now or later, by their ids after `after`, at most `limit`.
pub fn list_priced_in(tx: &mut dyn Tx, currency: Currency, now: Timestamp, after: i64, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT DISTINCT product_id FROM price
         WHERE product_id > $1 AND currency = $2 AND (valid_to IS NULL OR valid_to > $3)
         ORDER BY product_id LIMIT $4",
        vals![after, currency.code(), now.as_millisecond(), limit],
    )
}

/// The item with this SKU, if it has prices of its own.
pub fn find_priced(tx: &mut dyn Tx, sku: &str) -> Result<Option<i64>> {
    tx.find("SELECT id FROM product WHERE sku = $1 AND kind <> 'configurable'", vals![sku])
}

/// Whether the SKU of an item with prices of its own begins so.
pub fn has_priced(tx: &mut dyn Tx, prefix: &str) -> Result<bool> {
    let found: Option<i64> = tx.find(
        "SELECT id FROM product WHERE sku >= $1 AND sku < $2 AND kind <> 'configurable' LIMIT 1",
        vals![prefix, format!("{prefix}{}", char::MAX)],
    )?;
    Ok(found.is_some())
}

/// What of these products has prices: themselves, or their variants.
pub fn priced_of(tx: &mut dyn Tx, product_ids: &[i64]) -> Result<Vec<i64>> {
    let mut found: Vec<i64> = by_ids(
        tx,
        "SELECT id FROM product WHERE id IN ($ids) AND kind <> 'configurable'
         UNION SELECT id FROM product WHERE parent_id IN ($ids)",
        product_ids,
        &[],
    )?;
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The product, variant or kit with this SKU, on sale or not.
pub fn find_product(tx: &mut dyn Tx, sku: &str) -> Result<Option<i64>> {
    tx.find("SELECT id FROM product WHERE sku = $1", vals![sku])
}

/// The products that the list of a category shows, its branches included; none of an unknown key.
pub fn products_of_category(tx: &mut dyn Tx, key: &str) -> Result<Vec<i64>> {
    tx.all(
        "SELECT l.product_id FROM category c JOIN listing l ON l.category_id = c.id WHERE c.key = $1 ORDER BY l.ordinal",
        vals![key],
    )
}

/// Items of which a price begins after `now`: at most `limit`, those whose price begins first.
pub fn list_planned(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    // The sign keeps SQLite from walking the whole ledger for the order of its key.
    tx.all("SELECT DISTINCT +product_id FROM price WHERE valid_from > $1 LIMIT $2", vals![now.as_millisecond(), limit])
}

/// How many items those are, at most `most`: a whole catalogue can get new prices at a time.
pub fn count_planned(tx: &mut dyn Tx, now: Timestamp, most: i64) -> Result<i64> {
    tx.one(
        "SELECT COUNT(*) FROM (SELECT DISTINCT +product_id FROM price WHERE valid_from > $1 LIMIT $2)",
        vals![now.as_millisecond(), most],
    )
}

/// When the base prices of items change between two moments, and of how many, the earliest first, at most `limit`. What a
/// campaign begins and ends is no such change.
pub fn list_base_changes(tx: &mut dyn Tx, [from, until]: [Timestamp; 2], limit: i64) -> Result<Vec<(Timestamp, i64)>> {
    let rows: Vec<(i64, i64)> = tx.all(
        "SELECT x.valid_from, COUNT(DISTINCT x.product_id) FROM price x
         WHERE x.valid_from >= $1 AND x.valid_from < $2 AND NOT EXISTS (
             SELECT 1 FROM price y WHERE y.product_id = x.product_id AND y.currency = x.currency AND y.valid_to = x.valid_from
                 AND coalesce(y.base_amount, y.amount) = coalesce(x.base_amount, x.amount)
                 AND coalesce(CASE WHEN y.campaign_id IS NULL THEN y.regular ELSE y.base_regular END, 0)
                     = coalesce(CASE WHEN x.campaign_id IS NULL THEN x.regular ELSE x.base_regular END, 0))
         GROUP BY x.valid_from ORDER BY x.valid_from LIMIT $3",
        vals![from.as_millisecond(), until.as_millisecond(), limit],
    )?;
    rows.into_iter().map(|(at, items)| Ok((moment(at)?, items))).collect()
}

/// The items that a campaign reduces now or later.
pub fn list_reduced(tx: &mut dyn Tx, campaign: i64, now: Timestamp) -> Result<Vec<i64>> {
    tx.all(
        "SELECT DISTINCT product_id FROM price WHERE campaign_id = $1 AND (valid_to IS NULL OR valid_to > $2)
         ORDER BY product_id",
        vals![campaign, now.as_millisecond()],
    )
}
