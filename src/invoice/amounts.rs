//! Sums of invoices and credit notes. Pure: no SQL, no clock, no texts.
//!
//! Prices are gross, and VAT was extracted once per rate from the sums (`domain::totals`). An invoice also shows each line
//! without VAT (EN 16931, BT-131), and these amounts must add up to the net of their rate. So the net of a rate is prorated
//! to the cent over its lines and its part of the shipping; no line differs by more than a cent from its own
//! `round(gross / (1 + r))`.

use std::collections::BTreeMap;

use super::types::{Document, Line, Part};
use crate::domain::money::{Amount, Currency, Money, MoneyError, Percent, prorate};
use crate::domain::totals::{Totals, VatAmount};
use crate::order::OrderLine;

/// The lines of an order as invoice lines, in their order and without those of which nothing is left, and what is paid for
/// shipping by rate.
pub fn of_order(totals: &Totals, ordered: Vec<OrderLine>) -> Result<(Vec<Line>, Vec<Part>), MoneyError> {
    let currency = totals.currency;
    let mut lines = Vec::with_capacity(ordered.len());
    for (line, position) in ordered.into_iter().zip(0_i64..).filter(|(line, _)| line.qty > 0) {
        let price = line.price.in_currency(currency);
        let is_in_place = i64::try_from(lines.len()).is_ok_and(|place| place == position);
        lines.push(Line {
            position: (!is_in_place).then_some(position),
            sku: line.sku,
            name: line.name,
            options: line.options,
            qty: line.qty,
            price: line.price,
            net_price: price.net(line.vat_rate)?.amount(),
            gross: price.times(line.qty)?.amount(),
            discount: line.discount_amount,
            rate: line.vat_rate,
            net: Amount::ZERO,
            gross_net: Amount::ZERO,
            eco_participation: None,
        });
    }
    let mut shipping = Vec::new();
    for vat in &totals.vat {
        // What is not paid for goods is paid for shipping.
        let goods: i64 = lines.iter().filter(|line| line.rate == vat.rate).map(paid).sum();
        let rest = vat.gross_amount.minor() - goods;
        shipping.extend(prorate_net(&mut lines, currency, vat.rate, vat.net_amount.minor(), rest)?);
    }
    Ok((lines, shipping))
}

/// Prorates the net of a rate over its lines and a gross amount beside them; answers that amount as a part, unless zero.
fn prorate_net(
    lines: &mut [Line],
    currency: Currency,
    rate: Percent,
    net: i64,
    beside: i64,
) -> Result<Option<Part>, MoneyError> {
    let mut of_rate: Vec<&mut Line> = lines.iter_mut().filter(|line| line.rate == rate).collect();
    let mut weights: Vec<i64> = of_rate.iter().map(|line| paid(line)).collect();
    weights.push(beside);
    let shares = prorate(net, &weights);
    for (line, share) in of_rate.iter_mut().zip(&shares) {
        let discount = line.discount.in_currency(currency).net(rate)?;
        line.net = Amount::from_minor(*share);
        line.gross_net = Amount::from_minor(share + discount.minor);
    }
    let net = Amount::from_minor(shares.last().copied().unwrap_or_default());
    Ok((beside > 0).then(|| Part { rate, gross: Amount::from_minor(beside), net }))
}

/// The amounts of a credit note of `amount` over pieces of an invoice's lines, after earlier credit notes, as a copy of the
/// invoice with its sums replaced. `None` when nothing is left to credit; a larger amount is capped at what is left.
///
/// Goods are credited at the price paid for them. The rest of the amount is the shipping if it is exactly that, else an
/// adjustment prorated over what is left of each rate. The net of a rate is that of all credits so far less that of earlier
/// credit notes, so all credit notes together add up to the invoice.
pub fn of_credit(
    invoice: &Document,
    before: &[Document],
    amount: Amount,
    pieces: &[(i64, u32)],
) -> Result<Option<Document>, MoneyError> {
    let currency = invoice.currency;
    let left = invoice.total.minor() - before.iter().map(|credit| credit.total.minor()).sum::<i64>();
    let amount = amount.minor().min(left);
    if amount <= 0 {
        return Ok(None);
    }
    if before.is_empty() && amount == invoice.total.minor() {
        return Ok(Some(invoice.clone()));
    }
    let mut left_by_rate: BTreeMap<Percent, i64> = invoice
        .vat
        .iter()
        .map(|vat| (vat.rate, vat.gross_amount.minor() - credited(before, vat.rate, |part| part.gross_amount)))
        .collect();
    let mut lines = Vec::new();
    let mut rest = amount;
    for (position, qty) in pieces {
        let Some(line) = line_at(invoice, *position) else { continue };
        let back = before.iter().flat_map(|credit| &credit.lines).filter(|other| other.sku == line.sku);
        let back: u32 = back.map(|other| other.qty).sum::<u32>().min(line.qty);
        let qty = (*qty).min(line.qty - back);
        // The difference of two rounded shares, so that all pieces together are worth the line.
        let worth = share(line, back + qty) - share(line, back);
        let Some(left) = left_by_rate.get_mut(&line.rate).filter(|left| **left >= worth) else { continue };
        if qty == 0 || worth > rest {
            continue;
        }
        *left -= worth;
        rest -= worth;
        let gross = line.price.in_currency(currency).times(qty)?;
        let discount = Amount::from_minor(gross.minor - worth);
        lines.push(Line { position: Some(*position), qty, gross: gross.amount(), discount, ..line.clone() });
    }
    let goods = by_rate(lines.iter().map(|line| (line.rate, paid(line))));

    let shipping = invoice.shipping.minor() - invoice.shipping_discount.minor();
    let is_shipping_left = before.iter().all(|credit| credit.shipping_parts.is_empty());
    let paid_for_shipping = by_rate(invoice.shipping_parts.iter().map(|part| (part.rate, part.gross.minor())));
    let fits = paid_for_shipping.iter().all(|(rate, paid)| left_by_rate.get(rate).is_some_and(|left| left >= paid));
    let is_shipping = rest == shipping && shipping > 0 && is_shipping_left && fits;
    let beside: Vec<i64> = if is_shipping {
        left_by_rate.keys().map(|rate| paid_for_shipping.get(rate).copied().unwrap_or_default()).collect()
    } else {
        prorate(rest, &left_by_rate.values().map(|left| (*left).max(0)).collect::<Vec<_>>())
    };

    let mut vat = Vec::new();
    let mut parts = Vec::new();
    for (rate, beside) in left_by_rate.into_keys().zip(beside) {
        let gross = goods.get(&rate).copied().unwrap_or_default() + beside;
        if gross == 0 {
            continue;
        }
        let with_before = gross + credited(before, rate, |part| part.gross_amount);
        let net = Money::new(with_before, currency).net(rate)?.minor - credited(before, rate, |part| part.net_amount);
        parts.extend(prorate_net(&mut lines, currency, rate, net, beside)?);
        vat.push(VatAmount {
            rate,
            net_amount: Amount::from_minor(net),
            tax_amount: Amount::from_minor(gross - net),
            gross_amount: Amount::from_minor(gross),
        });
    }
    let sums = Document {
        subtotal: Amount::from_minor(lines.iter().map(|line| line.gross.minor()).sum()),
        discount: Amount::from_minor(lines.iter().map(|line| line.discount.minor()).sum()),
        lines,
        total: Amount::from_minor(amount),
        tax: Amount::from_minor(vat.iter().map(|part| part.tax_amount.minor()).sum()),
        vat,
        ..invoice.clone()
    };
    Ok(Some(if is_shipping {
        Document { shipping_parts: parts, ..sums }
    } else {
        let (shipping, shipping_discount, shipping_parts) = (Amount::ZERO, Amount::ZERO, Vec::new());
        let (adjustment, adjustment_parts) = (Amount::from_minor(rest), parts);
        Document { shipping, shipping_discount, shipping_parts, adjustment, adjustment_parts, ..sums }
    }))
}

/// The line of an invoice that stands for the order's at a position.
fn line_at(invoice: &Document, position: i64) -> Option<&Line> {
    let mut placed = invoice.lines.iter().zip(0_i64..);
    placed.find(|(line, place)| line.position.unwrap_or(*place) == position).map(|(line, _)| line)
}

/// All pieces of an invoice that no credit note has listed, by position of the order's line.
pub fn uncredited(invoice: &Document, before: &[Document]) -> Vec<(i64, u32)> {
    let left = invoice.lines.iter().zip(0_i64..).map(|(line, place)| {
        let back = before.iter().flat_map(|credit| &credit.lines).filter(|other| other.sku == line.sku);
        let back: u32 = back.map(|other| other.qty).sum();
        (line.position.unwrap_or(place), line.qty.saturating_sub(back))
    });
    left.filter(|(_, qty)| *qty > 0).collect()
}

/// What is paid for a line.
fn paid(line: &Line) -> i64 {
    line.gross.minor() - line.discount.minor()
}

/// What was paid for some pieces of a line.
fn share(line: &Line, qty: u32) -> i64 {
    paid(line) * i64::from(qty) / i64::from(line.qty.max(1))
}

fn by_rate(parts: impl Iterator<Item = (Percent, i64)>) -> BTreeMap<Percent, i64> {
    let mut sums = BTreeMap::new();
    for (rate, amount) in parts {
        *sums.entry(rate).or_default() += amount;
    }
    sums
}

fn credited(before: &[Document], rate: Percent, of: fn(&VatAmount) -> Amount) -> i64 {
    before.iter().flat_map(|credit| &credit.vat).filter(|part| part.rate == rate).map(|part| of(part).minor()).sum()
}

/// An amount in euros in another currency. `rate`: units for 1 EUR.
pub fn from_euros(amount: Amount, rate: rust_decimal::Decimal, currency: Currency) -> Result<Amount, MoneyError> {
    let exact = amount.in_currency(Currency::Eur).decimal().checked_mul(rate).ok_or(MoneyError::Overflow)?;
    Ok(Money::rounded(exact, currency)?.amount())
}
