//! `shop withdrawal`: statements of withdrawal as they came.

use anyhow::anyhow;
use clap::Subcommand;
use serde_json::json;

use super::desk::Desk;
use super::table::{Output, moment};
use crate::config::Config;
use crate::order;
use crate::withdrawal;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List statements that have not been dealt with, oldest first
    List {
        /// Include those that have been dealt with
        #[arg(long)]
        all: bool,
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Show a statement word for word
    Show {
        /// Its number, e.g. W2026-00001
        number: String,
        /// Note that it has been dealt with, and how
        #[arg(long, value_name = "NOTE")]
        done: Option<String>,
    },
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let desk = Desk::open(config)?;
    match args.command {
        Command::List { all, limit } => {
            let list = desk.read(|tx| withdrawal::list(tx, all, limit))?;
            out.list(&list, &["number", "received", "order", "known", "name", "done"], |one| {
                vec![
                    one.number.clone(),
                    moment(one.received_at),
                    one.order_number.clone(),
                    if one.order_id.is_some() { "yes" } else { "no" }.to_owned(),
                    one.name.clone(),
                    one.handled_at.map(moment).unwrap_or_default(),
                ]
            })
        }
        Command::Show { number, done } => {
            if let Some(note) = done {
                desk.write(|tx, act| withdrawal::handle(tx, &number, &note, act.now))?;
            }
            let (one, order) = desk.read(|tx| {
                let one = withdrawal::find(tx, &number)?;
                let order = match one.as_ref().and_then(|one| one.order_id) {
                    Some(id) => order::find(tx, id)?,
                    None => None,
                };
                Ok((one, order))
            })?;
            let one = one.ok_or_else(|| anyhow!("there is no withdrawal {number}"))?;
            let next = order.as_ref().map_or_else(
                || "find the order with `shop order list --email`, then return or cancel it".to_owned(),
                |order| {
                    let deed = if order.status.holds_stock() { "cancel" } else { "return" };
                    format!("shop order {deed} {} --reason \"withdrawal {}\"", order.number, one.number)
                },
            );
            let facts = [
                ("number", one.number.clone()),
                ("received", moment(one.received_at)),
                ("order", one.order_number.clone()),
                ("status", order.map_or_else(|| "not known".to_owned(), |order| order.status.code().to_owned())),
                ("name", one.name.clone()),
                ("e-mail", one.email.clone()),
                ("items", if one.items == "[]" { "the whole order".to_owned() } else { one.items.clone() }),
                ("message", one.message.clone()),
                ("done", one.handled_at.map(moment).unwrap_or_default()),
                ("note", one.note.clone()),
                ("next", if one.handled_at.is_some() { String::new() } else { next }),
            ];
            out.facts(&json!(one), &facts)
        }
    }
}
