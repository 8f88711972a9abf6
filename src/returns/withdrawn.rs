//! What a statement of withdrawal announces, and when it is done with.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::steps::{self, NewReturn};
use super::store;
use super::types::{Announced, GoodsReturn, Origin, Reason, Step};
use crate::db::Tx;
use crate::error::Result;
use crate::order::{self, Order};

/// Opens a return for the goods of an order that a statement of withdrawal names by SKU, as far as they were sent, or for all that
/// were. Those that are in a return without a statement follow from this one.
pub fn announce_withdrawn(
    tx: &mut dyn Tx,
    order: &Order,
    number: &str,
    items: &[(&str, u32)],
    now: Timestamp,
) -> Result<Option<GoodsReturn>> {
    let mut wanted = steps::out(tx, order.id)?;
    if !items.is_empty() {
        let mut named: BTreeMap<&str, u32> = BTreeMap::new();
        for (sku, qty) in items {
            let sum = named.entry(sku).or_default();
            *sum = sum.saturating_add(*qty);
        }
        for (line, position) in order::lines(tx, order.id)?.iter().zip(0_i64..) {
            let left = named.get_mut(line.sku.as_str());
            if let (Some(qty), Some(left)) = (wanted.get_mut(&position), left) {
                *qty = (*qty).min(*left);
                *left -= *qty;
            } else {
                wanted.remove(&position);
            }
        }
    }
    wanted.retain(|_, qty| *qty > 0);
    for of in store::list_of_order(tx, order.id)? {
        let is_open = matches!(of.step, Step::Announced | Step::Received) && of.withdrawal.is_none();
        if is_open && steps::touches(tx, &of, &wanted)? {
            steps::join_withdrawal(tx, &of, number, now)?;
        }
    }
    let free = steps::announceable(tx, order.id)?;
    let lines = wanted.into_iter().filter_map(|(position, qty)| {
        let qty = qty.min(*free.get(&position)?);
        (qty > 0).then_some(Announced { position, qty, reason: Reason::NotGiven })
    });
    let lines: Vec<Announced> = lines.collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let new = NewReturn { lines, note: "", withdrawal: Some((number, now)) };
    steps::announce(tx, order, Origin::Withdrawal, &new, now).map(Some)
}
