//! All SQL of payments: attempts, payments, refunds and webhook events.

use std::collections::HashMap;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gateway::{Opened, Place};
use crate::db::{Tx, by_ids};
use crate::domain::backlog::Backlog;
use crate::domain::money::{Amount, Currency, Money};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::error::Result;
use crate::order::{self, Command, Order};
use crate::vals;

/// The known state of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AttemptState")]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Recorded; the request to the gateway may have been sent.
    Opening,
    Open,
    Uncertain,
    Declined,
    /// Abandoned, closed by the shop, or expired.
    Canceled,
    /// It could not be opened.
    Unreachable,
    Paid,
}

impl State {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Open => "open",
            Self::Uncertain => "uncertain",
            Self::Declined => "declined",
            Self::Canceled => "canceled",
            Self::Unreachable => "unreachable",
            Self::Paid => "paid",
        }
    }
}

/// An attempt to pay an order through a gateway.
#[derive(Debug, Clone, Deserialize)]
pub struct Attempt {
    pub id: i64,
    pub order_id: i64,
    pub method: PaymentMethod,
    pub gateway: String,
    pub reference: String,
    pub external_id: String,
    pub amount: i64,
    pub currency: Currency,
    pub state: State,
    pub url: String,
    /// Unix milliseconds, as are the other times.
    pub url_expires_at: Option<i64>,
    pub created_at: i64,
    pub expires_at: i64,
    pub checked_at: Option<i64>,
    pub checks: u32,
    /// None: its state is final.
    pub next_check_at: Option<i64>,
    /// The house has closed its page.
    pub is_withdrawn: bool,
}

impl Attempt {
    pub fn money(&self) -> Money {
        Money::new(self.amount, self.currency)
    }

    /// Whether its state can still change.
    pub fn is_undecided(&self) -> bool {
        self.next_check_at.is_some()
    }

    /// Whether it is paid by what takes days, and the gateway has not told yet.
    pub fn is_delayed(&self) -> bool {
        self.state == State::Uncertain && self.is_undecided() && self.expires_at - self.created_at > PAGE_MS
    }
}

/// Milliseconds for which a page is open at most. An attempt that ends later is one whose money takes days.
const PAGE_MS: i64 = 86_400_000;

const ATTEMPT: &str = "SELECT id, order_id, method, gateway, reference, external_id, amount, currency, state, url,
    url_expires_at, created_at, expires_at, checked_at, checks, next_check_at, is_withdrawn FROM payment_attempt";

// ── Attempts ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A new attempt.
#[derive(Debug)]
pub struct NewAttempt<'a> {
    pub order_id: i64,
    pub method: PaymentMethod,
    pub gateway: &'a str,
    pub reference: &'a str,
    pub amount: Money,
    pub session_id: Option<i64>,
    pub customer_id: Option<i64>,
    pub network: Option<&'a str>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub next_check_at: Timestamp,
}

pub fn save_attempt(tx: &mut dyn Tx, new: &NewAttempt<'_>) -> Result<i64> {
    tx.one(
        "INSERT INTO payment_attempt (order_id, method, gateway, reference, amount, currency, state, session_id,
             customer_id, network, created_at, expires_at, next_check_at)
         VALUES ($1, $2, $3, $4, $5, $6, 'opening', $7, $8, $9, $10, $11, $12) RETURNING id",
        vals![
            new.order_id,
            new.method.code(),
            new.gateway,
            new.reference,
            new.amount.minor,
            new.amount.currency.code(),
            new.session_id,
            new.customer_id,
            new.network,
            new.created_at.as_millisecond(),
            new.expires_at.as_millisecond(),
            new.next_check_at.as_millisecond(),
        ],
    )
}

pub fn find_attempt(tx: &mut dyn Tx, id: i64) -> Result<Option<Attempt>> {
    tx.find(&format!("{ATTEMPT} WHERE id = $1"), vals![id])
}

pub fn find_attempt_by_reference(tx: &mut dyn Tx, gateway: &str, reference: &str) -> Result<Option<Attempt>> {
    tx.find(&format!("{ATTEMPT} WHERE reference = $1 AND gateway = $2"), vals![reference, gateway])
}

/// The attempts to pay an order, oldest first.
pub fn list_attempts(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Attempt>> {
    tx.all(&format!("{ATTEMPT} WHERE order_id = $1 ORDER BY id"), vals![order_id])
}

/// The last attempt to pay an order.
pub fn find_last_attempt(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Attempt>> {
    tx.find(&format!("{ATTEMPT} WHERE order_id = $1 ORDER BY id DESC LIMIT 1"), vals![order_id])
}

/// Attempts of which neither the shop nor the gateway knows the outcome, oldest first; without those whose money takes days.
pub fn list_uncertain(tx: &mut dyn Tx, limit: i64) -> Result<Vec<Attempt>> {
    tx.all(
        &format!(
            "{ATTEMPT} WHERE state = 'uncertain' AND next_check_at IS NOT NULL AND created_at > 0
                 AND expires_at - created_at <= {PAGE_MS}
             ORDER BY created_at, id LIMIT $1"
        ),
        vals![limit],
    )
}

/// How many of those there are.
pub fn count_uncertain(tx: &mut dyn Tx) -> Result<i64> {
    tx.one(
        &format!(
            "SELECT COUNT(*) FROM payment_attempt
             WHERE state = 'uncertain' AND next_check_at IS NOT NULL AND created_at > 0
                 AND expires_at - created_at <= {PAGE_MS}"
        ),
        vals![],
    )
}

pub fn count_attempts(tx: &mut dyn Tx, order_id: i64) -> Result<u32> {
    tx.one("SELECT COUNT(*) FROM payment_attempt WHERE order_id = $1", vals![order_id])
}

/// Attempts due for a status request, longest due first.
///
/// Ids, so that a row that cannot be read is its own failure and not that of the list.
pub fn list_due_attempts(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT id FROM payment_attempt WHERE next_check_at <= $1 ORDER BY next_check_at, id LIMIT $2",
        vals![now.as_millisecond(), limit],
    )
}

/// Saves the page or code of an opened payment.
pub fn save_opened(
    tx: &mut dyn Tx,
    id: i64,
    opened: &Opened,
    url_expires_at: Option<Timestamp>,
    next_check_at: Timestamp,
) -> Result<()> {
    let (Place::Page(url) | Place::Code(url)) = &opened.place;
    tx.exec(
        "UPDATE payment_attempt SET external_id = $2, url = $3, url_expires_at = $4, next_check_at = $5,
             state = CASE WHEN state IN ('opening', 'unreachable') THEN 'open' ELSE state END
         WHERE id = $1 AND state <> 'paid'",
        vals![
            id,
            &opened.external_id,
            url,
            url_expires_at.map(Timestamp::as_millisecond),
            next_check_at.as_millisecond()
        ],
    )?;
    Ok(())
}

pub fn save_state(tx: &mut dyn Tx, id: i64, state: State, next_check_at: Option<Timestamp>) -> Result<()> {
    tx.exec(
        "UPDATE payment_attempt SET state = $2, next_check_at = $3 WHERE id = $1",
        vals![id, state.code(), next_check_at.map(Timestamp::as_millisecond)],
    )?;
    Ok(())
}

/// Marks an attempt as paid by what takes days, `until` at most.
pub fn save_delayed(tx: &mut dyn Tx, id: i64, until: Timestamp, next_check_at: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE payment_attempt SET state = 'uncertain', expires_at = $2, next_check_at = $3 WHERE id = $1",
        vals![id, until.as_millisecond(), next_check_at.as_millisecond()],
    )?;
    Ok(())
}

pub fn save_external_id(tx: &mut dyn Tx, id: i64, external_id: &str) -> Result<()> {
    tx.exec("UPDATE payment_attempt SET external_id = $2 WHERE id = $1", vals![id, external_id])?;
    Ok(())
}

/// Records a status request and when to repeat it.
pub fn save_check(tx: &mut dyn Tx, id: i64, now: Timestamp, next_check_at: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE payment_attempt SET checks = checks + 1, checked_at = $2,
             next_check_at = CASE WHEN next_check_at IS NULL THEN NULL ELSE $3 END
         WHERE id = $1",
        vals![id, now.as_millisecond(), next_check_at.as_millisecond()],
    )?;
    Ok(())
}

/// Claims a status request to the gateway; false if one was claimed after `since`.
pub fn claim_check(tx: &mut dyn Tx, id: i64, now: Timestamp, since: Timestamp) -> Result<bool> {
    let claimed = tx.exec(
        "UPDATE payment_attempt SET checked_at = $2 WHERE id = $1 AND (checked_at IS NULL OR checked_at <= $3)",
        vals![id, now.as_millisecond(), since.as_millisecond()],
    )?;
    Ok(claimed > 0)
}

/// Schedules all undecided attempts of an order to be checked at once.
pub fn hurry_attempts(tx: &mut dyn Tx, order_id: i64, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE payment_attempt SET next_check_at = $2, checks = 0 WHERE order_id = $1 AND next_check_at IS NOT NULL",
        vals![order_id, now.as_millisecond()],
    )?;
    Ok(())
}

/// Closes the payment pages of an order: their gateways are asked at once. False if none is open.
pub fn withdraw_attempts(tx: &mut dyn Tx, order_id: i64, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE payment_attempt SET is_withdrawn = 1 WHERE order_id = $1 AND next_check_at IS NOT NULL";
    let changed = tx.exec(sql, vals![order_id])?;
    hurry_attempts(tx, order_id, now)?;
    Ok(changed > 0)
}

/// Whether money may still come by a payment page of an order.
pub fn is_under_way(tx: &mut dyn Tx, order_id: i64) -> Result<bool> {
    tx.one(
        "SELECT EXISTS (SELECT 1 FROM payment_attempt WHERE order_id = $1 AND next_check_at IS NOT NULL)",
        vals![order_id],
    )
}

/// Attempts and declined attempts of a key, for velocity limits.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Tries {
    pub all: u32,
    pub declined: u32,
}

/// Counts attempts by one of the columns `session_id`, `network`, `customer_id`.
pub fn count_tries(tx: &mut dyn Tx, column: &'static str, key: crate::db::Val, since: Timestamp) -> Result<Tries> {
    tx.one(
        &format!(
            "SELECT COUNT(*) AS \"all\", COALESCE(SUM(state = 'declined'), 0) AS declined FROM payment_attempt
             WHERE {column} = $1 AND created_at > $2"
        ),
        &[key, since.as_millisecond().into()],
    )
}

/// Erases the networks of old attempts; answers how many.
pub fn erase_networks(tx: &mut dyn Tx, before: Timestamp) -> Result<u64> {
    tx.exec(
        "UPDATE payment_attempt SET network = NULL WHERE network IS NOT NULL AND created_at < $1",
        vals![before.as_millisecond()],
    )
}

/// Erases why money of an order went back. A refund that is still to be sent keeps it for its letter and its credit note.
pub fn erase_reasons(tx: &mut dyn Tx, order_id: i64) -> Result<()> {
    tx.exec("UPDATE refund SET reason = '' WHERE order_id = $1 AND state = 'done'", vals![order_id])?;
    tx.exec(
        "UPDATE payment_reversal SET reason = '' WHERE payment_id IN (SELECT id FROM payment WHERE order_id = $1)",
        vals![order_id],
    )?;
    Ok(())
}

/// Whether the last attempt of a pending order has an uncertain outcome.
pub fn is_uncertain(tx: &mut dyn Tx, order: &Order) -> Result<bool> {
    let last = find_last_attempt(tx, order.id)?;
    let is_uncertain = last.is_some_and(|last| last.state == State::Uncertain && last.is_undecided());
    Ok(order.status == OrderStatus::Pending && is_uncertain)
}

/// Whether the money of a pending order takes days, and is on its way.
pub fn is_delayed(tx: &mut dyn Tx, order: &Order) -> Result<bool> {
    let last = find_last_attempt(tx, order.id)?;
    Ok(order.status == OrderStatus::Pending && last.is_some_and(|last| last.is_delayed()))
}

// ── Webhook events ──────────────────────────────────────────────────────────────────────────────────────────────

/// Saves a webhook event; answers whether it is new.
pub fn save_event(tx: &mut dyn Tx, gateway: &str, event_id: &str, kind: &str, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "INSERT INTO payment_event (gateway, event_id, kind, received_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (gateway, event_id) DO NOTHING",
        vals![gateway, event_id, kind, now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

/// Marks an order as counted by analytics; answers whether it was not yet.
pub fn save_counted(tx: &mut dyn Tx, order_id: i64, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "INSERT INTO tracked_purchase (order_id, tracked_at) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING",
        vals![order_id, now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

/// Deletes events that gateways no longer repeat, at most `limit`; answers how many.
pub fn delete_old_events(tx: &mut dyn Tx, before: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM payment_event WHERE (gateway, event_id) IN
             (SELECT gateway, event_id FROM payment_event WHERE received_at < $1 ORDER BY received_at LIMIT $2)",
        vals![before.as_millisecond(), limit],
    )
}

// ── Payments ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A received payment.
#[derive(Debug, Clone, Deserialize)]
pub struct Payment {
    pub id: i64,
    pub attempt_id: Option<i64>,
    pub method: String,
    pub external_id: String,
    pub amount: i64,
    pub currency: Currency,
    pub received_at: i64,
    /// ISO 8601 date on which an operator received it; empty for a gateway's.
    pub value_date: String,
    /// When it was taken back, as it was booked by mistake: it counts no more.
    pub reversed_at: Option<i64>,
}

/// A payment to be booked.
#[derive(Debug, Clone, Copy)]
pub struct NewPayment<'a> {
    /// The paid attempt; none when an operator books the payment.
    pub attempt_id: Option<i64>,
    /// `card`, `wechat`, `bank_transfer`, `cheque`, `offline`.
    pub method: &'a str,
    /// The gateway's id of the payment, or the bank's or the operator's reference.
    pub reference: &'a str,
    pub amount: Money,
    /// The day on which an operator received it; none for a gateway's.
    pub value_date: Option<Date>,
}

/// Saves a payment; answers its id, or none if the attempt's payment is saved already.
pub fn save_payment(tx: &mut dyn Tx, order_id: i64, new: &NewPayment<'_>, now: Timestamp) -> Result<Option<i64>> {
    let (amount, currency) = (new.amount.minor, new.amount.currency.code());
    order::add_terms(tx, order_id, &[new.reference])?;
    tx.find(
        "INSERT INTO payment (order_id, attempt_id, method, external_id, amount, currency, received_at, value_date)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (attempt_id) DO NOTHING RETURNING id",
        vals![
            order_id,
            new.attempt_id,
            new.method,
            new.reference,
            amount,
            currency,
            now.as_millisecond(),
            new.value_date.map(|date| date.to_string()).unwrap_or_default()
        ],
    )
}

/// Whether a payment of the same reference, amount and value date is booked for an order: probably the same one.
pub fn is_booked(tx: &mut dyn Tx, order_id: i64, new: &NewPayment<'_>) -> Result<bool> {
    let Some(value_date) = new.value_date else { return Ok(false) };
    let same: Option<i64> = tx.find(
        &format!(
            "SELECT id FROM payment WHERE order_id = $1 AND external_id = $2 AND amount = $3 AND currency = $4
                 AND value_date = $5 AND {COUNTS}"
        ),
        vals![order_id, new.reference, new.amount.minor, new.amount.currency.code(), value_date.to_string()],
    )?;
    Ok(same.is_some())
}

/// What a payment must be to count: not taken back.
const COUNTS: &str = "NOT EXISTS (SELECT 1 FROM payment_reversal v WHERE v.payment_id = payment.id)";

const PAYMENT: &str =
    "SELECT p.id, p.attempt_id, p.method, p.external_id, p.amount, p.currency, p.received_at, p.value_date,
    v.reversed_at FROM payment p LEFT JOIN payment_reversal v ON v.payment_id = p.id";

/// The payments of an order, those that were taken back too, in the order in which they were booked.
pub fn list_payments(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Payment>> {
    tx.all(&format!("{PAYMENT} WHERE p.order_id = $1 ORDER BY p.id"), vals![order_id])
}

/// Payments by their ids.
pub fn payments(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, Payment>> {
    let rows: Vec<Payment> = by_ids(tx, &format!("{PAYMENT} WHERE p.id IN ($ids)"), ids, &[])?;
    Ok(rows.into_iter().map(|payment| (payment.id, payment)).collect())
}

/// The order of the payment with this gateway id.
pub fn find_order_of_payment(tx: &mut dyn Tx, external_id: &str) -> Result<Option<i64>> {
    tx.find("SELECT order_id FROM payment WHERE external_id = $1 AND attempt_id IS NOT NULL", vals![external_id])
}

/// Records that a payment was booked by mistake; false if that is recorded already.
pub fn save_reversal(tx: &mut dyn Tx, command: &Command, payment_id: i64, reason: &str) -> Result<bool> {
    let saved = tx.exec(
        "INSERT INTO payment_reversal (payment_id, actor, reason, reversed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (payment_id) DO NOTHING",
        vals![payment_id, command.actor.code(), reason, command.now.as_millisecond()],
    )?;
    Ok(saved == 1)
}

/// Payments and refunds in minor units of the order's currency; neither failed refunds count nor payments that were taken back.
pub fn balance(tx: &mut dyn Tx, order_id: i64, currency: Currency) -> Result<(i64, i64)> {
    tx.one(
        &format!(
            "SELECT (SELECT COALESCE(SUM(amount), 0) FROM payment WHERE order_id = $1 AND currency = $2 AND {COUNTS}),
                 (SELECT COALESCE(SUM(amount), 0) FROM refund WHERE order_id = $1 AND currency = $2 AND state <> 'failed')"
        ),
        vals![order_id, currency.code()],
    )
}

/// Payments less refunds of many orders, in minor units of each currency; orders without payments are left out.
pub fn balances(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<(i64, Currency), i64>> {
    let mut balances = HashMap::new();
    let paid = format!(
        "SELECT order_id, currency, SUM(amount) FROM payment WHERE order_id IN ($ids) AND {COUNTS} GROUP BY order_id, currency"
    );
    let refunded = "SELECT order_id, currency, -SUM(amount) FROM refund
        WHERE order_id IN ($ids) AND state <> 'failed' GROUP BY order_id, currency";
    for sql in [paid.as_str(), refunded] {
        let rows: Vec<(i64, Currency, i64)> = by_ids(tx, sql, order_ids, &[])?;
        for (order_id, currency, amount) in rows {
            *balances.entry((order_id, currency)).or_default() += amount;
        }
    }
    Ok(balances)
}

/// The part of an order's total that is still to be paid: nothing once it is not pending.
pub fn outstanding(tx: &mut dyn Tx, order: &Order) -> Result<Amount> {
    if !order.status.is_pending() {
        return Ok(Amount::ZERO);
    }
    Ok(Amount::from_minor(order.totals.total.minor() - net(tx, order)?.minor))
}

/// Payments less refunds of an order.
pub fn net(tx: &mut dyn Tx, order: &Order) -> Result<Money> {
    let currency = order.totals.currency;
    let (paid, refunded) = balance(tx, order.id, currency)?;
    Ok(Money::new(paid - refunded, currency))
}

// ── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The state of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefundState {
    /// To be sent to the gateway.
    Due,
    /// Accepted by the gateway.
    Sent,
    Done,
    Failed,
    /// To be made by an operator.
    ByHand,
}

impl RefundState {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Sent => "sent",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::ByHand => "by_hand",
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Refund {
    pub id: i64,
    pub order_id: i64,
    pub payment_id: i64,
    pub reference: String,
    pub external_id: String,
    pub amount: i64,
    pub currency: Currency,
    pub reason: String,
    pub state: RefundState,
    pub created_at: i64,
    pub attempts: u32,
    pub error: String,
    pub done_at: Option<i64>,
}

impl Refund {
    pub fn money(&self) -> Money {
        Money::new(self.amount, self.currency)
    }
}

const REFUND: &str =
    "SELECT id, order_id, payment_id, reference, external_id, amount, currency, reason, state, created_at,
    attempts, error, done_at FROM refund";

/// Reason of the refund of a canceled order.
pub const CANCELED: &str = "order_canceled";
/// Reason of a refund for pieces that were taken out of an order.
pub const CHANGED: &str = "order_changed";
/// Reason of what undoes a payment that was booked by mistake.
pub const BOOKED_BY_MISTAKE: &str = "booked_by_mistake";

/// A new refund.
#[derive(Debug)]
pub struct NewRefund<'a> {
    pub order_id: i64,
    pub payment_id: i64,
    pub reference: &'a str,
    pub amount: Money,
    pub reason: &'a str,
    pub state: RefundState,
}

pub fn save_refund(tx: &mut dyn Tx, command: &Command, new: &NewRefund<'_>) -> Result<i64> {
    let now = command.now.as_millisecond();
    let due_at = (new.state == RefundState::Due).then_some(now);
    tx.one(
        "INSERT INTO refund (order_id, payment_id, reference, amount, currency, reason, actor, state, created_at, due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
        vals![
            new.order_id,
            new.payment_id,
            new.reference,
            new.amount.minor,
            new.amount.currency.code(),
            new.reason,
            command.actor.code(),
            new.state.code(),
            now,
            due_at,
        ],
    )
}

pub fn find_refund(tx: &mut dyn Tx, id: i64) -> Result<Option<Refund>> {
    tx.find(&format!("{REFUND} WHERE id = $1"), vals![id])
}

pub fn find_refund_by_reference(tx: &mut dyn Tx, reference: &str) -> Result<Option<Refund>> {
    tx.find(&format!("{REFUND} WHERE reference = $1"), vals![reference])
}

pub fn list_refunds(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<Refund>> {
    tx.all(&format!("{REFUND} WHERE order_id = $1 ORDER BY id"), vals![order_id])
}

/// The refunds of orders, by order.
pub fn refunds_of(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<HashMap<i64, Vec<Refund>>> {
    let mut found: HashMap<i64, Vec<Refund>> = HashMap::new();
    let rows: Vec<Refund> = by_ids(tx, &format!("{REFUND} WHERE order_id IN ($ids) ORDER BY id"), order_ids, &[])?;
    for refund in rows {
        found.entry(refund.order_id).or_default().push(refund);
    }
    Ok(found)
}

pub fn count_refunds(tx: &mut dyn Tx, order_id: i64) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM refund WHERE order_id = $1", vals![order_id])
}

/// The refunded amount of a payment, refunds in progress included.
pub fn refunded_of_payment(tx: &mut dyn Tx, payment_id: i64) -> Result<i64> {
    tx.one("SELECT COALESCE(SUM(amount), 0) FROM refund WHERE payment_id = $1 AND state <> 'failed'", vals![payment_id])
}

/// Deletes a refund that nobody has made yet, as its payment was none; false if it is not to be made by hand.
pub fn delete_by_hand(tx: &mut dyn Tx, id: i64) -> Result<bool> {
    Ok(tx.exec("DELETE FROM refund WHERE id = $1 AND state = 'by_hand'", vals![id])? == 1)
}

/// A refund with the data for its gateway.
#[derive(Debug, Clone, Deserialize)]
pub struct DueRefund {
    pub id: i64,
    pub reference: String,
    pub external_id: String,
    pub amount: i64,
    pub currency: Currency,
    pub state: RefundState,
    pub attempts: u32,
    pub payment_external_id: String,
    pub paid: i64,
    pub gateway: String,
    pub attempt_reference: String,
}

/// Refunds due for a request to their gateway, longest due first: ids, as of [`list_due_attempts`].
pub fn list_due_refunds(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM refund WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2", vals![now.as_millisecond(), limit])
}

/// Refunds that their gateway has not completed yet.
pub fn count_refunds_for_gateway(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM refund WHERE due_at IS NOT NULL", vals![])
}

/// A refund that its gateway has not completed yet.
pub fn find_due_refund(tx: &mut dyn Tx, id: i64) -> Result<Option<DueRefund>> {
    tx.find(
        "SELECT r.id, r.reference, r.external_id, r.amount, r.currency, r.state, r.attempts,
             p.external_id AS payment_external_id, p.amount AS paid, a.gateway, a.reference AS attempt_reference
         FROM refund r JOIN payment p ON p.id = r.payment_id JOIN payment_attempt a ON a.id = p.attempt_id
         WHERE r.id = $1 AND r.due_at IS NOT NULL",
        vals![id],
    )
}

/// Changes the state of a refund; done and failed are final.
pub fn save_refund_state(
    tx: &mut dyn Tx,
    id: i64,
    state: RefundState,
    external_id: &str,
    due_at: Option<Timestamp>,
    error: &str,
    now: Timestamp,
) -> Result<bool> {
    let done_at = (state == RefundState::Done).then(|| now.as_millisecond());
    let changed = tx.exec(
        "UPDATE refund SET state = $2, external_id = CASE WHEN $3 = '' THEN external_id ELSE $3 END, due_at = $4,
             error = $5, done_at = $6, attempts = attempts + 1
         WHERE id = $1 AND state NOT IN ('done', 'failed')",
        vals![id, state.code(), external_id, due_at.map(Timestamp::as_millisecond), error, done_at],
    )?;
    Ok(changed == 1)
}

/// Marks a completed refund as returned by the bank; answers whether it was completed. That it was made stays known.
pub fn save_refund_sent_back(tx: &mut dyn Tx, id: i64, error: &str, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE refund SET state = 'failed', error = $2, sent_back_at = $3 WHERE id = $1 AND state = 'done'",
        vals![id, error, now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

/// Reference of the refund by hand that replaces a failed one; unique, so there is one at most.
pub fn by_hand_reference(failed: &str) -> String {
    format!("{failed}-by-hand")
}

/// Refunds that wait for an operator: to be made by hand, or failed and not replaced.
pub fn list_refunds_for_operator(tx: &mut dyn Tx, limit: i64) -> Result<Vec<Refund>> {
    tx.all(
        &format!(
            "{REFUND} AS waiting WHERE state IN ('by_hand', 'failed')
               AND NOT EXISTS (SELECT 1 FROM refund again WHERE again.reference = waiting.reference || '-by-hand')
             ORDER BY id LIMIT $1"
        ),
        vals![limit],
    )
}

/// How many of those there are, and how many were asked for before `late`.
pub fn count_refunds_for_operator(tx: &mut dyn Tx, late: Timestamp) -> Result<Backlog> {
    tx.one(
        "SELECT COUNT(*) AS count, MIN(created_at) AS first, COUNT(CASE WHEN created_at < $1 THEN 1 END) AS late
         FROM refund AS waiting WHERE state IN ('by_hand', 'failed')
           AND NOT EXISTS (SELECT 1 FROM refund again WHERE again.reference = waiting.reference || '-by-hand')",
        vals![late.as_millisecond()],
    )
}

/// Exponential backoff before the next request to a gateway: 15 s, 30 s, 1, 2, 4 … minutes, at most half an hour.
pub fn backoff(requests: u32) -> SignedDuration {
    SignedDuration::from_secs(15_i64 << requests.min(7)).min(SignedDuration::from_mins(30))
}

// ── Movements ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// How money moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementKind {
    Payment,
    Refund,
    /// A payment that was booked by mistake, taken back.
    Reversal,
    /// A refund that the bank has sent back.
    SentBack,
}

impl MovementKind {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Refund => "refund",
            Self::Reversal => "reversal",
            Self::SentBack => "sent_back",
        }
    }
}

/// Money that came in or went out.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Movement {
    pub kind: MovementKind,
    /// Of the payment or refund.
    pub id: i64,
    pub order_id: i64,
    /// Of the payment; of a refund by hand a transfer, or money over the counter where it came in so.
    pub method: String,
    pub reference: String,
    /// Minor units; negative: it went out.
    pub amount: i64,
    pub currency: Currency,
    /// The bank's day, ISO 8601; empty where none is known.
    pub value_date: String,
    /// When it was booked, Unix milliseconds: what a month has told stays as it was.
    pub at: i64,
}

const MOVEMENTS: &str =
    "SELECT 'payment' AS kind, id, order_id, method, external_id AS reference, amount, currency, value_date, received_at AS at
     FROM payment WHERE received_at >= $1 AND received_at < $2
     UNION ALL
     SELECT 'refund', r.id, r.order_id,
         CASE WHEN r.external_id = '' AND p.method <> 'offline' THEN 'bank_transfer' ELSE p.method END,
         r.reference, -r.amount, r.currency, '', r.done_at
     FROM refund r JOIN payment p ON p.id = r.payment_id WHERE r.done_at >= $1 AND r.done_at < $2
     UNION ALL
     SELECT 'sent_back', r.id, r.order_id, p.method, r.reference, r.amount, r.currency, '', r.sent_back_at
     FROM refund r JOIN payment p ON p.id = r.payment_id WHERE r.sent_back_at >= $1 AND r.sent_back_at < $2
     UNION ALL
     SELECT 'reversal', p.id, p.order_id, p.method, p.external_id, -p.amount, p.currency, p.value_date, v.reversed_at
     FROM payment_reversal v JOIN payment p ON p.id = v.payment_id WHERE v.reversed_at >= $1 AND v.reversed_at < $2";

/// Money that moved at or after `from` and before `until`, in that order.
pub fn list_movements(tx: &mut dyn Tx, from: Timestamp, until: Timestamp) -> Result<Vec<Movement>> {
    let params = vals![from.as_millisecond(), until.as_millisecond()];
    tx.all(&format!("SELECT * FROM ({MOVEMENTS}) AS movement ORDER BY at, kind, id"), params)
}

pub fn count_movements(tx: &mut dyn Tx, from: Timestamp, until: Timestamp) -> Result<i64> {
    let params = vals![from.as_millisecond(), until.as_millisecond()];
    tx.one(&format!("SELECT COUNT(*) FROM ({MOVEMENTS}) AS movement"), params)
}
