//! All SQL of drafts and versions. What is published are rows of [`crate::cms`]; a trigger keeps each of them as a version.

use anyhow::Context as _;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::types::TextForm;
use crate::audit::Actor;
use crate::db::Tx;
use crate::deed::types::Failure;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// A text that waits to be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub id: i64,
    pub key: String,
    pub lang: Lang,
    pub text: TextForm,
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
    url_key: String,
    lang: Lang,
    title: String,
    description: String,
    markdown: String,
    base: i64,
    version: i64,
    publish_at: Option<i64>,
    failure: Option<String>,
    updated_at: i64,
    actor: String,
}

fn moment(at: i64) -> Result<Timestamp> {
    Ok(Timestamp::from_millisecond(at).context("a moment of a page")?)
}

impl Row {
    fn read(self) -> Result<Draft> {
        Ok(Draft {
            id: self.id,
            key: self.url_key,
            lang: self.lang,
            text: TextForm { title: self.title, description: self.description, markdown: self.markdown },
            base: self.base,
            version: self.version,
            publish_at: self.publish_at.map(moment).transpose()?,
            failure: self
                .failure
                .as_deref()
                .map(serde_json::from_str)
                .transpose()
                .context("why a page was not published")?,
            updated_at: moment(self.updated_at)?,
            actor: self.actor,
        })
    }
}

const DRAFT: &str =
    "SELECT id, url_key, lang, title, description, markdown, base, version, publish_at, failure, updated_at, actor
    FROM page_draft";

pub fn find(tx: &mut dyn Tx, key: &str, lang: Lang) -> Result<Option<Draft>> {
    let sql = format!("{DRAFT} WHERE url_key = $1 AND lang = $2");
    tx.find::<Row>(&sql, vals![key, lang.code()])?.map(Row::read).transpose()
}

pub fn find_by_id(tx: &mut dyn Tx, id: i64) -> Result<Option<Draft>> {
    tx.find::<Row>(&format!("{DRAFT} WHERE id = $1"), vals![id])?.map(Row::read).transpose()
}

/// The drafts of one page, or all: as many as there are pages and languages at most.
pub fn drafts(tx: &mut dyn Tx, key: Option<&str>) -> Result<Vec<Draft>> {
    let rows: Vec<Row> = match key {
        Some(key) => tx.all(&format!("{DRAFT} WHERE url_key = $1 ORDER BY lang"), vals![key])?,
        None => tx.all(&format!("{DRAFT} ORDER BY url_key, lang"), vals![])?,
    };
    rows.into_iter().map(Row::read).collect()
}

/// What a draft is saved with.
pub struct Saved<'a> {
    pub key: &'a str,
    pub lang: Lang,
    pub text: &'a TextForm,
    pub base: i64,
}

/// Saves a draft; one that is there keeps its time, if it has one. Versions of a draft never come again in another: whoever saw a draft
/// that was discarded since is told.
pub fn save(tx: &mut dyn Tx, of: &Saved<'_>, actor: &Actor, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO page_draft (url_key, lang, title, description, markdown, base, version, updated_at, actor)
         VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8)
         ON CONFLICT (url_key, lang) DO UPDATE
             SET title = $3, description = $4, markdown = $5, base = $6, version = version + 1, failure = NULL, updated_at = $7,
                 actor = $8",
        vals![
            of.key,
            of.lang.code(),
            &of.text.title,
            &of.text.description,
            &of.text.markdown,
            of.base,
            now.as_millisecond(),
            actor.to_string()
        ],
    )?;
    tx.exec(
        "UPDATE page_draft SET version = (id - 1) * 1000000 + 1 WHERE url_key = $1 AND lang = $2 AND version = 1",
        vals![of.key, of.lang.code()],
    )?;
    Ok(())
}

/// When a draft is published by itself; none: not by itself.
pub fn set_time(tx: &mut dyn Tx, id: i64, at: Option<Timestamp>, actor: &Actor, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE page_draft SET publish_at = $2, failure = NULL, version = version + 1, updated_at = $3, actor = $4 WHERE id = $1",
        vals![id, at.map(Timestamp::as_millisecond), now.as_millisecond(), actor.to_string()],
    )?;
    Ok(())
}

/// Notes why a draft was not published at its time: it waits for somebody.
pub fn fail(tx: &mut dyn Tx, id: i64, failure: &Failure) -> Result<()> {
    tx.exec(
        "UPDATE page_draft SET publish_at = NULL, failure = $2, version = version + 1 WHERE id = $1",
        vals![id, serde_json::to_string(failure).map_err(anyhow::Error::from)?],
    )?;
    Ok(())
}

pub fn delete(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM page_draft WHERE id = $1", vals![id])?;
    Ok(())
}

/// Drafts whose time has come, the earliest first.
pub fn list_due(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT id FROM page_draft WHERE publish_at <= $1 ORDER BY publish_at, id LIMIT $2",
        vals![now.as_millisecond(), limit],
    )
}

/// A draft that was not published at its time.
#[derive(Debug, Deserialize)]
pub struct Failed {
    pub url_key: String,
    pub lang: Lang,
    pub title: String,
    pub updated_at: i64,
}

pub fn list_failed(tx: &mut dyn Tx, limit: i64) -> Result<Vec<Failed>> {
    tx.all(
        "SELECT url_key, lang, title, updated_at FROM page_draft WHERE failure IS NOT NULL ORDER BY id LIMIT $1",
        vals![limit],
    )
}

// ── Versions ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A text that was published, without the text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredVersion {
    pub lang: Lang,
    pub number: i64,
    pub title: String,
    /// Unix milliseconds.
    pub at: i64,
    pub actor: String,
}

impl StoredVersion {
    pub fn moment(&self) -> Result<Timestamp> {
        moment(self.at)
    }
}

/// The newest versions of a page, so many in a language, the newest first.
pub fn versions(tx: &mut dyn Tx, key: &str, langs: &[Lang], limit: i64) -> Result<Vec<StoredVersion>> {
    let mut found = Vec::new();
    for lang in langs {
        found.extend(tx.all::<StoredVersion>(
            "SELECT lang, number, title, at, actor FROM page_version WHERE url_key = $1 AND lang = $2
             ORDER BY number DESC LIMIT $3",
            vals![key, lang.code(), limit],
        )?);
    }
    Ok(found)
}

#[derive(Debug, Deserialize)]
struct Text {
    title: String,
    description: String,
    markdown: String,
}

pub fn find_version(tx: &mut dyn Tx, key: &str, lang: Lang, number: i64) -> Result<Option<TextForm>> {
    let found: Option<Text> = tx.find(
        "SELECT title, description, markdown FROM page_version WHERE url_key = $1 AND lang = $2 AND number = $3",
        vals![key, lang.code(), number],
    )?;
    Ok(found.map(|Text { title, description, markdown }| TextForm { title, description, markdown }))
}

/// The number of the newest version; 0: none.
pub fn newest(tx: &mut dyn Tx, key: &str, lang: Lang) -> Result<i64> {
    tx.one(
        "SELECT COALESCE(MAX(number), 0) FROM page_version WHERE url_key = $1 AND lang = $2",
        vals![key, lang.code()],
    )
}

/// Says of the newest version who has published it, and when.
pub fn sign(tx: &mut dyn Tx, key: &str, lang: Lang, actor: &str, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE page_version SET actor = $3, at = $4 WHERE url_key = $1 AND lang = $2
             AND number = (SELECT MAX(number) FROM page_version WHERE url_key = $1 AND lang = $2)",
        vals![key, lang.code(), actor, now.as_millisecond()],
    )?;
    Ok(())
}
