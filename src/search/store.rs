//! All SQL of search: on the index, which readers attach as schema `search`, and on what was searched for without
//! result.

use std::collections::HashSet;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::misses::Counts;
use super::question::quoted;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// Words that complete the beginning of one: more say nothing.
const MOST_ENDINGS: i64 = 32;
/// Words that are compared with a misspelt one.
const MOST_NEAR: i64 = 4_000;

/// Columns of a product in which something is looked for; each includes those before it.
pub const FIELDS: [&str; 4] =
    ["{name}", "{name kind}", "{name kind options sku}", "{name kind options sku description}"];

/// Ids of the products that match in some columns, in the order of the catalogue.
///
/// No BM25 ranking: it counts every match of every word, so that its cost would grow with the catalogue.
pub fn find_matches(tx: &mut dyn Tx, lang: Lang, fields: &str, expression: &str, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        &format!("SELECT rowid AS id FROM search.entry_{lang} WHERE entry_{lang} MATCH $1 ORDER BY rowid LIMIT $2"),
        vals![format!("{fields} : ({expression})"), limit],
    )
}

/// Whether the index was ever built.
pub fn is_built(tx: &mut dyn Tx) -> Result<bool> {
    let version: i64 = tx.one("SELECT version FROM search.built", vals![])?;
    Ok(version > 0)
}

/// Whether a product or a help page has a phrase, in the index that is being built.
pub fn is_in_index(target: &mut dyn Tx, lang: Lang, phrase: &str) -> Result<bool> {
    target.one(
        &format!(
            "SELECT EXISTS (SELECT 1 FROM entry_{lang} WHERE entry_{lang} MATCH $1)
                 OR EXISTS (SELECT 1 FROM help_{lang} WHERE help_{lang} MATCH $1)"
        ),
        vals![quoted(phrase)],
    )
}

/// The words that the index of a language knows.
pub struct Words<'t> {
    pub tx: &'t mut dyn Tx,
    pub lang: Lang,
}

impl Words<'_> {
    /// How many products have a stem or a Chinese phrase, and how many in name or category.
    pub fn counts(&mut self, stem: &str) -> Result<(i64, i64)> {
        let lang = self.lang;
        let sql = format!("SELECT docs, kinds FROM search.stem_{lang} WHERE stem = $1");
        Ok(self.tx.find(&sql, vals![stem])?.unwrap_or_default())
    }

    pub fn has_products(&mut self, stem: &str) -> Result<bool> {
        Ok(self.counts(stem)?.0 > 0)
    }

    /// Whether products or categories are called so.
    pub fn is_kind(&mut self, stem: &str) -> Result<bool> {
        Ok(self.counts(stem)?.1 > 0)
    }

    /// Phrases that stand for this one.
    pub fn synonyms(&mut self, phrase: &str) -> Result<Vec<String>> {
        let lang = self.lang;
        self.tx.all(&format!("SELECT other FROM search.synonym_{lang} WHERE phrase = $1"), vals![phrase])
    }

    /// Whether the catalogue, its synonyms or a help page has a word.
    pub fn exists(&mut self, word: &str) -> Result<bool> {
        let lang = self.lang;
        let sql = format!("SELECT EXISTS (SELECT 1 FROM search.word_{lang} WHERE word = $1)");
        self.tx.one(&sql, vals![word])
    }

    /// A word as it is spelled in the catalogue.
    pub fn spelling(&mut self, word: &str) -> Result<Option<String>> {
        let lang = self.lang;
        self.tx.find(&format!("SELECT spelling FROM search.word_{lang} WHERE word = $1"), vals![word])
    }

    /// Stems of the words that begin so, most used first.
    pub fn endings(&mut self, prefix: &str) -> Result<Vec<String>> {
        let lang = self.lang;
        let sql = format!(
            "SELECT w.stem FROM search.word_{lang} w JOIN search.stem_{lang} s ON s.stem = w.stem
             WHERE w.word >= $1 AND w.word < $2 AND w.uses > 0 AND s.docs > 0 GROUP BY w.stem ORDER BY max(w.uses) DESC LIMIT $3"
        );
        self.tx.all(&sql, vals![prefix, after(prefix), MOST_ENDINGS])
    }

    /// Words with a prefix as the catalogue spells them, most used first.
    pub fn completions(&mut self, prefix: &str, limit: i64) -> Result<Vec<String>> {
        let lang = self.lang;
        let sql = format!(
            "SELECT spelling FROM search.word_{lang} WHERE word >= $1 AND word < $2 AND uses > 0 ORDER BY uses DESC, word LIMIT $3"
        );
        self.tx.all(&sql, vals![prefix, after(prefix), limit])
    }

    /// The Chinese phrase that sounds so, of so many characters or of any number; the one that most products have.
    pub fn alike(&mut self, sound: &str, length: Option<usize>) -> Result<Option<String>> {
        let lang = self.lang;
        let sql = format!(
            "SELECT w.word FROM search.word_{lang} w JOIN search.stem_{lang} s ON s.stem = w.stem
             WHERE w.sound = $1 AND ($2 = 0 OR w.length = $2)
               AND (s.docs > 0 OR EXISTS (SELECT 1 FROM search.synonym_{lang} y WHERE y.phrase = w.stem))
             ORDER BY s.kinds DESC, s.docs DESC, w.word LIMIT 1"
        );
        let length = length.map_or(0, |length| i64::try_from(length).unwrap_or(i64::MAX));
        self.tx.find(&sql, vals![sound, length])
    }

    /// The word of the catalogue or its synonyms that one is most likely a misspelling of: by its letters and by its sound. In
    /// Chinese the phrase whose pinyin it is.
    pub fn nearest(&mut self, word: &str, sound: &str) -> Result<Option<String>> {
        let lang = self.lang;
        if lang == Lang::Zh {
            return self.alike(word, None);
        }
        let alike: Vec<(String, String, i64)> = self.tx.all(
            &format!("SELECT word, sound, uses FROM search.word_{lang} WHERE sound = $1 AND meant = 1 LIMIT $2"),
            vals![sound, MOST_NEAR],
        )?;
        let length = word.chars().count();
        let tolerance = tolerance(length);
        if tolerance == 0 {
            return Ok(None);
        }
        let bound = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        // Hardly anybody mistakes the first letter, but by its sound.
        let first: String = word.chars().take(1).collect();
        let near: Vec<(String, String, i64)> = self.tx.all(
            &format!(
            "SELECT word, sound, uses FROM search.word_{lang} WHERE length BETWEEN $1 AND $2 AND word >= $3 AND word < $4 AND meant = 1 LIMIT $5"
        ),
            vals![bound(length - tolerance - 1), bound(length + tolerance + 1), &first, after(&first), MOST_NEAR],
        )?;
        let of = |(other, other_sound, uses): (String, String, i64)| {
            let letters = strsim::damerau_levenshtein(&other, word);
            let sounds = strsim::damerau_levenshtein(&other_sound, sound);
            let is_near = letters <= tolerance
                || (letters == 2 && length >= 5 && has_same_letters(&other, word))
                || (sounds == 0 && letters <= 4)
                || (sounds <= 1 && letters <= tolerance + 1 && length >= 6);
            is_near.then_some((letters + sounds, -uses, other))
        };
        Ok(alike.into_iter().chain(near).filter_map(of).min().map(|(.., other)| other))
    }
}

/// The edit distance that counts as a misspelling, by the length of the word.
pub fn tolerance(length: usize) -> usize {
    match length {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

fn has_same_letters(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

/// The first text that sorts after everything that begins with `prefix`.
fn after(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

/// A category with the stems of its name, a blank around each.
#[derive(Debug, Deserialize)]
pub struct CategoryRow {
    pub key: String,
    pub name: String,
    pub url: String,
    pub folded: String,
}

/// Categories whose name has one of these phrases, top-level ones first.
pub fn list_categories(tx: &mut dyn Tx, lang: Lang, phrases: &[String]) -> Result<Vec<CategoryRow>> {
    let mut found: Vec<CategoryRow> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for phrase in phrases {
        let sql = format!(
            "SELECT key, name, url, folded FROM search.category_{lang} WHERE instr(folded, $1) > 0 ORDER BY position"
        );
        let rows: Vec<CategoryRow> = tx.all(&sql, vals![format!(" {phrase} ")])?;
        found.extend(rows.into_iter().filter(|row| known.insert(row.key.clone())));
    }
    Ok(found)
}

/// A help page that matches.
#[derive(Debug, Deserialize)]
pub struct HelpRow {
    pub id: i64,
    pub key: String,
    pub title: String,
}

/// Help pages that have an expression in some columns. There are few pages.
pub fn list_help(tx: &mut dyn Tx, lang: Lang, fields: &str, expression: &str) -> Result<Vec<HelpRow>> {
    tx.all(
        &format!(
            "SELECT p.id, p.key, p.title FROM search.help_{lang} JOIN search.help_page_{lang} p ON p.id = help_{lang}.rowid
             WHERE help_{lang} MATCH $1 ORDER BY p.id"
        ),
        vals![format!("{fields} : ({expression})")],
    )
}

/// How many help pages there are.
pub fn count_help(tx: &mut dyn Tx, lang: Lang) -> Result<i64> {
    tx.one(&format!("SELECT count(*) FROM search.help_page_{lang}"), vals![])
}

/// How many products are in the index.
pub fn count_products(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT max(products, 1) FROM search.built", vals![])
}

// ── What was searched for without result ────────────────────────────────────────────────────────────────────────────

/// Terms of a day beyond which no new ones are kept: whoever asks for nonsense without end fills no disk.
const MOST_A_DAY: i64 = 5_000;

/// A term that nothing was found for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Miss {
    pub lang: Lang,
    pub term: String,
    pub times: i64,
    /// The last day on which it was asked.
    pub last_on: Date,
}

/// Adds to the counts of a day.
pub fn add_misses(tx: &mut dyn Tx, day: Date, misses: &Counts) -> Result<()> {
    let kept: i64 = tx.one("SELECT count(*) FROM search_miss WHERE day = $1", vals![day.to_string()])?;
    let sql = if kept < MOST_A_DAY {
        "INSERT INTO search_miss (day, lang, term, times) VALUES ($1, $2, $3, $4)
         ON CONFLICT (day, lang, term) DO UPDATE SET times = search_miss.times + excluded.times"
    } else {
        "UPDATE search_miss SET times = times + $4 WHERE day = $1 AND lang = $2 AND term = $3"
    };
    for ((lang, term), times) in misses {
        tx.exec(sql, vals![day.to_string(), lang.code(), term, *times])?;
    }
    Ok(())
}

/// What was not found from a day on, in all languages or in one, most asked first.
pub fn list_misses(tx: &mut dyn Tx, since: Date, lang: Option<Lang>, limit: i64) -> Result<Vec<Miss>> {
    tx.all(
        "SELECT m.lang, m.term, CAST(sum(m.times) AS BIGINT) AS times, max(m.day) AS last_on FROM search_miss m
         WHERE m.day >= $1 AND (CAST($2 AS TEXT) IS NULL OR m.lang = $2)
         GROUP BY m.lang, m.term ORDER BY sum(m.times) DESC, m.lang, m.term LIMIT $3",
        vals![since.to_string(), lang.map(Lang::code), limit],
    )
}

/// Deletes counts of days before one, at most `limit`; answers how many.
pub fn delete_old_misses(tx: &mut dyn Tx, before: Date, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM search_miss WHERE (day, lang, term) IN
             (SELECT day, lang, term FROM search_miss WHERE day < $1 ORDER BY day LIMIT $2)",
        vals![before.to_string(), limit],
    )
}
