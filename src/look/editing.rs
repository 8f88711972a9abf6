//! The rules of editing the look and the home page, for calls, commands and the job that publishes at a time alike.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::DateTime;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::store::{self, StoredDraft};
use crate::audit::By;
use crate::call::View;
use crate::db::Tx;
use crate::domain::working_days::entered_at;
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message;

/// What is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EditedDocument")]
pub enum Kind {
    Look,
    Home,
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Look, Kind::Home];

    /// As rows and the audit name it.
    pub fn code(self) -> &'static str {
        match self {
            Kind::Look => "look",
            Kind::Home => "home",
        }
    }
}

/// A document that is drafted and published as a whole.
pub trait Published: Clone + PartialEq + Serialize + DeserializeOwned {
    const KIND: Kind;

    /// As shoppers see it.
    fn in_force(tx: &mut dyn Tx) -> Result<Self>;

    /// Puts what the shop knows itself in the place of what a client says of it.
    fn completed(self, tx: &mut dyn Tx) -> Result<Self>;

    /// Adds to `fields` what not even a draft may hold.
    fn check_draft(&self, fields: &mut FieldMessages);

    /// Adds to `fields` what keeps it from being published.
    fn check_ready(&self, tx: &mut dyn Tx, view: &View, fields: &mut FieldMessages) -> Result<()>;

    /// Puts it in the place of what shoppers see; its version is kept besides.
    fn put(&self, tx: &mut dyn Tx) -> Result<()>;
}

fn json<T: Serialize>(document: &T) -> Result<String> {
    Ok(serde_json::to_string(document).map_err(anyhow::Error::from)?)
}

/// What is in force, and the number of its version. One that was written past this module counts as the version after the newest: the next
/// change keeps it under that number.
pub fn published<T: Published>(tx: &mut dyn Tx) -> Result<(T, i64)> {
    let current = T::in_force(tx)?;
    let number = match store::newest(tx, T::KIND)? {
        Some((number, body)) if store::parsed::<T>(T::KIND, &body).is_ok_and(|newest| newest == current) => number,
        newest => newest.map_or(0, |(number, _)| number) + 1,
    };
    Ok((current, number))
}

/// The same, kept as a version where it is none yet: answers its number.
pub fn kept<T: Published>(tx: &mut dyn Tx, now: Timestamp) -> Result<i64> {
    let (current, number) = published::<T>(tx)?;
    if store::newest(tx, T::KIND)?.is_none_or(|(newest, _)| newest != number) {
        store::add_version(tx, T::KIND, &json(&current)?, "", now)?;
    }
    Ok(number)
}

/// Saves a draft. What is not finished may be saved; only what was scheduled must stay ready.
///
/// # Errors
///
/// Refused where somebody has changed the draft since `version`, or what is published since `base`, and where a text is too long.
pub fn save<T: Published>(
    tx: &mut dyn Tx,
    by: &By,
    view: &View,
    (version, base): (i64, i64),
    document: T,
) -> Result<()> {
    let before = store::find(tx, T::KIND)?;
    if version != before.as_ref().map_or(0, |draft| draft.version) || base != kept::<T>(tx, by.now)? {
        return Err(refuse(message::LOOK_CHANGED_MEANWHILE));
    }
    let document = document.completed(tx)?;
    let mut fields = BTreeMap::new();
    document.check_draft(&mut fields);
    if before.is_some_and(|draft| draft.publish_at.is_some()) {
        document.check_ready(tx, view, &mut fields)?;
    }
    check_fields(fields)?;
    store::save(tx, T::KIND, &json(&document)?, base, &by.actor, by.now)
}

/// The draft that was seen; refused where it is another by now.
fn seen(tx: &mut dyn Tx, kind: Kind, version: i64) -> Result<StoredDraft> {
    let draft = store::find(tx, kind)?.ok_or_else(|| refuse(message::LOOK_DRAFT_GONE))?;
    if draft.version == version { Ok(draft) } else { Err(refuse(message::LOOK_CHANGED_MEANWHILE)) }
}

pub fn discard(tx: &mut dyn Tx, kind: Kind, version: i64) -> Result<()> {
    let draft = seen(tx, kind, version)?;
    store::delete(tx, draft.id)
}

/// Publishes a draft, now or at a time.
///
/// # Errors
///
/// Refused where it is another than was seen, where something else was published meanwhile, where it is not ready, by field, and where
/// the time has passed.
pub fn publish<T: Published>(tx: &mut dyn Tx, by: &By, view: &View, version: i64, at: Option<DateTime>) -> Result<()> {
    let draft = seen(tx, T::KIND, version)?;
    let mut fields = BTreeMap::new();
    let at = at.map(|at| moment(at, by.now, &mut fields));
    let document = ready::<T>(tx, view, &draft, &mut fields)?;
    check_fields(fields)?;
    match at {
        Some(at) => store::set_time(tx, draft.id, at, &by.actor, by.now),
        None => put(tx, &draft, &document, &by.actor.to_string(), by.now),
    }
}

fn ready<T: Published>(tx: &mut dyn Tx, view: &View, draft: &StoredDraft, fields: &mut FieldMessages) -> Result<T> {
    if published::<T>(tx)?.1 != draft.base {
        return Err(refuse(message::LOOK_CHANGED_MEANWHILE));
    }
    let document: T = store::parsed(T::KIND, &draft.body)?;
    document.check_ready(tx, view, fields)?;
    Ok(document)
}

fn moment(at: DateTime, now: Timestamp, fields: &mut FieldMessages) -> Option<Timestamp> {
    let to_come = |at| if at > now { Ok(at) } else { Err(message::PAGE_TIME_PAST.into()) };
    entered_at(at).and_then(to_come).map_err(|why| fields.insert("at".into(), why)).ok()
}

fn put<T: Published>(tx: &mut dyn Tx, draft: &StoredDraft, document: &T, actor: &str, now: Timestamp) -> Result<()> {
    kept::<T>(tx, now)?;
    document.put(tx)?;
    store::add_version(tx, T::KIND, &json(document)?, actor, now)?;
    store::delete(tx, draft.id)
}

/// Publishes a draft whose time has come, in the name of whoever has changed or scheduled it last.
///
/// # Errors
///
/// Refused where it is not ready any more, as of [`publish`].
pub fn publish_due<T: Published>(tx: &mut dyn Tx, view: &View, draft: &StoredDraft) -> Result<()> {
    let mut fields = BTreeMap::new();
    let document = ready::<T>(tx, view, draft, &mut fields)?;
    check_fields(fields)?;
    put(tx, draft, &document, &draft.actor, view.now)
}

/// Makes a scheduled draft wait for somebody again.
pub fn unschedule(tx: &mut dyn Tx, by: &By, kind: Kind, version: i64) -> Result<()> {
    let draft = seen(tx, kind, version)?;
    store::set_time(tx, draft.id, None, &by.actor, by.now)
}

/// Makes a draft of what was published: it is looked at before it is published again.
///
/// # Errors
///
/// Refused where there is a draft, which would be lost.
pub fn restore<T: Published>(tx: &mut dyn Tx, by: &By, number: i64) -> Result<()> {
    if store::find(tx, T::KIND)?.is_some() {
        return Err(refuse(message::LOOK_DRAFT_THERE));
    }
    let base = kept::<T>(tx, by.now)?;
    let body = store::find_version(tx, T::KIND, number)?;
    let is_readable = |body: &String| store::parsed::<T>(T::KIND, body).is_ok();
    let body = body.filter(is_readable).ok_or_else(|| refuse(message::PAGE_VERSION_UNKNOWN))?;
    store::save(tx, T::KIND, &body, base, &by.actor, by.now)
}

/// Characters of a line of text, and of a longer text.
pub const LINE: usize = 120;
pub const TEXT: usize = 600;

/// Adds to `fields` what a text may not be: too long, or with control characters; one of a line has no other lines either.
pub fn check_text(field: impl Into<String>, text: &str, most: usize, fields: &mut FieldMessages) {
    if text.chars().count() > most {
        fields.insert(field.into(), message::PAGE_TEXT_LONG.with("max", most));
    } else if text.chars().any(|c| c.is_control() && (c != '\n' || most <= LINE)) {
        fields.insert(field.into(), message::LOOK_TEXT_BAD.into());
    }
}
