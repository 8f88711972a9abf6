//! People and their roles. The last owner stays, and nobody gives or takes rights that they lack.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;

use super::passkey::{self, relying_party};
use super::store::{self, Person, Role};
use super::types::{
    DisableArgs, EndSessionOfArgs, IdArgs, InvitationItem, People, PersonItem, RoleItem, Sessions, SetRoleArgs,
};
use super::{IDLE, LONGEST, sign_in};
use crate::audit::Change;
use crate::call::{Changed, Client, NoArgs, StaffMember, Viewed};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::permission::{Permission, Permissions};
use crate::domain::validate::email_key;
use crate::error::{Result, refuse};
use crate::message;

// ── Rules ───────────────────────────────────────────────────────────────────────────────────────────────────────────

pub(super) fn role(tx: &mut dyn Tx, id: i64) -> Result<Role> {
    store::find_role(tx, id)?.ok_or_else(|| refuse(message::STAFF_ROLE_UNKNOWN))
}

/// The role with this name; the error names those that there are.
pub(super) fn role_named(tx: &mut dyn Tx, name: &str) -> Result<Role> {
    let roles = store::list_roles(tx)?;
    if let Some(role) = roles.iter().find(|role| is_same_name(&role.name, name)) {
        return Ok(role.clone());
    }
    let names: Vec<String> = roles.into_iter().map(|role| role.name).collect();
    Err(anyhow::anyhow!("there is no role {name}; there are {}", names.join(", ")).into())
}

pub(super) fn person(tx: &mut dyn Tx, id: i64) -> Result<Person> {
    store::find(tx, id)?.ok_or_else(|| refuse(message::STAFF_NOT_FOUND))
}

/// What an edit of a person must have seen.
fn version(person: &Person) -> String {
    format!("{}-{}", person.role_id, person.disabled_at.unwrap_or(0))
}

fn check_seen(person: &Person, seen: &str) -> Result<()> {
    if version(person) == seen { Ok(()) } else { Err(refuse(message::STAFF_CHANGED_MEANWHILE)) }
}

/// The person with this address; the error says how to find it.
pub fn person_at(tx: &mut dyn Tx, email: &str) -> Result<Person> {
    let found = store::find_by_email(tx, &email_key(email))?;
    Ok(found.ok_or_else(|| {
        anyhow::anyhow!("nobody in the console has the address {email}; `shop staff list` lists them")
    })?)
}

/// Roles are told apart without regard to case.
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Refuses to give or take a role with a permission that the caller lacks. That of owner only owners give and take: some things are for
/// them alone, whatever a role of the house holds.
pub(super) fn check_grant(tx: &mut dyn Tx, member: &StaffMember, role_id: i64) -> Result<()> {
    if role(tx, role_id)?.name == OWNER && !super::is_owner(&member.who) {
        return Err(refuse(message::STAFF_GRANTS_MORE));
    }
    let granted = store::permissions(tx, role_id)?;
    check_held(member, &granted)
}

/// Refuses to give or take a permission that the caller lacks.
pub(super) fn check_held(member: &StaffMember, granted: &Permissions) -> Result<()> {
    if granted.is_subset(&member.who.permissions) { Ok(()) } else { Err(refuse(message::STAFF_GRANTS_MORE)) }
}

/// Refuses to take the role of owner from the last one who can sign in. `role_id` is the person's next.
pub(super) fn keep_an_owner(tx: &mut dyn Tx, person: &Person, role_id: i64) -> Result<()> {
    let is_owner = person.role_name == OWNER && person.disabled_at.is_none();
    if is_owner && role_id != person.role_id && store::count_other_owners(tx, person.id)? == 0 {
        return Err(refuse(message::STAFF_LAST_OWNER));
    }
    Ok(())
}

/// Name of the role that has every permission.
pub const OWNER: &str = "owner";
/// No role has this id.
pub(super) const NO_ROLE: i64 = 0;
/// No session has this id.
const NO_SESSION: i64 = 0;

/// Disables a person: ends all sessions and withdraws what the person has invited. Answers the change.
fn disable_person(tx: &mut dyn Tx, person: &Person, now: Timestamp) -> Result<Change> {
    keep_an_owner(tx, person, NO_ROLE)?;
    if person.disabled_at.is_none() {
        store::save_disabled(tx, person.id, Some(now))?;
    }
    let ended = store::delete_sessions(tx, person.id, NO_SESSION)?;
    store::delete_invitations_by(tx, person.id)?;
    store::delete_invitations_of(tx, &email_key(&person.email))?;
    Ok(Change::new("staff", person.id)
        .before(json!({ "disabled": person.disabled_at.is_some() }))
        .after(json!({ "disabled": true, "sessions_ended": ended })))
}

fn enable_person(tx: &mut dyn Tx, person: &Person) -> Result<Change> {
    store::save_disabled(tx, person.id, None)?;
    Ok(Change::new("staff", person.id)
        .before(json!({ "disabled": person.disabled_at.is_some() }))
        .after(json!({ "disabled": false })))
}

// ── Commands ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A person, and what the person signs in with.
#[derive(Debug, Serialize)]
pub struct Listed {
    #[serde(flatten)]
    pub person: Person,
    pub has_password: bool,
    /// Those that work at the console's host.
    pub passkeys: i64,
}

impl Listed {
    /// Whether nothing lets the person in, who is not shut out.
    pub fn is_stranded(&self) -> bool {
        self.person.disabled_at.is_none() && !self.has_password && self.passkeys == 0
    }
}

/// All people, for the command line.
pub fn list_for_command(tx: &mut dyn Tx, config: &Config) -> Result<Vec<Listed>> {
    let host = relying_party::host(config);
    let passkeys = host.map(|host| passkey::store::counts(tx, &host)).transpose()?.unwrap_or_default();
    let with_password = store::list_with_password(tx)?;
    let listed = |person: Person| Listed {
        has_password: with_password.contains(&person.id),
        passkeys: passkeys.get(&person.id).copied().unwrap_or_default(),
        person,
    };
    Ok(store::list_people(tx)?.into_iter().map(listed).collect())
}

/// Disables by a command; answers the change for the audit.
pub fn disable_by_command(tx: &mut dyn Tx, email: &str, now: Timestamp) -> Result<Change> {
    let person = person_at(tx, email)?;
    disable_person(tx, &person, now)
}

pub fn enable_by_command(tx: &mut dyn Tx, email: &str) -> Result<Change> {
    let person = person_at(tx, email)?;
    enable_person(tx, &person)
}

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<People> {
    all(tx, &member.client)
}

/// People, invitations, roles and permissions.
pub(super) fn all(tx: &mut dyn Tx, client: &Client) -> Result<People> {
    let now = client.now();
    let host = relying_party::host(&client.view.config);
    let passkeys = host.map(|host| passkey::store::counts(tx, &host)).transpose()?.unwrap_or_default();
    let with_password = store::list_with_password(tx)?;
    let sessions = store::count_sessions(tx, now - IDLE, now - LONGEST)?;
    let people = store::list_people(tx)?;
    let mut roles = Vec::new();
    for role in store::list_roles(tx)? {
        let count = people.iter().filter(|person| person.role_id == role.id).count();
        roles.push(RoleItem {
            permissions: store::permissions(tx, role.id)?.into_iter().collect(),
            id: role.id,
            name: role.name,
            is_builtin: role.is_builtin,
            version: role.version,
            people: i64::try_from(count).unwrap_or(i64::MAX),
        });
    }
    let person = |person: Person| PersonItem {
        version: version(&person),
        sessions: sessions.get(&person.id).copied().unwrap_or_default(),
        has_password: with_password.contains(&person.id),
        passkeys: passkeys.get(&person.id).copied().unwrap_or_default(),
        id: person.id,
        name: person.name,
        email: person.email,
        role_id: person.role_id,
        role_name: person.role_name,
        lang: person.lang,
        created_at: person.created_at,
        seen_at: person.seen_at,
        disabled_at: person.disabled_at,
    };
    let invitation = |invitation: store::Invitation| InvitationItem {
        id: invitation.id,
        email: invitation.email,
        role_id: invitation.role_id,
        role_name: invitation.role_name,
        created_at: invitation.created_at,
        expires_at: invitation.expires_at,
        invited_by: invitation.inviter_name,
    };
    Ok(People {
        people: people.into_iter().map(person).collect(),
        invitations: store::list_invitations(tx, now)?.into_iter().map(invitation).collect(),
        roles,
        permissions: Permission::ALL.to_vec(),
    })
}

pub fn set_role(tx: &mut dyn Tx, member: &StaffMember, args: SetRoleArgs) -> Result<Changed<People>> {
    let (person, next) = (person(tx, args.id)?, role(tx, args.role_id)?);
    check_grant(tx, member, person.role_id)?;
    check_grant(tx, member, next.id)?;
    keep_an_owner(tx, &person, next.id)?;
    check_seen(&person, &args.version)?;
    store::save_role_of(tx, person.id, next.id)?;
    // They may grant what the person has no longer.
    store::delete_invitations_by(tx, person.id)?;
    store::delete_invitations_of(tx, &email_key(&person.email))?;
    let change =
        Change::new("staff", person.id).before(json!({ "role": person.role_name })).after(json!({ "role": next.name }));
    Ok(Changed::new(all(tx, &member.client)?, change))
}

pub fn disable(tx: &mut dyn Tx, member: &StaffMember, args: DisableArgs) -> Result<Changed<People>> {
    let person = person(tx, args.id)?;
    check_grant(tx, member, person.role_id)?;
    keep_an_owner(tx, &person, NO_ROLE)?;
    check_seen(&person, &args.version)?;
    let change = disable_person(tx, &person, member.client.now())?;
    Ok(Changed::new(all(tx, &member.client)?, change))
}

pub fn enable(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<People>> {
    let person = person(tx, args.id)?;
    check_grant(tx, member, person.role_id)?;
    let change = enable_person(tx, &person)?;
    Ok(Changed::new(all(tx, &member.client)?, change))
}

/// Ends all sessions of a person.
pub fn end_sessions(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<People>> {
    let person = person(tx, args.id)?;
    check_grant(tx, member, person.role_id)?;
    let ended = store::delete_sessions(tx, person.id, NO_SESSION)?;
    let change = Change::new("staff", person.id).after(json!({ "sessions_ended": ended }));
    Ok(Changed::new(all(tx, &member.client)?, change))
}

// ── Sessions of others ──────────────────────────────────────────────────────────────────────────────────────────────

/// Where a person is signed in, for owners.
pub fn sessions_of(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Viewed<Sessions>> {
    check_owner(member)?;
    let person = person(tx, args.id)?;
    let sessions = sign_in::sessions_of(tx, person.id, member.who.session_id, member.client.now())?;
    Ok(Viewed::new(sessions, "staff", person.id))
}

/// Ends one session of a person, for owners; answers those that are left.
pub fn end_session_of(tx: &mut dyn Tx, member: &StaffMember, args: EndSessionOfArgs) -> Result<Changed<Sessions>> {
    check_owner(member)?;
    let person = person(tx, args.id)?;
    check_seen(&person, &args.version)?;
    // One's own are ended in one's own name, with the browser's cookie.
    if person.id == member.who.staff_id || !store::delete_session(tx, person.id, args.session_id)? {
        return Err(refuse(message::STAFF_SESSION_NOT_FOUND));
    }
    let left = sign_in::sessions_of(tx, person.id, member.who.session_id, member.client.now())?;
    Ok(Changed::new(left, sign_in::session_ended(args.session_id).also("staff", person.id.to_string())))
}

fn check_owner(member: &StaffMember) -> Result<()> {
    if super::is_owner(&member.who) { Ok(()) } else { Err(refuse(message::STAFF_NOT_OWNER)) }
}

/// Where the person with an address is signed in, for a command.
pub fn sessions_for_command(tx: &mut dyn Tx, email: &str, now: Timestamp) -> Result<Sessions> {
    let person = person_at(tx, email)?;
    sign_in::sessions_of(tx, person.id, NO_SESSION, now)
}

/// Ends one session by a command, or all; answers how many, and the change for the audit.
pub fn end_sessions_by_command(tx: &mut dyn Tx, email: &str, session_id: Option<i64>) -> Result<(u64, Change)> {
    let person = person_at(tx, email)?;
    let Some(id) = session_id else {
        let ended = store::delete_sessions(tx, person.id, NO_SESSION)?;
        return Ok((ended, Change::new("staff", person.id).after(json!({ "sessions_ended": ended }))));
    };
    if !store::delete_session(tx, person.id, id)? {
        return Err(anyhow::anyhow!("{email} has no session {id}; `shop staff sessions {email}` lists them").into());
    }
    Ok((1, sign_in::session_ended(id).also("staff", person.id.to_string())))
}
