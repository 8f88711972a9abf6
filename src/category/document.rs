//! A category as fields: a name and a text each. A form, a command and a version speak of the same fields: `parent`, `hidden`,
//! `picture`, `name.de`.

use crate::catalog::categories::{self, Category, Text};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::product::document::Fields;

/// Those that each language has.
pub const TEXTS: [&str; 6] = ["name", "url_key", "intro", "meta_title", "meta_description", "alt"];
/// Those that are the same in every language.
pub const FACTS: [&str; 3] = ["parent", "hidden", "picture"];

/// All fields of a category, those without a text too.
pub fn fields(tx: &mut dyn Tx, of: &Category, all: &[Category]) -> Result<Fields> {
    let parent = of.parent_id.and_then(|id| all.iter().find(|one| one.id == id));
    let mut fields = blank();
    fields.insert("parent".to_owned(), parent.map(|parent| parent.key.clone()).unwrap_or_default());
    fields.insert("hidden".to_owned(), u8::from(of.hidden).to_string());
    fields.insert("picture".to_owned(), of.picture.clone());
    for Text { lang, name, url_key, intro, meta_title, meta_description, alt } in categories::texts(tx, of.id)? {
        let texts = [name, url_key, intro, meta_title, meta_description, alt];
        fields.extend(TEXTS.into_iter().zip(texts).map(|(field, text)| (format!("{field}.{lang}"), text)));
    }
    Ok(fields)
}

/// Those of a category that says nothing yet.
pub fn blank() -> Fields {
    let texts = TEXTS.into_iter().flat_map(|field| Lang::ALL.map(|lang| format!("{field}.{lang}")));
    let mut fields: Fields = texts.map(|field| (field, String::new())).collect();
    fields.extend(FACTS.map(|field| (field.to_owned(), String::new())));
    fields.insert("hidden".to_owned(), "0".to_owned());
    fields
}

/// A text of a category in a language.
pub fn text<'f>(fields: &'f Fields, field: &str, lang: Lang) -> &'f str {
    fields.get(&format!("{field}.{lang}")).map(String::as_str).unwrap_or_default()
}

/// What is to be written, in the languages that have a name.
pub fn texts(fields: &Fields) -> Vec<Text> {
    let of = |lang: Lang| {
        let text = |field: &str| text(fields, field, lang).to_owned();
        Text {
            lang,
            name: text("name"),
            url_key: text("url_key"),
            intro: text("intro"),
            meta_title: text("meta_title"),
            meta_description: text("meta_description"),
            alt: text("alt"),
        }
    };
    Lang::ALL.into_iter().map(of).filter(|text| !text.name.is_empty()).collect()
}
