//! `seed/pages` and `seed/home`: help pages and the home page, and the demonstration's promo tag.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;

use super::catalogue::Catalogue;
use super::files::{Files, Problems};
use super::ledger::days_before;
use super::products::Products;
use crate::cms::content::{Structure, Texts};
use crate::cms::house::HOUSE;
use crate::cms::{self, NewPage, TagRow};
use crate::db::Tx;
use crate::domain::promotion::EMPLOYEE_PERCENT;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::promo::DEMO_TAG;

const STRUCTURE: &str = "home/home.toml";

/// The help pages in the order of their menu (specification §2; decisions §1).
const HELP: [&str; 8] = [
    "shipping-and-returns",
    "returns",
    "terms-and-conditions",
    "bed-terms",
    "privacy-statement",
    "terms-of-use",
    "accessibility",
    "legal-notice",
];

/// The pages of the demonstration's house: [`HOUSE`], then the stories of the journal.
const STORIES: [&str; 3] = ["journal-hotel-bed", "journal-linen", "journal-evening-bath"];

/// The keys of all pages, in the order of their menus.
fn keys() -> impl Iterator<Item = &'static str> {
    HELP.into_iter().chain(HOUSE).chain(STORIES)
}

/// Days of validity before the seeding.
const TAG_DAYS: u32 = 90;

#[derive(Debug, Default)]
pub struct Pages {
    help: Vec<HelpPage>,
    structure: Structure,
    home: BTreeMap<Lang, Texts>,
    /// The documents as text, as they are stored.
    documents: BTreeMap<String, String>,
}

#[derive(Debug)]
struct HelpPage {
    key: String,
    lang: Lang,
    head: Head,
    body: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    title: String,
    description: String,
    /// ISO 8601 date.
    updated: String,
}

fn home_path(lang: Lang) -> String {
    format!("home/{lang}.toml")
}

impl Pages {
    pub fn read(files: &Files, problems: &mut Problems) -> Pages {
        let mut pages = Pages {
            help: Vec::new(),
            structure: files.read(STRUCTURE, problems),
            home: files.read_all(home_path, problems),
            documents: BTreeMap::new(),
        };
        pages.documents.insert(String::new(), files.text(STRUCTURE, problems).to_owned());
        for lang in Lang::ALL {
            pages.documents.insert(lang.code().to_owned(), files.text(&home_path(lang), problems).to_owned());
            for key in keys() {
                let path = format!("pages/{lang}/{key}.md");
                let text = files.text(&path, problems);
                if text.is_empty() {
                    continue;
                }
                if let Some((head, body)) = split(text, &path, problems) {
                    pages.help.push(HelpPage { key: key.to_owned(), lang, head, body });
                }
            }
            let folder = format!("pages/{lang}/");
            for path in files.below(&folder) {
                let key = path[folder.len()..].strip_suffix(".md").unwrap_or_default();
                if !keys().any(|known| known == key) {
                    problems.add(path, "", "is no help page that the shop knows; remove it");
                }
            }
        }
        pages
    }

    pub fn pictures(&self) -> Vec<String> {
        [&self.structure.hero, &self.structure.hero_mobile, &self.structure.story]
            .into_iter()
            .map(|placed| placed.image.clone())
            .collect()
    }

    pub fn check(&self, catalogue: &Catalogue, products: &Products, problems: &mut Problems) {
        for page in &self.help {
            let path = format!("pages/{}/{}.md", page.lang, page.key);
            problems.expect_text(&path, "", "title", &page.head.title);
            problems.expect_text(&path, "", "description", &page.head.description);
            problems.expect_text(&path, "", "text", &page.body);
            if page.head.updated.parse::<Date>().is_err() {
                problems.add(&path, "updated", "is no date; give one as 2026-01-31");
            }
            if page.body.lines().any(|line| line.starts_with("# ")) {
                problems.add(&path, "", "has a heading of the first level, which is the title's; begin with ##");
            }
        }
        let structure = &self.structure;
        let placed = [&structure.hero, &structure.hero_mobile, &structure.story];
        let categories = structure.blocks.iter().chain(placed.iter().map(|placed| &placed.category));
        for key in categories.filter(|key| !catalogue.has_category(key)) {
            problems.add(STRUCTURE, key, "is no category; name one of categories.toml");
        }
        for key in catalogue.home_blocks().filter(|key| !structure.blocks.iter().any(|block| block == key)) {
            problems.add(STRUCTURE, "blocks", format_args!("lacks {key}, which has home_block; add it"));
        }
        for sku in structure.bestsellers.iter().chain(&structure.bestsellers_mobile).filter(|sku| !products.has(sku)) {
            problems.add(STRUCTURE, sku, "is no product; name one of products.toml");
        }
        for (lang, texts) in &self.home {
            let path = home_path(*lang);
            for (field, text) in texts.fields() {
                problems.expect_text(&path, "", &field, text);
            }
            let blocks: BTreeSet<&String> = texts.blocks.keys().collect();
            for key in structure.blocks.iter().filter(|key| !blocks.contains(key)) {
                problems.add(&path, &format!("blocks.{key}"), "is missing; write title and text");
            }
        }
    }

    /// Inserts missing rows; answers their number.
    pub fn write(&self, tx: &mut dyn Tx) -> Result<u64> {
        let mut added = self.write_help(tx)?;
        for (lang, document) in &self.documents {
            added += cms::add_home_document(tx, lang, document)?;
        }
        Ok(added)
    }

    /// Inserts missing help pages only.
    pub fn write_help(&self, tx: &mut dyn Tx) -> Result<u64> {
        self.write_pages(tx, |key| HELP.contains(&key))
    }

    /// Inserts missing pages of the demonstration's house and its journal: they link its goods.
    pub fn write_house(&self, tx: &mut dyn Tx) -> Result<u64> {
        self.write_pages(tx, |key| !HELP.contains(&key))
    }

    fn write_pages(&self, tx: &mut dyn Tx, is_wanted: impl Fn(&str) -> bool) -> Result<u64> {
        let mut added = 0;
        for page in self.help.iter().filter(|page| is_wanted(&page.key)) {
            let position = keys().position(|key| key == page.key).unwrap_or_default();
            added += cms::add_page(
                tx,
                &NewPage {
                    url_key: &page.key,
                    lang: page.lang,
                    position: position as i64,
                    title: &page.head.title,
                    description: &page.head.description,
                    markdown: &page.body,
                    updated: &page.head.updated,
                },
            )?;
        }
        Ok(added)
    }
}

/// Inserts the demonstration's tag if it is missing; answers the number of rows.
pub fn write_tag(tx: &mut dyn Tx, now: Timestamp) -> Result<u64> {
    let tag = TagRow {
        tag: DEMO_TAG.to_owned(),
        percentage: u16::try_from(EMPLOYEE_PERCENT.hundredths() / 100).unwrap_or_default(),
        // The demonstration's clock may be set back.
        valid_from: days_before(now, TAG_DAYS).as_millisecond(),
        valid_to: None,
        active: true,
        email_domains: String::new(),
    };
    cms::add_tag(tx, &tag)
}

/// Head and body of a help page: TOML between two lines of `+++`, then Markdown.
fn split(text: &str, path: &str, problems: &mut Problems) -> Option<(Head, String)> {
    let parts = text.strip_prefix("+++\n").and_then(|rest| rest.split_once("\n+++\n"));
    let Some((head, body)) = parts else {
        problems.add(
            path,
            "",
            "does not begin with a head; put title, description and updated between two lines of +++",
        );
        return None;
    };
    match toml::from_str(head) {
        Ok(head) => Some((head, body.trim().to_owned())),
        Err(error) => {
            problems.unreadable(path, text, &error);
            None
        }
    }
}
