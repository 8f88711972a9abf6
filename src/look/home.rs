//! The rules of the home page: what it leads to exists, and each of the shop's languages has its texts.

use std::collections::BTreeSet;

use super::editing::{Kind, LINE, Published, TEXT, check_text};
use super::types::HomePage;
use crate::call::View;
use crate::catalog::{self, media};
use crate::cms::{self, content};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::{FieldMessages, Result};
use crate::message::{self, Message};

/// Parts of a list: blocks, best sellers, facts.
const MOST: usize = 24;

impl Published for HomePage {
    const KIND: Kind = Kind::Home;

    fn in_force(tx: &mut dyn Tx) -> Result<HomePage> {
        let (structure, texts) = cms::home_content(tx)?;
        Ok(HomePage { structure, texts })
    }

    fn completed(self, _: &mut dyn Tx) -> Result<HomePage> {
        Ok(self)
    }

    fn check_draft(&self, fields: &mut FieldMessages) {
        let HomePage { structure, texts } = self;
        for (name, list) in [
            ("blocks", &structure.blocks),
            ("bestsellers", &structure.bestsellers),
            ("bestsellers_mobile", &structure.bestsellers_mobile),
        ] {
            if list.len() > MOST {
                fields.insert(format!("structure.{name}"), message::LOOK_LIST_LONG.with("max", MOST));
            }
        }
        for (lang, texts) in texts {
            if texts.facts.len() > MOST {
                fields.insert(format!("texts.{lang}.facts"), message::LOOK_LIST_LONG.with("max", MOST));
            }
            for (field, text) in texts.fields() {
                let most = if field.ends_with("title") || field.ends_with("cta") { LINE } else { TEXT };
                check_text(format!("texts.{lang}.{field}"), text, most, fields);
            }
            for (field, text) in [
                ("meta.title", texts.meta.as_ref().map(|meta| &meta.title)),
                ("meta.description", texts.meta.as_ref().map(|meta| &meta.description)),
            ] {
                check_text(format!("texts.{lang}.{field}"), text.map_or("", String::as_str), TEXT, fields);
            }
        }
    }

    fn check_ready(&self, tx: &mut dyn Tx, view: &View, fields: &mut FieldMessages) -> Result<()> {
        let HomePage { structure, texts } = self;
        let tree = catalog::tree(tx, view.lang())?;
        for (name, placed) in
            [("hero", &structure.hero), ("hero_mobile", &structure.hero_mobile), ("story", &structure.story)]
        {
            if !media::exists(&placed.image) {
                fields.insert(format!("structure.{name}.image"), message::LOOK_PICTURE_MISSING.into());
            }
            if tree.by_key(&placed.category).is_none() {
                fields.insert(format!("structure.{name}.category"), message::LOOK_CATEGORY_MISSING.into());
            }
        }
        for (at, key) in structure.blocks.iter().enumerate() {
            match tree.by_key(key) {
                None => fields.insert(format!("structure.blocks.{at}"), message::LOOK_CATEGORY_MISSING.into()),
                Some(node) if !media::exists(&node.picture) => {
                    fields.insert(format!("structure.blocks.{at}"), message::LOOK_CATEGORY_UNPICTURED.into())
                }
                Some(_) => None,
            };
        }
        if has_twice(&structure.blocks) {
            fields.insert("structure.blocks".into(), message::LOOK_LISTED_TWICE.into());
        }
        for (name, skus) in
            [("bestsellers", &structure.bestsellers), ("bestsellers_mobile", &structure.bestsellers_mobile)]
        {
            if has_twice(skus) {
                fields.insert(format!("structure.{name}"), message::LOOK_LISTED_TWICE.into());
            }
            let known: BTreeSet<String> = catalog::names_of_skus(tx, view.lang(), skus)?.into_keys().collect();
            for (at, sku) in skus.iter().enumerate().filter(|(_, sku)| !known.contains(*sku)) {
                let why = message::LOOK_PRODUCT_MISSING.with("sku", sku.as_str());
                fields.insert(format!("structure.{name}.{at}"), why);
            }
        }
        for lang in view.stores.languages() {
            let empty = content::Texts::default();
            let texts = texts.get(lang).unwrap_or(&empty);
            let mut missing =
                |field: &str| fields.insert(format!("texts.{lang}.{field}"), message::LOOK_TEXT_MISSING.into());
            // Without an announcement there is none; a block that is not shown needs no words.
            let is_needed = |field: &str| match field.strip_prefix("blocks.") {
                Some(of) => structure
                    .blocks
                    .iter()
                    .any(|key| of.strip_prefix(key.as_str()).is_some_and(|rest| rest.starts_with('.'))),
                None => field != "announcement",
            };
            for (field, text) in texts.fields() {
                if text.trim().is_empty() && is_needed(&field) {
                    missing(&field);
                }
            }
            for key in structure.blocks.iter().filter(|key| !texts.blocks.contains_key(*key)) {
                missing(&format!("blocks.{key}.title"));
            }
            if let Some(meta) = &texts.meta {
                for (field, text) in [("meta.title", &meta.title), ("meta.description", &meta.description)] {
                    if text.trim().is_empty() {
                        missing(field);
                    }
                }
            }
            for (name, words) in [("hero", &texts.hero), ("hero_mobile", &texts.hero_mobile), ("story", &texts.story)] {
                if !words.category.is_empty() && tree.by_key(&words.category).is_none() {
                    fields.insert(format!("texts.{lang}.{name}.category"), message::LOOK_CATEGORY_MISSING.into());
                }
            }
            if texts.announcement.replace("{free_from}", "").contains(['{', '}']) {
                fields.insert(format!("texts.{lang}.announcement"), message::LOOK_PLACEHOLDER_FREE_FROM.into());
            }
        }
        Ok(())
    }

    fn put(&self, tx: &mut dyn Tx) -> Result<()> {
        cms::save_home_content(tx, &self.structure, &self.texts)
    }
}

/// Whether a home page that is there lacks a text in a language of this view's shop.
pub fn lacks_home_texts(tx: &mut dyn Tx, view: &View, lang: Lang) -> Result<bool> {
    let page = HomePage::in_force(tx)?;
    if page.texts.is_empty() {
        return Ok(false);
    }
    let mut fields = FieldMessages::new();
    page.check_ready(tx, view, &mut fields)?;
    let missing = |(field, why): (&String, &Message)| {
        why.id == message::LOOK_TEXT_MISSING.id && field.starts_with(&format!("texts.{lang}."))
    };
    Ok(fields.iter().any(missing))
}

fn has_twice(list: &[String]) -> bool {
    let distinct: BTreeSet<&String> = list.iter().collect();
    distinct.len() != list.len()
}
