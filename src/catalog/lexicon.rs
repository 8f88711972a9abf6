//! The words of the catalogue as the house works on them: makers, options with their values, shipping groups, names of codes, and words
//! that the search takes for one another. Rows are read and written as sheets have them, by [`csv`]; what an import asks of them is here
//! too, for both.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::csv::{self, Sheet};
use super::store::{SHIPPING_METHOD, SHIPPING_NOTE, all_words};
use super::{facets, store};
use crate::db::{PORTION, Tx, Val, by_keys, portion_params};
use crate::domain::hazard;
use crate::domain::store_view::{Lang, is_eu};
use crate::error::Result;
use crate::vals;

// ── Rules that an import has too ────────────────────────────────────────────────────────────────────────────────────

/// The languages of the shop that something has no words in: without, it would never be shown there.
pub fn wordless(languages: &[Lang], has: impl Fn(Lang) -> bool) -> Vec<Lang> {
    languages.iter().copied().filter(|lang| !has(*lang)).collect()
}

/// The columns of a maker outside the Union that say who answers there.
pub const RESPONSIBLE: [&str; 3] = ["responsible_name", "responsible_address", "responsible_email"];

/// Those of [`RESPONSIBLE`] that a maker lacks (Regulation (EU) 2023/988 art. 16).
pub fn lacks_responsible(country: &str, responsible: [&str; 3]) -> Vec<&'static str> {
    let is_outside = !country.is_empty() && !is_eu(country);
    RESPONSIBLE
        .into_iter()
        .zip(responsible)
        .filter(|(_, text)| is_outside && text.is_empty())
        .map(|(at, _)| at)
        .collect()
}

// ── What there is ───────────────────────────────────────────────────────────────────────────────────────────────────

/// The sheets of makers, options, values, shipping groups and synonyms.
pub const MAKERS: &str = "manufacturers";
pub const OPTIONS: &str = "options";
pub const VALUES: &str = "option_values";
pub const SHIP_GROUPS: &str = "ship_groups";
pub const SYNONYMS: &str = "synonyms";

/// The domain of the vocabulary that names options.
pub const OPTION: &str = "option";
/// The one that names facets, and those of the values of each.
pub const FACET: &str = "facet";
const ATTRIBUTE: &str = "attribute.";
const VALUE: &str = "value.";
const FIBRE: &str = "fibre";
const FIBRE_PART: &str = "fibre_part";
pub const HAZARD: &str = "hazard";

/// The domain that names the values of an option.
pub fn value_domain(option: &str) -> String {
    format!("{VALUE}{option}")
}

/// A sheet that the program has.
fn sheet(name: &str) -> Result<&'static Sheet> {
    Ok(csv::sheet(name).ok_or_else(|| anyhow::anyhow!("there is no sheet {name}"))?)
}

/// All rows of one of those sheets.
pub fn rows(tx: &mut dyn Tx, name: &str) -> Result<Vec<Vec<Val>>> {
    csv::rows(tx, sheet(name)?)
}

/// Adds rows of one of those sheets, or changes those that are there.
pub fn save(tx: &mut dyn Tx, name: &str, rows: &[Vec<Val>]) -> Result<()> {
    csv::save(tx, sheet(name)?, rows, false)
}

/// The values of an option in their order, each with its colour.
pub fn values(tx: &mut dyn Tx, option: &str) -> Result<Vec<(String, String)>> {
    tx.all(
        "SELECT value, coalesce(color, '') FROM option_value WHERE option = $1 ORDER BY position, value",
        vals![option],
    )
}

/// A place after all values of an option.
pub fn next_value_position(tx: &mut dyn Tx, option: &str) -> Result<i64> {
    let last: Option<i64> = tx.one("SELECT max(position) FROM option_value WHERE option = $1", vals![option])?;
    Ok(last.map_or(0, |last| last + 1))
}

/// The place and the colour of a value.
pub fn find_value(tx: &mut dyn Tx, option: &str, value: &str) -> Result<Option<(i64, String)>> {
    tx.find(
        "SELECT position, coalesce(color, '') FROM option_value WHERE option = $1 AND value = $2",
        vals![option, value],
    )
}

/// The codes of a domain in the order in which lists show them, each with its words.
pub fn worded(tx: &mut dyn Tx, domain: &str) -> Result<Vec<(String, BTreeMap<Lang, String>)>> {
    let mut words = all_words(tx, domain)?;
    Ok(codes(tx, domain)?.into_iter().filter_map(|code| words.remove_entry(&code)).collect())
}

fn codes(tx: &mut dyn Tx, domain: &str) -> Result<Vec<String>> {
    let languages = portion_params(&Lang::ALL.map(Lang::code), vals![domain]);
    let rows: Vec<(String, i64)> = tx.all(
        "SELECT code, min(position) FROM vocabulary WHERE lang IN ($ids) AND domain = $25 GROUP BY code ORDER BY 2, 1",
        &languages,
    )?;
    Ok(rows.into_iter().map(|(code, _)| code).collect())
}

/// The domains whose words are changed here, each with the number of its codes: not those of options and carriers, which are changed with
/// what they name. Facets without values are among them, and what every shop has.
pub fn domains(tx: &mut dyn Tx) -> Result<BTreeMap<String, u32>> {
    let rows: Vec<(String, u32)> =
        tx.all("SELECT domain, count(DISTINCT code) FROM vocabulary GROUP BY domain ORDER BY domain", vals![])?;
    let is_elsewhere =
        |domain: &str| [OPTION, SHIPPING_METHOD, SHIPPING_NOTE].contains(&domain) || domain.starts_with(VALUE);
    let mut found: BTreeMap<String, u32> = rows.into_iter().filter(|(domain, _)| !is_elsewhere(domain)).collect();
    for facet in codes(tx, FACET)?.into_iter().filter(|facet| !is_computed(facet)) {
        found.entry(format!("{ATTRIBUTE}{facet}")).or_default();
    }
    for domain in [FACET, FIBRE, FIBRE_PART, HAZARD] {
        found.entry(domain.to_owned()).or_default();
    }
    Ok(found)
}

/// Whether the shop works a facet out itself.
fn is_computed(facet: &str) -> bool {
    facet == facets::PRICE || facet == facets::AVAILABILITY
}

/// Whether the program itself has codes in a domain: the house names them, adds none and takes none away.
pub fn is_own(domain: &str) -> bool {
    csv::own_codes().iter().any(|(own, _)| *own == domain) || domain.strip_prefix(ATTRIBUTE).is_some_and(is_computed)
}

/// The facet whose values a domain names.
fn facet_of(domain: &str) -> Option<&str> {
    domain.strip_prefix(ATTRIBUTE)
}

/// The groups of words in a language that the search takes for one another, by number.
pub fn synonyms(tx: &mut dyn Tx, lang: Lang) -> Result<BTreeMap<i64, Vec<String>>> {
    let rows: Vec<(i64, String)> =
        tx.all("SELECT grp, word FROM synonym WHERE lang = $1 ORDER BY grp, word", vals![lang.code()])?;
    let mut groups: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (number, word) in rows {
        groups.entry(number).or_default().push(word);
    }
    Ok(groups)
}

// ── Who uses it ─────────────────────────────────────────────────────────────────────────────────────────────────────

/// How many products use each of these, variants with their product; those that none uses are left out.
type Uses = HashMap<String, u32>;

/// By the key of a maker.
pub fn uses_of_makers(tx: &mut dyn Tx, keys: &[String]) -> Result<Uses> {
    const SQL: &str = "SELECT manufacturer, count(DISTINCT coalesce(parent_id, id)) FROM product
                       WHERE manufacturer IN ($ids) GROUP BY manufacturer";
    Ok(by_keys::<(String, u32)>(tx, SQL, keys)?.into_iter().collect())
}

/// By shipping group.
pub fn uses_of_ship_groups(tx: &mut dyn Tx, groups: &[String]) -> Result<Uses> {
    const SQL: &str = "SELECT ship_group, count(DISTINCT coalesce(parent_id, id)) FROM product
                       WHERE ship_group IN ($ids) GROUP BY ship_group";
    Ok(by_keys::<(String, u32)>(tx, SQL, groups)?.into_iter().collect())
}

/// By option: products that offer it, and those with a variant that has it.
pub fn uses_of_options(tx: &mut dyn Tx, options: &[String]) -> Result<Uses> {
    const SQL: &str = "SELECT option, count(DISTINCT product_id) FROM (
                           SELECT option, product_id FROM product_option WHERE option IN ($ids)
                           UNION ALL SELECT option, product_id FROM product_option_value WHERE option IN ($ids)
                           UNION ALL SELECT v.option, coalesce(p.parent_id, p.id) FROM variant_option v
                               JOIN product p ON p.id = v.product_id WHERE v.option IN ($ids))
                       GROUP BY option";
    Ok(by_keys::<(String, u32)>(tx, SQL, options)?.into_iter().collect())
}

/// By value of an option, as [`uses_of_options`].
pub fn uses_of_values(tx: &mut dyn Tx, option: &str, values: &[String]) -> Result<Uses> {
    const SQL: &str = "SELECT value, count(DISTINCT product_id) FROM (
                           SELECT value, product_id FROM product_option_value WHERE option = $25 AND value IN ($ids)
                           UNION ALL SELECT v.value, coalesce(p.parent_id, p.id) FROM variant_option v
                               JOIN product p ON p.id = v.product_id WHERE v.option = $25 AND v.value IN ($ids))
                       GROUP BY value";
    in_portions(tx, SQL, values, option)
}

/// By code of a domain.
pub fn uses_of_words(tx: &mut dyn Tx, domain: &str, codes: &[String]) -> Result<Uses> {
    const FACETS: &str =
        "SELECT facet, count(DISTINCT product_id) FROM product_attribute WHERE facet IN ($ids) GROUP BY facet";
    const ATTRIBUTES: &str = "SELECT value, count(DISTINCT product_id) FROM product_attribute
                              WHERE facet = $25 AND value IN ($ids) GROUP BY value";
    const FIBRES: &str =
        "SELECT fibre, count(DISTINCT product_id) FROM product_fibre WHERE fibre IN ($ids) GROUP BY fibre";
    const PARTS: &str = "SELECT part, count(DISTINCT product_id) FROM product_fibre WHERE part IN ($ids) GROUP BY part";
    match (domain, facet_of(domain)) {
        (_, Some(facet)) => in_portions(tx, ATTRIBUTES, codes, facet),
        (FACET, _) => Ok(by_keys::<(String, u32)>(tx, FACETS, codes)?.into_iter().collect()),
        (FIBRE, _) => Ok(by_keys::<(String, u32)>(tx, FIBRES, codes)?.into_iter().collect()),
        (FIBRE_PART, _) => Ok(by_keys::<(String, u32)>(tx, PARTS, codes)?.into_iter().collect()),
        (HAZARD, _) => uses_of_hazards(tx, codes),
        _ => Ok(Uses::new()),
    }
}

/// Codes stand together in the block of a product: blocks are read once each.
fn uses_of_hazards(tx: &mut dyn Tx, codes: &[String]) -> Result<Uses> {
    let blocks: Vec<(String, u32)> = tx.all(
        "SELECT hazard, count(DISTINCT coalesce(parent_id, id)) FROM product WHERE hazard <> '' GROUP BY hazard",
        vals![],
    )?;
    let mut uses = Uses::new();
    for (block, products) in blocks {
        let [pictograms, signal, h, p, euh] = hazard::groups(&block).unwrap_or_default();
        let signal = signal.into_iter().map(|word| format!("signal_{word}"));
        let named: BTreeSet<String> =
            [pictograms, h, p, euh].into_iter().flatten().map(str::to_owned).chain(signal).collect();
        for code in named.into_iter().filter(|code| codes.contains(code)) {
            *uses.entry(code).or_default() += products;
        }
    }
    Ok(uses)
}

fn in_portions(tx: &mut dyn Tx, sql: &str, keys: &[String], of: &str) -> Result<Uses> {
    let mut uses = Uses::new();
    for portion in keys.chunks(PORTION) {
        uses.extend(tx.all::<(String, u32)>(sql, &portion_params(portion, vals![of]))?);
    }
    Ok(uses)
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Puts the countries of a group in the place of those that it had; a group without countries is none.
pub fn save_ship_group(tx: &mut dyn Tx, group: &str, countries: &[String]) -> Result<()> {
    tx.exec("DELETE FROM ship_group_country WHERE ship_group = $1", vals![group])?;
    let rows: Vec<Vec<Val>> = countries.iter().map(|country| vec![group.into(), country.as_str().into()]).collect();
    save(tx, SHIP_GROUPS, &rows)
}

/// Puts words in the place of those that a group had; without any it is gone.
pub fn save_synonyms(tx: &mut dyn Tx, lang: Lang, number: i64, words: &[String]) -> Result<()> {
    tx.exec("DELETE FROM synonym WHERE lang = $1 AND grp = $2", vals![lang.code(), number])?;
    let rows: Vec<Vec<Val>> =
        words.iter().map(|word| vec![lang.code().into(), number.into(), word.as_str().into()]).collect();
    save(tx, SYNONYMS, &rows)
}

/// Takes away a maker that no product has.
pub fn remove_maker(tx: &mut dyn Tx, key: &str) -> Result<()> {
    tx.exec("DELETE FROM manufacturer WHERE key = $1", vals![key])?;
    Ok(())
}

/// Takes away an option that no product has, with its values and all names.
pub fn remove_option(tx: &mut dyn Tx, option: &str) -> Result<()> {
    tx.exec("DELETE FROM option_value WHERE option = $1", vals![option])?;
    tx.exec("DELETE FROM option_kind WHERE code = $1", vals![option])?;
    remove_word(tx, OPTION, option)?;
    remove_domain(tx, &value_domain(option))
}

/// Takes away a value that no product has, with its names.
pub fn remove_value(tx: &mut dyn Tx, option: &str, value: &str) -> Result<()> {
    tx.exec("DELETE FROM option_value WHERE option = $1 AND value = $2", vals![option, value])?;
    remove_word(tx, &value_domain(option), value)
}

/// Takes away the names of a code; of a facet, those of its values too.
pub fn remove_word(tx: &mut dyn Tx, domain: &str, code: &str) -> Result<()> {
    tx.exec("DELETE FROM vocabulary WHERE domain = $1 AND code = $2", vals![domain, code])?;
    if domain == FACET && !is_computed(code) {
        remove_domain(tx, &format!("{ATTRIBUTE}{code}"))?;
    }
    Ok(())
}

fn remove_domain(tx: &mut dyn Tx, domain: &str) -> Result<()> {
    tx.exec("DELETE FROM vocabulary WHERE domain = $1", vals![domain])?;
    Ok(())
}

/// Puts the codes of a domain in an order, in every language.
pub fn order_words(tx: &mut dyn Tx, domain: &str, codes: &[String]) -> Result<()> {
    for (position, code) in (0_i64..).zip(codes) {
        tx.exec(
            "UPDATE vocabulary SET position = $3 WHERE domain = $1 AND code = $2 AND position <> $3",
            vals![domain, code, position],
        )?;
    }
    Ok(())
}

/// Puts the values of an option in an order, for products that are made from now on and wherever all of them are listed.
pub fn order_values(tx: &mut dyn Tx, option: &str, values: &[String]) -> Result<()> {
    for (position, value) in (0_i64..).zip(values) {
        tx.exec(
            "UPDATE option_value SET position = $3 WHERE option = $1 AND value = $2 AND position <> $3",
            vals![option, value, position],
        )?;
    }
    order_words(tx, &value_domain(option), values)
}

/// Pages, lists and the search show words as they are now.
pub fn follow(tx: &mut dyn Tx) -> Result<()> {
    store::bump_search(tx)
}
