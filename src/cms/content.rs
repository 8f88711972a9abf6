//! The home page's documents: one with its structure, one with texts per language.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pictures, order of the blocks and best sellers: `seed/home/home.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HomeStructure")]
pub struct Structure {
    /// Category keys.
    pub blocks: Vec<String>,
    /// SKUs.
    pub bestsellers: Vec<String>,
    /// SKUs; empty: the same as for desktops.
    #[serde(default)]
    pub bestsellers_mobile: Vec<String>,
    pub hero: Placed,
    pub hero_mobile: Placed,
    pub story: Placed,
}

impl Structure {
    fn placed(&self) -> [&Placed; 3] {
        [&self.hero, &self.hero_mobile, &self.story]
    }

    /// Keys of all referenced categories.
    pub fn categories(&self) -> impl Iterator<Item = &String> {
        self.blocks.iter().chain(self.placed().map(|one| &one.category))
    }

    /// Keys of all categories that the page links to with these texts.
    pub fn categories_with<'a>(&'a self, texts: &'a Texts) -> impl Iterator<Item = &'a String> {
        let words = [&texts.hero, &texts.hero_mobile, &texts.story];
        self.blocks.iter().chain(self.placed().into_iter().zip(words).map(|(placed, words)| placed.leads_to(words)))
    }

    /// SKUs of all referenced products.
    pub fn products(&self) -> impl Iterator<Item = &String> {
        self.bestsellers.iter().chain(&self.bestsellers_mobile)
    }

    /// Names of all referenced pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &String> {
        self.placed().map(|one| &one.image).into_iter()
    }
}

/// A picture and its link.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HomePlaced")]
pub struct Placed {
    pub image: String,
    /// Category key.
    pub category: String,
}

impl Placed {
    /// Key of the linked category: that of the texts if given, else its own.
    pub fn leads_to<'a>(&'a self, words: &'a Words) -> &'a String {
        if words.category.is_empty() { &self.category } else { &words.category }
    }
}

/// Texts of one language: `seed/home/<lang>.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HomeTexts")]
pub struct Texts {
    pub announcement: String,
    /// Title and description for search engines; the hero's by default.
    #[serde(default)]
    pub meta: Option<Meta>,
    pub hero: Words,
    pub hero_mobile: Words,
    /// By category key.
    pub blocks: BTreeMap<String, BlockWords>,
    pub story: Words,
    pub bestsellers: Title,
    #[serde(default)]
    pub facts: Vec<BlockWords>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HomeMeta")]
pub struct Meta {
    pub title: String,
    pub description: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HomeWords")]
pub struct Words {
    pub title: String,
    pub text: String,
    pub cta: String,
    /// Text alternative of the picture.
    #[serde(default)]
    pub alt: String,
    /// Category key; the structure's by default.
    #[serde(default)]
    pub category: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HomeBlockWords")]
pub struct BlockWords {
    pub title: String,
    pub text: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HomeTitle")]
pub struct Title {
    pub title: String,
}

impl Texts {
    /// Path and text of every field, to find missing ones.
    pub fn fields(&self) -> Vec<(String, &str)> {
        let mut fields = vec![("announcement".to_owned(), self.announcement.as_str())];
        for (name, words) in [("hero", &self.hero), ("hero_mobile", &self.hero_mobile), ("story", &self.story)] {
            for (field, text) in
                [("title", &words.title), ("text", &words.text), ("cta", &words.cta), ("alt", &words.alt)]
            {
                fields.push((format!("{name}.{field}"), text));
            }
        }
        for (key, block) in &self.blocks {
            fields.push((format!("blocks.{key}.title"), &block.title));
            fields.push((format!("blocks.{key}.text"), &block.text));
        }
        fields.push(("bestsellers.title".to_owned(), &self.bestsellers.title));
        for (number, fact) in self.facts.iter().enumerate() {
            fields.push((format!("facts[{number}].title"), &fact.title));
            fields.push((format!("facts[{number}].text"), &fact.text));
        }
        fields
    }
}
