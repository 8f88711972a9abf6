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
//! | `sums` | totals, refund and invoice of a changed order |

mod addresses;
mod carrier;
mod lines;
mod sums;
#[cfg(test)]
mod tests;

pub use addresses::{NewAddresses, set_addresses};
pub use carrier::{CarrierPlan, NewCarrier, carrier_plans, set_carrier};
pub use lines::{Plan, Removal, plan, remove};

use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;
use crate::order::{self, Command, Order, OrderChange};
use crate::order_view::{self, OrderMail};
use crate::payment::store;

/// Refuses an order that has ended or has left.
fn check_open(order: &Order) -> Result<()> {
    if order.status.holds_stock() {
        return Ok(());
    }
    Err(refuse(message::ORDER_CHANGE_LATE))
}

/// Tells the customer of the last change.
fn tell(tx: &mut dyn Tx, command: &Command, order_id: i64, change_id: i64) -> Result<()> {
    let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let changes = order::list_changes(tx, order_id)?;
    let is_it = |change: &&OrderChange| change.id == change_id;
    let Some(change) = changes.iter().find(is_it) else { return Ok(()) };
    let view = order_view::changed(tx, &order, change)?;
    order_view::send_mail(tx, command, order_id, &OrderMail::Changed { change: &view })
}

/// Closes the payment pages of an order that waits for an online payment. Its gateway is asked at once by the job
/// `reconcile_payments`: a payment that has come before counts, a later one is impossible. The customer may begin another.
pub fn close_payment(tx: &mut dyn Tx, command: &Command, order: &Order) -> Result<()> {
    if order.status.is_pending() && store::withdraw_attempts(tx, order.id, command.now)? {
        return Ok(());
    }
    Err(refuse(message::PAYMENT_PAGE_NONE))
}
