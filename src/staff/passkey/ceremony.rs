//! The state of a ceremony between its two calls, and the check of what a key has signed.

use std::sync::Arc;

use anyhow::Context as _;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use webauthn_rs::prelude::DiscoverableAuthentication;

use super::LASTS;
use super::relying_party;
use super::store::{self, Binding, KeyRow, NewChallenge};
use super::types::{Ceremony, Signature};
use crate::call::Client;
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;
use crate::passkey::{self, Fault, Known};
use crate::session;
use crate::staff::guard;

/// Saves the state of a ceremony that begins; answers what the browser needs.
pub async fn begin(
    context: &Arc<CallContext>,
    client: &Client,
    binding: Binding,
    options: Value,
    state: &impl Serialize,
) -> Result<Ceremony> {
    let ceremony = session::new_token(&client.fresh("ceremony"));
    let now = client.now();
    let new = NewChallenge {
        token: ceremony.clone(),
        binding,
        network: client.network_hash.clone(),
        state: serde_json::to_string(state).context("state of a ceremony")?,
        expires_at: now + LASTS,
    };
    context.db.write(move |tx| store::save_challenge(tx, &new)).await?;
    Ok(Ceremony { ceremony, options })
}

/// The state of a ceremony, which has ended with that, whatever comes of it.
pub async fn end<S: DeserializeOwned>(
    context: &Arc<CallContext>,
    client: &Client,
    binding: Binding,
    ceremony: &str,
) -> Result<S> {
    let (token, now) = (ceremony.to_owned(), client.now());
    let taken = context.db.write(move |tx| store::take_challenge(tx, &token, binding, now)).await?;
    let state = taken.ok_or_else(|| refuse(message::STAFF_PASSKEY_ENDED))?;
    Ok(serde_json::from_str(&state).context("state of a ceremony")?)
}

/// A key whose signature was right.
pub struct Signed {
    pub key: KeyRow,
    /// The key as it is to be kept, with its new counter; JSON.
    passkey: String,
}

/// Ends a ceremony in which a key has signed: one of `owner`, where that is known already. A refusal is recorded for `call`.
///
/// The key may have been used or removed since: the transaction that follows asks [`Signed::keep`].
pub async fn prove(
    context: &Arc<CallContext>,
    client: &Client,
    call: &'static str,
    binding: Binding,
    signature: Signature,
    owner: Option<i64>,
) -> Result<Signed> {
    let party = relying_party::of(&client.view.config)?;
    let Signature { ceremony, credential } = signature;
    let credential_id = passkey::credential_id(&credential).ok_or_else(|| refuse(message::STAFF_PASSKEY_WRONG))?;
    let state: DiscoverableAuthentication = end(context, client, binding, &ceremony).await?;
    let id = credential_id.clone();
    let found = context.db.read(move |tx| store::find_by_credential(tx, &id)).await?;
    let key = found.filter(|key| key.rp_id == party.id && owner.is_none_or(|owner| key.staff_id == owner));
    let concerned = key.as_ref().map(|key| key.staff_id);
    let verify = || {
        let key = key.ok_or(message::STAFF_PASSKEY_WRONG)?;
        let known = Known { user_handle: &key.user_handle, passkey: &key.passkey, is_owner_known: owner.is_some() };
        match known.verify(&party, state, credential) {
            Ok(passkey) => Ok(Signed { key, passkey }),
            Err(Fault::Copied) => Err(message::STAFF_PASSKEY_COPIED),
            Err(Fault::Wrong) => Err(message::STAFF_PASSKEY_WRONG),
        }
    };
    guard::prove_key(context, client, call, &credential_id, concerned, verify).await
}

impl Signed {
    /// Keeps the new counter; refused if the key has been used or removed since it was checked.
    pub fn keep(&self, tx: &mut dyn Tx, client: &Client) -> Result<()> {
        let is_kept = store::use_key(tx, &self.key, &self.passkey, client.now())?;
        if is_kept { Ok(()) } else { Err(refuse(message::STAFF_PASSKEY_WRONG)) }
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::*;
    use crate::db::Connection;
    use crate::staff::passkey::store::{NETWORK_MOST, NewKey, Purpose, STRANGERS_MOST};
    use crate::testing::{empty, now, with};
    use crate::vals;

    fn begin(shop: &Connection, token: &str, binding: Binding, network: &str, at: Timestamp) {
        let new = NewChallenge {
            token: token.into(),
            binding,
            network: network.into(),
            state: "{}".into(),
            expires_at: at + LASTS,
        };
        with(shop, |tx| store::save_challenge(tx, &new));
    }

    fn take(shop: &Connection, token: &str, binding: Binding, at: Timestamp) -> bool {
        with(shop, |tx| store::take_challenge(tx, token, binding, at)).is_some()
    }

    fn count(shop: &Connection) -> i64 {
        shop.one("SELECT COUNT(*) FROM staff_challenge", vals![]).expect("a count")
    }

    /// Two sessions of a person.
    fn people() -> Connection {
        let shop = empty();
        let person = "INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at)
             VALUES (1, 'A', 'a', 'a', 'en', 1, 1)";
        shop.exec(person, vals![]).expect("a person");
        for id in [1_i64, 2] {
            let session = "INSERT INTO staff_session (id, token_hash, staff_id, created_at, seen_at, browser, network)
                 VALUES ($1, $2, 1, 1, 1, '', '')";
            shop.exec(session, vals![id, vec![0_u8, u8::try_from(id).expect("a byte")]]).expect("a session");
        }
        shop
    }

    #[test]
    fn state_is_good_once_and_for_five_minutes() {
        let (shop, at) = (empty(), now());
        let binding = Binding::stranger();
        begin(&shop, "a", binding, "n", at);
        assert!(take(&shop, "a", binding, at) && !take(&shop, "a", binding, at), "once");
        begin(&shop, "b", binding, "n", at);
        assert!(!take(&shop, "b", binding, at + LASTS), "too late");
        begin(&shop, "c", binding, "n", at);
        assert!(take(&shop, "c", binding, at + LASTS - SignedDuration::from_millis(1)));
    }

    #[test]
    fn state_belongs_to_its_session_and_purpose() {
        let (shop, at) = (people(), now());
        let own = Binding::session(Purpose::Prove, 1);
        begin(&shop, "a", own, "n", at);
        for other in [Binding::session(Purpose::Prove, 2), Binding::session(Purpose::Unlock, 1), Binding::stranger()] {
            assert!(!take(&shop, "a", other, at), "{other:?}");
        }
        assert!(take(&shop, "a", own, at));
        // One at a time; it goes with the session.
        begin(&shop, "b", own, "n", at);
        begin(&shop, "c", own, "n", at);
        assert!(!take(&shop, "b", own, at));
        shop.exec("DELETE FROM staff_session WHERE id = 1", vals![]).expect("signed out");
        assert_eq!(count(&shop), 0);
    }

    #[test]
    fn key_that_was_used_meanwhile_is_not_kept_over() {
        let (shop, at) = (people(), now());
        let new = NewKey {
            staff_id: 1,
            name: "Telephone",
            credential_id: b"id",
            user_handle: b"handle",
            passkey: "counter 1",
            rp_id: "localhost",
        };
        with(&shop, |tx| store::save_key(tx, &new, at));
        let read = with(&shop, |tx| store::find_by_credential(tx, b"id")).expect("a key");
        assert!(with(&shop, |tx| store::use_key(tx, &read, "counter 2", at)));
        assert!(!with(&shop, |tx| store::use_key(tx, &read, "counter 2", at)), "of the state that was read before");
    }

    #[test]
    fn strangers_fill_no_table_and_take_nothing_from_people() {
        let (shop, at) = (people(), now());
        begin(&shop, "own", Binding::session(Purpose::Unlock, 1), "n", at);
        for number in 0..=NETWORK_MOST {
            let at = at + SignedDuration::from_secs(number);
            begin(&shop, &format!("t{number}"), Binding::stranger(), "n", at);
        }
        assert_eq!(count(&shop), 1 + NETWORK_MOST, "of one network");
        assert!(!take(&shop, "t0", Binding::stranger(), at), "the oldest made room");
        let many = "INSERT INTO staff_challenge (token_hash, purpose, network, state, expires_at)
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
             SELECT CAST(i AS BLOB), 'sign_in', 'm' || i, '{}', $2 FROM n";
        shop.exec(many, vals![STRANGERS_MOST, (at + LASTS).as_millisecond()]).expect("ceremonies");
        begin(&shop, "last", Binding::stranger(), "o", at + SignedDuration::from_secs(60));
        assert_eq!(count(&shop), 1 + STRANGERS_MOST, "of all networks");
        assert!(take(&shop, "own", Binding::session(Purpose::Unlock, 1), at));
        assert!(take(&shop, "last", Binding::stranger(), at));
        assert_eq!(with(&shop, |tx| store::delete_expired_challenges(tx, at + LASTS * 2, 5)), 5, "by the cleaning job");
    }
}
