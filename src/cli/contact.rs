//! `shop contact`: messages to customer service.

use std::fmt::Write as _;

use anyhow::{anyhow, bail};
use clap::Subcommand;
use jiff::Timestamp;
use serde_json::json;

use super::shop::{self, LINES};
use super::table::{Output, moment};
use crate::audit::Change;
use crate::config::Config;
use crate::contact::{self, Stored};

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
    /// Mark a message as answered
    Close {
        /// The reference that `list` prints
        reference: String,
    },
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = shop::open(config)?;
    match args.command {
        Command::List { all } => {
            let messages = shop::read(&shop, |tx| contact::list(tx, all, LINES + 1))?;
            let how = |_: &Stored| "close those that are dealt with, and leave --all away".to_owned();
            let headings = ["reference", "received", "state", "language", "subject", "stars", "message"];
            out.part(messages, LINES, how, &headings, |message| {
                vec![
                    message.reference.clone(),
                    moment(message.created_at),
                    if message.closed_at.is_some() { "closed" } else { "open" }.to_owned(),
                    message.lang.to_string(),
                    message.subject.code().to_owned(),
                    message.rating.map(|stars| format!("{stars}/5")).unwrap_or_default(),
                    shop::line(&message.message, 60),
                ]
            })
        }
        Command::Show { reference } => {
            let reference = reference.to_uppercase();
            match shop::read(&shop, |tx| contact::find(tx, &reference))? {
                Some(message) => out.done(&message, shown(&message)?.trim_end()),
                None => bail!("there is no message {reference}; `shop contact list --all` lists them"),
            }
        }
        Command::Close { reference } => {
            let reference = reference.to_uppercase();
            shop::write(&shop, "contact close", |tx| match contact::close(tx, &reference, Timestamp::now())? {
                true => Ok(((), Change::new("contact", &reference))),
                false => Err(anyhow!("there is no open message {reference}; `shop contact list` lists them").into()),
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
