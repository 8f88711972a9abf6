//! Arguments and answers of the fapiao's calls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::message::Message;

/// The kind of invoice (specification §3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FapiaoType")]
pub enum Kind {
    Personal,
    Business,
    Electronic,
    Vat,
    /// Not needed.
    #[default]
    None,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Self::Personal, Self::Business, Self::Electronic, Self::Vat, Self::None];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Personal => "personal",
            Self::Business => "business",
            Self::Electronic => "electronic",
            Self::Vat => "vat",
            Self::None => "none",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// Arguments of `fapiao/create`. `business` needs name and code; `electronic` needs the code where it has a name; `vat`
/// needs all six; the others need none.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "FapiaoArgs")]
pub struct CreateArgs {
    pub order_number: String,
    /// `personal`, `business`, `electronic`, `vat`, `none`.
    #[serde(rename = "type")]
    pub kind: String,
    pub business_name: String,
    /// Unified social credit code: 15, 18 or 20 letters and digits.
    pub tax_id: String,
    pub registered_address: String,
    pub registered_phone: String,
    pub bank_name: String,
    pub bank_account: String,
}

/// Arguments of `fapiao/view`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "FapiaoViewArgs")]
pub struct ViewArgs {
    pub order_number: String,
}

/// A request for a fapiao.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FapiaoRequest")]
pub struct Request {
    #[serde(rename = "type")]
    pub kind: Kind,
    pub business_name: String,
    pub tax_id: String,
    pub registered_address: String,
    pub registered_phone: String,
    pub bank_name: String,
    pub bank_account: String,
    /// RFC 3339.
    pub requested_at: String,
    /// RFC 3339; null until it is issued.
    pub issued_at: Option<String>,
    /// Of the issued fapiao; empty where the house has not noted it.
    pub number: String,
}

/// State of the fapiao of an order.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Fapiao {
    pub order_number: String,
    /// Whether a fapiao is offered for this order: five-language reading, Chinese store view.
    pub offered: bool,
    /// Whether `fapiao/create` is allowed now.
    pub can_request: bool,
    /// Null until one is requested.
    pub request: Option<Request>,
    /// Message about a change; null when nothing was changed.
    pub message: Option<Message>,
}

// ── For the house ───────────────────────────────────────────────────────────────────────────────────────────────────

/// Arguments of the console's `fapiao/list`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "FapiaoListArgs")]
pub struct PageArgs {
    /// Those that are issued, the newest first; else those that wait, the oldest first.
    pub issued: bool,
    /// From the page before.
    pub after: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct FapiaoPage {
    pub items: Vec<FapiaoItem>,
    /// Where the next page begins; null on the last one.
    pub after: Option<String>,
    /// How many wait.
    pub open: i64,
}

/// A request, with what issuing it needs of its order.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FapiaoItem {
    pub order_number: String,
    /// On the bill.
    pub name: String,
    pub email: String,
    pub status: OrderStatus,
    /// VAT included.
    pub total: Amount,
    pub currency: Currency,
    pub request: Request,
}

/// Arguments of the console's `fapiao/issued`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "FapiaoIssuedArgs")]
pub struct IssuedArgs {
    pub order_number: String,
    /// Of the fapiao: 20 digits, or code and number of one on paper; may be empty.
    #[serde(default)]
    pub fapiao_number: String,
}
