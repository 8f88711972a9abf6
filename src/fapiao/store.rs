//! All SQL of the fapiao.

use jiff::Timestamp;
use serde::Deserialize;

use super::types::{Kind, Request};
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

#[derive(Debug, Deserialize)]
struct RequestRow {
    #[serde(rename = "type")]
    kind: Kind,
    business_name: String,
    tax_id: String,
    registered_address: String,
    registered_phone: String,
    bank_name: String,
    bank_account: String,
    requested_at: i64,
    issued_at: Option<i64>,
}

impl RequestRow {
    fn read(self) -> Request {
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

/// What was asked for an order.
pub fn find(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Request>> {
    let row: Option<RequestRow> = tx.find(
        "SELECT type, business_name, tax_id, registered_address, registered_phone, bank_name, bank_account,
                requested_at, issued_at
         FROM fapiao WHERE order_id = $1",
        vals![order_id],
    )?;
    Ok(row.map(RequestRow::read))
}

/// Keeps what is asked for an order, in place of an earlier 'not needed'.
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

/// What the operator has to issue.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Asked {
    pub order_number: String,
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

/// What was asked for, first to last; without what has been issued unless `all`.
pub fn list(tx: &mut dyn Tx, all: bool, limit: i64) -> Result<Vec<Asked>> {
    tx.all(
        "SELECT o.number AS order_number, f.type, f.business_name, f.tax_id, f.registered_address, f.registered_phone,
                f.bank_name, f.bank_account, f.requested_at, f.issued_at
         FROM fapiao f JOIN sales_order o ON o.id = f.order_id
         WHERE f.type <> 'none' AND ($1 = 1 OR f.issued_at IS NULL)
         ORDER BY f.requested_at, f.order_id LIMIT $2",
        vals![all, limit],
    )
}

/// Notes that the fapiao of an order is issued; whether it was asked for and had not been.
pub fn save_issued(tx: &mut dyn Tx, order_number: &str, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE fapiao SET issued_at = $2
         WHERE issued_at IS NULL AND type <> 'none' AND order_id = (SELECT id FROM sales_order WHERE number = $1)",
        vals![order_number, now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

// ── A customer's own ────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Deserialize)]
struct OwnRow {
    order_number: String,
    #[serde(flatten)]
    request: RequestRow,
}

/// What a customer asked for, with the order's number.
pub fn list_of(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<(String, Request)>> {
    let rows: Vec<OwnRow> = tx.all(
        "SELECT o.number AS order_number, f.type, f.business_name, f.tax_id, f.registered_address, f.registered_phone,
                f.bank_name, f.bank_account, f.requested_at, f.issued_at
         FROM sales_order o JOIN fapiao f ON f.order_id = o.id WHERE o.customer_id = $1 ORDER BY o.id",
        vals![customer_id],
    )?;
    Ok(rows.into_iter().map(|row| (row.order_number, row.request.read())).collect())
}

/// Deletes what a customer asked for and was never issued.
pub fn delete_unissued(tx: &mut dyn Tx, customer_id: i64) -> Result<()> {
    tx.exec(
        "DELETE FROM fapiao WHERE issued_at IS NULL AND order_id IN (SELECT id FROM sales_order WHERE customer_id = $1)",
        vals![customer_id],
    )?;
    Ok(())
}
