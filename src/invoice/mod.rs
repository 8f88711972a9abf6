//! Invoices and credit notes: issued once, immutable, rendered on request.
//!
//! [`issue`] and [`credit`] run in the transaction that requires the document. They take the next number of the kind's series
//! and year (in the shop's zone) from a counter row, so that rollbacks and concurrency leave no gaps, and store the document as JSON;
//! the database refuses to change or delete it. [`pdf`] renders it with the texts of its language, byte for byte the same
//! each time, and embeds the same data for machines ([`xml`], Factur-X).
//!
//! An order that changes after its invoice gets a credit note for the whole of it and a new one ([`replace`]); one is in force.
//!
//! [`attach`] attaches each document of an order to the next mail about it, once.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::call::{Calls, member_read};
use crate::db::Tx;
use crate::error::Result;
use crate::limits::RateClass::Standard;
use crate::outbox;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod amounts;
mod calls;
mod issue;
pub mod pdf;
pub mod sheet;
mod store;
pub mod sums;
pub mod types;
pub mod typeset;
pub mod words;
pub mod xml;
mod xmp;

#[cfg(test)]
mod tests;

pub use issue::{cancel, credit, issue, mail_later, never_mail, replace};
pub use store::{
    Filter, ListedInvoice, count, find, find_by_number, links, list, list_issued, list_of_order, list_unmailed, newest,
};
pub use types::{Attached, Credit, Document, InvoiceKind, InvoiceLink, Issued};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("order/invoice", calls::of_order).form_or_json().rate(Standard))
        .add(member_read("invoice/index", calls::index).form_or_json().rate(Standard))
}

/// Attaches the order's documents to a mail that no earlier mail has attached.
pub fn attach(tx: &mut dyn Tx, mail_id: i64, order_id: i64) -> Result<()> {
    for id in store::take_unmailed(tx, order_id)? {
        outbox::attach(tx, mail_id, outbox::INVOICE, id)?;
    }
    Ok(())
}

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let rows = store::list_of_customer(tx, subject.customer_id)?;
    Ok(rows
        .into_iter()
        .map(|(number, order_number, issued_at)| {
            let issued_at = Timestamp::from_millisecond(issued_at).map(|at| at.to_string()).ok();
            json!({ "number": number, "order_number": order_number, "issued_at": issued_at })
        })
        .collect())
}

/// Invoices are kept for ten years, with the buyer's name and address (Code de commerce art. L123-22).
fn erase(_: &mut dyn Tx, _: &DataSubject, _: Timestamp) -> Result<()> {
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "invoices", export, erase };
