//! Output of commands: a table for people, JSON for machines.

use std::io::Write as _;

use anyhow::Context as _;
use comfy_table::{Table, presets};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use crate::domain::money::{Amount, Currency};
use crate::domain::working_days::in_shop_zone;

/// How a command prints.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Output {
    /// Print JSON instead of a table
    #[arg(long, global = true)]
    pub json: bool,
}

impl Output {
    /// Prints a list: as JSON, or as a table with these headings.
    pub fn list<T: Serialize>(
        self,
        rows: &[T],
        headings: &[&str],
        cells: impl Fn(&T) -> Vec<String>,
    ) -> anyhow::Result<()> {
        if self.json {
            return self.value(&rows);
        }
        let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
        if rows.is_empty() { line("none") } else { line(&plain(list_table(rows, headings))) }
    }

    /// Prints one thing: as JSON, or as lines of name and value. Further lines of a value are indented, so that no text
    /// of a customer reads as another fact.
    pub fn facts<T: Serialize>(self, thing: &T, facts: &[(&str, String)]) -> anyhow::Result<()> {
        if self.json {
            return self.value(thing);
        }
        let facts = facts_table(facts);
        if facts.is_empty() { Ok(()) } else { line(&plain(facts)) }
    }

    /// Prints a list of which one row more than `limit` was read: cut there, with a line on standard error that says `how` the
    /// rest is seen, after the last row shown.
    pub fn part<T: Serialize>(
        self,
        mut rows: Vec<T>,
        limit: i64,
        how: impl Fn(&T) -> String,
        headings: &[&str],
        cells: impl Fn(&T) -> Vec<String>,
    ) -> anyhow::Result<()> {
        let is_cut = cut(&mut rows, limit);
        self.list(&rows, headings, cells)?;
        if is_cut && let Some(last) = rows.last() {
            goes_on(limit, &how(last));
        }
        Ok(())
    }

    /// Prints a value as JSON, its times as RFC 3339.
    pub fn value<T: Serialize>(self, value: &T) -> anyhow::Result<()> {
        let value = with_times(serde_json::to_value(value).context("writing JSON")?);
        line(&serde_json::to_string_pretty(&value).context("writing JSON")?)
    }

    /// Prints what was done: one line, or the same as JSON.
    pub fn done<T: Serialize>(self, thing: &T, text: &str) -> anyhow::Result<()> {
        if self.json { self.value(thing) } else { line(text) }
    }
}

/// Cuts rows of which one more than `limit` was read; answers whether there are more.
pub fn cut<T>(rows: &mut Vec<T>, limit: i64) -> bool {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let is_cut = rows.len() > limit;
    rows.truncate(limit);
    is_cut
}

/// Says on standard error that a list is cut, and how the rest is seen.
pub fn goes_on(limit: i64, how: &str) {
    // Standard output is read by machines, too. A closed pipe is no error.
    drop(writeln!(std::io::stderr(), "shop: only the first {limit} are listed; {how}"));
}

/// Names of times beside those that end in `_at`.
const TIMES: [&str; 5] = ["at", "hold_until", "valid_from", "valid_to", "last_run"];

/// Rows keep Unix milliseconds; machines read one form of time everywhere.
fn with_times(value: Value) -> Value {
    let time = |name: &str, value: Value| {
        let at = value.as_i64().filter(|_| name.ends_with("_at") || TIMES.contains(&name));
        match at.and_then(|at| Timestamp::from_millisecond(at).ok()) {
            Some(at) => Value::String(at.to_string()),
            None => with_times(value),
        }
    };
    match value {
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name.clone(), time(&name, value))).collect(),
        Value::Array(values) => values.into_iter().map(with_times).collect(),
        other => other,
    }
}

fn list_table(rows: Vec<Vec<String>>, headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.set_header(headings.iter().map(|heading| heading.to_uppercase()));
    // Cells contain text of customers: a line break must not begin another row.
    let flat = |cell: String| cell.replace(char::is_control, " ");
    table.add_rows(rows.into_iter().map(|row| row.into_iter().map(flat).collect::<Vec<_>>()));
    table
}

fn facts_table(facts: &[(&str, String)]) -> Table {
    // Empty values count too, so that values begin at the same column whatever is known.
    let width = facts.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut table = Table::new();
    let known = facts.iter().filter(|(_, value)| !value.is_empty());
    table.add_rows(known.map(|(name, value)| [format!("{name:width$}"), value.clone()]));
    table
}

/// Columns without borders, two spaces apart, for terminals and pipes alike.
fn plain(mut table: Table) -> String {
    table.load_style(presets::NOTHING);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}

/// Prints a line; a closed pipe is no error.
pub fn line(text: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout(), "{}", harmless(text)) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Replaces control characters, which could steer the terminal: customers wrote some of what is printed.
fn harmless(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }).collect()
}

/// A moment in the shop's time zone, to the minute, with the zone (CET, CEST).
pub fn moment(millisecond: i64) -> String {
    Timestamp::from_millisecond(millisecond)
        .map(|at| in_shop_zone(at).strftime("%Y-%m-%d %H:%M %Z").to_string())
        .unwrap_or_default()
}

/// Minor units with their currency.
pub fn money(minor: i64, currency: Currency) -> String {
    format!("{} {currency}", Amount::from_minor(minor))
}

/// Names printed of a long list.
const MOST_NAMED: usize = 5;

/// The first names of a list.
pub fn named(list: &[String]) -> String {
    let named = list.len().min(MOST_NAMED);
    let more = if list.len() > named { " …" } else { "" };
    format!("{}{more}", list[..named].join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_amounts_are_printed_with_zone_and_currency() {
        assert_eq!(moment(1_795_255_200_000), "2026-11-21 11:00 CET");
        assert_eq!(moment(1_782_295_200_000), "2026-06-24 12:00 CEST");
        assert_eq!(money(4_590, Currency::Eur), "45.90 EUR");
    }

    #[test]
    fn times_are_printed_as_rfc_3339_wherever_they_stand() {
        let rows = serde_json::json!([
            { "created_at": 1_795_255_200_000_i64, "total_qty": 1_795_255_200_000_i64, "seen_at": null },
            { "history": [{ "at": 1_795_255_200_500_i64, "status": "paid" }], "last_run": "2026-11-21T10:00:00Z" },
        ]);
        let printed = serde_json::json!([
            { "created_at": "2026-11-21T10:00:00Z", "total_qty": 1_795_255_200_000_i64, "seen_at": null },
            { "history": [{ "at": "2026-11-21T10:00:00.5Z", "status": "paid" }], "last_run": "2026-11-21T10:00:00Z" },
        ]);
        assert_eq!(with_times(rows), printed);
    }

    #[test]
    fn lists_are_cut_only_where_they_go_on() {
        let read = |count: usize| (0..count).collect::<Vec<_>>();
        for (count, is_cut) in [(0, false), (2, false), (3, true)] {
            let mut rows = read(count);
            assert_eq!((cut(&mut rows, 2), rows.len()), (is_cut, count.min(2)));
        }
    }

    #[test]
    fn columns_are_aligned_by_the_width_of_their_characters() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = vec![row(["毛巾", "1", "a\nb\u{1b}"]), row(["Valmère", "23", ""]), row(["", "4", "c"])];
        let printed = plain(list_table(rows, &["name", "qty", "note"]));
        assert_eq!(printed, "NAME     QTY  NOTE\n毛巾     1    a b\nValmère  23\n         4    c");
    }

    #[test]
    fn further_lines_of_a_fact_are_indented() {
        let facts = [("name", "Ada".to_owned()), ("telephone", String::new()), ("note", "one\ntwo  2".to_owned())];
        assert_eq!(plain(facts_table(&facts)), "name       Ada\nnote       one\n           two  2");
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(harmless("a\n\tb\u{1b}[31m\u{7}\u{9b}2J é 毛"), "a\n\tb\u{fffd}[31m\u{fffd}\u{fffd}2J é 毛");
    }
}
