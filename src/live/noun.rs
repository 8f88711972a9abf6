//! What changes are about, and who may hear of them.

use crate::domain::permission::{Permission, Permissions};

/// The noun of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Noun {
    /// By number, with all that belongs to it.
    Order,
    /// Statements, movements, refunds by hand.
    Bank,
    /// Deeds that are pending or have failed.
    Deed,
    /// Work on many things.
    Bulk,
    Mail,
    Job,
    /// Copies of the database.
    Backup,
    /// Goods that are sold out, or are there again.
    Stock,
    /// Products, by SKU; without one, the catalogue as a whole.
    Product,
    /// By key.
    Category,
    Campaign,
    Page,
    Look,
    Home,
    /// By key.
    Setting,
    /// Carriers' rates, VAT and closing days, by kind.
    Tariff,
    /// Prices that somebody has set, of an item.
    Price,
    /// Promo tags of employees.
    PromoTag,
    /// Threads of the inbox, by reference.
    Message,
    CannedText,
    /// Conversations, and when the chat is offered.
    Chat,
    Withdrawal,
    /// By number; what is about its order is told of that too.
    Return,
    /// Accounts, by id, with addresses, newsletters and requests to be deleted.
    Customer,
    /// People and invitations.
    Person,
    Role,
    /// Sessions of a person.
    Session,
    Audit,
    /// Tokens of programs.
    Token,
    /// Who has an order or a thread open. Told as names, never as a change.
    Presence,
}

impl Noun {
    pub const ALL: [Noun; 30] = [
        Self::Order,
        Self::Bank,
        Self::Deed,
        Self::Bulk,
        Self::Mail,
        Self::Job,
        Self::Backup,
        Self::Stock,
        Self::Product,
        Self::Category,
        Self::Campaign,
        Self::Page,
        Self::Look,
        Self::Home,
        Self::Setting,
        Self::Tariff,
        Self::Price,
        Self::PromoTag,
        Self::Message,
        Self::CannedText,
        Self::Chat,
        Self::Withdrawal,
        Self::Return,
        Self::Customer,
        Self::Person,
        Self::Role,
        Self::Session,
        Self::Audit,
        Self::Token,
        Self::Presence,
    ];

    /// As in the rows, and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Bank => "bank",
            Self::Deed => "deed",
            Self::Bulk => "bulk",
            Self::Mail => "mail",
            Self::Job => "job",
            Self::Backup => "backup",
            Self::Stock => "stock",
            Self::Product => "product",
            Self::Category => "category",
            Self::Campaign => "campaign",
            Self::Page => "page",
            Self::Look => "look",
            Self::Home => "home",
            Self::Setting => "setting",
            Self::Tariff => "tariff",
            Self::Price => "price",
            Self::PromoTag => "promo_tag",
            Self::Message => "message",
            Self::CannedText => "canned_text",
            Self::Chat => "chat",
            Self::Withdrawal => "withdrawal",
            Self::Return => "return",
            Self::Customer => "customer",
            Self::Person => "person",
            Self::Role => "role",
            Self::Session => "session",
            Self::Audit => "audit",
            Self::Token => "token",
            Self::Presence => "presence",
        }
    }

    /// None for the code of a newer program.
    pub fn from_code(code: &str) -> Option<Noun> {
        Self::ALL.into_iter().find(|noun| noun.code() == code)
    }

    /// The permissions of which one is enough to hear: those of the calls that show the noun.
    pub const fn permissions(self) -> &'static [Permission] {
        use Permission::{
            AuditRead, Bank, ContentChange, CustomersRead, MessagesAnswer, OrdersChange, OrdersRead, OrdersRefund,
            Packing, PricesChange, ProductsChange, SettingsChange, StaffManage, StaffRead, StockChange, System,
        };
        match self {
            Self::Order => &[OrdersRead, Packing, Bank],
            Self::Return => &[OrdersRead],
            Self::Bank => &[Bank],
            // Names nothing but itself: `deed/list` and `bulk/list` tell each what their permissions are for.
            Self::Deed | Self::Bulk => &[Bank, Packing, OrdersChange, OrdersRefund, MessagesAnswer],
            Self::Mail => &[System, OrdersChange],
            Self::Job | Self::Backup => &[System],
            Self::Stock => &[StockChange],
            Self::Product | Self::Category => &[ProductsChange],
            Self::Campaign | Self::Price | Self::PromoTag => &[PricesChange],
            Self::Page | Self::Look | Self::Home => &[ContentChange],
            Self::Setting | Self::Tariff => &[SettingsChange],
            Self::Message | Self::CannedText | Self::Chat => &[MessagesAnswer],
            Self::Withdrawal => &[OrdersRefund],
            Self::Customer => &[CustomersRead],
            Self::Person | Self::Role | Self::Session => &[StaffRead],
            Self::Audit => &[AuditRead],
            Self::Token => &[StaffManage],
            Self::Presence => &[OrdersRead, MessagesAnswer],
        }
    }

    /// Whether somebody with these permissions hears of a thing. Of their own sessions everybody hears.
    pub fn is_heard_by(self, staff_id: i64, permissions: &Permissions, thing: &str) -> bool {
        self.permissions().iter().any(|permission| permissions.contains(permission))
            || (self == Self::Session && thing == staff_id.to_string())
    }

    /// Whether what a person may hear can have become another by such a change.
    pub const fn decides_who_hears(self) -> bool {
        matches!(self, Self::Person | Self::Role | Self::Session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_noun_has_a_code_and_somebody_who_hears_it() {
        for noun in Noun::ALL {
            assert_eq!(Noun::from_code(noun.code()), Some(noun));
            assert!(!noun.is_heard_by(1, &Permissions::new(), "2"), "{noun:?}");
            for permission in noun.permissions() {
                assert!(noun.is_heard_by(1, &Permissions::from([*permission]), "2"), "{noun:?}");
            }
        }
        assert_eq!(Noun::from_code("start"), None);
        assert!(Noun::Session.is_heard_by(1, &Permissions::new(), "1"), "one's own sessions");
    }
}
