//! `shop stock`: stock levels.

use anyhow::{anyhow, bail};
use clap::Subcommand;
use serde_json::json;

use super::shop::Shop;
use super::table::{Output, named};
use crate::audit::Change;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::stock::MOST_IN_STOCK;
use crate::{catalog, fulfillment, order};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what is in stock and what orders hold
    List {
        /// Only SKUs that begin with this, in capitals or not
        #[arg(default_value = "")]
        prefix: String,
        /// Only what has at most this many pieces left
        #[arg(long, value_name = "N", value_parser = pieces, allow_negative_numbers = true)]
        below: Option<u32>,
    },
    /// Set how many pieces can be sold: those counted on the shelf less HELD of `list`
    ///
    /// Orders that have not left hold theirs beside that number: with 12 on the shelf, 2 of them held, set 10.
    Set {
        /// As `list` prints it; of a product with options, that of the variant
        sku: String,
        /// Pieces, a million at most
        #[arg(value_parser = pieces, allow_negative_numbers = true)]
        quantity: u32,
    },
}

fn pieces(text: &str) -> Result<u32, String> {
    super::whole(text, 0, MOST_IN_STOCK)
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { prefix, below } => {
            let list = shop.read(|tx| {
                let reserved = order::reserved_pieces(tx)?;
                catalog::list_stock(tx, &prefix.to_uppercase(), below, &reserved)
            })?;
            out.list(&list, &["sku", "in stock", "held", "name"], |row| {
                vec![row.sku.clone(), row.quantity.to_string(), row.reserved.to_string(), row.name.clone()]
            })
        }
        Command::Set { sku, quantity } => {
            let sku = sku.to_uppercase();
            let own = shop.read(|tx| catalog::shelves(tx, &sku))?;
            if !own.is_empty() {
                bail!("{sku} has no stock of its own; name what it consists of: {}", named(&own));
            }
            let set = |tx: &mut dyn Tx, _: &order::Command| {
                fulfillment::set_stock(tx, &sku, quantity)?;
                Ok(((), Change::new("stock", &sku).after(json!({ "quantity": quantity }))))
            };
            shop.write("stock set", set)
                .map_err(|error| anyhow!("{sku}: {error:#} `shop stock list` lists what has a stock of its own."))?;
            out.done(&json!({ "sku": sku, "quantity": quantity }), &format!("{sku}: {quantity} in stock"))
        }
    }
}
