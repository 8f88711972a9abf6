//! The sums of an invoice and of what is taken back of it. Pure: no SQL, no clock, no words.
//!
//! Prices are gross, and VAT was extracted once per rate from the sums (`domain::totals`). An invoice also has to show what
//! each line is worth without VAT (EN 16931, BT-131), and those amounts have to add up to the net of their rate. So the net
//! of a rate is shared out among its lines and its part of the shipping in proportion to what is paid for each, to the cent
//! ([`prorate`]); no line is off by more than a cent from its own `round(gross / (1 + r))`.

use std::collections::BTreeMap;

use super::types::{Document, Line, Part};
use crate::domain::money::{Amount, Currency, Money, MoneyError, Percent, prorate};
use crate::domain::totals::{Totals, VatAmount};

/// A line as it was agreed: what shares in the net of its rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agreed {
    pub price: Amount,
    pub qty: u32,
    pub discount: Amount,
    pub rate: Percent,
}

/// What a line comes to without VAT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineNet {
    pub net_price: Amount,
    pub gross: Amount,
    pub net: Amount,
    pub gross_net: Amount,
}

/// The nets of an order's lines, in their order, and what is paid for shipping by rate.
pub fn of_order(totals: &Totals, lines: &[Agreed]) -> Result<(Vec<LineNet>, Vec<Part>), MoneyError> {
    let currency = totals.currency;
    let mut nets = Vec::with_capacity(lines.len());
    for line in lines {
        let gross = line.price.in_currency(currency).times(line.qty)?;
        let net_price = line.price.in_currency(currency).net(line.rate)?.amount();
        nets.push(LineNet { net_price, gross: gross.amount(), net: Amount::ZERO, gross_net: Amount::ZERO });
    }
    let mut shipping = Vec::new();
    for vat in &totals.vat {
        let of_rate: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].rate == vat.rate).collect();
        let mut parts: Vec<i64> =
            of_rate.iter().map(|&at| nets[at].gross.minor() - lines[at].discount.minor()).collect();
        // What is not paid for goods is paid for their way.
        let way = vat.gross_amount.minor() - parts.iter().sum::<i64>();
        parts.push(way);
        let shares = prorate(vat.net_amount.minor(), &parts);
        for (&at, share) in of_rate.iter().zip(&shares) {
            let discount = lines[at].discount.in_currency(currency).net(vat.rate)?;
            nets[at].net = Amount::from_minor(*share);
            nets[at].gross_net = Amount::from_minor(share + discount.minor);
        }
        if way > 0 {
            let net = shares.last().copied().unwrap_or_default();
            shipping.push(Part { rate: vat.rate, gross: Amount::from_minor(way), net: Amount::from_minor(net) });
        }
    }
    Ok((nets, shipping))
}

/// What is taken back: the parts of a credit note that hold amounts.
#[derive(Debug, Clone, PartialEq)]
pub struct Credited {
    pub lines: Vec<Line>,
    pub shipping: Amount,
    pub shipping_discount: Amount,
    pub shipping_parts: Vec<Part>,
    pub adjustment: Amount,
    pub adjustment_parts: Vec<Part>,
    pub total: Amount,
    pub tax: Amount,
    pub vat: Vec<VatAmount>,
}

/// What a credit note of `amount` over some pieces of an invoice's lines comes to, after the credit notes there were before.
/// `None` when nothing is left to take back; an amount greater than what is left is cut to it.
///
/// The goods are credited at what was paid for them; what is left of the amount is the shipping if it is exactly that, else
/// an adjustment over all rates in proportion to what is left of each. Of a rate, all that was credited so far has the net
/// that its sum has, and the credit note the difference: so all of them together are the invoice, and none is off by more than
/// a cent.
pub fn of_credit(
    invoice: &Document,
    before: &[Document],
    amount: Amount,
    pieces: &[(i64, u32)],
) -> Result<Option<Credited>, MoneyError> {
    let currency = invoice.currency;
    let left = invoice.total.minor() - before.iter().map(|credit| credit.total.minor()).sum::<i64>();
    let amount = amount.minor().min(left);
    if amount <= 0 {
        return Ok(None);
    }
    if before.is_empty() && amount == invoice.total.minor() {
        return Ok(Some(whole(invoice)));
    }
    // What is left of each rate.
    let mut open: BTreeMap<Percent, i64> = invoice
        .vat
        .iter()
        .map(|vat| (vat.rate, vat.gross_amount.minor() - credited(before, vat.rate, |part| part.gross_amount)))
        .collect();
    let mut lines = Vec::new();
    let mut room = amount;
    for (position, qty) in pieces {
        let Some(line) = usize::try_from(*position).ok().and_then(|at| invoice.lines.get(at)) else { continue };
        let back = before.iter().flat_map(|credit| &credit.lines).filter(|other| other.sku == line.sku);
        let back: u32 = back.map(|other| other.qty).sum::<u32>().min(line.qty);
        let qty = (*qty).min(line.qty - back);
        // With those that came back before: the difference of two shares, so that all pieces together are the line.
        let worth = share(line, back + qty) - share(line, back);
        let Some(left) = open.get_mut(&line.rate).filter(|left| **left >= worth) else { continue };
        if qty == 0 || worth > room {
            continue;
        }
        *left -= worth;
        room -= worth;
        let gross = line.price.in_currency(currency).times(qty)?;
        let discount = Amount::from_minor(gross.minor - worth);
        lines.push(Line { qty, gross: gross.amount(), discount, ..line.clone() });
    }
    let goods = by_rate(lines.iter().map(|line| (line.rate, line.gross.minor() - line.discount.minor())));
    let rates: Vec<Percent> = open.keys().copied().collect();

    let way = invoice.shipping.minor() - invoice.shipping_discount.minor();
    let way_is_open = before.iter().all(|credit| credit.shipping_parts.is_empty());
    let paid_for_it = by_rate(invoice.shipping_parts.iter().map(|part| (part.rate, part.gross.minor())));
    let fits = paid_for_it.iter().all(|(rate, paid)| open.get(rate).is_some_and(|left| left >= paid));
    let is_way = room == way && way > 0 && way_is_open && fits;
    let extra: Vec<i64> = if is_way {
        rates.iter().map(|rate| paid_for_it.get(rate).copied().unwrap_or_default()).collect()
    } else {
        prorate(room, &open.values().map(|left| (*left).max(0)).collect::<Vec<_>>())
    };

    let mut vat = Vec::new();
    let mut extra_parts = Vec::new();
    for (rate, extra) in rates.iter().zip(extra) {
        let gross = goods.get(rate).copied().unwrap_or_default() + extra;
        if gross == 0 {
            continue;
        }
        let with_before = gross + credited(before, *rate, |part| part.gross_amount);
        let net = Money::new(with_before, currency).net(*rate)?.minor - credited(before, *rate, |part| part.net_amount);
        let of_rate: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].rate == *rate).collect();
        let mut parts: Vec<i64> =
            of_rate.iter().map(|&at| lines[at].gross.minor() - lines[at].discount.minor()).collect();
        parts.push(extra);
        let shares = prorate(net, &parts);
        for (&at, share) in of_rate.iter().zip(&shares) {
            let line: &mut Line = &mut lines[at];
            let discount = line.discount.in_currency(currency).net(*rate)?;
            line.net = Amount::from_minor(*share);
            line.gross_net = Amount::from_minor(share + discount.minor);
        }
        if extra > 0 {
            let net = shares.last().copied().unwrap_or_default();
            extra_parts.push(Part { rate: *rate, gross: Amount::from_minor(extra), net: Amount::from_minor(net) });
        }
        vat.push(VatAmount {
            rate: *rate,
            net_amount: Amount::from_minor(net),
            tax_amount: Amount::from_minor(gross - net),
            gross_amount: Amount::from_minor(gross),
        });
    }
    let tax = vat.iter().map(|part| part.tax_amount.minor()).sum();
    let (shipping_parts, adjustment_parts) = if is_way { (extra_parts, Vec::new()) } else { (Vec::new(), extra_parts) };
    Ok(Some(Credited {
        lines,
        shipping: if is_way { invoice.shipping } else { Amount::ZERO },
        shipping_discount: if is_way { invoice.shipping_discount } else { Amount::ZERO },
        shipping_parts,
        adjustment: Amount::from_minor(if is_way { 0 } else { room }),
        adjustment_parts,
        total: Amount::from_minor(amount),
        tax: Amount::from_minor(tax),
        vat,
    }))
}

fn whole(invoice: &Document) -> Credited {
    Credited {
        lines: invoice.lines.clone(),
        shipping: invoice.shipping,
        shipping_discount: invoice.shipping_discount,
        shipping_parts: invoice.shipping_parts.clone(),
        adjustment: Amount::ZERO,
        adjustment_parts: Vec::new(),
        total: invoice.total,
        tax: invoice.tax,
        vat: invoice.vat.clone(),
    }
}

/// What was paid for some pieces of a line.
fn share(line: &Line, qty: u32) -> i64 {
    let paid = line.gross.minor() - line.discount.minor();
    paid * i64::from(qty) / i64::from(line.qty.max(1))
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

/// An amount in another currency than the euro, in euros. `rate`: units for 1 EUR.
pub fn in_euros(amount: Amount, rate: rust_decimal::Decimal) -> Result<Amount, MoneyError> {
    let euros = amount.in_currency(Currency::Eur).decimal().checked_div(rate).ok_or(MoneyError::BadRate)?;
    Ok(Money::rounded(euros, Currency::Eur)?.amount())
}

/// An amount in euros in another currency.
pub fn from_euros(amount: Amount, rate: rust_decimal::Decimal, currency: Currency) -> Result<Amount, MoneyError> {
    let exact = amount.in_currency(Currency::Eur).decimal().checked_mul(rate).ok_or(MoneyError::Overflow)?;
    Ok(Money::rounded(exact, currency)?.amount())
}
