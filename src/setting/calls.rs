//! The calls about settings, one function a path.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::Value;

use super::editing::{self, value_of};
use super::in_force::effective;
use super::store;
use super::types::{
    Field, HistoryArgs, PastChange, SaveArgs, Section, SettingHistory, SettingList, WaitingArgs, WaitingChange,
    WaitingValue,
};
use crate::audit::{self, Actor, By, Origin};
use crate::call::{Changed, NoArgs, StaffMember, View};
use crate::config::settings::{self, SETTINGS};
use crate::config::{Settings, Source};
use crate::db::Tx;
use crate::domain::permission::Permission;
use crate::error::{Result, refuse};
use crate::{catalog, message, staff, token};

/// Changes of one look at the history.
const CHANGES: i64 = 50;

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// All settings as they are in force, by group.
pub fn all(tx: &mut dyn Tx, source: &Source) -> Result<Vec<Section>> {
    Ok(sections(source, &effective(tx, source)?))
}

/// The value in force of one setting; null for what is none.
pub fn value(tx: &mut dyn Tx, source: &Source, key: &str) -> Result<Value> {
    let values = effective(tx, source)?;
    Ok(settings::find(key).map(|setting| value_of(source, &values, setting)).unwrap_or_default())
}

fn sections(source: &Source, values: &Settings) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for setting in SETTINGS {
        let pinned_by = source.pinned_by(setting).map(str::to_owned);
        let field = Field {
            key: setting.key.to_owned(),
            kind: setting.kind,
            value: value_of(source, values, setting),
            fallback: source.fallback(setting),
            is_set: pinned_by.is_none() && values.contains_key(setting.key),
            waits: setting.waits,
            pinned_by,
        };
        match sections.last_mut() {
            Some(section) if section.group == setting.group => section.settings.push(field),
            _ => sections.push(Section { group: setting.group, settings: vec![field] }),
        }
    }
    sections
}

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<SettingList> {
    let source = &member.client.view.config.source;
    let values = effective(tx, source)?;
    Ok(SettingList {
        sections: sections(source, &values),
        waiting: waiting(tx, member, &values)?,
        product_types: catalog::product_types(tx)?,
    })
}

fn waiting(tx: &mut dyn Tx, member: &StaffMember, values: &Settings) -> Result<Vec<WaitingChange>> {
    let source = &member.client.view.config.source;
    let rows = store::list_waiting(tx)?;
    let names = token::actor_names(tx, rows.iter().map(|row| row.actor.as_str()))?;
    let own = actor(member).to_string();
    let is_owner = staff::is_owner(&member.who);
    let mut was_owner_at = HashMap::new();
    for row in rows.iter().filter(|row| is_owner && row.actor != own) {
        was_owner_at.insert(row.id, was_owner(tx, member, row.asked_at)?);
    }
    let shown = rows.into_iter().map(|row| {
        let value = |(key, to): (String, Option<Value>)| {
            let setting = settings::find(&key)?;
            let then = to.unwrap_or_else(|| source.fallback(setting));
            Some(WaitingValue { now: value_of(source, values, setting), then, key })
        };
        let is_own = row.actor == own;
        WaitingChange {
            id: row.id,
            changes: row.changes.into_iter().filter_map(value).collect(),
            asked_at: moment(row.asked_at),
            force_at: moment(row.force_at),
            by: names.get(&row.actor).cloned(),
            actor: row.actor,
            is_own,
            may_agree: was_owner_at.get(&row.id).copied().unwrap_or_default(),
            failure: row.failure,
        }
    });
    Ok(shown.collect())
}

/// RFC 3339.
fn moment(at: i64) -> String {
    Timestamp::from_millisecond(at).map(|at| at.to_string()).unwrap_or_default()
}

pub fn history(tx: &mut dyn Tx, _: &StaffMember, args: HistoryArgs) -> Result<SettingHistory> {
    let mut changes = past(tx, args.key.as_deref(), args.before, CHANGES + 1)?;
    let has_more = changes.len() as i64 > CHANGES;
    changes.truncate(CHANGES as usize);
    Ok(SettingHistory { changes, has_more })
}

/// The newest changes, before the one with a number if it is given.
pub fn past(tx: &mut dyn Tx, key: Option<&str>, before: Option<i64>, limit: i64) -> Result<Vec<PastChange>> {
    let rows = store::history(tx, key, before.unwrap_or(i64::MAX), limit)?;
    let names = token::actor_names(tx, rows.iter().map(|row| row.actor.as_str()))?;
    let value = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    let change = |row: store::SettingChange| PastChange {
        id: row.id,
        at: moment(row.at),
        by: names.get(&row.actor).cloned(),
        actor: row.actor,
        key: row.key,
        before: value(row.before),
        after: value(row.after),
    };
    Ok(rows.into_iter().map(change).collect())
}

// ── Changing ────────────────────────────────────────────────────────────────────────────────────────────────────────

fn actor(member: &StaffMember) -> Actor {
    Actor::Staff(member.who.staff_id)
}

fn by(member: &StaffMember) -> By {
    By { actor: actor(member), now: member.client.now() }
}

pub fn save(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Changed<SettingList>> {
    let change = editing::save(tx, &by(member), &member.client.view, &args.edits)?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

/// A second owner agrees to what waits, which comes into force.
pub fn agree(tx: &mut dyn Tx, member: &StaffMember, args: WaitingArgs) -> Result<Changed<SettingList>> {
    let waiting = editing::find_waiting(tx, args.id)?;
    if !staff::is_owner(&member.who) {
        return Err(refuse(message::SETTING_NOT_OWNER));
    }
    if waiting.actor == actor(member).to_string() {
        return Err(refuse(message::SETTING_OWN_CHANGE));
    }
    // Whoever has taken over an owner's account could invite the second one.
    if !was_owner(tx, member, waiting.asked_at)? {
        return Err(refuse(message::SETTING_NEW_OWNER));
    }
    let change = editing::put_into_force(tx, &by(member), &member.client.view, &waiting)?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

/// Whether the reader, an owner, was one at a time, in Unix milliseconds: whoever has come since, or was made owner, let in or given new
/// keys by somebody else, may be whoever asked.
fn was_owner(tx: &mut dyn Tx, member: &StaffMember, at: i64) -> Result<bool> {
    let id = member.who.staff_id;
    let was_there = staff::find_person(tx, id)?.is_some_and(|person| person.created_at < at);
    let since = Timestamp::from_millisecond(at).map_err(anyhow::Error::from)?;
    Ok(was_there && !audit::is_person_touched(tx, id, since)?)
}

pub fn take_back(tx: &mut dyn Tx, member: &StaffMember, args: WaitingArgs) -> Result<Changed<SettingList>> {
    let change = editing::take_back(tx, args.id)?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

/// Puts into force what has waited for its day, in the name of whoever asked for it; false, and nothing recorded, where it was taken
/// back meanwhile.
pub fn put_into_force(tx: &mut dyn Tx, view: &View, id: i64, origin: &Origin) -> Result<bool> {
    let due = store::find_waiting(tx, id)?.filter(|waiting| waiting.force_at <= view.now.as_millisecond());
    let Some(waiting) = due else { return Ok(false) };
    let asker = By { actor: Actor::read(&waiting.actor), now: view.now };
    if !token::may_still(tx, &asker.actor, Permission::SettingsChange, view.now)? {
        return Err(refuse(message::SETTING_ASKER_GONE));
    }
    let change = editing::put_into_force(tx, &asker, view, &waiting)?;
    audit::record(tx, &asker.actor, origin, "setting/save", &change, view.now)?;
    Ok(true)
}
