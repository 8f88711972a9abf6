//! `order/list`: lists and search; and the words of orders that were placed before there was a search.

use super::types::{ListArgs, OrderPage, OrderRow, Sort};
use crate::call::StaffMember;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::working_days::start_of_day;
use crate::error::{Error, Result};
use crate::order::{self, BrowsedOrder, MOST_COUNTED, Wanted};
use crate::{payment, shipment};

/// Orders a page.
const PAGE: i64 = 50;

pub fn list(tx: &mut dyn Tx, _: &StaffMember, args: ListArgs) -> Result<OrderPage> {
    let after = args.after.as_deref().map(str::parse::<i64>).transpose();
    let wanted = Wanted {
        text: args.q,
        status: args.status,
        method: args.method,
        country: args.country,
        from: args.from.map(start_of_day),
        until: args.until.map(|day| day.tomorrow().map_or(jiff::Timestamp::MAX, start_of_day)),
        oldest_first: args.sort == Sort::Oldest,
        after: after.map_err(|_| Error::Malformed("after: not that of a page".to_owned()))?,
        // One more, to see whether another page follows.
        limit: PAGE + 1,
    };
    let (mut rows, count) = order::browse(tx, &wanted)?;
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

fn row(order: BrowsedOrder) -> Result<OrderRow> {
    Ok(OrderRow {
        placed_at: order::moment(order.created_at)?.to_string(),
        name: full_name(&order.first_name, &order.last_name),
        hold_until: order.hold_until.map(order::moment).transpose()?.map(|until| until.to_string()),
        number: order.number,
        status: order.status,
        payment_method: order.payment_method,
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
        let tracking = shipments.iter().map(|(_, shipment)| shipment.tracking.as_str());
        let references = payments.iter().map(|payment| payment.external_id.as_str());
        order::write_terms(tx, *id, &tracking.chain(references).collect::<Vec<_>>())?;
    }
    Ok(())
}
