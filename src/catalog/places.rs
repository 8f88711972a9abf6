//! The order that the house gives to what a category lists: some products first, by hand, and the others after them by their position.

use std::collections::{HashMap, HashSet};

use super::listing;
use super::store::bump;
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;
use crate::vals;

/// Places of a list that are given by hand: each move writes those before its own.
pub const MOST: usize = 1_000;

/// Grows with each change of the order.
pub fn version(tx: &mut dyn Tx, category: i64) -> Result<i64> {
    tx.one("SELECT places_version FROM category WHERE id = $1", vals![category])
}

/// The products of a list from the one with this ordinal on.
pub fn page(tx: &mut dyn Tx, category: i64, from: i64, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT product_id FROM listing WHERE category_id = $1 AND ordinal >= $2 ORDER BY ordinal LIMIT $3",
        vals![category, from, limit],
    )
}

/// Puts a product of the list right after another, or first. Answers the one of the two that is not on it; none: it is done.
pub fn put_after(tx: &mut dyn Tx, category: i64, product: i64, after: Option<i64>) -> Result<Option<i64>> {
    let before = page(tx, category, 0, i64::MAX)?;
    let at = |id: i64| before.iter().position(|one| *one == id);
    let Some(from) = at(product) else { return Ok(Some(product)) };
    let next = match after {
        None => 0,
        Some(id) => match at(id).filter(|_| id != product) {
            Some(at) => at + 1,
            None => return Ok(Some(id)),
        },
    };
    let to = if next > from { next - 1 } else { next };
    if to == from {
        return Ok(None);
    }
    if to >= MOST {
        return Err(refuse(message::CATEGORY_PLACES_MANY.with("max", MOST)));
    }
    let mut listed = before;
    let moved = listed.remove(from);
    listed.insert(to, moved);
    save(tx, category, &listed, product, to)?;
    listing::reorder(tx, category, from, to)?;
    bump(tx)?;
    Ok(None)
}

/// Writes the places of those that have one, up to the moved product's at least. One that is off sale stays behind the product that it
/// stood behind, so that it comes back there.
fn save(tx: &mut dyn Tx, category: i64, listed: &[i64], moved: i64, to: usize) -> Result<()> {
    let placed: Vec<i64> =
        tx.all("SELECT product_id FROM category_place WHERE category_id = $1 ORDER BY position", vals![category])?;
    let on_list: HashSet<i64> = listed.iter().copied().collect();
    let mut absent: HashMap<Option<i64>, Vec<i64>> = HashMap::new();
    let mut last = None;
    for id in &placed {
        if !on_list.contains(id) {
            absent.entry(last).or_default().push(*id);
        } else if *id != moved {
            last = Some(*id);
        }
    }
    let present = placed.iter().filter(|id| on_list.contains(id)).count();
    let own = if placed.contains(&moved) { 0 } else { 1 };
    let mut order = absent.remove(&None).unwrap_or_default();
    for id in &listed[..(present + own).max(to + 1).min(listed.len())] {
        order.push(*id);
        order.extend(absent.remove(&Some(*id)).unwrap_or_default());
    }
    order.truncate(MOST);
    tx.exec("DELETE FROM category_place WHERE category_id = $1", vals![category])?;
    for (position, id) in (0_i64..).zip(&order) {
        tx.exec(
            "INSERT INTO category_place (category_id, product_id, position) VALUES ($1, $2, $3)",
            vals![category, *id, position],
        )?;
    }
    tx.exec("UPDATE category SET places_version = places_version + 1 WHERE id = $1", vals![category])?;
    Ok(())
}
