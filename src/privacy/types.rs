//! Arguments and answers of deletion and export.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Arguments of `account/delete`.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "DeleteAccountArgs")]
pub struct DeleteArgs {
    pub password: String,
}

/// All personal data of the customer, by slice (Regulation 2016/679 art. 15 and 20).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Export {
    /// RFC 3339.
    pub exported_at: String,
    pub data: BTreeMap<String, Value>,
}
