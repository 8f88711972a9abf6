//! Pictures that the house puts in: checked when they come, made into the shop's sizes in the background, and then to be used by the
//! catalogue under their names ([`crate::catalog::media`]). What a product shows, in which order and with which words, is the
//! product's ([`crate::product`]), what a category shows the category's ([`crate::category`]).
//!
//! | file | purpose |
//! |---|---|
//! | `convert` | files to pixels, and pixels to the shop's sizes; for the console and for `shop catalogue import` alike |
//! | `making` | an upload becomes a picture |
//! | `calls`, `types` | as in every slice; the SQL is in [`crate::catalog::uploads`] |

use crate::call::{Calls, staff_prepared, staff_read};
use crate::domain::permission::Permission::ProductsChange;
use crate::limits::RateClass::Standard;

pub mod calls;
pub mod convert;
pub mod making;
pub mod types;

/// The largest file, in bytes: a photograph of 50 megapixels.
pub const MOST_BYTES: usize = 30 << 20;
/// The same in Base64, with what stands around it.
const BODY: usize = MOST_BYTES / 3 * 4 + (64 << 10);

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(ProductsChange, "picture/list", calls::list).rate(Standard)).add(
        staff_prepared(ProductsChange, "picture/upload", calls::prepare_upload, calls::upload)
            .body(BODY)
            .rate(Standard),
    )
}
