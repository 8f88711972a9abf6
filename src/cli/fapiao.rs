//! `shop fapiao`: requested Chinese invoices.

use std::fmt::Write as _;

use anyhow::anyhow;
use clap::Subcommand;
use jiff::Timestamp;

use super::shop::{self, LINES};
use super::table::{cut, goes_on, moment};
use crate::audit::Change;
use crate::config::Config;
use crate::fapiao::{self, Requested};

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List what is to be issued, the oldest first
    List {
        /// Include what has been issued
        #[arg(long)]
        all: bool,
    },
    /// Note that the fapiao of an order is issued
    Issued {
        /// E.g. 2026-000123
        order_number: String,
    },
}

pub fn run(config: &Config, command: Command) -> anyhow::Result<()> {
    let shop = shop::open(config)?;
    match command {
        Command::List { all } => {
            let mut requested = shop::read(&shop, |tx| fapiao::list(tx, all, LINES + 1))?;
            let is_cut = cut(&mut requested, LINES);
            let mut text = String::new();
            for Requested { order_number, request: one } in &requested {
                let state = if one.issued_at.is_some() { "issued" } else { "open" };
                let details = [
                    &one.business_name,
                    &one.tax_id,
                    &one.registered_address,
                    &one.registered_phone,
                    &one.bank_name,
                    &one.bank_account,
                ];
                let details: Vec<&str> =
                    details.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
                writeln!(
                    text,
                    "{order_number}  {}  {state:<6}  {:<10}  {}",
                    moment(one.requested_at),
                    one.kind.code(),
                    details.join(" · ")
                )?;
            }
            super::print(if text.is_empty() { "nothing is asked for" } else { &text })?;
            if is_cut {
                goes_on(LINES, "issue those that wait, and leave --all away");
            }
            Ok(())
        }
        Command::Issued { order_number } => {
            shop::write(&shop, "fapiao issued", |tx| {
                match fapiao::save_issued(tx, &order_number, Timestamp::now())? {
                    true => Ok(((), Change::new("fapiao", &order_number))),
                    false => {
                        Err(anyhow!("no open fapiao for order {order_number}; `shop fapiao list` lists them").into())
                    }
                }
            })?;
            super::print(&format!("{order_number} is issued"))
        }
    }
}
