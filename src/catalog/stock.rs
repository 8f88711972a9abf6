//! Stock: reserved when an order is placed, released when it is canceled.
//!
//! Only simple products and variants have stock; a kit has that of its parts. Every change updates the read models of
//! lists, and the version of availability if a class changes: pages show no exact stock.

use std::collections::{BTreeMap, HashMap};

use anyhow::anyhow;
use serde::Deserialize;

use super::listing::{self, PIECES};
use super::sellable::{full_name, item_url};
use super::store::{self, note_availability};
use crate::db::{Tx, by_ids, by_keys, exec_by_ids};
use crate::domain::stock::{Availability, MOST_IN_STOCK};
use crate::domain::store_view::Lang;
use crate::error::{Result, refuse};
use crate::message;
use crate::vals;

/// Reserves stock for items of a cart, all or nothing: a refusal rolls the transaction back.
///
/// Kits are split into parts; the needs of several items for one product are added up. Answers the reserved quantity of
/// each product, in order of ids, as [`release`] takes it. Refuses with the name of the first item without enough
/// stock.
pub fn reserve(tx: &mut dyn Tx, lang: Lang, items: &[(i64, u32)]) -> Result<Vec<(i64, u32)>> {
    let ids: Vec<i64> = items.iter().map(|(id, _)| *id).collect();
    let parts = store::parts(tx, &ids)?;
    // Product → quantity, and the item that needs it, for the message.
    let mut needs: BTreeMap<i64, (u32, i64)> = BTreeMap::new();
    for (item, qty) in items {
        let pieces: Vec<(i64, u32)> = match parts.get(item) {
            Some(parts) => parts.iter().map(|part| (part.part_id, part.qty)).collect(),
            None => vec![(*item, 1)],
        };
        for (product, each) in pieces {
            let wanted = each.checked_mul(*qty);
            let need = needs.entry(product).or_insert((0, *item));
            need.0 = wanted.and_then(|wanted| need.0.checked_add(wanted)).ok_or_else(|| anyhow!("too many pieces"))?;
        }
    }
    let taken: Vec<(i64, u32)> =
        needs.iter().map(|(product, (qty, _))| (*product, *qty)).filter(|(_, qty)| *qty > 0).collect();
    let before = Before::of(tx, &taken)?;
    for (product, qty) in &taken {
        let changed = tx.exec(
            "UPDATE stock SET quantity = quantity - $2 WHERE product_id = $1 AND quantity >= $2",
            vals![*product, *qty],
        )?;
        if changed == 0 {
            let item = needs[product].1;
            let name = product_name(tx, item, lang)?;
            return Err(refuse(message::STOCK_CHANGED.with("name", name)));
        }
    }
    before.follow(tx)?;
    Ok(taken)
}

/// Releases reserved stock.
pub fn release(tx: &mut dyn Tx, taken: &[(i64, u32)]) -> Result<()> {
    let before = Before::of(tx, taken)?;
    for (product, qty) in taken {
        tx.exec("UPDATE stock SET quantity = quantity + $2 WHERE product_id = $1", vals![*product, *qty])?;
    }
    before.follow(tx)
}

/// The name of a product; that of its parent for a variant.
pub fn product_name(tx: &mut dyn Tx, id: i64, lang: Lang) -> Result<String> {
    let name: Option<String> = tx.find(
        "SELECT t.name FROM product p JOIN product_text t ON t.product_id = coalesce(p.parent_id, p.id) AND t.lang = $2
         WHERE p.id = $1",
        vals![id, lang.code()],
    )?;
    Ok(name.unwrap_or_default())
}

/// Available pieces of products and variants.
pub fn available(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, u32>> {
    quantities(tx, STOCK, ids)
}

/// Available pieces of all that has a stock of its own, by id.
pub fn all_available(tx: &mut dyn Tx) -> Result<BTreeMap<i64, u32>> {
    let rows: Vec<(i64, u32)> = tx.all("SELECT product_id, quantity FROM stock", vals![])?;
    Ok(rows.into_iter().collect())
}

/// Sets the available stock of a simple product or variant, without what orders reserve: the situation of a test.
#[cfg(test)]
pub fn set_stock(tx: &mut dyn Tx, sku: &str, quantity: u32) -> Result<()> {
    let id: Option<i64> =
        tx.find("SELECT id FROM product WHERE sku = $1 AND kind IN ('simple', 'variant')", vals![sku])?;
    let Some(id) = id else { return Err(message::SKU_UNKNOWN.into()) };
    let before = Before::of(tx, &[(id, quantity)])?;
    tx.exec(
        "INSERT INTO stock (product_id, quantity) VALUES ($1, $2)
         ON CONFLICT (product_id) DO UPDATE SET quantity = excluded.quantity",
        vals![id, quantity],
    )?;
    before.follow(tx)
}

/// Adds pieces to the available stock of an item, or takes them away; answers what is available afterwards. None, with nothing
/// changed, if fewer than none would be, or more than [`MOST_IN_STOCK`].
pub fn adjust_stock(tx: &mut dyn Tx, product_id: i64, pieces: i64) -> Result<Option<u32>> {
    let before = Before::of(tx, &[(product_id, 0)])?;
    tx.exec("INSERT INTO stock (product_id, quantity) VALUES ($1, 0) ON CONFLICT DO NOTHING", vals![product_id])?;
    let changed: Option<u32> = tx.find(
        "UPDATE stock SET quantity = quantity + $2 WHERE product_id = $1 AND quantity + $2 BETWEEN 0 AND $3
         RETURNING quantity",
        vals![product_id, pieces, MOST_IN_STOCK],
    )?;
    before.follow(tx)?;
    Ok(changed)
}

/// An item with a stock of its own: a simple product or a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockedItem {
    pub id: i64,
    pub sku: String,
    /// With its options; the SKU where it has no name in the language.
    pub name: String,
    /// Available, without what orders hold.
    pub quantity: u32,
    /// Whether shoppers find it.
    pub is_on_sale: bool,
}

/// Which items with a stock of their own.
#[derive(Debug, Clone, Copy)]
pub enum StockOf<'a> {
    All,
    /// Without a piece to sell, and not for want of a first delivery.
    SoldOut,
    These(&'a [i64]),
}

/// Items with a stock of their own by SKU: those that begin with `prefix` and come after `after`, at most `limit`.
pub fn browse_stock(
    tx: &mut dyn Tx,
    lang: Lang,
    of: StockOf<'_>,
    prefix: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<StockedItem>> {
    let end = format!("{prefix}{}", char::MAX);
    let ids = match of {
        StockOf::These(ids) => ids.to_vec(),
        StockOf::All => tx.all(
            "SELECT id FROM product WHERE sku > $1 AND sku >= $2 AND sku < $3 AND kind IN ('simple', 'variant')
             ORDER BY sku LIMIT $4",
            vals![after, prefix, &end, limit],
        )?,
        StockOf::SoldOut => tx.all(
            "SELECT p.id FROM stock s CROSS JOIN product p ON p.id = s.product_id
             WHERE s.quantity = 0 AND p.sku > $1 AND p.sku >= $2 AND p.sku < $3 ORDER BY p.sku LIMIT $4",
            vals![after, prefix, &end, limit],
        )?,
    };
    let rows: Vec<(i64, String, Option<String>, u32, bool)> = by_ids(
        tx,
        "SELECT p.id, p.sku, t.name, coalesce(s.quantity, 0), p.enabled = 1 AND o.enabled = 1
         FROM product p LEFT JOIN stock s ON s.product_id = p.id
         CROSS JOIN product o ON o.id = coalesce(p.parent_id, p.id)
         LEFT JOIN product_text t ON t.product_id = o.id AND t.lang = $25
         WHERE p.id IN ($ids)",
        &ids,
        vals![lang.code()],
    )?;
    let chosen = store::choices(tx, &ids, lang)?;
    let named = rows.into_iter().map(|(id, sku, name, quantity, is_on_sale)| {
        let chosen = chosen.get(&id).map(Vec::as_slice).unwrap_or_default();
        let name = full_name(name.as_deref().unwrap_or(&sku), chosen, lang);
        StockedItem { id, sku, name, quantity, is_on_sale }
    });
    let is_wanted = |item: &StockedItem| item.sku.as_str() > after && item.sku.starts_with(prefix);
    let mut items: Vec<StockedItem> = named.filter(is_wanted).collect();
    items.sort_by(|one, other| one.sku.cmp(&other.sku));
    items.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(items)
}

/// The item with this SKU, if it has a stock of its own.
pub fn find_stocked(tx: &mut dyn Tx, sku: &str) -> Result<Option<i64>> {
    tx.find("SELECT id FROM product WHERE sku = $1 AND kind IN ('simple', 'variant')", vals![sku])
}

/// The SKU of an item that is there.
pub fn sku(tx: &mut dyn Tx, product_id: i64) -> Result<String> {
    tx.one("SELECT sku FROM product WHERE id = $1", vals![product_id])
}

/// Whether the SKU of an item with a stock of its own begins so.
pub fn has_sku(tx: &mut dyn Tx, prefix: &str) -> Result<bool> {
    let end = format!("{prefix}{}", char::MAX);
    let found: Option<i64> = tx.find(
        "SELECT id FROM product WHERE sku >= $1 AND sku < $2 AND kind IN ('simple', 'variant') LIMIT 1",
        vals![prefix, end],
    )?;
    Ok(found.is_some())
}

/// Those of these SKUs that have a stock of their own, with their ids.
pub fn stocked_skus(tx: &mut dyn Tx, skus: &[String]) -> Result<Vec<(String, i64)>> {
    by_keys(tx, "SELECT sku, id FROM product WHERE sku IN ($ids) AND kind IN ('simple', 'variant')", skus)
}

/// What holds the stock of products: themselves, their variants, or their parts.
pub fn stocked_of(tx: &mut dyn Tx, product_ids: &[i64]) -> Result<Vec<i64>> {
    let mut found: Vec<i64> = by_ids(
        tx,
        "SELECT id FROM product WHERE id IN ($ids) AND kind IN ('simple', 'variant')
         UNION SELECT id FROM product WHERE parent_id IN ($ids)
         UNION SELECT part_id FROM kit_part WHERE kit_id IN ($ids)",
        product_ids,
        &[],
    )?;
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// How many items are [`StockOf::SoldOut`], whether shoppers find them or not.
pub fn count_stockless(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM stock WHERE quantity = 0", vals![])
}

/// The SKUs that hold the stock of a configurable product (its variants) or a kit (its parts); none for others.
pub fn shelves(tx: &mut dyn Tx, sku: &str) -> Result<Vec<String>> {
    tx.all(
        "SELECT v.sku FROM product p JOIN product v ON v.parent_id = p.id WHERE p.sku = $1
         UNION SELECT v.sku FROM product p JOIN kit_part k ON k.kit_id = p.id JOIN product v ON v.id = k.part_id
         WHERE p.sku = $1 ORDER BY 1",
        vals![sku],
    )
}

/// An item on sale without a piece left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldOut {
    pub sku: String,
    /// With its options: `Lac towel, Bath towel, White`.
    pub name: String,
    /// The path of its page; none in a language in which its product has no name.
    pub path: Option<String>,
}

#[derive(Debug, Deserialize)]
struct SoldOutRow {
    id: i64,
    sku: String,
    name: Option<String>,
    url_key: Option<String>,
    category_key: Option<String>,
}

const SOLD_OUT: &str = "FROM stock s CROSS JOIN product p ON p.id = s.product_id
    CROSS JOIN product o ON o.id = coalesce(p.parent_id, p.id)
    WHERE s.quantity = 0 AND s.product_id > 0 AND p.enabled = 1 AND o.enabled = 1";

/// Items on sale without a piece left, at most `limit`.
pub fn list_sold_out(tx: &mut dyn Tx, lang: Lang, limit: i64) -> Result<Vec<SoldOut>> {
    let ids: Vec<i64> =
        tx.all(&format!("SELECT s.product_id {SOLD_OUT} ORDER BY s.product_id LIMIT $1"), vals![limit])?;
    let rows: Vec<SoldOutRow> = by_ids(
        tx,
        "SELECT p.id, p.sku, t.name, t.url_key, c.url_key AS category_key FROM product p
         CROSS JOIN product o ON o.id = coalesce(p.parent_id, p.id)
         LEFT JOIN product_text t ON t.product_id = o.id AND t.lang = $25
         LEFT JOIN category_text c ON c.category_id = o.category_id AND c.lang = $25
         WHERE p.id IN ($ids) ORDER BY p.id",
        &ids,
        vals![lang.code()],
    )?;
    let chosen = store::choices(tx, &ids, lang)?;
    let named = rows.into_iter().map(|SoldOutRow { id, sku, name, url_key, category_key }| {
        let chosen = chosen.get(&id).map(Vec::as_slice).unwrap_or_default();
        SoldOut {
            name: full_name(name.as_deref().unwrap_or(&sku), chosen, lang),
            path: url_key.map(|url_key| item_url(lang, category_key.as_deref(), &url_key, chosen)),
            sku,
        }
    });
    Ok(named.collect())
}

/// How many items on sale have no piece left.
pub fn count_sold_out(tx: &mut dyn Tx) -> Result<i64> {
    tx.one(&format!("SELECT COUNT(*) {SOLD_OUT}"), vals![])
}

/// Stock and listed quantities before a change, to find changed availability classes.
struct Before {
    /// Products whose stock changes.
    products: Vec<i64>,
    pieces: HashMap<i64, u32>,
    /// Listed products affected: parents, and kits with such a part.
    listed: Vec<i64>,
    quantities: HashMap<i64, u32>,
}

impl Before {
    fn of(tx: &mut dyn Tx, changes: &[(i64, u32)]) -> Result<Before> {
        let products: Vec<i64> = changes.iter().map(|(product, _)| *product).collect();
        let mut listed: Vec<i64> = by_ids(
            tx,
            "SELECT coalesce(parent_id, id) FROM product WHERE id IN ($ids)
             UNION SELECT kit_id FROM kit_part WHERE part_id IN ($ids)",
            &products,
            &[],
        )?;
        listed.sort_unstable();
        listed.dedup();
        let pieces = quantities(tx, STOCK, &products)?;
        let quantities = quantities(tx, LISTED, &listed)?;
        Ok(Before { products, pieces, listed, quantities })
    }

    /// Updates the read models, and notes the products whose class has changed.
    fn follow(self, tx: &mut dyn Tx) -> Result<()> {
        exec_by_ids(
            tx,
            &format!(
                "INSERT INTO listing_stock (product_id, quantity)
                 SELECT p.id, {PIECES} FROM product p WHERE p.id IN ($ids) AND p.enabled = 1 AND p.parent_id IS NULL
                 ON CONFLICT (product_id) DO UPDATE SET quantity = excluded.quantity"
            ),
            &self.listed,
            &[],
        )?;
        let now_listed = quantities(tx, LISTED, &self.listed)?;
        let had = |quantities: &HashMap<i64, u32>, id: &i64| quantities.get(id).copied().unwrap_or(0);
        let mut is_news = false;
        for id in &self.listed {
            let (was, is) = (had(&self.quantities, id), had(&now_listed, id));
            is_news |= Availability::of(was) != Availability::of(is);
            if (was > 0) != (is > 0) {
                listing::mark_available(tx, *id, is > 0)?;
            }
        }
        let now_pieces = quantities(tx, STOCK, &self.products)?;
        is_news |= self
            .products
            .iter()
            .any(|id| Availability::of(had(&self.pieces, id)) != Availability::of(had(&now_pieces, id)));
        if is_news { note_availability(tx, &self.listed) } else { Ok(()) }
    }
}

const STOCK: &str = "SELECT product_id, quantity FROM stock WHERE product_id IN ($ids)";
const LISTED: &str = "SELECT product_id, quantity FROM listing_stock WHERE product_id IN ($ids)";

fn quantities(tx: &mut dyn Tx, sql: &str, ids: &[i64]) -> Result<HashMap<i64, u32>> {
    Ok(by_ids::<(i64, u32)>(tx, sql, ids, &[])?.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use crate::db::Connection;

    use super::*;
    use crate::catalog::{availability_changes, availability_version, cards, find_sellable_id, sellable, version};
    use crate::domain::money::Currency;
    use crate::testing::{assert_indexed, refusal, seeded, view, with};

    fn id(shop: &Connection, sku: &str) -> i64 {
        with(shop, |tx| find_sellable_id(tx, sku, &BTreeMap::new()))
    }

    fn pieces_of(shop: &Connection, sku: &str) -> u32 {
        let id = id(shop, sku);
        with(shop, |tx| sellable(tx, &view(Lang::En, Currency::Eur), &[id]))[0].stock
    }

    #[test]
    fn released_stock_equals_reserved_stock() {
        let shop = seeded();
        let (mitts, kit) = (id(&shop, "TOW-GAN"), id(&shop, "KIT-BAIN"));
        let before = (pieces_of(&shop, "TOW-LAC-BAT-WHI"), pieces_of(&shop, "BMA-LAC"), pieces_of(&shop, "KIT-BAIN"));
        let taken = with(&shop, |tx| reserve(tx, Lang::En, &[(mitts, 4), (kit, 2)]));
        assert_eq!(taken.len(), 4);
        assert!(taken.is_sorted());
        assert_eq!(pieces_of(&shop, "TOW-GAN"), 6);
        // Two kits of two towels, two hand towels and a mat.
        assert_eq!(pieces_of(&shop, "TOW-LAC-BAT-WHI"), before.0 - 4);
        assert_eq!(pieces_of(&shop, "BMA-LAC"), before.1 - 2);
        assert_eq!(pieces_of(&shop, "KIT-BAIN"), before.2 - 2);
        with(&shop, |tx| release(tx, &taken));
        let after = (pieces_of(&shop, "TOW-LAC-BAT-WHI"), pieces_of(&shop, "BMA-LAC"), pieces_of(&shop, "KIT-BAIN"));
        assert_eq!(after, before);
        assert_eq!(pieces_of(&shop, "TOW-GAN"), 10);
    }

    #[test]
    fn very_large_stock_does_not_overflow() {
        let shop = seeded();
        let sizes: Vec<String> = with(&shop, |tx| {
            tx.all(
                "SELECT v.sku FROM product v JOIN product p ON p.id = v.parent_id WHERE p.sku = 'ROB-LAC' ORDER BY v.sku",
                vals![],
            )
        });
        assert!(sizes.len() > 4);
        for sku in &sizes {
            with(&shop, |tx| set_stock(tx, sku, 1_000_000_000));
        }
        let robe: i64 = with(&shop, |tx| tx.one("SELECT id FROM product WHERE sku = 'ROB-LAC'", vals![]));
        assert_eq!(with(&shop, |tx| quantities(tx, LISTED, &[robe]))[&robe], 1_000_000_000);
        // Setting it back is not refused.
        with(&shop, |tx| set_stock(tx, &sizes[0], 5));
        assert_eq!(pieces_of(&shop, &sizes[0]), 5);
    }

    #[test]
    fn last_piece_is_sold_once() {
        let shop = seeded();
        let mitts = id(&shop, "TOW-GAN");
        with(&shop, |tx| reserve(tx, Lang::En, &[(mitts, 10)]));
        assert_eq!(refusal(&shop, |tx| reserve(tx, Lang::En, &[(mitts, 1)])), "checkout.stock_changed");
        assert_eq!(pieces_of(&shop, "TOW-GAN"), 0);
    }

    #[test]
    fn reservation_counts_kits_and_parts_together() {
        let shop = seeded();
        let (kit, part) = (id(&shop, "KIT-BAIN"), id(&shop, "BMA-LAC"));
        let all = pieces_of(&shop, "BMA-LAC");
        with(&shop, |tx| set_stock(tx, "TOW-LAC-BAT-WHI", 200));
        with(&shop, |tx| set_stock(tx, "TOW-LAC-HAN-WHI", 200));
        // Each alone is in stock, both together are not; nothing is reserved.
        let error = shop.write(|tx| reserve(tx, Lang::De, &[(part, all - 3), (kit, 4)])).expect_err("refused");
        let message = &error.refusal().expect("a refusal").message;
        assert_eq!(
            message.params["name"],
            with(&shop, |tx| sellable(tx, &view(Lang::De, Currency::Eur), &[part]))[0].name
        );
        assert_eq!(pieces_of(&shop, "BMA-LAC"), all);
        assert_eq!(pieces_of(&shop, "TOW-LAC-BAT-WHI"), 200);
        let taken = with(&shop, |tx| reserve(tx, Lang::En, &[(part, all - 4), (kit, 4)]));
        assert!(taken.contains(&(part, all)));
    }

    #[test]
    fn availability_has_a_version_of_its_own() {
        let shop = seeded();
        let (mat, kit) = (id(&shop, "BMA-LAC"), id(&shop, "KIT-BAIN"));
        let content = with(&shop, version);
        let version_of = || with(&shop, availability_version);
        let before = version_of();
        let taken = with(&shop, |tx| reserve(tx, Lang::En, &[(mat, 1)]));
        assert_eq!(version_of(), before, "48 and 47 have the same availability");
        with(&shop, |tx| set_stock(tx, "BMA-LAC", 3));
        assert_eq!(version_of(), before + 1);
        with(&shop, |tx| release(tx, &taken));
        assert_eq!(version_of(), before + 1, "3 and 4 are both low stock");
        with(&shop, |tx| set_stock(tx, "TOW-GAN", 0));
        assert_eq!(version_of(), before + 2);
        assert_eq!(with(&shop, version), content, "nothing but availability has changed");

        let changed = |since| with(&shop, |tx| availability_changes(tx, since));
        let all = changed(before);
        let of = |product: i64| all.products.iter().find(|(id, _)| *id == product).map(|(_, version)| *version);
        assert_eq!([of(mat), of(kit)], [Some(before + 1); 2], "the mat, and the kit that contains it");
        assert_eq!(of(id(&shop, "TOW-GAN")), Some(before + 2));
        let category =
            |key: &str| -> i64 { with(&shop, |tx| tx.one("SELECT id FROM category WHERE key = $1", vals![key])) };
        assert!(all.categories.contains(&category("bath-and-spa")), "a category above that of the product");
        assert!(!all.categories.contains(&category("beds")));
        assert_eq!(changed(before + 1).products, [(id(&shop, "TOW-GAN"), before + 2)]);
        assert!(changed(before + 2).products.is_empty());
        assert_indexed(&shop, |tx| availability_changes(tx, before));
    }

    #[test]
    fn list_counts_follow_stock() {
        let shop = seeded();
        let en = view(Lang::En, Currency::Eur);
        let (mat, kit) = (id(&shop, "BMA-LAC"), id(&shop, "KIT-BAIN"));
        let counted = || -> i64 {
            with(&shop, |tx| {
                tx.one(
                    "SELECT count FROM listing_set f JOIN category c ON c.id = f.category_id
                     WHERE c.key = 'bath-and-spa' AND facet = 'availability'",
                    vals![],
                )
            })
        };
        let before = counted();
        with(&shop, |tx| set_stock(tx, "BMA-LAC", 0));
        assert_eq!(counted(), before - 2, "the mat and the kit that contains it");
        let shown = with(&shop, |tx| cards(tx, &en, &[mat, kit]));
        assert!(shown.iter().all(|card| card.availability == Availability::OutOfStock));
        with(&shop, |tx| set_stock(tx, "BMA-LAC", 9));
        assert_eq!(counted(), before);
        assert_eq!(refusal(&shop, |tx| set_stock(tx, "KIT-BAIN", 4)), "cart.sku_unknown");
        assert_eq!(refusal(&shop, |tx| set_stock(tx, "BED-LAC", 4)), "cart.sku_unknown");
    }

    #[test]
    fn reservation_uses_indexes() {
        let shop = seeded();
        let (mat, kit) = (id(&shop, "BMA-LAC"), id(&shop, "KIT-BAIN"));
        assert_indexed(&shop, |tx| reserve(tx, Lang::En, &[(mat, 1), (kit, 1)]));
        assert_indexed(&shop, |tx| release(tx, &[(mat, 1)]));
        assert_indexed(&shop, |tx| set_stock(tx, "BMA-LAC", 0));
    }
}
