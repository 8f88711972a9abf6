//! Payment: methods, gateways, and the rows of attempts, payments and refunds.
//!
//! Methods are `domain::order_status::PaymentMethod`; configuration (`payment.methods`) selects those offered. Transfer and
//! cheque have [`instructions`]; card and WeChat use a [`gateway`]. `settlement` decides how money changes an order.

use crate::call::{Calls, write};
use crate::limits::RateClass::Standard;

mod calls;
pub mod gateway;
mod instructions;
mod qr;
pub mod store;
pub mod types;

pub use calls::options;
pub use gateway::offered;
pub use instructions::{CODE_SHOWN, how_to_pay, of_order as instructions_of, open_attempt};
pub use store::{Attempt, State, delete_old_events, erase_networks, is_uncertain, net};

pub fn calls(api: Calls) -> Calls {
    api.add(write("payment/counted", calls::counted).json().rate(Standard))
}
