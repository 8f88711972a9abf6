//! `shop staff`: who may come into the console.

use std::io::{IsTerminal as _, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use jiff::Timestamp;
use serde_json::json;

use super::shop;
use super::table::{self, Output, moment};
use crate::config::Config;
use crate::data_dir::DataFolder;
use crate::db::Connection;
use crate::domain::permission::Permission;
use crate::message;
use crate::settlement::processor::system_random;
use crate::staff::invitation::{self, LASTS, Made};
use crate::staff::passkey::command as passkeys;
use crate::staff::{has_people, people, roles};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Invite somebody, or let somebody in again who has lost every passkey, or password and authenticator
    Invite {
        /// Name of the role, e.g. owner; `shop staff roles` lists them
        #[arg(long, required_unless_present = "stranded")]
        role: Option<String>,
        /// The person's e-mail address
        #[arg(required_unless_present = "stranded")]
        address: Option<String>,
        /// Everybody who has no way in at the console's host, each with the role that they have
        #[arg(long, conflicts_with_all = ["role", "address"])]
        stranded: bool,
    },
    /// List the people of the console
    List,
    /// List the roles and what they allow
    Roles,
    /// Make, change and remove roles of your own
    #[command(subcommand)]
    Role(RoleCommand),
    /// List the passkeys of a person
    Keys {
        /// The person's e-mail address
        address: String,
    },
    /// Remove a passkey of a person, also the last one
    RemoveKey {
        /// The person's e-mail address
        address: String,
        /// Its number, as `shop staff keys` shows it
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// List where a person is signed in
    Sessions {
        /// The person's e-mail address
        address: String,
    },
    /// End one session of a person
    EndSession {
        /// The person's e-mail address
        address: String,
        /// Its number, as `shop staff sessions` shows it
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// End all sessions of a person, who can sign in again
    EndSessions {
        /// The person's e-mail address
        address: String,
    },
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

#[derive(Debug, clap::Subcommand)]
enum RoleCommand {
    /// Make a role
    Add {
        name: String,
        /// A right that it gives, e.g. `orders_read`; may be given several times
        #[arg(long = "permission", value_name = "RIGHT", value_parser = permission, required_unless_present = "like")]
        permissions: Vec<Permission>,
        /// A role whose rights it begins with
        #[arg(long, value_name = "ROLE")]
        like: Option<String>,
    },
    /// Give a role other rights, or another name
    Set {
        name: String,
        /// A right that it gives from now on, instead of all that it gives now; may be given several times
        #[arg(long = "permission", value_name = "RIGHT", value_parser = permission, required_unless_present = "rename")]
        permissions: Vec<Permission>,
        /// Its name from now on
        #[arg(long, value_name = "NAME")]
        rename: Option<String>,
    },
    /// Remove a role that nobody has
    Remove { name: String },
}

/// Parses a right; the error names all.
pub(super) fn permission(text: &str) -> Result<Permission, String> {
    let all = || Permission::ALL.map(Permission::code).join(", ");
    Permission::from_code(text).ok_or_else(|| format!("give a right, e.g. orders_read; there are {}", all()))
}

/// Rights as a list shows them.
pub(super) fn listed<'p>(permissions: impl IntoIterator<Item = &'p Permission>) -> String {
    permissions.into_iter().map(|permission| permission.code()).collect::<Vec<_>>().join(" ")
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let Args { output, command } = args;
    let connection = shop::open(config)?;
    // The links lead to where the shop is open, whatever its configuration says now.
    let mut config = config.clone();
    if let Some(address) = DataFolder::address(&config.data.directory) {
        config.server.listen = address;
    }
    let config = &config;
    let now = shop::now()?;
    if matches!(command, Command::Invite { .. }) {
        ensure!(!config.is_console_closed(), "{}", message::MACHINE_NO_CONSOLE.text);
    }
    match command {
        Command::Invite { role, address, stranded: false } => {
            let (role, address) = (role.unwrap_or_default(), address.unwrap_or_default());
            let made = invite(config, &connection, &address, &role, true, now)?;
            let place = hand_over(config, &connection, &made, &address, now)?;
            let mailed = if config.mail.host.is_empty() { "" } else { "; it is mailed too" };
            let text = format!("{}{mailed}", place.told(&address));
            output.done(&json!({ "email": address, "role": role, "file": place.file() }), &text)
        }
        Command::Invite { stranded: true, .. } => {
            let people = shop::read(&connection, |tx| people::list_for_command(tx, config))?;
            let mut invited = Vec::new();
            for person in people.into_iter().filter(people::Listed::is_stranded).map(|listed| listed.person) {
                let made = invite(config, &connection, &person.email, &person.role_name, true, now)?;
                let place = hand_over(config, &connection, &made, &person.email, now)?;
                invited.push(Invited {
                    file: place.file().map(Path::to_owned),
                    email: person.email,
                    role: person.role_name,
                });
            }
            if output.json {
                return output.value(&invited);
            }
            if invited.is_empty() {
                return table::line("everybody has a way in");
            }
            output.list(&invited, &["e-mail", "role", "link"], |invited| {
                let link = invited.file.as_ref().map_or_else(|| "above".to_owned(), |file| file.display().to_string());
                vec![invited.email.clone(), invited.role.clone(), link]
            })?;
            let mailed = if config.mail.host.is_empty() { "" } else { "; they are mailed too" };
            let minutes = LASTS.as_mins();
            table::line(&format!("each link stands beside its address, good once, for {minutes} minutes{mailed}"))
        }
        Command::List => {
            let people = shop::read(&connection, |tx| people::list_for_command(tx, config))?;
            let columns = ["id", "name", "e-mail", "role", "signs in with", "since", "last seen", "state"];
            output.list(&people, &columns, |listed| {
                let person = &listed.person;
                vec![
                    person.id.to_string(),
                    person.name.clone(),
                    person.email.clone(),
                    person.role_name.clone(),
                    ways(listed),
                    moment(person.created_at),
                    person.seen_at.map(moment).unwrap_or_default(),
                    person.disabled_at.map_or_else(String::new, |at| format!("disabled {}", moment(at))),
                ]
            })
        }
        Command::Roles => {
            let roles = shop::read(&connection, roles::list_for_command)?;
            output.list(&roles, &["name", "people", "rights", "kind"], |role| {
                let kind = if role.is_builtin { "built in" } else { "own" };
                vec![role.name.clone(), role.people.to_string(), listed(&role.permissions), kind.to_owned()]
            })
        }
        Command::Role(RoleCommand::Add { name, permissions, like }) => {
            shop::write(&connection, "staff role add", |tx| {
                Ok(((), roles::add_by_command(tx, &name, like.as_deref(), &permissions)?))
            })?;
            output.done(&json!({ "role": name.trim() }), &format!("the role {} is there", name.trim()))
        }
        Command::Role(RoleCommand::Set { name, permissions, rename }) => {
            shop::write(&connection, "staff role set", |tx| {
                Ok(((), roles::change_by_command(tx, &name, rename.as_deref(), &permissions)?))
            })?;
            let name = rename.unwrap_or(name);
            output.done(&json!({ "role": name.trim() }), &format!("the role {} is changed", name.trim()))
        }
        Command::Role(RoleCommand::Remove { name }) => {
            shop::write(&connection, "staff role remove", |tx| Ok(((), roles::delete_by_command(tx, &name, now)?)))?;
            output.done(&json!({ "role": name.trim() }), &format!("the role {} is removed", name.trim()))
        }
        Command::Keys { address } => {
            let keys = shop::read(&connection, |tx| passkeys::list(tx, &address))?;
            output.list(&keys, &["id", "name", "host", "since", "last used"], |key| {
                vec![
                    key.id.to_string(),
                    key.name.clone(),
                    key.rp_id.clone(),
                    moment(key.created_at),
                    key.used_at.map(moment).unwrap_or_default(),
                ]
            })
        }
        Command::RemoveKey { address, id } => {
            let left = shop::write(&connection, "staff remove-key", |tx| passkeys::remove(tx, &address, id))?;
            let text = if left.has_way {
                format!("passkey {id} of {address} is removed")
            } else {
                format!(
                    "passkey {id} of {address} is removed, and was the last way in; `shop staff invite --role {} {address}` \
                     makes another",
                    left.role
                )
            };
            output.done(&json!({ "email": address, "passkey": id, "has_way": left.has_way }), &text)
        }
        Command::Sessions { address } => {
            let sessions = shop::read(&connection, |tx| people::sessions_for_command(tx, &address, now))?;
            output.list(&sessions.items, &["id", "device", "network", "since", "last seen", "until"], |session| {
                vec![
                    session.id.to_string(),
                    session.browser.clone(),
                    session.network.clone(),
                    moment(session.created_at),
                    moment(session.seen_at),
                    moment(session.expires_at),
                ]
            })
        }
        Command::EndSession { address, id } => {
            shop::write(&connection, "staff end-session", |tx| {
                people::end_sessions_by_command(tx, &address, Some(id))
            })?;
            let text = format!("session {id} of {address} has ended");
            output.done(&json!({ "email": address, "session": id }), &text)
        }
        Command::EndSessions { address } => {
            let ended = shop::write(&connection, "staff end-sessions", |tx| {
                people::end_sessions_by_command(tx, &address, None)
            })?;
            let text = format!("{address} is signed out everywhere; sessions that have ended: {ended}");
            output.done(&json!({ "email": address, "ended": ended }), &text)
        }
        Command::Disable { address } => {
            shop::write(&connection, "staff disable", |tx| Ok(((), people::disable_by_command(tx, &address, now)?)))?;
            output.done(&json!({ "email": address, "disabled": true }), &format!("{address} is shut out"))
        }
        Command::Enable { address } => {
            shop::write(&connection, "staff enable", |tx| Ok(((), people::enable_by_command(tx, &address)?)))?;
            output.done(&json!({ "email": address, "disabled": false }), &format!("{address} may come in again"))
        }
    }
}

/// Somebody who was invited with others.
#[derive(Debug, serde::Serialize)]
struct Invited {
    email: String,
    role: String,
    /// None: the link was printed.
    file: Option<PathBuf>,
}

/// What a person signs in with.
fn ways(listed: &people::Listed) -> String {
    let keys = match listed.passkeys {
        0 => None,
        1 => Some("1 passkey".to_owned()),
        count => Some(format!("{count} passkeys")),
    };
    let password = listed.has_password.then(|| "password".to_owned());
    [password, keys].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What a new host of the console ends: for each earlier host how many passkeys, with the command that lets in again who has
/// nothing else. Without addresses where a log may keep the lines.
pub fn stranded_passkeys(config: &Config, connection: &Connection, names: bool) -> anyhow::Result<Vec<String>> {
    let moved = shop::read(connection, |tx| passkeys::stranded(tx, config))?;
    let here = moved.host.as_deref().unwrap_or("an IP address, which passkeys do not know");
    let mut lines = Vec::new();
    for of_host in moved.stranded.chunk_by(|one, next| one.rp_id == next.rp_id) {
        let keys: i64 = of_host.iter().map(|person| person.keys).sum();
        let shut_out = of_host.iter().filter(|person| !person.has_other_way);
        lines.push(format!(
            "console.host: the console's host is {here}, and {keys} of its passkeys, of {people} people, were made for {host}: \
             they do not work any more; {without} of these people have no other way in{hint}",
            people = of_host.len(),
            host = of_host[0].rp_id,
            without = shut_out.clone().count(),
            hint = if names { "" } else { "; `shop check` names them" },
        ));
        if names {
            lines.extend(shut_out.map(|person| {
                let (role, email) = (&person.role_name, &person.email);
                format!("console.host: {email} has no other way in: `shop staff invite --role {role} {email}`")
            }));
        }
    }
    if names && moved.stranded.iter().any(|person| !person.has_other_way) {
        lines.push("console.host: `shop staff invite --stranded` invites all who have no way in".to_owned());
    }
    Ok(lines)
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
    shop::write(connection, "staff invite", |tx| {
        let made = invitation::invite_by_command(tx, config, address, role, &random, now)?;
        if is_mailed {
            invitation::send(tx, config, address.trim(), role, &made, now)?;
        }
        let change = invitation::change(&made, role);
        Ok((made, change))
    })
}

/// For `serve` of a shop whose console nobody can enter yet: invites the house's own address as an owner.
pub fn invite_first_owner(config: &Config, connection: &Connection) -> anyhow::Result<()> {
    let now = shop::now()?;
    if shop::read(connection, has_people)? {
        let path = config.data.directory.join(FILE);
        let links = good_links(&path, connection, now)?;
        // Those that have been used, or have ended, are gone.
        if links.is_empty() {
            drop(std::fs::remove_file(path))
        } else {
            write_links(&path, &links)?
        }
        return Ok(());
    }
    if config.is_console_closed() {
        return Ok(());
    }
    // One that is good stays so, in the file and in the mailbox, however often the shop starts.
    if !good_links(&config.data.directory.join(FILE), connection, now)?.is_empty() {
        return Ok(());
    }
    let address = &config.company.email;
    // Nobody has the demonstration's mailbox.
    let is_mailed = !config.mail.host.is_empty() && *address != Config::load(None, std::iter::empty())?.company.email;
    let made = invite(config, connection, address, people::OWNER, is_mailed, now)?;
    match hand_over(config, connection, &made, address, now)? {
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
                format!(
                    "the invitation of {address} is the last line of {}, good once, for {minutes} minutes",
                    file.display()
                )
            }
        }
    }
}

/// Name of the file in the data folder.
const FILE: &str = "console-invitation";

/// Prints a link to a terminal. Anything else may be a log, where a secret does not belong: then the link goes into a file that
/// its owner alone can read, beside its address and below those that are still good.
fn hand_over(
    config: &Config,
    connection: &Connection,
    made: &Made,
    address: &str,
    now: Timestamp,
) -> anyhow::Result<Place> {
    if std::io::stdout().is_terminal() {
        table::line(&format!("{address}: {}", made.link))?;
        return Ok(Place::Terminal);
    }
    let path = config.data.directory.join(FILE);
    let mut links = good_links(&path, connection, now)?;
    links.push(format!("{} {}", address.trim(), made.link));
    write_links(&path, &links)?;
    Ok(Place::File(path))
}

/// The lines of the file whose links may still be used.
fn good_links(path: &Path, connection: &Connection, now: Timestamp) -> anyhow::Result<Vec<String>> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.with_context(|| format!("{} cannot be read", path.display()))?,
    };
    let mut links = Vec::new();
    for link in text.lines() {
        if shop::read(connection, |tx| invitation::is_link_good(tx, link, now))? {
            links.push(link.to_owned());
        }
    }
    Ok(links)
}

fn write_links(path: &Path, links: &[String]) -> anyhow::Result<()> {
    write_private(path, &links.join("\n")).with_context(|| format!("{} cannot be written", path.display()))
}

pub(super) fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    // The mode counts for new files only.
    file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    writeln!(file, "{text}")
}
