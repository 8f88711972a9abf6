//! Issues documents: builds them from an order and saves them under the next number, in the caller's transaction.

use std::sync::Arc;

use anyhow::anyhow;
use jiff::Timestamp;
use rust_decimal::Decimal;

use super::amounts;
use super::store;
use super::sums::{self, Supply};
use super::types::{Buyer, Corrected, Credit, Delivery, Document, InvoiceKind, Issued, Payment, Seller};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::money::{Amount, Currency, Money};
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Result, refuse};
use crate::order::{self, Address, Order};
use crate::{address, catalog, message, region};

/// Issues the invoice of an order; answers its id. Idempotent: an order has one invoice in force.
///
/// Called in the transaction that makes the order paid.
pub fn issue(tx: &mut dyn Tx, config: &Arc<Config>, order_id: i64, now: Timestamp) -> Result<i64> {
    if let Some(id) = store::find_invoice_id(tx, order_id)? {
        return Ok(id);
    }
    let document = draft(tx, config, order_id, now)?;
    let supply = Supply { supplied_on: document.issued_on.clone(), is_correction: false };
    number_and_save(tx, config, order_id, document, &supply, now)
}

/// The invoice of an order as it is now, without a number.
fn draft(tx: &mut dyn Tx, config: &Arc<Config>, order_id: i64, now: Timestamp) -> Result<Document> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let rate = order::rate(tx, order_id)?;
    let (shipping, billing) = order::addresses(tx, order_id)?;
    let ordered = order::lines(tx, order_id)?;
    let left = ordered.iter().filter(|line| line.qty > 0);
    let eco: Vec<Option<Amount>> = left.map(|line| line.eco_participation).collect();
    let totals = &order.totals;
    let (mut lines, shipping_parts) = amounts::of_order(totals, ordered)?;
    // Invoices for deliveries to France must show it (Code de l'environnement art. L541-10-20).
    if shipping.country == "FR" {
        for (line, eco) in lines.iter_mut().zip(eco) {
            line.eco_participation = eco.map(|eco| amounts::from_euros(eco, rate, totals.currency)).transpose()?;
        }
    }
    Ok(Document {
        kind: InvoiceKind::Invoice,
        number: String::new(),
        issued_at: now.to_string(),
        issued_on: day(now),
        lang: order.lang,
        currency: totals.currency,
        order_number: order.number.clone(),
        ordered_on: day(order.created_at),
        corrects: None,
        brand: config.brand.name.clone(),
        seller: seller(config),
        buyer: buyer(tx, order.lang, &billing, &order.email)?,
        delivery: delivery(tx, &order, &shipping, &billing)?,
        lines,
        subtotal: totals.subtotal_incl_tax,
        discount: totals.discount_amount,
        shipping: totals.shipping_amount,
        shipping_discount: totals.shipping_discount,
        shipping_parts,
        adjustment: Amount::ZERO,
        adjustment_parts: Vec::new(),
        total: totals.total,
        tax: totals.tax_amount,
        vat: totals.vat.clone(),
        tax_eur: tax_eur(totals.currency, totals.tax_amount, rate)?,
        payment: Payment {
            method: order.method_code().to_owned(),
            label: catalog::label(tx, order.lang, "payment_method", order.method_code())?,
            is_paid: !order.status.is_pending(),
            due_on: order.hold_until.filter(|_| order.status.is_pending()).map(day),
        },
        reason: String::new(),
    })
}

/// Issues a credit note for an invoice or a part of it; answers its id. `None` when the order has no invoice, or nothing of
/// it is left to credit.
///
/// Called in the transaction that refunds the money; not for money that was never invoiced (paid twice, or too much).
pub fn credit(
    tx: &mut dyn Tx,
    config: &Arc<Config>,
    order_id: i64,
    credit: &Credit<'_>,
    now: Timestamp,
) -> Result<Option<i64>> {
    credit_within(tx, config, order_id, credit, false, now)
}

/// `is_correction`: an invoice stands in another's place.
fn credit_within(
    tx: &mut dyn Tx,
    config: &Arc<Config>,
    order_id: i64,
    credit: &Credit<'_>,
    is_correction: bool,
    now: Timestamp,
) -> Result<Option<i64>> {
    let Some(InForce { id, document: invoice, credits: before }) = in_force(tx, order_id)? else { return Ok(None) };
    if credit.amount.currency != invoice.currency {
        return Err(anyhow!("a credit in {} for an invoice in {}", credit.amount.currency, invoice.currency).into());
    }
    let Some(of_credit) = amounts::of_credit(&invoice, &before, credit.amount.amount(), credit.lines)? else {
        return Ok(None);
    };
    let supplied_on = sums::supplied_on(tx, id)?.unwrap_or_else(|| invoice.issued_on.clone());
    let supply = Supply { supplied_on, is_correction };
    let document = Document {
        kind: InvoiceKind::CreditNote,
        number: String::new(),
        issued_at: now.to_string(),
        issued_on: day(now),
        corrects: Some(Corrected { number: invoice.number, issued_on: invoice.issued_on }),
        // The seller as of today: the address may have changed since.
        seller: seller(config),
        tax_eur: tax_eur(invoice.currency, of_credit.tax, order::rate(tx, order_id)?)?,
        payment: Payment { is_paid: true, due_on: None, ..invoice.payment },
        reason: credit.reason.to_owned(),
        ..of_credit
    };
    number_and_save(tx, config, order_id, document, &supply, now).map(Some)
}

/// The invoice of an order that counts, with the credit notes for it.
struct InForce {
    id: i64,
    document: Document,
    credits: Vec<Document>,
}

impl InForce {
    /// What its credit notes have given back, in minor units.
    fn credited(&self) -> i64 {
        self.credits.iter().map(|credit| credit.total.minor()).sum()
    }
}

fn in_force(tx: &mut dyn Tx, order_id: i64) -> Result<Option<InForce>> {
    let documents = store::list_of_order(tx, order_id)?;
    let is_it = |issued: &&Issued| issued.document.kind == InvoiceKind::Invoice && !issued.is_replaced;
    let Some(Issued { id, document, .. }) = documents.iter().find(is_it).cloned() else { return Ok(None) };
    let of_it = documents.into_iter().map(|issued| issued.document);
    let of_it = of_it.filter(|other| other.corrects.as_ref().is_some_and(|it| it.number == document.number));
    Ok(Some(InForce { id, credits: of_it.collect(), document }))
}

/// Credits all that is left of an order's invoice, which counts no more then; answers the ids of both documents. `None` without
/// an invoice; the second is `None` if all was credited before.
pub fn cancel(
    tx: &mut dyn Tx,
    config: &Arc<Config>,
    order_id: i64,
    reason: &str,
    now: Timestamp,
) -> Result<Option<(i64, Option<i64>)>> {
    cancel_within(tx, config, order_id, reason, false, now)
}

fn cancel_within(
    tx: &mut dyn Tx,
    config: &Arc<Config>,
    order_id: i64,
    reason: &str,
    is_correction: bool,
    now: Timestamp,
) -> Result<Option<(i64, Option<i64>)>> {
    let Some(invoice) = in_force(tx, order_id)? else { return Ok(None) };
    let left = invoice.document.total.minor() - invoice.credited();
    let lines = amounts::uncredited(&invoice.document, &invoice.credits);
    let amount = Money::new(left, invoice.document.currency);
    let whole = Credit { amount, lines: &lines, reason };
    let credited = credit_within(tx, config, order_id, &whole, is_correction, now)?;
    store::save_replaced(tx, invoice.id, now)?;
    Ok(Some((invoice.id, credited)))
}

/// Corrects the invoice of an order that has changed: the former one is credited as a whole, and a new one issued. What was
/// credited of the former one for other reasons is credited of the new one. False if the order has no invoice, or the new one
/// would say the same.
///
/// Called in the transaction that changes the order.
pub fn replace(tx: &mut dyn Tx, config: &Arc<Config>, order_id: i64, reason: &str, now: Timestamp) -> Result<bool> {
    let Some(former) = in_force(tx, order_id)? else { return Ok(false) };
    let new = draft(tx, config, order_id, now)?;
    let Document { buyer, delivery, lines, total, vat, .. } = &former.document;
    if (&new.buyer, &new.delivery, &new.lines, &new.total, &new.vat) == (buyer, delivery, lines, total, vat) {
        return Ok(false);
    }
    let (credited, currency) = (former.credited(), new.currency);
    if credited > new.total.minor() {
        return Err(refuse(message::INVOICE_CREDITED.with("amount", Amount::from_minor(credited))));
    }
    let supplied_on = sums::supplied_on(tx, former.id)?.unwrap_or_else(|| former.document.issued_on.clone());
    cancel_within(tx, config, order_id, reason, true, now)?;
    number_and_save(tx, config, order_id, new, &Supply { supplied_on, is_correction: true }, now)?;
    for before in &former.credits {
        // Goods that came back are goods again, so that VAT is credited at their rate.
        let lines = amounts::uncredited(before, &[]);
        let again =
            Credit { amount: Money::new(before.total.minor(), currency), lines: &lines, reason: &before.reason };
        credit_within(tx, config, order_id, &again, true, now)?;
    }
    Ok(true)
}

/// Keeps an invoice that was never sent, and the credit note for it, from being attached to a later mail.
pub fn never_mail(tx: &mut dyn Tx, ids: &[i64]) -> Result<()> {
    store::save_mailed(tx, ids, true)
}

/// Attaches documents to the next mail about their order, as the one that they were attached to was stopped.
pub fn mail_later(tx: &mut dyn Tx, ids: &[i64]) -> Result<()> {
    store::save_mailed(tx, ids, false)
}

fn number_and_save(
    tx: &mut dyn Tx,
    config: &Config,
    order_id: i64,
    document: Document,
    supply: &Supply,
    now: Timestamp,
) -> Result<i64> {
    let year = in_shop_zone(now).year();
    let sequence = store::next_sequence(tx, document.kind, year)?;
    let series = match document.kind {
        InvoiceKind::Invoice => &config.invoice.series,
        InvoiceKind::CreditNote => &config.invoice.credit_series,
    };
    let document = Document { number: format!("{series}-{year}-{sequence:06}"), ..document };
    let id = store::save(tx, order_id, year, sequence, &document, now)?;
    let rate = order::rate(tx, order_id)?;
    sums::save(tx, (id, order_id), &document, supply, rate)?;
    Ok(id)
}

fn day(at: Timestamp) -> String {
    in_shop_zone(at).date().to_string()
}

fn tax_eur(currency: Currency, tax: Amount, rate: Decimal) -> Result<Option<Amount>> {
    if currency == Currency::Eur { Ok(None) } else { Ok(Some(tax.in_currency(currency).in_euros(rate)?.amount())) }
}

fn seller(config: &Config) -> Seller {
    let company = &config.company;
    Seller {
        name: company.name.clone(),
        address: company.address.clone(),
        street: company.address.first().cloned().unwrap_or_default(),
        postcode: company.postcode.clone(),
        city: company.city.clone(),
        country: company.country.clone(),
        phone: company.phone.clone(),
        email: company.email.clone(),
        legal_form: company.legal_form.clone(),
        register: company.register.clone(),
        siren: company.siren.clone(),
        vat_id: company.vat_id.clone(),
    }
}

fn buyer(tx: &mut dyn Tx, lang: Lang, of: &Address, email: &str) -> Result<Buyer> {
    Ok(Buyer {
        lines: address::printed(of, region::country(tx, lang, &of.country)?.as_ref()),
        name: name(of),
        company: of.company.clone(),
        address1: of.address1.clone(),
        address2: of.address2.clone(),
        postcode: of.postcode.clone(),
        city: of.city.clone(),
        country: of.country.clone(),
        tax_id: of.tax_id.clone(),
        email: email.to_owned(),
    })
}

fn delivery(tx: &mut dyn Tx, order: &Order, to: &Address, billing: &Address) -> Result<Delivery> {
    let lines = if to == billing {
        Vec::new()
    } else {
        address::printed(to, region::country(tx, order.lang, &to.country)?.as_ref())
    };
    Ok(Delivery {
        lines,
        name: name(to),
        address1: to.address1.clone(),
        address2: to.address2.clone(),
        postcode: to.postcode.clone(),
        city: to.city.clone(),
        country: to.country.clone(),
        method: catalog::shipping_name(tx, order.lang, order.shipping_method)?,
    })
}

fn name(of: &Address) -> String {
    full_name(&of.first_name, &of.last_name)
}
