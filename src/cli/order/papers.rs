//! `shop order papers`: pick list, packing slips and address labels, as the console prints them.

use std::io::Write as _;
use std::path::Path;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde_json::json;

use crate::cli::private_file;
use crate::cli::reader::Reader;
use crate::cli::shop::{self, Shop};
use crate::cli::table::{self, Output};
use crate::domain::store_view::Lang;
use crate::domain::validate;
use crate::order;
use crate::packing::{self, PRINTED, types::PaperKind};

impl ValueEnum for PaperKind {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.code()))
    }
}

/// Prints the papers of orders into a file; without numbers, of those that are to be packed, what was paid first before others.
pub fn print(
    shop: &Shop,
    out: Output,
    numbers: &[String],
    kind: PaperKind,
    lang: Lang,
    to: &Path,
) -> anyhow::Result<()> {
    let asked: Vec<String> = if numbers.is_empty() {
        let limit = PRINTED as i64;
        let mut found = shop.read(|tx| order::list_all_packable(tx, limit + 1))?;
        if table::cut(&mut found, limit) {
            table::goes_on(limit, "print them, send the parcels, and print again");
        }
        found.into_iter().map(|order| order.number).collect()
    } else {
        numbers.iter().map(|number| validate::printed_number(number)).collect()
    };
    let reader = Reader::open(shop.config())?;
    let view = reader.view(lang)?;
    let print = packing::print(&reader.db, &reader.papers, &view, asked.clone(), kind);
    let printed = reader.runtime.block_on(print).map_err(shop::told)?;
    private_file::write(to, |file| file.write_all(&printed.bytes))?;
    shop.write("order papers", |_, _| Ok(((), printed.change())))?;
    let left_out: Vec<&String> = asked.iter().filter(|number| !printed.numbers.contains(number)).collect();
    let mut text = format!("papers of {} orders are in {}", printed.numbers.len(), to.display());
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|number| number.as_str()).collect();
        text.push_str(&format!("; nothing is to be packed of {}", names.join(", ")));
    }
    out.done(&json!({ "file": to, "orders": printed.numbers, "left_out": left_out }), &text)
}
