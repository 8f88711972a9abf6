//! The rules of editing pages, for calls, commands and the job that publishes at a time alike.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::DateTime;

use super::check::{self, Known};
use super::store::{self, Draft, Saved};
use super::types::{SeenDraft, TextForm};
use crate::audit::By;
use crate::call::View;
use crate::cms::{self, PageText};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::url_key::is_url_key;
use crate::domain::working_days::{entered_at, in_shop_zone};
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message;

/// Bytes of a key.
const KEY: usize = 60;

/// Saves a draft. What is not finished may be saved; only what was scheduled must stay ready.
///
/// # Errors
///
/// Refused where somebody has changed the draft since `version`, or the published text since `base`, where the key can be no part
/// of an address, and where the text is too long.
pub fn save(
    tx: &mut dyn Tx,
    by: &By,
    view: &View,
    (key, lang): (&str, Lang),
    seen: (i64, i64),
    text: &TextForm,
) -> Result<()> {
    if key.len() > KEY || !is_url_key(key) {
        return Err(refuse(message::PAGE_KEY_BAD));
    }
    // Texts of a language that is off are written before it is switched on.
    if !view.stores.knows(lang) {
        return Err(refuse(message::PAGE_LANG_UNKNOWN));
    }
    let before = store::find(tx, key, lang)?;
    let (version, base) = (before.as_ref().map_or(0, |draft| draft.version), store::newest(tx, key, lang)?);
    if seen != (version, base) {
        return Err(refuse(message::PAGE_CHANGED_MEANWHILE));
    }
    let mut fields = BTreeMap::new();
    check::check_size(lang, text, &mut fields);
    if before.is_some_and(|draft| draft.publish_at.is_some()) {
        Known::load(tx, view, key, lang)?.check(lang, text, &mut fields);
    }
    check_fields(fields)?;
    store::save(tx, &Saved { key, lang, text, base }, &by.actor, by.now)
}

/// The draft that was seen; refused where it is another by now.
fn seen(tx: &mut dyn Tx, key: &str, lang: Lang, version: i64) -> Result<Draft> {
    let draft = store::find(tx, key, lang)?.ok_or_else(|| refuse(message::PAGE_DRAFT_GONE))?;
    if draft.version == version { Ok(draft) } else { Err(refuse(message::PAGE_CHANGED_MEANWHILE)) }
}

pub fn discard(tx: &mut dyn Tx, key: &str, lang: Lang, version: i64) -> Result<()> {
    let draft = seen(tx, key, lang, version)?;
    store::delete(tx, draft.id)
}

/// Publishes drafts of one page together, now or at a time.
///
/// # Errors
///
/// Refused where one is another than was seen, where what it changes was published anew meanwhile, where a text is not ready, by
/// field and line, and where the time has passed.
pub fn publish(
    tx: &mut dyn Tx,
    by: &By,
    view: &View,
    key: &str,
    drafts: &[SeenDraft],
    at: Option<DateTime>,
) -> Result<Vec<Draft>> {
    let mut fields = BTreeMap::new();
    let at = at.map(|at| moment(at, by.now, &mut fields));
    let mut found: Vec<Draft> = Vec::new();
    for of in drafts {
        if found.iter().any(|draft| draft.lang == of.lang) {
            continue;
        }
        let draft = seen(tx, key, of.lang, of.version)?;
        check_ready(tx, view, &draft, &mut fields)?;
        found.push(draft);
    }
    if found.is_empty() {
        return Err(refuse(message::PAGE_DRAFT_GONE));
    }
    check_fields(fields)?;
    for draft in &found {
        match at {
            Some(at) => store::set_time(tx, draft.id, at, &by.actor, by.now)?,
            None => put(tx, draft, &by.actor.to_string(), by.now)?,
        }
    }
    Ok(found)
}

fn check_ready(tx: &mut dyn Tx, view: &View, draft: &Draft, fields: &mut FieldMessages) -> Result<()> {
    if store::newest(tx, &draft.key, draft.lang)? != draft.base {
        return Err(refuse(message::PAGE_CHANGED_MEANWHILE));
    }
    Known::load(tx, view, &draft.key, draft.lang)?.check(draft.lang, &draft.text, fields);
    Ok(())
}

fn moment(at: DateTime, now: Timestamp, fields: &mut FieldMessages) -> Option<Timestamp> {
    let to_come = |at| if at > now { Ok(at) } else { Err(message::PAGE_TIME_PAST.into()) };
    entered_at(at).and_then(to_come).map_err(|why| fields.insert("at".into(), why)).ok()
}

/// Puts a draft in the place of what is published.
fn put(tx: &mut dyn Tx, draft: &Draft, actor: &str, now: Timestamp) -> Result<()> {
    let TextForm { title, description, markdown } = draft.text.clone();
    let page = PageText {
        url_key: draft.key.clone(),
        lang: draft.lang,
        position: 0,
        title: title.trim().to_owned(),
        description: description.trim().to_owned(),
        markdown: markdown.trim().to_owned(),
        updated: in_shop_zone(now).date().to_string(),
    };
    cms::publish_page(tx, &page)?;
    store::sign(tx, &draft.key, draft.lang, actor, now)?;
    store::delete(tx, draft.id)
}

/// Publishes a draft whose time has come, in the name of whoever has scheduled it.
///
/// # Errors
///
/// Refused where it is not ready any more, as of [`publish`].
pub fn publish_due(tx: &mut dyn Tx, view: &View, draft: &Draft) -> Result<()> {
    let mut fields = BTreeMap::new();
    check_ready(tx, view, draft, &mut fields)?;
    check_fields(fields)?;
    put(tx, draft, &draft.actor, view.now)
}

/// Makes scheduled drafts wait for somebody again.
pub fn unschedule(tx: &mut dyn Tx, by: &By, key: &str, drafts: &[SeenDraft]) -> Result<()> {
    if drafts.is_empty() {
        return Err(refuse(message::PAGE_DRAFT_GONE));
    }
    for of in drafts {
        let draft = seen(tx, key, of.lang, of.version)?;
        store::set_time(tx, draft.id, None, &by.actor, by.now)?;
    }
    Ok(())
}

/// Makes a draft of a text that was published: it is read before it is published again.
///
/// # Errors
///
/// Refused where there is a draft, which would be lost.
pub fn restore(tx: &mut dyn Tx, by: &By, key: &str, lang: Lang, number: i64) -> Result<()> {
    if store::find(tx, key, lang)?.is_some() {
        return Err(refuse(message::PAGE_DRAFT_THERE));
    }
    let text = store::find_version(tx, key, lang, number)?.ok_or_else(|| refuse(message::PAGE_VERSION_UNKNOWN))?;
    let base = store::newest(tx, key, lang)?;
    store::save(tx, &Saved { key, lang, text: &text, base }, &by.actor, by.now)
}
