//! SQL of orders that are collected at the house: when they were ready, and to whom they were handed over.

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

use super::types::Actor;
use crate::db::Tx;
use crate::domain::backlog::Backlog;
use crate::error::Result;
use crate::vals;

/// How far the collection of an order has come. Times are Unix milliseconds, actors as of [`Actor::code`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Collection {
    pub ready_at: i64,
    pub ready_by: String,
    pub collected_at: Option<i64>,
    /// Who of the house has handed it over.
    pub collected_by: Option<String>,
    /// The name of whoever has taken it.
    pub collected_to: Option<String>,
}

/// None while it is not ready.
pub fn find_collection(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Collection>> {
    tx.find(
        "SELECT ready_at, ready_by, collected_at, collected_by, collected_to FROM order_collection WHERE order_id = $1",
        vals![order_id],
    )
}

/// Records that an order lies ready; one that does already stays as it is.
pub fn save_ready(tx: &mut dyn Tx, order_id: i64, actor: Actor, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO order_collection (order_id, ready_at, ready_by) VALUES ($1, $2, $3) ON CONFLICT (order_id) DO NOTHING",
        vals![order_id, now.as_millisecond(), actor.code()],
    )?;
    Ok(())
}

/// Goods that lie ready for so long have been forgotten.
pub const UNCOLLECTED_AFTER: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Orders that lie ready since before `since` and that nobody has fetched; late are those that do since before `late`.
pub fn count_uncollected(tx: &mut dyn Tx, since: Timestamp, late: Timestamp) -> Result<Backlog> {
    tx.one(
        "SELECT COUNT(*) AS count, MIN(c.ready_at) AS first, COALESCE(SUM(CASE WHEN c.ready_at < $2 THEN 1 ELSE 0 END), 0) AS late
         FROM order_collection c JOIN sales_order o ON o.id = c.order_id
         WHERE c.collected_at IS NULL AND c.ready_at < $1 AND o.status NOT IN ('canceled', 'closed')",
        vals![since.as_millisecond(), late.as_millisecond()],
    )
}

/// Their ids, and since when they lie ready; the first first.
pub fn list_uncollected(tx: &mut dyn Tx, since: Timestamp, limit: i64) -> Result<Vec<(i64, i64)>> {
    tx.all(
        "SELECT c.order_id, c.ready_at FROM order_collection c JOIN sales_order o ON o.id = c.order_id
         WHERE c.collected_at IS NULL AND c.ready_at < $1 AND o.status NOT IN ('canceled', 'closed')
         ORDER BY c.ready_at LIMIT $2",
        vals![since.as_millisecond(), limit],
    )
}

/// Records that an order, which was ready, was handed over.
pub fn save_collected(tx: &mut dyn Tx, order_id: i64, to: &str, actor: Actor, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE order_collection SET collected_at = $2, collected_by = $3, collected_to = $4 WHERE order_id = $1",
        vals![order_id, now.as_millisecond(), actor.code(), to],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_indexed;
    use crate::testing::fixture::{self, at};

    #[test]
    fn what_lies_ready_waits_until_it_is_fetched_or_canceled() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        let now = at(fixture::NOW);
        let days = |count: i64| SignedDuration::from_hours(24 * count);
        let ids: Vec<i64> = [(1, 20), (2, 10), (3, 2), (4, 20), (5, 20)]
            .map(|(key, ago)| {
                let id = shop.order_by_token(&shop.order(&visitor, key).token).id;
                shop.write(|tx| save_ready(tx, id, Actor::Operator, now - days(ago)));
                id
            })
            .to_vec();
        shop.write(|tx| save_collected(tx, ids[3], "Claire", Actor::Operator, now));
        shop.exec(&format!("UPDATE sales_order SET status = 'canceled' WHERE id = {}", ids[4]));
        let waiting = shop.write(|tx| count_uncollected(tx, now - days(7), now - days(14)));
        assert_eq!(waiting, Backlog { count: 2, first: Some((now - days(20)).as_millisecond()), late: 1 });
        let listed = shop.write(|tx| list_uncollected(tx, now - days(7), 9));
        assert_eq!(listed.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), ids[..2]);
        assert_indexed(&shop.connection, |tx| count_uncollected(tx, now - days(7), now));
        assert_indexed(&shop.connection, |tx| list_uncollected(tx, now - days(7), 9));
    }
}
