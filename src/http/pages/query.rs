//! What a page's address says: its canonical query and the arguments of its calls.
//!
//! Equal pages have one address, so that they are one entry of the cache. What is malformed counts as absent, and of two
//! the last counts, exactly as the client reads it (`ui/src/domain/urls.ts`).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::routes::{self, Page, PrimedCall, Source, When};
use crate::domain::store_view::Lang;
use crate::ssr::cache::Choices;

/// Asks for a product's page with what moves by the day, stock and dates: only browsers without scripts do.
const TODAY: (&str, &str) = ("today", "1");

/// A page with what its address says.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    pub page: &'static Page,
    /// Values of the pattern's segments, by name.
    pub params: Vec<(&'static str, String)>,
    /// Query parameters that count, in one order.
    pub query: Vec<(String, String)>,
}

/// The route of decoded segments after the language and of a query; none where there is no page.
pub fn route(segments: &[&str], query: &[(String, String)], languages: &[Lang]) -> Option<Route> {
    let (page, params) = routes::find(segments)?;
    let params = params.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
    Some(Route { page, params, query: canonical_query(page, query, languages) })
}

impl Route {
    /// Calls to prime beside those of every page, with their arguments.
    pub fn calls(&self, is_mobile: bool, languages: &[Lang]) -> Vec<(&'static str, Value)> {
        let is_due = |call: &&PrimedCall| match call.when {
            When::Always => true,
            When::Desktop => !is_mobile,
            When::Mobile => is_mobile,
            When::Zh => languages.contains(&Lang::Zh),
            When::Customer | When::Document | When::Scriptless => false,
        };
        self.page.primed.iter().filter(is_due).filter_map(|call| Some((call.path, self.args(call)?))).collect()
    }

    /// Calls to prime for a customer besides.
    pub fn customer_calls(&self) -> impl Iterator<Item = (&'static str, Value)> {
        self.calls_when(When::Customer)
    }

    /// Calls to prime besides, whose refusal is the screen's to say.
    pub fn calls_when(&self, when: When) -> impl Iterator<Item = (&'static str, Value)> {
        let calls = self.page.primed.iter().filter(move |call| call.when == when);
        calls.filter_map(|call| Some((call.path, self.args(call)?)))
    }

    /// Whether the page is asked for as of this moment, which no cached page is. Its own address does not say so.
    pub fn take_today(&mut self) -> bool {
        let all = self.query.len();
        if self.page.has_choice {
            self.query.retain(|(name, value)| (name.as_str(), value.as_str()) != TODAY);
        }
        self.query.len() < all
    }

    /// The arguments of a call; none where one that it needs is missing.
    fn args(&self, call: &PrimedCall) -> Option<Value> {
        let mut args = Map::new();
        for (name, source) in call.args {
            let value = match source {
                Source::Segment(segment) => self.params.iter().find(|(name, _)| name == segment)?.1.as_str(),
                Source::Query(parameter) | Source::Term(parameter) => value(&self.query, parameter).unwrap_or_default(),
                Source::Constant(value) => value,
            };
            if value.is_empty() && call.needs == Some(*name) {
                return None;
            }
            args.insert((*name).to_owned(), value.into());
        }
        if call.paged || call.list.is_some() {
            List::read(&self.query, call.list).write_args(&mut args);
        }
        Some(Value::Object(args))
    }
}

/// The query parameters that a page reads; everything else is dropped.
fn canonical_query(page: &Page, query: &[(String, String)], languages: &[Lang]) -> Vec<(String, String)> {
    if page.has_choice {
        return query.to_vec();
    }
    let mut kept: Vec<(String, String)> = Vec::new();
    let mut keep = |name: &str, value: String| {
        if !kept.iter().any(|(known, _)| known == name) {
            kept.push((name.to_owned(), value));
        }
    };
    for call in page.primed {
        for (_, source) in call.args {
            match source {
                Source::Query(name) => value(query, name).into_iter().for_each(|text| keep(name, text.to_owned())),
                Source::Term(name) => {
                    let term: String = value(query, name).unwrap_or_default().trim().chars().take(TERM).collect();
                    if term.is_empty() && call.needs.is_some() {
                        return Vec::new();
                    }
                    keep(name, term);
                }
                Source::Segment(_) | Source::Constant(_) => {}
            }
        }
        if call.paged || call.list.is_some() {
            for (name, text) in List::read(query, call.list).to_query() {
                keep(&name, text);
            }
        }
    }
    for name in page.reads {
        if let Some(text) = value(query, name)
            && (*name != "return" || is_return_path(text, languages))
        {
            keep(name, text.to_owned());
        }
    }
    kept
}

/// Most characters of a search term.
const TERM: usize = 200;

/// The first value of a parameter.
pub fn value<'q>(query: &'q [(String, String)], name: &str) -> Option<&'q str> {
    query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// State of a list in a query.
struct List<'q> {
    /// None for a list that has pages only.
    default_sort: Option<&'q str>,
    page: u32,
    sort: Option<&'q str>,
    filters: BTreeMap<&'q str, Vec<&'q str>>,
}

impl<'q> List<'q> {
    fn read(query: &'q [(String, String)], default_sort: Option<&'q str>) -> List<'q> {
        let mut list = List { default_sort, page: 1, sort: default_sort, filters: BTreeMap::new() };
        for (key, text) in query {
            if key == "page" {
                list.page = page_number(text).unwrap_or(list.page);
            } else if default_sort.is_none() {
                continue;
            } else if key == "sort" && SORTS.contains(&text.as_str()) {
                list.sort = Some(text);
            } else if let Some(facet) = key.strip_prefix("f.").filter(|facet| is_facet(facet)) {
                let values: Vec<&str> = text.split(',').filter(|v| !v.is_empty()).take(16).collect();
                if !values.is_empty() && (list.filters.len() < 8 || list.filters.contains_key(facet)) {
                    list.filters.insert(facet, values);
                }
            }
        }
        list
    }

    /// Defaults are left out.
    fn write_args(&self, args: &mut Map<String, Value>) {
        if self.page > 1 {
            args.insert("page".into(), json!(self.page));
        }
        if self.sort != self.default_sort {
            args.insert("sort".into(), json!(self.sort));
        }
        if !self.filters.is_empty() {
            args.insert("filters".into(), json!(self.filters));
        }
    }

    fn to_query(&self) -> Vec<(String, String)> {
        let filters = self.filters.iter().map(|(facet, values)| (format!("f.{facet}"), values.join(",")));
        let page = (self.page > 1).then(|| ("page".to_owned(), self.page.to_string()));
        let sort =
            self.sort.filter(|_| self.sort != self.default_sort).map(|sort| ("sort".to_owned(), sort.to_owned()));
        filters.chain(page).chain(sort).collect()
    }
}

/// A page number as addresses write it: no sign, no zero in front, at most five digits.
fn page_number(text: &str) -> Option<u32> {
    let is_plain = (1..=5).contains(&text.len()) && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

/// A facet's code: lower-case letters, digits and underscores after a letter.
fn is_facet(code: &str) -> bool {
    code.len() <= 40
        && code.starts_with(|c: char| c.is_ascii_lowercase())
        && code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

const SORTS: &[&str] = &["relevance", "position", "price_asc", "price_desc", "name", "newest"];

/// What a product's answer offers to choose from.
pub fn choices(product: &Value) -> Choices {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let options: Vec<String> = list(&product["options"]).iter().map(|option| text(&option["code"])).collect();
    let values = |variant: &Value| options.iter().map(|option| text(&variant["options"][option])).collect();
    let variants = list(&product["variants"]).iter().map(values).collect();
    Choices { options, variants }
}

/// The choice that a query makes, whole and in the product's order: that of the first variant like it. What no variant has
/// counts as absent and of two the last counts, exactly as the client reads it (`ui/src/features/catalog/choice.ts`).
pub fn choice(query: &[(String, String)], Choices { options, variants }: &Choices) -> Vec<(String, String)> {
    let of = |at: usize| query.iter().rev().filter(move |(name, _)| *name == options[at]).map(|(_, value)| value);
    let known = |at: usize| of(at).find(|value| variants.iter().any(|variant| variant[at] == **value));
    let asked: Vec<(usize, &String)> = (0..options.len()).filter_map(|at| Some((at, known(at)?))).collect();
    let is_like = |variant: &&Vec<String>| !asked.is_empty() && asked.iter().all(|(at, value)| variant[*at] == **value);
    let values = variants.iter().find(is_like).cloned().unwrap_or_default();
    options.iter().cloned().zip(values).collect()
}

/// Whether a login may redirect to `path`: a page of this shop that is for customers. The client holds to the same cases
/// (`tests/cases/return_path.json`).
pub fn is_return_path(path: &str, languages: &[Lang]) -> bool {
    page_of(path, languages).is_some_and(|page| !page.is_some_and(|page| page.no_return))
}

/// Whether a form may redirect to `path`: an address of this shop, and nowhere else (no open redirect).
pub fn is_own_path(path: &str, languages: &[Lang]) -> bool {
    page_of(path, languages).is_some()
}

/// The page of a path of this shop, if it has one; none of what lies elsewhere. Rejects what browsers normalise: backslashes,
/// control characters, dot segments.
#[expect(clippy::option_option, reason = "no page of this shop is another answer than no path of it")]
fn page_of(path: &str, languages: &[Lang]) -> Option<Option<&'static Page>> {
    let is_plain = path.len() <= 2000 && path.bytes().all(|b| (0x21..=0x7e).contains(&b) && b != b'\\' && b != b'#');
    let rest = path.strip_prefix('/').filter(|_| is_plain)?;
    let rest = rest.split_once('?').map_or(rest, |(path, _)| path);
    let decoded = percent_encoding::percent_decode_str(rest).decode_utf8_lossy();
    if decoded.split('/').any(|segment| segment == "." || segment == "..") {
        return None;
    }
    let (lang, page) = decoded.split_once('/').unwrap_or((&decoded, ""));
    let page: Vec<&str> = page.trim_matches('/').split('/').collect();
    languages.iter().find(|known| known.code() == lang)?;
    Some(routes::find(&page).map(|(page, _)| page))
}

/// Writes a query string.
pub fn query_string(query: &[(String, String)]) -> String {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b',');
    let pairs: Vec<String> = query
        .iter()
        .map(|(key, value)| format!("{}={}", utf8_percent_encode(key, KEPT), utf8_percent_encode(value, KEPT)))
        .collect();
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::visitor;

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    }

    #[test]
    fn page_of_today_has_the_address_of_its_page() {
        let query = pairs(&[("size", "l"), ("today", "1")]);
        let mut product = route(&["p", "duvet"], &query, &[Lang::En]).expect("a page");
        assert!(product.take_today());
        assert_eq!(product.query, pairs(&[("size", "l")]));
        assert!(!product.take_today());
        for other in ["", "0", "2", "01", "true"] {
            let query = pairs(&[("today", other)]);
            assert!(!route(&["p", "duvet"], &query, &[Lang::En]).expect("a page").take_today(), "{other:?}");
        }
        assert!(!route(&["help", "returns"], &query, &[Lang::En]).expect("a page").take_today());
    }

    fn routed(path: &str, query: &[(&str, &str)]) -> Route {
        let segments: Vec<&str> = path.split('/').collect();
        route(&segments, &pairs(query), &Lang::ALL[..4]).unwrap_or_else(|| panic!("no page at {path}"))
    }

    #[test]
    fn equal_lists_have_one_cache_key() {
        let noisy = [
            ("utm", "x"),
            ("sort", "name"),
            ("f.colour", "white,"),
            ("page", "0"),
            ("page", "9999999"),
            ("f.__proto__", "x"),
            ("sort", "nonsense"),
            ("page", "1"),
        ];
        assert_eq!(routed("c/bed", &noisy), routed("c/bed", &[("f.colour", "white"), ("sort", "name")]));
    }

    #[test]
    fn queries_keep_only_what_the_page_reads() {
        let query = [("return", "/en/cart"), ("token", "t"), ("order_number", "1"), ("page", "2"), ("x", "y")];
        let kept = |path: &str| query_string(&routed(path, &query).query);
        assert_eq!(kept("login"), "?return=%2Fen%2Fcart");
        assert_eq!(kept("account/setPassword"), "?token=t");
        assert_eq!(kept("withdraw"), "?token=t&order_number=1");
        assert_eq!(kept("account"), "?page=2");
        assert_eq!(kept("contact-us"), "");
        assert_eq!(routed("login", &[("return", "//elsewhere.example")]).query, []);
    }

    #[test]
    fn choice_is_the_first_variant_like_it() {
        #[derive(serde::Deserialize)]
        struct Case {
            query: String,
            choice: String,
            why: String,
        }
        let variant = |colour: &str, leg: &str| json!({ "options": { "base_colour": colour, "leg": leg } });
        let bed = choices(&json!({ "options": [{ "code": "base_colour" }, { "code": "leg" }], "variants": [
            variant("taupe", "round_natural"),
            variant("taupe", "square_silver"),
            variant("charcoal", "round_natural"),
            variant("charcoal", "square_silver"),
            variant("grey_fabric", "round_natural"),
        ] }));
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../tests/cases/choice.json")).expect("readable cases");
        for Case { query, choice: expected, why } in cases {
            let chosen = choice(&visitor::query(Some(&query)), &bed);
            assert_eq!(query_string(&chosen).trim_start_matches('?'), expected, "{query:?}: {why}");
            assert_eq!(choice(&chosen, &bed), chosen, "{query:?}: read again");
        }
        assert_eq!(choice(&pairs(&[("leg", "square_silver")]), &choices(&json!({}))), [], "nothing to choose from");
    }

    #[test]
    fn return_path_is_a_page_of_this_shop() {
        #[derive(serde::Deserialize)]
        struct Case {
            input: String,
            accepted: bool,
            why: String,
        }
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../tests/cases/return_path.json")).expect("readable cases");
        for case in cases {
            let four = [Lang::En, Lang::Fr, Lang::De, Lang::Es];
            assert_eq!(is_return_path(&case.input, &four), case.accepted, "{:?}: {}", case.input, case.why);
        }
    }
}
