//! States of an attempt to pay: recorded before the request to the gateway, changed by the gateway's reports.
//!
//! Reports come by webhook, on return and on request; repeated, late and out of order. So a report never reverts an attempt:
//! paid is final, and any other final state is changed by a payment only.

use std::net::IpAddr;

use anyhow::anyhow;
use jiff::{SignedDuration, Timestamp};

use super::money;
use crate::call_context;
use crate::db::Tx;
use crate::domain::money::Money;
use crate::domain::order_status::{CARD_HOLD, OrderStatus, PaymentMethod};
use crate::error::Result;
use crate::order::{self, Command, Order};
use crate::order_view::{self, OrderMail};
use crate::payment::CODE_SHOWN;
use crate::payment::gateway::{self, Opened, PaymentState, Place, Report};
use crate::payment::store::{self, Attempt, NewAttempt, NewPayment, State};
use crate::session;
use crate::throttle::Key;

/// A recorded attempt without any answer is checked after this time.
const OPENING: SignedDuration = SignedDuration::from_mins(2);
/// Minimum lifetime of a payment page: gateways refuse shorter ones.
const SHORTEST: SignedDuration = SignedDuration::from_mins(31);
/// How long an order keeps its stock for a payment that takes days (decisions §6).
const DELAYED_HOLD: SignedDuration = SignedDuration::from_hours(14 * 24);
/// How often the gateway is asked about one, if it does not tell by itself.
const DELAYED_PAUSE: SignedDuration = SignedDuration::from_hours(6);
/// Grace period after the expiry of an attempt, for a payment begun before it.
const AFTERMATH: SignedDuration = SignedDuration::from_secs(30);

/// Name of the secret, and purpose of the tokens derived from it.
const RETURN: &str = "payment return";

/// The session, account and network that an attempt is counted by.
#[derive(Debug, Clone, Copy, Default)]
pub struct Payer {
    pub session_id: Option<i64>,
    pub customer_id: Option<i64>,
    /// None where no limit applies.
    pub network: Option<IpAddr>,
}

impl Payer {
    /// A hash of the network under the shop's secret: enough to count by, not to look up. Kept for a day with an attempt to
    /// pay, and with an order while it is pending.
    pub fn network_handle(self, tx: &mut dyn Tx) -> Result<Option<String>> {
        let Some(network) = self.network else { return Ok(None) };
        let secret = call_context::shop_secret(tx)?;
        Ok(Some(Key::new(&secret, "payment attempts of network", &network.to_string()).handle()))
    }
}

/// Records a new attempt to pay an order online; answers its id.
pub fn begin(tx: &mut dyn Tx, command: &Command, order: &Order, method: PaymentMethod, payer: Payer) -> Result<i64> {
    let gateway =
        gateway::code_of(&command.config, method).ok_or_else(|| anyhow!("{} has no gateway", method.code()))?;
    let number = store::count_attempts(tx, order.id)?;
    // 128 bits in 32 characters, the maximum of all gateways.
    let reference = command.token(&format!("attempt {number}"), order.id)[..32].to_owned();
    let network = payer.network_handle(tx)?;
    let held = order.hold_until.unwrap_or(command.now);
    let new = NewAttempt {
        order_id: order.id,
        method,
        gateway,
        reference: &reference,
        amount: Money::new(store::outstanding(tx, order)?.minor(), order.totals.currency),
        session_id: payer.session_id,
        customer_id: payer.customer_id,
        network: network.as_deref(),
        created_at: command.now,
        expires_at: held.max(command.now + SHORTEST),
        next_check_at: command.now + OPENING,
    };
    let id = store::save_attempt(tx, &new)?;
    // Derived from the command's random bytes, from which other tokens are derived too.
    let secret = call_context::secret(tx, RETURN, &session::hash(&command.token(RETURN, order.id)))?;
    order::save_token(tx, order.id, &return_token(&secret, &reference), command.now)?;
    Ok(id)
}

/// The order's token in the return URL of an attempt's payment page. Repeated requests to open the page must be identical,
/// whichever of the order's tokens triggered them; so this token is derived from the attempt's reference and a secret of the
/// shop. As for all tokens, only its hash is stored.
pub fn return_token(secret: &[u8; 32], reference: &str) -> String {
    session::new_token(&session::hash(&format!("{RETURN} {} {reference}", session::new_token(secret))))
}

/// The secret of [`return_token`].
pub fn return_secret(tx: &mut dyn Tx) -> Result<[u8; 32]> {
    call_context::find_secret(tx, RETURN)?.ok_or_else(|| anyhow!("an attempt without its secret").into())
}

/// Saves the page or code of an opened payment; a superseded attempt is scheduled to be closed.
pub fn save_opened(tx: &mut dyn Tx, id: i64, opened: &Opened, now: Timestamp) -> Result<()> {
    let Some(attempt) = store::find_attempt(tx, id)? else { return Ok(()) };
    // In demo mode the code leads to a page, but expires too.
    let is_code = matches!(opened.place, Place::Code(_)) || attempt.method == PaymentMethod::Wechat;
    let until = is_code.then(|| now + CODE_SHOWN);
    let next_check_at = if is_current(tx, &attempt)? { next_check(&attempt, now)? } else { now };
    store::save_opened(tx, id, opened, until, next_check_at)
}

/// Records that an attempt could not be opened. It has no URL, so it cannot be paid.
pub fn record_failed_opening(tx: &mut dyn Tx, id: i64) -> Result<()> {
    let Some(attempt) = store::find_attempt(tx, id)? else { return Ok(()) };
    if attempt.state == State::Opening {
        store::save_state(tx, id, State::Unreachable, None)?;
    }
    Ok(())
}

/// Whether this is the last attempt of an order that still waits for a payment online, and nobody has closed its page.
pub fn is_current(tx: &mut dyn Tx, attempt: &Attempt) -> Result<bool> {
    let Some(order) = order::find(tx, attempt.order_id)? else { return Ok(false) };
    if order.status != OrderStatus::Pending || attempt.is_withdrawn {
        return Ok(false);
    }
    Ok(store::find_last_attempt(tx, attempt.order_id)?.is_some_and(|last| last.id == attempt.id))
}

/// Records a status request and schedules the next.
pub fn record_check(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    let Some(attempt) = store::find_attempt(tx, id)? else { return Ok(()) };
    store::save_check(tx, id, now, now + store::backoff(attempt.checks))
}

/// Applies a report of the gateway to an attempt. Idempotent.
pub fn apply_report(tx: &mut dyn Tx, command: &Command, id: i64, report: &Report) -> Result<()> {
    let Some(attempt) = store::find_attempt(tx, id)? else { return Ok(()) };
    if let Some(external_id) = report.external_id.as_deref().filter(|_| attempt.external_id.is_empty()) {
        store::save_external_id(tx, id, external_id)?;
    }
    if attempt.state == State::Paid {
        return Ok(());
    }
    let next = if report.is_final { None } else { Some(next_check(&attempt, command.now)?) };
    // What says less than the shop knows is about the time before: about an earlier card, or the open page.
    if attempt.is_delayed() && !report.is_final && report.state != PaymentState::Delayed {
        return store::save_state(tx, id, State::Uncertain, next);
    }
    let state = match &report.state {
        PaymentState::Paid { payment_id, amount } => {
            store::save_state(tx, id, State::Paid, None)?;
            let payment = NewPayment {
                value_date: None,
                attempt_id: Some(id),
                method: attempt.method.code(),
                reference: payment_id,
                amount: *amount,
            };
            money::receive(tx, command, attempt.order_id, &payment)?;
            return Ok(());
        }
        // Final: only a payment changes it.
        _ if !attempt.is_undecided() => return Ok(()),
        PaymentState::Delayed => return save_delayed(tx, command, &attempt),
        // A page stays open after a decline: the shopper may try another card.
        PaymentState::Open => match attempt.state {
            State::Uncertain => State::Open,
            state => state,
        },
        PaymentState::Uncertain => State::Uncertain,
        PaymentState::Declined => State::Declined,
        // A decline before the page was closed stays a decline.
        PaymentState::Canceled if attempt.state == State::Declined => State::Declined,
        PaymentState::Canceled => State::Canceled,
    };
    store::save_state(tx, id, state, next)?;
    // After days only the house and its mail are left: without room for another try the order ends as an unpaid one does.
    if attempt.is_delayed() && awaits(tx, &attempt)? {
        order::save_hold(tx, attempt.order_id, order::moment(attempt.created_at)? + CARD_HOLD)?;
    }
    Ok(())
}

/// Records that a payment has begun which takes days. Once: its order keeps its stock so long, is confirmed, and leaves the cart, as
/// one that is paid by transfer.
fn save_delayed(tx: &mut dyn Tx, command: &Command, attempt: &Attempt) -> Result<()> {
    let next = command.now + DELAYED_PAUSE;
    if attempt.is_delayed() || !awaits(tx, attempt)? {
        return store::save_state(tx, attempt.id, State::Uncertain, Some(next));
    }
    let until = command.now + DELAYED_HOLD;
    store::save_delayed(tx, attempt.id, until, next)?;
    order::save_hold(tx, attempt.order_id, until)?;
    let order = order::find(tx, attempt.order_id)?.ok_or_else(|| anyhow!("an attempt without its order"))?;
    money::take_out_of_cart(tx, &order, command)?;
    if order::save_confirmed(tx, order.id, command.now)? {
        order_view::send_mail(tx, command, order.id, &OrderMail::Received)?;
    }
    Ok(())
}

/// Whether an order waits for the money of this attempt.
fn awaits(tx: &mut dyn Tx, attempt: &Attempt) -> Result<bool> {
    let order = order::find(tx, attempt.order_id)?;
    let last = store::find_last_attempt(tx, attempt.order_id)?;
    Ok(order.is_some_and(|order| order.status == OrderStatus::Pending)
        && last.is_some_and(|last| last.id == attempt.id))
}

/// Time of the next status request: exponential backoff, but soon after the attempt expires.
fn next_check(attempt: &Attempt, now: Timestamp) -> Result<Timestamp> {
    let next = now + store::backoff(attempt.checks);
    let over = order::moment(attempt.expires_at)? + AFTERMATH;
    Ok(if now < over { next.min(over) } else { next })
}
