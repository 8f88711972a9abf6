//! The calls about invoices, one function a path.

use super::store;
use super::types::{InvoiceArgs, InvoiceList, Invoices, InvoicesArgs};
use crate::call::Member;
use crate::db::Tx;
use crate::domain::validate;
use crate::error::{Result, refuse};
use crate::{message, order};

/// Documents on a page of the list.
const PER_PAGE: u32 = 20;
/// The highest page number: bounds the offset.
const MAX_PAGE: u32 = 10_000;

/// The customer's invoices and credit notes (specification §2), those of the newest order first. A page beyond the last is
/// empty.
pub fn index(tx: &mut dyn Tx, member: &Member, args: InvoicesArgs) -> Result<InvoiceList> {
    let page = args.page.unwrap_or(1).clamp(1, MAX_PAGE);
    let offset = i64::from(page - 1) * i64::from(PER_PAGE);
    let lang = member.visitor.view.lang();
    let items = store::list_own(tx, member.customer_id, lang, PER_PAGE.into(), offset)?;
    Ok(InvoiceList { items, total: store::count_own(tx, member.customer_id)?, page, per_page: PER_PAGE })
}

/// The invoice of one of the customer's orders and its credit notes, with the URLs of their PDFs. Another customer's order
/// is answered like an unknown one.
pub fn of_order(tx: &mut dyn Tx, member: &Member, args: InvoiceArgs) -> Result<Invoices> {
    let number = validate::trim(&args.order_number);
    let order = order::find_own(tx, member.customer_id, number)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let invoices = store::links(tx, order.id, member.visitor.view.lang(), &order.number)?;
    Ok(Invoices { order_number: order.number, invoices })
}
