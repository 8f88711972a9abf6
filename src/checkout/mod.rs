//! The checkout: what a bag comes to at its destination, and the placing of the order.

use crate::call::Calls;

mod calls;
mod enter;
mod form;
mod store;
pub mod types;

pub use calls::place;
pub use enter::{EnteredItem, EnteredOrder, enter};
pub use store::delete_old_keys;

pub fn calls(api: Calls) -> Calls {
    api.read("checkout/index", calls::index)
        .public("checkout/region", calls::region)
        .write("checkout/place", calls::place)
        .then_pay()
}
