//! Messages to customer service, and the one question after an order.

use crate::call::{Calls, Mode};

mod calls;
mod store;
pub mod types;

pub use store::{Stored, anonymise, close, delete_old, find, list, list_of};

pub fn calls(api: Calls) -> Calls {
    api.prepared("contact/post", Mode::Write, calls::prepare_post, calls::post)
        .member_write("contact/accountpost", calls::account_post)
}
