//! CAMT.053, any version: ISO 20022 Bank-to-Customer Statement. CAMT.052 and .054 have the same entries.

use jiff::civil::Date;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use super::{Line, Statement, add, one_line};
use crate::error::{Result, refuse};
use crate::message;

/// Elements inside each other: more is no statement.
const DEPTH: usize = 40;

/// An element by its local name: versions differ in namespaces only.
#[derive(Debug, Default)]
struct Element {
    name: String,
    currency: String,
    text: String,
    children: Vec<Element>,
}

impl Element {
    fn opening(start: &BytesStart<'_>) -> Element {
        let name = start.local_name().as_ref().to_owned();
        let currency = start.attributes().flatten().find(|attribute| attribute.key.as_ref() == "Ccy");
        let currency = currency.map(|ccy| ccy.value.into_owned()).unwrap_or_default();
        Element { name, currency, ..Element::default() }
    }

    fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first element at a path, e.g. `ValDt/Dt`.
    fn at(&self, path: &str) -> Option<&Element> {
        path.split('/').try_fold(self, |element, name| element.children.iter().find(|child| child.name == name))
    }

    /// The text at the first of several paths that has one.
    fn text_at(&self, paths: &[&str]) -> &str {
        paths
            .iter()
            .find_map(|path| self.at(path).map(|found| found.text.trim()).filter(|text| !text.is_empty()))
            .unwrap_or("")
    }
}

pub fn read(text: &str) -> Result<Vec<Statement>> {
    let document = parse(text).ok_or_else(|| refuse(message::STATEMENT_UNREADABLE))?;
    let container = document
        .children
        .iter()
        .find(|child| ["BkToCstmrStmt", "BkToCstmrAcctRpt", "BkToCstmrDbtCdtNtfctn"].contains(&child.name.as_str()));
    let container = container.ok_or_else(|| refuse(message::STATEMENT_UNREADABLE))?;
    let mut statements = Vec::new();
    let mut row = 0;
    for part in container.children.iter().filter(|child| ["Stmt", "Rpt", "Ntfctn"].contains(&child.name.as_str())) {
        let account = part.text_at(&["Acct/Id/IBAN"]).replace(' ', "");
        for entry in part.all("Ntry") {
            row += 1;
            if is_booked(entry) {
                let lines =
                    lines_of(entry).ok_or_else(|| refuse(message::STATEMENT_ROW_UNREADABLE.with("row", row)))?;
                add(&mut statements, &account, lines);
            }
        }
    }
    Ok(statements)
}

/// The tree of the document; none if it is no XML, or defines entities of its own.
fn parse(text: &str) -> Option<Element> {
    let mut reader = Reader::from_str(text);
    let mut open = vec![Element::default()];
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) if open.len() < DEPTH => open.push(Element::opening(&start)),
            Event::Empty(start) => open.last_mut()?.children.push(Element::opening(&start)),
            Event::End(_) if open.len() > 1 => {
                let closed = open.pop()?;
                open.last_mut()?.children.push(closed);
            }
            Event::Text(text) => open.last_mut()?.text.push_str(&text),
            Event::CData(text) => open.last_mut()?.text.push_str(&text),
            Event::GeneralRef(reference) => match reference.resolve_char_ref().ok()? {
                Some(character) => open.last_mut()?.text.push(character),
                None => open.last_mut()?.text.push_str(resolve_predefined_entity(&reference)?),
            },
            Event::Start(_) | Event::End(_) | Event::DocType(_) => return None,
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
    let [root] = <[Element; 1]>::try_from(open).ok()?;
    root.children.into_iter().find(|child| child.name == "Document")
}

/// Pending and announced entries are left out.
fn is_booked(entry: &Element) -> bool {
    matches!(entry.text_at(&["Sts/Cd", "Sts"]), "BOOK" | "")
}

/// The movements of an entry: several where the bank has booked payments as one sum and says what each of them brought.
fn lines_of(entry: &Element) -> Option<Vec<Line>> {
    let details: Vec<&Element> = entry.all("NtryDtls").flat_map(|details| details.all("TxDtls")).collect();
    let booked = entry.at("Amt")?;
    if let [_, _, ..] = details.as_slice() {
        let parts =
            details.iter().map(|detail| line(entry, Some(detail), amount_of(detail)?)).collect::<Option<Vec<_>>>();
        // Amounts before charges, or in the payer's currency, are not what came onto the account.
        let whole = line(entry, None, booked)?;
        let adds_up = |parts: &Vec<Line>| {
            parts.iter().all(|part| part.currency == whole.currency)
                && parts.iter().map(|part| part.amount).sum::<i64>() == whole.amount
        };
        return Some(parts.filter(adds_up).unwrap_or_else(|| vec![whole]));
    }
    Some(vec![line(entry, details.first().copied(), booked)?])
}

fn amount_of(detail: &Element) -> Option<&Element> {
    detail.at("Amt").or_else(|| detail.at("AmtDtls/TxAmt/Amt"))
}

fn line(entry: &Element, detail: Option<&Element>, amount: &Element) -> Option<Line> {
    let none = Element::default();
    let detail = detail.unwrap_or(&none);
    let is_debit = match (detail.text_at(&["CdtDbtInd"]), entry.text_at(&["CdtDbtInd"])) {
        ("DBIT", _) | ("", "DBIT") => true,
        ("CRDT", _) | ("", "CRDT") => false,
        _ => return None,
    };
    let minor = minor(amount.text.trim())?;
    // The other side of the movement.
    let (party, account) = if is_debit { ("Cdtr", "CdtrAcct") } else { ("Dbtr", "DbtrAcct") };
    let party = detail.text_at(&[&format!("RltdPties/{party}/Pty/Nm"), &format!("RltdPties/{party}/Nm")]);
    let iban = detail.text_at(&[&format!("RltdPties/{account}/Id/IBAN")]);
    let written = detail.at("RmtInf").map(|info| {
        let free = info.all("Ustrd").map(|part| part.text.as_str());
        let structured = info.all("Strd").map(|part| part.text_at(&["CdtrRefInf/Ref"]));
        free.chain(structured).collect::<Vec<_>>().join(" ")
    });
    let text =
        written.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| entry.text_at(&["AddtlNtryInf"]).to_owned());
    let booked_on = date(entry.text_at(&["BookgDt/Dt", "BookgDt/DtTm"]))?;
    let end_to_end = detail.text_at(&["Refs/EndToEndId"]);
    Some(Line {
        booked_on,
        value_date: date(entry.text_at(&["ValDt/Dt", "ValDt/DtTm"])).unwrap_or(booked_on),
        amount: if is_debit { -minor } else { minor },
        currency: amount.currency.clone(),
        party: one_line(party),
        iban: iban.replace(' ', ""),
        text: one_line(&text),
        reference: detail.text_at(&["Refs/AcctSvcrRef", "Refs/TxId"]).to_owned(),
        end_to_end: if end_to_end == "NOTPROVIDED" { String::new() } else { end_to_end.to_owned() },
        is_reversal: matches!(entry.text_at(&["RvslInd"]), "true" | "1"),
    })
}

/// An amount of ISO 20022: a point, and up to five decimals of which cents count. None if more than cents are given.
fn minor(text: &str) -> Option<i64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let decimals = decimals.trim_end_matches('0');
    let amount = if decimals.is_empty() { whole.to_owned() } else { format!("{whole}.{decimals}") };
    amount
        .parse::<crate::domain::money::Amount>()
        .ok()
        .map(crate::domain::money::Amount::minor)
        .filter(|minor| *minor >= 0)
}

fn date(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(entries: &str) -> String {
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
            <Acct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></Acct>{entries}</Stmt></BkToCstmrStmt></Document>"#
        )
    }

    fn entry(inner: &str) -> String {
        format!(
            r#"<Ntry><Amt Ccy="EUR">84.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
            <BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-21</Dt></ValDt>{inner}</Ntry>"#
        )
    }

    fn lines(text: &str) -> Vec<Line> {
        read(text).expect("read").into_iter().flat_map(|statement| statement.lines).collect()
    }

    const PAID: &str =
        "<NtryDtls><TxDtls><Refs><AcctSvcrRef>B1</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
        <RltdPties><Dbtr><Pty><Nm>Ren\u{e9}e &amp; S&#246;hne</Nm></Pty></Dbtr>
        <DbtrAcct><Id><IBAN>DE89 3704 0044 0532 0130 00</IBAN></Id></DbtrAcct></RltdPties>
        <RmtInf><Ustrd>Commande 2026-</Ustrd><Ustrd>000123</Ustrd></RmtInf></TxDtls></NtryDtls>";

    #[test]
    fn entry_becomes_a_line() {
        let statements = read(&document(&entry(PAID))).expect("read");
        assert_eq!(statements[0].account, "FR7630006000011234567890189");
        let line = &statements[0].lines[0];
        assert_eq!((line.amount, line.currency.as_str(), line.is_reversal), (84_00, "EUR", false));
        assert_eq!((line.party.as_str(), line.iban.as_str()), ("Renée & Söhne", "DE89370400440532013000"));
        assert_eq!(line.text, "Commande 2026- 000123");
        assert_eq!((line.reference.as_str(), line.end_to_end.as_str()), ("B1", ""));
        assert_eq!(
            (line.booked_on.to_string(), line.value_date.to_string()),
            ("2026-11-20".into(), "2026-11-21".into())
        );
    }

    #[test]
    fn payments_that_are_booked_as_one_sum_are_lines_of_their_own() {
        let part = |amount: &str| format!(r#"<TxDtls><Amt Ccy="EUR">{amount}</Amt></TxDtls>"#);
        let batch = entry(&format!("<NtryDtls>{}{}</NtryDtls>", part("4.5"), part("79.500")));
        let amounts = |entry: &str| lines(&document(entry)).iter().map(|line| line.amount).collect::<Vec<_>>();
        assert_eq!(amounts(&batch), [4_50, 79_50]);
        // One of them went back within the same sum.
        let returned = "<CdtDbtInd>DBIT</CdtDbtInd>";
        let mixed =
            format!("<NtryDtls>{}{}</NtryDtls>", part("90"), part("6").replace("</Amt>", &format!("</Amt>{returned}")));
        assert_eq!(amounts(&entry(&mixed)), [90_00, -6_00]);
        for whole in [
            "<TxDtls/><TxDtls/>".to_owned(),
            format!("{}{}", part("4.5"), "<TxDtls/>"),
            // Before charges, and in the currency of the payers.
            format!("{}{}", part("4.5"), part("80")),
            format!("{}{}", part("4.5"), part("79.5")).replace("EUR", "USD"),
        ] {
            assert_eq!(amounts(&entry(&format!("<NtryDtls>{whole}</NtryDtls>"))), [84_00], "{whole}");
        }
    }

    #[test]
    fn each_account_of_a_file_has_its_own_movements() {
        let first = document(&entry(""));
        let (own, other) = ("FR7630006000011234567890189", "DE75 5121 0800 1245 1261 99");
        let part = first.split_once("<Stmt>").and_then(|(_, rest)| rest.split_once("</Stmt>")).expect("one").0;
        let more = format!("<Stmt>{}</Stmt><Stmt>{part}</Stmt></BkToCstmrStmt>", part.replace(own, other));
        let statements = read(&first.replace("</BkToCstmrStmt>", &more)).expect("read");
        let found: Vec<_> = statements.iter().map(|of| (of.account.as_str(), of.lines.len())).collect();
        assert_eq!(found, [(own, 2), ("DE75512108001245126199", 1)]);
    }

    #[test]
    fn money_that_left_is_negative_and_what_is_not_booked_is_left_out() {
        let out = entry("").replace("CRDT", "DBIT").replace("84.00", "10.00");
        let announced = entry("").replace("BOOK", "PDNG");
        let older = entry("").replace("<Sts><Cd>BOOK</Cd></Sts>", "<Sts>BOOK</Sts><RvslInd>true</RvslInd>");
        let reversed = older.replace("true", "1");
        let lines = lines(&document(&format!("{out}{announced}{older}{reversed}")));
        assert_eq!(
            lines.iter().map(|line| (line.amount, line.is_reversal)).collect::<Vec<_>>(),
            [(-10_00, false), (84_00, true), (84_00, true)]
        );
    }

    #[test]
    fn what_is_no_statement_is_refused() {
        let deep = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
        let entities = "<!DOCTYPE d [<!ENTITY a \"aaaa\">]><Document>&a;</Document>";
        for text in ["<html></html>", "<Document>", "</a>", "<", &deep, entities, "<Document><x>&b;</x></Document>"] {
            let error = read(text).expect_err("refused");
            assert_eq!(error.refusal().expect("a refusal").message, message::STATEMENT_UNREADABLE, "{text:.40}");
        }
        for bad in ["84.001", "-84.00", "84,00", ""] {
            let error = read(&document(&entry("").replace("84.00", bad))).expect_err("refused");
            assert_eq!(error.refusal().expect("a refusal").message.id, message::STATEMENT_ROW_UNREADABLE.id, "{bad}");
        }
    }
}
