//! Arguments and answers of the contact form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::thread::types::ThreadKind;

/// What a message is about (specification §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    RewardPoints,
    WebsiteFeedback,
    OrderHelp,
    CareInformation,
    ReturnsExchanges,
    Other,
}

impl Subject {
    pub const ALL: [Subject; 6] = [
        Self::RewardPoints,
        Self::WebsiteFeedback,
        Self::OrderHelp,
        Self::CareInformation,
        Self::ReturnsExchanges,
        Self::Other,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::RewardPoints => "reward_points",
            Self::WebsiteFeedback => "website_feedback",
            Self::OrderHelp => "order_help",
            Self::CareInformation => "care_information",
            Self::ReturnsExchanges => "returns_exchanges",
            Self::Other => "other",
        }
    }

    /// Name for operators.
    pub const fn words(self) -> &'static str {
        match self {
            Self::RewardPoints => "reward points",
            Self::WebsiteFeedback => "website feedback",
            Self::OrderHelp => "help with an order",
            Self::CareInformation => "care information",
            Self::ReturnsExchanges => "returns and exchanges",
            Self::Other => "other",
        }
    }

    /// How the inbox calls what is written about it.
    pub const fn kind(self) -> ThreadKind {
        match self {
            Self::ReturnsExchanges => ThreadKind::Return,
            _ => ThreadKind::Message,
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|subject| subject.code() == code)
    }
}

/// Arguments of `contact/post`.
///
/// With `rating` it is the rating of an order: then `subject` is `website_feedback`, `token` is the order's, `message`
/// may be empty, and name, address and captcha are not required.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ContactArgs")]
pub struct PostArgs {
    /// A code of the six subjects.
    pub subject: String,
    pub message: String,
    pub email: String,
    pub name: String,
    /// The answer to `captcha/challenge`.
    pub captcha: String,
    /// 1 to 5.
    pub rating: Option<i64>,
    /// The order's token, as `checkout/place` answered it.
    pub token: String,
}

/// Arguments of `contact/accountpost`: name and address are the customer's.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "AccountContactArgs")]
pub struct AccountPostArgs {
    /// A code of the six subjects.
    pub subject: String,
    pub message: String,
    /// The customer's order that it is about; empty for none. Needed with `rating`.
    pub order_number: String,
    /// 1 to 5: the rating of the order; then `message` may be empty.
    pub rating: Option<i64>,
}

/// The message is saved.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ContactAnswer")]
pub struct Answer {
    pub message: Message,
    /// Reference for customer service; empty for a rating.
    pub reference: String,
}
