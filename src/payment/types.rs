//! Wire types of payments: methods, instructions, QR codes.

use schemars::JsonSchema;
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};

use super::qr;
use crate::domain::money::{Amount, Currency};

/// A payment method.
pub use crate::domain::order_status::PaymentMethod as PaymentCode;

/// Instructions for the shopper to pay.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Instructions {
    BankTransfer {
        account_holder: String,
        /// In groups of four.
        iban: String,
        bic: String,
        bank_name: String,
        /// Payment reference: the order number.
        reference: String,
        amount: Amount,
        currency: Currency,
        /// EPC069-12 code for banking apps; null unless the order is in EUR.
        #[schemars(with = "Option<Drawing>")]
        qr: Option<QrCode>,
        /// RFC 3339: the last second for which stock is held.
        hold_until: String,
    },
    Cheque {
        payee: String,
        /// Postal address, a line an entry.
        address: Vec<String>,
        reference: String,
        amount: Amount,
        currency: Currency,
        /// RFC 3339: the last second for which stock is held.
        hold_until: String,
    },
    Wechat {
        /// For the WeChat app; null once expired: `payment/refresh` renews it.
        #[schemars(with = "Option<Drawing>")]
        qr: Option<QrCode>,
        /// RFC 3339: when the code expires.
        code_until: String,
        /// Seconds until it expires, from this answer on, so that no browser's clock matters.
        code_seconds: u32,
        /// In the demonstration: URL of the page that the code leads to. Null otherwise.
        demo_url: Option<String>,
        amount: Amount,
        currency: Currency,
        /// RFC 3339: the last second for which stock is held.
        hold_until: String,
    },
}

/// A QR code. Drawing takes about a third of the time of placing an order, so it happens at serialization, which is never on
/// the writer thread.
#[derive(Debug, Clone, PartialEq)]
pub struct QrCode {
    /// The encoded text.
    pub text: String,
}

impl Serialize for QrCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        qr::draw(&self.text).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// A QR code as one SVG path.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "QrCode")]
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

/// An offered payment method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PaymentOption {
    pub code: PaymentCode,
    pub name: String,
    /// What else the payment page takes in the currency, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
}

/// Whether an order is to be counted.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct Counted {
    /// True once per bought order: paid, or placed by transfer or cheque.
    pub is_first: bool,
}

/// How the shopper continues to pay.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlacedPayment {
    pub method: PaymentCode,
    /// URL to send the shopper to; null when nothing is to be done online.
    pub redirect_url: Option<String>,
    pub instructions: Option<Instructions>,
    /// The order waits for the link mailed to its address; its instructions follow then.
    pub awaiting_confirmation: bool,
}

impl PlacedPayment {
    /// Whether the payment is opened at a gateway: any but transfer and cheque.
    pub fn is_online(&self) -> bool {
        (self.instructions.is_none() && !self.awaiting_confirmation) || self.method == PaymentCode::Wechat
    }
}
