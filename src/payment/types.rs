//! How an order can be paid, as clients see it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};

use super::qr;
use crate::domain::money::{Amount, Currency};

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

/// Whether an order is told of for the first time.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct Counted {
    /// True once for each order that was bought: placed to be paid by transfer or cheque, or paid.
    pub is_first: bool,
}

/// How a shopper goes on to pay.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlacedPayment {
    pub method: PaymentCode,
    /// Where to send the shopper; null when nothing is to be done online.
    pub redirect_url: Option<String>,
    pub instructions: Option<Instructions>,
}

impl PlacedPayment {
    /// Whether the payment is to be opened at a gateway. A transfer or a cheque is paid by its instructions alone.
    pub fn is_online(&self) -> bool {
        self.instructions.is_none() || self.method == PaymentCode::Wechat
    }
}
