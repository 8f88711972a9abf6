//! An order as it was agreed, and as its customer sees it.

use std::sync::Arc;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::address::types::Address;
use crate::catalog::types::{ChosenOption, DeliveryWindow};
use crate::config::Config;
use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::{Lang, StoreView};
use crate::domain::totals::Totals;
use crate::payment::types::{PaymentCode, PaymentResult};
use crate::session;

/// Who changes an order's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    Customer,
    Job,
    Operator,
    Gateway,
}

impl Actor {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Job => "job",
            Self::Operator => "operator",
            Self::Gateway => "gateway",
        }
    }
}

/// A deed: who does it, when, by which rules, and with what chance. All that a transaction must be told because it may not
/// make it itself.
#[derive(Debug, Clone)]
pub struct Command {
    pub config: Arc<Config>,
    pub actor: Actor,
    pub now: Timestamp,
    /// Fresh random bytes, for the keys of what this deed makes.
    pub random: [u8; 32],
}

impl Command {
    /// A new key to an order, for a letter of this kind.
    pub fn token(&self, purpose: &str, order_id: i64) -> String {
        let seed = session::new_token(&self.random);
        session::new_token(&session::hash(&format!("{purpose} {order_id} {seed}")))
    }
}

/// What is to become an order. All amounts are in the currency of `totals`.
#[derive(Debug)]
pub struct NewOrder<'a> {
    /// Session and customer that place it; neither for an order that an operator enters.
    pub session_id: Option<i64>,
    pub customer_id: Option<i64>,
    pub store: &'a StoreView,
    pub email: &'a str,
    pub status: OrderStatus,
    pub payment_method: PaymentMethod,
    pub shipping_method: ShippingMethod,
    pub delivery: &'a DeliveryWindow,
    /// Units of the currency for 1 EUR, as an exact decimal.
    pub rate: String,
    /// The tag that counted, with its whole percentage.
    pub promo: Option<(&'a str, u32)>,
    pub totals: &'a Totals,
    pub lines: Vec<OrderLine>,
    pub shipping_address: &'a Address,
    pub billing_address: &'a Address,
    pub member_card: Option<&'a str>,
    pub points: i64,
    pub wants_account: bool,
    pub wants_newsletter: bool,
    /// The last second for which the goods are held unpaid.
    pub hold_until: Option<Timestamp>,
    /// The answer of `catalog::reserve`.
    pub reserved: &'a [(i64, u32)],
    /// The first key to the order, for whoever placed it.
    pub token: &'a str,
}

/// An order, without its lines and addresses.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    pub id: i64,
    pub number: String,
    pub lang: Lang,
    pub email: String,
    pub status: OrderStatus,
    /// As was chosen.
    pub payment_method: PaymentMethod,
    /// As the money came, where nobody can choose that: `offline`, over the counter.
    pub paid_by: Option<String>,
    pub shipping_method: ShippingMethod,
    pub delivery: DeliveryWindow,
    pub totals: Totals,
    pub member_card: Option<String>,
    pub points: i64,
    pub created_at: Timestamp,
    /// The last second for which the goods are held unpaid; none once that is decided.
    pub hold_until: Option<Timestamp>,
}

impl Order {
    /// Code of the way in which it is paid, or was: what invoices, letters and operators are shown.
    pub fn method_code(&self) -> &str {
        self.paid_by.as_deref().unwrap_or(self.payment_method.code())
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct OrderLine {
    /// None when the product has left the catalogue for good.
    pub product_id: Option<i64>,
    pub sku: String,
    /// In the language of the order, as are the options.
    pub name: String,
    pub options: Vec<ChosenOption>,
    pub qty: u32,
    /// Of one piece, VAT included.
    pub price: Amount,
    pub market_price: Option<Amount>,
    /// The employee discount on the line.
    pub discount_amount: Amount,
    pub vat_rate: Percent,
    pub promotion_category: String,
}

/// A change of an order's status.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct StatusChange {
    /// None for the first.
    pub from_status: Option<OrderStatus>,
    pub to_status: OrderStatus,
    /// [`Actor::code`].
    pub actor: String,
    pub reason: String,
    /// Unix milliseconds.
    pub at: i64,
}

// ── What customers see ──────────────────────────────────────────────────────────────────────────────────────────────

/// Arguments of `order/index`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrdersArgs")]
pub struct IndexArgs {
    /// From 1.
    pub page: Option<u32>,
}

/// Arguments of `order/view` and `order/cancel`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderArgs")]
pub struct NumberArgs {
    /// E.g. `2026-000123`.
    pub order_number: String,
}

/// The customer's orders, newest first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderList {
    pub items: Vec<OrderSummary>,
    /// Of all pages.
    pub total: i64,
    pub page: u32,
    pub per_page: u32,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderSummary {
    pub order_number: String,
    /// RFC 3339.
    pub created_at: String,
    pub status: OrderStatus,
    pub status_label: String,
    pub method: PaymentCode,
    pub method_label: String,
    pub currency: Currency,
    pub total: Amount,
    pub total_qty: i64,
    /// Names of the items, in the language of the order.
    pub names: Vec<String>,
    /// Whether `order/cancel` is allowed now.
    pub can_cancel: bool,
}

/// An order as its customer sees it: as the result screen shows it, and what became of it. `token` is empty: a customer
/// needs none.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderDetail {
    #[serde(flatten)]
    pub order: PaymentResult,
    /// First to last; the first is the placing.
    pub history: Vec<OrderStep>,
    /// Whether `order/cancel` is allowed now.
    pub can_cancel: bool,
    /// Sixteen digits; null when the order earns no points.
    pub member_card: Option<String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderStep {
    pub status: OrderStatus,
    pub status_label: String,
    /// RFC 3339.
    pub at: String,
}
