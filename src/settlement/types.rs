//! Arguments and answers of the calls that move an order's money.

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
    /// Instead of the token, of an order of whoever is logged in: a token for it comes with the answer.
    pub order_number: String,
    /// `card`, `bank_transfer`, `cheque`, `wechat`; the order's own when absent.
    pub payment_method: String,
}

/// What has become of an order that is to be paid once more.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Retried {
    pub order_number: String,
    pub token: String,
    pub status: OrderStatus,
    pub payment: PlacedPayment,
}
