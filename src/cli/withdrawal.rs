//! `shop withdrawal`: statements of withdrawal as received.

use anyhow::{Context as _, anyhow, bail};
use clap::Subcommand;
use serde_json::json;

use super::message;
use super::shop::{Shop, one_line};
use super::table::{Output, moment};
use crate::audit::Change;
use crate::config::Config;
use crate::domain::validate::printed_number;
use crate::inbox::answering;
use crate::order::{self, Order};
use crate::thread;
use crate::withdrawal;
use crate::withdrawal::types::WithdrawnItem;

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
        /// At most this many
        #[arg(long, default_value_t = 50, value_parser = super::count, allow_negative_numbers = true)]
        limit: i64,
    },
    /// Show a statement word for word
    Show {
        /// Its number, e.g. W2026-00001
        number: String,
        /// Note that it has been dealt with, and how
        #[arg(long, value_name = "NOTE", value_parser = one_line)]
        done: Option<String>,
    },
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { all, limit } => {
            let list = shop.read(|tx| withdrawal::list(tx, all, limit.saturating_add(1)))?;
            let headings = ["number", "received", "order", "known", "name", "done"];
            out.part(
                list,
                limit,
                |_| "--limit with a larger number lists more".to_owned(),
                &headings,
                |one| {
                    vec![
                        one.number.clone(),
                        moment(one.received_at),
                        one.order_number.clone(),
                        if one.order_id.is_some() { "yes" } else { "no" }.to_owned(),
                        one.name.clone(),
                        one.handled_at.map(moment).unwrap_or_default(),
                    ]
                },
            )
        }
        Command::Show { number, done } => {
            let number = printed_number(&number);
            if let Some(note) = done {
                if note.is_empty() {
                    bail!("say with --done how {number} was dealt with");
                }
                shop.write("withdrawal show", |tx, command| {
                    // The note is evidence: it is never overwritten.
                    if let Some((at, known)) =
                        withdrawal::find(tx, &number)?.and_then(|one| Some((one.handled_at?, one.note)))
                    {
                        return Err(anyhow!("{number} was dealt with on {} already: {known}", moment(at)).into());
                    }
                    if let Some(thread) = thread::find(tx, &number)? {
                        answering::close(tx, &message::by(command), &thread, &note)?;
                    }
                    Ok(((), Change::new("withdrawal", &number).after(json!({ "handled": true }))))
                })?;
            }
            let (one, order) = shop.read(|tx| {
                let one = withdrawal::find(tx, &number)?;
                let order_id = one.as_ref().and_then(|one| one.order_id);
                let order = order_id.map(|id| order::find(tx, id)).transpose()?.flatten();
                Ok((one, order))
            })?;
            let one =
                one.ok_or_else(|| anyhow!("there is no withdrawal {number}; `shop withdrawal list --all` lists them"))?;
            let items: Vec<WithdrawnItem> = serde_json::from_str(&one.items).context("items of a withdrawal")?;
            let next = order.as_ref().map_or_else(
                || "find the order with `shop order list --email`, then return or cancel it".to_owned(),
                |order| next(order, &one.number, &items),
            );
            let facts = [
                ("number", one.number.clone()),
                ("received", moment(one.received_at)),
                ("order", one.order_number.clone()),
                ("status", order.map_or_else(|| "not known".to_owned(), |order| order.status.code().to_owned())),
                ("name", one.name.clone()),
                ("e-mail", one.email.clone()),
                ("items", listed(&items)),
                ("message", one.message.clone()),
                ("done", one.handled_at.map(moment).unwrap_or_default()),
                ("note", one.note.clone()),
                ("next", if one.handled_at.is_some() { String::new() } else { next }),
            ];
            out.facts(&json!(one), &facts)
        }
    }
}

/// The items to return, a line each.
fn listed(items: &[WithdrawnItem]) -> String {
    if items.is_empty() {
        return "the whole order".to_owned();
    }
    let lines: Vec<String> =
        items.iter().map(|item| format!("{} × {} {}", item.qty, item.sku, item.name).trim_end().to_owned()).collect();
    lines.join("\n")
}

/// How to process a statement about this order: a command to copy, if one suffices.
fn next(order: &Order, receipt: &str, items: &[WithdrawnItem]) -> String {
    let number = &order.number;
    // It is pasted into a shell, so it must not contain customers' text.
    let is_plain = |sku: &str| !sku.is_empty() && sku.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
    if order.status.is_final() {
        return "nothing is left to do; note it with --done".to_owned();
    }
    if !items.iter().all(|item| is_plain(&item.sku)) {
        return format!("find out which goods of {number} are meant, then return them or cancel the order");
    }
    let lines: String = items.iter().map(|item| format!(" --line {}={}", item.sku, item.qty)).collect();
    let reason = format!("--reason \"withdrawal {receipt}\"");
    match (order.status.holds_stock(), items.is_empty()) {
        (false, _) => format!("shop order return {number}{lines} {reason}"),
        (true, true) => format!("shop order cancel {number} {reason}"),
        // An order can only be canceled as a whole.
        (true, false) => format!(
            "only part is withdrawn. Once the order is shipped: shop order return {number}{lines} {reason}\nOr cancel it, and enter the rest with shop order create"
        ),
    }
}
