//! Roles of the house's own. Those that come with the shop stay as they are and can be copied.
//!
//! Nobody makes or changes a role with a right that they lack, so that no chain of changes gives anybody more than somebody
//! held. A change takes force at each person's next call, and ends their open streams.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::people::{self, check_held, is_same_name};
use super::store::{self, Role};
use super::types::{AddRoleArgs, ChangeRoleArgs, DeleteRoleArgs, People};
use crate::audit::Change;
use crate::call::{Changed, StaffMember};
use crate::db::Tx;
use crate::domain::permission::{Permission, Permissions};
use crate::domain::validate::{self, LineMessages};
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message;

/// Roles of the house's own, and characters of a name.
const MOST: usize = 50;
const NAME: usize = 40;
/// Holders that a refusal names.
const NAMED: usize = 5;

// ── Rules ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A valid name and at least one permission, or messages of their fields.
fn checked(name: &str, permissions: &[Permission]) -> Result<(String, Permissions)> {
    let mut fields = FieldMessages::new();
    let messages =
        LineMessages::new(Some(message::ROLE_NAME_EMPTY), message::FIELD_TOO_LONG, message::FIELD_BAD_CHARACTERS);
    let name = validate::line(name, NAME, messages);
    let name = name.map_err(|fault| fields.insert("name".into(), fault)).unwrap_or_default();
    let permissions: Permissions = permissions.iter().copied().collect();
    if permissions.is_empty() {
        fields.insert("permissions".into(), message::STAFF_RIGHTS_EMPTY.into());
    }
    check_fields(fields)?;
    Ok((name, permissions))
}

/// Refuses a name that another role than `own` has.
fn check_name(roles: &[Role], name: &str, own: Option<i64>) -> Result<()> {
    if roles.iter().any(|role| Some(role.id) != own && is_same_name(&role.name, name)) {
        return Err(Refusal::of_field("name", message::ROLE_NAME_TAKEN).into());
    }
    Ok(())
}

fn told(name: &str, permissions: &Permissions) -> Value {
    json!({ "name": name, "permissions": permissions })
}

fn add_role(tx: &mut dyn Tx, name: &str, permissions: &Permissions) -> Result<Change> {
    let roles = store::list_roles(tx)?;
    check_name(&roles, name, None)?;
    if roles.iter().filter(|role| !role.is_builtin).count() >= MOST {
        return Err(refuse(message::ROLE_TOO_MANY.with("max", MOST)));
    }
    let id = store::save_role(tx, name, permissions)?;
    Ok(Change::new("role", id).after(told(name, permissions)))
}

/// Refuses a role that came with the shop.
fn check_own(role: &Role) -> Result<()> {
    if role.is_builtin { Err(refuse(message::ROLE_BUILTIN)) } else { Ok(()) }
}

fn change_role(tx: &mut dyn Tx, role: &Role, name: &str, permissions: &Permissions) -> Result<Change> {
    check_own(role)?;
    check_name(&store::list_roles(tx)?, name, Some(role.id))?;
    let before = store::permissions(tx, role.id)?;
    store::save_changed_role(tx, role.id, name, permissions)?;
    Ok(Change::new("role", role.id).before(told(&role.name, &before)).after(told(name, permissions)))
}

fn delete_role(tx: &mut dyn Tx, role: &Role, now: Timestamp) -> Result<Change> {
    check_own(role)?;
    let mut holders = store::list_holders(tx, role.id, now, NAMED as i64 + 1)?;
    if !holders.is_empty() {
        let has_more = holders.len() > NAMED;
        holders.truncate(NAMED);
        let names = holders.join(", ") + if has_more { " …" } else { "" };
        return Err(refuse(message::ROLE_IN_USE.with("names", names)));
    }
    let before = store::permissions(tx, role.id)?;
    store::delete_role(tx, role.id, now)?;
    Ok(Change::new("role", role.id).before(told(&role.name, &before)))
}

/// The role as the caller has seen it, of which they hold every right.
fn seen(tx: &mut dyn Tx, member: &StaffMember, id: i64, version: i64) -> Result<Role> {
    let role = people::role(tx, id)?;
    people::check_grant(tx, member, role.id)?;
    if !role.is_builtin && role.version != version {
        return Err(refuse(message::ROLE_CHANGED_MEANWHILE));
    }
    Ok(role)
}

// ── Commands ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A role with its permissions, for the command line.
#[derive(Debug, serde::Serialize)]
pub struct Listed {
    pub id: i64,
    pub name: String,
    pub is_builtin: bool,
    /// How many have it, disabled ones included.
    pub people: usize,
    pub permissions: Permissions,
}

pub fn list_for_command(tx: &mut dyn Tx) -> Result<Vec<Listed>> {
    let people = store::list_people(tx)?;
    let mut listed = Vec::new();
    for Role { id, name, is_builtin, .. } in store::list_roles(tx)? {
        let count = people.iter().filter(|person| person.role_id == id).count();
        listed.push(Listed { id, name, is_builtin, people: count, permissions: store::permissions(tx, id)? });
    }
    Ok(listed)
}

/// Adds by a command on the machine, where everything is granted. `like`: the role that it begins with.
pub fn add_by_command(tx: &mut dyn Tx, name: &str, like: Option<&str>, permissions: &[Permission]) -> Result<Change> {
    let mut granted = permissions.to_vec();
    if let Some(like) = like {
        let like = people::role_named(tx, like)?;
        granted.extend(store::permissions(tx, like.id)?);
    }
    let (name, permissions) = checked(name, &granted)?;
    add_role(tx, &name, &permissions)
}

/// Gives a role these permissions by a command, or another name; what is none stays.
pub fn change_by_command(
    tx: &mut dyn Tx,
    name: &str,
    new_name: Option<&str>,
    permissions: &[Permission],
) -> Result<Change> {
    let role = people::role_named(tx, name)?;
    let granted = if permissions.is_empty() {
        store::permissions(tx, role.id)?.into_iter().collect()
    } else {
        permissions.to_vec()
    };
    let (name, permissions) = checked(new_name.unwrap_or(&role.name), &granted)?;
    change_role(tx, &role, &name, &permissions)
}

pub fn delete_by_command(tx: &mut dyn Tx, name: &str, now: Timestamp) -> Result<Change> {
    let role = people::role_named(tx, name)?;
    delete_role(tx, &role, now)
}

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

fn changed(tx: &mut dyn Tx, member: &StaffMember, change: Change) -> Result<Changed<People>> {
    Ok(Changed::new(people::all(tx, &member.client)?, change))
}

pub fn add(tx: &mut dyn Tx, member: &StaffMember, args: AddRoleArgs) -> Result<Changed<People>> {
    let (name, permissions) = checked(&args.name, &args.permissions)?;
    check_held(member, &permissions)?;
    let change = add_role(tx, &name, &permissions)?;
    changed(tx, member, change)
}

pub fn change(tx: &mut dyn Tx, member: &StaffMember, args: ChangeRoleArgs) -> Result<Changed<People>> {
    let role = seen(tx, member, args.id, args.version)?;
    let (name, permissions) = checked(&args.name, &args.permissions)?;
    check_held(member, &permissions)?;
    let change = change_role(tx, &role, &name, &permissions)?;
    changed(tx, member, change)
}

pub fn delete(tx: &mut dyn Tx, member: &StaffMember, args: DeleteRoleArgs) -> Result<Changed<People>> {
    let role = seen(tx, member, args.id, args.version)?;
    let change = delete_role(tx, &role, member.client.now())?;
    changed(tx, member, change)
}
