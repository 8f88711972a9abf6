//! The calls of search: results and suggestions.

use super::fold::{is_ideographic, words};
use super::question::{Question, completed, understand};
use super::ranking::{HelpIn, rank, rank_help};
use super::store::{self, Words};
use super::terms;
use super::types::{SearchArgs, SearchPage, SuggestArgs, Suggestions};
use crate::call::{Shows, View};
use crate::catalog;
use crate::catalog::searchable;
use crate::catalog::types::{NamedLink, Sort, page_and_size};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::validate;
use crate::error::Result;

/// Matches that are ranked and counted at most.
const MAX_MATCHES: i64 = 1_000;
const FEATURED: i64 = 4;
/// Help pages of a result, and of suggestions.
const HELP: usize = 3;
const SUGGESTED_HELP: usize = 2;

/// Finds products by word, SKU, synonym or misspelling; refuses an empty term (specification §5).
pub fn index(tx: &mut dyn Tx, view: &View, args: SearchArgs) -> Result<SearchPage> {
    let q = validate::search_term(&args.q)?;
    let found = find(tx, view.lang(), &q, MAX_MATCHES + 1, false)?;
    let total_capped = found.ids.len() as i64 > MAX_MATCHES;
    let help = help(tx, view.lang(), &q, &found, HELP)?;
    let categories = categories(tx, view.lang(), &found.question, 4)?;
    let order = terms::order_number(&q);
    let mut ids = found.ids;
    ids.truncate(MAX_MATCHES as usize);
    let is_first_look = args.filters.is_empty() && args.page.is_none_or(|page| page <= 1);
    let is_missed = ids.is_empty() && help.is_empty() && categories.is_empty() && order.is_none() && is_first_look;
    // Before the index is built, names alone are looked through: what they lack may be there.
    if is_missed && store::is_built(tx)? {
        view.missed(q.to_lowercase());
        // Each who asks is counted, so this answer is not kept for long.
        view.shows([Shows::Moment]);
    }
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
        categories,
        help,
        order,
        corrected: found.question.corrected,
        unknown: found.question.unknown,
        partial: found.is_partial,
        best_sellers,
        q,
    })
}

/// Suggests words, categories and products while a term is typed; none for an empty term.
pub fn suggest(tx: &mut dyn Tx, view: &View, args: SuggestArgs) -> Result<Suggestions> {
    let q: String = args.q.trim().chars().take(100).collect();
    let typed = words(&q);
    let Some(last) = typed.last() else {
        return Ok(Suggestions { q, ..Suggestions::default() });
    };
    let completions = Words { tx, lang: view.lang() }.completions(last, 4)?;
    let found = find(tx, view.lang(), &q, 64, true)?;
    let best: Vec<i64> = found.ids.iter().copied().take(5).collect();
    Ok(Suggestions {
        terms: completed(&q, completions),
        categories: categories(tx, view.lang(), &found.question, 3)?,
        help: help(tx, view.lang(), &q, &found, SUGGESTED_HELP)?,
        products: catalog::cards(tx, view, &best)?,
        q,
    })
}

/// Ids of the products that match, best first, at most `limit`; a SKU finds its product, or that of the variant.
pub fn matches(tx: &mut dyn Tx, view: &View, q: &str, limit: i64) -> Result<Vec<i64>> {
    Ok(find(tx, view.lang(), q, limit, true)?.ids)
}

/// Products that answer a question, and how it was understood.
#[derive(Default)]
struct Found {
    ids: Vec<i64>,
    question: Question,
    is_partial: bool,
}

fn find(tx: &mut dyn Tx, lang: Lang, q: &str, limit: i64, is_typing: bool) -> Result<Found> {
    let mut found = if store::is_built(tx)? {
        find_in(tx, lang, q, limit, is_typing)?
    } else {
        Found { ids: searchable::list_named(tx, lang, &words(q), limit)?, ..Found::default() }
    };
    if let Some(id) = searchable::find_by_sku(tx, &q.to_uppercase())? {
        found.ids.retain(|other| *other != id);
        found.ids.insert(0, id);
    }
    Ok(found)
}

/// A question that says nothing in its own language is understood in another one: shoppers abroad use words of home, and everybody
/// English.
fn find_in(tx: &mut dyn Tx, lang: Lang, q: &str, limit: i64, is_typing: bool) -> Result<Found> {
    let own = answer(tx, lang, q, limit, is_typing)?;
    if !own.question.units.is_empty() || own.question.unknown.is_empty() {
        return Ok(own);
    }
    for other in Lang::ALL.into_iter().filter(|other| *other != lang) {
        let found = answer(tx, other, q, limit, is_typing)?;
        if !found.ids.is_empty() && found.question.unknown.is_empty() && found.question.corrected.is_none() {
            return Ok(Found { question: own.question, ..found });
        }
    }
    Ok(own)
}

fn answer(tx: &mut dyn Tx, lang: Lang, q: &str, limit: i64, is_typing: bool) -> Result<Found> {
    let mut words = Words { tx, lang };
    let question = understand(&mut words, q, is_typing)?;
    let ranked = rank(&mut words, &question, limit)?;
    Ok(Found { ids: ranked.ids, is_partial: ranked.is_partial, question })
}

/// Categories that are called as all that is looked for.
fn categories(tx: &mut dyn Tx, lang: Lang, question: &Question, limit: usize) -> Result<Vec<NamedLink>> {
    let Some((first, rest)) = question.units.split_first() else { return Ok(Vec::new()) };
    let has = |folded: &str, phrases: &[String]| phrases.iter().any(|phrase| folded.contains(&format!(" {phrase} ")));
    Ok(store::list_categories(tx, lang, &first.phrases)?
        .into_iter()
        .filter(|row| rest.iter().all(|unit| has(&row.folded, &unit.phrases)))
        .take(limit)
        .map(|row| NamedLink { key: row.key, name: row.name, url: row.url })
        .collect())
}

/// Help pages that answer a question.
fn help(tx: &mut dyn Tx, lang: Lang, q: &str, found: &Found, limit: usize) -> Result<Vec<NamedLink>> {
    let place = if found.ids.is_empty() { HelpIn::Everything } else { HelpIn::Headings };
    let characters = words(q);
    let pairs = characters.windows(2).filter(|pair| pair.iter().all(|word| is_ideographic(word)));
    let pairs: Vec<String> = pairs.map(|pair| pair.join(" ")).collect();
    let pages = rank_help(&mut Words { tx, lang }, &found.question, pairs, place, limit)?;
    Ok(pages
        .into_iter()
        .map(|page| NamedLink { url: format!("/{lang}/help/{}", page.key), key: page.key, name: page.title })
        .collect())
}
