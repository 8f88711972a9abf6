//! `shop message`: the inbox of messages, returns, withdrawals and chats, and canned texts.

use std::fmt::Write as _;

use anyhow::{anyhow, bail};
use clap::Subcommand;
use serde_json::json;

use super::shop::{self, LINES, Shop, one_line};
use super::table::{Output, moment};
use crate::audit::{self, Change};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::inbox::answering::{self, By};
use crate::inbox::types::{SaveTextArgs, ThreadEntry, ThreadEntryKind, ThreadRow};
use crate::inbox::{self, texts};
use crate::order::Command as OrderCommand;
use crate::staff::people::person_at;
use crate::store_view;
use crate::thread::types::{ThreadKind, ThreadState};
use crate::thread::{self, Thread, Wanted};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what customers have written: open ones first, those that are due first at the top
    List {
        /// Beginnings of words: of a name, an address, an order's number, a reference
        #[arg(default_value = "")]
        words: String,
        /// Only this kind
        #[arg(long, value_enum)]
        kind: Option<ThreadKind>,
        /// Only in this state
        #[arg(long, value_enum)]
        state: Option<ThreadState>,
        /// Only what is written in this language, e.g. de
        #[arg(long, value_parser = language)]
        lang: Option<Lang>,
        /// Only what nobody has taken
        #[arg(long)]
        unassigned: bool,
    },
    /// Print what was written by both sides, and what was noted
    Show {
        /// The reference that `list` prints, e.g. W2026-00001
        reference: String,
    },
    /// Answer: by a letter in the customer's language, in a chat at once
    Reply {
        /// The reference that `list` prints
        reference: String,
        /// What to say, in quotes; greeting and closing are the letter's own
        text: String,
    },
    /// Note something for the house
    Note {
        /// The reference that `list` prints
        reference: String,
        /// The note, in quotes
        text: String,
    },
    /// Give it to a person, or to nobody
    Assign {
        /// The reference that `list` prints
        reference: String,
        /// Mail address of the person; without it nobody has it
        address: Option<String>,
    },
    /// Note that it is dealt with; a chat ends
    Close {
        /// The reference that `list` prints
        reference: String,
        /// How; needed for a withdrawal
        #[arg(long, default_value = "", value_parser = one_line)]
        note: String,
    },
    /// Open a message again that was closed
    Reopen {
        /// The reference that `list` prints
        reference: String,
    },
    /// Look after the texts that are used again
    #[command(subcommand)]
    Text(TextCommand),
}

#[derive(Debug, Subcommand)]
enum TextCommand {
    /// List canned texts and the languages that they are written in
    List,
    /// Print a text in all its languages
    Show {
        /// As `list` prints it
        title: String,
    },
    /// Write a text in one language; one that is not there begins
    Set {
        /// As `list` prints it
        title: String,
        /// The language, e.g. de
        #[arg(long, value_parser = language)]
        lang: Lang,
        /// In quotes, with placeholders such as {first_name} or {order_number}; empty: not in this language
        text: String,
    },
    /// Delete a text
    Remove {
        /// As `list` prints it
        title: String,
    },
}

fn language(text: &str) -> std::result::Result<Lang, String> {
    Lang::from_code(text).ok_or_else(|| format!("give one of {}, e.g. de", Lang::ALL.map(Lang::code).join(", ")))
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { words, kind, state, lang, unassigned } => {
            let assignee = unassigned.then_some(None);
            let wanted = Wanted { text: words, kind, state, lang, assignee, after: None, limit: LINES + 1 };
            let now = shop::now()?;
            let rows = shop.read(|tx| {
                let threads = thread::browse(tx, &wanted)?;
                inbox::rows(tx, &threads, now)
            })?;
            let how = |_: &ThreadRow| "name a --kind or a --state, or words".to_owned();
            let headings = ["reference", "kind", "state", "written", "due", "language", "name", "taken by", "says"];
            out.part(rows, LINES, how, &headings, |row| {
                vec![
                    row.reference.clone(),
                    row.kind.code().to_owned(),
                    row.state.code().to_owned(),
                    at(&row.at),
                    row.due_at.as_deref().map(at).unwrap_or_default(),
                    row.lang.to_string(),
                    row.name.clone(),
                    row.assignee.as_ref().map(|of| of.name.clone()).unwrap_or_default(),
                    shop::line(&row.excerpt, 60),
                ]
            })
        }
        Command::Show { reference } => show(&shop, out, &reference),
        Command::Reply { reference, text } => {
            let reference = change(&shop, "message reply", &reference, |tx, by, thread| reply(tx, by, thread, &text))?;
            out.done(&json!({ "reference": reference, "answered": true }), &format!("{reference} is answered"))
        }
        Command::Note { reference, text } => {
            let work = |tx: &mut dyn Tx, by: &By, thread: &Thread| answering::note(tx, by, thread, &text);
            let reference = change(&shop, "message note", &reference, work)?;
            out.done(&json!({ "reference": reference, "noted": true }), &format!("noted in {reference}"))
        }
        Command::Assign { reference, address } => {
            let work = |tx: &mut dyn Tx, by: &By, thread: &Thread| {
                let person = |address: &String| person_at(tx, address);
                let to = address.as_ref().map(person).transpose()?;
                answering::assign(tx, by, thread, to.map(|person| person.id))
            };
            let reference = change(&shop, "message assign", &reference, work)?;
            let whose = address.clone().unwrap_or_else(|| "nobody".to_owned());
            out.done(&json!({ "reference": reference, "assigned_to": address }), &format!("{reference}: {whose}"))
        }
        Command::Close { reference, note } => {
            let work = |tx: &mut dyn Tx, by: &By, thread: &Thread| answering::close(tx, by, thread, &note);
            let reference = change(&shop, "message close", &reference, work)?;
            out.done(&json!({ "reference": reference, "closed": true }), &format!("{reference} is closed"))
        }
        Command::Reopen { reference } => {
            let reference = change(&shop, "message reopen", &reference, answering::reopen)?;
            out.done(&json!({ "reference": reference, "open": true }), &format!("{reference} is open"))
        }
        Command::Text(command) => text(&shop, out, command),
    }
}

/// Who runs a command.
pub fn by(command: &OrderCommand) -> By {
    By { actor: audit::Actor::Command(audit::system_user()), now: command.now }
}

/// Answers as customers have written: in the chat, else by letter.
pub fn reply(tx: &mut dyn Tx, by: &By, thread: &Thread, text: &str) -> Result<()> {
    match thread.kind {
        ThreadKind::Chat => answering::say(tx, by, thread, text),
        _ => answering::reply(tx, by, thread, text),
    }
}

/// Does something in a thread; answers its reference as it is kept.
pub fn change(
    shop: &Shop,
    words: &str,
    reference: &str,
    work: impl FnOnce(&mut dyn Tx, &By, &Thread) -> Result<()>,
) -> anyhow::Result<String> {
    let changed = shop.write(words, |tx, command| {
        let thread = answering::find(tx, reference)?;
        work(tx, &by(command), &thread)?;
        let change = inbox::change(tx, &thread, json!({}))?;
        Ok((thread.reference, change))
    });
    changed.map_err(|error| anyhow!("{reference}: {error:#} `shop message list` lists what customers have written."))
}

fn at(time: &str) -> String {
    time.parse::<jiff::Timestamp>().map_or_else(|_| time.to_owned(), |at| moment(at.as_millisecond()))
}

fn show(shop: &Shop, out: Output, reference: &str) -> anyhow::Result<()> {
    let now = shop::now()?;
    let detail = shop.read(|tx| {
        let thread = answering::find(tx, reference)?;
        inbox::detail(tx, None, &thread, now)
    });
    let detail = detail.map_err(|error| anyhow!("{reference}: {error:#} `shop message list` lists them."))?;
    if out.json {
        return out.value(&detail);
    }
    let row = &detail.thread;
    let mut text = String::new();
    let facts = [
        ("reference", row.reference.clone()),
        ("kind", row.kind.code().to_owned()),
        ("state", row.state.code().to_owned()),
        ("due", row.due_at.as_deref().map(at).unwrap_or_default()),
        ("language", row.lang.to_string()),
        ("from", format!("{} {}", row.name, detail.email).trim().to_owned()),
        ("order", row.order_number.clone().unwrap_or_default()),
        ("taken by", row.assignee.as_ref().map(|of| of.name.clone()).unwrap_or_default()),
    ];
    for (name, value) in facts.into_iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(text, "{name:<11}{value}")?;
    }
    for entry in &detail.entries {
        write!(text, "\n{}  {}\n{}", at(&entry.at), heading(entry), shop::indented(&entry.text))?;
    }
    super::print(text.trim_end())
}

fn heading(entry: &ThreadEntry) -> String {
    let what = match entry.kind {
        ThreadEntryKind::Heard => return "customer".to_owned(),
        ThreadEntryKind::Said => "said",
        ThreadEntryKind::Reply => "letter",
        ThreadEntryKind::Note => "note",
        ThreadEntryKind::Assigned => "taken by",
        ThreadEntryKind::Released => "taken by nobody",
        ThreadEntryKind::Closed => "closed",
        ThreadEntryKind::Reopened => "opened again",
    };
    let person = entry.person.as_deref().unwrap_or_default();
    let name = entry.name.as_deref().map(|name| format!("({name})")).unwrap_or_default();
    [what, person, &name].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn text(shop: &Shop, out: Output, command: TextCommand) -> anyhow::Result<()> {
    let all = shop.read(texts::list)?.items;
    let find = |title: &str| all.iter().find(|text| text.title == title);
    let missing = |title: &str| anyhow!("there is no text {title:?}; `shop message text list` lists them");
    match command {
        TextCommand::List => out.list(&all, &["title", "languages"], |text| {
            let langs: Vec<&str> = text.texts.keys().map(|lang| lang.code()).collect();
            vec![text.title.clone(), langs.join(" ")]
        }),
        TextCommand::Show { title } => {
            let text = find(&title).ok_or_else(|| missing(&title))?;
            let texts = text.texts.iter().map(|(lang, words)| format!("{lang}\n{}", shop::indented(words)));
            out.done(text, texts.collect::<Vec<_>>().join("\n").trim_end())
        }
        TextCommand::Set { title, lang, text } => {
            let before = find(&title);
            let mut words = before.map(|text| text.texts.clone()).unwrap_or_default();
            if before.is_none() && text.trim().is_empty() {
                bail!("{}", missing(&title));
            }
            words.insert(lang, text);
            let args = SaveTextArgs {
                id: before.map(|text| text.id),
                version: before.map_or(0, |text| text.version),
                title: title.clone(),
                texts: words,
            };
            let config = shop.config();
            shop.write("message text set", |tx, _| {
                let views = store_view::load(tx, &config)?;
                let (before, id) = texts::save(tx, &args, views.languages())?;
                Ok(((), inbox::saved(tx, before.as_ref(), id)?))
            })?;
            out.done(&json!({ "title": title, "lang": lang }), &format!("{title} is written in {lang}"))
        }
        TextCommand::Remove { title } => {
            let text = find(&title).ok_or_else(|| missing(&title))?;
            shop.write("message text remove", |tx, _| {
                let before = texts::delete(tx, text.id, text.version)?;
                Ok(((), Change::new("canned_text", text.id).before(inbox::told(&before))))
            })?;
            out.done(&json!({ "title": title, "removed": true }), &format!("{title} is deleted"))
        }
    }
}
