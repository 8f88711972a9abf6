//! What is wrong with a text of a page, by its lines, and what it says although the settings deny it.

use std::collections::{BTreeMap, BTreeSet};

use super::types::{PageContradiction, PageProblem, TextForm};
use crate::call::View;
use crate::cms::blocks::{self, FaultKind, PageSetting, Settings};
use crate::cms::{self, PageText};
use crate::db::Tx;
use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::Lang;
use crate::error::{FieldMessages, Result};
use crate::message::{self, Message};

/// Characters of a title, and of what search engines show.
const TITLE: usize = 120;
const DESCRIPTION: usize = 320;
/// Characters of a text.
const TEXT: usize = 100_000;

/// What texts are checked against.
pub struct Known {
    settings: Settings,
    placeholders: Vec<String>,
    keys: BTreeSet<String>,
}

impl Known {
    /// For the texts of one page; `key` need not be published yet.
    pub fn load(tx: &mut dyn Tx, view: &View, key: &str, lang: Lang) -> Result<Known> {
        let placeholders = cms::page_values(tx, view, key, lang)?.into_iter().map(|(name, _)| name.to_owned());
        let mut keys: BTreeSet<String> = cms::page_keys(tx)?.into_iter().collect();
        keys.insert(key.to_owned());
        Ok(Known { settings: Settings::load(tx, view)?, placeholders: placeholders.collect(), keys })
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What keeps a Markdown from being published, line by line.
    pub fn problems(&self, markdown: &str) -> Vec<PageProblem> {
        let (_, faults) = blocks::resolve(markdown, &self.settings);
        let mut problems: Vec<PageProblem> = faults
            .into_iter()
            .map(|fault| PageProblem { line: fault.line, message: words(fault.kind).with("line", fault.line) })
            .collect();
        for (text, line) in markdown.lines().zip(1_u32..) {
            let mut add = |message: Message| problems.push(PageProblem { line, message: message.with("line", line) });
            if text.starts_with("# ") {
                add(message::PAGE_HEADING_FIRST.into());
            }
            for name in braced(text).filter(|name| !self.is_placeholder(name)) {
                add(message::PAGE_PLACEHOLDER_UNKNOWN.with("placeholder", name));
            }
            for key in linked(text).filter(|key| !self.keys.contains(*key)) {
                add(message::PAGE_LINK_UNKNOWN.with("key", key));
            }
        }
        problems.sort_by_key(|problem| problem.line);
        problems
    }

    fn is_placeholder(&self, name: &str) -> bool {
        self.placeholders.iter().any(|known| known == name)
            || name == "number"
            || name == blocks::OTHER_CARRIER
            || PaymentMethod::from_code(name).is_some()
    }

    /// Adds to `fields` what keeps a text from being published, by `title.de`, `description.de` and `markdown.de`.
    pub fn check(&self, lang: Lang, text: &TextForm, fields: &mut FieldMessages) {
        for (field, value, empty) in [
            ("title", &text.title, message::PAGE_TITLE_EMPTY),
            ("description", &text.description, message::PAGE_DESCRIPTION_EMPTY),
            ("markdown", &text.markdown, message::PAGE_TEXT_EMPTY),
        ] {
            if value.trim().is_empty() {
                fields.insert(format!("{field}.{lang}"), empty.into());
            }
        }
        if let Some(problem) = self.problems(&text.markdown).into_iter().next() {
            fields.insert(format!("markdown.{lang}"), problem.message);
        }
    }
}

/// Adds to `fields` what is too long even for a draft.
pub fn check_size(lang: Lang, text: &TextForm, fields: &mut FieldMessages) {
    for (field, value, max) in [
        ("title", &text.title, TITLE),
        ("description", &text.description, DESCRIPTION),
        ("markdown", &text.markdown, TEXT),
    ] {
        if value.chars().count() > max {
            fields.insert(format!("{field}.{lang}"), message::PAGE_TEXT_LONG.with("max", max));
        }
    }
}

fn words(kind: FaultKind) -> Message {
    match kind {
        FaultKind::Unknown(name) => {
            let known = PageSetting::ALL.map(PageSetting::code).join(", ");
            message::PAGE_SETTING_UNKNOWN.with("name", name).with("known", known)
        }
        FaultKind::Unreadable(condition) => message::PAGE_CONDITION_BAD.with("condition", condition),
        FaultKind::NotBegun(word) => message::PAGE_CONDITION_NOT_BEGUN.with("word", word),
        FaultKind::NotEnded => message::PAGE_CONDITION_NOT_ENDED.into(),
        FaultKind::SecondElse => message::PAGE_CONDITION_SECOND_ELSE.into(),
    }
}

/// What stands between braces and looks like a placeholder, without conditions.
fn braced(line: &str) -> impl Iterator<Item = &str> {
    line.split('{').skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once('}')?;
        let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_/:.-".contains(&b)) && !name.is_empty();
        (is_name && !matches!(name, "else" | "end")).then_some(name)
    })
}

/// The keys that links `help:KEY` lead to.
fn linked(line: &str) -> impl Iterator<Item = &str> {
    line.split("](help:").skip(1).filter_map(|rest| {
        let (target, _) = rest.split_once(')')?;
        target.split(['#', ' ']).next()
    })
}

/// What a text says although the settings deny it.
pub fn contradicted(view: &View, text: &TextForm, settings: &Settings) -> Vec<PageContradiction> {
    let shown = cms::shown(view, &text.markdown, settings);
    blocks::contradictions(&[&text.title, &text.description, &shown].map(String::as_str), settings)
        .into_iter()
        .map(|(setting, word)| PageContradiction { setting, word: word.to_owned() })
        .collect()
}

/// A published page that says what the settings deny.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    pub key: String,
    pub lang: Lang,
    pub title: String,
    pub of: PageContradiction,
}

/// A published page, in one language.
#[derive(Debug, Clone)]
pub struct Changed {
    pub key: String,
    pub lang: Lang,
    pub title: String,
}

/// The published pages that read differently under the configuration of another view.
pub fn changed_by(tx: &mut dyn Tx, now: &View, then: &View) -> Result<Vec<Changed>> {
    let settings = (Settings::load(tx, now)?, Settings::load(tx, then)?);
    let mut replaced: BTreeMap<Lang, Vec<String>> = BTreeMap::new();
    for &lang in now.stores.languages() {
        let mut values = |of: &View| {
            let view = View::new(&of.stores, lang, of.currency, of.now, &of.config);
            cms::page_values(tx, &view, "", lang)
        };
        let (before, after) = (values(now)?, values(then)?);
        let other = before.iter().zip(&after).filter(|(one, other)| one != other);
        replaced.insert(lang, other.map(|((name, _), _)| format!("{{{name}}}")).collect());
    }
    let mut changed = cms::list_pages(tx, None)?;
    changed.retain(|page| {
        let Some(replaced) = replaced.get(&page.lang) else { return false };
        let shown = cms::shown(now, &page.markdown, &settings.0);
        shown != cms::shown(then, &page.markdown, &settings.1) || replaced.iter().any(|name| shown.contains(name))
    });
    let changed = changed.into_iter().map(|page| Changed { key: page.url_key, lang: page.lang, title: page.title });
    Ok(changed.collect())
}

/// What the published pages say, in the languages of the shop, although the settings deny it.
pub fn contradictions(tx: &mut dyn Tx, view: &View) -> Result<Vec<Contradiction>> {
    let settings = Settings::load(tx, view)?;
    let pages = cms::list_pages(tx, None)?;
    let spoken = pages.into_iter().filter(|page| view.stores.speaks(page.lang));
    let found = spoken.flat_map(|PageText { url_key, lang, title, description, markdown, .. }| {
        let text = TextForm { title, description, markdown };
        let said = contradicted(view, &text, &settings);
        said.into_iter().map(move |of| Contradiction { key: url_key.clone(), lang, title: text.title.clone(), of })
    });
    Ok(found.collect())
}
