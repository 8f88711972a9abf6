//! All SQL of content pages and promo tags.

use std::collections::BTreeMap;

use anyhow::Context;
use jiff::Timestamp;
use serde::Deserialize;

use super::content::{Structure, Texts};
use super::markdown::without_marks;
use crate::catalog;
use crate::db::Tx;
use crate::domain::money::Percent;
use crate::domain::promotion::{PromoTag, normalise};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::search::HelpPage;
use crate::vals;

/// A help page in Markdown.
#[derive(Debug, Deserialize)]
pub struct CmsRow {
    pub url_key: String,
    pub title: String,
    pub description: String,
    pub markdown: String,
    pub updated: String,
}

pub fn find_cms(tx: &mut dyn Tx, url_key: &str, lang: Lang) -> Result<Option<CmsRow>> {
    tx.find(
        "SELECT url_key, title, description, markdown, updated FROM cms_page WHERE url_key = $1 AND lang = $2",
        vals![url_key, lang.code()],
    )
}

/// A help page to be added.
#[derive(Debug)]
pub struct NewPage<'a> {
    pub url_key: &'a str,
    pub lang: Lang,
    pub position: i64,
    pub title: &'a str,
    pub description: &'a str,
    pub markdown: &'a str,
    pub updated: &'a str,
}

/// Adds a help page where it is missing; answers how many rows.
pub fn add_page(tx: &mut dyn Tx, page: &NewPage<'_>) -> Result<u64> {
    tx.exec(
        "INSERT INTO cms_page (url_key, lang, position, title, description, markdown, updated)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (url_key, lang) DO NOTHING",
        vals![
            page.url_key,
            page.lang.code(),
            page.position,
            page.title,
            page.description,
            page.markdown,
            page.updated,
        ],
    )
}

/// A help page in one language as it is published.
#[derive(Debug, Clone, Deserialize)]
pub struct PageText {
    pub url_key: String,
    pub lang: Lang,
    pub position: i64,
    pub title: String,
    pub description: String,
    pub markdown: String,
    /// ISO 8601 date.
    pub updated: String,
}

/// The help pages with their texts, in their order; those with one key, or all.
pub fn list_pages(tx: &mut dyn Tx, url_key: Option<&str>) -> Result<Vec<PageText>> {
    const PAGES: &str = "SELECT url_key, lang, position, title, description, markdown, updated FROM cms_page";
    match url_key {
        Some(key) => tx.all(&format!("{PAGES} WHERE url_key = $1 ORDER BY lang"), vals![key]),
        None => tx.all(&format!("{PAGES} ORDER BY position, url_key, lang"), vals![]),
    }
}

/// The keys of all help pages.
pub fn page_keys(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT DISTINCT url_key FROM cms_page", vals![])
}

/// The help pages as the search indexes them.
pub fn help_pages(tx: &mut dyn Tx) -> Result<Vec<HelpPage>> {
    let pages = list_pages(tx, None)?;
    Ok(pages
        .into_iter()
        .map(|PageText { url_key: key, lang, title, description, markdown, .. }| HelpPage {
            key,
            lang,
            title,
            description,
            markdown: without_marks(&markdown),
        })
        .collect())
}

/// Publishes a text, in the place of the one before. A page that is new comes last.
pub fn publish_page(tx: &mut dyn Tx, page: &PageText) -> Result<()> {
    tx.exec(
        "INSERT INTO cms_page (url_key, lang, position, title, description, markdown, updated)
         VALUES ($1, $2, COALESCE((SELECT MAX(position) FROM cms_page WHERE url_key = $1),
                                  (SELECT COALESCE(MAX(position), -1) + 1 FROM cms_page)), $3, $4, $5, $6)
         ON CONFLICT (url_key, lang) DO UPDATE
             SET title = excluded.title, description = excluded.description, markdown = excluded.markdown, updated = excluded.updated",
        vals![&page.url_key, page.lang.code(), &page.title, &page.description, &page.markdown, &page.updated],
    )?;
    catalog::bump_search(tx)
}

/// Whether a promo tag is in force, or will be.
pub fn has_tag(tx: &mut dyn Tx) -> Result<bool> {
    tx.one("SELECT EXISTS (SELECT 1 FROM promo_tag WHERE active = 1)", vals![])
}

/// Key and title of all help pages, in their order.
pub fn list_cms(tx: &mut dyn Tx, lang: Lang) -> Result<Vec<(String, String)>> {
    tx.all("SELECT url_key, title FROM cms_page WHERE lang = $1 ORDER BY position, url_key", vals![lang.code()])
}

/// The home page's structure and its texts in a language; none in an empty shop.
pub fn home(tx: &mut dyn Tx, lang: Lang) -> Result<Option<(Structure, Texts)>> {
    let Some(structure) = content(tx, "")? else { return Ok(None) };
    let Some(texts) = content(tx, lang.code())? else { return Ok(None) };
    let structure = toml::from_str(&structure).context("home_content, structure")?;
    let texts = toml::from_str(&texts).with_context(|| format!("home_content in {lang}"))?;
    Ok(Some((structure, texts)))
}

fn content(tx: &mut dyn Tx, lang: &str) -> Result<Option<String>> {
    tx.find("SELECT content FROM home_content WHERE lang = $1", vals![lang])
}

/// The home page's structure and its texts in every language that has any; empty in an empty shop.
pub fn home_content(tx: &mut dyn Tx) -> Result<(Structure, BTreeMap<Lang, Texts>)> {
    let (mut structure, mut texts) = (Structure::default(), BTreeMap::new());
    for (lang, document) in home_documents(tx)? {
        match Lang::from_code(&lang) {
            Some(lang) => {
                let read = toml::from_str(&document).with_context(|| format!("home_content in {lang}"))?;
                texts.insert(lang, read);
            }
            None => structure = toml::from_str(&document).context("home_content, structure")?,
        }
    }
    Ok((structure, texts))
}

/// Saves the home page's structure and its texts, in the place of all that is there.
pub fn save_home_content(tx: &mut dyn Tx, structure: &Structure, texts: &BTreeMap<Lang, Texts>) -> Result<()> {
    save_home_document(tx, "", &toml::to_string(structure).context("home_content, structure")?)?;
    for (lang, texts) in texts {
        let document = toml::to_string(texts).with_context(|| format!("home_content in {lang}"))?;
        save_home_document(tx, lang.code(), &document)?;
    }
    for lang in Lang::ALL.into_iter().filter(|lang| !texts.contains_key(lang)) {
        tx.exec("DELETE FROM home_content WHERE lang = $1", vals![lang.code()])?;
    }
    Ok(())
}

/// The home page's documents: language (empty for the structure) and content.
pub fn home_documents(tx: &mut dyn Tx) -> Result<Vec<(String, String)>> {
    tx.all("SELECT lang, content FROM home_content ORDER BY lang", vals![])
}

/// Saves a document of the home page, replacing the old one.
pub fn save_home_document(tx: &mut dyn Tx, lang: &str, content: &str) -> Result<u64> {
    tx.exec(
        "INSERT INTO home_content (lang, content) VALUES ($1, $2)
         ON CONFLICT (lang) DO UPDATE SET content = excluded.content",
        vals![lang, content],
    )
}

/// Adds a document of the home page where it is missing; answers how many rows.
pub fn add_home_document(tx: &mut dyn Tx, lang: &str, content: &str) -> Result<u64> {
    tx.exec(
        "INSERT INTO home_content (lang, content) VALUES ($1, $2) ON CONFLICT (lang) DO NOTHING",
        vals![lang, content],
    )
}

/// A row of a promo tag.
#[derive(Debug, Clone, serde::Serialize, Deserialize)]
pub struct TagRow {
    pub tag: String,
    pub percentage: u16,
    /// Unix milliseconds, as is `valid_to`.
    pub valid_from: i64,
    pub valid_to: Option<i64>,
    pub active: bool,
    /// Comma-separated.
    pub email_domains: String,
}

impl TagRow {
    /// The e-mail domains that the tag is restricted to; empty: any.
    pub fn domains(&self) -> Vec<String> {
        self.email_domains.split(',').filter(|domain| !domain.is_empty()).map(str::to_owned).collect()
    }
}

/// The row of the promo tag with this code, in any case.
pub fn find_tag_row(tx: &mut dyn Tx, code: &str) -> Result<Option<TagRow>> {
    tx.find(
        "SELECT tag, percentage, valid_from, valid_to, active, email_domains FROM promo_tag WHERE tag = $1",
        vals![normalise(code)],
    )
}

/// The promo tag with this code, in any case.
pub fn find_tag(tx: &mut dyn Tx, code: &str) -> Result<Option<PromoTag>> {
    let Some(row) = find_tag_row(tx, code)? else { return Ok(None) };
    let moment = |at: i64| Timestamp::from_millisecond(at).context("promo_tag");
    let email_domains = row.domains();
    Ok(Some(PromoTag {
        code: row.tag,
        percent: Percent::whole(row.percentage),
        valid_from: Some(moment(row.valid_from)?),
        valid_until: row.valid_to.map(moment).transpose()?,
        email_domains,
        is_active: row.active,
    }))
}

/// All promo tags.
pub fn list_tags(tx: &mut dyn Tx) -> Result<Vec<TagRow>> {
    tx.all("SELECT tag, percentage, valid_from, valid_to, active, email_domains FROM promo_tag ORDER BY tag", vals![])
}

/// Saves a tag, replacing one with the same code.
pub fn save_tag(tx: &mut dyn Tx, row: &TagRow) -> Result<()> {
    tx.exec(
        "INSERT INTO promo_tag (tag, percentage, valid_from, valid_to, active, email_domains)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (tag) DO UPDATE SET percentage = $2, valid_from = $3, valid_to = $4, active = $5, email_domains = $6",
        vals![&row.tag, row.percentage, row.valid_from, row.valid_to, row.active, &row.email_domains],
    )?;
    Ok(())
}

/// Adds a tag where it is missing; answers how many rows.
pub fn add_tag(tx: &mut dyn Tx, row: &TagRow) -> Result<u64> {
    tx.exec(
        "INSERT INTO promo_tag (tag, percentage, valid_from, valid_to, active, email_domains)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tag) DO NOTHING",
        vals![&row.tag, row.percentage, row.valid_from, row.valid_to, row.active, &row.email_domains],
    )
}

/// Switches a tag off; answers whether there is one.
pub fn switch_tag_off(tx: &mut dyn Tx, tag: &str) -> Result<bool> {
    Ok(tx.exec("UPDATE promo_tag SET active = 0 WHERE tag = $1", vals![tag])? == 1)
}
