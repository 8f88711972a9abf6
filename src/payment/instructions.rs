//! What the shopper must do to pay without a gateway: bank details with their QR code, or where to send a cheque.
//!
//! Nothing of it is stored: it follows from the order and the configuration, so a corrected bank account corrects every
//! page at once.

use anyhow::anyhow;
use fast_qr::{ECL, QRBuilder};
use jiff::Timestamp;

use super::gateway::demo;
use super::store::{Attempt, moment};
use super::types::{Instructions, QrCode};
use crate::config::{BankTransfer, Config};
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::error::Result;
use crate::order::Order;

/// Light modules around a code (ISO/IEC 18004).
const QUIET_ZONE: usize = 4;
/// Longest name of a beneficiary (EPC069-12).
const NAME_MAX: usize = 70;

/// What is left to be done for an order; nothing once its payment is decided.
///
/// `code`: the attempt whose code is to be shown, for WeChat Pay.
pub fn of_order(
    order: &Order,
    code: Option<&Attempt>,
    now: Timestamp,
    config: &Config,
) -> Result<Option<Instructions>> {
    let (reference, amount, currency) = (order.number.clone(), order.totals.total, order.totals.currency);
    let hold_until = order.hold_until.as_ref().map(Timestamp::to_string).unwrap_or_default();
    Ok(match (order.status, order.payment_method) {
        (OrderStatus::PendingBankTransfer, PaymentMethod::BankTransfer) => {
            let bank = &config.payment.bank_transfer;
            let qr = epc_payload(bank, &reference, amount, currency).map(|payload| qr_code(&payload)).transpose()?;
            Some(Instructions::BankTransfer {
                account_holder: bank.account_holder.clone(),
                iban: in_groups(&bank.iban),
                bic: bank.bic.clone(),
                bank_name: bank.bank_name.clone(),
                reference,
                amount,
                currency,
                qr,
                hold_until,
            })
        }
        (OrderStatus::PendingCheque, PaymentMethod::Cheque) => {
            let cheque = &config.payment.cheque;
            let (payee, address) = (cheque.payee.clone(), cheque.address.clone());
            Some(Instructions::Cheque { payee, address, reference, amount, currency, hold_until })
        }
        (OrderStatus::Pending, PaymentMethod::Wechat) => code.map(|attempt| scan(attempt, order, now)).transpose()?,
        _ => None,
    })
}

/// The code of WeChat Pay, while its twenty seconds last.
fn scan(attempt: &Attempt, order: &Order, now: Timestamp) -> Result<Instructions> {
    let until = attempt.url_until.map(moment).transpose()?;
    let is_fresh = until.is_some_and(|until| now < until) && !attempt.url.is_empty();
    Ok(Instructions::Wechat {
        qr: is_fresh.then(|| qr_code(&attempt.url)).transpose()?,
        demo_url: Some(attempt.url.clone()).filter(|url| attempt.gateway == demo::CODE && !url.is_empty()),
        code_until: until.map(|until| until.to_string()).unwrap_or_default(),
        amount: order.totals.total,
        currency: order.totals.currency,
        hold_until: order.hold_until.as_ref().map(Timestamp::to_string).unwrap_or_default(),
    })
}

/// An IBAN as people read it: groups of four.
fn in_groups(iban: &str) -> String {
    let characters: Vec<char> = iban.chars().filter(|c| !c.is_whitespace()).collect();
    characters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(" ")
}

/// The text of a SEPA credit transfer code (EPC069-12, version 002, UTF-8): EUR only, from one cent on.
fn epc_payload(bank: &BankTransfer, reference: &str, amount: Amount, currency: Currency) -> Option<String> {
    if currency != Currency::Eur || amount <= Amount::ZERO {
        return None;
    }
    let iban: String = bank.iban.chars().filter(|c| !c.is_whitespace()).collect();
    let holder: String = bank.account_holder.chars().take(NAME_MAX).collect();
    let amount = format!("EUR{amount}");
    // Purpose and structured reference stay empty; the order number is unstructured remittance information.
    Some(["BCD", "002", "1", "SCT", &bank.bic, &holder, &iban, &amount, "", "", reference].join("\n"))
}

/// A QR code of error correction level M, as EPC069-12 wants it, drawn as one path: a rectangle for each run of dark modules.
fn qr_code(payload: &str) -> Result<QrCode> {
    let code = QRBuilder::new(payload).ecl(ECL::M).build().map_err(|error| anyhow!("QR code: {error:?}"))?;
    let mut path = String::with_capacity(8 << 10);
    for y in 0..code.size {
        let row = &code[y][..code.size];
        let mut x = 0;
        while x < code.size {
            let run = row[x..].iter().take_while(|module| module.value()).count();
            if run > 0 {
                for (letter, number) in [("M", x + QUIET_ZONE), (" ", y + QUIET_ZONE), ("h", run), ("v1h-", run)] {
                    path.push_str(letter);
                    push_number(&mut path, number);
                }
                path.push('z');
            }
            x += run.max(1);
        }
    }
    Ok(QrCode { size: (code.size + 2 * QUIET_ZONE) as u32, path })
}

/// Appends a number in decimal digits; a path has thousands of them.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bank() -> BankTransfer {
        BankTransfer {
            account_holder: "Valmère Maison SAS".into(),
            iban: "FR76 3000 6000 0112 3456 7890 189".into(),
            bic: "AGRIFRPP".into(),
            bank_name: "Banque du Lac".into(),
        }
    }

    fn payload(minor: i64, currency: Currency) -> Option<String> {
        epc_payload(&bank(), "2026-000123", Amount::from_minor(minor), currency)
    }

    #[test]
    fn the_code_holds_what_banking_apps_expect() {
        assert_eq!(
            payload(123_450, Currency::Eur).as_deref(),
            Some(
                "BCD\n002\n1\nSCT\nAGRIFRPP\nValmère Maison SAS\nFR7630006000011234567890189\nEUR1234.50\n\n\n2026-000123"
            )
        );
        assert_eq!(payload(123_450, Currency::Chf), None);
        assert_eq!(payload(0, Currency::Eur), None);
    }

    #[test]
    fn an_iban_is_read_in_groups_of_four() {
        assert_eq!(in_groups(&bank().iban), "FR76 3000 6000 0112 3456 7890 189");
        assert_eq!(in_groups("FR7630006000011234567890189"), "FR76 3000 6000 0112 3456 7890 189");
    }

    /// Draws the path again, module by module, and compares it with the code.
    #[test]
    fn the_path_covers_the_dark_modules_and_no_other() {
        let text = payload(123_450, Currency::Eur).expect("euros");
        let code = QRBuilder::new(text.as_str()).ecl(ECL::M).build().expect("a code");
        let drawn = qr_code(&text).expect("a code");
        assert_eq!(drawn.size as usize, code.size + 8);
        let mut dark = std::collections::BTreeSet::new();
        for run in drawn.path.split('z').filter(|run| !run.is_empty()) {
            let (at, length) = run.strip_prefix('M').and_then(|run| run.split_once('h')).expect("a run");
            let (x, y) = at.split_once(' ').expect("a point");
            let (x, y): (usize, usize) = (x.parse().expect("x"), y.parse().expect("y"));
            let length: usize = length.split_once('v').expect("a height").0.parse().expect("a length");
            dark.extend((x..x + length).map(|x| (x, y)));
        }
        for y in 0..drawn.size as usize {
            for x in 0..drawn.size as usize {
                let inside = (4..code.size + 4).contains(&x) && (4..code.size + 4).contains(&y);
                let is_dark = inside && code[y - 4][x - 4].value();
                assert_eq!(dark.contains(&(x, y)), is_dark, "{x} {y}");
            }
        }
    }
}
