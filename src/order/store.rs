//! All SQL of orders.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context as _, anyhow};
use jiff::{SignedDuration, Timestamp};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::terms::{self, Searchable};
use super::types::{Actor, Address, Channel, NewOrder, Note, Order, OrderLine, StatusChange};
use crate::catalog::types::DeliveryWindow;
use crate::db::{Tx, Val, by_ids, by_keys, group_by};
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::totals::{Totals, VatAmount};
use crate::domain::validate::{email_key, printed_number};
use crate::error::{Result, refuse};
use crate::message;
use crate::session;
use crate::vals;

/// The next value of a counter, from 1; without gaps if used in the same transaction.
pub fn next_number(tx: &mut dyn Tx, counter: &str) -> Result<i64> {
    tx.one(
        "INSERT INTO counter (name, value) VALUES ($1, 1)
         ON CONFLICT (name) DO UPDATE SET value = counter.value + 1 RETURNING value",
        vals![counter],
    )
}

/// Saves an order with its lines, addresses, VAT, reservations and token; answers its id.
pub fn save(tx: &mut dyn Tx, new: &NewOrder<'_>, number: &str, now: Timestamp) -> Result<i64> {
    let totals = new.totals;
    let id: i64 = tx.one(
        "INSERT INTO sales_order (number, session_id, customer_id, store_id, lang, email, email_key, status,
             payment_method, shipping_method, delivery_from, delivery_to, currency, rate, promo_tag, promo_percentage,
             subtotal_incl_tax, subtotal_excl_tax, discount_amount, discount_net_amount, shipping_amount,
             shipping_discount, tax_amount, total, total_qty, member_card, points, wants_account, wants_newsletter,
             created_at, status_at, hold_until, paid_by, channel)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
             $23, $24, $25, $26, $27, $28, $29, $30, $30, $31, $32, $33)
         RETURNING id",
        vals![
            number,
            new.session_id,
            new.customer_id,
            new.store.id,
            new.store.lang.code(),
            new.email,
            email_key(new.email),
            new.status.code(),
            new.payment_method.code(),
            new.shipping_method.code(),
            &new.delivery.from,
            &new.delivery.to,
            totals.currency.code(),
            &new.rate,
            new.promo.map(|(tag, _)| tag),
            new.promo.map_or(0, |(_, percentage)| percentage),
            totals.subtotal_incl_tax.minor(),
            totals.subtotal_excl_tax.minor(),
            totals.discount_amount.minor(),
            totals.discount_net_amount.minor(),
            totals.shipping_amount.minor(),
            totals.shipping_discount.minor(),
            totals.tax_amount.minor(),
            totals.total.minor(),
            totals.total_qty,
            new.member_card,
            new.points,
            new.wants_account,
            new.wants_newsletter,
            now.as_millisecond(),
            new.hold_until.map(Timestamp::as_millisecond),
            new.paid_by,
            new.channel.code(),
        ],
    )?;
    save_token(tx, id, new.token, now)?;
    for (position, line) in new.lines.iter().enumerate() {
        save_line(tx, id, position, line)?;
    }
    save_vat(tx, id, totals)?;
    for (product_id, qty) in new.reserved {
        tx.exec(
            "INSERT INTO order_reservation (order_id, product_id, qty) VALUES ($1, $2, $3)",
            vals![id, *product_id, *qty],
        )?;
    }
    save_address(tx, id, "shipping", new.shipping_address)?;
    save_address(tx, id, "billing", new.billing_address)?;
    let skus: Vec<&str> = new.lines.iter().map(|line| line.sku.as_str()).collect();
    let addresses = [new.shipping_address, new.billing_address];
    terms::save(tx, id, &Searchable { number, email: new.email, addresses, skus: &skus, totals })?;
    Ok(id)
}

/// Saves the VAT of an order by rate.
pub(super) fn save_vat(tx: &mut dyn Tx, order_id: i64, totals: &Totals) -> Result<()> {
    for VatAmount { rate, net_amount, tax_amount, gross_amount } in &totals.vat {
        tx.exec(
            "INSERT INTO order_vat (order_id, rate, net_amount, tax_amount, gross_amount) VALUES ($1, $2, $3, $4, $5)",
            vals![order_id, rate.to_string(), net_amount.minor(), tax_amount.minor(), gross_amount.minor()],
        )?;
    }
    Ok(())
}

fn save_line(tx: &mut dyn Tx, order_id: i64, position: usize, line: &OrderLine) -> Result<()> {
    let options = serde_json::to_string(&line.options).context("options of an order line")?;
    tx.exec(
        "INSERT INTO order_line (order_id, position, product_id, sku, name, options, qty, price, market_price,
             discount_amount, vat_rate, promotion_category, eco_participation)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        vals![
            order_id,
            position as i64,
            line.product_id,
            &line.sku,
            &line.name,
            options,
            line.qty,
            line.price.minor(),
            line.market_price.map(Amount::minor),
            line.discount_amount.minor(),
            line.vat_rate.to_string(),
            &line.promotion_category,
            line.eco_participation.map(Amount::minor),
        ],
    )?;
    Ok(())
}

pub(super) fn save_address(tx: &mut dyn Tx, order_id: i64, kind: &str, address: &Address) -> Result<()> {
    tx.exec(
        "INSERT INTO order_address (order_id, kind, first_name, last_name, company, address1, address2, city, county,
             region, postcode, country, telephone, tax_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        vals![
            order_id,
            kind,
            &address.first_name,
            &address.last_name,
            &address.company,
            &address.address1,
            &address.address2,
            &address.city,
            &address.county,
            &address.region,
            &address.postcode,
            &address.country,
            &address.telephone,
            &address.tax_id,
        ],
    )?;
    Ok(())
}

/// Adds a token to an order; only its hash is stored.
pub fn save_token(tx: &mut dyn Tx, order_id: i64, token: &str, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO order_token (token_hash, order_id, created_at) VALUES ($1, $2, $3)",
        vals![session::hash(token), order_id, now.as_millisecond()],
    )?;
    Ok(())
}

/// Gives an order another address. Its tokens, which were mailed to the former one, end.
pub fn save_email(tx: &mut dyn Tx, order_id: i64, email: &str) -> Result<()> {
    tx.exec(
        "UPDATE sales_order SET email = $2, email_key = $3 WHERE id = $1",
        vals![order_id, email, email_key(email)],
    )?;
    tx.exec("DELETE FROM order_token WHERE order_id = $1", vals![order_id])?;
    super::terms::rewrite(tx, order_id)
}

// ── Status ──────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn find_status(tx: &mut dyn Tx, order_id: i64) -> Result<Option<OrderStatus>> {
    tx.find("SELECT status FROM sales_order WHERE id = $1", vals![order_id])
}

/// Changes the status if it is still `from`; answers whether it was. Clears the hold, the network
/// and the link of an order that is no longer pending.
pub fn save_status(tx: &mut dyn Tx, order_id: i64, from: OrderStatus, to: OrderStatus, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE sales_order SET status = $3, hold_until = CASE WHEN $4 = 1 THEN hold_until END, status_at = $5,
             network = CASE WHEN $4 = 1 THEN network END, confirm_hash = CASE WHEN $4 = 1 THEN confirm_hash END
         WHERE id = $1 AND status = $2",
        vals![order_id, from.code(), to.code(), to.is_pending(), now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

pub fn save_status_change(
    tx: &mut dyn Tx,
    order_id: i64,
    from: Option<OrderStatus>,
    to: OrderStatus,
    actor: Actor,
    reason: &str,
    now: Timestamp,
) -> Result<()> {
    tx.exec(
        "INSERT INTO order_status_history (order_id, position, from_status, to_status, actor, reason, at)
         SELECT $1, COUNT(*), $2, $3, $4, $5, $6 FROM order_status_history WHERE order_id = $1",
        vals![order_id, from.map(OrderStatus::code), to.code(), actor.code(), reason, now.as_millisecond()],
    )?;
    Ok(())
}

/// The status changes of an order, oldest first.
pub fn history(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<StatusChange>> {
    tx.all(
        "SELECT from_status, to_status, actor, reason, at FROM order_status_history
         WHERE order_id = $1 ORDER BY position",
        vals![order_id],
    )
}

/// Reason in the history of an order that its customer has canceled.
pub const CANCELED_ON_REQUEST: &str = "customer";

/// Whether a customer's request is why an order was canceled.
pub fn is_canceled_on_request(tx: &mut dyn Tx, order_id: i64) -> Result<bool> {
    let last = history(tx, order_id)?.pop();
    Ok(last.is_some_and(|step| step.to_status == OrderStatus::Canceled && step.reason == CANCELED_ON_REQUEST))
}

/// Changes the payment method of an unpaid order, to one that customers choose, and the end of its hold.
pub fn save_payment_method(
    tx: &mut dyn Tx,
    order_id: i64,
    method: PaymentMethod,
    hold_until: Option<Timestamp>,
) -> Result<()> {
    tx.exec(
        "UPDATE sales_order SET payment_method = $2, paid_by = NULL, hold_until = $3 WHERE id = $1",
        vals![order_id, method.code(), hold_until.map(Timestamp::as_millisecond)],
    )?;
    Ok(())
}

/// Moves the end of the hold of an unpaid order.
pub fn save_hold(tx: &mut dyn Tx, order_id: i64, hold_until: Timestamp) -> Result<()> {
    tx.exec("UPDATE sales_order SET hold_until = $2 WHERE id = $1", vals![order_id, hold_until.as_millisecond()])?;
    Ok(())
}

/// Records a payment method that customers cannot choose.
pub fn save_paid_by(tx: &mut dyn Tx, order_id: i64, method: &str) -> Result<()> {
    tx.exec("UPDATE sales_order SET paid_by = $2 WHERE id = $1", vals![order_id, method])?;
    Ok(())
}

/// Marks an order as confirmed to its customer; answers whether it was not yet.
pub fn save_confirmed(tx: &mut dyn Tx, order_id: i64, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE sales_order SET confirmed_at = $2 WHERE id = $1 AND confirmed_at IS NULL",
        vals![order_id, now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

/// Whether the order was confirmed to its customer.
pub fn is_confirmed(tx: &mut dyn Tx, order_id: i64) -> Result<bool> {
    tx.one("SELECT confirmed_at IS NOT NULL FROM sales_order WHERE id = $1", vals![order_id])
}

/// The session and the customer of an order, as far as known.
pub fn find_owner(tx: &mut dyn Tx, order_id: i64) -> Result<(Option<i64>, Option<i64>)> {
    tx.one("SELECT session_id, customer_id FROM sales_order WHERE id = $1", vals![order_id])
}

/// Orders of a session or its customer that wait for an online payment; their items are still in the cart. Goods that were added
/// by telephone never were in one.
pub fn list_pending_of(tx: &mut dyn Tx, session_id: i64, customer_id: Option<i64>) -> Result<Vec<i64>> {
    let mut orders: Vec<i64> = tx.all(
        "SELECT id FROM sales_order WHERE session_id = $1 AND status = 'pending'
         UNION SELECT o.id FROM sales_order o WHERE o.customer_id = $2 AND o.status = 'pending'
             AND NOT EXISTS (SELECT 1 FROM order_addition a WHERE a.order_id = o.id)",
        vals![session_id, customer_id],
    )?;
    orders.sort_unstable();
    Ok(orders)
}

/// Orders that have been in a status since before a time, longest first.
pub fn list_in_status_since(tx: &mut dyn Tx, status: OrderStatus, before: Timestamp, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT id FROM sales_order WHERE status = $1 AND status_at <= $2 ORDER BY status_at, id LIMIT $3",
        vals![status.code(), before.as_millisecond(), limit],
    )
}

/// How many orders in a language are neither complete nor ended.
pub fn count_open_in(tx: &mut dyn Tx, lang: Lang) -> Result<i64> {
    tx.one(
        "SELECT count(*) FROM sales_order
         WHERE status IN ('pending', 'pending_bank_transfer', 'pending_cheque', 'pending_offline', 'processing', 'shipped') AND lang = $1",
        vals![lang.code()],
    )
}

/// Removes shipped pieces from the reservations of an order.
pub fn consume_reservation(tx: &mut dyn Tx, order_id: i64, product_id: i64, qty: u32) -> Result<()> {
    let changed = tx.exec(
        "UPDATE order_reservation SET qty = qty - $3 WHERE order_id = $1 AND product_id = $2 AND qty > $3",
        vals![order_id, product_id, qty],
    )?;
    if changed == 0 {
        let deleted = tx.exec(
            "DELETE FROM order_reservation WHERE order_id = $1 AND product_id = $2 AND qty = $3",
            vals![order_id, product_id, qty],
        )?;
        if deleted == 0 {
            return Err(anyhow!("order {order_id} ships pieces of {product_id} that it has not reserved").into());
        }
    }
    Ok(())
}

/// Deletes and returns the reservations of an order.
pub fn take_reservations(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<(i64, u32)>> {
    let mut taken: Vec<(i64, u32)> =
        tx.all("DELETE FROM order_reservation WHERE order_id = $1 RETURNING product_id, qty", vals![order_id])?;
    taken.sort_unstable();
    Ok(taken)
}

/// Pieces of products that orders hold; those that none holds are not there.
pub fn held(tx: &mut dyn Tx, product_ids: &[i64]) -> Result<HashMap<i64, u32>> {
    const SQL: &str =
        "SELECT product_id, SUM(qty) FROM order_reservation WHERE product_id IN ($ids) GROUP BY product_id";
    Ok(by_ids::<(i64, u32)>(tx, SQL, product_ids, &[])?.into_iter().collect())
}

/// Numbers of the orders that hold pieces of a product, and how many, the oldest first.
pub fn list_holders(tx: &mut dyn Tx, product_id: i64, limit: i64) -> Result<Vec<(String, u32)>> {
    tx.all(
        "SELECT o.number, r.qty FROM order_reservation r CROSS JOIN sales_order o ON o.id = r.order_id
         WHERE r.product_id = $1 ORDER BY r.order_id LIMIT $2",
        vals![product_id, limit],
    )
}

/// Unpaid orders whose hold has ended.
pub fn list_overdue(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    let second_ago = now - SignedDuration::from_secs(1);
    tx.all(
        "SELECT id FROM sales_order WHERE hold_until <= $1 ORDER BY hold_until, id LIMIT $2",
        vals![second_ago.as_millisecond(), limit],
    )
}

/// The keys of a mailbox's orders: `name+anything@host` is the mailbox `name@host`.
pub fn mailbox_keys(tx: &mut dyn Tx, email: &str) -> Result<Vec<String>> {
    let mailbox = mailbox_of(email);
    let local = mailbox.split('@').next().unwrap_or_default();
    // All keys that begin with `name+`: the character after `+` is the comma.
    let mut keys: Vec<String> = tx.all(
        "SELECT DISTINCT email_key FROM sales_order WHERE email_key = $1 OR (email_key >= $2 AND email_key < $3)",
        vals![&mailbox, format!("{local}+"), format!("{local},")],
    )?;
    keys.retain(|key| self::mailbox(key) == mailbox);
    Ok(keys)
}

/// Number of orders of a mailbox placed since a time, confirmed by mail and canceled.
pub fn count_canceled_of_mailbox(tx: &mut dyn Tx, email: &str, since: Timestamp) -> Result<u32> {
    let mailbox = mailbox_of(email);
    let local = mailbox.split('@').next().unwrap_or_default();
    // `|| ''` keeps SQLite from the index on the status: canceled orders are many, those of a mailbox few.
    let keys: Vec<String> = tx.all(
        "SELECT email_key FROM sales_order
         WHERE (email_key = $1 OR (email_key >= $2 AND email_key < $3))
           AND status || '' = 'canceled' AND confirmed_at IS NOT NULL AND created_at > $4",
        vals![&mailbox, format!("{local}+"), format!("{local},"), since.as_millisecond()],
    )?;
    let count = keys.iter().filter(|key| self::mailbox(key) == mailbox).count();
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The mailbox of an address.
pub fn mailbox_of(email: &str) -> String {
    mailbox(&email_key(email))
}

/// The address without the plus suffix of its local part.
fn mailbox(email_key: &str) -> String {
    match email_key.rsplit_once('@') {
        Some((local, host)) => format!("{}@{host}", local.split('+').next().unwrap_or(local)),
        None => email_key.to_owned(),
    }
}

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Deserialize)]
struct OrderRow {
    id: i64,
    number: String,
    lang: Lang,
    email: String,
    status: OrderStatus,
    payment_method: PaymentMethod,
    paid_by: Option<String>,
    channel: Channel,
    shipping_method: ShippingMethod,
    delivery_from: String,
    delivery_to: String,
    currency: Currency,
    subtotal_incl_tax: Amount,
    subtotal_excl_tax: Amount,
    discount_amount: Amount,
    discount_net_amount: Amount,
    shipping_amount: Amount,
    shipping_discount: Amount,
    tax_amount: Amount,
    total: Amount,
    total_qty: u32,
    member_card: Option<String>,
    points: i64,
    created_at: i64,
    hold_until: Option<i64>,
    is_awaiting: bool,
}

const ORDER: &str =
    "SELECT id, number, lang, email, status, payment_method, paid_by, channel, shipping_method, delivery_from,
        delivery_to, currency, subtotal_incl_tax, subtotal_excl_tax, discount_amount, discount_net_amount, shipping_amount,
        shipping_discount, tax_amount, total, total_qty, member_card, points, created_at, hold_until,
        confirm_hash IS NOT NULL AS is_awaiting
     FROM sales_order";

pub fn find(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Order>> {
    find_where(tx, "id = $1", vals![order_id])
}

/// The order with a number, of any customer: for operators.
pub fn find_by_number(tx: &mut dyn Tx, number: &str) -> Result<Option<Order>> {
    find_where(tx, "number = $1", vals![number])
}

/// The order with a number as people type it; refused if there is none.
pub fn find_typed(tx: &mut dyn Tx, typed: &str) -> Result<Order> {
    find_by_number(tx, &printed_number(typed))?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

/// The order with this token.
pub fn find_by_token(tx: &mut dyn Tx, token: &str) -> Result<Option<Order>> {
    let condition = "id = (SELECT order_id FROM order_token WHERE token_hash = $1)";
    find_where(tx, condition, vals![session::hash(token)])
}

/// Adds a token that ends at a given time.
pub fn save_expiring_token(
    tx: &mut dyn Tx,
    order_id: i64,
    token: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    tx.exec(
        "INSERT INTO order_token (token_hash, order_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
        vals![session::hash(token), order_id, now.as_millisecond(), expires_at.as_millisecond()],
    )?;
    Ok(())
}

/// Deletes tokens that have ended, and those of orders whose last status is final and older than [`TOKENS_KEPT`]; at most
/// `limit` of each. Answers how many.
pub fn delete_old_tokens(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    let ended = tx.exec(
        "DELETE FROM order_token WHERE token_hash IN
             (SELECT token_hash FROM order_token WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )?;
    // A token is older than the order's last status, so that few rows are looked at in vain.
    let old = tx.exec(
        "DELETE FROM order_token WHERE token_hash IN
             (SELECT t.token_hash FROM order_token t JOIN sales_order o ON o.id = t.order_id
              WHERE t.created_at <= $1 AND t.expires_at IS NULL AND o.status IN ('complete', 'canceled', 'closed')
                  AND (SELECT max(h.at) FROM order_status_history h WHERE h.order_id = o.id) <= $1
              ORDER BY t.created_at LIMIT $2)",
        vals![(now - TOKENS_KEPT).as_millisecond(), limit],
    )?;
    Ok(ended + old)
}

/// How long the links of mails about an order lead to it after its end.
pub const TOKENS_KEPT: SignedDuration = SignedDuration::from_hours(365 * 24);

/// A customer's own order.
pub fn find_own(tx: &mut dyn Tx, customer_id: i64, number: &str) -> Result<Option<Order>> {
    find_where(tx, "number = $1 AND customer_id = $2", vals![number, customer_id])
}

fn find_where(tx: &mut dyn Tx, condition: &str, params: &[Val]) -> Result<Option<Order>> {
    let row = tx.find(&format!("{ORDER} WHERE {condition}"), params)?;
    row.map(|row| read(tx, row)).transpose()
}

/// An order in its customer's list.
#[derive(Debug, Deserialize)]
pub struct SummaryRow {
    pub id: i64,
    pub number: String,
    pub status: OrderStatus,
    pub payment_method: PaymentMethod,
    /// As [`Order::method_code`].
    pub method: String,
    pub currency: Currency,
    pub total: Amount,
    pub total_qty: i64,
    pub created_at: i64,
    pub is_awaiting: bool,
}

/// A customer's orders, newest first.
pub fn list_own(tx: &mut dyn Tx, customer_id: i64, limit: i64, offset: i64) -> Result<Vec<SummaryRow>> {
    tx.all(
        "SELECT id, number, status, payment_method, coalesce(paid_by, payment_method) AS method, currency, total, total_qty,
             created_at, confirm_hash IS NOT NULL AS is_awaiting
         FROM sales_order
         WHERE customer_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3",
        vals![customer_id, limit, offset],
    )
}

pub fn count_own(tx: &mut dyn Tx, customer_id: i64) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM sales_order WHERE customer_id = $1", vals![customer_id])
}

/// The names of the lines of each order, in their order, without those of which nothing is left.
pub fn names(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, Vec<String>>> {
    const SQL: &str = "SELECT order_id, name FROM order_line
        WHERE order_id IN ($ids) AND canceled < qty ORDER BY order_id, position";
    Ok(group_by(by_ids::<(i64, String)>(tx, SQL, order_ids, vals![])?))
}

/// Loyalty points of a customer's orders that were placed with a member card, by status.
pub fn points_own(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<(OrderStatus, i64)>> {
    tx.all(
        "SELECT status, SUM(points) FROM sales_order WHERE customer_id = $1 AND member_card IS NOT NULL GROUP BY status",
        vals![customer_id],
    )
}

/// Assigns an order to the account created with it.
pub fn save_customer(tx: &mut dyn Tx, order_id: i64, customer_id: i64) -> Result<()> {
    tx.exec("UPDATE sales_order SET customer_id = $2 WHERE id = $1", vals![order_id, customer_id])?;
    Ok(())
}

fn read(tx: &mut dyn Tx, row: OrderRow) -> Result<Order> {
    let mut vat: Vec<VatAmount> =
        tx.all("SELECT rate, net_amount, tax_amount, gross_amount FROM order_vat WHERE order_id = $1", vals![row.id])?;
    vat.sort_by_key(|vat| vat.rate);
    Ok(Order {
        totals: Totals {
            currency: row.currency,
            subtotal_incl_tax: row.subtotal_incl_tax,
            subtotal_excl_tax: row.subtotal_excl_tax,
            discount_amount: row.discount_amount,
            discount_net_amount: row.discount_net_amount,
            shipping_amount: row.shipping_amount,
            shipping_discount: row.shipping_discount,
            tax_amount: row.tax_amount,
            total: row.total,
            total_qty: row.total_qty,
            vat,
        },
        id: row.id,
        number: row.number,
        lang: row.lang,
        email: row.email,
        status: row.status,
        payment_method: row.payment_method,
        paid_by: row.paid_by,
        channel: row.channel,
        shipping_method: row.shipping_method,
        delivery: DeliveryWindow { from: row.delivery_from, to: row.delivery_to },
        member_card: row.member_card,
        points: row.points,
        created_at: moment(row.created_at)?,
        hold_until: row.hold_until.map(moment).transpose()?,
        is_awaiting: row.is_awaiting,
    })
}

/// The numbers of orders, by id.
pub fn numbers(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, String>> {
    let rows: Vec<(i64, String)> = by_ids(tx, "SELECT id, number FROM sales_order WHERE id IN ($ids)", order_ids, &[])?;
    Ok(rows.into_iter().collect())
}

/// Id, number, status and currency of the orders with these numbers.
pub fn statuses(tx: &mut dyn Tx, numbers: &[String]) -> Result<Vec<(i64, String, OrderStatus, Currency)>> {
    by_keys(tx, "SELECT id, number, status, currency FROM sales_order WHERE number IN ($ids)", numbers)
}

/// In how many orders each of these promo tags counted, without canceled ones.
pub fn count_by_promo_tag(tx: &mut dyn Tx, tags: &[String]) -> Result<HashMap<String, i64>> {
    let sql = "SELECT promo_tag, count(*) FROM sales_order
               WHERE promo_tag IN ($ids) AND status <> 'canceled' GROUP BY promo_tag";
    Ok(by_keys::<(String, i64)>(tx, sql, tags)?.into_iter().collect())
}

/// First and last names on the bills of orders, by id.
pub fn billing_names(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, (String, String)>> {
    let sql = "SELECT order_id, first_name, last_name FROM order_address WHERE order_id IN ($ids) AND kind = 'billing'";
    let rows: Vec<(i64, String, String)> = by_ids(tx, sql, order_ids, &[])?;
    Ok(rows.into_iter().map(|(id, first, last)| (id, (first, last))).collect())
}

/// Units of the order's currency for 1 EUR when it was placed.
pub fn rate(tx: &mut dyn Tx, order_id: i64) -> Result<Decimal> {
    let text: String = tx.one("SELECT rate FROM sales_order WHERE id = $1", vals![order_id])?;
    Ok(text.parse().with_context(|| format!("rate {text} of an order"))?)
}

/// The currencies of orders, by id.
pub fn currencies(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<Vec<(i64, Currency)>> {
    by_ids(tx, "SELECT id, currency FROM sales_order WHERE id IN ($ids)", order_ids, &[])
}

/// Number and rate (units of its currency for 1 EUR) of orders, by id.
pub fn numbers_and_rates(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, (String, Decimal)>> {
    let sql = "SELECT id, number, rate FROM sales_order WHERE id IN ($ids)";
    let rows: Vec<(i64, String, String)> = by_ids(tx, sql, order_ids, &[])?;
    let read = |(id, number, rate): (i64, String, String)| {
        let rate = rate.parse().with_context(|| format!("rate {rate} of order {number}"))?;
        Ok((id, (number, rate)))
    };
    rows.into_iter().map(read).collect()
}

pub fn moment(millisecond: i64) -> Result<Timestamp> {
    Ok(Timestamp::from_millisecond(millisecond).context("time of an order")?)
}

/// The operator's filter; empty fields match all orders.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub status: Vec<OrderStatus>,
    /// As [`Order::method_code`].
    pub method: Option<String>,
    /// From [`email_key`].
    pub email_key: Option<String>,
    /// Placed at or after `from` and before `until`.
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
    pub limit: i64,
}

/// An order in a list.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListedOrder {
    pub number: String,
    /// Unix milliseconds.
    pub created_at: i64,
    pub status: OrderStatus,
    /// As [`Order::method_code`].
    pub payment_method: String,
    pub email: String,
    pub total: i64,
    pub currency: Currency,
    pub total_qty: u32,
}

/// Orders by a filter, newest first.
pub fn list(tx: &mut dyn Tx, filter: &Filter) -> Result<Vec<ListedOrder>> {
    let conditions: [Option<(&str, Val)>; 4] = [
        filter.method.as_ref().map(|method| ("coalesce(paid_by, payment_method) =", method.into())),
        filter.email_key.as_ref().map(|key| ("email_key =", key.into())),
        filter.from.map(|from| ("created_at >=", from.as_millisecond().into())),
        filter.until.map(|until| ("created_at <", until.as_millisecond().into())),
    ];
    let mut params = vec![Val::from(filter.limit)];
    let mut narrowed = vec!["1 = 1".to_owned()];
    for (condition, value) in conditions.into_iter().flatten() {
        params.push(value);
        narrowed.push(format!("{condition} ${}", params.len()));
    }
    if !filter.status.is_empty() {
        let codes: Vec<String> = filter.status.iter().map(|status| format!("'{}'", status.code())).collect();
        narrowed.push(format!("status IN ({})", codes.join(", ")));
    }
    tx.all(
        &format!(
            "SELECT number, created_at, status, coalesce(paid_by, payment_method) AS payment_method, email, total, currency,
                 total_qty
             FROM sales_order
             WHERE {} ORDER BY id DESC LIMIT $1",
            narrowed.join(" AND ")
        ),
        &params,
    )
}

/// The lines of an order, by position; those of which nothing is left too.
pub fn lines(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<OrderLine>> {
    tx.all(
        "SELECT product_id, sku, name, options, qty - canceled AS qty, canceled, price, market_price, discount_amount, vat_rate,
             promotion_category, eco_participation
         FROM order_line WHERE order_id = $1 ORDER BY position",
        vals![order_id],
    )
}

/// Quantities of the lines by position.
pub fn quantities(tx: &mut dyn Tx, order_id: i64) -> Result<BTreeMap<i64, u32>> {
    let rows: Vec<(i64, u32)> =
        tx.all("SELECT position, qty - canceled FROM order_line WHERE order_id = $1", vals![order_id])?;
    Ok(rows.into_iter().collect())
}

/// The shipping and the billing address.
pub fn addresses(tx: &mut dyn Tx, order_id: i64) -> Result<(Address, Address)> {
    let mut of_kind = |kind: &str| {
        tx.one(
            "SELECT first_name, last_name, company, address1, address2, city, county, region, postcode, country,
                 telephone, tax_id
             FROM order_address WHERE order_id = $1 AND kind = $2",
            vals![order_id, kind],
        )
    };
    Ok((of_kind("shipping")?, of_kind("billing")?))
}

/// A complete order may still come back within this time of its completion.
const RETURNS_END: SignedDuration = SignedDuration::from_hours(24 * 60);

/// Orders of a customer and, if not empty, of an address's guest that have come to their end and still name the person, each
/// with whether anything was ever paid.
pub fn list_ended(tx: &mut dyn Tx, customer_id: i64, email_key: &str, now: Timestamp) -> Result<Vec<(i64, bool)>> {
    tx.all(
        "SELECT o.id, EXISTS (SELECT 1 FROM order_status_history h
                              WHERE h.order_id = o.id AND h.to_status NOT LIKE 'pending%' AND h.to_status <> 'canceled')
         FROM sales_order o
         WHERE (o.customer_id = $1 OR (o.email_key = $2 AND $2 <> '' AND o.customer_id IS NULL))
           AND (o.status IN ('canceled', 'closed') OR (o.status = 'complete' AND o.status_at < $3)) AND o.email <> ''",
        vals![customer_id, email_key, (now - RETURNS_END).as_millisecond()],
    )
}

/// Orders of a customer's account that name nobody any more.
pub fn list_nameless(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM sales_order WHERE customer_id = $1 AND email = ''", vals![customer_id])
}

/// Erases what documents no sale from the orders of a customer and, if not empty, of an address's guest: e-mail address and
/// telephone of orders that have come to their end, and all names and streets where nothing was ever paid. A guest's orders
/// under way become the customer's, so that they are found once they end.
pub fn anonymise(tx: &mut dyn Tx, customer_id: i64, email_key: &str, now: Timestamp) -> Result<()> {
    if customer_id != 0 && !email_key.is_empty() {
        tx.exec(
            "UPDATE sales_order SET customer_id = $1 WHERE email_key = $2 AND customer_id IS NULL",
            vals![customer_id, email_key],
        )?;
    }
    let ended = list_ended(tx, customer_id, email_key, now)?;
    for (id, was_paid) in ended {
        terms::erase(tx, id)?;
        tx.exec("UPDATE sales_order SET email = '', email_key = '' WHERE id = $1", vals![id])?;
        tx.exec("UPDATE order_address SET telephone = '' WHERE order_id = $1", vals![id])?;
        // Who has taken the goods proves what the invoice says, but need not be whom it names.
        tx.exec(
            "UPDATE order_collection SET collected_to = '' WHERE order_id = $1 AND collected_to IS NOT NULL",
            vals![id],
        )?;
        erase_remarks(tx, id)?;
        if !was_paid {
            tx.exec("UPDATE sales_order SET member_card = NULL WHERE id = $1", vals![id])?;
            tx.exec("DELETE FROM order_token WHERE order_id = $1", vals![id])?;
            tx.exec(
                "UPDATE order_address SET first_name = '', last_name = '', company = '', address1 = '', address2 = '',
                     city = '', county = '', region = '', postcode = '', tax_id = ''
                 WHERE order_id = $1",
                vals![id],
            )?;
        }
    }
    Ok(())
}

/// Erases what the house's people wrote about an order in their own words.
fn erase_remarks(tx: &mut dyn Tx, order_id: i64) -> Result<()> {
    tx.exec("DELETE FROM order_note WHERE order_id = $1", vals![order_id])?;
    tx.exec(
        "UPDATE order_status_history SET reason = ''
         WHERE order_id = $1 AND (actor = 'operator' OR actor LIKE 'staff:%' OR actor LIKE 'token:%')",
        vals![order_id],
    )?;
    tx.exec("UPDATE order_change SET reason = '' WHERE order_id = $1", vals![order_id])?;
    Ok(())
}

/// The keys of all addresses.
pub fn mailboxes(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT DISTINCT email_key FROM sales_order WHERE email_key <> ''", vals![])
}

// ── Notes ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Adds a note for operators to an order.
pub fn add_note(tx: &mut dyn Tx, order_id: i64, actor: Actor, text: &str, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO order_note (order_id, actor, text, created_at) VALUES ($1, $2, $3, $4)",
        vals![order_id, actor.code(), text, now.as_millisecond()],
    )?;
    Ok(())
}

pub fn list_notes(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Note>> {
    tx.all("SELECT actor, text, created_at FROM order_note WHERE order_id = $1 ORDER BY id", vals![order_id])
}
