//! The state of a ceremony between its two calls, and the check of what a key has signed.

use std::sync::Arc;

use anyhow::Context as _;
use jiff::SignedDuration;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::store::{self, KeyRow, NewChallenge, Purpose};
use super::types::{Ceremony, Signature};
use crate::call::{Visitor, fresh};
use crate::call_context::CallContext;
use crate::config::Config;
use crate::customer::guard::{self, Attempt};
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;
use crate::passkey::{self, Fault, Known, RelyingParty};
use crate::security_log::{self, Event};
use crate::session;
use crate::throttle::Key;

/// How long a ceremony may take.
const LASTS: SignedDuration = SignedDuration::from_mins(5);
/// That of a login begins with the page, whose visitor may take some time over it.
const LOGIN_LASTS: SignedDuration = SignedDuration::from_hours(1);

/// The shop's host; refused where it has none.
pub fn relying_party(config: &Config) -> Result<RelyingParty> {
    let party = RelyingParty::at(&config.public_url(), &config.brand.name, LASTS)?;
    party.ok_or_else(|| refuse(message::PASSKEY_NOT_OFFERED))
}

/// A ceremony that is about to begin.
pub struct Begun {
    new: NewChallenge,
    answer: Ceremony,
}

impl Begun {
    pub fn new(
        context: &CallContext,
        visitor: &Visitor,
        purpose: Purpose,
        options: Value,
        state: &impl Serialize,
    ) -> Result<Begun> {
        let ceremony = session::new_token(&fresh(&visitor.random, "ceremony"));
        let network = visitor.network.map(|network| network.to_string());
        let network = network.map(|network| Key::new(&context.secret, "passkey network", &network).handle());
        let new = NewChallenge {
            token: ceremony.clone(),
            purpose,
            network: network.unwrap_or_default(),
            state: serde_json::to_string(state).context("state of a ceremony")?,
            expires_at: visitor.now() + if purpose == Purpose::Login { LOGIN_LASTS } else { LASTS },
        };
        Ok(Begun { new, answer: Ceremony { ceremony, options } })
    }

    /// Saves the state; answers what the browser needs.
    pub fn save(&self, tx: &mut dyn Tx, visitor: &Visitor) -> Result<Ceremony> {
        store::save_challenge(tx, visitor.session.id, &self.new)?;
        Ok(self.answer.clone())
    }
}

/// The state of a ceremony, which has ended with that, whatever comes of it.
pub async fn end<S: DeserializeOwned>(
    context: &CallContext,
    visitor: &Visitor,
    purpose: Purpose,
    ceremony: &str,
) -> Result<S> {
    let (token, session_id, now) = (ceremony.to_owned(), visitor.session.id, visitor.now());
    let taken = context.db.write(move |tx| store::take_challenge(tx, session_id, purpose, &token, now)).await?;
    let state = taken.ok_or_else(|| refuse(message::PASSKEY_ENDED))?;
    Ok(serde_json::from_str(&state).context("state of a ceremony")?)
}

/// A key whose signature was right.
pub struct Signed {
    pub key: KeyRow,
    /// The key as it is to be kept, with its new counter; JSON.
    passkey: String,
}

impl Signed {
    /// Keeps the new counter; refused if the key has been used or removed since it was checked.
    pub fn keep(&self, tx: &mut dyn Tx, visitor: &Visitor) -> Result<()> {
        let is_kept = store::use_key(tx, &self.key, &self.passkey, visitor.now())?;
        if is_kept { Ok(()) } else { Err(refuse(message::PASSKEY_WRONG)) }
    }
}

/// Ends a ceremony in which a key has signed: one of `owner`, where that is known already. Attempts are limited as those with
/// passwords are; a wrong one is logged as `failure`.
///
/// The key may have been used or removed since: the transaction that follows asks [`Signed::keep`].
pub async fn prove(
    context: &Arc<CallContext>,
    visitor: &Visitor,
    purpose: Purpose,
    signature: Signature,
    owner: Option<i64>,
    failure: Event,
) -> Result<Signed> {
    let party = relying_party(&visitor.view.config)?;
    let Signature { ceremony, credential } = signature;
    let credential_id = passkey::credential_id(&credential).ok_or_else(|| refuse(message::PASSKEY_WRONG))?;
    let state = end(context, visitor, purpose, &ceremony).await?;
    let attempt = Attempt::passkey(context, visitor, &credential_id);
    let found = context.db.read(move |tx| store::find_by_credential(tx, &credential_id)).await?;
    let key = found.filter(|key| key.rp_id == party.id && owner.is_none_or(|owner| key.customer_id == owner));
    let concerned = key.as_ref().map(|key| key.customer_id).or(owner);
    guard::count(context, visitor, attempt, concerned).await?;
    let signed = key.ok_or(Fault::Wrong).and_then(|key| {
        let known = Known { user_handle: &key.user_handle, passkey: &key.passkey, is_owner_known: owner.is_some() };
        let passkey = known.verify(&party, state, credential)?;
        Ok(Signed { key, passkey })
    });
    let event = signed.as_ref().err().map(|fault| match fault {
        Fault::Wrong => failure,
        Fault::Copied => Event::PasskeyCopied,
    });
    let by = visitor.clone();
    let counted = context.db.write(move |tx| match event {
        Some(event) => security_log::record(tx, &by, event, concerned),
        None => attempt.succeeded(tx),
    });
    counted.await?;
    signed.map_err(|_| refuse(message::PASSKEY_WRONG))
}
