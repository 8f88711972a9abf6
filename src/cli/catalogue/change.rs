//! What an import does to the products: which are new, which change, which go off sale. An empty sheet means a shop with
//! nothing to sell, and most of the time it means a mistake.

use std::collections::{BTreeMap, BTreeSet};

use super::check::{cell, number};
use super::{Folder, Problems};
use crate::catalog::csv::{self, Kind, Sheet, Space};
use crate::cli::table::named;
use crate::db::{Tx, Val};
use crate::error::Result;

/// What the sheets say of each product, and which are on sale.
pub struct Snapshot {
    /// By SKU, the rows of every sheet that is about products; none of a product that those sheets do not name.
    rows: BTreeMap<String, Vec<(&'static str, Vec<Val>)>>,
    on_sale: BTreeSet<String>,
}

impl Snapshot {
    /// Of the shop as it is; of the sheets only those that the folder has.
    pub fn of(tx: &mut dyn Tx, folder: &Folder) -> Result<Snapshot> {
        let mut rows: BTreeMap<String, Vec<(&'static str, Vec<Val>)>> =
            csv::kinds(tx)?.into_iter().map(|(sku, _)| (sku, Vec::new())).collect();
        for sheet in folder.sheets.iter().map(|read| read.sheet).filter(|sheet| is_of_products(sheet)) {
            for row in csv::rows(tx, sheet)? {
                rows.entry(cell(&row, 0).to_owned()).or_default().push((sheet.name, row));
            }
        }
        Ok(Snapshot { rows, on_sale: csv::on_sale(tx)? })
    }

    /// What has become of it.
    pub fn until(&self, after: &Snapshot) -> Change {
        let is_new = |sku: &String| !self.rows.contains_key(sku);
        let off: Vec<String> = self.on_sale.difference(&after.on_sale).cloned().collect();
        let is_changed = |(sku, rows): &(&String, &Vec<_>)| {
            self.rows.get(*sku).is_some_and(|before| before != *rows) && !off.contains(sku)
        };
        Change {
            added: after.rows.keys().filter(|sku| is_new(sku)).count(),
            changed: after.rows.iter().filter(is_changed).count(),
            off,
        }
    }
}

/// Products and variants, counted alike.
pub struct Change {
    added: usize,
    changed: usize,
    /// SKUs that were on sale.
    off: Vec<String>,
}

/// What an import leaves behind, a line each.
pub struct Outcome {
    pub change: Change,
    /// What the operator should know and need not mend.
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
        let Change { added, changed, off } = self;
        write!(f, "products and variants: {added} added, {changed} changed, {} switched off", off.len())?;
        if off.is_empty() { Ok(()) } else { write!(f, ": {}", named(off)) }
    }
}

/// A sheet whose rows begin with a product.
fn is_of_products(sheet: &Sheet) -> bool {
    sheet.columns.first().is_some_and(|column| matches!(column.kind, Kind::Sku | Kind::Of(Space::Product)))
}

/// A sheet that takes most of the shop off sale must be meant.
pub fn check(tx: &mut dyn Tx, folder: &Folder, problems: &mut Problems) -> Result<()> {
    let Some((sheet, rows)) = folder.rows(csv::PRODUCTS) else { return Ok(()) };
    let before = csv::on_sale(tx)?;
    let is_on = |row: &&Vec<Val>| number(row, 7) == Some(1);
    let on: BTreeSet<&str> = rows.iter().filter(is_on).map(|row| cell(row, 0)).collect();
    let with_variants: BTreeSet<&str> = rows.iter().filter(is_on).map(|row| cell(row, 1)).collect();
    // A variant goes with its product, and a product with the last of its variants, as in `catalog::store::ON_SALE`.
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
