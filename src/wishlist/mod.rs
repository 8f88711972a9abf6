//! What a customer likes and has not bought yet.
//!
//! An entry is an item: a product, or a variant that was chosen of it. Like the bag it holds no prices.

use crate::call::{Access, Calls, Mode};

pub mod types;

use types::{AddArgs, IndexArgs, RemoveArgs, StatusArgs, Wishlist, WishlistState};

pub fn calls(api: Calls) -> Calls {
    api.announced::<AddArgs, WishlistState>("wishlist/add", Mode::Write, Access::Member)
        .announced::<StatusArgs, WishlistState>("wishlist/status", Mode::Read, Access::Member)
        .announced::<IndexArgs, Wishlist>("wishlist/index", Mode::Read, Access::Member)
        .announced::<RemoveArgs, WishlistState>("wishlist/remove", Mode::Write, Access::Member)
}
