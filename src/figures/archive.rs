//! A month for the accountant as one ZIP file: documents as PDF, the journal, VAT, payments. It is written as it is sent, so that it may be
//! larger than memory.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde_json::json;
use tokio::runtime::Handle;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::journal::{self, Entry};
use super::types::{Span, TableKind};
use super::words::Words;
use super::{Source, file, ledger, tables};
use crate::audit::{self, Change};
use crate::call::{StaffMember, View};
use crate::call_context::Paper;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::invoice::{self, Issued, pdf};
use crate::{order, payment};

/// Documents that are read at a time.
const PORTION: i64 = 100;

/// An archive.
pub struct Archive {
    pub view: View,
    /// A month.
    pub span: Span,
}

/// Records who takes it away: it holds the names and addresses of buyers.
pub fn downloaded(tx: &mut dyn Tx, member: &StaffMember, span: Span) -> Result<()> {
    let change = Change::new("figures", "archive").after(json!(span));
    let (actor, origin) = (member.who.actor(), member.client.audit_origin());
    audit::record(tx, &actor, &origin, "figures/archive", &change, member.client.now())
}

type Zip<W> = ZipWriter<StreamWriter<W>>;

/// Writes an archive, outside of the threads that answer requests.
pub fn write<W: Write>(archive: &Archive, source: Source<'_>, out: W, runtime: &Handle) -> anyhow::Result<()> {
    let Archive { view, span } = archive;
    let (config, lang, span) = (Arc::clone(&view.config), view.lang(), *span);
    let words = runtime.block_on(Words::load(source.papers, lang)).map_err(told)?;
    let mut zip = ZipWriter::new_stream(out);
    let made = zip_time(view.now);
    let company = config.company.name.as_str();
    let month = span.month();
    let readme = words.readme.replace("{month}", &month).replace("{company}", company);
    put(&mut zip, ("README.txt", made), readme.replace('\n', "\r\n").as_bytes())?;

    // All that can change while documents are written is read at one moment, so that the tables agree with each other and with the
    // journal; what is issued later is in none of them.
    let (reading, words_of) = (view.clone(), words.clone());
    let kinds = [TableKind::Documents, TableKind::Payments, TableKind::Vat, TableKind::Oss];
    // A quarter's return comes with its last month.
    let is_due = |kind: &TableKind| *kind != TableKind::Oss || Span::quarter_of(span.to).to == span.to;
    let kinds: Vec<TableKind> = kinds.into_iter().filter(is_due).collect();
    let read = source.db.read(move |tx| {
        let tables =
            kinds.iter().map(|kind| tables::make(tx, &reading, &words_of, *kind, span)).collect::<Result<Vec<_>>>()?;
        Ok((tables, movements(tx, span)?, invoice::newest(tx)?))
    });
    let (tables, moved, newest) = runtime.block_on(read).map_err(told)?;
    let mut entries = documents(archive, source, &mut zip, newest, runtime)?;
    entries.extend(moved);
    entries.sort_by_key(|entry| entry.date);
    let journal = tables::journal(&entries, &config.accounting, &words, span);
    put(&mut zip, ("journal.csv", made), &file::csv(&journal, &words.total, lang).map_err(told)?)?;
    put(&mut zip, (&ledger::fec_name(&config.company.siren, span), made), &ledger::fec(&entries, &config.accounting))?;
    if ledger::has_datev(&config.accounting) {
        let name = format!("EXTF_Buchungsstapel_{month}.csv");
        put(&mut zip, (&name, made), &ledger::datev(&entries, &config.accounting, span, view.now))?;
    }
    for table in tables {
        let name = format!("{}.csv", table.kind.code());
        put(&mut zip, (&name, made), &file::csv(&table, &words.total, lang).map_err(told)?)?;
    }
    zip.finish().context("ending an archive")?.into_inner().flush().context("ending an archive")
}

/// A moment as archives keep it: on the shop's clocks, from 1980 on.
fn zip_time(now: Timestamp) -> DateTime {
    let here = in_shop_zone(now);
    let [month, day, hour, minute, second] =
        [here.month(), here.day(), here.hour(), here.minute(), here.second()].map(i8::unsigned_abs);
    DateTime::from_date_and_time(here.year().unsigned_abs(), month, day, hour, minute, second).unwrap_or_default()
}

fn told(error: crate::error::Error) -> anyhow::Error {
    anyhow!("{error:#}")
}

/// Deflated: of stored files, programs that read an archive as it comes do not know the end.
fn put<W: Write>(zip: &mut Zip<W>, (name, made): (&str, DateTime), bytes: &[u8]) -> anyhow::Result<()> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    zip.start_file(name, options.last_modified_time(made)).context("writing an archive")?;
    zip.write_all(bytes).context("writing an archive")
}

/// Writes the documents of the month up to the one with the id `newest`; answers their entries.
fn documents<W: Write>(
    archive: &Archive,
    source: Source<'_>,
    zip: &mut Zip<W>,
    newest: i64,
    runtime: &Handle,
) -> anyhow::Result<Vec<Entry>> {
    let Archive { view, span } = archive;
    let (from, until) = span.moments();
    let home = &view.config.company.country;
    let made = zip_time(view.now);
    let (mut entries, mut after) = (Vec::new(), 0);
    loop {
        let read = source.db.read(move |tx| portion(tx, (from, until), after));
        let (mut issued, orders) = runtime.block_on(read).map_err(told)?;
        issued.retain(|issued| issued.id <= newest);
        let Some(last) = issued.last() else { return Ok(entries) };
        after = last.id;
        for Issued { order_id, document, .. } in issued {
            let rate = orders.get(&order_id).map(|(_, rate)| *rate).context("the order of a document")?;
            entries.push(journal::of_document(&document, rate, home).map_err(told)?);
            let words = runtime.block_on(source.papers.write(Paper::Invoice, &document))?;
            put(zip, (&format!("documents/{}.pdf", document.number), made), &pdf::render(&document, &words)?)?;
        }
    }
}

type Portion = (Vec<Issued>, HashMap<i64, (String, Decimal)>);

fn portion(tx: &mut dyn Tx, (from, until): (Timestamp, Timestamp), after: i64) -> Result<Portion> {
    let issued = invoice::list_issued(tx, (from, until), after, PORTION)?;
    let ids: Vec<i64> = issued.iter().map(|issued| issued.order_id).collect();
    Ok((issued, order::numbers_and_rates(tx, &ids)?))
}

/// The entries of money that moved, numbered through the year.
fn movements(tx: &mut dyn Tx, span: Span) -> Result<Vec<Entry>> {
    let (from, until) = span.moments();
    let (first, _) = Span::new(Date::constant(span.from.year(), 1, 1), span.to).moments();
    let before = payment::count_movements(tx, first, from)?;
    let movements = payment::list_movements(tx, from, until)?;
    let ids: Vec<i64> = movements.iter().map(|movement| movement.order_id).collect();
    let orders = order::numbers_and_rates(tx, &ids)?;
    let names = order::billing_names(tx, &ids)?;
    let mut entries = Vec::with_capacity(movements.len());
    for (sequence, movement) in (before + 1..).zip(&movements) {
        let (number, rate) = orders.get(&movement.order_id).context("the order of a payment")?;
        let name = names.get(&movement.order_id).map(|(first, last)| full_name(first, last)).unwrap_or_default();
        entries.push(journal::of_movement(movement, (number, &name), *rate, sequence)?);
    }
    Ok(entries)
}
