//! Payment instructions: the page of a gateway, bank details with a QR code, or the address for a cheque.
//!
//! Computed from order and configuration on each read, so that a corrected bank account takes effect at once.

use jiff::{SignedDuration, Timestamp};

use super::gateway::demo;
use super::store::{self, Attempt, State};
use super::types::{Instructions, PlacedPayment, QrCode};
use crate::config::{BankTransfer, Config};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::error::Result;
use crate::order::{Order, moment};

/// Lifetime of a shown WeChat code (boutique.md §9).
pub const CODE_SHOWN: SignedDuration = SignedDuration::from_secs(20);
/// Longest name of a beneficiary (EPC069-12).
const NAME_MAX: usize = 70;

/// How the shopper continues to pay, from the rows alone.
pub fn how_to_pay(tx: &mut dyn Tx, config: &Config, order: &Order, now: Timestamp) -> Result<PlacedPayment> {
    let last = store::find_last_attempt(tx, order.id)?;
    let (redirect_url, code) = open_attempt(order, last.as_ref());
    Ok(PlacedPayment {
        method: order.payment_method,
        redirect_url,
        instructions: of_order(order, store::outstanding(tx, order)?, code, now, config)?,
        awaiting_confirmation: order.is_awaiting,
    })
}

/// The open part of the last attempt: the URL of its page, or the attempt whose code is to be shown.
pub fn open_attempt<'a>(order: &Order, last: Option<&'a Attempt>) -> (Option<String>, Option<&'a Attempt>) {
    let open = last.filter(|attempt| {
        let is_open = matches!(attempt.state, State::Opening | State::Open | State::Declined);
        order.status == OrderStatus::Pending && is_open && attempt.is_undecided() && !attempt.is_withdrawn
    });
    match open {
        Some(attempt) if attempt.method == PaymentMethod::Wechat => (None, Some(attempt)),
        Some(attempt) => (Some(attempt.url.clone()).filter(|url| !url.is_empty()), None),
        None => (None, None),
    }
}

/// Instructions for an order; none once it is paid or canceled.
///
/// `amount`: what is still to be paid; `code`: the attempt whose code is to be shown, for WeChat Pay.
pub fn of_order(
    order: &Order,
    amount: Amount,
    code: Option<&Attempt>,
    now: Timestamp,
    config: &Config,
) -> Result<Option<Instructions>> {
    // Money for an order that holds nothing yet would come too early.
    if order.is_awaiting {
        return Ok(None);
    }
    let (reference, currency) = (order.number.clone(), order.totals.currency);
    let hold_until = order.hold_until.as_ref().map(Timestamp::to_string).unwrap_or_default();
    Ok(match (order.status, order.payment_method) {
        (OrderStatus::PendingBankTransfer, PaymentMethod::BankTransfer) => {
            let bank = &config.payment.bank_transfer;
            let qr = epc_payload(bank, &reference, amount, currency).map(|text| QrCode { text });
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

/// The code of WeChat Pay, until it expires.
fn scan(attempt: &Attempt, order: &Order, now: Timestamp) -> Result<Instructions> {
    let until = attempt.url_expires_at.map(moment).transpose()?;
    let is_fresh = until.is_some_and(|until| now < until) && !attempt.url.is_empty();
    Ok(Instructions::Wechat {
        qr: is_fresh.then(|| QrCode { text: attempt.url.clone() }),
        demo_url: Some(attempt.url.clone()).filter(|url| attempt.gateway == demo::CODE && !url.is_empty()),
        code_until: until.map(|until| until.to_string()).unwrap_or_default(),
        code_seconds: until.filter(|_| is_fresh).map_or(0, |until| seconds_until(now, until)),
        amount: Amount::from_minor(attempt.amount),
        currency: order.totals.currency,
        hold_until: order.hold_until.as_ref().map(Timestamp::to_string).unwrap_or_default(),
    })
}

/// Seconds until a code expires, rounded up; at most [`CODE_SHOWN`].
fn seconds_until(now: Timestamp, until: Timestamp) -> u32 {
    let left = until.duration_since(now).as_millis().clamp(0, CODE_SHOWN.as_millis());
    u32::try_from(left.unsigned_abs().div_ceil(1000)).unwrap_or_default()
}

/// An IBAN in groups of four. The configuration accepts valid ones only.
fn in_groups(iban: &str) -> String {
    let plain: String = iban.chars().filter(|c| !c.is_whitespace()).collect();
    plain.parse::<iban::BaseIban>().map_or(plain, |iban| iban.to_string())
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
    fn qr_payload_follows_the_epc_format() {
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
    fn iban_is_printed_in_groups_of_four() {
        assert_eq!(in_groups(&bank().iban), "FR76 3000 6000 0112 3456 7890 189");
        assert_eq!(in_groups("FR7630006000011234567890189"), "FR76 3000 6000 0112 3456 7890 189");
    }
}
