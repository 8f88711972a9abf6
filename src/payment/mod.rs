//! Payment: methods, gateways, and the rows of attempts, payments and refunds.
//!
//! Methods are `domain::order_status::PaymentMethod`; configuration (`payment.methods`) selects those offered. Transfer and
//! cheque have [`instructions`]; card and WeChat use a [`gateway`]. `settlement` decides how money changes an order.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::{Calls, write};
use crate::db::Tx;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::limits::RateClass::Standard;
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::{order, shipment};

mod calls;
pub mod gateway;
mod instructions;
mod qr;
pub mod store;
pub mod types;

pub use calls::options;
pub use gateway::{is_offered, not_offered, offered};
pub use instructions::{CODE_SHOWN, how_to_pay, of_order as instructions_of, open_attempt};
pub use store::{
    Attempt, Movement, MovementKind, State, count_movements, count_refunds_for_gateway, count_refunds_for_operator,
    count_uncertain, delete_old_events, erase_networks, is_delayed, is_uncertain, list_movements, net, outstanding,
};

pub fn calls(api: Calls) -> Calls {
    api.add(write("payment/counted", calls::counted).json().rate(Standard))
}

/// The last attempt to pay each order.
fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let mut attempts = Vec::new();
    for row in order::list_own(tx, subject.customer_id, i64::MAX, 0)? {
        attempts.extend(store::find_last_attempt(tx, row.id)?.map(|attempt| {
            json!({ "order_number": row.number, "method": attempt.method.code(), "state": attempt.state.code() })
        }));
    }
    Ok(attempts.into())
}

/// Attempts name nobody; they are kept with their orders. Why money or goods came back, in the words of the house's people, goes
/// with what else orders that have ended say of the person, and so before it; of refunds that were made only since, later.
fn erase(tx: &mut dyn Tx, subject: &DataSubject, now: Timestamp) -> Result<()> {
    let ended = order::list_ended(tx, subject.customer_id, &email_key(subject.proved_email()), now)?;
    let nameless = order::list_nameless(tx, subject.customer_id)?;
    for order_id in ended.into_iter().map(|(id, _)| id).chain(nameless) {
        store::erase_reasons(tx, order_id)?;
        shipment::erase_reasons(tx, order_id)?;
    }
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "payments", export, erase };
