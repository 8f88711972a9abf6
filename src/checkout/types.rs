//! Arguments and answers of the checkout's calls.

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
    /// `standard` when absent. If the carrier does not take the cart, the answer names the one in its totals.
    pub shipping_method: String,
    pub member_card: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ShippingOption {
    /// The code of a carrier of the house, e.g. `standard`; or `pickup`.
    pub code: String,
    pub name: String,
    pub note: String,
    pub amount: Amount,
    /// Discount on `amount` by the free-delivery rule.
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

/// Another site of the company.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RegionalSite {
    pub name: String,
    pub url: String,
}

/// The cart, destination and payment methods of the checkout.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Checkout {
    pub items: Vec<CartItem>,
    pub totals: Totals,
    pub country: String,
    /// The method in `totals`; empty when no carrier takes the cart there.
    pub shipping_method: String,
    pub shipping_methods: Vec<ShippingOption>,
    pub payment_methods: Vec<PaymentOption>,
    pub bed_terms_required: bool,
    /// Items that do not ship to `country`.
    pub not_shipping: Vec<NotShipping>,
    /// Sites that may ship the items in `not_shipping`.
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
    /// A UUID, made by the client once for this attempt.
    pub idempotency_key: String,
    /// The total shown to the shopper; required.
    pub expected_total: Option<Amount>,
    /// The currency of `expected_total`, as the cookie may have changed in another tab; the request's when absent.
    pub expected_currency: Option<Currency>,
}

/// A placed order.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Placed {
    pub order_number: String,
    /// Unguessable token of the order's result and later pages.
    pub token: String,
    pub status: OrderStatus,
    pub totals: Totals,
    pub payment: PlacedPayment,
}
