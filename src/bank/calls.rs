//! The calls about the bank account, one function a path.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::booking::{self, Open};
use super::statement::{self, Statement};
use super::store::{self, LineRow};
use super::types::{
    BankImported, BankLine, BankLines, BankRefund, BankRefunds, BankStatements, BookArgs, Booked, Bookings, ImportArgs,
    Imported, LineArgs, LineState, LinesArgs, SepaFileArgs, StatementArgs, TakeBackArgs,
};
use super::{matching, sepa};
use crate::audit::Change;
use crate::call::{Changed, Document, NoArgs, StaffMember};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::money::Amount;
use crate::domain::validate::readable_line;
use crate::error::{Error, Refusal, Result, refuse};
use crate::{message, order, payment};

/// Movements a page.
const PAGE: i64 = 50;
const STATEMENTS: i64 = 20;
/// Refunds by hand that are listed.
const REFUNDS: i64 = 500;
/// Characters kept of a file's name.
const NAME: usize = 120;
/// Characters of a reason.
const REASON: usize = 200;

// ── Statements ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Statements that were read, with the name of their file.
pub struct Dropped {
    name: String,
    statements: Vec<Statement>,
}

/// Reads the file.
pub async fn prepare_import(_: Arc<CallContext>, _: StaffMember, args: ImportArgs) -> Result<Dropped> {
    let ImportArgs { name, content } = args;
    // Megabytes are too much for an asynchronous thread.
    let read = tokio::task::spawn_blocking(move || {
        let bytes = STANDARD.decode(content.trim()).map_err(|_| Error::Malformed("content: no Base64".into()))?;
        statement::read(&bytes)
    });
    let statements = read.await.map_err(anyhow::Error::from)??;
    Ok(Dropped { name: name.chars().filter(|c| !c.is_control()).take(NAME).collect(), statements })
}

pub fn import(tx: &mut dyn Tx, member: &StaffMember, dropped: &Dropped) -> Result<Changed<BankImported>> {
    let mut items = Vec::new();
    for statement in &dropped.statements {
        items.push(booking::import(tx, member, &dropped.name, statement)?);
    }
    let ids: Vec<String> = items.iter().filter_map(|item| item.statement_id).map(|id| id.to_string()).collect();
    let sum = |count: fn(&Imported) -> i64| items.iter().map(count).sum::<i64>();
    let after = json!({ "added": sum(|item| item.added), "known": sum(|item| item.known) });
    let change = Change::new("bank_statement", ids.join(" ")).after(after);
    Ok(Changed::new(BankImported { items }, change))
}

pub fn statements(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<BankStatements> {
    Ok(BankStatements { items: store::list_statements(tx, STATEMENTS)? })
}

// ── Movements ───────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn lines(tx: &mut dyn Tx, _: &StaffMember, args: LinesArgs) -> Result<BankLines> {
    let state = args.state.unwrap_or(LineState::Open);
    let mut rows = store::list_lines(tx, state, args.statement_id, args.before.unwrap_or(i64::MAX), PAGE + 1)?;
    let has_more = rows.len() as i64 > PAGE;
    rows.truncate(PAGE as usize);
    let next_before = rows.last().filter(|_| has_more).map(|row| row.id);
    let open = if state == LineState::Open { Some(booking::open(tx)?) } else { None };
    let refunded = open.iter().flat_map(|open| rows.iter().filter_map(|row| open.refunded_order(&row.line().ok()?)));
    let order_ids: Vec<i64> = rows.iter().filter_map(|row| row.order_id).chain(refunded).collect();
    let numbers = order::numbers(tx, &order_ids)?;
    let number = |id: i64| numbers.get(&id).cloned();
    let item = |row: LineRow| line(row, open.as_ref(), &number);
    Ok(BankLines { items: rows.into_iter().map(item).collect::<Result<_>>()?, next_before })
}

/// The ids of the movements that match on all pages, newest first, at most `limit`.
pub fn matching_lines(tx: &mut dyn Tx, args: &LinesArgs, limit: i64) -> Result<Vec<i64>> {
    let state = args.state.unwrap_or(LineState::Open);
    let rows = store::list_lines(tx, state, args.statement_id, i64::MAX, limit)?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

fn line(row: LineRow, open: Option<&Open>, number: &dyn Fn(i64) -> Option<String>) -> Result<BankLine> {
    let read = row.line()?;
    let found = open.map(|open| matching::order_of(&read, &open.orders)).unwrap_or_default();
    let refunded = open.and_then(|open| open.refunded_order(&read)).and_then(number);
    Ok(BankLine {
        id: row.id,
        statement_id: row.statement_id,
        booked_on: row.booked_on,
        value_date: row.value_date,
        amount: Amount::from_minor(row.amount),
        currency: row.currency,
        party: row.party,
        iban: row.iban,
        text: row.text,
        reference: if row.reference.is_empty() { row.end_to_end } else { row.reference },
        is_reversal: row.is_reversal,
        state: row.state,
        order_number: row.order_id.and_then(number),
        sure: found.sure.or(refunded),
        candidates: found.candidates,
    })
}

pub fn book_sure(tx: &mut dyn Tx, member: &StaffMember, args: StatementArgs) -> Result<Changed<Booked>> {
    let booked = booking::book_sure(tx, member, args.statement_id)?;
    let after = json!({ "booked": booked.booked, "left": booked.left });
    Ok(Changed::new(booked, Change::new("bank_statement", args.statement_id).after(after)))
}

pub fn book(tx: &mut dyn Tx, member: &StaffMember, args: BookArgs) -> Result<Changed<Booked>> {
    let number = booking::book(tx, member, args.id, &args.order_number)?;
    let change = Change::new("bank_line", args.id).after(json!({ "order": number })).also("order", number);
    Ok(Changed::new(Booked { booked: 1, left: 0 }, change))
}

pub fn bookings(tx: &mut dyn Tx, member: &StaffMember, args: StatementArgs) -> Result<Bookings> {
    booking::bookings(tx, member, args.statement_id)
}

/// Takes back what was booked from a statement.
pub fn take_back(tx: &mut dyn Tx, member: &StaffMember, args: TakeBackArgs) -> Result<Changed<()>> {
    let reason = readable_line(&args.reason);
    if reason.is_empty() {
        return Err(Refusal::of_field("reason", message::ORDER_REASON_EMPTY).into());
    }
    if reason.chars().count() > REASON {
        return Err(Refusal::of_field("reason", message::ORDER_TEXT_TOO_LONG.with("max", REASON)).into());
    }
    let seen = booking::take_back_all(tx, member, args.statement_id, &args.version, &reason)?;
    let (left, taken): (Vec<_>, Vec<_>) = seen.items.iter().partition(|item| item.why.is_some());
    let left: Vec<&str> = left.into_iter().map(|item| item.order_number.as_str()).collect();
    let after = json!({ "taken_back": taken.len(), "left": left });
    Ok(Changed::new((), Change::new("bank_statement", args.statement_id).after(after)))
}

pub fn ignore(tx: &mut dyn Tx, _: &StaffMember, args: LineArgs) -> Result<Changed<()>> {
    set_state(tx, args.id, LineState::Open, LineState::Ignored)
}

pub fn reopen(tx: &mut dyn Tx, _: &StaffMember, args: LineArgs) -> Result<Changed<()>> {
    set_state(tx, args.id, LineState::Ignored, LineState::Open)
}

fn set_state(tx: &mut dyn Tx, id: i64, from: LineState, to: LineState) -> Result<Changed<()>> {
    if !store::save_state(tx, id, from, to)? {
        return Err(refuse(message::BANK_LINE_NOT_OPEN));
    }
    let state = |state: LineState| json!({ "state": state.code() });
    Ok(Changed::new((), Change::new("bank_line", id).before(state(from)).after(state(to))))
}

// ── Refunds by hand ─────────────────────────────────────────────────────────────────────────────────────────────────

pub fn refunds(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<BankRefunds> {
    let refunds = payment::store::list_refunds_for_operator(tx, REFUNDS)?;
    let refunds: Vec<_> = refunds.into_iter().filter(|it| it.state == payment::store::RefundState::ByHand).collect();
    let payments: Vec<i64> = refunds.iter().map(|refund| refund.payment_id).collect();
    let orders: Vec<i64> = refunds.iter().map(|refund| refund.order_id).collect();
    let ids: Vec<i64> = refunds.iter().map(|refund| refund.id).collect();
    let (payers, written) = (store::payers(tx, &payments)?, store::written_at(tx, &ids)?);
    let (numbers, names) = (order::numbers(tx, &orders)?, order::billing_names(tx, &orders)?);
    let item = |refund: payment::store::Refund| {
        let (party, iban) = payers.get(&refund.payment_id).cloned().unwrap_or_default();
        let billed = names.get(&refund.order_id).map(|(first, last)| full_name(first, last)).unwrap_or_default();
        Ok(BankRefund {
            id: refund.id,
            order_number: numbers.get(&refund.order_id).cloned().unwrap_or_default(),
            reference: sepa::bank_reference(&refund.reference, refund.id).into_owned(),
            amount: Amount::from_minor(refund.amount),
            currency: refund.currency,
            reason: refund.reason,
            created_at: store::time(refund.created_at)?,
            name: if party.is_empty() { billed } else { party },
            iban,
            written_at: written.get(&refund.id).map(|at| store::time(*at)).transpose()?,
        })
    };
    Ok(BankRefunds { items: refunds.into_iter().map(item).collect::<Result<_>>()? })
}

/// Writes refunds as a file for the bank. They are made once a statement shows that they have left the account.
pub fn sepa_file(tx: &mut dyn Tx, member: &StaffMember, args: SepaFileArgs) -> Result<Changed<Document>> {
    let waiting = refunds(tx, member, NoArgs {})?.items;
    let now = member.client.now();
    let file = sepa::file(
        &member.client.view.config.payment.bank_transfer,
        &waiting,
        &args.refunds,
        now,
        &member.client.fresh("sepa"),
    )?;
    for refund in &args.refunds {
        store::save_written(tx, refund.id, &file.id, now)?;
    }
    let ids: Vec<i64> = args.refunds.iter().map(|refund| refund.id).collect();
    let change = Change::new("sepa_file", &file.id).after(json!({ "refunds": ids }));
    Ok(Changed::new(Document::new(format!("{}.xml", file.id), "application/xml", file.xml.as_bytes()), change))
}
