//! `shop customer`: what an operator does for customers who ask by telephone or letter.

use anyhow::Context as _;
use jiff::Timestamp;

use super::mail::{open, plain};
use crate::config::Config;
use crate::customer::{self, Customer};
use crate::db::{self, Tx};
use crate::domain::full_name::full_name;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};

#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Show an account
    Show { email: String },
    /// Print everything that is kept about a customer, as JSON
    Export { email: String },
    /// Delete an account at once, with everything about its owner that need not be kept
    Delete {
        email: String,
        /// Really
        #[arg(long)]
        yes: bool,
    },
}

/// Runs beside an open shop too.
pub fn run(config: &Config, command: Command) -> anyhow::Result<()> {
    let connection = open(config)?;
    let now = Timestamp::now();
    let text = match command {
        Command::Show { email } => db::transaction(&connection, |tx| {
            let customer = find(tx, &email)?;
            let card = customer.member_card.as_deref().unwrap_or("none");
            let name = full_name(&customer.first_name, &customer.last_name);
            let (due, pending) = crate::order::points(tx, customer.id)?;
            let lang: Lang = customer.lang;
            Ok(format!(
                "customer {}\n{name}\n{}\nlanguage {lang}\nmember card {card}, points {due} due, {pending} pending\nsince {}\nlast login {}",
                customer.id,
                customer.email,
                time(Some(customer.created_at)),
                time(customer.logged_in_at),
            ))
        }),
        Command::Export { email } => db::transaction(&connection, |tx| {
            let customer = find(tx, &email)?;
            let export = customer::export_of(tx, &customer, now)?;
            Ok(serde_json::to_string_pretty(&export).context("writing the export")?)
        }),
        Command::Delete { email, yes: false } => {
            anyhow::bail!("deleting the account of {email} cannot be undone; add --yes")
        }
        Command::Delete { email, yes: true } => db::transaction(&connection, |tx| {
            let customer = find(tx, &email)?;
            customer::delete_now(tx, config, &customer, now)?;
            Ok(format!("the account of {email} is deleted; orders stay, as the law demands"))
        }),
    };
    super::print(&text.map_err(plain)?)
}

fn find(tx: &mut dyn Tx, email: &str) -> Result<Customer> {
    let found = customer::find_by_email(tx, email)?;
    found.ok_or_else(|| Error::Internal(anyhow::anyhow!("there is no account with the address {email}")))
}

fn time(millisecond: Option<i64>) -> String {
    let at = millisecond.and_then(|ms| Timestamp::from_millisecond(ms).ok());
    at.map_or("never".to_owned(), |at| at.strftime("%Y-%m-%d %H:%MZ").to_string())
}
