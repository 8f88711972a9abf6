//! The calls of search: results and suggestions.

use super::fold::{last_word_start, words};
use super::query::{self, Term};
use super::store::{self, MAX_MATCHES};
use super::types::{SearchArgs, SearchPage, SuggestArgs, Suggestions};
use crate::call::View;
use crate::catalog;
use crate::catalog::searchable;
use crate::catalog::types::{NamedLink, Sort, page_and_size};
use crate::db::Tx;
use crate::domain::validate;
use crate::error::Result;

const FEATURED: i64 = 4;

/// Finds products by word, SKU, synonym or misspelling; refuses an empty term (specification §5).
pub fn index(tx: &mut dyn Tx, view: &View, args: SearchArgs) -> Result<SearchPage> {
    let q = validate::search_term(&args.q)?;
    let found = find(tx, view, &q, MAX_MATCHES + 1)?;
    let total_capped = found.ids.len() as i64 > MAX_MATCHES;
    let mut ids = found.ids;
    ids.truncate(MAX_MATCHES as usize);
    let (ids, facets) = catalog::narrow(tx, view, &ids, &args.filters)?;
    let sort = args.sort.unwrap_or(Sort::Relevance);
    let ids = searchable::sort_ids(tx, sort, view.lang(), view.currency, ids)?;
    let (page, per_page) = page_and_size(args.page, args.per_page);
    let first = (page as usize - 1).saturating_mul(per_page as usize);
    let shown: Vec<i64> = ids.iter().copied().skip(first).take(per_page as usize).collect();
    let best_sellers = if ids.is_empty() {
        let featured = searchable::list_featured(tx, FEATURED)?;
        catalog::cards(tx, view, &featured)?
    } else {
        Vec::new()
    };
    Ok(SearchPage {
        items: catalog::first_cards(tx, view, &shown)?,
        total: u32::try_from(ids.len()).unwrap_or(u32::MAX),
        total_capped,
        page,
        per_page,
        sort,
        facets,
        categories: matching_categories(tx, view, &q, 4)?,
        corrected: found.corrected,
        best_sellers,
        q,
    })
}

/// Suggests words, categories and products while a term is typed; none for an empty term.
pub fn suggest(tx: &mut dyn Tx, view: &View, args: SuggestArgs) -> Result<Suggestions> {
    let q: String = args.q.trim().chars().take(100).collect();
    let typed = words(&q);
    let Some(last) = typed.last() else {
        return Ok(Suggestions { q, terms: Vec::new(), categories: Vec::new(), products: Vec::new() });
    };
    let terms = store::list_completions(tx, view.lang(), last, 4)?
        .into_iter()
        .map(|word| format!("{}{word}", &q[..last_word_start(&q)]))
        .collect();
    let found = find(tx, view, &q, 64)?;
    let best: Vec<i64> = found.ids.into_iter().take(5).collect();
    Ok(Suggestions {
        terms,
        categories: matching_categories(tx, view, &q, 3)?,
        products: catalog::cards(tx, view, &best)?,
        q,
    })
}

/// Ids of the products that match, best first, at most `limit`; a SKU finds its product, or that of the variant.
pub fn matches(tx: &mut dyn Tx, view: &View, q: &str, limit: i64) -> Result<Vec<i64>> {
    Ok(find(tx, view, q, limit)?.ids)
}

/// Matches, and the corrected term if only that matched.
struct Found {
    ids: Vec<i64>,
    corrected: Option<String>,
}

fn find(tx: &mut dyn Tx, view: &View, q: &str, limit: i64) -> Result<Found> {
    let lang = view.lang();
    let mut terms = query::terms(q);
    if terms.is_empty() {
        return Ok(Found { ids: Vec::new(), corrected: None });
    }
    store::complete(tx, lang, &mut terms)?;
    let mut ids = store::find_matches(tx, lang, &query::expression(&terms, true), limit)?;
    let mut corrected = None;
    if ids.is_empty() {
        corrected = correct(tx, view, &mut terms)?;
        if corrected.is_some() {
            ids = store::find_matches(tx, lang, &query::expression(&terms, true), limit)?;
        }
    }
    if ids.is_empty() && terms.len() > 1 {
        ids = store::find_matches(tx, lang, &query::expression(&terms, false), limit)?;
    }
    if ids.is_empty() && !store::is_built(tx)? {
        let words: Vec<String> = terms.iter().map(|term| term.word.clone()).collect();
        ids = searchable::list_named(tx, lang, &words, limit)?;
    }
    if let Some(id) = searchable::find_by_sku(tx, &q.to_uppercase())? {
        ids.retain(|other| *other != id);
        ids.insert(0, id);
    }
    Ok(Found { ids, corrected })
}

/// Adds the nearest words of the catalogue to unknown words; answers the corrected term if any was added.
fn correct(tx: &mut dyn Tx, view: &View, terms: &mut [Term]) -> Result<Option<String>> {
    let mut changed = false;
    let mut text = Vec::new();
    for term in terms.iter_mut() {
        if term.alternatives.len() == 1 && !store::has_word(tx, view.lang(), &term.word)? {
            term.corrections = store::list_corrections(tx, view.lang(), &term.word)?;
            changed |= !term.corrections.is_empty();
        }
        let word = term.corrections.first().unwrap_or(&term.word);
        text.push(store::find_spelling(tx, view.lang(), word)?.unwrap_or_else(|| word.clone()));
    }
    Ok(changed.then(|| text.join(" ")))
}

/// Categories whose name has a word beginning with each word of the query.
fn matching_categories(tx: &mut dyn Tx, view: &View, q: &str, limit: usize) -> Result<Vec<NamedLink>> {
    let terms = query::terms(q);
    let Some((first, rest)) = terms.split_first() else { return Ok(Vec::new()) };
    // A Chinese phrase matches anywhere in the name, other words at the beginning of a word.
    Ok(store::list_categories(tx, view.lang(), &first.word)?
        .into_iter()
        .filter(|row| rest.iter().all(|term| row.folded.contains(&format!(" {}", term.word))))
        .take(limit)
        .map(|row| NamedLink { key: row.key, name: row.name, url: row.url })
        .collect())
}
