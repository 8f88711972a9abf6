//! Pieces: taken when an order is placed, given back when it falls through.
//!
//! Pieces lie with simple products and variants only; a kit is its parts. Whatever changes here is carried into the lists'
//! read model at once, and caches are told when a page would say something else than before: a class, never a number.

use std::collections::{BTreeMap, HashMap};

use anyhow::anyhow;

use super::facets::{AVAILABILITY, IN_STOCK};
use super::listing::PIECES;
use super::store::{self, bump, by_ids, exec_by_ids};
use crate::db::Tx;
use crate::domain::stock::Availability;
use crate::domain::store_view::Lang;
use crate::error::{Result, refuse};
use crate::message;
use crate::vals;

/// Takes pieces for items of a bag, all or nothing: a refusal rolls the transaction back.
///
/// Kits are taken apart, and what several items need of one part is summed. Answers what was taken, each product once, in
/// order of ids: exactly what [`release`] wants back. Refuses with the name of the first item that falls short.
pub fn reserve(tx: &mut dyn Tx, lang: Lang, items: &[(i64, u32)]) -> Result<Vec<(i64, u32)>> {
    let ids: Vec<i64> = items.iter().map(|(id, _)| *id).collect();
    let parts = store::parts(tx, &ids)?;
    // Product whose pieces are needed → how many, and the item that needs them, for the message.
    let mut needs: BTreeMap<i64, (u32, i64)> = BTreeMap::new();
    for (item, qty) in items {
        let own = [(*item, 1)];
        let pieces: Vec<(i64, u32)> = match parts.get(item) {
            Some(parts) => parts.iter().map(|part| (part.part_id, part.qty)).collect(),
            None => own.to_vec(),
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
            let name: Option<String> = tx.find(
                "SELECT t.name FROM product p JOIN product_text t ON t.product_id = coalesce(p.parent_id, p.id) AND t.lang = $2
                 WHERE p.id = $1",
                vals![item, lang.code()],
            )?;
            return Err(refuse(message::STOCK_CHANGED.with("name", name.unwrap_or_default())));
        }
    }
    before.follow(tx)?;
    Ok(taken)
}

/// Gives pieces back.
pub fn release(tx: &mut dyn Tx, taken: &[(i64, u32)]) -> Result<()> {
    let before = Before::of(tx, taken)?;
    for (product, qty) in taken {
        tx.exec("UPDATE stock SET quantity = quantity + $2 WHERE product_id = $1", vals![*product, *qty])?;
    }
    before.follow(tx)
}

/// Sets the pieces of a simple product or variant: what an operator counted.
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

/// What pages said before a change, to be compared with what they would say after it.
struct Before {
    /// Products whose pieces change.
    products: Vec<i64>,
    pieces: HashMap<i64, u32>,
    /// What lists show of it: parents, and kits that contain a part.
    listed: Vec<i64>,
    quantities: HashMap<i64, u32>,
}

impl Before {
    fn of(tx: &mut dyn Tx, changes: &[(i64, u32)]) -> Result<Before> {
        let products: Vec<i64> = changes.iter().map(|(product, _)| *product).collect();
        let listed: Vec<i64> = by_ids(
            tx,
            "SELECT coalesce(parent_id, id) FROM product WHERE id IN ($ids)
             UNION SELECT kit_id FROM kit_part WHERE part_id IN ($ids)",
            &products,
            &[],
        )?;
        let mut listed = listed;
        listed.sort_unstable();
        listed.dedup();
        let pieces = pieces(tx, &products)?;
        let quantities = quantities(tx, &listed)?;
        Ok(Before { products, pieces, listed, quantities })
    }

    /// Carries the change into the read models, and tells the caches when a class has changed.
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
        let now_listed = quantities(tx, &self.listed)?;
        let had = |quantities: &HashMap<i64, u32>, id: &i64| quantities.get(id).copied().unwrap_or(0);
        let mut is_news = false;
        for id in &self.listed {
            let (was, is) = (had(&self.quantities, id), had(&now_listed, id));
            is_news |= Availability::of(was) != Availability::of(is);
            if (was > 0) != (is > 0) {
                count_available(tx, *id, if is > 0 { 1 } else { -1 })?;
            }
        }
        let now_pieces = pieces(tx, &self.products)?;
        is_news |= self
            .products
            .iter()
            .any(|id| Availability::of(had(&self.pieces, id)) != Availability::of(had(&now_pieces, id)));
        if is_news { bump(tx) } else { Ok(()) }
    }
}

fn pieces(tx: &mut dyn Tx, products: &[i64]) -> Result<HashMap<i64, u32>> {
    let rows: Vec<(i64, u32)> =
        by_ids(tx, "SELECT product_id, quantity FROM stock WHERE product_id IN ($ids)", products, &[])?;
    Ok(rows.into_iter().collect())
}

fn quantities(tx: &mut dyn Tx, listed: &[i64]) -> Result<HashMap<i64, u32>> {
    let rows: Vec<(i64, u32)> =
        by_ids(tx, "SELECT product_id, quantity FROM listing_stock WHERE product_id IN ($ids)", listed, &[])?;
    Ok(rows.into_iter().collect())
}

/// Counts a product in or out of the facet of what is in stock, in all its categories.
fn count_available(tx: &mut dyn Tx, product: i64, by: i64) -> Result<()> {
    tx.exec(
        "INSERT INTO listing_facet (category_id, facet, currency, value, count)
         SELECT category_id, $2, '', $3, $4 FROM listing WHERE product_id = $1
         ON CONFLICT (category_id, facet, currency, value) DO UPDATE SET count = listing_facet.count + excluded.count",
        vals![product, AVAILABILITY, IN_STOCK, by],
    )?;
    Ok(())
}
