//! Arguments and answers of the catalogue's calls.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::countries::Countries;
use crate::domain::money::{Amount, Currency};
use crate::domain::stock::Availability;
pub use crate::domain::unit_price::UnitPrice;

/// A picture in all its widths.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Image {
    /// The widest file, for browsers without `srcset`.
    pub src: String,
    /// Candidates as `url 480w, url 960w`.
    pub srcset: String,
    /// Likewise in AVIF; empty without AVIF files.
    pub avif: String,
    /// Width of `src` in pixels.
    pub width: u32,
    /// Height of `src` in pixels.
    pub height: u32,
    /// Text alternative in the visitor's language.
    pub alt: String,
    /// A tiny preview as a data URL, for pictures above the fold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
}

/// One colour of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Swatch {
    pub code: String,
    pub label: String,
    /// `#rrggbb`.
    pub color: String,
}

/// A product in a list.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ProductCard {
    pub item_id: i64,
    pub sku: String,
    pub name: String,
    pub short_description: String,
    /// Path of the product's page in the visitor's language.
    pub url: String,
    pub url_key: String,
    pub kind: Kind,
    pub currency: Currency,
    /// The lowest price among the variants, VAT included.
    pub price: Amount,
    /// Whether variants cost more than `price` ('from {lowest}').
    pub price_from: bool,
    /// The regular price of a reduced product.
    pub market_price: Option<Amount>,
    /// Lowest price of the 30 days before the reduction (Directive 98/6/EC art. 6a).
    pub lowest_price_30d: Option<Amount>,
    pub unit_price: Option<UnitPrice>,
    pub availability: Availability,
    pub promotion_category: String,
    /// Colours to choose from; empty when there is no colour option.
    pub swatches: Vec<Swatch>,
    /// At most two: the main picture and one shown on hover.
    pub images: Vec<Image>,
    /// Name of the store's country where the product does not ship there; absent where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_shipped_to: Option<String>,
}

/// How a product is composed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Sold as it is.
    Simple,
    /// Options select a variant with its own SKU, price, stock and picture.
    Configurable,
    /// Parts with quantities, sold together.
    Kit,
}

/// Arguments of `catalog/category`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CategoryArgs {
    /// The category's key in any language.
    pub url_key: String,
    /// From 1.
    pub page: Option<u32>,
    /// 1 to 96; 24 when absent.
    pub per_page: Option<u32>,
    /// `position` (default), `price_asc`, `price_desc`, `name`, `newest`.
    pub sort: Option<Sort>,
    /// Facet code to chosen values; in form style `f.<facet>=value,value`.
    pub filters: Filters,
}

/// Page (from 1) and page size of a list, within bounds: 24 to a page by default, 96 at most.
pub fn page_and_size(page: Option<u32>, per_page: Option<u32>) -> (u32, u32) {
    (page.unwrap_or(1).max(1), per_page.unwrap_or(24).clamp(1, 96))
}

/// Facet code to selected values. Values of one facet are combined with OR, facets with AND.
pub type Filters = BTreeMap<String, Vec<String>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    Relevance,
    Position,
    PriceAsc,
    PriceDesc,
    Name,
    Newest,
}

/// A value of a facet with its number of products.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FacetValue {
    pub value: String,
    pub label: String,
    pub count: u32,
    pub selected: bool,
    /// `#rrggbb` of a colour.
    pub color: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Facet {
    /// An attribute, or `price` (values `0-50`, …, `1000-` in units of the currency) or `availability` (value
    /// `in_stock`).
    pub code: String,
    pub name: String,
    pub values: Vec<FacetValue>,
}

/// A named link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NamedLink {
    pub key: String,
    pub name: String,
    pub url: String,
}

/// A category's page.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CategoryPage {
    pub key: String,
    pub name: String,
    /// The key in this language, which may differ from the one asked for.
    pub url_key: String,
    pub url: String,
    /// Language to the path of this page in it, this language included.
    pub alternates: BTreeMap<String, String>,
    pub intro: String,
    pub meta_title: String,
    pub meta_description: String,
    pub image: Option<Image>,
    /// From the top level down to this category itself.
    pub breadcrumbs: Vec<NamedLink>,
    pub children: Vec<NamedLink>,
    pub siblings: Vec<NamedLink>,
    pub items: Vec<ProductCard>,
    pub total: u32,
    pub page: u32,
    pub per_page: u32,
    pub sort: Sort,
    pub facets: Vec<Facet>,
}

/// Arguments of `catalog/product`: one of the two.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ProductArgs {
    /// The product's key in any language.
    pub url_key: String,
    pub sku: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct OptionValue {
    pub code: String,
    pub label: String,
    /// `#rrggbb` for a swatch.
    pub color: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ProductOption {
    pub code: String,
    pub name: String,
    /// `swatch`, `button` or `select`.
    pub display: String,
    pub values: Vec<OptionValue>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Variant {
    /// The id that a cart holds.
    pub item_id: i64,
    pub sku: String,
    /// Option code to value code.
    pub options: BTreeMap<String, String>,
    pub price: Amount,
    pub market_price: Option<Amount>,
    pub lowest_price_30d: Option<Amount>,
    pub unit_price: Option<UnitPrice>,
    /// Exact stock; null in cached pages.
    pub stock: Option<i64>,
    pub availability: Availability,
    /// Its pictures in order, as indices into the product's `images`. Empty: the product's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<usize>,
    /// ISO 8601 date of the last day of the reduction; absent where there is none, or none is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_valid_until: Option<String>,
    /// Cost of standard delivery, if it differs from the product's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shipping_amount: Option<Amount>,
}

/// Standard delivery of one item to the store's country.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShippingOffer {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// VAT included; zero if the price of one item makes it free.
    pub amount: Amount,
    /// Working days from order to delivery.
    pub min_days: u8,
    pub max_days: u8,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct KitPart {
    pub item_id: i64,
    pub sku: String,
    /// With the chosen options, e.g. `Lac towel, Bath towel, White`.
    pub name: String,
    pub url: String,
    /// Quantity in one kit.
    pub qty: i64,
    /// Today's price of one piece by itself, VAT included; null when it is not sold by itself in this currency.
    pub price: Option<Amount>,
    pub stock: Option<i64>,
    pub availability: Availability,
    pub image: Option<Image>,
}

/// An option value of a variant, with its names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChosenOption {
    pub code: String,
    pub name: String,
    pub value: String,
    pub label: String,
}

impl ChosenOption {
    /// The labels of options as one line: `Bath towel, White`.
    pub fn labels(options: &[ChosenOption]) -> String {
        options.iter().map(|option| option.label.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// A labelled line, e.g. of a fibre composition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LabelledText {
    pub label: String,
    pub text: String,
}

/// Manufacturer, as Regulation (EU) 2023/988 art. 19 requires it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Manufacturer {
    pub name: String,
    pub address: String,
    pub email: String,
    /// The responsible person of a manufacturer outside the EU (art. 16).
    pub responsible: Option<Contact>,
}

/// A name with its postal and e-mail address.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Contact {
    pub name: String,
    pub address: String,
    pub email: String,
}

/// Hazard block of Regulation (EC) 1272/2008 (CLP).
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Hazard {
    /// Pictogram codes with their names.
    pub pictograms: Vec<LabelledText>,
    /// Translated signal word; empty when there is none.
    pub signal_word: String,
    /// H, P and EUH statements: code and wording.
    pub statements: Vec<LabelledText>,
}

/// Arguments of `catalog/availability`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AvailabilityArgs {
    /// Of products, variants and kits: at most 200.
    pub skus: Vec<String>,
    /// ISO 3166-1 alpha-2; that of the store without one.
    pub country: String,
}

/// What of items moves with each sale and each day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AvailabilityPage {
    /// In the order of the question; what is not on sale is left out.
    pub items: Vec<ItemAvailability>,
    /// ISO 3166-1 alpha-2: where `ships` and `delivery` are for.
    pub country: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ItemAvailability {
    pub sku: String,
    pub availability: Availability,
    /// Exact stock up to 10 (of a kit: complete sets; of a configurable product: all variants); null for more.
    pub stock: Option<u32>,
    pub ships: bool,
    /// Expected delivery to the country by the standard carrier; null where that does not take it.
    pub delivery: Option<DeliveryWindow>,
}

/// Delivery window of the standard carrier to the destination.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeliveryWindow {
    /// ISO 8601 date.
    pub from: String,
    /// ISO 8601 date.
    pub to: String,
}

/// A product's page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Product {
    pub item_id: i64,
    pub sku: String,
    pub name: String,
    pub url: String,
    /// The key in this language, which may differ from the one asked for.
    pub url_key: String,
    /// Whether it is not on sale, and seen by a link of the console.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_preview: bool,
    /// Language to the path of this page in it, this language included.
    pub alternates: BTreeMap<String, String>,
    pub kind: Kind,
    /// Product type, e.g. `bed`, `towel`, `candle`.
    pub product_type: String,
    pub short_description: String,
    /// Safe HTML made from Markdown.
    pub description_html: String,
    pub details: Vec<String>,
    pub material: String,
    pub care: String,
    pub dimensions: String,
    pub meta_title: String,
    pub meta_description: String,
    pub breadcrumbs: Vec<NamedLink>,
    pub currency: Currency,
    pub price: Amount,
    pub price_from: bool,
    pub market_price: Option<Amount>,
    pub lowest_price_30d: Option<Amount>,
    pub unit_price: Option<UnitPrice>,
    /// Exact stock (of a kit: complete sets; of a configurable product: all variants); null in cached pages.
    pub stock: Option<i64>,
    pub availability: Availability,
    /// Maximum per order; null when there is none.
    pub max_qty: Option<i64>,
    pub promotion_category: String,
    pub options: Vec<ProductOption>,
    pub variants: Vec<Variant>,
    pub parts: Vec<KitPart>,
    pub images: Vec<Image>,
    /// Number of leading `images` that show the product itself; the rest show its variants.
    pub own_images: usize,
    /// ISO 3166-1 alpha-2 codes this product ships to.
    pub ship_to: Countries,
    /// Name of the store's country where the product does not ship there; absent where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_shipped_to: Option<String>,
    /// ISO 8601 date of the last day of the reduction; absent where there is none, or none is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_valid_until: Option<String>,
    /// Standard delivery to the store's country; null if the product does not ship there.
    pub shipping: Option<ShippingOffer>,
    /// Expected delivery to the store's country; null in cached pages.
    pub delivery: Option<DeliveryWindow>,
    /// Whether bed and mattress terms must be accepted.
    pub bed_terms: bool,
    /// Loyalty points for one item.
    pub points: i64,
    pub manufacturer: Manufacturer,
    pub fibres: Vec<LabelledText>,
    /// Ingredients (Regulation (EC) 1223/2009); empty if not required.
    pub inci: String,
    pub hazard: Option<Hazard>,
    pub safety: String,
    /// French éco-participation contained in the price; shown for deliveries to France.
    pub eco_participation: Option<Amount>,
    /// EUR with VAT: cost of collection at withdrawal, for goods that cannot be returned by post (Directive 2011/83/EU
    /// art. 6(1)(i)).
    pub return_cost: Option<Amount>,
    pub related: Vec<ProductCard>,
}
