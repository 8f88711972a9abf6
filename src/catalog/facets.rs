//! Facets of a list, with the number of products of each value.
//!
//! Values of one facet are combined with OR, facets with AND. A value is counted under the selections of the other
//! facets, without those of its own. Attributes are data of the catalogue; `price` and `availability` are computed from
//! prices and stock. All are stored as bitsets, per category and for the whole shop; see `sets`.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Deserialize;

use super::price::{Step, symbol, with_symbol};
use super::sets::Bits;
use super::types::{Facet, FacetValue, Filters};
use crate::call::{Shows, View};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::vals;

/// The facet of price steps.
pub const PRICE: &str = "price";
/// The facet with the one value [`IN_STOCK`].
pub const AVAILABILITY: &str = "availability";
pub const IN_STOCK: &str = "in_stock";

/// Most values that a request may select; pages offer fewer.
const MOST_CHOSEN: usize = 20;

// ── Words ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Names of facets and values in one language, in display order.
#[derive(Debug, Default)]
pub struct Words {
    /// Code and name.
    facets: Vec<(String, String)>,
    /// Facet → codes with labels.
    values: HashMap<String, Vec<(String, String)>>,
    /// Value code → `#rrggbb`.
    colors: Vec<(String, String)>,
    symbol: String,
}

/// Reads the names of all facets.
pub fn words(tx: &mut dyn Tx, view: &View) -> Result<Words> {
    let rows: Vec<(String, String, String)> = tx.all(
        "SELECT domain, code, text FROM vocabulary
         WHERE lang = $1 AND (domain = 'facet' OR (domain >= 'attribute.' AND domain < 'attribute/'))
         ORDER BY domain, position",
        vals![view.lang().code()],
    )?;
    let mut words = Words::default();
    for (domain, code, text) in rows {
        match domain.strip_prefix("attribute.") {
            Some(facet) => words.values.entry(facet.to_owned()).or_default().push((code, text)),
            None => words.facets.push((code, text)),
        }
    }
    // Computed facets come last, and only if the vocabulary has their names.
    let is_made = |facet: &(String, String)| facet.0 == PRICE || facet.0 == AVAILABILITY;
    let (mut made, attributes): (Vec<_>, Vec<_>) = words.facets.into_iter().partition(is_made);
    made.sort_by_key(|(code, _)| code != PRICE);
    words.facets = attributes.into_iter().chain(made).collect();
    words.colors =
        tx.all("SELECT value, color FROM option_value WHERE color IS NOT NULL ORDER BY option, position", vals![])?;
    words.symbol = symbol(tx, view.currency)?;
    Ok(words)
}

impl Words {
    /// The colour of an attribute, from the swatches of the options: `grey` also matches `grey_fabric`.
    fn color(&self, code: &str) -> Option<String> {
        let exact = self.colors.iter().find(|(value, _)| value == code);
        let near = || self.colors.iter().find(|(value, _)| value.split('_').next() == Some(code));
        exact.or_else(near).map(|(_, color)| color.clone())
    }

    /// The label of a price step, which needs no translation: `€50–100`, `1.000+ €`.
    fn step_label(&self, step: Step, lang: Lang) -> String {
        let number = |amount: Amount| {
            let grouped = amount.grouped(lang.separators());
            grouped[..grouped.len() - 3].to_owned()
        };
        let numbers = match step.below {
            Some(below) => format!("{}–{}", number(step.from), number(below)),
            None => format!("{}+", number(step.from)),
        };
        with_symbol(&numbers, &self.symbol, lang)
    }

    /// The values of a facet in display order; values without a name come last.
    fn values_of(&self, facet: &str, counts: &HashMap<String, u32>, view: &View) -> Vec<(String, String)> {
        match facet {
            PRICE => Step::all(view.currency).map(|step| (step.code(), self.step_label(step, view.lang()))).collect(),
            AVAILABILITY => {
                let name = self.values.get(AVAILABILITY).and_then(|named| named.first());
                vec![name.cloned().unwrap_or_else(|| (IN_STOCK.to_owned(), IN_STOCK.to_owned()))]
            }
            facet => {
                let mut values = self.values.get(facet).cloned().unwrap_or_default();
                let mut nameless: Vec<_> =
                    counts.keys().filter(|code| !values.iter().any(|(named, _)| &named == code)).cloned().collect();
                nameless.sort();
                values.extend(nameless.into_iter().map(|code| (code.clone(), code)));
                values
            }
        }
    }
}

// ── Choice ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The selected values of known facets.
#[derive(Debug, Default, Clone)]
pub struct Chosen {
    filters: Filters,
}

/// Reads the filters of a request. Unknown facets are ignored; unknown values match nothing.
pub fn choose(filters: &Filters, words: &Words) -> Result<Chosen> {
    if filters.values().map(Vec::len).sum::<usize>() > MOST_CHOSEN {
        return Err(Error::Malformed(format!("filters: at most {MOST_CHOSEN} values")));
    }
    let known = |facet: &str| words.facets.iter().any(|(code, _)| code == facet);
    let chosen = filters.iter().filter(|(facet, values)| !values.is_empty() && known(facet));
    Ok(Chosen { filters: chosen.map(|(facet, values)| (facet.clone(), values.clone())).collect() })
}

impl Chosen {
    pub fn is_empty(&self) -> bool {
        self.filters.is_empty()
    }

    fn has(&self, facet: &str, value: &str) -> bool {
        self.filters.get(facet).is_some_and(|values| values.iter().any(|chosen| chosen == value))
    }
}

// ── Counts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Facet → value → number of products.
type Counts = BTreeMap<String, HashMap<String, u32>>;

/// The facets of a whole category, with precomputed counts.
pub fn of_category(tx: &mut dyn Tx, view: &View, category: i64, words: &Words, total: u32) -> Result<Vec<Facet>> {
    let rows: Vec<(String, String, u32)> = tx.all(
        "SELECT facet, value, count FROM listing_set WHERE category_id = $1 AND scope IN ('', $2)",
        vals![category, view.currency.code()],
    )?;
    let mut counts = Counts::new();
    for (facet, value, count) in rows {
        counts.entry(facet).or_default().insert(value, count);
    }
    Ok(assemble(words, &counts, &Chosen::default(), view, total))
}

#[derive(Debug, Deserialize)]
struct SetRow {
    facet: String,
    value: String,
    members: Bits,
}

/// The products of a category that match a selection, and the facets under it.
pub fn of_category_chosen(
    tx: &mut dyn Tx,
    view: &View,
    category: i64,
    words: &Words,
    chosen: &Chosen,
    total: u32,
) -> Result<(Bits, Vec<Facet>)> {
    let sets: Vec<SetRow> = tx.all(
        "SELECT facet, value, members FROM listing_set WHERE category_id = $1 AND scope IN ('', $2)",
        vals![category, view.currency.code()],
    )?;
    Ok(under(&Bits::all(total as usize), &sets, words, chosen, view))
}

/// The `ids` that pass the filters, in their order, and the facets of all `ids`: for search results.
pub fn narrow(tx: &mut dyn Tx, view: &View, ids: &[i64], filters: &Filters) -> Result<(Vec<i64>, Vec<Facet>)> {
    view.shows([Shows::Lists]);
    let words = words(tx, view)?;
    let chosen = choose(filters, &words)?;
    let sets: Vec<SetRow> =
        tx.all("SELECT facet, value, members FROM product_set WHERE scope IN ('', $1)", vals![view.currency.code()])?;
    let found: Bits = ids.iter().map(|id| *id as usize).collect();
    let (selected, facets) = under(&found, &sets, &words, &chosen, view);
    Ok((ids.iter().copied().filter(|id| selected.has(*id as usize)).collect(), facets))
}

/// The members of `all` that match a selection, and the facets under it.
fn under(all: &Bits, sets: &[SetRow], words: &Words, chosen: &Chosen, view: &View) -> (Bits, Vec<Facet>) {
    let fitting = |aside: Option<&str>| {
        let mut fitting = all.clone();
        for facet in chosen.filters.keys().filter(|facet| aside != Some(facet.as_str())) {
            let mut any = Bits::default();
            sets.iter()
                .filter(|set| &set.facet == facet && chosen.has(facet, &set.value))
                .for_each(|set| any.union_with(&set.members));
            fitting.intersect_with(&any);
        }
        fitting
    };
    let selected = fitting(None);
    let mut counts = Counts::new();
    for facet in sets.iter().map(|set| &set.facet).collect::<HashSet<_>>() {
        let alone = chosen.filters.contains_key(facet).then(|| fitting(Some(facet)));
        let under = alone.as_ref().unwrap_or(&selected);
        let counted = sets.iter().filter(|set| &set.facet == facet);
        counts.insert(
            facet.clone(),
            counted.map(|set| (set.value.clone(), set.members.intersection_count(under))).collect(),
        );
    }
    let facets = assemble(words, &counts, chosen, view, selected.count());
    (selected, facets)
}

/// Adds names and order to the counts. A facet without a choice is left out.
fn assemble(words: &Words, counts: &Counts, chosen: &Chosen, view: &View, total: u32) -> Vec<Facet> {
    let none = HashMap::new();
    words
        .facets
        .iter()
        .filter_map(|(code, name)| {
            let counted = counts.get(code).unwrap_or(&none);
            let values: Vec<FacetValue> = words
                .values_of(code, counted, view)
                .into_iter()
                .filter_map(|(value, label)| {
                    let count = counted.get(&value).copied().unwrap_or(0);
                    let selected = chosen.has(code, &value);
                    let color = if code == PRICE || code == AVAILABILITY { None } else { words.color(&value) };
                    let color = color.filter(|_| code == "colour" || code == "color");
                    (count > 0 || selected).then_some(FacetValue { value, label, count, selected, color })
                })
                .collect();
            let is_choice = match code.as_str() {
                // Everything is in stock, or nothing: no choice.
                AVAILABILITY => values.first().is_some_and(|value| value.selected || value.count < total),
                _ => values.len() > 1 || values.iter().any(|value| value.selected),
            };
            is_choice.then(|| Facet { code: code.clone(), name: name.clone(), values })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::types::Sort;
    use crate::catalog::{listing, store};
    use crate::domain::money::Currency;
    use crate::testing::{assert_indexed, name_made_facets, seeded, view, with};

    #[test]
    fn unnamed_facets_are_hidden() {
        let shop = seeded();
        shop.execute_batch("DELETE FROM vocabulary WHERE domain = 'facet' AND code IN ('price', 'availability')")
            .expect("gone");
        let ids: Vec<i64> = with(&shop, |tx| tx.all("SELECT id FROM product WHERE parent_id IS NULL", &[]));
        let facets = with(&shop, |tx| narrow(tx, &view(Lang::De, Currency::Eur), &ids, &Filters::new())).1;
        assert!(!facets.is_empty() && facets.iter().all(|facet| facet.code != PRICE && facet.code != AVAILABILITY));
    }

    #[test]
    fn facets_of_product_lists_equal_those_of_the_category() {
        let shop = seeded();
        name_made_facets(&shop);
        let en = view(Lang::En, Currency::Eur);
        let category = with(&shop, |tx| store::find_category(tx, "bedding", Lang::En)).expect("bedding");
        let words = with(&shop, |tx| words(tx, &en));
        for filters in [
            Filters::new(),
            Filters::from([("colour".into(), vec!["white".into()])]),
            Filters::from([
                ("colour".into(), vec!["white".into(), "ivory".into()]),
                ("price".into(), vec!["100-250".into()]),
            ]),
            Filters::from([("availability".into(), vec![IN_STOCK.into()]), ("material".into(), vec!["linen".into()])]),
        ] {
            let chosen = choose(&filters, &words).expect("a choice");
            let total = with(&shop, |tx| listing::total(tx, category));
            let all = with(&shop, |tx| listing::page(tx, &en, category, Sort::Position, None, total, 0));
            let (kept, facets) = with(&shop, |tx| narrow(tx, &en, &all, &filters));
            let (selected, of_list) = with(&shop, |tx| of_category_chosen(tx, &en, category, &words, &chosen, total));
            assert_eq!(
                with(&shop, |tx| listing::page(tx, &en, category, Sort::Position, Some(&selected), total, 0)),
                kept
            );
            if chosen.is_empty() {
                let ahead = with(&shop, |tx| of_category(tx, &en, category, &words, total));
                assert_eq!(
                    serde_json::to_string(&ahead).expect("json"),
                    serde_json::to_string(&of_list).expect("json")
                );
            }
            let plain = |facets: &[Facet]| serde_json::to_string(facets).expect("json");
            assert_eq!(plain(&facets), plain(&of_list), "{filters:?}");
        }
        let ids: Vec<i64> = with(&shop, |tx| tx.all("SELECT id FROM product LIMIT 30", &[]));
        assert_indexed(&shop, |tx| narrow(tx, &en, &ids, &Filters::new()));
    }

    #[test]
    fn facets_have_names_swatches_and_order() {
        let shop = seeded();
        name_made_facets(&shop);
        let de = view(Lang::De, Currency::Eur);
        let ids: Vec<i64> = with(&shop, |tx| tx.all("SELECT id FROM product WHERE parent_id IS NULL", &[]));
        let facets = with(&shop, |tx| narrow(tx, &de, &ids, &Filters::new())).1;
        let codes: Vec<_> = facets.iter().map(|facet| facet.code.as_str()).collect();
        assert_eq!(codes[0], "colour");
        assert_eq!(codes[codes.len() - 2..], [PRICE, AVAILABILITY]);
        assert_eq!(facets[0].name, "Farbe");
        let grey = facets[0].values.iter().find(|value| value.value == "grey").expect("grey");
        assert_eq!(grey.color.as_deref(), Some("#9a9b98"));
        let prices = &facets[codes.len() - 2].values;
        assert_eq!(prices[0].label, "0–50\u{a0}€");
        assert_eq!(prices.last().expect("a step").label, "1.000+\u{a0}€");
    }

    #[test]
    fn too_many_filter_values_are_malformed() {
        let words = Words::default();
        let filters = Filters::from([("colour".into(), vec!["white".to_owned(); MOST_CHOSEN + 1])]);
        assert!(matches!(choose(&filters, &words), Err(Error::Malformed(_))));
    }
}
