//! Arguments and answers of the cart's calls.

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

/// A part of a kit in the cart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CartPart {
    pub sku: String,
    pub name: String,
    /// Pieces in one kit.
    pub qty: i64,
    pub available: bool,
}

#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct CartItem {
    pub item_id: i64,
    pub sku: String,
    pub name: String,
    /// Empty when the item is no longer sold.
    pub url: String,
    pub image: Option<Image>,
    pub qty: i64,
    /// Price of one piece, VAT included, before the employee discount; 0.00 for an item that is no longer sold, which is not
    /// in the totals.
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
    /// The maximum that can be ordered beside the other lines, by stock and maximum per order.
    pub max_qty: i64,
    pub promotion_category: String,
    pub parts: Vec<CartPart>,
    pub bed_terms: bool,
    /// Éco-participation contained in the price of one piece, in EUR; shown for deliveries to France.
    pub eco_participation: Option<Amount>,
    /// ISO 3166-1 alpha-2 codes.
    pub ship_to: Countries,
    /// Why this line cannot be ordered as it is; null if it can.
    pub notice: Option<Message>,
}

/// The cart.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Cart {
    pub items: Vec<CartItem>,
    pub totals: Totals,
    /// Σ quantities of `items`.
    pub total_qty: i64,
    /// The item that `cart/add` added; null in other answers.
    pub added_item_id: Option<i64>,
    /// State of the promo tag; null without one.
    pub promo: Option<TagState>,
    /// Loyalty points that the cart would earn.
    pub points: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Sidebar {
    pub total_qty: i64,
}

/// A cart into which other items were put: those of a guest's cart at the login, or those of an earlier order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FilledBag")]
pub struct FilledCart {
    /// Σ quantities of the cart.
    pub total_qty: i64,
    /// Pieces that were added.
    pub added_qty: i64,
    /// Items of which not all could be added: stock, maximum per order, a full cart, or no longer sold.
    pub notices: Vec<CartNotice>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BagNotice")]
pub struct CartNotice {
    pub name: String,
    pub message: Message,
}
