//! The payment processor: sends requests to gateways, the only asynchronous part of payments.
//!
//! One transaction records each request, a second one its answer. No state is kept in between, so an interrupted request is
//! resumed by [`PaymentProcessor::reconcile`], [`PaymentProcessor::send_refunds`] or the shopper's next request.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::anyhow;
use jiff::{SignedDuration, Timestamp};

use super::attempt;
use super::money;
use crate::call::View;
use crate::call_context;
use crate::clock::Clock;
use crate::config::InForce;
use crate::db::{Db, Tx};
use crate::domain::money::Money;
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::error::{Result, refuse};
use crate::job_failure::Failures;
use crate::message;
use crate::order::{self, Actor, Command, Order};
use crate::order_view::{result, result_url};
use crate::payment::gateway::{
    GatewayError, Gateways, Headers, Known, Opening, PaymentState, RefundOutcome, RefundRequest, Report, WebhookData,
    WebhookRejection,
};
use crate::payment::store::{self, Attempt, RefundState, State};
use crate::throttle::{self, RateLimit};

/// Names of the jobs that run the functions of this file.
pub const RECONCILE: &str = "reconcile_payments";
pub const CANCEL_UNPAID: &str = "cancel_unpaid";
pub const SEND_REFUNDS: &str = "send_refunds";
/// Rows that one run of a job processes.
const BATCH: i64 = 50;
/// Minimum time between two status requests for one payment by shoppers.
const ASK_PAUSE: SignedDuration = SignedDuration::from_secs(3);
/// Rate limit of status requests by returns from a payment page.
const RETURNS: RateLimit = RateLimit { attempts: 5, window: SignedDuration::from_mins(1) };
/// A payment that expired this long ago and is unknown to the gateway counts as canceled.
const FORGOTTEN: SignedDuration = SignedDuration::from_hours(24);

/// A source of random bytes.
pub type RandomSource = Arc<dyn Fn() -> anyhow::Result<[u8; 32]> + Send + Sync>;

/// Sends requests to gateways and records their answers; cheap to clone.
#[derive(Clone)]
pub struct PaymentProcessor {
    db: Db,
    clock: Clock,
    config: Arc<InForce>,
    /// Those of the configuration in force.
    gateways: Arc<RwLock<Gateways>>,
    random: RandomSource,
}

impl fmt::Debug for PaymentProcessor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PaymentProcessor").field("gateways", &self.gateways()).finish_non_exhaustive()
    }
}

/// The operating system's random bytes.
pub fn system_random() -> RandomSource {
    Arc::new(|| {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes)?;
        Ok(bytes)
    })
}

/// How a webhook event was handled.
#[derive(Debug)]
pub enum WebhookOutcome {
    Processed,
    /// Already processed under the same event id.
    Duplicate,
    /// Concerns no payment or refund of this shop.
    Unknown,
    /// Its signature or contents are invalid.
    Rejected(WebhookRejection),
}

impl PaymentProcessor {
    pub fn new(
        db: Db,
        clock: Clock,
        config: Arc<InForce>,
        gateways: Gateways,
        random: RandomSource,
    ) -> PaymentProcessor {
        PaymentProcessor { db, clock, config, gateways: Arc::new(RwLock::new(gateways)), random }
    }

    /// Whether a gateway with this code is in use.
    pub fn has(&self, gateway: &str) -> bool {
        self.gateways().find(gateway).is_some()
    }

    fn gateways(&self) -> Gateways {
        self.gateways.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts other gateways in use; requests that have begun end with those that they began with.
    pub fn put_in_use(&self, gateways: Gateways) {
        *self.gateways.write().unwrap_or_else(PoisonError::into_inner) = gateways;
    }

    fn command(&self, actor: Actor) -> Result<Command> {
        Ok(Command { config: self.config.get(), actor, now: self.clock.now(), random: (self.random)()? })
    }

    // ── For shoppers ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// Opens the payment of an order's latest attempt, unless it is open already. Closes earlier attempts first.
    pub async fn begin(&self, token: &str) -> Result<()> {
        let order = self.order_of(token).await?;
        self.close_superseded(order.id).await?;
        let opening = |attempt: &Attempt| attempt.state == State::Opening && !attempt.is_withdrawn;
        if let Some(attempt) = self.last_attempt(order.id).await?.filter(opening) {
            self.open(&order, &attempt).await?;
        }
        Ok(())
    }

    /// Requests the state of the order's payment from its gateway, and renews an expired code.
    pub async fn refresh(&self, token: &str) -> Result<()> {
        let order = self.order_of(token).await?;
        if order.status != OrderStatus::Pending {
            return Ok(());
        }
        let Some(attempt) = self.last_attempt(order.id).await? else { return Ok(()) };
        if !attempt.is_undecided() {
            return Ok(());
        }
        let now = self.clock.now();
        if self.claim_check(&attempt).await? {
            self.check(&attempt).await?;
        }
        let is_code_over = attempt.url_expires_at.is_none_or(|until| now.as_millisecond() >= until);
        let Some(attempt) = self.last_attempt(order.id).await? else { return Ok(()) };
        let is_open = attempt.is_undecided() && !attempt.is_withdrawn;
        if attempt.method == PaymentMethod::Wechat && is_open && is_code_over {
            self.open(&order, &attempt).await?;
        }
        Ok(())
    }

    /// Handles the shopper's return from a payment page; answers the URL of the result screen. `gave_up` closes the payment.
    /// Beyond the rate limit no request is sent to the gateway.
    pub async fn returned(&self, token: &str, gave_up: bool) -> Result<String> {
        let order = self.order_of(token).await?;
        if let Some(attempt) = self.last_attempt(order.id).await?.filter(Attempt::is_undecided)
            && self.is_return_allowed(&attempt).await?
        {
            if gave_up {
                self.close(&attempt).await?;
            } else {
                self.check(&attempt).await?;
            }
        }
        let order = self.order_of(token).await?;
        let token = token.to_owned();
        let config = self.config.get();
        self.db
            .read(move |tx| {
                let view = View::load(tx, order.lang, order.totals.currency, order.created_at, &config)?;
                let shown = result(tx, &view, &order, &token)?;
                Ok(result_url(order.lang, shown.method, shown.outcome, &token))
            })
            .await
    }

    async fn order_of(&self, token: &str) -> Result<Order> {
        let token = token.to_owned();
        let found = self.db.read(move |tx| order::find_by_token(tx, &token)).await?;
        found.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
    }

    async fn last_attempt(&self, order_id: i64) -> Result<Option<Attempt>> {
        self.db.read(move |tx| store::find_last_attempt(tx, order_id)).await
    }

    /// Claims a status request now; of concurrent callers one gets it.
    async fn claim_check(&self, attempt: &Attempt) -> Result<bool> {
        let (id, now) = (attempt.id, self.clock.now());
        self.db.write(move |tx| store::claim_check(tx, id, now, now - ASK_PAUSE)).await
    }

    async fn is_return_allowed(&self, attempt: &Attempt) -> Result<bool> {
        let (id, now) = (attempt.id, self.clock.now());
        self.db
            .write(move |tx| {
                let key = throttle::Key::new(&call_context::shop_secret(tx)?, "payment/return", &id.to_string());
                throttle::attempt(tx, key, RETURNS, now)
            })
            .await
    }

    // ── Webhooks ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Handles a webhook. The event's id is saved in the transaction that processes it, so that it is processed once.
    pub async fn handle_webhook(&self, gateway: &str, headers: Headers<'_>, body: &[u8]) -> Result<WebhookOutcome> {
        let Some(gateway) = self.gateways().find(gateway) else { return Ok(WebhookOutcome::Unknown) };
        let event = match gateway.verify_webhook(headers, body, self.clock.now()) {
            Ok(event) => event,
            Err(why) => return Ok(WebhookOutcome::Rejected(why)),
        };
        let command = self.command(Actor::Gateway)?;
        let code = gateway.code();
        self.db
            .write(move |tx| {
                if !store::save_event(tx, code, &event.event_id, &event.kind, command.now)? {
                    return Ok(WebhookOutcome::Duplicate);
                }
                let processed = match &event.data {
                    WebhookData::Payment { reference, report } => {
                        store::find_attempt_by_reference(tx, code, reference)?
                            .map(|attempt| attempt::apply_report(tx, &command, attempt.id, report))
                    }
                    WebhookData::Refund { reference, outcome } => store::find_refund_by_reference(tx, reference)?
                        .map(|refund| money::apply_refund_outcome(tx, &command, refund.id, outcome)),
                    WebhookData::Alarm { payment_id, text } => store::find_order_of_payment(tx, payment_id)?
                        .map(|order_id| order::add_note(tx, order_id, command.actor, text, command.now)),
                    WebhookData::Nothing => Some(Ok(())),
                };
                Ok(processed.transpose()?.map_or(WebhookOutcome::Unknown, |()| WebhookOutcome::Processed))
            })
            .await
    }

    // ── Jobs ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Requests the state of undecided attempts that are due, and closes superseded ones.
    pub async fn reconcile(&self) -> Result<String> {
        let now = self.clock.now();
        let mut failures = Failures::load(&self.db, RECONCILE, now).await?;
        let limit = failures.limit(BATCH);
        let due = self.db.read(move |tx| store::list_due_attempts(tx, now, limit)).await?;
        let mut count = 0;
        for id in due {
            if failures.is_postponed(id) {
                continue;
            }
            let outcome = self.reconcile_attempt(id).await;
            count += usize::from(failures.record(id, outcome).await?.is_some());
        }
        Ok(format!("{count} payments asked about"))
    }

    async fn reconcile_attempt(&self, id: i64) -> Result<()> {
        let found = self
            .db
            .read(move |tx| match store::find_attempt(tx, id)?.filter(Attempt::is_undecided) {
                Some(attempt) => Ok(Some((attempt::is_current(tx, &attempt)?, attempt))),
                None => Ok(None),
            })
            .await?;
        match found {
            Some((true, attempt)) => self.check(&attempt).await,
            Some((false, attempt)) => self.close(&attempt).await,
            // A webhook or the shopper's return came first.
            None => Ok(()),
        }
    }

    /// Cancels orders that were not paid in time. Open attempts are closed first: a payment in the last second counts, a
    /// later one is refunded.
    pub async fn cancel_unpaid(&self) -> Result<String> {
        let now = self.clock.now();
        let mut failures = Failures::load(&self.db, CANCEL_UNPAID, now).await?;
        let limit = failures.limit(BATCH);
        let overdue = self.db.read(move |tx| order::list_overdue(tx, now, limit)).await?;
        let mut count = 0;
        for order_id in overdue {
            if failures.is_postponed(order_id) {
                continue;
            }
            let outcome = self.cancel_overdue(order_id).await;
            count += usize::from(failures.record(order_id, outcome).await? == Some(true));
        }
        Ok(format!("{count} orders canceled"))
    }

    async fn cancel_overdue(&self, order_id: i64) -> Result<bool> {
        let attempts = self.db.read(move |tx| store::list_attempts(tx, order_id)).await?;
        for attempt in attempts.iter().filter(|attempt| attempt.is_undecided()) {
            self.close(attempt).await?;
        }
        let command = self.command(Actor::Job)?;
        self.db.write(move |tx| cancel_if_overdue(tx, &command, order_id)).await
    }

    /// Sends due refunds to their gateways, and asks for the state of those already sent.
    pub async fn send_refunds(&self) -> Result<String> {
        let now = self.clock.now();
        let mut failures = Failures::load(&self.db, SEND_REFUNDS, now).await?;
        let limit = failures.limit(BATCH);
        let due = self.db.read(move |tx| store::list_due_refunds(tx, now, limit)).await?;
        let mut count = 0;
        for id in due {
            if failures.is_postponed(id) {
                continue;
            }
            let outcome = self.send_refund(id).await;
            count += usize::from(failures.record(id, outcome).await?.is_some());
        }
        Ok(format!("{count} refunds carried"))
    }

    async fn send_refund(&self, id: i64) -> Result<()> {
        let Some(refund) = self.db.read(move |tx| store::find_due_refund(tx, id)).await? else { return Ok(()) };
        let answer = match self.gateways().get(&refund.gateway) {
            Err(error) => Err(error),
            Ok(gateway) => {
                let request = RefundRequest {
                    reference: refund.reference.clone(),
                    attempts: refund.attempts,
                    external_id: refund.external_id.clone(),
                    attempt: refund.attempt_reference.clone(),
                    payment_id: refund.payment_external_id.clone(),
                    amount: Money::new(refund.amount, refund.currency),
                    paid: Money::new(refund.paid, refund.currency),
                };
                match refund.state {
                    RefundState::Sent => gateway.check_refund(request).await,
                    _ => gateway.refund(request).await,
                }
            }
        };
        let command = self.command(Actor::Gateway)?;
        let outcome = match answer {
            Ok(outcome) => outcome,
            Err(GatewayError::Refused(reason)) => RefundOutcome::Failed { reason },
            Err(GatewayError::Unreachable(why)) => {
                tracing::warn!(refund = id, gateway = refund.gateway, why, "refund not carried yet");
                return self.db.write(move |tx| money::record_refund_check(tx, &command, id, &why)).await;
            }
        };
        self.db.write(move |tx| money::apply_refund_outcome(tx, &command, id, &outcome)).await
    }

    // ── Single requests ──────────────────────────────────────────────────────────────────────────────────────────────

    async fn open(&self, order: &Order, attempt: &Attempt) -> Result<()> {
        let id = attempt.id;
        let answer = match self.gateways().get(&attempt.gateway) {
            Err(error) => Err(error),
            Ok(gateway) => gateway.open(self.opening(order, attempt).await?).await,
        };
        let now = self.clock.now();
        match answer {
            Ok(opened) => self.db.write(move |tx| attempt::save_opened(tx, id, &opened, now)).await,
            Err(error) => {
                tracing::warn!(attempt = id, gateway = attempt.gateway, trouble = %error, "payment not opened");
                self.db.write(move |tx| attempt::record_failed_opening(tx, id)).await
            }
        }
    }

    /// The request that opens a payment, built from rows alone so that a repeated request is identical.
    async fn opening(&self, order: &Order, attempt: &Attempt) -> Result<Opening> {
        let secret = self.db.read(|tx| attempt::return_secret(tx)).await?;
        let token = attempt::return_token(&secret, &attempt.reference);
        let config = self.config.get();
        let url = format!("{}/payment/return?token={token}", config.public_url());
        Ok(Opening {
            reference: attempt.reference.clone(),
            order_number: order.number.clone(),
            amount: attempt.money(),
            lang: order.lang,
            email: order.email.clone(),
            label: format!("{} {}", config.brand.name, order.number),
            cancel_url: format!("{url}&canceled=1"),
            return_url: url,
            created_at: order::moment(attempt.created_at)?,
            expires_at: order::moment(attempt.expires_at)?,
        })
    }

    async fn check(&self, attempt: &Attempt) -> Result<()> {
        let answer = match self.gateways().get(&attempt.gateway) {
            Ok(gateway) => gateway.check(known(attempt)).await,
            Err(error) => Err(error),
        };
        self.apply(attempt, answer).await
    }

    async fn close(&self, attempt: &Attempt) -> Result<()> {
        let answer = match self.gateways().get(&attempt.gateway) {
            Ok(gateway) => gateway.close(known(attempt)).await,
            Err(error) => Err(error),
        };
        self.apply(attempt, answer).await
    }

    /// Applies a gateway's answer about an attempt.
    async fn apply(&self, attempt: &Attempt, answer: std::result::Result<Report, GatewayError>) -> Result<()> {
        let id = attempt.id;
        let command = self.command(Actor::Gateway)?;
        let answer = match answer {
            // The payment is unknown to the gateway: final long after its expiry; before, it may still appear.
            Err(GatewayError::Refused(why)) if is_forgotten(attempt, command.now)? => {
                tracing::info!(attempt = id, why, "payment given up");
                Ok(Report::of(PaymentState::Canceled, true))
            }
            other => other,
        };
        match answer {
            Ok(report) => {
                self.db
                    .write(move |tx| {
                        attempt::record_check(tx, id, command.now)?;
                        attempt::apply_report(tx, &command, id, &report)
                    })
                    .await
            }
            Err(error) => {
                tracing::warn!(attempt = id, gateway = attempt.gateway, trouble = %error, "payment not asked about");
                self.db.write(move |tx| attempt::record_check(tx, id, command.now)).await
            }
        }
    }

    /// Closes the superseded attempts of an order.
    async fn close_superseded(&self, order_id: i64) -> Result<()> {
        let superseded = self
            .db
            .read(move |tx| {
                let mut superseded = Vec::new();
                for attempt in store::list_attempts(tx, order_id)? {
                    if attempt.is_undecided() && !attempt::is_current(tx, &attempt)? {
                        superseded.push(attempt);
                    }
                }
                Ok(superseded)
            })
            .await?;
        for attempt in superseded {
            self.close(&attempt).await?;
        }
        Ok(())
    }
}

fn known(attempt: &Attempt) -> Known {
    let (reference, external_id) = (attempt.reference.clone(), attempt.external_id.clone());
    Known { reference, external_id, amount: attempt.money() }
}

/// Whether an attempt unknown to its gateway counts as canceled.
fn is_forgotten(attempt: &Attempt, now: Timestamp) -> Result<bool> {
    // Without a URL it cannot be paid.
    if attempt.state == State::Opening && attempt.url.is_empty() {
        return Ok(true);
    }
    Ok(now >= order::moment(attempt.expires_at)? + FORGOTTEN)
}

/// Cancels an order that is overdue and still unpaid.
fn cancel_if_overdue(tx: &mut dyn Tx, command: &Command, order_id: i64) -> Result<bool> {
    let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
    let is_over = order.hold_until.is_some_and(|until| command.now >= until + SignedDuration::from_secs(1));
    if !order.status.is_pending() || !is_over {
        return Ok(false);
    }
    money::cancel(tx, command, order_id, "unpaid")?;
    Ok(true)
}
