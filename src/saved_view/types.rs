//! Arguments and answers of the calls about saved views.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::permission::Permission;

/// A list that can be arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ViewedList")]
pub enum ViewedList {
    Orders,
    Pack,
    Bank,
    Audit,
    Customers,
    Messages,
    Products,
    Prices,
    Stock,
    Returns,
}

impl ViewedList {
    pub const ALL: [ViewedList; 10] = [
        Self::Orders,
        Self::Pack,
        Self::Bank,
        Self::Audit,
        Self::Customers,
        Self::Messages,
        Self::Products,
        Self::Prices,
        Self::Stock,
        Self::Returns,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::Pack => "pack",
            Self::Bank => "bank",
            Self::Audit => "audit",
            Self::Customers => "customers",
            Self::Messages => "messages",
            Self::Products => "products",
            Self::Prices => "prices",
            Self::Stock => "stock",
            Self::Returns => "returns",
        }
    }

    /// Who cannot open a list is not shown its views.
    pub const fn permission(self) -> Permission {
        match self {
            Self::Orders | Self::Returns => Permission::OrdersRead,
            Self::Pack => Permission::Packing,
            Self::Bank => Permission::Bank,
            Self::Audit => Permission::AuditRead,
            Self::Customers => Permission::CustomersRead,
            Self::Messages => Permission::MessagesAnswer,
            Self::Products => Permission::ProductsChange,
            Self::Prices => Permission::PricesChange,
            Self::Stock => Permission::StockChange,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SavedView {
    pub id: i64,
    pub list: ViewedList,
    pub name: String,
    /// Of the list's address, without `?`.
    pub query: String,
    pub is_for_all: bool,
    /// Names what was seen; a change takes it.
    pub version: String,
    /// The caller opens the list with it.
    pub is_default: bool,
}

/// Views of the lists that the caller may open: in each those for all first, then the caller's own.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SavedViews {
    pub items: Vec<SavedView>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SavedViewSaveArgs")]
pub struct SaveArgs {
    /// The view that is changed; null: a new one.
    #[serde(default)]
    pub id: Option<i64>,
    /// Of the view that is changed, as it was seen.
    #[serde(default)]
    pub version: String,
    /// Of a new one; a view stays with its list.
    pub list: ViewedList,
    pub name: String,
    /// At most 2 000 characters.
    pub query: String,
    /// Everybody's, which needs `settings_change`.
    #[serde(default)]
    pub is_for_all: bool,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SavedViewMoveArgs")]
pub struct MoveArgs {
    pub id: i64,
    /// Towards the first, else towards the last.
    pub is_up: bool,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "DefaultViewArgs")]
pub struct DefaultArgs {
    pub list: ViewedList,
    /// Null: the list as it is without a view.
    #[serde(default)]
    pub id: Option<i64>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SavedViewArgs")]
pub struct IdArgs {
    pub id: i64,
}
