//! The calls of a customer about orders, one function a path.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::store;
use super::types::{IndexArgs, NumberArgs, Order, OrderDetail, OrderList, OrderStep, OrderSummary};
use crate::call::{Member, View};
use crate::db::Tx;
use crate::domain::loyalty::PointsState;
use crate::domain::money::Amount;
use crate::domain::validate;
use crate::error::{Result, refuse};
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::{catalog, message, payment, shipment};

/// Orders on a page of the list.
const PER_PAGE: u32 = 20;
/// Pages that are counted at all: nobody has more orders.
const MAX_PAGE: u32 = 10_000;

/// The customer's orders, newest first. A page beyond the last is empty.
pub fn index(tx: &mut dyn Tx, member: &Member, args: IndexArgs) -> Result<OrderList> {
    let lang = member.visitor.view.lang();
    let page = args.page.unwrap_or(1).clamp(1, MAX_PAGE);
    let offset = i64::from(page - 1) * i64::from(PER_PAGE);
    let rows = store::list_own(tx, member.customer_id, PER_PAGE.into(), offset)?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut names = store::names(tx, &ids)?;
    let statuses = catalog::labels(tx, lang, "status")?;
    let methods = catalog::labels(tx, lang, "payment_method")?;
    let label = |labels: &std::collections::BTreeMap<String, String>, code: &str| {
        labels.get(code).cloned().unwrap_or_else(|| code.to_owned())
    };
    let items = rows
        .into_iter()
        .map(|row| {
            Ok(OrderSummary {
                created_at: store::moment(row.created_at)?.to_string(),
                status_label: label(&statuses, row.status.code()),
                method_label: label(&methods, &row.method),
                names: names.remove(&row.id).unwrap_or_default(),
                can_cancel: row.status.can_customer_cancel(),
                order_number: row.number,
                status: row.status,
                method: row.payment_method,
                currency: row.currency,
                total: Amount::from_minor(row.total),
                total_qty: row.total_qty,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(OrderList { items, total: store::count_own(tx, member.customer_id)?, page, per_page: PER_PAGE })
}

/// One of the customer's orders. Another's is as unknown as one that was never placed.
pub fn view(tx: &mut dyn Tx, member: &Member, args: NumberArgs) -> Result<OrderDetail> {
    let order = own(tx, member, &args)?;
    detail(tx, &member.visitor.view, &order)
}

/// Cancels an order that has not been paid; its pieces go back to stock.
pub fn cancel(tx: &mut dyn Tx, member: &Member, args: NumberArgs) -> Result<OrderDetail> {
    let order = own(tx, member, &args)?;
    if !order.status.can_customer_cancel() {
        return Err(refuse(message::ORDER_NOT_CANCELABLE));
    }
    payment::cancel(tx, &payment::command(&member.visitor), order.id, "customer")?;
    view(tx, member, args)
}

fn own(tx: &mut dyn Tx, member: &Member, args: &NumberArgs) -> Result<Order> {
    let number = validate::trim(&args.order_number);
    store::find_own(tx, member.customer_id, number)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

fn detail(tx: &mut dyn Tx, view: &View, order: &Order) -> Result<OrderDetail> {
    let statuses = catalog::labels(tx, view.lang(), "status")?;
    let history = store::history(tx, order.id)?.into_iter().map(|change| {
        let code = change.to_status.code();
        Ok(OrderStep {
            status: change.to_status,
            status_label: statuses.get(code).cloned().unwrap_or_else(|| code.to_owned()),
            at: store::moment(change.at)?.to_string(),
        })
    });
    let history = history.collect::<Result<Vec<_>>>()?;
    Ok(OrderDetail {
        order: payment::result(tx, view, order, "")?,
        history,
        can_cancel: order.status.can_customer_cancel(),
        member_card: order.member_card.clone(),
    })
}

/// A customer's loyalty points: due, and pending.
pub fn points(tx: &mut dyn Tx, customer_id: i64) -> Result<(i64, i64)> {
    let points = store::points_own(tx, customer_id)?.into_iter();
    let pending = points.filter(|(status, _)| PointsState::of(*status) == PointsState::Pending);
    // What is due stands in its own book: goods that came back have taken their points with them.
    Ok((shipment::points_of_customer(tx, customer_id)?, pending.map(|(_, points)| points).sum()))
}

// ── What is kept of people ──────────────────────────────────────────────────────────────────────────────────────────

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let mut orders = Vec::new();
    for row in store::list_own(tx, subject.customer_id, i64::MAX, 0)? {
        let Some(order) = store::find(tx, row.id)? else { continue };
        let (shipping_address, billing_address) = store::addresses(tx, row.id)?;
        let lines = store::lines(tx, row.id)?.into_iter().map(|line| {
            json!({ "sku": line.sku, "name": line.name, "options": line.options, "qty": line.qty, "price": line.price })
        });
        orders.push(json!({
            "order_number": order.number,
            "created_at": order.created_at.to_string(),
            "status": order.status,
            "email": order.email,
            "payment_method": order.method_code(),
            "shipping_method": order.shipping_method.code(),
            "member_card": order.member_card,
            "points": order.points,
            "items": lines.collect::<Vec<_>>(),
            "totals": order.totals,
            "shipping_address": shipping_address,
            "billing_address": billing_address,
        }));
    }
    Ok(orders.into())
}

/// Orders are the vouchers of invoices, which are kept for ten years (Code de commerce art. L123-22): nothing of them goes
/// with the account.
fn erase(_: &mut dyn Tx, _: &DataSubject, _: Timestamp) -> Result<()> {
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "orders", export, erase };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::Visitor;
    use crate::domain::order_status::OrderStatus;
    use crate::session::Session;
    use crate::testing::assert_indexed;
    use crate::testing::fixture::{self, Shop, TOWEL};

    fn member(shop: &Shop, customer_id: i64) -> Member {
        let visitor = shop.visitor();
        let session = Session { customer_id: Some(customer_id), ..visitor.session.clone() };
        Member { visitor: Visitor { session, ..visitor }, customer_id }
    }

    /// An order of the first customer; its number.
    fn order(shop: &Shop, key: u32, customer_id: i64) -> String {
        let number = shop.order(&shop.visitor(), key).order_number;
        shop.exec(&format!("UPDATE sales_order SET customer_id = {customer_id} WHERE number = '{number}'"));
        number
    }

    fn args(number: &str) -> NumberArgs {
        NumberArgs { order_number: number.into() }
    }

    #[test]
    fn list_has_own_orders_newest_first() {
        let shop = fixture::shop();
        let ada = member(&shop, 1);
        let (first, _, last) = (order(&shop, 1, 1), order(&shop, 2, 2), order(&shop, 3, 1));
        let list = shop.write(|tx| index(tx, &ada, IndexArgs::default()));
        let numbers: Vec<&str> = list.items.iter().map(|item| item.order_number.as_str()).collect();
        assert_eq!(numbers, [&last, &first]);
        assert_eq!((list.total, list.page, list.per_page), (2, 1, PER_PAGE));
        let item = &list.items[0];
        assert_eq!(
            (item.names.as_slice(), item.total_qty, item.can_cancel),
            (["Lac towel".to_owned()].as_slice(), 1, true)
        );
        assert_eq!(
            (item.status_label.as_str(), item.method_label.as_str()),
            ("Pending Bank Transfer", "Bank transfer")
        );
        let beyond = shop.write(|tx| index(tx, &ada, IndexArgs { page: Some(u32::MAX) }));
        assert_eq!((beyond.items.len(), beyond.total), (0, 2));
        shop.write(|tx| {
            assert!(store::names(tx, &[])?.is_empty());
            Ok(())
        });
        assert_indexed(&shop.connection, |tx| store::list_own(tx, 1, 20, 0));
        assert_indexed(&shop.connection, |tx| store::names(tx, &[1, 2]));
    }

    #[test]
    fn orders_of_others_look_unknown() {
        let shop = fixture::shop();
        let number = order(&shop, 1, 1);
        let (ada, bob) = (member(&shop, 1), member(&shop, 2));
        let detail = shop.write(|tx| view(tx, &ada, args(&format!(" {number} "))));
        assert_eq!((detail.order.order_number.as_str(), detail.order.token.as_str()), (number.as_str(), ""));
        assert_eq!(detail.history.len(), 1);
        let told = |number: &str| shop.refusal(|tx| view(tx, &bob, args(number)));
        assert_eq!(told(&number), told("2026-999999"));
        assert_eq!(told(&number).message, message::ORDER_NOT_FOUND);
        assert_eq!(shop.refusal(|tx| cancel(tx, &bob, args(&number))).message, message::ORDER_NOT_FOUND);
        assert_eq!(shop.stock(TOWEL), 9);
    }

    #[test]
    fn customer_cancels_only_unpaid_orders() {
        let shop = fixture::shop();
        let number = order(&shop, 1, 1);
        let ada = member(&shop, 1);
        let detail = shop.write(|tx| cancel(tx, &ada, args(&number)));
        assert_eq!((detail.order.status, detail.can_cancel), (OrderStatus::Canceled, false));
        let steps: Vec<&str> = detail.history.iter().map(|step| step.status_label.as_str()).collect();
        assert_eq!(steps, ["Pending Bank Transfer", "Canceled"]);
        assert_eq!(shop.stock(TOWEL), 10);
        for status in OrderStatus::ALL.into_iter().filter(|status| !status.is_pending()) {
            shop.exec(&format!("UPDATE sales_order SET status = '{}'", status.code()));
            let refusal = shop.refusal(|tx| cancel(tx, &ada, args(&number)));
            assert_eq!(refusal.message, message::ORDER_NOT_CANCELABLE, "{}", status.code());
        }
        assert_eq!(shop.stock(TOWEL), 10);
    }

    #[test]
    fn points_are_due_pending_or_reversed() {
        let shop = fixture::shop();
        let numbers: Vec<String> = (0..OrderStatus::ALL.len() as u32)
            .map(|key| {
                let number = order(&shop, key, 1);
                // Out of the way of the cap on unpaid orders.
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
            let id = store::find_id_by_number(tx, number)?.expect("an order");
            shipment::settle_points(tx, id, member(&shop, 1).visitor.now())
        });
        // pending ×4, processing, shipped | complete: the towel's 40 | canceled, closed
        assert_eq!(shop.write(|tx| points(tx, 1)), (40, 111_111));
        shop.exec("UPDATE sales_order SET member_card = NULL; DELETE FROM loyalty_entry");
        assert_eq!(shop.write(|tx| points(tx, 1)), (0, 0), "without a card there are none");
        assert_eq!(shop.write(|tx| points(tx, 2)), (0, 0));
    }
}
