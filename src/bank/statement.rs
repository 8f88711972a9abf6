//! Reads a bank's statement: CAMT.053 (ISO 20022) and the CSV files that banks offer. Nothing here knows orders.

use jiff::civil::Date;

use crate::error::Result;

mod camt;
mod csv_file;

/// A statement as read from its file.
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

/// Reads a file of either format. Refuses what it cannot read with a message for the person who has dropped it.
pub fn read(bytes: &[u8]) -> Result<Statement> {
    let text = decode(bytes);
    let text = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if text.starts_with('<') { camt::read(text) } else { csv_file::read(text) }
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
