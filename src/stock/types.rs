//! Arguments and answers of the calls about stock.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StockFilter {
    #[default]
    All,
    /// At or below the threshold, and not sold out.
    Low,
    /// Nothing left to sell.
    Out,
    /// With an arrival that is expected.
    Expected,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StockListArgs")]
pub struct ListArgs {
    /// The beginning of a SKU, or words of the name.
    pub q: String,
    pub filter: StockFilter,
    /// As the answer before gave it.
    pub after: Option<String>,
}

/// Items with a stock of their own, by SKU: 50 a page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StockPage {
    pub items: Vec<StockItem>,
    /// For the next page; null on the last.
    pub after: Option<String>,
    /// How many items are low, sold out and expected, whatever is looked for.
    pub low: i64,
    pub out: i64,
    pub expected: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StockItem {
    pub sku: String,
    /// In the reader's language, with the options.
    pub name: String,
    /// Whether shoppers find it.
    pub is_on_sale: bool,
    /// Pieces that can be sold.
    pub available: u32,
    /// Pieces held for orders that have not left.
    pub held: u32,
    /// Both together: what lies there.
    pub on_hand: u32,
    /// At how many available pieces it warns; null: never.
    pub threshold: Option<u32>,
    /// Where it lies, e.g. `A 3`; empty: not known.
    pub shelf: String,
    /// The next arrival.
    pub expected: Option<Expected>,
    /// Changes with each count, arrival and correction, and not with orders.
    pub version: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Expected {
    #[schemars(with = "String")]
    pub on: Date,
    /// Of all arrivals.
    pub pieces: u32,
    /// Whether the day has passed.
    pub is_late: bool,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StockItemArgs")]
pub struct ItemArgs {
    pub sku: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct StockDetail {
    pub item: StockItem,
    pub arrivals: Vec<Arrival>,
    /// Orders that hold pieces, the oldest first, at most 50.
    pub holders: Vec<StockHolder>,
    /// Newest first, at most 100.
    pub history: Vec<StockEvent>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StockArrival")]
pub struct Arrival {
    pub id: i64,
    /// That have not come yet.
    pub pieces: u32,
    #[schemars(with = "String")]
    pub expected_on: Date,
    pub note: String,
    pub is_late: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
pub struct StockHolder {
    /// Of the order.
    pub number: String,
    pub pieces: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StockEvent {
    /// RFC 3339.
    pub at: String,
    pub reason: StockReason,
    /// Below zero: taken away.
    pub pieces: i64,
    /// What lay there afterwards.
    pub on_hand: i64,
    pub note: String,
    /// `staff:ID`, `token:ID` or `cli:USER`.
    pub actor: String,
    /// Of the person or program; null for a command.
    pub name: Option<String>,
}

/// Why a stock was changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StockReason {
    Counted,
    Arrived,
    /// Came back without a return of the shop.
    Returned,
    Found,
    #[default]
    Damaged,
    Lost,
    /// By the house itself.
    Used,
    /// By a command.
    Set,
}

impl StockReason {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Counted => "counted",
            Self::Arrived => "arrived",
            Self::Returned => "returned",
            Self::Found => "found",
            Self::Damaged => "damaged",
            Self::Lost => "lost",
            Self::Used => "used",
            Self::Set => "set",
        }
    }
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Why a person corrects a stock. Whether pieces come or go follows from it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    #[default]
    Damaged,
    Lost,
    /// Taken for the house itself
    Used,
    Found,
    /// Came back without a return of the shop
    Returned,
}

impl Correction {
    pub const ALL: [Correction; 5] = [Self::Damaged, Self::Lost, Self::Used, Self::Found, Self::Returned];

    /// The reason that is kept, and whether pieces come.
    pub const fn reason(self) -> (StockReason, bool) {
        match self {
            Self::Damaged => (StockReason::Damaged, false),
            Self::Lost => (StockReason::Lost, false),
            Self::Used => (StockReason::Used, false),
            Self::Found => (StockReason::Found, true),
            Self::Returned => (StockReason::Returned, true),
        }
    }
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StockCountArgs")]
pub struct CountArgs {
    /// At most 500, each item once. One that cannot be saved saves none: each has its message as a field named after its SKU.
    pub lines: Vec<CountedLine>,
    pub note: String,
}

/// What somebody counted, beside what the shop said then.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CountedLine {
    pub sku: String,
    /// Pieces that lie there, whether an order holds them or not.
    pub counted: u32,
    /// `on_hand` and `version` of the item when it was counted.
    pub on_hand: u32,
    pub version: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StockCounted")]
pub struct Counted {
    /// As they are now, in the order of the lines.
    pub items: Vec<StockItem>,
    /// How many were not as the shop had them.
    pub changed: u32,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StockCorrectArgs")]
pub struct CorrectArgs {
    pub sku: String,
    pub reason: Correction,
    /// Above zero: whether they come or go follows from the reason.
    pub pieces: u32,
    pub note: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StockThresholdArgs")]
pub struct ThresholdArgs {
    pub sku: String,
    /// Null: no warning.
    pub threshold: Option<u32>,
    /// The one that was seen.
    pub seen: Option<u32>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StockShelfArgs")]
pub struct ShelfArgs {
    pub sku: String,
    /// At most 20 characters; empty: nowhere in particular.
    pub shelf: String,
    /// The one that was seen.
    pub seen: String,
}

/// Where many items lie, as a sheet says it: up to 2 000, all or none. What cannot be has its message by the number of its line, from 1.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StockShelvesArgs")]
pub struct ShelvesArgs {
    pub lines: Vec<ShelfLine>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StockShelfLine")]
pub struct ShelfLine {
    pub sku: String,
    /// At most 20 characters; empty: nowhere in particular.
    pub shelf: String,
    /// The one that was seen; null: whatever it is.
    pub seen: Option<String>,
}

/// What a sheet changes, or would.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StockShelves")]
pub struct Shelves {
    pub changes: Vec<ShelfChange>,
    /// Lines that say what is so already.
    pub unchanged: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StockShelfChange")]
pub struct ShelfChange {
    pub sku: String,
    /// In the reader's language.
    pub name: String,
    pub before: String,
    pub after: String,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "StockExpectArgs")]
pub struct ExpectArgs {
    pub sku: String,
    pub pieces: u32,
    /// Not before today, in the shop's zone.
    #[schemars(with = "String")]
    pub on: Date,
    #[serde(default)]
    pub note: String,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "StockReceiveArgs")]
pub struct ReceiveArgs {
    pub id: i64,
    /// That have come: more than were expected, too.
    pub pieces: u32,
    /// What is missing still comes.
    #[serde(default)]
    pub rest_comes: bool,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "StockArrivalArgs")]
pub struct ArrivalArgs {
    pub id: i64,
}
