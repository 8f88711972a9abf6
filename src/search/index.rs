//! The index: FTS5 tables in `search.db` beside the database. Derived, so it may be deleted at any time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use anyhow::Context as _;

use super::fold::{fold, spellings, words};
use super::query;
use crate::catalog::{self, searchable};
use crate::db::{Access, Connection, Tx, remove_search, search_path};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// Version of the index's schema; a file of another version is rebuilt.
const SCHEMA_VERSION: i64 = 3;
/// So many products are indexed in a moment, for which the first start waits. With more the shop opens at once and search finds
/// names until the index is there.
const MOST_WAITED_FOR: i64 = 5_000;
/// Products after which progress is told.
const STEP: i64 = 20_000;
/// Bytes of the shortest word that is split as a German compound.
const MIN_COMPOUND: usize = 8;

/// The index of one shop.
#[derive(Debug, Clone)]
pub struct Index {
    database: Arc<PathBuf>,
    /// The catalogue's search version that the index was built from.
    version: Arc<AtomicI64>,
    building: Arc<AtomicBool>,
}

impl Index {
    /// Opens the index beside a database; creates an empty one if missing, so that readers can attach it.
    pub fn open(database: &Path) -> anyhow::Result<Index> {
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
                "BEGIN IMMEDIATE; DROP TABLE IF EXISTS built; CREATE TABLE built (version INTEGER NOT NULL) STRICT; INSERT INTO built VALUES (0);",
            );
            for lang in Lang::ALL {
                for table in ["entry", "word", "synonym", "category"] {
                    sql.push_str(&format!("DROP TABLE IF EXISTS {table}_{lang};"));
                }
                // Words with zero uses match but are not suggested: those of SKUs, and those with digits.
                sql.push_str(&format!(
                    "CREATE VIRTUAL TABLE entry_{lang} USING fts5
                         (name, kind, options, sku, description, content='', prefix='2 3', tokenize='unicode61 remove_diacritics 0');
                     CREATE TABLE word_{lang} (word TEXT PRIMARY KEY, spelling TEXT NOT NULL, length INTEGER NOT NULL, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                     CREATE INDEX word_{lang}_length ON word_{lang} (length, word);
                     CREATE TABLE synonym_{lang} (word TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (word, other)) STRICT, WITHOUT ROWID;
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
            target.write(|target| {
                Lang::ALL.iter().try_for_each(|lang| fill(source, target, *lang, products))?;
                target.exec("UPDATE built SET version = $1", vals![version])
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

fn fill(source: &mut dyn Tx, target: &mut dyn Tx, lang: Lang, products: i64) -> Result<()> {
    let mut done = 0_i64;
    target.exec(&format!("INSERT INTO entry_{lang} (entry_{lang}) VALUES ('delete-all')"), vals![])?;
    for table in ["word", "synonym", "category"] {
        target.exec(&format!("DELETE FROM {table}_{lang}"), vals![])?;
    }
    let insert = format!(
        "INSERT INTO entry_{lang} (rowid, name, kind, options, sku, description) VALUES ($1, $2, $3, $4, $5, $6)"
    );
    let known = if lang == Lang::De { vocabulary(source, lang)? } else { BTreeSet::new() };
    let mut uses: BTreeMap<String, i64> = BTreeMap::new();
    let mut spelled: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    searchable::list_documents(source, lang, &mut |document| {
        let name = fold(&document.name);
        let mut kind = fold(&document.categories);
        for word in name.split(' ').filter(|word| word.len() >= MIN_COMPOUND) {
            for part in compound_parts(word, &known) {
                kind.push(' ');
                kind.push_str(part);
            }
        }
        let options = fold(&document.options);
        let sku = fold(&document.sku);
        let description = fold(&document.description);
        let mut count = |text: &str, is_prose: bool| {
            for word in text.split(' ').filter(|word| query::is_listed(word)) {
                // Words with digits are neither corrected to nor suggested.
                let is_use = is_prose && !word.bytes().any(|b| b.is_ascii_digit());
                match uses.get_mut(word) {
                    Some(uses) => *uses += i64::from(is_use),
                    None => drop(uses.insert(word.to_owned(), i64::from(is_use))),
                }
            }
        };
        [&name, &kind, &options, &description].into_iter().for_each(|text| count(text, true));
        count(&sku, false);
        for text in [&document.name, &document.categories, &document.options, &document.description] {
            for (word, spelling) in spellings(text).into_iter().filter(|(word, _)| query::is_listed(word)) {
                *spelled.entry(word).or_default().entry(spelling).or_default() += 1;
            }
        }
        target.exec(&insert, vals![document.id, name, kind, options, sku, description])?;
        done += 1;
        if done % STEP == 0 {
            tracing::info!(lang = lang.code(), done, products, "search index");
        }
        Ok(())
    })?;
    // Merges the index's b-trees into one, so that a word takes one look-up.
    target.exec(&format!("INSERT INTO entry_{lang} (entry_{lang}) VALUES ('optimize')"), vals![])?;
    let insert = format!("INSERT INTO word_{lang} (word, spelling, length, uses) VALUES ($1, $2, $3, $4)");
    for (word, uses) in uses {
        let length = word.chars().count() as i64;
        let spelling = spelled.get(&word).and_then(usual_spelling).unwrap_or(&word);
        target.exec(&insert, vals![&word, spelling, length, uses])?;
    }
    let insert = format!("INSERT OR IGNORE INTO synonym_{lang} (word, other) VALUES ($1, $2)");
    for group in searchable::list_synonyms(source, lang)? {
        let group: Vec<String> = group.iter().map(|word| fold(word)).collect();
        for word in &group {
            for other in group.iter().filter(|other| *other != word) {
                target.exec(&insert, vals![word, other])?;
            }
        }
    }
    let insert = format!("INSERT INTO category_{lang} (position, key, name, url, folded) VALUES ($1, $2, $3, $4, $5)");
    for (position, (key, name, url)) in (0_i64..).zip(searchable::list_categories(source, lang)?) {
        let folded = format!(" {}", fold(&name));
        target.exec(&insert, vals![position, key, name, url, folded])?;
    }
    Ok(())
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

/// The parts of a German compound that are words of the catalogue: `bettdecke` → `bett`, `decke`.
fn compound_parts<'w>(word: &'w str, known: &BTreeSet<String>) -> impl Iterator<Item = &'w str> {
    let splits = word.char_indices().map(|(at, _)| at).filter(|at| *at >= 4 && word.len() - at >= 4);
    splits
        .filter_map(|at| {
            let (head, tail) = word.split_at(at);
            let stem = head.strip_suffix('s').unwrap_or(head);
            let has = |part: &str| {
                known.contains(part) || known.contains(&format!("{part}e")) || known.contains(&format!("{part}en"))
            };
            (known.contains(tail) && (has(head) || has(stem))).then_some([head, tail])
        })
        .flatten()
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn german_compounds_are_split_into_known_words() {
        let known = ["bett", "decke", "handtuch", "tuch", "hand"].map(str::to_owned).into();
        assert_eq!(compound_parts("bettdecke", &known).collect::<Vec<_>>(), ["bett", "decke"]);
        assert_eq!(compound_parts("handtuch", &known).collect::<Vec<_>>(), ["hand", "tuch"]);
        assert_eq!(compound_parts("matratze", &known).count(), 0);
    }
}
