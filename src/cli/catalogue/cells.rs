//! Sheets as CSV (RFC 4180).

use super::Problems;
use crate::catalog::csv::{Column, Sheet};
use crate::db::Val;
use crate::product::cells::{text, value};

/// Writes a sheet: UTF-8, commas, a line feed after each row.
pub fn write(sheet: &Sheet, rows: &[Vec<Val>]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(sheet.columns.iter().map(|column| column.name))?;
    for row in rows {
        writer.write_record(sheet.columns.iter().zip(row).map(|(column, value)| text(column.kind, value)))?;
    }
    Ok(writer.into_inner()?)
}

/// The rows of a file; none, with the error reported, if it cannot be parsed.
pub fn read(sheet: &Sheet, bytes: &[u8], problems: &mut Problems) -> Option<Vec<Vec<Val>>> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        problems.add(format_args!("{}.csv is not UTF-8; save it as \"CSV UTF-8\"", sheet.name));
        return None;
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let head = text.lines().next().unwrap_or_default();
    // Spreadsheets write semicolons where the comma is the decimal sign.
    let separator = if head.contains(';') && !head.contains(',') { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new().delimiter(separator).flexible(true).from_reader(text.as_bytes());
    let names: Vec<String> = match reader.headers() {
        Ok(names) => names.iter().map(|name| name.trim().to_owned()).collect(),
        Err(error) => {
            problems.add(format_args!("{}.csv cannot be read: {error}", sheet.name));
            return None;
        }
    };
    let told = problems.lines.len();
    for name in names.iter().filter(|name| !sheet.columns.iter().any(|column| column.name == **name)) {
        problems.add(format_args!("{}.csv row 1: there is no column {name:?}; remove it or mend its name", sheet.name));
    }
    let is_once = |column: &&Column| match names.iter().filter(|name| **name == column.name).count() {
        0 => column.is_newer,
        times => times == 1,
    };
    for column in sheet.columns.iter().filter(|column| !is_once(column)) {
        problems.add(format_args!("{}.csv row 1: needs the column {} once; add it", sheet.name, column.name));
    }
    if problems.lines.len() > told {
        return None;
    }
    let places: Vec<Option<usize>> =
        sheet.columns.iter().map(|column| names.iter().position(|name| name == column.name)).collect();
    let mut rows = Vec::new();
    for (number, record) in reader.records().enumerate() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                problems.add(format_args!("{}.csv row {}: {error}", sheet.name, number + 2));
                return None;
            }
        };
        if record.len() != names.len() {
            problems.add(format_args!(
                "{}.csv row {}: the number of cells is {}, of columns {}; put texts with commas in quotes",
                sheet.name,
                number + 2,
                record.len(),
                names.len()
            ));
            continue;
        }
        let mut row = Vec::with_capacity(places.len());
        for (column, place) in sheet.columns.iter().zip(&places) {
            let Some(place) = place else {
                row.push(Val::Null);
                continue;
            };
            let cell = record.get(*place).unwrap_or_default();
            match value(column.kind, cell) {
                Ok(value) => row.push(value),
                Err(what) => {
                    let shown: String = cell.chars().take(40).collect();
                    problems.cell(sheet, number, column.name, format_args!("{shown:?} {what}"));
                    row.push(Val::Null);
                }
            }
        }
        rows.push(row);
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalog::csv::{self, Kind};
    use crate::testing::fuzz;

    proptest! {
        #![proptest_config(fuzz::config())]

        /// A sheet is read, or each of its faults is told; what is read survives writing.
        #[test]
        fn any_sheet_is_read_or_its_problems_are_told(bytes in fuzz::mutated("sheets"), name in "stock|prices") {
            let sheet = csv::sheet(&name).expect("a sheet");
            let mut problems = Problems::default();
            let rows = read(sheet, &bytes, &mut problems);
            prop_assert!(rows.is_some() || !problems.lines.is_empty());
            if let Some(rows) = rows.filter(|_| problems.lines.is_empty()) {
                let written = write(sheet, &rows).expect("written");
                prop_assert_eq!(read(sheet, &written, &mut problems), Some(rows));
            }
        }
    }

    #[test]
    fn sheet_survives_a_round_trip() {
        let stock = csv::sheet("stock").expect("the sheet");
        let rows = vec![vec!["SOAP-1".into(), 12_i64.into()], vec!["BED, LARGE\n\"A\"".into(), 0_i64.into()]];
        let written = write(stock, &rows).expect("written");
        assert_eq!(written, b"sku,quantity\nSOAP-1,12\n\"BED, LARGE\n\"\"A\"\"\",0\n");
        let mut problems = Problems::default();
        assert_eq!(read(stock, &written, &mut problems), Some(rows));
        assert!(problems.lines.is_empty(), "{problems:?}");
    }

    #[test]
    fn sheets_saved_by_spreadsheet_programs_are_parsed() {
        let stock = csv::sheet("stock").expect("the sheet");
        let mut problems = Problems::default();
        let rows = read(stock, "\u{feff}quantity;sku\r\n5;SOAP-1\r\n".as_bytes(), &mut problems);
        assert_eq!(rows, Some(vec![vec!["SOAP-1".into(), 5_i64.into()]]));
        assert!(problems.lines.is_empty(), "{problems:?}");
    }

    #[test]
    fn every_invalid_cell_is_reported_with_its_remedy() {
        let prices = csv::sheet("prices").expect("the sheet");
        let text = "sku,currency,valid_from,valid_to,amount,regular\nSOAP-1,EUR,yesterday,,12,\nSOAP-1,EUR,2026-11-21T09:00:00Z,,1.234,abc\n";
        let mut problems = Problems::default();
        read(prices, text.as_bytes(), &mut problems);
        let told = problems.lines.join("\n");
        assert!(
            told.contains("prices.csv row 2 column valid_from: \"yesterday\" is no time; give it as 2026"),
            "{told}"
        );
        assert!(told.contains("prices.csv row 3 column amount: \"1.234\" is no amount"), "{told}");
        assert!(told.contains("prices.csv row 3 column regular: \"abc\""), "{told}");
        let mut problems = Problems::default();
        assert_eq!(read(prices, b"sku,price\nA,1\n", &mut problems), None);
        assert!(problems.lines[0].contains("row 1: there is no column \"price\""), "{problems:?}");
    }

    #[test]
    fn documentation_lists_every_column_and_which_may_be_empty() {
        let page = include_str!("../../../docs/catalogue.md");
        for sheet in csv::SHEETS {
            let begin = format!("| `{}` | ", sheet.name);
            let row = page.lines().find_map(|line| line.strip_prefix(&begin)).unwrap_or_else(|| panic!("{begin}"));
            let words: Vec<&str> = row.split([' ', ',', ':', ';', '|']).collect();
            for (at, column) in sheet.columns.iter().enumerate() {
                let word = match (at < sheet.key, value(column.kind, "").is_ok()) {
                    (true, _) => format!("**{}**", column.name),
                    (false, true) => format!("*{}*", column.name),
                    (false, false) => column.name.to_owned(),
                };
                assert!(words.contains(&word.as_str()), "{} has no {word}", sheet.name);
            }
        }
    }

    #[test]
    fn unsafe_html_is_refused() {
        assert!(value(Kind::Html, "<p>Woven in Thônes.</p>").is_ok());
        assert!(value(Kind::Html, "<p onclick=\"x()\">a</p>").is_err());
        assert!(value(Kind::Html, "<script>x()</script>").is_err());
    }
}
