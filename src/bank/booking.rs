//! Imports statements, and books their movements as payments and as refunds made by hand.

use std::collections::{HashMap, HashSet};

use anyhow::Context as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::desk::Clerk;
use super::matching::{self, Awaiting, AwaitingOrders};
use super::sepa;
use super::statement::{self, Line, Statement};
use super::store::{self, LineRow, Target};
use super::types::{Booked, Booking, Bookings, Imported, LineState};
use crate::audit::{self, Change};
use crate::db::Tx;
use crate::deed;
use crate::domain::full_name::full_name;
use crate::domain::money::Amount;
use crate::domain::order_status::PaymentMethod;
use crate::error::{Error, Result, refuse};
use crate::fulfillment::{self, Receipt};
use crate::message::{self, Message};
use crate::order::{self, Command, Order};
use crate::payment::{self, store::Refund, store::RefundState};
use crate::{settlement, shipment};

/// Rows that are looked through: the movements of a statement, and refunds by hand.
const MOST: i64 = statement::MOST as i64;
/// Movements that one transaction tries to book: each makes an invoice and a mail, and everybody else waits for the writer.
const AT_ONCE: i64 = 300;

// ── Importing ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// Saves the movements of an account that no earlier file has brought.
pub(super) fn import(tx: &mut dyn Tx, clerk: &Clerk<'_>, name: &str, statement: &Statement) -> Result<Imported> {
    let now = clerk.command.now;
    let id = store::save_statement(tx, name, &statement.account, &clerk.actor(), now)?;
    // Two payments of the same amount, payer and day are two; the same two in another file are the same.
    let mut seen: HashMap<[u8; 32], u64> = HashMap::new();
    let mut added = 0;
    for line in &statement.lines {
        let alike = seen.entry(fingerprint(&statement.account, line, 0)).or_default();
        let fingerprint = fingerprint(&statement.account, line, *alike);
        *alike += 1;
        added += i64::from(store::save_line(tx, id, line, &fingerprint, now)?);
    }
    if added == 0 {
        store::delete_statement(tx, id)?;
    }
    Ok(Imported {
        statement_id: (added > 0).then_some(id),
        account: statement.account.clone(),
        is_own_account: (!statement.account.is_empty()).then(|| statement.account == clerk.own_account()),
        added,
        known: i64::try_from(statement.lines.len()).unwrap_or(i64::MAX) - added,
        sure: if added > 0 { count_sure(tx, id)? } else { 0 },
    })
}

fn fingerprint(account: &str, line: &Line, alike: u64) -> [u8; 32] {
    let Line { booked_on, value_date, amount, currency, party, iban, text, reference, end_to_end, is_reversal } = line;
    let mut hash = Sha256::new();
    let dates = [booked_on.to_string(), value_date.to_string(), amount.to_string(), is_reversal.to_string()];
    for field in
        dates.iter().chain([currency, party, iban, text, reference, end_to_end]).map(String::as_str).chain([account])
    {
        hash.update((field.len() as u64).to_be_bytes());
        hash.update(field.as_bytes());
    }
    hash.update(alike.to_be_bytes());
    hash.finalize().into()
}

// ── What waits ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// What movements can be booked on: orders that wait for money, and refunds that wait for their transfer.
pub(super) struct Open {
    pub orders: AwaitingOrders,
    refunds: Vec<Refund>,
}

/// Reads what waits, in a fixed number of queries.
pub(super) fn open(tx: &mut dyn Tx) -> Result<Open> {
    let orders = order::list_awaiting_payment(tx)?;
    let ids: Vec<i64> = orders.iter().map(|order| order.id).collect();
    let paid = payment::store::balances(tx, &ids)?;
    let orders = orders.into_iter().map(|order| Awaiting {
        name: full_name(&order.first_name, &order.last_name),
        last_name: order.last_name,
        outstanding: order.total - paid.get(&(order.id, order.currency)).copied().unwrap_or(0),
        currency: order.currency,
        number: order.number,
    });
    let refunds = payment::store::list_refunds_for_operator(tx, MOST)?;
    let refunds = refunds.into_iter().filter(|refund| refund.state == RefundState::ByHand).collect();
    Ok(Open { orders: orders.collect(), refunds })
}

/// What a movement certainly belongs to.
enum Sure {
    /// The number of an order.
    Order(String),
    /// The id of a refund and of its order.
    Refund(i64, i64),
}

impl Open {
    /// The refund that a movement has carried out: it has the refund's reference and amount.
    fn refund_of(&self, line: &Line) -> Option<&Refund> {
        let is_same = |refund: &&Refund| {
            let reference = sepa::bank_reference(&refund.reference, refund.id);
            refund.amount == -line.amount
                && refund.currency.code() == line.currency
                && (line.end_to_end == reference || line.text == reference)
        };
        if line.is_reversal { None } else { self.refunds.iter().find(is_same) }
    }

    fn sure(&self, line: &Line) -> Option<Sure> {
        match self.refund_of(line) {
            Some(refund) => Some(Sure::Refund(refund.id, refund.order_id)),
            None => matching::order_of(line, &self.orders).sure.map(Sure::Order),
        }
    }

    /// What a movement certainly belongs to. That waits no more then: a second movement of the same kind is for a person to look at.
    fn take_sure(&mut self, line: &Line) -> Option<Sure> {
        let sure = self.sure(line)?;
        match &sure {
            Sure::Order(number) => self.orders.take(number),
            Sure::Refund(id, _) => self.refunds.retain(|refund| refund.id != *id),
        }
        Some(sure)
    }

    /// The id of the order whose refund a movement has certainly carried out.
    pub fn refunded_order(&self, line: &Line) -> Option<i64> {
        self.refund_of(line).map(|refund| refund.order_id)
    }
}

/// The open movements of a statement, in the order of the file.
fn open_lines(tx: &mut dyn Tx, statement_id: i64) -> Result<Vec<LineRow>> {
    let mut rows = store::list_lines(tx, LineState::Open, Some(statement_id), i64::MAX, MOST)?;
    rows.reverse();
    Ok(rows)
}

fn count_sure(tx: &mut dyn Tx, statement_id: i64) -> Result<i64> {
    let mut open = open(tx)?;
    let mut count = 0;
    for row in open_lines(tx, statement_id)? {
        count += i64::from(open.take_sure(&row.line()?).is_some());
    }
    Ok(count)
}

// ── Booking ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Books the sure movements of a statement, at most [`AT_ONCE`]. One that is refused stays open and holds up no other.
pub(super) fn book_sure(tx: &mut dyn Tx, clerk: &Clerk<'_>, statement_id: i64) -> Result<Booked> {
    let account = store::find_account(tx, statement_id)?.ok_or_else(|| refuse(message::STATEMENT_NOT_FOUND))?;
    if !account.is_empty() && account != clerk.own_account() {
        return Err(refuse(message::BANK_OTHER_ACCOUNT));
    }
    let mut open = open(tx)?;
    let mut booked = Booked::default();
    for row in open_lines(tx, statement_id)? {
        if booked.booked + booked.left == AT_ONCE {
            break;
        }
        let Some(sure) = open.take_sure(&row.line()?) else { continue };
        let outcome = tx.attempt(|tx| match &sure {
            Sure::Order(number) => {
                let order =
                    order::find_by_number(tx, number)?.with_context(|| format!("order {number} is not there"))?;
                book_payment(tx, clerk, &row, &order)
            }
            Sure::Refund(id, order_id) => book_refund(tx, clerk, &row, *id, *order_id),
        });
        match outcome {
            Ok(()) => booked.booked += 1,
            Err(Error::Refused(_)) => booked.left += 1,
            Err(error) => return Err(error),
        }
    }
    if booked == Booked::default() { Err(refuse(message::BANK_NOTHING_SURE)) } else { Ok(booked) }
}

/// Books a movement on the order that a person has chosen, by its number as people type it; answers the printed number.
pub(super) fn book(tx: &mut dyn Tx, clerk: &Clerk<'_>, line_id: i64, typed: &str) -> Result<String> {
    let row = store::find_line(tx, line_id)?.filter(|row| row.state == LineState::Open && row.amount > 0);
    let row = row.ok_or_else(|| refuse(message::BANK_LINE_NOT_OPEN))?;
    let order = order::find_typed(tx, typed)?;
    book_payment(tx, clerk, &row, &order)?;
    Ok(order.number)
}

fn book_payment(tx: &mut dyn Tx, clerk: &Clerk<'_>, row: &LineRow, order: &Order) -> Result<()> {
    // What is about to happen to the order comes first.
    deed::refuse_locked(tx, clerk.who(), &Change::new("order", &order.number))?;
    if !order.status.is_pending() {
        return Err(refuse(message::BANK_NOT_AWAITING.with("number", &order.number)));
    }
    let currency = order.totals.currency;
    if currency.code() != row.currency {
        let refusal = message::BANK_CURRENCY.with("currency", &row.currency).with("number", &order.number);
        return Err(refuse(refusal.with("other", currency)));
    }
    let reference = if row.reference.is_empty() { &row.end_to_end } else { &row.reference };
    let receipt = Receipt {
        amount: Some(Amount::from_minor(row.amount)),
        method: PaymentMethod::BankTransfer.code(),
        reference,
        value_date: row.line()?.value_date,
        again: false,
    };
    fulfillment::book_payment(tx, &clerk.command, order, &receipt).map_err(|error| {
        match error.refusal() {
            // Here nobody can say that it is another one; the movement is shown to a person.
            Some(refusal) if refusal.message == message::PAYMENT_BOOKED_ALREADY => {
                refuse(message::BANK_BOOKED_ALREADY.with("number", &order.number))
            }
            _ => error,
        }
    })?;
    // The newest payment is the one just booked.
    let payment_id = payment::store::list_payments(tx, order.id)?.last().map(|payment| payment.id);
    save_booked(tx, row.id, &Target { order_id: order.id, payment_id, refund_id: None })
}

fn book_refund(tx: &mut dyn Tx, clerk: &Clerk<'_>, row: &LineRow, refund_id: i64, order_id: i64) -> Result<()> {
    settlement::refund_made_by_hand(tx, &clerk.command, refund_id, &row.reference)?;
    save_booked(tx, row.id, &Target { order_id, payment_id: None, refund_id: Some(refund_id) })
}

// ── Taking back ─────────────────────────────────────────────────────────────────────────────────────────────────────

/// Takes back a payment that was booked by mistake ([`settlement::take_back`]); the movement that it was booked from is open
/// again. Refuses one whose refund is in a file for the bank already.
pub fn take_back(tx: &mut dyn Tx, command: &Command, order: &Order, payment_id: i64, reason: &str) -> Result<()> {
    let refunds = payment::store::list_refunds(tx, order.id)?;
    let ids: Vec<i64> = refunds.iter().map(|refund| refund.id).collect();
    if !store::written_at(tx, &ids)?.is_empty() {
        return Err(refuse(message::PAYMENT_REFUNDED));
    }
    settlement::take_back(tx, command, order, payment_id, reason)?;
    store::reopen_booked(tx, payment_id)
}

/// What is booked from a statement as payments, at most [`AT_ONCE`] movements, and which of it can be taken back, in a fixed number
/// of queries.
pub(super) fn bookings(tx: &mut dyn Tx, clerk: &Clerk<'_>, statement_id: i64) -> Result<Bookings> {
    store::find_account(tx, statement_id)?.ok_or_else(|| refuse(message::STATEMENT_NOT_FOUND))?;
    let rows = store::list_booked(tx, statement_id, AT_ONCE)?;
    let order_ids: Vec<i64> = rows.iter().filter_map(|row| row.order_id).collect();
    let payment_ids: Vec<i64> = rows.iter().filter_map(|row| row.payment_id).collect();
    let numbers = order::numbers(tx, &order_ids)?;
    let payments = payment::store::payments(tx, &payment_ids)?;
    let refunds = payment::store::refunds_of(tx, &order_ids)?;
    let refund_ids: Vec<i64> = refunds.values().flatten().map(|refund| refund.id).collect();
    let written = store::written_at(tx, &refund_ids)?;
    let left: HashSet<i64> = shipment::shipped_of(tx, &order_ids)?.into_keys().map(|(order_id, _)| order_id).collect();
    let pending = deed::list_pending_authors(tx, "order")?;
    let mut items = Vec::new();
    for row in rows {
        let (Some(order_id), Some(payment_id)) = (row.order_id, row.payment_id) else { continue };
        let number = numbers.get(&order_id).with_context(|| format!("order {order_id} is not there"))?;
        let payment = payments.get(&payment_id).with_context(|| format!("payment {payment_id} is not there"))?;
        let refunds = refunds.get(&order_id).map(Vec::as_slice).unwrap_or_default();
        let why = if let Some(author) = pending.get(number) {
            Some(deed::locked_by(author, clerk.who()))
        } else if refunds.iter().any(|refund| written.contains_key(&refund.id)) {
            Some(message::PAYMENT_REFUNDED.into())
        } else {
            settlement::not_taken_back(payment, left.contains(&order_id), refunds, clerk.command.now)?
                .map(Message::from)
        };
        items.push(Booking {
            id: row.id,
            order_number: number.clone(),
            amount: Amount::from_minor(row.amount),
            currency: row.currency,
            why,
            order_id,
            payment_id,
        });
    }
    let version = version(&items);
    Ok(Bookings { items, version })
}

/// Names what would be taken back.
fn version(items: &[Booking]) -> String {
    let taken = items.iter().filter(|item| item.why.is_none());
    let seen: Vec<_> = taken.map(|item| json!([item.id, item.payment_id])).collect();
    hex::encode(&Sha256::digest(json!(seen).to_string())[..8])
}

/// Takes back what a person has seen as booked from a statement. What could not be taken back stays booked.
pub(super) fn take_back_all(
    tx: &mut dyn Tx,
    clerk: &Clerk<'_>,
    statement_id: i64,
    version: &str,
    reason: &str,
) -> Result<Bookings> {
    let seen = bookings(tx, clerk, statement_id)?;
    if seen.items.is_empty() {
        return Err(refuse(message::BANK_NOTHING_BOOKED));
    }
    if seen.version != version {
        return Err(refuse(message::BANK_BOOKINGS_CHANGED));
    }
    if seen.items.iter().all(|item| item.why.is_some()) {
        return Err(refuse(message::BANK_NOTHING_TO_TAKE_BACK));
    }
    for item in seen.items.iter().filter(|item| item.why.is_none()) {
        let id = item.order_id;
        let order = order::find(tx, id)?.with_context(|| format!("order {id} is not there"))?;
        take_back(tx, &clerk.command, &order, item.payment_id, reason)?;
        record_taken_back(tx, clerk, &order, item.payment_id)?;
    }
    Ok(seen)
}

/// An entry for each order, as if its payment had been taken back by itself: whoever looks for the order in the audit finds it.
fn record_taken_back(tx: &mut dyn Tx, clerk: &Clerk<'_>, order: &Order, payment_id: i64) -> Result<()> {
    let origin = clerk.origin(&format!("taken back {payment_id}"));
    let change = Change::new("order", &order.number).after(json!({ "payment": payment_id }));
    audit::record(tx, &clerk.actor(), &origin, clerk.take_back(), &change, clerk.command.now)
}

fn save_booked(tx: &mut dyn Tx, line_id: i64, target: &Target) -> Result<()> {
    if store::save_booked(tx, line_id, target)? { Ok(()) } else { Err(refuse(message::BANK_LINE_NOT_OPEN)) }
}
