//! Changes of a placed order before it is shipped: its addresses, its carrier, and pieces that are taken out.
//!
//! Nothing is added: further goods are a linked order (`checkout::add_to`). Totals come from the functions of the checkout, at the
//! prices, the VAT rates, the promotion and the exchange rate that the order was placed at. An invoice that was issued is corrected,
//! what was paid too much goes back, and the customer is told of every change: an address that a stranger has changed by telephone
//! would otherwise be seen by nobody.
//!
//! | file | purpose |
//! |---|---|
//! | `addresses` | delivery and invoice to another address |
//! | `carrier` | delivery by another carrier |
//! | `lines` | pieces that are taken out |
//! | `surcharge` | delivery by a dearer carrier, once the customer has paid the difference |
//! | `sums` | totals, refund and invoice of a changed order |

mod addresses;
mod carrier;
mod lines;
mod sums;
mod surcharge;
#[cfg(test)]
mod tests;

pub use addresses::{NewAddresses, set_addresses};
pub use carrier::{CarrierPlan, NewCarrier, carrier_plans, set_carrier};
pub use lines::{Plan, Removal, plan, remove};
pub use surcharge::charge_carrier;

use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;
use crate::order::{Command, Order};
use crate::payment::store;

/// Refuses an order that has ended or has left.
fn check_open(order: &Order) -> Result<()> {
    if order.status.holds_stock() {
        return Ok(());
    }
    Err(refuse(message::ORDER_CHANGE_LATE))
}

/// Closes the payment pages of an order that waits for an online payment. Its gateway is asked at once by the job
/// `reconcile_payments`: a payment that has come before counts, a later one is impossible. The customer may begin another.
pub fn close_payment(tx: &mut dyn Tx, command: &Command, order: &Order) -> Result<()> {
    if order.status.is_pending() && store::withdraw_attempts(tx, order.id, command.now)? {
        return Ok(());
    }
    Err(refuse(message::PAYMENT_PAGE_NONE))
}
