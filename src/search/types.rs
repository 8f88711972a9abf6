//! Arguments and answers of search.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::types::{Facet, Filters, NamedLink, ProductCard, Sort};

/// Arguments of `search/index`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SearchArgs {
    /// The search term; must not be blank.
    pub q: String,
    pub page: Option<u32>,
    /// 1 to 96; 24 when absent.
    pub per_page: Option<u32>,
    /// `relevance` by default.
    pub sort: Option<Sort>,
    pub filters: Filters,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SearchPage {
    /// The trimmed search term.
    pub q: String,
    pub items: Vec<ProductCard>,
    /// Counting stops at 1 000.
    pub total: u32,
    /// Whether there are more than `total`.
    pub total_capped: bool,
    pub page: u32,
    pub per_page: u32,
    pub sort: Sort,
    pub facets: Vec<Facet>,
    /// Categories that are called so.
    pub categories: Vec<NamedLink>,
    /// Help pages that answer it, best first, at most three.
    pub help: Vec<NamedLink>,
    /// The number of an order, if that is what was asked for; whose it is, its page says.
    pub order: Option<String>,
    /// The term as it was understood, if a word of it was taken for a misspelling.
    pub corrected: Option<String>,
    /// Words of the term that nothing is called, as they were typed.
    pub unknown: Vec<String>,
    /// Whether no product has all of the term, so that those are listed that have the most telling part of it.
    pub partial: bool,
    /// Shown if nothing was found.
    pub best_sellers: Vec<ProductCard>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SuggestArgs {
    pub q: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Suggestions {
    pub q: String,
    /// Completed terms, best first, at most four.
    pub terms: Vec<String>,
    /// At most three.
    pub categories: Vec<NamedLink>,
    /// Help pages, at most two.
    pub help: Vec<NamedLink>,
    /// At most five.
    pub products: Vec<ProductCard>,
}
