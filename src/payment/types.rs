//! What the payment calls take and answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::types::{ChosenOption, DeliveryWindow, Image};
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::domain::totals::Totals;
use crate::invoice::types::InvoiceLink;
use crate::order::types::Address;

/// A way to pay.
pub use crate::domain::order_status::PaymentMethod as PaymentCode;

/// What the shopper must do to pay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Instructions {
    BankTransfer {
        account_holder: String,
        /// In groups of four.
        iban: String,
        bic: String,
        bank_name: String,
        /// To be given with the transfer: the order number.
        reference: String,
        amount: Amount,
        currency: Currency,
        /// EPC069-12 code for banking apps; null unless the order is in EUR.
        qr: Option<QrCode>,
        /// RFC 3339: the last second for which the goods are held.
        hold_until: String,
    },
    Cheque {
        payee: String,
        /// Postal address, a line an entry.
        address: Vec<String>,
        reference: String,
        amount: Amount,
        currency: Currency,
        /// RFC 3339: the last second for which the goods are held.
        hold_until: String,
    },
}

/// A QR code as one SVG path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QrCode {
    /// Modules along one side, quiet zone included: the side of the `viewBox`.
    pub size: u32,
    /// `d` of the dark modules.
    pub path: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ResultArgs")]
pub struct IndexArgs {
    /// The order's token.
    pub token: String,
}

/// What the result screen shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Success,
    PendingBankTransfer,
    PendingCheque,
    /// A card or WeChat payment is still open.
    Pending,
    Canceled,
    Uncertain,
    Failed,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OrderItem {
    pub sku: String,
    /// In the language of the order, as are the options.
    pub name: String,
    /// Empty when the product is no longer sold.
    pub url: String,
    pub image: Option<Image>,
    pub qty: i64,
    pub price: Amount,
    pub market_price: Option<Amount>,
    pub line_total: Amount,
    pub discount_amount: Amount,
    pub options: Vec<ChosenOption>,
    pub promotion_category: String,
}

/// An order as the result screen needs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PaymentResult {
    pub order_number: String,
    pub token: String,
    pub outcome: Outcome,
    pub status: OrderStatus,
    pub status_label: String,
    pub method: PaymentCode,
    pub method_label: String,
    /// Null when nothing is left to be paid.
    pub instructions: Option<Instructions>,
    pub items: Vec<OrderItem>,
    pub totals: Totals,
    pub email: String,
    pub shipping_address: Address,
    pub billing_address: Address,
    /// The shipping address as it is printed, a line an entry, from the name to the country.
    pub shipping_lines: Vec<String>,
    /// The billing address as it is printed.
    pub billing_lines: Vec<String>,
    pub shipping_method: String,
    pub shipping_method_label: String,
    pub delivery: DeliveryWindow,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339: the last second for which the goods are held; null once that is decided.
    pub hold_until: Option<String>,
    /// Points that fall due when the order completes; null without a member card.
    pub points: Option<i64>,
    /// The invoice and its credit notes, once there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invoices: Vec<InvoiceLink>,
}
