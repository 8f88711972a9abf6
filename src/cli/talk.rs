//! `shop talk`: the operator's side of the chat.

use std::fmt::Write as _;

use anyhow::{anyhow, bail};
use clap::Subcommand;
use jiff::Timestamp;

use super::shop::LINES;
use super::table::{cut, goes_on, moment};
use crate::audit::Change;
use crate::chat::types::Author;
use crate::chat::{self, TalkSummary};
use crate::config::Config;
use crate::domain::validate;

#[derive(Debug, Subcommand)]
pub enum Command {
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

pub fn run(config: &Config, command: Command) -> anyhow::Result<()> {
    let shop = super::shop::open(config)?;
    let now = Timestamp::now();
    match command {
        Command::List { all } => {
            let mut talks = super::shop::read(&shop, |tx| chat::list_talks(tx, all, LINES + 1))?;
            let is_cut = cut(&mut talks, LINES);
            let text: String = talks.iter().map(listed).collect();
            super::print(if text.is_empty() { "no conversations" } else { &text })?;
            if is_cut {
                goes_on(LINES, "close those that are dealt with, and leave --all away");
            }
            Ok(())
        }
        Command::Show { id } => {
            let found = super::shop::read(&shop, |tx| {
                let Some(talk) = chat::find_talk(tx, id)? else { return Ok(None) };
                Ok(Some((talk, chat::messages(tx, id, 0)?)))
            })?;
            let Some((talk, messages)) = found else {
                bail!("there is no conversation {id}; `shop talk list` lists them")
            };
            let mut text = String::new();
            for message in messages {
                let who = if message.author == Author::Desk { "desk" } else { "visitor" };
                let at = message.at.parse::<Timestamp>().map_or(0, Timestamp::as_millisecond);
                write!(text, "{}  {who}\n{}", moment(at), super::shop::indented(&message.text))?;
            }
            if let Some(at) = talk.ended_at {
                writeln!(text, "{}  ended", moment(at))?;
            }
            super::print(&text)
        }
        Command::Reply { id, text } => {
            let text = validate::chat_message(&text).map_err(|fault| anyhow::anyhow!("{fault}"))?;
            super::shop::write(&shop, "talk reply", |tx| {
                match chat::find_talk(tx, id)? {
                    Some(talk) if talk.ended_at.is_none() => chat::say(tx, id, Author::Desk, &text, None, now)?,
                    _ => return Err(over(id).into()),
                }
                Ok(((), Change::new("chat", id)))
            })?;
            super::print(&format!("said in {id}"))
        }
        Command::Close { id } => {
            super::shop::write(&shop, "talk close", |tx| match chat::end(tx, id, now)? {
                true => Ok(((), Change::new("chat", id))),
                false => Err(over(id).into()),
            })?;
            super::print(&format!("{id} has ended"))
        }
    }
}

fn over(id: i64) -> anyhow::Error {
    anyhow!("there is no conversation {id} that goes on; `shop talk list` lists them")
}

fn listed(talk: &TalkSummary) -> String {
    let state = match (talk.ended_at, talk.last_author) {
        (Some(_), _) => "ended",
        (None, Author::Visitor) => "waits",
        (None, Author::Desk) => "",
    };
    let words = super::shop::line(&talk.last_text, 60);
    format!(
        "{:>5}  {}  {state:<5}  {}  {:>3} messages  {words}\n",
        talk.id,
        moment(talk.last_message_at),
        talk.lang,
        talk.messages
    )
}
