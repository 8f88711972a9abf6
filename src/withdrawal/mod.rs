//! The withdrawal function (Directive 2011/83/EU art. 11a, in force since 19 June 2026): a statement in two steps, without
//! a login, taken whether or not we know the order, with a receipt on a durable medium that names day and time.
//!
//! What follows from it (goods back, money back) an operator does through `aftercare`.

use crate::call::Calls;

mod calls;
mod store;
pub mod types;

pub use store::{find, handle, list};

pub fn calls(api: Calls) -> Calls {
    api.write("order/withdraw", calls::withdraw)
}
