//! The calls about saved views, one function a path.

use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::store::{self, Row};
use super::types::{DefaultArgs, IdArgs, MoveArgs, SaveArgs, SavedView, SavedViews, ViewedList};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember};
use crate::db::Tx;
use crate::domain::permission::Permission;
use crate::domain::validate::readable_line;
use crate::error::{Error, Refusal, Result, refuse};
use crate::message;

/// Views of one list: those for all, and as many of each person.
const MOST: usize = 30;
/// Characters of a name, and of a query.
const NAME: usize = 60;
const QUERY: usize = 2_000;

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<SavedViews> {
    let staff_id = member.who.staff_id;
    let mut items = Vec::new();
    for of in ViewedList::ALL.into_iter().filter(|of| member.who.permissions.contains(&of.permission())) {
        let default = store::find_default(tx, staff_id, of)?;
        for row in store::list(tx, None, of)?.into_iter().chain(store::list(tx, Some(staff_id), of)?) {
            items.push(SavedView {
                is_for_all: row.staff_id.is_none(),
                is_default: default == Some(row.id),
                version: version(&row),
                id: row.id,
                list: row.list,
                name: row.name,
                query: row.query,
            });
        }
    }
    Ok(SavedViews { items })
}

/// What a change of a view must have seen.
fn version(row: &Row) -> String {
    let seen = Sha256::digest(json!([row.staff_id, row.name, row.query]).to_string());
    hex::encode(&seen[..8])
}

/// The view with this id, as long as the caller may open its list and it is theirs or everybody's. Those of others are not there.
fn find(tx: &mut dyn Tx, member: &StaffMember, id: i64) -> Result<Row> {
    let is_theirs = |row: &Row| {
        row.staff_id.is_none_or(|of| of == member.who.staff_id)
            && member.who.permissions.contains(&row.list.permission())
    };
    store::find(tx, id)?.filter(is_theirs).ok_or_else(|| refuse(message::SAVED_VIEW_NOT_FOUND))
}

/// The same to be changed: everybody's only by those who may change settings.
fn find_changeable(tx: &mut dyn Tx, member: &StaffMember, id: i64) -> Result<Row> {
    let row = find(tx, member, id)?;
    check_for_all(member, row.staff_id.is_none())?;
    Ok(row)
}

fn check_for_all(member: &StaffMember, is_for_all: bool) -> Result<()> {
    if is_for_all && !member.who.permissions.contains(&Permission::SettingsChange) {
        return Err(refuse(message::STAFF_NOT_ALLOWED));
    }
    Ok(())
}

/// Saves a new view, or changes one.
pub fn save(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Changed<SavedViews>> {
    let SaveArgs { id, version: seen, list: of, name, query, is_for_all } = args;
    let before = id.map(|id| find_changeable(tx, member, id)).transpose()?;
    if before.as_ref().is_some_and(|row| version(row) != seen) {
        return Err(refuse(message::SAVED_VIEW_CHANGED));
    }
    let of = before.as_ref().map_or(of, |row| row.list);
    if !member.who.permissions.contains(&of.permission()) {
        return Err(refuse(message::STAFF_NOT_ALLOWED));
    }
    check_for_all(member, is_for_all)?;
    let staff_id = (!is_for_all).then_some(member.who.staff_id);
    let name = readable_line(&name);
    if name.is_empty() {
        return Err(Refusal::of_field("name", message::SAVED_VIEW_NAME_EMPTY).into());
    }
    if name.chars().count() > NAME {
        return Err(Refusal::of_field("name", message::ORDER_TEXT_TOO_LONG.with("max", NAME)).into());
    }
    // As browsers write it: what else stands there was not written by one.
    if query.len() > QUERY || !query.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Error::Malformed("query: not that of an address".into()));
    }
    let others: Vec<Row> = store::list(tx, staff_id, of)?.into_iter().filter(|row| Some(row.id) != id).collect();
    if others.iter().any(|row| row.name.to_lowercase() == name.to_lowercase()) {
        return Err(Refusal::of_field("name", message::SAVED_VIEW_NAME_TAKEN).into());
    }
    if others.len() >= MOST {
        return Err(refuse(message::SAVED_VIEW_TOO_MANY.with("max", MOST)));
    }
    let saved = match &before {
        Some(row) => {
            store::save_changed(tx, row.id, staff_id, &name, &query)?;
            if row.staff_id.is_none() && !is_for_all {
                store::delete_defaults_of_others(tx, row.id, member.who.staff_id)?;
            }
            row.id
        }
        None => store::save(tx, staff_id, of, &name, &query)?,
    };
    let change = Change::new("saved_view", saved).after(told(of, is_for_all));
    changed(
        tx,
        member,
        match &before {
            Some(row) => change.before(told(of, row.staff_id.is_none())),
            None => change,
        },
    )
}

/// What the audit is told of a view: names and queries may hold what was searched for.
fn told(of: ViewedList, is_for_all: bool) -> serde_json::Value {
    json!({ "list": of, "is_for_all": is_for_all })
}

/// Moves a view before the one before it, or behind the next.
pub fn move_by_one(tx: &mut dyn Tx, member: &StaffMember, args: MoveArgs) -> Result<Changed<SavedViews>> {
    let row = find_changeable(tx, member, args.id)?;
    let mut ids: Vec<i64> = store::list(tx, row.staff_id, row.list)?.into_iter().map(|row| row.id).collect();
    let at = ids.iter().position(|id| *id == row.id).unwrap_or(0);
    let to = if args.is_up { at.saturating_sub(1) } else { (at + 1).min(ids.len().saturating_sub(1)) };
    ids.swap(at, to);
    for (position, id) in (1_i64..).zip(&ids) {
        store::save_position(tx, *id, position)?;
    }
    let change = Change::new("saved_view", row.id).after(told(row.list, row.staff_id.is_none()));
    changed(tx, member, change)
}

/// Chooses the view with which the caller opens a list.
pub fn set_default(tx: &mut dyn Tx, member: &StaffMember, args: DefaultArgs) -> Result<Changed<SavedViews>> {
    if let Some(id) = args.id
        && find(tx, member, id)?.list != args.list
    {
        return Err(refuse(message::SAVED_VIEW_NOT_FOUND));
    }
    store::save_default(tx, member.who.staff_id, args.list, args.id)?;
    let thing = args.id.map(|id| id.to_string()).unwrap_or_default();
    changed(tx, member, Change::new("saved_view", thing).after(json!({ "list": args.list, "is_default": true })))
}

pub fn delete(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<SavedViews>> {
    let row = find_changeable(tx, member, args.id)?;
    store::delete(tx, row.id)?;
    let change = Change::new("saved_view", row.id).before(told(row.list, row.staff_id.is_none()));
    changed(tx, member, change)
}

fn changed(tx: &mut dyn Tx, member: &StaffMember, change: Change) -> Result<Changed<SavedViews>> {
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}
