//! Arguments and answers of settlement's calls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::order_status::OrderStatus;
use crate::payment::types::PlacedPayment;

/// Arguments of `payment/retry`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RetryArgs {
    /// The order's token.
    pub token: String,
    /// An own order of the logged-in customer, instead of a token; the answer has a token for it.
    pub order_number: String,
    /// `card`, `bank_transfer`, `cheque`, `wechat`; the order's own when absent.
    pub payment_method: String,
}

/// Arguments of `order/cancel`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CancelArgs {
    /// The order's token, for guests.
    pub token: String,
    /// An own order of the logged-in customer, instead of a token.
    pub order_number: String,
}

/// Arguments of `order/confirm`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderConfirmArgs")]
pub struct ConfirmArgs {
    /// The token of the mailed link.
    pub token: String,
}

/// An order that is paid again.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Retried {
    pub order_number: String,
    pub token: String,
    pub status: OrderStatus,
    pub payment: PlacedPayment,
}
