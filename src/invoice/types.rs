//! An invoice or a credit note as it was issued, and what its customer is told of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::types::ChosenOption;
use crate::domain::money::{Amount, Currency, Money, Percent};
use crate::domain::store_view::Lang;
use crate::domain::totals::VatAmount;

/// What a document is; each kind has a series of numbers of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvoiceKind {
    Invoice,
    /// Takes back an invoice, or a part of it. Its amounts are positive: what the customer gets.
    CreditNote,
}

impl InvoiceKind {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::CreditNote => "credit_note",
        }
    }
}

// ── The document ────────────────────────────────────────────────────────────────────────────────────────────────────

/// All that a document says, kept as it was when it was issued: a later change of shop, catalogue or customer never changes
/// it. What it calls things is the affair of the words it is printed with.
///
/// All amounts are in `currency` and include VAT unless their name says `net`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub kind: InvoiceKind,
    pub number: String,
    /// RFC 3339.
    pub issued_at: String,
    /// Days in Paris, ISO 8601, as all days here.
    pub issued_on: String,
    pub lang: Lang,
    pub currency: Currency,
    pub order_number: String,
    pub ordered_on: String,
    /// Of a credit note: the invoice that it takes back.
    pub corrects: Option<Corrected>,
    pub brand: String,
    pub seller: Seller,
    pub buyer: Buyer,
    pub delivery: Delivery,
    pub lines: Vec<Line>,
    /// Σ gross of the lines.
    pub subtotal: Amount,
    /// Σ discount of the lines.
    pub discount: Amount,
    /// The carrier's rate, and what is taken off it.
    pub shipping: Amount,
    pub shipping_discount: Amount,
    /// What is paid for shipping, by rate; empty when nothing is.
    pub shipping_parts: Vec<Part>,
    /// Of a credit note: what is given back beyond the goods that it names.
    pub adjustment: Amount,
    pub adjustment_parts: Vec<Part>,
    /// `subtotal − discount + shipping − shipping_discount + adjustment`.
    pub total: Amount,
    /// The VAT contained in `total`.
    pub tax: Amount,
    /// By rate, lowest first.
    pub vat: Vec<VatAmount>,
    /// The VAT in euros where the currency is another (Directive 2006/112/EC art. 230).
    pub tax_eur: Option<Amount>,
    pub payment: Payment,
    /// Of a credit note: the operator's or the shop's reason, a code or plain words.
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corrected {
    pub number: String,
    pub issued_on: String,
}

/// Who sells, from the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    pub name: String,
    /// As it is printed.
    pub address: Vec<String>,
    pub street: String,
    pub postcode: String,
    pub city: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub phone: String,
    pub email: String,
    /// Legal form and capital.
    pub legal_form: String,
    /// Register and number.
    pub register: String,
    pub siren: String,
    pub vat_id: String,
}

/// Whom the document is made out to: the billing address of the order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    /// As it is printed, from the name to the country.
    pub lines: Vec<String>,
    pub name: String,
    pub company: String,
    pub address1: String,
    pub address2: String,
    pub postcode: String,
    pub city: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// As the customer gave it; '' without one.
    pub tax_id: String,
    pub email: String,
}

/// Where the goods go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// As it is printed; empty when it is the buyer's address.
    pub lines: Vec<String>,
    pub name: String,
    pub address1: String,
    pub address2: String,
    pub postcode: String,
    pub city: String,
    pub country: String,
    /// In the language of the document.
    pub method: String,
}

/// A line of goods.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub sku: String,
    pub name: String,
    pub options: Vec<ChosenOption>,
    pub qty: u32,
    /// Of one piece.
    pub price: Amount,
    /// Of one piece, `round(price / (1 + rate))`: what the law wants to see beside it.
    pub net_price: Amount,
    /// `price × qty`; of a credit note, what of that is taken back.
    pub gross: Amount,
    /// The employee discount on it.
    pub discount: Amount,
    pub rate: Percent,
    /// Without VAT, after the discount: its share of the net of its rate, so that lines, shipping and adjustment of a rate
    /// add up to that net to the cent.
    pub net: Amount,
    /// Without VAT, before the discount.
    pub gross_net: Amount,
    /// The éco-participation contained in the price of one piece, for deliveries to France.
    pub eco_participation: Option<Amount>,
}

/// A part of an amount that carries VAT at one rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub rate: Percent,
    pub gross: Amount,
    pub net: Amount,
}

/// How it is paid, or how the money goes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Code of the method.
    pub method: String,
    /// In the language of the document.
    pub label: String,
    pub is_paid: bool,
    /// Until when it is to be paid; none when it is paid.
    pub due_on: Option<String>,
}

/// A document with its place in the archive.
#[derive(Debug, Clone, PartialEq)]
pub struct Issued {
    pub id: i64,
    pub order_id: i64,
    pub document: Document,
}

/// What is taken back of an invoice.
#[derive(Debug, Clone, Copy)]
pub struct Credit<'a> {
    /// What the customer gets, VAT included.
    pub amount: Money,
    /// The goods that came back: position of the order's line, pieces. Empty: none, or the whole order.
    pub lines: &'a [(i64, u32)],
    /// A code or plain words.
    pub reason: &'a str,
}

// ── What customers see ──────────────────────────────────────────────────────────────────────────────────────────────

/// Arguments of `order/invoice`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct InvoiceArgs {
    /// E.g. `2026-000123`.
    pub order_number: String,
}

/// The invoice of an order and its credit notes, in the order in which they were issued.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Invoices {
    pub order_number: String,
    /// Empty until the order is paid.
    pub invoices: Vec<InvoiceLink>,
}

/// Arguments of `invoice/index`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct InvoicesArgs {
    /// From 1.
    pub page: Option<u32>,
}

/// The customer's invoices and credit notes: those of the newest order first, of an order the newest first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct InvoiceList {
    pub items: Vec<InvoiceSummary>,
    /// Of all pages.
    pub total: i64,
    pub page: u32,
    pub per_page: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct InvoiceSummary {
    /// E.g. `2026-000123`.
    pub order_number: String,
    #[serde(flatten)]
    pub link: InvoiceLink,
}

/// A document attached to a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attached {
    pub number: String,
    pub kind: InvoiceKind,
}

/// Where a document is fetched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InvoiceLink {
    /// E.g. `INV-2026-000001`.
    pub number: String,
    pub kind: InvoiceKind,
    /// RFC 3339.
    pub issued_at: String,
    pub currency: Currency,
    pub total: Amount,
    /// Path of the PDF.
    pub url: String,
}
