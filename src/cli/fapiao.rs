//! `shop fapiao`: requested Chinese invoices.

use clap::Subcommand;
use jiff::Timestamp;
use serde_json::json;

use super::shop::{self, LINES};
use super::table::{Output, moment};
use crate::config::Config;
use crate::fapiao::{self, ListedRow};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what is to be issued, the oldest first
    List {
        /// Then what has been issued, the newest first
        #[arg(long)]
        all: bool,
    },
    /// Note that the fapiao of an order is issued
    Issued {
        /// E.g. 2026-000123
        order_number: String,
        /// Of the fapiao: 20 digits, or code and number of one on paper
        #[arg(long, value_name = "DIGITS", default_value = "")]
        number: String,
    },
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = shop::open(config)?;
    match args.command {
        Command::List { all } => {
            let requested = shop::read(&shop, |tx| {
                let mut rows = fapiao::list_open(tx, (0, 0), LINES + 1)?;
                if all {
                    rows.extend(fapiao::list_issued(tx, (i64::MAX, 0), LINES + 1)?);
                }
                Ok(rows)
            })?;
            let how = |_: &ListedRow| "issue those that wait, and leave --all away".to_owned();
            let headings = ["order", "requested", "state", "type", "details"];
            out.part(requested, LINES, how, &headings, |ListedRow { order_number, request: one, .. }| {
                let details = [
                    &one.number,
                    &one.business_name,
                    &one.tax_id,
                    &one.registered_address,
                    &one.registered_phone,
                    &one.bank_name,
                    &one.bank_account,
                ];
                let details = details.map(String::as_str);
                let known: Vec<&str> = details.into_iter().filter(|text| !text.is_empty()).collect();
                vec![
                    order_number.clone(),
                    moment(one.requested_at),
                    if one.issued_at.is_some() { "issued" } else { "open" }.to_owned(),
                    one.kind.code().to_owned(),
                    known.join(" · "),
                ]
            })
        }
        Command::Issued { order_number, number } => {
            shop::write(&shop, "fapiao issued", |tx| {
                fapiao::issue(tx, &order_number, &number, Timestamp::now()).map(|change| ((), change))
            })?;
            out.done(&json!({ "order_number": order_number, "issued": true }), &format!("{order_number} is issued"))
        }
    }
}
