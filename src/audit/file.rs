//! Entries as a CSV file.

use std::io::Write;

use anyhow::Context as _;
use jiff::Timestamp;

use super::store::Stored;
use crate::domain::spreadsheet::{MARK, delimiter, harmless};
use crate::domain::store_view::Lang;
use crate::error::Result;

/// As `audit/list` names them.
const HEADINGS: [&str; 10] = ["id", "at", "actor", "call", "outcome", "noun", "thing", "before", "after", "network"];

/// A file that is being written.
pub struct Sheet<W: Write>(csv::Writer<W>);

impl<W: Write> Sheet<W> {
    /// Begins a file as spreadsheets of a language read it.
    pub fn new(mut out: W, lang: Lang) -> Result<Sheet<W>> {
        out.write_all(MARK.as_bytes()).context("writing CSV")?;
        let mut writer =
            csv::WriterBuilder::new().delimiter(delimiter(lang)).terminator(csv::Terminator::CRLF).from_writer(out);
        writer.write_record(HEADINGS).context("writing CSV")?;
        Ok(Sheet(writer))
    }

    pub fn add(&mut self, entry: &Stored) -> Result<()> {
        let at = Timestamp::from_millisecond(entry.at).context("time of an entry")?;
        let text = |text: &Option<String>| text.as_deref().map(harmless).unwrap_or_default();
        let cells = [
            entry.id.to_string(),
            at.to_string(),
            harmless(&entry.actor),
            harmless(&entry.call),
            entry.outcome.clone(),
            harmless(&entry.noun),
            harmless(&entry.thing),
            text(&entry.before),
            text(&entry.after),
            text(&entry.network),
        ];
        Ok(self.0.write_record(cells).context("writing CSV")?)
    }

    /// What was written to.
    pub fn end(self) -> Result<W> {
        Ok(self.0.into_inner().map_err(|error| anyhow::anyhow!("writing CSV: {error}"))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_cells_as_the_reader_s_spreadsheet_has_them_and_no_formula() {
        let entry = Stored {
            id: 7,
            at: 1_795_000_000_000,
            actor: "cli:ada".into(),
            call: "=cmd|' /C calc'!A0".into(),
            outcome: "done".into(),
            noun: "stock".into(),
            thing: "-1+2".into(),
            before: None,
            after: Some("{\"qty\":7}".into()),
            network: Some("@x".into()),
        };
        for (lang, line) in [
            (Lang::En, "7,2026-11-18T11:06:40Z,cli:ada,'=cmd|' /C calc'!A0,done,stock,'-1+2,,\"{\"\"qty\"\":7}\",'@x"),
            (Lang::De, "7;2026-11-18T11:06:40Z;cli:ada;'=cmd|' /C calc'!A0;done;stock;'-1+2;;\"{\"\"qty\"\":7}\";'@x"),
        ] {
            let mut sheet = Sheet::new(Vec::new(), lang).expect("a sheet");
            sheet.add(&entry).expect("a row");
            let text = String::from_utf8(sheet.end().expect("a file")).expect("UTF-8");
            let lines: Vec<&str> = text.strip_prefix(MARK).expect("a mark").split("\r\n").collect();
            assert_eq!((lines.len(), lines[1]), (3, line));
            assert!(lines[0].starts_with("id") && lines[0].ends_with("network"), "{text}");
        }
    }
}
