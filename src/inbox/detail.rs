//! `message/show`: one thread with all that belongs to it, in a fixed number of queries; and the words of threads that are older
//! than the inbox.

use std::collections::BTreeMap;

use anyhow::Context as _;
use jiff::Timestamp;

use super::list::rows;
use super::texts::Placeholder;
use super::types::{
    ThreadCan, ThreadDetail, ThreadEntry, ThreadEntryKind, ThreadOrder, ThreadOrderFacts, ThreadOrderItem,
    WithdrawalFacts, WithdrawalReturn,
};
use crate::call::StaffMember;
use crate::chat::types::Author;
use crate::contact::Stored;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::permission::Permission;
use crate::error::Result;
use crate::order_admin::Actors;
use crate::order_admin::types::MailState;
use crate::thread::types::{EntryKind, Source, ThreadKind, ThreadState};
use crate::thread::{self, Thread};
use crate::withdrawal::types::Withdrawal;
use crate::{chat, contact, customer_admin, deed, identity, order, outbox, returns, staff, withdrawal};

/// The noun of threads in the audit, in deeds and in what is heard of changes.
pub(super) const NOUN: &str = "message";
/// What the house has done in a thread, as it is shown.
const ENTRIES: i64 = 500;
const RELATED: i64 = 20;

/// What a customer has written.
pub(super) enum Origin {
    Contact(Stored),
    Withdrawal(Withdrawal),
    Chat(i64),
}

impl Origin {
    pub(super) fn find(tx: &mut dyn Tx, thread: &Thread) -> Result<Origin> {
        let missing = || anyhow::anyhow!("what {} is about is not there", thread.reference);
        Ok(match thread.source()? {
            Source::Contact(id) => Self::Contact(contact::list_by_ids(tx, &[id])?.pop().ok_or_else(missing)?),
            Source::Withdrawal(id) => Self::Withdrawal(withdrawal::list_by_ids(tx, &[id])?.pop().ok_or_else(missing)?),
            Source::Chat(id) => Self::Chat(id),
        })
    }

    /// To which letters go: the one with which it was written, and no other.
    pub(super) fn email(&self) -> &str {
        match self {
            Self::Contact(message) => &message.email,
            Self::Withdrawal(statement) => &statement.email,
            Self::Chat(_) => "",
        }
    }

    /// As it was given.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Contact(message) => &message.name,
            Self::Withdrawal(statement) => &statement.name,
            Self::Chat(_) => "",
        }
    }
}

/// A thread as people and commands see it; `member`: the person, if there is one.
pub fn detail(tx: &mut dyn Tx, member: Option<&StaffMember>, thread: &Thread, now: Timestamp) -> Result<ThreadDetail> {
    let origin = Origin::find(tx, thread)?;
    let may_see_orders = member.is_none_or(|member| member.who.permissions.contains(&Permission::OrdersRead));
    let may_see_customers = member.is_none_or(|member| member.who.permissions.contains(&Permission::CustomersRead));
    let order = thread.order_id.map(|id| order::find(tx, id)).transpose()?.flatten();
    let withdrawal = match &origin {
        Origin::Withdrawal(statement) => {
            let returns = match order.as_ref().filter(|_| may_see_orders) {
                Some(order) => returns_of(tx, order, statement)?,
                None => Vec::new(),
            };
            Some(facts(tx, statement, thread, returns)?)
        }
        _ => None,
    };
    let order = order.map(|order| of_order(tx, order, may_see_orders)).transpose()?;
    let related = thread::list_related(tx, thread, RELATED)?;
    let mut shown = rows(tx, &[std::slice::from_ref(thread), related.as_slice()].concat(), now)?;
    let related = shown.split_off(1);
    let row = shown.pop().context("the thread itself")?;
    let is_closed = thread.state == ThreadState::Closed;
    let is_chat = thread.kind == ThreadKind::Chat;
    Ok(ThreadDetail {
        version: thread.version,
        email: origin.email().to_owned(),
        customer: if may_see_customers { customer_key(tx, thread, origin.email())? } else { None },
        rating: if let Origin::Contact(message) = &origin { message.rating } else { None },
        entries: entries(tx, thread, &origin)?,
        withdrawal,
        order,
        related,
        colleagues: staff::list_permitted(tx, Permission::MessagesAnswer)?,
        values: values(tx, member, thread, &row.name, row.order_number.as_deref())?,
        can: ThreadCan {
            reply: !is_chat && !origin.email().is_empty(),
            say: is_chat && !is_closed,
            close: !is_closed,
            reopen: is_closed
                && matches!(thread.kind, ThreadKind::Message | ThreadKind::Return)
                && !origin.email().is_empty(),
        },
        pending: deed::find_pending(tx, NOUN, &thread.reference)?,
        thread: row,
    })
}

/// By which the console names who has written.
fn customer_key(tx: &mut dyn Tx, thread: &Thread, email: &str) -> Result<Option<String>> {
    if let Some(id) = thread.customer_id {
        return Ok(Some(id.to_string()));
    }
    if email.is_empty() {
        return Ok(None);
    }
    Ok(customer_admin::find_by_email(tx, email)?.map(|subject| subject.key()))
}

fn of_order(tx: &mut dyn Tx, order: order::Order, may_see: bool) -> Result<ThreadOrder> {
    let facts = if may_see {
        let line = |line: order::OrderLine| ThreadOrderItem { sku: line.sku, name: line.name, qty: line.qty };
        Some(ThreadOrderFacts {
            status: order.status,
            placed_at: order.created_at.to_string(),
            total: order.totals.total,
            currency: order.totals.currency,
            items: order::lines(tx, order.id)?.into_iter().filter(|line| line.qty > 0).map(line).collect(),
        })
    } else {
        None
    };
    Ok(ThreadOrder { number: order.number, facts })
}

/// The returns that follow from a statement.
fn returns_of(tx: &mut dyn Tx, order: &order::Order, statement: &Withdrawal) -> Result<Vec<WithdrawalReturn>> {
    let all = returns::list_of_order(tx, order.id)?.into_iter();
    let own = all.filter(|of| of.withdrawal.as_ref() == Some(&statement.number)).map(|of| WithdrawalReturn {
        number: of.number,
        step: of.step,
        refund: of.refund.map(Amount::from_minor),
        currency: order.totals.currency,
    });
    Ok(own.collect())
}

fn facts(
    tx: &mut dyn Tx,
    statement: &Withdrawal,
    thread: &Thread,
    returns: Vec<WithdrawalReturn>,
) -> Result<WithdrawalFacts> {
    Ok(WithdrawalFacts {
        order_number: statement.order_number.clone(),
        is_known: statement.order_id.is_some(),
        is_proved: statement.is_proved,
        // Empty once it is erased.
        items: serde_json::from_str(&statement.items).unwrap_or_default(),
        refund_by: order::moment(thread.due_at)?.to_string(),
        handled_at: statement.handled_at.map(order::moment).transpose()?.map(|at| at.to_string()),
        note: statement.note.clone(),
        waits_for_answer: withdrawal::waits_for_answer(tx, statement, thread)?,
        returns,
    })
}

/// What was written by both sides and done by the house, oldest first.
fn entries(tx: &mut dyn Tx, thread: &Thread, origin: &Origin) -> Result<Vec<ThreadEntry>> {
    let done = thread::entries(tx, thread.id, ENTRIES)?;
    let said = if let Origin::Chat(id) = origin { chat::list_said(tx, *id)? } else { Vec::new() };
    let actors = Actors::read(tx, done.iter().map(|entry| &entry.actor).chain(said.iter().map(|said| &said.actor)))?;
    let mails = outbox::states(tx, &done.iter().filter_map(|entry| entry.mail_id).collect::<Vec<_>>())?;
    let people = staff::names(tx, &done.iter().filter_map(|entry| entry.staff_id).collect::<Vec<_>>())?;
    let name = |actor: &str| Some(actors.name(actor)).filter(|name| !name.is_empty());
    let mut entries: Vec<(i64, ThreadEntry)> = Vec::new();
    let mut add = |at: i64, entry: ThreadEntry| -> Result<()> {
        entries.push((at, ThreadEntry { at: order::moment(at)?.to_string(), ..entry }));
        Ok(())
    };
    let plain = |id: String, kind: ThreadEntryKind, text: String| ThreadEntry {
        id,
        kind,
        at: String::new(),
        text,
        name: None,
        person: None,
        mail: None,
    };
    match origin {
        Origin::Contact(message) => {
            add(message.created_at, plain("heard".into(), ThreadEntryKind::Heard, message.message.clone()))?;
        }
        Origin::Withdrawal(statement) => {
            add(statement.received_at, plain("heard".into(), ThreadEntryKind::Heard, statement.message.clone()))?;
        }
        Origin::Chat(_) => {}
    }
    for said in said {
        let kind = if said.author == Author::Desk { ThreadEntryKind::Said } else { ThreadEntryKind::Heard };
        let name = if kind == ThreadEntryKind::Said { name(&said.actor) } else { None };
        add(said.at, ThreadEntry { name, ..plain(format!("said-{}", said.id), kind, said.text) })?;
    }
    for entry in done {
        let kind = match entry.kind {
            EntryKind::Reply => ThreadEntryKind::Reply,
            EntryKind::Note => ThreadEntryKind::Note,
            EntryKind::Assigned => ThreadEntryKind::Assigned,
            EntryKind::Released => ThreadEntryKind::Released,
            EntryKind::Closed => ThreadEntryKind::Closed,
            EntryKind::Reopened => ThreadEntryKind::Reopened,
        };
        let mail = entry.mail_id.and_then(|id| mails.get(&id)).map(|state| match state {
            outbox::State::Waiting => MailState::Waiting,
            outbox::State::Sent => MailState::Sent,
            outbox::State::GivenUp => MailState::Failed,
        });
        let person = entry.staff_id.and_then(|id| people.get(&id)).cloned();
        let named =
            ThreadEntry { name: name(&entry.actor), person, mail, ..plain(entry.id.to_string(), kind, entry.text) };
        add(entry.at, named)?;
    }
    // Beside what was said stands what was done at that time; all else is in order, whatever the clocks of other machines say.
    if thread.kind == ThreadKind::Chat {
        entries.sort_by_key(|(at, _)| *at);
    }
    Ok(entries.into_iter().map(|(_, entry)| entry).collect())
}

/// What placeholders stand for in a thread.
fn values(
    tx: &mut dyn Tx,
    member: Option<&StaffMember>,
    thread: &Thread,
    name: &str,
    order_number: Option<&str>,
) -> Result<BTreeMap<String, String>> {
    let customer = thread.customer_id.map(|id| identity::find(tx, id)).transpose()?.flatten();
    // One name has been given: which part of it is which, only an account tells.
    let first = customer.as_ref().map_or_else(String::new, |customer| customer.first_name.clone());
    let of = |placeholder: Placeholder| match placeholder {
        Placeholder::FirstName => {
            if first.is_empty() {
                name.to_owned()
            } else {
                first.clone()
            }
        }
        Placeholder::Name => name.to_owned(),
        Placeholder::OrderNumber => order_number.unwrap_or_default().to_owned(),
        Placeholder::Reference => thread.reference.clone(),
        Placeholder::MyName => member.map(|member| member.who.name.clone()).unwrap_or_default(),
    };
    Ok(Placeholder::ALL.into_iter().map(|placeholder| (placeholder.name().to_owned(), of(placeholder))).collect())
}

/// Writes the words of threads for which they are due ([`thread::list_terms_due`]).
pub fn write_terms(tx: &mut dyn Tx, thread_ids: &[i64]) -> Result<()> {
    for thread in thread::list_by_ids(tx, thread_ids)? {
        let number = thread.order_id.map(|id| order::find(tx, id)).transpose()?.flatten().map(|order| order.number);
        let number = number.unwrap_or_default();
        match Origin::find(tx, &thread)? {
            Origin::Contact(message) => {
                thread::write_terms(tx, &thread, &[&message.name, &message.email, &number])?;
            }
            Origin::Withdrawal(statement) => {
                let words = [&statement.name, &statement.email, &statement.order_number, &number];
                thread::write_terms(tx, &thread, &words.map(String::as_str))?;
            }
            Origin::Chat(_) => {
                let customer = thread.customer_id.map(|id| identity::find(tx, id)).transpose()?.flatten();
                let name = customer.map(|customer| customer.name()).unwrap_or_default();
                thread::write_terms(tx, &thread, &[&name])?;
            }
        }
    }
    Ok(())
}
