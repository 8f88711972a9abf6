//! The tree of categories as the house works on it: made, named in every language, moved, ordered, hidden, filled with products in
//! an order of the house, removed, and taken back to what they were. What has changed is in the shop at once.
//!
//! | file | purpose |
//! |---|---|
//! | `document` | a category as fields |
//! | `editing` | the rules: how categories are made, changed and removed; for calls and commands alike |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::ProductsChange;
use crate::limits::RateClass::Standard;

pub mod calls;
pub mod document;
pub mod editing;
pub mod store;
#[cfg(test)]
mod tests;
pub mod types;

/// Bytes of a save: the texts of a category in every language.
const SAVE_BYTES: usize = 1 << 20;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(ProductsChange, "category/list", calls::list).rate(Standard))
        .add(staff_read(ProductsChange, "category/show", calls::show).rate(Standard))
        .add(staff_read(ProductsChange, "category/products", calls::products).rate(Standard))
        .add(staff_read(ProductsChange, "category/order", calls::order).rate(Standard))
        .add(staff_read(ProductsChange, "category/compare", calls::compare).rate(Standard))
        .add(staff_write(ProductsChange, "category/create", calls::create).body(SAVE_BYTES).rate(Standard))
        .add(staff_write(ProductsChange, "category/save", calls::save).body(SAVE_BYTES).rate(Standard))
        .add(staff_write(ProductsChange, "category/move", calls::place).rate(Standard))
        .add(staff_write(ProductsChange, "category/add_products", calls::add_products).rate(Standard))
        .add(staff_write(ProductsChange, "category/remove_products", calls::remove_products).rate(Standard))
        .add(staff_write(ProductsChange, "category/arrange", calls::arrange).rate(Standard))
        .add(staff_write(ProductsChange, "category/restore", calls::restore).rate(Standard))
        .add(staff_write(ProductsChange, "category/remove", calls::remove).rate(Standard))
}
