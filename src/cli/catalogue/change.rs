//! The effect of an import: products new, changed and off sale, and each row that it changes or removes. Guards against a sheet that is empty by mistake.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::check::{cell, number};
use super::{Folder, Problems};
use crate::campaign;
use crate::catalog::categories;
use crate::catalog::csv::{self, Column, Kind, Sheet, Space, TakenPrice};
use crate::cli::table::{moment, named};
use crate::db::{Tx, Val};
use crate::domain::money::Amount;
use crate::error::Result;
use crate::product::cells::text;

/// Rows of a sheet by their keys, each with the sheet's columns in order.
type Rows = BTreeMap<Vec<String>, Vec<Val>>;

/// The rows of the sheets, the products on sale, and the hidden categories.
pub struct Snapshot {
    sheets: Vec<(&'static Sheet, Rows)>,
    /// SKUs of all products and variants.
    products: BTreeSet<String>,
    on_sale: BTreeSet<String>,
    /// Keys; true: hidden.
    categories: BTreeMap<String, bool>,
}

impl Snapshot {
    /// The shop's current state, for the sheets in the folder.
    pub fn of(tx: &mut dyn Tx, folder: &Folder) -> Result<Snapshot> {
        let mut sheets = Vec::new();
        for sheet in folder.sheets.iter().map(|read| read.sheet) {
            let rows = csv::rows(tx, sheet)?;
            sheets.push((sheet, rows.into_iter().map(|row| (key(sheet, &row), row)).collect()));
        }
        let products = csv::kinds(tx)?.into_iter().map(|(sku, _)| sku).collect();
        let categories = categories::all(tx)?.into_iter().map(|one| (one.key, one.hidden)).collect();
        Ok(Snapshot { sheets, products, on_sale: csv::on_sale(tx)?, categories })
    }

    /// The difference to a later state.
    pub fn until(&self, after: &Snapshot) -> Change {
        let is_new = |sku: &String| !self.products.contains(sku);
        let off: Vec<String> = self.on_sale.difference(&after.on_sale).cloned().collect();
        let on = after.on_sale.difference(&self.on_sale).filter(|sku| !is_new(sku)).cloned().collect();
        let turned = |hidden: bool| -> Vec<String> {
            let was = |key: &String| self.categories.get(key).copied().unwrap_or(false);
            let turned = after.categories.iter().filter(|(key, now)| **now == hidden && was(key) != hidden);
            turned.map(|(key, _)| key.clone()).collect()
        };
        let mut rows = Vec::new();
        let mut changed = BTreeSet::new();
        for ((sheet, before), (_, now)) in self.sheets.iter().zip(&after.sheets) {
            for row in differing(sheet, before, now) {
                // The first column of these sheets is a product.
                if is_of_products(sheet) {
                    changed.extend(row.key.first().cloned());
                }
                rows.push(row);
            }
        }
        changed.retain(|sku| !is_new(sku) && !off.contains(sku));
        Change {
            added: after.products.iter().filter(|sku| is_new(sku)).count(),
            changed: changed.len(),
            off,
            on,
            hidden: turned(true),
            shown: turned(false),
            rows,
        }
    }
}

fn key(sheet: &Sheet, row: &[Val]) -> Vec<String> {
    sheet.columns[..sheet.key].iter().zip(row).map(|(column, value)| text(column.kind, value)).collect()
}

/// The rows of a sheet that are there before and after and differ, or on one side only.
fn differing(sheet: &'static Sheet, before: &Rows, after: &Rows) -> Vec<RowChange> {
    let keys: BTreeSet<&Vec<String>> = before.keys().chain(after.keys()).collect();
    let mut changes = Vec::new();
    for key in keys {
        let effect = match (before.get(key), after.get(key)) {
            (Some(_), None) => Effect::Removed,
            (None, Some(_)) => Effect::Added,
            (Some(before), Some(after)) if before != after => {
                let cells = sheet.columns.iter().zip(before.iter().zip(after));
                let cells = cells.filter(|(_, (before, after))| before != after);
                let cell = |(column, (before, after)): (&'static Column, (&Val, &Val))| CellChange {
                    column: column.name,
                    before: text(column.kind, before),
                    after: text(column.kind, after),
                };
                Effect::Changed(cells.map(cell).collect())
            }
            _ => continue,
        };
        changes.push(RowChange { sheet: sheet.name, key: key.clone(), effect });
    }
    changes
}

/// What an import does to a row.
struct RowChange {
    sheet: &'static str,
    /// The texts of the columns that identify it.
    key: Vec<String>,
    effect: Effect,
}

enum Effect {
    Added,
    Removed,
    Changed(Vec<CellChange>),
}

struct CellChange {
    column: &'static str,
    before: String,
    after: String,
}

/// Characters that are printed of a cell.
const MOST_OF_CELL: usize = 40;

impl std::fmt::Display for RowChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |text: &str| {
            let more = if text.chars().count() > MOST_OF_CELL { "…" } else { "" };
            let start: String = text.chars().take(MOST_OF_CELL).collect();
            // Quoted, so that line breaks stay in the line.
            format!("{:?}", start + more)
        };
        let row = format!("{}.csv {}", self.sheet, self.key.join(" "));
        match &self.effect {
            Effect::Added => write!(f, "adds {row}"),
            Effect::Removed => write!(f, "removes {row}"),
            Effect::Changed(cells) => {
                let cell =
                    |cell: &CellChange| format!("{} {} → {}", cell.column, shown(&cell.before), shown(&cell.after));
                write!(f, "changes {row}: {}", cells.iter().map(cell).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// Numbers of products and variants, what shoppers see from now on or see no more, and what becomes of the rows.
pub struct Change {
    added: usize,
    changed: usize,
    /// SKUs taken off sale.
    off: Vec<String>,
    /// SKUs that were there, off sale, and are on sale now.
    on: Vec<String>,
    /// Keys of categories that are hidden now.
    hidden: Vec<String>,
    /// Keys of categories that are hidden no more.
    shown: Vec<String>,
    /// In the order of the sheets and their keys.
    rows: Vec<RowChange>,
}

impl Change {
    /// What the audit is told.
    pub fn counts(&self) -> serde_json::Value {
        serde_json::json!({
            "added": self.added,
            "changed": self.changed,
            "off": self.off.len(),
            "on": self.on.len(),
            "hidden": self.hidden,
            "shown": self.shown,
        })
    }
}

/// The report of an import, a line each.
pub struct Outcome {
    pub change: Change,
    /// Notes that need no action.
    pub notes: Vec<String>,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.change)?;
        self.notes.iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Change { added, changed, off, on, hidden, shown, .. } = self;
        write!(f, "products and variants: {added} added, {changed} changed, {} switched off", off.len())?;
        if !off.is_empty() {
            write!(f, ": {}", named(off))?;
        }
        let more = [("switched on again", on), ("categories hidden", hidden), ("categories shown again", shown)];
        more.iter()
            .filter(|(_, list)| !list.is_empty())
            .try_for_each(|(what, list)| write!(f, "\n{what}: {}", named(list)))?;
        // What is new is where the sheets have it; what changes or goes is named, row by row.
        let is_new = |row: &&RowChange| matches!(row.effect, Effect::Added);
        let new = self.rows.iter().filter(is_new).count();
        if new > 0 {
            write!(f, "\nrows added: {new}")?;
        }
        self.rows.iter().filter(|row| !is_new(row)).try_for_each(|row| write!(f, "\n{row}"))
    }
}

/// Sheets whose first column is a product.
fn is_of_products(sheet: &Sheet) -> bool {
    sheet.columns.first().is_some_and(|column| matches!(column.kind, Kind::Sku | Kind::Of(Space::Product)))
}

/// An import that takes most of the shop off sale needs confirmation.
pub fn check(tx: &mut dyn Tx, folder: &Folder, problems: &mut Problems) -> Result<()> {
    let Some((sheet, rows)) = folder.rows(csv::PRODUCTS) else { return Ok(()) };
    let before = csv::on_sale(tx)?;
    let is_on = |row: &&Vec<Val>| number(row, 7) == Some(1);
    let on: BTreeSet<&str> = rows.iter().filter(is_on).map(|row| cell(row, 0)).collect();
    let with_variants: BTreeSet<&str> = rows.iter().filter(is_on).map(|row| cell(row, 1)).collect();
    // A variant is on sale with its product, a configurable product with any variant, as in `catalog::store::ON_SALE`.
    let has_parent = |row: &&Vec<Val>| cell(row, 1).is_empty() || on.contains(cell(row, 1));
    let has_variants = |row: &&Vec<Val>| cell(row, 2) != "configurable" || with_variants.contains(cell(row, 0));
    let stays: BTreeSet<&str> =
        rows.iter().filter(is_on).filter(has_parent).filter(has_variants).map(|row| cell(row, 0)).collect();
    let off: Vec<String> = before.iter().filter(|sku| !stays.contains(sku.as_str())).cloned().collect();
    if off.len() * 2 > before.len() {
        problems.add(format_args!(
            "{}.csv switches off {} of the {} products and variants on sale: {}; add their rows, or say with --switch-off \
             that it is meant",
            sheet.name,
            off.len(),
            before.len(),
            named(&off)
        ));
    }
    Ok(())
}

/// What to do about a price that would be taken away.
pub const MEANT: &str = "export again and change that sheet, or say with --drop-planned that what is planned shall go";

/// The planned prices and campaigns that the sheet of prices would take away, a line each.
pub fn taken_prices(tx: &mut dyn Tx, folder: &Folder, now: Timestamp) -> Result<Vec<String>> {
    let Some((sheet, rows)) = folder.rows(csv::PRICES) else { return Ok(Vec::new()) };
    let taken = csv::taken_prices(tx, rows, now.as_millisecond())?;
    let ids: Vec<i64> = taken.iter().filter_map(|price| price.campaign).collect();
    let names = campaign::names(tx, &ids)?;
    let line = |price: TakenPrice| {
        let file = match price.row {
            // As spreadsheets count: row 1 is the header.
            Some(row) => format!("{}.csv row {} replaces", sheet.name, row + 2),
            None => format!("{}.csv takes away", sheet.name),
        };
        let until = price.until.map(|until| format!(" until {}", moment(until))).unwrap_or_default();
        let of = price.campaign.map(|id| {
            let name = names.get(&id).map(String::as_str).unwrap_or_default();
            format!(", of campaign {id} \"{name}\"")
        });
        format!(
            "{file} the planned price {} {} of {} from {}{until}{}",
            Amount::from_minor(price.amount),
            price.currency,
            price.sku,
            moment(price.from),
            of.unwrap_or_default()
        )
    };
    Ok(taken.into_iter().map(line).collect())
}
