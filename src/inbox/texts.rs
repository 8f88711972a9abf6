//! Canned texts: written once in several languages, with placeholders that are filled in where a text is used.

use std::collections::BTreeMap;

use super::store;
use super::types::{CannedText, CannedTexts, SaveTextArgs};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::validate;
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message;

/// Texts in all.
const MOST: usize = 200;
/// Characters of a title.
const TITLE: usize = 80;

/// What stands for something of the thread in which a text is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder {
    /// The customer's; the whole name where only that is known.
    FirstName,
    Name,
    OrderNumber,
    Reference,
    /// Of the person who writes.
    MyName,
}

impl Placeholder {
    pub const ALL: [Placeholder; 5] = [Self::FirstName, Self::Name, Self::OrderNumber, Self::Reference, Self::MyName];

    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstName => "first_name",
            Self::Name => "name",
            Self::OrderNumber => "order_number",
            Self::Reference => "reference",
            Self::MyName => "my_name",
        }
    }
}

/// The names in braces of a text. Braces around anything but a name in lower case are text.
pub fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once('}')?;
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        is_name.then_some(name)
    })
}

/// The first placeholder that is left in a text which is to be sent.
pub fn left_in(text: &str) -> Option<&str> {
    placeholders(text).find(|name| Placeholder::ALL.iter().any(|known| known.name() == *name))
}

pub fn list(tx: &mut dyn Tx) -> Result<CannedTexts> {
    let placeholders = Placeholder::ALL.map(|placeholder| placeholder.name().to_owned()).into();
    Ok(CannedTexts { items: store::list_texts(tx)?, placeholders })
}

/// Saves a text; answers what it was before, if it was there, and its id.
///
/// # Errors
///
/// Refused where somebody has changed it since `version`; a field each for a title or a text that cannot be saved.
pub fn save(tx: &mut dyn Tx, args: &SaveTextArgs, langs: &[Lang]) -> Result<(Option<CannedText>, i64)> {
    let before = args.id.map(|id| seen(tx, id, args.version)).transpose()?;
    let texts = store::list_texts(tx)?;
    if before.is_none() && texts.len() >= MOST {
        return Err(Refusal::new(message::CANNED_TEXT_TOO_MANY.with("max", MOST)).into());
    }
    let mut fields = FieldMessages::new();
    let title = validate::readable_line(&args.title);
    if title.is_empty() {
        fields.insert("title".into(), message::CANNED_TEXT_TITLE_EMPTY.into());
    } else if title.chars().count() > TITLE {
        fields.insert("title".into(), message::CANNED_TEXT_TITLE_TOO_LONG.with("max", TITLE));
    } else if texts.iter().any(|text| text.title == title && Some(text.id) != args.id) {
        fields.insert("title".into(), message::CANNED_TEXT_TITLE_TAKEN.into());
    }
    let mut written = BTreeMap::new();
    for (lang, text) in &args.texts {
        let text = validate::readable(text);
        if text.is_empty() {
            continue;
        }
        let unknown = placeholders(&text).find(|name| Placeholder::ALL.iter().all(|known| known.name() != *name));
        if !langs.contains(lang) {
            fields.insert(lang.code().into(), message::CANNED_TEXT_LANG_UNKNOWN.into());
        } else if text.chars().count() > validate::CONTACT_MESSAGE_MAX {
            let fault = message::THREAD_TEXT_TOO_LONG.with("max", validate::CONTACT_MESSAGE_MAX);
            fields.insert(lang.code().into(), fault);
        } else if let Some(name) = unknown {
            let known = Placeholder::ALL.map(|known| format!("{{{}}}", known.name())).join(", ");
            let fault = message::CANNED_TEXT_PLACEHOLDER_UNKNOWN.with("placeholder", format!("{{{name}}}"));
            fields.insert(lang.code().into(), fault.with("known", known));
        }
        written.insert(*lang, text);
    }
    if written.is_empty() {
        let lang = langs.first().copied().unwrap_or_default();
        fields.insert(lang.code().into(), message::CANNED_TEXT_EMPTY.into());
    }
    check_fields(fields)?;
    let id = store::save_text(tx, args.id, &title, &written)?;
    Ok((before, id))
}

/// Deletes a text; answers what it was.
///
/// # Errors
///
/// Refused where somebody has changed it since `version`.
pub fn delete(tx: &mut dyn Tx, id: i64, version: i64) -> Result<CannedText> {
    let before = seen(tx, id, version)?;
    store::delete_text(tx, id)?;
    Ok(before)
}

fn seen(tx: &mut dyn Tx, id: i64, version: i64) -> Result<CannedText> {
    let found = store::list_texts(tx)?.into_iter().find(|text| text.id == id);
    let text = found.ok_or_else(|| refuse(message::CANNED_TEXT_NOT_FOUND))?;
    if text.version == version { Ok(text) } else { Err(refuse(message::CANNED_TEXT_CHANGED)) }
}
