//! The calls about invoices, one function a path.

use super::store;
use super::types::{InvoiceArgs, InvoiceLink, InvoiceList, Invoices, InvoicesArgs};
use crate::call::Member;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::validate;
use crate::error::{Result, refuse};
use crate::{message, order};

/// Documents on a page of the list.
const PER_PAGE: u32 = 20;
/// Pages that are counted at all: nobody has more documents.
const MAX_PAGE: u32 = 10_000;

/// All invoices and credit notes of the customer (specification §2), those of the newest order first. A page beyond the last
/// is empty.
pub fn index(tx: &mut dyn Tx, member: &Member, args: InvoicesArgs) -> Result<InvoiceList> {
    let page = args.page.unwrap_or(1).clamp(1, MAX_PAGE);
    let offset = i64::from(page - 1) * i64::from(PER_PAGE);
    let lang = member.visitor.view.lang();
    let items = store::list_own(tx, member.customer_id, lang, PER_PAGE.into(), offset)?;
    Ok(InvoiceList { items, total: store::count_own(tx, member.customer_id)?, page, per_page: PER_PAGE })
}

/// The invoice of one of the customer's orders and its credit notes, with the addresses of their PDFs. Another's order is as
/// unknown as one that was never placed.
pub fn of_order(tx: &mut dyn Tx, member: &Member, args: InvoiceArgs) -> Result<Invoices> {
    let number = validate::trim(&args.order_number);
    let order = order::find_own(tx, member.customer_id, number)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let invoices = links(tx, order.id, member.visitor.view.lang(), &order.number)?;
    Ok(Invoices { order_number: order.number, invoices })
}

/// The documents of an order as links, for whoever comes with `key`: a token of the order, or, of its owner, its number.
pub fn links(tx: &mut dyn Tx, order_id: i64, lang: Lang, key: &str) -> Result<Vec<InvoiceLink>> {
    store::links(tx, order_id, lang, key)
}
