//! Arguments and answers of the calls that show orders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::types::{ChosenOption, DeliveryWindow, Image};
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::domain::totals::Totals;
use crate::invoice::types::InvoiceLink;
use crate::message::Message;
use crate::order::types::{Address, ChangeKind, Channel};
use crate::payment::types::{Instructions, PaymentCode, PaymentOption};
use crate::shipment::types::{ShipmentView, ShippedItem};

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

/// Arguments of `order/reorder`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ReorderArgs {
    /// The order's token, for guests.
    pub token: String,
    /// An own order of the logged-in customer, instead of a token.
    pub order_number: String,
}

/// Arguments of `order/link`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderLinkArgs")]
pub struct LinkArgs {
    /// E.g. `2026-000123`.
    pub order_number: String,
    /// The address with which the order was placed.
    pub email: String,
}

/// What the screen says once a link was asked for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LinkAsked {
    pub message: Message,
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
    /// As in `payment/index`.
    pub awaiting_confirmation: bool,
}

/// An order in its customer's account: the data of the result screen, and the history. `token` is empty, as the customer
/// needs none.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderDetail {
    #[serde(flatten)]
    pub order: PaymentResult,
    /// Oldest first; the first entry is the placing.
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

/// The outcome shown on the result screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Success,
    PendingBankTransfer,
    PendingCheque,
    /// A card or WeChat payment is still open.
    Pending,
    Canceled,
    // Declined, when `payment_methods` offers another try; else money may have moved.
    Uncertain,
    // The gateway could not be reached.
    Failed,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OrderItem {
    /// Null when the product is no longer sold.
    pub item_id: Option<i64>,
    pub sku: String,
    /// In the language of the order, as are the options.
    pub name: String,
    /// Empty when the product is no longer sold.
    pub url: String,
    pub image: Option<Image>,
    pub qty: i64,
    pub price: Amount,
    pub market_price: Option<Amount>,
    pub line_total: Amount,
    pub discount_amount: Amount,
    pub options: Vec<ChosenOption>,
    pub promotion_category: String,
    /// What can be ordered now; null when the product is no longer sold.
    pub stock: Option<i64>,
}

/// A change of an order, for the mail about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChangeView {
    #[serde(skip)]
    pub id: i64,
    pub kind: ChangeKind,
    /// Pieces that were taken out.
    pub items: Vec<ShippedItem>,
    /// Of the order before and after.
    pub total_before: Amount,
    pub total: Amount,
    /// What goes back; zero where nothing does.
    pub refund: Amount,
}

/// The order that goods were added to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AddedTo {
    pub order_number: String,
    /// They travel in its parcel, at no charge.
    pub ships_along: bool,
    /// The carrier by which it goes once this order is paid, where this is the surcharge for it; else null.
    pub carrier: Option<String>,
}

/// Where and when an order is collected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OrderCollection")]
pub struct CollectionView {
    /// The days of the week on which the house is open, 1 (Monday) to 7.
    pub from_day: u8,
    pub to_day: u8,
    /// `HH:MM`, in the shop's zone.
    pub opens: String,
    pub closes: String,
    /// RFC 3339; null while it is not ready.
    pub ready_at: Option<String>,
    /// RFC 3339; null until it is collected.
    pub collected_at: Option<String>,
}

/// An order on the result screen.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PaymentResult {
    pub order_number: String,
    pub channel: Channel,
    /// It is collected at the house, which `shipping_address` names; null when it is sent.
    pub collection: Option<CollectionView>,
    /// It is to be paid, or was paid, at the house.
    pub is_paid_at_house: bool,
    /// Its goods were added to another order by telephone; null otherwise.
    pub added_to: Option<AddedTo>,
    /// Numbers of the orders whose goods were added to it, without those that are canceled.
    pub additions: Vec<String>,
    pub token: String,
    pub outcome: Outcome,
    /// Paid by what takes days, such as a direct debit: stock is held until the gateway tells, to `hold_until` at most.
    pub is_delayed: bool,
    pub status: OrderStatus,
    pub status_label: String,
    pub method: PaymentCode,
    pub method_label: String,
    /// Its customer has canceled it, rather than time or the shop.
    pub canceled_on_request: bool,
    /// The order holds no stock yet: it waits for the link mailed to its address, and has no instructions until then.
    pub awaiting_confirmation: bool,
    /// `token` is that of the mailed link: `order/confirm` takes it.
    pub can_confirm: bool,
    /// Null when nothing is to be paid.
    pub instructions: Option<Instructions>,
    /// URL to continue an open payment; null without one.
    pub redirect_url: Option<String>,
    /// Methods to pay it now, through `payment/retry`; empty once it is paid or canceled.
    pub payment_methods: Vec<PaymentOption>,
    /// Payments and refunds (made or in progress), in the currency of the totals.
    pub paid_amount: Amount,
    pub refunded_amount: Amount,
    /// The sent parcels, oldest first.
    pub shipments: Vec<ShipmentView>,
    pub items: Vec<OrderItem>,
    pub totals: Totals,
    pub email: String,
    pub shipping_address: Address,
    pub billing_address: Address,
    /// The shipping address as printed, a line an entry, from name to country.
    pub shipping_lines: Vec<String>,
    /// The billing address as printed.
    pub billing_lines: Vec<String>,
    pub shipping_method: String,
    pub shipping_method_label: String,
    pub delivery: DeliveryWindow,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339: the last second for which stock is held; null once the order is paid or canceled.
    pub hold_until: Option<String>,
    /// ISO 8601 date of the last day of the withdrawal period, fourteen days after the expected delivery; null before
    /// everything has been sent.
    pub withdraw_until: Option<String>,
    /// Points due when the order completes; null without a member card.
    pub points: Option<i64>,
    /// The invoice and its credit notes, if any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invoices: Vec<InvoiceLink>,
}
