//! Loyalty points of orders, and the call that shows them.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::store;
use super::types::MemberCard;
use crate::call::{Member, NoArgs};
use crate::db::Tx;
use crate::domain::loyalty::{self, PointsState};
use crate::domain::money::Money;
use crate::domain::order_status::OrderStatus;
use crate::error::Result;
use crate::order::Order;
use crate::{customer, order, shipment};

/// The member card number of the account, and its points.
pub fn index(tx: &mut dyn Tx, member: &Member, _: NoArgs) -> Result<MemberCard> {
    let (points_due, points_pending) = points(tx, member.customer_id)?;
    Ok(MemberCard { member_card: customer::known(tx, member.customer_id)?.member_card, points_due, points_pending })
}

/// A customer's loyalty points: due, and pending.
pub fn points(tx: &mut dyn Tx, customer_id: i64) -> Result<(i64, i64)> {
    let pending = order::points_own(tx, customer_id)?
        .into_iter()
        .filter(|(status, _)| PointsState::of(*status) == PointsState::Pending)
        .map(|(_, points)| points)
        .sum();
    // Due points have entries, which returns reverse.
    Ok((store::points_of_customer(tx, customer_id)?, pending))
}

/// Sets the due points of an order by its status and the goods kept: none before it is complete or when closed. The points
/// per euro are those that the order was placed with. Idempotent.
pub fn settle_points(tx: &mut dyn Tx, order_id: i64, now: Timestamp) -> Result<()> {
    let Some(order) = order::find(tx, order_id)? else { return Ok(()) };
    let Some(card) = &order.member_card else { return Ok(()) };
    let earned = match order.status {
        OrderStatus::Complete => {
            let currency = order.totals.currency;
            let paid = order.totals.subtotal_incl_tax.in_currency(currency);
            let paid = paid.minus(order.totals.discount_amount.in_currency(currency))?;
            loyalty::points_kept(order.points, paid, kept(tx, &order)?, order::rate(tx, order_id)?)?
        }
        OrderStatus::Closed => 0,
        _ => return Ok(()),
    };
    let entered = store::points_of_order(tx, order_id)?;
    if earned != entered {
        store::save_entry(tx, order_id, card, earned - entered, now)?;
    }
    Ok(())
}

/// The price paid for the goods that were not returned.
fn kept(tx: &mut dyn Tx, order: &Order) -> Result<Money> {
    let lines = order::lines(tx, order.id)?;
    let returned: BTreeMap<i64, u32> = shipment::list_returned(tx, order.id)?;
    let of_line = lines.iter().zip(0_i64..).map(|(line, position)| {
        let back = returned.get(&position).copied().unwrap_or(0);
        line.paid_for(line.qty) - line.paid_for(back)
    });
    Ok(Money::new(of_line.sum(), order.totals.currency))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, TOWEL, at};

    #[test]
    fn points_follow_the_status_of_their_orders() {
        let shop = fixture::shop();
        let numbers: Vec<String> = (0..OrderStatus::ALL.len() as u32)
            .map(|key| {
                let number = shop.order_of(key, 1);
                // Keeps the next order below the cap on unpaid orders.
                shop.exec(&format!("UPDATE sales_order SET status = 'closed' WHERE number = '{number}'"));
                shop.set_stock(TOWEL, 10);
                number
            })
            .collect();
        for (place, (number, status)) in numbers.iter().zip(OrderStatus::ALL).enumerate() {
            let (code, worth) = (status.code(), 10_i64.pow(place as u32));
            shop.exec(&format!(
                "UPDATE sales_order SET status = '{code}', points = {worth}, member_card = '1234567812345678'
                 WHERE number = '{number}'"
            ));
        }
        shop.write(|tx| {
            let complete = OrderStatus::ALL.iter().position(|status| *status == OrderStatus::Complete);
            let number = &numbers[complete.expect("a status")];
            let order = order::find_by_number(tx, number)?.expect("an order");
            settle_points(tx, order.id, at(fixture::NOW))
        });
        // pending ×4, processing, shipped | complete | canceled, closed
        assert_eq!(shop.write(|tx| points(tx, 1)), (1_000_000, 111_111));
        shop.exec("UPDATE sales_order SET member_card = NULL; DELETE FROM loyalty_entry");
        assert_eq!(shop.write(|tx| points(tx, 1)), (0, 0), "no member card, no points");
        assert_eq!(shop.write(|tx| points(tx, 2)), (0, 0));
    }
}
