//! Arguments and answers of the calls about campaigns.

use jiff::civil::{Date, DateTime};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::reduction::Ending;

// ── A campaign ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// How a campaign reduces prices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReductionKind {
    #[default]
    Percent,
    /// By an amount in EUR; in other currencies by what it is at the shop's rates.
    Amount,
    /// Each item to a price of its own in EUR; in other currencies to what it is at the shop's rates.
    Price,
}

/// Where a campaign stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CampaignState {
    #[default]
    Draft,
    /// Scheduled, and yet to begin.
    Planned,
    Running,
    Ended,
    CalledOff,
}

/// What a campaign is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CampaignForm {
    /// For the house; shoppers do not see it.
    pub name: String,
    /// Inclusive, on the clocks of the shop's zone, e.g. `2026-11-28T09:00`.
    #[schemars(with = "String")]
    pub begins: DateTime,
    /// Exclusive.
    #[schemars(with = "String")]
    pub ends: DateTime,
    pub kind: ReductionKind,
    /// With `percent`: above 0, below 100.
    #[serde(default)]
    pub percent: Percent,
    /// With `amount`: EUR.
    #[serde(default)]
    pub amount: Amount,
    #[serde(default)]
    pub ending: Ending,
    /// At most 2 000. Products with options stand for all of their variants.
    pub items: Vec<ChosenItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChosenItem {
    pub sku: String,
    /// EUR, with the kind `price`.
    #[serde(default)]
    pub price: Option<Amount>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Campaign {
    pub id: i64,
    pub name: String,
    pub state: CampaignState,
    /// RFC 3339.
    pub begins_at: String,
    pub ends_at: String,
    /// The same on the clocks of the shop's zone.
    #[schemars(with = "String")]
    pub begins: DateTime,
    #[schemars(with = "String")]
    pub ends: DateTime,
    pub kind: ReductionKind,
    pub percent: Percent,
    /// EUR.
    pub amount: Amount,
    pub ending: Ending,
    /// How many items were chosen.
    pub items: i64,
    /// Changes with the campaign.
    pub version: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CampaignIdArgs")]
pub struct IdArgs {
    pub id: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct CampaignDetail {
    pub campaign: Campaign,
    pub items: Vec<CampaignItem>,
    /// Who has changed it last: `staff:ID`, `token:ID` or `cli:USER`, and their name where they have one.
    pub actor: String,
    pub actor_name: Option<String>,
    /// RFC 3339.
    pub updated_at: String,
    /// Of a planned or running one: how many items it reduces. Fewer than were scheduled where a price sheet, or a lower price, has
    /// taken some away.
    pub reduces: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CampaignItem {
    pub sku: String,
    /// In the reader's language, with the options.
    pub name: String,
    /// EUR, now; null without one.
    pub amount: Option<Amount>,
    /// EUR, with the kind `price`.
    pub price: Option<Amount>,
}

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CampaignListArgs")]
pub struct ListArgs {
    pub state: Option<CampaignState>,
    /// As the answer before gave it.
    pub after: Option<String>,
}

/// Campaigns by their begin, the latest first: 50 a page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CampaignPage {
    pub items: Vec<Campaign>,
    /// For the next page; null on the last.
    pub after: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "CampaignCalendarArgs")]
pub struct CalendarArgs {
    /// Days in the shop's zone, both inclusive; at most 100.
    #[schemars(with = "String")]
    pub from: Date,
    #[schemars(with = "String")]
    pub to: Date,
}

/// What happens to prices in some days.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CampaignCalendar {
    /// By their begin; at most 200. Those that were called off are left out.
    pub campaigns: Vec<Campaign>,
    /// Single prices that are yet to change, by moment; at most 200.
    pub changes: Vec<PriceMoment>,
    /// The time zone, IANA.
    pub zone: String,
    #[schemars(with = "String")]
    pub today: Date,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PriceMoment {
    /// RFC 3339.
    pub at: String,
    #[schemars(with = "String")]
    pub local: DateTime,
    /// How many items.
    pub items: i64,
}

// ── Choosing goods ──────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CampaignChooseArgs")]
pub struct ChooseArgs {
    /// The key of a category, with all below it.
    pub category: String,
    /// Without a category: a SKU, or words of the name.
    pub q: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Chosen {
    /// At most 2 000, by SKU.
    pub items: Vec<CampaignItem>,
    /// All categories that can be chosen, in the reader's language.
    pub categories: Vec<ChosenCategory>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChosenCategory {
    pub key: String,
    pub name: String,
    /// 0: at the top.
    pub depth: u32,
}

// ── The dry run ─────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "CampaignPlanArgs")]
pub struct PlanArgs {
    pub id: i64,
    /// As the answer before gave it.
    #[serde(default)]
    pub after: Option<String>,
}

/// What a campaign would make of its items: 100 of those that it reduces a page, and all that are left out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CampaignPlan {
    /// What `campaign/schedule` is told, so that nothing else is scheduled than what was seen.
    pub seen: String,
    /// RFC 3339: when it begins, which is now for one whose begin has passed.
    pub begins_at: String,
    /// That time occurs twice, as clocks go back: the first is meant.
    pub begins_twice: bool,
    pub ends_twice: bool,
    pub reduced: usize,
    pub items: Vec<PlannedItem>,
    /// For the next page; null on the last.
    pub after: Option<String>,
    pub left_out: Vec<LeftOut>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlannedItem {
    pub sku: String,
    pub name: String,
    pub prices: Vec<PlannedPrice>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlannedPrice {
    pub currency: Currency,
    /// In force when the campaign begins.
    pub before: Amount,
    /// The lowest of the 30 days before, which shoppers see struck through.
    pub lowest_30d: Amount,
    pub price: Amount,
    /// Whole percent below `lowest_30d`. Null: it is not below, and the shop shows no reduction.
    pub percent: Option<u8>,
    /// Another price that is planned within the campaign.
    pub planned: Option<PlannedBase>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlannedBase {
    /// RFC 3339.
    pub at: String,
    pub amount: Amount,
    /// Whether it is lower than the campaign's and counts from then on.
    pub is_lower: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeftOut {
    pub sku: String,
    pub name: String,
    pub why: LeftOutReason,
    /// The one that it is in, with `in_campaign`.
    pub campaign: Option<CampaignName>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// It has no price when the campaign begins.
    NoPrice,
    /// The campaign's price is not below it, or nothing would be left of it.
    NotBelow,
    /// Another campaign reduces it in that time.
    InCampaign,
    /// It needs a price of its own and has none.
    NoOwnPrice,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CampaignName {
    pub id: i64,
    pub name: String,
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "CampaignSaveArgs")]
pub struct SaveArgs {
    /// Null: a new one.
    #[serde(default)]
    pub id: Option<i64>,
    /// That was seen; 0 of a new one.
    #[serde(default)]
    pub version: i64,
    pub form: CampaignForm,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "CampaignScheduleArgs")]
pub struct ScheduleArgs {
    pub id: i64,
    pub version: i64,
    /// `seen` of the dry run.
    pub seen: String,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "CampaignVersionArgs")]
pub struct VersionArgs {
    pub id: i64,
    pub version: i64,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "CampaignEndArgs")]
pub struct MoveEndArgs {
    pub id: i64,
    pub version: i64,
    /// Exclusive, on the clocks of the shop's zone.
    #[schemars(with = "String")]
    pub ends: DateTime,
}
