//! A table as a file: CSV as the reader's spreadsheet expects it, or XLSX.

use anyhow::Context as _;
use jiff::civil::Date;
use rust_xlsxwriter::{ExcelDateTime, Format as Style, Workbook, Worksheet};

use super::types::{Cell, FileFormat, Format, Table};
use crate::domain::spreadsheet::{MARK, delimiter, harmless, has_comma};
use crate::domain::store_view::Lang;
use crate::error::Result;

/// The longest name of a sheet (ISO/IEC 29500).
const SHEET_NAME: usize = 31;

/// A table as it is saved.
#[derive(Debug)]
pub struct File {
    pub name: String,
    pub media_type: &'static str,
    pub bytes: Vec<u8>,
}

/// The file of a table.
pub fn write(table: &Table, total: &str, format: FileFormat, lang: Lang) -> Result<File> {
    let name = format!("{}-{}-{}", table.kind.code(), table.span.from, table.span.to);
    Ok(match format {
        FileFormat::Csv => {
            File { name: format!("{name}.csv"), media_type: "text/csv; charset=utf-8", bytes: csv(table, total, lang)? }
        }
        FileFormat::Xlsx => File {
            name: format!("{name}.xlsx"),
            media_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            bytes: xlsx(table, total)?,
        },
    })
}

pub fn csv(table: &Table, total: &str, lang: Lang) -> Result<Vec<u8>> {
    let comma = has_comma(lang);
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter(lang))
        .terminator(csv::Terminator::CRLF)
        .from_writer(MARK.as_bytes().to_vec());
    let localized = |number: String| if comma { number.replace('.', ",") } else { number };
    let cell = |(cell, format): (&Cell, Format)| match cell {
        Cell::Count(count) => count.to_string(),
        Cell::Amount(amount) => localized(amount.to_string()),
        Cell::Text(text) if format == Format::Percent => localized(text.clone()),
        Cell::Text(text) => harmless(text),
        Cell::None => String::new(),
    };
    let formats = || table.columns.iter().map(|column| column.format);
    let mut record = |cells: Vec<String>| writer.write_record(cells).context("writing CSV");
    record(table.columns.iter().map(|column| harmless(&column.heading)).collect())?;
    for row in &table.rows {
        record(row.iter().zip(formats()).map(cell).collect())?;
    }
    if !table.totals.is_empty() {
        let mut cells: Vec<String> = table.totals.iter().zip(formats()).map(cell).collect();
        if let Some(first) = cells.first_mut() {
            total.clone_into(first);
        }
        record(cells)?;
    }
    Ok(writer.into_inner().map_err(|error| anyhow::anyhow!("writing CSV: {error}"))?)
}

fn xlsx(table: &Table, total: &str) -> Result<Vec<u8>> {
    let mut workbook = Workbook::new();
    let name: String =
        table.name.chars().map(|c| if "[]:*?/\\'".contains(c) { ' ' } else { c }).take(SHEET_NAME).collect();
    let sheet = workbook.add_worksheet();
    fill(sheet, &name, table, total).context("writing XLSX")?;
    Ok(workbook.save_to_buffer().context("writing XLSX")?)
}

fn fill(sheet: &mut Worksheet, name: &str, table: &Table, total: &str) -> anyhow::Result<()> {
    let bold = Style::new().set_bold();
    let styles: Vec<Style> = table.columns.iter().map(|column| style(column.format)).collect();
    sheet.set_name(name)?;
    for (at, column) in (0_u16..).zip(&table.columns) {
        sheet.write_string_with_format(0, at, &column.heading, &bold)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    let mut row = 1;
    for cells in &table.rows {
        for ((at, cell), (column, style)) in (0_u16..).zip(cells).zip(table.columns.iter().zip(&styles)) {
            put(sheet, (row, at), cell, column.format, style)?;
        }
        row += 1;
    }
    for ((at, cell), (column, style)) in (0_u16..).zip(&table.totals).zip(table.columns.iter().zip(&styles)) {
        put(sheet, (row, at), cell, column.format, &style.clone().set_bold())?;
    }
    if !table.totals.is_empty() {
        sheet.write_string_with_format(row, 0, total, &bold)?;
    }
    sheet.autofit();
    Ok(())
}

fn style(format: Format) -> Style {
    match format {
        Format::Text | Format::Month => Style::new(),
        Format::Day => Style::new().set_num_format("yyyy-mm-dd"),
        Format::Count => Style::new().set_num_format("#,##0"),
        Format::Amount => Style::new().set_num_format("#,##0.00"),
        Format::Percent => Style::new().set_num_format("0.0#"),
    }
}

fn put(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &Cell,
    format: Format,
    style: &Style,
) -> anyhow::Result<()> {
    match cell {
        Cell::None => {}
        Cell::Count(count) => {
            sheet.write_number_with_format(row, column, number(*count), style)?;
        }
        // Sheets hold binary fractions; these amounts have at most eleven digits.
        Cell::Amount(amount) => {
            sheet.write_number_with_format(row, column, number(amount.minor()) / 100.0, style)?;
        }
        Cell::Text(text) => {
            let (day, percent) = (text.parse::<Date>(), text.parse::<f64>());
            if let (Format::Day, Ok(day)) = (format, day) {
                let [month, day_of] = [day.month(), day.day()].map(i8::unsigned_abs);
                let date = ExcelDateTime::from_ymd(day.year().unsigned_abs(), month, day_of)?;
                sheet.write_datetime_with_format(row, column, &date, style)?;
            } else if let (Format::Percent, Ok(percent)) = (format, percent) {
                sheet.write_number_with_format(row, column, percent, style)?;
            } else {
                // Written as text: no formula is made of it.
                sheet.write_string_with_format(row, column, text, style)?;
            }
        }
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "sheets hold binary fractions of 53 bits; no sum of a house is longer")]
fn number(whole: i64) -> f64 {
    whole as f64
}
