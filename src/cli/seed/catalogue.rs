//! `seed/catalogue`: categories, options, makers and ship groups. Products are in `products`.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::files::{Files, Problems};
use super::words::Words;
use crate::catalog::import::{self, NewCategory, NewCategoryText};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;

const CATEGORIES: &str = "catalogue/categories.toml";
const OPTIONS: &str = "catalogue/options.toml";

#[derive(Debug, Default)]
pub struct Catalogue {
    categories: CategoryFile,
    texts: BTreeMap<Lang, BTreeMap<String, CategoryText>>,
    options: OptionFile,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CategoryFile {
    category: Vec<CategorySpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CategorySpec {
    key: String,
    parent: String,
    position: i64,
    #[serde(default)]
    image: String,
    /// Whether the home page has a block for it; home.toml has their order.
    #[serde(default)]
    home_block: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CategoryText {
    name: String,
    url_key: String,
    intro: String,
    meta_title: String,
    meta_description: String,
    #[serde(default)]
    alt: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionFile {
    option: Vec<OptionSpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionSpec {
    code: String,
    display: String,
    value: Vec<ValueSpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueSpec {
    code: String,
    sku: String,
    swatch: Option<String>,
}

fn texts_path(lang: Lang) -> String {
    format!("catalogue/{lang}/categories.toml")
}

impl Catalogue {
    pub fn read(files: &Files, problems: &mut Problems) -> Catalogue {
        Catalogue {
            categories: files.read(CATEGORIES, problems),
            texts: files.read_all(texts_path, problems),
            options: files.read(OPTIONS, problems),
        }
    }

    pub fn has_category(&self, key: &str) -> bool {
        self.categories.category.iter().any(|category| category.key == key)
    }

    /// The categories with a block on the home page.
    pub fn home_blocks(&self) -> impl Iterator<Item = &str> {
        self.categories.category.iter().filter(|category| category.home_block).map(|category| category.key.as_str())
    }

    pub fn has_option(&self, code: &str) -> bool {
        self.options.option.iter().any(|option| option.code == code)
    }

    /// The SKU suffix of a value; none for an unknown value.
    pub fn suffix(&self, option: &str, value: &str) -> Option<&str> {
        let option = self.options.option.iter().find(|spec| spec.code == option)?;
        option.value.iter().find(|spec| spec.code == value).map(|spec| spec.sku.as_str())
    }

    pub fn pictures(&self) -> Vec<String> {
        self.categories.category.iter().map(|category| category.image.clone()).filter(|name| !name.is_empty()).collect()
    }

    pub fn check(&self, words: &Words, problems: &mut Problems) {
        let mut known: Vec<&str> = Vec::new();
        for category in &self.categories.category {
            let key = category.key.as_str();
            if known.contains(&key) {
                problems.add(CATEGORIES, key, "stands there twice; remove one");
            }
            if !category.parent.is_empty() && !known.contains(&category.parent.as_str()) {
                problems.add(
                    CATEGORIES,
                    key,
                    format_args!("lies in {}; give a category that stands before it", category.parent),
                );
            }
            if category.parent.is_empty() && category.image.is_empty() {
                problems.add(CATEGORIES, key, "has no image; every category of the top level needs one");
            }
            known.push(key);
        }
        for (lang, texts) in &self.texts {
            self.check_texts(*lang, texts, problems);
        }
        for option in &self.options.option {
            words.expect("option", &option.code, OPTIONS, &option.code, problems);
            if !["swatch", "button", "select"].contains(&option.display.as_str()) {
                problems.add(
                    OPTIONS,
                    &option.code,
                    format_args!("has display {}; give swatch, button or select", option.display),
                );
            }
            for (place, value) in option.value.iter().enumerate() {
                let key = format!("{} {}", option.code, value.code);
                words.expect(&format!("value.{}", option.code), &value.code, OPTIONS, &key, problems);
                if option.value[..place].iter().any(|other| other.sku == value.sku || other.code == value.code) {
                    problems.add(OPTIONS, &key, "shares its code or sku with another value; give it its own");
                }
                if (option.display == "swatch") != value.swatch.is_some() {
                    problems.add(
                        OPTIONS,
                        &key,
                        "needs a swatch exactly when its option shows swatches; add or remove it",
                    );
                }
            }
        }
    }

    fn check_texts(&self, lang: Lang, texts: &BTreeMap<String, CategoryText>, problems: &mut Problems) {
        let path = texts_path(lang);
        let mut keys: BTreeMap<&str, &str> = BTreeMap::new();
        for category in &self.categories.category {
            let Some(text) = texts.get(&category.key) else {
                problems.add(&path, &category.key, "is missing; translate it");
                continue;
            };
            let fields = [
                ("name", &text.name),
                ("intro", &text.intro),
                ("meta_title", &text.meta_title),
                ("meta_description", &text.meta_description),
            ];
            for (field, value) in fields {
                problems.expect_text(&path, &category.key, field, value);
            }
            if !category.image.is_empty() {
                problems.expect_text(&path, &category.key, "alt", &text.alt);
            }
            problems.expect_url_key(&path, &category.key, &text.url_key, &mut keys);
            self.check_foreign(lang, category, &text.url_key, problems);
        }
        for key in texts.keys().filter(|key| !self.has_category(key)) {
            problems.add(&path, key, "is no category of categories.toml; add it there or remove it");
        }
    }

    /// A URL key must not be another category's in another language, where redirects look it up.
    fn check_foreign(&self, lang: Lang, category: &CategorySpec, url_key: &str, problems: &mut Problems) {
        for (other_lang, texts) in self.texts.iter().filter(|(other, _)| **other != lang) {
            let taken = texts.iter().find(|(key, text)| **key != category.key && text.url_key == url_key);
            if let Some((other, _)) = taken {
                let what = format_args!("has the url_key of {other} in {other_lang}; give another");
                problems.add(&texts_path(lang), &category.key, what);
            }
        }
    }

    /// Inserts missing rows; answers the ids by key and the number of rows.
    pub fn write(&self, tx: &mut dyn Tx) -> Result<(HashMap<String, i64>, u64)> {
        let mut added = 0;
        for option in &self.options.option {
            let values: Vec<(&str, Option<&str>)> =
                option.value.iter().map(|value| (value.code.as_str(), value.swatch.as_deref())).collect();
            added += import::add_option(tx, &option.code, &option.display, &values)?;
        }
        let mut ids: HashMap<String, i64> = HashMap::new();
        for category in &self.categories.category {
            let new = NewCategory {
                key: &category.key,
                parent_id: ids.get(&category.parent).copied(),
                position: category.position,
                picture: &category.image,
            };
            let (id, is_new) = import::add_category(tx, &new)?;
            added += u64::from(is_new);
            ids.insert(category.key.clone(), id);
            for (lang, texts) in &self.texts {
                let Some(text) = texts.get(&category.key) else { continue };
                let text = NewCategoryText {
                    name: &text.name,
                    url_key: &text.url_key,
                    intro: &text.intro,
                    meta_title: &text.meta_title,
                    meta_description: &text.meta_description,
                    alt: &text.alt,
                };
                added += import::add_category_text(tx, id, *lang, &text)?;
            }
        }
        Ok((ids, added))
    }
}
