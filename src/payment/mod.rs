//! Payment: how an order can be paid, what the shopper must do for it, and how it ended.
//!
//! Methods are `domain::order_status::PaymentMethod`; which are offered is the operator's choice (`payment.methods`).

use crate::call::Calls;

mod calls;
mod instructions;
pub mod types;

pub use calls::result;

pub fn calls(api: Calls) -> Calls {
    api.read("payment/index", calls::index)
}
