//! Lifecycle of an order: placing it and changing its status.
//!
//! The only writer of a status. `domain::order_status` defines the allowed transitions.

use anyhow::anyhow;
use jiff::Timestamp;

use super::store;
use super::types::{Actor, NewOrder};
use crate::catalog;
use crate::db::Tx;
use crate::domain::order_status::OrderStatus;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Result, refuse};
use crate::message;

/// Saves a new order under the next number of the year; answers its id.
pub fn place(tx: &mut dyn Tx, new: &NewOrder<'_>, actor: Actor, now: Timestamp) -> Result<i64> {
    if !new.status.is_pending() {
        return Err(anyhow!("an order begins {}", new.status.code()).into());
    }
    let year = in_shop_zone(now).year();
    let number = format!("{year}-{:06}", store::next_number(tx, &format!("order-{year}"))?);
    let id = store::save(tx, new, &number, now)?;
    store::save_status_change(tx, id, None, new.status, actor, "placed", now)?;
    Ok(id)
}

/// Changes the status of an order and records actor and reason; answers the previous status.
///
/// Of two concurrent changes one wins; the other is refused if it is not allowed from the new status. Canceling releases the
/// reserved stock, once.
pub fn transition(
    tx: &mut dyn Tx,
    order_id: i64,
    to: OrderStatus,
    actor: Actor,
    reason: &str,
    now: Timestamp,
) -> Result<OrderStatus> {
    let Some(from) = store::find_status(tx, order_id)? else { return Err(refuse(message::ORDER_NOT_FOUND)) };
    if !from.can_become(to) || !store::save_status(tx, order_id, from, to, now)? {
        return Err(refuse(message::ORDER_STATUS_REFUSED.with("from", from.code()).with("to", to.code())));
    }
    store::save_status_change(tx, order_id, Some(from), to, actor, reason, now)?;
    if to == OrderStatus::Canceled {
        let reserved = store::take_reservations(tx, order_id)?;
        catalog::release(tx, &reserved)?;
    }
    Ok(from)
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::order;
    use crate::testing::fixture::{self, MAT, TOWEL, at};
    use crate::vals;

    const NOW: &str = fixture::NOW;

    #[test]
    fn order_numbers_restart_each_year_in_paris() {
        let shop = fixture::shop();
        let number_at = |moment: &str| {
            let mut visitor = shop.newcomer();
            visitor.view.now = at(moment);
            shop.add(&visitor, "LOTION", 1);
            let email = format!("{}@example.com", visitor.session.id);
            let args = crate::checkout::types::PlaceArgs { email, ..shop.form(&visitor) };
            shop.place(&visitor, &args).order_number
        };
        assert_eq!(number_at("2026-11-21T10:00:00Z"), "2026-000001");
        assert_eq!(number_at("2026-12-31T22:59:59Z"), "2026-000002");
        assert_eq!(number_at("2026-12-31T23:00:00Z"), "2027-000001");
        assert_eq!(
            number_at("2026-12-31T22:59:59Z"),
            "2026-000003",
            "numbers are not reused after the clock is set back"
        );
    }

    #[test]
    fn cancellation_releases_stock_once() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.add(&visitor, "SET", 2);
        shop.add(&visitor, "TOWEL", 1);
        let placed = shop.place(&visitor, &shop.form(&visitor));
        assert_eq!((shop.stock(TOWEL), shop.stock(MAT)), (5, 48));
        let id = shop.order_by_token(&placed.token).id;
        let cancel =
            || shop.attempt(|tx| transition(tx, id, OrderStatus::Canceled, Actor::Customer, "changed mind", at(NOW)));
        assert_eq!(cancel().expect("allowed"), OrderStatus::PendingBankTransfer);
        assert_eq!((shop.stock(TOWEL), shop.stock(MAT)), (10, 50));
        let again = cancel().expect_err("canceled is final");
        let refusal = again.refusal().expect("a refusal");
        assert_eq!(refusal.message.rendered(), "An order that is canceled cannot become canceled.");
        assert_eq!((shop.stock(TOWEL), shop.stock(MAT)), (10, 50));

        let order = shop.write(|tx| order::find(tx, id)).expect("an order");
        assert_eq!((order.status, order.hold_until), (OrderStatus::Canceled, None));
        let history = shop.write(|tx| order::history(tx, id));
        let steps: Vec<_> = history
            .iter()
            .map(|step| (step.from_status, step.to_status, step.actor.as_str(), step.reason.as_str()))
            .collect();
        assert_eq!(
            steps,
            [
                (None, OrderStatus::PendingBankTransfer, "customer", "placed"),
                (Some(OrderStatus::PendingBankTransfer), OrderStatus::Canceled, "customer", "changed mind"),
            ]
        );
        assert_eq!(history[1].at, at(NOW).as_millisecond());
    }

    #[test]
    fn forbidden_transitions_are_refused() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        for (index, from) in OrderStatus::ALL.into_iter().enumerate() {
            let placed = shop.order(&visitor, index as u32);
            let id = shop.order_by_token(&placed.token).id;
            for to in OrderStatus::ALL {
                shop.exec(&format!("UPDATE sales_order SET status = '{}' WHERE id = {id}", from.code()));
                let outcome = shop.attempt(|tx| transition(tx, id, to, Actor::Operator, "test", at(NOW)));
                assert_eq!(outcome.is_ok(), from.can_become(to), "{} → {}", from.code(), to.code());
                let status: OrderStatus =
                    shop.write(|tx| tx.one("SELECT status FROM sales_order WHERE id = $1", vals![id]));
                assert_eq!(status, if from.can_become(to) { to } else { from });
            }
            // Keeps the next order below the cap on unpaid orders.
            shop.exec(&format!("UPDATE sales_order SET status = 'closed' WHERE id = {id}"));
            shop.set_stock(TOWEL, 10);
        }
        let unknown = shop.refusal(|tx| transition(tx, 999, OrderStatus::Canceled, Actor::Job, "", at(NOW)));
        assert_eq!(unknown.message, message::ORDER_NOT_FOUND);
    }

    #[test]
    fn unpaid_orders_expire_after_their_hold() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        let kept = shop.order(&visitor, 1);
        let paid = shop.order(&visitor, 2);
        let overdue = shop.order(&visitor, 3);
        assert_eq!(shop.stock(TOWEL), 7);
        let paid_id = shop.order_by_token(&paid.token).id;
        shop.write(|tx| transition(tx, paid_id, OrderStatus::Processing, Actor::Operator, "money arrived", at(NOW)));
        shop.exec(&format!(
            "UPDATE sales_order SET hold_until = hold_until + 86400000 WHERE number = '{}'",
            kept.order_number
        ));

        // Five working days from Saturday, 21 November: the end of Friday in Paris.
        let end = at("2026-11-27T23:00:00Z");
        let due = |now| shop.write(|tx| order::list_overdue(tx, now, 10));
        assert!(due(end - SignedDuration::from_millis(1)).is_empty());
        let overdue_id = shop.order_by_token(&overdue.token).id;
        assert_eq!(due(end), [overdue_id], "neither the paid order nor the one held longer");
        shop.write(|tx| transition(tx, overdue_id, OrderStatus::Canceled, Actor::Job, "unpaid", end));
        assert!(due(end).is_empty());
        assert_eq!(shop.stock(TOWEL), 8);
        assert_eq!(shop.order_by_token(&kept.token).status, OrderStatus::PendingBankTransfer);
    }

    #[test]
    fn unpaid_transfer_and_cheque_orders_are_counted() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        let placed = shop.order(&visitor, 1);
        let id = shop.order_by_token(&placed.token).id;
        assert_eq!(
            shop.write(|tx| order::held_by_mailbox(tx, "ada@example.com")).orders,
            0,
            "the address is not proved"
        );
        shop.exec(&format!("UPDATE sales_order SET proved_by = 'link' WHERE id = {id}"));
        for status in OrderStatus::ALL {
            shop.exec(&format!("UPDATE sales_order SET status = '{}' WHERE id = {id}", status.code()));
            let counted = shop.write(|tx| {
                Ok((
                    order::held_by_mailbox(tx, " ADA@example.com")?.orders,
                    order::held_by_session(tx, visitor.session.id)?.orders,
                ))
            });
            let expected = u32::from(matches!(status, OrderStatus::PendingBankTransfer | OrderStatus::PendingCheque));
            assert_eq!(counted, (expected, expected), "{}", status.code());
        }
    }
}
