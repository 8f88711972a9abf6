//! The answer about a member card.

use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `membercard/index`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MemberCard {
    /// Sixteen digits; null when none is kept.
    pub member_card: Option<String>,
    /// Points of orders that are complete.
    pub points_due: i64,
    /// Points of orders on their way: they fall due when the order completes.
    pub points_pending: i64,
}
