//! `shop category`: the tree of categories. Whole sheets are `shop catalogue`.

use clap::Subcommand;
use serde_json::json;

use super::product::{VERSIONS, by, field, print_versions};
use super::shop::Shop;
use super::table::Output;
use crate::catalog::browse;
use crate::catalog::categories;
use crate::catalog::places;
use crate::category::calls::{rows, told, told_arranged, told_placed, told_removed};
use crate::category::editing::{self, Saved};
use crate::category::store;
use crate::category::types::CategoryRow;
use crate::config::Config;
use crate::domain::store_view::Lang;
use crate::product::document::Fields;
use crate::product::types::FieldChange;
use crate::store_view;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List all categories, each before those below it
    List,
    /// Show the fields of a category
    Show {
        /// As `list` prints it
        key: String,
    },
    /// Make a category, the last below its parent
    Add {
        /// Letters, digits, hyphens and underscores
        key: String,
        /// A name at least, e.g. name.en="For the bath" parent=bath
        #[arg(required = true, value_name = "FIELD=TEXT", value_parser = field)]
        fields: Vec<(String, String)>,
    },
    /// Set fields, all or none
    Set {
        /// As `list` prints it
        key: String,
        /// A field and its text, e.g. name.de="Für das Bad" hidden=1; links to a former url_key lead to the new one
        #[arg(required = true, value_name = "FIELD=TEXT", value_parser = field)]
        fields: Vec<(String, String)>,
    },
    /// Put a category elsewhere in the tree
    Move {
        /// As `list` prints it
        key: String,
        /// The category that it is to stand below; without it, at the top
        #[arg(long, value_name = "KEY", default_value = "")]
        parent: String,
        /// The one there that it is to stand before; without it, after all
        #[arg(long, value_name = "KEY", default_value = "")]
        before: String,
    },
    /// List what the page of a category shows, in its own order
    Order {
        /// As `list` prints it
        key: String,
    },
    /// Put a product of a category's list behind another, or first
    Arrange {
        /// As `list` prints it
        key: String,
        /// As `order` prints it
        sku: String,
        /// The one that it is to stand behind; without it, it is the first
        #[arg(long, value_name = "SKU", default_value = "")]
        after: String,
    },
    /// Remove a category
    Remove {
        /// As `list` prints it
        key: String,
        /// The category that products, categories and links go to; without it, it must hold none
        #[arg(long, value_name = "KEY", default_value = "")]
        to: String,
    },
    /// List what a category was, newest first
    Versions {
        /// As `list` prints it
        key: String,
    },
    /// Go back to a version, as a new one
    Restore {
        /// As `list` prints it
        key: String,
        /// The number that `versions` prints
        #[arg(value_name = "VERSION", value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List => {
            let config = shop.config();
            let listed = shop.read(|tx| {
                let languages = store_view::load(tx, &config)?.languages().to_vec();
                let all = categories::all(tx)?;
                rows(tx, &all, Lang::En, &languages)
            })?;
            out.list(&listed, &["key", "products", "shown", "name", "missing"], |row: &CategoryRow| {
                vec![
                    format!("{}{}", "  ".repeat(row.depth as usize), row.key),
                    row.products.to_string(),
                    if row.is_shown { "shown" } else { "hidden" }.to_owned(),
                    row.name.clone(),
                    row.missing.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
                ]
            })
        }
        Command::Show { key } => {
            let (category, fields) = shop.read(|tx| editing::find(tx, &key))?;
            if out.json {
                return out.value(&json!({ "key": category.key, "fields": fields }));
            }
            let facts: Vec<(&str, String)> = fields
                .iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(name, text)| (name.as_str(), text.clone()))
                .collect();
            out.facts(&fields, &facts)
        }
        Command::Add { key, fields } => {
            let fields: Fields = fields.into_iter().collect();
            let saved = shop.write("category add", |tx, command| {
                let by = by(tx, command)?;
                let saved = editing::create(tx, &by, &key, &fields)?;
                let change = told(&saved);
                Ok((saved, change))
            })?;
            let key = &saved.category.key;
            out.done(&json!({ "key": key, "fields": saved.after }), &format!("{key} is made and in the shop"))
        }
        Command::Set { key, fields } => {
            let change = |(field, value)| FieldChange { field, was: None, value };
            let changes: Vec<FieldChange> = fields.into_iter().map(change).collect();
            let saved = shop.write("category set", |tx, command| {
                let by = by(tx, command)?;
                let saved = editing::save(tx, &by, &key, &changes)?;
                let change = told(&saved);
                Ok((saved, change))
            })?;
            changed(out, &saved)
        }
        Command::Move { key, parent, before } => {
            let saved = shop.write("category move", |tx, command| {
                let by = by(tx, command)?;
                let saved = editing::place(tx, &by, &key, &parent, &before, None)?;
                let change = told_placed(&saved, &before);
                Ok((saved, change))
            })?;
            let key = &saved.category.key;
            let place = if parent.is_empty() { "at the top".to_owned() } else { format!("below {parent}") };
            let order = if before.is_empty() { "last".to_owned() } else { format!("before {before}") };
            out.done(
                &json!({ "key": key, "parent": parent, "before": before }),
                &format!("{key} stands {place}, {order}"),
            )
        }
        Command::Order { key } => {
            let listed = shop.read(|tx| {
                let (category, _) = editing::find(tx, &key)?;
                let ids = places::page(tx, category.id, 0, i64::MAX)?;
                browse::rows(tx, &ids, Lang::En)
            })?;
            let listed: Vec<(String, String)> =
                listed.into_iter().map(|row| (row.sku, row.name.unwrap_or_default())).collect();
            out.list(&listed, &["sku", "name"], |(sku, name): &(String, String)| vec![sku.clone(), name.clone()])
        }
        Command::Arrange { key, sku, after } => {
            let placed = shop.write("category arrange", |tx, _| {
                let placed = editing::arrange(tx, &key, &sku, &after, None)?;
                let change = told_arranged(&placed);
                Ok((placed, change))
            })?;
            let place = if placed.after.is_empty() { "first".to_owned() } else { format!("behind {}", placed.after) };
            out.done(
                &json!({ "key": placed.key, "sku": placed.sku, "after": placed.after }),
                &format!("{} stands {place} in {}", placed.sku, placed.key),
            )
        }
        Command::Remove { key, to } => {
            let removed = shop.write("category remove", |tx, command| {
                let by = by(tx, command)?;
                let removed = editing::remove(tx, &by, &key, &to, None)?;
                let change = told_removed(&removed, &to);
                Ok((removed, change))
            })?;
            let (products, children) = (removed.products.len(), removed.children.len());
            let text = match to.as_str() {
                "" => format!("{} is removed", removed.key),
                to => format!("{} is removed; {products} products and {children} categories are in {to}", removed.key),
            };
            out.done(
                &json!({ "key": removed.key, "to": to, "products": removed.products, "categories": removed.children }),
                &text,
            )
        }
        Command::Versions { key } => {
            let versions = shop.read(|tx| {
                let (category, _) = editing::find(tx, &key)?;
                store::list(tx, category.id, VERSIONS)
            })?;
            print_versions(out, versions)
        }
        Command::Restore { key, id } => {
            let saved = shop.write("category restore", |tx, command| {
                let by = by(tx, command)?;
                let saved = editing::restore(tx, &by, &key, id, None)?;
                let change = told(&saved);
                Ok((saved, change))
            })?;
            changed(out, &saved)
        }
    }
}

/// Prints the fields that differ, with both texts.
fn changed(out: Output, saved: &Saved) -> anyhow::Result<()> {
    let (by_field, text) = super::product::differences(&saved.category.key, "changed", &saved.changed());
    out.done(&json!({ "key": saved.category.key, "fields": by_field }), &text)
}
