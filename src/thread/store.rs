//! All SQL of threads.
//!
//! Lists have one order: open threads first, those that are due first at the top, then all others, the newest first. A thread's
//! place in it is a number, its `rank`, so that one index for each filter serves lists of any length.

use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use serde::Deserialize;

use super::types::{EntryKind, Source, ThreadKind, ThreadState};
use crate::db::{Tx, Val, by_ids, by_keys};
use crate::domain::backlog::Backlog;
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::search::terms;
use crate::vals;

/// Threads that the rarest word may find, for it to choose them; of more, a page is soon found by walking through the list.
const RARE: i64 = 1_000;
/// Beyond all times in milliseconds until the year 33658.
const FAR: i64 = 1_000_000_000_000_000;

/// A place in lists. Whoever chats waits at this moment, so open chats come before all letters.
const fn rank(kind: ThreadKind, state: ThreadState, last_message_at: i64, due_at: i64) -> i64 {
    match (state, kind) {
        (ThreadState::Open, ThreadKind::Chat) => due_at - FAR,
        (ThreadState::Open, _) => due_at,
        _ => FAR - last_message_at,
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Thread {
    pub id: i64,
    pub reference: String,
    pub kind: ThreadKind,
    contact_message_id: Option<i64>,
    chat_id: Option<i64>,
    withdrawal_id: Option<i64>,
    pub order_id: Option<i64>,
    pub customer_id: Option<i64>,
    /// Empty of a chat, and once it is erased.
    pub email_key: String,
    pub lang: Lang,
    pub state: ThreadState,
    /// This and the next two: Unix milliseconds.
    pub opened_at: i64,
    pub last_message_at: i64,
    pub due_at: i64,
    pub rank: i64,
    pub assignee_id: Option<i64>,
    pub version: i64,
}

impl Thread {
    pub fn source(&self) -> Result<Source> {
        let of = [
            self.contact_message_id.map(Source::Contact),
            self.chat_id.map(Source::Chat),
            self.withdrawal_id.map(Source::Withdrawal),
        ];
        of.into_iter().flatten().next().ok_or_else(|| anyhow::anyhow!("{} has no source", self.reference).into())
    }
}

const THREAD: &str =
    "SELECT id, reference, kind, contact_message_id, chat_id, withdrawal_id, order_id, customer_id, email_key, lang,
    state, opened_at, last_message_at, due_at, rank, assignee_id, version FROM thread";

// ── What is heard ───────────────────────────────────────────────────────────────────────────────────────────────────

/// Something that a customer has written.
#[derive(Debug, Clone, Copy)]
pub struct Heard<'a> {
    pub reference: &'a str,
    pub kind: ThreadKind,
    pub source: Source,
    pub order_id: Option<i64>,
    pub customer_id: Option<i64>,
    /// As typed; empty of a chat.
    pub email: &'a str,
    pub lang: Lang,
    /// Names and numbers by which it is found, beside reference and address.
    pub words: &'a [&'a str],
    pub due_at: Timestamp,
}

/// Opens a thread, or opens it again where the customer writes more in it.
pub fn hear(tx: &mut dyn Tx, heard: &Heard<'_>, now: Timestamp) -> Result<()> {
    let (at, due_at) = (now.as_millisecond(), heard.due_at.as_millisecond());
    let [contact, chat, withdrawal] = match heard.source {
        Source::Contact(id) => [Some(id), None, None],
        Source::Chat(id) => [None, Some(id), None],
        Source::Withdrawal(id) => [None, None, Some(id)],
    };
    let id: i64 = tx.one(
        "INSERT INTO thread (reference, kind, contact_message_id, chat_id, withdrawal_id, order_id, customer_id, email_key, lang,
             state, opened_at, last_message_at, due_at, rank, version, terms_state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open', $10, $10, $11, $12, 1, 'whole')
         ON CONFLICT (reference) DO UPDATE SET order_id = coalesce($6, thread.order_id),
             customer_id = coalesce($7, thread.customer_id), last_message_at = $10, version = thread.version + 1,
             due_at = CASE WHEN thread.state = 'open' THEN thread.due_at ELSE $11 END,
             rank = CASE WHEN thread.state = 'open' THEN thread.rank ELSE $12 END, state = 'open'
         RETURNING id",
        vals![
            heard.reference,
            heard.kind.code(),
            contact,
            chat,
            withdrawal,
            heard.order_id,
            heard.customer_id,
            email_key(heard.email),
            heard.lang.code(),
            at,
            due_at,
            rank(heard.kind, ThreadState::Open, at, due_at),
        ],
    )?;
    let words = heard.words.iter().copied().chain([heard.email]);
    save_terms(tx, id, heard.reference, &words.collect::<Vec<_>>())
}

fn save_terms(tx: &mut dyn Tx, id: i64, reference: &str, words: &[&str]) -> Result<()> {
    let mut found: BTreeSet<String> = terms::of_number(reference).into_iter().collect();
    for word in words {
        // Numbers of orders are found without their zeros, too.
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if is_number { found.extend(terms::of_number(word)) } else { found.extend(terms::of_value(word)) }
    }
    for term in terms::shortened(found).into_iter().filter(|term| !term.is_empty()) {
        tx.exec(
            "INSERT INTO thread_term (term, thread_id) VALUES ($1, $2) ON CONFLICT (term, thread_id) DO NOTHING",
            vals![term, id],
        )?;
    }
    Ok(())
}

/// Threads whose words are still to be written, the newest first.
pub fn list_terms_due(tx: &mut dyn Tx, limit: i64) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM thread WHERE terms_state = 'due' AND id > 0 ORDER BY id DESC LIMIT $1", vals![limit])
}

/// Writes the words of a thread for which they are due; `words`: as [`Heard`] has them, with the address.
pub fn write_terms(tx: &mut dyn Tx, thread: &Thread, words: &[&str]) -> Result<()> {
    if tx.exec("UPDATE thread SET terms_state = 'whole' WHERE id = $1 AND terms_state = 'due'", vals![thread.id])? == 0
    {
        return Ok(());
    }
    save_terms(tx, thread.id, &thread.reference, words)
}

// ── What the house does ─────────────────────────────────────────────────────────────────────────────────────────────

fn save_state(tx: &mut dyn Tx, thread: &Thread, state: ThreadState, due_at: i64) -> Result<()> {
    tx.exec(
        "UPDATE thread SET state = $2, due_at = $3, rank = $4, version = version + 1 WHERE id = $1",
        vals![thread.id, state.code(), due_at, rank(thread.kind, state, thread.last_message_at, due_at)],
    )?;
    Ok(())
}

/// The house has written last. A withdrawal stays open: a letter does not give the money back.
pub fn answer(tx: &mut dyn Tx, thread: &Thread) -> Result<()> {
    let state = if thread.kind == ThreadKind::Withdrawal { thread.state } else { ThreadState::Answered };
    save_state(tx, thread, state, thread.due_at)
}

pub fn close(tx: &mut dyn Tx, thread: &Thread) -> Result<()> {
    save_state(tx, thread, ThreadState::Closed, thread.due_at)
}

/// Opens a closed thread again, due as if it had been written now.
pub fn reopen(tx: &mut dyn Tx, thread: &Thread, now: Timestamp) -> Result<()> {
    save_state(tx, thread, ThreadState::Open, thread.kind.due_at(now).as_millisecond())
}

pub fn save_assignee(tx: &mut dyn Tx, id: i64, staff_id: Option<i64>) -> Result<()> {
    tx.exec("UPDATE thread SET assignee_id = $2, version = version + 1 WHERE id = $1", vals![id, staff_id])?;
    Ok(())
}

#[derive(Debug, Clone, Copy)]
pub struct NewEntry<'a> {
    pub kind: EntryKind,
    pub text: &'a str,
    /// `staff:ID`, `token:ID` or `cli:USER`.
    pub actor: &'a str,
    /// Who was assigned.
    pub staff_id: Option<i64>,
    /// Of a reply.
    pub mail_id: Option<i64>,
}

pub fn add_entry(tx: &mut dyn Tx, thread_id: i64, new: NewEntry<'_>, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO thread_entry (thread_id, kind, text, actor, staff_id, mail_id, at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        vals![thread_id, new.kind.code(), new.text, new.actor, new.staff_id, new.mail_id, now.as_millisecond()],
    )?;
    Ok(())
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Entry {
    pub id: i64,
    pub kind: EntryKind,
    pub text: String,
    pub actor: String,
    pub staff_id: Option<i64>,
    pub mail_id: Option<i64>,
    pub at: i64,
}

/// What the house has done in a thread, oldest first, the last `limit` of it.
pub fn entries(tx: &mut dyn Tx, thread_id: i64, limit: i64) -> Result<Vec<Entry>> {
    let mut found: Vec<Entry> = tx.all(
        "SELECT id, kind, text, actor, staff_id, mail_id, at FROM thread_entry WHERE thread_id = $1 ORDER BY id DESC LIMIT $2",
        vals![thread_id, limit],
    )?;
    found.reverse();
    Ok(found)
}

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn find(tx: &mut dyn Tx, reference: &str) -> Result<Option<Thread>> {
    tx.find(&format!("{THREAD} WHERE reference = $1"), vals![reference])
}

/// The versions of threads, by reference; of those that are there.
pub fn versions(tx: &mut dyn Tx, references: &[String]) -> Result<Vec<(String, i64)>> {
    by_keys(tx, "SELECT reference, version FROM thread WHERE reference IN ($ids)", references)
}

pub fn find_of(tx: &mut dyn Tx, source: Source) -> Result<Option<Thread>> {
    let (column, id) = match source {
        Source::Contact(id) => ("contact_message_id", id),
        Source::Chat(id) => ("chat_id", id),
        Source::Withdrawal(id) => ("withdrawal_id", id),
    };
    tx.find(&format!("{THREAD} WHERE {column} = $1"), vals![id])
}

/// Threads by their ids.
pub fn list_by_ids(tx: &mut dyn Tx, ids: &[i64]) -> Result<Vec<Thread>> {
    by_ids(tx, &format!("{THREAD} WHERE id IN ($ids)"), ids, &[])
}

/// The states of the threads of contact messages, by message.
pub fn states_of_messages(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, ThreadState>> {
    let sql = "SELECT contact_message_id, state FROM thread WHERE contact_message_id IN ($ids)";
    Ok(by_ids::<(i64, ThreadState)>(tx, sql, ids, &[])?.into_iter().collect())
}

/// What a list shows; empty fields match all threads.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Words as typed; see [`terms`].
    pub text: String,
    pub kind: Option<ThreadKind>,
    pub state: Option<ThreadState>,
    pub lang: Option<Lang>,
    /// Some of none: those that nobody has taken.
    pub assignee: Option<Option<i64>>,
    /// Rank and id of the thread that they follow.
    pub after: Option<(i64, i64)>,
    pub limit: i64,
}

pub fn browse(tx: &mut dyn Tx, wanted: &Wanted) -> Result<Vec<Thread>> {
    let mut params: Vec<Val> = Vec::new();
    let mut add = |value: Val| {
        params.push(value);
        format!("${}", params.len())
    };
    let mut conditions: Vec<String> = Vec::new();
    let mut filter = |column: &str, code: &str| conditions.push(format!("{column} = {}", add(code.into())));
    if let Some(kind) = wanted.kind {
        filter("kind", kind.code());
    }
    if let Some(state) = wanted.state {
        filter("state", state.code());
    }
    if let Some(lang) = wanted.lang {
        filter("lang", lang.code());
    }
    match wanted.assignee {
        None => {}
        Some(None) => conditions.push("assignee_id IS NULL".to_owned()),
        Some(Some(id)) => conditions.push(format!("assignee_id = {}", add(id.into()))),
    }
    let rarest = rarest(tx, &wanted.text)?;
    let (rank, id) = wanted.after.unwrap_or((i64::MIN, 0));
    // Where a word chooses the threads, they are sorted; else the list is walked in its order.
    let place = if rarest.is_some() { "(+rank, +id)" } else { "(rank, id)" };
    conditions.push(format!("{place} > ({}, {})", add(rank.into()), add(id.into())));
    for word in terms::asked(&wanted.text) {
        let range = format!("term >= {} AND term < {}", add(word.as_str().into()), add(terms::end_of(&word).into()));
        conditions.push(if rarest.as_ref() == Some(&word) {
            format!("id IN (SELECT thread_id FROM thread_term WHERE {range})")
        } else {
            format!(
                "EXISTS (SELECT 1 FROM thread_term t WHERE t.thread_id = thread.id AND t.{})",
                range.replace("AND term", "AND t.term")
            )
        });
    }
    let limit = add(wanted.limit.into());
    let which = conditions.join(" AND ");
    tx.all(&format!("{THREAD} WHERE {which} ORDER BY rank, id LIMIT {limit}"), &params)
}

/// The word that finds the fewest threads, if they are few.
fn rarest(tx: &mut dyn Tx, text: &str) -> Result<Option<String>> {
    let mut best: Option<(i64, String)> = None;
    for word in terms::asked(text) {
        let count: i64 = tx.one(
            "SELECT COUNT(*) FROM (SELECT 1 FROM thread_term WHERE term >= $1 AND term < $2 LIMIT $3)",
            vals![&word, terms::end_of(&word), RARE + 1],
        )?;
        if count <= RARE && best.as_ref().is_none_or(|(fewest, _)| count < *fewest) {
            best = Some((count, word));
        }
    }
    Ok(best.map(|(_, word)| word))
}

/// Other threads of the same order, account or address, the most recent first.
pub fn list_related(tx: &mut dyn Tx, of: &Thread, limit: i64) -> Result<Vec<Thread>> {
    tx.all(
        &format!(
            "{THREAD} WHERE id <> $1 AND id IN (SELECT id FROM thread WHERE order_id = $2
                 UNION SELECT id FROM thread WHERE customer_id = $3
                 UNION SELECT id FROM thread WHERE email_key = $4 AND email_key <> '')
             ORDER BY last_message_at DESC, id DESC LIMIT $5"
        ),
        vals![of.id, of.order_id, of.customer_id, &of.email_key, limit],
    )
}

/// Open threads of a kind, the most urgent first.
pub fn list_open(tx: &mut dyn Tx, kind: ThreadKind, limit: i64) -> Result<Vec<Thread>> {
    browse(tx, &Wanted { kind: Some(kind), state: Some(ThreadState::Open), limit, ..Wanted::default() })
}

/// How many of those there are, and how many were due before `now`.
pub fn backlog(tx: &mut dyn Tx, kind: ThreadKind, now: Timestamp) -> Result<Backlog> {
    tx.one(
        "SELECT COUNT(*) AS count, MIN(due_at) AS first, COUNT(CASE WHEN due_at < $2 THEN 1 END) AS late
         FROM thread WHERE state = 'open' AND kind = $1",
        vals![kind.code(), now.as_millisecond()],
    )
}

/// How many threads are open, at most `most`.
pub fn count_open(tx: &mut dyn Tx, most: i64) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM (SELECT 1 FROM thread WHERE state = 'open' LIMIT $1)", vals![most])
}

// ── A customer's threads, and deletion ──────────────────────────────────────────────────────────────────────────────

const OF_SUBJECT: &str = "(SELECT id FROM thread WHERE customer_id = $1
    UNION SELECT id FROM thread WHERE email_key = $2 AND email_key <> ''
    UNION SELECT t.id FROM thread t JOIN sales_order o ON o.id = t.order_id WHERE o.customer_id = $1 AND t.kind = 'withdrawal')";

/// Reference, kind, text and time of letters and notes.
pub fn written_about(tx: &mut dyn Tx, customer_id: i64, email: &str) -> Result<Vec<(String, String, String, i64)>> {
    tx.all(
        &format!(
            "SELECT t.reference, e.kind, e.text, e.at FROM thread t JOIN thread_entry e ON e.thread_id = t.id
             WHERE t.id IN {OF_SUBJECT} AND e.text <> '' ORDER BY e.id"
        ),
        vals![customer_id, email_key(email)],
    )
}

pub fn erase(tx: &mut dyn Tx, customer_id: i64, email: &str) -> Result<()> {
    let found: Vec<(i64, String)> = tx.all(
        &format!(
            "SELECT id, reference FROM thread WHERE id IN {OF_SUBJECT} AND terms_state <> 'erased'
                 AND NOT (kind = 'withdrawal' AND state <> 'closed' AND order_id IS NOT NULL)"
        ),
        vals![customer_id, email_key(email)],
    )?;
    for (id, reference) in found {
        tx.exec("DELETE FROM thread_term WHERE thread_id = $1", vals![id])?;
        tx.exec("UPDATE thread_entry SET text = '' WHERE thread_id = $1 AND text <> ''", vals![id])?;
        tx.exec(
            "UPDATE thread SET email_key = '', customer_id = NULL, terms_state = 'erased',
                 rank = CASE WHEN state = 'open' THEN $2 - last_message_at ELSE rank END, state = 'closed'
             WHERE id = $1",
            vals![id, FAR],
        )?;
        save_terms(tx, id, &reference, &[])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{assert_indexed, fixture};

    #[test]
    fn lists_and_related_threads_are_found_by_an_index() {
        let shop = fixture::shop();
        shop.exec(
            "WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < 1200)
             INSERT INTO contact_message (id, reference, subject, email, email_key, name, message, lang, created_at)
             SELECT n, 'M' || n, 'other', 'a@example.com', 'a@example.com', 'Ada', 'Hello', 'en', n FROM one;
             INSERT INTO thread (reference, kind, contact_message_id, email_key, lang, state, opened_at, last_message_at, due_at, rank,
                 version, terms_state)
             SELECT reference, 'message', id, email_key, lang, 'open', id, id, id, id, 1, 'whole' FROM contact_message;
             INSERT INTO thread_term (term, thread_id) SELECT 'ada', id FROM thread;
             INSERT INTO thread_term (term, thread_id) SELECT 'm' || id, id FROM thread",
        );
        let all = || Wanted { limit: 51, ..Wanted::default() };
        let lists = [
            all(),
            Wanted { after: Some((40, 40)), ..all() },
            Wanted { state: Some(ThreadState::Open), ..all() },
            Wanted { kind: Some(ThreadKind::Chat), state: Some(ThreadState::Closed), ..all() },
            Wanted { lang: Some(Lang::Fr), ..all() },
            Wanted { assignee: Some(None), ..all() },
            Wanted { assignee: Some(Some(1)), state: Some(ThreadState::Answered), ..all() },
            Wanted { text: "ada".into(), ..all() },
            Wanted { text: "ad m120".into(), ..all() },
        ];
        for wanted in lists {
            assert_indexed(&shop.connection, |tx| browse(tx, &wanted));
        }
        let thread = shop.write(|tx| find(tx, "M7")).expect("a thread");
        assert_indexed(&shop.connection, |tx| list_related(tx, &thread, 20));
        assert_indexed(&shop.connection, |tx| versions(tx, &["M7".to_owned()]));
        assert_indexed(&shop.connection, |tx| backlog(tx, ThreadKind::Message, fixture::at(fixture::NOW)));
        assert_indexed(&shop.connection, |tx| count_open(tx, 1_000));
        assert_indexed(&shop.connection, |tx| list_terms_due(tx, 100));
        assert_indexed(&shop.connection, |tx| written_about(tx, 1, "a@example.com"));
        assert_indexed(&shop.connection, |tx| entries(tx, 1, 100));
        // A word of all threads walks the list, a rare one chooses.
        let found = |text: &str| shop.write(|tx| browse(tx, &Wanted { text: text.into(), ..all() }));
        assert_eq!((found("ada").len(), found("ada m1200").len(), found("ada x").len()), (51, 1, 0));
    }

    proptest! {
        /// Whatever their times: open chats first, then open letters by their deadline, then all others, the newest first.
        #[test]
        fn open_threads_come_first_by_deadline_and_others_newest_first(
            one in 1_600_000_000_000_i64..4_000_000_000_000, other in 1_600_000_000_000_i64..4_000_000_000_000,
        ) {
            use ThreadKind::{Chat, Message, Withdrawal};
            use ThreadState::{Answered, Closed, Open};
            prop_assert!(rank(Chat, Open, one, one) < rank(Message, Open, other, other));
            prop_assert!(rank(Withdrawal, Open, one, one) < rank(Chat, Closed, other, other));
            prop_assert_eq!(rank(Message, Open, other, one) < rank(Withdrawal, Open, one, other), one < other);
            prop_assert_eq!(rank(Chat, Answered, one, other) < rank(Message, Closed, other, one), one > other);
        }
    }
}
