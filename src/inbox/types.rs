//! Arguments and answers of the calls about messages. Times are RFC 3339.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chat::types::ChatMode;
use crate::contact::types::Subject;
use crate::deed::types::Deed;
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::domain::store_view::Lang;
use crate::order_admin::types::MailState;
use crate::returns::types::Step;
use crate::staff::types::Colleague;
use crate::thread::types::{ThreadKind, ThreadState};
use crate::withdrawal::types::WithdrawnItem;

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Whose threads are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AssignedTo {
    Me,
    Nobody,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ThreadListArgs")]
pub struct ListArgs {
    /// The beginnings of words: of a name, an address, the number of an order, a reference.
    pub q: String,
    /// Null: all kinds; likewise of the next three.
    pub kind: Option<ThreadKind>,
    pub state: Option<ThreadState>,
    pub assigned_to: Option<AssignedTo>,
    pub lang: Option<Lang>,
    /// As the answer before gave it.
    pub after: Option<String>,
}

/// Threads: open ones first, those that are due first at the top, then all others, the newest first; 50 a page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ThreadPage {
    pub items: Vec<ThreadRow>,
    /// For the next page; null on the last.
    pub after: Option<String>,
    /// How many are open, whatever is looked for; at most 1 000.
    pub open: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ThreadRow {
    pub reference: String,
    pub kind: ThreadKind,
    pub state: ThreadState,
    /// The customer's.
    pub lang: Lang,
    /// As it was given; empty of a chat without a login, and once it is erased.
    pub name: String,
    /// Of a message.
    pub subject: Option<Subject>,
    /// The beginning of what was written; in a chat of what was said last.
    pub excerpt: String,
    /// Who has said the last word in a chat is the house.
    pub is_ours: bool,
    pub order_number: Option<String>,
    /// When the customer wrote last.
    pub at: String,
    /// Null unless it is open.
    pub due_at: Option<String>,
    pub is_overdue: bool,
    pub assignee: Option<Colleague>,
}

/// Chats in which somebody waits for an answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WaitingChats {
    pub items: Vec<WaitingChat>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WaitingChat {
    pub reference: String,
    /// Rises with what is said.
    pub message_id: i64,
    pub name: String,
    pub excerpt: String,
    /// Nobody has taken it, or the caller has.
    pub is_for_me: bool,
}

// ── One thread ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ThreadArgs")]
pub struct ShowArgs {
    pub reference: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ThreadDetail {
    pub thread: ThreadRow,
    /// Rises with each change; calls that change something name the one that was seen.
    pub version: i64,
    /// Empty of a chat, and once it is erased.
    pub email: String,
    /// The account of who has written, else the customer with that address, as the console names them; null where there is none,
    /// and for those who may not read customers.
    pub customer: Option<String>,
    /// Of the order that was rated, 1 to 5.
    pub rating: Option<i64>,
    /// Oldest first.
    pub entries: Vec<ThreadEntry>,
    pub withdrawal: Option<WithdrawalFacts>,
    pub order: Option<ThreadOrder>,
    /// Others of the same order, account or address, the most recent first, at most 20.
    pub related: Vec<ThreadRow>,
    /// People who may answer.
    pub colleagues: Vec<Colleague>,
    /// What placeholders of canned texts stand for here; empty where it is not known.
    pub values: BTreeMap<String, String>,
    pub can: ThreadCan,
    /// A letter that can still be undone.
    pub pending: Option<Deed>,
}

/// What is possible now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ThreadCan {
    /// By letter.
    pub reply: bool,
    /// In the chat.
    pub say: bool,
    pub close: bool,
    pub reopen: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThreadEntryKind {
    /// By the customer.
    Heard,
    /// By the house, in the chat.
    Said,
    /// By the house, as a letter.
    Reply,
    Note,
    Assigned,
    Released,
    Closed,
    Reopened,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ThreadEntry {
    /// Tells entries of a thread apart.
    pub id: String,
    pub kind: ThreadEntryKind,
    pub at: String,
    /// Plain text with line breaks; empty once it is erased.
    pub text: String,
    /// Of the person or program, or `cli:USER`; null of the customer, and where nobody recorded it.
    pub name: Option<String>,
    /// Who was assigned.
    pub person: Option<String>,
    /// How far a letter has come; null once its mail is forgotten.
    pub mail: Option<MailState>,
}

/// What a statement of withdrawal says, and what the law asks for.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WithdrawalFacts {
    /// As it was given.
    pub order_number: String,
    /// Whether order number and address belong together. If not, the statement counts all the same.
    pub is_known: bool,
    /// It came with the order's token or from its customer.
    pub is_proved: bool,
    /// Empty: the whole order.
    pub items: Vec<WithdrawnItem>,
    /// Until then the money goes back, unless the goods are still to come back (Directive 2011/83/EU art. 13).
    pub refund_by: String,
    pub handled_at: Option<String>,
    /// How it was dealt with.
    pub note: String,
    /// It is dealt with, and its thread stays open only because what the customer has written has no answer yet.
    pub waits_for_answer: bool,
    /// Returns that follow from it, the oldest first; none without `orders_read`.
    pub returns: Vec<WithdrawalReturn>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WithdrawalReturn {
    pub number: String,
    pub step: Step,
    /// What was refunded; null before it.
    pub refund: Option<Amount>,
    pub currency: Currency,
}

/// The order that it is about. Without `orders_read` only its number.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ThreadOrder {
    pub number: String,
    pub facts: Option<ThreadOrderFacts>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ThreadOrderFacts {
    pub status: OrderStatus,
    pub placed_at: String,
    pub total: Amount,
    pub currency: Currency,
    pub items: Vec<ThreadOrderItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ThreadOrderItem {
    pub sku: String,
    /// In the language of the order.
    pub name: String,
    pub qty: u32,
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ThreadReplyArgs")]
pub struct ReplyArgs {
    pub reference: String,
    pub version: i64,
    /// At most 5 000 characters. Greeting and closing are the letter's own.
    pub text: String,
}

/// Arguments of `message/say` and `message/note`, which add something and need to have seen nothing.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ThreadTextArgs")]
pub struct TextArgs {
    pub reference: String,
    /// At most 1 000 characters in a chat, 2 000 of a note.
    pub text: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ThreadAssignArgs")]
pub struct AssignArgs {
    pub reference: String,
    pub version: i64,
    /// Id of a person; null: nobody.
    pub to: Option<i64>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ThreadCloseArgs")]
pub struct CloseArgs {
    pub reference: String,
    pub version: i64,
    /// How a withdrawal was dealt with, at most 2 000 characters; may be empty for others.
    pub note: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ThreadReopenArgs")]
pub struct ReopenArgs {
    pub reference: String,
    pub version: i64,
}

// ── Canned texts ────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CannedTexts {
    /// By title, at most 200.
    pub items: Vec<CannedText>,
    /// The names of the placeholders that texts may have.
    pub placeholders: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CannedText {
    pub id: i64,
    pub title: String,
    /// Rises with each change.
    pub version: i64,
    /// By language; one that is not there is not written yet.
    pub texts: BTreeMap<Lang, String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CannedTextSaveArgs")]
pub struct SaveTextArgs {
    /// Null: a new one.
    pub id: Option<i64>,
    /// The one that was seen; of a new one 0.
    pub version: i64,
    /// At most 80 characters; no two texts have the same.
    pub title: String,
    /// Empty ones are none.
    pub texts: BTreeMap<Lang, String>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CannedTextArgs")]
pub struct DeleteTextArgs {
    pub id: i64,
    pub version: i64,
}

// ── The chat ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// When the chat is offered. Times are `HH:MM` in the shop's zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChatHours {
    pub mode: ChatMode,
    pub opens: String,
    pub closes: String,
    /// 0 while the configuration says so.
    pub version: i64,
    /// Whether shoppers are told that they are answered at once.
    pub is_open: bool,
    /// Whether somebody who may answer has the console open.
    pub is_staffed: bool,
    /// Null while it is open, and where nobody can say.
    pub opens_at: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ChatHoursArgs")]
pub struct ChatHoursArgs {
    /// The one that was seen.
    pub version: i64,
    pub mode: ChatMode,
    /// This and the next: `HH:MM` in the shop's zone.
    pub opens: String,
    pub closes: String,
}
