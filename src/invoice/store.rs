//! All SQL of invoices.

use anyhow::Context as _;
use jiff::Timestamp;
use serde::Deserialize;

use super::types::{Attached, Document, InvoiceKind, InvoiceLink, InvoiceSummary, Issued};
use crate::db::{Tx, exec_by_ids};
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// The next number of a series, counted in the issuing transaction: a rollback frees its number, and no other transaction
/// can take the next one meanwhile.
pub fn next_sequence(tx: &mut dyn Tx, kind: InvoiceKind, year: i16) -> Result<i64> {
    tx.one(
        "INSERT INTO invoice_series (kind, year, last) VALUES ($1, $2, 1)
         ON CONFLICT (kind, year) DO UPDATE SET last = invoice_series.last + 1 RETURNING last",
        vals![kind.code(), i64::from(year)],
    )
}

/// Stores a document; answers its id.
pub fn save(
    tx: &mut dyn Tx,
    order_id: i64,
    year: i16,
    sequence: i64,
    document: &Document,
    now: Timestamp,
) -> Result<i64> {
    let text = serde_json::to_string(document).context("text of an invoice")?;
    tx.one(
        "INSERT INTO invoice (order_id, kind, number, year, sequence, issued_at, currency, total, tax_amount, document)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
        vals![
            order_id,
            document.kind.code(),
            &document.number,
            i64::from(year),
            sequence,
            now.as_millisecond(),
            document.currency.code(),
            document.total.minor(),
            document.tax.minor(),
            text,
        ],
    )
}

#[derive(Debug, Deserialize)]
struct Row {
    id: i64,
    order_id: i64,
    document: String,
    is_replaced: bool,
}

const DOCUMENT: &str = "SELECT id, order_id, document, replaced_at IS NOT NULL AS is_replaced FROM invoice";

impl Row {
    fn read(self) -> Result<Issued> {
        let document = serde_json::from_str(&self.document).with_context(|| format!("invoice {}", self.id))?;
        Ok(Issued { id: self.id, order_id: self.order_id, is_replaced: self.is_replaced, document })
    }
}

/// The documents of an order, in the order of issue.
pub fn list_of_order(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Issued>> {
    let rows: Vec<Row> = tx.all(&format!("{DOCUMENT} WHERE order_id = $1 ORDER BY id"), vals![order_id])?;
    rows.into_iter().map(Row::read).collect()
}

pub fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Issued>> {
    let row: Option<Row> = tx.find(&format!("{DOCUMENT} WHERE id = $1"), vals![id])?;
    row.map(Row::read).transpose()
}

pub fn find_by_number(tx: &mut dyn Tx, number: &str) -> Result<Option<Issued>> {
    let row: Option<Row> = tx.find(&format!("{DOCUMENT} WHERE number = $1"), vals![number])?;
    row.map(Row::read).transpose()
}

/// The id of an order's invoice in force.
pub fn find_invoice_id(tx: &mut dyn Tx, order_id: i64) -> Result<Option<i64>> {
    let sql = "SELECT id FROM invoice WHERE order_id = $1 AND kind = 'invoice' AND replaced_at IS NULL";
    tx.find(sql, vals![order_id])
}

/// Records that an invoice counts no more.
pub fn save_replaced(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    tx.exec("UPDATE invoice SET replaced_at = $2 WHERE id = $1", vals![id, now.as_millisecond()])?;
    Ok(())
}

/// Marks documents as mailed or not.
pub fn save_mailed(tx: &mut dyn Tx, ids: &[i64], is_mailed: bool) -> Result<()> {
    let sql = format!("UPDATE invoice SET mailed = {} WHERE id IN ($ids)", u8::from(is_mailed));
    exec_by_ids(tx, &sql, ids, &[])?;
    Ok(())
}

/// A document in a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ListedInvoice {
    pub id: i64,
    pub kind: InvoiceKind,
    pub number: String,
    pub order_number: String,
    /// Unix milliseconds.
    pub issued_at: i64,
    pub currency: Currency,
    pub total: i64,
    pub tax_amount: i64,
}

/// The operator's filter.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub kind: Option<InvoiceKind>,
    /// Issued at or after.
    pub from: Option<Timestamp>,
    /// Issued before.
    pub until: Option<Timestamp>,
    pub order_number: Option<String>,
    /// Only documents with a greater id, for paging.
    pub after: i64,
    pub limit: i64,
}

/// Documents in the order of issue.
pub fn list(tx: &mut dyn Tx, filter: &Filter) -> Result<Vec<ListedInvoice>> {
    tx.all(
        "SELECT i.id, i.kind, i.number, o.number AS order_number, i.issued_at, i.currency, i.total, i.tax_amount
         FROM invoice i JOIN sales_order o ON o.id = i.order_id
         WHERE i.id > $1 AND ($2 = '' OR i.kind = $2) AND i.issued_at >= $3 AND i.issued_at < $4
           AND ($5 = '' OR o.number = $5)
         ORDER BY i.id LIMIT $6",
        vals![
            filter.after,
            filter.kind.map_or("", InvoiceKind::code),
            filter.from.map_or(i64::MIN, |at| at.as_millisecond()),
            filter.until.map_or(i64::MAX, |at| at.as_millisecond()),
            filter.order_number.as_deref().unwrap_or_default(),
            filter.limit,
        ],
    )
}

/// The columns of a link.
#[derive(Debug, Deserialize)]
struct LinkRow {
    number: String,
    kind: InvoiceKind,
    issued_at: i64,
    currency: Currency,
    total: Amount,
    is_replaced: bool,
}

impl LinkRow {
    /// `key`: a token of the order, or its number.
    fn link(self, lang: Lang, key: &str) -> Result<InvoiceLink> {
        let Self { number, kind, issued_at, currency, total, is_replaced } = self;
        let base = format!("/{}/invoice/{key}", lang.code());
        let url = match kind {
            // An order has one invoice in force, so its address needs no number (decisions §7).
            InvoiceKind::Invoice if !is_replaced => base,
            InvoiceKind::Invoice | InvoiceKind::CreditNote => format!("{base}/{number}"),
        };
        let issued_at = Timestamp::from_millisecond(issued_at).context("time of an invoice")?.to_string();
        Ok(InvoiceLink { number, kind, issued_at, currency, total, url })
    }
}

/// Links to the documents of an order. `key`: a token of the order, or its number for the order's owner.
pub fn links(tx: &mut dyn Tx, order_id: i64, lang: Lang, key: &str) -> Result<Vec<InvoiceLink>> {
    let rows: Vec<LinkRow> = tx.all(
        "SELECT number, kind, issued_at, currency, total, replaced_at IS NOT NULL AS is_replaced FROM invoice
         WHERE order_id = $1 ORDER BY id",
        vals![order_id],
    )?;
    rows.into_iter().map(|row| row.link(lang, key)).collect()
}

/// A customer's documents, those of the newest order first, which an index returns in this order.
pub fn list_own(tx: &mut dyn Tx, customer_id: i64, lang: Lang, limit: i64, offset: i64) -> Result<Vec<InvoiceSummary>> {
    let rows: Vec<(String, String, InvoiceKind, i64, Currency, Amount, bool)> = tx.all(
        "SELECT o.number AS order_number, i.number, i.kind, i.issued_at, i.currency, i.total, i.replaced_at IS NOT NULL
         FROM sales_order o JOIN invoice i ON i.order_id = o.id
         WHERE o.customer_id = $1 ORDER BY o.id DESC, i.id DESC LIMIT $2 OFFSET $3",
        vals![customer_id, limit, offset],
    )?;
    rows.into_iter()
        .map(|(order_number, number, kind, issued_at, currency, total, is_replaced)| {
            let link = LinkRow { number, kind, issued_at, currency, total, is_replaced }.link(lang, &order_number)?;
            Ok(InvoiceSummary { order_number, link })
        })
        .collect()
}

pub fn count_own(tx: &mut dyn Tx, customer_id: i64) -> Result<i64> {
    tx.one(
        "SELECT COUNT(*) FROM sales_order o JOIN invoice i ON i.order_id = o.id WHERE o.customer_id = $1",
        vals![customer_id],
    )
}

/// The documents of an order not yet attached to a mail, in the order of issue.
pub fn list_unmailed(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Attached>> {
    tx.all("SELECT number, kind FROM invoice WHERE order_id = $1 AND mailed = 0 ORDER BY id", vals![order_id])
}

/// Marks the documents of an order as mailed; answers the ids of those that were not.
pub fn take_unmailed(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<i64>> {
    let ids: Vec<i64> =
        tx.all("SELECT id FROM invoice WHERE order_id = $1 AND mailed = 0 ORDER BY id", vals![order_id])?;
    if !ids.is_empty() {
        tx.exec("UPDATE invoice SET mailed = 1 WHERE order_id = $1 AND mailed = 0", vals![order_id])?;
    }
    Ok(ids)
}

/// Number, order number and issue time of a customer's documents, in the order of issue.
pub fn list_of_customer(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<(String, String, i64)>> {
    tx.all(
        "SELECT i.number, o.number, i.issued_at FROM invoice i JOIN sales_order o ON o.id = i.order_id
         WHERE o.customer_id = $1 ORDER BY i.id",
        vals![customer_id],
    )
}

/// Documents issued at or after the first moment and before the second, in the order of issue, from the one after `after` on.
pub fn list_issued(
    tx: &mut dyn Tx,
    (from, until): (Timestamp, Timestamp),
    after: i64,
    limit: i64,
) -> Result<Vec<Issued>> {
    let rows: Vec<Row> = tx.all(
        &format!("{DOCUMENT} WHERE id > $1 AND issued_at >= $2 AND issued_at < $3 ORDER BY id LIMIT $4"),
        vals![after, from.as_millisecond(), until.as_millisecond(), limit],
    )?;
    rows.into_iter().map(Row::read).collect()
}

/// The id of the newest document; 0 without one.
pub fn newest(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT coalesce(max(id), 0) FROM invoice", vals![])
}

/// How many were issued in that time.
pub fn count(tx: &mut dyn Tx, from: Timestamp, until: Timestamp) -> Result<i64> {
    tx.one(
        "SELECT COUNT(*) FROM invoice WHERE issued_at >= $1 AND issued_at < $2",
        vals![from.as_millisecond(), until.as_millisecond()],
    )
}
