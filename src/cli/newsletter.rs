//! `shop newsletter`: the subscriptions, and their export for the program that sends newsletters.

use clap::{Subcommand, ValueEnum};
use jiff::Timestamp;

use super::shop;
use super::table::{Output, moment};
use crate::config::Config;
use crate::db::Connection;
use crate::newsletter::subscribers::{self, Sheet};
use crate::newsletter::types::Letter;
use crate::newsletter::{self, Status, Subscriber};

/// Rows per transaction: a running shop must not wait for the whole list.
const PORTION: i64 = 500;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List addresses with their state
    List {
        /// Only those to which newsletters may be sent
        #[arg(long)]
        confirmed: bool,
        #[command(flatten)]
        output: Output,
    },
    /// Print confirmed subscribers as CSV, each with fresh links to unsubscribe
    ///
    /// `unsubscribe_url` belongs in the newsletter; `one_click_url` in its headers
    /// `List-Unsubscribe: <…>` and `List-Unsubscribe-Post: List-Unsubscribe=One-Click` (RFC 8058).
    Export {
        /// Only subscribers of these newsletters
        #[arg(long, value_name = "LETTERS")]
        letters: Option<Letters>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Letters {
    /// The shop's
    Shop,
    /// The hotel brand's
    Brand,
    /// The partner loyalty programme's
    Partner,
}

impl From<Letters> for Letter {
    fn from(letters: Letters) -> Letter {
        match letters {
            Letters::Shop => Letter::Shop,
            Letters::Brand => Letter::Brand,
            Letters::Partner => Letter::Partner,
        }
    }
}

pub fn run(config: &Config, command: Command) -> anyhow::Result<()> {
    let connection = shop::open(config)?;
    match command {
        Command::List { confirmed, output } => {
            let mut subscribers: Vec<Subscriber> = Vec::new();
            loop {
                let after = subscribers.last().map_or(0, |last| last.id);
                let portion =
                    shop::read(&connection, |tx| newsletter::list_subscribers(tx, confirmed, after, PORTION))?;
                if portion.is_empty() {
                    break;
                }
                subscribers.extend(portion);
            }
            output.list(&subscribers, &["e-mail", "language", "state", "newsletters"], |row| {
                vec![row.email.clone(), row.lang.to_string(), state(row), newsletters(row)]
            })
        }
        Command::Export { letters } => export(config, &connection, letters),
    }
}

fn export(config: &Config, connection: &Connection, letters: Option<Letters>) -> anyhow::Result<()> {
    subscribers::check_address(config).map_err(shop::told)?;
    if config.server.public_url.is_empty() {
        eprintln!("shop: the links begin with {}; server.public_url gives another address", config.public_url());
    }
    let letter = letters.map(Letter::from);
    shop::write(connection, "newsletter export", |_| Ok(((), subscribers::export_change(letter, None))))?;
    let mut sheet = Sheet::new().map_err(shop::told)?;
    let mut after = Some(0);
    while let Some(last) = after {
        let mut random = [0_u8; 32];
        getrandom::fill(&mut random)?;
        // Part of the export that is recorded above.
        let portion = connection.write(|tx| subscribers::portion(tx, config, letter, last, &random, Timestamp::now()));
        let portion = portion.map_err(shop::told)?;
        sheet.add(&portion).map_err(shop::told)?;
        after = portion.after;
    }
    super::print(&String::from_utf8(sheet.end().map_err(shop::told)?)?)
}

fn state(row: &Subscriber) -> String {
    match (row.status, row.unsubscribe_due_at) {
        (Status::Pending, _) => "waits for its link".to_owned(),
        (Status::Subscribed, None) => "subscribed".to_owned(),
        (Status::Subscribed, Some(due)) => format!("ends {}", moment(due)),
        (Status::Unsubscribed, _) => "unsubscribed".to_owned(),
    }
}

fn newsletters(row: &Subscriber) -> String {
    let all = [
        ("shop", row.letters.hah_subscribe),
        ("brand", row.letters.brand),
        ("partner", row.letters.all_subscribe_status),
    ];
    let chosen: Vec<&str> = all.into_iter().filter_map(|(name, flag)| flag.0.then_some(name)).collect();
    chosen.join(" ")
}
