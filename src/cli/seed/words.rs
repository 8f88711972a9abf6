//! `seed/catalogue/<lang>/vocabulary.toml` and `synonyms.toml`: names of codes, and synonyms of the search.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::de::{DeTable, DeValue};

use super::files::{Files, Problems};
use crate::catalog::SHIPPING_METHOD;
use crate::catalog::csv::own_codes;
use crate::catalog::import;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;

#[derive(Debug, Default)]
pub struct Words {
    vocabulary: BTreeMap<Lang, Vec<Word>>,
    synonyms: BTreeMap<Lang, SynonymFile>,
}

/// The name of a code, in the order of the file.
#[derive(Debug)]
struct Word {
    /// `option`, `value.bed_size` …
    domain: String,
    code: String,
    text: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SynonymFile {
    groups: Vec<Vec<String>>,
}

fn vocabulary_path(lang: Lang) -> String {
    format!("catalogue/{lang}/vocabulary.toml")
}

fn synonyms_path(lang: Lang) -> String {
    format!("catalogue/{lang}/synonyms.toml")
}

impl Words {
    pub fn read(files: &Files, problems: &mut Problems) -> Words {
        let mut words = Words { vocabulary: BTreeMap::new(), synonyms: files.read_all(synonyms_path, problems) };
        for lang in Lang::ALL {
            let path = vocabulary_path(lang);
            let text = files.text(&path, problems);
            let mut list = Vec::new();
            match DeTable::parse(text) {
                Ok(table) => gather(table.get_ref(), "", &path, &mut list, problems),
                Err(error) => problems.unreadable(&path, text, &error),
            }
            words.vocabulary.insert(lang, list);
        }
        words.compare(problems);
        words
    }

    /// Whether a code has a name; all languages have the same codes.
    pub fn has(&self, domain: &str, code: &str) -> bool {
        self.vocabulary
            .get(&Lang::En)
            .is_some_and(|words| words.iter().any(|word| word.domain == domain && word.code == code))
    }

    /// Requires a name for a code that the catalogue uses.
    pub fn expect(&self, domain: &str, code: &str, used_in: &str, key: &str, problems: &mut Problems) {
        if !self.has(domain, code) {
            problems.add(
                used_in,
                key,
                format_args!("uses {code}, which [{domain}] of {} does not name; add it", vocabulary_path(Lang::En)),
            );
        }
    }

    /// Every language must name the same codes as English.
    fn compare(&self, problems: &mut Problems) {
        let codes = |lang: Lang| -> BTreeSet<(&str, &str)> {
            let words = self.vocabulary.get(&lang).map(Vec::as_slice).unwrap_or_default();
            words.iter().map(|word| (word.domain.as_str(), word.code.as_str())).collect()
        };
        let english = codes(Lang::En);
        for lang in Lang::ALL {
            let path = vocabulary_path(lang);
            let own = codes(lang);
            for (domain, code) in english.difference(&own) {
                problems.add(&path, &format!("[{domain}]"), format_args!("has no {code}; translate it"));
            }
            for (domain, code) in own.difference(&english) {
                problems.add(
                    &path,
                    &format!("[{domain}]"),
                    format_args!("has {code}, which English lacks; add it there or remove it"),
                );
            }
            if self.synonyms.get(&lang).is_none_or(|file| file.groups.is_empty()) {
                problems.add(&synonyms_path(lang), "groups", "is empty; give words of one meaning");
            }
        }
    }

    /// Inserts missing rows; answers their number.
    pub fn write(&self, tx: &mut dyn Tx) -> Result<u64> {
        let mut added = 0;
        for (lang, words) in &self.vocabulary {
            for (position, word) in (0_i64..).zip(words) {
                added += import::add_word(tx, *lang, &word.domain, &word.code, position, &word.text)?;
            }
        }
        for (lang, file) in &self.synonyms {
            for (number, group) in (1_i64..).zip(&file.groups) {
                added += import::add_synonyms(tx, *lang, number, group)?;
            }
        }
        Ok(added)
    }

    /// Inserts missing names of the program's own codes in these languages, but for carriers that the house calls otherwise.
    pub fn write_own(&self, tx: &mut dyn Tx, languages: &[Lang], renamed: &[String]) -> Result<()> {
        let own = own_codes();
        let is_own =
            |word: &Word| own.iter().any(|(domain, codes)| word.domain == *domain && codes.contains(&&*word.code));
        for (lang, words) in self.vocabulary.iter().filter(|(lang, _)| languages.contains(lang)) {
            let is_renamed = |word: &Word| word.domain == SHIPPING_METHOD && renamed.contains(&word.code);
            for (position, word) in (0_i64..).zip(words).filter(|(_, word)| is_own(word) && !is_renamed(word)) {
                import::add_word(tx, *lang, &word.domain, &word.code, position, &word.text)?;
            }
        }
        Ok(())
    }
}

/// The texts of a table with their codes, in the order of the file; nested tables are domains.
fn gather(table: &DeTable<'_>, domain: &str, path: &str, list: &mut Vec<Word>, problems: &mut Problems) {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in entries {
        let code = key.get_ref().to_string();
        match value.get_ref() {
            DeValue::String(text) => {
                problems.expect_text(path, &format!("[{domain}]"), &code, text);
                list.push(Word { domain: domain.to_owned(), code, text: text.to_string() });
            }
            DeValue::Table(inner) => {
                let domain = if domain.is_empty() { code } else { format!("{domain}.{code}") };
                gather(inner, &domain, path, list, problems);
            }
            _ => problems.add(path, &format!("[{domain}]"), format_args!("{code} is no text; put it in quotes")),
        }
    }
}
