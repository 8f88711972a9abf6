//! What the withdrawal call takes and answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Arguments of `order/withdraw`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct WithdrawArgs {
    /// One of the order's tokens, where the customer comes by a link of ours; the rest may be absent then.
    pub token: String,
    pub order_number: String,
    pub name: String,
    /// Where the receipt goes.
    pub email: String,
    /// What the customer withdraws from; empty: the whole order.
    pub items: Vec<WithdrawnItem>,
    /// What the customer wants to add; no reason is asked for.
    pub message: String,
    /// False: the statement is only shown, to be read once more. True: it is made.
    pub confirm: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WithdrawnItem {
    pub sku: String,
    /// As the customer names it, or as the order does.
    #[serde(default)]
    pub name: String,
    pub qty: u32,
}

/// How far a withdrawal has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// To be confirmed.
    Review,
    /// Made, and received at `received_at`.
    Received,
}

/// A statement of withdrawal, as it is about to be made or was made.
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
    /// Whether number and address belong together. If not, the statement counts all the same and is looked up by hand.
    pub is_known: bool,
    /// What there is to choose from; null unless the customer has shown that the order is theirs.
    pub order: Option<WithdrawnOrder>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WithdrawnOrder {
    pub items: Vec<WithdrawnItem>,
    /// RFC 3339.
    pub created_at: String,
    /// ISO 8601 date of the period's last day, if everything has been sent: fourteen days after the expected delivery.
    pub last_day: Option<String>,
}

/// A statement as it is kept.
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
}
