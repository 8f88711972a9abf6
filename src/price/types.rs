//! Arguments and answers of the calls about single prices.

use jiff::civil::DateTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::campaign::types::CampaignName;
use crate::domain::money::{Amount, Currency};

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PriceFilter {
    #[default]
    All,
    /// With a price that begins later.
    Planned,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PriceListArgs")]
pub struct ListArgs {
    /// The beginning of a SKU, or words of the name.
    pub q: String,
    pub filter: PriceFilter,
    /// As the answer before gave it.
    pub after: Option<String>,
}

/// Items with prices of their own, by SKU: 50 a page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PricePage {
    pub items: Vec<PricedRow>,
    /// The currencies of the shop, in its order.
    pub currencies: Vec<Currency>,
    /// For the next page; null on the last.
    pub after: Option<String>,
    /// How many items have a price that begins later, whatever is looked for; at most 1 000.
    pub planned: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PricedRow {
    pub sku: String,
    /// In the reader's language, with the options.
    pub name: String,
    /// Whether shoppers find it.
    pub is_on_sale: bool,
    /// In the order of the shop's currencies; those without a price are left out.
    pub prices: Vec<CurrentPrice>,
    /// Changes with any price of the item.
    pub version: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CurrentPrice {
    pub currency: Currency,
    /// Now; null: its first price is yet to begin.
    pub amount: Option<Amount>,
    /// The regular price while it is reduced.
    pub regular: Option<Amount>,
    /// What it costs without a campaign: what is set.
    pub base: Option<Amount>,
    /// The lowest of the 30 days before a reduction, which shoppers see struck through.
    pub lowest_30d: Option<Amount>,
    /// The campaign that reduces it now.
    pub campaign: Option<CampaignName>,
    /// What follows.
    pub next: Option<NextPrice>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NextPrice {
    /// RFC 3339.
    pub at: String,
    pub amount: Amount,
    pub campaign: Option<CampaignName>,
}

// ── One item ────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PriceItemArgs")]
pub struct ItemArgs {
    pub sku: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct PriceDetail {
    pub item: PricedRow,
    /// The ledger: in the order of the shop's currencies, the newest first; of each at most 100.
    pub ledger: Vec<LedgerEntry>,
    /// What people and commands have set, the newest first, at most 100.
    pub changes: Vec<PriceChange>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LedgerEntry {
    pub currency: Currency,
    /// RFC 3339.
    pub from: String,
    /// Null: until further notice.
    pub until: Option<String>,
    pub amount: Amount,
    pub regular: Option<Amount>,
    pub campaign: Option<CampaignName>,
    /// Whether it begins later and a person may take it back: a campaign is called off as a whole.
    pub can_unset: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PriceChange {
    /// RFC 3339.
    pub at: String,
    pub currency: Currency,
    /// RFC 3339.
    pub from: String,
    /// Null: what was planned for then was taken back.
    pub amount: Option<Amount>,
    pub regular: Option<Amount>,
    pub note: String,
    /// `staff:ID`, `token:ID` or `cli:USER`.
    pub actor: String,
    /// Of the person or program; null for a command.
    pub name: Option<String>,
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PriceSetArgs")]
pub struct SetArgs {
    /// At most 1 000, each SKU and currency once. One that cannot be set sets none: each has its message as a field named
    /// after its SKU and currency, e.g. `TOW-GAN EUR`.
    pub lines: Vec<PriceLine>,
    /// From when, on the clocks of the shop's zone; null: now.
    #[schemars(with = "Option<String>")]
    pub from: Option<DateTime>,
    /// Whether currencies without a line of their own follow the one in EUR at the shop's rates.
    pub follow: bool,
    /// Why, for the history.
    pub note: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PriceLine {
    pub sku: String,
    pub currency: Currency,
    pub amount: Amount,
    /// The regular price, where this one is to be shown as reduced without a campaign.
    pub regular: Option<Amount>,
    /// That was seen; empty: whatever it is, for a sheet that was written elsewhere.
    pub version: String,
}

/// What setting prices would do, or has done.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PricePlan {
    pub lines: Vec<PlannedLine>,
    /// How many of them change anything.
    pub changes: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlannedLine {
    pub sku: String,
    pub name: String,
    pub currency: Currency,
    /// What would hold then without a campaign; null: nothing.
    pub before: Option<Amount>,
    pub amount: Amount,
    pub regular: Option<Amount>,
    /// RFC 3339: until when, where another price is planned already.
    pub until: Option<String>,
    /// Whether it follows the one in EUR.
    pub follows: bool,
    /// A campaign that ends for this item, because it is no longer the lower price.
    pub ends_campaign: Option<CampaignName>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "PriceUnsetArgs")]
pub struct UnsetArgs {
    pub sku: String,
    pub currency: Currency,
    /// RFC 3339, as the ledger has it.
    pub from: String,
    pub version: String,
    #[serde(default)]
    pub note: String,
}
