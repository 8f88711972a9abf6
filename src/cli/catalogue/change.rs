//! The effect of an import on the products: new, changed, off sale. Guards against a sheet that is empty by mistake.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::check::{cell, number};
use super::{Folder, Problems};
use crate::campaign;
use crate::catalog::categories;
use crate::catalog::csv::{self, Kind, Sheet, Space, TakenPrice};
use crate::cli::table::{moment, named};
use crate::db::{Tx, Val};
use crate::domain::money::Amount;
use crate::error::Result;

/// The rows of each product, the products on sale, and the hidden categories.
pub struct Snapshot {
    /// By SKU, its rows in every sheet about products.
    rows: BTreeMap<String, Vec<(&'static str, Vec<Val>)>>,
    on_sale: BTreeSet<String>,
    /// Keys; true: hidden.
    categories: BTreeMap<String, bool>,
}

impl Snapshot {
    /// The shop's current state, for the sheets in the folder.
    pub fn of(tx: &mut dyn Tx, folder: &Folder) -> Result<Snapshot> {
        let mut rows: BTreeMap<String, Vec<(&'static str, Vec<Val>)>> =
            csv::kinds(tx)?.into_iter().map(|(sku, _)| (sku, Vec::new())).collect();
        for sheet in folder.sheets.iter().map(|read| read.sheet).filter(|sheet| is_of_products(sheet)) {
            for row in csv::rows(tx, sheet)? {
                rows.entry(cell(&row, 0).to_owned()).or_default().push((sheet.name, row));
            }
        }
        let categories = categories::all(tx)?.into_iter().map(|one| (one.key, one.hidden)).collect();
        Ok(Snapshot { rows, on_sale: csv::on_sale(tx)?, categories })
    }

    /// The difference to a later state.
    pub fn until(&self, after: &Snapshot) -> Change {
        let is_new = |sku: &String| !self.rows.contains_key(sku);
        let off: Vec<String> = self.on_sale.difference(&after.on_sale).cloned().collect();
        let is_changed = |(sku, rows): &(&String, &Vec<_>)| {
            self.rows.get(*sku).is_some_and(|before| before != *rows) && !off.contains(sku)
        };
        let on = after.on_sale.difference(&self.on_sale).filter(|sku| !is_new(sku)).cloned().collect();
        let turned = |hidden: bool| -> Vec<String> {
            let was = |key: &String| self.categories.get(key).copied().unwrap_or(false);
            let turned = after.categories.iter().filter(|(key, now)| **now == hidden && was(key) != hidden);
            turned.map(|(key, _)| key.clone()).collect()
        };
        Change {
            added: after.rows.keys().filter(|sku| is_new(sku)).count(),
            changed: after.rows.iter().filter(is_changed).count(),
            off,
            on,
            hidden: turned(true),
            shown: turned(false),
        }
    }
}

/// Numbers of products and variants, and what shoppers see from now on or see no more.
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
        let Change { added, changed, off, on, hidden, shown } = self;
        write!(f, "products and variants: {added} added, {changed} changed, {} switched off", off.len())?;
        if !off.is_empty() {
            write!(f, ": {}", named(off))?;
        }
        let more = [("switched on again", on), ("categories hidden", hidden), ("categories shown again", shown)];
        more.iter()
            .filter(|(_, list)| !list.is_empty())
            .try_for_each(|(what, list)| write!(f, "\n{what}: {}", named(list)))
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
