//! What the calls of the bag take and answer.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::catalog::types::ChosenOption;
use crate::catalog::types::{Image, UnitPrice};
use crate::cms::types::TagState;
use crate::domain::countries::Countries;
use crate::domain::money::Amount;
use crate::domain::stock::Availability;
use crate::domain::totals::Totals;
use crate::message::Message;

/// Arguments of `cart/add`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AddArgs {
    /// A variant's SKU, or the parent's with `options`.
    pub sku: String,
    /// 1 when absent.
    pub qty: Option<i64>,
    /// Option code to value code.
    pub options: BTreeMap<String, String>,
}

/// Arguments of `cart/update`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct UpdateArgs {
    pub item_id: i64,
    pub qty: i64,
}

/// Arguments of `cart/delete`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct DeleteArgs {
    pub item_ids: Vec<i64>,
}

/// A part of a kit in the bag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CartPart {
    pub sku: String,
    pub name: String,
    /// Pieces in one kit.
    pub qty: i64,
    pub available: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CartItem {
    pub item_id: i64,
    pub sku: String,
    pub name: String,
    /// Empty when the item is no longer sold.
    pub url: String,
    pub image: Option<Image>,
    pub qty: i64,
    /// Of one piece, VAT included, before the employee discount; 0.00 for an item that is no longer sold, which counts in no
    /// sum.
    pub price: Amount,
    /// The regular price of a reduced item.
    pub market_price: Option<Amount>,
    pub lowest_price_30d: Option<Amount>,
    pub unit_price: Option<UnitPrice>,
    /// `price × qty`.
    pub line_total: Amount,
    /// The employee discount on this line.
    pub discount_amount: Amount,
    pub options: Vec<ChosenOption>,
    pub stock: i64,
    pub availability: Availability,
    /// The most that can be ordered now beside the other lines: stock and maximum per order.
    pub max_qty: i64,
    pub promotion_category: String,
    pub parts: Vec<CartPart>,
    pub bed_terms: bool,
    /// Of one piece, contained in its price, in EUR; shown for deliveries to France.
    pub eco_participation: Option<Amount>,
    /// ISO 3166-1 alpha-2 codes.
    pub ship_to: Countries,
    /// What keeps this line from being ordered as it stands; null when nothing does.
    pub notice: Option<Message>,
}

/// The bag.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Cart {
    pub items: Vec<CartItem>,
    pub totals: Totals,
    /// Σ quantities of `items`.
    pub total_qty: i64,
    /// The item that `cart/add` has just put in; null in every other answer.
    pub added_item_id: Option<i64>,
    /// What became of the promo tag; null without one.
    pub promo: Option<TagState>,
    /// Loyalty points that the bag would earn.
    pub points: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Sidebar {
    pub total_qty: i64,
}

/// The bag after a guest's has come to a customer's.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct MergedBag {
    /// Σ quantities of the whole bag.
    pub total_qty: i64,
    /// Pieces that were in the guest's bag and are new to the customer's.
    pub added_qty: i64,
    /// What did not fit, an item an entry: stock, the maximum of an order, or a full bag. Empty when all went over.
    pub notices: Vec<BagNotice>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BagNotice {
    pub name: String,
    pub message: Message,
}
