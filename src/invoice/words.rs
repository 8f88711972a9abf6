//! The localised texts of a rendered document: labels, amounts and dates as printed.
//!
//! They come from the UI bundle (`ui/src/mail/invoiceWords.ts`), which uses the same catalogues and formatter as pages and
//! mails.

use serde::Deserialize;

/// A name and its value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Fact {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Words {
    /// Kind and number of the document.
    pub heading: String,
    pub brand: String,
    /// The seller's address and contact, a line an entry.
    pub seller: Vec<String>,
    pub buyer_title: String,
    /// The billing address, and the buyer's VAT number.
    pub buyer: Vec<String>,
    pub delivery_title: String,
    /// Empty when it is the buyer's address.
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
    /// Sentences: payment, legal notices.
    pub notes: Vec<String>,
    /// The seller's legal details, a fact an entry.
    pub footer: Vec<String>,
    /// With the placeholders `{page}` and `{pages}`.
    pub page: String,
    pub machine: MachineWords,
}

/// A line of goods.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    pub title: String,
    /// Options and SKU, a fact an entry.
    pub details: Vec<String>,
    pub qty: String,
    pub net_price: String,
    pub price: String,
    pub rate: String,
    pub amount: String,
    /// Discounts, and amounts contained in the price.
    pub notes: Vec<Fact>,
}

/// Texts in the XML.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct MachineWords {
    pub discount: String,
    pub shipping: String,
    pub adjustment: String,
    pub terms: String,
    pub export: String,
}
