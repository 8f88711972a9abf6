//! Arguments and answers of the audit's calls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Entries a page.
pub const PAGE: i64 = 50;

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "AuditListArgs")]
pub struct ListArgs {
    /// Only entries with a lower id: `next_before` of the page before.
    pub before: Option<i64>,
    /// `staff:ID`, `token:ID`, `cli:USER` or `anybody`.
    pub actor: Option<String>,
    pub noun: Option<String>,
    /// Unix milliseconds, inclusive.
    pub from_at: Option<i64>,
    /// Unix milliseconds, inclusive.
    pub to_at: Option<i64>,
}

/// Which entries leave, as `audit/list` takes them.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "AuditExportArgs")]
pub struct ExportArgs {
    pub actor: Option<String>,
    pub noun: Option<String>,
    /// Unix milliseconds, inclusive.
    pub from_at: Option<i64>,
    /// Unix milliseconds, inclusive.
    pub to_at: Option<i64>,
}

/// A page of entries, the latest first.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AuditPage")]
pub struct Page {
    pub items: Vec<Entry>,
    /// `before` of the next page; null on the last.
    pub next_before: Option<i64>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AuditEntry")]
pub struct Entry {
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
    pub actor: String,
    /// Path of the call, or words of the command.
    pub call: String,
    pub outcome: Outcome,
    pub noun: String,
    /// Id within the noun; empty where there is none.
    pub thing: String,
    /// JSON; null where there was nothing, or it has been erased.
    pub before: Value,
    pub after: Value,
    /// Keyed hash of the network; null for commands.
    pub network: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AuditOutcome")]
pub enum Outcome {
    Done,
    Refused,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "AuditVerifyArgs")]
pub struct VerifyArgs {
    /// A seal from a letter to the owners: its number, a colon, 64 hexadecimal digits.
    pub seal: Option<String>,
}

/// Whether the audit is as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AuditVerification")]
pub struct Verification {
    #[serde(flatten)]
    pub chain: Verified,
    /// Whether the chain holds the seal that was asked about; null where none was.
    pub holds_seal: Option<bool>,
}

/// What a verification of the whole chain has found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AuditChain")]
pub struct Verified {
    /// Entries under a seal.
    pub sealed: i64,
    /// Entries that the next run of the job seals.
    pub unsealed: i64,
    /// Hash of the newest seal, hexadecimal; null before the first.
    pub last_hash: Option<String>,
    pub broken: Option<Broken>,
}

/// The first thing that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AuditBreak")]
pub struct Broken {
    /// Of the entry; of a seal whose entries or hash do not fit: its number.
    pub id: i64,
    /// In English, for operators.
    pub why: String,
}
