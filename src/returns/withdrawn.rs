//! What a statement of withdrawal announces, and whether all of it is dealt with.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::steps::{self, NewReturn};
use super::store;
use super::types::{Announced, GoodsReturn, Origin, Reason, Step};
use crate::db::Tx;
use crate::error::Result;
use crate::order::{self, Order};
use crate::shipment::{self, Quantities};

/// Whether all pieces of an order that a statement names by SKU, or all of the order, are back or refunded with returns that follow
/// from statements, and none of them is in a return that has not ended. Answers those returns; none where something is still open.
pub fn are_dealt_with(tx: &mut dyn Tx, order: &Order, items: &[(&str, u32)]) -> Result<Vec<GoodsReturn>> {
    let mut named: BTreeMap<&str, u32> = BTreeMap::new();
    for (sku, qty) in items {
        let sum = named.entry(sku).or_default();
        *sum = sum.saturating_add(*qty);
    }
    let is_whole = named.is_empty();
    let mut back = shipment::list_returned(tx, order.id)?;
    for (position, qty) in store::never_came(tx, order.id)? {
        *back.entry(position).or_default() += qty;
    }
    let mut about = Quantities::new();
    for (line, position) in order::lines(tx, order.id)?.iter().zip(0_i64..) {
        let wanted = match named.get_mut(line.sku.as_str()) {
            Some(left) => {
                let part = line.qty.min(*left);
                *left -= part;
                part
            }
            None if is_whole => line.qty,
            None => 0,
        };
        if wanted > back.get(&position).copied().unwrap_or_default() {
            return Ok(Vec::new());
        }
        if wanted > 0 {
            about.insert(position, wanted);
        }
    }
    // What the order does not have is for somebody to look at.
    if named.values().any(|left| *left > 0) {
        return Ok(Vec::new());
    }
    let (mut dealt, mut open) = (Vec::new(), about.clone());
    for of in store::list_of_order(tx, order.id)? {
        if !steps::touches(tx, &of, &about)? {
            continue;
        }
        if of.ended_at.is_none() {
            return Ok(Vec::new());
        }
        if of.step == Step::Closed && of.withdrawal.is_some() {
            for line in store::list_lines(tx, of.id)? {
                open.remove(&line.position);
            }
            dealt.push(of);
        }
    }
    Ok(if open.is_empty() { dealt } else { Vec::new() })
}

/// Opens a return for the goods of an order that a statement of withdrawal names by SKU, as far as they were sent, or for all that
/// were. Those that are in a return without a statement follow from this one.
pub fn announce_withdrawn(
    tx: &mut dyn Tx,
    order: &Order,
    number: &str,
    items: &[(&str, u32)],
    now: Timestamp,
) -> Result<Option<GoodsReturn>> {
    // No goods come back of the surcharge of a carrier: somebody reads the statement.
    if order::find_surcharge(tx, order.id)?.is_some() {
        return Ok(None);
    }
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
