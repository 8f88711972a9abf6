//! The answer of `duty/list`. Times are RFC 3339.

use schemars::JsonSchema;
use serde::Serialize;

use crate::domain::money::{Amount, Currency};
use crate::domain::permission::Permission;

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
    /// Up to 1 000.
    pub count: usize,
    /// The earliest deadline; null for a kind without one.
    pub due_at: Option<String>,
    /// How many are past their deadline.
    pub overdue: usize,
    /// The five oldest.
    pub items: Vec<DutyItem>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DutyItem {
    /// What a link needs: the number of an order or a statement, the id of a mail or a chat, a reference, a SKU, a job's name.
    pub thing: String,
    /// What a person reads.
    pub label: String,
    /// Since when it waits.
    pub at: String,
    pub due_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DutyKind {
    OrdersToPack,
    TransfersWaiting,
    RefundsByHand,
    Withdrawals,
    Messages,
    Chats,
    MailsFailed,
    StockOut,
    PaymentsUncertain,
    JobsStuck,
    BackupOld,
    DeedsFailed,
}

impl DutyKind {
    pub const ALL: [DutyKind; 12] = [
        Self::OrdersToPack,
        Self::TransfersWaiting,
        Self::RefundsByHand,
        Self::Withdrawals,
        Self::Messages,
        Self::Chats,
        Self::MailsFailed,
        Self::StockOut,
        Self::PaymentsUncertain,
        Self::JobsStuck,
        Self::BackupOld,
        Self::DeedsFailed,
    ];

    /// Whose duty it is; none: everybody's who has caused it.
    pub const fn permission(self) -> Option<Permission> {
        match self {
            Self::OrdersToPack => Some(Permission::Packing),
            Self::TransfersWaiting | Self::RefundsByHand | Self::PaymentsUncertain => Some(Permission::Bank),
            Self::Withdrawals => Some(Permission::OrdersRefund),
            Self::Messages | Self::Chats => Some(Permission::MessagesAnswer),
            Self::MailsFailed => Some(Permission::OrdersChange),
            Self::StockOut => Some(Permission::StockChange),
            Self::JobsStuck | Self::BackupOld => Some(Permission::System),
            Self::DeedsFailed => None,
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
