//! `order/list`: lists and search; and the words of orders that were placed before there was a search.

use std::collections::HashMap;

use jiff::Timestamp;

use super::types::{ListArgs, OrderPage, OrderRow, Sort};
use crate::call::StaffMember;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::money::Currency;
use crate::domain::order_status::OrderStatus;
use crate::domain::working_days::start_of_day;
use crate::error::{Error, Result};
use crate::order::{self, BrowsedOrder, MOST_COUNTED, Wanted};
use crate::{payment, shipment};

/// Orders a page.
const PAGE: i64 = 50;

pub fn list(tx: &mut dyn Tx, member: &StaffMember, args: ListArgs) -> Result<OrderPage> {
    // One more, to see whether another page follows.
    let (mut rows, count) = order::browse(tx, &wanted(args, member.client.now(), PAGE + 1)?)?;
    let has_next = rows.len() as i64 > PAGE;
    rows.truncate(PAGE as usize);
    let after = rows.last().filter(|_| has_next).map(|last| last.id.to_string());
    Ok(OrderPage {
        items: rows.into_iter().map(row).collect::<Result<_>>()?,
        after,
        count: count.min(MOST_COUNTED),
        is_more: count > MOST_COUNTED,
    })
}

fn wanted(args: ListArgs, now: Timestamp, limit: i64) -> Result<Wanted> {
    let after = args.after.as_deref().map(str::parse::<i64>).transpose();
    Ok(Wanted {
        text: args.q,
        status: args.status,
        method: args.method,
        country: args.country,
        channel: args.channel,
        uncollected_since: args.uncollected.then_some(now - order::UNCOLLECTED_AFTER),
        from: args.from.map(start_of_day),
        until: args.until.map(|day| day.tomorrow().map_or(Timestamp::MAX, start_of_day)),
        oldest_first: args.sort == Sort::Oldest,
        after: after.map_err(|_| Error::Malformed("after: not that of a page".to_owned()))?,
        limit,
    })
}

/// The numbers of the orders that match on all pages, in the order of the list, at most `limit`.
pub fn matching(tx: &mut dyn Tx, args: &ListArgs, now: Timestamp, limit: i64) -> Result<Vec<String>> {
    let wanted = wanted(ListArgs { after: None, ..args.clone() }, now, limit)?;
    Ok(order::browse(tx, &wanted)?.0.into_iter().map(|order| order.number).collect())
}

/// What decides whether an order is still the one that was chosen among many, by number: its status and the money that it has
/// brought. One query for many, unlike the version of one that a person has opened.
pub fn stamps(tx: &mut dyn Tx, numbers: &[String]) -> Result<HashMap<String, String>> {
    let orders = order::statuses(tx, numbers)?;
    let ids: Vec<i64> = orders.iter().map(|(id, ..)| *id).collect();
    let paid = payment::store::balances(tx, &ids)?;
    let stamp = |(id, number, status, currency): (i64, String, OrderStatus, Currency)| {
        let paid = paid.get(&(id, currency)).copied().unwrap_or(0);
        (number, format!("{} {paid}", status.code()))
    };
    Ok(orders.into_iter().map(stamp).collect())
}

fn row(order: BrowsedOrder) -> Result<OrderRow> {
    Ok(OrderRow {
        placed_at: order::moment(order.created_at)?.to_string(),
        name: full_name(&order.first_name, &order.last_name),
        hold_until: order.hold_until.map(order::moment).transpose()?.map(|until| until.to_string()),
        number: order.number,
        status: order.status,
        payment_method: order.payment_method,
        channel: order.channel,
        shipping_method: order.shipping_method,
        email: order.email,
        country: order.country,
        pieces: order.total_qty,
        currency: order.currency,
        total: order.total,
        awaiting_confirmation: order.is_awaiting,
    })
}

/// Writes the terms of orders for which they are due ([`order::list_terms_due`]).
pub fn write_terms(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<()> {
    for id in order_ids {
        let shipments = shipment::list_shipments(tx, *id)?;
        let payments = payment::store::list_payments(tx, *id)?;
        let added_to = order::find_added_to(tx, *id)?;
        let tracking = shipments.iter().map(|(_, shipment)| shipment.tracking.as_str());
        let references = payments.iter().map(|payment| payment.external_id.as_str());
        let first = added_to.iter().map(|first| first.number.as_str());
        order::write_terms(tx, *id, &tracking.chain(references).chain(first).collect::<Vec<_>>())?;
    }
    Ok(())
}
