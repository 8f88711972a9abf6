//! `shop mail`: what waits in the outbox, what went out, what did not.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;

use super::table::moment;
use crate::config::Config;
use crate::data::DataFolder;
use crate::db;
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
        #[arg(long, default_value_t = 50)]
        limit: u32,
        /// Only those before this number
        #[arg(long, value_name = "ID")]
        before: Option<i64>,
    },
    /// Show how a mail stands, and its text where it is kept
    Show {
        /// The number that `list` prints
        id: i64,
    },
    /// Deliver a mail that has not been sent as soon as possible
    Retry {
        /// The number that `list` prints
        #[arg(required_unless_present = "failed")]
        id: Option<i64>,
        /// All that were given up on
        #[arg(long, conflicts_with = "id")]
        failed: bool,
    },
}

/// Runs beside an open shop too.
pub fn run(config: &Config, command: Command) -> anyhow::Result<()> {
    let connection = open(config)?;
    let now = Timestamp::now();
    let text = match command {
        Command::List { which, limit, before } => {
            let state = match which {
                Which::All => None,
                Which::Waiting => Some(State::Waiting),
                Which::Sent => Some(State::Sent),
                Which::Failed => Some(State::GivenUp),
            };
            let list = db::reading(&connection, |tx| outbox::list(tx, state, before, limit.into()));
            let lines: Vec<String> = list.map_err(plain)?.iter().map(|entry| line(config, entry)).collect();
            if lines.is_empty() { "no mails".to_owned() } else { lines.join("\n") }
        }
        Command::Show { id } => {
            let entry = db::reading(&connection, |tx| outbox::find(tx, id)).map_err(plain)?;
            show(config, &entry.with_context(|| format!("there is no mail {id}; `shop mail list` names them"))?)
        }
        Command::Retry { id: Some(id), .. } => {
            let is_due = db::transaction(&connection, |tx| outbox::retry(tx, id, now)).map_err(plain)?;
            anyhow::ensure!(is_due, "mail {id} has been sent, or never was; `shop mail list` names them");
            format!("mail {id} is due now; an open shop delivers it within seconds")
        }
        Command::Retry { id: None, .. } => {
            let count = db::transaction(&connection, |tx| outbox::retry_given_up(tx, now)).map_err(plain)?;
            format!("{count} mails are due now; an open shop delivers them within seconds")
        }
    };
    super::print(&text)
}

/// The database of an existing shop, of this version.
pub fn open(config: &Config) -> anyhow::Result<rusqlite::Connection> {
    DataFolder::existing(&config.data.directory)?.connect()
}

/// An error of the shop as the command line tells it.
pub fn plain(error: crate::error::Error) -> anyhow::Error {
    match error {
        crate::error::Error::Internal(cause) => cause,
        other => anyhow!("{other}"),
    }
}

/// Without an SMTP server the mail itself is a file.
fn file(config: &Config, id: i64) -> PathBuf {
    config.data.directory.join("mail").join(format!("{id:06}.eml"))
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
        text += &format!("\n\n{}", data.map_or_else(|_| entry.data.clone(), |data| format!("{data:#}")));
    }
    let path = file(config, entry.id);
    if let Some(body) = std::fs::read_to_string(&path).ok().as_deref().and_then(plain_part) {
        text += &format!("\n\n{}\n\n{body}", path.display());
    }
    text
}

/// The text of a mail that this shop wrote: the first part, in base64.
fn plain_part(eml: &str) -> Option<String> {
    use base64::Engine as _;
    let (_, rest) = eml.split_once("Content-Type: text/plain")?;
    let (_, body) = rest.split_once("\r\n\r\n")?;
    let (body, _) = body.split_once("\r\n--").unwrap_or((body, ""));
    let packed: String = body.split_whitespace().collect();
    String::from_utf8(base64::engine::general_purpose::STANDARD.decode(packed).ok()?).ok()
}

fn time(millisecond: Option<i64>) -> String {
    millisecond.map(moment).unwrap_or_default()
}
