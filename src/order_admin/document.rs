//! Invoices and credit notes as PDF.

use std::sync::Arc;

use serde_json::json;

use super::types::DocumentArgs;
use crate::audit::Change;
use crate::call::{Changed, Document, StaffMember};
use crate::call_context::{CallContext, Paper};
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::invoice::words::Words;
use crate::invoice::{self, pdf};
use crate::message;
use crate::order::find_typed;

/// A rendered document, and the order that it belongs to.
pub struct Rendered {
    order_number: String,
    document: Document,
}

/// Renders it. Typesetting takes tenths of a second, so it happens before the transaction.
pub async fn prepare(context: Arc<CallContext>, _: StaffMember, args: DocumentArgs) -> Result<Rendered> {
    let DocumentArgs { number, document } = args;
    let wanted = move |tx: &mut dyn Tx| {
        let order = find_typed(tx, &number)?;
        let issued =
            invoice::list_of_order(tx, order.id)?.into_iter().find(|issued| issued.document.number == document);
        let issued = issued.ok_or_else(|| refuse(message::ORDER_DOCUMENT_NOT_FOUND))?;
        Ok((order.number, issued.document))
    };
    let (order_number, document) = context.db.read(wanted).await?;
    let words: Words = context.papers.write(Paper::Invoice, &document).await?;
    let name = format!("{}.pdf", document.number);
    let bytes =
        tokio::task::spawn_blocking(move || pdf::render(&document, &words)).await.map_err(anyhow::Error::from)??;
    Ok(Rendered { order_number, document: Document::new(name, "application/pdf", &bytes) })
}

/// Records who has seen the buyer's name and address.
pub fn document(_: &mut dyn Tx, _: &StaffMember, rendered: &Rendered) -> Result<Changed<Document>> {
    let change = Change::new("document", &rendered.document.name).after(json!({ "order": rendered.order_number }));
    Ok(Changed::new(rendered.document.clone(), change))
}
