//! MT940 (SWIFT Customer Statement Message), as banks in Germany, Austria, Switzerland and the Netherlands hand it out: with
//! and without the blocks around it, and with the sub-fields that German banks put into :86: (Deutsche Kreditwirtschaft,
//! Anlage 3 of the DFÜ agreement, chapter 8.2).
//!
//! Each statement says its balances before and after; a file whose movements do not lead from one to the other has lost some.

use jiff::civil::Date;

use super::{Line, Statement, add, one_line};
use crate::error::{Error, Result, refuse};
use crate::message;

/// Characters of a field: six lines of 65 in the standard, more by some banks.
const FIELD: usize = 4_000;
/// Characters of a sub-field of :86:. A fuller text goes on in the next one, within a word.
const SUBFIELD: usize = 27;
/// What SEPA writes before its parts of the purpose, each at the beginning of a sub-field.
const KEYWORDS: [&str; 14] = [
    "ABWA+", "ABWE+", "BIC+", "COAM+", "CRED+", "DEBT+", "EREF+", "IBAN+", "KREF+", "MREF+", "OAMT+", "PURP+", "RREF+",
    "SVWZ+",
];

/// Whether a text is one, by its first field.
pub fn is_one(text: &str) -> bool {
    text.trim_start().starts_with("{1:") || text.lines().take(20).any(|line| line.starts_with(":20:"))
}

/// A field with the number of its line in the file.
#[derive(Debug)]
struct Field<'t> {
    line: usize,
    tag: &'t str,
    /// Its lines.
    text: Vec<&'t str>,
}

impl Field<'_> {
    /// Says where the file cannot be read.
    fn unreadable(&self) -> Error {
        refuse(message::STATEMENT_FIELD_UNREADABLE.with("line", self.line).with("tag", format!(":{}:", self.tag)))
    }

    fn first(&self) -> &str {
        self.text.first().map_or("", |line| line.trim_end())
    }
}

/// The fields of a file, in their order; what stands between messages is none.
fn fields(text: &str) -> Result<Vec<Field<'_>>> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    let mut is_open = false;
    for (at, line) in text.lines().enumerate() {
        // The text of a message begins behind `{4:` and ends with `-}`, or with a line of `-`.
        let line = match line.split_once("{4:") {
            Some((blocks, rest)) if blocks.starts_with('{') => rest,
            _ => line,
        };
        if let Some((tag, rest)) = tagged(line) {
            fields.push(Field { line: at + 1, tag, text: vec![rest] });
            is_open = true;
        } else if line.trim_end() == "-" || line.starts_with("-}") {
            is_open = false;
        } else if is_open && let Some(field) = fields.last_mut() {
            field.text.push(line);
            if field.text.iter().map(|line| line.len()).sum::<usize>() > FIELD {
                return Err(field.unreadable());
            }
        }
    }
    Ok(fields)
}

/// `:60F:C26…` → `60F`, `C26…`.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, rest) = line.strip_prefix(':')?.split_once(':')?;
    let is_tag = (2..=3).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    is_tag.then_some((tag, rest))
}

pub fn read(text: &str) -> Result<Vec<Statement>> {
    let fields = fields(text)?;
    let mut statements = Vec::new();
    let mut rest = fields.as_slice();
    while let Some(start) = rest.iter().position(|field| field.tag == "20") {
        rest = &rest[start..];
        let end = rest[1..].iter().position(|field| field.tag == "20").map_or(rest.len(), |at| at + 1);
        let (account, lines) = statement(&rest[..end])?;
        add(&mut statements, &account, lines);
        rest = &rest[end..];
    }
    Ok(statements)
}

/// The account and the movements of one statement, or of one page of it.
fn statement(fields: &[Field<'_>]) -> Result<(String, Vec<Line>)> {
    let [start, ..] = fields else { return Ok((String::new(), Vec::new())) };
    let missing =
        |tag: &str| refuse(message::STATEMENT_FIELD_MISSING.with("line", start.line).with("tag", tag.to_owned()));
    let account = fields.iter().find(|field| field.tag == "25").map(|field| iban(field.first())).unwrap_or_default();
    let opening = fields.iter().find(|field| matches!(field.tag, "60F" | "60M")).ok_or_else(|| missing(":60F:"))?;
    let closing = fields.iter().find(|field| matches!(field.tag, "62F" | "62M")).ok_or_else(|| missing(":62F:"))?;
    let (before, currency) = balance(opening.first()).ok_or_else(|| opening.unreadable())?;
    let (after, its_currency) = balance(closing.first()).ok_or_else(|| closing.unreadable())?;
    let mut lines: Vec<Line> = Vec::new();
    let mut is_of_movement = false;
    for field in fields {
        match field.tag {
            "61" => {
                lines.push(movement(field, currency).ok_or_else(|| field.unreadable())?);
                is_of_movement = true;
            }
            // Below the last balance it is about the statement.
            "86" if is_of_movement => {
                if let Some(line) = lines.last_mut() {
                    describe(line, field);
                }
            }
            "86" => {}
            _ => is_of_movement = false,
        }
    }
    // Wider than an amount: a file may have many.
    let sum: i128 = lines.iter().map(|line| i128::from(line.amount)).sum();
    if its_currency != currency || i128::from(before) + sum != i128::from(after) {
        let tag = format!(":{}:", closing.tag);
        return Err(refuse(message::STATEMENT_BALANCE_WRONG.with("line", closing.line).with("tag", tag)));
    }
    Ok((account, lines))
}

/// `C261120EUR1084,50` → minor units and currency.
fn balance(text: &str) -> Option<(i64, &str)> {
    let sign = if text.starts_with('C') { 1 } else { -1 };
    let rest = text.strip_prefix(['C', 'D'])?;
    date(rest.get(..6)?)?;
    let currency = rest.get(6..9).filter(|code| code.bytes().all(|byte| byte.is_ascii_uppercase()))?;
    Some((sign * minor(rest.get(9..)?)?, currency))
}

/// The account of :25: as an IBAN: written as one, with a currency or a BIC beside it, or as the German bank code and account
/// number that it is made of (ISO 13616). Empty where it is neither.
fn iban(text: &str) -> String {
    let is_iban = |text: &&str| text.parse::<iban::Iban>().is_ok();
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let shorter = |part: &str| part.len().checked_sub(3).and_then(|end| part.get(..end)).map(str::to_owned);
    for part in plain.split('/') {
        let found = [Some(part.to_owned()), shorter(part)].into_iter().flatten().find(|one| is_iban(&one.as_str()));
        if let Some(found) = found {
            return found;
        }
    }
    german(&plain).unwrap_or_default()
}

/// `50880050/0194774400` → the IBAN of the account.
fn german(text: &str) -> Option<String> {
    let (bank, account) = text.split_once('/')?;
    let account = account.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if bank.len() != 8 || account.len() > 10 || !is_digits(bank) || !is_digits(account) {
        return None;
    }
    // D and E are 13 and 14, the check digits 00 while they are reckoned.
    let number: u128 = format!("{bank}{account:0>10}131400").parse().ok()?;
    Some(format!("DE{:02}{bank}{account:0>10}", 98 - number % 97))
}

/// A movement of :61:, `2611201120CR84,00NTRFNONREF//B1`.
fn movement(field: &Field<'_>, currency: &str) -> Option<Line> {
    let text = field.first();
    let value_date = date(text.get(..6)?)?;
    let mut rest = text.get(6..)?;
    let mut booked_on = value_date;
    if let Some(day) = rest.get(..4).filter(|day| day.bytes().all(|byte| byte.is_ascii_digit())) {
        booked_on = day_near(day, value_date)?;
        rest = rest.get(4..)?;
    }
    let (sign, is_reversal) = match () {
        () if rest.starts_with("RC") => (-1, true),
        () if rest.starts_with("RD") => (1, true),
        () if rest.starts_with('C') => (1, false),
        () if rest.starts_with('D') => (-1, false),
        () => return None,
    };
    rest = rest.get(if is_reversal { 2 } else { 1 }..)?;
    // The third letter of the currency.
    rest = rest.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ',')?;
    let amount = sign * minor(rest.get(..end)?)?;
    // Kind of the transaction, then references.
    let kind = rest.get(end..end + 4)?;
    if !kind.starts_with(['N', 'F', 'S']) {
        return None;
    }
    let (own, banks) = rest.get(end + 4..)?.split_once("//").unwrap_or((rest.get(end + 4..)?, ""));
    let given = |reference: &str| match reference.trim() {
        "NONREF" => String::new(),
        reference => reference.to_owned(),
    };
    Some(Line {
        booked_on,
        value_date,
        amount,
        currency: currency.to_owned(),
        party: String::new(),
        iban: String::new(),
        text: one_line(&field.text[1..].join(" ")),
        reference: given(banks),
        end_to_end: given(own),
        is_reversal,
    })
}

/// A day without its year, that nearest to another day: a movement of 2 January may have the value date of 30 December.
fn day_near(text: &str, near: Date) -> Option<Date> {
    let (month, day) = (text.get(..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?);
    let years = [near.year() - 1, near.year(), near.year() + 1];
    let days = years.into_iter().filter_map(|year| Date::new(year, month, day).ok());
    days.min_by_key(|day| (*day - near).get_days().abs())
}

/// `261120` → 2026-11-20.
fn date(text: &str) -> Option<Date> {
    if text.len() != 6 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let [year, month, day] = [&text[..2], &text[2..4], &text[4..]].map(|part| part.parse::<i8>().ok());
    Date::new(2000 + i16::from(year?), month?, day?).ok()
}

/// `1084,5` → minor units. The comma is always there, up to two digits follow it.
fn minor(text: &str) -> Option<i64> {
    let (whole, cents) = text.trim_end().split_once(',')?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || cents.len() > 2 || !is_digits(whole) || !is_digits(cents) {
        return None;
    }
    let cents: i64 = format!("{cents:0<2}").parse().ok()?;
    whole.parse::<i64>().ok()?.checked_mul(100)?.checked_add(cents)
}

// ── :86: ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Adds to a movement what its :86: says.
fn describe(line: &mut Line, field: &Field<'_>) {
    let Some(subfields) = subfields(&field.text) else {
        let text = one_line(&field.text.join(" "));
        if !text.is_empty() {
            line.text = text;
        }
        return;
    };
    let of = |from: u8, to: u8| subfields.iter().filter(move |(number, _)| (from..=to).contains(number));
    let mut parts: Vec<(&str, String)> = vec![("", String::new())];
    for (_, piece) in of(20, 29).chain(of(60, 63)) {
        let keyword = KEYWORDS.into_iter().find(|keyword| piece.starts_with(keyword));
        let text = keyword.map_or(piece.as_str(), |keyword| &piece[keyword.len()..]);
        if let Some(keyword) = keyword {
            parts.push((keyword, String::new()));
        }
        if let Some((_, part)) = parts.last_mut() {
            part.push_str(text);
            part.push_str(joint(piece));
        }
    }
    let part = |wanted: &'static str| {
        parts.iter().filter(move |(keyword, _)| *keyword == wanted).map(|(_, text)| text.as_str())
    };
    let purpose = if part("SVWZ+").next().is_some() { "SVWZ+" } else { "" };
    let written: String = part(purpose).collect();
    let booking: String = of(0, 0).map(|(_, text)| text.as_str()).collect();
    line.text = match one_line(&written) {
        // What the bank calls it says more than nothing.
        text if text.is_empty() => one_line(&booking),
        text => text,
    };
    let name: String = of(32, 33).map(|(_, piece)| format!("{piece}{}", joint(piece))).collect();
    line.party = one_line(&name);
    let account: String = of(31, 31).flat_map(|(_, text)| text.chars()).filter(|c| !c.is_whitespace()).collect();
    if account.starts_with(|c: char| c.is_ascii_alphabetic()) {
        line.iban = account;
    }
    match part("EREF+").map(one_line).find(|reference| !reference.is_empty()) {
        Some(reference) if reference == "NOTPROVIDED" => line.end_to_end = String::new(),
        Some(reference) => line.end_to_end = reference.replace(' ', ""),
        None => {}
    }
}

/// What stands between a sub-field and the one that goes on with its text.
fn joint(piece: &str) -> &'static str {
    if piece.chars().count() < SUBFIELD { " " } else { "" }
}

/// The sub-fields of a structured :86:, `166?00GUTSCHRIFT?20EREF+…`, by their numbers; none of an unstructured one.
fn subfields(lines: &[&str]) -> Option<Vec<(u8, String)>> {
    // Lines are broken wherever they are full.
    let text: String = lines.iter().map(|line| line.trim_end_matches('\r')).collect();
    let code = text.get(..3)?;
    let separator = text.get(3..)?.chars().next()?;
    let number = |part: &str| part.get(..2).and_then(|digits| digits.parse::<u8>().ok());
    let is_structured = code.bytes().all(|byte| byte.is_ascii_digit())
        && !separator.is_alphanumeric()
        && !separator.is_whitespace()
        && number(text.get(3 + separator.len_utf8()..)?).is_some();
    if !is_structured {
        return None;
    }
    let mut found: Vec<(u8, String)> = Vec::new();
    for part in text[3 + separator.len_utf8()..].split(separator) {
        match (number(part), found.last_mut()) {
            (Some(number), _) => found.push((number, part[2..].to_owned())),
            // The separator within a text, where a payer has typed it.
            (None, Some((_, text))) => {
                text.push(separator);
                text.push_str(part);
            }
            (None, None) => {}
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::fuzz;

    const OWN: &str = "DE89370400440532013000";

    /// A statement from 100 euros on.
    fn file(movements: &str, closing: &str) -> String {
        format!(
            ":20:STARTUMS\r\n:25:37040044/0532013000\r\n:28C:1/1\r\n:60F:C261119EUR100,00\r\n{movements}:62F:{closing}\r\n-\r\n"
        )
    }

    fn lines(text: &str) -> Vec<Line> {
        read(text).expect("read").into_iter().flat_map(|statement| statement.lines).collect()
    }

    fn refusal(text: &str) -> (&'static str, String, String) {
        let error = read(text).expect_err("refused");
        let message = error.refusal().expect("a refusal").message.clone();
        (message.id, message.params["line"].clone(), message.params["tag"].clone())
    }

    const PAID: &str = ":61:2611201121CR84,00N062NONREF//B1\r\n:86:166?00GUTSCHR. UEBERWEISUNG?109310?20EREF+NOTPROVIDED?21SVWZ+Best\
        ellung Nr 2026-000?22123 vielen Dank?30COBADEFFXXX?31DE75512\r\n108001245126199?32Renée Müller-Lüdenscheidt?33und Söhne?34000\r\n";

    #[test]
    fn structured_movement_becomes_a_line() {
        let text = file(PAID, "C261121EUR184,00");
        assert!(is_one(&text) && !is_one("Date;Amount\n20.11.2026;1,00\n"));
        let statements = read(&text).expect("read");
        assert_eq!((statements.len(), statements[0].account.as_str()), (1, OWN));
        let line = &statements[0].lines[0];
        assert_eq!((line.amount, line.currency.as_str(), line.is_reversal), (84_00, "EUR", false));
        assert_eq!((line.value_date, line.booked_on), (date(2026, 11, 20), date(2026, 11, 21)));
        assert_eq!(line.text, "Bestellung Nr 2026-000123 vielen Dank");
        assert_eq!(
            (line.party.as_str(), line.iban.as_str()),
            ("Renée Müller-Lüdenscheidt und Söhne", "DE75512108001245126199")
        );
        assert_eq!((line.reference.as_str(), line.end_to_end.as_str()), ("B1", ""));
    }

    #[test]
    fn unstructured_and_missing_texts_are_kept_as_they_are() {
        let text = file(
            ":61:261120C1,NTRFRF18-2026//B2\r\nsupplementary\r\n:86:Order 2026-000124\r\nAda King\r\n\
             :61:261120C2,5NTRFNONREF\r\nsupplementary details\r\n:61:261120D3,50NCHGNONREF\r\n:86:166?\r\n",
            "C261121EUR100,00",
        );
        let lines = lines(&text);
        assert_eq!(lines.iter().map(|line| line.amount).collect::<Vec<_>>(), [1_00, 2_50, -3_50]);
        assert_eq!(
            lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(),
            ["Order 2026-000124 Ada King", "supplementary details", "166?"]
        );
        assert_eq!((lines[0].reference.as_str(), lines[0].end_to_end.as_str()), ("B2", "RF18-2026"));
    }

    #[test]
    fn purposes_without_keywords_and_with_their_separator_in_them_are_whole() {
        let text = file(
            ":61:261120C4,00NTRFNONREF\r\n:86:051?00GUTSCHRIFT?20Bestellung?212026-000125?22Wirklich? Ja?320011 Reisen GmbH\r\n\
             :61:261120C1,00NTRFNONREF\r\n:86:166?00GUTSCHRIFT?20EREF+12345678901234567890?211234567890?22KREF+X\r\n",
            "C261121EUR105,00",
        );
        let lines = lines(&text);
        assert_eq!(
            (lines[0].text.as_str(), lines[0].party.as_str()),
            ("Bestellung 2026-000125 Wirklich? Ja", "0011 Reisen GmbH")
        );
        assert_eq!(
            (lines[1].text.as_str(), lines[1].end_to_end.as_str()),
            ("GUTSCHRIFT", "123456789012345678901234567890")
        );
    }

    #[test]
    fn days_go_over_the_end_of_the_year() {
        for (days, value_date, booked_on) in [
            ("2612300102", date(2026, 12, 30), date(2027, 1, 2)),
            ("2701021231", date(2027, 1, 2), date(2026, 12, 31)),
            ("2802280229", date(2028, 2, 28), date(2028, 2, 29)),
            ("261120", date(2026, 11, 20), date(2026, 11, 20)),
        ] {
            let line = &lines(&file(&format!(":61:{days}C1,00NTRFNONREF\r\n"), "C270102EUR101,00"))[0];
            assert_eq!((line.value_date, line.booked_on), (value_date, booked_on), "{days}");
        }
    }

    #[test]
    fn reversals_turn_the_sign() {
        let text = file(
            ":61:261120RC84,00NTRFNONREF\r\n:61:261120RDR10,00NTRFNONREF\r\n:61:261120DR1,00FTRFNONREF\r\n",
            "C261121EUR25,00",
        );
        let found: Vec<_> = lines(&text).iter().map(|line| (line.amount, line.is_reversal)).collect();
        assert_eq!(found, [(-84_00, true), (10_00, true), (-1_00, false)]);
    }

    #[test]
    fn statements_pages_and_accounts_of_a_file_are_parted() {
        let page = |account: &str, opening: &str, closing: &str| {
            format!(
                "{{1:F01COBADEFFAXXX0000000000}}{{2:I940COBADEFFXXXXN}}{{4:\r\n:20:1\r\n:25:{account}\r\n:28C:1/1\r\n\
                 :{opening}\r\n:61:261120C1,00NTRFNONREF\r\n:{closing}\r\n:86:of the statement\r\n-}}\r\n"
            )
        };
        let text = [
            page(&format!("{OWN}EUR"), "60F:C261119EUR1,00", "62M:C261120EUR2,00"),
            page(&format!("COBADEFF/{OWN}"), "60M:C261120EUR2,00", "62F:C261120EUR3,00"),
            page("NL20INGB0001234567", "60F:D261119EUR1,00", "62F:C261120EUR0,00"),
            page("no account", "60F:D261119USD1,00", "62F:D261120USD0,"),
        ]
        .concat();
        assert!(is_one(&text));
        let found: Vec<_> = read(&text).expect("read").into_iter().map(|of| (of.account, of.lines.len())).collect();
        let expected = [(OWN, 2), ("NL20INGB0001234567", 1), ("", 1)];
        assert_eq!(found, expected.map(|(account, lines)| (account.to_owned(), lines)));
    }

    #[test]
    fn what_cannot_be_read_is_named_by_line_and_tag() {
        let (unreadable, wrong, missing) = (
            message::STATEMENT_FIELD_UNREADABLE.id,
            message::STATEMENT_BALANCE_WRONG.id,
            message::STATEMENT_FIELD_MISSING.id,
        );
        let good = file(PAID, "C261121EUR184,00");
        let told = |id, line: &str, tag: &str| (id, line.to_owned(), tag.to_owned());
        for (from, to, expected) in [
            ("CR84,00", "CR84.00", told(unreadable, "5", ":61:")),
            ("CR84,00", "CR84,001", told(unreadable, "5", ":61:")),
            ("CR84,00", "XR84,00", told(unreadable, "5", ":61:")),
            ("2611201121", "2613201121", told(unreadable, "5", ":61:")),
            ("2611201121", "2611201371", told(unreadable, "5", ":61:")),
            ("C261119EUR100,00", "C261119EUR", told(unreadable, "4", ":60F:")),
            ("C261121EUR184,00", "E261121EUR184,00", told(unreadable, "8", ":62F:")),
            ("C261121EUR184,00", "C261121EUR184,01", told(wrong, "8", ":62F:")),
            ("C261121EUR184,00", "C261121USD184,00", told(wrong, "8", ":62F:")),
            (":62F:", ":64:", told(missing, "1", ":62F:")),
            (":60F:", ":34F:", told(missing, "1", ":60F:")),
        ] {
            assert_eq!(refusal(&good.replace(from, to)), expected, "{from} → {to}");
        }
        let long = format!(":61:261120C1,00NTRFNONREF\r\n:86:{}", "word\r\n".repeat(FIELD));
        assert_eq!(refusal(&file(&long, "C261121EUR101,00")), told(unreadable, "6", ":86:"));
    }

    proptest! {
        #[test]
        fn movements_are_read_as_they_were_written(
            movements in proptest::collection::vec((0_i64..100_000_000_000, any::<bool>(), any::<bool>(), 0..27_500_i32), 1..40),
        ) {
            let money = |minor: i64| format!("{},{:02}", minor.abs() / 100, minor.abs() % 100);
            let signed = |minor: i64| if minor < 0 { 'D' } else { 'C' };
            let (mut text, mut sum, mut expected) = (String::new(), 0, Vec::new());
            for (minor, is_debit, is_reversal, day) in movements {
                let day = date(2020, 1, 1).checked_add(jiff::Span::new().days(day)).expect("a day");
                let mark = match (is_debit, is_reversal) {
                    (false, false) => "C",
                    (true, false) => "D",
                    (true, true) => "RC",
                    (false, true) => "RD",
                };
                let written = day.strftime("%y%m%d%m%d");
                text.push_str(&format!(":61:{written}{mark}R{}NTRFNONREF\r\n", money(minor)));
                let minor = if is_debit { -minor } else { minor };
                sum += minor;
                expected.push((minor, is_reversal, day, day));
            }
            let text = format!(
                ":20:1\r\n:25:{OWN}\r\n:60F:C200101EUR0,00\r\n{text}:62F:{}991231EUR{}\r\n-\r\n", signed(sum), money(sum)
            );
            let found: Vec<_> =
                lines(&text).iter().map(|line| (line.amount, line.is_reversal, line.value_date, line.booked_on)).collect();
            prop_assert_eq!(found, expected);
        }
    }

    proptest! {
        #![proptest_config(fuzz::config())]

        #[test]
        fn foreign_bytes_are_read_or_refused(bytes in fuzz::mutated("statements")) {
            for read in [super::super::read(&bytes).map(drop), read(&String::from_utf8_lossy(&bytes)).map(drop)] {
                if let Err(error) = read {
                    prop_assert!(error.refusal().is_some(), "{error:?}");
                }
            }
        }
    }
}
