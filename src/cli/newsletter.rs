//! `shop newsletter`: the subscriptions, and their export for the program that sends newsletters.

use anyhow::bail;
use clap::{Subcommand, ValueEnum};
use jiff::Timestamp;

use super::shop;
use super::table::{Output, moment};
use crate::audit::Change;
use crate::config::{Config, Mode};
use crate::db::Connection;
use crate::domain::spreadsheet::harmless;
use crate::newsletter::{self, Status, Subscriber};

/// Rows per transaction: each gets links, and a running shop must not wait for the whole export.
const PORTION: i64 = 500;
/// Columns of the export.
const COLUMNS: [&str; 9] =
    ["email", "language", "shop", "brand", "partner", "source", "confirmed_at", "unsubscribe_url", "one_click_url"];

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

impl Letters {
    fn of(self, subscriber: &Subscriber) -> bool {
        match self {
            Self::Shop => subscriber.letters.hah_subscribe.0,
            Self::Brand => subscriber.letters.brand.0,
            Self::Partner => subscriber.letters.all_subscribe_status.0,
        }
    }
}

pub fn run(config: &Config, command: Command) -> anyhow::Result<()> {
    let connection = shop::open(config)?;
    match command {
        Command::List { confirmed, output } => {
            let mut subscribers = Vec::new();
            each_portion(&connection, confirmed, |portion| {
                subscribers.extend(portion);
                Ok(())
            })?;
            output.list(&subscribers, &["e-mail", "language", "state", "newsletters"], |row| {
                vec![row.email.clone(), row.lang.to_string(), state(row), newsletters(row)]
            })
        }
        Command::Export { letters } => export(config, &connection, letters),
    }
}

/// Reads all subscribers in portions, so that a running shop waits for none of them.
fn each_portion(
    connection: &Connection,
    confirmed: bool,
    mut work: impl FnMut(Vec<Subscriber>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut after = 0;
    loop {
        let portion = shop::read(connection, |tx| newsletter::list_subscribers(tx, confirmed, after, PORTION))?;
        let Some(last) = portion.last() else { return Ok(()) };
        after = last.id;
        work(portion)?;
    }
}

fn export(config: &Config, connection: &Connection, letters: Option<Letters>) -> anyhow::Result<()> {
    check_address(config)?;
    let which = letters.and_then(|letters| letters.to_possible_value());
    let which = which.map_or_else(|| "all".to_owned(), |value| value.get_name().to_owned());
    let change = Change::new("newsletter", "").after(serde_json::json!({ "letters": which }));
    shop::write(connection, "newsletter export", |_| Ok(((), change)))?;
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(COLUMNS)?;
    each_portion(connection, true, |portion| {
        let wanted: Vec<&Subscriber> =
            portion.iter().filter(|row| letters.is_none_or(|letters| letters.of(row))).collect();
        let mut random = [0_u8; 32];
        getrandom::fill(&mut random)?;
        // Part of the export that is recorded above.
        let links = connection.write(|tx| {
            wanted
                .iter()
                .map(|row| newsletter::newsletter_link(tx, config, row.id, &random, Timestamp::now()))
                .collect::<crate::error::Result<Vec<_>>>()
        });
        let links = links.map_err(shop::told)?;
        for (row, links) in wanted.iter().zip(links) {
            let confirmed_at = row.confirmed_at.and_then(|ms| Timestamp::from_millisecond(ms).ok());
            let flag = |is_set: bool| u8::from(is_set).to_string();
            csv.write_record([
                harmless(&row.email),
                row.lang.to_string(),
                flag(row.letters.hah_subscribe.0),
                flag(row.letters.brand.0),
                flag(row.letters.all_subscribe_status.0),
                row.source.clone(),
                confirmed_at.map(|at| at.to_string()).unwrap_or_default(),
                links.page,
                links.one_click,
            ])?;
        }
        Ok(())
    })?;
    super::print(&String::from_utf8(csv.into_inner()?)?)
}

/// Requires the public URL: links in a sent newsletter cannot be corrected.
fn check_address(config: &Config) -> anyhow::Result<()> {
    if !config.server.public_url.is_empty() {
        return Ok(());
    }
    if config.mode == Mode::Production {
        bail!(
            "server.public_url is empty, so links would lead nowhere; give the address that shoppers use, with https://"
        );
    }
    eprintln!("shop: the links begin with {}; server.public_url gives another address", config.public_url());
    Ok(())
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
