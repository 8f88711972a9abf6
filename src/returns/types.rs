//! Types of returns.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::money::{Amount, Currency};

/// Within which the money of a withdrawal goes back, from its notice on: Directive 2011/83/EU art. 13 (1).
pub const REFUND_WITHIN: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Goods whose money has gone back on proof that they were sent are overdue after this, from the proof on: longer than parcels
/// travel or lie at a counter, and short enough for a search by the carrier.
pub const OVERDUE_AFTER: SignedDuration = SignedDuration::from_hours(6 * 7 * 24);

/// How a return came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReturnOrigin")]
pub enum Origin {
    /// A statement of withdrawal.
    Withdrawal,
    /// Announced by mail or in the inbox.
    Mail,
    /// Announced by telephone or at the counter.
    Telephone,
    /// A parcel that came back without a word.
    Unasked,
}

impl Origin {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Withdrawal => "withdrawal",
            Self::Mail => "mail",
            Self::Telephone => "telephone",
            Self::Unasked => "unasked",
        }
    }
}

/// How far a return has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReturnStep")]
pub enum Step {
    /// The goods are expected.
    Announced,
    /// They are in the house and counted.
    Received,
    /// What is fit for sale is in stock again; the refund is decided.
    Inspected,
    /// Refunded, or ended without a refund.
    Closed,
    /// The goods do not come.
    CalledOff,
}

impl Step {
    pub const ALL: [Step; 5] = [Self::Announced, Self::Received, Self::Inspected, Self::Closed, Self::CalledOff];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Announced => "announced",
            Self::Received => "received",
            Self::Inspected => "inspected",
            Self::Closed => "closed",
            Self::CalledOff => "called_off",
        }
    }
}

/// Why goods come back, as the customer says. Whoever withdraws need not say.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReturnReason")]
pub enum Reason {
    #[default]
    NotGiven,
    ChangedMind,
    DoesNotFit,
    NotAsDescribed,
    Damaged,
    Faulty,
    WrongItem,
    Other,
}

impl Reason {
    pub const ALL: [Reason; 8] = [
        Self::NotGiven,
        Self::ChangedMind,
        Self::DoesNotFit,
        Self::NotAsDescribed,
        Self::Damaged,
        Self::Faulty,
        Self::WrongItem,
        Self::Other,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::NotGiven => "not_given",
            Self::ChangedMind => "changed_mind",
            Self::DoesNotFit => "does_not_fit",
            Self::NotAsDescribed => "not_as_described",
            Self::Damaged => "damaged",
            Self::Faulty => "faulty",
            Self::WrongItem => "wrong_item",
            Self::Other => "other",
        }
    }
}

/// A stored return. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct GoodsReturn {
    pub id: i64,
    /// Its order's, and which of its returns it is: `2026-000123-R1`.
    pub number: String,
    pub order_id: i64,
    pub origin: Origin,
    pub step: Step,
    /// In somebody's words.
    pub note: String,
    /// Number of the statement of withdrawal.
    pub withdrawal: Option<String>,
    /// When that was received.
    pub notice_at: Option<i64>,
    /// Since when the house has proof that the goods were sent.
    pub sent_at: Option<i64>,
    /// By when the money has to go back; none while it may be withheld, or where no law says.
    pub refund_by: Option<i64>,
    pub opened_at: i64,
    pub received_at: Option<i64>,
    pub inspected_at: Option<i64>,
    pub refunded_at: Option<i64>,
    /// Minor units of the order's currency; none before it, of returns from before there were steps, and of a rest whose money went
    /// back with the return that it `follows`.
    pub refund: Option<i64>,
    /// When it was closed or called off.
    pub ended_at: Option<i64>,
    /// Number of the return that these pieces were announced with and did not come with.
    pub follows: Option<String>,
    pub version: i64,
}

impl GoodsReturn {
    /// Whether it may be refunded before the goods are here: of a withdrawal, whose customer has shown that they were sent
    /// (Directive 2011/83/EU art. 13 (3)).
    pub fn is_owed_on_proof(&self) -> bool {
        self.step == Step::Announced && self.notice_at.is_some() && self.sent_at.is_some() && self.refunded_at.is_none()
    }

    /// Whether it was closed although its goods never came: its money had gone back on proof that they were sent.
    pub fn never_came(&self) -> bool {
        self.step == Step::Closed && self.received_at.is_none()
    }

    /// Whether goods can come with it: announced ones, and after all those that were given up.
    pub fn can_come(&self) -> bool {
        self.step == Step::Announced || self.never_came()
    }

    /// Since when its goods are overdue, in Unix milliseconds; none where they are not.
    pub fn overdue_since(&self, now: Timestamp) -> Option<i64> {
        let is_expected = self.step == Step::Announced && self.refunded_at.is_some();
        let since =
            self.sent_at.filter(|_| is_expected)? + i64::try_from(OVERDUE_AFTER.as_millis()).unwrap_or(i64::MAX);
        (since < now.as_millisecond()).then_some(since)
    }

    /// Its number and what was refunded, in no language: `2026-000123-R1: 80.00 EUR`.
    pub fn noted(&self, currency: Currency) -> String {
        match self.refund {
            Some(minor) => format!("{}: {} {currency}", self.number, Amount::from_minor(minor)),
            None => self.number.clone(),
        }
    }

    /// By when the money has to go back once the goods, or a proof that they were sent, are here at `since`: fourteen days from
    /// the notice, and at once where those are over. None without a notice.
    pub fn refund_by(&self, since: Timestamp) -> Option<i64> {
        let notice = self.notice_at?;
        Some((notice + i64::try_from(REFUND_WITHIN.as_millis()).unwrap_or(i64::MAX)).max(since.as_millisecond()))
    }

    /// Until when the money would have to be back if it were not withheld; none without a notice.
    pub fn due_at(&self) -> Option<i64> {
        self.refund_by.or_else(|| self.refund_by(Timestamp::MIN))
    }
}

/// A line of a return.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Line {
    /// Of the order's line.
    pub position: i64,
    /// Pieces, as are the next two. None that were announced of what came unasked.
    pub announced: u32,
    pub received: Option<u32>,
    /// Of those received, fit for sale and so in stock again.
    pub fit: Option<u32>,
    pub reason: Reason,
    /// What was paid for the received pieces, in minor units; known since the inspection.
    pub value: Option<i64>,
    /// By how much less is refunded because the goods have lost value, in minor units.
    pub deduction: i64,
    /// Why, as the customer is told.
    pub deduction_reason: String,
}

impl Line {
    /// A line of the order of which nothing is announced.
    pub fn unexpected(position: i64) -> Line {
        Line {
            position,
            announced: 0,
            received: None,
            fit: None,
            reason: Reason::NotGiven,
            value: None,
            deduction: 0,
            deduction_reason: String::new(),
        }
    }

    /// The pieces that it is about by now.
    pub fn pieces(&self) -> u32 {
        self.received.unwrap_or(self.announced)
    }

    /// Announced pieces that have not come with the others; none before they are received.
    pub fn missing(&self) -> u32 {
        self.received.map_or(0, |received| self.announced.saturating_sub(received))
    }
}

/// What an inspection has found of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Finding {
    /// Pieces that are fit for sale; the others are not.
    pub fit: u32,
    /// Minor units.
    pub deduction: i64,
    pub deduction_reason: String,
}

/// Pieces of a line that come back, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announced {
    pub position: i64,
    pub qty: u32,
    pub reason: Reason,
}

/// A return as the order's customer is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReturnView {
    #[serde(skip)]
    pub id: i64,
    pub number: String,
    pub items: Vec<ReturnedItem>,
    /// What was announced and has not come with it.
    pub missing: Vec<MissingItem>,
    /// Whether that is still expected.
    pub is_rest_expected: bool,
    /// RFC 3339; by when the money goes back, where the law says.
    pub refund_by: Option<String>,
    pub is_refunded: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingItem {
    pub sku: String,
    /// In the language of the order.
    pub name: String,
    pub qty: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReturnedItem {
    pub sku: String,
    /// In the language of the order.
    pub name: String,
    /// Pieces that came back.
    pub qty: u32,
    pub deduction: Amount,
    pub deduction_reason: String,
}
