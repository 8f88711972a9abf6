//! From a path below `/{lang}` to a page: its name in the bundle, the calls to prime, and who may see it.
//!
//! The table of specification §2.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::domain::store_view::{self, Lang, Segment};
use crate::ssr::cache::Choices;

/// What a path leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// The bundle's name of the screen.
    pub page: &'static str,
    /// Calls to prime beside those of every page.
    pub calls: Vec<(&'static str, Value)>,
    /// Whether it depends on the visitor: then it is neither cached nor rendered beside others.
    pub private: bool,
    /// Who may see it.
    pub guard: Guard,
    /// Query parameters that the page reads; everything else is dropped before rendering.
    pub query: Vec<(String, String)>,
}

/// Who may see a page (specification §2). The session decides, never the cookie `isLogin`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    Open,
    /// Login required: others go to the login page, and come back.
    Member,
    /// Logged-out only: customers go where they were going, else to their orders.
    Guest,
}

/// Screens by the first segment after the language: what a path without language is recognised by.
const WORDS: &[&str] = &[
    "c",
    "p",
    "search",
    "cart",
    "checkout",
    "help",
    "404",
    "ordersuccess",
    "ccordersuccess",
    "paysuccess",
    "paymentcanceled",
    "paymentuncertain",
    "paymenterror",
    "payerror",
    "account",
    "forgetpwd",
    "register",
    "login",
    "logout",
    "contact-us",
    "mywishlist",
    "address",
    "order",
    "withdraw",
    "invoice",
    "newsletter",
    "styleguide",
    "feed.xml",
];

/// Result routes, which share one screen; `payerror` and the screen of WeChat's code tell of the same order.
const RESULTS: &[&str] = &[
    "ordersuccess",
    "ccordersuccess",
    "paysuccess",
    "paymentcanceled",
    "paymentuncertain",
    "paymenterror",
    "payerror",
    "wechatpay",
];

/// What the first segment of a path is.
#[derive(Debug, PartialEq, Eq)]
pub enum First<'a> {
    /// A language of this shop; the rest follows.
    Language(Lang),
    /// Another way to write a language of this shop (`EN`, `en-gb`, `cn`).
    Alias(Lang),
    /// A screen without a language before it.
    Screen,
    /// `wechatpay` in the language's place.
    WechatPay,
    Unknown(&'a str),
}

pub fn first<'a>(segment: &'a str, languages: &[Lang]) -> First<'a> {
    if segment == "wechatpay" {
        return First::WechatPay;
    }
    if WORDS.contains(&segment) {
        return First::Screen;
    }
    match store_view::read_segment(segment, languages) {
        Segment::Lang(lang) => First::Language(lang),
        Segment::Variant(lang) => First::Alias(lang),
        Segment::Unknown => First::Unknown(segment),
    }
}

/// The page of all parts in all their states: in the demonstration only.
pub const STYLEGUIDE: &str = "styleguide";

/// The route of the segments after the language. `mobile` picks the home page's content.
pub fn route(segments: &[&str], query: &[(String, String)], mobile: bool) -> Option<Route> {
    let page = |page, calls| Route { page, calls, private: false, guard: Guard::Open, query: Vec::new() };
    let private = |page, calls| Route { page, calls, private: true, guard: Guard::Open, query: Vec::new() };
    let member = |page, calls| Route { guard: Guard::Member, ..private(page, calls) };
    let guest = |page| Route { guard: Guard::Guest, query: kept(query, &["return"]), ..private(page, vec![]) };
    match segments {
        [] | [""] => Some(page("home", vec![(if mobile { "page/mobile" } else { "page/home" }, json!({}))])),
        ["c", key] => {
            let (args, query) = list_args("url_key", key, query, "position");
            Some(Route { query, ..page("category", vec![("catalog/category", args)]) })
        }
        ["p", .., key] if segments.len() <= 6 => {
            // Which of it is a choice is known when the product is (`choice`).
            Some(Route {
                query: query.to_vec(),
                ..page("product", vec![("catalog/product", json!({ "url_key": key }))])
            })
        }
        ["search"] => {
            let term = query.iter().find(|(name, _)| name == "q").map(|(_, q)| q.trim()).unwrap_or_default();
            if term.is_empty() {
                return Some(page("search", vec![]));
            }
            let term: String = term.chars().take(200).collect();
            let (args, mut kept) = list_args("q", &term, query, "relevance");
            kept.insert(0, ("q".to_owned(), term));
            Some(Route { query: kept, ..page("search", vec![("search/index", args)]) })
        }
        ["help", key] => Some(page("help", vec![("page/cms", json!({ "url_key": key }))])),
        ["cart"] => Some(private("cart", vec![("cart", json!({}))])),
        ["checkout"] => Some(private("checkout", vec![("checkout/index", json!({})), ("checkout/region", json!({}))])),
        [result] if RESULTS.contains(result) => {
            let token = query.iter().find(|(name, _)| name == "token").map(|(_, t)| t.clone()).unwrap_or_default();
            // Where the gateway could not be reached there is something to say even if no order is named.
            let is_nowhere = *result == "payerror" && token.is_empty();
            let calls = if is_nowhere { vec![] } else { vec![("payment/index", json!({ "token": token }))] };
            Some(Route { query: vec![("token".to_owned(), token)], ..private("result", calls) })
        }
        // Where mails and the customer's own order lead, with what they know of it; and whoever comes without.
        ["withdraw"] => Some(Route { query: kept(query, &["token", "order_number"]), ..private("withdraw", vec![]) }),
        ["account"] => {
            let (orders, query) = page_args(query);
            let calls = vec![
                ("account/info", json!({})),
                ("order/index", orders),
                ("invoice/index", json!({})),
                ("address/index", json!({})),
                ("membercard/index", json!({})),
            ];
            Some(Route { query, ..member("account", calls) })
        }
        ["account", "invoices"] => {
            let (invoices, query) = page_args(query);
            Some(Route { query, ..member("invoices", vec![("invoice/index", invoices)]) })
        }
        ["account", "edit"] => Some(member("accountedit", vec![("account/info", json!({}))])),
        ["account", "setPassword"] => Some(Route { query: kept(query, &["token"]), ..guest("setpassword") }),
        ["forgetpwd"] => Some(guest("forgetpwd")),
        ["register"] => Some(guest("register")),
        ["login"] => Some(guest("login")),
        ["logout"] => Some(private("logout", vec![])),
        ["address"] => Some(member("address", vec![("address/index", json!({})), ("checkout/region", json!({}))])),
        ["contact-us"] => Some(page("contact", vec![])),
        [STYLEGUIDE] => {
            let calls = vec![("page/home", json!({})), ("page/picture", json!({ "of": "empty-bag" }))];
            Some(page(STYLEGUIDE, calls))
        }
        ["mywishlist"] => {
            let (args, query) = page_args(query);
            Some(Route { query, ..member("wishlist", vec![("wishlist/index", args)]) })
        }
        // Where the links in mails lead. Nothing happens by being looked at: mail programs follow links on their own.
        ["newsletter", "confirm"] => {
            Some(Route { query: kept(query, &["token", "done"]), ..private("newsletterconfirm", vec![]) })
        }
        ["newsletter", "unsubscribe"] => {
            Some(Route { query: kept(query, &["token", "done"]), ..private("newsletterunsubscribe", vec![]) })
        }
        ["order"] => {
            let (orders, query) = page_args(query);
            Some(Route { query, ..member("orders", vec![("order/index", orders)]) })
        }
        ["order", "detail"] => {
            let query = kept(query, &["order_number"]);
            let number = query.first().map(|(_, number)| number.clone()).unwrap_or_default();
            let of = json!({ "order_number": number });
            Some(Route { query, ..member("orderdetail", vec![("order/view", of.clone()), ("fapiao/view", of)]) })
        }
        _ => None,
    }
}

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

/// The first value of each of these parameters, where there is one.
fn kept(query: &[(String, String)], names: &[&str]) -> Vec<(String, String)> {
    names.iter().filter_map(|name| query.iter().find(|(key, _)| key == name).cloned()).collect()
}

/// Arguments of a list that has pages only, and the query parameter they came from.
fn page_args(query: &[(String, String)]) -> (Value, Vec<(String, String)>) {
    let page = query.iter().find(|(key, _)| key == "page").and_then(|(_, text)| page_number(text)).unwrap_or(1);
    if page == 1 {
        return (json!({}), Vec::new());
    }
    (json!({ "page": page }), vec![("page".to_owned(), page.to_string())])
}

/// Arguments of a list, and the query parameters they came from in one order, so that equal lists are one page. What is
/// malformed counts as absent and of two the last counts, exactly as the client reads it (`ui/src/domain/urls.ts`).
fn list_args(
    name: &str,
    value: &str,
    query: &[(String, String)],
    default_sort: &str,
) -> (Value, Vec<(String, String)>) {
    let mut page = 1_u32;
    let mut sort = default_sort;
    let mut filters: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (key, text) in query {
        if key == "page" {
            page = page_number(text).unwrap_or(page);
        } else if key == "sort" && SORTS.contains(&text.as_str()) {
            sort = text;
        } else if let Some(facet) = key.strip_prefix("f.").filter(|facet| is_facet(facet)) {
            let values: Vec<&str> = text.split(',').filter(|v| !v.is_empty()).take(16).collect();
            if !values.is_empty() && (filters.len() < 8 || filters.contains_key(facet)) {
                filters.insert(facet, values);
            }
        }
    }
    let mut args = Map::from_iter([(name.to_owned(), json!(value))]);
    let mut kept: Vec<(String, String)> =
        filters.iter().map(|(facet, values)| (format!("f.{facet}"), values.join(","))).collect();
    if page > 1 {
        args.insert("page".into(), json!(page));
        kept.push(("page".into(), page.to_string()));
    }
    if sort != default_sort {
        args.insert("sort".into(), json!(sort));
        kept.push(("sort".into(), sort.to_owned()));
    }
    if !filters.is_empty() {
        args.insert("filters".into(), json!(filters));
    }
    (Value::Object(args), kept)
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

/// The name under which an answer is primed: path and arguments with their keys sorted, empty ones left out. The client
/// makes the same name (`ui/src/api/key.ts`).
pub fn key(path: &str, args: &Value) -> String {
    format!("{path}?{}", canonical(args))
}

fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().filter(|(_, v)| !is_absent(v)).collect();
            fields.sort_by_key(|(name, _)| *name);
            let parts: Vec<String> =
                fields.iter().map(|(name, value)| format!("{}:{}", json!(name), canonical(value))).collect();
            format!("{{{}}}", parts.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        scalar => scalar.to_string(),
    }
}

fn is_absent(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_absent),
        _ => false,
    }
}

/// Pages that one does not come back to: for the logged out only, or the end of the login.
const NO_RETURN: &[&str] = &["login", "register", "forgetpwd", "logout", "account/setPassword"];

/// Whether `?return=` may lead there: to a page of this shop, and nowhere else. What a browser would read differently from
/// how it is written (backslashes, control characters, steps upwards) is no page of ours. The client holds to the same
/// cases (`tests/cases/return_path.json`).
pub fn is_return_path(path: &str, languages: &[Lang]) -> bool {
    let is_plain = path.len() <= 2000 && path.bytes().all(|b| (0x21..=0x7e).contains(&b) && b != b'\\' && b != b'#');
    let Some(rest) = path.strip_prefix('/').filter(|_| is_plain) else { return false };
    let rest = rest.split_once('?').map_or(rest, |(path, _)| path);
    let decoded = percent_encoding::percent_decode_str(rest).decode_utf8_lossy();
    if decoded.split('/').any(|segment| segment == "." || segment == "..") {
        return false;
    }
    let (lang, page) = decoded.split_once('/').unwrap_or((&decoded, ""));
    languages.iter().any(|known| known.code() == lang) && !NO_RETURN.contains(&page.trim_matches('/'))
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
    fn equal_lists_are_one_page_whatever_the_order_and_the_noise() {
        let one = route(
            &["c", "bed"],
            &pairs(&[
                ("utm", "x"),
                ("sort", "name"),
                ("f.colour", "white,"),
                ("page", "0"),
                ("page", "9999999"),
                ("f.__proto__", "x"),
                ("sort", "nonsense"),
                ("page", "1"),
            ]),
            false,
        );
        let other = route(&["c", "bed"], &pairs(&[("f.colour", "white"), ("sort", "name")]), true);
        assert_eq!(one, other);
    }

    #[test]
    fn a_choice_is_what_the_product_has() {
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
    fn keys_are_what_the_client_makes() {
        let args = json!({ "url_key": "bed", "page": null, "filters": { "b": ["x"], "a": [] }, "q": "" });
        assert_eq!(key("catalog/category", &args), r#"catalog/category?{"filters":{"b":["x"]},"url_key":"bed"}"#);
    }

    #[test]
    fn one_comes_back_to_pages_of_this_shop_only() {
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

    #[test]
    fn guards_stand_where_the_specification_puts_them() {
        let guard = |path: &str| {
            let segments: Vec<&str> = path.split('/').collect();
            route(&segments, &[], false).unwrap_or_else(|| panic!("no page at {path}")).guard
        };
        for path in ["account", "account/edit", "account/invoices", "address", "order", "order/detail"] {
            assert_eq!(guard(path), Guard::Member, "{path}");
        }
        for path in ["account/setPassword", "forgetpwd", "register", "login"] {
            assert_eq!(guard(path), Guard::Guest, "{path}");
        }
        for path in ["logout", "cart", "checkout", "search", "help/terms-of-use", "withdraw", "payerror"] {
            assert_eq!(guard(path), Guard::Open, "{path}");
        }
    }

    #[test]
    fn first_segments() {
        let four = [Lang::En, Lang::Fr, Lang::De, Lang::Es];
        assert_eq!(first("fr", &four), First::Language(Lang::Fr));
        assert_eq!(first("FR", &four), First::Alias(Lang::Fr));
        assert_eq!(first("cart", &four), First::Screen);
        assert_eq!(first("zh", &four), First::Unknown("zh"));
        assert_eq!(first("cn", &[Lang::En, Lang::Zh]), First::Alias(Lang::Zh));
        assert_eq!(first("wechatpay", &four), First::WechatPay);
    }
}
