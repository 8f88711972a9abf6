//! The index: FTS5 tables in `search.db` beside the database. Derived, so it may be deleted at any time.
//!
//! Products and help pages are held as stems (see [`language::stems`]). Beside them stand what questions are understood by: the
//! stems with how many products have them, the words with their spelling and sound, synonyms, and names of categories.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use anyhow::Context as _;

use super::fold::{is_ideographic, spellings, words};
use super::language::{joints, sound, stem, stems};
use super::question::{LONGEST_RUN, is_listed};
use super::store;
use crate::catalog::{self, searchable};
use crate::db::{Access, Connection, Tx, remove_search, search_path};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// Version of the index's schema; a file of another version is rebuilt.
const SCHEMA_VERSION: i64 = 4;
/// So many products are indexed in a moment, for which the first start waits. With more the shop opens at once and search finds
/// names until the index is there.
const MOST_WAITED_FOR: i64 = 5_000;
/// Products after which progress is told.
const STEP: i64 = 20_000;
/// Bytes of the shortest word that is split as a German compound.
const MIN_COMPOUND: usize = 8;

/// A help page as it is indexed.
#[derive(Debug)]
pub struct HelpPage {
    pub key: String,
    pub lang: Lang,
    pub title: String,
    pub description: String,
    pub markdown: String,
}

/// Reads all help pages, in their order: they are of a slice above this one.
pub type ReadHelp = fn(&mut dyn Tx) -> Result<Vec<HelpPage>>;

/// The index of one shop.
#[derive(Debug, Clone)]
pub struct Index {
    database: Arc<PathBuf>,
    /// The catalogue's search version that the index was built from.
    version: Arc<AtomicI64>,
    building: Arc<AtomicBool>,
    help: ReadHelp,
}

impl Index {
    /// Opens the index beside a database; creates an empty one if missing, so that readers can attach it.
    pub fn open(database: &Path, help: ReadHelp) -> anyhow::Result<Index> {
        let path = search_path(database);
        let version = match Self::prepare(&path) {
            Ok(version) => version,
            // A damaged index is replaced: it is derived data.
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the search index is damaged and is built anew");
                remove_search(database).with_context(|| format!("{} cannot be replaced", path.display()))?;
                Self::prepare(&path)?
            }
        };
        Ok(Index {
            database: Arc::new(database.to_owned()),
            version: Arc::new(AtomicI64::new(version)),
            building: Arc::default(),
            help,
        })
    }

    /// The catalogue's search version that answers come from.
    pub fn version(&self) -> i64 {
        self.version.load(Ordering::Relaxed)
    }

    fn prepare(path: &Path) -> anyhow::Result<i64> {
        let connection = Connection::open(path, Access::ReadWrite)?;
        let found: i64 = connection.one("PRAGMA user_version", vals![])?;
        if found != SCHEMA_VERSION {
            let mut sql = String::from(
                "BEGIN IMMEDIATE; DROP TABLE IF EXISTS built; CREATE TABLE built (version INTEGER NOT NULL, products INTEGER NOT NULL) STRICT; INSERT INTO built VALUES (0, 0);",
            );
            for lang in Lang::ALL {
                for table in ["entry", "help", "stem", "word", "synonym", "category", "help_page"] {
                    sql.push_str(&format!("DROP TABLE IF EXISTS {table}_{lang};"));
                }
                // Words with zero uses match but are not suggested: those of SKUs, of help pages, and those with digits. To those
                // with `meant` a misspelling is corrected.
                sql.push_str(&format!(
                    "CREATE VIRTUAL TABLE entry_{lang} USING fts5
                         (name, kind, options, sku, description, content='', tokenize='unicode61 remove_diacritics 0');
                     CREATE VIRTUAL TABLE help_{lang} USING fts5
                         (title, headings, body, content='', tokenize='unicode61 remove_diacritics 0');
                     CREATE TABLE help_page_{lang} (id INTEGER PRIMARY KEY, key TEXT NOT NULL, title TEXT NOT NULL) STRICT;
                     CREATE TABLE stem_{lang} (stem TEXT PRIMARY KEY, docs INTEGER NOT NULL, kinds INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                     CREATE TABLE word_{lang} (word TEXT PRIMARY KEY, spelling TEXT NOT NULL, stem TEXT NOT NULL, sound TEXT NOT NULL, length INTEGER NOT NULL, uses INTEGER NOT NULL, meant INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                     CREATE INDEX word_{lang}_length ON word_{lang} (length, word);
                     CREATE INDEX word_{lang}_sound ON word_{lang} (sound);
                     CREATE TABLE synonym_{lang} (phrase TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (phrase, other)) STRICT, WITHOUT ROWID;
                     CREATE TABLE category_{lang} (position INTEGER PRIMARY KEY, key TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, folded TEXT NOT NULL) STRICT;"
                ));
            }
            sql.push_str(&format!("PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"));
            connection.execute_batch(&sql)?;
        }
        connection.one("SELECT version FROM built", vals![])
    }

    /// Rebuilds the index if it is older than the catalogue of so many products: in the background, but the first of a small
    /// one before this returns.
    pub async fn follow(&self, wanted: i64, products: i64) -> Result<()> {
        let have = self.version.load(Ordering::Relaxed);
        if have == wanted || self.building.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let index = self.clone();
        let work = tokio::task::spawn_blocking(move || {
            let built = index.rebuild();
            index.building.store(false, Ordering::Relaxed);
            match built {
                Ok(version) => index.version.store(version, Ordering::Relaxed),
                Err(error) => tracing::error!(error = format!("{error:#}"), "the search index could not be rebuilt"),
            }
        });
        if have == 0 && products <= MOST_WAITED_FOR {
            work.await.map_err(anyhow::Error::from)?;
        }
        Ok(())
    }

    /// Replaces the whole index in one transaction: readers see the old one until it commits.
    fn rebuild(&self) -> Result<i64> {
        let source = Connection::open(&self.database, Access::ReadOnly)?;
        let target = Connection::open(&search_path(&self.database), Access::ReadWrite)?;
        let version = source.read(|source| {
            let version = catalog::search_version(source)?;
            let products = searchable::count_products(source)?;
            let help = (self.help)(source)?;
            target.write(|target| {
                for lang in Lang::ALL {
                    let of_lang: Vec<&HelpPage> = help.iter().filter(|page| page.lang == lang).collect();
                    Builder::new(lang).fill(source, target, products, &of_lang)?;
                }
                target.exec("UPDATE built SET version = $1, products = $2", vals![version, products])
            })?;
            Ok(version)
        })?;
        // The log now holds the whole index. Moving it into the file makes reads faster and frees the disk; with a
        // reader active it happens later.
        target.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
        tracing::info!(version, "search index rebuilt");
        Ok(version)
    }
}

/// What the index of a language gathers while products are passed to it.
struct Builder {
    lang: Lang,
    /// Stems, and Chinese phrases, with how many products have them anywhere, and how many in name or category.
    stems: BTreeMap<String, (i64, i64)>,
    /// Words with how often prose has them.
    uses: BTreeMap<String, i64>,
    spelled: BTreeMap<String, BTreeMap<String, u32>>,
    /// Words of synonyms with their spelling: what is asked may be corrected to them, but they are not suggested.
    asked: BTreeMap<String, String>,
}

impl Builder {
    fn new(lang: Lang) -> Builder {
        Builder {
            lang,
            stems: BTreeMap::new(),
            uses: BTreeMap::new(),
            spelled: BTreeMap::new(),
            asked: BTreeMap::new(),
        }
    }

    fn fill(mut self, source: &mut dyn Tx, target: &mut dyn Tx, products: i64, help: &[&HelpPage]) -> Result<()> {
        let lang = self.lang;
        for table in ["entry", "help"] {
            target.exec(&format!("INSERT INTO {table}_{lang} ({table}_{lang}) VALUES ('delete-all')"), vals![])?;
        }
        for table in ["stem", "word", "synonym", "category", "help_page"] {
            target.exec(&format!("DELETE FROM {table}_{lang}"), vals![])?;
        }
        self.add_products(source, target, products)?;
        self.add_help(target, help)?;
        self.add_synonyms(source, target)?;
        self.add_words(target)?;
        let insert =
            format!("INSERT INTO category_{lang} (position, key, name, url, folded) VALUES ($1, $2, $3, $4, $5)");
        for (position, (key, name, url)) in (0_i64..).zip(searchable::list_categories(source, lang)?) {
            let folded = format!(" {} ", stems(lang, &name).join(" "));
            target.exec(&insert, vals![position, key, name, url, folded])?;
        }
        Ok(())
    }

    fn add_products(&mut self, source: &mut dyn Tx, target: &mut dyn Tx, products: i64) -> Result<()> {
        let lang = self.lang;
        let insert = format!(
            "INSERT INTO entry_{lang} (rowid, name, kind, options, sku, description) VALUES ($1, $2, $3, $4, $5, $6)"
        );
        let known = if lang == Lang::De { vocabulary(source, lang)? } else { BTreeSet::new() };
        let mut done = 0_i64;
        searchable::list_documents(source, lang, &mut |document| {
            for text in [&document.name, &document.categories, &document.options, &document.description] {
                self.count_words(text, 1);
            }
            self.count_words(&document.sku, 0);
            let mut kind = stems(lang, &document.categories);
            for word in words(&document.name).iter().filter(|word| word.len() >= MIN_COMPOUND) {
                kind.extend(compound_parts(lang, word, &known).into_iter().map(|part| stem(lang, part)));
            }
            let name = stems(lang, &document.name);
            let [options, sku, description] =
                [&document.options, &document.sku, &document.description].map(|text| stems(lang, text));
            self.count_stems([&name, &kind, &options, &sku, &description]);
            let [name, kind, options, sku, description] =
                [name, kind, options, sku, description].map(|stems| stems.join(" "));
            target.exec(&insert, vals![document.id, name, kind, options, sku, description])?;
            done += 1;
            if done % STEP == 0 {
                tracing::info!(lang = lang.code(), done, products, "search index");
            }
            Ok(())
        })?;
        // Merges the index's b-trees into one, so that a word takes one look-up.
        target.exec(&format!("INSERT INTO entry_{lang} (entry_{lang}) VALUES ('optimize')"), vals![])?;
        Ok(())
    }

    /// Counts the words of a text; those with digits match, but are neither corrected to nor suggested.
    fn count_words(&mut self, text: &str, uses: i64) {
        for word in words(text).into_iter().filter(|word| is_listed(word)) {
            let uses = if word.bytes().any(|byte| byte.is_ascii_digit()) { 0 } else { uses };
            *self.uses.entry(word).or_default() += uses;
        }
        for (word, spelling) in spellings(text).into_iter().filter(|(word, _)| is_listed(word)) {
            *self.spelled.entry(word).or_default().entry(spelling).or_default() += 1;
        }
    }

    /// Counts a product for each of its stems. Of Chinese, which has no spaces, phrases are counted as well.
    fn count_stems(&mut self, [name, kind, options, sku, description]: [&Vec<String>; 5]) {
        let mut of_kind: BTreeSet<String> = [name, kind].into_iter().flatten().cloned().collect();
        let mut all: BTreeSet<String> = [options, sku, description].into_iter().flatten().cloned().collect();
        if self.lang == Lang::Zh {
            of_kind.extend([name, kind].into_iter().flat_map(|stems| phrases(stems, LONGEST_RUN)));
            all.extend([options, description].into_iter().flat_map(|stems| phrases(stems, 2)));
        }
        for stem in &of_kind {
            let (docs, kinds) = self.stems.entry(stem.clone()).or_default();
            (*docs, *kinds) = (*docs + 1, *kinds + 1);
        }
        for stem in all.into_iter().filter(|stem| !of_kind.contains(stem)) {
            self.stems.entry(stem).or_default().0 += 1;
        }
    }

    fn add_help(&mut self, target: &mut dyn Tx, help: &[&HelpPage]) -> Result<()> {
        let lang = self.lang;
        let insert_text = format!("INSERT INTO help_{lang} (rowid, title, headings, body) VALUES ($1, $2, $3, $4)");
        let insert_page = format!("INSERT INTO help_page_{lang} (id, key, title) VALUES ($1, $2, $3)");
        for (id, page) in (1_i64..).zip(help) {
            let headings: Vec<&str> = page.markdown.lines().filter(|line| line.starts_with('#')).collect();
            let headings = format!("{} {}", page.description, headings.join(" "));
            let [title, headings, body] =
                [&page.title, &headings, &page.markdown].map(|text| stems(lang, text).join(" "));
            target.exec(&insert_text, vals![id, title, headings, body])?;
            target.exec(&insert_page, vals![id, &page.key, &page.title])?;
            // They exist, so that they are not taken for misspellings; nothing is corrected to them.
            self.count_words(&page.markdown, 0);
            self.count_words(&page.title, 0);
        }
        Ok(())
    }

    /// Adds the groups of synonyms, without members that neither a product nor a help page has.
    fn add_synonyms(&mut self, source: &mut dyn Tx, target: &mut dyn Tx) -> Result<()> {
        let lang = self.lang;
        let insert = format!("INSERT OR IGNORE INTO synonym_{lang} (phrase, other) VALUES ($1, $2)");
        for group in searchable::list_synonyms(source, lang)? {
            let phrases: BTreeSet<String> =
                group.iter().map(|text| stems(lang, text).join(" ")).filter(|phrase| !phrase.is_empty()).collect();
            let mut found = Vec::new();
            for phrase in &phrases {
                if store::is_in_index(target, lang, phrase)? {
                    found.push(phrase);
                }
            }
            for phrase in &phrases {
                for other in found.iter().filter(|other| **other != phrase) {
                    target.exec(&insert, vals![phrase, *other])?;
                }
            }
            if !found.is_empty() {
                for text in &group {
                    self.asked.extend(spellings(text).into_iter().filter(|(word, _)| is_listed(word)));
                }
                if lang == Lang::Zh {
                    for phrase in phrases {
                        self.stems.entry(phrase).or_default();
                    }
                }
            }
        }
        Ok(())
    }

    fn add_words(self, target: &mut dyn Tx) -> Result<()> {
        let lang = self.lang;
        let insert = format!("INSERT INTO stem_{lang} (stem, docs, kinds) VALUES ($1, $2, $3)");
        for (stem, (docs, kinds)) in &self.stems {
            target.exec(&insert, vals![stem, *docs, *kinds])?;
        }
        let insert = format!(
            "INSERT OR IGNORE INTO word_{lang} (word, spelling, stem, sound, length, uses, meant) VALUES ($1, $2, $3, $4, $5, $6, $7)"
        );
        let mut uses = self.uses;
        for word in self.asked.keys() {
            uses.entry(word.clone()).or_default();
        }
        for (word, uses) in uses {
            let length = word.chars().count() as i64;
            let asked = self.asked.get(&word);
            let spelling = self.spelled.get(&word).and_then(usual_spelling).or(asked).unwrap_or(&word);
            let meant = i64::from(uses > 0 || asked.is_some());
            target.exec(&insert, vals![&word, spelling, stem(lang, &word), sound(lang, &word), length, uses, meant])?;
        }
        // Chinese is found by sound alone: no phrase of it is suggested.
        for phrase in self.stems.into_keys().filter(|stem| is_ideographic(stem) && stem.contains(' ')) {
            let length = phrase.split(' ').count() as i64;
            target
                .exec(&insert, vals![&phrase, phrase.replace(' ', ""), &phrase, sound(lang, &phrase), length, 0, 1])?;
        }
        Ok(())
    }
}

/// The phrases of two to `longest` Chinese characters that follow each other.
fn phrases(stems: &[String], longest: usize) -> impl Iterator<Item = String> {
    (2..=longest).flat_map(move |length| {
        let runs = stems.windows(length).filter(|run| run.iter().all(|word| is_ideographic(word)));
        runs.map(|run| run.join(" "))
    })
}

/// The spelling that suggestions show: in lower case wherever the catalogue has it so, then the most frequent.
fn usual_spelling(spellings: &BTreeMap<String, u32>) -> Option<&String> {
    let rank = |(spelling, count): &(&String, &u32)| (!spelling.chars().any(char::is_uppercase), **count);
    spellings.iter().max_by_key(rank).map(|(spelling, _)| spelling)
}

/// Every word of the catalogue in a language.
fn vocabulary(source: &mut dyn Tx, lang: Lang) -> Result<BTreeSet<String>> {
    let mut known = BTreeSet::new();
    searchable::list_documents(source, lang, &mut |document| {
        for text in [&document.name, &document.categories, &document.options, &document.description] {
            known.extend(words(text).into_iter().filter(|word| word.len() >= 4));
        }
        Ok(())
    })?;
    Ok(known)
}

/// The parts of a compound that are words of the catalogue: `bettdecke` → `bett`, `decke`.
fn compound_parts<'w>(lang: Lang, word: &'w str, known: &BTreeSet<String>) -> Vec<&'w str> {
    let splits = word.char_indices().map(|(at, _)| at).filter(|at| *at >= 4 && word.len() - at >= 4);
    splits
        .filter_map(|at| {
            let (head, tail) = word.split_at(at);
            // A verb or a noun in -e loses its ending in a compound.
            let has = |part: &str| ["", "e", "en"].iter().any(|ending| known.contains(&format!("{part}{ending}")));
            let stem = joints(lang).iter().filter_map(|joint| head.strip_suffix(joint)).find(|part| has(part))?;
            known.contains(tail).then_some([stem, tail])
        })
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn german_compounds_are_split_into_known_words() {
        let known = ["bett", "decke", "handtuch", "tuch", "hand"].map(str::to_owned).into();
        assert_eq!(compound_parts(Lang::De, "bettdecke", &known), ["bett", "decke"]);
        assert_eq!(compound_parts(Lang::De, "handtuch", &known), ["hand", "tuch"]);
        assert_eq!(compound_parts(Lang::De, "matratze", &known), [""; 0]);
    }
}
