//! Rate limits of login and password reset (decisions §4).
//!
//! Attempts are counted before the password is verified, so that concurrent guesses count too. Accounts are counted by
//! e-mail address, existing or not, so that throttling discloses nothing.

use jiff::SignedDuration;

use crate::call::Visitor;
use crate::call_context::CallContext;
use crate::config::Accounts;
use crate::db::Tx;
use crate::domain::validate::email_key;
use crate::error::{Result, refuse};
use crate::message;
use crate::throttle::{self, Key, RateLimit};

/// The buckets of one attempt.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    account: (Key, RateLimit),
    /// None for loopback clients, which are not limited.
    network: Option<(Key, RateLimit)>,
}

impl Attempt {
    /// An attempt to log in.
    pub fn login(context: &CallContext, visitor: &Visitor, email: &str) -> Attempt {
        let Accounts { failures_per_account, failures_per_network, failure_window_minutes, .. } =
            visitor.view.config.accounts;
        let window = SignedDuration::from_mins(failure_window_minutes.into());
        let limit = |attempts| RateLimit { attempts, window };
        Self::new(context, visitor, "login", email, limit(failures_per_account), limit(failures_per_network))
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
        Attempt { account: (Key::new(&context.secret, "email", &customer_id.to_string()), limit), network: None }
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
        Attempt {
            account: (key("account", &email_key(email)), of_account),
            network: visitor.network.map(|network| (key("network", &network.to_string()), of_network)),
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

    /// Resets the account's bucket.
    pub fn reset_account(&self, tx: &mut dyn Tx) -> Result<()> {
        throttle::reset(tx, self.account.0)
    }

    /// The password was correct: resets the account's bucket and refunds the network's token.
    pub fn succeeded(&self, tx: &mut dyn Tx) -> Result<()> {
        self.reset_account(tx)?;
        if let Some((key, limit)) = self.network {
            throttle::refund_attempt(tx, key, limit)?;
        }
        Ok(())
    }
}

/// Counts an attempt and verifies the password; without a hash it takes as long.
///
/// A throttled attempt is refused with the literal of boutique.md §8.
pub async fn compare(
    context: &CallContext,
    visitor: &Visitor,
    attempt: Attempt,
    password: &str,
    hash: Option<&str>,
) -> Result<bool> {
    let counting = visitor.clone();
    if !context.db.write(move |tx| attempt.make(tx, &counting)).await? {
        return Err(refuse(message::LOGIN_DISABLED));
    }
    context.passwords.verify(password, hash).await
}
