//! `shop token`: the tokens with which programs call the console.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::Context as _;
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde_json::json;

use super::shop;
use super::staff::{listed, permission, write_private};
use super::table::{self, Output, moment};
use crate::config::Config;
use crate::domain::permission::Permission;
use crate::domain::working_days::in_shop_zone;
use crate::settlement::processor::system_random;
use crate::token::types::TokenState;
use crate::token::{self, ByCommand};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make a token
    Create {
        /// Name of the program
        name: String,
        /// Address of the person in whose name it acts: it never reaches more than they hold
        #[arg(long = "for", value_name = "ADDRESS")]
        person: String,
        /// A right that it has, e.g. `orders_read`; may be given several times
        #[arg(long = "permission", value_name = "RIGHT", value_parser = permission, required = true)]
        permissions: Vec<Permission>,
        /// The last day on which it is good, at most a year ahead; by default in three months
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        until: Option<Date>,
    },
    /// List the tokens
    List,
    /// Revoke a token: it is refused from the next call on
    Revoke {
        /// Its id, as `list` shows it
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let Args { output, command } = args;
    let connection = shop::open(config)?;
    let now = shop::now()?;
    match command {
        Command::Create { name, person, permissions, until } => {
            let ends_on = until.unwrap_or_else(|| in_shop_zone(now).date().saturating_add(3.months()));
            let new = ByCommand { name: &name, email: &person, permissions: &permissions, ends_on };
            let random = system_random()()?;
            let (id, secret) = shop::write(&connection, "token create", |tx| {
                let (id, secret, change) = token::create_by_command(tx, &new, &random, now)?;
                Ok(((id, secret), change))
            })?;
            let file = hand_over(config, id, &secret)?;
            let place = file.as_ref().map_or_else(
                || "it is shown only now".to_owned(),
                |file| {
                    format!("it is in {}, shown nowhere else; move it to where the program reads it", file.display())
                },
            );
            let answer = json!({ "id": id, "name": name.trim(), "ends_on": ends_on.to_string(), "file": file });
            output.done(&answer, &format!("token {id} of {} is good until {ends_on}; {place}", name.trim()))
        }
        Command::List => {
            let tokens = shop::read(&connection, |tx| token::list_all(tx, now))?;
            output.list(&tokens, &["id", "program", "made by", "reaches", "ends", "last used", "state"], |token| {
                vec![
                    token.id.to_string(),
                    token.name.clone(),
                    token.made_by.clone(),
                    listed(&token.reaches),
                    moment(token.expires_at),
                    token.last_used_at.map(moment).unwrap_or_default(),
                    state(token.state).to_owned(),
                ]
            })
        }
        Command::Revoke { id } => {
            shop::write(&connection, "token revoke", |tx| Ok(((), token::revoke_by_command(tx, id, now)?)))?;
            output.done(&json!({ "id": id, "revoked": true }), &format!("token {id} is revoked"))
        }
    }
}

const fn state(state: TokenState) -> &'static str {
    match state {
        TokenState::InForce => "",
        TokenState::EndsSoon => "ends soon",
        TokenState::Ended => "ended",
        TokenState::Revoked => "revoked",
        TokenState::MakerDisabled => "its maker is disabled",
    }
}

/// Prints a secret to a terminal. Anything else may be a log: then it goes into a file that its owner alone can read.
fn hand_over(config: &Config, id: i64, secret: &str) -> anyhow::Result<Option<PathBuf>> {
    if std::io::stdout().is_terminal() {
        table::line(secret)?;
        return Ok(None);
    }
    let path = config.data.directory.join(format!("console-token-{id}"));
    write_private(&path, secret).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(Some(path))
}
