//! The calls about figures, one function a path.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;

use super::file::File;
use super::types::{
    ExportArgs, FileFormat, Month, MonthArgs, Overview, OverviewArgs, Span, Table, TableArgs, TableKind,
};
use super::words::Words;
use super::{Source, file, ledger, sums, tables};
use crate::audit::Change;
use crate::call::{Changed, Document, StaffMember, View};
use crate::call_context::CallContext;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::working_days::in_shop_zone;
use crate::error::{FieldMessages, Result, check_fields};
use crate::{invoice, message, payment, visit};

/// Rows that are listed.
const LISTED: usize = 100;

pub fn overview(tx: &mut dyn Tx, _: &StaffMember, args: OverviewArgs) -> Result<Overview> {
    args.span.check("span")?;
    let span = sums::of(tx, args.span)?;
    let against = match args.against {
        Some(against) => {
            against.check("against")?;
            Some(sums::of(tx, against)?)
        }
        None => None,
    };
    Ok(Overview { span, against, visits_since: visit::since(tx)?.map(|day| day.to_string()) })
}

/// A whole table.
pub async fn table(source: Source<'_>, view: &View, kind: TableKind, span: Span) -> Result<(Table, Words)> {
    span.check("span")?;
    let words = Words::load(source.papers, view.lang()).await?;
    let (reading, view) = (words.clone(), view.clone());
    let table = source.db.read(move |tx| tables::make(tx, &view, &reading, kind, span)).await?;
    Ok((table, words))
}

/// The first rows of a table.
pub async fn listed(context: Arc<CallContext>, member: StaffMember, args: TableArgs) -> Result<Table> {
    let (mut table, _) = table(Source::of(&context), &member.client.view, args.kind, args.span).await?;
    table.rows.truncate(LISTED);
    Ok(table)
}

/// A table as a file.
pub async fn export(source: Source<'_>, view: &View, kind: TableKind, span: Span, format: FileFormat) -> Result<File> {
    let (table, words) = table(source, view, kind, span).await?;
    let lang = view.lang();
    let writing = tokio::task::spawn_blocking(move || file::write(&table, &words.total, format, lang));
    writing.await.map_err(anyhow::Error::from)?
}

/// A file that was asked for, and what it is about.
pub struct Export {
    args: ExportArgs,
    document: Document,
}

pub async fn prepare_export(context: Arc<CallContext>, member: StaffMember, args: ExportArgs) -> Result<Export> {
    let file = export(Source::of(&context), &member.client.view, args.kind, args.span, args.format).await?;
    Ok(Export { args, document: Document::new(file.name, file.media_type, &file.bytes) })
}

/// Records who has taken which figures out of the house.
pub fn exported(_: &mut dyn Tx, _: &StaffMember, export: &Export) -> Result<Changed<Document>> {
    let change = Change::new("figures", export.args.kind.code()).after(json!(export.args.span));
    Ok(Changed::new(export.document.clone(), change))
}

/// The days of a month.
///
/// # Errors
///
/// Refused where there is no such month, or it has not begun.
pub fn parse_month(month: &str, now: Timestamp) -> Result<Span> {
    let is_month = month.len() == 7
        && month.bytes().enumerate().all(|(at, byte)| if at == 4 { byte == b'-' } else { byte.is_ascii_digit() });
    let first = is_month.then(|| format!("{month}-01").parse::<Date>().ok()).flatten();
    let from = first.filter(|day| day.year() >= 2000 && *day <= in_shop_zone(now).date());
    let Some(from) = from else {
        check_fields(FieldMessages::from([("month".to_owned(), message::FIGURES_MONTH.into())]))?;
        return Err(message::FIGURES_MONTH.into());
    };
    Ok(Span { from, to: from.last_of_month() })
}

/// What the archive of a month holds.
pub fn month(tx: &mut dyn Tx, member: &StaffMember, args: MonthArgs) -> Result<Month> {
    let now = member.client.now();
    of_month(tx, &member.client.view.config, parse_month(&args.month, now)?, now)
}

fn of_month(tx: &mut dyn Tx, config: &Config, span: Span, now: Timestamp) -> Result<Month> {
    let (from, until) = span.moments();
    Ok(Month {
        month: span.month(),
        documents: invoice::count(tx, from, until)?,
        payments: payment::count_movements(tx, from, until)?,
        has_datev: ledger::has_datev(&config.accounting),
        is_unfinished: in_shop_zone(now).date() <= span.to,
    })
}
