//! The built-in payment service: a page on which a payment can succeed, be declined, be canceled, hang or stay
//! uncertain.
//!
//! For demonstrations and tests; production refuses it. It stores its payments in tables of its own and behaves as an
//! external service: one payment for each reference, a state on request, no refund above what was paid. Its page is in
//! `http::demo`.

use std::sync::Arc;

use anyhow::anyhow;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

use super::{
    Answer, Gateway, GatewayError, Headers, Known, Opened, Opening, PaymentState, Place, RefundOutcome, RefundRequest,
    Report, WebhookEvent, WebhookRejection,
};
use crate::clock::Clock;
use crate::db::{Db, Tx};
use crate::domain::money::{Currency, Money};
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::vals;

pub const CODE: &str = "demo";

/// How long a payment hangs or stays uncertain. Then a hanging one is paid, an uncertain one declined.
pub const SLOW: SignedDuration = SignedDuration::from_mins(10);

/// The choice made on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Still open.
    #[serde(rename = "")]
    None,
    Succeed,
    Decline,
    Cancel,
    Hang,
    Uncertain,
}

impl Choice {
    pub const ALL: [Choice; 5] = [Self::Succeed, Self::Decline, Self::Cancel, Self::Hang, Self::Uncertain];

    pub const fn code(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Succeed => "succeed",
            Self::Decline => "decline",
            Self::Cancel => "cancel",
            Self::Hang => "hang",
            Self::Uncertain => "uncertain",
        }
    }

    pub fn from_code(code: &str) -> Option<Choice> {
        Self::ALL.into_iter().find(|choice| choice.code() == code)
    }
}

/// A payment as shown on its page.
#[derive(Debug, Clone, Deserialize)]
pub struct DemoPayment {
    pub reference: String,
    pub amount: i64,
    pub currency: Currency,
    pub lang: Lang,
    pub label: String,
    pub return_url: String,
    pub cancel_url: String,
    pub choice: Choice,
    /// Unix milliseconds.
    pub chosen_at: Option<i64>,
    pub expires_at: i64,
}

impl DemoPayment {
    /// Whether a choice can be made at `now`.
    pub fn is_open(&self, now: Timestamp) -> bool {
        self.choice == Choice::None && now.as_millisecond() < self.expires_at
    }
}

/// The gateway.
#[derive(Debug, Clone)]
pub struct Demo {
    db: Db,
    clock: Clock,
    public_url: Arc<str>,
}

impl Demo {
    pub fn new(db: Db, clock: Clock, public_url: String) -> Demo {
        Demo { db, clock, public_url: public_url.into() }
    }

    async fn report(&self, known: Known, closing: bool) -> Result<Report, GatewayError> {
        let now = self.clock.now();
        let reference = known.reference;
        self.db.write(move |tx| settle(tx, &reference, closing, now)).await.map_err(out_of_order)?
    }
}

impl Gateway for Demo {
    fn code(&self) -> &'static str {
        CODE
    }

    fn open(&self, opening: Opening) -> Answer<'_, Opened> {
        Box::pin(async move {
            let page = format!("{}/demo/pay/{}", self.public_url, opening.reference);
            let external_id = format!("demo_{}", opening.reference);
            let stored = opening.clone();
            self.db.write(move |tx| save(tx, &stored)).await.map_err(out_of_order)?;
            Ok(Opened { external_id, place: Place::Page(page) })
        })
    }

    fn check(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(self.report(known, false))
    }

    fn close(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(self.report(known, true))
    }

    fn refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome> {
        Box::pin(async move {
            let now = self.clock.now();
            let external_id = format!("demo_{}", request.reference);
            let is_made = self.db.write(move |tx| refund(tx, &request, now)).await.map_err(out_of_order)?;
            if is_made {
                Ok(RefundOutcome::Done { external_id })
            } else {
                Ok(RefundOutcome::Failed { reason: "more than was paid".into() })
            }
        })
    }

    fn check_refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome> {
        self.refund(request)
    }

    fn verify_webhook(&self, _: Headers<'_>, _: &[u8], _: Timestamp) -> Result<WebhookEvent, WebhookRejection> {
        // Its page calls the payment processor directly: every webhook is a forgery.
        Err(WebhookRejection::Signature)
    }
}

/// Any error counts as no answer, as an external service would look.
fn out_of_order(error: Error) -> GatewayError {
    GatewayError::Unreachable(error.to_string())
}

fn save(tx: &mut dyn Tx, opening: &Opening) -> Result<()> {
    tx.exec(
        "INSERT INTO demo_payment (reference, amount, currency, lang, label, return_url, cancel_url, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (reference) DO NOTHING",
        vals![
            &opening.reference,
            opening.amount.minor,
            opening.amount.currency.code(),
            opening.lang.code(),
            &opening.label,
            &opening.return_url,
            &opening.cancel_url,
            opening.created_at.as_millisecond(),
            opening.expires_at.as_millisecond(),
        ],
    )?;
    Ok(())
}

/// The payment with this reference, for its page.
pub fn find(tx: &mut dyn Tx, reference: &str) -> Result<Option<DemoPayment>> {
    tx.find(
        "SELECT reference, amount, currency, lang, label, return_url, cancel_url, choice, chosen_at, expires_at
         FROM demo_payment WHERE reference = $1",
        vals![reference],
    )
}

/// Makes a choice, once; false if none is possible any more.
pub fn choose(tx: &mut dyn Tx, reference: &str, choice: Choice, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE demo_payment SET choice = $2, chosen_at = $3 WHERE reference = $1 AND choice = '' AND expires_at > $3",
        vals![reference, choice.code(), now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

/// Deletes unpaid payments that expired before `before`, at most `limit`.
pub fn delete_old(tx: &mut dyn Tx, before: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM demo_payment WHERE reference IN
             (SELECT reference FROM demo_payment WHERE expires_at < $1 AND choice NOT IN ('succeed', 'hang')
              ORDER BY expires_at LIMIT $2)",
        vals![before.as_millisecond(), limit],
    )
}

/// The gateway's answer about the state of a payment.
fn settle(tx: &mut dyn Tx, reference: &str, closing: bool, now: Timestamp) -> Result<Result<Report, GatewayError>> {
    let Some(payment) = find(tx, reference)? else { return Ok(Err(GatewayError::Refused("no such payment".into()))) };
    let amount = Money::new(payment.amount, payment.currency);
    let paid = PaymentState::Paid { payment_id: reference.to_owned(), amount };
    let is_slow = payment.chosen_at.is_some_and(|at| now.as_millisecond() < at + SLOW.as_millis() as i64);
    Ok(Ok(match payment.choice {
        Choice::None if closing || now.as_millisecond() >= payment.expires_at => {
            choose_now(tx, reference, Choice::Cancel, now)?;
            Report::of(PaymentState::Canceled, true)
        }
        Choice::None => Report::of(PaymentState::Open, false),
        Choice::Succeed => Report::of(paid, true),
        Choice::Decline => Report::of(PaymentState::Declined, true),
        Choice::Cancel => Report::of(PaymentState::Canceled, true),
        Choice::Hang if is_slow => return Ok(Err(GatewayError::Unreachable("no answer in time".into()))),
        Choice::Hang => Report::of(paid, true),
        Choice::Uncertain if is_slow => Report::of(PaymentState::Uncertain, false),
        Choice::Uncertain => Report::of(PaymentState::Declined, true),
    }))
}

fn choose_now(tx: &mut dyn Tx, reference: &str, choice: Choice, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE demo_payment SET choice = $2, chosen_at = $3 WHERE reference = $1 AND choice = ''",
        vals![reference, choice.code(), now.as_millisecond()],
    )?;
    Ok(())
}

/// Refunds, once for each reference; false if the payment has less left.
fn refund(tx: &mut dyn Tx, request: &RefundRequest, now: Timestamp) -> Result<bool> {
    let made: Option<i64> =
        tx.find("SELECT amount FROM demo_refund WHERE reference = $1", vals![&request.reference])?;
    if made.is_some() {
        return Ok(true);
    }
    let Some(payment) = find(tx, &request.attempt)? else {
        return Err(anyhow!("a refund without its payment").into());
    };
    let given: i64 =
        tx.one("SELECT COALESCE(SUM(amount), 0) FROM demo_refund WHERE payment = $1", vals![&request.attempt])?;
    if given + request.amount.minor > payment.amount {
        return Ok(false);
    }
    tx.exec(
        "INSERT INTO demo_refund (reference, payment, amount, created_at) VALUES ($1, $2, $3, $4)",
        vals![&request.reference, &request.attempt, request.amount.minor, now.as_millisecond()],
    )?;
    Ok(true)
}
