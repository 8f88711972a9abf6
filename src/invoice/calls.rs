//! The calls about invoices, one function a path.

use super::store;
use super::types::{InvoiceArgs, InvoiceLink, Invoices};
use crate::call::Member;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::validate;
use crate::error::{Result, refuse};
use crate::{message, order};

/// The invoice of one of the customer's orders and its credit notes, with the addresses of their PDFs. Another's order is as
/// unknown as one that was never placed.
pub fn index(tx: &mut dyn Tx, member: &Member, args: InvoiceArgs) -> Result<Invoices> {
    let number = validate::trim(&args.order_number);
    let order = order::find_own(tx, member.customer_id, number)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let invoices = links(tx, order.id, member.visitor.view.lang(), &order.number)?;
    Ok(Invoices { order_number: order.number, invoices })
}

/// The documents of an order as links, for whoever comes with `key`: a token of the order, or, of its owner, its number.
pub fn links(tx: &mut dyn Tx, order_id: i64, lang: Lang, key: &str) -> Result<Vec<InvoiceLink>> {
    store::links(tx, order_id, &format!("/{}/invoice/{key}", lang.code()))
}
