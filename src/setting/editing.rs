//! The rules of changing settings, for calls, commands and the job that puts into force what has waited.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value};

use super::in_force::{self, effective};
use super::mail;
use super::store::{self, Waiting};
use super::types::{Changes, Edit};
use crate::audit::{Actor, By, Change};
use crate::call::View;
use crate::config::settings::{self, Kind, Setting};
use crate::config::{Config, ConfigError, Settings, Source};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::validate::is_unreadable;
use crate::error::{Error, FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message::{self, Message};

/// How long a change of where money goes waits, unless a second owner agrees.
const WAIT: SignedDuration = SignedDuration::from_hours(24);

/// Characters of a text, or of a line of it.
const LONGEST: usize = 300;
/// Lines of an address and the like.
const MOST_LINES: usize = 30;
/// Countries, or types of goods.
const MOST_PARTS: usize = 300;

/// The value of a setting among those that are set; else as the machine says.
pub fn value_of(source: &Source, values: &Settings, setting: &Setting) -> Value {
    let set = values.get(setting.key).filter(|_| source.pinned_by(setting).is_none());
    set.cloned().unwrap_or_else(|| source.fallback(setting))
}

/// What edits come to.
#[derive(Debug)]
pub struct Plan {
    /// What the shop would be configured as once all of it is in force.
    pub config: Config,
    /// The settings as they are.
    values: Settings,
    at_once: Changes,
    /// Where money goes.
    waiting: Changes,
    /// When that comes into force.
    pub force_at: Option<Timestamp>,
}

impl Plan {
    /// Each change: its key, the value now and then, and whether it waits.
    pub fn changes<'p>(&'p self, source: &'p Source) -> impl Iterator<Item = (&'p str, Value, Value, bool)> {
        let all = [(&self.at_once, false), (&self.waiting, self.force_at.is_some())];
        all.into_iter().flat_map(|(changes, waits)| changes.iter().map(move |change| (change, waits))).filter_map(
            |((key, to), waits)| {
                let setting = settings::find(key)?;
                let then = to.clone().unwrap_or_else(|| source.fallback(setting));
                Some((key.as_str(), value_of(source, &self.values, setting), then, waits))
            },
        )
    }
}

/// What edits come to; changes nothing. What decides where money goes waits if a person of the console asks for it.
///
/// # Errors
///
/// Refused by key: what is unknown, pinned, changed since it was seen, waits already, or breaks a rule with the values that it stands
/// beside.
pub fn plan(tx: &mut dyn Tx, by: &By, view: &View, edits: &[Edit]) -> Result<Plan> {
    let source = &view.config.source;
    let values = effective(tx, source)?;
    let mut fields = FieldMessages::new();
    let mut changes = Changes::new();
    for Edit { key, seen, value } in edits {
        let why = match settings::find(key) {
            None => message::SETTING_UNKNOWN.into(),
            Some(setting) => match source.pinned_by(setting) {
                Some(place) => message::SETTING_PINNED.with("place", place),
                None if value_of(source, &values, setting) != *seen => message::SETTING_CHANGED_MEANWHILE.into(),
                None => {
                    let value = value.as_ref().map(|value| tidy(setting, value));
                    if let Some(why) = value.as_ref().and_then(unprintable) {
                        fields.insert(key.clone(), why);
                        continue;
                    }
                    if value.as_ref() != values.get(key) && value.as_ref() != Some(seen) {
                        changes.insert(key.clone(), value);
                    }
                    continue;
                }
            },
        };
        fields.insert(key.clone(), why);
    }
    let waiting = store::list_waiting(tx)?;
    let touched = changes.keys().filter(|key| waiting.iter().any(|one| one.changes.contains_key(*key)));
    fields.extend(touched.map(|key| (key.clone(), message::SETTING_ONE_WAITS.into())));
    check_fields(fields)?;
    let config = check(tx, view, &with(&values, &changes))?;
    let is_person = matches!(by.actor, Actor::Staff(_));
    let waits = |key: &String| settings::find(key).is_some_and(|setting| setting.waits);
    let (mut money, mut others): (Changes, Changes) = changes.into_iter().partition(|(key, _)| waits(key));
    // What cannot stand without it waits beside it: transfers that are offered together with their first account.
    if is_person && !money.is_empty() && check(tx, view, &with(&values, &others)).is_err() {
        money.append(&mut others);
    }
    let is_waiting = is_person && !money.is_empty();
    let force_at = is_waiting.then(|| by.now.checked_add(WAIT).unwrap_or(Timestamp::MAX));
    Ok(Plan { config, values, at_once: others, waiting: money, force_at })
}

/// Changes settings as [`plan`] says; answers what that changes for the audit. The owners are told what changes of where money goes.
///
/// # Errors
///
/// As of [`plan`].
pub fn save(tx: &mut dyn Tx, by: &By, view: &View, edits: &[Edit]) -> Result<Change> {
    let source = &view.config.source;
    let Plan { values, at_once: others, waiting: money, force_at, .. } = plan(tx, by, view, edits)?;
    let mut change = apply(tx, by, source, &values, &others)?;
    if money.is_empty() {
        return Ok(change);
    }
    if let Some(force_at) = force_at {
        store::add_waiting(tx, &money, &by.actor.to_string(), (by.now, force_at))?;
        mail::tell_owners(tx, view, by, money.keys(), Some(force_at))?;
        let asked: Map<String, Value> = money.into_iter().map(|(key, to)| (key, to.unwrap_or_default())).collect();
        if let Some(Value::Object(after)) = &mut change.after {
            after.insert("waiting".into(), Value::Object(asked));
        }
    } else {
        mail::tell_owners(tx, view, by, money.keys(), None)?;
        let values = with(&values, &others);
        let done = apply(tx, by, source, &values, &money)?;
        for (all, more) in [(&mut change.before, done.before), (&mut change.after, done.after)] {
            if let (Some(Value::Object(all)), Some(Value::Object(more))) = (all, more) {
                all.extend(more);
            }
        }
    }
    Ok(change)
}

/// Values as they are kept: texts without blanks around them, lists without empty lines, amounts with two decimals.
fn tidy(setting: &Setting, value: &Value) -> Value {
    let text = |value: &Value| value.as_str().map(|text| Value::String(text.trim().to_owned()));
    let amount = |value: &Value| value.as_str().and_then(|text| text.trim().parse::<Amount>().ok());
    let amount = |value: &Value| amount(value).map(|amount| Value::String(amount.to_string()));
    let tidied = match setting.kind {
        Kind::Amount => amount(value),
        Kind::Lines | Kind::Countries | Kind::Methods => value.as_array().map(|lines| {
            let lines = lines.iter().map(|line| text(line).unwrap_or_else(|| line.clone()));
            Value::Array(lines.filter(|line| line.as_str() != Some("")).collect())
        }),
        Kind::Collection => value.as_object().map(|costs| {
            let cost = |(of, cost): (&String, &Value)| (of.clone(), amount(cost).unwrap_or_else(|| cost.clone()));
            Value::Object(costs.iter().map(cost).collect())
        }),
        _ => text(value),
    };
    tidied.unwrap_or_else(|| value.clone())
}

/// Why texts cannot stand in a page's head, a letter's sender or on paper; rules of single settings come on top.
fn unprintable(value: &Value) -> Option<Message> {
    match value {
        Value::String(text) if text.chars().count() > LONGEST => Some(message::FIELD_TOO_LONG.with("max", LONGEST)),
        Value::String(text) if text.chars().any(is_unreadable) => Some(message::SETTING_WRONG.into()),
        Value::Array(lines) if lines.len() > MOST_LINES => Some(message::SETTING_WRONG.into()),
        Value::Array(lines) => lines.iter().find_map(unprintable),
        Value::Object(parts) if parts.len() > MOST_PARTS => Some(message::SETTING_WRONG.into()),
        Value::Object(parts) => parts
            .iter()
            .find_map(|(name, part)| unprintable(&Value::String(name.clone())).or_else(|| unprintable(part))),
        _ => None,
    }
}

/// The values after these changes.
fn with<'a>(values: &Settings, changes: impl IntoIterator<Item = (&'a String, &'a Option<Value>)>) -> Settings {
    let mut values = values.clone();
    for (key, value) in changes {
        match value {
            Some(value) => values.insert(key.clone(), value.clone()),
            None => values.remove(key),
        };
    }
    values
}

/// Refuses values with which the shop could not open.
fn check(tx: &mut dyn Tx, view: &View, values: &Settings) -> Result<Config> {
    let checked = in_force::with(tx, &view.config.source, values)?;
    let checked = checked.and_then(|config| config.check_languages(view.stores.languages()).map(|()| config));
    checked.map_err(|error| refused(&error))
}

fn refused(error: &ConfigError) -> Error {
    match error.refusal() {
        Some((key, message)) => {
            let fields = FieldMessages::from([(key.to_owned(), message.clone())]);
            Error::Refused(Refusal::with_fields(message.clone(), fields))
        }
        None => refuse(message::SETTING_MACHINE.with("reason", error)),
    }
}

/// Writes changes that have been checked.
fn apply(tx: &mut dyn Tx, by: &By, source: &Source, values: &Settings, changes: &Changes) -> Result<Change> {
    let (mut before, mut after) = (Map::new(), Map::new());
    for (key, value) in changes {
        store::save(tx, (key, values.get(key), value.as_ref()), &by.actor.to_string(), by.now)?;
        if let Some(setting) = settings::find(key) {
            before.insert(key.clone(), value_of(source, values, setting));
            after.insert(key.clone(), value.clone().unwrap_or_else(|| source.fallback(setting)));
        }
    }
    let thing = changes.keys().next().cloned().unwrap_or_default();
    Ok(Change::new("setting", thing).before(Value::Object(before)).after(Value::Object(after)))
}

/// Puts a change that has waited into force.
///
/// # Errors
///
/// Refused where it has become impossible beside what was changed since.
pub fn put_into_force(tx: &mut dyn Tx, by: &By, view: &View, waiting: &Waiting) -> Result<Change> {
    let source = &view.config.source;
    let values = effective(tx, source)?;
    check(tx, view, &with(&values, &waiting.changes))?;
    let change = apply(tx, by, source, &values, &waiting.changes)?;
    store::delete_waiting(tx, waiting.id)?;
    Ok(change)
}

/// Takes back a change that waits.
pub fn take_back(tx: &mut dyn Tx, id: i64) -> Result<Change> {
    let waiting = find_waiting(tx, id)?;
    store::delete_waiting(tx, id)?;
    let asked = waiting.changes.into_iter().map(|(key, to)| (key, to.unwrap_or_default())).collect();
    let thing = Value::Object(Map::from_iter([("waiting".to_owned(), Value::Object(asked))]));
    Ok(Change::new("setting", "waiting").before(thing))
}

pub fn find_waiting(tx: &mut dyn Tx, id: i64) -> Result<Waiting> {
    store::find_waiting(tx, id)?.ok_or_else(|| refuse(message::SETTING_NOT_WAITING))
}
