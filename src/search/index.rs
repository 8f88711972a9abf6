//! The index: FTS5 tables in `search.db` beside the database. Derived, so it may be deleted at any time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use anyhow::Context as _;
use rusqlite::{Connection, params};

use super::fold::{fold, is_ideographic, words};
use super::store;
use crate::db;
use crate::domain::store_view::Lang;
use crate::error::Result;

/// Grows when the shape of the index changes, so that an older file is rebuilt.
const SHAPE: i64 = 1;
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
                sql.push_str(&format!(
                    "DROP TABLE IF EXISTS entry_{lang};
                     DROP TABLE IF EXISTS word_{lang};
                     CREATE VIRTUAL TABLE entry_{lang} USING fts5
                         (name, kind, options, sku, description, content='', prefix='2 3', tokenize='unicode61 remove_diacritics 0');
                     CREATE TABLE word_{lang} (word TEXT PRIMARY KEY, length INTEGER NOT NULL, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                     CREATE INDEX word_{lang}_length ON word_{lang} (length, word);"
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
        tracing::info!(version, "search index rebuilt");
        Ok(version)
    }
}

fn fill(source: &Connection, target: &Connection, lang: Lang) -> anyhow::Result<()> {
    target.execute(&format!("INSERT INTO entry_{lang} (entry_{lang}) VALUES ('delete-all')"), [])?;
    target.execute(&format!("DELETE FROM word_{lang}"), [])?;
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
        let description = fold(&document.description);
        for word in [&name, &kind, &options, &description].into_iter().flat_map(|text| text.split(' ')) {
            // Numbers are not misspelt, and there would be many.
            if word.chars().count() > 2 && !word.bytes().any(|b| b.is_ascii_digit()) {
                *uses.entry(word.to_owned()).or_default() += 1;
            }
        }
        insert.execute(params![document.id, name, kind, options, fold(&document.sku), description])?;
        Ok(())
    })?;
    let mut insert = target.prepare(&format!("INSERT INTO word_{lang} (word, length, uses) VALUES (?1, ?2, ?3)"))?;
    for (word, count) in uses.iter().filter(|(word, _)| !is_ideographic(word)) {
        insert.execute(params![word, i64::try_from(word.chars().count())?, count])?;
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
