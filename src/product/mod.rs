//! The catalogue as the house works on it: products found, shown with what they lack, changed field by field, made, and taken back
//! to what they were. The rules of single cells are those of the sheets; what has changed is in the shop at once.
//!
//! | file | purpose |
//! |---|---|
//! | `cells` | texts to values and back, for fields and for sheets |
//! | `document` | a product as fields |
//! | `preview` | links to pages of products that are not on sale yet |
//! | `editing` | the rules: how products are made and changed; for calls and commands alike |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::ProductsChange;
use crate::limits::RateClass::Standard;

pub mod calls;
pub mod cells;
pub mod document;
pub mod editing;
pub mod preview;
pub mod store;
#[cfg(test)]
mod tests;
pub mod types;

/// Bytes of a save: a sheet of 500 products with some texts.
const SAVE_BYTES: usize = 2 << 20;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(ProductsChange, "product/list", calls::list).rate(Standard))
        .add(staff_read(ProductsChange, "product/choices", calls::choices).rate(Standard))
        .add(staff_read(ProductsChange, "product/show", calls::show).rate(Standard))
        .add(staff_read(ProductsChange, "product/compare", calls::compare).rate(Standard))
        .add(staff_read(ProductsChange, "product/check", calls::check).body(SAVE_BYTES).rate(Standard))
        .add(staff_write(ProductsChange, "product/save", calls::save).body(SAVE_BYTES).rate(Standard))
        .add(staff_write(ProductsChange, "product/put_on_sale", calls::put_on_sale).rate(Standard))
        .add(staff_write(ProductsChange, "product/take_off_sale", calls::take_off_sale).rate(Standard))
        .add(staff_write(ProductsChange, "product/create", calls::create).body(SAVE_BYTES).rate(Standard))
        .add(staff_read(ProductsChange, "product/check_new", calls::check_new).body(SAVE_BYTES).rate(Standard))
        .add(staff_write(ProductsChange, "product/create_all", calls::create_all).body(SAVE_BYTES).rate(Standard))
        .add(staff_write(ProductsChange, "product/set_first_price", calls::set_first_price).rate(Standard))
        .add(staff_read(ProductsChange, "product/plan_variants", calls::plan_variants).rate(Standard))
        .add(staff_write(ProductsChange, "product/add_variants", calls::add_variants).body(SAVE_BYTES).rate(Standard))
        .add(staff_write(ProductsChange, "product/preview_link", calls::preview_link).rate(Standard))
        .add(staff_write(ProductsChange, "product/end_previews", calls::end_previews).rate(Standard))
        .add(staff_write(ProductsChange, "product/restore", calls::restore).rate(Standard))
}
