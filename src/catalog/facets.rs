//! Facets: what narrows a list, with the number of products that each value would leave.
//!
//! Values of one facet widen, facets narrow. The count of a value is taken with the other facets' choices in force and its
//! own facet's left aside, so that it says what choosing it would bring. Attributes come from the catalogue; `price` and
//! `availability` are made of the read models.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Deserialize;

use super::listing::MOST_COUNTED;
use super::price::{Step, step, step_of, symbol, with_symbol};
use super::store::by_ids;
use super::types::{Facet, FacetValue, Filters};
use crate::call::View;
use crate::db::{Tx, Val, group_by};
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::vals;

/// The facet of price steps.
pub const PRICE: &str = "price";
/// The facet with the one value [`IN_STOCK`].
pub const AVAILABILITY: &str = "availability";
pub const IN_STOCK: &str = "in_stock";

/// Values that a request may choose in all: more than any page offers to tick.
const MOST_CHOSEN: usize = 20;

// ── Words ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Names of facets and values in one language, in the order in which lists show them.
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

/// Reads the words of all facets.
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
    for made in [PRICE, AVAILABILITY] {
        // Their names may be in the vocabulary; their place is the end.
        let name = words.facets.iter().position(|(code, _)| code == made).map(|at| words.facets.remove(at).1);
        words.facets.push((made.to_owned(), name.unwrap_or_else(|| made.to_owned())));
    }
    words.colors =
        tx.all("SELECT value, color FROM option_value WHERE color IS NOT NULL ORDER BY option, position", vals![])?;
    words.symbol = symbol(tx, view.currency)?;
    Ok(words)
}

impl Words {
    /// The colour of an attribute, from the swatches of the options: `grey` also finds `grey_fabric`.
    fn color(&self, code: &str) -> Option<String> {
        let exact = self.colors.iter().find(|(value, _)| value == code);
        let near = || self.colors.iter().find(|(value, _)| value.split('_').next() == Some(code));
        exact.or_else(near).map(|(_, color)| color.clone())
    }

    /// A price step in words that need no translation: `€50–100`, `1.000+ €`.
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

    /// The values of a facet in their order, those counted without a name at the end.
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

/// What a shopper chose, as far as the shop knows the facets.
#[derive(Debug, Default, Clone)]
pub struct Chosen {
    attributes: BTreeMap<String, Vec<String>>,
    /// Empty although something was chosen: no such step, hence no product.
    steps: Option<Vec<Step>>,
    /// `Some(false)`: something else than in stock, which is no value.
    in_stock: Option<bool>,
    filters: Filters,
}

/// Reads a request's filters. Unknown facets are passed over; unknown values match nothing.
pub fn choose(filters: &Filters, words: &Words, currency: Currency) -> Result<Chosen> {
    let mut chosen = Chosen::default();
    if filters.values().map(Vec::len).sum::<usize>() > MOST_CHOSEN {
        return Err(Error::Malformed(format!("filters: at most {MOST_CHOSEN} values")));
    }
    for (facet, values) in filters.iter().filter(|(_, values)| !values.is_empty()) {
        match facet.as_str() {
            PRICE => chosen.steps = Some(values.iter().filter_map(|code| step(currency, code)).collect()),
            AVAILABILITY => chosen.in_stock = Some(values.iter().any(|value| value == IN_STOCK)),
            code if words.facets.iter().any(|(known, _)| known == code) => {
                chosen.attributes.insert(facet.clone(), values.clone());
            }
            _ => continue,
        }
        chosen.filters.insert(facet.clone(), values.clone());
    }
    Ok(chosen)
}

impl Chosen {
    pub fn is_empty(&self) -> bool {
        self.filters.is_empty()
    }

    fn facets(&self) -> impl Iterator<Item = &str> {
        self.filters.keys().map(String::as_str)
    }

    fn has(&self, facet: &str, value: &str) -> bool {
        self.filters.get(facet).is_some_and(|values| values.iter().any(|chosen| chosen == value))
    }

    /// The choice as conditions on `l.product_id`, but for one facet's; parameters count from `first`.
    pub fn sql(&self, aside: Option<&str>, currency: Currency, first: usize) -> (String, Vec<Val>) {
        let mut sql = String::new();
        let mut params: Vec<Val> = Vec::new();
        let mut bind = |value: Val| {
            params.push(value);
            format!("${}", first + params.len() - 1)
        };
        for (facet, values) in self.attributes.iter().filter(|(facet, _)| aside != Some(facet.as_str())) {
            let facet = bind(facet.into());
            let values: Vec<String> = values.iter().map(|value| bind(value.into())).collect();
            sql += &format!(
                " AND EXISTS (SELECT 1 FROM product_attribute a
                     WHERE a.product_id = l.product_id AND a.facet = {facet} AND a.value IN ({}))",
                values.join(", ")
            );
        }
        if let Some(steps) = self.steps.as_ref().filter(|_| aside != Some(PRICE)) {
            let currency = bind(currency.code().into());
            let steps: Vec<String> = steps
                .iter()
                .map(|step| {
                    // The bounds are the shop's own numbers, so they may stand in the text.
                    let below = step.below.map(|below| format!(" AND x.low < {}", below.minor())).unwrap_or_default();
                    format!("(x.low >= {}{below})", step.from.minor())
                })
                .collect();
            let any = if steps.is_empty() { "1 = 0".to_owned() } else { steps.join(" OR ") };
            sql += &format!(
                " AND EXISTS (SELECT 1 FROM listing_price x
                     WHERE x.product_id = l.product_id AND x.currency = {currency} AND ({any}))"
            );
        }
        match self.in_stock.filter(|_| aside != Some(AVAILABILITY)) {
            Some(true) => {
                sql +=
                    " AND EXISTS (SELECT 1 FROM listing_stock s WHERE s.product_id = l.product_id AND s.quantity > 0)";
            }
            Some(false) => sql += " AND 1 = 0",
            None => {}
        }
        (sql, params)
    }
}

// ── Counts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Facet → value → number of products.
type Counts = BTreeMap<String, HashMap<String, u32>>;

/// The facets of a whole category, counted ahead.
pub fn of_category(tx: &mut dyn Tx, view: &View, category: i64, words: &Words, total: u32) -> Result<Vec<Facet>> {
    let rows: Vec<(String, String, u32)> = tx.all(
        "SELECT facet, value, count FROM listing_facet WHERE category_id = $1 AND currency IN ('', $2)",
        vals![category, view.currency.code()],
    )?;
    let mut counts = Counts::new();
    for (facet, value, count) in rows {
        counts.entry(facet).or_default().insert(value, count);
    }
    Ok(assemble(words, &counts, &Chosen::default(), view, total))
}

/// The facets of a category under a choice, counted over its first thousand products that fit.
pub fn of_category_chosen(
    tx: &mut dyn Tx,
    view: &View,
    category: i64,
    words: &Words,
    chosen: &Chosen,
    total: u32,
) -> Result<Vec<Facet>> {
    let mut counts = count(tx, view, category, chosen, None)?;
    for facet in chosen.facets() {
        let mut alone = count(tx, view, category, chosen, Some(facet))?;
        counts.insert(facet.to_owned(), alone.remove(facet).unwrap_or_default());
    }
    Ok(assemble(words, &counts, chosen, view, total))
}

/// Counts with the choice in force but for `aside`; then only that facet is counted.
fn count(tx: &mut dyn Tx, view: &View, category: i64, chosen: &Chosen, aside: Option<&str>) -> Result<Counts> {
    let (conditions, filters) = chosen.sql(aside, view.currency, 3);
    let hits =
        format!("(SELECT l.product_id FROM listing l WHERE l.category_id = $1{conditions} LIMIT {MOST_COUNTED}) h");
    let params = |second: &str| -> Vec<Val> {
        [Val::Int(category), Val::from(second)].into_iter().chain(filters.iter().cloned()).collect()
    };
    let wants = |facet: &str| aside.is_none_or(|aside| aside == facet);
    let mut counts = Counts::new();
    if aside != Some(PRICE) && aside != Some(AVAILABILITY) {
        let rows: Vec<(String, String, u32)> = tx.all(
            &format!(
                "SELECT a.facet, a.value, count(*) AS count FROM {hits}
                 JOIN product_attribute a ON a.product_id = h.product_id{}
                 GROUP BY a.facet, a.value",
                if aside.is_some() { " AND a.facet = $2" } else { "" }
            ),
            &params(aside.unwrap_or_default()),
        )?;
        for (facet, value, count) in rows {
            counts.entry(facet).or_default().insert(value, count);
        }
    }
    if wants(PRICE) {
        let lows: Vec<i64> = tx.all(
            &format!(
                "SELECT x.low FROM {hits} JOIN listing_price x ON x.product_id = h.product_id AND x.currency = $2"
            ),
            &params(view.currency.code()),
        )?;
        let steps = counts.entry(PRICE.to_owned()).or_default();
        for code in lows.into_iter().filter_map(|low| step_of(view.currency, Amount::from_minor(low))) {
            *steps.entry(code).or_default() += 1;
        }
    }
    if wants(AVAILABILITY) {
        let count: u32 = tx.one(
            &format!(
                "SELECT count(*) FROM {hits} JOIN listing_stock s ON s.product_id = h.product_id AND s.quantity > 0"
            ),
            &params(""),
        )?;
        counts.entry(AVAILABILITY.to_owned()).or_default().insert(IN_STOCK.to_owned(), count);
    }
    Ok(counts)
}

/// Puts counts into words and order. A facet that leaves no choice is left out.
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

// ── Facets of products found otherwise ──────────────────────────────────────────────────────────────────────────────

/// What filters ask of a product.
#[derive(Debug, Default)]
struct Traits {
    attributes: HashMap<String, HashSet<String>>,
    step: Option<String>,
    in_stock: bool,
}

impl Traits {
    fn values(&self, facet: &str) -> Vec<&str> {
        match facet {
            PRICE => self.step.as_deref().into_iter().collect(),
            AVAILABILITY => self.in_stock.then_some(IN_STOCK).into_iter().collect(),
            facet => self.attributes.get(facet).into_iter().flatten().map(String::as_str).collect(),
        }
    }

    fn passes(&self, chosen: &Chosen, aside: Option<&str>) -> bool {
        chosen
            .filters
            .iter()
            .filter(|(facet, _)| aside != Some(facet.as_str()))
            .all(|(facet, values)| self.values(facet).iter().any(|has| values.iter().any(|value| value == has)))
    }
}

#[derive(Debug, Deserialize)]
struct AttributeRow {
    product_id: i64,
    facet: String,
    value: String,
}

fn traits(tx: &mut dyn Tx, view: &View, ids: &[i64]) -> Result<HashMap<i64, Traits>> {
    let mut traits: HashMap<i64, Traits> = ids.iter().map(|id| (*id, Traits::default())).collect();
    let rows: Vec<AttributeRow> =
        by_ids(tx, "SELECT product_id, facet, value FROM product_attribute WHERE product_id IN ($ids)", ids, &[])?;
    for (id, rows) in group_by(rows.into_iter().map(|row| (row.product_id, row))) {
        let Some(of) = traits.get_mut(&id) else { continue };
        for row in rows {
            of.attributes.entry(row.facet).or_default().insert(row.value);
        }
    }
    let lows: Vec<(i64, i64)> = by_ids(
        tx,
        "SELECT product_id, low FROM listing_price WHERE product_id IN ($ids) AND currency = $25",
        ids,
        vals![view.currency.code()],
    )?;
    for (id, low) in lows {
        if let Some(of) = traits.get_mut(&id) {
            of.step = step_of(view.currency, Amount::from_minor(low));
        }
    }
    let available: Vec<i64> =
        by_ids(tx, "SELECT product_id FROM listing_stock WHERE product_id IN ($ids) AND quantity > 0", ids, &[])?;
    for id in available {
        if let Some(of) = traits.get_mut(&id) {
            of.in_stock = true;
        }
    }
    Ok(traits)
}

/// Those of `ids` that pass the filters, in their order, and the facets of all of them.
pub fn narrow(tx: &mut dyn Tx, view: &View, ids: &[i64], filters: &Filters) -> Result<(Vec<i64>, Vec<Facet>)> {
    let words = words(tx, view)?;
    let chosen = choose(filters, &words, view.currency)?;
    let traits = traits(tx, view, ids)?;
    let passing = |aside: Option<&str>| {
        let chosen = &chosen;
        let traits = &traits;
        let aside = aside.map(str::to_owned);
        ids.iter().filter(move |id| traits.get(id).is_some_and(|of| of.passes(chosen, aside.as_deref())))
    };
    let kept: Vec<i64> = passing(None).copied().collect();
    let mut counts = Counts::new();
    for (facet, _) in &words.facets {
        let counted = counts.entry(facet.clone()).or_default();
        for id in passing(Some(facet)) {
            for value in traits[id].values(facet) {
                *counted.entry(value.to_owned()).or_default() += 1;
            }
        }
    }
    let facets = assemble(&words, &counts, &chosen, view, u32::try_from(kept.len()).unwrap_or(u32::MAX));
    Ok((kept, facets))
}

/// The facets of given products, counted among those that pass the other facets' filters.
pub fn facets_of(tx: &mut dyn Tx, view: &View, ids: &[i64], filters: &Filters) -> Result<Vec<Facet>> {
    Ok(narrow(tx, view, ids, filters)?.1)
}

/// Those of `ids` that pass the filters, in their order.
pub fn filtered(tx: &mut dyn Tx, view: &View, ids: &[i64], filters: &Filters) -> Result<Vec<i64>> {
    if filters.values().all(Vec::is_empty) {
        return Ok(ids.to_vec());
    }
    Ok(narrow(tx, view, ids, filters)?.0)
}
