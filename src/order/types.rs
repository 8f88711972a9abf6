//! An order as it was agreed.

use std::sync::Arc;

use jiff::Timestamp;
use serde::Deserialize;

pub use crate::address::types::Address;
use crate::call::Visitor;
use crate::catalog::types::{ChosenOption, DeliveryWindow};
use crate::config::Config;
use crate::domain::money::{Amount, Percent};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::{Lang, StoreView};
use crate::domain::totals::Totals;
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

/// Who changes an order, when, and by which configuration: what a transaction is given because it must not read a clock or
/// make random bytes itself.
#[derive(Debug, Clone)]
pub struct Command {
    pub config: Arc<Config>,
    pub actor: Actor,
    pub now: Timestamp,
    /// Fresh random bytes, for the tokens that the command makes.
    pub random: [u8; 32],
}

impl Command {
    /// A command that a visitor gives.
    pub fn of(visitor: &Visitor) -> Command {
        Command {
            config: Arc::clone(&visitor.view.config),
            actor: Actor::Customer,
            now: visitor.now(),
            random: visitor.random,
        }
    }

    /// A new token of an order, for a mail of this kind.
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
    /// Code of the way in which it is paid, or was: what invoices, mails and operators are shown.
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

/// A note about an order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Note {
    pub actor: String,
    pub text: String,
    /// Unix milliseconds.
    pub created_at: i64,
}
