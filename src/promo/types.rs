//! Arguments and answers of the calls about employees' tags. Times are RFC 3339, days ISO 8601 in the shop's zone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PromoTags")]
pub struct Tags {
    /// Those that count first, then by tag.
    pub items: Vec<TagItem>,
    /// What a new tag takes off regular prices, in percent.
    pub new_percent: u16,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "PromoTag")]
pub struct TagItem {
    pub tag: String,
    /// What it takes off regular prices.
    pub percent: u16,
    /// Domains of proved mail addresses for which it counts; none: it counts for everybody.
    pub domains: Vec<String>,
    pub valid_from: String,
    /// First moment at which it no longer counts; null: until it is switched off.
    pub valid_to: Option<String>,
    /// First and last day.
    pub from: String,
    pub until: Option<String>,
    pub state: TagStanding,
    /// Orders in which it counted, without canceled ones.
    pub orders: i64,
    /// Opens the shop with the tag.
    pub link: String,
    pub version: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PromoTagStanding")]
pub enum TagStanding {
    InForce,
    /// It begins later.
    Planned,
    /// Its last day is over.
    Ended,
    Off,
}

/// A tag as somebody wants it, which is switched on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SavePromoTag")]
pub struct SaveArgs {
    pub tag: String,
    /// What was seen; null: there was none.
    pub version: Option<String>,
    /// Whole, from 1 to 100.
    pub percent: u16,
    /// First day; empty: at once, or as it is.
    #[serde(default)]
    pub from: String,
    /// Last day; empty: until it is switched off.
    #[serde(default)]
    pub until: String,
    /// Empty: it counts for everybody.
    #[serde(default)]
    pub domains: Vec<String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "PromoTagPlan")]
pub struct TagPlan {
    /// Null: it is a new one.
    pub before: Option<TagItem>,
    pub after: TagItem,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "PromoTagArgs")]
pub struct TagArgs {
    pub tag: String,
}
