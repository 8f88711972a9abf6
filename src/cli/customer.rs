//! `shop customer`: access to and deletion of accounts, for requests by phone or post.

use anyhow::bail;
use jiff::Timestamp;
use serde_json::json;

use super::shop::{open, told, write};
use super::table::{Output, moment};
use crate::audit::Change;
use crate::config::Config;
use crate::customer::{self, Customer};
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::{loyalty, privacy};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Show an account
    Show {
        /// The e-mail address of the account
        email: String,
    },
    /// End every session of an account, for a customer who has lost a device
    LogOut {
        /// The e-mail address of the account
        email: String,
        /// Remove the account's passkeys, too; the password stays
        #[arg(long)]
        passkeys: bool,
    },
    /// Print everything that is kept about a customer with an account, as JSON
    Export {
        /// The e-mail address of the account
        email: String,
    },
    /// Delete an account at once, with everything about its owner that need not be kept
    Delete {
        /// The e-mail address of the account
        email: String,
        /// Confirm that the account is to be deleted
        #[arg(long)]
        yes: bool,
    },
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let connection = open(config)?;
    let now = Timestamp::now();
    match args.command {
        Command::Show { email } => {
            let shown = connection.read(|tx| {
                let customer = find(tx, &email)?;
                let points = loyalty::points(tx, customer.id)?;
                let access = customer::access(tx, customer.id, now)?;
                Ok((customer, points, access))
            });
            let (customer, (due, pending), access) = shown.map_err(told)?;
            let lang: Lang = customer.lang;
            let facts = [
                ("customer", customer.id.to_string()),
                ("name", full_name(&customer.first_name, &customer.last_name)),
                ("e-mail", customer.email.clone()),
                ("language", lang.to_string()),
                ("member card", customer.member_card.clone().unwrap_or_else(|| "none".to_owned())),
                ("points", format!("{due} due, {pending} pending")),
                ("since", time(Some(customer.created_at))),
                ("last login", time(customer.logged_in_at)),
                ("sessions", access.sessions.to_string()),
                ("passkeys", access.passkeys.to_string()),
            ];
            let value = json!({
                "id": customer.id,
                "email": customer.email,
                "first_name": customer.first_name,
                "last_name": customer.last_name,
                "lang": lang,
                "member_card": customer.member_card,
                "points_due": due,
                "points_pending": pending,
                "created_at": customer.created_at,
                "logged_in_at": customer.logged_in_at,
                "sessions": access.sessions,
                "passkeys": access.passkeys,
            });
            out.facts(&value, &facts)
        }
        Command::LogOut { email, passkeys } => {
            let ended = write(&connection, "customer log-out", |tx| {
                let customer = find(tx, &email)?;
                let ended = customer::log_out(tx, customer.id, passkeys, now)?;
                let after = json!({ "sessions_ended": ended.sessions, "passkeys_removed": ended.passkeys });
                Ok((ended, Change::new("customer", customer.id).after(after)))
            })?;
            let customer::Access { sessions, passkeys } = ended;
            let value = json!({ "email": email, "sessions_ended": sessions, "passkeys_removed": passkeys });
            out.done(&value, &format!("{email}: {sessions} sessions ended, {passkeys} passkeys removed"))
        }
        Command::Export { email } => {
            let find = |tx: &mut dyn Tx| customer::find_by_email(tx, &email)?.ok_or_else(|| of_guest(&email));
            let customer = connection.read(find).map_err(told)?;
            // The security log names the export, too.
            let export = write(&connection, "customer export", |tx| {
                Ok((privacy::export_of(tx, &customer, now)?, Change::new("customer", customer.id)))
            });
            out.value(&export?)
        }
        Command::Delete { email, yes: false } => {
            bail!("deleting the account of {email} cannot be undone; add --yes")
        }
        Command::Delete { email, yes: true } => {
            write(&connection, "customer delete", |tx| {
                let customer = find(tx, &email)?;
                privacy::delete_now(tx, config, &customer, now)?;
                Ok(((), Change::new("customer", customer.id)))
            })?;
            privacy::journal::reconcile(&connection, &config.data.directory, now)?;
            let text = format!("the account of {email} is deleted; paid orders are kept, as the law requires");
            out.done(&json!({ "email": email, "deleted": true }), &text)
        }
    }
}

fn find(tx: &mut dyn Tx, email: &str) -> Result<Customer> {
    let found = customer::find_by_email(tx, email)?;
    found.ok_or_else(|| Error::Internal(anyhow::anyhow!("there is no account with the address {email}")))
}

/// Tells where to find the data of a guest, who has the same right of access (Regulation (EU) 2016/679 art. 15).
fn of_guest(email: &str) -> Error {
    Error::Internal(anyhow::anyhow!(
        "there is no account with the address {email}; what is kept of a guest is found by hand: orders with `shop order list --email {email}` and `shop order show NUMBER --json` for each, what they wrote with `shop contact list --all` and `shop withdrawal list --all`, letters with `shop mail list` and `shop newsletter list`"
    ))
}

fn time(millisecond: Option<i64>) -> String {
    millisecond.map_or("never".to_owned(), moment)
}
