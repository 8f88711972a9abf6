//! `shop talk`: the operator's side of the chat.

use std::fmt::Write as _;

use anyhow::{anyhow, bail};
use clap::Subcommand;
use jiff::Timestamp;
use jiff::civil::Time;
use serde_json::json;

use super::message;
use super::shop::{self, LINES, Shop};
use super::table::{Output, moment};
use crate::audit::Change;
use crate::chat::types::{Author, ChatMode};
use crate::chat::{self, Setting, TalkSummary};
use crate::config::Config;
use crate::db::Tx;
use crate::inbox::answering::{self, By};
use crate::inbox::hours;
use crate::thread::types::{Source, ThreadState};
use crate::thread::{self, Thread};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List conversations, the latest first; those that wait for an answer are marked
    List {
        /// Include those that have ended
        #[arg(long)]
        all: bool,
    },
    /// Print a conversation
    Show {
        /// The number that `list` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Answer in a conversation
    Reply {
        /// The number that `list` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
        /// What to say, in quotes
        text: String,
    },
    /// Show when the chat is offered, or change it
    Hours {
        /// Whether it is offered, and whether somebody must be there
        #[arg(long, value_enum)]
        mode: Option<ChatMode>,
        /// When it opens on working days, e.g. 08:00
        #[arg(long, value_name = "HH:MM", value_parser = time)]
        opens: Option<Time>,
        /// When it closes, e.g. 19:00
        #[arg(long, value_name = "HH:MM", value_parser = time)]
        closes: Option<Time>,
    },
    /// End a conversation
    Close {
        /// The number that `list` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
}

fn time(text: &str) -> Result<Time, String> {
    text.parse().map_err(|_| "give hours and minutes, e.g. 08:00".to_owned())
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { all } => {
            let talks = shop.read(|tx| chat::list_talks(tx, all, LINES + 1))?;
            let how = |_: &TalkSummary| "close those that are dealt with, and leave --all away".to_owned();
            let headings = ["number", "last message", "state", "language", "messages", "says"];
            out.part(talks, LINES, how, &headings, |talk| {
                vec![
                    talk.id.to_string(),
                    moment(talk.last_message_at),
                    state(talk).to_owned(),
                    talk.lang.to_string(),
                    talk.messages.to_string(),
                    shop::line(&talk.last_text, 60),
                ]
            })
        }
        Command::Show { id } => {
            let found = shop.read(|tx| {
                let Some(talk) = chat::find_talk(tx, id)? else { return Ok(None) };
                Ok(Some((talk, chat::messages(tx, id, 0)?)))
            })?;
            let Some((talk, messages)) = found else {
                bail!("there is no conversation {id}; `shop talk list` lists them")
            };
            if out.json {
                return out.value(&json!({ "id": id, "ended_at": talk.ended_at, "messages": messages }));
            }
            let mut text = String::new();
            for message in messages {
                let who = if message.author == Author::Desk { "desk" } else { "visitor" };
                let at = message.at.parse::<Timestamp>().map_or(0, Timestamp::as_millisecond);
                write!(text, "{}  {who}\n{}", moment(at), shop::indented(&message.text))?;
            }
            if let Some(at) = talk.ended_at {
                writeln!(text, "{}  ended", moment(at))?;
            }
            super::print(&text)
        }
        Command::Reply { id, text } => {
            change(&shop, "talk reply", id, |tx, by, thread| answering::say(tx, by, thread, &text))?;
            out.done(&json!({ "id": id, "said": text }), &format!("said in {id}"))
        }
        Command::Close { id } => {
            change(&shop, "talk close", id, |tx, by, thread| answering::close(tx, by, thread, ""))?;
            out.done(&json!({ "id": id, "ended": true }), &format!("{id} has ended"))
        }
        Command::Hours { mode, opens, closes } => {
            let config = shop.config();
            let before = shop.read(|tx| chat::setting(tx, &config))?;
            let new = Setting {
                mode: mode.unwrap_or(before.mode),
                opens: opens.unwrap_or(before.opens),
                closes: closes.unwrap_or(before.closes),
                version: before.version,
            };
            if new != before {
                shop.write("talk hours", |tx, _| {
                    let before = chat::set_offer(tx, &config, &new)?;
                    Ok(((), Change::new("chat", "hours").before(hours(&before)).after(hours(&new))))
                })?;
            }
            let of = hours(&new);
            let text = |name: &str| of[name].as_str().unwrap_or_default().to_owned();
            out.done(&of, &format!("{}, {} to {}", text("mode"), text("opens"), text("closes")))
        }
    }
}

/// Does something in a conversation.
fn change(
    shop: &Shop,
    words: &str,
    id: i64,
    work: impl FnOnce(&mut dyn Tx, &By, &Thread) -> crate::error::Result<()>,
) -> anyhow::Result<()> {
    let thread = shop.read(|tx| thread::find_of(tx, Source::Chat(id)))?;
    let reference = thread.filter(|thread| thread.state != ThreadState::Closed).map(|thread| thread.reference);
    let reference = reference.ok_or_else(|| anyhow!("there is no conversation {id}; `shop talk list` lists them"))?;
    message::change(shop, words, &reference, work).map(drop)
}

/// Whether a conversation has ended or waits for an answer.
fn state(talk: &TalkSummary) -> &'static str {
    match (talk.ended_at, talk.last_author) {
        (Some(_), _) => "ended",
        (None, Author::Visitor) => "waits",
        (None, Author::Desk) => "",
    }
}
