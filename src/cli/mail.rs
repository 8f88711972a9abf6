//! `shop mail`: the outbox with its waiting, sent and failed mails.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use mail_parser::MessageParser;
use serde::Serialize;
use serde_json::{Value, json};

use super::shop;
use super::table::{Output, moment};
use crate::audit::Change;
use crate::config::Config;
use crate::domain::store_view::Lang;
use crate::jobs::deliver_mail::{Content, content};
use crate::mail_files;
use crate::outbox::{self, Entry, State};

/// Which mails `shop mail list` shows.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Which {
    All,
    Waiting,
    Sent,
    /// Given up: all attempts failed, or the recipient's server refused for good
    Failed,
}

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
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
    /// Show how a mail stands, and its letter, as long as that is kept; keys in links are left out
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

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let connection = shop::open(config)?;
    let now = Timestamp::now();
    match args.command {
        Command::List { which, before, limit } => {
            let state = match which {
                Which::All => None,
                Which::Waiting => Some(State::Waiting),
                Which::Sent => Some(State::Sent),
                Which::Failed => Some(State::GivenUp),
            };
            let list = shop::read(&connection, |tx| outbox::list(tx, state, before, limit.saturating_add(1)))?;
            let rows: Vec<Row> = list.into_iter().map(|entry| Row::of(config, entry)).collect();
            let headings = ["number", "written", "template", "language", "recipient", "state"];
            let how = |last: &Row| format!("--before {} lists the next", last.id);
            out.part(rows, limit, how, &headings, |row| {
                vec![
                    row.id.to_string(),
                    moment(row.created_at),
                    row.template.clone(),
                    row.lang.to_string(),
                    row.recipient.clone(),
                    row.words(),
                ]
            })
        }
        Command::Show { id } => {
            let entry = shop::read(&connection, |tx| outbox::find(tx, id))?;
            let entry = entry.with_context(|| format!("there is no mail {id}; `shop mail list` names them"))?;
            show(config, entry, out, now)
        }
        Command::Retry { id: Some(id), .. } => {
            shop::write(&connection, "mail retry", |tx| match outbox::retry(tx, id, now)? {
                true => Ok(((), Change::new("mail", id))),
                false => Err(anyhow!("mail {id} has been sent, or never was; `shop mail list` names them").into()),
            })?;
            out.done(&json!({ "mails": 1 }), &format!("mail {id} is due now; an open shop delivers it within seconds"))
        }
        Command::Retry { id: None, .. } => {
            let count = shop::write(&connection, "mail retry", |tx| {
                let count = outbox::retry_given_up(tx, now)?;
                Ok((count, Change::new("mail", "").after(json!({ "mails": count }))))
            })?;
            let text = format!("{count} mails are due now; an open shop delivers them within seconds");
            out.done(&json!({ "mails": count }), &text)
        }
    }
}

/// A mail as it is listed. Times are Unix milliseconds.
#[derive(Debug, Serialize)]
struct Row {
    id: i64,
    template: String,
    lang: Lang,
    recipient: String,
    state: State,
    created_at: i64,
    /// When the next attempt is due; null if there is none.
    due_at: Option<i64>,
    sent_at: Option<i64>,
    /// Attempts that failed.
    attempts: u32,
    /// Why the last one failed.
    error: String,
    /// Where the letter lies if no mail server was configured when it was due.
    file: Option<PathBuf>,
}

impl Row {
    fn of(config: &Config, entry: Entry) -> Row {
        let state = entry.state();
        let file = Some(mail_files::path(&config.data.directory, entry.id)).filter(|path| path.is_file());
        let Entry { id, template, lang, recipient, created_at, due_at, attempts, error, sent_at, .. } = entry;
        Row { id, template, lang, recipient, state, created_at, due_at, sent_at, attempts, error, file }
    }

    fn words(&self) -> String {
        match self.state {
            State::Waiting => format!("waiting, {} failed", self.attempts),
            State::Sent if self.file.is_some() => format!("written to a file {}", time(self.sent_at)),
            State::Sent => format!("sent {}", time(self.sent_at)),
            State::GivenUp => "failed".to_owned(),
        }
    }
}

/// Prints how a mail stands and what it says; as JSON, its row with the data from which the letter is written.
fn show(config: &Config, mut entry: Entry, out: Output, now: Timestamp) -> anyhow::Result<()> {
    let data = std::mem::take(&mut entry.data);
    let row = Row::of(config, entry);
    if out.json {
        let mut fields = serde_json::to_value(&row).context("a mail as JSON")?;
        let data = without_keys(&data);
        fields["data"] = serde_json::from_str(&data).unwrap_or(if data.is_empty() { Value::Null } else { data.into() });
        return out.value(&fields);
    }
    let letter = match &row.file {
        Some(path) => std::fs::read_to_string(path).ok().as_deref().and_then(parsed),
        None if data.is_empty() => None,
        None => match written(config, &row, &data, now) {
            Ok(Content { subject, text, .. }) => Some((without_keys(&subject), without_keys(&text))),
            Err(error) => {
                eprintln!("shop: the letter of mail {} cannot be written: {error:#}", row.id);
                None
            }
        },
    };
    let (subject, text) = letter.unwrap_or_default();
    out.facts(
        &row,
        &[
            ("number", row.id.to_string()),
            ("template", row.template.clone()),
            ("language", row.lang.to_string()),
            ("recipient", row.recipient.clone()),
            ("written", moment(row.created_at)),
            ("state", row.words()),
            ("next attempt", if row.state == State::Waiting { time(row.due_at) } else { String::new() }),
            ("last failure", row.error.clone()),
            ("file", row.file.as_ref().map(|path| path.display().to_string()).unwrap_or_default()),
            ("subject", subject),
        ],
    )?;
    if text.is_empty() { Ok(()) } else { super::print(&format!("\n{text}")) }
}

/// The letter of a mail that waits, as it would be sent now.
fn written(config: &Config, row: &Row, data: &str, now: Timestamp) -> anyhow::Result<Content> {
    let engine = shop::engine(config)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(content(&engine, config, &row.template, row.lang, data, now))
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

/// Subject and decoded text of a mail.
fn parsed(eml: &str) -> Option<(String, String)> {
    let message = MessageParser::default().parse(eml)?;
    let text = message.body_text(0)?.replace("\r\n", "\n");
    Some((message.subject().unwrap_or_default().to_owned(), text))
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
