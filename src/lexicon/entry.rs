//! What the lexicon holds, as fields: a name and a text each. A form and a command speak of the same fields: `text.de`, `email`.

use std::collections::{BTreeMap, HashMap};

use super::types::{Key, Part};
use crate::catalog::csv::{self, Kind, Space};
use crate::catalog::lexicon::{self, FACET, HAZARD, MAKERS, OPTION, OPTIONS, SHIP_GROUPS, VALUES};
use crate::db::{Tx, Val};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::product::cells;
use crate::product::document::Fields;
use crate::search;
use crate::sort_key::sort_key;

/// An entry without what is counted of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub code: String,
    pub fields: Fields,
}

impl Entry {
    pub fn field(&self, name: &str) -> &str {
        self.fields.get(name).map(String::as_str).unwrap_or_default()
    }
}

/// What a text of a language is called as a field.
pub fn text_field(lang: Lang) -> String {
    format!("text.{lang}")
}

/// The words of an entry, by language.
pub fn words_of(fields: &Fields) -> BTreeMap<Lang, String> {
    let of =
        |lang: Lang| fields.get(&text_field(lang)).filter(|text| !text.is_empty()).map(|text| (lang, text.clone()));
    Lang::ALL.into_iter().filter_map(of).collect()
}

/// Whether entries of a part have words in each language.
pub fn has_words(part: Part) -> bool {
    matches!(part, Part::Options | Part::Values | Part::Words)
}

/// The fields of a part beside words, with the kinds of their columns.
pub fn columns(part: Part) -> Vec<(&'static str, Kind)> {
    let (sheet, from) = match part {
        Part::Makers => (MAKERS, 1),
        Part::Options => (OPTIONS, 1),
        // The place is no field: values are ordered.
        Part::Values => (VALUES, 3),
        Part::ShipGroups => return vec![("countries", Kind::Note)],
        Part::Synonyms => return vec![("words", Kind::Note)],
        Part::Words => return Vec::new(),
    };
    let columns = csv::sheet(sheet).map(|sheet| sheet.columns).unwrap_or_default();
    columns.iter().skip(from).map(|column| (column.name, column.kind)).collect()
}

/// The kind of a field of a part.
pub fn kind_of(part: Part, field: &str) -> Option<Kind> {
    let is_text = has_words(part) && Lang::ALL.iter().any(|lang| text_field(*lang) == field);
    if is_text {
        return Some(Kind::Note);
    }
    columns(part).into_iter().find(|(name, _)| *name == field).map(|(_, kind)| kind)
}

/// The kind of a new code of a part. Codes of the law have signs of their own.
pub fn code_kind(part: Part, of: &str) -> Kind {
    if part == Part::Words && of == HAZARD { Kind::Text } else { Kind::Key }
}

/// The fields of something that says nothing yet.
pub fn blank(part: Part) -> Fields {
    let mut fields: Fields = columns(part).into_iter().map(|(name, _)| (name.to_owned(), String::new())).collect();
    if has_words(part) {
        fields.extend(Lang::ALL.map(|lang| (text_field(lang), String::new())));
    }
    fields
}

fn with_words(fields: &mut Fields, words: Option<&BTreeMap<Lang, String>>) {
    for (lang, text) in words.into_iter().flatten() {
        fields.insert(text_field(*lang), text.clone());
    }
}

/// The entries of rows of a sheet, keyed by the first column, with their words.
fn of_rows(part: Part, rows: &[Vec<Val>], words: &BTreeMap<String, BTreeMap<Lang, String>>) -> Vec<Entry> {
    let columns = columns(part);
    let entry = |row: &Vec<Val>| {
        let code = row.first().map(|value| cells::text(Kind::Key, value)).unwrap_or_default();
        let mut fields = blank(part);
        let texts = columns.iter().zip(row.iter().skip(1));
        fields.extend(texts.map(|((name, kind), value)| ((*name).to_owned(), cells::text(*kind, value))));
        with_words(&mut fields, words.get(&code));
        Entry { code, fields }
    };
    rows.iter().map(entry).collect()
}

/// All entries of a part, or of what they stand within, in their order.
pub fn all(tx: &mut dyn Tx, part: Part, of: &str) -> Result<Vec<Entry>> {
    Ok(match part {
        Part::Makers => {
            let mut entries = of_rows(part, &lexicon::rows(tx, MAKERS)?, &BTreeMap::new());
            entries.sort_by_cached_key(|entry| (sort_key(entry.field("name")), entry.code.clone()));
            entries
        }
        Part::Options => {
            let words = lexicon::worded(tx, OPTION)?.into_iter().collect();
            of_rows(part, &lexicon::rows(tx, OPTIONS)?, &words)
        }
        Part::Values => {
            let words = lexicon::worded(tx, &lexicon::value_domain(of))?.into_iter().collect();
            let rows: Vec<Vec<Val>> =
                lexicon::values(tx, of)?.into_iter().map(|(value, color)| vec![value.into(), color.into()]).collect();
            of_rows(part, &rows, &words)
        }
        Part::ShipGroups => {
            let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for row in lexicon::rows(tx, SHIP_GROUPS)? {
                if let [Val::Text(group), Val::Text(country)] = row.as_slice() {
                    groups.entry(group.clone()).or_default().push(country.clone());
                }
            }
            let entry = |(code, countries): (String, Vec<String>)| Entry {
                code,
                fields: Fields::from([("countries".to_owned(), countries.join(" "))]),
            };
            groups.into_iter().map(entry).collect()
        }
        Part::Words => {
            let entry = |(code, words): (String, BTreeMap<Lang, String>)| {
                let mut fields = blank(part);
                with_words(&mut fields, Some(&words));
                Entry { code, fields }
            };
            lexicon::worded(tx, of)?.into_iter().map(entry).collect()
        }
        Part::Synonyms => {
            let Some(lang) = Lang::from_code(of) else { return Ok(Vec::new()) };
            let entry = |(number, words): (i64, Vec<String>)| Entry {
                code: number.to_string(),
                fields: Fields::from([("words".to_owned(), words.join("\n"))]),
            };
            lexicon::synonyms(tx, lang)?.into_iter().map(entry).collect()
        }
    })
}

/// What entries of a part stand within, in order, each with the number of its entries.
pub fn places(tx: &mut dyn Tx, part: Part, languages: &[Lang]) -> Result<Vec<(String, u32)>> {
    Ok(match part {
        Part::Values => {
            let mut counts: BTreeMap<String, u32> =
                csv::keys(tx, Space::Option)?.into_iter().map(|option| (option, 0)).collect();
            for (option, values) in values_by_option(tx)? {
                counts.insert(option, values);
            }
            counts.into_iter().collect()
        }
        Part::Words => {
            let mut places: Vec<(String, u32)> = lexicon::domains(tx)?.into_iter().collect();
            // Facets first, each with its values after it, then what products are made of, then the program's own.
            places.sort_by_key(|(domain, _)| (domain != FACET, lexicon::is_own(domain), domain.clone()));
            places
        }
        Part::Synonyms => {
            let mut places = Vec::new();
            for lang in Lang::ALL {
                let groups = lexicon::synonyms(tx, lang)?.len();
                if groups > 0 || languages.contains(&lang) {
                    places.push((lang.code().to_owned(), u32::try_from(groups).unwrap_or(u32::MAX)));
                }
            }
            places
        }
        Part::Makers | Part::Options | Part::ShipGroups => Vec::new(),
    })
}

/// How many values each option has; those without any are left out.
pub fn values_by_option(tx: &mut dyn Tx) -> Result<HashMap<String, u32>> {
    let mut counts = HashMap::new();
    for key in csv::keys(tx, Space::Value)? {
        let option = key.split_once(' ').map_or("", |(option, _)| option);
        *counts.entry(option.to_owned()).or_default() += 1;
    }
    Ok(counts)
}

/// How many products use each of these, by code; those that none uses are left out.
pub fn uses(tx: &mut dyn Tx, part: Part, of: &str, codes: &[String]) -> Result<HashMap<String, u32>> {
    match part {
        Part::Makers => lexicon::uses_of_makers(tx, codes),
        Part::Options => lexicon::uses_of_options(tx, codes),
        Part::Values => lexicon::uses_of_values(tx, of, codes),
        Part::ShipGroups => lexicon::uses_of_ship_groups(tx, codes),
        Part::Words => lexicon::uses_of_words(tx, of, codes),
        Part::Synonyms => Ok(HashMap::new()),
    }
}

/// Fields that the law asks of a maker and that are empty (Regulation (EU) 2023/988 art. 16 and 19).
pub fn lacks(part: Part, entry: &Entry) -> Vec<String> {
    if part != Part::Makers {
        return Vec::new();
    }
    let empty = ["name", "address", "email", "country"].into_iter().filter(|field| entry.field(field).is_empty());
    let responsible =
        lexicon::lacks_responsible(entry.field("country"), lexicon::RESPONSIBLE.map(|field| entry.field(field)));
    empty.chain(responsible).map(str::to_owned).collect()
}

/// The languages of the shop that an entry has no words in.
pub fn missing(part: Part, entry: &Entry, languages: &[Lang]) -> Vec<Lang> {
    match has_words(part) {
        true => lexicon::wordless(languages, |lang| !entry.field(&text_field(lang)).is_empty()),
        false => Vec::new(),
    }
}

/// What an entry is called in a language; the code where it has no name.
pub fn name(part: Part, entry: &Entry, lang: Lang) -> String {
    let name = match part {
        Part::Makers => entry.field("name").to_owned(),
        Part::Synonyms => entry.field("words").replace('\n', ", "),
        Part::ShipGroups => String::new(),
        Part::Options | Part::Values | Part::Words => entry.field(&text_field(lang)).to_owned(),
    };
    if name.is_empty() { entry.code.clone() } else { name }
}

/// Whether an entry has a text in its code or its fields, whatever the case and the accents.
pub fn has(entry: &Entry, folded: &str) -> bool {
    [&entry.code].into_iter().chain(entry.fields.values()).any(|text| sort_key(text).contains(folded))
}

// ── Lists in a field ────────────────────────────────────────────────────────────────────────────────────────────────

/// Marks that stand between words of one meaning where they are written in one line.
const BETWEEN: [char; 5] = [',', ';', '，', '；', '、'];

/// The words of a group: one a line or, in one line, with commas between.
pub fn parse_words(text: &str) -> Vec<String> {
    let is_between = |c: char| if text.contains('\n') { c == '\n' } else { BETWEEN.contains(&c) };
    let words = text.split(is_between).map(|word| word.split_whitespace().collect::<Vec<_>>().join(" "));
    words.filter(|word| !word.is_empty()).collect()
}

/// The countries of a group, with blanks or commas between, each once and in order.
pub fn parse_countries(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';').filter(|part| !part.is_empty());
    let mut countries: Vec<String> = parts.map(str::to_uppercase).collect();
    countries.sort_unstable();
    countries.dedup();
    countries
}

/// A word as the search compares it: what is equal here is one word to it.
pub fn folded(word: &str) -> String {
    search::words(word).join(" ")
}

/// The entry with a key, and all beside it.
pub fn find(tx: &mut dyn Tx, part: Part, key: &Key) -> Result<(Option<Entry>, Vec<Entry>)> {
    let all = all(tx, part, &key.of)?;
    Ok((all.iter().find(|entry| entry.code == key.code).cloned(), all))
}
