//! Arguments and answers of the calls about customers' passkeys.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use crate::passkey::types::{Ceremony, Signature};

/// Arguments of `account/passkey_options`: the current password, or what another key has signed.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerPasskeyOptionsArgs")]
pub struct OptionsArgs {
    /// What the customer calls the key; checked before the browser makes one.
    pub name: String,
    pub current_password: String,
    pub proof: Option<Signature>,
}

/// Arguments of `account/add_passkey`.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerPasskeyArgs")]
pub struct AddArgs {
    pub name: String,
    pub ceremony: String,
    pub credential: Value,
}

/// Arguments of `account/rename_passkey`.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerPasskeyNameArgs")]
pub struct RenameArgs {
    pub id: i64,
    pub name: String,
}

/// Arguments of `account/remove_passkey`: the current password, or what a key has signed.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerPasskeyRemovalArgs")]
pub struct RemoveArgs {
    pub id: i64,
    pub current_password: String,
    pub proof: Option<Signature>,
}

/// The keys of the customer who is logged in.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CustomerPasskeys")]
pub struct Passkeys {
    pub items: Vec<PasskeyItem>,
    /// Whether keys can be made: not where the shop has no host name.
    pub is_offered: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CustomerPasskey")]
pub struct PasskeyItem {
    pub id: i64,
    pub name: String,
    /// Whether it was made for the shop's present host: a key works nowhere else.
    pub is_usable: bool,
    /// RFC 3339.
    pub added_at: String,
    /// RFC 3339; null before the first login.
    pub used_at: Option<String>,
}
