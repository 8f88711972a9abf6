//! `shop contact`: messages to customer service.

use std::fmt::Write as _;

use anyhow::{anyhow, bail};
use clap::Subcommand;
use serde_json::json;

use super::message;
use super::shop::{self, LINES, Shop};
use super::table::{Output, moment};
use crate::audit::Change;
use crate::config::Config;
use crate::contact::{self, Stored};
use crate::db::Tx;
use crate::inbox::answering::{self, By};
use crate::thread::types::ThreadState;
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
    /// List open messages, the oldest first
    List {
        /// Include closed ones
        #[arg(long)]
        all: bool,
    },
    /// Print a message
    Show {
        /// The reference that `list` prints
        reference: String,
    },
    /// Answer by a letter in the customer's language
    Reply {
        /// The reference that `list` prints
        reference: String,
        /// What to say, in quotes; greeting and closing are the letter's own
        text: String,
    },
    /// Note that a message is dealt with
    Close {
        /// The reference that `list` prints
        reference: String,
    },
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { all } => {
            let (messages, states) = shop.read(|tx| {
                let messages = contact::list(tx, all, LINES + 1)?;
                let ids: Vec<i64> = messages.iter().map(|message| message.id).collect();
                Ok((messages, thread::states_of_messages(tx, &ids)?))
            })?;
            let how = |_: &Stored| "close those that are dealt with, and leave --all away".to_owned();
            let headings = ["reference", "received", "state", "language", "subject", "stars", "message"];
            out.part(messages, LINES, how, &headings, |message| {
                vec![
                    message.reference.clone(),
                    moment(message.created_at),
                    match (states.get(&message.id), message.closed_at) {
                        (Some(state), _) => state.code(),
                        // Stars without a word are no thread.
                        (None, Some(_)) => "closed",
                        (None, None) => "open",
                    }
                    .to_owned(),
                    message.lang.to_string(),
                    message.subject.code().to_owned(),
                    message.rating.map(|stars| format!("{stars}/5")).unwrap_or_default(),
                    shop::line(&message.message, 60),
                ]
            })
        }
        Command::Show { reference } => {
            let reference = reference.to_uppercase();
            match shop.read(|tx| contact::find(tx, &reference))? {
                Some(message) => out.done(&message, shown(&message)?.trim_end()),
                None => bail!("there is no message {reference}; `shop contact list --all` lists them"),
            }
        }
        Command::Reply { reference, text } => {
            let work = |tx: &mut dyn Tx, by: &By, thread: &Thread| answering::reply(tx, by, thread, &text);
            let reference = message::change(&shop, "contact reply", &reference, work)?;
            out.done(&json!({ "reference": reference, "answered": true }), &format!("{reference} is answered"))
        }
        Command::Close { reference } => {
            let reference = reference.to_uppercase();
            shop.write("contact close", |tx, command| {
                if let Some(thread) = thread::find(tx, &reference)?.filter(|thread| thread.state != ThreadState::Closed)
                {
                    answering::close(tx, &message::by(command), &thread, "")?;
                } else if !contact::close(tx, &reference, command.now)? {
                    return Err(anyhow!("there is no open message {reference}; `shop contact list` lists them").into());
                }
                Ok(((), Change::new("message", &reference)))
            })?;
            out.done(&json!({ "reference": reference, "closed": true }), &format!("{reference} is closed"))
        }
    }
}

fn shown(message: &Stored) -> anyhow::Result<String> {
    let mut text = String::new();
    writeln!(text, "reference  {}", message.reference)?;
    writeln!(text, "received   {}", moment(message.created_at))?;
    if let Some(at) = message.closed_at {
        writeln!(text, "closed     {}", moment(at))?;
    }
    writeln!(text, "subject    {}", message.subject.code())?;
    writeln!(text, "language   {}", message.lang)?;
    if message.email.is_empty() {
        writeln!(text, "from       (account deleted)")?;
    } else {
        writeln!(text, "from       {} <{}>", message.name, message.email)?;
    }
    if let Some(id) = message.customer_id {
        writeln!(text, "customer   {id}")?;
    }
    if let Some(number) = &message.order_number {
        writeln!(text, "order      {number}")?;
    }
    if let Some(stars) = message.rating {
        writeln!(text, "rating     {stars} of 5")?;
    }
    write!(text, "\n{}", shop::indented(&message.message))?;
    Ok(text)
}
