//! Refunds as a SEPA credit transfer file: pain.001.001.09, as the European Payments Council's implementation guidelines
//! (EPC132-08) restrict ISO 20022.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::Timestamp;
use unicode_normalization::UnicodeNormalization as _;

use super::types::{BankRefund, SepaRefund};
use crate::config::BankTransfer;
use crate::domain::money::{Amount, Currency};
use crate::domain::working_days::in_shop_zone;
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message;
use crate::xml::Xml;

/// Most characters of an EndToEndId (ISO 20022 Max35Text).
const MAX_REFERENCE: usize = 35;

/// The reference of a refund at the bank, in the file and later on the statement: the refund's own, or one made of its id if
/// its own is too long. Refunds that replace a provider's failed one have such long references.
pub fn bank_reference(reference: &str, id: i64) -> Cow<'_, str> {
    if reference.chars().count() > MAX_REFERENCE { format!("REFUND-{id}").into() } else { reference.into() }
}

/// A file for the bank.
#[derive(Debug)]
pub struct SepaFile {
    /// Its MsgId.
    pub id: String,
    pub xml: String,
}

/// Writes the file. Refuses refunds that do not wait, are not in euros, or whose account or owner is missing; the fields are called
/// `iban.ID` and `name.ID`. `may_redirect`: money may go to another account than it came from.
pub fn file(
    own: &BankTransfer,
    waiting: &[BankRefund],
    asked: &[SepaRefund],
    may_redirect: bool,
    now: Timestamp,
    random: &[u8; 32],
) -> Result<SepaFile> {
    // Each once, whatever a client sends.
    let asked: BTreeMap<i64, &SepaRefund> = asked.iter().map(|refund| (refund.id, refund)).collect();
    if asked.is_empty() {
        return Err(refuse(message::BANK_NO_REFUNDS));
    }
    let mut fields = FieldMessages::new();
    let mut transfers = Vec::new();
    for (id, asked) in asked {
        let Some(refund) = waiting.iter().find(|refund| refund.id == id) else {
            return Err(refuse(message::BANK_REFUND_NOT_WAITING.with("number", format!("#{id}"))));
        };
        let number = &refund.order_number;
        if refund.written_at.is_some() && !asked.again {
            return Err(refuse(message::BANK_REFUND_WRITTEN.with("number", number)));
        }
        if refund.currency != Currency::Eur {
            return Err(refuse(message::BANK_REFUND_CURRENCY.with("number", number).with("currency", refund.currency)));
        }
        let iban: String = asked.iban.split_whitespace().collect::<String>().to_uppercase();
        if iban.parse::<iban::Iban>().is_err() {
            fields.insert(format!("iban.{id}"), message::BANK_IBAN_BAD.with("number", number));
        } else if !may_redirect && !refund.iban.is_empty() && refund.iban.replace(' ', "") != iban {
            fields.insert(format!("iban.{id}"), message::BANK_IBAN_OTHER.with("number", number));
        }
        let name = latin(&asked.name, 70);
        if name.is_empty() {
            fields.insert(format!("name.{id}"), message::BANK_OWNER_EMPTY.with("number", number));
        }
        transfers.push((refund, name, iban));
    }
    check_fields(fields)?;
    let at = in_shop_zone(now);
    // Banks refuse a second file of the same name; two may be written within one second.
    let id = format!("REFUNDS-{}-{}", at.strftime("%Y%m%d-%H%M%S"), hex::encode(&random[..4]));
    let sum = transfers.iter().try_fold(0_i64, |sum, (refund, ..)| sum.checked_add(refund.amount.minor()));
    let total = Amount::from_minor(sum.ok_or_else(|| refuse(message::BANK_SUM_TOO_HIGH))?);
    let count = transfers.len().to_string();
    let mut xml = Xml::document();
    let leaf = |xml: &mut Xml, name: &str, text: &str| xml.leaf(name, &[], text);
    xml.start("Document", &[("xmlns", "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09")]);
    xml.start("CstmrCdtTrfInitn", &[]);
    xml.start("GrpHdr", &[]);
    leaf(&mut xml, "MsgId", &id);
    leaf(&mut xml, "CreDtTm", &at.strftime("%Y-%m-%dT%H:%M:%S").to_string());
    leaf(&mut xml, "NbOfTxs", &count);
    leaf(&mut xml, "CtrlSum", &total.to_string());
    nested(&mut xml, &["InitgPty", "Nm"], &latin(&own.account_holder, 70));
    xml.end("GrpHdr");
    xml.start("PmtInf", &[]);
    leaf(&mut xml, "PmtInfId", &id);
    leaf(&mut xml, "PmtMtd", "TRF");
    leaf(&mut xml, "NbOfTxs", &count);
    leaf(&mut xml, "CtrlSum", &total.to_string());
    nested(&mut xml, &["PmtTpInf", "SvcLvl", "Cd"], "SEPA");
    nested(&mut xml, &["ReqdExctnDt", "Dt"], &at.date().to_string());
    nested(&mut xml, &["Dbtr", "Nm"], &latin(&own.account_holder, 70));
    nested(&mut xml, &["DbtrAcct", "Id", "IBAN"], &own.iban.replace(' ', ""));
    nested(&mut xml, &["DbtrAgt", "FinInstnId", "BICFI"], &own.bic.replace(' ', ""));
    leaf(&mut xml, "ChrgBr", "SLEV");
    for (refund, name, iban) in &transfers {
        xml.start("CdtTrfTxInf", &[]);
        nested(&mut xml, &["PmtId", "EndToEndId"], &refund.reference);
        xml.start("Amt", &[]);
        xml.leaf("InstdAmt", &[("Ccy", "EUR")], &refund.amount.to_string());
        xml.end("Amt");
        nested(&mut xml, &["Cdtr", "Nm"], name);
        nested(&mut xml, &["CdtrAcct", "Id", "IBAN"], iban);
        nested(&mut xml, &["RmtInf", "Ustrd"], &refund.reference);
        xml.end("CdtTrfTxInf");
    }
    for name in ["PmtInf", "CstmrCdtTrfInitn", "Document"] {
        xml.end(name);
    }
    Ok(SepaFile { id, xml: xml.take() })
}

/// Elements inside each other, with a text in the innermost.
fn nested(xml: &mut Xml, names: &[&str], text: &str) {
    let Some((last, outer)) = names.split_last() else { return };
    outer.iter().for_each(|name| xml.start(name, &[]));
    xml.leaf(last, &[], text);
    outer.iter().rev().for_each(|name| xml.end(name));
}

/// A text in the characters that every bank of SEPA takes (EPC217-08), at most `max` of them.
fn latin(text: &str, max: usize) -> String {
    let plain = text.replace('ß', "ss").replace(['æ', 'Æ'], "ae").replace(['œ', 'Œ'], "oe").replace(['ø', 'Ø'], "o");
    let kept = plain.nfd().filter(|c| !unicode_normalization::char::is_combining_mark(*c)).map(|c| match c {
        _ if c.is_ascii_alphanumeric() || " /-?:().,'+".contains(c) => c,
        '’' => '\'',
        _ => ' ',
    });
    kept.collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(max)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::now;

    fn own() -> BankTransfer {
        BankTransfer {
            account_holder: "Valmère Maison".into(),
            iban: "FR76 3000 6000 0112 3456 7890 189".into(),
            bic: "AGRIFRPP".into(),
            bank_name: "Bank".into(),
        }
    }

    fn refund(id: i64, currency: Currency) -> BankRefund {
        BankRefund {
            id,
            order_number: format!("2026-{id:06}"),
            reference: format!("2026-{id:06}-1"),
            amount: Amount::from_minor(84_50),
            currency,
            reason: "returned".into(),
            created_at: String::new(),
            name: "Zoë Weiß".into(),
            iban: String::new(),
            written_at: None,
        }
    }

    #[test]
    fn a_reference_fits_into_the_file() {
        assert_eq!(bank_reference("2026-000123-1", 7), "2026-000123-1");
        assert_eq!(bank_reference(&format!("{}-2-by-hand", "a".repeat(32)), 7), "REFUND-7");
    }

    fn asked(id: i64, name: &str, iban: &str) -> SepaRefund {
        SepaRefund { id, name: name.into(), iban: iban.into(), again: false }
    }

    #[test]
    fn file_holds_each_refund_once_with_its_sum() {
        let waiting = [refund(1, Currency::Eur), refund(2, Currency::Eur)];
        let iban = "DE89 3704 0044 0532 0130 00";
        let asked = [asked(1, "Zoë Weiß & Co", iban), asked(2, "李 Li", iban), asked(1, "Zoë Weiß & Co", iban)];
        let file = file(&own(), &waiting, &asked, true, now(), &[7; 32]).expect("a file");
        let tree = roxmltree::Document::parse(&file.xml).expect("XML");
        let all = |name: &str| {
            let found = tree.descendants().filter(|node| node.has_tag_name((NAMESPACE, name)));
            found.filter_map(|node| node.text()).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(all("NbOfTxs"), ["2", "2"]);
        assert_eq!(all("CtrlSum"), ["169.00", "169.00"]);
        assert_eq!(all("Nm"), ["Valmere Maison", "Valmere Maison", "Zoe Weiss Co", "Li"]);
        assert_eq!(all("IBAN"), ["FR7630006000011234567890189", "DE89370400440532013000", "DE89370400440532013000"]);
        assert_eq!(all("EndToEndId"), ["2026-000001-1", "2026-000002-1"]);
    }

    const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";

    #[test]
    fn money_goes_back_to_its_account_unless_somebody_may_redirect_it() {
        let own_iban = "GB82 WEST 1234 5698 7654 32";
        let waiting = [BankRefund { iban: own_iban.into(), ..refund(1, Currency::Eur) }];
        let to = |iban: &str, may: bool| file(&own(), &waiting, &[asked(1, "A", iban)], may, now(), &[7; 32]);
        let error = to("DE89370400440532013000", false).expect_err("refused");
        assert_eq!(error.refusal().expect("a refusal").fields["iban.1"].id, message::BANK_IBAN_OTHER.id);
        assert!(to("DE89370400440532013000", true).is_ok() && to(own_iban, false).is_ok());
        let huge = |id: i64| BankRefund { amount: Amount::from_minor(i64::MAX), ..refund(id, Currency::Eur) };
        let both = [asked(1, "A", own_iban), asked(2, "A", own_iban)];
        let error = file(&own(), &[huge(1), huge(2)], &both, true, now(), &[7; 32]).expect_err("refused");
        assert_eq!(error.refusal().expect("a refusal").message.id, message::BANK_SUM_TOO_HIGH.id);
    }

    #[test]
    fn refunds_that_cannot_be_written_are_named() {
        let waiting = [refund(1, Currency::Eur), refund(2, Currency::Chf)];
        let id = |refunds: &[SepaRefund]| {
            let error = file(&own(), &waiting, refunds, true, now(), &[7; 32]).expect_err("refused");
            error.refusal().expect("a refusal").clone()
        };
        assert_eq!(id(&[]).message.id, message::BANK_NO_REFUNDS.id);
        assert_eq!(id(&[asked(2, "A", "DE89370400440532013000")]).message.id, message::BANK_REFUND_CURRENCY.id);
        assert_eq!(id(&[asked(3, "A", "DE89370400440532013000")]).message.id, message::BANK_REFUND_NOT_WAITING.id);
        let written = [BankRefund { written_at: Some("2026-11-26T08:00:00Z".into()), ..refund(1, Currency::Eur) }];
        let once = asked(1, "A", "DE89370400440532013000");
        let error = file(&own(), &written, std::slice::from_ref(&once), true, now(), &[7; 32]).expect_err("refused");
        assert_eq!(error.refusal().expect("a refusal").message.id, message::BANK_REFUND_WRITTEN.id);
        assert!(file(&own(), &written, &[SepaRefund { again: true, ..once }], true, now(), &[7; 32]).is_ok());
        let bad = id(&[asked(1, "李", "DE89370400440532013001")]);
        assert_eq!(bad.fields.keys().collect::<Vec<_>>(), ["iban.1", "name.1"]);
    }
}
