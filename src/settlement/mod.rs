//! Settlement: what money does to its order, and how it gets there and back.
//!
//! What a gateway is asked and what follows from its answers is kept apart. The rules run in transactions: [`attempt`] (the
//! life of an attempt to pay), [`money`] (what money does to its order). The [`processor`] alone is asynchronous: it carries
//! questions from rows to gateways and answers back into rows, one transaction before and one after each question, so that a
//! crash between any two steps leaves a row that the next run of its jobs takes up.

use crate::call::AfterCommit::OpenPayment;
use crate::call::{Calls, member_write, write};
use crate::limits::RateClass::{Standard, Tight};

pub mod attempt;
mod calls;
mod money;
pub mod processor;
pub mod types;
mod velocity;

#[cfg(test)]
mod tests;

pub use attempt::Payer;
pub use calls::{begin, cancel_pending_of_cart, payer};
pub use money::{
    Incoming, Received, cancel, check_refund_of, give_back, give_back_for, receive, refund_again_by_hand,
    refund_made_by_hand, settle_free,
};
pub use processor::PaymentProcessor;

pub fn calls(api: Calls) -> Calls {
    api.add(write("payment/retry", calls::retry).json().rate(Tight).then(OpenPayment))
        .add(member_write("order/cancel", calls::cancel_order).form_or_json().rate(Standard))
}
