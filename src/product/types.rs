//! Arguments and answers of the calls about products.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::Fields;
use crate::catalog::store::RowKind;
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::Lang;

/// Kind of a product, as the sheets name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    Simple,
    /// With options, sold as variants
    Configurable,
    /// A set of others
    Kit,
    /// Of a product with options
    Variant,
}

impl From<ItemKind> for RowKind {
    fn from(kind: ItemKind) -> RowKind {
        match kind {
            ItemKind::Simple => RowKind::Simple,
            ItemKind::Configurable => RowKind::Configurable,
            ItemKind::Kit => RowKind::Kit,
            ItemKind::Variant => RowKind::Variant,
        }
    }
}

impl From<RowKind> for ItemKind {
    fn from(kind: RowKind) -> ItemKind {
        match kind {
            RowKind::Simple => ItemKind::Simple,
            RowKind::Configurable => ItemKind::Configurable,
            RowKind::Kit => ItemKind::Kit,
            RowKind::Variant => ItemKind::Variant,
        }
    }
}

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductListArgs")]
pub struct ListArgs {
    /// The beginning of an item number, also of a variant, or words of the name.
    pub q: String,
    /// Null: switched on or off.
    pub is_on: Option<bool>,
    pub kind: Option<ItemKind>,
    /// Key of a category: products in it or below it.
    pub category: String,
    /// What products lack: `text.LANG`, `alt.LANG`, `picture`, `price`, `variants`, `parts`, `manufacturer`, `fibres`, `inci`,
    /// `content`.
    pub missing: String,
    /// Adds these fields of each product, as `name.de` and `weight_g`: at most 20.
    pub fields: Vec<String>,
    /// As the answer before gave it.
    pub after: Option<String>,
}

/// Products and sets by item number: 50 a page. Variants come with their product.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProductPage {
    pub items: Vec<ProductRow>,
    /// For the next page; null on the last.
    pub after: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProductRow {
    pub sku: String,
    pub kind: ItemKind,
    /// In the reader's language; the item number where it has none.
    pub name: String,
    /// The canonical category, in the reader's language.
    pub category: Option<String>,
    /// Path of its first picture, in a small size.
    pub picture: Option<String>,
    pub is_on: bool,
    /// Switched on, and with a variant that is, if it has options.
    pub is_on_sale: bool,
    /// In euros; of a product with options the lowest.
    pub price: Option<Amount>,
    /// Whether variants cost more.
    pub is_from: bool,
    /// How many, on or off.
    pub variants: u32,
    /// What it lacks, in the languages of the shop.
    pub missing: Vec<String>,
    /// Those that were asked for.
    pub fields: Fields,
}

/// A code with its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductWord")]
pub struct Word {
    pub code: String,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductCategory")]
pub struct CategoryChoice {
    pub key: String,
    pub name: String,
    /// 0 at the top.
    pub depth: u32,
}

/// A code with its name, and those below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductWords")]
pub struct Words {
    pub code: String,
    pub name: String,
    pub values: Vec<Word>,
}

/// A type of goods, with what the law asks of it beside the manufacturer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductType")]
pub struct GoodsType {
    pub code: String,
    /// Whether it is on the shop's list; of a type of the house's own the shop asks nothing.
    pub is_known: bool,
    /// As products lack them: `fibres`, `inci`, `content`.
    pub asks: Vec<String>,
}

/// What fields of products can name, in the reader's language.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProductChoices {
    /// Of the shop, its first first.
    pub languages: Vec<Lang>,
    pub currencies: Vec<Currency>,
    pub categories: Vec<CategoryChoice>,
    pub manufacturers: Vec<Word>,
    /// Those on the shop's list, then those that only products have.
    pub types: Vec<GoodsType>,
    pub vat_classes: Vec<String>,
    pub ship_groups: Vec<String>,
    pub options: Vec<Words>,
    pub facets: Vec<Words>,
    pub fibre_parts: Vec<Word>,
    pub fibres: Vec<Word>,
}

// ── One product ─────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductArgs")]
pub struct SkuArgs {
    pub sku: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ProductDetail {
    pub sku: String,
    pub kind: ItemKind,
    /// Of a variant: its product.
    pub parent: Option<ParentLink>,
    /// In the reader's language, of a variant with its options; the item number where it has none.
    pub name: String,
    pub is_on_sale: bool,
    /// Changes with each field.
    pub version: String,
    /// Field to text: the columns of the sheets `products` and, with a language, `product_texts`; lists with a line for each entry.
    pub fields: Fields,
    /// As in lists; of a variant, what its product lacks.
    pub missing: Vec<String>,
    pub pictures: Vec<PictureShown>,
    pub variants: Vec<VariantRow>,
    pub prices: Vec<PriceShown>,
    /// Pieces that can be sold; of a product with options and of a set none.
    pub available: Option<u32>,
    /// Language to the address of its page, which is there while it is on sale.
    pub pages: BTreeMap<Lang, String>,
    /// Newest first, at most 50.
    pub versions: Vec<VersionRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductParent")]
pub struct ParentLink {
    pub sku: String,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductPicture")]
pub struct PictureShown {
    pub name: String,
    /// Path of a small size; null: it has no files.
    pub small: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductVariant")]
pub struct VariantRow {
    pub sku: String,
    /// Its options in the reader's language.
    pub name: String,
    pub is_on: bool,
    /// In euros.
    pub price: Option<Amount>,
    pub available: u32,
    pub weight_g: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductPrice")]
pub struct PriceShown {
    pub currency: Currency,
    pub amount: Amount,
    /// While it is reduced.
    pub regular: Option<Amount>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductVersion")]
pub struct VersionRow {
    pub id: i64,
    /// RFC 3339.
    pub at: String,
    /// `staff:ID`, `token:ID` or `cli:USER`; empty: what the first change, or a sheet, has left.
    pub actor: String,
    /// Of the person or program.
    pub name: Option<String>,
    /// Fields that differ from the version before.
    pub changed: Vec<String>,
    /// Whether the product is so now.
    pub is_current: bool,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductVersionArgs")]
pub struct VersionArgs {
    pub sku: String,
    pub id: i64,
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductFieldChange")]
pub struct FieldChange {
    pub field: String,
    /// The text that was seen: if it is another by now, nothing is saved. Null: whatever it is.
    pub was: Option<String>,
    pub value: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ProductChanges {
    pub sku: String,
    pub changes: Vec<FieldChange>,
}

/// Changes of up to 500 products, all or none. A field that cannot be saved has its message, named `SKU field`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductSaveArgs")]
pub struct SaveArgs {
    pub products: Vec<ProductChanges>,
}

/// A product, set or variant that is switched on or off.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductOnSaleArgs")]
pub struct OnSaleArgs {
    pub sku: String,
    /// Whether it was seen switched on; null: whatever it is.
    pub seen: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProductFieldDifference")]
pub struct FieldDifference {
    pub field: String,
    pub before: String,
    pub after: String,
}

/// What has changed of a product, or would.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProductDifference {
    pub sku: String,
    pub fields: Vec<FieldDifference>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ProductDifferences {
    pub products: Vec<ProductDifference>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "ProductCreateArgs")]
pub struct CreateArgs {
    pub sku: String,
    /// No variant.
    pub kind: ItemKind,
    /// `type`, `vat_class`, `ship_group` and a name are needed. Addresses are made of the names where they are not given.
    #[serde(default)]
    pub fields: Fields,
    /// Currency to amount, as `{"EUR": "120.00"}`.
    #[serde(default)]
    pub prices: BTreeMap<String, String>,
}

/// Up to 500 new products, all or none. A field that cannot be has its message, named `SKU field`; of a row without SKU its number, from
/// 1, in the SKU's place.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductCreateAllArgs")]
pub struct CreateAllArgs {
    pub products: Vec<CreateArgs>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductFirstPriceArgs")]
pub struct FirstPriceArgs {
    pub sku: String,
    pub prices: BTreeMap<String, String>,
}

/// Variants that a product lacks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlannedVariants {
    /// Of the product.
    pub version: String,
    pub items: Vec<PlannedVariant>,
    /// Whether other variants have prices, which these take over.
    pub has_prices: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlannedVariant {
    /// A proposal.
    pub sku: String,
    /// Its options in the reader's language.
    pub name: String,
    /// Option to value.
    pub choice: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NewVariant {
    pub sku: String,
    pub choice: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductAddVariantsArgs")]
pub struct AddVariantsArgs {
    pub sku: String,
    /// Of the product, as it was seen.
    pub version: String,
    pub variants: Vec<NewVariant>,
    /// In currencies that are not given, those of the other variants.
    pub prices: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ProductRestoreArgs")]
pub struct RestoreArgs {
    pub sku: String,
    pub id: i64,
    /// Of the product, as it was seen.
    pub version: String,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "ProductPreviewArgs")]
pub struct PreviewArgs {
    pub sku: String,
    pub lang: Lang,
}

/// A link to a product's page in the shop, on sale or not.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ProductPreviewLink")]
pub struct PreviewLink {
    /// Who has it sees the page, until it ends: it is shown this once.
    pub url: String,
    pub expires_at: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ProductPreviewsEnded")]
pub struct PreviewsEnded {
    /// How many links worked.
    pub ended: u64,
}
