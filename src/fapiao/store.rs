//! All SQL of the fapiao.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::types::{Kind, Request};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
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
    pub number: String,
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
            number: self.number,
        }
    }
}

/// The request for an order.
pub fn find(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Request>> {
    let row: Option<RequestRow> = tx.find(
        "SELECT type, business_name, tax_id, registered_address, registered_phone, bank_name, bank_account,
                requested_at, issued_at, number
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
#[derive(Debug, Deserialize)]
pub struct Requested {
    pub order_number: String,
    #[serde(flatten)]
    pub request: RequestRow,
}

const REQUESTED: &str =
    "SELECT o.number AS order_number, f.type, f.business_name, f.tax_id, f.registered_address, f.registered_phone,
        f.bank_name, f.bank_account, f.requested_at, f.issued_at, f.number
     FROM fapiao f JOIN sales_order o ON o.id = f.order_id";

/// A request with what issuing it needs of its order.
#[derive(Debug, Serialize, Deserialize)]
pub struct ListedRow {
    #[serde(skip_serializing)]
    pub order_id: i64,
    pub order_number: String,
    pub email: String,
    pub status: OrderStatus,
    pub total: Amount,
    pub currency: Currency,
    #[serde(flatten)]
    pub request: RequestRow,
}

const LISTED: &str =
    "SELECT f.order_id, o.number AS order_number, o.email, o.status, o.total, o.currency, f.type, f.business_name,
        f.tax_id, f.registered_address, f.registered_phone, f.bank_name, f.bank_account, f.requested_at, f.issued_at, f.number
     FROM fapiao f CROSS JOIN sales_order o ON o.id = f.order_id";

/// Requests that wait, the oldest first, after this time and order.
pub fn list_open(tx: &mut dyn Tx, after: (i64, i64), limit: i64) -> Result<Vec<ListedRow>> {
    tx.all(
        &format!(
            "{LISTED} WHERE f.issued_at IS NULL AND f.type <> 'none' AND (f.requested_at, f.order_id) > ($1, $2)
             ORDER BY f.requested_at, f.order_id LIMIT $3"
        ),
        vals![after.0, after.1, limit],
    )
}

/// Those that are issued, the newest first, before this time and order.
pub fn list_issued(tx: &mut dyn Tx, before: (i64, i64), limit: i64) -> Result<Vec<ListedRow>> {
    tx.all(
        &format!(
            "{LISTED} WHERE f.issued_at IS NOT NULL AND (f.issued_at, f.order_id) < ($1, $2)
             ORDER BY f.issued_at DESC, f.order_id DESC LIMIT $3"
        ),
        vals![before.0, before.1, limit],
    )
}

/// How many wait.
pub fn count_open(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT count(*) FROM fapiao WHERE issued_at IS NULL AND type <> 'none' AND requested_at > 0", vals![])
}

/// Marks the fapiao of an order as issued under this number; answers whether there was an open request.
pub fn save_issued(tx: &mut dyn Tx, order_number: &str, fapiao: &str, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE fapiao SET issued_at = $2, number = $3
         WHERE issued_at IS NULL AND type <> 'none' AND order_id = (SELECT id FROM sales_order WHERE number = $1)",
        vals![order_number, now.as_millisecond(), fapiao],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_indexed, fixture};

    type List = fn(&mut dyn Tx, (i64, i64), i64) -> Result<Vec<ListedRow>>;

    #[test]
    fn pages_of_requests_follow_each_other_by_an_index() {
        let shop = fixture::shop();
        for key in 1..=3 {
            shop.order_of(key, 1);
        }
        // Two of the same moment.
        shop.exec(
            "INSERT INTO fapiao (order_id, type, business_name, tax_id, registered_address, registered_phone, bank_name,
                 bank_account, requested_at)
             SELECT id, 'personal', '', '', '', '', '', '', 1000 + id / 3 FROM sales_order",
        );
        let wanted: Vec<i64> =
            shop.write(|tx| tx.all("SELECT id FROM sales_order ORDER BY 1000 + id / 3, id", vals![]));
        let walk = |list: List, mut place: (i64, i64)| {
            let mut seen = Vec::new();
            while let Some(row) = shop.write(|tx| list(tx, place, 1)).pop() {
                place = (row.request.issued_at.unwrap_or(row.request.requested_at), row.order_id);
                seen.push(row.order_id);
            }
            seen
        };
        assert_eq!((walk(list_open, (0, 0)), shop.write(count_open)), (wanted.clone(), 3));
        shop.exec("UPDATE fapiao SET issued_at = requested_at");
        let newest: Vec<i64> = wanted.into_iter().rev().collect();
        assert_eq!((walk(list_issued, (i64::MAX, 0)), shop.write(count_open)), (newest, 0));
        assert_indexed(&shop.connection, |tx| list_open(tx, (0, 0), 1));
        assert_indexed(&shop.connection, |tx| list_issued(tx, (0, 0), 1));
        assert_indexed(&shop.connection, count_open);
    }
}
