//! What the payment calls take and answer.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};

use super::qr;
use crate::catalog::types::{ChosenOption, DeliveryWindow, Image};
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::domain::totals::Totals;
use crate::invoice::types::InvoiceLink;
use crate::order::types::Address;
use crate::shipment::types::ShipmentView;

/// A way to pay.
pub use crate::domain::order_status::PaymentMethod as PaymentCode;

/// What the shopper must do to pay.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
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
    Wechat {
        /// To be scanned with the WeChat app; null once its time is over: `payment/refresh` gives the next.
        qr: Option<QrCode>,
        /// RFC 3339: when the code expires.
        code_until: String,
        /// Seconds that it lasts from this answer on: no clock of a browser counts.
        code_seconds: u32,
        /// In the demonstration: the page that the code leads to, for who has no such telephone at hand. Null otherwise.
        demo_url: Option<String>,
        amount: Amount,
        currency: Currency,
        /// RFC 3339: the last second for which the goods are held.
        hold_until: String,
    },
}

/// A QR code. To draw it takes as long as a third of an order, so it is drawn where the answer is written down, which is
/// never on the thread that writes.
#[derive(Debug, Clone, PartialEq)]
pub struct QrCode {
    /// What it holds.
    pub text: String,
}

impl Serialize for QrCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        qr::draw(&self.text).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl JsonSchema for QrCode {
    fn schema_name() -> Cow<'static, str> {
        "QrCode".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Drawing::json_schema(generator)
    }
}

/// A QR code as one SVG path.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Drawing {
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

/// A way to pay that is offered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PaymentOption {
    pub code: PaymentCode,
    pub name: String,
}

/// Arguments of `payment/retry`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RetryArgs {
    /// The order's token.
    pub token: String,
    /// Instead of the token, of an order of whoever is logged in: a token for it comes with the answer.
    pub order_number: String,
    /// `card`, `bank_transfer`, `cheque`, `wechat`; the order's own when absent.
    pub payment_method: String,
}

/// Whether an order is told of for the first time.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct Counted {
    /// True once for each order that was bought: placed to be paid by transfer or cheque, or paid.
    pub is_first: bool,
}

/// What has become of an order that is to be paid once more.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Retried {
    pub order_number: String,
    pub token: String,
    pub status: OrderStatus,
    pub payment: PlacedPayment,
}

/// How a shopper goes on to pay.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlacedPayment {
    pub method: PaymentCode,
    /// Where to send the shopper; null when nothing is to be done online.
    pub redirect_url: Option<String>,
    pub instructions: Option<Instructions>,
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
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
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
    /// Where a payment that was begun can be gone on with; null without one.
    pub redirect_url: Option<String>,
    /// By what it can be paid now, through `payment/retry`; empty once it is decided.
    pub payment_methods: Vec<PaymentOption>,
    /// What has come in and what has gone or goes back, in the currency of the totals.
    pub paid_amount: Amount,
    pub refunded_amount: Amount,
    /// The parcels that have left, first to last.
    pub shipments: Vec<ShipmentView>,
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
    /// ISO 8601 date of the last day of the withdrawal period, fourteen days after the expected delivery; null before
    /// everything has been sent.
    pub withdraw_until: Option<String>,
    /// Points that fall due when the order completes; null without a member card.
    pub points: Option<i64>,
    /// The invoice and its credit notes, once there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invoices: Vec<InvoiceLink>,
}
