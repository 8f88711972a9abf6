//! What a customer likes and has not bought yet.
//!
//! An entry is an item: a product, or a variant that was chosen of it. Like the bag it holds no prices.

use crate::call::Calls;

mod calls;
mod store;
pub mod types;

pub fn calls(api: Calls) -> Calls {
    api.member_write("wishlist/add", calls::add)
        .member_read("wishlist/status", calls::status)
        .member_read("wishlist/index", calls::index)
        .member_write("wishlist/remove", calls::remove)
}
