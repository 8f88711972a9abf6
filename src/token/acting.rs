//! Who calls with a token.

use jiff::Timestamp;

use super::store::{self, Token};
use super::{SOON, USED};
use crate::audit::Actor;
use crate::call::SignedIn;
use crate::db::Tx;
use crate::domain::permission::{Permission, Permissions};
use crate::error::Result;
use crate::staff;

/// The program with this secret, in the transaction of the call; none if its token is unknown, has ended, or its maker is
/// disabled.
pub fn identify(tx: &mut dyn Tx, secret: &str, now: Timestamp) -> Result<Option<SignedIn>> {
    match store::find_by_secret(tx, secret)? {
        Some(token) => program(tx, token, now),
        None => Ok(None),
    }
}

/// A program for which the shop carries out what it asked for earlier; none where [`identify`] answers none.
pub fn acting(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<Option<SignedIn>> {
    match store::find(tx, id)? {
        Some(token) => program(tx, token, now),
        None => Ok(None),
    }
}

/// Whether the shop may still do what somebody asked for earlier and needed this permission for. Commands on the machine may.
pub fn may_still(tx: &mut dyn Tx, actor: &Actor, needed: Permission, now: Timestamp) -> Result<bool> {
    let who = match actor {
        Actor::Staff(id) => staff::acting(tx, *id, false, now)?,
        Actor::Token(id) => acting(tx, *id, now)?,
        Actor::Command(_) => return Ok(true),
        Actor::Anybody => None,
    };
    Ok(who.is_some_and(|who| who.permissions.contains(&needed)))
}

/// The id of the token with this secret, in force or not.
pub fn find_claimed(tx: &mut dyn Tx, secret: &str) -> Result<Option<i64>> {
    Ok(store::find_by_secret(tx, secret)?.map(|token| token.id))
}

fn program(tx: &mut dyn Tx, token: Token, now: Timestamp) -> Result<Option<SignedIn>> {
    if !token.is_in_force(now) {
        return Ok(None);
    }
    let Some(maker) = staff::acting(tx, token.staff_id, false, now)? else { return Ok(None) };
    let permissions = reach(&store::permissions(tx, token.id)?, &maker.permissions);
    Ok(Some(SignedIn {
        token_id: Some(token.id),
        name: token.name,
        permissions,
        seen_at: token.last_used_at.unwrap_or_default(),
        expires_at: token.expires_at,
        ..maker
    }))
}

/// What a token reaches: what it was given, its maker holds, and no person has to prove themselves for.
pub(super) fn reach(given: &Permissions, held: &Permissions) -> Permissions {
    given.intersection(held).copied().filter(|permission| !permission.needs_person()).collect()
}

/// Records a request with a token. `network`: keyed hash.
pub fn touch(tx: &mut dyn Tx, id: i64, network: &str, now: Timestamp) -> Result<()> {
    store::save_use(tx, id, network, now)
}

/// Tokens in force that end within two weeks and were used within a month, the next to end first.
pub fn list_ending(tx: &mut dyn Tx, now: Timestamp) -> Result<Vec<Token>> {
    store::list_ending(tx, now, now + SOON, now - USED)
}
