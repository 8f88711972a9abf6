//! CSV files of banks. There is no standard: separator, columns, dates and amounts are recognised by what the file says.

use csv::{ReaderBuilder, StringRecord};
use jiff::civil::Date;

use super::{Line, Statement, add, one_line};
use crate::domain::money::Amount;
use crate::error::{Result, refuse};
use crate::message;
use crate::search::words;

/// Rows above the columns' names, where banks print the account and the period.
const PREAMBLE: usize = 30;

const SEPARATORS: [u8; 4] = *b";\t,|";

/// What a column holds, and the names that banks give it in English, French, German and Spanish: folded, whole or as their
/// beginning.
const COLUMNS: &[(Field, &[&str])] = &[
    (
        Field::BookedOn,
        &[
            "buchungstag",
            "buchungsdatum",
            "buchung",
            "booking date",
            "date de comptabilisation",
            "date operation",
            "date d operation",
            "date de l operation",
            "date comptable",
            "fecha de operacion",
            "fecha operacion",
            "fecha contable",
            "fecha",
            "transaction date",
            "date",
        ],
    ),
    (
        Field::ValueDate,
        &["valutadatum", "valuta", "wertstellung", "value date", "date valeur", "date de valeur", "fecha valor"],
    ),
    (Field::Amount, &["betrag", "umsatz", "amount", "montant", "importe"]),
    (
        Field::Direction,
        &["soll haben", "s h", "haben soll", "credit debit", "debit credit", "credit debit indicator", "sens"],
    ),
    (Field::Status, &["status", "buchungsstatus", "info", "state", "statut", "etat", "estado"]),
    // The house's own account, which is not the payer's.
    (
        Field::Account,
        &[
            "iban auftragskonto",
            "auftragskonto",
            "iban kontoinhaber",
            "iban auftraggeberkonto",
            "auftraggeberkonto",
            "own iban",
            "account iban",
            "own account",
        ],
    ),
    (
        Field::OwnName,
        &[
            "bezeichnung auftragskonto",
            "name auftragskonto",
            "bankname auftragskonto",
            "bic auftragskonto",
            "kontoinhaber",
            "auftraggebername",
            "account holder",
            "account name",
        ],
    ),
    (Field::Credit, &["haben", "gutschrift", "credit", "abono", "haber", "paid in", "money in"]),
    (Field::Debit, &["soll", "lastschrift", "debit", "cargo", "debe", "paid out", "money out"]),
    (Field::Currency, &["wahrung", "waehrung", "currency", "devise", "divisa", "moneda"]),
    (
        Field::Party,
        &[
            "beguenstigter",
            "begunstigter",
            "auftraggeber",
            "zahlungspflichtige",
            "name",
            "counterparty",
            "payer",
            "payee",
            "nom",
            "contrepartie",
            "emetteur",
            "donneur d ordre",
            "ordenante",
            "nombre",
            "beneficiario",
        ],
    ),
    (Field::Iban, &["kontonummer iban", "iban", "counterparty iban"]),
    (
        Field::Text,
        &[
            "verwendungszweck",
            "vorgang verwendungszweck",
            "buchungstext",
            "description",
            "details",
            "libelle",
            "motif",
            "communication",
            "concepto",
            "remittance",
            "payment reference",
            "reference",
            "message",
        ],
    ),
    (Field::Reference, &["bankreferenz", "transaction id", "transaktions", "bank reference", "identifiant"]),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    BookedOn,
    ValueDate,
    Amount,
    Credit,
    Debit,
    Currency,
    Party,
    Iban,
    Text,
    Reference,
    /// Whether an amount without a sign came in or left.
    Direction,
    /// Whether a movement is booked, or announced only.
    Status,
    Account,
    OwnName,
}

/// What banks write beside movements that may still change: the beginnings of words.
const ANNOUNCED: [&str; 9] =
    ["vorgemerkt", "vormerk", "unbestatigt", "pending", "announced", "en attente", "a venir", "pendiente", "retenid"];

/// Where the columns stand; several may hold text.
#[derive(Debug, Default)]
struct Columns(Vec<(Field, usize)>);

impl Columns {
    /// The columns that a row names; none unless it names a date and an amount.
    fn of(row: &StringRecord) -> Option<Columns> {
        let mut columns = Columns::default();
        for (at, title) in row.iter().enumerate() {
            let title = words(title).join(" ");
            // The longest name that fits: "value date" is not "date".
            let fits = COLUMNS.iter().flat_map(|(field, names)| names.iter().map(move |name| (*field, *name)));
            let best = fits.filter(|(_, name)| starts_with_words(&title, name)).max_by_key(|(_, name)| name.len());
            if let Some((field, _)) = best
                && (field == Field::Text || columns.first(field).is_none())
            {
                columns.0.push((field, at));
            }
        }
        let has_amount = columns.first(Field::Amount).or(columns.first(Field::Credit)).is_some();
        (columns.first(Field::BookedOn).is_some() && has_amount).then_some(columns)
    }

    /// Some banks say S (debit) or H (credit) in a column without a title.
    fn with_untitled_direction(mut self, rows: &[StringRecord]) -> Columns {
        let places = self.0.iter().map(|(_, at)| *at).max().unwrap_or(0) + 2;
        let is_free = |at: &usize| self.0.iter().all(|(_, taken)| taken != at);
        let says_direction = |at: &usize| {
            let mut cells =
                rows.iter().filter_map(|row| row.get(*at)).map(str::trim).filter(|cell| !cell.is_empty()).peekable();
            cells.peek().is_some() && cells.all(|cell| matches!(cell, "S" | "H"))
        };
        if self.first(Field::Direction).is_none()
            && let Some(at) = (0..places).filter(is_free).find(says_direction)
        {
            self.0.push((Field::Direction, at));
        }
        self
    }

    fn first(&self, field: Field) -> Option<usize> {
        self.0.iter().find(|(of, _)| *of == field).map(|(_, at)| *at)
    }

    fn cell<'r>(&self, row: &'r StringRecord, field: Field) -> &'r str {
        self.first(field).and_then(|at| row.get(at)).map(str::trim).unwrap_or("")
    }
}

fn starts_with_words(title: &str, name: &str) -> bool {
    title.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

pub fn read(text: &str) -> Result<Vec<Statement>> {
    let separators: Vec<u8> = SEPARATORS.into_iter().filter(|it| text.as_bytes().contains(it)).collect();
    if separators.is_empty() {
        return Err(refuse(message::STATEMENT_UNREADABLE));
    }
    let Some((rows, header, columns)) = separators.into_iter().find_map(|separator| split(text, separator)) else {
        return Err(refuse(message::STATEMENT_COLUMNS_UNKNOWN));
    };
    let columns = columns.with_untitled_direction(&rows[header + 1..]);
    let movements: Vec<&StringRecord> = rows[header + 1..]
        .iter()
        // Sums and empty rows below the movements have no date.
        .filter(|row| columns.cell(row, Field::BookedOn).chars().any(|c| c.is_ascii_digit()))
        .filter(|row| !is_announced(columns.cell(row, Field::Status)))
        .collect();
    let dates = [Field::BookedOn, Field::ValueDate];
    let cells = movements.iter().flat_map(|row| dates.map(|field| columns.cell(row, field)));
    let is_month_first = is_month_first(cells);
    let mut statements = Vec::new();
    for row in movements {
        let line = line(&columns, row, is_month_first).ok_or_else(|| {
            let start = row.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or(0);
            refuse(message::STATEMENT_ROW_UNREADABLE.with("row", row_at(text, start)))
        })?;
        let account = columns.cell(row, Field::Account).replace(' ', "");
        let is_iban = account.starts_with(|c: char| c.is_ascii_alphabetic());
        add(&mut statements, if is_iban { &account } else { "" }, [line]);
    }
    Ok(statements)
}

/// The number of a row as an editor counts: the reader passes over empty lines, and begins a row before them.
fn row_at(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or("");
    let empty = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
    1 + text.bytes().take(start + empty).filter(|byte| *byte == b'\n').count()
}

/// The rows as a separator parts them, with the place and the contents of the header; none if there is no header then.
fn split(text: &str, separator: u8) -> Option<(Vec<StringRecord>, usize, Columns)> {
    let mut reader =
        ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let rows: Vec<StringRecord> = reader.records().collect::<Result<_, _>>().ok()?;
    let (header, columns) =
        rows.iter().take(PREAMBLE).enumerate().find_map(|(at, row)| Some((at, Columns::of(row)?)))?;
    Some((rows, header, columns))
}

fn line(columns: &Columns, row: &StringRecord, is_month_first: bool) -> Option<Line> {
    let cell = |field| columns.cell(row, field);
    let sign = sign(cell(Field::Direction))?;
    let amount = sign
        * match (cell(Field::Amount), cell(Field::Credit), cell(Field::Debit)) {
            ("", credit, "") => minor(credit)?.abs(),
            ("", "", debit) => -minor(debit)?.abs(),
            // Both are printed, one of them as zero.
            ("", credit, debit) => minor(credit)?.abs() - minor(debit)?.abs(),
            // Some banks print the sign beside the direction. A credit with a minus contradicts itself.
            (amount, ..) => match (cell(Field::Direction), minor(amount)?) {
                ("", amount) => amount,
                (_, amount) if sign > 0 && amount < 0 => return None,
                (_, amount) => amount.abs(),
            },
        };
    let booked_on = date(cell(Field::BookedOn), is_month_first)?;
    let value_date = match cell(Field::ValueDate) {
        "" => booked_on,
        text => date(text, is_month_first)?,
    };
    let texts = columns.0.iter().filter(|(field, _)| *field == Field::Text).filter_map(|(_, at)| row.get(*at));
    let currency = match cell(Field::Currency) {
        "" => "EUR".to_owned(),
        code => code.to_uppercase(),
    };
    Some(Line {
        booked_on,
        value_date,
        amount,
        currency,
        party: one_line(cell(Field::Party)),
        iban: cell(Field::Iban).replace(' ', ""),
        text: one_line(&texts.collect::<Vec<_>>().join(" ")),
        reference: cell(Field::Reference).to_owned(),
        end_to_end: String::new(),
        is_reversal: false,
    })
}

/// Whether a movement may still change, by its status.
fn is_announced(status: &str) -> bool {
    let status = words(status).join(" ");
    ANNOUNCED.iter().any(|mark| status.contains(mark))
}

/// The sign that a column of its own gives to an amount; none where it says something unknown.
fn sign(direction: &str) -> Option<i64> {
    match words(direction).join(" ").as_str() {
        "" | "h" | "c" | "cr" | "crdt" | "haben" | "credit" | "kredit" => Some(1),
        "s" | "d" | "dr" | "dbit" | "soll" | "debit" => Some(-1),
        _ => None,
    }
}

/// An amount as people write it: `1.234,56`, `1,234.56`, `-12,00`, `12,00-`, `+5`, `1'234.50 €`. The last point or comma with one
/// or two digits behind it separates the cents.
fn minor(text: &str) -> Option<i64> {
    let plain: String = text.chars().filter(|c| c.is_ascii_digit() || ".,-+\u{2212}".contains(*c)).collect();
    let is_negative = plain.contains(['-', '\u{2212}']) || (text.trim().starts_with('(') && text.trim().ends_with(')'));
    let digits = plain.trim_matches(['-', '+', '\u{2212}']);
    let cents = digits.rfind(['.', ',']).filter(|at| (1..=2).contains(&(digits.len() - at - 1)));
    let (whole, cents) = cents.map_or((digits, ""), |at| (&digits[..at], &digits[at + 1..]));
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    if whole.is_empty() || !cents.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let amount: Amount = if cents.is_empty() { whole } else { format!("{whole}.{cents}") }.parse().ok()?;
    Some(if is_negative { -amount.minor() } else { amount.minor() })
}

/// The three numbers of a date, with a year of two digits completed.
fn parts(text: &str) -> Option<[i16; 3]> {
    let text = text.split([' ', 'T']).next()?;
    let numbers: Vec<i16> = text.split(['.', '/', '-']).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    <[i16; 3]>::try_from(numbers).ok()
}

/// Whether a file writes the month before the day: some date of it has no other reading.
fn is_month_first<'t>(dates: impl Iterator<Item = &'t str>) -> bool {
    dates.filter_map(parts).any(|[first, second, _]| first <= 12 && (13..=31).contains(&second))
}

fn date(text: &str, is_month_first: bool) -> Option<Date> {
    let [first, second, third] = parts(text)?;
    let (year, month, day) = match (first > 31, is_month_first) {
        (true, _) => (first, second, third),
        (false, true) => (third, first, second),
        (false, false) => (third, second, first),
    };
    let year = if year < 100 { year + 2000 } else { year };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines_of(text: &str) -> Vec<Line> {
        read(text).expect("read").into_iter().flat_map(|statement| statement.lines).collect()
    }

    #[test]
    fn files_of_banks_are_read() {
        let german = "Kontoumsätze;;;\nKontonummer;DE1;;\n\nBuchungstag;Wertstellung;Auftraggeber / Begünstigter;Verwendungszweck;\
                      Betrag (EUR);Währung;IBAN\n20.11.26;21.11.26;\"Müller, Eva\";Bestellung 2026-000123;1.084,50;EUR;DE89 3704\n\
                      21.11.26;21.11.26;Bank;Entgelt;-4,90;EUR;\n;;;Summe;1.079,60;;\n";
        let lines = lines_of(german);
        assert_eq!(lines.iter().map(|line| line.amount).collect::<Vec<_>>(), [108_450, -490]);
        assert_eq!((lines[0].party.as_str(), lines[0].iban.as_str()), ("Müller, Eva", "DE893704"));
        assert_eq!(
            (lines[0].text.as_str(), lines[0].value_date.to_string()),
            ("Bestellung 2026-000123", "2026-11-21".into())
        );
        let french = "Date opération;Date de valeur;Libellé;Débit;Crédit\n20/11/2026;20/11/2026;VIR M DURAND 2026000123;;84,00\n\
                      21/11/2026;21/11/2026;FRAIS;3,00;\n";
        let lines = lines_of(french);
        assert_eq!(lines.iter().map(|line| line.amount).collect::<Vec<_>>(), [8_400, -300]);
        let english = "Date,Description,Amount,Currency\n11/20/2026,ORDER 2026-000123,\"1,084.50\",GBP\n11/05/2026,FEE,-1.00,GBP\n";
        let lines = lines_of(english);
        assert_eq!((lines[0].amount, lines[0].currency.as_str()), (108_450, "GBP"));
        assert_eq!(lines[1].booked_on.to_string(), "2026-11-05");
    }

    #[test]
    fn money_that_left_own_accounts_and_announced_movements_are_told_apart() {
        let amounts = |text: &str| lines_of(text).iter().map(|line| line.amount).collect::<Vec<_>>();
        let titled = "Buchungstag;Name;Betrag;Soll/Haben\n20.11.2026;A;58,90;S\n20.11.2026;B;5,00;H\n";
        assert_eq!(amounts(titled), [-5_890, 500]);
        let signed = "Buchungstag;Name;Betrag;Soll/Haben\n20.11.2026;A;-58,90;S\n";
        assert_eq!(amounts(signed), [-5_890]);
        let contradicted = read(&signed.replace(";S", ";H")).expect_err("refused");
        assert_eq!(contradicted.refusal().expect("a refusal").message.id, message::STATEMENT_ROW_UNREADABLE.id);
        let untitled = "Buchungstag;Vorgang/Verwendungszweck;Umsatz; \n20.11.2026;order;58,90;S\n20.11.2026;x;5,00;H\n";
        assert_eq!(amounts(untitled), [-5_890, 500]);
        assert_eq!(lines_of(untitled)[0].text, "order");
        let unknown = read("Date;Amount;Soll/Haben\n20.11.2026;5,00;?!x\n").expect_err("refused");
        assert_eq!(unknown.refusal().expect("a refusal").message.id, message::STATEMENT_ROW_UNREADABLE.id);
        let announced = "Buchungstag;Betrag;Info\n20.11.26;5,00;Umsatz vorgemerkt\n20.11.26;6,00;Umsatz gebucht\n";
        assert_eq!(amounts(announced), [600]);
        let own = "Bezeichnung Auftragskonto;IBAN Auftragskonto;Buchungstag;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Betrag\n\
                   Hotel;DE02 1203 0000 0000 2020 51;20.11.2026;Eva;DE89370400440532013000;5,00\n";
        let statement = &read(own).expect("read")[0];
        assert_eq!(statement.account, "DE02120300000000202051");
        assert_eq!(
            (statement.lines[0].party.as_str(), statement.lines[0].iban.as_str()),
            ("Eva", "DE89370400440532013000")
        );
    }

    #[test]
    fn movements_are_parted_by_account_and_rows_counted_as_an_editor_does() {
        let two = "IBAN Auftragskonto;Buchungstag;Betrag\nDE02 1203;20.11.2026;5,00\nFR76;20.11.2026;6,00\nDE021203;21.11.2026;7,00\n";
        let found: Vec<_> = read(two).expect("read").into_iter().map(|of| (of.account, of.lines.len())).collect();
        assert_eq!(found, [("DE021203".to_owned(), 2), ("FR76".to_owned(), 1)]);
        let gap = "\n\nDate;Amount\n\n20.11.2026;1,00\n\n20.11.2026;many\n";
        let error = read(gap).expect_err("refused");
        assert_eq!(error.refusal().expect("a refusal").message, message::STATEMENT_ROW_UNREADABLE.with("row", 7));
    }

    #[test]
    fn files_that_cannot_be_read_say_why() {
        let id = |text: &str| read(text).expect_err("refused").refusal().expect("a refusal").message.id;
        assert_eq!(id("no columns"), message::STATEMENT_UNREADABLE.id);
        assert_eq!(id("a;b;c\n1;2;3\n"), message::STATEMENT_COLUMNS_UNKNOWN.id);
        assert_eq!(id("Date;Amount\n20.11.2026;many\n"), message::STATEMENT_ROW_UNREADABLE.id);
        assert_eq!(id("Date;Amount\n32.11.2026;1,00\n"), message::STATEMENT_ROW_UNREADABLE.id);
    }

    proptest! {
        #[test]
        fn amounts_are_read_however_they_are_grouped(minor in -99_999_999_i64..99_999_999) {
            let amount = Amount::from_minor(minor.abs());
            let plain = amount.to_string();
            let (whole, cents) = plain.split_once('.').expect("cents");
            let grouped = |thousands: &str, decimal: &str| {
                let digits: Vec<char> = whole.chars().rev().collect();
                let groups: Vec<String> = digits.chunks(3).map(|group| group.iter().collect()).collect();
                let whole: String = groups.join(&thousands.chars().rev().collect::<String>()).chars().rev().collect();
                format!("{whole}{decimal}{cents}")
            };
            for text in [grouped(".", ","), grouped(",", "."), grouped("'", "."), grouped("\u{a0}", ","), grouped("", ",")] {
                let (before, after) = if minor < 0 { (format!("-{text}"), format!("{text}-")) } else { (text.clone(), format!("+{text} €")) };
                prop_assert_eq!(super::minor(&before), Some(minor), "{}", before);
                prop_assert_eq!(super::minor(&after), Some(minor), "{}", after);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,200}", rows in proptest::collection::vec("[0-9a-zA-Z.;,/\"\n -]{0,40}", 0..8)) {
            drop(super::super::read(text.as_bytes()));
            drop(read(&format!("Date;Amount;Text\n{}", rows.join("\n"))));
        }
    }
}
