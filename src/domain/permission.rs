//! What a person of the house may do in the console. Roles are sets of permissions, kept as rows.

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One permission. A call of the console names the one that it needs on its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    StaffRead,
    /// People, roles and invitations.
    StaffManage,
    AuditRead,
    OrdersRead,
    OrdersChange,
    OrdersRefund,
    Packing,
    Bank,
    ProductsChange,
    StockChange,
    PricesChange,
    ContentChange,
    MessagesAnswer,
    CustomersRead,
    /// What accounts hold, and newsletters of customers.
    CustomersChange,
    CustomersErase,
    FiguresRead,
    SettingsChange,
    System,
}

impl Permission {
    pub const ALL: [Permission; 19] = [
        Self::StaffRead,
        Self::StaffManage,
        Self::AuditRead,
        Self::OrdersRead,
        Self::OrdersChange,
        Self::OrdersRefund,
        Self::Packing,
        Self::Bank,
        Self::ProductsChange,
        Self::StockChange,
        Self::PricesChange,
        Self::ContentChange,
        Self::MessagesAnswer,
        Self::CustomersRead,
        Self::CustomersChange,
        Self::CustomersErase,
        Self::FiguresRead,
        Self::SettingsChange,
        Self::System,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::StaffRead => "staff_read",
            Self::StaffManage => "staff_manage",
            Self::AuditRead => "audit_read",
            Self::OrdersRead => "orders_read",
            Self::OrdersChange => "orders_change",
            Self::OrdersRefund => "orders_refund",
            Self::Packing => "packing",
            Self::Bank => "bank",
            Self::ProductsChange => "products_change",
            Self::StockChange => "stock_change",
            Self::PricesChange => "prices_change",
            Self::ContentChange => "content_change",
            Self::MessagesAnswer => "messages_answer",
            Self::CustomersRead => "customers_read",
            Self::CustomersChange => "customers_change",
            Self::CustomersErase => "customers_erase",
            Self::FiguresRead => "figures_read",
            Self::SettingsChange => "settings_change",
            Self::System => "system",
        }
    }

    /// Whether whoever uses it must prove again that it is them, whatever they do with it: people and their rights, the erasure of
    /// personal data, bank accounts and payment. No program ever holds it.
    pub const fn needs_person(self) -> bool {
        matches!(self, Self::StaffManage | Self::CustomersErase | Self::SettingsChange)
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.code() == code)
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The permissions of a role.
pub type Permissions = BTreeSet<Permission>;

/// The permissions with these codes; those of a newer program are left out.
pub fn from_codes<'c>(codes: impl IntoIterator<Item = &'c str>) -> Permissions {
    codes.into_iter().filter_map(Permission::from_code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_wire_and_unknown_ones_are_left_out() {
        for permission in Permission::ALL {
            assert_eq!(serde_json::to_value(permission).expect("JSON"), permission.code());
        }
        let known = from_codes(Permission::ALL.map(Permission::code));
        assert_eq!(known.len(), Permission::ALL.len());
        assert_eq!(from_codes(["packing", "fly"]), Permissions::from([Permission::Packing]));
    }
}
