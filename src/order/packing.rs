//! Orders for the packing table: their lines and addresses, many orders at a time.

use std::collections::HashMap;

use serde::Deserialize;

use super::addition::{AWAITS_SURCHARGE, IS_SURCHARGE};
use super::types::Address;
use crate::catalog::types::ChosenOption;
use crate::db::{Tx, by_ids, by_keys, group_by};
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// An order of which something may still be packed. What lies ready to be collected is packed.
#[derive(Debug, Clone, Deserialize)]
pub struct PackedOrder {
    pub id: i64,
    pub number: String,
    /// In which the customer ordered.
    pub lang: Lang,
    pub shipping_method: ShippingMethod,
    /// Unix milliseconds.
    pub created_at: i64,
    /// ISO 8601 date: the first day on which it was promised.
    pub delivery_from: String,
}

/// A line to be packed.
#[derive(Debug, Clone)]
pub struct PackedLine {
    pub position: i64,
    /// None when the product was deleted.
    pub product_id: Option<i64>,
    pub sku: String,
    /// In the language of the order, as are the options.
    pub name: String,
    pub options: Vec<ChosenOption>,
    pub qty: u32,
}

/// Paid, sent by a carrier, and goods.
fn goods_to_send(columns: &str) -> String {
    format!(
        "SELECT {columns} FROM sales_order
         WHERE status = 'processing' AND NOT {IS_SURCHARGE}
             AND NOT EXISTS (SELECT 1 FROM order_collection c WHERE c.order_id = sales_order.id)"
    )
}

fn packable() -> String {
    let goods = goods_to_send("id, number, lang, shipping_method, created_at, delivery_from");
    format!("{goods} AND NOT {AWAITS_SURCHARGE}")
}

/// Of the orders with these numbers those of which something is still to be shipped, in the order of the numbers.
pub fn list_packable(tx: &mut dyn Tx, numbers: &[String]) -> Result<Vec<PackedOrder>> {
    let found: Vec<PackedOrder> = by_keys(tx, &format!("{} AND number IN ($ids)", packable()), numbers)?;
    let mut found: HashMap<String, PackedOrder> =
        found.into_iter().map(|order| (order.number.clone(), order)).collect();
    Ok(numbers.iter().filter_map(|number| found.remove(number)).collect())
}

/// All orders of which something is still to be shipped, those that were paid first before others.
pub fn list_all_packable(tx: &mut dyn Tx, limit: i64) -> Result<Vec<PackedOrder>> {
    tx.all(&format!("{} ORDER BY status_at, id LIMIT $1", packable()), vals![limit])
}

/// The numbers of paid orders that are not packed before the surcharge of their carrier is paid.
pub fn list_awaiting_surcharge(tx: &mut dyn Tx, limit: i64) -> Result<Vec<String>> {
    let goods = goods_to_send("number");
    tx.all(&format!("{goods} AND {AWAITS_SURCHARGE} ORDER BY status_at, id LIMIT $1"), vals![limit])
}

/// The lines of orders, by order, without those of which nothing is left.
pub fn lines_of(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, Vec<PackedLine>>> {
    type Row = (i64, i64, Option<i64>, String, String, String, u32);
    let rows: Vec<Row> = by_ids(
        tx,
        "SELECT order_id, position, product_id, sku, name, options, qty - canceled FROM order_line
         WHERE order_id IN ($ids) AND canceled < qty ORDER BY order_id, position",
        order_ids,
        &[],
    )?;
    let lines = rows.into_iter().map(|(order_id, position, product_id, sku, name, options, qty)| {
        let options = serde_json::from_str(&options).map_err(anyhow::Error::from)?;
        Ok((order_id, PackedLine { position, product_id, sku, name, options, qty }))
    });
    Ok(group_by(lines.collect::<Result<Vec<_>>>()?))
}

/// The addresses that orders are shipped to.
pub fn shipping_addresses(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, Address>> {
    #[derive(Deserialize)]
    struct Row {
        order_id: i64,
        #[serde(flatten)]
        address: Address,
    }
    let rows: Vec<Row> = by_ids(
        tx,
        "SELECT order_id, first_name, last_name, company, address1, address2, city, county, region, postcode, country,
             telephone, tax_id
         FROM order_address WHERE order_id IN ($ids) AND kind = 'shipping'",
        order_ids,
        &[],
    )?;
    Ok(rows.into_iter().map(|row| (row.order_id, row.address)).collect())
}
