//! What lists of payments tell about orders: those that wait for money, numbers, names on bills.

use std::collections::HashMap;

use serde::Deserialize;

use crate::db::{Tx, by_ids};
use crate::domain::money::Currency;
use crate::error::Result;
use crate::vals;

/// An order that waits for money, with the name on its bill.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AwaitingOrder {
    pub id: i64,
    pub number: String,
    pub first_name: String,
    pub last_name: String,
    /// Minor units.
    pub total: i64,
    pub currency: Currency,
}

/// All pending orders, oldest first. Those that still wait for their mailed link are among them: money proves more than a link.
pub fn list_awaiting_payment(tx: &mut dyn Tx) -> Result<Vec<AwaitingOrder>> {
    tx.all(
        "SELECT o.id, o.number, a.first_name, a.last_name, o.total, o.currency
         FROM sales_order o JOIN order_address a ON a.order_id = o.id AND a.kind = 'billing'
         WHERE o.status IN ('pending', 'pending_bank_transfer', 'pending_cheque', 'pending_offline') ORDER BY o.id",
        vals![],
    )
}

/// The numbers of orders, by id.
pub fn numbers(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, String>> {
    let rows: Vec<(i64, String)> = by_ids(tx, "SELECT id, number FROM sales_order WHERE id IN ($ids)", order_ids, &[])?;
    Ok(rows.into_iter().collect())
}

/// First and last names on the bills of orders, by id.
pub fn billing_names(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, (String, String)>> {
    let sql = "SELECT order_id, first_name, last_name FROM order_address WHERE order_id IN ($ids) AND kind = 'billing'";
    let rows: Vec<(i64, String, String)> = by_ids(tx, sql, order_ids, &[])?;
    Ok(rows.into_iter().map(|(id, first, last)| (id, (first, last))).collect())
}
