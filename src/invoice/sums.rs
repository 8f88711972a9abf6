//! What documents say, as rows for sums: written with each document, read by the house's figures. Amounts of credit notes are
//! negative, so that any sum is what is left.
//!
//! All SQL of `invoice_vat` and `invoice_line`.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::types::{Document, InvoiceKind};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency, Money};
use crate::error::Result;
use crate::vals;

/// Writes the rows of a document. `rate`: units of its currency for 1 EUR, the order's.
pub fn save(tx: &mut dyn Tx, id: i64, document: &Document, rate: Decimal) -> Result<()> {
    let sign = match document.kind {
        InvoiceKind::Invoice => 1,
        InvoiceKind::CreditNote => -1,
    };
    let euros = |amount: Amount| -> Result<i64> {
        let money: Money = amount.in_currency(document.currency);
        Ok(sign * if document.currency == Currency::Eur { money.minor } else { money.in_euros(rate)?.minor })
    };
    let corrects_on = document.corrects.as_ref().map(|corrected| corrected.issued_on.as_str()).unwrap_or_default();
    for vat in &document.vat {
        let (net, gross) = (euros(vat.net_amount)?, euros(vat.gross_amount)?);
        tx.exec(
            "INSERT INTO invoice_vat
                 (issued_on, invoice_id, rate, country, currency, net, tax, net_eur, tax_eur, corrects_on)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            vals![
                &document.issued_on,
                id,
                vat.rate.to_string(),
                &document.delivery.country,
                document.currency.code(),
                sign * vat.net_amount.minor(),
                sign * vat.tax_amount.minor(),
                net,
                gross - net,
                corrects_on,
            ],
        )?;
    }
    for (position, line) in (0_i64..).zip(&document.lines) {
        let paid = Amount::from_minor(line.gross.minor() - line.discount.minor());
        tx.exec(
            "INSERT INTO invoice_line (issued_on, invoice_id, position, sku, name, qty, net_eur, gross_eur)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            vals![
                &document.issued_on,
                id,
                position,
                &line.sku,
                &line.name,
                sign * i64::from(line.qty),
                euros(line.net)?,
                euros(paid)?,
            ],
        )?;
    }
    Ok(())
}

/// The documents of a day, in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct DaySum {
    pub day: Date,
    pub net: i64,
    pub tax: i64,
    /// What credit notes gave back, VAT included; positive.
    pub credited: i64,
}

/// The days from `from` to `to` on which a document was issued.
pub fn by_day(tx: &mut dyn Tx, from: Date, to: Date) -> Result<Vec<DaySum>> {
    tx.all(
        "SELECT issued_on AS day, SUM(net_eur) AS net, SUM(tax_eur) AS tax,
             SUM(CASE WHEN net_eur + tax_eur < 0 THEN -(net_eur + tax_eur) ELSE 0 END) AS credited
         FROM invoice_vat WHERE issued_on >= $1 AND issued_on <= $2 GROUP BY issued_on ORDER BY issued_on",
        vals![from.to_string(), to.to_string()],
    )
}

/// What was invoiced of an item, in cents, less what was credited.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ItemSum {
    pub sku: String,
    /// As one of the documents calls it.
    pub name: String,
    pub qty: i64,
    pub net: i64,
    pub gross: i64,
}

/// The items of documents issued from `from` to `to`, the highest net amount first.
pub fn by_item(tx: &mut dyn Tx, from: Date, to: Date) -> Result<Vec<ItemSum>> {
    tx.all(
        "SELECT sku, MAX(name) AS name, SUM(qty) AS qty, SUM(net_eur) AS net, SUM(gross_eur) AS gross
         FROM invoice_line WHERE issued_on >= $1 AND issued_on <= $2 GROUP BY sku ORDER BY SUM(net_eur) DESC, sku",
        vals![from.to_string(), to.to_string()],
    )
}

/// The VAT of a rate in a country, by the currency of the documents.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct VatSum {
    pub country: String,
    /// Percent.
    pub rate: String,
    pub currency: Currency,
    /// Minor units of the currency, as the next.
    pub net: i64,
    pub tax: i64,
    /// Cents, by the orders’ rates, as the next.
    pub net_eur: i64,
    pub tax_eur: i64,
    /// Of credit notes for invoices issued before the day that was asked for: the month of these, e.g. `2026-09`; else empty.
    pub corrects: String,
}

/// The VAT of documents issued from `from` to `to`. Credit notes for invoices from before `corrected_before` are rows of their own.
pub fn by_rate(tx: &mut dyn Tx, (from, to): (Date, Date), corrected_before: Date) -> Result<Vec<VatSum>> {
    tx.all(
        "SELECT country, rate, currency, SUM(net) AS net, SUM(tax) AS tax, SUM(net_eur) AS net_eur,
             SUM(tax_eur) AS tax_eur,
             CASE WHEN corrects_on <> '' AND corrects_on < $3 THEN substr(corrects_on, 1, 7) ELSE '' END AS corrects
         FROM invoice_vat WHERE issued_on >= $1 AND issued_on <= $2
         GROUP BY country, rate, currency,
             CASE WHEN corrects_on <> '' AND corrects_on < $3 THEN substr(corrects_on, 1, 7) ELSE '' END
         ORDER BY country, corrects, rate, currency",
        vals![from.to_string(), to.to_string(), corrected_before.to_string()],
    )
}
