//! `shop mail`: the outbox with its waiting, sent and failed mails.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use mail_parser::MessageParser;
use serde_json::json;

use super::shop;
use super::table::{cut, goes_on, moment};
use crate::audit::Change;
use crate::config::Config;
use crate::mail_files;
use crate::outbox::{self, Entry, State};

/// Which mails `shop mail list` shows.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Which {
    All,
    Waiting,
    Sent,
    /// Given up: all attempts failed, or the recipient's server refused for good
    Failed,
}

#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// List mails, newest first
    List {
        /// Which of them
        #[arg(long, value_enum, default_value = "all")]
        which: Which,
        /// At most this many
        #[arg(long, default_value_t = 50, value_parser = super::count, allow_negative_numbers = true)]
        limit: i64,
        /// Only those before this number
        #[arg(long, value_name = "ID", value_parser = super::count, allow_negative_numbers = true)]
        before: Option<i64>,
    },
    /// Show how a mail stands, and what it says where that is kept; keys in links are left out
    Show {
        /// The number that `list` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Deliver a mail that has not been sent as soon as possible
    Retry {
        /// The number that `list` prints
        #[arg(required_unless_present = "failed", value_parser = super::count, allow_negative_numbers = true)]
        id: Option<i64>,
        /// All that were given up on
        #[arg(long, conflicts_with = "id")]
        failed: bool,
    },
}

pub fn run(config: &Config, command: Command) -> anyhow::Result<()> {
    let connection = shop::open(config)?;
    let now = Timestamp::now();
    let text = match command {
        Command::List { which, limit, before } => {
            let state = match which {
                Which::All => None,
                Which::Waiting => Some(State::Waiting),
                Which::Sent => Some(State::Sent),
                Which::Failed => Some(State::GivenUp),
            };
            let mut list = shop::read(&connection, |tx| outbox::list(tx, state, before, limit.saturating_add(1)))?;
            if cut(&mut list, limit)
                && let Some(last) = list.last()
            {
                goes_on(limit, &format!("--before {} lists the next", last.id));
            }
            let lines: Vec<String> = list.iter().map(|entry| line(config, entry)).collect();
            if lines.is_empty() { "no mails".to_owned() } else { lines.join("\n") }
        }
        Command::Show { id } => {
            let entry = shop::read(&connection, |tx| outbox::find(tx, id))?;
            show(config, &entry.with_context(|| format!("there is no mail {id}; `shop mail list` names them"))?)
        }
        Command::Retry { id: Some(id), .. } => {
            shop::write(&connection, "mail retry", |tx| match outbox::retry(tx, id, now)? {
                true => Ok(((), Change::new("mail", id))),
                false => Err(anyhow!("mail {id} has been sent, or never was; `shop mail list` names them").into()),
            })?;
            format!("mail {id} is due now; an open shop delivers it within seconds")
        }
        Command::Retry { id: None, .. } => {
            let count = shop::write(&connection, "mail retry", |tx| {
                let count = outbox::retry_given_up(tx, now)?;
                Ok((count, Change::new("mail", "").after(json!({ "mails": count }))))
            })?;
            format!("{count} mails are due now; an open shop delivers them within seconds")
        }
    };
    super::print(&text)
}

/// The file of a mail, written where no SMTP server is configured.
fn file(config: &Config, id: i64) -> PathBuf {
    mail_files::path(&config.data.directory, id)
}

fn line(config: &Config, entry: &Entry) -> String {
    let Entry { id, template, lang, recipient, created_at, attempts, .. } = entry;
    let state = match entry.state() {
        State::Waiting => format!("waiting, {attempts} failed"),
        State::Sent if file(config, *id).is_file() => format!("written to a file {}", time(entry.sent_at)),
        State::Sent => format!("sent {}", time(entry.sent_at)),
        State::GivenUp => "failed".to_owned(),
    };
    format!("{id:>6}  {}  {template:<20} {lang}  {recipient}  {state}", time(Some(*created_at)))
}

fn show(config: &Config, entry: &Entry) -> String {
    let mut text = line(config, entry);
    if entry.state() == State::Waiting {
        text += &format!("\nnext attempt {}", time(entry.due_at));
    }
    if !entry.error.is_empty() {
        text += &format!("\nlast failure: {}", entry.error);
    }
    if !entry.data.is_empty() {
        let data = serde_json::from_str::<serde_json::Value>(&entry.data);
        let data = data.map_or_else(|_| entry.data.clone(), |data| format!("{data:#}"));
        text += &format!("\n\n{}", without_keys(&data));
    }
    let path = file(config, entry.id);
    if let Some(body) = std::fs::read_to_string(&path).ok().as_deref().and_then(plain_part) {
        text += &format!("\n\n{}\n\n{body}", path.display());
    }
    text
}

/// Length of the shortest token, longer than any word.
const KEY: usize = 32;

/// A text with tokens redacted, as the operator must not open the customer's order or account with them. Mails written to
/// files count as delivered and are shown whole.
fn without_keys(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let shown = text.split_inclusive(|c| !is_part(c)).map(|piece| {
        let run = piece.trim_end_matches(|c| !is_part(c));
        if run.len() < KEY { piece.to_owned() } else { format!("…{}", &piece[run.len()..]) }
    });
    shown.collect()
}

/// The decoded text of a mail.
fn plain_part(eml: &str) -> Option<String> {
    Some(MessageParser::default().parse(eml)?.body_text(0)?.replace("\r\n", "\n"))
}

fn time(millisecond: Option<i64>) -> String {
    millisecond.map(moment).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_redacted_and_words_are_not() {
        let key = "0123456789abcdef".repeat(4);
        assert_eq!(
            without_keys(&format!("{{\"url\": \"/en/ordersuccess?token={key}\", \"token\": \"{key}\"}}")),
            "{\"url\": \"/en/ordersuccess?token=…\", \"token\": \"…\"}"
        );
        let words = "Donaudampfschifffahrtsgesellschaft".chars().take(KEY - 1).collect::<String>();
        let kept = format!("{words} 2026-000001 FR76 3000 6000 0112 3456 7890 189 毛巾，毛巾");
        assert_eq!(without_keys(&kept), kept);
    }
}
