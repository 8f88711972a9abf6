//! Arguments and answers of the calls about customers. Times are RFC 3339.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::address::Address;
use crate::deed::types::Deed;
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::domain::store_view::Lang;
use crate::newsletter::types::Letters;
use crate::order_admin::types::MailItem;
use crate::staff::types::Mentioned;

// ── The list ────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum CustomerFilter {
    /// All accounts
    #[default]
    All,
    /// Accounts with an order
    Ordered,
    /// Accounts whose address is subscribed to a newsletter
    Subscribed,
    /// Accounts whose deletion is asked for
    Deletion,
    /// Guests, by the mailbox of their orders
    Guests,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CustomerSort")]
pub enum Sort {
    /// The account created last first; the guest who has ordered last.
    #[default]
    Newest,
    Oldest,
}

/// Which customers are listed.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerListArgs")]
pub struct ListArgs {
    /// Words, each the beginning of a word, without accents and case: of name, mail, member card or the number of an order; of a
    /// guest whatever an order is found by. All must match.
    pub q: String,
    pub filter: CustomerFilter,
    pub sort: Sort,
    /// `after` of the page before.
    pub after: Option<String>,
}

/// A page of customers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CustomerPage {
    pub items: Vec<CustomerRow>,
    /// `after` of the next page; null on the last.
    pub after: Option<String>,
    /// On all pages, up to 10 000.
    pub count: i64,
    /// There are more than `count`.
    pub is_more: bool,
    /// Of a search among all accounts: how many guests it finds, up to 10 000.
    pub guests: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CustomerRow {
    /// Of an account its id, of a guest the number of an order.
    pub key: String,
    pub is_guest: bool,
    pub name: String,
    pub email: String,
    pub member_card: Option<String>,
    /// Of the last visit or order.
    pub lang: Lang,
    /// Of the account; null for guests.
    pub created_at: Option<String>,
    pub logged_in_at: Option<String>,
    pub orders: i64,
    pub last_order_at: Option<String>,
    /// The address is subscribed to a newsletter.
    pub is_subscribed: bool,
    /// When the account will be deleted, as its owner has asked.
    pub deletion_due_at: Option<String>,
    /// The account that has the guest's address.
    pub account_id: Option<i64>,
}

// ── One customer ────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerShowArgs")]
pub struct ShowArgs {
    /// The id of an account, or the number of an order, whose account or guest it is.
    pub key: String,
}

/// A customer with all that belongs to them, as far as the reader may see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CustomerDetail {
    /// Of an account its id, of a guest the number of the newest order.
    pub key: String,
    /// Names what was seen; changes take it.
    pub version: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub lang: Lang,
    pub member_card: Option<String>,
    /// Null: a guest.
    pub account: Option<CustomerAccount>,
    /// The account that has the guest's address.
    pub account_id: Option<i64>,
    /// Of the address book; of a guest those of the newest order.
    pub addresses: Vec<CustomerAddress>,
    /// The newest first, at most 50; null for those who may not read orders.
    pub orders: Option<Vec<CustomerOrder>>,
    pub order_count: i64,
    /// Points of complete orders.
    pub points_due: i64,
    /// Points of orders in progress.
    pub points_pending: i64,
    /// Null: never asked for.
    pub newsletter: Option<CustomerNewsletter>,
    /// The latest first, at most 50; null for those who may read none.
    pub messages: Option<Vec<CustomerMessage>>,
    /// What the house has noted, the latest first, at most 50.
    pub notes: Vec<CustomerNote>,
    /// Those of the notes that name the reader, who has not said that they have seen them.
    pub mentions: Vec<i64>,
    /// Of the last 30 days, the latest first, at most 50.
    pub mails: Vec<MailItem>,
    pub can: Can,
    /// What is about to change them; nothing else can be done until then.
    pub pending: Option<Deed>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CustomerAccount {
    pub id: i64,
    pub created_at: String,
    pub logged_in_at: Option<String>,
    /// One was chosen; without it, nobody can log in.
    pub has_password: bool,
    /// Since when a mailed link has shown that the address is the owner's; null: not yet.
    pub email_verified_at: Option<String>,
    /// Until when a password link that was mailed leads somewhere.
    pub link_until: Option<String>,
    /// So many wrong passwords were tried that the next attempts are refused.
    pub is_throttled: bool,
    /// Devices on which it is logged in.
    pub sessions: i64,
    pub passkeys: i64,
    /// The same, one by one, the oldest first.
    pub passkey_list: Vec<CustomerPasskey>,
    pub deletion: Option<CustomerDeletion>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CustomerPasskey {
    pub id: i64,
    /// As the customer calls it.
    pub name: String,
    pub added_at: String,
    pub used_at: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CustomerDeletion {
    pub asked_at: String,
    pub due_at: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CustomerAddress {
    pub address: Address,
    /// As printed, with the country in the reader's language.
    pub lines: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CustomerOrder {
    pub number: String,
    pub placed_at: String,
    pub status: OrderStatus,
    pub currency: Currency,
    pub total: Amount,
    pub pieces: u32,
    pub awaiting_confirmation: bool,
    /// Placed with the account's address, but without the account.
    pub is_guest: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CustomerNewsletterState")]
pub enum NewsletterState {
    /// A link was mailed and not followed yet.
    Pending,
    Subscribed,
    /// Letters may still come for a working day.
    Ending,
    Unsubscribed,
}

/// A subscription, and how its consent is proved (Regulation 2016/679 art. 7(1)).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CustomerNewsletter {
    pub state: NewsletterState,
    pub letters: Letters,
    pub confirmed_at: Option<String>,
    pub ends_at: Option<String>,
    /// In chronological order.
    pub events: Vec<NewsletterEvent>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CustomerNewsletterEvent")]
pub struct NewsletterEvent {
    pub at: String,
    /// `asked`, `reminded`, `confirmed`, `changed`, `unsubscribe_asked`, `unsubscribed`.
    pub what: String,
    /// `footer`, `lightbox`, `account`, `checkout`, `registration`, `house`.
    pub source: String,
    pub letters: Letters,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CustomerMessageKind")]
pub enum MessageKind {
    Contact,
    Chat,
    Withdrawal,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CustomerMessage {
    pub kind: MessageKind,
    /// That of its thread, under which the house works on it.
    pub reference: String,
    pub at: String,
    /// The subject's code of a message; empty otherwise.
    pub subject: String,
    /// Its beginning; of a chat the last thing said.
    pub text: String,
    pub order_number: Option<String>,
    /// Waits for the house.
    pub is_open: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CustomerNote {
    pub at: String,
    /// Who has written it: the name of a person or program, or `cli:USER`.
    pub author: String,
    /// `@{ID}` stands for a person.
    pub text: String,
    /// Those whom it names.
    pub mentioned: Vec<Mentioned>,
}

/// What the reader's permissions and the state allow now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CustomerCan")]
pub struct Can {
    pub change: bool,
    pub erase: bool,
    /// An order can be taken by telephone.
    pub order: bool,
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Arguments of all changes but that of the address.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerArgs")]
pub struct ChangeArgs {
    pub key: String,
    /// That of `customer/show`.
    pub version: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerPasskeyArgs")]
pub struct PasskeyArgs {
    pub key: String,
    pub version: String,
    /// Of the passkey.
    pub id: i64,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerNoteArgs")]
pub struct NoteArgs {
    pub key: String,
    /// At most 2 000 characters; `@{ID}` names a colleague (`customer/colleagues`).
    pub text: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CustomerEmailArgs")]
pub struct EmailArgs {
    pub key: String,
    pub version: String,
    pub email: String,
}
