//! `shop talk`: the operator's side of the chat.

use std::fmt::Write as _;

use anyhow::{anyhow, bail};
use clap::Subcommand;
use jiff::Timestamp;
use serde_json::json;

use super::shop::{self, LINES};
use super::table::{Output, moment};
use crate::audit::Change;
use crate::chat::types::Author;
use crate::chat::{self, TalkSummary};
use crate::config::Config;
use crate::domain::validate;

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
    /// End a conversation
    Close {
        /// The number that `list` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = shop::open(config)?;
    let now = Timestamp::now();
    match args.command {
        Command::List { all } => {
            let talks = shop::read(&shop, |tx| chat::list_talks(tx, all, LINES + 1))?;
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
            let found = shop::read(&shop, |tx| {
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
            let text = validate::chat_message(&text).map_err(|fault| anyhow::anyhow!("{fault}"))?;
            shop::write(&shop, "talk reply", |tx| {
                match chat::find_talk(tx, id)? {
                    Some(talk) if talk.ended_at.is_none() => chat::say(tx, id, Author::Desk, &text, None, now)?,
                    _ => return Err(over(id).into()),
                }
                Ok(((), Change::new("chat", id)))
            })?;
            out.done(&json!({ "id": id, "said": text }), &format!("said in {id}"))
        }
        Command::Close { id } => {
            shop::write(&shop, "talk close", |tx| match chat::end(tx, id, now)? {
                true => Ok(((), Change::new("chat", id))),
                false => Err(over(id).into()),
            })?;
            out.done(&json!({ "id": id, "ended": true }), &format!("{id} has ended"))
        }
    }
}

fn over(id: i64) -> anyhow::Error {
    anyhow!("there is no conversation {id} that goes on; `shop talk list` lists them")
}

/// Whether a conversation has ended or waits for an answer.
fn state(talk: &TalkSummary) -> &'static str {
    match (talk.ended_at, talk.last_author) {
        (Some(_), _) => "ended",
        (None, Author::Visitor) => "waits",
        (None, Author::Desk) => "",
    }
}
