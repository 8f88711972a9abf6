//! All SQL of search: on the index, which readers attach as schema `search`.

use std::collections::HashSet;

use serde::Deserialize;

use super::query::{Alternative, Term, is_expanded, tolerance};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// Matches that are ranked and counted at most.
pub const MAX_MATCHES: i64 = 1_000;

/// Column filters by descending weight; each includes the columns of those before it.
const FIELDS: [&str; 3] = ["{name} : ", "{name kind options sku} : ", ""];

/// Ids that match, best first, at most `limit`: those with all words in the name, then in name, categories, options and
/// SKU, then anywhere; ties in the order of the catalogue.
///
/// No BM25 ranking: it counts every match of every word, so that its cost would grow with the catalogue.
pub fn find_matches(tx: &mut dyn Tx, lang: Lang, expression: &str, limit: i64) -> Result<Vec<i64>> {
    let sql =
        format!("SELECT rowid AS id FROM search.entry_{lang} WHERE entry_{lang} MATCH $1 ORDER BY rowid LIMIT $2");
    let mut found: Vec<i64> = Vec::new();
    let mut known: HashSet<i64> = HashSet::new();
    for fields in FIELDS {
        let hits: Vec<i64> = tx.all(&sql, vals![format!("{fields}({expression})"), limit])?;
        found.extend(hits.into_iter().filter(|id| known.insert(*id)));
        if found.len() as i64 >= limit {
            break;
        }
    }
    found.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(found)
}

/// Whether the index was ever built.
pub fn is_built(tx: &mut dyn Tx) -> Result<bool> {
    let version: i64 = tx.one("SELECT version FROM search.built", vals![])?;
    Ok(version > 0)
}

/// Completions of a prefix that are listed in the expression; a prefix with more uses the index's prefix query.
const MAX_ENDINGS: i64 = 32;

/// Adds synonyms and completions to the terms.
pub fn complete(tx: &mut dyn Tx, lang: Lang, terms: &mut [Term]) -> Result<()> {
    for term in terms {
        let others: Vec<String> =
            tx.all(&format!("SELECT other FROM search.synonym_{lang} WHERE word = $1"), vals![&term.word])?;
        term.alternatives.extend(others.into_iter().map(Alternative::new));
        for alternative in term.alternatives.iter_mut().filter(|alternative| is_expanded(alternative.last())) {
            let endings: Vec<String> = tx.all(
                &format!("SELECT word FROM search.word_{lang} WHERE word >= $1 AND word < $2 LIMIT $3"),
                vals![alternative.last(), after(alternative.last()), MAX_ENDINGS + 1],
            )?;
            alternative.endings = (1..=MAX_ENDINGS as usize).contains(&endings.len()).then_some(endings);
        }
    }
    Ok(())
}

/// Whether the catalogue has a word with this prefix.
pub fn has_word(tx: &mut dyn Tx, lang: Lang, prefix: &str) -> Result<bool> {
    let found: Option<i64> = tx.find(
        &format!("SELECT 1 FROM search.word_{lang} WHERE word >= $1 AND word < $2 LIMIT 1"),
        vals![prefix, after(prefix)],
    )?;
    Ok(found.is_some())
}

/// A word of the catalogue as it is spelled there.
pub fn find_spelling(tx: &mut dyn Tx, lang: Lang, word: &str) -> Result<Option<String>> {
    tx.find(&format!("SELECT spelling FROM search.word_{lang} WHERE word = $1"), vals![word])
}

/// Words of the catalogue that `word` may be a misspelling of, nearest and most used first.
pub fn list_corrections(tx: &mut dyn Tx, lang: Lang, word: &str) -> Result<Vec<String>> {
    let length = word.chars().count();
    let tolerance = tolerance(length);
    if tolerance == 0 {
        return Ok(Vec::new());
    }
    let bound = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let candidates: Vec<(String, i64)> = tx.all(
        &format!("SELECT word, uses FROM search.word_{lang} WHERE length BETWEEN $1 AND $2 AND uses > 0"),
        vals![bound(length - tolerance), bound(length + tolerance)],
    )?;
    let mut near: Vec<(usize, i64, String)> = candidates
        .into_iter()
        .map(|(candidate, uses)| (strsim::damerau_levenshtein(&candidate, word), -uses, candidate))
        .filter(|(distance, _, _)| *distance <= tolerance)
        .collect();
    near.sort();
    // A word at distance two is another word if one at distance one exists.
    let nearest = near.first().map_or(0, |(distance, _, _)| *distance);
    Ok(near.into_iter().filter(|(distance, _, _)| *distance == nearest).take(4).map(|(_, _, word)| word).collect())
}

/// Words with a prefix as the catalogue spells them, most used first.
pub fn list_completions(tx: &mut dyn Tx, lang: Lang, prefix: &str, limit: i64) -> Result<Vec<String>> {
    tx.all(
        &format!(
            "SELECT spelling FROM search.word_{lang} WHERE word >= $1 AND word < $2 AND uses > 0
             ORDER BY uses DESC, word LIMIT $3"
        ),
        vals![prefix, after(prefix), limit],
    )
}

/// The first text that sorts after everything that begins with `prefix`.
fn after(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

/// A category with its name folded, a blank before each word.
#[derive(Debug, Deserialize)]
pub struct CategoryRow {
    pub key: String,
    pub name: String,
    pub url: String,
    pub folded: String,
}

/// Categories whose name has a word with this prefix, top-level ones first.
pub fn list_categories(tx: &mut dyn Tx, lang: Lang, word: &str) -> Result<Vec<CategoryRow>> {
    tx.all(
        &format!(
            "SELECT key, name, url, folded FROM search.category_{lang} WHERE instr(folded, $1) > 0 ORDER BY position"
        ),
        vals![format!(" {word}")],
    )
}
