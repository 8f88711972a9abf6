//! Entries as files that bookkeeping programs read.

use jiff::Timestamp;
use jiff::civil::Date;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::journal::{About, Account, Entry};
use super::types::Span;
use crate::config::Accounting;
use crate::domain::money::{Amount, Money};
use crate::domain::working_days::in_shop_zone;
use crate::invoice::InvoiceKind;
use crate::payment::MovementKind;

/// An amount with a decimal comma and without a sign: `1234,50`.
fn decimal(minor: i64) -> String {
    Amount::from_minor(minor.abs()).to_string().replace('.', ",")
}

/// `20261103`.
fn compact(day: Date) -> String {
    format!("{:04}{:02}{:02}", day.year(), day.month(), day.day())
}

// ── FEC ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The fields of the fichier des écritures comptables, in its order (Livre des procédures fiscales art. A47 A-1 VII).
const FEC_FIELDS: [&str; 18] = [
    "JournalCode",
    "JournalLib",
    "EcritureNum",
    "EcritureDate",
    "CompteNum",
    "CompteLib",
    "CompAuxNum",
    "CompAuxLib",
    "PieceRef",
    "PieceDate",
    "EcritureLib",
    "Debit",
    "Credit",
    "EcritureLet",
    "DateLet",
    "ValidDate",
    "Montantdevise",
    "Idevise",
];

/// The name of the file: the SIREN, `FEC`, the last day.
pub fn fec_name(siren: &str, span: Span) -> String {
    let digits: String = siren.chars().filter(char::is_ascii_digit).collect();
    format!("{digits}FEC{}.txt", compact(span.to))
}

/// Entries as a FEC: fields apart by tabs, amounts with a comma, ISO 8859-15, as art. A47 A-1 allows.
pub fn fec(entries: &[Entry], accounting: &Accounting) -> Vec<u8> {
    let mut text = FEC_FIELDS.join("\t");
    text.push_str("\r\n");
    for entry in entries {
        // A journal for each series of documents, so that the numbers of each have no gap.
        let (journal, journal_name) = match entry.about {
            About::Document(InvoiceKind::Invoice) => ("VE", "Ventes"),
            About::Document(InvoiceKind::CreditNote) => ("AV", "Avoirs"),
            About::Movement(_) => ("RG", "Règlements"),
        };
        let (date, piece_date) = (compact(entry.date), compact(entry.piece_date));
        let label = match entry.about {
            About::Document(InvoiceKind::Invoice) => format!("Facture, commande {}", entry.order_number),
            About::Document(InvoiceKind::CreditNote) => format!("Avoir, commande {}", entry.order_number),
            About::Movement(MovementKind::Payment) => format!("Paiement, commande {}", entry.order_number),
            About::Movement(MovementKind::Refund) => format!("Remboursement, commande {}", entry.order_number),
            About::Movement(MovementKind::Reversal) => {
                format!("Annulation de paiement, commande {}", entry.order_number)
            }
            About::Movement(MovementKind::SentBack) => format!("Remboursement rejeté, commande {}", entry.order_number),
        };
        // The customer's own words; spreadsheets open such files, too.
        let customer = entry.customer.trim_start_matches(['=', '+', '-', '@', ' ']);
        for line in &entry.lines {
            let (debit, credit) = if line.amount > 0 { (line.amount, 0) } else { (0, line.amount) };
            let is_customer = line.account == Account::Customers;
            let (own, currency) = match line.own {
                Some(Money { minor, currency }) => {
                    (format!("{}{}", if minor < 0 { "-" } else { "" }, decimal(minor)), currency.code())
                }
                None => (String::new(), ""),
            };
            let fields: [&str; 18] = [
                journal,
                journal_name,
                &entry.sequence,
                &date,
                line.account.number(accounting),
                french(line.account),
                if is_customer { &entry.order_number } else { "" },
                if is_customer { customer } else { "" },
                &entry.number,
                &piece_date,
                &label,
                &decimal(debit),
                &decimal(credit),
                "",
                "",
                &date,
                &own,
                currency,
            ];
            let fields = fields.map(|field| field.replace(|c: char| c.is_control() || c == '|', " "));
            text.push_str(&fields.join("\t"));
            text.push_str("\r\n");
        }
    }
    encoded(&text, ISO_8859_15)
}

/// The account's name in the Plan comptable général.
const fn french(account: Account) -> &'static str {
    match account {
        Account::Customers => "Clients",
        Account::Sales => "Ventes de marchandises",
        Account::Shipping => "Ports et frais accessoires facturés",
        Account::Vat => "TVA collectée",
        Account::VatOss => "TVA collectée, guichet unique",
        Account::VatAbroad => "TVA étrangère",
        Account::Bank => "Banque",
        Account::Online => "Valeurs à l’encaissement",
        Account::Cheque => "Chèques à encaisser",
        Account::Cash => "Caisse",
    }
}

// ── DATEV ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The columns that are filled, in the order of the format; those after them may be left out.
const DATEV_COLUMNS: [&str; 14] = [
    "Umsatz (ohne Soll/Haben-Kz)",
    "Soll/Haben-Kennzeichen",
    "WKZ Umsatz",
    "Kurs",
    "Basis-Umsatz",
    "WKZ Basis-Umsatz",
    "Konto",
    "Gegenkonto (ohne BU-Schlüssel)",
    "BU-Schlüssel",
    "Belegdatum",
    "Belegfeld 1",
    "Belegfeld 2",
    "Skonto",
    "Buchungstext",
];

/// Whether the numbers are set without which DATEV reads no file.
pub fn has_datev(accounting: &Accounting) -> bool {
    !accounting.datev_consultant.is_empty() && !accounting.datev_client.is_empty()
}

/// Entries as a Buchungsstapel in the DATEV format (header 700, format version 13; developer.datev.de, Windows-1252): a line for
/// each account beside the customers'.
pub fn datev(entries: &[Entry], accounting: &Accounting, span: Span, now: Timestamp) -> Vec<u8> {
    let Accounting { datev_consultant: consultant, datev_client: client, customers, .. } = accounting;
    let made = in_shop_zone(now).strftime("%Y%m%d%H%M%S").to_string();
    let (from, to) = (compact(span.from), compact(span.to));
    let mut text = format!(
        "\"EXTF\";700;21;\"Buchungsstapel\";13;{made}000;;\"\";\"\";\"\";{consultant};{client};{:04}0101;{};{from};{to};\
         \"Shop {}\";\"\";1;0;0;\"EUR\";;\"\";;;\"\";;;\"\";\"\"\r\n",
        span.from.year(),
        customers.len(),
        span.month(),
    );
    text.push_str(&DATEV_COLUMNS.map(|column| format!("\"{column}\"")).join(";"));
    text.push_str("\r\n");
    for entry in entries {
        let label = match entry.about {
            About::Document(InvoiceKind::Invoice) => "Rechnung",
            About::Document(InvoiceKind::CreditNote) => "Rechnungskorrektur",
            About::Movement(MovementKind::Payment) => "Zahlung",
            About::Movement(MovementKind::Refund) => "Erstattung",
            About::Movement(MovementKind::Reversal) => "Zahlung storniert",
            About::Movement(MovementKind::SentBack) => "Erstattung zurückgekommen",
        };
        for line in entry.lines.iter().filter(|line| line.account != Account::Customers && line.amount != 0) {
            // As seen from the customers' account.
            let side = if line.amount < 0 { "S" } else { "H" };
            let rate = line.rate.map(|rate| format!(" {}%", rate.to_string().replace('.', ","))).unwrap_or_default();
            let posting = format!("{label} {}{rate}", entry.order_number);
            let posting: String = posting.chars().filter(|c| *c != '"').take(60).collect();
            text.push_str(&format!(
                "{};\"{side}\";\"EUR\";;;\"\";{customers};{};\"\";{:02}{:02};\"{}\";\"\";;\"{posting}\"\r\n",
                decimal(line.amount),
                line.account.number(accounting),
                entry.date.day(),
                entry.date.month(),
                entry.number,
            ));
        }
    }
    // What the file says is in Latin-1, where both are the same.
    encoded(&text, &[])
}

// ── Characters ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Where a set of characters differs from Latin-1 (ISO 8859-1): character and byte.
type Differences = &'static [(char, u8)];

const ISO_8859_15: Differences =
    &[('€', 0xA4), ('Š', 0xA6), ('š', 0xA8), ('Ž', 0xB4), ('ž', 0xB8), ('Œ', 0xBC), ('œ', 0xBD), ('Ÿ', 0xBE)];

/// A text in one byte a character. What the set lacks loses its accents, else it becomes a question mark.
fn encoded(text: &str, differences: Differences) -> Vec<u8> {
    let byte = |c: char| -> Option<u8> {
        if let Some((_, byte)) = differences.iter().find(|(other, _)| *other == c) {
            return Some(*byte);
        }
        let byte = u8::try_from(u32::from(c)).ok()?;
        // In ISO 8859-15 these bytes stand for the characters above.
        (!differences.iter().any(|(_, other)| *other == byte)).then_some(byte)
    };
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.nfc() {
        match byte(c) {
            Some(byte) => bytes.push(byte),
            None if c == '’' || c == '‘' => bytes.push(b'\''),
            None => {
                let plain: Vec<u8> =
                    std::iter::once(c).nfkd().filter(|c| !is_combining_mark(*c)).filter_map(byte).collect();
                if plain.is_empty() { bytes.push(b'?') } else { bytes.extend(plain) }
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_those_of_the_set() {
        assert_eq!(encoded("Zoë Łœ’€", ISO_8859_15), b"Zo\xEB ?\xBD'\xA4");
        assert_eq!(encoded("Ørsted ‘Š’ ō € 李", &[]), b"\xD8rsted 'S' o ? ?");
        assert_eq!(encoded("¤", ISO_8859_15), b"?");
    }
}
