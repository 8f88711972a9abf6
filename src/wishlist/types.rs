//! What the calls of the wishlist take and answer.

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
    /// Of the entry, as the other calls name it.
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
    /// The item whose card and page show it: itself, or the product that it is a variant of. A heart is full where an
    /// entry has this id.
    pub product_item_id: i64,
}

/// The wishlist in numbers, the latest first: what hearts need.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct WishlistState {
    pub entries: Vec<WishEntry>,
    /// Item id to the entry's id.
    pub ids: BTreeMap<String, i64>,
    /// Entries of the whole list, whatever was asked for.
    pub total: u32,
    /// How many it holds at most.
    pub max: u32,
    /// The entry that `wishlist/add` has made or found; null in every other answer.
    pub saved_id: Option<i64>,
    /// What is said of a change; null when nothing was changed.
    pub message: Option<Message>,
}

/// An entry as the list shows it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WishItem {
    pub id: i64,
    pub item_id: i64,
    pub product_item_id: i64,
    pub sku: String,
    /// In the visitor's language; as it was when it was saved, where the item is no longer sold.
    pub name: String,
    /// Empty when the item is no longer sold. Of a variant with the choice in its query.
    pub url: String,
    pub image: Option<Image>,
    /// The choices of a variant, in words.
    pub options: Vec<ChosenOption>,
    /// As lists show the product; null when it is no longer sold.
    pub card: Option<ProductCard>,
    pub currency: Currency,
    /// The price of now, VAT included; null when the item is no longer sold.
    pub price: Option<Amount>,
    /// Whether variants cost more than `price`.
    pub price_from: bool,
    pub market_price: Option<Amount>,
    pub lowest_price_30d: Option<Amount>,
    pub unit_price: Option<UnitPrice>,
    /// Exact pieces; null where options are still to be chosen.
    pub stock: Option<i64>,
    pub availability: Availability,
    /// Whether `cart/add` takes its `sku` as it is: else options are to be chosen first, or nothing is left.
    pub can_add: bool,
    /// RFC 3339.
    pub added_at: String,
    /// Why it cannot be ordered, or that few are left; null when all is well.
    pub notice: Option<Message>,
}

/// The wishlist's page, the latest first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "WishlistPage")]
pub struct Wishlist {
    pub items: Vec<WishItem>,
    pub total: u32,
    pub page: u32,
    pub per_page: u32,
}
