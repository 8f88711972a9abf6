//! Limits guesses at promo tags: a network may name a number of unknown tags, then every tag is answered as unknown to it for
//! a while.
//!
//! A tag counts once per network however often it is sent: a browser repeats its cookie with every call. A session whose tag
//! was accepted before keeps it, so that another guesser in the same network does not take its price away.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::call::ClaimedTag;
use crate::cms;
use crate::db::Tx;
use crate::domain::promotion::normalise;
use crate::error::Result;
use crate::session;
use crate::throttle::{self, Key, RateLimit};

/// In which the tokens of a network refill.
const WINDOW: SignedDuration = SignedDuration::from_hours(1);
/// How long a browser keeps a tag (decisions §4, `employcode`).
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 30);

/// One attempt within a time: an empty bucket says that it was made.
const fn once(window: SignedDuration) -> RateLimit {
    RateLimit { attempts: 1, window }
}

/// The tag of a request, and whether its network may learn if it exists. `network` is `None` for this machine, which is not
/// limited; `token` is that of the session.
pub async fn claimed(
    app: &App,
    code: Option<String>,
    token: Option<&str>,
    network: Option<IpAddr>,
    now: Timestamp,
) -> Result<Option<ClaimedTag>> {
    let Some(code) = code else { return Ok(None) };
    let Some(network) = network else { return Ok(Some(ClaimedTag { code, is_hidden: false })) };
    let claim = Claim {
        code: normalise(&code),
        token: token.map(str::to_owned),
        secret: app.context.secret,
        network,
        limit: RateLimit { attempts: app.config().limits.unknown_tags_per_hour, window: WINDOW },
        now,
    };
    let early = claim.clone();
    let answer = match app.db.read(move |tx| early.look(tx)).await? {
        Some(is_hidden) => is_hidden,
        None => app.db.write(move |tx| claim.count(tx)).await?,
    };
    Ok(Some(ClaimedTag { code, is_hidden: answer }))
}

#[derive(Debug, Clone)]
struct Claim {
    code: String,
    token: Option<String>,
    secret: [u8; 32],
    network: IpAddr,
    limit: RateLimit,
    now: Timestamp,
}

impl Claim {
    fn key(&self, kind: &str, whom: &str) -> Key {
        Key::new(&self.secret, kind, whom)
    }

    fn of_network(&self) -> Key {
        self.key("tag network", &self.network.to_string())
    }

    fn of_guess(&self) -> Key {
        self.key("tag guess", &format!("{} {}", self.network, self.code))
    }

    /// The key of the session with this tag; `None` without a session.
    fn of_holder(&self, tx: &mut dyn Tx) -> Result<Option<Key>> {
        let Some(token) = &self.token else { return Ok(None) };
        let session = session::find(tx, token, self.now)?;
        Ok(session.map(|session| self.key("tag holder", &format!("{} {}", session.id, self.code))))
    }

    /// Whether the tag is hidden; `None` if that needs a count, thus a write.
    fn look(&self, tx: &mut dyn Tx) -> Result<Option<bool>> {
        if cms::is_known_tag(tx, &self.code, self.now)? {
            if let Some(holder) = self.of_holder(tx)?
                && !throttle::is_open(tx, holder, once(KEPT), self.now)?
            {
                return Ok(Some(false));
            }
        } else if !throttle::is_open(tx, self.of_guess(), once(WINDOW), self.now)? {
            return Ok(Some(true));
        }
        let is_open = throttle::is_open(tx, self.of_network(), self.limit, self.now)?;
        Ok((!is_open).then_some(true))
    }

    /// Counts the tag in a write transaction, so that concurrent guesses get no more answers than serial ones.
    fn count(&self, tx: &mut dyn Tx) -> Result<bool> {
        let (network, now) = (self.of_network(), self.now);
        if !throttle::is_open(tx, network, self.limit, now)? {
            return Ok(true);
        }
        if !cms::is_known_tag(tx, &self.code, now)? {
            if throttle::attempt(tx, self.of_guess(), once(WINDOW), now)? {
                throttle::attempt(tx, network, self.limit, now)?;
            }
            return Ok(true);
        }
        if let Some(holder) = self.of_holder(tx)? {
            throttle::attempt(tx, holder, once(KEPT), now)?;
        }
        Ok(false)
    }
}
