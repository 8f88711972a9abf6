//! The words that a document is printed with, in its language: every label, amount and date as it stands on paper.
//!
//! No sentence lives here. The user interface's bundle makes them of the frozen document (`ui/src/mail/invoiceWords.ts`),
//! from the same catalogues and with the same formatter as pages and mails.

use serde::Deserialize;

/// A name and its value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Fact {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Words {
    /// What the document is and its number: its one heading.
    pub heading: String,
    pub brand: String,
    /// The seller's address and how to reach it, a line an entry.
    pub seller: Vec<String>,
    pub buyer_title: String,
    /// The address it is made out to, and the buyer's VAT number.
    pub buyer: Vec<String>,
    pub delivery_title: String,
    /// Empty when the goods go to the buyer's address.
    pub delivery: Vec<String>,
    /// Dates, order, payment: at most five.
    pub facts: Vec<Fact>,
    /// Item, quantity, price without VAT, price, rate, amount.
    pub columns: [String; 6],
    pub rows: Vec<Row>,
    pub sums: Vec<Fact>,
    pub total: Fact,
    /// Rate, net, VAT, gross.
    pub vat_columns: [String; 4],
    pub vat_rows: Vec<[String; 4]>,
    /// Whole sentences: how it is paid, what the law wants said.
    pub notes: Vec<String>,
    /// Who the seller is by law, fact by fact.
    pub footer: Vec<String>,
    /// With `{page}` and `{pages}` in it.
    pub page: String,
    pub machine: MachineWords,
}

/// A line of goods.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    pub title: String,
    /// Options and article number, fact by fact.
    pub details: Vec<String>,
    pub qty: String,
    pub net_price: String,
    pub price: String,
    pub rate: String,
    pub amount: String,
    /// What is taken off the amount or contained in it.
    pub notes: Vec<Fact>,
}

/// What the document for machines calls things.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct MachineWords {
    pub discount: String,
    pub shipping: String,
    pub adjustment: String,
    pub terms: String,
    pub export: String,
}
