//! The house's bank account: statements are imported, their movements booked on orders, refunds by hand written for the bank.
//!
//! | file | purpose |
//! |---|---|
//! | `statement/` | reads files of banks |
//! | `matching` | which order a movement belongs to |
//! | `booking` | imports statements, books movements, takes bookings back |
//! | `sepa` | writes refunds as a SEPA file |
//! | `desk` | what can be done, for calls and commands alike |
//! | `calls`, `types`, `store` | as in every slice |

use jiff::{SignedDuration, Timestamp};

use crate::call::{Calls, staff_deed, staff_prepared, staff_read, staff_write};
use crate::db::Tx;
use crate::domain::permission::Permission::Bank;
use crate::error::Result;
use crate::limits::RateClass::{Standard, Tight};
use crate::personal_data::{DataSubject, PersonalDataStore};

mod booking;
mod calls;
pub mod desk;
mod matching;
mod sepa;
mod statement;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use booking::take_back;
pub use calls::matching_lines;
pub use store::list_statements;

/// How long names, accounts and texts of movements are kept: a transfer can be recalled for thirteen months (EPC125-05, SEPA
/// Credit Transfer rulebook, recalls for fraud).
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 397);
/// The largest call with a statement.
const STATEMENT_BYTES: usize = 8 << 20;
/// The largest statement: such a call holds it in Base64.
pub const FILE_BYTES: u64 = (STATEMENT_BYTES / 4 * 3) as u64;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_prepared(Bank, "bank/import", calls::prepare_import, calls::import).body(STATEMENT_BYTES).rate(Tight))
        .add(staff_read(Bank, "bank/statements", calls::statements).rate(Standard))
        .add(staff_read(Bank, "bank/lines", calls::lines).rate(Standard))
        .add(staff_deed(Bank, "bank/book_sure", calls::book_sure).rate(Standard))
        .add(staff_deed(Bank, "bank/book", calls::book).rate(Standard))
        .add(staff_read(Bank, "bank/bookings", calls::bookings).rate(Standard))
        .add(staff_deed(Bank, "bank/take_back", calls::take_back).rate(Standard))
        .add(staff_write(Bank, "bank/ignore", calls::ignore).rate(Standard))
        .add(staff_write(Bank, "bank/reopen", calls::reopen).rate(Standard))
        .add(staff_read(Bank, "bank/refunds", calls::refunds).rate(Standard))
        .add(staff_write(Bank, "bank/sepa_file", calls::sepa_file).proof().rate(Tight))
}

/// Forgets names, accounts and texts of old movements, at most `limit`; answers of how many.
pub fn forget(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    store::forget_before(tx, now - KEPT, now, limit)
}

/// The movements that were booked on a customer's orders.
fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<serde_json::Value> {
    Ok(serde_json::to_value(store::list_of_customer(tx, subject.customer_id)?).map_err(anyhow::Error::from)?)
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, now: Timestamp) -> Result<()> {
    store::forget_of_customer(tx, subject.customer_id, now)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "bank", export, erase };
