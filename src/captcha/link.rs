//! A link by mail in place of the proof of work, which needs a script. Whoever follows it reads mail at the address, and finds
//! the form filled in as it was; sent again, it carries the link's token as its answer, which is valid once.
//!
//! A link counts for the form and the address that it was mailed for. It is rarer than a proof of work: of each form an address
//! gets few a day, a network few an hour.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde_json::{Map, Value};

use super::store::{self, NewLink};
use crate::call::Visitor;
use crate::call_context;
use crate::db::Tx;
use crate::domain::validate::{self, email_key};
use crate::error::{Result, refuse};
use crate::message;
use crate::outbox::{self, NewMail};
use crate::session;
use crate::throttle::{self, Key, RateLimit};

/// What an answer by link begins with.
pub const PREFIX: &str = "mail:";
/// Template of the mail.
const FORM_LINK: &str = "form_link";
const VALID: SignedDuration = SignedDuration::from_hours(2);
const TO_ADDRESS: RateLimit = RateLimit { attempts: 3, window: SignedDuration::from_hours(24) };
const OF_NETWORK: RateLimit = RateLimit { attempts: 10, window: SignedDuration::from_hours(1) };

/// Data of the mail.
#[derive(Debug, Serialize)]
struct FormLink<'a> {
    url: &'a str,
    /// RFC 3339.
    expires_at: String,
}

/// A form that was sent without an answer.
#[derive(Debug, Clone)]
pub struct Sent {
    /// Path of its call.
    pub call: &'static str,
    /// As typed.
    pub email: String,
    /// What comes back with the link.
    pub typed: Map<String, Value>,
    /// Path and query of its page.
    pub page: String,
}

/// What was typed into a form whose link was followed.
#[derive(Debug, Clone, PartialEq)]
pub struct Typed {
    pub call: String,
    pub values: Map<String, Value>,
}

/// Mails the link. Refuses more than the address or the network may ask for.
pub fn send(tx: &mut dyn Tx, visitor: &Visitor, sent: &Sent) -> Result<()> {
    let recipient = validate::email(&sent.email).map_err(refuse)?;
    let (token, expires_at) = begin(tx, visitor, sent)?;
    let separator = if sent.page.contains('?') { '&' } else { '?' };
    let url = format!("{}{}{separator}proof={token}", visitor.view.config.public_url(), sent.page);
    let data = FormLink { url: &url, expires_at: expires_at.to_string() };
    let mail = NewMail { template: FORM_LINK, lang: visitor.view.lang(), recipient: &recipient, data: &data };
    outbox::enqueue(tx, mail, visitor.now())?;
    Ok(())
}

/// An answer for a form that mails nothing but a link itself: a second mail would prove nothing more.
pub fn grant(tx: &mut dyn Tx, visitor: &Visitor, sent: &Sent) -> Result<String> {
    Ok(format!("{PREFIX}{}", begin(tx, visitor, sent)?.0))
}

fn begin(tx: &mut dyn Tx, visitor: &Visitor, sent: &Sent) -> Result<(String, Timestamp)> {
    let (secret, now, mailbox) = (call_context::shop_secret(tx)?, visitor.now(), email_key(&sent.email));
    let address = Key::new(&secret, "form link to address", &format!("{} {mailbox}", sent.call));
    let network = visitor.network.map(|network| Key::new(&secret, "form links of network", &network.to_string()));
    if let Some(network) = network
        && !throttle::attempt(tx, network, OF_NETWORK, now)?
    {
        return Err(refuse(message::CAPTCHA_LINKS));
    }
    if !throttle::attempt(tx, address, TO_ADDRESS, now)? {
        return Err(refuse(message::CAPTCHA_LINKS));
    }
    // Beside the session's token, which may be made of the same bytes.
    let token = hex::encode(session::hash(&format!("form link {}", session::new_token(&visitor.random))));
    let expires_at = now + VALID;
    let typed = serde_json::to_string(&sent.typed).map_err(anyhow::Error::from)?;
    let link = NewLink { call: sent.call, typed: &typed, email_key: &mailbox, expires_at };
    store::save_link(tx, session::hash(&token), &link)?;
    Ok((token, expires_at))
}

/// What was typed before a link was mailed; none if it was used or has expired. Changes nothing: mail programs follow links.
pub fn typed(tx: &mut dyn Tx, token: &str, now: Timestamp) -> Result<Option<Typed>> {
    let Some((call, typed)) = store::find_link(tx, session::hash(token), now)? else { return Ok(None) };
    let values = serde_json::from_str(&typed).map_err(anyhow::Error::from)?;
    Ok(Some(Typed { call, values }))
}
