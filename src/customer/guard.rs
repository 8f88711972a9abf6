//! Rate limits of login and password reset (decisions §4).
//!
//! Attempts are counted before the password is verified, so that concurrent guesses count too. Accounts are counted by
//! e-mail address, existing or not, so that throttling discloses nothing. A device on which the customer has logged in before
//! is counted by itself: others' guesses do not lock the customer out, and its own are limited as strictly.

use jiff::{SignedDuration, Timestamp};

use super::device;
use super::store::Login;
use crate::call::Visitor;
use crate::call_context::{self, CallContext};
use crate::config::{Accounts, Config};
use crate::db::Tx;
use crate::domain::validate::email_key;
use crate::error::{Error, Result, refuse};
use crate::message;
use crate::security_log::{self, Event};
use crate::throttle::{self, Key, RateLimit};

/// Refused attempts are logged once in this time for each account and network, so that a flood fills no table.
const REFUSALS: RateLimit = RateLimit { attempts: 1, window: SignedDuration::from_mins(10) };

/// The buckets of one attempt.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    /// Of the account, or of the device if it is known.
    account: (Key, RateLimit),
    /// `None` where no limit applies. A known device is counted too: nobody gains by collecting device cookies.
    network: Option<(Key, RateLimit)>,
    /// The bucket of [`REFUSALS`].
    refusals: Key,
}

impl Attempt {
    /// An attempt to log in with this address; `customer_id` is that of its account.
    pub fn login(context: &CallContext, visitor: &Visitor, email: &str, customer_id: Option<i64>) -> Attempt {
        let Accounts { failures_per_account, failures_per_network, failure_window_minutes, .. } =
            visitor.view.config.accounts;
        let window = SignedDuration::from_mins(failure_window_minutes.into());
        let limit = |attempts| RateLimit { attempts, window };
        let device = customer_id.and_then(|id| {
            let cookie = visitor.device.as_deref()?;
            device::find(&context.secret, id, cookie, visitor.now())
        });
        let attempt =
            Self::new(context, visitor, "login", email, limit(failures_per_account), limit(failures_per_network));
        match device {
            Some(device) => Attempt {
                account: (Key::new(&context.secret, "login device", &device), limit(failures_per_account)),
                ..attempt
            },
            None => attempt,
        }
    }

    /// An attempt to log in, or to prove who is there, with the passkey of this credential id: as with a password.
    pub fn passkey(context: &CallContext, visitor: &Visitor, credential_id: &[u8]) -> Attempt {
        let id = hex::encode(credential_id);
        let attempt = Attempt::login(context, visitor, &id, None);
        let (_, limit) = attempt.account;
        Attempt { account: (Key::new(&context.secret, "login passkey", &id), limit), ..attempt }
    }

    /// A request for a password link.
    pub fn reset(context: &CallContext, visitor: &Visitor, email: &str) -> Attempt {
        let Accounts { resets_per_account, resets_per_network, .. } = visitor.view.config.accounts;
        let window = SignedDuration::from_hours(1);
        let limit = |attempts| RateLimit { attempts, window };
        Self::new(context, visitor, "reset", email, limit(resets_per_account), limit(resets_per_network))
    }

    /// A change of the e-mail address, with the limit of password links.
    pub fn email_change(context: &CallContext, visitor: &Visitor, customer_id: i64) -> Attempt {
        let attempts = visitor.view.config.accounts.resets_per_account;
        let limit = RateLimit { attempts, window: SignedDuration::from_hours(1) };
        let attempt = Self::new(context, visitor, "email", "", limit, limit);
        let account = Key::new(&context.secret, "email", &customer_id.to_string());
        Attempt { account: (account, limit), network: None, ..attempt }
    }

    fn new(
        context: &CallContext,
        visitor: &Visitor,
        kind: &str,
        email: &str,
        of_account: RateLimit,
        of_network: RateLimit,
    ) -> Attempt {
        let key = |whom: &str, name: &str| Key::new(&context.secret, &format!("{kind} {whom}"), name);
        let network = visitor.network.map(|network| network.to_string());
        Attempt {
            account: (key("account", &email_key(email)), of_account),
            network: network.as_ref().map(|network| (key("network", network), of_network)),
            refusals: key("refused", &format!("{} {}", network.unwrap_or_default(), email_key(email))),
        }
    }

    /// Counts the attempt; answers whether it is allowed. A throttled network takes no token from the account.
    pub fn make(&self, tx: &mut dyn Tx, visitor: &Visitor) -> Result<bool> {
        let now = visitor.now();
        if let Some((key, limit)) = self.network
            && !throttle::attempt(tx, key, limit, now)?
        {
            return Ok(false);
        }
        let (key, limit) = self.account;
        throttle::attempt(tx, key, limit, now)
    }

    /// Resets the bucket of the account or the device.
    pub fn reset_account(&self, tx: &mut dyn Tx) -> Result<()> {
        throttle::reset(tx, self.account.0)
    }

    /// The password was correct: resets the bucket of the account or the device, and refunds the network's token.
    pub fn succeeded(&self, tx: &mut dyn Tx) -> Result<()> {
        self.reset_account(tx)?;
        self.refund_network(tx)
    }

    /// The password was not compared: refunds both tokens.
    fn refund(&self, tx: &mut dyn Tx) -> Result<()> {
        throttle::refund_attempt(tx, self.account.0, self.account.1)?;
        self.refund_network(tx)
    }

    fn refund_network(&self, tx: &mut dyn Tx) -> Result<()> {
        match self.network {
            Some((key, limit)) => throttle::refund_attempt(tx, key, limit),
            None => Ok(()),
        }
    }
}

/// Whether the next attempt to log in with this address, from a device that is not known, would be refused.
pub fn is_throttled(tx: &mut dyn Tx, config: &Config, email: &str, now: Timestamp) -> Result<bool> {
    let Accounts { failures_per_account, failure_window_minutes, .. } = config.accounts;
    let limit =
        RateLimit { attempts: failures_per_account, window: SignedDuration::from_mins(failure_window_minutes.into()) };
    let key = Key::new(&call_context::shop_secret(tx)?, "login account", &email_key(email));
    Ok(!throttle::is_open(tx, key, limit, now)?)
}

/// Counts an attempt and verifies the password of an account; without an account it takes as long. A wrong password is logged
/// as `failure`.
///
/// A throttled attempt is refused with the literal of boutique.md §8. Where too many passwords wait to be hashed the attempt
/// does not count.
pub async fn compare(
    context: &CallContext,
    visitor: &Visitor,
    attempt: Attempt,
    password: &str,
    login: Option<&Login>,
    failure: Event,
) -> Result<bool> {
    let customer_id = login.map(|login| login.id);
    count(context, visitor, attempt, customer_id).await?;
    let hash = login.and_then(|login| login.password_hash.as_deref());
    let compared = context.passwords.verify(visitor.network, password, hash).await;
    let is_right = refund_if_unavailable(context, attempt, compared).await?;
    if !is_right {
        let visitor = visitor.clone();
        context.db.write(move |tx| security_log::record(tx, &visitor, failure, customer_id)).await?;
    }
    Ok(is_right)
}

/// Counts an attempt; one too many is refused with the literal of boutique.md §8.
pub async fn count(context: &CallContext, visitor: &Visitor, attempt: Attempt, customer_id: Option<i64>) -> Result<()> {
    let counting = visitor.clone();
    let is_allowed = context.db.write(move |tx| {
        let is_allowed = attempt.make(tx, &counting)?;
        if !is_allowed && throttle::attempt(tx, attempt.refusals, REFUSALS, counting.now())? {
            security_log::record(tx, &counting, Event::LoginRefused, customer_id)?;
        }
        Ok(is_allowed)
    });
    if is_allowed.await? { Ok(()) } else { Err(refuse(message::LOGIN_DISABLED)) }
}

/// Refunds an attempt for which no password could be hashed.
pub async fn refund_if_unavailable<T>(context: &CallContext, attempt: Attempt, hashed: Result<T>) -> Result<T> {
    if let Err(Error::Unavailable(_)) = hashed {
        context.db.write(move |tx| attempt.refund(tx)).await?;
    }
    hashed
}
