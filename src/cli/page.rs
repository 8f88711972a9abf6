//! `shop page`: help pages, their drafts and versions.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use clap::Subcommand;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::shop::{self, Shop};
use super::table::{Output, moment, named};
use crate::audit::{self, By};
use crate::call::View;
use crate::cms::{self, PageText};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::order;
use crate::page::types::{SeenDraft, TextForm};
use crate::page::{self, editing};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List help pages, with their drafts and what they say although the settings deny it
    List,
    /// Print the text of a page, as `shop page set` takes it
    Show {
        key: String,
        #[arg(value_parser = super::lang)]
        lang: Lang,
        /// The draft instead of what is published
        #[arg(long)]
        draft: bool,
    },
    /// Save a text as a draft, in the place of the draft that is there
    Set {
        /// The end of its address, e.g. returns
        key: String,
        #[arg(value_parser = super::lang)]
        lang: Lang,
        /// Markdown, below title and description between two lines of +++ as `shop page show` prints them
        file: PathBuf,
    },
    /// List what was published of a page, the newest first
    Versions {
        key: String,
        #[arg(value_parser = super::lang)]
        lang: Lang,
    },
    /// Make a draft of a text that was published
    Restore {
        key: String,
        #[arg(value_parser = super::lang)]
        lang: Lang,
        /// As `shop page versions` lists it
        number: i64,
    },
    /// Publish the drafts of a page, now or at a time
    Publish {
        key: String,
        /// Only in this language; may be given several times
        #[arg(long = "lang", value_parser = super::lang)]
        langs: Vec<Lang>,
        /// When, on the shop's clocks, e.g. 2026-12-01T08:00
        #[arg(long, value_name = "TIME", value_parser = super::clock_time)]
        at: Option<DateTime>,
    },
}

/// A page as it is listed.
#[derive(Debug, Serialize)]
struct Listed {
    key: String,
    title: String,
    published: Vec<String>,
    drafts: Vec<String>,
    /// Language and word.
    contradictions: Vec<String>,
}

/// What stands above a text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    title: String,
    description: String,
    /// Of files of the seed; the day of publishing is written by itself.
    #[serde(default, skip_serializing)]
    #[expect(dead_code, reason = "accepted, so that files of the seed may be given")]
    updated: Option<String>,
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List => {
            let config = shop.config();
            let now = shop::now()?;
            let rows = shop.read(|tx| {
                let view = View::load(tx, Lang::En, Currency::Eur, now, &config)?;
                list(tx, &view)
            })?;
            out.list(&rows, &["key", "published", "drafts", "names what is off", "title"], |row| {
                vec![
                    row.key.clone(),
                    row.published.join(" "),
                    row.drafts.join(" "),
                    row.contradictions.join(", "),
                    row.title.clone(),
                ]
            })
        }
        Command::Show { key, lang, draft } => {
            let text = shop.read(|tx| if draft { drafted(tx, &key, lang) } else { published(tx, &key, lang) })?;
            if out.json {
                return out.value(&text);
            }
            let head = Head { title: text.title, description: text.description, updated: None };
            let head = toml::to_string(&head).context("the head of a page")?;
            super::print(&format!("+++\n{head}+++\n\n{}", text.markdown))
        }
        Command::Set { key, lang, file } => {
            let read = std::fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            let text = parse(&read).map_err(|why| anyhow!("{}: {why}", file.display()))?;
            let config = shop.config();
            shop.write("page set", |tx, command| {
                let view = View::load(tx, lang, Currency::Eur, command.now, &config)?;
                let change = page::change(tx, &key, |tx| {
                    let draft = page::drafts(tx, Some(&key))?.into_iter().find(|draft| draft.lang == lang);
                    let newest = page::versions(tx, &key, &[lang], 1)?.first().map_or(0, |version| version.number);
                    let seen = (draft.map_or(0, |draft| draft.version), newest);
                    editing::save(tx, &by(command), &view, (&key, lang), seen, &text)
                })?;
                Ok(((), change))
            })?;
            out.done(
                &json!({ "key": key, "lang": lang }),
                &format!("{key} in {lang} is a draft; `shop page publish {key} --lang {lang}` publishes it"),
            )
        }
        Command::Versions { key, lang } => {
            let rows = shop.read(|tx| page::versions(tx, &key, &[lang], shop::LINES))?;
            out.list(&rows, &["number", "at", "by", "title"], |row| {
                vec![row.number.to_string(), moment(row.at), row.actor.clone(), row.title.clone()]
            })
        }
        Command::Restore { key, lang, number } => {
            shop.write("page restore", |tx, command| {
                let change = page::change(tx, &key, |tx| editing::restore(tx, &by(command), &key, lang, number))?;
                Ok(((), change))
            })?;
            out.done(
                &json!({ "key": key, "lang": lang, "number": number }),
                &format!("version {number} is a draft; `shop page publish {key} --lang {lang}` publishes it"),
            )
        }
        Command::Publish { key, langs, at } => {
            let config = shop.config();
            let langs = shop.write("page publish", |tx, command| {
                let view = View::load(tx, Lang::En, Currency::Eur, command.now, &config)?;
                let drafts = page::drafts(tx, Some(&key))?.into_iter();
                let drafts: Vec<SeenDraft> = drafts
                    .filter(|draft| langs.is_empty() || langs.contains(&draft.lang))
                    .map(|draft| SeenDraft { lang: draft.lang, version: draft.version })
                    .collect();
                let mut langs = Vec::new();
                let change = page::change(tx, &key, |tx| {
                    let done = editing::publish(tx, &by(command), &view, &key, &drafts, at)?;
                    langs = done.into_iter().map(|draft| draft.lang.to_string()).collect();
                    Ok(())
                })?;
                Ok((langs, change))
            })?;
            let how = if at.is_some() { "is scheduled" } else { "is published" };
            out.done(&json!({ "key": key, "langs": langs, "at": at }), &format!("{key} {how} in {}", named(&langs)))
        }
    }
}

fn by(command: &order::Command) -> By {
    By { actor: audit::Actor::Command(audit::system_user()), now: command.now }
}

fn list(tx: &mut dyn Tx, view: &View) -> Result<Vec<Listed>> {
    let said = page::contradictions(tx, view)?;
    let drafts = page::drafts(tx, None)?;
    let mut rows: Vec<Listed> = Vec::new();
    let empty = |key: &str, title: &str| Listed {
        key: key.to_owned(),
        title: title.to_owned(),
        published: Vec::new(),
        drafts: Vec::new(),
        contradictions: Vec::new(),
    };
    for page in cms::list_pages(tx, None)? {
        if rows.last().is_none_or(|row| row.key != page.url_key) {
            rows.push(empty(&page.url_key, &page.title));
        }
        let Some(row) = rows.last_mut() else { continue };
        if page.lang == view.lang() {
            row.title.clone_from(&page.title);
        }
        row.published.push(page.lang.to_string());
    }
    for draft in drafts {
        if !rows.iter().any(|row| row.key == draft.key) {
            rows.push(empty(&draft.key, &draft.text.title));
        }
        rows.iter_mut().filter(|row| row.key == draft.key).for_each(|row| row.drafts.push(draft.lang.to_string()));
    }
    for one in said {
        let words = format!("{}: {}", one.lang, one.of.word);
        rows.iter_mut().filter(|row| row.key == one.key).for_each(|row| row.contradictions.push(words.clone()));
    }
    Ok(rows)
}

fn published(tx: &mut dyn Tx, key: &str, lang: Lang) -> Result<TextForm> {
    let found: Option<PageText> = cms::list_pages(tx, Some(key))?.into_iter().find(|page| page.lang == lang);
    let found = found.ok_or_else(|| anyhow!("there is no page {key} in {lang}; `shop page list` lists them"))?;
    Ok(page::text_of(&found))
}

fn drafted(tx: &mut dyn Tx, key: &str, lang: Lang) -> Result<TextForm> {
    let found = page::drafts(tx, Some(key))?.into_iter().find(|draft| draft.lang == lang);
    Ok(found.ok_or_else(|| anyhow!("there is no draft of {key} in {lang}; `shop page list` lists them"))?.text)
}

/// A text below its head.
fn parse(file: &str) -> std::result::Result<TextForm, String> {
    let file = file.replace("\r\n", "\n");
    let (head, markdown) = file
        .strip_prefix("+++\n")
        .and_then(|rest| rest.split_once("\n+++\n"))
        .ok_or("does not begin with a head; put title and description between two lines of +++")?;
    let head: Head = toml::from_str(head).map_err(|error| error.message().to_owned())?;
    Ok(TextForm { title: head.title, description: head.description, markdown: markdown.trim().to_owned() })
}
