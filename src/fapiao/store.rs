//! All SQL of the fapiao.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::types::{Kind, Request};
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// A stored request; times are Unix milliseconds.
#[derive(Debug, Serialize, Deserialize)]
pub struct RequestRow {
    #[serde(rename = "type")]
    pub kind: Kind,
    pub business_name: String,
    pub tax_id: String,
    pub registered_address: String,
    pub registered_phone: String,
    pub bank_name: String,
    pub bank_account: String,
    pub requested_at: i64,
    pub issued_at: Option<i64>,
}

impl RequestRow {
    pub fn read(self) -> Request {
        let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).unwrap_or_default();
        Request {
            kind: self.kind,
            business_name: self.business_name,
            tax_id: self.tax_id,
            registered_address: self.registered_address,
            registered_phone: self.registered_phone,
            bank_name: self.bank_name,
            bank_account: self.bank_account,
            requested_at: time(self.requested_at),
            issued_at: self.issued_at.map(time),
        }
    }
}

/// The request for an order.
pub fn find(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Request>> {
    let row: Option<RequestRow> = tx.find(
        "SELECT type, business_name, tax_id, registered_address, registered_phone, bank_name, bank_account,
                requested_at, issued_at
         FROM fapiao WHERE order_id = $1",
        vals![order_id],
    )?;
    Ok(row.map(RequestRow::read))
}

/// Saves the request for an order, replacing an earlier 'not needed'.
pub fn save(tx: &mut dyn Tx, order_id: i64, request: &Request, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO fapiao (order_id, type, business_name, tax_id, registered_address, registered_phone, bank_name,
             bank_account, requested_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (order_id) DO UPDATE SET type = $2, business_name = $3, tax_id = $4, registered_address = $5,
             registered_phone = $6, bank_name = $7, bank_account = $8, requested_at = $9",
        vals![
            order_id,
            request.kind.code(),
            &request.business_name,
            &request.tax_id,
            &request.registered_address,
            &request.registered_phone,
            &request.bank_name,
            &request.bank_account,
            now.as_millisecond(),
        ],
    )?;
    Ok(())
}

/// A request with the number of its order.
#[derive(Debug, Serialize, Deserialize)]
pub struct Requested {
    pub order_number: String,
    #[serde(flatten)]
    pub request: RequestRow,
}

const REQUESTED: &str =
    "SELECT o.number AS order_number, f.type, f.business_name, f.tax_id, f.registered_address, f.registered_phone,
        f.bank_name, f.bank_account, f.requested_at, f.issued_at
     FROM fapiao f JOIN sales_order o ON o.id = f.order_id";

/// Requests, oldest first; `all` includes those issued.
pub fn list(tx: &mut dyn Tx, all: bool, limit: i64) -> Result<Vec<Requested>> {
    tx.all(
        &format!(
            "{REQUESTED} WHERE f.type <> 'none' AND ($1 = 1 OR f.issued_at IS NULL)
             ORDER BY f.requested_at, f.order_id LIMIT $2"
        ),
        vals![all, limit],
    )
}

/// Marks the fapiao of an order as issued; answers whether there was an open request.
pub fn save_issued(tx: &mut dyn Tx, order_number: &str, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE fapiao SET issued_at = $2
         WHERE issued_at IS NULL AND type <> 'none' AND order_id = (SELECT id FROM sales_order WHERE number = $1)",
        vals![order_number, now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

// ── A customer's own ────────────────────────────────────────────────────────────────────────────────────────────────

/// The requests of a customer.
pub fn list_of(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<Requested>> {
    tx.all(&format!("{REQUESTED} WHERE o.customer_id = $1 ORDER BY o.id"), vals![customer_id])
}

/// Deletes a customer's requests that were not issued.
pub fn delete_unissued(tx: &mut dyn Tx, customer_id: i64) -> Result<()> {
    tx.exec(
        "DELETE FROM fapiao WHERE issued_at IS NULL AND order_id IN (SELECT id FROM sales_order WHERE customer_id = $1)",
        vals![customer_id],
    )?;
    Ok(())
}
