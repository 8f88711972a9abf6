//! Orders as the people of the house see and change them: lists, search, one order with all that belongs to it, deeds.
//!
//! Has no tables and no rules of its own: `order` finds, `fulfillment`, `settlement` and `order_view` act. What is here is a door
//! beside the command line: permissions, the version that somebody has seen, fresh proof, and what the audit is told.
//!
//! | file | purpose |
//! |---|---|
//! | `list` | lists and search |
//! | `detail` | an order with all that belongs to it; its version |
//! | `additions` | goods that are added as a linked order |
//! | `contact` | a mail address that was mistyped |
//! | `changes` | other addresses, another carrier, pieces that are taken out, payments that were none |
//! | `document` | invoices and credit notes as PDF |
//! | `deeds` | payments, parcels, returns, refunds, cancellations, notes, mails |

use crate::call::{Calls, staff_deed, staff_prepared, staff_read, staff_view, staff_write};
use crate::domain::permission::Permission::{Bank, OrdersChange, OrdersRead, OrdersRefund, Packing};
use crate::limits::RateClass::Standard;

mod additions;
mod changes;
mod contact;
mod deeds;
mod detail;
mod document;
mod list;
#[cfg(test)]
mod tests;
pub mod types;

pub use additions::{added_line, entered, goods};
pub use contact::correct_email;
pub use deeds::{Acting, add_note, check_note, check_reason, line, quantities, state};
pub use detail::{Actors, current_version, mail_item};
pub use list::{matching, stamps, write_terms};

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(OrdersRead, "order/list", list::list).rate(Standard))
        .add(staff_view(OrdersRead, "order/show", detail::show).rate(Standard))
        .add(staff_deed(Bank, "order/pay", deeds::pay).rate(Standard))
        .add(staff_deed(Packing, "order/ship", deeds::ship).rate(Standard))
        .add(staff_deed(Packing, "order/ready", deeds::ready).rate(Standard))
        .add(staff_deed(Packing, "order/hand_over", deeds::hand_over).rate(Standard))
        .add(staff_deed(OrdersChange, "order/cancel", deeds::cancel).rate(Standard))
        .add(staff_deed(OrdersRefund, "order/return", deeds::record_return).rate(Standard))
        .add(staff_deed(OrdersRefund, "order/refund", deeds::refund).rate(Standard))
        .add(staff_write(OrdersChange, "order/complete", deeds::complete).rate(Standard))
        .add(staff_deed(Bank, "order/refund_made", deeds::refund_made).rate(Standard))
        .add(staff_write(OrdersRefund, "order/refund_by_hand", deeds::refund_by_hand).rate(Standard))
        .add(staff_deed(OrdersChange, "order/set_email", contact::set_email).rate(Standard))
        .add(staff_read(OrdersChange, "order/address_form", changes::address_form).rate(Standard))
        .add(staff_deed(OrdersChange, "order/set_addresses", changes::set_addresses).rate(Standard))
        .add(staff_read(OrdersChange, "order/plan_carrier", changes::plan_carrier).rate(Standard))
        .add(staff_deed(OrdersChange, "order/set_carrier", changes::set_carrier).rate(Standard))
        .add(staff_deed(OrdersChange, "order/charge_carrier", changes::charge_carrier).rate(Standard))
        .add(staff_read(OrdersChange, "order/plan_removal", changes::plan_removal).rate(Standard))
        .add(staff_deed(OrdersChange, "order/remove", changes::remove).rate(Standard))
        .add(staff_read(OrdersChange, "order/find_goods", additions::find_goods).rate(Standard))
        .add(staff_read(OrdersChange, "order/plan_addition", additions::plan_addition).rate(Standard))
        .add(staff_write(OrdersChange, "order/add_goods", additions::add_goods).rate(Standard))
        .add(staff_write(OrdersChange, "order/close_payment", changes::close_payment).rate(Standard))
        .add(staff_deed(Bank, "order/unpay", changes::unpay).rate(Standard))
        .add(staff_prepared(OrdersRead, "order/document", document::prepare, document::document).rate(Standard))
        .add(staff_write(OrdersChange, "order/note", deeds::note).rate(Standard))
        .add(staff_read(OrdersChange, "order/colleagues", deeds::colleagues).rate(Standard))
        .add(staff_deed(OrdersChange, "order/resend", deeds::resend).rate(Standard))
}
