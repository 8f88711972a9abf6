//! Invariants of money, goods and mails that must hold once no task is left.

use std::collections::BTreeMap;

use shop::db::Connection;
use shop::domain::order_status::OrderStatus;
use shop::outbox;
use shop::vals;

use crate::bank::{self, Ledger};
use crate::mail_server::{Mailboxes, PostOffice};
use crate::world::Observed;

#[derive(serde::Deserialize)]
struct Order {
    id: i64,
    number: String,
    status: OrderStatus,
    total: i64,
    hold_until: Option<i64>,
    member_card: Option<String>,
}

fn one(db: &Connection, sql: &str, id: i64) -> i64 {
    db.one(sql, vals![id]).unwrap()
}

/// Panics unless the records of shop, customer, bank and mail server agree.
pub fn assert_consistent(db: &Connection, bank: &Ledger, mailboxes: &Mailboxes, observed: &Observed) {
    let sql = "SELECT id, number, status, total, hold_until, member_card FROM sales_order";
    let orders: Vec<Order> = db.all(sql, vals![]).unwrap();
    assert_orders_match_confirmations(db, &orders, observed);
    for order in &orders {
        assert_history_is_legal(db, order);
        assert_payments_agree(db, bank, order);
        assert_invoices_match_payments(db, order);
        assert_lines_match_total(db, order);
        assert_shipped_goods_are_paid(db, order);
        assert_points_match_status(db, order);
        assert_returns_add_up(db, order);
        assert!(
            !order.status.is_pending() || order.hold_until.is_none_or(|until| until >= observed.now),
            "{} is held longer than it may be",
            order.number
        );
    }
    assert_invoice_numbers_have_no_gap(db);
    assert_nothing_is_pending(db);
    assert_stock_adds_up(db, observed);
    assert_mails_are_delivered(db, mailboxes);
    let told: i64 = db.one("SELECT COUNT(*) FROM mail WHERE template = 'return_received'", vals![]).unwrap();
    assert_eq!(told, observed.received, "one letter for each parcel that was counted");
    assert_statements_are_dealt_with_their_returns(db);
}

/// Each confirmed order exists exactly once.
fn assert_orders_match_confirmations(db: &Connection, orders: &[Order], observed: &Observed) {
    let mut by_key: BTreeMap<&str, &str> = BTreeMap::new();
    for (key, number) in &observed.confirmed {
        assert!(orders.iter().any(|order| order.number == *number), "{number} was confirmed and is not there");
        if let Some(earlier) = by_key.insert(key, number) {
            assert_eq!(earlier, number, "one key, two orders");
        }
    }
    let keys: i64 = db.one("SELECT COUNT(*) FROM idempotency", vals![]).unwrap();
    let entered = observed.entered as i64;
    assert_eq!(orders.len() as i64, keys + entered, "an order without a key, or a key without an order");
}

/// Each status change is allowed, and the last is the current status.
fn assert_history_is_legal(db: &Connection, order: &Order) {
    let sql = "SELECT from_status, to_status FROM order_status_history WHERE order_id = $1 ORDER BY position";
    let steps: Vec<(Option<String>, String)> = db.all(sql, vals![order.id]).unwrap();
    let mut at: Option<OrderStatus> = None;
    for (from, to) in steps {
        let to = OrderStatus::from_code(&to).unwrap();
        assert_eq!(from.as_deref(), at.map(OrderStatus::code), "{}: a step that begins elsewhere", order.number);
        match at {
            None => assert!(to.is_pending(), "{} begins {}", order.number, to.code()),
            Some(from) => assert!(from.can_become(to), "{}: {} → {}", order.number, from.code(), to.code()),
        }
        at = Some(to);
    }
    assert_eq!(at, Some(order.status), "{}: the history ends elsewhere", order.number);
}

/// Bank and shop have the same payments and refunds, and the balance fits the order's status.
fn assert_payments_agree(db: &Connection, bank: &Ledger, order: &Order) {
    let number = &order.number;
    let (came, back) = bank::totals_of(bank, number);
    let booked = one(
        db,
        "SELECT COALESCE(SUM(amount), 0) FROM payment WHERE order_id = $1 AND attempt_id IS NOT NULL",
        order.id,
    );
    assert_eq!(came, booked, "{number}: the bank took {came}, the shop booked {booked}");
    let returned = one(
        db,
        "SELECT COALESCE(SUM(r.amount), 0) FROM refund r JOIN payment p ON p.id = r.payment_id
         WHERE r.order_id = $1 AND p.attempt_id IS NOT NULL AND r.state = 'done'",
        order.id,
    );
    assert_eq!(back, returned, "{number}: the bank gave {back} back, the shop booked {returned}");
    let by_operators = one(db, &format!("{REFUNDED} AND (reason LIKE 'operator:%' OR reason = 'returned')"), order.id);
    let net = kept(db, order);
    match order.status {
        OrderStatus::Processing | OrderStatus::Shipped | OrderStatus::Complete => {
            assert_eq!(net, order.total - by_operators, "{number} is {} with {net}", order.status.code());
        }
        OrderStatus::Canceled => assert_eq!(net, 0, "{number} is canceled and {net} is kept"),
        OrderStatus::Closed => assert!((0..=order.total).contains(&net), "{number} is closed with {net}"),
        _ => assert!((0..order.total).contains(&net), "{number} waits for money and has {net}"),
    }
    assert!(net <= order.total, "{number}: paid twice");
}

/// Payments that were not taken back.
const PAID: &str = "SELECT COALESCE(SUM(amount), 0) FROM payment
    WHERE order_id = $1 AND NOT EXISTS (SELECT 1 FROM payment_reversal v WHERE v.payment_id = payment.id)";

/// Refunds that were made or are being made.
const REFUNDED: &str = "SELECT COALESCE(SUM(amount), 0) FROM refund WHERE order_id = $1 AND state <> 'failed'";

/// What the shop keeps of an order's payments.
fn kept(db: &Connection, order: &Order) -> i64 {
    one(db, PAID, order.id) - one(db, REFUNDED, order.id)
}

/// A paid order has one invoice in force; all invoices less all credit notes are the balance that the shop keeps, and nothing of an
/// order whose payment was none.
fn assert_invoices_match_payments(db: &Connection, order: &Order) {
    let number = &order.number;
    // Since the last time that it waited for money.
    let paid =
        "SELECT COUNT(*) FROM order_status_history h WHERE order_id = $1 AND to_status = 'processing' AND NOT EXISTS
        (SELECT 1 FROM order_status_history l WHERE l.order_id = h.order_id AND l.position > h.position
             AND l.to_status LIKE 'pending%')";
    let is_paid = one(db, paid, order.id);
    let in_force = "SELECT COUNT(*) FROM invoice WHERE order_id = $1 AND kind = 'invoice' AND replaced_at IS NULL";
    let of_kind = |what: &str, kind: &str| {
        one(db, &format!("SELECT {what} FROM invoice WHERE order_id = $1 AND kind = '{kind}'"), order.id)
    };
    assert_eq!(one(db, in_force, order.id), is_paid, "{number}: paid and invoiced");
    let left = of_kind("COALESCE(SUM(total), 0)", "invoice") - of_kind("COALESCE(SUM(total), 0)", "credit_note");
    if of_kind("COUNT(*)", "invoice") == 0 {
        assert_eq!(of_kind("COUNT(*)", "credit_note"), 0, "{number}: credited and never invoiced");
        return;
    }
    if is_paid == 0 {
        assert_eq!(left, 0, "{number}: {left} is invoiced of an order whose payment was none");
        return;
    }
    let total = "SELECT total FROM invoice WHERE order_id = $1 AND kind = 'invoice' AND replaced_at IS NULL";
    assert_eq!(one(db, total, order.id), order.total, "{number}: invoiced at its total");
    let kept = kept(db, order);
    assert_eq!(left, kept, "{number}: {left} is invoiced and {kept} is kept");
}

/// Invoice numbers have no gaps, and no document is attached to two mails.
fn assert_invoice_numbers_have_no_gap(db: &Connection) {
    let gaps: i64 = db
        .one(
            "SELECT COUNT(*) FROM (SELECT 1 FROM invoice GROUP BY kind, year
                 HAVING MIN(sequence) <> 1 OR MAX(sequence) <> COUNT(*))",
            vals![],
        )
        .unwrap();
    assert_eq!(gaps, 0, "a series with a gap");
    let twice: i64 = db
        .one("SELECT COUNT(*) FROM (SELECT 1 FROM mail_attachment GROUP BY reference HAVING COUNT(*) > 1)", vals![])
        .unwrap();
    assert_eq!(twice, 0, "a document in two mails");
}

/// The lines of an order come to its total, with shipping and VAT.
fn assert_lines_match_total(db: &Connection, order: &Order) {
    let goods =
        "SELECT COALESCE(SUM(price * (qty - canceled) - discount_amount), 0) FROM order_line WHERE order_id = $1";
    let shipping = one(db, "SELECT shipping_amount - shipping_discount FROM sales_order WHERE id = $1", order.id);
    let vat = one(db, "SELECT COALESCE(SUM(gross_amount), 0) FROM order_vat WHERE order_id = $1", order.id);
    assert!(shipping >= 0 && order.total >= 0, "{}", order.number);
    assert_eq!(
        (one(db, goods, order.id) + shipping, vat),
        (order.total, order.total),
        "{}: lines and total",
        order.number
    );
}

/// Nothing is shipped unpaid, nor more than was ordered.
fn assert_shipped_goods_are_paid(db: &Connection, order: &Order) {
    let shipments = one(db, "SELECT COUNT(*) FROM shipment WHERE order_id = $1", order.id);
    if shipments > 0 {
        let paid = one(db, PAID, order.id);
        assert!(paid >= order.total, "{} left unpaid", order.number);
    }
    let too_much = one(
        db,
        "SELECT COUNT(*) FROM order_line l WHERE l.order_id = $1 AND l.qty - l.canceled <
             (SELECT COALESCE(SUM(s.qty), 0) FROM shipment_line s JOIN shipment p ON p.id = s.shipment_id
              WHERE p.order_id = l.order_id AND s.position = l.position)",
        order.id,
    );
    assert_eq!(too_much, 0, "{}: more left than was ordered", order.number);
}

/// Loyalty points are credited for completed orders, and revoked for closed ones.
fn assert_points_match_status(db: &Connection, order: &Order) {
    let points = one(db, "SELECT COALESCE(SUM(points), 0) FROM loyalty_entry WHERE order_id = $1", order.id);
    let returned = one(db, "SELECT COUNT(*) FROM order_return WHERE order_id = $1", order.id);
    match order.status {
        OrderStatus::Complete if order.member_card.is_some() && returned == 0 => {
            let earned = one(db, "SELECT points FROM sales_order WHERE id = $1", order.id);
            assert_eq!(points, earned, "{}", order.number);
        }
        OrderStatus::Complete => assert!(points >= 0, "{}", order.number),
        _ => assert_eq!(points, 0, "{} is {} with points", order.number, order.status.code()),
    }
}

/// No piece is in two returns or comes back twice, what is inspected is booked, and each return has the refunds that were made for it:
/// none of a piece twice.
fn assert_returns_add_up(db: &Connection, order: &Order) {
    let number = &order.number;
    let pieces = "SELECT l.position, SUM(CASE WHEN r.step IN ('inspected', 'closed') THEN l.received ELSE 0 END),
            SUM(CASE WHEN r.step = 'announced' THEN l.announced WHEN r.step = 'received' THEN l.received ELSE 0 END)
        FROM goods_return r JOIN goods_return_line l ON l.return_id = r.id WHERE r.order_id = $1 GROUP BY l.position";
    let pieces: Vec<(i64, i64, i64)> = db.all(pieces, vals![order.id]).unwrap();
    for (position, back, held) in pieces {
        let at = |sql: &str| -> i64 { db.one(sql, vals![order.id, position]).unwrap() };
        let booked =
            at("SELECT COALESCE(SUM(l.qty), 0) FROM order_return r JOIN order_return_line l ON l.return_id = r.id
             WHERE r.order_id = $1 AND l.position = $2");
        let sent = at("SELECT COALESCE(SUM(l.qty), 0) FROM shipment s JOIN shipment_line l ON l.shipment_id = s.id
             WHERE s.order_id = $1 AND l.position = $2");
        assert_eq!(back, booked, "{number}: pieces of line {position} that are inspected, and booked");
        assert!(back + held <= sent, "{number}: {back} are back and {held} in returns of {sent} of line {position}");
    }
    // What was refunded before it came was so with the return that it follows. Commands' clocks differ: times tell no order.
    let wrong: Vec<String> = db
        .all(
            "SELECT r.number FROM goods_return r LEFT JOIN goods_return f ON f.number = r.follows
             WHERE r.order_id = $1 AND (r.step = 'closed' AND r.refunded_at IS NULL
                 OR (r.ended_at IS NULL) <> (r.step NOT IN ('closed', 'called_off'))
                 OR r.refunded_at IS NOT NULL AND r.refund IS NULL AND r.refunded_at IS NOT f.refunded_at)",
            vals![order.id],
        )
        .unwrap();
    assert_eq!(wrong, Vec::<String>::new(), "returns that cannot be");
    let of_returns = one(db, "SELECT COALESCE(SUM(refund), 0) FROM goods_return WHERE order_id = $1", order.id);
    let made = one(
        db,
        "SELECT COALESCE(SUM(f.amount), 0) FROM refund f JOIN goods_return r ON r.order_id = f.order_id
         WHERE f.order_id = $1 AND f.id BETWEEN r.first_refund AND r.last_refund AND f.state <> 'failed'",
        order.id,
    );
    assert_eq!(of_returns, made, "{number}: refunds of its returns");
}

/// A statement is dealt with exactly when its returns, or those of an earlier one about the same order, have ended, one of them refunded;
/// what is still to be sent keeps it open.
fn assert_statements_are_dealt_with_their_returns(db: &Connection) {
    let early: i64 = db
        .one(
            "SELECT COUNT(*) FROM withdrawal w WHERE w.handled_at IS NOT NULL AND (
                 EXISTS (SELECT 1 FROM goods_return r WHERE r.withdrawal = w.number AND r.ended_at IS NULL)
                 OR NOT EXISTS (SELECT 1 FROM withdrawal e JOIN goods_return r ON r.withdrawal = e.number
                     WHERE e.order_id = w.order_id AND e.id <= w.id AND r.step = 'closed'))",
            vals![],
        )
        .unwrap();
    assert_eq!(early, 0, "a statement is dealt with before its returns");
    let late: i64 = db
        .one(
            "SELECT COUNT(*) FROM withdrawal w JOIN sales_order o ON o.id = w.order_id
             WHERE w.handled_at IS NULL AND o.status IN ('shipped', 'complete', 'closed')
                 AND EXISTS (SELECT 1 FROM goods_return r WHERE r.withdrawal = w.number AND r.step = 'closed')
                 AND NOT EXISTS (SELECT 1 FROM goods_return r WHERE r.withdrawal = w.number AND r.ended_at IS NULL)",
            vals![],
        )
        .unwrap();
    assert_eq!(late, 0, "a statement waits though its returns have ended");
    let silent: i64 = db
        .one(
            "SELECT COUNT(*) FROM thread t JOIN withdrawal w ON w.id = t.withdrawal_id
             WHERE (t.state = 'closed') <> (w.handled_at IS NOT NULL AND w.message = '')",
            vals![],
        )
        .unwrap();
    assert_eq!(silent, 0, "a thread is closed without an answer, or open without a word");
}

/// No attempt, refund or reservation is pending.
fn assert_nothing_is_pending(db: &Connection) {
    let count = |sql: &str| -> i64 { db.one(sql, vals![]).unwrap() };
    assert_eq!(
        count("SELECT COUNT(*) FROM payment_attempt WHERE next_check_at IS NOT NULL"),
        0,
        "an attempt is undecided"
    );
    assert_eq!(
        count("SELECT COUNT(*) FROM refund WHERE state IN ('due', 'sent', 'failed')"),
        0,
        "a refund is not made"
    );
    assert_eq!(count("SELECT COUNT(*) FROM pragma_foreign_key_check"), 0);
    let ended = "SELECT COUNT(*) FROM order_reservation r JOIN sales_order o ON o.id = r.order_id
        WHERE o.status IN ('canceled', 'closed', 'shipped', 'complete')";
    assert_eq!(count(ended), 0, "pieces are held for an order that is over");
}

/// Each piece is in stock, reserved by an order, or shipped.
fn assert_stock_adds_up(db: &Connection, observed: &Observed) {
    for (product, seeded) in &observed.seeded {
        let shelf = one(db, "SELECT quantity FROM stock WHERE product_id = $1", *product);
        let held = one(db, "SELECT COALESCE(SUM(qty), 0) FROM order_reservation WHERE product_id = $1", *product);
        let gone = one(
            db,
            "SELECT COALESCE(SUM(l.qty * p.qty), 0) FROM shipment s JOIN shipment_line l ON l.shipment_id = s.id
             JOIN order_line_component p ON p.order_id = s.order_id AND p.position = l.position WHERE p.product_id = $1",
            *product,
        );
        let back = one(
            db,
            "SELECT COALESCE(SUM(l.qty * p.qty), 0) FROM order_return r JOIN order_return_line l ON l.return_id = r.id
             JOIN order_line_component p ON p.order_id = r.order_id AND p.position = l.position
             WHERE p.product_id = $1 AND l.restocked = 1",
            *product,
        );
        let counted = observed.counted.get(product).copied().unwrap_or(0);
        assert!(shelf >= 0);
        assert_eq!(
            shelf + held + gone - back,
            seeded + counted,
            "product {product}: {shelf} on the shelf, {held} held, {gone} gone, {back} back of {seeded} and {counted} counted"
        );
    }
}

/// Each order is confirmed by one mail and each refund told by one; every mail is delivered or was refused for good.
fn assert_mails_are_delivered(db: &Connection, mailboxes: &Mailboxes) {
    let mails: Vec<(i64, Option<i64>, Option<i64>)> = db.all("SELECT id, sent_at, due_at FROM mail", vals![]).unwrap();
    for (id, sent_at, due_at) in mails {
        assert_eq!(due_at, None, "mail {id} waits");
        let offers = mailboxes.offers.get(&id).copied().unwrap_or_default();
        assert!(offers <= outbox::ATTEMPTS, "mail {id} was offered {offers} times");
        if PostOffice::is_refused(id) {
            assert!(sent_at.is_none(), "mail {id} was refused");
        } else {
            assert!(sent_at.is_some(), "mail {id} was given up");
            assert!(mailboxes.delivered.contains_key(&id), "mail {id} counts as sent");
        }
    }
    let mut confirmed = BTreeMap::new();
    for (id, mail) in mailboxes.delivered.iter().filter(|(_, mail)| mail.template == "order_received") {
        assert_eq!(confirmed.insert(&mail.order_number, id), None, "{} is confirmed twice", mail.order_number);
    }
    let (announced, made): (i64, i64) = db
        .one(
            "SELECT (SELECT COUNT(*) FROM mail WHERE template = 'order_refunded'),
                    (SELECT COUNT(*) FROM refund WHERE state = 'done')",
            vals![],
        )
        .unwrap();
    assert_eq!(announced, made, "one mail per completed refund");
}

/// What unpaid orders may hold at any moment.
#[derive(Debug, Clone, Copy)]
pub struct UnpaidLimits {
    pub orders_per_network: i64,
    pub pieces_per_network: i64,
    /// Percent of each product's pieces.
    pub share: i64,
}

/// Unpaid transfers and cheques hold no more than they may, and orders that wait for their link nothing.
pub fn assert_unpaid_orders_are_limited(db: &Connection, limits: UnpaidLimits, observed: &Observed) {
    // An order whose payment an operator has taken back waits again, whatever others hold by then.
    const UNPAID: &str = "o.status IN ('pending_bank_transfer', 'pending_cheque') AND o.confirm_hash IS NULL
        AND o.id NOT IN (SELECT p.order_id FROM payment_reversal r JOIN payment p ON p.id = r.payment_id)";
    let waiting: i64 = db
        .one(
            "SELECT COUNT(*) FROM order_reservation r JOIN sales_order o ON o.id = r.order_id WHERE o.confirm_hash IS NOT NULL",
            vals![],
        )
        .unwrap();
    assert_eq!(waiting, 0, "an order that waits for its link holds stock");
    // Orders confirmed by a mailed link count for their address.
    let of_networks = format!(
        "SELECT o.network, COUNT(DISTINCT o.id), COALESCE(SUM(r.qty), 0) FROM sales_order o
         LEFT JOIN order_reservation r ON r.order_id = o.id
         WHERE {UNPAID} AND o.network IS NOT NULL AND COALESCE(o.proved_by, '') <> 'link' GROUP BY o.network"
    );
    let held: Vec<(String, i64, i64)> = db.all(&of_networks, vals![]).unwrap();
    for (network, orders, pieces) in held {
        assert!(orders <= limits.orders_per_network, "{orders} orders of {network}");
        assert!(pieces <= limits.pieces_per_network, "{pieces} pieces of {network}");
    }
    let of_products = format!(
        "SELECT r.product_id, SUM(r.qty) FROM order_reservation r JOIN sales_order o ON o.id = r.order_id
         WHERE {UNPAID} GROUP BY r.product_id"
    );
    let held: Vec<(i64, i64)> = db.all(&of_products, vals![]).unwrap();
    for (product, qty) in held {
        // A count that lowers the stock leaves the orders as they are.
        if !observed.counted.contains_key(&product) {
            let limit = (observed.seeded[&product] * limits.share / 100).max(1);
            assert!(qty <= limit, "unpaid orders hold {qty} of product {product}, of which they may hold {limit}");
        }
    }
}

/// One run of the jobs has done all that was due, but for rows that cannot be changed.
pub fn assert_only_poisoned_rows_are_left(db: &Connection, now: i64) {
    for due in [
        "SELECT COUNT(*) FROM mail WHERE due_at <= $1",
        "SELECT COUNT(*) FROM payment_attempt WHERE next_check_at <= $1 AND order_id NOT IN (SELECT order_id FROM poison)",
        "SELECT COUNT(*) FROM refund WHERE due_at <= $1 AND order_id NOT IN (SELECT order_id FROM poison)",
        "SELECT COUNT(*) FROM sales_order WHERE hold_until < $1 - 1000 AND id NOT IN (SELECT order_id FROM poison)",
    ] {
        assert_eq!(one(db, due, now), 0, "a poisoned row holds up others: {due}");
    }
}
