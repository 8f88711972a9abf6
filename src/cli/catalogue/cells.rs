//! Sheets as CSV (RFC 4180): cells to values and back.

use jiff::Timestamp;

use super::Problems;
use crate::catalog::csv::{Kind, Sheet};
use crate::catalog::media;
use crate::cli::seed::is_url_key;
use crate::cms::markdown;
use crate::db::Val;
use crate::domain::money::Amount;
use crate::domain::store_view::Lang;

/// Writes a sheet: UTF-8, commas, a line feed after each row.
pub fn write(sheet: &Sheet, rows: &[Vec<Val>]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(sheet.columns.iter().map(|column| column.name))?;
    for row in rows {
        writer.write_record(sheet.columns.iter().zip(row).map(|(column, value)| text(column.kind, value)))?;
    }
    Ok(writer.into_inner()?)
}

fn text(kind: Kind, value: &Val) -> String {
    match (kind, value) {
        (Kind::Amount(..) | Kind::MaybeAmount(..), Val::Int(minor)) => Amount::from_minor(*minor).to_string(),
        (Kind::Time | Kind::MaybeTime, Val::Int(ms)) => {
            Timestamp::from_millisecond(*ms).map(|time| time.to_string()).unwrap_or_default()
        }
        (_, Val::Int(number)) => number.to_string(),
        (_, Val::Text(text)) => text.clone(),
        (_, Val::Null | Val::Blob(_)) => String::new(),
    }
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
    for column in sheet.columns.iter().filter(|column| names.iter().filter(|name| **name == column.name).count() != 1) {
        problems.add(format_args!("{}.csv row 1: needs the column {} once; add it", sheet.name, column.name));
    }
    if problems.lines.len() > told {
        return None;
    }
    let places: Vec<usize> =
        sheet.columns.iter().filter_map(|column| names.iter().position(|name| name == column.name)).collect();
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

fn value(kind: Kind, cell: &str) -> Result<Val, String> {
    let trimmed = cell.trim();
    let is_optional = matches!(kind, Kind::MaybeNumber(..) | Kind::MaybeAmount(..) | Kind::MaybeTime);
    if is_optional && trimmed.is_empty() {
        return Ok(Val::Null);
    }
    let may_be_empty = matches!(kind, Kind::MaybeChoice(_) | Kind::MaybeOf(_) | Kind::MaybePicture | Kind::Color);
    if may_be_empty && trimmed.is_empty() {
        return Ok(Val::Text(String::new()));
    }
    let text = |fits: bool, fault: &str| match fits {
        true => Ok(Val::Text(trimmed.to_owned())),
        false => Err(fault.to_owned()),
    };
    match kind {
        Kind::Key => text(is_key(trimmed), "is no key; give letters, digits, - and _"),
        Kind::Sku => text(is_sku(trimmed), "is no sku; give capitals, digits and hyphens"),
        Kind::Of(_) | Kind::MaybeOf(_) | Kind::ValueOf(_) => text(!trimmed.is_empty(), "is empty; name one"),
        Kind::Text if trimmed.is_empty() => Err("is empty; write it".into()),
        Kind::Text | Kind::Note => Ok(Val::Text(cell.replace("\r\n", "\n"))),
        Kind::Html => {
            let html = cell.replace("\r\n", "\n");
            match markdown::clean(&html) == html {
                true => Ok(Val::Text(html)),
                false => Err(
                    "holds what no page may show, or an element that is not closed; write p, h2 to h4, ul, ol, li, table, strong, em and a only"
                        .into(),
                ),
            }
        }
        Kind::UrlKey => text(is_url_key(trimmed), "is no address; give lower-case words joined by hyphens"),
        Kind::Lang => text(Lang::from_code(trimmed).is_some(), "is no language of the shop; give en, fr, de, es or zh"),
        Kind::Number(least, most) | Kind::MaybeNumber(least, most) => match trimmed.parse::<i64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(Val::Int(number)),
            _ => Err(format!("is no whole number from {least} to {most}; give one")),
        },
        Kind::Flag => match trimmed {
            "0" => Ok(Val::Int(0)),
            "1" => Ok(Val::Int(1)),
            _ => Err("is neither 0 nor 1; give 0 for no, 1 for yes".into()),
        },
        Kind::Amount(least, most) | Kind::MaybeAmount(least, most) => match trimmed.parse::<Amount>() {
            Ok(amount) if (least..=most).contains(&amount.minor()) => Ok(Val::Int(amount.minor())),
            _ => {
                let [least, most] = [least, most].map(Amount::from_minor);
                Err(format!("is no amount from {least} to {most}; give it with a point and two decimals, as 120.00"))
            }
        },
        Kind::Time | Kind::MaybeTime => match trimmed.parse::<Timestamp>() {
            Ok(time) => Ok(Val::Int(time.as_millisecond())),
            Err(_) => Err("is no time; give it as 2026-11-21T09:00:00Z".into()),
        },
        Kind::Choice(choices) | Kind::MaybeChoice(choices) => {
            text(choices.contains(&trimmed), &format!("is none of {}; give one of them", choices.join(", ")))
        }
        Kind::Color => text(is_color(trimmed), "is no colour; give it as #e6ddd0"),
        Kind::Picture | Kind::MaybePicture => {
            text(media::is_name(trimmed), "is no picture's name; give lower-case letters, digits, - and _")
        }
    }
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.len() <= 80 && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

fn is_sku(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.len() <= 80 && text.chars().all(fits)
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalog::csv;
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
