//! Colleagues whom notes name.

use std::collections::BTreeMap;

use super::store::{self, Permitted};
use super::types::{Colleague, Colleagues, Mentioned, NoteAbout};
use crate::db::Tx;
use crate::domain::mention;
use crate::domain::permission::Permission;
use crate::error::{Refusal, Result};
use crate::message;

const fn permission(about: NoteAbout) -> Permission {
    match about {
        NoteAbout::Order => Permission::OrdersRead,
        NoteAbout::Customer => Permission::CustomersRead,
    }
}

/// Those who can be named in a note: whoever reads what it is about.
pub fn colleagues(tx: &mut dyn Tx, about: NoteAbout) -> Result<Colleagues> {
    Ok(Colleagues { people: list_permitted(tx, permission(about))? })
}

/// People who are not disabled and have a permission, by name; where several have one name, each is told by the mail address too.
pub fn list_permitted(tx: &mut dyn Tx, permission: Permission) -> Result<Vec<Colleague>> {
    let people = store::list_permitted(tx, permission)?;
    let mut bearers: BTreeMap<String, usize> = BTreeMap::new();
    for person in &people {
        *bearers.entry(person.name.to_lowercase()).or_default() += 1;
    }
    let colleague = |person: Permitted| {
        let is_alone = bearers.get(&person.name.to_lowercase()) == Some(&1);
        let name = if is_alone { person.name } else { format!("{} ({})", person.name, person.email) };
        Colleague { id: person.id, name }
    };
    Ok(people.into_iter().map(colleague).collect())
}

/// The people whom a text names, by id.
///
/// # Errors
///
/// Refused where one of them works here no more, or does not read what the note is about.
pub fn named_in(tx: &mut dyn Tx, text: &str, about: NoteAbout) -> Result<Vec<i64>> {
    let ids = mention::ids(text);
    if ids.is_empty() {
        return Ok(ids);
    }
    let known = list_permitted(tx, permission(about))?;
    if ids.iter().any(|id| !known.iter().any(|known| known.id == *id)) {
        return Err(Refusal::of_field("text", message::STAFF_MENTION_UNKNOWN).into());
    }
    Ok(ids)
}

/// Whom texts name, each once.
pub fn mentioned<'t>(tx: &mut dyn Tx, texts: impl Iterator<Item = &'t str>) -> Result<Vec<Mentioned>> {
    let mut ids: Vec<i64> = texts.flat_map(mention::ids).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut names = store::names_of_enabled(tx, &ids)?;
    Ok(ids.into_iter().map(|id| Mentioned { id, name: names.remove(&id) }).collect())
}

/// Those of them whom a text names.
pub fn mentioned_in(text: &str, people: &[Mentioned]) -> Vec<Mentioned> {
    let ids = mention::ids(text);
    people.iter().filter(|person| ids.contains(&person.id)).cloned().collect()
}

/// A text as people read it, where nothing but text can stand: a former colleague is an ellipsis.
pub fn told(text: &str, people: &[Mentioned]) -> String {
    mention::named(text, |id| {
        let name = people.iter().find(|person| person.id == id).and_then(|person| person.name.clone());
        name.unwrap_or_else(|| "…".to_owned())
    })
}
