//! Lists of the console as people have arranged them: filters, order and columns under a name, for oneself or for all.
//!
//! A view holds the query of the list's address and does not know what it means: the list reads it as any address, leaves out
//! what it no longer knows, and says so.

use jiff::Timestamp;

use crate::call::{Calls, staff_own_read, staff_own_write};
use crate::db::Tx;
use crate::error::Result;
use crate::limits::RateClass::Standard;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod calls;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_own_read("saved_view/list", calls::list).rate(Standard))
        .add(staff_own_write("saved_view/save", calls::save).rate(Standard))
        .add(staff_own_write("saved_view/move", calls::move_by_one).rate(Standard))
        .add(staff_own_write("saved_view/set_default", calls::set_default).rate(Standard))
        .add(staff_own_write("saved_view/delete", calls::delete).rate(Standard))
}

/// The queries that look for a customer's mail address.
fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<serde_json::Value> {
    let views = store::list_searching(tx, subject.proved_email())?;
    Ok(views.into_iter().map(|(_, query)| serde_json::Value::from(query)).collect())
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    for (id, _) in store::list_searching(tx, subject.proved_email())? {
        store::delete(tx, id)?;
    }
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "saved_views", export, erase };
