//! Arguments and answers of customers and their accounts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cart::types::FilledCart;
use crate::message::Message;
pub use crate::newsletter::types::NewsletterInfo;

/// Arguments of `customer/create`.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "RegisterArgs")]
pub struct CreateArgs {
    pub email: String,
    pub password: String,
    pub password_confirmation: String,
    pub first_name: String,
    pub last_name: String,
    /// Sixteen digits, or empty.
    pub member_card: String,
    /// Whether to subscribe to the shop's newsletter.
    pub newsletter: bool,
    /// The terms are accepted and the privacy statement has been read.
    pub terms: bool,
    /// The answer to `captcha/challenge`.
    pub captcha: String,
}

/// Arguments of `customer/login`.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct LoginArgs {
    pub email: String,
    pub password: String,
}

/// The logged-in customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UserInfo {
    pub email: String,
    /// Whether the address is verified by a mailed link. Until then data found by address alone is neither exported nor
    /// deleted with the account.
    pub email_proved: bool,
    pub first_name: String,
    pub last_name: String,
    /// Sixteen digits; null without one.
    pub member_card: Option<String>,
    pub newsletter: NewsletterInfo,
    /// Null unless the account is about to be deleted.
    pub deletion: Option<Deletion>,
}

/// A requested deletion of the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Deletion {
    /// RFC 3339.
    pub asked_at: String,
    /// RFC 3339: when the account is deleted; until then the request can be withdrawn.
    pub due_at: String,
}

/// The answer of `customer/login` and `customer/create`: user info, and the result of merging the cart.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LoggedIn {
    #[serde(flatten)]
    pub user: UserInfo,
    pub bag: FilledCart,
}

/// A success message.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Done {
    pub message: Message,
}

/// Arguments of `account/update`: all fields with their new values.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "AccountArgs")]
pub struct UpdateArgs {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// Sixteen digits, or empty for none.
    pub member_card: String,
    /// Needed only when the e-mail address changes.
    pub current_password: String,
}

/// Arguments of `account/password`. Success ends every session of the customer, this one included.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PasswordArgs {
    pub current_password: String,
    pub password: String,
    pub password_confirmation: String,
}

/// Arguments of `account/forgot`.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ForgotArgs {
    pub email: String,
    /// The answer to `captcha/challenge`.
    pub captcha: String,
}

/// Arguments of `account/reset`. Success ends every session of the customer.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ResetArgs {
    /// From the link in the mail.
    pub token: String,
    pub password: String,
    pub password_confirmation: String,
}

/// Where the customer is logged in.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Sessions {
    /// This one first, then the one used last.
    pub items: Vec<SessionItem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SessionItem {
    pub id: String,
    /// Browser and system, e.g. "Firefox, Linux"; empty if they are not known.
    pub browser: String,
    /// RFC 3339.
    pub logged_in_at: String,
    /// RFC 3339, to the day.
    pub seen_at: String,
    /// The session of this call.
    pub is_current: bool,
}

/// Arguments of `account/end_session`.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EndSessionArgs {
    pub id: String,
}
