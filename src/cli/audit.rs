//! `shop audit`: what the people of the house, and operators' commands, have done.

use anyhow::bail;

use super::shop::{self, LINES};
use super::table::{Output, moment};
use crate::audit::{self, Filter, SealReference};
use crate::config::Config;

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
