//! Reads a bank's statement: CAMT.053 (ISO 20022), MT940 (SWIFT) and the CSV files that banks offer. Nothing here knows orders.

use jiff::civil::Date;

use crate::error::{Result, refuse};
use crate::message;

mod camt;
mod csv_file;
mod mt940;

/// Movements of one file: each makes a row, and everybody else waits for the writer.
pub const MOST: usize = 10_000;

/// The movements of one account in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statement {
    /// IBAN of the account; empty where the file does not name it.
    pub account: String,
    /// In the order of the file. Only booked ones: what a bank announces may still change.
    pub lines: Vec<Line>,
}

/// One movement on the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub booked_on: Date,
    pub value_date: Date,
    /// Minor units; negative: money that left.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
    /// Who paid, or was paid.
    pub party: String,
    /// Theirs; empty where the file does not name it.
    pub iban: String,
    /// What the payer wrote.
    pub text: String,
    /// The bank's own reference of the movement; empty where there is none.
    pub reference: String,
    /// The reference that travels from the payer to the payee (ISO 20022 EndToEndId).
    pub end_to_end: String,
    /// Takes an earlier movement back.
    pub is_reversal: bool,
}

/// Reads a file of any of these formats: a statement for each account that it tells of, at least one. Refuses what it cannot read, or
/// what has more than [`MOST`] movements, with a message for the person who has dropped it.
pub fn read(bytes: &[u8]) -> Result<Vec<Statement>> {
    let text = decode(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let statements = match () {
        () if text.trim_start().starts_with('<') => camt::read(text.trim_start()),
        () if mt940::is_one(text) => mt940::read(text),
        () => csv_file::read(text),
    }?;
    match statements.iter().map(|statement| statement.lines.len()).sum() {
        0 => Err(refuse(message::STATEMENT_EMPTY)),
        1..=MOST => Ok(statements),
        _ => Err(refuse(message::STATEMENT_TOO_LONG.with("max", MOST))),
    }
}

/// Adds movements to those of their account.
fn add(statements: &mut Vec<Statement>, account: &str, lines: impl IntoIterator<Item = Line>) {
    let mut lines = lines.into_iter().peekable();
    if lines.peek().is_none() {
        return;
    }
    match statements.iter_mut().find(|statement| statement.account == account) {
        Some(statement) => statement.lines.extend(lines),
        None => statements.push(Statement { account: account.to_owned(), lines: lines.collect() }),
    }
}

/// UTF-8, or the Western European encoding of older bank software.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// A text on one line, without runs of spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_movements_and_with_too_many_are_refused() {
        let file = |rows: usize| format!("\u{feff}Date;Amount\n{}", "20.11.2026;1,00\n".repeat(rows));
        assert_eq!(read(file(MOST).as_bytes()).expect("read")[0].lines.len(), MOST);
        for (rows, message) in
            [(0, message::STATEMENT_EMPTY.into()), (MOST + 1, message::STATEMENT_TOO_LONG.with("max", MOST))]
        {
            let error = read(file(rows).as_bytes()).expect_err("refused");
            assert_eq!(error.refusal().expect("a refusal").message, message, "{rows}");
        }
    }
}
