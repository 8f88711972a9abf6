//! Invoices and credit notes: issued once, kept as they were, printed whenever somebody asks.
//!
//! [`issue`] and [`credit`] run in the transaction that makes a document due. They take the next number of the kind's series
//! in the year (in Paris) from a counter row, so that numbers have no gap whatever is rolled back or runs at the same time,
//! and freeze all that the document says as JSON; the database refuses to change or delete it afterwards. Paper comes later
//! and as often as wanted: [`pdf`] lays out the frozen document with the words of its language, byte for byte the same each
//! time, and carries the same facts for machines ([`xml`], Factur-X).
//!
//! [`attach`] attaches the documents of an order to the next mail about it, each once.

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
mod sheet;
mod store;
pub mod types;
mod typeset;
pub mod words;
pub mod xml;
mod xmp;

#[cfg(test)]
mod tests;

pub use calls::links;
pub use issue::{credit, issue};
pub use store::{Filter, ListedInvoice, find, find_by_number, list, list_of_order};
pub use types::{Attached, Credit, Document, InvoiceKind, InvoiceLink, Issued};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("order/invoice", calls::of_order).form_or_json().rate(Standard))
        .add(member_read("invoice/index", calls::index).form_or_json().rate(Standard))
}

/// The documents that the next mail about an order carries, as the mail names them.
pub fn unmailed(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Attached>> {
    store::list_unmailed(tx, order_id)
}

/// Attaches to a mail the documents that no mail about the order has carried yet: the invoice to the first mail after issue,
/// a credit note likewise.
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

/// Invoices stay for ten years, with the name and address that they were made out to (Code de commerce art. L123-22).
fn erase(_: &mut dyn Tx, _: &DataSubject, _: Timestamp) -> Result<()> {
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "invoices", export, erase };
