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
    /// Categories whose name matches.
    pub categories: Vec<NamedLink>,
    /// The corrected term, if only that matched.
    pub corrected: Option<String>,
    /// Shown if nothing was found.
    pub best_sellers: Vec<ProductCard>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SuggestArgs {
    pub q: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Suggestions {
    pub q: String,
    /// Completed terms, best first, at most four.
    pub terms: Vec<String>,
    /// At most three.
    pub categories: Vec<NamedLink>,
    /// At most five.
    pub products: Vec<ProductCard>,
}
