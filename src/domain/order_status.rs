//! Transitions of an order's status.
//!
//! Every change of status is checked against [`TRANSITIONS`] (decisions.md §6) and recorded with time, actor and
//! reason. Labels are data.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::working_days::Calendar;

/// The status of an order, by its code on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderStatus {
    /// Placed; waits for a card or WeChat payment.
    Pending,
    PendingBankTransfer,
    PendingCheque,
    /// Entered by the operator.
    PendingOffline,
    /// Paid; being prepared.
    Processing,
    Shipped,
    /// Delivered and not returned.
    Complete,
    /// Ended before shipping; its stock is released.
    Canceled,
    /// Returned and refunded.
    Closed,
}

use OrderStatus::{
    Canceled, Closed, Complete, Pending, PendingBankTransfer, PendingCheque, PendingOffline, Processing, Shipped,
};

const PENDING: &[OrderStatus] = &[Pending, PendingBankTransfer, PendingCheque, PendingOffline];

/// All transitions that are allowed, from and to.
pub const TRANSITIONS: &[(&[OrderStatus], &[OrderStatus])] = &[
    // The payment method changes.
    (PENDING, PENDING),
    // It is paid.
    (PENDING, &[Processing]),
    // By the customer, by a deadline, or by the operator.
    (PENDING, &[Canceled]),
    (&[Processing], &[Shipped]),
    // With a refund.
    (&[Processing], &[Canceled]),
    // The payment was booked by mistake, and is taken back before anything is shipped.
    (&[Processing], PENDING),
    // 14 days after shipping, or by the operator.
    (&[Shipped], &[Complete]),
    // It is returned and refunded.
    (&[Shipped, Complete], &[Closed]),
];

/// An order is complete this long after shipping (decisions.md §6).
pub const COMPLETE_AFTER: SignedDuration = SignedDuration::from_hours(14 * 24);
/// Card and WeChat orders are canceled this long after placing when unpaid (decisions.md §6).
pub const CARD_HOLD: SignedDuration = SignedDuration::from_mins(60);

impl OrderStatus {
    pub const ALL: [OrderStatus; 9] =
        [Pending, PendingBankTransfer, PendingCheque, PendingOffline, Processing, Shipped, Complete, Canceled, Closed];

    pub const fn code(self) -> &'static str {
        match self {
            Pending => "pending",
            PendingBankTransfer => "pending_bank_transfer",
            PendingCheque => "pending_cheque",
            PendingOffline => "pending_offline",
            Processing => "processing",
            Shipped => "shipped",
            Complete => "complete",
            Canceled => "canceled",
            Closed => "closed",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }

    pub fn can_become(self, to: OrderStatus) -> bool {
        TRANSITIONS.iter().any(|(from, tos)| from.contains(&self) && tos.contains(&to))
    }

    /// Unpaid, with stock reserved.
    pub const fn is_pending(self) -> bool {
        matches!(self, Pending | PendingBankTransfer | PendingCheque | PendingOffline)
    }

    /// Paid and not refunded.
    pub const fn is_paid(self) -> bool {
        matches!(self, Processing | Shipped | Complete)
    }

    /// Without further transitions.
    pub const fn is_final(self) -> bool {
        matches!(self, Canceled | Closed)
    }

    /// Whether customers may cancel: while the order is pending.
    pub const fn can_customer_cancel(self) -> bool {
        self.is_pending()
    }

    /// Whether stock is reserved for the order, to be released when it is canceled.
    pub const fn holds_stock(self) -> bool {
        self.is_pending() || matches!(self, Processing)
    }
}

/// Code for payment over the counter, beside those of [`PaymentMethod`]; cannot be chosen.
pub const OFFLINE: &str = "offline";

/// A payment method for operators, by its code; follows "paid".
pub fn paid_how(method: &str) -> &str {
    match method {
        "card" => "by card",
        "bank_transfer" => "by bank transfer",
        "cheque" => "by cheque",
        "wechat" => "by WeChat Pay",
        OFFLINE => "in person",
        other => other,
    }
}

/// A payment method, by its code on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethod {
    Card,
    BankTransfer,
    Cheque,
    /// Offered beside Chinese only.
    Wechat,
}

impl PaymentMethod {
    pub const ALL: [PaymentMethod; 4] = [Self::Card, Self::BankTransfer, Self::Cheque, Self::Wechat];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::BankTransfer => "bank_transfer",
            Self::Cheque => "cheque",
            Self::Wechat => "wechat",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.code() == code)
    }

    /// Initial status of an order with this method.
    pub const fn initial_status(self) -> OrderStatus {
        match self {
            Self::Card | Self::Wechat => Pending,
            Self::BankTransfer => PendingBankTransfer,
            Self::Cheque => PendingCheque,
        }
    }

    /// Whether the customer pays outside the shop, days later: by transfer or cheque.
    pub const fn is_offline(self) -> bool {
        matches!(self, Self::BankTransfer | Self::Cheque)
    }

    /// The last second for which stock is held unpaid: 60 minutes online; offline, to the end of the last of `hold_days`
    /// working days.
    pub fn held_until(self, placed_at: Timestamp, calendar: &Calendar, hold_days: u32) -> Timestamp {
        let end = if self.is_offline() {
            calendar.deadline(placed_at, hold_days).ends_at
        } else {
            placed_at.saturating_add(CARD_HOLD).unwrap_or(Timestamp::MAX)
        };
        end - SignedDuration::from_secs(1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// decisions.md §6, written independently: from → all transitions.
    #[test]
    fn transitions_match_the_decisions() {
        const PENDING: [OrderStatus; 4] = [Pending, PendingBankTransfer, PendingCheque, PendingOffline];
        for from in OrderStatus::ALL {
            let allowed: Vec<OrderStatus> = match from {
                Pending | PendingBankTransfer | PendingCheque | PendingOffline => {
                    PENDING.into_iter().chain([Processing, Canceled]).collect()
                }
                Processing => PENDING.into_iter().chain([Shipped, Canceled]).collect(),
                Shipped => vec![Complete, Closed],
                Complete => vec![Closed],
                Canceled | Closed => vec![],
            };
            for to in OrderStatus::ALL {
                assert_eq!(from.can_become(to), allowed.contains(&to), "{} → {}", from.code(), to.code());
            }
        }
    }

    #[test]
    fn codes_match_serialisation() {
        for status in OrderStatus::ALL {
            assert_eq!(serde_json::to_value(status).expect("serialises"), status.code());
            assert_eq!(OrderStatus::from_code(status.code()), Some(status));
        }
        for method in PaymentMethod::ALL {
            assert_eq!(serde_json::to_value(method).expect("serialises"), method.code());
            assert_eq!(PaymentMethod::from_code(method.code()), Some(method));
            assert!(method.initial_status().is_pending());
            assert!(paid_how(method.code()).starts_with("by "), "{} has a phrase", method.code());
        }
        assert_eq!(OrderStatus::from_code("cancelled"), None);
    }

    #[test]
    fn hold_time_depends_on_the_payment_method() {
        let placed = "2026-11-21T10:00:00Z".parse().expect("a timestamp");
        let until = |method: PaymentMethod| method.held_until(placed, &Calendar::target2(), 5).to_string();
        assert_eq!(until(PaymentMethod::Card), "2026-11-21T10:59:59Z");
        assert_eq!(until(PaymentMethod::Wechat), "2026-11-21T10:59:59Z");
        assert_eq!(until(PaymentMethod::BankTransfer), "2026-11-27T22:59:59Z");
        assert_eq!(until(PaymentMethod::Cheque), "2026-11-27T22:59:59Z");
    }

    proptest! {
        /// Final states are final, shipped orders are never pending again, and only paid orders are shipped.
        #[test]
        fn random_transitions_keep_invariants(steps in prop::collection::vec(0usize..9, 0..40)) {
            let mut status = Pending;
            let (mut was_paid, mut was_shipped) = (false, false);
            for step in steps {
                let to = OrderStatus::ALL[step];
                if !status.can_become(to) {
                    continue;
                }
                prop_assert!(!status.is_final());
                prop_assert!(!was_shipped || matches!(to, Complete | Closed));
                was_paid = to == Processing || (was_paid && !to.is_pending());
                was_shipped |= to == Shipped;
                prop_assert!(!was_shipped || was_paid);
                status = to;
            }
        }
    }
}
