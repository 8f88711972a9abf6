//! What answers a question, best first.
//!
//! Products that have all that is looked for come in the order of where they have it: in the name, in the categories, in options and
//! SKU, in the description. Where no product has all of it outside its description, those that have the most telling part of it come
//! too: what few products have tells more, and what products are called tells more than what they are like. A product that is called
//! so comes before one that mentions it all in passing.
//!
//! Each step is a query of FTS5 that ends at the limit, so that an answer costs the same in a catalogue of any size.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::fold;
use super::language::stem;
use super::question::{Question, Unit, quoted};
use super::store::{self, FIELDS, HelpRow, Words};
use crate::domain::store_view::Lang;
use crate::error::Result;

/// What a match counts in each of [`FIELDS`].
const WEIGHTS: [f64; 4] = [4.0, 3.0, 2.0, 1.0];
/// Fields that are not prose.
const TELLING_FIELDS: usize = 3;
/// What products are called counts so much more than what they are like.
const KIND: f64 = 1.6;
/// The noun that the other words are about counts so much more.
const HEAD: f64 = 1.3;
/// What may be a misspelling counts so much less.
const CORRECTED: f64 = 0.8;
/// Products that have only a part are listed until there are so many,
const ENOUGH: usize = 24;
/// or until they fit so much worse than the best.
const WORST: f64 = 0.4;
/// Units of which any one may be missing; of more only the most telling ones are looked for together, which bounds the queries.
const MOST_WITHOUT_ONE: usize = 4;

/// Products that answer a question.
#[derive(Debug, Default)]
pub struct Ranked {
    /// Best first.
    pub ids: Vec<i64>,
    /// Whether some have only a part of what is looked for.
    pub is_partial: bool,
}

/// The products that answer a question, at most `limit`.
pub fn rank(words: &mut Words<'_>, question: &Question, limit: i64) -> Result<Ranked> {
    let units = &question.units;
    let mut ranked = Ranked::default();
    if units.is_empty() {
        return Ok(ranked);
    }
    let mut collected = Collected { known: HashSet::new(), ids: Vec::new(), limit };
    let all: Vec<usize> = (0..units.len()).collect();
    for (field, fields) in FIELDS.iter().enumerate() {
        // What is only mentioned comes after what fits in part.
        if field == TELLING_FIELDS && units.len() > 1 && collected.ids.is_empty() {
            break;
        }
        collected.add(words, fields, units, &all)?;
    }
    if collected.ids.is_empty() && units.len() > 1 {
        let weights = weights(words, units)?;
        let mut best = None;
        for step in steps(&weights) {
            let is_all = step.units.len() == units.len();
            let is_enough = collected.ids.len() >= ENOUGH || best.is_some_and(|best| step.score < best * WORST);
            if is_enough && !is_all {
                continue;
            }
            if collected.add(words, FIELDS[step.field], units, &step.units)? {
                best = best.or(Some(step.score));
                ranked.is_partial |= !is_all;
            }
        }
    }
    ranked.ids = collected.ids;
    Ok(ranked)
}

/// Products in the order in which they were found.
struct Collected {
    known: HashSet<i64>,
    ids: Vec<i64>,
    limit: i64,
}

impl Collected {
    /// Adds the products that have some units in some columns; answers whether there were new ones.
    fn add(&mut self, words: &mut Words<'_>, fields: &str, units: &[Unit], chosen: &[usize]) -> Result<bool> {
        let before = self.ids.len();
        if before as i64 >= self.limit {
            return Ok(false);
        }
        let expressions: Vec<String> = chosen.iter().map(|at| units[*at].expression()).collect();
        let hits = store::find_matches(words.tx, words.lang, fields, &expressions.join(" AND "), self.limit)?;
        self.ids.extend(hits.into_iter().filter(|id| self.known.insert(*id)));
        self.ids.truncate(usize::try_from(self.limit).unwrap_or_default());
        Ok(self.ids.len() > before)
    }
}

/// How much each unit tells.
fn weights(words: &mut Words<'_>, units: &[Unit]) -> Result<Vec<f64>> {
    let products = store::count_products(words.tx)? as f64;
    let mut weights = Vec::with_capacity(units.len());
    let mut kinds = Vec::with_capacity(units.len());
    for unit in units {
        let (mut docs, mut is_kind) = (0, false);
        for phrase in &unit.phrases {
            let counts = counts(words, phrase)?;
            docs += counts.0;
            is_kind |= counts.1 > 0;
        }
        let rarity = (1.0 + products / docs.max(1) as f64).ln();
        let factor = if is_kind { KIND } else { 1.0 } * if unit.is_corrected { CORRECTED } else { 1.0 };
        weights.push(rarity * factor);
        kinds.push(is_kind);
    }
    // `bath towel`, `serviette de bain`: the noun comes last, or first.
    let head = match words.lang {
        Lang::Fr | Lang::Es => kinds.iter().position(|is_kind| *is_kind),
        _ => kinds.iter().rposition(|is_kind| *is_kind),
    };
    if let Some(head) = head {
        weights[head] *= HEAD;
    }
    Ok(weights)
}

/// How many products may have a phrase: those that have the rarest of its stems.
fn counts(words: &mut Words<'_>, phrase: &str) -> Result<(i64, i64)> {
    let whole = words.counts(phrase)?;
    if whole.0 > 0 || !phrase.contains(' ') {
        return Ok(whole);
    }
    let mut least = (i64::MAX, i64::MAX);
    for stem in phrase.split(' ') {
        let (docs, kinds) = words.counts(stem)?;
        least = (least.0.min(docs), least.1.min(kinds));
    }
    Ok(least)
}

/// Units that are looked for together in some columns.
struct Step {
    score: f64,
    field: usize,
    units: Vec<usize>,
}

/// All of the units, all but one of few, the most telling ones, and each alone, in all columns; best first. Of eight units they are 60.
fn steps(weights: &[f64]) -> Vec<Step> {
    let count = weights.len();
    let mut by_weight: Vec<usize> = (0..count).collect();
    by_weight.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
    let mut chosen: Vec<Vec<usize>> = vec![(0..count).collect()];
    if count <= MOST_WITHOUT_ONE {
        chosen.extend((0..count).map(|left_out| (0..count).filter(|at| *at != left_out).collect()));
    }
    chosen.extend((1..count).map(|most| {
        let mut units = by_weight[..most].to_vec();
        units.sort_unstable();
        units
    }));
    chosen.extend((0..count).map(|one| vec![one]));
    let mut known = HashSet::new();
    chosen.retain(|units| !units.is_empty() && known.insert(units.clone()));
    let mut steps: Vec<Step> = chosen
        .into_iter()
        .flat_map(|units| {
            let weight: f64 = units.iter().map(|at| weights[*at]).sum();
            WEIGHTS.iter().enumerate().map(move |(field, of_field)| Step {
                score: weight * of_field,
                field,
                units: units.clone(),
            })
        })
        .collect();
    steps.sort_by(|a, b| b.score.total_cmp(&a.score));
    steps
}

/// Columns of a help page with what a match counts there; the last is prose.
const HELP_FIELDS: [(&str, f64); 3] = [("{title}", 6.0), ("{headings}", 4.0), ("{body}", 1.0)];

/// Where help pages are looked in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HelpIn {
    /// Title and headings: products answer the question already.
    Headings,
    Everything,
}

/// The help pages that answer a question, best first: what few of them mention tells more. Chinese that nothing is called is looked for
/// two characters at a time.
pub fn rank_help(
    words: &mut Words<'_>,
    question: &Question,
    pairs: Vec<String>,
    place: HelpIn,
    limit: usize,
) -> Result<Vec<HelpRow>> {
    let fields = if place == HelpIn::Headings { &HELP_FIELDS[..2] } else { &HELP_FIELDS[..] };
    let pages = store::count_help(words.tx, words.lang)? as f64;
    let lang = words.lang;
    let mut expressions: Vec<String> = question.units.iter().map(Unit::expression).collect();
    match lang {
        Lang::Zh => expressions.extend(pairs.iter().map(|pair| quoted(pair))),
        // There are few pages: the beginning of a word costs nothing.
        _ => {
            let unknown = question.unknown.iter().flat_map(|word| fold::words(word));
            expressions.extend(unknown.map(|word| format!("{}*", quoted(&stem(lang, &word)))));
        }
    }
    let mut scored: Vec<(f64, HelpRow)> = Vec::new();
    for expression in &expressions {
        let mut known: HashSet<i64> = HashSet::new();
        for (columns, weight) in fields {
            let found = store::list_help(words.tx, lang, columns, expression)?;
            let rarity = (0.3 + pages / found.len().max(1) as f64).ln();
            for row in found.into_iter().filter(|row| known.insert(row.id)) {
                match scored.iter_mut().find(|(_, other)| other.id == row.id) {
                    Some((score, _)) => *score += weight * rarity,
                    None => scored.push((weight * rarity, row)),
                }
            }
        }
    }
    scored.sort_by_key(|(score, row)| (Reverse((score * 1000.0) as i64), row.id));
    Ok(scored.into_iter().map(|(_, row)| row).take(limit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_best_is_looked_for_first() {
        let order: Vec<(Vec<usize>, usize)> =
            steps(&[3.0, 1.0]).iter().map(|step| (step.units.clone(), step.field)).collect();
        assert_eq!(order[0], (vec![0, 1], 0), "all in the name");
        let at = |units: &[usize], field: usize| order.iter().position(|step| *step == (units.to_vec(), field));
        assert!(at(&[0], 0) < at(&[0, 1], 3), "called so, before all of it in passing");
        assert!(at(&[0, 1], 1) < at(&[1], 0));
        assert_eq!(order.len(), 12);
        assert_eq!(steps(&[1.0; 8]).len(), 60, "each alone among them");
    }
}
