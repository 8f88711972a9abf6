//! Limits of guesses, password and code compared together, and passkeys.
//!
//! Attempts are counted before the password is hashed, by address and network together, by network, and loosely by address:
//! who guesses from elsewhere does not lock a person out. Codes, which only somebody with the right password can try, are
//! counted by person. Addresses count alike whether or not somebody has them, and the same is written to the database, so
//! that neither answer nor timing discloses them. A passkey is counted in the same way, by its id in the place of the address.
//! Limits hold for this machine too.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};

use super::store::{self, Login};
use super::totp;
use crate::audit::{self, Actor, Origin};
use crate::call::Client;
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::domain::validate::{self, email_key};
use crate::error::{Error, Result, refuse};
use crate::message::{self, MessageDef};
use crate::throttle::{self, Key, RateLimit};

const WINDOW: SignedDuration = SignedDuration::from_mins(15);
/// Failures in a window by address and network, by network, by address, and of codes.
const HERE: RateLimit = RateLimit { attempts: 5, window: WINDOW };
const NETWORK: RateLimit = RateLimit { attempts: 20, window: WINDOW };
const ADDRESS: RateLimit = RateLimit { attempts: 50, window: WINDOW };
const CODES: RateLimit = RateLimit { attempts: 5, window: WINDOW };
/// Refused attempts are recorded once in this time for each address and network, so that a flood fills no table.
const REFUSALS: RateLimit = RateLimit { attempts: 1, window: WINDOW };

/// The buckets of one attempt.
#[derive(Debug, Clone, Copy)]
struct Attempt {
    here: Key,
    network: Key,
    address: Key,
    codes: Key,
    refusals: Key,
}

impl Attempt {
    /// `address`: in lower case, or what stands for it.
    fn new(context: &CallContext, client: &Client, address: &str) -> Attempt {
        let network = client.network.to_string();
        let both = format!("{network} {address}");
        let key = |kind: &str, name: &str| Key::new(&context.secret, &format!("console {kind}"), name);
        Attempt {
            here: key("here", &both),
            network: key("network", &network),
            address: key("address", address),
            codes: key("codes", address),
            refusals: key("refused", &both),
        }
    }

    fn counted(&self) -> [(Key, RateLimit); 3] {
        [(self.network, NETWORK), (self.here, HERE), (self.address, ADDRESS)]
    }

    /// Counts the attempt; answers whether it is allowed. A throttled bucket takes nothing from those after it.
    fn make(&self, tx: &mut dyn Tx, now: Timestamp) -> Result<bool> {
        for (key, limit) in self.counted() {
            if !throttle::attempt(tx, key, limit, now)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Counts the attempt in a transaction of its own; refused if there were too many, which is recorded once in a while.
    async fn count(self, context: &CallContext, refused: &Refused) -> Result<()> {
        let refused = refused.clone();
        let is_allowed = context.db.write(move |tx| {
            let is_allowed = self.make(tx, refused.now)?;
            if !is_allowed && throttle::attempt(tx, self.refusals, REFUSALS, refused.now)? {
                refused.record(tx, message::STAFF_THROTTLED)?;
            }
            Ok(is_allowed)
        });
        if is_allowed.await? { Ok(()) } else { Err(refuse(message::STAFF_THROTTLED.with("minutes", WINDOW.as_mins()))) }
    }

    /// Gives the tokens back: nothing was compared.
    fn refund(&self, tx: &mut dyn Tx) -> Result<()> {
        self.counted().into_iter().try_for_each(|(key, limit)| throttle::refund_attempt(tx, key, limit))
    }

    fn succeeded(&self, tx: &mut dyn Tx, has_code: bool) -> Result<()> {
        throttle::reset(tx, self.here)?;
        if has_code {
            throttle::reset(tx, self.codes)?;
        }
        throttle::refund_attempt(tx, self.network, NETWORK)?;
        throttle::refund_attempt(tx, self.address, ADDRESS)
    }
}

/// What is recorded of an attempt that is refused.
#[derive(Clone)]
struct Refused {
    actor: Actor,
    origin: Origin,
    call: &'static str,
    concerned: Option<i64>,
    now: Timestamp,
}

impl Refused {
    fn new(client: &Client, call: &'static str, concerned: Option<i64>) -> Refused {
        let actor = client.signed_in.as_ref().map_or(Actor::Anybody, |who| Actor::Staff(who.staff_id));
        Refused { actor, origin: client.audit_origin(), call, concerned, now: client.now() }
    }

    fn record(&self, tx: &mut dyn Tx, reason: MessageDef) -> Result<()> {
        audit::record_refusal(tx, &self.actor, &self.origin, self.call, self.concerned, reason.id, self.now)
    }
}

/// What a person claims.
#[derive(Clone)]
pub struct Claim {
    pub email: String,
    pub password: String,
    /// None where the password is enough.
    pub code: Option<String>,
}

/// Compares password and code, where one is claimed, and uses the code up. Without a login it takes as long; everything wrong is
/// refused with `wrong`. A failure is recorded for `call`.
///
/// The password may have changed since: the transaction that follows asks [`still_holds`].
pub async fn prove(
    context: &CallContext,
    client: &Client,
    call: &'static str,
    claim: Claim,
    login: Option<Login>,
    wrong: MessageDef,
) -> Result<Login> {
    let attempt = Attempt::new(context, client, &email_key(&claim.email));
    let now = client.now();
    let refused = Refused::new(client, call, login.as_ref().map(|login| login.staff_id));
    attempt.count(context, &refused).await?;
    let hash = login.as_ref().map(|login| login.password_hash.as_str());
    let compared = context.passwords.verify(Some(client.network), &claim.password, hash).await;
    if let Err(Error::Unavailable(_)) = compared {
        context.db.write(move |tx| attempt.refund(tx)).await?;
    }
    let login = login.filter(|_| matches!(compared, Ok(true)));
    compared?;
    let (proved, code) = (login.clone(), claim.code);
    let is_proved = context.db.write(move |tx| {
        let is_right = match &proved {
            Some(login) => match &code {
                Some(code) => use_code(tx, &attempt, login, code, now)?,
                None => true,
            },
            None => false,
        };
        if is_right {
            attempt.succeeded(tx, code.is_some())?;
        } else {
            refused.record(tx, wrong)?;
        }
        Ok(is_right)
    });
    match (is_proved.await?, login) {
        (true, Some(login)) => Ok(login),
        _ => Err(refuse(wrong)),
    }
}

/// Counts the use of a passkey, then has `verify` check what it has signed. `credential_id` names the key, `concerned` its person, where
/// one is known. What is not verified is refused with its reason, and recorded for `call`.
pub async fn prove_key<T>(
    context: &CallContext,
    client: &Client,
    call: &'static str,
    credential_id: &[u8],
    concerned: Option<i64>,
    verify: impl FnOnce() -> Result<T, MessageDef> + Send,
) -> Result<T> {
    let attempt = Attempt::new(context, client, &BASE64_URL_SAFE_NO_PAD.encode(credential_id));
    let refused = Refused::new(client, call, concerned);
    attempt.count(context, &refused).await?;
    let verified = verify();
    let reason = verified.as_ref().err().copied();
    let recorded = context.db.write(move |tx| match reason {
        Some(reason) => refused.record(tx, reason),
        None => attempt.succeeded(tx, false),
    });
    recorded.await?;
    verified.map_err(refuse)
}

/// Uses a code up; false if it is wrong, was used before, or too many were wrong.
fn use_code(tx: &mut dyn Tx, attempt: &Attempt, login: &Login, code: &str, now: Timestamp) -> Result<bool> {
    if !throttle::attempt(tx, attempt.codes, CODES, now)? {
        return Ok(false);
    }
    if !totp::is_one_time(code) {
        return store::use_recovery_code(tx, login.staff_id, totp::recovery_hash(code));
    }
    match totp::step(&login.totp_secret, code, now)? {
        Some(step) => store::use_step(tx, login.staff_id, step),
        None => Ok(false),
    }
}

/// Refuses with `wrong` if the login has changed since it was proved, or its person is disabled.
pub fn still_holds(tx: &mut dyn Tx, login: &Login, wrong: MessageDef) -> Result<()> {
    if store::find_login_of(tx, login.staff_id)?.as_ref() == Some(login) { Ok(()) } else { Err(refuse(wrong)) }
}

/// Whether the fields of a claim are filled in; nothing else is told about them.
pub fn is_filled(claim: &Claim) -> bool {
    [Some(&claim.email), Some(&claim.password), claim.code.as_ref()]
        .into_iter()
        .flatten()
        .all(|field| !validate::trim(field).is_empty())
}
