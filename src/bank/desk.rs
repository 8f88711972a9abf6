//! What can be done with the account, for calls and commands alike: each function answers what it did, and what the audit is told of it.

use serde_json::json;

use super::booking::{self, Open};
use super::statement::{self, Statement};
use super::store::{self, LineRow};
use super::types::{
    BankImported, BankLine, BankLines, BankRefund, BankRefunds, BookArgs, Booked, Bookings, Imported, LineState,
    LinesArgs, SepaFileArgs, TakeBackArgs,
};
use super::{matching, sepa};
use crate::audit::{self, Change, Origin};
use crate::call::{SignedIn, StaffMember, fresh};
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::money::Amount;
use crate::domain::permission::Permission;
use crate::domain::validate::readable_line;
use crate::error::{Refusal, Result, refuse};
use crate::order::Command;
use crate::{message, order, payment};

/// Refunds by hand that are listed.
const REFUNDS: i64 = 500;
/// Characters kept of a file's name.
const NAME: usize = 120;
/// Characters of a reason.
const REASON: usize = 200;

// ── Who works ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// Who works on the account: a person or program in the console, or a command on the machine.
#[derive(Debug)]
pub struct Clerk<'a> {
    /// As orders know it.
    pub(super) command: Command,
    /// None: a command on the machine.
    member: Option<&'a StaffMember>,
}

impl<'a> Clerk<'a> {
    pub fn of_staff(member: &'a StaffMember) -> Clerk<'a> {
        Clerk { command: Command::of_staff(member), member: Some(member) }
    }

    pub fn of_command(command: &Command) -> Clerk<'static> {
        Clerk { command: command.clone(), member: None }
    }

    /// Who is signed in; nobody at the shell.
    pub(super) fn who(&self) -> Option<&SignedIn> {
        self.member.map(|member| &member.who)
    }

    pub(super) fn actor(&self) -> audit::Actor {
        self.who().map_or_else(|| audit::Actor::Command(audit::system_user()), SignedIn::actor)
    }

    /// Where an entry of the audit comes from that stands beside that of the whole.
    pub(super) fn origin(&self, purpose: &str) -> Origin {
        let network = self.member.and_then(|member| member.client.audit_origin().network);
        Origin { network, salt: self.fresh(purpose) }
    }

    fn fresh(&self, purpose: &str) -> [u8; 32] {
        fresh(&self.command.random, purpose)
    }

    /// As the audit calls what gives payments back.
    pub(super) const fn take_back(&self) -> &'static str {
        if self.member.is_some() { "bank/take_back" } else { "bank take-back" }
    }

    /// The IBAN that the shop prints on its bills.
    pub(super) fn own_account(&self) -> String {
        self.command.config.payment.bank_transfer.iban.replace(' ', "")
    }
}

// ── Statements ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Statements that were read, with the name of their file.
pub struct Dropped {
    name: String,
    statements: Vec<Statement>,
}

/// Reads the file of a bank.
pub fn read(name: &str, bytes: &[u8]) -> Result<Dropped> {
    let name = name.chars().filter(|c| !c.is_control()).take(NAME).collect();
    Ok(Dropped { name, statements: statement::read(bytes)? })
}

pub fn import(tx: &mut dyn Tx, clerk: &Clerk<'_>, dropped: &Dropped) -> Result<(BankImported, Change)> {
    let mut items = Vec::new();
    for statement in &dropped.statements {
        items.push(booking::import(tx, clerk, &dropped.name, statement)?);
    }
    let ids: Vec<String> = items.iter().filter_map(|item| item.statement_id).map(|id| id.to_string()).collect();
    let sum = |count: fn(&Imported) -> i64| items.iter().map(count).sum::<i64>();
    let after = json!({ "added": sum(|item| item.added), "known": sum(|item| item.known) });
    let change = Change::new("bank_statement", ids.join(" ")).after(after);
    Ok((BankImported { items }, change))
}

// ── Movements ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// At most `limit` movements.
pub fn lines(tx: &mut dyn Tx, args: &LinesArgs, limit: i64) -> Result<BankLines> {
    let state = args.state.unwrap_or(LineState::Open);
    let mut rows = store::list_lines(tx, state, args.statement_id, args.before.unwrap_or(i64::MAX), limit + 1)?;
    let has_more = rows.len() as i64 > limit;
    rows.truncate(limit as usize);
    let next_before = rows.last().filter(|_| has_more).map(|row| row.id);
    let open = if state == LineState::Open { Some(booking::open(tx)?) } else { None };
    let refunded = open.iter().flat_map(|open| rows.iter().filter_map(|row| open.refunded_order(&row.line().ok()?)));
    let order_ids: Vec<i64> = rows.iter().filter_map(|row| row.order_id).chain(refunded).collect();
    let numbers = order::numbers(tx, &order_ids)?;
    let number = |id: i64| numbers.get(&id).cloned();
    let item = |row: LineRow| line(row, open.as_ref(), &number);
    Ok(BankLines { items: rows.into_iter().map(item).collect::<Result<_>>()?, next_before })
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

/// Books what is certain of a statement.
pub fn book_sure(tx: &mut dyn Tx, clerk: &Clerk<'_>, statement_id: i64) -> Result<(Booked, Change)> {
    let booked = booking::book_sure(tx, clerk, statement_id)?;
    let after = json!({ "booked": booked.booked, "left": booked.left });
    Ok((booked, Change::new("bank_statement", statement_id).after(after)))
}

/// Books a movement on an order; answers its number.
pub fn book(tx: &mut dyn Tx, clerk: &Clerk<'_>, args: &BookArgs) -> Result<(String, Change)> {
    let number = booking::book(tx, clerk, args.id, &args.order_number)?;
    let change = Change::new("bank_line", args.id).after(json!({ "order": number })).also("order", &number);
    Ok((number, change))
}

pub fn bookings(tx: &mut dyn Tx, clerk: &Clerk<'_>, statement_id: i64) -> Result<Bookings> {
    booking::bookings(tx, clerk, statement_id)
}

/// Takes back what was booked from a statement; answers what was booked, with the reason of each that stays so.
pub fn take_back(tx: &mut dyn Tx, clerk: &Clerk<'_>, args: &TakeBackArgs) -> Result<(Bookings, Change)> {
    let reason = readable_line(&args.reason);
    if reason.is_empty() {
        return Err(Refusal::of_field("reason", message::ORDER_REASON_EMPTY).into());
    }
    if reason.chars().count() > REASON {
        return Err(Refusal::of_field("reason", message::ORDER_TEXT_TOO_LONG.with("max", REASON)).into());
    }
    let seen = booking::take_back_all(tx, clerk, args.statement_id, &args.version, &reason)?;
    let (left, taken): (Vec<_>, Vec<_>) = seen.items.iter().partition(|item| item.why.is_some());
    let left: Vec<&str> = left.into_iter().map(|item| item.order_number.as_str()).collect();
    let after = json!({ "taken_back": taken.len(), "left": left });
    Ok((seen, Change::new("bank_statement", args.statement_id).after(after)))
}

/// Sets a movement aside.
pub fn ignore(tx: &mut dyn Tx, id: i64) -> Result<Change> {
    set_state(tx, id, LineState::Open, LineState::Ignored)
}

/// Takes a movement up again that was set aside.
pub fn reopen(tx: &mut dyn Tx, id: i64) -> Result<Change> {
    set_state(tx, id, LineState::Ignored, LineState::Open)
}

fn set_state(tx: &mut dyn Tx, id: i64, from: LineState, to: LineState) -> Result<Change> {
    if !store::save_state(tx, id, from, to)? {
        return Err(refuse(message::BANK_LINE_NOT_OPEN));
    }
    let state = |state: LineState| json!({ "state": state.code() });
    Ok(Change::new("bank_line", id).before(state(from)).after(state(to)))
}

// ── Refunds by hand ─────────────────────────────────────────────────────────────────────────────────────────────────

pub fn refunds(tx: &mut dyn Tx) -> Result<BankRefunds> {
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
pub fn sepa_file(tx: &mut dyn Tx, clerk: &Clerk<'_>, args: &SepaFileArgs) -> Result<(sepa::SepaFile, Change)> {
    let waiting = refunds(tx)?.items;
    let Command { config, now, .. } = &clerk.command;
    let may_redirect = clerk.who().is_none_or(|who| who.permissions.contains(&Permission::OrdersRefund));
    let own = &config.payment.bank_transfer;
    let file = sepa::file(own, &waiting, &args.refunds, may_redirect, *now, &clerk.fresh("sepa"))?;
    for refund in &args.refunds {
        store::save_written(tx, refund.id, &file.id, *now)?;
    }
    let ids: Vec<i64> = args.refunds.iter().map(|refund| refund.id).collect();
    let change = Change::new("sepa_file", &file.id).after(json!({ "refunds": ids }));
    Ok((file, change))
}
