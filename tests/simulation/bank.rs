//! The outside payment service: it keeps its own books, which no crash of the shop touches, and answers late, twice or not
//! at all.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use shop::clock::Clock;
use shop::domain::money::Money;
use shop::payment::gateway::{
    Answer, Gateway, GatewayError, Headers, Known, Opened, Opening, PaymentState, Place, RefundOutcome, RefundRequest,
    Report, WebhookData, WebhookEvent, WebhookRejection,
};

use crate::random::RandomSource;

/// How a payment stands at the service.
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
    /// Money given back, by reference.
    pub refunds: BTreeMap<String, i64>,
}

#[derive(Debug, Default)]
pub struct Books {
    pub accounts: BTreeMap<String, Account>,
    /// Notices on their way.
    pub letters: Vec<String>,
    sent: u64,
    /// Refunds that were asked for twice under one reference.
    pub repeated: u64,
}

/// The service; cheap to clone.
#[derive(Debug, Clone)]
pub struct Bank {
    pub books: Arc<Mutex<Books>>,
    random: Arc<Mutex<RandomSource>>,
    clock: Clock,
    /// Of a hundred questions, so many are lost on the way, and as many answers.
    loss: Arc<Mutex<u64>>,
}

impl Bank {
    pub fn new(random: RandomSource, clock: Clock) -> Bank {
        Bank { books: Arc::default(), random: Arc::new(Mutex::new(random)), clock, loss: Arc::new(Mutex::new(12)) }
    }

    /// From now on every question is answered.
    pub fn be_reliable(&self) {
        *self.loss.lock().unwrap() = 0;
    }

    fn is_lost(&self) -> bool {
        let loss = *self.loss.lock().unwrap();
        self.random.lock().unwrap().percent(loss)
    }

    /// Waits a little, does the work once, waits a little; on either way the message may be lost.
    async fn serve<T>(&self, work: impl FnOnce(&mut Books) -> Result<T, GatewayError>) -> Result<T, GatewayError> {
        self.dawdle().await;
        if self.is_lost() {
            return Err(GatewayError::Unreachable("lost on the way there".into()));
        }
        let result = work(&mut self.books.lock().unwrap());
        self.dawdle().await;
        if self.is_lost() { Err(GatewayError::Unreachable("lost on the way back".into())) } else { result }
    }

    async fn dawdle(&self) {
        let turns = self.random.lock().unwrap().below(3);
        for _ in 0..turns {
            let mut has_waited = false;
            std::future::poll_fn(|_| {
                if std::mem::replace(&mut has_waited, true) {
                    std::task::Poll::Ready(())
                } else {
                    std::task::Poll::Pending
                }
            })
            .await;
        }
    }

    /// What a shopper does on the page.
    pub fn visit(&self, reference: &str, what: At) {
        let now = self.clock.now();
        let mut books = self.books.lock().unwrap();
        let Some(account) = books.accounts.get_mut(reference) else { return };
        let can_pay = matches!(account.at, At::Open | At::Declined | At::Uncertain) && now < account.expires_at;
        if !can_pay {
            return;
        }
        account.at = what;
        if matches!(what, At::Paid | At::Declined | At::Canceled) {
            books.write(reference);
        }
    }

    /// Decides what was uncertain, and closes what nobody has paid in time.
    pub fn settle(&self) {
        let now = self.clock.now();
        let mut books = self.books.lock().unwrap();
        let references: Vec<String> = books.accounts.keys().cloned().collect();
        for reference in references {
            let pays = self.random.lock().unwrap().percent(50);
            let account = books.accounts.get_mut(&reference).unwrap();
            let was = account.at;
            match was {
                At::Uncertain => account.at = if pays { At::Paid } else { At::Declined },
                At::Open | At::Declined if now >= account.expires_at => account.at = At::Canceled,
                _ => continue,
            }
            books.write(&reference);
        }
    }
}

impl Books {
    /// Writes a notice of how a payment stands.
    fn write(&mut self, reference: &str) {
        self.sent += 1;
        let at = self.accounts[reference].at;
        self.letters.push(format!("evt_{} {reference} {at:?}", self.sent));
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
            self.serve(|books| {
                let fresh = Account {
                    order: opening.order_number.clone(),
                    amount: opening.amount,
                    at: At::Open,
                    expires_at: opening.expires_at,
                    return_url: opening.return_url.clone(),
                    refunds: BTreeMap::new(),
                };
                let account = books.accounts.entry(opening.reference.clone()).or_insert_with(|| fresh.clone());
                // The same question under the same reference must be the same question.
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

    fn ask(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(async move {
            self.serve(|books| {
                let account = books.account(&known.reference)?;
                Ok(report(&known.reference, account, account.at))
            })
            .await
        })
    }

    fn close(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(async move {
            self.serve(|books| {
                let account = books.account(&known.reference)?;
                if matches!(account.at, At::Open | At::Declined) {
                    account.at = At::Canceled;
                }
                Ok(report(&known.reference, account, account.at))
            })
            .await
        })
    }

    fn repay(&self, repayment: RefundRequest) -> Answer<'_, RefundOutcome> {
        Box::pin(async move {
            let external_id = format!("re_{}", repayment.reference);
            self.serve(|books| {
                let is_known = books.account(&repayment.attempt)?.refunds.contains_key(&repayment.reference);
                books.repeated += u64::from(is_known);
                let account = books.account(&repayment.attempt)?;
                assert_eq!(account.at, At::Paid, "what never came cannot go back");
                account.refunds.insert(repayment.reference.clone(), repayment.amount.minor);
                let back: i64 = account.refunds.values().sum();
                assert!(back <= account.amount.minor, "more goes back than came");
                Ok(RefundOutcome::Done { external_id })
            })
            .await
        })
    }

    fn ask_repaid(&self, repayment: RefundRequest) -> Answer<'_, RefundOutcome> {
        self.repay(repayment)
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
        let books = self.books.lock().unwrap();
        let account = &books.accounts[reference];
        let at = match at {
            "Paid" => At::Paid,
            "Declined" => At::Declined,
            _ => At::Canceled,
        };
        let data = WebhookData::Payment { reference: reference.to_owned(), report: report(reference, account, at) };
        Ok(WebhookEvent { event_id: event_id.to_owned(), kind: "payment".into(), data })
    }
}

/// Money that the service holds for an order: what came, less what went back.
pub fn held_for(books: &Books, order: &str) -> (i64, i64) {
    let of_order = books.accounts.values().filter(|account| account.order == order);
    of_order.fold((0, 0), |(came, back), account| {
        let paid = if account.at == At::Paid { account.amount.minor } else { 0 };
        (came + paid, back + account.refunds.values().sum::<i64>())
    })
}
