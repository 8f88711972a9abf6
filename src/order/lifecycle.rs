//! The life of an order: its birth, every change of its status, and what a change brings with it.
//!
//! Nothing else writes a status. Which change is allowed stands in `domain::order_status`.

use anyhow::anyhow;
use jiff::Timestamp;

use super::store;
use super::types::{Actor, NewOrder};
use crate::catalog;
use crate::db::Tx;
use crate::domain::order_status::OrderStatus;
use crate::domain::working_days::in_paris;
use crate::error::{Result, refuse};
use crate::message;

/// Writes a new order under the next number of the year; answers its id.
pub fn place(tx: &mut dyn Tx, new: &NewOrder<'_>, actor: Actor, now: Timestamp) -> Result<i64> {
    if !new.status.is_pending() {
        return Err(anyhow!("an order begins {}", new.status.code()).into());
    }
    let year = in_paris(now).year();
    let number = format!("{year}-{:06}", store::next_number(tx, &format!("order-{year}"))?);
    let id = store::save(tx, new, &number, now)?;
    store::save_status_change(tx, id, None, new.status, actor, "placed", now)?;
    Ok(id)
}

/// Moves an order to another status and records who did it and why; answers the status it had.
///
/// Of two movers one wins: the other finds a status from which its change is not allowed, and is refused. Cancelling gives
/// the reserved pieces back to stock, once.
pub fn transition(
    tx: &mut dyn Tx,
    order_id: i64,
    to: OrderStatus,
    actor: Actor,
    reason: &str,
    now: Timestamp,
) -> Result<OrderStatus> {
    let Some(from) = store::find_status(tx, order_id)? else { return Err(refuse(message::ORDER_NOT_FOUND)) };
    if !from.can_become(to) || !store::save_status(tx, order_id, from, to)? {
        return Err(refuse(message::ORDER_STATUS_REFUSED.with("from", from.code()).with("to", to.code())));
    }
    store::save_status_change(tx, order_id, Some(from), to, actor, reason, now)?;
    if to == OrderStatus::Canceled {
        let reserved = store::take_reservations(tx, order_id)?;
        catalog::release(tx, &reserved)?;
    }
    Ok(from)
}

/// Cancels orders whose time for paying is over, at most `limit`; answers how many. Run again, it finds none of them.
pub fn cancel_unpaid(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<usize> {
    let overdue = store::list_overdue(tx, now, limit)?;
    for order_id in &overdue {
        transition(tx, *order_id, OrderStatus::Canceled, Actor::Job, "unpaid", now)?;
    }
    Ok(overdue.len())
}
