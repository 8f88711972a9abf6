//! The payment service: its own ledger survives crashes of the shop; its messages are delayed, duplicated or lost, and some
//! requests take half a minute.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use shop::clock::Clock;
use shop::domain::money::Money;
use shop::payment::gateway::{
    Answer, Gateway, GatewayError, Headers, Known, Opened, Opening, PaymentState, Place, RefundOutcome, RefundRequest,
    Report, WebhookData, WebhookEvent, WebhookRejection,
};

use crate::random::RandomSource;

/// How long a slow request takes.
const SLOW: SignedDuration = SignedDuration::from_secs(25);

/// Lets the schedule run other tasks, this many times.
pub async fn yield_turns(turns: usize) {
    for _ in 0..turns {
        let mut has_waited = false;
        std::future::poll_fn(|_| {
            if std::mem::replace(&mut has_waited, true) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
    }
}

/// The state of a payment at the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    Open,
    Declined,
    Uncertain,
    Canceled,
    Paid,
}

#[derive(Debug, Clone)]
pub struct Account {
    pub order: String,
    pub amount: Money,
    pub at: At,
    pub expires_at: Timestamp,
    pub return_url: String,
    /// Refunded amounts, by reference.
    pub refunds: BTreeMap<String, i64>,
}

#[derive(Debug, Default)]
pub struct Ledger {
    pub accounts: BTreeMap<String, Account>,
    /// Webhook events not yet delivered.
    pub events: Vec<String>,
    sent: u64,
    /// Refunds requested again under the same reference.
    pub repeated: u64,
    /// Requests that took long.
    pub slow: u64,
}

/// The service; cheap to clone.
#[derive(Debug, Clone)]
pub struct Bank {
    pub ledger: Arc<Mutex<Ledger>>,
    random: Arc<Mutex<RandomSource>>,
    clock: Clock,
    /// Percentage of lost requests, and of lost responses.
    loss: Arc<Mutex<u64>>,
}

impl Bank {
    pub fn new(random: RandomSource, clock: Clock) -> Bank {
        Bank { ledger: Arc::default(), random: Arc::new(Mutex::new(random)), clock, loss: Arc::new(Mutex::new(12)) }
    }

    /// From now on no message is lost.
    pub fn become_reliable(&self) {
        *self.loss.lock().unwrap() = 0;
    }

    fn is_lost(&self) -> bool {
        let loss = *self.loss.lock().unwrap();
        self.random.lock().unwrap().percent(loss)
    }

    /// Does the work once, between two delays; request and response may be lost.
    async fn serve<T>(&self, work: impl FnOnce(&mut Ledger) -> Result<T, GatewayError>) -> Result<T, GatewayError> {
        self.delay().await;
        if self.is_lost() {
            return Err(GatewayError::Unreachable("request lost".into()));
        }
        let result = work(&mut self.ledger.lock().unwrap());
        self.delay().await;
        if self.is_lost() { Err(GatewayError::Unreachable("response lost".into())) } else { result }
    }

    async fn delay(&self) {
        let (turns, is_slow) = {
            let mut random = self.random.lock().unwrap();
            (random.below(3), random.percent(5))
        };
        yield_turns(if is_slow { 12 } else { turns }).await;
        if is_slow {
            self.ledger.lock().unwrap().slow += 1;
            self.clock.set(self.clock.now() + SLOW);
        }
    }

    /// What a shopper does on the payment page.
    pub fn visit(&self, reference: &str, what: At) {
        let now = self.clock.now();
        let mut ledger = self.ledger.lock().unwrap();
        let Some(account) = ledger.accounts.get_mut(reference) else { return };
        let can_pay = matches!(account.at, At::Open | At::Declined | At::Uncertain) && now < account.expires_at;
        if !can_pay {
            return;
        }
        account.at = what;
        if matches!(what, At::Paid | At::Declined | At::Canceled) {
            ledger.queue_event(reference);
        }
    }

    /// Settles uncertain payments and closes expired ones.
    pub fn settle(&self) {
        let now = self.clock.now();
        let mut ledger = self.ledger.lock().unwrap();
        let references: Vec<String> = ledger.accounts.keys().cloned().collect();
        for reference in references {
            let pays = self.random.lock().unwrap().percent(50);
            let account = ledger.accounts.get_mut(&reference).unwrap();
            let was = account.at;
            match was {
                At::Uncertain => account.at = if pays { At::Paid } else { At::Declined },
                At::Open | At::Declined if now >= account.expires_at => account.at = At::Canceled,
                _ => continue,
            }
            ledger.queue_event(&reference);
        }
    }
}

impl Ledger {
    /// Queues a webhook event with the state of a payment.
    fn queue_event(&mut self, reference: &str) {
        self.sent += 1;
        let at = self.accounts[reference].at;
        self.events.push(format!("evt_{} {reference} {at:?}", self.sent));
    }

    fn account(&mut self, reference: &str) -> Result<&mut Account, GatewayError> {
        self.accounts.get_mut(reference).ok_or_else(|| GatewayError::Refused("no such payment".into()))
    }
}

fn report(reference: &str, account: &Account, at: At) -> Report {
    let (state, is_final) = match at {
        At::Open => (PaymentState::Open, false),
        At::Declined => (PaymentState::Declined, false),
        At::Uncertain => (PaymentState::Uncertain, false),
        At::Canceled => (PaymentState::Canceled, true),
        At::Paid => (PaymentState::Paid { payment_id: format!("pay_{reference}"), amount: account.amount }, true),
    };
    Report::of(state, is_final)
}

impl Gateway for Bank {
    fn code(&self) -> &'static str {
        "demo"
    }

    fn open(&self, opening: Opening) -> Answer<'_, Opened> {
        Box::pin(async move {
            self.serve(|ledger| {
                let fresh = Account {
                    order: opening.order_number.clone(),
                    amount: opening.amount,
                    at: At::Open,
                    expires_at: opening.expires_at,
                    return_url: opening.return_url.clone(),
                    refunds: BTreeMap::new(),
                };
                let account = ledger.accounts.entry(opening.reference.clone()).or_insert_with(|| fresh.clone());
                // A repeated request under a reference must be identical.
                assert_eq!(
                    (&account.order, account.amount, account.expires_at, &account.return_url),
                    (&fresh.order, fresh.amount, fresh.expires_at, &fresh.return_url)
                );
                let place = Place::Page(format!("bank:{}", opening.reference));
                Ok(Opened { external_id: format!("ext_{}", opening.reference), place })
            })
            .await
        })
    }

    fn check(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(async move {
            self.serve(|ledger| {
                let account = ledger.account(&known.reference)?;
                Ok(report(&known.reference, account, account.at))
            })
            .await
        })
    }

    fn close(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(async move {
            self.serve(|ledger| {
                let account = ledger.account(&known.reference)?;
                if matches!(account.at, At::Open | At::Declined) {
                    account.at = At::Canceled;
                }
                Ok(report(&known.reference, account, account.at))
            })
            .await
        })
    }

    fn refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome> {
        Box::pin(async move {
            let external_id = format!("re_{}", request.reference);
            self.serve(|ledger| {
                let is_known = ledger.account(&request.attempt)?.refunds.contains_key(&request.reference);
                ledger.repeated += u64::from(is_known);
                let account = ledger.account(&request.attempt)?;
                assert_eq!(account.at, At::Paid, "only a paid amount can be refunded");
                account.refunds.insert(request.reference.clone(), request.amount.minor);
                let back: i64 = account.refunds.values().sum();
                assert!(back <= account.amount.minor, "refunds exceed the payment");
                Ok(RefundOutcome::Done { external_id })
            })
            .await
        })
    }

    fn check_refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome> {
        self.refund(request)
    }

    fn verify_webhook(
        &self,
        headers: Headers<'_>,
        body: &[u8],
        _: Timestamp,
    ) -> Result<WebhookEvent, WebhookRejection> {
        if headers("signature").as_deref() != Some("good") {
            return Err(WebhookRejection::Signature);
        }
        let text = std::str::from_utf8(body).map_err(|_| WebhookRejection::Unreadable)?;
        let parts: Vec<&str> = text.split(' ').collect();
        let [event_id, reference, at] = parts[..] else { return Err(WebhookRejection::Unreadable) };
        let ledger = self.ledger.lock().unwrap();
        let account = &ledger.accounts[reference];
        let at = match at {
            "Paid" => At::Paid,
            "Declined" => At::Declined,
            _ => At::Canceled,
        };
        let data = WebhookData::Payment { reference: reference.to_owned(), report: report(reference, account, at) };
        Ok(WebhookEvent { event_id: event_id.to_owned(), kind: "payment".into(), data })
    }
}

/// Amounts paid and refunded for an order at the service.
pub fn totals_of(ledger: &Ledger, order: &str) -> (i64, i64) {
    let of_order = ledger.accounts.values().filter(|account| account.order == order);
    of_order.fold((0, 0), |(came, back), account| {
        let paid = if account.at == At::Paid { account.amount.minor } else { 0 };
        (came + paid, back + account.refunds.values().sum::<i64>())
    })
}
