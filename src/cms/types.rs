//! Arguments and answers of the calls for pages.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::house::PageGroup;
use crate::catalog::types::{Image, NamedLink, ProductCard};
use crate::domain::money::Amount;
use crate::domain::promotion::TagStatus;

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TopmenuArgs {
    /// Only the branch of this category when given.
    pub url_key: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Topmenu {
    pub items: Vec<MenuItem>,
    /// The pages of the house, where there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house: Vec<NamedLink>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MenuItem {
    pub key: String,
    pub name: String,
    pub url: String,
    pub image: Option<Image>,
    pub children: Vec<NamedLink>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HomeText {
    pub title: String,
    pub text: String,
    /// Label of the link; empty where the whole block is the link.
    pub cta: String,
    pub url: String,
    pub image: Option<Image>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HomeBlock {
    /// Category key, e.g. `bath-and-spa`.
    pub key: String,
    pub title: String,
    pub text: String,
    pub url: String,
    pub image: Option<Image>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    pub title: String,
    pub text: String,
}

/// Content of the home page, `page/home` for desktops and `page/mobile` below 600 px.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Home {
    pub meta_title: String,
    pub meta_description: String,
    /// Null when the shop is empty.
    pub hero: Option<HomeText>,
    pub blocks: Vec<HomeBlock>,
    pub story: Option<HomeText>,
    pub best_sellers_title: String,
    pub best_sellers: Vec<ProductCard>,
    pub facts: Vec<Fact>,
    pub alternates: BTreeMap<String, String>,
}

/// An empty state with a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Vacancy {
    EmptyBag,
    NotFound,
}

impl Vacancy {
    /// The picture's name; an operator's own picture of this name takes its place.
    pub fn picture(self) -> &'static str {
        match self {
            Self::EmptyBag => "empty-bag",
            Self::NotFound => "not-found",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PictureArgs {
    pub of: Vacancy,
}

/// The picture of an empty state.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PagePicture {
    /// Decorative: without a text alternative.
    pub image: Option<Image>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Promo {
    /// Text of the announcement bar; empty when there is none.
    pub announcement: String,
    /// Status of the promo tag in the request; null without one.
    pub tag: Option<TagState>,
}

/// Status of the promo tag in the request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TagState {
    pub tag: String,
    pub status: TagStatus,
    /// Whole percent, 0 unless `status` is `applied`.
    pub percentage: u32,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CmsArgs {
    pub url_key: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TocEntry {
    pub id: String,
    pub title: String,
}

/// A help page.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CmsPage {
    pub url_key: String,
    pub url: String,
    pub alternates: BTreeMap<String, String>,
    pub title: String,
    pub meta_description: String,
    /// Safe HTML made from Markdown; headings from h2 carry ids.
    pub html: String,
    pub contents: Vec<TocEntry>,
    /// ISO 8601 date.
    pub updated: String,
    /// The pages of its menu, this one included.
    pub siblings: Vec<NamedLink>,
    /// Absent for help.
    #[serde(default, skip_serializing_if = "PageGroup::is_help")]
    pub group: PageGroup,
    /// Of the page of gifts: its goods by price, the cheapest first; bands without goods are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<PriceBand>,
}

/// Goods within two prices, VAT included, in the visitor's currency.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PriceBand {
    /// Exclusive; null in the first band.
    pub from: Option<Amount>,
    /// Inclusive; null in the last band.
    pub to: Option<Amount>,
    pub cards: Vec<ProductCard>,
}
