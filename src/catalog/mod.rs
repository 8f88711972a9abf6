//! What the shop sells: categories, products, their prices and pieces, and the lists in which they stand.
//!
//! | file | what it answers |
//! |---|---|
//! | `calls` | `catalog/category` and `catalog/product` |
//! | `cards` | products as lists show them |
//! | `variants` | variants of a product, their options and pictures |
//! | `sellable` | items as cart and checkout need them |
//! | `stock` | reserving and releasing pieces |
//! | `price` | what items cost, from the ledger of prices |
//! | `delivery` | standard delivery of single pieces |
//! | `facets` | what narrows a list, with counts |
//! | `listing` | the lists' read models: made, refreshed, read |
//! | `sets` | the form in which they keep filters and orders |
//! | `feed` | the whole catalogue in batches, for sitemaps and feeds |
//! | `searchable` | the catalogue as the search index reads it |
//! | `media` | pictures and their addresses |
//! | `import` | writing the catalogue: what seed and import put in |
//! | `csv` | the whole catalogue as sheets: what `shop catalogue` exports and imports |
//! | `template` | products as templates of synthetic ones |
//! | `store` | the SQL by which pages read |

use crate::call::{Calls, public};
use crate::limits::RateClass::Standard;

mod calls;
mod cards;
pub mod csv;
mod delivery;
pub mod facets;
pub mod feed;
pub mod import;
pub mod listing;
pub mod media;
pub mod price;
pub mod searchable;
mod sellable;
pub mod sets;
mod stock;
pub mod store;
pub mod template;
#[cfg(test)]
mod tests;
pub mod types;
mod variants;

pub use cards::{cards, first_cards};
pub use facets::narrow;
pub use listing::{next_price_boundary, refresh_prices_at, refresh_products};
pub use sellable::{Sellable, SellablePart, find_item_id, find_sellable_id, item_name, sellable};
pub use stock::{StockRow, list_stock, release, reserve, set_stock, shelves};
pub use store::{
    CategoryNode, ON_SALE, Tree, count_priceless, has_products, is_empty, label, labels, list_untranslated, makers,
    page_products, product_ids, product_types, search_version, tree, version,
};

/// The calls of this slice.
pub fn calls(api: Calls) -> Calls {
    api.add(public("catalog/category", calls::category).form().rate(Standard))
        .add(public("catalog/product", calls::product).form().rate(Standard))
}
