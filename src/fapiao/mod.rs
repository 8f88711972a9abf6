//! The Chinese invoice, which a customer asks for on the order's page. Five-language reading only.
//!
//! It is asked for here and issued by the operator with the tax office's own program; `shop fapiao` lists what was asked.

use crate::call::Calls;

mod calls;
mod store;
pub mod types;

pub use store::{Asked, list, save_issued};

pub fn calls(api: Calls) -> Calls {
    api.member_read("fapiao/view", calls::view).member_write("fapiao/create", calls::create)
}
