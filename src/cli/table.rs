//! Output of commands: a table for people, JSON for machines.

use std::io::Write as _;

use anyhow::Context as _;
use comfy_table::{Table, presets};
use jiff::Timestamp;
use serde::Serialize;

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

    /// Prints a value as JSON.
    pub fn value<T: Serialize>(self, value: &T) -> anyhow::Result<()> {
        line(&serde_json::to_string_pretty(value).context("writing JSON")?)
    }

    /// Prints what was done: one line, or the same as JSON.
    pub fn done<T: Serialize>(self, thing: &T, text: &str) -> anyhow::Result<()> {
        if self.json { self.value(thing) } else { line(text) }
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
