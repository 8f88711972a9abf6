//! `shop invoice`: lists, shows, exports and issues invoices and credit notes.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::{Subcommand, ValueEnum};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::json;

use super::table::{Output, moment};
use super::{private_file, shop};
use crate::audit::Change;
use crate::config::Config;
use crate::db::Connection;
use crate::domain::money::{Amount, Currency};
use crate::domain::working_days::start_of_day;
use crate::invoice::{self, Document, Filter, InvoiceKind, ListedInvoice, xml};
use crate::order;
use crate::ssr::print;

/// Documents read in one transaction.
const PORTION: i64 = 200;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List documents, first to last
    List {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        output: Output,
    },
    /// Print all that a document says, as JSON
    Show {
        /// E.g. INV-2026-000001
        number: String,
    },
    /// Write documents as PDF into a folder
    Export {
        #[command(flatten)]
        which: Which,
        /// Only these numbers
        numbers: Vec<String>,
        /// The folder; it is created if it does not exist
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
        /// Write their XML (Factur-X) too, each as a file of its own
        #[arg(long)]
        xml: bool,
    },
    /// Issue the invoice of a paid order that has none, such as one from before the shop made invoices
    Issue {
        /// E.g. 2026-000123
        #[arg(required = true)]
        order_numbers: Vec<String>,
    },
}

/// Which documents.
#[derive(Debug, clap::Args)]
pub struct Which {
    /// Only invoices, or only credit notes
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// Only of this order
    #[arg(long, value_name = "NUMBER")]
    order: Option<String>,
    /// Issued on this day (in the shop's time zone) or later, e.g. 2026-11-01
    #[arg(long, value_name = "DAY", value_parser = super::day)]
    since: Option<Date>,
    /// Issued on this day or earlier
    #[arg(long, value_name = "DAY", value_parser = super::day)]
    until: Option<Date>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Invoice,
    CreditNote,
}

pub fn run(config: Config, command: Command) -> anyhow::Result<()> {
    let shop = shop::open(&config)?;
    match command {
        Command::List { which, output } => list(all(&shop, &which)?, output),
        Command::Show { number } => {
            let document = find(&shop, &number)?;
            super::print(&serde_json::to_string_pretty(&document).context("text of an invoice")?)
        }
        Command::Export { which, numbers, to, xml } => {
            let numbers = if numbers.is_empty() {
                all(&shop, &which)?.into_iter().map(|listed| listed.number).collect()
            } else {
                numbers
            };
            export(&config, &shop, &numbers, &to, xml)
        }
        Command::Issue { order_numbers } => {
            let config = std::sync::Arc::new(config);
            let mut text = String::new();
            for number in order_numbers {
                let invoice = shop::write(&shop, "invoice issue", |tx| {
                    let order = order::find_by_number(tx, &number)?;
                    let order = order.ok_or_else(|| anyhow!("there is no order {number}"))?;
                    if !order.status.is_paid() {
                        let status = order.status.code();
                        return Err(anyhow!("order {number} is {status}: only a paid order is invoiced").into());
                    }
                    let id = invoice::issue(tx, &config, order.id, Timestamp::now())?;
                    let issued = invoice::find(tx, id)?;
                    let issued = issued.ok_or_else(|| anyhow!("the invoice of {number} has vanished"))?;
                    let change =
                        Change::new("invoice", &issued.document.number).after(json!({ "order": order.number }));
                    Ok((issued, change))
                })?;
                writeln!(text, "{number} has {}", invoice.document.number)?;
            }
            super::print(&text)
        }
    }
}

fn filter(which: &Which) -> anyhow::Result<Filter> {
    Ok(Filter {
        kind: which.kind.map(|kind| match kind {
            Kind::Invoice => InvoiceKind::Invoice,
            Kind::CreditNote => InvoiceKind::CreditNote,
        }),
        from: which.since.map(start_of_day),
        until: which.until.map(|day| day.tomorrow().map(start_of_day)).transpose()?,
        order_number: which.order.clone(),
        after: 0,
        limit: PORTION,
    })
}

fn all(shop: &Connection, which: &Which) -> anyhow::Result<Vec<ListedInvoice>> {
    let mut filter = filter(which)?;
    let mut found = Vec::new();
    loop {
        let portion = shop::read(shop, |tx| invoice::list(tx, &filter))?;
        let Some(last) = portion.last() else { return Ok(found) };
        filter.after = last.id;
        found.extend(portion);
    }
}

fn find(shop: &Connection, number: &str) -> anyhow::Result<Document> {
    match shop::read(shop, |tx| invoice::find_by_number(tx, number))? {
        Some(issued) => Ok(issued.document),
        None => bail!("there is no document {number}; `shop invoice list` lists them"),
    }
}

/// A document as it is listed.
#[derive(Serialize)]
struct Row {
    number: String,
    kind: InvoiceKind,
    order_number: String,
    /// Unix milliseconds.
    issued_at: i64,
    currency: Currency,
    total: Amount,
    tax_amount: Amount,
}

fn row(listed: ListedInvoice) -> Row {
    let ListedInvoice { number, kind, order_number, issued_at, currency, total, tax_amount, .. } = listed;
    let (total, tax_amount) = (Amount::from_minor(total), Amount::from_minor(tax_amount));
    Row { number, kind, order_number, issued_at, currency, total, tax_amount }
}

fn list(found: Vec<ListedInvoice>, output: Output) -> anyhow::Result<()> {
    let rows: Vec<Row> = found.into_iter().map(row).collect();
    output.list(&rows, &["number", "issued", "order", "total", "VAT"], |one| {
        vec![
            one.number.clone(),
            moment(one.issued_at),
            one.order_number.clone(),
            format!("{} {}", one.total, one.currency),
            one.tax_amount.to_string(),
        ]
    })
}

/// Writes each document atomically to a file named after its number.
fn export(config: &Config, shop: &Connection, numbers: &[String], to: &Path, with_xml: bool) -> anyhow::Result<()> {
    std::fs::create_dir_all(to).with_context(|| format!("make {}", to.display()))?;
    let engine = shop::engine(config)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bar = indicatif::ProgressBar::new(numbers.len() as u64);
    for number in numbers {
        let document = find(shop, number)?;
        if with_xml {
            let words = runtime.block_on(print::words(&engine, &document))?;
            if let Some(text) = xml::render(&document, &words) {
                private_file::write(&to.join(format!("{number}.xml")), |out| out.write_all(text.as_bytes()))?;
            }
        }
        let pdf = runtime.block_on(print::invoice(&engine, document))?;
        private_file::write(&to.join(format!("{number}.pdf")), |out| out.write_all(&pdf))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    super::print(&format!("{} written to {}", numbers.len(), to.display()))
}
