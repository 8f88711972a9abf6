//! The answer of `duty/list`. Times are RFC 3339.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::money::{Amount, Currency};
use crate::domain::permission::Permission;
use crate::domain::store_view::Lang;
use crate::look;

/// What waits for the caller.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Duties {
    /// Those that the caller's permissions are for, the most urgent first; none without a thing that waits.
    pub duties: Vec<Duty>,
    /// Null for those who may not see them.
    pub figures: Option<Figures>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Duty {
    pub kind: DutyKind,
    /// How many things wait.
    pub count: i64,
    /// The earliest deadline; null for a kind without one.
    pub due_at: Option<String>,
    /// How many are past their deadline.
    pub overdue: i64,
    /// Five of them, those with the earliest deadline first, then those that have waited longest.
    pub items: Vec<DutyItem>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DutyItem {
    pub about: DutyAbout,
    /// Since when it waits; null where nobody records it.
    pub at: Option<String>,
    pub due_at: Option<String>,
}

/// What waits, with what a person reads about it and what a link needs.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DutyAbout {
    Order {
        number: String,
        /// Whom it is shipped to.
        name: String,
    },
    Return {
        number: String,
        /// Whom its order was shipped to.
        name: String,
    },
    /// A payment or a refund.
    Money { order_number: String, amount: Amount, currency: Currency },
    Withdrawal {
        number: String,
        /// As it was given.
        order_number: String,
        /// Whether there is an order of this number.
        has_order: bool,
        name: String,
    },
    Message {
        reference: String,
        name: String,
        /// Its beginning, at most 60 characters and an ellipsis.
        excerpt: String,
    },
    Chat {
        reference: String,
        /// The beginning of what was said last, as long as a message's.
        excerpt: String,
    },
    Mail {
        id: i64,
        recipient: String,
        /// Which letter it is, e.g. `order_confirm`.
        template: String,
        /// The order that it is about, or the account to whose owner it goes, as the console names it: its address can be
        /// corrected there.
        order_number: Option<String>,
        customer: Option<String>,
    },
    Item {
        sku: String,
        name: String,
        /// Its page in the shop; null where it has none in the reader's language.
        url: Option<String>,
    },
    /// What is left of an item, or comes of it.
    Stock { sku: String, name: String, pieces: u32 },
    Job {
        job: String,
        row_id: i64,
        /// The beginning of the error's text, which is English, as long as a message's.
        excerpt: String,
    },
    Backup {
        /// The day of the newest copy, ISO 8601; null where there is none.
        newest: Option<String>,
    },
    /// A help page in a language: it says what the settings deny, or was not published at its time.
    Page {
        key: String,
        lang: Lang,
        title: String,
        /// The word that says so; null for one that was not published.
        word: Option<String>,
    },
    /// The look, or the home page, which was not published at its time.
    Look { document: look::editing::Kind },
    /// A program's.
    Token { id: i64, name: String },
    Restore {
        /// Name of the copy that was to come back.
        copy: String,
        /// The beginning of why it did not, in English, as long as a message's.
        excerpt: String,
    },
    /// A change of where money goes, which waits for its day or for a second owner, or could not come into force.
    Setting {
        id: i64,
        /// Who asked for it.
        name: String,
    },
    /// A note that names the reader.
    Mention {
        about: MentionAbout,
        note_id: i64,
        /// Number of the order, or the customer's key; empty of a guest who has no order under that address any more.
        key: String,
        /// Who has written it.
        name: String,
        /// Its beginning, as long as a message's.
        excerpt: String,
    },
    /// How many entries of the compliance list are open.
    Compliance { open: i64 },
    Deed {
        id: i64,
        thing: String,
        /// Who asked for it.
        name: String,
    },
}

/// Notes that name somebody, who has seen them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "MentionArgs")]
pub struct MentionArgs {
    pub about: MentionAbout,
    pub notes: Vec<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MentionAbout {
    Order,
    Customer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DutyKind {
    /// Notes that name the reader.
    Mentions,
    OrdersToPack,
    /// What lies ready at the house for a week, and is late after two.
    CollectionsWaiting,
    TransfersWaiting,
    RefundsByHand,
    /// Chinese invoices that customers have asked for.
    FapiaoWaiting,
    Withdrawals,
    /// Goods that came back and lie uninspected.
    ReturnsToInspect,
    /// Returns that are inspected, and withdrawals whose goods are shown to be on their way.
    ReturnsToRefund,
    /// Goods that were refunded on proof of sending and have not come for weeks.
    ReturnsOverdue,
    Messages,
    Chats,
    MailsFailed,
    StockOut,
    StockLow,
    ArrivalsLate,
    PaymentsUncertain,
    JobsStuck,
    BackupOld,
    RestoresFailed,
    DeedsFailed,
    TokensEnding,
    PagesWrong,
    PagesLate,
    SettingsWaiting,
    /// What the law asks and this shop does not have yet; a demonstration has no such duty.
    ComplianceOpen,
}

impl DutyKind {
    pub const ALL: [DutyKind; 26] = [
        Self::Mentions,
        Self::OrdersToPack,
        Self::CollectionsWaiting,
        Self::TransfersWaiting,
        Self::RefundsByHand,
        Self::FapiaoWaiting,
        Self::Withdrawals,
        Self::ReturnsToInspect,
        Self::ReturnsToRefund,
        Self::ReturnsOverdue,
        Self::Messages,
        Self::Chats,
        Self::MailsFailed,
        Self::StockOut,
        Self::StockLow,
        Self::ArrivalsLate,
        Self::PaymentsUncertain,
        Self::JobsStuck,
        Self::BackupOld,
        Self::RestoresFailed,
        Self::DeedsFailed,
        Self::TokensEnding,
        Self::PagesWrong,
        Self::PagesLate,
        Self::SettingsWaiting,
        Self::ComplianceOpen,
    ];

    /// As it is written in answers and metrics.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Mentions => "mentions",
            Self::OrdersToPack => "orders_to_pack",
            Self::CollectionsWaiting => "collections_waiting",
            Self::TransfersWaiting => "transfers_waiting",
            Self::RefundsByHand => "refunds_by_hand",
            Self::FapiaoWaiting => "fapiao_waiting",
            Self::Withdrawals => "withdrawals",
            Self::ReturnsToInspect => "returns_to_inspect",
            Self::ReturnsToRefund => "returns_to_refund",
            Self::ReturnsOverdue => "returns_overdue",
            Self::Messages => "messages",
            Self::Chats => "chats",
            Self::MailsFailed => "mails_failed",
            Self::StockOut => "stock_out",
            Self::StockLow => "stock_low",
            Self::ArrivalsLate => "arrivals_late",
            Self::PaymentsUncertain => "payments_uncertain",
            Self::JobsStuck => "jobs_stuck",
            Self::BackupOld => "backup_old",
            Self::RestoresFailed => "restores_failed",
            Self::DeedsFailed => "deeds_failed",
            Self::TokensEnding => "tokens_ending",
            Self::PagesWrong => "pages_wrong",
            Self::PagesLate => "pages_late",
            Self::SettingsWaiting => "settings_waiting",
            Self::ComplianceOpen => "compliance_open",
        }
    }

    /// Whose duty it is. None: each thing is told to those who have the permission that it needs itself, or whom it names.
    pub const fn permission(self) -> Option<Permission> {
        match self {
            Self::OrdersToPack | Self::CollectionsWaiting | Self::ReturnsToInspect => Some(Permission::Packing),
            Self::TransfersWaiting | Self::RefundsByHand | Self::PaymentsUncertain => Some(Permission::Bank),
            Self::Withdrawals | Self::ReturnsToRefund => Some(Permission::OrdersRefund),
            Self::Messages | Self::Chats => Some(Permission::MessagesAnswer),
            Self::MailsFailed | Self::FapiaoWaiting | Self::ReturnsOverdue => Some(Permission::OrdersChange),
            Self::StockOut | Self::StockLow | Self::ArrivalsLate => Some(Permission::StockChange),
            Self::JobsStuck | Self::BackupOld | Self::RestoresFailed => Some(Permission::System),
            Self::TokensEnding => Some(Permission::StaffManage),
            Self::PagesWrong | Self::PagesLate => Some(Permission::ContentChange),
            Self::SettingsWaiting | Self::ComplianceOpen => Some(Permission::SettingsChange),
            Self::DeedsFailed | Self::Mentions => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Figures {
    /// Since midnight in the shop's zone.
    pub today: DayFigures,
    /// The weekday a week ago, up to the same time of day.
    pub same_weekday: DayFigures,
}

/// Orders that were placed, without canceled ones.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct DayFigures {
    pub orders: i64,
    /// VAT included, at the orders' rates.
    pub revenue: Amount,
    pub pieces: i64,
    /// Revenue of an order.
    pub average: Amount,
    /// EUR.
    pub currency: Currency,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_written_as_their_codes() {
        for kind in DutyKind::ALL {
            assert_eq!(serde_json::to_value(kind).expect("a value"), kind.code());
        }
    }
}
