//! How often a password may be guessed and a new one be asked for (decisions §4).
//!
//! Attempts are counted before the password is looked at, so that a hundred guesses at once are a hundred guesses. An account
//! is counted by its address whether or not it exists, hence nothing is disclosed by being stopped.

use jiff::SignedDuration;

use crate::call::Visitor;
use crate::call_context::CallContext;
use crate::config::Accounts;
use crate::db::Tx;
use crate::domain::validate::email_key;
use crate::error::{Result, refuse};
use crate::message;
use crate::throttle::{self, Key, RateLimit};

/// The keys of one attempt at an account.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    account: (Key, RateLimit),
    /// None on this machine, where no limit applies.
    network: Option<(Key, RateLimit)>,
}

impl Attempt {
    /// At guessing a password.
    pub fn login(context: &CallContext, visitor: &Visitor, email: &str) -> Attempt {
        let Accounts { failures_per_account, failures_per_network, failure_window_minutes, .. } =
            visitor.view.config.accounts;
        let window = SignedDuration::from_mins(failure_window_minutes.into());
        let limit = |attempts| RateLimit { attempts, window };
        Self::new(context, visitor, "login", email, limit(failures_per_account), limit(failures_per_network))
    }

    /// At asking for a link.
    pub fn reset(context: &CallContext, visitor: &Visitor, email: &str) -> Attempt {
        let Accounts { resets_per_account, resets_per_network, .. } = visitor.view.config.accounts;
        let window = SignedDuration::from_hours(1);
        let limit = |attempts| RateLimit { attempts, window };
        Self::new(context, visitor, "reset", email, limit(resets_per_account), limit(resets_per_network))
    }

    /// At moving an account to another address: as often as links may be asked for.
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

    /// Counts it; whether it may be made. A network that is stopped does not use up the patience of accounts.
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

    /// Begins anew with the account.
    pub fn forgive(&self, tx: &mut dyn Tx) -> Result<()> {
        throttle::reset(tx, self.account.0)
    }

    /// The password was right: whoever knows it need not wait, and the network has one attempt back.
    pub fn succeeded(&self, tx: &mut dyn Tx) -> Result<()> {
        self.forgive(tx)?;
        if let Some((key, limit)) = self.network {
            throttle::refund_attempt(tx, key, limit)?;
        }
        Ok(())
    }
}

/// Counts an attempt at a password and compares it: `None` for the hash takes as long as any.
///
/// Refuses with the literal of boutique.md §8 when there have been too many.
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
