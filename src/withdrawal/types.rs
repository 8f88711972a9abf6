//! Arguments and answer of the withdrawal call, and the stored statement.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Arguments of `order/withdraw`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct WithdrawArgs {
    /// One of the order's tokens, from a link of the shop; the other fields may then be absent.
    pub token: String,
    pub order_number: String,
    pub name: String,
    /// Address for the receipt.
    pub email: String,
    /// Items to withdraw from; empty: the whole order.
    pub items: Vec<WithdrawnItem>,
    /// Optional text; no reason is required.
    pub message: String,
    /// False: shows the statement for review. True: makes it.
    pub confirm: bool,
    /// The answer to `captcha/challenge`; may be empty. A statement that matches no order is made without one too, but gets no
    /// receipt by mail.
    pub captcha: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WithdrawnItem {
    pub sku: String,
    /// From the customer or from the order.
    #[serde(default)]
    pub name: String,
    pub qty: u32,
}

/// Step of a withdrawal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// To be confirmed.
    Review,
    /// Made, and received at `received_at`.
    Received,
}

/// A statement of withdrawal, for review or made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WithdrawalView {
    pub step: Step,
    /// Number of the receipt; null before it is made.
    pub number: Option<String>,
    /// RFC 3339; null before it is made.
    pub received_at: Option<String>,
    pub order_number: String,
    pub name: String,
    pub email: String,
    pub items: Vec<WithdrawnItem>,
    pub message: String,
    /// Whether order number and e-mail address belong together. If not, the statement still counts and is checked by hand.
    pub is_known: bool,
    /// The order's items to choose from; null unless the customer has proved to own the order.
    pub order: Option<WithdrawnOrder>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WithdrawnOrder {
    pub items: Vec<WithdrawnItem>,
    /// RFC 3339.
    pub created_at: String,
    /// ISO 8601 date of the last day of the withdrawal period, fourteen days after the expected delivery; null before
    /// everything is shipped.
    pub last_day: Option<String>,
}

/// A stored statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    pub id: i64,
    pub number: String,
    pub order_id: Option<i64>,
    pub order_number: String,
    pub name: String,
    pub email: String,
    /// JSON.
    pub items: String,
    pub message: String,
    pub lang: String,
    /// Unix milliseconds.
    pub received_at: i64,
    pub handled_at: Option<i64>,
    pub note: String,
    /// It came with the order's token or from its customer.
    pub is_proved: bool,
}
