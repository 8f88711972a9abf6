//! Returns, step by step: announced, received, inspected, closed; or called off.
//!
//! Goods only: which pieces come back, how many have come, how many are fit for sale. What has come back for good is booked by
//! `shipment`, as one table counts it for stock and figures; `fulfillment` refunds, closes and writes to the customer.
//!
//! What was refunded on proof that it was sent and never comes is closed by a person, and stays counted as refunded.
//!
//! A piece is in one return at most. Of an order, returns hold no more pieces than were sent: those announced count when another
//! is announced. What really comes counts more than what was announced: pieces that come with one return are taken out of those
//! that are still only announced. Pieces that were announced and do not come with the others stay announced, as a return that
//! follows the first.
//!
//! | file | purpose |
//! |---|---|
//! | `steps` | the rules of each step |
//! | `withdrawn` | what a statement of withdrawal announces |
//! | `types`, `store` | as in every slice |

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::order;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod steps;
mod store;
pub mod types;
mod withdrawn;

pub use steps::{
    NewReturn, announce, announceable, away, back_with, call_off, close, close_never_came, common, inspect, note_sent,
    open, out, pieces_of, receivable, receive, rest_of, touches, value_of,
};
pub use store::{
    Listed, Totals, Wanted, browse, count_overdue, count_to_inspect, count_to_refund, deductions, erase_words, find,
    list_lines, list_of_order, list_overdue, list_to_inspect, list_to_refund, never_came, of_refund, refunds_of,
    save_refund, totals, unrefunded_elsewhere,
};

pub use withdrawn::{announce_withdrawn, are_dealt_with};

/// The returns of a customer's orders.
fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let time = |at: Option<i64>| at.and_then(|at| Timestamp::from_millisecond(at).ok()).map(|at| at.to_string());
    let mut exported = Vec::new();
    for row in order::list_of_customer(tx, subject.customer_id, subject.proved_email(), i64::MAX)? {
        let ordered = order::lines(tx, row.id)?;
        for of in list_of_order(tx, row.id)? {
            let line = |line: types::Line| {
                let sku =
                    usize::try_from(line.position).ok().and_then(|at| ordered.get(at)).map(|line| line.sku.clone());
                json!({ "sku": sku, "announced": line.announced, "received": line.received, "reason": line.reason,
                    "deduction": Amount::from_minor(line.deduction), "deduction_reason": line.deduction_reason })
            };
            let lines: Vec<Value> = list_lines(tx, of.id)?.into_iter().map(line).collect();
            exported.push(json!({
                "number": of.number,
                "came_about": of.origin,
                "state": of.step,
                "note": of.note,
                "withdrawal": of.withdrawal,
                "follows": of.follows,
                "opened_at": time(Some(of.opened_at)),
                "received_at": time(of.received_at),
                "refunded_at": time(of.refunded_at),
                "refund": of.refund.map(Amount::from_minor),
                "items": lines,
            }));
        }
    }
    Ok(exported.into())
}

/// What people wrote about returns that have ended goes with what else the orders say of the person, and so before it; of those
/// that end only later, later.
fn erase(tx: &mut dyn Tx, subject: &DataSubject, now: Timestamp) -> Result<()> {
    let ended = order::list_ended(tx, subject.customer_id, &email_key(subject.proved_email()), now)?;
    let nameless = order::list_nameless(tx, subject.customer_id)?;
    for order_id in ended.into_iter().map(|(id, _)| id).chain(nameless) {
        erase_words(tx, order_id)?;
    }
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "returns", export, erase };
