//! Payment: how an order can be paid, what the shopper must do for it, and how it ended.
//!
//! Methods are `domain::order_status::PaymentMethod`; which are offered is the operator's choice (`payment.methods`). A
//! transfer or a cheque is paid by instructions and booked by a person; card and WeChat go through a [`gateway`].
//!
//! What a gateway is asked and what follows from its answers is kept apart. The rules run in transactions: [`attempt`] (the
//! life of a try to pay), [`money`] (what money does to its order), [`letters`]. The [`payments`] alone is asynchronous: it
//! carries questions from rows to gateways and answers back into rows, one transaction before and one after each question,
//! so that a crash between any two steps leaves a row that the next run of its jobs takes up.

use crate::call::AfterCommit::{AskPayment, OpenPayment};
use crate::call::{Calls, read, write};
use crate::limits::RateClass::{Standard, Tight};

pub mod attempt;
mod calls;
pub mod gateway;
mod instructions;
mod letters;
mod money;
pub mod processor;
mod qr;
pub mod store;
pub mod types;
mod velocity;

#[cfg(test)]
mod tests;

pub use attempt::Payer;
pub use calls::{begin, cancel_pending_of_bag, command, offered, opened, payer, result, shipments};
pub use letters::{Letter, send as send_letter, send_with as send_letter_with};
pub use money::{
    Incoming, Received, cancel, check_refund_of, give_back, give_back_for, net, receive, refund_again_by_hand,
    refund_made_by_hand, settle_free,
};
pub use processor::PaymentProcessor;
pub use store::{delete_old_events, erase_networks};

pub fn calls(api: Calls) -> Calls {
    api.add(read("payment/index", calls::index).form().rate(Standard))
        .add(write("payment/retry", calls::retry).json().rate(Tight).then(OpenPayment))
        .add(write("payment/refresh", calls::refresh).json().rate(Tight).then(AskPayment))
        .add(write("payment/counted", calls::counted).json().rate(Standard))
}
