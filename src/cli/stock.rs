//! `shop stock`: what is in stock, corrections, thresholds and arrivals.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::Subcommand;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Value, json};

use super::shop::{Shop, one_line};
use super::table::{Output, moment, named};
use crate::audit::{By, Change};
use crate::catalog::{StockOf, StockedItem};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::stock::MOST_IN_STOCK;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::stock::adjustment::{self, Changed};
use crate::stock::types::{Correction, ShelfLine};
use crate::stock::{arrivals, events, shelves};
use crate::{audit, catalog, order};

/// Changes that `show` prints.
const HISTORY: i64 = 100;

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
    /// Show what was counted, received and corrected of an item, newest first, and what is expected
    Show {
        /// As `list` prints it
        sku: String,
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
    /// Take pieces out with a reason, or add what was found or came back
    Correct {
        /// As `list` prints it
        sku: String,
        /// Pieces
        #[arg(value_parser = pieces, allow_negative_numbers = true)]
        pieces: u32,
        /// Why; found and returned ones are added, all others taken out
        #[arg(long, value_enum)]
        reason: Correction,
        /// For the history
        #[arg(long, default_value = "", value_parser = one_line)]
        note: String,
    },
    /// Warn when at most so many pieces are left to sell
    Threshold {
        /// As `list` prints it
        sku: String,
        /// Pieces; without them nothing warns any more
        #[arg(value_parser = pieces, allow_negative_numbers = true)]
        threshold: Option<u32>,
    },
    /// Note where an item lies: pick lists go from shelf to shelf
    Shelf {
        /// As `list` prints it
        sku: String,
        /// For example 'A 3', at most 20 characters; without it the item lies nowhere in particular
        #[arg(default_value = "", value_parser = one_line)]
        shelf: String,
    },
    /// Note where many items lie: CSV whose first row names the columns, sku and shelf; all or none
    Shelves {
        /// A row for each item, as `list` prints its SKU; a shelf of at most 20 characters, or none
        file: PathBuf,
        /// Check everything and change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Note that goods are on their way
    Expect {
        /// As `list` prints it
        sku: String,
        /// Pieces
        #[arg(value_parser = pieces, allow_negative_numbers = true)]
        pieces: u32,
        /// The day, e.g. 2026-12-01
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        on: Date,
        /// From whom, for instance
        #[arg(long, default_value = "", value_parser = one_line)]
        note: String,
    },
    /// Put on the shelf what has come
    Receive {
        /// The number of the arrival that `show` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        arrival: i64,
        /// Pieces
        #[arg(value_parser = pieces, allow_negative_numbers = true)]
        pieces: u32,
        /// What is missing still comes
        #[arg(long)]
        rest_comes: bool,
    },
    /// Note that an arrival does not come
    ExpectNoMore {
        /// The number of the arrival that `show` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        arrival: i64,
    },
}

/// The rows of a file. Its first names the columns.
fn read_shelves(text: &str) -> anyhow::Result<Vec<ShelfLine>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let head = text.lines().next().unwrap_or_default();
    // Spreadsheets write semicolons where the comma is the decimal sign, and tabs where they copy.
    let separator =
        [b'\t', b';'].into_iter().find(|one| head.as_bytes().contains(one) && !head.contains(',')).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new().delimiter(separator).from_reader(text.as_bytes());
    let names: Vec<String> = reader.headers()?.iter().map(|name| name.trim().to_lowercase()).collect();
    let column = |wanted: &str| {
        let at = names.iter().position(|name| name == wanted);
        at.ok_or_else(|| anyhow!("row 1: there is no column {wanted:?}; name the columns, e.g. sku,shelf"))
    };
    let (sku, shelf) = (column("sku")?, column("shelf")?);
    let mut lines = Vec::new();
    for (number, record) in (2_usize..).zip(reader.records()) {
        let record = record.with_context(|| format!("row {number}"))?;
        let cell = |at: usize| record.get(at).unwrap_or_default().trim().to_owned();
        lines.push(ShelfLine { sku: cell(sku), shelf: cell(shelf), seen: None });
    }
    Ok(lines)
}

fn put_on_shelves(shop: &Shop, out: Output, file: &Path, dry_run: bool) -> anyhow::Result<()> {
    let named = || format!("{}", file.display());
    let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", named()))?;
    let Ok(text) = std::str::from_utf8(&bytes) else { bail!("{} is not UTF-8; save it as \"CSV UTF-8\"", named()) };
    let lines = read_shelves(text).with_context(named)?;
    let outcome = if dry_run {
        shop.read(|tx| adjustment::plan_shelves(tx, &lines))
    } else {
        shop.write("stock shelves", |tx, _| {
            let done = adjustment::save_shelves(tx, &lines)?;
            let change = adjustment::told_shelves(&done.0);
            Ok((done, change))
        })
    };
    let (moved, unchanged) = outcome?;
    let place = |shelf: &str| if shelf.is_empty() { "nowhere".to_owned() } else { shelf.to_owned() };
    let rows: String =
        moved.iter().map(|one| format!("\n  {}: {} → {}", one.sku, place(&one.before), place(&one.after))).collect();
    let words = if dry_run { "would lie elsewhere" } else { "lie elsewhere" };
    let changes: Vec<Value> =
        moved.iter().map(|one| json!({ "sku": one.sku, "before": one.before, "after": one.after })).collect();
    out.done(
        &json!({ "changes": changes, "unchanged": unchanged }),
        &format!("{} items {words}, {unchanged} stay{rows}", moved.len()),
    )
}

/// An item as it is listed.
#[derive(Debug, Serialize)]
struct Listed {
    sku: String,
    /// In English, with the options.
    name: String,
    /// Available, without what is reserved.
    quantity: u32,
    /// Reserved by orders that are not shipped.
    reserved: u32,
}

fn pieces(text: &str) -> std::result::Result<u32, String> {
    super::whole(text, 0, MOST_IN_STOCK)
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { prefix, below } => {
            let prefix = prefix.to_uppercase();
            let mut list = shop.read(|tx| {
                let items = catalog::browse_stock(tx, Lang::En, StockOf::All, &prefix, "", i64::MAX)?;
                let ids: Vec<i64> = items.iter().map(|item| item.id).collect();
                let held = order::held(tx, &ids)?;
                let row = |item: StockedItem| Listed {
                    reserved: held.get(&item.id).copied().unwrap_or(0),
                    sku: item.sku,
                    name: item.name,
                    quantity: item.quantity,
                };
                Ok(items.into_iter().map(row).collect::<Vec<_>>())
            })?;
            list.retain(|row| below.is_none_or(|most| row.quantity <= most));
            out.list(&list, &["sku", "in stock", "held", "name"], |row| {
                vec![row.sku.clone(), row.quantity.to_string(), row.reserved.to_string(), row.name.clone()]
            })
        }
        Command::Show { sku } => show(&shop, out, &sku),
        Command::Set { sku, quantity } => {
            let set = |tx: &mut dyn Tx, by: &By, id: i64| adjustment::set(tx, by, id, quantity);
            let (sku, _) = change(&shop, "stock set", &sku, set)?;
            out.done(&json!({ "sku": sku, "quantity": quantity }), &format!("{sku}: {quantity} in stock"))
        }
        Command::Correct { sku, pieces, reason, note } => {
            let work = |tx: &mut dyn Tx, by: &By, id: i64| {
                adjustment::correct(tx, by, id, reason, pieces, &adjustment::note(&note)?)
            };
            let (sku, changed) = change(&shop, "stock correct", &sku, work)?;
            told(out, &sku, changed)
        }
        Command::Threshold { sku, threshold } => {
            let sku = known(&shop, &sku)?;
            shop.write("stock threshold", |tx, _| {
                let id = adjustment::find(tx, &sku)?;
                adjustment::set_threshold(tx, id, threshold)?;
                Ok(((), Change::new("stock", &sku).after(json!({ "threshold": threshold }))))
            })?;
            let text = threshold.map_or_else(|| "warns no more".to_owned(), |pieces| format!("warns at {pieces}"));
            out.done(&json!({ "sku": sku, "threshold": threshold }), &format!("{sku} {text}"))
        }
        Command::Shelf { sku, shelf } => {
            let sku = known(&shop, &sku)?;
            let kept = shop.write("stock shelf", |tx, _| {
                let id = adjustment::find(tx, &sku)?;
                let kept = adjustment::set_shelf(tx, id, &shelf)?;
                Ok((kept.clone(), Change::new("stock", &sku).after(json!({ "shelf": kept }))))
            })?;
            let text =
                if kept.is_empty() { "lies nowhere in particular".to_owned() } else { format!("lies at {kept}") };
            out.done(&json!({ "sku": sku, "shelf": kept }), &format!("{sku} {text}"))
        }
        Command::Shelves { file, dry_run } => put_on_shelves(&shop, out, &file, dry_run),
        Command::Expect { sku, pieces, on, note } => {
            let sku = known(&shop, &sku)?;
            let arrival = shop.write("stock expect", |tx, command| {
                let id = adjustment::find(tx, &sku)?;
                let arrival = adjustment::expect(tx, &by(command), id, pieces, on, &adjustment::note(&note)?)?;
                let change = json!({ "arrival": arrival, "pieces": pieces, "on": on });
                Ok((arrival, Change::new("stock", &sku).after(change)))
            })?;
            let text = format!("arrival {arrival}: {pieces} of {sku} on {on}");
            out.done(&json!({ "arrival": arrival, "sku": sku, "pieces": pieces, "on": on }), &text)
        }
        Command::Receive { arrival, pieces, rest_comes } => {
            let (sku, changed) = shop.write("stock receive", |tx, command| {
                let (id, changed) = adjustment::receive(tx, &by(command), arrival, pieces, rest_comes)?;
                let sku = catalog::sku(tx, id)?;
                let change = Change::new("stock", &sku);
                let change =
                    change.before(json!({ "on_hand": changed.before })).after(json!({ "on_hand": changed.after }));
                Ok(((sku, changed), change))
            })?;
            told(out, &sku, changed)
        }
        Command::ExpectNoMore { arrival } => {
            let sku = shop.write("stock expect-no-more", |tx, _| {
                let id = adjustment::expect_no_more(tx, arrival)?;
                let sku = catalog::sku(tx, id)?;
                let change = Change::new("stock", &sku).before(json!({ "arrival": arrival }));
                Ok((sku, change))
            })?;
            out.done(
                &json!({ "arrival": arrival, "sku": sku }),
                &format!("{sku}: arrival {arrival} is expected no more"),
            )
        }
    }
}

fn by(command: &order::Command) -> By {
    By { actor: audit::Actor::Command(audit::system_user()), now: command.now }
}

/// The SKU in capitals; an error that names its parts or variants where it has no stock of its own.
fn known(shop: &Shop, sku: &str) -> anyhow::Result<String> {
    let sku = sku.to_uppercase();
    let own = shop.read(|tx| catalog::shelves(tx, &sku))?;
    if !own.is_empty() {
        bail!("{sku} has no stock of its own; name what it consists of: {}", named(&own));
    }
    Ok(sku)
}

/// Changes what lies there of an item; answers its SKU.
fn change(
    shop: &Shop,
    words: &str,
    sku: &str,
    work: impl FnOnce(&mut dyn Tx, &By, i64) -> Result<Changed>,
) -> anyhow::Result<(String, Changed)> {
    let sku = known(shop, sku)?;
    let changed = shop.write(words, |tx, command| {
        let id = adjustment::find(tx, &sku)?;
        let changed = work(tx, &by(command), id)?;
        let change = Change::new("stock", &sku);
        Ok((changed, change.before(json!({ "on_hand": changed.before })).after(json!({ "on_hand": changed.after }))))
    });
    let changed =
        changed.map_err(|error| anyhow!("{sku}: {error:#} `shop stock list` lists what has a stock of its own."))?;
    Ok((sku, changed))
}

fn told(out: Output, sku: &str, Changed { before, after }: Changed) -> anyhow::Result<()> {
    out.done(
        &json!({ "sku": sku, "before": before, "after": after }),
        &format!("{sku}: {after} on the shelf, {before} before"),
    )
}

fn show(shop: &Shop, out: Output, sku: &str) -> anyhow::Result<()> {
    let sku = known(shop, sku)?;
    let (arrivals, events, shelf) = shop.read(|tx| {
        let id = adjustment::find(tx, &sku)?;
        Ok((arrivals(tx, id)?, events(tx, id, HISTORY)?, shelves(tx, &[id])?.remove(&id).unwrap_or_default()))
    })?;
    if out.json {
        return out.value(&json!({ "sku": sku, "shelf": shelf, "arrivals": arrivals, "history": events }));
    }
    if !shelf.is_empty() {
        super::print(&format!("{sku} lies at {shelf}"))?;
        super::print("")?;
    }
    out.list(&arrivals, &["arrival", "pieces", "expected", "note"], |one| {
        vec![one.id.to_string(), one.pieces.to_string(), one.expected_on.to_string(), one.note.clone()]
    })?;
    super::print("")?;
    out.list(&events, &["when", "reason", "pieces", "on the shelf", "by", "note"], |one| {
        vec![
            moment(one.at),
            one.reason.code().to_owned(),
            format!("{:+}", one.pieces),
            one.on_hand.to_string(),
            one.actor.clone(),
            one.note.clone(),
        ]
    })
}
