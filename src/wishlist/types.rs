//! Arguments and answers of the wishlist.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::types::{ChosenOption, Image, ProductCard, UnitPrice};
use crate::domain::money::{Amount, Currency};
use crate::domain::stock::Availability;
use crate::message::Message;

/// Arguments of `wishlist/add`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "WishArgs")]
pub struct AddArgs {
    /// A product's SKU, a variant's, or a parent's with `options` for that variant.
    pub sku: String,
    /// Option code to value code; in form style `options.<code>=value`.
    pub options: BTreeMap<String, String>,
}

/// Arguments of `wishlist/status`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "WishStatusArgs")]
pub struct StatusArgs {
    /// Only these items; the whole list when empty.
    pub item_ids: Vec<i64>,
}

/// Arguments of `wishlist/remove`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "WishRemoveArgs")]
pub struct RemoveArgs {
    /// Id of the entry.
    pub id: i64,
}

/// Arguments of `wishlist/index`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "WishlistArgs")]
pub struct IndexArgs {
    /// From 1.
    pub page: Option<u32>,
    /// 1 to 96; 24 when absent.
    pub per_page: Option<u32>,
}

/// An entry of the wishlist (specification §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WishEntry {
    pub id: i64,
    pub item_id: i64,
    /// The product whose card and page show it: itself, or a variant's product. Its heart is filled.
    pub product_item_id: i64,
}

/// Ids of the wishlist, the latest first, for the hearts of cards and pages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct WishlistState {
    pub entries: Vec<WishEntry>,
    /// Item id to the entry's id.
    pub ids: BTreeMap<String, i64>,
    /// Number of entries in the whole list.
    pub total: u32,
    /// Maximum number of entries.
    pub max: u32,
    /// The entry that `wishlist/add` created or found; null in other answers.
    pub saved_id: Option<i64>,
    /// Success message of a change; null without one.
    pub message: Option<Message>,
}

/// An entry of the list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WishItem {
    pub id: i64,
    pub item_id: i64,
    pub product_item_id: i64,
    pub sku: String,
    /// In the visitor's language; the saved name if the item is no longer sold.
    pub name: String,
    /// Empty if the item is no longer sold. A variant has its options in the query.
    pub url: String,
    pub image: Option<Image>,
    /// The option values of a variant.
    pub options: Vec<ChosenOption>,
    /// The product's card; null if it is no longer sold.
    pub card: Option<ProductCard>,
    pub currency: Currency,
    /// The current price, VAT included; null if the item is no longer sold.
    pub price: Option<Amount>,
    /// Whether variants cost more than `price`.
    pub price_from: bool,
    pub market_price: Option<Amount>,
    pub lowest_price_30d: Option<Amount>,
    pub unit_price: Option<UnitPrice>,
    /// Exact stock; null if options must be chosen first.
    pub stock: Option<i64>,
    pub availability: Availability,
    /// Whether `cart/add` accepts its `sku`: false if options must be chosen first or it is out of stock.
    pub can_add: bool,
    /// RFC 3339.
    pub added_at: String,
    /// Why it cannot be ordered, or that few are left; else null.
    pub notice: Option<Message>,
}

/// A page of the wishlist, the latest first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "WishlistPage")]
pub struct Wishlist {
    pub items: Vec<WishItem>,
    pub total: u32,
    pub page: u32,
    pub per_page: u32,
}
