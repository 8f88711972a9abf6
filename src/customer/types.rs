//! What the calls of customers and their accounts take and answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cart::types::MergedBag;
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
    /// Whether the shop's letters are wanted.
    pub newsletter: bool,
    /// The terms are accepted and the privacy statement has been read.
    pub terms: bool,
    /// As `captcha/challenge` asks it.
    pub captcha: String,
}

/// Arguments of `customer/login`.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct LoginArgs {
    pub email: String,
    pub password: String,
}

/// Who is logged in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UserInfo {
    pub email: String,
    /// Whether a link that was mailed to the address has been followed: before that, what hangs on the address alone is
    /// neither exported nor deleted with the account.
    pub email_proved: bool,
    pub first_name: String,
    pub last_name: String,
    /// Sixteen digits; null when none is kept.
    pub member_card: Option<String>,
    pub newsletter: NewsletterInfo,
    /// Null unless the account is about to be deleted.
    pub deletion: Option<Deletion>,
}

/// A deletion of the account that has been asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Deletion {
    /// RFC 3339.
    pub asked_at: String,
    /// RFC 3339: when it is carried out; until then it can be withdrawn.
    pub due_at: String,
}

/// The answer of `customer/login` and `customer/create`: user info, and what became of the bag.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LoggedIn {
    #[serde(flatten)]
    pub user: UserInfo,
    pub bag: MergedBag,
}

/// Something is done, and what is said of it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Done {
    pub message: Message,
}

/// Arguments of `account/update`: all four fields, as they are to be.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "AccountArgs")]
pub struct UpdateArgs {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// Sixteen digits, or empty to keep none.
    pub member_card: String,
    /// Needed only when the e-mail address changes.
    pub current_password: String,
}

/// Arguments of `account/password`. Its success ends every session of the customer, this one too.
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
    /// As `captcha/challenge` asks it.
    pub captcha: String,
}

/// Arguments of `account/reset`. Its success ends every session of the customer.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ResetArgs {
    /// Of the link in the mail.
    pub token: String,
    pub password: String,
    pub password_confirmation: String,
}
