//! Lists, makes and revokes tokens: one set of rules for the console and for commands.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use serde_json::json;

use super::acting::reach;
use super::store::{self, NewToken, Token};
use super::types::{CreateArgs, Created, IdArgs, TokenItem, TokenState, Tokens};
use super::{MOST, NAME, SOON, secret};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember, fresh};
use crate::db::Tx;
use crate::domain::permission::{Permission, Permissions};
use crate::domain::validate::{self, LineMessages};
use crate::domain::working_days::{in_shop_zone, start_of_day};
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::staff;

// ── Rules ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The last day that can be chosen as an end.
fn latest(now: Timestamp) -> Date {
    in_shop_zone(now).date().saturating_add(1.year())
}

/// When a token ends that is good up to a day, that day included.
fn end(ends_on: &str, now: Timestamp) -> Result<Timestamp, Message> {
    let day: Date = ends_on.trim().parse().map_err(|_| message::TOKEN_DAY_UNREADABLE)?;
    if day < in_shop_zone(now).date() || day > latest(now) {
        return Err(message::TOKEN_DAY_OUT_OF_RANGE.into());
    }
    Ok(start_of_day(day.saturating_add(1.day())))
}

/// A token that has been saved.
struct Made {
    id: i64,
    secret: String,
    change: Change,
}

/// Makes a token for somebody who holds these rights.
fn make(
    tx: &mut dyn Tx,
    staff_id: i64,
    held: &Permissions,
    args: &CreateArgs,
    random: &[u8; 32],
    now: Timestamp,
) -> Result<Made> {
    let mut fields = FieldMessages::new();
    let messages =
        LineMessages::new(Some(message::TOKEN_NAME_EMPTY), message::FIELD_TOO_LONG, message::FIELD_BAD_CHARACTERS);
    let name = validate::line(&args.name, NAME, messages);
    let name = name.map_err(|fault| fields.insert("name".into(), fault)).unwrap_or_default();
    let permissions: Permissions = args.permissions.iter().copied().collect();
    if permissions.is_empty() {
        fields.insert("permissions".into(), message::STAFF_RIGHTS_EMPTY.into());
    } else if permissions.iter().any(|permission| permission.needs_person()) {
        fields.insert("permissions".into(), message::TOKEN_NOT_FOR_PROGRAMS.into());
    }
    let expires_at = end(&args.ends_on, now);
    let expires_at = expires_at.map_err(|fault| fields.insert("ends_on".into(), fault)).unwrap_or_default();
    check_fields(fields)?;
    if !permissions.is_subset(held) {
        return Err(refuse(message::STAFF_GRANTS_MORE));
    }
    if store::count_in_force(tx, now)? >= MOST {
        return Err(refuse(message::TOKEN_TOO_MANY.with("max", MOST)));
    }
    let secret = secret::new(&fresh(random, "token"));
    let new = NewToken { name: &name, secret: &secret, staff_id, permissions: &permissions, expires_at };
    let id = store::save(tx, &new, now)?;
    // The name stays in the audit when the token is deleted.
    let change = Change::new("token", id).after(json!({
        "name": name,
        "made_by": format!("staff:{staff_id}"),
        "permissions": permissions,
        "expires_at": expires_at.as_millisecond(),
    }));
    Ok(Made { id, secret, change })
}

/// Revokes a token: it is refused from the next call on, and so is what it has asked for and is still to be carried out.
fn end_now(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<Change> {
    let token = store::find(tx, id)?.ok_or_else(|| refuse(message::TOKEN_NOT_FOUND))?;
    if !token.is_in_force(now) {
        return Err(refuse(message::TOKEN_ENDED));
    }
    store::save_revoked(tx, id, now)?;
    let told = |is_revoked: bool| json!({ "name": token.name, "revoked": is_revoked });
    Ok(Change::new("token", id).before(told(false)).after(told(true)))
}

/// All tokens, the newest first.
pub fn list_all(tx: &mut dyn Tx, now: Timestamp) -> Result<Vec<TokenItem>> {
    let tokens = store::list(tx)?;
    let mut given = store::all_permissions(tx)?;
    let makers: BTreeSet<i64> = tokens.iter().map(|token| token.staff_id).collect();
    let names = staff::names(tx, &makers.iter().copied().collect::<Vec<_>>())?;
    let mut held = std::collections::BTreeMap::new();
    for id in makers {
        held.insert(id, staff::acting(tx, id, false, now)?.map(|maker| maker.permissions));
    }
    let item = |token: Token| {
        let given = given.remove(&token.id).unwrap_or_default();
        let held = held.get(&token.staff_id).and_then(Option::as_ref);
        let state = state(&token, held.is_some(), now);
        let is_good = matches!(state, TokenState::InForce | TokenState::EndsSoon);
        let reaches = held.filter(|_| is_good).map(|held| reach(&given, held)).unwrap_or_default();
        TokenItem {
            id: token.id,
            name: token.name,
            made_by: names.get(&token.staff_id).cloned().unwrap_or_default(),
            permissions: given.into_iter().collect(),
            reaches: reaches.into_iter().collect(),
            state,
            created_at: token.created_at,
            expires_at: token.expires_at,
            last_used_at: token.last_used_at,
            network: token.network,
            revoked_at: token.revoked_at,
        }
    };
    Ok(tokens.into_iter().map(item).collect())
}

fn state(token: &Token, has_maker: bool, now: Timestamp) -> TokenState {
    let now_ms = now.as_millisecond();
    match token {
        Token { revoked_at: Some(_), .. } => TokenState::Revoked,
        Token { expires_at, .. } if *expires_at <= now_ms => TokenState::Ended,
        _ if !has_maker => TokenState::MakerDisabled,
        Token { expires_at, .. } if *expires_at <= (now + SOON).as_millisecond() => TokenState::EndsSoon,
        _ => TokenState::InForce,
    }
}

// ── Commands ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A token that a command makes.
pub struct ByCommand<'a> {
    pub name: &'a str,
    /// Address of the person whose token it is.
    pub email: &'a str,
    pub permissions: &'a [Permission],
    pub ends_on: Date,
}

/// Makes a token in the name of a person; answers its secret and the change for the audit.
pub fn create_by_command(
    tx: &mut dyn Tx,
    new: &ByCommand<'_>,
    random: &[u8; 32],
    now: Timestamp,
) -> Result<(i64, String, Change)> {
    let person = staff::people::person_at(tx, new.email)?;
    let Some(maker) = staff::acting(tx, person.id, false, now)? else {
        let email = new.email;
        return Err(anyhow::anyhow!("{email} is disabled; `shop staff enable {email}` first").into());
    };
    let args = CreateArgs {
        name: new.name.to_owned(),
        permissions: new.permissions.to_vec(),
        ends_on: new.ends_on.to_string(),
    };
    let Made { id, secret, change } = make(tx, maker.staff_id, &maker.permissions, &args, random, now)?;
    Ok((id, secret, change))
}

/// Revokes by a command; answers the change for the audit.
pub fn revoke_by_command(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<Change> {
    end_now(tx, id, now)
}

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Tokens> {
    let now = member.client.now();
    let held = &member.who.permissions;
    Ok(Tokens {
        items: list_all(tx, now)?,
        grantable: reach(held, held).into_iter().collect(),
        latest_on: latest(now).to_string(),
    })
}

pub fn create(tx: &mut dyn Tx, member: &StaffMember, args: CreateArgs) -> Result<Changed<Created>> {
    let (who, client) = (&member.who, &member.client);
    let made = make(tx, who.staff_id, &who.permissions, &args, &client.fresh("token"), client.now())?;
    let answer = Created { tokens: list(tx, member, NoArgs {})?, id: made.id, secret: made.secret };
    Ok(Changed::new(answer, made.change))
}

pub fn revoke(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<Tokens>> {
    let change = end_now(tx, args.id, member.client.now())?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}
