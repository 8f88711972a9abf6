//! The calls about credentials, one function a path. The audit names what was changed, never to what.

use jiff::Timestamp;
use serde_json::json;

use super::types::{Credential, List, RemoveArgs, SaveMailArgs, SaveStripeArgs, SaveWechatArgs};
use super::{check, mail};
use crate::audit::{By, Change};
use crate::call::{Changed, NoArgs, StaffMember};
use crate::config::{Config, Settings, Source};
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::setting::credential::{self, Fault, Name};
use crate::{message, outbox, setting, staff, token};

/// The noun of the audit.
pub(super) const NOUN: &str = "credential";

/// What has been entered, and what the machine gives.
pub fn all(tx: &mut dyn Tx, source: &Source) -> Result<Vec<Credential>> {
    let rows = credential::list(tx)?;
    let faults = credential::entered(tx, source)?.faults;
    let names = token::actor_names(tx, rows.iter().map(|row| row.actor.as_str()))?;
    let one = |name: Name| {
        let row = rows.iter().find(|row| row.name == name.code());
        Credential {
            name,
            version: row.map(|row| row.set_at),
            set_at: row.and_then(|row| Timestamp::from_millisecond(row.set_at).ok()).map(|at| at.to_string()),
            by: row.map(|row| names.get(&row.actor).unwrap_or(&row.actor).clone()),
            hint: row.map(|row| row.hint.clone()).unwrap_or_default(),
            held_by: name.held_by(source),
            is_unreadable: faults.get(&name) == Some(&Fault::Unreadable),
            is_test_key: faults.get(&name) == Some(&Fault::TestKey),
        }
    };
    Ok(Name::ALL.into_iter().map(one).collect())
}

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<List> {
    let config = &member.client.view.config;
    Ok(List {
        credentials: all(tx, &config.source)?,
        may_change: staff::is_owner(&member.who),
        webhook_url: format!("{}/webhooks/stripe", config.public_url()),
        own_email: member.who.email.clone(),
    })
}

/// Whoever puts in an account of their own gets the money, and the links of every letter.
pub(super) fn check_owner(member: &StaffMember) -> Result<()> {
    if staff::is_owner(&member.who) { Ok(()) } else { Err(refuse(message::CREDENTIAL_NOT_OWNER)) }
}

fn by(member: &StaffMember) -> By {
    By { actor: member.who.actor(), now: member.client.now() }
}

pub fn save_mail(tx: &mut dyn Tx, member: &StaffMember, args: SaveMailArgs) -> Result<Changed<List>> {
    check_owner(member)?;
    let server = check::tidy_mail(args.server);
    check::mail(&server)?;
    save(tx, member, (Name::Mail, args.seen), &check::mail_values(&server), &server.host)
}

pub fn save_stripe(tx: &mut dyn Tx, member: &StaffMember, args: SaveStripeArgs) -> Result<Changed<List>> {
    check_owner(member)?;
    let keys = check::tidy_stripe(&args.keys);
    check::stripe(&keys, member.client.view.config.mode)?;
    save(tx, member, (Name::Stripe, args.seen), &check::stripe_values(&keys), &check::end_of(&keys))
}

pub fn save_wechat(tx: &mut dyn Tx, member: &StaffMember, args: SaveWechatArgs) -> Result<Changed<List>> {
    check_owner(member)?;
    let keys = check::tidy_wechat(&args.keys);
    check::wechat(&keys)?;
    save(tx, member, (Name::Wechat, args.seen), &check::wechat_values(&keys), &keys.merchant_id)
}

fn save(
    tx: &mut dyn Tx,
    member: &StaffMember,
    (name, seen): (Name, Option<i64>),
    values: &Settings,
    hint: &str,
) -> Result<Changed<List>> {
    let (config, by) = (&member.client.view.config, by(member));
    let source = &config.source;
    check_seen(tx, source, name, seen)?;
    mail::tell_owners(tx, config, &by, (name, Some(hint)))?;
    let fresh = member.client.fresh("credential");
    let nonce = std::array::from_fn(|at| fresh[at]);
    credential::save(tx, source, (name, values, hint), nonce, (&by.actor.to_string(), by.now))?;
    setting::check_in_force(tx, source, message::CREDENTIAL_REFUSED)?;
    let change = Change::new(NOUN, name.code()).after(json!({ "is_set": true }));
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

/// Refuses what the machine gives, and what somebody else has changed since it was seen.
fn check_seen(tx: &mut dyn Tx, source: &Source, name: Name, seen: Option<i64>) -> Result<()> {
    if let Some(place) = name.held_by(source) {
        return Err(refuse(message::CREDENTIAL_HELD.with("place", place)));
    }
    if credential::set_at(tx, name)? != seen {
        return Err(refuse(message::CREDENTIAL_CHANGED));
    }
    Ok(())
}

pub fn remove(tx: &mut dyn Tx, member: &StaffMember, args: RemoveArgs) -> Result<Changed<List>> {
    check_owner(member)?;
    if credential::set_at(tx, args.name)? != Some(args.seen) {
        return Err(refuse(message::CREDENTIAL_CHANGED));
    }
    let change = removed(tx, &member.client.view.config, &by(member), args.name)?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

/// Takes a credential away.
pub fn remove_by_command(tx: &mut dyn Tx, config: &Config, by: &By, name: Name) -> Result<Change> {
    if credential::set_at(tx, name)?.is_none() {
        return Err(refuse(message::CREDENTIAL_NONE));
    }
    removed(tx, config, by, name)
}

fn removed(tx: &mut dyn Tx, config: &Config, by: &By, name: Name) -> Result<Change> {
    // Without any server letters become files, and count as sent.
    let is_unreadable = credential::entered(tx, &config.source)?.faults.contains_key(&name);
    if name == Name::Mail && is_unreadable && outbox::count_waiting(tx)? > 0 {
        return Err(refuse(message::CREDENTIAL_KEEP_SERVER));
    }
    mail::tell_owners(tx, config, by, (name, None))?;
    credential::delete(tx, name)?;
    let in_use = match name {
        Name::Wechat => message::CREDENTIAL_WECHAT_IN_USE,
        Name::Mail | Name::Stripe => message::CREDENTIAL_IN_USE,
    };
    setting::check_in_force(tx, &config.source, in_use)?;
    Ok(Change::new(NOUN, name.code()).before(json!({ "is_set": true })).after(json!({ "is_set": false })))
}
