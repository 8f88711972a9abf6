//! Settlement: payments and refunds, and their effects on orders.
//!
//! Rules and requests are separate. Rules run in transactions: [`attempt`] (states of an attempt to pay), [`money`] (effects
//! of payments and refunds), [`carrier`] (surcharges), [`take_back`] (a payment that was none). Only the [`processor`] is asynchronous: it sends requests to gateways, with one transaction
//! before and one after each, so that after a crash the next run of its jobs resumes from the rows.

use crate::call::AfterCommit::OpenPayment;
use crate::call::{Calls, write};
use crate::limits::RateClass::{Standard, Tight};

pub mod attempt;
mod calls;
mod carrier;
mod money;
pub mod processor;
mod take_back;
pub mod types;
mod unpaid;
mod velocity;

#[cfg(test)]
mod tests;

pub use attempt::Payer;
pub use calls::{begin, cancel_pending_of_cart, payer};
pub use carrier::{
    Carriage, GIVEN_UP, carry, carry_along, check_is_no_surcharge, check_no_surcharge_awaited, end_surcharges,
    has_left, ship_surcharges,
};
pub use money::{
    Booking, cancel, check_refund_of, give_back, receive, refund, refund_again_by_hand, refund_goods,
    refund_made_by_hand, settle_covered, settle_free,
};
pub use processor::PaymentProcessor;
pub use take_back::{not_taken_back, take_back};
pub use unpaid::{Admission, admit, check_share, confirm as confirm_waiting, wait_for_link, wanted};

pub fn calls(api: Calls) -> Calls {
    api.add(write("payment/retry", calls::retry).json().rate(Tight).then(OpenPayment))
        .add(write("order/confirm", calls::confirm).json().rate(Tight))
        .add(write("order/cancel", calls::cancel_order).json().rate(Standard))
}
