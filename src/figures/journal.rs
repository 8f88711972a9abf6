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
    /// Of the document, or `PAY-12`, `REF-3`, `REV-12`.
    pub number: String,
    pub date: Date,
    pub order_number: String,
    /// The buyer; empty where a payment is entered.
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

/// Turns amounts of a document's currency into cents, and gives each line both.
struct Euros {
    currency: Currency,
    rate: Decimal,
}

impl Euros {
    fn line(&self, account: Account, rate: Option<Percent>, minor: i64) -> Result<Line> {
        let own = Money::new(minor, self.currency);
        if self.currency == Currency::Eur {
            return Ok(Line { account, rate, amount: minor, own: None });
        }
        Ok(Line { account, rate, amount: own.in_euros(self.rate)?.minor, own: Some(own) })
    }
}

/// The entry of a document. `rate`: units of its currency for 1 EUR; `home`: the country of the seller.
pub fn of_document(document: &Document, rate: Decimal, home: &str) -> Result<Entry> {
    // A credit note takes back what an invoice has entered.
    let sign = match document.kind {
        InvoiceKind::Invoice => 1,
        InvoiceKind::CreditNote => -1,
    };
    let euros = Euros { currency: document.currency, rate };
    let to = &document.delivery.country;
    let vat_account = if to != home && is_eu(to) { Account::VatOss } else { Account::Vat };
    let mut lines = Vec::new();
    for vat in &document.vat {
        let of_rate = document.shipping_parts.iter().filter(|part| part.rate == vat.rate);
        let shipping: i64 = of_rate.map(|part| part.net.minor()).sum();
        let goods = vat.net_amount.minor() - shipping;
        let parts = [(Account::Sales, goods), (Account::Shipping, shipping), (vat_account, vat.tax_amount.minor())];
        for (account, amount) in parts.into_iter().filter(|(_, amount)| *amount != 0) {
            lines.push(euros.line(account, Some(vat.rate), -sign * amount)?);
        }
    }
    // What is owed is the sum, so that rounding to euros leaves no cent over.
    let owed = -lines.iter().map(|line| line.amount).sum::<i64>();
    let own =
        (document.currency != Currency::Eur).then(|| Money::new(sign * document.total.minor(), document.currency));
    lines.insert(0, Line { account: Account::Customers, rate: None, amount: owed, own });
    Ok(Entry {
        book: Book::Sales,
        about: About::Document(document.kind),
        number: document.number.clone(),
        date: document.issued_on.parse().map_err(anyhow::Error::from)?,
        order_number: document.order_number.clone(),
        customer: document.buyer.name.clone(),
        lines,
    })
}

/// The entry of money that moved.
pub fn of_movement(movement: &Movement, order_number: &str, rate: Decimal) -> Result<Entry> {
    let euros = Euros { currency: movement.currency, rate };
    let prefix = match movement.kind {
        MovementKind::Payment => "PAY",
        MovementKind::Refund => "REF",
        MovementKind::Reversal => "REV",
    };
    let account = Account::of_method(&movement.method);
    Ok(Entry {
        book: Book::Money,
        about: About::Movement(movement.kind),
        number: format!("{prefix}-{}", movement.id),
        date: in_shop_zone(order::moment(movement.at)?).date(),
        order_number: order_number.to_owned(),
        customer: String::new(),
        lines: vec![
            euros.line(Account::Customers, None, -movement.amount)?,
            euros.line(account, None, movement.amount)?,
        ],
    })
}
