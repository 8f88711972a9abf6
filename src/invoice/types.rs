//! Types of invoices and credit notes: the issued document, and arguments and answers of the calls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::types::ChosenOption;
use crate::domain::money::{Amount, Currency, Money, Percent};
use crate::domain::store_view::Lang;
use crate::domain::totals::VatAmount;

/// The kind of a document; each kind has its own number series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvoiceKind {
    Invoice,
    /// Credits an invoice or a part of it. Its amounts are positive: what the customer gets back.
    CreditNote,
}

impl InvoiceKind {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::CreditNote => "credit_note",
        }
    }

    /// That of its amounts in sums.
    pub const fn sign(self) -> i64 {
        match self {
            Self::Invoice => 1,
            Self::CreditNote => -1,
        }
    }
}

// ── The document ────────────────────────────────────────────────────────────────────────────────────────────────────

/// The content of a document at the time of issue: later changes of shop, catalogue or customer do not affect it. Its labels
/// are in the [`super::words::Words`] that it is rendered with.
///
/// Amounts are in `currency` and include VAT unless their name says `net`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub kind: InvoiceKind,
    pub number: String,
    /// RFC 3339.
    pub issued_at: String,
    /// ISO 8601, in the shop's time zone, as are all dates here.
    pub issued_on: String,
    pub lang: Lang,
    pub currency: Currency,
    pub order_number: String,
    pub ordered_on: String,
    /// Of a credit note: the credited invoice.
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
    /// The carrier's rate, before `shipping_discount`.
    pub shipping: Amount,
    pub shipping_discount: Amount,
    /// What is paid for shipping, by VAT rate; empty when nothing is.
    pub shipping_parts: Vec<Part>,
    /// Of a credit note: the amount credited beyond its goods.
    pub adjustment: Amount,
    pub adjustment_parts: Vec<Part>,
    /// `subtotal − discount + shipping − shipping_discount + adjustment`.
    pub total: Amount,
    /// The VAT contained in `total`.
    pub tax: Amount,
    /// By rate, ascending.
    pub vat: Vec<VatAmount>,
    /// The VAT in euros where the currency is another (Directive 2006/112/EC art. 230).
    pub tax_eur: Option<Amount>,
    pub payment: Payment,
    /// Of a credit note: the reason, as a code or the operator's text.
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corrected {
    pub number: String,
    pub issued_on: String,
}

/// The seller, from the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    pub name: String,
    /// Lines as printed.
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

/// The buyer: the billing address of the order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    /// The address as printed, from name to country.
    pub lines: Vec<String>,
    pub name: String,
    pub company: String,
    pub address1: String,
    pub address2: String,
    pub postcode: String,
    pub city: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// As the customer typed it; empty without one.
    pub tax_id: String,
    pub email: String,
}

/// The delivery address and method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// The address as printed; empty when it is the buyer's address.
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
    /// Of the order's line, where it is not the line's place in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<i64>,
    pub sku: String,
    pub name: String,
    pub options: Vec<ChosenOption>,
    pub qty: u32,
    /// Of one piece.
    pub price: Amount,
    /// Of one piece, `round(price / (1 + rate))`; required by law beside the price.
    pub net_price: Amount,
    /// `price × qty`; of a credit note, of the returned pieces.
    pub gross: Amount,
    /// The employee discount on the line.
    pub discount: Amount,
    pub rate: Percent,
    /// Without VAT, after the discount: a prorated share of the net of its rate, so that lines, shipping and adjustment of
    /// a rate add up to that net to the cent.
    pub net: Amount,
    /// Without VAT, before the discount.
    pub gross_net: Amount,
    /// Éco-participation contained in the price of one piece, for deliveries to France.
    pub eco_participation: Option<Amount>,
}

/// The part of an amount with one VAT rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub rate: Percent,
    pub gross: Amount,
    pub net: Amount,
}

/// The payment method, or the method of the refund.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Code of the method.
    pub method: String,
    /// In the language of the document.
    pub label: String,
    pub is_paid: bool,
    /// The due date; none when it is paid.
    pub due_on: Option<String>,
}

/// A stored document.
#[derive(Debug, Clone, PartialEq)]
pub struct Issued {
    pub id: i64,
    pub order_id: i64,
    /// Of an invoice: it is credited as a whole, and counts no more.
    pub is_replaced: bool,
    pub document: Document,
}

/// What to credit of an invoice.
#[derive(Debug, Clone, Copy)]
pub struct Credit<'a> {
    /// The amount for the customer, VAT included.
    pub amount: Money,
    /// The returned goods: position of the order's line, pieces. Empty: none, or the whole order.
    pub lines: &'a [(i64, u32)],
    /// A code or the operator's text.
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
