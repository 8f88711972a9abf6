//! `shop product create-all`: products from a file of rows (CSV, RFC 4180).

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use clap::ValueEnum as _;
use serde_json::json;

use super::by;
use crate::audit::{self, Actor};
use crate::catalog::media;
use crate::cli::shop::{self, Shop};
use crate::cli::table::Output;
use crate::product::calls::told;
use crate::product::document::Fields;
use crate::product::editing::{self, By, New};
use crate::product::types::ItemKind;
use crate::store_view;

/// A row of the file.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    sku: String,
    kind: ItemKind,
    fields: Fields,
    /// Currency to amount.
    prices: BTreeMap<String, String>,
}

/// The rows of a file. Its first names the columns: `sku`, `kind`, `price.EUR`, and fields as `shop product show` prints them. Cells that
/// are empty are left out.
fn read(text: &str) -> anyhow::Result<Vec<Row>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let head = text.lines().next().unwrap_or_default();
    // Spreadsheets write semicolons where the comma is the decimal sign, and tabs where they copy.
    let separator =
        [b'\t', b';'].into_iter().find(|one| head.as_bytes().contains(one) && !head.contains(',')).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new().delimiter(separator).from_reader(text.as_bytes());
    let names: Vec<String> = reader.headers()?.iter().map(|name| name.trim().to_owned()).collect();
    if let Some(twice) = names.iter().find(|name| names.iter().filter(|other| other == name).count() > 1) {
        bail!("row 1: there are two columns {twice:?}; keep one");
    }
    if !names.iter().any(|name| name == "sku") {
        bail!(
            "row 1: there is no column \"sku\"; name the columns, e.g. sku,type,vat_class,ship_group,name.en,price.EUR"
        );
    }
    let mut rows = Vec::new();
    for (number, record) in (2_usize..).zip(reader.records()) {
        let record = record.with_context(|| format!("row {number}"))?;
        let mut row =
            Row { sku: String::new(), kind: ItemKind::Simple, fields: Fields::new(), prices: BTreeMap::new() };
        for (name, cell) in names.iter().zip(&record).filter(|(_, cell)| !cell.trim().is_empty()) {
            match name.as_str() {
                "sku" => cell.trim().clone_into(&mut row.sku),
                "kind" => {
                    row.kind = ItemKind::from_str(cell.trim(), true)
                        .map_err(|_| anyhow::anyhow!("row {number}: kind is simple, configurable or kit"))?;
                }
                name => match name.strip_prefix("price.") {
                    Some(currency) => drop(row.prices.insert(currency.to_owned(), cell.trim().to_owned())),
                    None => drop(row.fields.insert(name.to_owned(), cell.to_owned())),
                },
            }
        }
        rows.push(row);
    }
    Ok(rows)
}

pub fn create_all(shop: &Shop, out: Output, file: &Path, dry_run: bool) -> anyhow::Result<()> {
    let named = || format!("{}", file.display());
    let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", named()))?;
    let Ok(text) = std::str::from_utf8(&bytes) else { bail!("{} is not UTF-8; save it as \"CSV UTF-8\"", named()) };
    let rows = read(text).with_context(named)?;
    let all: Vec<New<'_>> = rows
        .iter()
        .map(|Row { sku, kind, fields, prices }| New { sku, kind: (*kind).into(), fields, prices })
        .collect();
    let made: Vec<(String, Fields)> = if dry_run {
        let (config, now) = (shop.config(), shop::now()?);
        shop.read(|tx| {
            media::load(tx)?;
            let languages = store_view::load(tx, &config)?.languages().to_vec();
            let by = By { actor: Actor::Command(audit::system_user()), now, languages };
            editing::rehearse_new(tx, &by, &all)
        })?
    } else {
        shop.write("product create-all", |tx, command| {
            let by = by(tx, command)?;
            let saved = editing::create_all(tx, &by, &all)?;
            let change = told(&saved);
            Ok((saved.into_iter().map(|one| (one.item.sku, one.after)).collect(), change))
        })?
    };
    let words = if dry_run { "would be made" } else { "are made" };
    let lines: String = made.iter().map(|(sku, _)| format!("\n  {sku}")).collect();
    let by_sku: BTreeMap<&String, &Fields> = made.iter().map(|(sku, fields)| (sku, fields)).collect();
    out.done(&json!({ "products": by_sku }), &format!("{} products {words}, off sale{lines}", made.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_spreadsheets_write_them() {
        let wanted = Row {
            sku: "LIN-A".to_owned(),
            kind: ItemKind::Kit,
            fields: Fields::from([("name.de".to_owned(), "Laken, \"groß\"".to_owned())]),
            prices: BTreeMap::from([("EUR".to_owned(), "12,50".to_owned())]),
        };
        for text in [
            "sku,kind,name.de,price.EUR,care.en\nLIN-A,kit,\"Laken, \"\"groß\"\"\",\"12,50\",\n",
            "\u{feff}sku;kind;name.de;price.EUR;care.en\r\n LIN-A;Kit;\"Laken, \"\"groß\"\"\";12,50;\r\n",
            "sku\tkind\tname.de\tprice.EUR\tcare.en\nLIN-A\tkit\t\"Laken, \"\"groß\"\"\"\t12,50\t\n",
        ] {
            assert_eq!(read(text).expect(text), std::slice::from_ref(&wanted), "{text}");
        }
    }

    #[test]
    fn columns_and_rows_that_cannot_be_are_named() {
        let told = |text: &str| format!("{:#}", read(text).expect_err(text));
        assert!(told("type,name.en\nsheet,A\n").contains("no column \"sku\""));
        assert!(told("sku,type,type\nA,b,c\n").contains("two columns \"type\""));
        assert!(told("sku,kind\nA,simple\nB,box\n").contains("row 3: kind is"));
        assert!(told("sku,kind\nA,simple,more\n").contains("row 2"));
    }
}
