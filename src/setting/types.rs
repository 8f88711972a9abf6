//! Arguments and answers of the calls about settings.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::settings::{Group, Kind};
use crate::deed::types::Failure;

/// Key to what it becomes; none: as the machine's file or the defaults say.
pub type Changes = BTreeMap<String, Option<Value>>;

/// A value to set.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SettingEdit")]
pub struct Edit {
    pub key: String,
    /// The value that was seen.
    pub seen: Value,
    /// What it becomes; null: as the machine's file or the defaults say.
    pub value: Option<Value>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveSettings")]
pub struct SaveArgs {
    pub edits: Vec<Edit>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SettingHistoryArgs")]
pub struct HistoryArgs {
    /// Of one setting; null: of all.
    pub key: Option<String>,
    /// Only changes before the one with this number.
    pub before: Option<i64>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "WaitingSettingArgs")]
pub struct WaitingArgs {
    pub id: i64,
}

/// A setting as it is in force.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Setting")]
pub struct Field {
    /// As in config.toml.
    pub key: String,
    pub kind: Kind,
    pub value: Value,
    /// What it is without the console: as the machine's file or the defaults say.
    pub fallback: Value,
    /// Whether the console has set it.
    pub is_set: bool,
    /// The line of the file, or the variable, that holds it: the console cannot change it.
    pub pinned_by: Option<String>,
    /// A change of it waits for a day, or for a second owner.
    pub waits: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "SettingSection")]
pub struct Section {
    pub group: Group,
    pub settings: Vec<Field>,
}

/// Changes of where money goes, which wait.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "WaitingSettings")]
pub struct WaitingChange {
    pub id: i64,
    pub changes: Vec<WaitingValue>,
    /// RFC 3339, as the next.
    pub asked_at: String,
    pub force_at: String,
    /// `staff:ID` or `cli:USER`.
    pub actor: String,
    /// The person's name, if it is known.
    pub by: Option<String>,
    /// Whether the reader has asked for it: somebody else must agree.
    pub is_own: bool,
    /// Whether the reader may agree now.
    pub may_agree: bool,
    pub failure: Option<Failure>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "WaitingSettingValue")]
pub struct WaitingValue {
    pub key: String,
    /// In force now.
    pub now: Value,
    pub then: Value,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "SettingList")]
pub struct SettingList {
    pub sections: Vec<Section>,
    pub waiting: Vec<WaitingChange>,
    /// Types of products that exist, for `shipping.collection`.
    pub product_types: Vec<String>,
}

/// A change of a setting.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "SettingChange")]
pub struct PastChange {
    pub id: i64,
    /// RFC 3339.
    pub at: String,
    /// `staff:ID` or `cli:USER`; empty: the machine's file.
    pub actor: String,
    /// The person's name, if it is known.
    pub by: Option<String>,
    pub key: String,
    /// Null: as the machine's file or the defaults said, as for the next.
    pub before: Option<Value>,
    pub after: Option<Value>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "SettingHistory")]
pub struct SettingHistory {
    pub changes: Vec<PastChange>,
    /// There are older ones.
    pub has_more: bool,
}
