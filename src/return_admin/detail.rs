//! `return/show` and `return/of_order`.

use std::collections::BTreeMap;

use super::list::{row, time};
use super::types::{OfOrderArgs, ReturnCan, ReturnDetail, ReturnLine, ReturnRefund, ReturnsOfOrder, ShowArgs};
use crate::call::{StaffMember, Viewed};
use crate::catalog;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::money::Amount;
use crate::domain::permission::Permission;
use crate::domain::store_view::Lang;
use crate::domain::validate::printed_number;
use crate::error::{Result, refuse};
use crate::order::{self, Order};
use crate::order_admin::types::LineQty;
use crate::payment::store;
use crate::returns::types::{GoodsReturn, Line, Step};
use crate::shipment::Quantities;
use crate::{fulfillment, message, returns, shipment};

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: ShowArgs) -> Result<Viewed<ReturnDetail>> {
    let (of, order) = find(tx, &args.number)?;
    Ok(Viewed::new(detail(tx, member, &order, &of)?, "return", &of.number))
}

pub fn of_order(tx: &mut dyn Tx, member: &StaffMember, args: OfOrderArgs) -> Result<ReturnsOfOrder> {
    let order = order::find_typed(tx, &args.order_number)?;
    let may = |permission| member.who.permissions.contains(&permission);
    let mut items = Vec::new();
    for of in returns::list_of_order(tx, order.id)? {
        items.push(detail(tx, member, &order, &of)?);
    }
    let listed = |of: Quantities| of.into_iter().map(|(position, qty)| LineQty { position, qty }).collect::<Vec<_>>();
    let announceable = listed(returns::announceable(tx, order.id)?);
    let receivable = listed(returns::receivable(tx, order.id, None)?);
    Ok(ReturnsOfOrder {
        items,
        can_announce: may(Permission::OrdersChange) && !announceable.is_empty(),
        can_arrive: may(Permission::Packing) && !receivable.is_empty(),
        announceable,
        receivable,
    })
}

/// The return with this number, as somebody types it, and its order.
pub(super) fn find(tx: &mut dyn Tx, typed: &str) -> Result<(GoodsReturn, Order)> {
    let of = returns::find(tx, &printed_number(typed))?.ok_or_else(|| refuse(message::RETURN_NOT_FOUND))?;
    let order = order::find(tx, of.order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    Ok((of, order))
}

/// What is to be refunded for a return, for people.
pub fn owed_of(tx: &mut dyn Tx, order: &Order, of: &GoodsReturn) -> Result<Amount> {
    Ok(Amount::from_minor(fulfillment::owed(tx, order, of)?.total))
}

/// Whose order it is: number and the name that it was shipped to.
pub fn title_of(tx: &mut dyn Tx, order: &Order) -> Result<String> {
    let (shipping, _) = order::addresses(tx, order.id)?;
    Ok(full_name(&shipping.first_name, &shipping.last_name))
}

pub(super) fn detail(tx: &mut dyn Tx, member: &StaffMember, order: &Order, of: &GoodsReturn) -> Result<ReturnDetail> {
    let (lang, now) = (member.client.view.lang(), member.client.now());
    let lines = lines(tx, lang, order, of)?;
    let owed = fulfillment::owed(tx, order, of)?;
    let name = title_of(tx, order)?;
    let pieces = lines.iter().map(|line| line.received.unwrap_or(line.announced)).sum();
    let refunds = refunds(tx, order, of)?;
    let missing = returns::list_lines(tx, of.id)?.iter().map(Line::missing).sum();
    Ok(ReturnDetail {
        row: row(of, pieces, order.number.clone(), name, order.totals.currency, now)?,
        version: of.version,
        note: of.note.clone(),
        follows: of.follows.clone(),
        missing,
        rest: returns::rest_of(tx, of)?.map(|rest| rest.number),
        withdrawal: of.withdrawal.clone(),
        notice_at: time(of.notice_at)?,
        sent_at: time(of.sent_at)?,
        inspected_at: time(of.inspected_at)?,
        refunded_at: time(of.refunded_at)?,
        ended_at: time(of.ended_at)?,
        lines,
        owed_goods: Amount::from_minor(owed.goods),
        owed: Amount::from_minor(owed.total),
        refunds,
        can: can(member, of),
    })
}

fn refunds(tx: &mut dyn Tx, order: &Order, of: &GoodsReturn) -> Result<Vec<ReturnRefund>> {
    let Some((first, last)) = returns::refunds_of(tx, of.id)? else { return Ok(Vec::new()) };
    let own = store::list_refunds(tx, order.id)?.into_iter().filter(|refund| (first..=last).contains(&refund.id));
    let shown = own.map(|refund| ReturnRefund {
        id: refund.id,
        amount: Amount::from_minor(refund.amount),
        state: refund.state,
    });
    Ok(shown.collect())
}

fn lines(tx: &mut dyn Tx, lang: Lang, order: &Order, of: &GoodsReturn) -> Result<Vec<ReturnLine>> {
    let ordered = order::lines(tx, order.id)?;
    let mut kept = returns::list_lines(tx, of.id)?;
    let ids: Vec<i64> = ordered.iter().filter_map(|line| line.product_id).collect();
    let current = catalog::named(tx, lang, &ids)?;
    let most = returns::receivable(tx, order.id, Some(of))?;
    if of.step == Step::Announced {
        // Other goods of the order may lie in the parcel, too.
        let unexpected = most.keys().filter(|position| kept.iter().all(|line| line.position != **position));
        let more: Vec<Line> = unexpected.map(|position| Line::unexpected(*position)).collect();
        kept.extend(more);
        kept.sort_by_key(|line| line.position);
    }
    let before = shipment::list_returned(tx, order.id)?;
    let values: BTreeMap<i64, i64> = returns::value_of(tx, order, &returns::pieces_of(&kept), &before)?;
    let line = |line: Line| {
        let of_order = ordered.get(usize::try_from(line.position).ok()?)?;
        let named = of_order.product_id.and_then(|id| current.get(&id));
        let value = line.value.or_else(|| values.get(&line.position).copied()).unwrap_or_default();
        Some(ReturnLine {
            position: line.position,
            sku: of_order.sku.clone(),
            name: named.map_or_else(|| of_order.name.clone(), |item| item.name.clone()),
            announced: line.announced,
            received: line.received,
            fit: line.fit,
            most: most.get(&line.position).copied().unwrap_or_default(),
            reason: line.reason,
            value: Amount::from_minor(value),
            deduction: Amount::from_minor(line.deduction),
            deduction_reason: line.deduction_reason,
        })
    };
    Ok(kept.into_iter().filter_map(line).collect())
}

fn can(member: &StaffMember, of: &GoodsReturn) -> ReturnCan {
    let may = |permission| member.who.permissions.contains(&permission);
    let is_announced = of.step == Step::Announced;
    ReturnCan {
        call_off: may(Permission::OrdersChange) && is_announced && of.refunded_at.is_none(),
        note_sent: may(Permission::OrdersChange) && is_announced && of.notice_at.is_some() && of.sent_at.is_none(),
        never_came: may(Permission::OrdersChange) && is_announced && of.refunded_at.is_some(),
        receive: may(Permission::Packing) && of.can_come(),
        inspect: may(Permission::Packing) && of.step == Step::Received,
        refund: may(Permission::OrdersRefund)
            && of.refunded_at.is_none()
            && (of.step == Step::Inspected || of.is_owed_on_proof()),
    }
}
