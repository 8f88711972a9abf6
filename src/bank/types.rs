//! Arguments and answers of the calls about the bank account. Amounts are decimal, days ISO 8601, times RFC 3339.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::money::{Amount, Currency};
use crate::message::Message;

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BankImportArgs")]
pub struct ImportArgs {
    /// The file's name.
    pub name: String,
    /// Its bytes in Base64.
    pub content: String,
}

/// What a file has brought: an item for each account that it tells of.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BankImported {
    pub items: Vec<Imported>,
}

/// What a file has brought of one account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BankImportedStatement")]
pub struct Imported {
    /// Null when every movement was there already.
    pub statement_id: Option<i64>,
    /// IBAN; empty where the file does not say.
    pub account: String,
    /// Whether the account is the one that the shop prints on its bills; null where the file does not say.
    pub is_own_account: Option<bool>,
    /// New movements.
    pub added: i64,
    /// Movements that an earlier file had brought.
    pub known: i64,
    /// New ones that certainly belong to an order or a refund: `bank/book_sure` books them, 300 at a time.
    pub sure: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BankStatement {
    pub id: i64,
    pub name: String,
    pub account: String,
    /// Who has imported it: `staff:ID`, `token:ID` or `cli:USER`.
    pub actor: String,
    /// Name of that person or program; null for a command.
    pub imported_by: Option<String>,
    /// RFC 3339.
    pub imported_at: String,
    pub lines: i64,
    /// Movements that nobody has booked or set aside.
    pub open: i64,
}

/// The newest twenty.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BankStatements {
    pub items: Vec<BankStatement>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BankLineState")]
pub enum LineState {
    Open,
    Booked,
    /// Set aside: it has nothing to do with an order.
    Ignored,
}

impl LineState {
    pub const fn code(self) -> &'static str {
        match self {
            LineState::Open => "open",
            LineState::Booked => "booked",
            LineState::Ignored => "ignored",
        }
    }
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BankLinesArgs")]
pub struct LinesArgs {
    /// Null: open ones.
    pub state: Option<LineState>,
    /// Only of this statement.
    pub statement_id: Option<i64>,
    /// Only those before this id.
    pub before: Option<i64>,
}

/// Movements, newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BankLines {
    pub items: Vec<BankLine>,
    /// For `before`; null on the last page.
    pub next_before: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BankLine {
    pub id: i64,
    pub statement_id: i64,
    pub booked_on: String,
    pub value_date: String,
    /// Negative: money that left.
    pub amount: Amount,
    /// ISO 4217.
    pub currency: String,
    pub party: String,
    pub iban: String,
    pub text: String,
    pub reference: String,
    pub is_reversal: bool,
    pub state: LineState,
    /// The order on which it was booked.
    pub order_number: Option<String>,
    /// The number of the order to which an open one certainly belongs.
    pub sure: Option<String>,
    /// What an open one may belong to, the likeliest first.
    pub candidates: Vec<Candidate>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BankCandidate")]
pub struct Candidate {
    pub order_number: String,
    pub name: String,
    pub outstanding: Amount,
    pub currency: Currency,
    pub why: Why,
}

/// What speaks for a candidate, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BankCandidateWhy")]
pub enum Why {
    NumberAndAmount,
    Number,
    AmountAndName,
    Amount,
    Name,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BankStatementArgs")]
pub struct StatementArgs {
    pub statement_id: i64,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BankBookArgs")]
pub struct BookArgs {
    pub id: i64,
    /// As people type it, e.g. `2026-000123` or `2026 000123`.
    pub order_number: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BankLineArgs")]
pub struct LineArgs {
    pub id: i64,
}

/// What the booking of many has done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BankBooked")]
pub struct Booked {
    pub booked: i64,
    /// Movements that were refused meanwhile; they stay open.
    pub left: i64,
}

/// Arguments of `bank/take_back`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BankTakeBackArgs")]
pub struct TakeBackArgs {
    pub statement_id: i64,
    /// That of `bank/bookings`.
    pub version: String,
    pub reason: String,
}

/// What is booked from a statement as payments, in the order of the file, at most 300.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BankBookings")]
pub struct Bookings {
    pub items: Vec<Booking>,
    /// Names those that can be taken back; `bank/take_back` takes it.
    pub version: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BankBooking")]
pub struct Booking {
    /// Of the movement.
    pub id: i64,
    pub order_number: String,
    pub amount: Amount,
    /// ISO 4217.
    pub currency: String,
    /// Why its payment cannot be taken back; null if it can.
    pub why: Option<Message>,
    #[serde(skip)]
    pub order_id: i64,
    #[serde(skip)]
    pub payment_id: i64,
}

/// Refunds that wait for somebody to transfer them, oldest first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BankRefunds {
    pub items: Vec<BankRefund>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BankRefund {
    pub id: i64,
    pub order_number: String,
    /// By which the bank's statement names it.
    pub reference: String,
    pub amount: Amount,
    pub currency: Currency,
    pub reason: String,
    /// RFC 3339.
    pub created_at: String,
    /// Who had paid, and from which account, where a statement has told; else the name on the bill, and empty.
    pub name: String,
    pub iban: String,
    /// RFC 3339: when it was written into a file for the bank; null if it was not.
    pub written_at: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SepaFileArgs {
    pub refunds: Vec<SepaRefund>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SepaRefund {
    pub id: i64,
    pub name: String,
    pub iban: String,
    /// Whether somebody has seen that a file holds it already, and wants it in another one.
    pub again: bool,
}
