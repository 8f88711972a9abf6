//! Arguments and answers of the calls about returns. Times are RFC 3339, amounts in the order's currency with VAT.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::money::{Amount, Currency};
use crate::order_admin::types::LineQty;
use crate::payment::store::RefundState;
use crate::returns::types::{Origin, Reason, Step};

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ReturnListArgs")]
pub struct ListArgs {
    /// Words: number of the order or the return, name, mail, SKU.
    pub q: String,
    /// Null: all.
    pub step: Option<Step>,
    /// Only those that wait for their refund: inspected, or a withdrawal whose goods are shown to be on their way.
    pub owed: bool,
    /// Only those that were refunded on proof of sending, and whose goods have not come six weeks after it.
    pub overdue: bool,
    /// The oldest first, else the newest.
    pub oldest: bool,
    /// As the page before gave it.
    pub after: Option<String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReturnPage {
    pub items: Vec<ReturnRow>,
    /// `after` of the next page; null on the last.
    pub after: Option<String>,
    /// How many wait in each step, whatever is looked for.
    pub announced: i64,
    pub received: i64,
    pub inspected: i64,
    /// How many wait for their refund.
    pub owed: i64,
    /// Of how many the goods are overdue.
    pub overdue: i64,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReturnRow {
    pub number: String,
    pub order_number: String,
    /// Whom the order was shipped to.
    pub name: String,
    pub origin: Origin,
    pub step: Step,
    pub opened_at: String,
    pub received_at: Option<String>,
    /// Pieces that have come, else those announced.
    pub pieces: u32,
    /// By when the law wants the money of a withdrawal to be back; null where it says nothing, or once it is.
    pub due_at: Option<String>,
    /// Neither the goods nor a proof that they were sent are here: the money may be withheld.
    pub may_withhold: bool,
    pub is_overdue: bool,
    /// Refunded on proof of sending: since when the goods are overdue; null where they are not.
    pub overdue_since: Option<String>,
    /// It was closed because its goods never came. They still can come with it.
    pub never_came: bool,
    /// What was refunded; null before it, and of returns from before there were steps.
    pub refund: Option<Amount>,
    pub currency: Currency,
}

// ── One return ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ReturnShowArgs")]
pub struct ShowArgs {
    /// E.g. `2026-000123-R1`.
    pub number: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReturnDetail {
    #[serde(flatten)]
    pub row: ReturnRow,
    /// Names what was seen; deeds take it.
    pub version: i64,
    /// In somebody's words; may be empty.
    pub note: String,
    /// Number of the return that its pieces were announced with and did not come with.
    pub follows: Option<String>,
    /// Announced pieces that did not come with the others; 0 before it is received.
    pub missing: u32,
    /// Number of the return as which those stay announced; null where nothing more is expected.
    pub rest: Option<String>,
    /// Number of the statement of withdrawal, and when it was received.
    pub withdrawal: Option<String>,
    pub notice_at: Option<String>,
    /// Since when the house has proof that the goods were sent.
    pub sent_at: Option<String>,
    pub inspected_at: Option<String>,
    pub refunded_at: Option<String>,
    pub ended_at: Option<String>,
    /// In the order of the order's. While it is announced also those that could come with it: none of them is announced.
    pub lines: Vec<ReturnLine>,
    /// What is to be refunded as it is now: for the goods, and in all. With the last goods of an order all that is left of it,
    /// shipping included. Zero once it is refunded.
    pub owed_goods: Amount,
    pub owed: Amount,
    /// Refunds that were made for it.
    pub refunds: Vec<ReturnRefund>,
    pub can: ReturnCan,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReturnLine {
    /// Of the order's line.
    pub position: i64,
    pub sku: String,
    /// In the reader's language.
    pub name: String,
    pub announced: u32,
    /// Null before it is received.
    pub received: Option<u32>,
    /// Pieces that are fit for sale; null before the inspection.
    pub fit: Option<u32>,
    /// Pieces that can come with this return at most.
    pub most: u32,
    pub reason: Reason,
    /// What was paid for the pieces received, else announced.
    pub value: Amount,
    pub deduction: Amount,
    pub deduction_reason: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReturnRefund {
    pub id: i64,
    pub amount: Amount,
    pub state: RefundState,
}

/// What the reader may do next.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct ReturnCan {
    pub call_off: bool,
    /// Close it, because its goods never came.
    pub never_came: bool,
    pub note_sent: bool,
    pub receive: bool,
    pub inspect: bool,
    pub refund: bool,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ReturnsOfOrderArgs")]
pub struct OfOrderArgs {
    /// E.g. `2026-000123`.
    pub order_number: String,
}

/// The returns of an order, and what can still be announced.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReturnsOfOrder {
    /// Oldest first.
    pub items: Vec<ReturnDetail>,
    /// Pieces that can be announced, by line; lines of none are left out.
    pub announceable: Vec<LineQty>,
    /// Pieces that can come without being announced.
    pub receivable: Vec<LineQty>,
    pub can_announce: bool,
    pub can_arrive: bool,
}

// ── Steps ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReturnAnnouncedLine")]
pub struct AnnouncedLine {
    pub position: i64,
    pub qty: u32,
    #[serde(default)]
    pub reason: Reason,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReturnAnnounceArgs")]
pub struct AnnounceArgs {
    pub order_number: String,
    /// `mail` or `telephone`.
    pub origin: Origin,
    pub lines: Vec<AnnouncedLine>,
    /// At most 200 characters; may be empty.
    #[serde(default)]
    pub note: String,
}

/// Goods that came unasked.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReturnArriveArgs")]
pub struct ArriveArgs {
    pub order_number: String,
    pub lines: Vec<LineQty>,
    #[serde(default)]
    pub note: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReturnSeenArgs")]
pub struct SeenArgs {
    pub number: String,
    pub version: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReturnReceiveArgs")]
pub struct ReceiveArgs {
    pub number: String,
    pub version: i64,
    /// Pieces counted; lines that are left out have none.
    pub lines: Vec<LineQty>,
    /// What was announced and has not come stays announced, as a return of its own; false: nothing more is coming.
    #[serde(default = "still_comes")]
    pub rest_comes: bool,
}

const fn still_comes() -> bool {
    true
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReturnFinding")]
pub struct FindingLine {
    pub position: i64,
    /// Pieces that are fit for sale.
    pub fit: u32,
    /// By how much less is refunded because handling beyond a trial has made the goods worth less (Directive 2011/83/EU art. 14 (2));
    /// empty: by nothing.
    #[serde(default)]
    pub deduction: String,
    /// Why, as the customer is told; at most 200 characters.
    #[serde(default)]
    pub deduction_reason: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReturnInspectArgs")]
pub struct InspectArgs {
    pub number: String,
    pub version: i64,
    /// Lines that are left out are fit for sale as a whole.
    pub lines: Vec<FindingLine>,
    /// Refunds this amount at once, which needs the permission to refund; null: later.
    #[serde(default)]
    pub refund: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReturnRefundArgs")]
pub struct RefundArgs {
    pub number: String,
    pub version: i64,
    /// `0` closes it without a refund; null: what is owed.
    #[serde(default)]
    pub amount: Option<String>,
}
