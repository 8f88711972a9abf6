//! The checkout: totals of a cart for its destination, and placing the order.

use crate::call::AfterCommit::OpenPayment;
use crate::call::{Calls, public, read, write};
use crate::limits::RateClass::{Order, Standard};

mod addition;
mod calls;
mod checks;
mod destination;
mod enter;
mod form;
mod idempotency;
mod placing;
mod store;
mod telephone;
#[cfg(test)]
mod tests;
pub mod types;

pub use addition::{Addition, Agreed, Proposal, add_to, find_addition, propose_addition};
pub use calls::place;
pub use enter::{EnteredItem, EnteredOrder, enter, rehearse};
pub use store::delete_old_keys;
pub use telephone::{Account, Offer, Payment, find_taken, offer, take};

pub fn calls(api: Calls) -> Calls {
    api.add(read("checkout/index", calls::index).json().rate(Standard))
        .add(public("checkout/region", calls::region).form().rate(Standard))
        .add(write("checkout/place", calls::place).json().rate(Order).then(OpenPayment))
}
