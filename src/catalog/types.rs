//! What the calls of the catalogue take and answer.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::countries::Countries;
use crate::domain::money::{Amount, Currency};
use crate::domain::stock::Availability;
pub use crate::domain::unit_price::UnitPrice;

/// A picture in every width the shop has of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Image {
    /// The widest file, for browsers without `srcset`.
    pub src: String,
    /// Candidates as `url 480w, url 960w`.
    pub srcset: String,
    /// The same in AVIF; empty where the shop has none.
    pub avif: String,
    /// Width of `src` in pixels.
    pub width: u32,
    /// Height of `src` in pixels.
    pub height: u32,
    /// Text alternative in the visitor's language.
    pub alt: String,
    /// The picture in a few bytes, as a data address: for those that are seen first, until they have come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
}

/// One colour that a card hints at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Swatch {
    pub code: String,
    pub label: String,
    /// `#rrggbb`.
    pub color: String,
}

/// A product as lists show it.
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
    /// At most two: the hero and what hovering shows.
    pub images: Vec<Image>,
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

/// Facet code to chosen values. Values of one facet widen, facets narrow.
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

/// A value of a facet with the number of products it would leave.
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
    /// An attribute, or `price` (values `0-50`, …, `1000-` in units of the currency) or `availability` (value `in_stock`).
    pub code: String,
    pub name: String,
    pub values: Vec<FacetValue>,
}

/// A name with the page it leads to.
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
    /// What a bag holds.
    pub item_id: i64,
    pub sku: String,
    /// Option code to value code.
    pub options: BTreeMap<String, String>,
    pub price: Amount,
    pub market_price: Option<Amount>,
    pub lowest_price_30d: Option<Amount>,
    pub unit_price: Option<UnitPrice>,
    /// Exact pieces; null in cached pages, which must not promise any.
    pub stock: Option<i64>,
    pub availability: Availability,
    /// What shows it, in order: indices into the product's `images`. Empty: the product's own do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<usize>,
    /// ISO 8601 date of the last day of the reduction; absent where there is none, or none is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_valid_until: Option<String>,
    /// Of standard delivery, where it differs from the product's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shipping_amount: Option<Amount>,
}

/// Standard delivery of one piece to the store's country.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShippingOffer {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// VAT included; zero where the price of one piece makes it free.
    pub amount: Amount,
    /// Working days from the order to the door.
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
    /// Pieces in one kit.
    pub qty: i64,
    pub stock: Option<i64>,
    pub availability: Availability,
    pub image: Option<Image>,
}

/// One choice of a variant, in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChosenOption {
    pub code: String,
    pub name: String,
    pub value: String,
    pub label: String,
}

/// A labelled line: fibre composition, and the like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LabelledText {
    pub label: String,
    pub text: String,
}

/// Manufacturer as Regulation (EU) 2023/988 art. 19 wants it shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Manufacturer {
    pub name: String,
    pub address: String,
    pub email: String,
    /// Who answers for the goods in the Union, where the manufacturer sits outside (art. 16).
    pub responsible: Option<Contact>,
}

/// A name with its postal and electronic address.
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
    /// Exact pieces (of a kit: complete sets; of a configurable: all variants); null in cached pages.
    pub stock: Option<i64>,
    pub availability: Availability,
    /// Maximum per order; null when there is none.
    pub max_qty: Option<i64>,
    pub promotion_category: String,
    pub options: Vec<ProductOption>,
    pub variants: Vec<Variant>,
    pub parts: Vec<KitPart>,
    pub images: Vec<Image>,
    /// How many of `images`, from the first, show the product itself; the rest show its variants.
    pub own_images: usize,
    /// ISO 3166-1 alpha-2 codes this product ships to.
    pub ship_to: Countries,
    /// ISO 8601 date of the last day of the reduction; absent where there is none, or none is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_valid_until: Option<String>,
    /// Standard delivery to the store's country; null where the product does not go there.
    pub shipping: Option<ShippingOffer>,
    /// Expected delivery to the store's country; null in cached pages, which hold no date.
    pub delivery: Option<DeliveryWindow>,
    /// Whether bed and mattress terms must be accepted.
    pub bed_terms: bool,
    /// Loyalty points for one piece.
    pub points: i64,
    pub manufacturer: Manufacturer,
    pub fibres: Vec<LabelledText>,
    /// Ingredients (Regulation (EC) 1223/2009); empty where none are due.
    pub inci: String,
    pub hazard: Option<Hazard>,
    pub safety: String,
    /// French éco-participation contained in the price; shown for deliveries to France.
    pub eco_participation: Option<Amount>,
    /// EUR with VAT: what collecting it costs whoever withdraws, for goods that the post does not take back
    /// (Directive 2011/83/EU art. 6(1)(i)).
    pub return_cost: Option<Amount>,
    pub related: Vec<ProductCard>,
}
