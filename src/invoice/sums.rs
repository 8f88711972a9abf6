//! What documents say, as rows for sums: written with each document, read by the house's figures. Amounts of credit notes are
//! negative, so that any sum is what is left.
//!
//! All SQL of `invoice_vat` and `invoice_line`.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::types::Document;
use crate::db::Tx;
use crate::domain::money::{Amount, Currency, Money, Percent};
use crate::domain::totals::VatAmount;
use crate::error::Result;
use crate::vals;

/// What a document belongs to, beside what it says.
#[derive(Debug, Clone)]
pub struct Supply {
    /// The day of its first invoice, ISO 8601.
    pub supplied_on: String,
    /// An invoice in another's place, and what goes with that.
    pub is_correction: bool,
}

/// The VAT of a rate in a document, in euro cents; positive, also of a credit note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EuroVat {
    pub rate: Percent,
    pub net: i64,
    pub tax: i64,
}

/// An amount in cents. `rate`: units of its currency for 1 EUR.
pub fn in_cents(money: Money, rate: Decimal) -> Result<i64> {
    Ok(if money.currency == Currency::Eur { money.minor } else { money.in_euros(rate)?.minor })
}

/// The VAT of a document in euros. Its VAT adds up to the one that the document names in euros, and all of it to its total, which
/// is what the customer owes: what rounding leaves stands with the rate of the highest VAT.
pub fn in_euros(document: &Document, rate: Decimal) -> Result<Vec<EuroVat>> {
    let cents = |amount: Amount| in_cents(amount.in_currency(document.currency), rate);
    let mut all = Vec::with_capacity(document.vat.len());
    for vat in &document.vat {
        all.push(EuroVat { rate: vat.rate, net: cents(vat.net_amount)?, tax: cents(vat.tax_amount)? });
    }
    let sum = |of: fn(&VatAmount) -> i64| Amount::from_minor(document.vat.iter().map(of).sum());
    let tax = cents(sum(|vat| vat.tax_amount.minor()))?;
    let total = cents(sum(|vat| vat.net_amount.minor() + vat.tax_amount.minor()))?;
    let (taxes, nets) = all.iter().fold((0, 0), |(taxes, nets), vat| (taxes + vat.tax, nets + vat.net));
    let highest = document.vat.iter().zip(&mut all).max_by_key(|(vat, _)| (vat.tax_amount.minor(), vat.rate));
    if let Some((_, euros)) = highest {
        euros.tax += tax - taxes;
        euros.net += total - tax - nets;
    }
    Ok(all)
}

/// The day of the first invoice of the supply of an invoice.
pub fn supplied_on(tx: &mut dyn Tx, invoice_id: i64) -> Result<Option<String>> {
    tx.find("SELECT supplied_on FROM invoice_vat WHERE invoice_id = $1 LIMIT 1", vals![invoice_id])
}

/// Writes the rows of a document. `rate`: units of its currency for 1 EUR, the order's.
pub fn save(
    tx: &mut dyn Tx,
    (id, order_id): (i64, i64),
    document: &Document,
    supply: &Supply,
    rate: Decimal,
) -> Result<()> {
    let sign = document.kind.sign();
    for (vat, euros) in document.vat.iter().zip(in_euros(document, rate)?) {
        tx.exec(
            "INSERT INTO invoice_vat (issued_on, invoice_id, rate, order_id, country, currency, net, tax, net_eur, tax_eur,
                 supplied_on, is_correction)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            vals![
                &document.issued_on,
                id,
                vat.rate.to_string(),
                order_id,
                &document.delivery.country,
                document.currency.code(),
                sign * vat.net_amount.minor(),
                sign * vat.tax_amount.minor(),
                sign * euros.net,
                sign * euros.tax,
                &supply.supplied_on,
                supply.is_correction,
            ],
        )?;
    }
    let euros = |amount: Amount| -> Result<i64> { Ok(sign * in_cents(amount.in_currency(document.currency), rate)?) };
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
    /// What credit notes gave back, VAT included; positive. Of an invoice in another's place only what it is lower.
    pub credited: i64,
}

/// The days from `from` to `to` on which a document was issued.
pub fn by_day(tx: &mut dyn Tx, from: Date, to: Date) -> Result<Vec<DaySum>> {
    tx.all(
        "SELECT day, SUM(net) AS net, SUM(tax) AS tax, SUM(CASE WHEN net + tax < 0 THEN -(net + tax) ELSE 0 END) AS credited
         FROM (
             SELECT issued_on AS day, SUM(net_eur) AS net, SUM(tax_eur) AS tax
             FROM invoice_vat WHERE issued_on >= $1 AND issued_on <= $2
             GROUP BY issued_on, CASE WHEN is_correction = 1 THEN -order_id ELSE invoice_id END
         ) AS document
         GROUP BY day ORDER BY day",
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
    /// Of supplies of an earlier quarter: its month, e.g. `2026-09`; else empty.
    pub corrects: String,
}

/// The VAT of documents issued from `from` to `to`. What they change of supplies from before `supplied_before` are rows of their
/// own.
pub fn by_rate(tx: &mut dyn Tx, (from, to): (Date, Date), supplied_before: Date) -> Result<Vec<VatSum>> {
    tx.all(
        "SELECT country, rate, currency, SUM(net) AS net, SUM(tax) AS tax, SUM(net_eur) AS net_eur,
             SUM(tax_eur) AS tax_eur,
             CASE WHEN supplied_on < $3 THEN substr(supplied_on, 1, 7) ELSE '' END AS corrects
         FROM invoice_vat WHERE issued_on >= $1 AND issued_on <= $2
         GROUP BY country, rate, currency, CASE WHEN supplied_on < $3 THEN substr(supplied_on, 1, 7) ELSE '' END
         ORDER BY country, corrects, rate, currency",
        vals![from.to_string(), to.to_string(), supplied_before.to_string()],
    )
}
