//! Answers of the consent dialog's call.

use schemars::JsonSchema;
use serde::Serialize;

use super::cookies::{Category, Expiry, Kind};
use crate::message::Message;

/// A cookie, or an entry of the browser's storage, that the shop really sets (specification §2).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Cookie {
    pub name: String,
    pub category: Category,
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The shop's own name, or a third party's.
    pub provider: String,
    pub purpose: Message,
    pub expiry: Expiry,
}

/// The table of cookies, by category.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CookieTable {
    pub items: Vec<Cookie>,
}
