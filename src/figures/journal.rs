//! Documents and payments as entries of double-entry bookkeeping, in euro cents: debits and credits of each entry are equal.
//!
//! A document: the customer owes goods, shipping and VAT. A payment: the customer owes less, and the bank has more.

use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::config::Accounting;
use crate::domain::money::{Currency, Money, Percent};
use crate::domain::store_view::is_eu;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::invoice::sums::{in_cents, in_euros};
use crate::invoice::{Document, InvoiceKind};
use crate::order;
use crate::payment::{Movement, MovementKind};

/// An account of the books; its number is a setting (`[accounting]`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    Customers,
    Sales,
    Shipping,
    Vat,
    /// VAT of other member states, declared to the One-Stop-Shop.
    VatOss,
    /// VAT of countries outside of the European Union.
    VatAbroad,
    Bank,
    /// What payment services owe the house.
    Online,
    Cheque,
    Cash,
}

impl Account {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Customers => "customers",
            Self::Sales => "sales",
            Self::Shipping => "shipping",
            Self::Vat => "vat",
            Self::VatOss => "vat_oss",
            Self::VatAbroad => "vat_abroad",
            Self::Bank => "bank",
            Self::Online => "online",
            Self::Cheque => "cheque",
            Self::Cash => "cash",
        }
    }

    pub fn number(self, accounting: &Accounting) -> &str {
        match self {
            Self::Customers => &accounting.customers,
            Self::Sales => &accounting.sales,
            Self::Shipping => &accounting.shipping,
            Self::Vat => &accounting.vat,
            Self::VatOss => &accounting.vat_oss,
            Self::VatAbroad => &accounting.vat_abroad,
            Self::Bank => &accounting.bank,
            Self::Online => &accounting.online,
            Self::Cheque => &accounting.cheque,
            Self::Cash => &accounting.cash,
        }
    }

    fn of_method(method: &str) -> Account {
        match method {
            "card" | "wechat" => Self::Online,
            "cheque" => Self::Cheque,
            "bank_transfer" => Self::Bank,
            _ => Self::Cash,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Book {
    Sales,
    Money,
}

/// What an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    Document(InvoiceKind),
    Movement(MovementKind),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub book: Book,
    pub about: About,
    /// Of the document, or `PAY-12`, `REF-3`, `REV-12`, `RET-3`.
    pub number: String,
    /// Its place in its journal, without gaps in a year.
    pub sequence: String,
    pub date: Date,
    /// Of the document, or the bank's.
    pub piece_date: Date,
    pub order_number: String,
    /// The buyer.
    pub customer: String,
    /// The first is the customer's.
    pub lines: Vec<Line>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub account: Account,
    /// Percent; of sales, shipping and VAT.
    pub rate: Option<Percent>,
    /// Euro cents; positive: debit, negative: credit.
    pub amount: i64,
    /// The same in the order's currency, where it is another.
    pub own: Option<Money>,
}

/// The entry of a document. `rate`: units of its currency for 1 EUR; `home`: the country of the seller.
pub fn of_document(document: &Document, rate: Decimal, home: &str) -> Result<Entry> {
    // A credit note takes back what an invoice has entered.
    let sign = document.kind.sign();
    let own = |minor: i64| (document.currency != Currency::Eur).then(|| Money::new(minor, document.currency));
    let to = &document.delivery.country;
    let vat_account = match to {
        to if to == home => Account::Vat,
        to if is_eu(to) => Account::VatOss,
        _ => Account::VatAbroad,
    };
    // The customer owes the total; the sums of VAT and this one are those of the other tables.
    let (mut owed, mut owed_own) = (0, 0);
    let mut lines = Vec::new();
    for (vat, euros) in document.vat.iter().zip(in_euros(document, rate)?) {
        let of_rate = document.shipping_parts.iter().filter(|part| part.rate == vat.rate);
        let shipping_own: i64 = of_rate.map(|part| part.net.minor()).sum();
        let shipping = in_cents(Money::new(shipping_own, document.currency), rate)?;
        let parts = [
            (Account::Sales, euros.net - shipping, vat.net_amount.minor() - shipping_own),
            (Account::Shipping, shipping, shipping_own),
            (vat_account, euros.tax, vat.tax_amount.minor()),
        ];
        for (account, amount, minor) in parts.into_iter().filter(|(_, amount, minor)| (*amount, *minor) != (0, 0)) {
            owed += sign * amount;
            owed_own += sign * minor;
            lines.push(Line { account, rate: Some(vat.rate), amount: -sign * amount, own: own(-sign * minor) });
        }
    }
    lines.insert(0, Line { account: Account::Customers, rate: None, amount: owed, own: own(owed_own) });
    Ok(Entry {
        book: Book::Sales,
        about: About::Document(document.kind),
        number: document.number.clone(),
        sequence: document.number.clone(),
        date: document.issued_on.parse().map_err(anyhow::Error::from)?,
        piece_date: document.issued_on.parse().map_err(anyhow::Error::from)?,
        order_number: document.order_number.clone(),
        customer: document.buyer.name.clone(),
        lines,
    })
}

/// The entry of money that moved, the `sequence`th of its year. `customer`: the buyer's name.
pub fn of_movement(
    movement: &Movement,
    (order_number, customer): (&str, &str),
    rate: Decimal,
    sequence: i64,
) -> Result<Entry> {
    let prefix = match movement.kind {
        MovementKind::Payment => "PAY",
        MovementKind::Refund => "REF",
        MovementKind::Reversal => "REV",
        MovementKind::SentBack => "RET",
    };
    let date = in_shop_zone(order::moment(movement.at)?).date();
    let money = Money::new(movement.amount, movement.currency);
    let amount = in_cents(money, rate)?;
    let own =
        |sign: i64| (movement.currency != Currency::Eur).then(|| Money::new(sign * movement.amount, movement.currency));
    Ok(Entry {
        book: Book::Money,
        about: About::Movement(movement.kind),
        number: format!("{prefix}-{}", movement.id),
        sequence: format!("{:04}-{sequence:06}", date.year()),
        date,
        piece_date: movement.value_date.parse().unwrap_or(date),
        order_number: order_number.to_owned(),
        customer: customer.to_owned(),
        lines: vec![
            Line { account: Account::Customers, rate: None, amount: -amount, own: own(-1) },
            Line { account: Account::of_method(&movement.method), rate: None, amount, own: own(1) },
        ],
    })
}
