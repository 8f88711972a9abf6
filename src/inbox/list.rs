//! `message/list` and `message/waiting`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;

use super::types::{AssignedTo, ListArgs, ThreadPage, ThreadRow, WaitingChat, WaitingChats};
use crate::call::{NoArgs, StaffMember};
use crate::chat::types::Author;
use crate::contact::{self, types::Subject};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::staff::types::Colleague;
use crate::thread::types::{Source, ThreadKind, ThreadState};
use crate::thread::{self, Thread, Wanted};
use crate::{chat, identity, order, staff, withdrawal};

/// Threads a page.
const PAGE: usize = 50;
/// Open threads that are counted.
const MOST_COUNTED: i64 = 1_000;
/// Chats that wait, in a notice.
const NOTICED: i64 = 20;
/// Characters of an excerpt.
const EXCERPT: usize = 140;

/// References of the threads that a list finds, on all pages, at most `limit`.
pub fn matching(tx: &mut dyn Tx, member: &StaffMember, args: &ListArgs, limit: i64) -> Result<Vec<String>> {
    let args = ListArgs { after: None, ..args.clone() };
    let found = thread::browse(tx, &wanted(member, args, limit)?)?;
    Ok(found.into_iter().map(|thread| thread.reference).collect())
}

/// What each thread is now, by reference: its version, which its calls take.
pub fn stamps(tx: &mut dyn Tx, references: &[String]) -> Result<HashMap<String, String>> {
    let versions = thread::versions(tx, references)?;
    Ok(versions.into_iter().map(|(reference, version)| (reference, version.to_string())).collect())
}

fn wanted(member: &StaffMember, args: ListArgs, limit: i64) -> Result<Wanted> {
    let assignee = args.assigned_to.map(|to| match to {
        AssignedTo::Me => Some(member.who.staff_id),
        AssignedTo::Nobody => None,
    });
    Ok(Wanted {
        text: args.q,
        kind: args.kind,
        state: args.state,
        lang: args.lang,
        assignee,
        after: args.after.as_deref().map(place).transpose()?,
        limit,
    })
}

pub fn list(tx: &mut dyn Tx, member: &StaffMember, args: ListArgs) -> Result<ThreadPage> {
    // One more, to see whether another page follows.
    let mut found = thread::browse(tx, &wanted(member, args, PAGE as i64 + 1)?)?;
    let has_next = found.len() > PAGE;
    found.truncate(PAGE);
    Ok(ThreadPage {
        after: found.last().filter(|_| has_next).map(|last| format!("{}.{}", last.rank, last.id)),
        items: rows(tx, &found, member.client.now())?,
        open: thread::count_open(tx, MOST_COUNTED)?,
    })
}

/// The place of a thread in lists, as an answer gave it.
fn place(after: &str) -> Result<(i64, i64)> {
    let parsed = after.split_once('.').and_then(|(rank, id)| Some((rank.parse().ok()?, id.parse().ok()?)));
    parsed.ok_or_else(|| Error::Malformed("after: not that of a page".to_owned()))
}

/// What a person has written, as lists name it.
#[derive(Debug, Default)]
struct Written {
    name: String,
    text: String,
    subject: Option<Subject>,
    /// In a chat.
    message_id: i64,
    is_ours: bool,
}

/// Threads as lists show them, in a fixed number of queries.
pub fn rows(tx: &mut dyn Tx, threads: &[Thread], now: Timestamp) -> Result<Vec<ThreadRow>> {
    let mut written = written(tx, threads)?;
    let ids = |of: fn(&Thread) -> Option<i64>| -> Vec<i64> {
        threads.iter().filter_map(of).collect::<BTreeSet<_>>().into_iter().collect()
    };
    let people = staff::names(tx, &ids(|thread| thread.assignee_id))?;
    let orders = order::list_named(tx, &ids(|thread| thread.order_id))?;
    let numbers: HashMap<i64, String> = orders.into_iter().map(|order| (order.id, order.number)).collect();
    let row = |thread: &Thread| row(thread, written.remove(&thread.id).unwrap_or_default(), &people, &numbers, now);
    threads.iter().map(row).collect()
}

fn row(
    thread: &Thread,
    written: Written,
    people: &BTreeMap<i64, String>,
    numbers: &HashMap<i64, String>,
    now: Timestamp,
) -> Result<ThreadRow> {
    let is_open = thread.state == ThreadState::Open;
    let due_at = if is_open { Some(order::moment(thread.due_at)?) } else { None };
    Ok(ThreadRow {
        reference: thread.reference.clone(),
        kind: thread.kind,
        state: thread.state,
        lang: thread.lang,
        name: written.name,
        subject: written.subject,
        excerpt: excerpt(&written.text),
        is_ours: written.is_ours,
        order_number: thread.order_id.and_then(|id| numbers.get(&id)).cloned(),
        at: order::moment(thread.last_message_at)?.to_string(),
        is_overdue: due_at.is_some_and(|due_at| due_at < now),
        due_at: due_at.map(|due_at| due_at.to_string()),
        assignee: thread.assignee_id.and_then(|id| Some(Colleague { id, name: people.get(&id)?.clone() })),
    })
}

fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(EXCERPT).collect();
    if cut.len() < line.len() { format!("{cut}…") } else { cut }
}

/// What was written in threads, by thread: a query for each kind.
fn written(tx: &mut dyn Tx, threads: &[Thread]) -> Result<HashMap<i64, Written>> {
    let (mut contacts, mut chats, mut withdrawals) = (HashMap::new(), HashMap::new(), HashMap::new());
    for thread in threads {
        match thread.source()? {
            Source::Contact(id) => contacts.insert(id, thread.id),
            Source::Chat(id) => chats.insert(id, thread.id),
            Source::Withdrawal(id) => withdrawals.insert(id, thread.id),
        };
    }
    let ids = |of: &HashMap<i64, i64>| of.keys().copied().collect::<Vec<_>>();
    let mut written = HashMap::new();
    for message in contact::list_by_ids(tx, &ids(&contacts))? {
        let thread_id = contacts[&message.id];
        let subject = Some(message.subject);
        written.insert(thread_id, Written { name: message.name, text: message.message, subject, ..Written::default() });
    }
    for statement in withdrawal::list_by_ids(tx, &ids(&withdrawals))? {
        let thread_id = withdrawals[&statement.id];
        written.insert(thread_id, Written { name: statement.name, text: statement.message, ..Written::default() });
    }
    let said = chat::last_said(tx, &ids(&chats))?;
    for thread in threads.iter().filter(|thread| thread.kind == ThreadKind::Chat) {
        let Source::Chat(id) = thread.source()? else { continue };
        let Some((message_id, author, text)) = said.get(&id) else { continue };
        // Few of a page are customers who have logged in.
        let customer = thread.customer_id.map(|id| identity::find(tx, id)).transpose()?.flatten();
        let name = customer.map(|customer| customer.name()).unwrap_or_default();
        let is_ours = *author == Author::Desk;
        written
            .insert(thread.id, Written { name, text: text.clone(), subject: None, message_id: *message_id, is_ours });
    }
    Ok(written)
}

/// The chats in which somebody waits, for a notice on any screen.
pub fn waiting(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<WaitingChats> {
    let open = thread::list_open(tx, ThreadKind::Chat, NOTICED)?;
    let mut written = written(tx, &open)?;
    let chat = |thread: &Thread| {
        let Written { name, text, message_id, .. } = written.remove(&thread.id).unwrap_or_default();
        WaitingChat {
            reference: thread.reference.clone(),
            message_id,
            name,
            excerpt: excerpt(&text),
            is_for_me: thread.assignee_id.is_none_or(|id| id == member.who.staff_id),
        }
    };
    Ok(WaitingChats { items: open.iter().map(chat).collect() })
}
