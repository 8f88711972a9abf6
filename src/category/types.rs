//! Arguments and answers of the calls about categories.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::store_view::Lang;
use crate::product::document::Fields;
use crate::product::types::{FieldChange, FieldDifference, VersionRow};

/// All categories, each before those below it, siblings in their order.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CategoryList {
    pub categories: Vec<CategoryRow>,
    /// Those of the shop.
    pub languages: Vec<Lang>,
    /// Changes whenever a category stands elsewhere.
    pub version: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CategoryRow {
    /// The same in every language.
    pub key: String,
    /// In the reader's language; else in the first that it has, or the key.
    pub name: String,
    /// Key of the category that it stands below; empty: at the top.
    pub parent: String,
    /// 0 at the top.
    pub depth: u32,
    pub is_hidden: bool,
    /// Neither it nor one above it is hidden.
    pub is_shown: bool,
    /// Listed on its page, those of the categories below it too.
    pub products: u32,
    /// Languages of the shop that it has no name in.
    pub missing: Vec<Lang>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryKeyArgs")]
pub struct KeyArgs {
    pub key: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CategoryDetail {
    pub key: String,
    /// As in the list.
    pub name: String,
    pub is_shown: bool,
    /// Changes with each field.
    pub version: String,
    /// `parent`, `hidden` as 0 or 1, `picture`, and with a language `name`, `url_key`, `intro`, `meta_title`, `meta_description`, `alt`.
    pub fields: Fields,
    /// Path of its picture in a small size.
    pub picture: Option<String>,
    /// Language to the address of its page, which is there while it is shown.
    pub pages: BTreeMap<Lang, String>,
    /// In it itself, on sale or not.
    pub products: u32,
    /// Categories right below it.
    pub children: u32,
    /// Newest first, at most 50.
    pub versions: Vec<VersionRow>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryProductsArgs")]
pub struct ProductsArgs {
    pub key: String,
    /// As the answer before gave it.
    pub after: Option<String>,
}

/// Products in a category itself by item number: 50 a page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CategoryProducts {
    pub items: Vec<CategoryProduct>,
    /// For the next page; null on the last.
    pub after: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CategoryProduct {
    pub sku: String,
    /// In the reader's language; the item number where it has none.
    pub name: String,
    /// Its first picture: the name, as the field `picture` takes it.
    pub picture_name: Option<String>,
    /// The path of a small size.
    pub picture: Option<String>,
    pub is_on_sale: bool,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryOrderArgs")]
pub struct OrderArgs {
    pub key: String,
    /// As the answer before gave it.
    pub after: Option<u32>,
}

/// What the page of a category lists, those of the categories below it too, in its own order: 50 a page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CategoryOrder {
    pub items: Vec<CategoryProduct>,
    /// For the next page; null on the last.
    pub after: Option<u32>,
    /// How many it lists.
    pub total: u32,
    /// Grows with each change of the order.
    pub version: i64,
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryCreateArgs")]
pub struct CreateArgs {
    /// Letters, digits, hyphens and underscores; empty: it is made of the name.
    pub key: String,
    /// A name is needed. Addresses are made of the names where they are not given.
    pub fields: Fields,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategorySaveArgs")]
pub struct SaveArgs {
    pub key: String,
    /// All or none are saved. A field that cannot be has its message by its name.
    pub changes: Vec<FieldChange>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryMoveArgs")]
pub struct MoveArgs {
    pub key: String,
    /// Key of the category that it is to stand below; empty: at the top.
    pub parent: String,
    /// Key of the one there that it is to stand before; empty: after all.
    pub before: String,
    /// Of the tree, as it was seen.
    pub version: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryFillArgs")]
pub struct FillArgs {
    pub key: String,
    /// From 1 to 500; of a variant its product is meant.
    pub skus: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryArrangeArgs")]
pub struct ArrangeArgs {
    pub key: String,
    pub sku: String,
    /// Item number of the one that it is to stand behind; empty: it is to be the first.
    pub after: String,
    /// Of the order, as it was seen.
    pub version: i64,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CategoryArranged {
    /// Of the order, as it is now.
    pub version: i64,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryVersionArgs")]
pub struct VersionArgs {
    pub key: String,
    pub id: i64,
}

/// What going back to a version would change.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CategoryDifference {
    pub key: String,
    pub fields: Vec<FieldDifference>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryRestoreArgs")]
pub struct RestoreArgs {
    pub key: String,
    pub id: i64,
    /// Of the category, as it was seen.
    pub version: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CategoryRemoveArgs")]
pub struct RemoveArgs {
    pub key: String,
    /// Key of the category that products, categories and links go to. Empty: it must hold none.
    pub to: String,
    /// Of the category, as it was seen.
    pub version: String,
}
