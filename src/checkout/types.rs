//! What the calls of the checkout take and answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cart::types::CartItem;
use crate::cms::types::TagState;
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::domain::totals::Totals;
pub use crate::order::types::Address;
pub use crate::payment::types::{PaymentOption, PlacedPayment};
pub use crate::region::Country;

/// Arguments of `checkout/index`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CheckoutArgs")]
pub struct IndexArgs {
    /// ISO 3166-1 alpha-2; the store's default country when absent.
    pub country: String,
    /// `standard` when absent; where the carrier does not take the bag, the answer names the one it counted with.
    pub shipping_method: String,
    pub member_card: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ShippingOption {
    /// `standard`, `dhl`, `ups`.
    pub code: String,
    pub name: String,
    pub note: String,
    pub amount: Amount,
    /// What the free-delivery rule takes off `amount`.
    pub discount: Amount,
    /// ISO 8601 date of the earliest delivery.
    pub delivery_from: String,
    /// ISO 8601 date of the latest delivery.
    pub delivery_to: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NotShipping {
    pub item_id: i64,
    pub sku: String,
    pub name: String,
}

/// Another site of the house.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RegionalSite {
    pub name: String,
    pub url: String,
}

/// What the checkout needs to know about the bag, the destination and the ways to pay.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Checkout {
    pub items: Vec<CartItem>,
    pub totals: Totals,
    pub country: String,
    /// The one that `totals` counts with; empty when no carrier takes the bag there.
    pub shipping_method: String,
    pub shipping_methods: Vec<ShippingOption>,
    pub payment_methods: Vec<PaymentOption>,
    pub bed_terms_required: bool,
    /// Items that do not ship to `country`.
    pub not_shipping: Vec<NotShipping>,
    /// Sites that may ship what this one does not.
    pub regional_sites: Vec<RegionalSite>,
    pub promo: Option<TagState>,
    /// Loyalty points that this order would earn.
    pub points: i64,
}

/// Arguments of `checkout/place`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PlaceArgs {
    pub email: String,
    pub shipping_address: Address,
    /// Null: the same as `shipping_address`.
    pub billing_address: Option<Address>,
    pub shipping_method: String,
    /// `card`, `bank_transfer`, `cheque`, `wechat`.
    pub payment_method: String,
    /// Sixteen digits, or empty.
    pub member_card: String,
    pub terms: bool,
    pub bed_terms: bool,
    pub create_account: bool,
    pub newsletter: bool,
    /// A UUID that the client makes once for this attempt.
    pub idempotency_key: String,
    /// The total that the shopper saw; without it nothing is placed.
    pub expected_total: Option<Amount>,
    /// The currency in which the shopper saw it; without it, the request's. The cookie may have changed in another tab.
    pub expected_currency: Option<Currency>,
}

/// A placed order.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Placed {
    pub order_number: String,
    /// Unguessable key to the order's result and later pages.
    pub token: String,
    pub status: OrderStatus,
    pub totals: Totals,
    pub payment: PlacedPayment,
}
