//! The calls that show orders, one function a path.

use std::collections::BTreeMap;

use super::result::result;
use super::types::{IndexArgs, NumberArgs, OrderDetail, OrderList, OrderStep, OrderSummary, PaymentResult};
use crate::call::{Member, View, Visitor};
use crate::db::Tx;
use crate::domain::validate;
use crate::error::{Result, refuse};
use crate::order::{self, Order};
use crate::payment::types::IndexArgs as TokenArgs;
use crate::{catalog, message};

/// The state of an order, by one of its tokens.
pub fn index(tx: &mut dyn Tx, visitor: &Visitor, args: TokenArgs) -> Result<PaymentResult> {
    let order = order::find_by_token(tx, &args.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    result(tx, &visitor.view, &order, &args.token)
}

/// Like [`index`]. After this transaction the payment's state is requested from the gateway, at most once in a few seconds,
/// and an expired code is renewed.
pub fn refresh(tx: &mut dyn Tx, visitor: &Visitor, args: TokenArgs) -> Result<PaymentResult> {
    index(tx, visitor, args)
}

/// Orders on a page of the list.
const PER_PAGE: u32 = 20;
/// The highest page number: bounds the offset.
const MAX_PAGE: u32 = 10_000;

/// The customer's orders, newest first. A page beyond the last is empty.
pub fn list(tx: &mut dyn Tx, member: &Member, args: IndexArgs) -> Result<OrderList> {
    let lang = member.visitor.view.lang();
    let page = args.page.unwrap_or(1).clamp(1, MAX_PAGE);
    let offset = i64::from(page - 1) * i64::from(PER_PAGE);
    let rows = order::list_own(tx, member.customer_id, PER_PAGE.into(), offset)?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut names = order::names(tx, &ids)?;
    let statuses = catalog::labels(tx, lang, "status")?;
    let methods = catalog::labels(tx, lang, "payment_method")?;
    let items = rows
        .into_iter()
        .map(|row| {
            Ok(OrderSummary {
                created_at: order::moment(row.created_at)?.to_string(),
                status_label: label(&statuses, row.status.code()),
                method_label: label(&methods, &row.method),
                names: names.remove(&row.id).unwrap_or_default(),
                can_cancel: row.status.can_customer_cancel(),
                awaiting_confirmation: row.is_awaiting,
                order_number: row.number,
                status: row.status,
                method: row.payment_method,
                currency: row.currency,
                total: row.total,
                total_qty: row.total_qty,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(OrderList { items, total: order::count_own(tx, member.customer_id)?, page, per_page: PER_PAGE })
}

/// One of the customer's orders. Another customer's is answered like an unknown one.
pub fn view(tx: &mut dyn Tx, member: &Member, args: NumberArgs) -> Result<OrderDetail> {
    let order = own(tx, member, &args)?;
    detail(tx, &member.visitor.view, &order, "")
}

fn label(labels: &BTreeMap<String, String>, code: &str) -> String {
    labels.get(code).cloned().unwrap_or_else(|| code.to_owned())
}

/// The member's order with this number.
pub fn own(tx: &mut dyn Tx, member: &Member, args: &NumberArgs) -> Result<Order> {
    let number = validate::trim(&args.order_number);
    order::find_own(tx, member.customer_id, number)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

/// An order with its history; `token` is that of a guest.
pub fn detail(tx: &mut dyn Tx, view: &View, order: &Order, token: &str) -> Result<OrderDetail> {
    let statuses = catalog::labels(tx, view.lang(), "status")?;
    let history = order::history(tx, order.id)?.into_iter().map(|change| {
        Ok(OrderStep {
            status: change.to_status,
            status_label: label(&statuses, change.to_status.code()),
            at: order::moment(change.at)?.to_string(),
        })
    });
    Ok(OrderDetail {
        history: history.collect::<Result<_>>()?,
        order: result(tx, view, order, token)?,
        can_cancel: order.status.can_customer_cancel(),
        member_card: order.member_card.clone(),
    })
}
