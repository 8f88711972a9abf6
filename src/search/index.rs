//! The index: FTS5 tables in `search.db` beside the database. Derived, so it may be deleted at any time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use anyhow::Context as _;
use rusqlite::{Connection, params};

use super::fold::{fold, words};
use super::{query, store};
use crate::db;
use crate::domain::store_view::Lang;
use crate::error::Result;

/// Grows when the shape of the index changes, so that an older file is rebuilt.
const SHAPE: i64 = 2;
/// Shortest word that a German compound is taken apart for.
const COMPOUND: usize = 8;

/// The index of one shop.
#[derive(Debug, Clone)]
pub struct Index {
    database: Arc<PathBuf>,
    /// The catalogue's search version that the index was made from.
    version: Arc<AtomicI64>,
    building: Arc<AtomicBool>,
}

impl Index {
    /// Opens the index beside a database, made empty if missing, so that readers can attach it.
    pub fn open(database: &Path) -> anyhow::Result<Index> {
        let path = db::search_path(database);
        let version = match Self::prepare(&path) {
            Ok(version) => version,
            // A damaged index is no loss: it is made anew.
            Err(_) => {
                std::fs::remove_file(&path).with_context(|| format!("{} cannot be replaced", path.display()))?;
                Self::prepare(&path)?
            }
        };
        Ok(Index {
            database: Arc::new(database.to_owned()),
            version: Arc::new(AtomicI64::new(version)),
            building: Arc::default(),
        })
    }

    fn prepare(path: &Path) -> anyhow::Result<i64> {
        let connection = db::connect(path, false)?;
        let shape: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if shape != SHAPE {
            let mut sql = String::from(
                "BEGIN IMMEDIATE; DROP TABLE IF EXISTS built; CREATE TABLE built (version INTEGER NOT NULL) STRICT; INSERT INTO built VALUES (0);",
            );
            for lang in Lang::ALL {
                for table in ["entry", "word", "synonym", "category"] {
                    sql.push_str(&format!("DROP TABLE IF EXISTS {table}_{lang};"));
                }
                // A word without uses is one that only helps to find: a SKU's, or one with digits in it.
                sql.push_str(&format!(
                    "CREATE VIRTUAL TABLE entry_{lang} USING fts5
                         (name, kind, options, sku, description, content='', prefix='2 3', tokenize='unicode61 remove_diacritics 0');
                     CREATE TABLE word_{lang} (word TEXT PRIMARY KEY, length INTEGER NOT NULL, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                     CREATE INDEX word_{lang}_length ON word_{lang} (length, word);
                     CREATE TABLE synonym_{lang} (word TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (word, other)) STRICT, WITHOUT ROWID;
                     CREATE TABLE category_{lang} (position INTEGER PRIMARY KEY, key TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, folded TEXT NOT NULL) STRICT;"
                ));
            }
            sql.push_str(&format!("PRAGMA user_version = {SHAPE}; COMMIT;"));
            connection.execute_batch(&sql)?;
        }
        Ok(connection.query_row("SELECT version FROM built", [], |row| row.get(0))?)
    }

    /// Rebuilds when the catalogue has moved on: at once the first time, in the background later.
    pub async fn follow(&self, wanted: i64) -> Result<()> {
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
        if have == 0 {
            work.await.map_err(anyhow::Error::from)?;
        }
        Ok(())
    }

    /// Writes the whole index anew in one transaction: readers see the old one until it is done.
    fn rebuild(&self) -> anyhow::Result<i64> {
        let source = db::connect(&self.database, true)?;
        let target = db::connect(&db::search_path(&self.database), false)?;
        source.execute_batch("BEGIN")?;
        let version: i64 = source.query_row("SELECT search FROM catalogue_version", [], |row| row.get(0))?;
        target.execute_batch("BEGIN IMMEDIATE")?;
        for lang in Lang::ALL {
            fill(&source, &target, lang)?;
        }
        target.execute("UPDATE built SET version = ?1", [version])?;
        target.execute_batch("COMMIT")?;
        // The log holds the whole index now. Readers find their way faster in the file, and the disk is theirs again; one that
        // is still reading only puts this off.
        target.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        tracing::info!(version, "search index rebuilt");
        Ok(version)
    }
}

fn fill(source: &Connection, target: &Connection, lang: Lang) -> anyhow::Result<()> {
    target.execute(&format!("INSERT INTO entry_{lang} (entry_{lang}) VALUES ('delete-all')"), [])?;
    for table in ["word", "synonym", "category"] {
        target.execute(&format!("DELETE FROM {table}_{lang}"), [])?;
    }
    let mut insert = target.prepare(&format!(
        "INSERT INTO entry_{lang} (rowid, name, kind, options, sku, description) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    ))?;
    let known = if lang == Lang::De { vocabulary(source, lang)? } else { BTreeSet::new() };
    let mut uses: BTreeMap<String, i64> = BTreeMap::new();
    store::documents(source, lang, &mut |document| {
        let name = fold(&document.name);
        let mut kind = fold(&document.categories);
        for word in name.split(' ').filter(|word| word.len() >= COMPOUND) {
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
                // What has digits in it is not misspelt, and nobody wants it suggested.
                let use_of = is_prose && !word.bytes().any(|b| b.is_ascii_digit());
                match uses.get_mut(word) {
                    Some(uses) => *uses += i64::from(use_of),
                    None => drop(uses.insert(word.to_owned(), i64::from(use_of))),
                }
            }
        };
        [&name, &kind, &options, &description].into_iter().for_each(|text| count(text, true));
        count(&sku, false);
        insert.execute(params![document.id, name, kind, options, sku, description])?;
        Ok(())
    })?;
    // One tree instead of the many that grew: each word is then looked up once.
    target.execute(&format!("INSERT INTO entry_{lang} (entry_{lang}) VALUES ('optimize')"), [])?;
    let mut insert = target.prepare(&format!("INSERT INTO word_{lang} (word, length, uses) VALUES (?1, ?2, ?3)"))?;
    for (word, count) in &uses {
        insert.execute(params![word, i64::try_from(word.chars().count())?, count])?;
    }
    let mut insert = target.prepare(&format!("INSERT OR IGNORE INTO synonym_{lang} (word, other) VALUES (?1, ?2)"))?;
    for group in store::synonyms(source, lang)? {
        for word in &group {
            for other in group.iter().filter(|other| *other != word) {
                insert.execute(params![word, other])?;
            }
        }
    }
    let mut insert = target.prepare(&format!(
        "INSERT INTO category_{lang} (position, key, name, url, folded) VALUES (?1, ?2, ?3, ?4, ?5)"
    ))?;
    for (position, (key, name, url)) in (0_i64..).zip(store::categories(source, lang)?) {
        insert.execute(params![position, key, name, url, format!(" {}", fold(&name))])?;
    }
    Ok(())
}

/// Every word of the catalogue in a language.
fn vocabulary(source: &Connection, lang: Lang) -> anyhow::Result<BTreeSet<String>> {
    let mut known = BTreeSet::new();
    store::documents(source, lang, &mut |document| {
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
    fn german_compounds_come_apart() {
        let known = ["bett", "decke", "handtuch", "tuch", "hand"].map(str::to_owned).into();
        assert_eq!(compound_parts("bettdecke", &known).collect::<Vec<_>>(), ["bett", "decke"]);
        assert_eq!(compound_parts("handtuch", &known).collect::<Vec<_>>(), ["hand", "tuch"]);
        assert_eq!(compound_parts("matratze", &known).count(), 0);
    }
}
