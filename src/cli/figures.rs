//! `shop figures`: what the house has earned, as in the console: tables, files, a month for the accountant.

use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use clap::builder::PossibleValue;
use clap::{Subcommand, ValueEnum};
use jiff::civil::Date;
use serde_json::json;

use super::reader::Reader;
use super::table::Output;
use super::{private_file, shop};
use crate::audit::Change;
use crate::config::Config;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::figures::types::{Cell, FileFormat, Span, Table, TableKind};
use crate::figures::{self, Archive, Source};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print a table
    Table {
        kind: TableKind,
        #[command(flatten)]
        days: Days,
        /// Write it into a file instead: .csv or .xlsx
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
    },
    /// Write the accountant's month: documents, journal, payments, VAT
    Archive {
        /// E.g. 2026-10
        month: String,
        /// The ZIP file; by default shop-MONTH.zip
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
        /// Language of headings
        #[arg(long, default_value = "en", value_parser = super::lang)]
        lang: Lang,
    },
}

#[derive(Debug, clap::Args)]
struct Days {
    /// The first day, e.g. 2026-11-01; by default that of this month
    #[arg(long, value_name = "DAY", value_parser = super::day)]
    since: Option<Date>,
    /// The last day; by default today
    #[arg(long, value_name = "DAY", value_parser = super::day)]
    until: Option<Date>,
    /// Language of headings and names
    #[arg(long, default_value = "en", value_parser = super::lang)]
    lang: Lang,
}

impl ValueEnum for TableKind {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.code()))
    }
}

fn source(reader: &Reader) -> Source<'_> {
    Source { db: &reader.db, papers: &reader.papers }
}

pub fn run(config: Config, Args { output, command }: Args) -> anyhow::Result<()> {
    let database = shop::open(&config)?;
    let reader = Reader::open(Arc::new(config))?;
    match command {
        Command::Table { kind, days, to } => {
            let today = in_shop_zone(reader.now).date();
            let to_day = days.until.unwrap_or(today);
            let span = Span::new(days.since.unwrap_or_else(|| to_day.first_of_month()), to_day);
            let view = reader.view(days.lang)?;
            let Some(file) = to else {
                let table = figures::table(source(&reader), &view, kind, span);
                let (table, _) = reader.runtime.block_on(table).map_err(shop::told)?;
                return show(output, &table);
            };
            let format = match file.extension().and_then(|extension| extension.to_str()) {
                Some("csv") => FileFormat::Csv,
                Some("xlsx") => FileFormat::Xlsx,
                _ => bail!("--to {}: name a file that ends in .csv or .xlsx", file.display()),
            };
            let export = figures::export(source(&reader), &view, kind, span, format);
            let made = reader.runtime.block_on(export).map_err(shop::told)?;
            private_file::write(&file, |out| out.write_all(&made.bytes))?;
            shop::write(&database, "figures table", |_| {
                Ok(((), Change::new("figures", kind.code()).after(json!(span))))
            })?;
            output.done(&json!({ "file": file }), &format!("written to {}", file.display()))
        }
        Command::Archive { month, to, lang } => {
            let span = figures::parse_month(&month, reader.now).map_err(shop::told)?;
            let file = to.unwrap_or_else(|| PathBuf::from(format!("shop-{month}.zip")));
            let archive = Archive { view: reader.view(lang)?, span };
            private_file::write(&file, |out| {
                figures::write_archive(&archive, source(&reader), BufWriter::new(out), reader.runtime.handle())
            })?;
            shop::write(&database, "figures archive", |_| {
                Ok(((), Change::new("figures", "archive").after(json!(span))))
            })?;
            output.done(&json!({ "file": file }), &format!("{month} is in {}", file.display()))
        }
    }
}

fn show(output: Output, table: &Table) -> anyhow::Result<()> {
    if output.json {
        return output.value(table);
    }
    let headings: Vec<&str> = table.columns.iter().map(|column| column.heading.as_str()).collect();
    let totals = (!table.totals.is_empty()).then_some(&table.totals);
    let rows: Vec<&Vec<Cell>> = table.rows.iter().chain(totals).collect();
    output.list(&rows, &headings, |row| {
        let text = |cell: &Cell| match cell {
            Cell::Count(count) => count.to_string(),
            Cell::Amount(amount) => amount.to_string(),
            Cell::Text(text) => text.clone(),
            Cell::None => String::new(),
        };
        row.iter().map(text).collect()
    })
}
