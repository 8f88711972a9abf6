//! Types of shipments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A shipment in the customer's view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Shipment")]
pub struct ShipmentView {
    pub id: i64,
    /// The code of a carrier of the house, e.g. `standard`; or `pickup`.
    pub carrier: String,
    pub carrier_label: String,
    /// Empty without one.
    pub tracking: String,
    /// URL of the carrier's tracking page; null without one.
    pub tracking_url: Option<String>,
    /// RFC 3339.
    pub shipped_at: String,
    pub items: Vec<ShippedItem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShippedItem {
    pub sku: String,
    /// In the language of the order.
    pub name: String,
    pub qty: u32,
}

/// A stored shipment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Shipment {
    pub id: i64,
    pub carrier: String,
    pub tracking: String,
    /// Unix milliseconds.
    pub shipped_at: i64,
}
