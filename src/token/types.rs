//! Arguments and answers of the calls about tokens. Times are Unix milliseconds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::permission::Permission;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Tokens {
    /// The newest first; those that have ended or were revoked, for 90 days.
    pub items: Vec<TokenItem>,
    /// What the caller can give a program.
    pub grantable: Vec<Permission>,
    /// The last day that the caller can choose as an end, ISO 8601.
    pub latest_on: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TokenItem {
    pub id: i64,
    pub name: String,
    /// Name of the person.
    pub made_by: String,
    /// What it was given.
    pub permissions: Vec<Permission>,
    /// What it reaches now: of what it was given, what its maker holds; nothing once it has ended.
    pub reaches: Vec<Permission>,
    pub state: TokenState,
    pub created_at: i64,
    pub expires_at: i64,
    pub last_used_at: Option<i64>,
    /// Of the last use: first digits of the network's keyed hash.
    pub network: Option<String>,
    pub revoked_at: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TokenState {
    InForce,
    /// Within two weeks.
    EndsSoon,
    Ended,
    Revoked,
    /// Its maker may not come in any more.
    MakerDisabled,
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TokenCreateArgs")]
pub struct CreateArgs {
    /// Of the program.
    pub name: String,
    pub permissions: Vec<Permission>,
    /// The last day on which it is good, ISO 8601, in the shop's time zone.
    pub ends_on: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "TokenCreated")]
pub struct Created {
    #[serde(flatten)]
    pub tokens: Tokens,
    pub id: i64,
    /// Shown this once.
    pub secret: String,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "TokenArgs")]
pub struct IdArgs {
    pub id: i64,
}
