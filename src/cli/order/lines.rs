//! Lines of an order as `--line SKU=QUANTITY` names them and as messages list them.

use std::collections::BTreeMap;

use anyhow::anyhow;

use crate::db::Tx;
use crate::error::Result;
use crate::order::{self, Order};
use crate::shipment;

/// A quantity of an item, as `--line` gives it.
#[derive(Debug, Clone)]
pub struct Pieces {
    pub sku: String,
    pub qty: u32,
}

pub fn pieces(text: &str) -> Result<Pieces, String> {
    let form = || "give SKU=QUANTITY, e.g. TOW-GAN=2".to_owned();
    let (sku, qty) = text.split_once('=').ok_or_else(form)?;
    let (sku, qty) = (sku.trim(), qty.trim().parse().map_err(|_| form())?);
    match qty {
        _ if sku.is_empty() => Err(form()),
        0 => Err(format!("give one piece of {sku} or more, or leave the line out")),
        qty => Ok(Pieces { sku: sku.to_owned(), qty }),
    }
}

/// The named quantities by position of the order's lines; none if nothing is named.
pub fn positions(tx: &mut dyn Tx, order: &Order, named: &[Pieces]) -> Result<Option<BTreeMap<i64, u32>>> {
    if named.is_empty() {
        return Ok(None);
    }
    let lines = order::lines(tx, order.id)?;
    let mut positions: BTreeMap<i64, u32> = BTreeMap::new();
    for Pieces { sku, qty } in named {
        let position = lines.iter().position(|line| line.sku.eq_ignore_ascii_case(sku));
        let position = position.ok_or_else(|| anyhow!("{}: this order has no {sku}", order.number))?;
        let sum = positions.entry(position as i64).or_default();
        *sum = sum.saturating_add(*qty);
    }
    Ok(Some(positions))
}

/// Lists `count(position, quantity)` pieces of each line: `2 × TOW-GAN, 1 × SOA-BAR`.
pub fn list_pieces(tx: &mut dyn Tx, order: &Order, count: impl Fn(i64, u32) -> u32) -> Result<String> {
    let lines = order::lines(tx, order.id)?;
    let named = lines.iter().enumerate().map(|(position, line)| (count(position as i64, line.qty), &line.sku));
    let named: Vec<String> = named.filter(|(qty, _)| *qty > 0).map(|(qty, sku)| format!("{qty} × {sku}")).collect();
    Ok(named.join(", "))
}

/// Items shipped and not returned.
pub fn not_returned(tx: &mut dyn Tx, order: &Order) -> Result<String> {
    let (shipped, returned) = (shipment::list_shipped(tx, order.id)?, shipment::list_returned(tx, order.id)?);
    list_pieces(tx, order, |position, _| qty_at(&shipped, position).saturating_sub(qty_at(&returned, position)))
}

/// The quantity at a position.
pub fn qty_at(sums: &BTreeMap<i64, u32>, position: i64) -> u32 {
    sums.get(&position).copied().unwrap_or_default()
}
