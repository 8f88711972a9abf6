//! The answer about a member card.

use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `membercard/index`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MemberCard {
    /// Sixteen digits; null when none is stored.
    pub member_card: Option<String>,
    /// Points of complete orders.
    pub points_due: i64,
    /// Points of orders in progress, due when the order completes.
    pub points_pending: i64,
}
