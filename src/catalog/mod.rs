//! The catalogue: categories, products, prices, stock and lists.
//!
//! | file | purpose |
//! |---|---|
//! | `calls` | `catalog/category` and `catalog/product` |
//! | `availability` | `catalog/availability` |
//! | `browse` | the whole catalogue as the console lists it |
//! | `categories` | categories as the house works on them |
//! | `cards` | product cards for lists |
//! | `variants` | variants of a product, their options and pictures |
//! | `sellable` | items for cart and checkout |
//! | `stock` | reserving and releasing stock |
//! | `price` | prices from the price ledger |
//! | `ledger` | changes to the price ledger, items that have prices |
//! | `delivery` | standard delivery of single items |
//! | `facets` | facets with counts |
//! | `lexicon` | makers, options, shipping groups, names of codes and synonyms as the house works on them |
//! | `gaps` | what products lack |
//! | `editing` | what a change of a product needs to know |
//! | `listing` | read models of lists: rebuild, refresh, read |
//! | `places` | the order that the house gives to a list |
//! | `sets` | bitsets and sort orders of the read models |
//! | `feed` | the whole catalogue in batches, for sitemaps and feeds |
//! | `searchable` | documents for the search index |
//! | `media` | pictures and their URLs |
//! | `uploads` | pictures that were put in and wait for their sizes |
//! | `import` | inserts of the seed |
//! | `csv` | sheets that `shop catalogue` exports and imports |
//! | `template` | templates of synthetic products |
//! | `store` | queries of pages |

use crate::call::{Calls, public};
use crate::limits::RateClass::Standard;

mod availability;
pub mod browse;
mod calls;
mod cards;
pub mod categories;
pub mod csv;
mod delivery;
pub mod editing;
pub mod facets;
pub mod feed;
pub mod gaps;
pub mod import;
mod ledger;
pub mod lexicon;
pub mod listing;
pub mod media;
pub mod places;
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
pub mod uploads;
mod variants;

pub use cards::{cards, first_cards};
pub use facets::narrow;
pub use ledger::{
    Ledgers, PricedItem, PricedOf, browse_priced, count_planned, find_priced, find_product, follow_prices, has_priced,
    ledgers, list_base_changes, list_planned, list_priced_in, list_reduced, priced_of, products_of_category,
    save_ledger,
};
pub use listing::{cheapest, next_price_boundary, refresh_prices_at, refresh_products};
pub use sellable::{
    NamedItem, Sellable, SellablePart, find_item_id, find_sellable_id, item_name, named, sellable, sellable_of, weights,
};
#[cfg(test)]
pub use stock::set_stock;
pub use stock::{
    SoldOut, StockOf, StockedItem, adjust_stock, all_available, available, browse_stock, count_sold_out,
    count_stockless, find_stocked, has_sku, list_sold_out, product_name, release, reserve, shelves, sku, stocked_of,
    stocked_skus,
};
pub use store::{
    AvailabilityChanges, CategoryNode, Maker, ON_SALE, PAYMENT_METHOD, SHIPPING_METHOD, SHIPPING_NOTE, Tree, all_words,
    availability_changes, availability_version, bump_search, count_by_vat_class, count_priceless, has_products,
    is_empty, label, labels, list_untranslated, makers, names_of_skus, page_products, payment_types, product_ids,
    product_types, product_vat_classes, save_words, search_version, shipping_name, shipping_names, tree, version,
    versions,
};

/// The calls of this slice.
pub fn calls(api: Calls) -> Calls {
    api.add(public("catalog/availability", availability::availability).json().rate(Standard))
        .add(public("catalog/category", calls::category).form().rate(Standard))
        .add(public("catalog/product", calls::product).form().rate(Standard))
}
