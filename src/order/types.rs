//! Types of orders: the placed order, its lines, status changes and notes, and the context of commands.

use std::sync::Arc;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};

pub use crate::address::types::Address;
use crate::call::{SignedIn, StaffMember, Visitor};
use crate::catalog::types::{ChosenOption, DeliveryWindow};
use crate::config::Config;
use crate::domain::money::{Amount, Percent};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::{Lang, StoreView};
use crate::domain::totals::Totals;
use crate::session;

/// The actor of a status change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    Customer,
    Job,
    /// A command on the machine.
    Operator,
    Gateway,
    /// A person in the console, by id.
    Staff(i64),
    /// A program, by the id of its token.
    Token(i64),
}

impl Actor {
    /// As histories and notes keep it: `customer`, `job`, `operator`, `gateway`, `staff:7`, `token:3`.
    pub fn code(self) -> String {
        match self {
            Self::Customer => "customer".into(),
            Self::Job => "job".into(),
            Self::Operator => "operator".into(),
            Self::Gateway => "gateway".into(),
            Self::Staff(id) => format!("{STAFF}{id}"),
            Self::Token(id) => format!("{TOKEN}{id}"),
        }
    }

    /// The id of the person in a code; none for others.
    pub fn staff_id(code: &str) -> Option<i64> {
        code.strip_prefix(STAFF)?.parse().ok()
    }

    /// The id of the token in a code; none for others.
    pub fn token_id(code: &str) -> Option<i64> {
        code.strip_prefix(TOKEN)?.parse().ok()
    }

    /// Who calls in the console.
    pub fn of(who: &SignedIn) -> Actor {
        who.token_id.map_or(Self::Staff(who.staff_id), Self::Token)
    }

    /// Whether the house itself acts.
    pub const fn is_house(self) -> bool {
        matches!(self, Self::Operator | Self::Staff(_) | Self::Token(_))
    }
}

/// What the code of a person begins with.
const STAFF: &str = "staff:";
/// What the code of a program begins with.
const TOKEN: &str = "token:";

/// By which way an order came.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "OrderChannel")]
pub enum Channel {
    /// Its customer has placed it in the shop.
    #[default]
    Shop,
    /// Somebody of the house has taken it, by telephone or at the counter.
    Telephone,
}

impl Channel {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Shop => "shop",
            Self::Telephone => "telephone",
        }
    }
}

/// The context of a command: actor, time, configuration and random bytes. An argument, since a transaction may run twice and
/// so must not read the clock or make random bytes.
#[derive(Debug, Clone)]
pub struct Command {
    pub config: Arc<Config>,
    pub actor: Actor,
    pub now: Timestamp,
    /// Fresh random bytes, for the command's tokens.
    pub random: [u8; 32],
}

impl Command {
    /// The context of a visitor's command.
    pub fn of(visitor: &Visitor) -> Command {
        Command {
            config: Arc::clone(&visitor.view.config),
            actor: Actor::Customer,
            now: visitor.now(),
            random: visitor.random,
        }
    }

    /// The context of a command of a person of the house, or of a program.
    pub fn of_staff(member: &StaffMember) -> Command {
        Command {
            config: Arc::clone(&member.client.view.config),
            actor: Actor::of(&member.who),
            now: member.client.now(),
            random: member.client.fresh("order"),
        }
    }

    /// A new token of an order, distinct for each purpose.
    pub fn token(&self, purpose: &str, order_id: i64) -> String {
        let seed = session::new_token(&self.random);
        session::new_token(&session::hash(&format!("{purpose} {order_id} {seed}")))
    }
}

/// An order to be placed. All amounts are in the currency of `totals`.
#[derive(Debug)]
pub struct NewOrder<'a> {
    /// The session and customer; neither for an order entered by an operator.
    pub session_id: Option<i64>,
    pub customer_id: Option<i64>,
    pub store: &'a StoreView,
    pub email: &'a str,
    pub status: OrderStatus,
    pub payment_method: PaymentMethod,
    /// A method that customers cannot choose, by which it is to be paid.
    pub paid_by: Option<&'a str>,
    pub channel: Channel,
    pub shipping_method: ShippingMethod,
    pub delivery: &'a DeliveryWindow,
    /// Units of the currency for 1 EUR, as an exact decimal.
    pub rate: String,
    /// The applied tag, with its whole percentage.
    pub promo: Option<(&'a str, u32)>,
    pub totals: &'a Totals,
    pub lines: Vec<OrderLine>,
    pub shipping_address: &'a Address,
    pub billing_address: &'a Address,
    pub member_card: Option<&'a str>,
    pub points: i64,
    pub wants_account: bool,
    pub wants_newsletter: bool,
    /// The last second for which stock is held unpaid.
    pub hold_until: Option<Timestamp>,
    /// The result of `catalog::reserve`.
    pub reserved: &'a [(i64, u32)],
    /// The order's first token.
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
    /// The chosen method.
    pub payment_method: PaymentMethod,
    /// The method by which it is paid, or to be paid, if customers cannot choose it: `offline`, over the counter.
    pub paid_by: Option<String>,
    pub channel: Channel,
    pub shipping_method: ShippingMethod,
    pub delivery: DeliveryWindow,
    pub totals: Totals,
    pub member_card: Option<String>,
    pub points: i64,
    pub created_at: Timestamp,
    /// The last second for which stock is held unpaid; none once the order is paid or canceled.
    pub hold_until: Option<Timestamp>,
    /// Waits for the link mailed to its address; holds no stock until then.
    pub is_awaiting: bool,
}

impl Order {
    /// Code of the actual payment method, else of the chosen one.
    pub fn method_code(&self) -> &str {
        self.paid_by.as_deref().unwrap_or(self.payment_method.code())
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct OrderLine {
    /// None when the product was deleted.
    pub product_id: Option<i64>,
    pub sku: String,
    /// In the language of the order, as are the options.
    pub name: String,
    #[serde(deserialize_with = "from_json")]
    pub options: Vec<ChosenOption>,
    /// Without those that were taken out.
    pub qty: u32,
    /// Pieces that were taken out before they left.
    pub canceled: u32,
    /// Price of one piece, VAT included.
    pub price: Amount,
    pub market_price: Option<Amount>,
    /// The employee discount on the line.
    pub discount_amount: Amount,
    pub vat_rate: Percent,
    pub promotion_category: String,
    /// The éco-participation in one piece when it was ordered, in EUR.
    pub eco_participation: Option<Amount>,
}

/// Parses a column of JSON text.
fn from_json<'de, D: Deserializer<'de>, T: DeserializeOwned>(column: D) -> Result<T, D::Error> {
    serde_json::from_str(&String::deserialize(column)?).map_err(D::Error::custom)
}

impl OrderLine {
    /// What was paid for some of the line's pieces, in minor units: their share of the line, rounded down.
    pub fn paid_for(&self, pieces: u32) -> i64 {
        let paid = self.price.minor() * i64::from(self.qty) - self.discount_amount.minor();
        paid * i64::from(pieces) / i64::from(self.qty.max(1))
    }
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

/// What was changed about an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "OrderChangeKind")]
pub enum ChangeKind {
    Addresses,
    /// Pieces were taken out.
    Lines,
    Carrier,
}

impl ChangeKind {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Addresses => "addresses",
            Self::Lines => "lines",
            Self::Carrier => "carrier",
        }
    }
}

/// A change to be recorded.
#[derive(Debug)]
pub struct NewChange<'a> {
    pub kind: ChangeKind,
    pub reason: &'a str,
    /// Of the order before and after.
    pub total: Amount,
    pub total_now: Amount,
    /// What goes back by it.
    pub refund: Amount,
    /// Pieces that were taken out, by position.
    pub removed: &'a [(i64, u32)],
    /// The carrier before and after, of a change of it.
    pub carriers: Option<(ShippingMethod, ShippingMethod)>,
}

/// A recorded change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderChange {
    pub id: i64,
    pub kind: ChangeKind,
    /// [`Actor::code`].
    pub actor: String,
    pub reason: String,
    pub total: Amount,
    pub total_now: Amount,
    pub refund: Amount,
    /// Unix milliseconds.
    pub changed_at: i64,
    /// Pieces that were taken out, by position.
    pub removed: Vec<(i64, u32)>,
    /// The carrier before and after, of a change of it.
    pub carriers: Option<(ShippingMethod, ShippingMethod)>,
}
