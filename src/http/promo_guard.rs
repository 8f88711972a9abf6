//! Who guesses promo tags is told nothing more: a network may name so many that the shop does not know; then every tag is
//! unknown to it for a while, in the same words.
//!
//! A tag counts once for a network however often it is sent: a browser repeats the one in its cookie with every call. Sessions
//! that had their tag told valid before keep it, so a guesser in the house takes nobody's price away.

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

/// In which the patience of a network comes back.
const WINDOW: SignedDuration = SignedDuration::from_hours(1);
/// As long as the browser keeps a tag (decisions §4, `employcode`).
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Once within a time: an attempt that cannot be made again has been made.
const fn once(window: SignedDuration) -> RateLimit {
    RateLimit { attempts: 1, window }
}

/// A tag that a request names, with what its network may learn of it. `network` is none on this machine, where no limit
/// applies; `token` is the session's, as the request has it.
pub async fn claimed(
    app: &App,
    code: Option<String>,
    token: Option<&str>,
    network: Option<IpAddr>,
    now: Timestamp,
) -> Result<Option<ClaimedTag>> {
    let Some(code) = code else { return Ok(None) };
    let Some(network) = network else { return Ok(Some(ClaimedTag { code, is_hidden: false })) };
    let asked = Asked {
        code: normalise(&code),
        token: token.map(str::to_owned),
        secret: app.context.secret,
        network,
        limit: RateLimit { attempts: app.config.limits.unknown_tags_per_hour, window: WINDOW },
        now,
    };
    let early = asked.clone();
    let answer = match app.db.read(move |tx| early.look(tx)).await? {
        Some(is_hidden) => is_hidden,
        None => app.db.write(move |tx| asked.count(tx)).await?,
    };
    Ok(Some(ClaimedTag { code, is_hidden: answer }))
}

#[derive(Debug, Clone)]
struct Asked {
    code: String,
    token: Option<String>,
    secret: [u8; 32],
    network: IpAddr,
    limit: RateLimit,
    now: Timestamp,
}

impl Asked {
    fn key(&self, kind: &str, whom: &str) -> Key {
        Key::new(&self.secret, kind, whom)
    }

    fn of_network(&self) -> Key {
        self.key("tag network", &self.network.to_string())
    }

    fn of_guess(&self) -> Key {
        self.key("tag guess", &format!("{} {}", self.network, self.code))
    }

    /// The session that holds the tag; none before the first answer has made one.
    fn of_holder(&self, tx: &mut dyn Tx) -> Result<Option<Key>> {
        let Some(token) = &self.token else { return Ok(None) };
        let session = session::find(tx, token, self.now)?;
        Ok(session.map(|session| self.key("tag holder", &format!("{} {}", session.id, self.code))))
    }

    /// Whether the tag is hidden, where nothing has to be counted for the answer.
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
        let has_patience = throttle::is_open(tx, self.of_network(), self.limit, self.now)?;
        Ok((!has_patience).then_some(true))
    }

    /// Counts the tag, one request after the other: of a hundred guesses at once no more are answered than of a hundred in
    /// a row.
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
