//! The calls about the words of the catalogue, one function a path.

use std::collections::{BTreeMap, HashMap};

use serde_json::json;

use super::editing::{self, Saved};
use super::entry::{self, Entry};
use super::types::{
    Key, Lexicon, LexiconCountry, LexiconEntry, LexiconPlace, LexiconPlaced, LexiconRemoved, LexiconSaved, ListArgs,
    Part, PlaceArgs, RemoveArgs, SaveArgs,
};
use crate::audit::Change;
use crate::call::{Changed, StaffMember};
use crate::catalog::lexicon::{FACET, OPTION, is_own, worded};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::product::calls::audited;
use crate::product::editing::{By, version};
use crate::region;
use crate::sort_key::sort_key;

/// Entries a page.
const PAGE: usize = 50;

fn by(member: &StaffMember) -> By {
    let view = &member.client.view;
    By { actor: member.who.actor(), now: view.now, languages: view.stores.languages().to_vec() }
}

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn list(tx: &mut dyn Tx, member: &StaffMember, args: ListArgs) -> Result<Lexicon> {
    let ListArgs { part, of, find, lacking, after } = args;
    let (lang, languages) = (member.client.view.lang(), member.client.view.stores.languages());
    let places = places(tx, part, lang, languages)?;
    let of = match places.iter().find(|place| place.code == of).or(places.first()) {
        Some(place) => place.code.clone(),
        None => String::new(),
    };
    let all = entry::all(tx, part, &of)?;
    let order = editing::order_version(&all);
    let found = chosen(part, all, &find, lacking, languages);
    let from = after.map_or(0, |after| after as usize);
    let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
    let page: Vec<Entry> = found.into_iter().skip(from).take(PAGE).collect();
    let next = u32::try_from(from + PAGE).unwrap_or(u32::MAX);
    let has_countries = matches!(part, Part::Makers | Part::ShipGroups);
    Ok(Lexicon {
        entries: shown(tx, part, &of, page, lang, languages)?,
        after: Some(next).filter(|next| *next < total),
        total,
        of,
        places,
        languages: languages.to_vec(),
        countries: if has_countries { countries(tx, lang)? } else { Vec::new() },
        order,
    })
}

/// Those of the entries that are looked for.
pub fn chosen(part: Part, all: Vec<Entry>, find: &str, lacking: bool, languages: &[Lang]) -> Vec<Entry> {
    let folded = sort_key(find);
    let is_whole =
        |entry: &Entry| entry::missing(part, entry, languages).is_empty() && entry::lacks(part, entry).is_empty();
    all.into_iter().filter(|entry| entry::has(entry, &folded) && !(lacking && is_whole(entry))).collect()
}

/// Entries with what is counted of them.
pub fn shown(
    tx: &mut dyn Tx,
    part: Part,
    of: &str,
    entries: Vec<Entry>,
    lang: Lang,
    languages: &[Lang],
) -> Result<Vec<LexiconEntry>> {
    let codes: Vec<String> = entries.iter().map(|entry| entry.code.clone()).collect();
    let uses = entry::uses(tx, part, of, &codes)?;
    let values = if part == Part::Options { entry::values_by_option(tx)? } else { HashMap::new() };
    let row = |entry: Entry| LexiconEntry {
        name: entry::name(part, &entry, lang),
        missing: entry::missing(part, &entry, languages),
        lacks: entry::lacks(part, &entry),
        uses: uses.get(&entry.code).copied().unwrap_or(0),
        values: values.get(&entry.code).copied().unwrap_or(0),
        version: version(&entry.fields),
        code: entry.code,
        fields: entry.fields,
    };
    Ok(entries.into_iter().map(row).collect())
}

/// What entries of a part stand within, with names in a language.
pub fn places(tx: &mut dyn Tx, part: Part, lang: Lang, languages: &[Lang]) -> Result<Vec<LexiconPlace>> {
    let named: HashMap<String, String> = match part {
        Part::Values => names(tx, OPTION, "", lang)?,
        Part::Words => names(tx, FACET, "attribute.", lang)?,
        _ => HashMap::new(),
    };
    let place = |(code, entries): (String, u32)| LexiconPlace {
        name: named.get(&code).unwrap_or(&code).clone(),
        is_own: part == Part::Words && is_own(&code),
        entries,
        code,
    };
    Ok(entry::places(tx, part, languages)?.into_iter().map(place).collect())
}

/// The names of a domain in a language, by code with something before it.
fn names(tx: &mut dyn Tx, domain: &str, prefix: &str, lang: Lang) -> Result<HashMap<String, String>> {
    let name = |(code, words): (String, BTreeMap<Lang, String>)| {
        words.get(&lang).map(|name| (format!("{prefix}{code}"), name.clone()))
    };
    Ok(worded(tx, domain)?.into_iter().filter_map(name).collect())
}

fn countries(tx: &mut dyn Tx, lang: Lang) -> Result<Vec<LexiconCountry>> {
    let names = region::country_names(tx, lang)?;
    let country = |id: String| LexiconCountry { name: names.get(&id).unwrap_or(&id).clone(), id };
    let mut countries: Vec<LexiconCountry> = region::country_ids(tx)?.into_iter().map(country).collect();
    countries.sort_by_cached_key(|country| sort_key(&country.name));
    Ok(countries)
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What the audit is told: the fields that differ, long texts by their beginning.
pub fn told(saved: &Saved) -> Change {
    let [before, after] = audited(&saved.before, &saved.after);
    let change = Change::new("lexicon", thing(saved.part, &saved.key));
    match (saved.before.is_empty(), saved.after.is_empty()) {
        (true, _) => change.after(after),
        (_, true) => change.before(before),
        _ => change.before(before).after(after),
    }
}

/// What the audit is told of one that stands elsewhere.
pub fn told_placed(part: Part, key: &Key, before: &str) -> Change {
    Change::new("lexicon", thing(part, key)).after(json!({ "before": before }))
}

fn thing(part: Part, key: &Key) -> String {
    format!("{} {key}", part.code())
}

pub fn save(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Changed<LexiconSaved>> {
    let SaveArgs { part, of, code, version, fields } = args;
    let key = Key { of, code };
    let saved = match version.as_str() {
        "" => editing::add(tx, &by(member), part, &key, &fields)?,
        seen => editing::change(tx, &by(member), part, &key, &fields, Some(seen))?,
    };
    let (lang, languages) = (member.client.view.lang(), member.client.view.stores.languages());
    let (found, _) = editing::find(tx, part, &saved.key)?;
    let mut rows = shown(tx, part, &saved.key.of, vec![found], lang, languages)?;
    let entry = rows.pop().ok_or_else(|| anyhow::anyhow!("{} is not there", saved.key))?;
    Ok(Changed::new(LexiconSaved { entry }, told(&saved)))
}

pub fn place(tx: &mut dyn Tx, _: &StaffMember, args: PlaceArgs) -> Result<Changed<LexiconPlaced>> {
    let PlaceArgs { part, of, code, before, order } = args;
    let key = Key { of, code };
    let order = editing::place(tx, part, &key, &before, Some(&order))?;
    Ok(Changed::new(LexiconPlaced { order }, told_placed(part, &key, &before)))
}

pub fn remove(tx: &mut dyn Tx, _: &StaffMember, args: RemoveArgs) -> Result<Changed<LexiconRemoved>> {
    let RemoveArgs { part, of, code, version } = args;
    let removed = editing::remove(tx, part, &Key { of, code }, Some(&version))?;
    let code = removed.key.code.clone();
    Ok(Changed::new(LexiconRemoved { code }, told(&removed)))
}
