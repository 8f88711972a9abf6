//! All SQL of canned texts.

use std::collections::{BTreeMap, HashMap};

use super::types::CannedText;
use crate::db::{Tx, group_by};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// All texts, by title.
pub fn list_texts(tx: &mut dyn Tx) -> Result<Vec<CannedText>> {
    let titles: Vec<(i64, String, i64)> =
        tx.all("SELECT id, title, version FROM canned_text ORDER BY title, id", vals![])?;
    let texts: Vec<(i64, Lang, String)> =
        tx.all("SELECT canned_text_id, lang, text FROM canned_text_translation", vals![])?;
    let mut texts: HashMap<i64, Vec<(Lang, String)>> =
        group_by(texts.into_iter().map(|(id, lang, text)| (id, (lang, text))));
    let text = |(id, title, version)| {
        let texts: BTreeMap<Lang, String> = texts.remove(&id).unwrap_or_default().into_iter().collect();
        CannedText { id, title, version, texts }
    };
    Ok(titles.into_iter().map(text).collect())
}

/// Saves a text, a new one without an id; answers its id.
pub fn save_text(tx: &mut dyn Tx, id: Option<i64>, title: &str, texts: &BTreeMap<Lang, String>) -> Result<i64> {
    let id = match id {
        None => tx.one("INSERT INTO canned_text (title, version) VALUES ($1, 1) RETURNING id", vals![title])?,
        Some(id) => {
            tx.exec("UPDATE canned_text SET title = $2, version = version + 1 WHERE id = $1", vals![id, title])?;
            tx.exec("DELETE FROM canned_text_translation WHERE canned_text_id = $1", vals![id])?;
            id
        }
    };
    for (lang, text) in texts {
        tx.exec(
            "INSERT INTO canned_text_translation (canned_text_id, lang, text) VALUES ($1, $2, $3)",
            vals![id, lang.code(), text],
        )?;
    }
    Ok(id)
}

pub fn delete_text(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM canned_text WHERE id = $1", vals![id])?;
    Ok(())
}
