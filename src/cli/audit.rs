//! `shop audit`: what the people of the house, and operators' commands, have done.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::bail;
use jiff::civil::Date;
use serde_json::json;

use super::private_file;
use super::shop::{self, LINES};
use super::table::{Output, moment};
use crate::audit::{self, Change, Filter, SealReference, Sheet};
use crate::config::Config;
use crate::db::Connection;
use crate::domain::store_view::Lang;
use crate::domain::working_days::start_of_day;

/// Entries that are read at once for a file.
const PORTION: i64 = 1_000;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List entries, the latest first
    List {
        /// Only those of staff:ID, cli:USER or anybody
        #[arg(long)]
        actor: Option<String>,
        /// Only those about this kind of thing, e.g. staff or session
        #[arg(long)]
        noun: Option<String>,
        /// Only entries before this one
        #[arg(long, value_name = "ID", value_parser = super::count, allow_negative_numbers = true)]
        before: Option<i64>,
    },
    /// Write entries into a CSV file, the latest first; that is recorded, too
    Export {
        /// The CSV file
        file: PathBuf,
        /// Only those from this day on
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        since: Option<Date>,
        /// Only those up to the end of this day
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        until: Option<Date>,
        /// Only those of staff:ID, cli:USER or anybody
        #[arg(long)]
        actor: Option<String>,
        /// Only those about this kind of thing, e.g. staff or session
        #[arg(long)]
        noun: Option<String>,
        /// Whose spreadsheets read it: commas or semicolons between cells
        #[arg(long, default_value = "en", value_parser = super::lang)]
        lang: Lang,
    },
    /// Verify every entry and every seal of the chain; fails if anything was changed
    Verify {
        /// Also that the chain holds this seal, from a letter to the owners or from `audit-seals.txt` beside the copies
        #[arg(long, value_name = "NUMBER:HASH", value_parser = seal, allow_negative_numbers = true)]
        seal: Vec<SealReference>,
    },
}

fn seal(text: &str) -> Result<SealReference, String> {
    text.parse().map_err(|_| "give a seal as the letter has it: a number, a colon and 64 characters".to_owned())
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let Args { output, command } = args;
    let connection = shop::open(config)?;
    match command {
        Command::List { actor, noun, before } => {
            let filter = Filter { before, actor, noun, ..Filter::default() };
            let entries = shop::read(&connection, |tx| audit::list(tx, &filter, LINES + 1))?;
            let headings = ["id", "time", "by", "call", "outcome", "noun", "thing", "network"];
            let how = |last: &audit::Stored| format!("--before {} lists the next", last.id);
            output.part(entries, LINES, how, &headings, |entry| {
                vec![
                    entry.id.to_string(),
                    moment(entry.at),
                    entry.actor.clone(),
                    entry.call.clone(),
                    entry.outcome.clone(),
                    entry.noun.clone(),
                    entry.thing.clone(),
                    entry.network.clone().unwrap_or_default(),
                ]
            })
        }
        Command::Export { file, since, until, actor, noun, lang } => {
            if since.zip(until).is_some_and(|(since, until)| until < since) {
                bail!("--until {} is before --since", until.unwrap_or_default());
            }
            let end = until.map(|day| day.tomorrow().map(start_of_day)).transpose()?;
            let filter = Filter {
                before: None,
                actor,
                noun,
                from_at: since.map(|day| start_of_day(day).as_millisecond()),
                to_at: end.map(|end| end.as_millisecond() - 1),
            };
            let mut entries = 0;
            private_file::write(&file, |out| {
                entries = write(&connection, filter.clone(), lang, BufWriter::new(out))?;
                anyhow::Ok(())
            })?;
            let days = |day: Option<Date>| day.map(|day| day.to_string());
            let told = json!({
                "filter": { "actor": filter.actor, "noun": filter.noun, "since": days(since), "until": days(until) },
                "entries": entries,
            });
            shop::write(&connection, "audit export", |_| Ok(((), Change::new("audit", "").after(told))))?;
            output.done(
                &json!({ "file": file, "entries": entries }),
                &format!("{entries} entries are in {}", file.display()),
            )
        }
        Command::Verify { seal: told } => {
            let (verified, missing) = shop::read(&connection, |tx| {
                let missing = told.iter().filter_map(|seal| match audit::holds(tx, seal) {
                    Ok(true) => None,
                    Ok(false) => Some(Ok(seal.number)),
                    Err(error) => Some(Err(error)),
                });
                let missing = missing.collect::<crate::error::Result<Vec<_>>>()?;
                Ok((audit::verify(tx)?, missing))
            })?;
            let facts = [
                ("sealed", verified.sealed.to_string()),
                ("unsealed", verified.unsealed.to_string()),
                ("last hash", verified.last_hash.clone().unwrap_or_else(|| "none".to_owned())),
            ];
            output.facts(&verified, &facts)?;
            if let Some(broken) = verified.broken {
                bail!("the audit is broken: {}; compare with a copy from before", broken.why);
            }
            if let Some(number) = missing.first() {
                bail!(
                    "the audit does not hold seal {number} of the letter: it was written anew, or a copy from before was restored"
                );
            }
            Ok(())
        }
    }
}

/// Writes all entries that match, read in portions, so that a running shop waits for none of them; answers how many.
fn write(connection: &Connection, mut filter: Filter, lang: Lang, out: impl Write) -> anyhow::Result<u64> {
    let mut sheet = Sheet::new(out, lang).map_err(shop::told)?;
    let mut entries = 0;
    loop {
        let portion = shop::read(connection, |tx| audit::list(tx, &filter, PORTION))?;
        let Some(last) = portion.last() else { break };
        filter.before = Some(last.id);
        portion.iter().try_for_each(|entry| sheet.add(entry)).map_err(shop::told)?;
        entries += portion.len() as u64;
    }
    sheet.end().map_err(shop::told)?.flush()?;
    Ok(entries)
}
