//! How entries of the lexicon are added, changed, ordered and removed; for calls and commands alike.

use super::entry::{self, Entry, text_field, words_of};
use super::types::{Key, Part};
use crate::catalog::csv::{self, Kind, Space};
use crate::catalog::lexicon::{self, MAKERS, OPTION, OPTIONS, VALUES};
use crate::catalog::save_words;
use crate::db::{Tx, Val};
use crate::domain::store_view::Lang;
use crate::domain::url_key;
use crate::domain::validate::readable_line;
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::product::cells;
use crate::product::document::Fields;
use crate::product::editing::{By, differing, version};
use crate::sort_key::sort_key;

/// Characters of a field.
const MOST_CHARACTERS: usize = 2_000;
/// Words of one meaning.
pub const MOST_WORDS: usize = 50;
/// Codes that are tried for a name.
const MOST_CODES: usize = 1_000;

/// An entry before and after a change.
#[derive(Debug, Clone)]
pub struct Saved {
    pub part: Part,
    pub key: Key,
    /// Empty: it is new.
    pub before: Fields,
    /// Empty: it is gone.
    pub after: Fields,
}

impl Saved {
    /// The fields that differ, with both texts.
    pub fn changed(&self) -> Vec<(&str, &str, &str)> {
        differing(&self.before, &self.after)
    }
}

/// What somebody has seen of an order: another one as soon as an entry is added, moved or gone.
pub fn order_version(all: &[Entry]) -> String {
    version(&all.iter().enumerate().map(|(at, entry)| (format!("{at:06}"), entry.code.clone())).collect())
}

/// The entry with a key.
///
/// # Errors
///
/// Refused where there is none.
pub fn find(tx: &mut dyn Tx, part: Part, key: &Key) -> Result<(Entry, Vec<Entry>)> {
    let (found, all) = entry::find(tx, part, key)?;
    Ok((found.ok_or_else(|| refuse(message::LEXICON_UNKNOWN))?, all))
}

// ── Saving ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Adds an entry. Without a code it gets one that is made of its name.
///
/// # Errors
///
/// Refused by field: what an import would refuse, a code or a name that is taken.
pub fn add(tx: &mut dyn Tx, by: &By, part: Part, key: &Key, fields: &Fields) -> Result<Saved> {
    let mut faults = FieldMessages::new();
    check_place(tx, by, part, &key.of)?;
    let all = entry::all(tx, part, &key.of)?;
    let after = set(part, &entry::blank(part), fields, &mut faults);
    let code = match (part, key.code.trim()) {
        (Part::Synonyms, _) => next_number(&all),
        (_, "") => made_code(part, &after, &all),
        (_, code) => code.to_owned(),
    };
    if let Err(fault) = cells::value(entry::code_kind(part, &key.of), &code) {
        faults.insert("code".to_owned(), fault.message());
    } else if all.iter().any(|entry| entry.code == code) {
        faults.insert("code".to_owned(), message::LEXICON_CODE_TAKEN.with("code", &code));
    }
    let key = Key { of: key.of.clone(), code };
    judge(tx, by, &Draft { part, key: &key, before: None, after: &after, all: &all }, &mut faults)?;
    check_fields(faults)?;
    write(tx, part, &key, &after)?;
    lexicon::follow(tx)?;
    Ok(Saved { part, key, before: Fields::new(), after })
}

/// Changes fields of an entry, all or none. `seen`: its version, as somebody has seen it.
///
/// # Errors
///
/// As [`add`], and as a whole where it was changed since it was seen.
pub fn change(tx: &mut dyn Tx, by: &By, part: Part, key: &Key, fields: &Fields, seen: Option<&str>) -> Result<Saved> {
    let (before, all) = find(tx, part, key)?;
    check_version(&before, seen)?;
    let mut faults = FieldMessages::new();
    let after = set(part, &before.fields, fields, &mut faults);
    judge(tx, by, &Draft { part, key, before: Some(&before), after: &after, all: &all }, &mut faults)?;
    check_fields(faults)?;
    if before.fields != after {
        write(tx, part, key, &after)?;
        lexicon::follow(tx)?;
    }
    Ok(Saved { part, key: key.clone(), before: before.fields, after })
}

fn check_version(found: &Entry, seen: Option<&str>) -> Result<()> {
    match seen {
        Some(seen) if seen != version(&found.fields) => Err(refuse(message::LEXICON_CHANGED_MEANWHILE)),
        _ => Ok(()),
    }
}

/// Refuses a new entry where nothing is that it could stand within, and where the program alone has codes.
fn check_place(tx: &mut dyn Tx, by: &By, part: Part, of: &str) -> Result<()> {
    if part == Part::Words && lexicon::is_own(of) {
        return Err(refuse(message::LEXICON_OWN));
    }
    let is_there = match part.is_within() {
        true => entry::places(tx, part, &by.languages)?.iter().any(|(place, _)| place == of),
        false => of.is_empty(),
    };
    if is_there { Ok(()) } else { Err(refuse(message::LEXICON_PLACE_UNKNOWN.with("code", of))) }
}

/// The fields as they are to be, with a message for each that cannot be. Texts that stay are not looked at.
fn set(part: Part, before: &Fields, fields: &Fields, faults: &mut FieldMessages) -> Fields {
    let mut after = before.clone();
    for (field, text) in fields.iter().filter(|(field, text)| before.get(*field) != Some(*text)) {
        if entry::kind_of(part, field).is_none() {
            faults.insert(field.clone(), message::LEXICON_FIELD_UNKNOWN.with("field", field));
        } else if text.chars().count() > MOST_CHARACTERS {
            faults.insert(field.clone(), message::FIELD_TOO_LONG.with("max", MOST_CHARACTERS));
        } else {
            after.insert(field.clone(), tidied(part, text));
        }
    }
    after
}

/// A text as it is kept.
fn tidied(part: Part, text: &str) -> String {
    match part {
        Part::Synonyms => {
            let words = entry::parse_words(text);
            let mut words: Vec<String> = words.iter().map(|word| readable_line(word)).collect();
            words.sort_unstable();
            words.join("\n")
        }
        Part::ShipGroups => entry::parse_countries(text).join(" "),
        _ => readable_line(text),
    }
}

/// A code that is made of the name, with a number after it where that is taken.
fn made_code(part: Part, after: &Fields, all: &[Entry]) -> String {
    let field = if part == Part::Makers { "name".to_owned() } else { text_field(Lang::En) };
    let own = [field].into_iter().chain(Lang::ALL.map(text_field)).filter_map(|field| after.get(&field));
    let made = own.map(|name| url_key::from_folded(&sort_key(name))).find(|made| !made.is_empty()).unwrap_or_default();
    // Codes of words have underscores, as the sheets that came with the shop.
    let first = if part == Part::Makers { made } else { made.replace('-', "_") };
    let is_free = |code: &String| !all.iter().any(|entry| entry.code == *code);
    let numbered = (2..MOST_CODES).map(|number| format!("{first}-{number}"));
    [first.clone()].into_iter().chain(numbered).find(is_free).unwrap_or_default()
}

/// The number of a new group.
fn next_number(all: &[Entry]) -> String {
    let last = all.iter().filter_map(|entry| entry.code.parse::<i64>().ok()).max();
    (last.unwrap_or(0) + 1).to_string()
}

/// An entry as it was and is to be, and all of its part, as they are.
struct Draft<'a> {
    part: Part,
    key: &'a Key,
    before: Option<&'a Entry>,
    after: &'a Fields,
    all: &'a [Entry],
}

/// Adds a message for each field that cannot be.
fn judge(tx: &mut dyn Tx, by: &By, draft: &Draft<'_>, faults: &mut FieldMessages) -> Result<()> {
    let Draft { part, key, before, after, all } = *draft;
    let now = Entry { code: key.code.clone(), fields: after.clone() };
    let mut fault = |field: &str, message: Message| {
        faults.entry(field.to_owned()).or_insert(message);
    };
    for (field, kind) in entry::columns(part) {
        match cells::value(kind, now.field(field)) {
            Err(of_cell) => fault(field, of_cell.message()),
            Ok(_) => {
                if let Kind::Of(space) | Kind::MaybeOf(space) = kind
                    && !now.field(field).is_empty()
                    && !csv::exists(tx, space, now.field(field))?
                {
                    fault(field, message::PRODUCT_REFERENCE_UNKNOWN.with("key", now.field(field)));
                }
            }
        }
    }
    for lang in entry::missing(part, &now, &by.languages) {
        fault(&text_field(lang), message::PRODUCT_EMPTY.into());
    }
    match part {
        Part::Makers => {
            let responsible = lexicon::RESPONSIBLE.map(|field| now.field(field));
            for field in lexicon::lacks_responsible(now.field("country"), responsible) {
                fault(field, message::LEXICON_RESPONSIBLE.into());
            }
        }
        Part::ShipGroups => {
            if let Some(message) = judge_countries(tx, now.field("countries"))? {
                fault("countries", message);
            }
        }
        Part::Synonyms => {
            let were = before.map(|before| entry::parse_words(before.field("words"))).unwrap_or_default();
            if let Some(message) = judge_synonyms(now.field("words"), &were) {
                fault("words", message);
            }
        }
        Part::Words if lexicon::is_own(&key.of) => {
            // An order may be in a language that is off by now.
            for (lang, _) in before.map(|before| words_of(&before.fields)).unwrap_or_default() {
                if now.field(&text_field(lang)).is_empty() {
                    fault(&text_field(lang), message::PRODUCT_EMPTY.into());
                }
            }
        }
        Part::Options | Part::Values | Part::Words => {}
    }
    for field in names(part) {
        let text = now.field(&field);
        let is_new = before.is_none_or(|before| before.field(&field) != text);
        let same = |other: &&Entry| other.code != key.code && other.field(&field).to_lowercase() == text.to_lowercase();
        if is_new
            && !text.is_empty()
            && let Some(other) = all.iter().find(same)
        {
            fault(&field, message::LEXICON_NAME_TAKEN.with("code", &other.code));
        }
    }
    Ok(())
}

/// The fields by which people tell entries apart.
fn names(part: Part) -> Vec<String> {
    match part {
        Part::Makers => vec!["name".to_owned()],
        Part::Options | Part::Values | Part::Words => Lang::ALL.map(text_field).to_vec(),
        Part::ShipGroups | Part::Synonyms => Vec::new(),
    }
}

fn judge_countries(tx: &mut dyn Tx, countries: &str) -> Result<Option<Message>> {
    let countries = entry::parse_countries(countries);
    if countries.is_empty() {
        return Ok(Some(message::LEXICON_COUNTRIES.into()));
    }
    let known = csv::keys(tx, Space::Country)?;
    let unknown = countries.into_iter().find(|country| !known.contains(country));
    Ok(unknown.map(|country| message::PRODUCT_REFERENCE_UNKNOWN.with("key", country)))
}

/// More than one word, and new ones that the search can tell from the others; those that were there are taken as they are.
fn judge_synonyms(words: &str, were: &[String]) -> Option<Message> {
    let words = entry::parse_words(words);
    if !(2..=MOST_WORDS.max(were.len())).contains(&words.len()) {
        return Some(message::LEXICON_SYNONYMS.with("most", MOST_WORDS));
    }
    let folded: Vec<String> = words.iter().map(|word| entry::folded(word)).collect();
    for (word, own) in words.iter().zip(&folded).filter(|(word, _)| !were.contains(word)) {
        if own.is_empty() {
            return Some(message::LEXICON_SYNONYM_BLANK.with("word", word));
        }
        if folded.iter().filter(|other| *other == own).count() > 1 {
            return Some(message::LEXICON_SYNONYM_TWICE.with("word", word));
        }
    }
    None
}

/// Writes an entry as an import does.
pub(super) fn write(tx: &mut dyn Tx, part: Part, key: &Key, after: &Fields) -> Result<()> {
    let Key { of, code } = key;
    let mut cells: Vec<Val> = Vec::new();
    for (field, kind) in entry::columns(part) {
        let text = after.get(field).map(String::as_str).unwrap_or_default();
        cells.push(cells::value(kind, text).map_err(|fault| anyhow::anyhow!("{field} of {key}: {fault}"))?);
    }
    let words = words_of(after);
    let text = |field: &str| after.get(field).map(String::as_str).unwrap_or_default();
    match part {
        Part::Makers | Part::Options => {
            cells.insert(0, code.as_str().into());
            lexicon::save(tx, if part == Part::Makers { MAKERS } else { OPTIONS }, &[cells])?;
            if part == Part::Options {
                save_words(tx, OPTION, code, &words)?;
            }
        }
        Part::Values => {
            let position = match lexicon::find_value(tx, of, code)? {
                Some((position, _)) => position,
                None => lexicon::next_value_position(tx, of)?,
            };
            cells.splice(0..0, [of.as_str().into(), code.as_str().into(), position.into()]);
            lexicon::save(tx, VALUES, &[cells])?;
            save_words(tx, &lexicon::value_domain(of), code, &words)?;
        }
        Part::ShipGroups => lexicon::save_ship_group(tx, code, &entry::parse_countries(text("countries")))?,
        Part::Words => save_words(tx, of, code, &words)?,
        Part::Synonyms => {
            let (lang, number) = group_of(key)?;
            lexicon::save_synonyms(tx, lang, number, &entry::parse_words(text("words")))?;
        }
    }
    Ok(())
}

fn group_of(key: &Key) -> Result<(Lang, i64)> {
    let group = Lang::from_code(&key.of).zip(key.code.parse().ok());
    group.ok_or_else(|| refuse(message::LEXICON_UNKNOWN))
}

// ── Order ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Puts a value or a word before another, or after all; answers the order as it is now.
///
/// # Errors
///
/// Refused where one of the two is unknown, and where the order is another than the one that was seen.
pub fn place(tx: &mut dyn Tx, part: Part, key: &Key, before: &str, seen: Option<&str>) -> Result<String> {
    if !part.is_ordered() {
        return Err(refuse(message::LEXICON_UNORDERED));
    }
    let (moved, mut all) = find(tx, part, key)?;
    if seen.is_some_and(|seen| seen != order_version(&all)) {
        return Err(refuse(message::LEXICON_ORDER_CHANGED));
    }
    let was: Vec<String> = all.iter().map(|entry| entry.code.clone()).collect();
    if before != key.code {
        all.retain(|entry| entry.code != key.code);
        let at = match before {
            "" => all.len(),
            before => {
                let found = all.iter().position(|entry| entry.code == before);
                found.ok_or_else(|| refuse(message::LEXICON_UNKNOWN))?
            }
        };
        all.insert(at, moved);
    }
    let codes: Vec<String> = all.iter().map(|entry| entry.code.clone()).collect();
    if codes != was {
        match part {
            Part::Values => lexicon::order_values(tx, &key.of, &codes)?,
            _ => lexicon::order_words(tx, &key.of, &codes)?,
        }
        lexicon::follow(tx)?;
    }
    Ok(order_version(&all))
}

// ── Removing ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Removes an entry that no product uses. `seen`: as in [`change`].
///
/// # Errors
///
/// Refused where products use it, with their number, where the program has it, and where it was changed since it was seen.
pub fn remove(tx: &mut dyn Tx, part: Part, key: &Key, seen: Option<&str>) -> Result<Saved> {
    let (found, _) = find(tx, part, key)?;
    check_version(&found, seen)?;
    if part == Part::Words && lexicon::is_own(&key.of) {
        return Err(refuse(message::LEXICON_OWN));
    }
    let uses = entry::uses(tx, part, &key.of, std::slice::from_ref(&key.code))?;
    if let Some(products) = uses.get(&key.code).filter(|products| **products > 0) {
        return Err(refuse(message::LEXICON_USED.with("products", products)));
    }
    let Key { of, code } = key;
    match part {
        Part::Makers => lexicon::remove_maker(tx, code)?,
        Part::Options => lexicon::remove_option(tx, code)?,
        Part::Values => lexicon::remove_value(tx, of, code)?,
        Part::ShipGroups => lexicon::save_ship_group(tx, code, &[])?,
        Part::Words => lexicon::remove_word(tx, of, code)?,
        Part::Synonyms => {
            let (lang, number) = group_of(key)?;
            lexicon::save_synonyms(tx, lang, number, &[])?;
        }
    }
    lexicon::follow(tx)?;
    Ok(Saved { part, key: key.clone(), before: found.fields, after: Fields::new() })
}
