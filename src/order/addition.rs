//! SQL of the link between an order and what was added to it by telephone, which are orders of their own: goods, or the surcharge
//! of a dearer carrier.

use std::collections::HashMap;

use serde::Deserialize;

use super::terms::add_terms;
use super::types::Order;
use crate::db::{Tx, by_ids, group_by};
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::ShippingMethod;
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
    /// The addition is the surcharge of this carrier.
    pub carrier: Option<ShippingMethod>,
}

/// SKU of the first line of a surcharge; the others have a number behind it.
pub const SURCHARGE_SKU: &str = "SURCHARGE";

/// What an order is that is the surcharge of a carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Surcharge {
    /// The order that goes by the carrier once the surcharge is paid.
    pub first_id: i64,
    pub carrier: ShippingMethod,
    /// Working days to the door.
    pub min_days: u8,
    pub max_days: u8,
}

/// Condition on `sales_order`: it is the surcharge of a carrier.
pub(super) const IS_SURCHARGE: &str =
    "EXISTS (SELECT 1 FROM order_addition a WHERE a.order_id = sales_order.id AND a.carrier IS NOT NULL)";

/// Condition on `sales_order`: it, or the order in whose parcel it travels, waits for a surcharge to be paid.
pub(super) const AWAITS_SURCHARGE: &str =
    "EXISTS (SELECT 1 FROM order_addition s JOIN sales_order o ON o.id = s.order_id
    WHERE s.added_to IN (sales_order.id,
            (SELECT a.added_to FROM order_addition a WHERE a.order_id = sales_order.id AND a.ships_along = 1))
        AND s.carrier IS NOT NULL
        AND o.status IN ('pending', 'pending_bank_transfer', 'pending_cheque', 'pending_offline'))";

/// Links an order to the one that its goods were added to, by whose number it is found from now on, too.
pub fn save_addition(tx: &mut dyn Tx, order_id: i64, first: &Order, ships_along: bool) -> Result<()> {
    tx.exec(
        "INSERT INTO order_addition (order_id, added_to, ships_along) VALUES ($1, $2, $3)",
        vals![order_id, first.id, ships_along],
    )?;
    add_terms(tx, order_id, &[&first.number])
}

/// Links the surcharge of a carrier to the order that it is for.
pub fn save_surcharge(tx: &mut dyn Tx, order_id: i64, first: &Order, surcharge: &Surcharge) -> Result<()> {
    save_addition(tx, order_id, first, true)?;
    let Surcharge { carrier, min_days, max_days, .. } = surcharge;
    tx.exec(
        "UPDATE order_addition SET carrier = $2, min_days = $3, max_days = $4 WHERE order_id = $1",
        vals![order_id, carrier.code(), i64::from(*min_days), i64::from(*max_days)],
    )?;
    Ok(())
}

/// What this order buys, if it is the surcharge of a carrier.
pub fn find_surcharge(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Surcharge>> {
    tx.find(
        "SELECT added_to AS first_id, carrier, min_days, max_days
         FROM order_addition WHERE order_id = $1 AND carrier IS NOT NULL",
        vals![order_id],
    )
}

/// The orders that are surcharges of carriers for this one, oldest first.
pub fn list_surcharges(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<LinkedOrder>> {
    let additions = list_additions(tx, order_id)?.into_iter();
    Ok(additions.filter(|addition| addition.carrier.is_some()).collect())
}

/// The order that the goods of this one were added to; none of an order that stands by itself.
pub fn find_added_to(tx: &mut dyn Tx, order_id: i64) -> Result<Option<LinkedOrder>> {
    tx.find(
        "SELECT o.id, o.number, o.status, o.currency, o.total, a.ships_along, a.carrier
         FROM order_addition a JOIN sales_order o ON o.id = a.added_to WHERE a.order_id = $1",
        vals![order_id],
    )
}

/// The orders whose goods were added to this one, oldest first.
pub fn list_additions(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<LinkedOrder>> {
    tx.all(
        "SELECT o.id, o.number, o.status, o.currency, o.total, a.ships_along, a.carrier
         FROM order_addition a JOIN sales_order o ON o.id = a.order_id WHERE a.added_to = $1 ORDER BY o.id",
        vals![order_id],
    )
}

/// For each of these orders the numbers of unpaid ones that are to travel in its parcel.
pub fn list_awaited_along(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, Vec<String>>> {
    let rows: Vec<(i64, String)> = by_ids(
        tx,
        "SELECT a.added_to, o.number FROM order_addition a JOIN sales_order o ON o.id = a.order_id
         WHERE a.added_to IN ($ids) AND a.carrier IS NULL AND a.ships_along = 1
             AND o.status IN ('pending', 'pending_bank_transfer', 'pending_cheque', 'pending_offline')
         ORDER BY a.added_to, o.id",
        order_ids,
        &[],
    )?;
    Ok(group_by(rows))
}

/// For each of these orders the numbers of those linked to it, either way, that are to be packed as well.
pub fn list_packed_along(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, Vec<String>>> {
    let mut linked: Vec<(i64, String)> = by_ids(
        tx,
        "SELECT a.order_id, o.number FROM order_addition a JOIN sales_order o ON o.id = a.added_to
         WHERE a.order_id IN ($ids) AND a.carrier IS NULL AND o.status = 'processing'",
        order_ids,
        &[],
    )?;
    let added: Vec<(i64, String)> = by_ids(
        tx,
        "SELECT a.added_to, o.number FROM order_addition a JOIN sales_order o ON o.id = a.order_id
         WHERE a.added_to IN ($ids) AND a.carrier IS NULL AND o.status = 'processing' ORDER BY a.added_to, o.id",
        order_ids,
        &[],
    )?;
    linked.extend(added);
    Ok(group_by(linked))
}
