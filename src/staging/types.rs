//! Answers of the calls about the copy for staging. Times are RFC 3339.

use schemars::JsonSchema;
use serde::Serialize;

use super::State;

/// The anonymised copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AnonymisedCopy")]
pub struct Copy {
    pub state: State,
    pub requested_at: String,
    /// While it is made: how much of it is.
    pub percent: i64,
    /// Once it is ready.
    pub made_at: Option<String>,
    pub bytes: Option<i64>,
    /// When it is deleted.
    pub until: Option<String>,
    /// In English, as the log has it.
    pub failure: Option<String>,
}
