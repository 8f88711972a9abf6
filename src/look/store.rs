//! All SQL of the look's and the home page's drafts and versions, and of the brand's drawings.

use anyhow::Context as _;
use jiff::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::editing::Kind;
use crate::audit::Actor;
use crate::db::Tx;
use crate::deed::types::Failure;
use crate::domain::look::Look;
use crate::error::Result;
use crate::vals;

/// A document that waits to be published.
#[derive(Debug, Clone)]
pub struct StoredDraft {
    pub id: i64,
    pub kind: Kind,
    /// JSON.
    pub body: String,
    /// Number of the version that it changes; 0: none.
    pub base: i64,
    pub version: i64,
    pub publish_at: Option<Timestamp>,
    /// Why it was not published at its time.
    pub failure: Option<Failure>,
    pub updated_at: Timestamp,
    pub actor: String,
}

#[derive(Debug, Deserialize)]
struct Row {
    id: i64,
    document: Kind,
    body: String,
    base: i64,
    version: i64,
    publish_at: Option<i64>,
    failure: Option<String>,
    updated_at: i64,
    actor: String,
}

fn moment(at: i64) -> Result<Timestamp> {
    Ok(Timestamp::from_millisecond(at).context("a moment of the look")?)
}

/// Reads the JSON of a document.
pub fn parsed<T: DeserializeOwned>(kind: Kind, body: &str) -> Result<T> {
    Ok(serde_json::from_str(body).with_context(|| format!("look_draft or look_version, {}", kind.code()))?)
}

impl Row {
    fn read(self) -> Result<StoredDraft> {
        let failure = self.failure.as_deref().map(serde_json::from_str).transpose();
        Ok(StoredDraft {
            id: self.id,
            kind: self.document,
            body: self.body,
            base: self.base,
            version: self.version,
            publish_at: self.publish_at.map(moment).transpose()?,
            failure: failure.context("why a draft was not published")?,
            updated_at: moment(self.updated_at)?,
            actor: self.actor,
        })
    }
}

const DRAFT: &str = "SELECT id, document, body, base, version, publish_at, failure, updated_at, actor FROM look_draft";

pub fn find(tx: &mut dyn Tx, kind: Kind) -> Result<Option<StoredDraft>> {
    tx.find::<Row>(&format!("{DRAFT} WHERE document = $1"), vals![kind.code()])?.map(Row::read).transpose()
}

pub fn find_by_id(tx: &mut dyn Tx, id: i64) -> Result<Option<StoredDraft>> {
    tx.find::<Row>(&format!("{DRAFT} WHERE id = $1"), vals![id])?.map(Row::read).transpose()
}

/// Saves a draft; one that is there keeps its time, if it has one. Versions of a draft never come again in another: whoever saw a draft
/// that was discarded since is told.
pub fn save(tx: &mut dyn Tx, kind: Kind, body: &str, base: i64, actor: &Actor, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO look_draft (document, body, base, version, updated_at, actor) VALUES ($1, $2, $3, 1, $4, $5)
         ON CONFLICT (document) DO UPDATE
             SET body = $2, base = $3, version = version + 1, failure = NULL, updated_at = $4, actor = $5",
        vals![kind.code(), body, base, now.as_millisecond(), actor.to_string()],
    )?;
    tx.exec(
        "UPDATE look_draft SET version = (id - 1) * 1000000 + 1 WHERE document = $1 AND version = 1",
        vals![kind.code()],
    )?;
    Ok(())
}

/// When a draft is published by itself; none: not by itself.
pub fn set_time(tx: &mut dyn Tx, id: i64, at: Option<Timestamp>, actor: &Actor, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE look_draft SET publish_at = $2, failure = NULL, version = version + 1, updated_at = $3, actor = $4
         WHERE id = $1",
        vals![id, at.map(Timestamp::as_millisecond), now.as_millisecond(), actor.to_string()],
    )?;
    Ok(())
}

/// Notes why a draft was not published at its time: it waits for somebody.
pub fn fail(tx: &mut dyn Tx, id: i64, failure: &Failure) -> Result<()> {
    tx.exec(
        "UPDATE look_draft SET publish_at = NULL, failure = $2, version = version + 1 WHERE id = $1",
        vals![id, serde_json::to_string(failure).map_err(anyhow::Error::from)?],
    )?;
    Ok(())
}

pub fn delete(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM look_draft WHERE id = $1", vals![id])?;
    Ok(())
}

/// Drafts whose time has come, the earliest first.
pub fn list_due(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT id FROM look_draft WHERE publish_at <= $1 ORDER BY publish_at, id LIMIT $2",
        vals![now.as_millisecond(), limit],
    )
}

/// Kind and last change, in Unix milliseconds, of drafts that were not published at their time.
pub fn list_failed(tx: &mut dyn Tx) -> Result<Vec<(Kind, i64)>> {
    tx.all("SELECT document, updated_at FROM look_draft WHERE failure IS NOT NULL ORDER BY id", vals![])
}

// ── Versions ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A document that was published, without its body.
#[derive(Debug, Clone, Deserialize)]
pub struct StoredVersion {
    pub number: i64,
    /// Unix milliseconds.
    pub at: i64,
    pub actor: String,
}

impl StoredVersion {
    pub fn moment(&self) -> Result<Timestamp> {
        moment(self.at)
    }
}

/// The newest versions, the newest first.
pub fn versions(tx: &mut dyn Tx, kind: Kind, limit: i64) -> Result<Vec<StoredVersion>> {
    tx.all(
        "SELECT number, at, actor FROM look_version WHERE document = $1 ORDER BY number DESC LIMIT $2",
        vals![kind.code(), limit],
    )
}

pub fn find_version(tx: &mut dyn Tx, kind: Kind, number: i64) -> Result<Option<String>> {
    tx.find("SELECT body FROM look_version WHERE document = $1 AND number = $2", vals![kind.code(), number])
}

/// Number and body of the newest version.
pub fn newest(tx: &mut dyn Tx, kind: Kind) -> Result<Option<(i64, String)>> {
    tx.find(
        "SELECT number, body FROM look_version WHERE document = $1 ORDER BY number DESC LIMIT 1",
        vals![kind.code()],
    )
}

/// Adds a version; the actor is empty where it is neither console nor command.
pub fn add_version(tx: &mut dyn Tx, kind: Kind, body: &str, actor: &str, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO look_version (document, number, body, at, actor)
         SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $3, $4 FROM look_version WHERE document = $1",
        vals![kind.code(), body, now.as_millisecond(), actor],
    )?;
    Ok(())
}

/// The look in force. A version that this program cannot read, such as one of a newer, keeps no shop closed: the one before it counts.
pub fn in_force(tx: &mut dyn Tx) -> Result<Look> {
    let stored: Vec<(i64, String)> = tx.all(
        "SELECT number, body FROM look_version WHERE document = $1 ORDER BY number DESC LIMIT $2",
        vals![Kind::Look.code(), READABLE],
    )?;
    for (number, body) in stored {
        match parsed(Kind::Look, &body) {
            Ok(look) => return Ok(look),
            Err(error) => tracing::error!(number, error = format!("{error:#}"), "a look is not read; publish it anew"),
        }
    }
    Ok(Look::default())
}

/// Versions of which the newest that can be read is looked for.
const READABLE: i64 = 20;

// ── Drawings ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Keeps a file; one of this name has the same content.
pub fn save_file(tx: &mut dyn Tx, name: &str, size: (u32, u32), content: &[u8], now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO brand_file (name, width, height, content, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (name) DO NOTHING",
        vals![name, size.0, size.1, content.to_vec(), now.as_millisecond()],
    )?;
    Ok(())
}

/// Width and height of a file.
pub fn find_file_size(tx: &mut dyn Tx, name: &str) -> Result<Option<(u32, u32)>> {
    tx.find("SELECT width, height FROM brand_file WHERE name = $1", vals![name])
}

pub fn find_file(tx: &mut dyn Tx, name: &str) -> Result<Option<Vec<u8>>> {
    tx.find::<Vec<u8>>("SELECT content FROM brand_file WHERE name = $1", vals![name])
}
