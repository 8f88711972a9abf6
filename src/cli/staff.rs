//! `shop staff`: who may come into the console.

use std::io::{IsTerminal as _, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use jiff::Timestamp;
use serde_json::json;

use super::shop;
use super::table::{self, Output, moment};
use crate::audit;
use crate::config::Config;
use crate::db::Connection;
use crate::settlement::processor::system_random;
use crate::staff::invitation::{self, LASTS, Made};
use crate::staff::{has_people, people};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Invite somebody, or let somebody in again who has lost password and authenticator
    Invite {
        /// Owner, manager, orders, packing, accountant, editor or support
        #[arg(long)]
        role: String,
        /// The person's e-mail address
        address: String,
    },
    /// List the people of the console
    List,
    /// Shut somebody out and end all of the person's sessions
    Disable {
        /// The person's e-mail address
        address: String,
    },
    /// Let somebody in again who was shut out
    Enable {
        /// The person's e-mail address
        address: String,
    },
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let Args { output, command } = args;
    let connection = shop::open(config)?;
    let now = shop::now()?;
    match command {
        Command::Invite { role, address } => {
            let made = invite(config, &connection, &address, &role, true, now)?;
            let place = hand_over(config, &made)?;
            let mailed = if config.mail.host.is_empty() { "" } else { "; it is mailed too" };
            let text = format!("{}{mailed}", place.told(&address));
            output.done(&json!({ "email": address, "role": role, "file": place.file() }), &text)
        }
        Command::List => {
            let people = shop::read(&connection, people::list_for_command)?;
            output.list(&people, &["id", "name", "e-mail", "role", "since", "last seen", "state"], |person| {
                vec![
                    person.id.to_string(),
                    person.name.clone(),
                    person.email.clone(),
                    person.role_name.clone(),
                    moment(person.created_at),
                    person.seen_at.map(moment).unwrap_or_default(),
                    person.disabled_at.map_or_else(String::new, |at| format!("disabled {}", moment(at))),
                ]
            })
        }
        Command::Disable { address } => {
            let salt = system_random()()?;
            shop::write(&connection, |tx| {
                let change = people::disable_by_command(tx, &address, now)?;
                audit::record_command(tx, "staff disable", &change, salt, now)
            })?;
            output.done(&json!({ "email": address, "disabled": true }), &format!("{address} is shut out"))
        }
        Command::Enable { address } => {
            let salt = system_random()()?;
            shop::write(&connection, |tx| {
                let change = people::enable_by_command(tx, &address)?;
                audit::record_command(tx, "staff enable", &change, salt, now)
            })?;
            output.done(&json!({ "email": address, "disabled": false }), &format!("{address} may come in again"))
        }
    }
}

/// Saves an invitation, queues its mail if asked to, and records it.
fn invite(
    config: &Config,
    connection: &Connection,
    address: &str,
    role: &str,
    is_mailed: bool,
    now: Timestamp,
) -> anyhow::Result<Made> {
    let random = system_random()()?;
    shop::write(connection, |tx| {
        let made = invitation::invite_by_command(tx, config, address, role, &random, now)?;
        if is_mailed {
            invitation::send(tx, config, address.trim(), role, &made, now)?;
        }
        let salt = crate::call::fresh(&random, "audit");
        audit::record_command(tx, "staff invite", &invitation::change(&made, role), salt, now)?;
        Ok(made)
    })
}

/// For `serve` of a shop whose console nobody can enter yet: invites the house's own address as an owner.
pub fn invite_first_owner(config: &Config, connection: &Connection) -> anyhow::Result<()> {
    if shop::read(connection, has_people)? {
        // Its invitation has been used, or has ended.
        drop(std::fs::remove_file(config.data.directory.join(FILE)));
        return Ok(());
    }
    let made = invite(config, connection, &config.company.email, people::OWNER, false, shop::now()?)?;
    match hand_over(config, &made)? {
        Place::Terminal => {}
        Place::File(file) => tracing::info!(
            file = %file.display(),
            "nobody can enter the console yet: an invitation for its owner is in the file; `shop staff invite --role owner \
             ADDRESS` makes another"
        ),
    }
    Ok(())
}

/// Where the link of an invitation was put.
enum Place {
    Terminal,
    File(PathBuf),
}

impl Place {
    fn file(&self) -> Option<&Path> {
        match self {
            Place::Terminal => None,
            Place::File(file) => Some(file),
        }
    }

    fn told(&self, address: &str) -> String {
        let minutes = LASTS.as_mins();
        match self {
            Place::Terminal => format!("the invitation of {address} is good once, for {minutes} minutes"),
            Place::File(file) => {
                format!("the invitation of {address} is in {}, good once, for {minutes} minutes", file.display())
            }
        }
    }
}

/// Name of the file in the data folder.
const FILE: &str = "console-invitation";

/// Prints a link to a terminal. Anything else may be a log, where a secret does not belong: then the link goes into a file that
/// its owner alone can read.
fn hand_over(config: &Config, made: &Made) -> anyhow::Result<Place> {
    if std::io::stdout().is_terminal() {
        table::line(&format!("Open the console: {}", made.link))?;
        return Ok(Place::Terminal);
    }
    let path = config.data.directory.join(FILE);
    let written = write_private(&path, &made.link);
    written.with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(Place::File(path))
}

fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    // The mode counts for new files only.
    file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    writeln!(file, "{text}")
}
