//! `shop audit`: what the people of the house, and operators' commands, have done.

use anyhow::bail;

use super::shop::{self, LINES};
use super::table::{Output, moment};
use crate::audit::{self, Filter};
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
    Verify,
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let Args { output, command } = args;
    let connection = shop::open(config)?;
    match command {
        Command::List { actor, noun, before } => {
            let filter = Filter { before, actor, noun, ..Filter::default() };
            let entries = shop::read(&connection, |tx| audit::list(tx, &filter, LINES))?;
            output.list(&entries, &["id", "time", "by", "call", "outcome", "noun", "thing", "network"], |entry| {
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
        Command::Verify => {
            let verified = shop::read(&connection, audit::verify)?;
            let facts = [
                ("sealed", verified.sealed.to_string()),
                ("unsealed", verified.unsealed.to_string()),
                ("last hash", verified.last_hash.clone().unwrap_or_else(|| "none".to_owned())),
            ];
            output.facts(&verified, &facts)?;
            match verified.broken {
                None => Ok(()),
                Some(broken) => bail!("the audit is broken: {}; compare with a copy from before", broken.why),
            }
        }
    }
}
