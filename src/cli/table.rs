//! What commands print: a table for people, JSON for machines.

use std::io::Write as _;

use anyhow::Context as _;
use jiff::Timestamp;
use serde::Serialize;

use crate::domain::money::{Amount, Currency};
use crate::domain::working_days::in_paris;

/// How a command prints.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Output {
    /// Print JSON instead of a table
    #[arg(long, global = true)]
    pub json: bool,
}

impl Output {
    /// Prints a list: as JSON, or as a table with these headings, whose last column may be of any width.
    pub fn list<T: Serialize>(
        self,
        rows: &[T],
        headings: &[&str],
        cells: impl Fn(&T) -> Vec<String>,
    ) -> anyhow::Result<()> {
        if self.json {
            return self.value(&rows);
        }
        // Strangers' words stand in cells too: a line break of theirs must not begin a row of ours.
        let flat = |cell: String| cell.replace(char::is_control, " ");
        let table: Vec<Vec<String>> = rows.iter().map(|row| cells(row).into_iter().map(flat).collect()).collect();
        if table.is_empty() {
            return line("none");
        }
        let width = |column: usize| {
            let cells = table.iter().map(|row| row.get(column).map_or(0, |cell| columns(cell)));
            cells.chain([columns(headings[column])]).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..headings.len()).map(width).collect();
        let print = |cells: Vec<String>| {
            let padded = cells.iter().zip(&widths).map(|(cell, width)| {
                let blanks = width.saturating_sub(columns(cell));
                format!("{cell}{}", " ".repeat(blanks))
            });
            line(padded.collect::<Vec<_>>().join("  ").trim_end())
        };
        print(headings.iter().map(|heading| heading.to_uppercase()).collect())?;
        table.into_iter().try_for_each(print)
    }

    /// Prints one thing: as JSON, or as lines of name and value. What has several lines is set in, so that nothing somebody
    /// wrote passes for the next fact.
    pub fn facts<T: Serialize>(self, thing: &T, facts: &[(&str, String)]) -> anyhow::Result<()> {
        if self.json {
            return self.value(thing);
        }
        let width = facts.iter().map(|(name, _)| columns(name)).max().unwrap_or_default();
        for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
            let value = value.replace('\n', &format!("\n{}", " ".repeat(width + 2)));
            line(&format!("{name}{}  {value}", " ".repeat(width - columns(name))))?;
        }
        Ok(())
    }

    /// Prints a value as JSON.
    pub fn value<T: Serialize>(self, value: &T) -> anyhow::Result<()> {
        line(&serde_json::to_string_pretty(value).context("writing JSON")?)
    }

    /// Says what was done: one line, or the same as JSON.
    pub fn done<T: Serialize>(self, thing: &T, text: &str) -> anyhow::Result<()> {
        if self.json { self.value(thing) } else { line(text) }
    }
}

/// Prints a line; a reader that has gone away is no error.
pub fn line(text: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout(), "{}", harmless(text)) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// A text that cannot steer the terminal: some of what is printed was written by strangers.
fn harmless(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }).collect()
}

/// Columns of a terminal that a text takes: Chinese takes two a character.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}') { 2 } else { 1 }).sum()
}

/// A moment as operators read it, to the minute: on the clocks of Paris, which it says (CET, in summer CEST).
pub fn moment(millisecond: i64) -> String {
    Timestamp::from_millisecond(millisecond)
        .map(|at| in_paris(at).strftime("%Y-%m-%d %H:%M %Z").to_string())
        .unwrap_or_default()
}

/// Minor units with their currency.
pub fn money(minor: i64, currency: Currency) -> String {
    format!("{} {currency}", Amount::from_minor(minor))
}

/// Names that are told where there are many.
const MOST_NAMED: usize = 5;

/// The first of a list.
pub fn named(list: &[String]) -> String {
    let told = list.len().min(MOST_NAMED);
    let more = if list.len() > told { " …" } else { "" };
    format!("{}{more}", list[..told].join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!((columns("Valmère"), columns("毛巾"), columns("A毛")), (7, 4, 3));
        assert_eq!(moment(1_795_255_200_000), "2026-11-21 11:00 CET");
        assert_eq!(moment(1_782_295_200_000), "2026-06-24 12:00 CEST");
        assert_eq!(money(4_590, Currency::Eur), "45.90 EUR");
    }

    #[test]
    fn nobody_steers_the_terminal() {
        assert_eq!(harmless("a\n\tb\u{1b}[31m\u{7}\u{9b}2J é 毛"), "a\n\tb\u{fffd}[31m\u{fffd}\u{fffd}2J é 毛");
    }
}
