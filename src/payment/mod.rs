//! Payment: the ways to pay, the gateways behind them, and the rows of attempts, payments and refunds.
//!
//! Methods are `domain::order_status::PaymentMethod`; which are offered is the operator's choice (`payment.methods`). A
//! transfer or a cheque is paid by [`instructions`]; card and WeChat go through a [`gateway`]. What money does to its order
//! is decided in `settlement`.

use crate::call::{Calls, write};
use crate::limits::RateClass::Standard;

mod calls;
pub mod gateway;
mod instructions;
mod qr;
pub mod store;
pub mod types;

pub use gateway::offered;
pub use instructions::{CODE_SHOWN, how_to_pay, of_order as instructions_of, open_attempt};
pub use store::{Attempt, State, delete_old_events, erase_networks, is_uncertain, net};

pub fn calls(api: Calls) -> Calls {
    api.add(write("payment/counted", calls::counted).json().rate(Standard))
}
