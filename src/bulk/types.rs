//! Arguments and answers of the calls about work on many things. Times are RFC 3339.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bank;
use crate::deed::types::{DeedAuthor, Failure};
use crate::domain::permission::Permission;
use crate::packing::types::PaperKind;
use crate::{inbox, order_admin, product};

/// The call that is made for each thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum BulkCall {
    #[serde(rename = "order/cancel")]
    Cancel,
    #[serde(rename = "order/complete")]
    Complete,
    #[serde(rename = "order/note")]
    Note,
    /// All that is left of each, by the order's own carrier and without a tracking number.
    #[serde(rename = "order/ship")]
    Ship,
    #[serde(rename = "bank/ignore")]
    Ignore,
    #[serde(rename = "bank/reopen")]
    Reopen,
    /// Nothing is changed: the run holds which orders are printed, and `bulk/papers` prints them.
    #[serde(rename = "pack/papers")]
    Papers,
    #[serde(rename = "product/put_on_sale")]
    PutOnSale,
    #[serde(rename = "product/take_off_sale")]
    TakeOffSale,
    #[serde(rename = "category/add_products")]
    AddToCategory,
    #[serde(rename = "category/remove_products")]
    RemoveFromCategory,
    #[serde(rename = "message/close")]
    CloseMessage,
    #[serde(rename = "message/reopen")]
    ReopenMessage,
}

/// What a call is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThingKind {
    Orders,
    Movements,
    Products,
    Threads,
}

impl BulkCall {
    pub const ALL: [BulkCall; 13] = [
        Self::Cancel,
        Self::Complete,
        Self::Note,
        Self::Ship,
        Self::Ignore,
        Self::Reopen,
        Self::Papers,
        Self::PutOnSale,
        Self::TakeOffSale,
        Self::AddToCategory,
        Self::RemoveFromCategory,
        Self::CloseMessage,
        Self::ReopenMessage,
    ];

    pub const fn path(self) -> &'static str {
        match self {
            Self::Cancel => "order/cancel",
            Self::Complete => "order/complete",
            Self::Note => "order/note",
            Self::Ship => "order/ship",
            Self::Ignore => "bank/ignore",
            Self::Reopen => "bank/reopen",
            Self::Papers => "pack/papers",
            Self::PutOnSale => "product/put_on_sale",
            Self::TakeOffSale => "product/take_off_sale",
            Self::AddToCategory => "category/add_products",
            Self::RemoveFromCategory => "category/remove_products",
            Self::CloseMessage => "message/close",
            Self::ReopenMessage => "message/reopen",
        }
    }

    pub fn from_path(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|call| call.path() == path)
    }

    /// What the call asks for on its line, so that nobody prepares what would be refused for each.
    pub const fn permission(self) -> Permission {
        match self {
            Self::Cancel | Self::Complete | Self::Note => Permission::OrdersChange,
            Self::Ship | Self::Papers => Permission::Packing,
            Self::Ignore | Self::Reopen => Permission::Bank,
            Self::PutOnSale | Self::TakeOffSale | Self::AddToCategory | Self::RemoveFromCategory => {
                Permission::ProductsChange
            }
            Self::CloseMessage | Self::ReopenMessage => Permission::MessagesAnswer,
        }
    }

    pub const fn things(self) -> ThingKind {
        match self {
            Self::Cancel | Self::Complete | Self::Note | Self::Ship | Self::Papers => ThingKind::Orders,
            Self::Ignore | Self::Reopen => ThingKind::Movements,
            Self::PutOnSale | Self::TakeOffSale | Self::AddToCategory | Self::RemoveFromCategory => ThingKind::Products,
            Self::CloseMessage | Self::ReopenMessage => ThingKind::Threads,
        }
    }
}

/// Which things.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BulkMatching")]
pub enum Matching {
    /// Those that `order/list` finds, on all pages.
    Orders(order_admin::types::ListArgs),
    /// Those that are to be packed: all, where this is true.
    ToPack(bool),
    /// Those that `bank/lines` finds, on all pages.
    Movements(bank::types::LinesArgs),
    /// Those that `product/list` finds, on all pages.
    Products(product::types::ListArgs),
    /// Those that `message/list` finds, on all pages.
    Threads(inbox::types::ListArgs),
    /// Numbers of orders, ids of movements, SKUs, or references of messages.
    Chosen(Vec<String>),
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "BulkPrepareArgs")]
pub struct PrepareArgs {
    pub call: BulkCall,
    pub of: Matching,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BulkStartArgs")]
pub struct StartArgs {
    /// That of `bulk/prepare`.
    pub id: i64,
    /// Of `order/cancel` and `order/complete`.
    pub reason: String,
    /// Of `order/note`.
    pub text: String,
    /// Of the calls about categories: its key.
    pub category: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BulkArgs")]
pub struct IdArgs {
    pub id: i64,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BulkShowArgs")]
pub struct ShowArgs {
    pub id: i64,
    /// `after` of the page before.
    pub after: Option<i64>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "BulkPapersArgs")]
pub struct PapersArgs {
    pub id: i64,
    /// Which of its files, from 1.
    pub file: usize,
    pub kind: PaperKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BulkState")]
pub enum RunState {
    /// Prepared, and not started.
    Draft,
    Running,
    Done,
    Stopped,
}

/// How far a run has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BulkRun {
    pub id: i64,
    pub call: BulkCall,
    pub by: DeedAuthor,
    pub state: RunState,
    pub asked_at: String,
    /// When the last of its things was done, or it was stopped.
    pub ended_at: Option<String>,
    /// Things it is about; the next six add up to it.
    pub count: i64,
    pub waiting: i64,
    /// Pending deeds, which can still be undone.
    pub pending: i64,
    pub done: i64,
    pub failed: i64,
    pub undone: i64,
    pub stopped: i64,
    /// Files into which its papers are cut; 0 where it prints none.
    pub files: usize,
    /// Orders of a file at most.
    pub file_size: usize,
}

/// Those whose call the caller may make: runs that have not ended, then the newest of the last seven days; at most fifty.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkRuns {
    pub items: Vec<BulkRun>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkDetail {
    pub run: BulkRun,
    /// What failed, in the order of the list.
    pub failures: Vec<BulkFailure>,
    /// For the next page of failures; null on the last.
    pub after: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BulkFailure {
    /// The number of an order, the id of a movement, a SKU, or the reference of a message.
    pub thing: String,
    pub failure: Failure,
}
