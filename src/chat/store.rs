//! All SQL of the chat: conversations and their messages.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Time;
use serde::{Deserialize, Serialize};

use super::types::{Author, ChatMode, TalkMessage};
use crate::db::{Tx, by_ids};
use crate::domain::store_view::Lang;
use crate::domain::working_days::clock;
use crate::error::Result;
use crate::vals;

/// Most messages in one answer.
const MESSAGES: i64 = 500;

/// A conversation.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TalkRow {
    pub id: i64,
    pub session_id: String,
    pub ended_at: Option<i64>,
}

/// The latest open conversation of a session with a message after `since`.
pub fn find_fresh(tx: &mut dyn Tx, visitor: i64, since: Timestamp) -> Result<Option<TalkRow>> {
    tx.find(
        "SELECT id, session_id, ended_at FROM chat WHERE visitor = $1 AND last_message_at > $2 AND ended_at IS NULL
         ORDER BY last_message_at DESC LIMIT 1",
        vals![visitor, since.as_millisecond()],
    )
}

/// A conversation by its handle, if it is this session's: the handle alone gives no access.
pub fn find_own(tx: &mut dyn Tx, session_id: &str, visitor: i64) -> Result<Option<TalkRow>> {
    tx.find(
        "SELECT id, session_id, ended_at FROM chat WHERE session_id = $1 AND visitor = $2",
        vals![session_id, visitor],
    )
}

pub fn open(tx: &mut dyn Tx, session_id: &str, visitor: i64, lang: Lang, now: Timestamp) -> Result<TalkRow> {
    tx.one(
        "INSERT INTO chat (session_id, visitor, lang, created_at, last_message_at) VALUES ($1, $2, $3, $4, $4)
         RETURNING id, session_id, ended_at",
        vals![session_id, visitor, lang.code(), now.as_millisecond()],
    )
}

#[derive(Debug, Deserialize)]
struct MessageRow {
    id: i64,
    author: Author,
    text: String,
    at: i64,
}

/// The messages after the id `since`, in order.
pub fn messages(tx: &mut dyn Tx, talk_id: i64, since: i64) -> Result<Vec<TalkMessage>> {
    let rows: Vec<MessageRow> = tx.all(
        "SELECT id, author, text, at FROM chat_message WHERE chat_id = $1 AND id > $2 ORDER BY id LIMIT $3",
        vals![talk_id, since, MESSAGES],
    )?;
    let message = |row: MessageRow| TalkMessage {
        id: row.id,
        author: row.author,
        text: row.text,
        at: Timestamp::from_millisecond(row.at).map(|at| at.to_string()).unwrap_or_default(),
    };
    Ok(rows.into_iter().map(message).collect())
}

/// The number of the visitor's messages: in all, and after `since`.
pub fn count_said(tx: &mut dyn Tx, talk_id: i64, since: Timestamp) -> Result<(i64, i64)> {
    tx.one(
        "SELECT COUNT(*), COUNT(CASE WHEN at > $2 THEN 1 END) FROM chat_message
         WHERE chat_id = $1 AND author = 'visitor'",
        vals![talk_id, since.as_millisecond()],
    )
}

/// Saves a message; `actor`: who of the house says it, as the audit names them, else empty.
pub fn say(
    tx: &mut dyn Tx,
    talk_id: i64,
    author: Author,
    text: &str,
    actor: &str,
    customer_id: Option<i64>,
    now: Timestamp,
) -> Result<()> {
    let author = match author {
        Author::Visitor => "visitor",
        Author::Desk => "desk",
    };
    tx.exec(
        "INSERT INTO chat_message (chat_id, author, text, actor, at) VALUES ($1, $2, $3, $4, $5)",
        vals![talk_id, author, text, actor, now.as_millisecond()],
    )?;
    tx.exec(
        "UPDATE chat SET last_message_at = $2, customer_id = coalesce($3, customer_id) WHERE id = $1",
        vals![talk_id, now.as_millisecond(), customer_id],
    )?;
    Ok(())
}

// ── For the operator ────────────────────────────────────────────────────────────────────────────────────────────────

/// A conversation in the operator's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkSummary {
    pub id: i64,
    pub lang: Lang,
    pub last_message_at: i64,
    pub ended_at: Option<i64>,
    pub messages: i64,
    /// Author of the last message.
    pub last_author: Author,
    pub last_text: String,
}

/// Conversations with messages, the latest first; without ended ones unless `all`.
pub fn list_talks(tx: &mut dyn Tx, all: bool, limit: i64) -> Result<Vec<TalkSummary>> {
    tx.all(
        "SELECT t.id, t.lang, t.last_message_at, t.ended_at, m.author AS last_author, m.text AS last_text,
                (SELECT COUNT(*) FROM chat_message n WHERE n.chat_id = t.id) AS messages
         FROM chat t JOIN chat_message m ON m.id = (SELECT MAX(x.id) FROM chat_message x WHERE x.chat_id = t.id)
         WHERE $1 = 1 OR t.ended_at IS NULL
         ORDER BY t.last_message_at DESC, t.id DESC LIMIT $2",
        vals![all, limit],
    )
}

/// How a conversation is called in the inbox.
pub fn thread_reference(talk_id: i64) -> String {
    format!("CHAT-{talk_id}")
}

/// A message with who of the house has said it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Said {
    pub id: i64,
    pub author: Author,
    pub text: String,
    /// `staff:ID`, `token:ID` or `cli:USER`; empty of the visitor, and where nobody recorded it.
    pub actor: String,
    /// Unix milliseconds.
    pub at: i64,
}

/// The last messages of a conversation, oldest first.
pub fn list_said(tx: &mut dyn Tx, talk_id: i64) -> Result<Vec<Said>> {
    let mut said: Vec<Said> = tx.all(
        "SELECT id, author, text, actor, at FROM chat_message WHERE chat_id = $1 ORDER BY id DESC LIMIT $2",
        vals![talk_id, MESSAGES],
    )?;
    said.reverse();
    Ok(said)
}

/// Id, author and text of what was said last in conversations, by conversation.
pub fn last_said(tx: &mut dyn Tx, talk_ids: &[i64]) -> Result<HashMap<i64, (i64, Author, String)>> {
    let sql = "SELECT t.id, m.id, m.author, m.text
         FROM chat t JOIN chat_message m ON m.id = (SELECT MAX(x.id) FROM chat_message x WHERE x.chat_id = t.id)
         WHERE t.id IN ($ids)";
    let rows = by_ids::<(i64, i64, Author, String)>(tx, sql, talk_ids, &[])?;
    Ok(rows.into_iter().map(|(talk, id, author, text)| (talk, (id, author, text))).collect())
}

// ── When it is offered ──────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Setting {
    pub mode: ChatMode,
    /// In the shop's zone, as is the next.
    pub opens: Time,
    pub closes: Time,
    /// Rises with each change.
    pub version: i64,
}

/// What the house has set, if it has.
pub fn find_setting(tx: &mut dyn Tx) -> Result<Option<Setting>> {
    tx.find("SELECT mode, opens, closes, version FROM chat_setting WHERE id = 1", vals![])
}

pub fn save_setting(tx: &mut dyn Tx, new: &Setting) -> Result<()> {
    tx.exec(
        "INSERT INTO chat_setting (id, mode, opens, closes, version) VALUES (1, $1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET mode = $1, opens = $2, closes = $3, version = $4",
        vals![new.mode.code(), clock(new.opens), clock(new.closes), new.version + 1],
    )?;
    Ok(())
}

// ── Conversations by their number ───────────────────────────────────────────────────────────────────────────────────

pub fn find_talk(tx: &mut dyn Tx, id: i64) -> Result<Option<TalkRow>> {
    tx.find("SELECT id, session_id, ended_at FROM chat WHERE id = $1", vals![id])
}

/// Ends a conversation; answers whether it was open.
pub fn end(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<bool> {
    let ended =
        tx.exec("UPDATE chat SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL", vals![id, now.as_millisecond()])?;
    Ok(ended == 1)
}

/// A customer's conversations with messages, the latest first.
pub fn talks_of_customer(tx: &mut dyn Tx, customer_id: i64, limit: i64) -> Result<Vec<TalkSummary>> {
    tx.all(
        "SELECT t.id, t.lang, t.last_message_at, t.ended_at, m.author AS last_author, m.text AS last_text,
                (SELECT COUNT(*) FROM chat_message n WHERE n.chat_id = t.id) AS messages
         FROM chat t JOIN chat_message m ON m.id = (SELECT MAX(x.id) FROM chat_message x WHERE x.chat_id = t.id)
         WHERE t.customer_id = $1 ORDER BY t.last_message_at DESC, t.id DESC LIMIT $2",
        vals![customer_id, limit],
    )
}

// ── Deletion ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Deletes conversations without messages last used before `silent`, and all last used before `old`; answers how many.
pub fn delete_old(tx: &mut dyn Tx, silent: Timestamp, old: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM chat WHERE id IN (
             SELECT t.id FROM chat t
             WHERE t.last_message_at <= $2
                OR (t.last_message_at <= $1 AND NOT EXISTS (SELECT 1 FROM chat_message m WHERE m.chat_id = t.id))
             ORDER BY t.last_message_at LIMIT $3)",
        vals![silent.as_millisecond(), old.as_millisecond(), limit],
    )
}

/// Time, author and text of all messages in a customer's conversations.
pub fn messages_of_customer(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<(i64, String, String)>> {
    tx.all(
        "SELECT m.at, m.author, m.text FROM chat t JOIN chat_message m ON m.chat_id = t.id
         WHERE t.customer_id = $1 ORDER BY m.id",
        vals![customer_id],
    )
}

pub fn delete_of_customer(tx: &mut dyn Tx, customer_id: i64) -> Result<()> {
    tx.exec("DELETE FROM chat WHERE customer_id = $1", vals![customer_id])?;
    Ok(())
}
