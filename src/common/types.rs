//! What the common calls take and answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Region {
    /// The regional site for the visitor's country; empty when there is none.
    pub redirect_url: String,
    /// ISO 3166-1 alpha-2 code as the trusted proxy told it; empty when unknown.
    pub country: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Talk {
    /// Unguessable handle of the conversation.
    pub session_id: String,
    /// Whether somebody answers at once (Monday to Friday 8:00 to 19:00 CET).
    pub open: bool,
    /// When the desk opens next, RFC 3339; null while it is open.
    pub opens_at: Option<String>,
}
