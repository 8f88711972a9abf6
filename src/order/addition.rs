//! SQL of the link between an order and the goods that were added to it by telephone, which are orders of their own.

use std::collections::HashMap;

use serde::Deserialize;

use super::terms::add_terms;
use super::types::Order;
use crate::db::{Tx, by_ids, group_by};
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::error::Result;
use crate::vals;

/// The other order of a link.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct LinkedOrder {
    pub id: i64,
    pub number: String,
    pub status: OrderStatus,
    pub currency: Currency,
    pub total: Amount,
    /// What was added travels in the parcel of the first order, at no charge.
    pub ships_along: bool,
}

/// Links an order to the one that its goods were added to, by whose number it is found from now on, too.
pub fn save_addition(tx: &mut dyn Tx, order_id: i64, first: &Order, ships_along: bool) -> Result<()> {
    tx.exec(
        "INSERT INTO order_addition (order_id, added_to, ships_along) VALUES ($1, $2, $3)",
        vals![order_id, first.id, ships_along],
    )?;
    add_terms(tx, order_id, &[&first.number])
}

/// The order that the goods of this one were added to; none of an order that stands by itself.
pub fn find_added_to(tx: &mut dyn Tx, order_id: i64) -> Result<Option<LinkedOrder>> {
    tx.find(
        "SELECT o.id, o.number, o.status, o.currency, o.total, a.ships_along
         FROM order_addition a JOIN sales_order o ON o.id = a.added_to WHERE a.order_id = $1",
        vals![order_id],
    )
}

/// The orders whose goods were added to this one, oldest first.
pub fn list_additions(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<LinkedOrder>> {
    tx.all(
        "SELECT o.id, o.number, o.status, o.currency, o.total, a.ships_along
         FROM order_addition a JOIN sales_order o ON o.id = a.order_id WHERE a.added_to = $1 ORDER BY o.id",
        vals![order_id],
    )
}

/// For each of these orders the numbers of those linked to it, either way, that are to be packed as well.
pub fn list_packed_along(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, Vec<String>>> {
    let mut linked: Vec<(i64, String)> = by_ids(
        tx,
        "SELECT a.order_id, o.number FROM order_addition a JOIN sales_order o ON o.id = a.added_to
         WHERE a.order_id IN ($ids) AND o.status = 'processing'",
        order_ids,
        &[],
    )?;
    let added: Vec<(i64, String)> = by_ids(
        tx,
        "SELECT a.added_to, o.number FROM order_addition a JOIN sales_order o ON o.id = a.order_id
         WHERE a.added_to IN ($ids) AND o.status = 'processing' ORDER BY a.added_to, o.id",
        order_ids,
        &[],
    )?;
    linked.extend(added);
    Ok(group_by(linked))
}
