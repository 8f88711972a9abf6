//! `shop credential`: what was entered in the console for mail and payment, without telling it. Works beside what keeps the shop from
//! opening, so that it can be taken away.

use anyhow::anyhow;
use clap::Subcommand;
use serde_json::json;

use super::shop::Shop;
use super::table::Output;
use crate::audit::{self, Actor, By};
use crate::config::Config;
use crate::credential::types::Credential;
use crate::credential::{all, remove_by_command};
use crate::setting::credential::Name;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what is entered, when and by whom, and what the file or the environment gives
    List,
    /// Take away what is entered; it cannot be brought back
    Remove {
        /// mail, stripe or wechat
        name: String,
    },
}

pub fn run(machine: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(machine)?;
    let config = shop.config();
    match args.command {
        Command::List => {
            let found = shop.read(|tx| all(tx, &config.source))?;
            out.list(&found, &["name", "entered", "by", "hint", "state"], |one| {
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                vec![one.name.code().to_owned(), text(&one.set_at), text(&one.by), one.hint.clone(), state(one)]
            })
        }
        Command::Remove { name } => {
            let name = Name::from_code(&name)
                .ok_or_else(|| anyhow!("there is no credential {name}; name mail, stripe or wechat"))?;
            shop.write("credential remove", |tx, command| {
                let by = By { actor: Actor::Command(audit::system_user()), now: command.now };
                Ok(((), remove_by_command(tx, &config, &by, name)?))
            })?;
            out.done(&json!({ "name": name.code(), "is_set": false }), &format!("{}: taken away", name.code()))
        }
    }
}

fn state(one: &Credential) -> String {
    match (&one.held_by, one.version) {
        (Some(place), _) => format!("fixed: {place}"),
        (None, None) => "not entered".to_owned(),
        (None, Some(_)) if one.is_unreadable => "cannot be read on this machine; enter it anew".to_owned(),
        (None, Some(_)) if one.is_test_key => "for tests, and this shop sells; enter the live key".to_owned(),
        (None, Some(_)) => "in force".to_owned(),
    }
}
