//! The walk through the specification (`cases/specification.md`) agrees with its text and with the tests, and what no other
//! file tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::support::named_tests::has_rust_test;
use crate::support::{FIVE_LANGUAGES, Shop};

fn source(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text of the specification without headings and heads of tables, white space collapsed.
fn text_of_the_specification() -> String {
    let is_rule = |line: &str| line.starts_with('|') && line.chars().all(|c| "|- ".contains(c));
    let text = source("docs/boutique.md");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let parts: Vec<&str> = (0..lines.len())
        .filter(|at| !lines[*at].starts_with('#') && !is_rule(lines[*at]))
        .filter(|at| !lines.get(at + 1).is_some_and(|next| is_rule(next)))
        .flat_map(|at| lines[at].strip_prefix("- ").unwrap_or(lines[at]).split_whitespace())
        .collect();
    parts.join(" ")
}

/// What leaves tests out: of one, of a block, or of all others.
const LEFT_OUT: [&str; 12] = [
    ".skip",
    ".todo",
    ".only(",
    ".only.",
    ".runIf(",
    ".fails(",
    "{ skip",
    "{ todo",
    "skip:",
    "todo:",
    "xit(",
    "xdescribe(",
];

/// Whether text holds a part that does not go on from a word before it.
fn holds(text: &str, part: &str) -> bool {
    let is_word = |before: &str| before.ends_with(|c: char| c.is_alphanumeric());
    let is_name = part.starts_with(char::is_alphanumeric);
    text.match_indices(part).any(|(at, _)| !(is_name && is_word(&text[..at])))
}

/// Whether a script has a test of this title that is run. One that leaves anything out shows nothing: what is left out may be a
/// block around it.
fn has_script_test(text: &str, title: &str) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let text = lines.join("\n");
    let is_called = |quote: char| {
        text.match_indices(&format!("({quote}{title}{quote}")).any(|(at, _)| {
            let before = &text[..at];
            let name = before.rsplit(|c: char| !c.is_alphanumeric()).next();
            // After `it.each(…)` stands a bracket.
            before.ends_with(')') || name.is_some_and(|name| ["it", "test"].contains(&name))
        })
    };
    // Tests that stand in a list, under their titles.
    let is_listed = |quote: char| text.contains(&format!("async {quote}{title}{quote}("));
    let is_there = ['\'', '`', '"'].into_iter().any(|quote| is_called(quote) || is_listed(quote));
    is_there && !LEFT_OUT.iter().any(|part| holds(&text, part))
}

/// Whether a reference of the walk, `tests/a.rs::name` or `ui/src/a.test.ts` with a title, names a test that is run.
fn is_test(reference: &str) -> bool {
    let quoted = reference.strip_prefix('`').unwrap_or_else(|| panic!("{reference}"));
    if let Some((path, name)) = quoted.strip_suffix('`').and_then(|path| path.split_once(".rs::")) {
        return has_rust_test(&source(&format!("{path}.rs")), name);
    }
    let (path, title) = quoted.split_once("` ").unwrap_or_else(|| panic!("{reference}"));
    let title = title.strip_prefix('"').and_then(|title| title.strip_suffix('"')).expect("a title in quotes");
    has_script_test(&source(path), title)
}

/// Texts of files that have a test `a rule holds`, or seem to.
#[derive(Deserialize)]
struct NamedTests {
    rust: Texts,
    script: Texts,
}

#[derive(Deserialize)]
struct Texts {
    run: Vec<String>,
    /// Without such a test.
    none: Vec<String>,
    /// Not run, each in each of these ways: `{how}`.
    left_out: Vec<String>,
    how: Vec<String>,
}

impl Texts {
    fn check(&self, is_run: impl Fn(&str) -> bool) {
        for text in &self.run {
            assert!(is_run(text), "{text}");
        }
        let left_out = self.left_out.iter().flat_map(|text| self.how.iter().map(|how| text.replace("{how}", how)));
        for text in left_out.chain(self.none.iter().cloned()) {
            assert!(!is_run(&text), "{text}");
        }
    }
}

#[test]
fn what_is_not_run_is_no_test() {
    let cases: NamedTests = serde_json::from_str(include_str!("cases/named_tests.json")).unwrap();
    cases.rust.check(|text| has_rust_test(text, "a_rule_holds"));
    cases.script.check(|text| has_script_test(text, "a rule holds"));
}

/// Whether a quote is a row of a table, or one sentence or less.
fn is_one_sentence(quote: &str) -> bool {
    let goes_on = |rest: &str| !rest.starts_with(char::is_uppercase) || rest.starts_with("For example ");
    quote.starts_with('|') || quote.match_indices(". ").all(|(at, stop)| goes_on(&quote[at + stop.len()..]))
}

/// Ends of the sentences that ask nothing of the product.
const NOTHING: [&str; 3] = ["covers the whole product.", "rules:", "not shown."];

#[test]
fn every_sentence_of_the_specification_has_a_test() {
    let walk = source("tests/cases/specification.md");
    let (mut quoted, mut last, mut has_test) = (Vec::new(), "", true);
    for line in walk.lines() {
        if let Some(quote) = line.strip_prefix("> ") {
            assert!(has_test, "no test above: {quote}");
            assert!(is_one_sentence(quote), "a test for each sentence: {quote}");
            quoted.extend(quote.split_whitespace());
            (last, has_test) = (quote, false);
        } else if let Some(reference) = line.strip_prefix("- ") {
            let says_nothing = reference.starts_with("none: ") && NOTHING.iter().any(|end| last.ends_with(end));
            assert!(says_nothing || is_test(reference), "no such test: {reference}");
            has_test = true;
        }
    }
    assert!(has_test, "the last sentence has no test");
    let (walked, specified) = (quoted.join(" "), text_of_the_specification());
    let same = walked.bytes().zip(specified.bytes()).take_while(|(one, other)| one == other).count();
    let rest = |text: &str| String::from_utf8_lossy(text.as_bytes().get(same..).unwrap_or_default()).into_owned();
    let after = |text: &str| rest(text).chars().take(120).collect::<String>();
    assert!(walked == specified, "the walk has: {}\nthe specification: {}", after(&walked), after(&specified));
}

#[test]
fn every_specified_call_exists_in_its_style() {
    let shop = Shop::open();
    let contract = shop.visitor().get("/hah_api/openapi.json").json();
    let text = source("docs/boutique.md");
    let (_, table) = text.split_once("| Path | Style | Notes |").unwrap();
    let mut calls = 0;
    assert_eq!(contract["servers"][0]["url"], "/hah_api");
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let noun = cells[1].split('/').next().unwrap();
        for name in cells[1].split(", ") {
            // `address/index, create` names its noun once.
            let is_whole = name.contains('/') || name == noun;
            let path = if is_whole { name.to_owned() } else { format!("{noun}/{name}") };
            let call = &contract["paths"][format!("/{path}")];
            let methods: Vec<&String> = call.as_object().unwrap_or_else(|| panic!("no call {path}")).keys().collect();
            assert_eq!(methods, ["post"], "{path}");
            if cells[2] != "not stated" {
                assert_eq!(call["post"]["x-style"], cells[2], "{path}");
            }
            calls += 1;
        }
    }
    assert!(calls > 40, "{calls} calls");
}

#[test]
fn store_views_have_the_specified_identifiers() {
    let four = Shop::open();
    for (lang, store, chat) in [("en", 94, 103), ("fr", 95, 102), ("de", 96, 104), ("es", 97, 105)] {
        let page = four.visitor().get(&format!("/{lang}")).body;
        for fact in [
            format!("\"store_id\":{store},"),
            format!("\"store_code\":\"valmere_{lang}\""),
            format!("\"chat_id\":{chat},"),
            "\"catalogue_id\":\"MVP\"".into(),
            "\"analytics_site_id\":".into(),
            "\"eu\":true".into(),
            "\"phone\":\"+".into(),
            "\"email\":\"".into(),
            "\"currencies\":[\"EUR\",\"CHF\",\"GBP\",\"PLN\",\"RON\",\"AED\"]".into(),
        ] {
            assert!(page.contains(&fact), "{lang}: {fact}");
        }
    }
    let english = four.visitor().get("/en").body;
    assert!(english.contains("\"locale\":\"en-GB\""), "English is en-gb");
    // The client's value until a language is known stands for the default language.
    let menu = |store: &str| {
        let query = [("store_id".to_owned(), store.to_owned())];
        four.visitor().post("page/topmenu", &query, None, &[]).json()["data"]["items"].clone()
    };
    assert_eq!(menu("62"), menu("94"));
    assert_ne!(menu("62"), menu("95"));
    let five = Shop::open_with(&[FIVE_LANGUAGES]);
    let page = five.visitor().get("/zh").body;
    assert!(page.contains("\"store_id\":98,") && page.contains("\"store_code\":\"valmere_zh\""), "{page}");
    assert!(page.contains("\"AED\",\"CNY\"]"), "{page}");
}

#[test]
fn specified_categories_have_a_key_in_every_language() {
    let shop = Shop::open();
    for key in [
        "bath-and-spa",
        "bed",
        "bedding",
        "duvets",
        "pillows",
        "linens",
        "mattress-toppers",
        "fragrance",
        "towels",
        "spa-collection",
    ] {
        let category = shop.visitor().call("catalog/category", &json!({ "url_key": key }));
        assert_ne!(category["meta_title"], "", "{key}");
        for (lang, url) in category["alternates"].as_object().unwrap() {
            let page = shop.visitor().get(url.as_str().unwrap());
            assert_eq!(page.status, 200, "{key}: {lang} {url}");
        }
        assert_eq!(category["alternates"].as_object().unwrap().len(), 4, "{key}");
    }
}

#[test]
fn empty_search_gives_tips() {
    let shop = Shop::open();
    let page = shop.visitor().get("/en/search?q=qqqqxzzz").body;
    for tip in ["Check the spelling", "Try a more general term", "Or choose a department"] {
        assert!(page.contains(tip), "{tip}");
    }
}

fn codes(option: &Value) -> BTreeSet<&str> {
    option["values"].as_array().unwrap().iter().map(|value| value["code"].as_str().unwrap()).collect()
}

#[test]
fn beds_have_the_specified_options() {
    let shop = Shop::open();
    let bed = shop.visitor().call("catalog/product", &json!({ "sku": "BED-LAC" }));
    let option = |code: &str| {
        let options = bed["options"].as_array().unwrap();
        options.iter().find(|option| option["code"] == code).unwrap_or_else(|| panic!("no option {code}")).clone()
    };
    let colours = option("base_colour");
    let expected = ["beige_fabric", "charcoal", "grey_fabric", "standard_white", "taupe"];
    assert_eq!(codes(&colours), BTreeSet::from(expected));
    let legs = option("leg");
    let expected =
        ["round_black", "round_light_wood", "round_natural", "square_black", "square_dark_wood", "square_silver"];
    assert_eq!(codes(&legs), BTreeSet::from(expected));
    assert!(!codes(&option("bed_size")).is_empty());
    let sizes =
        shop.count("SELECT count(DISTINCT option) FROM product_option WHERE option IN ('pillow_size', 'sheet_size')");
    assert_eq!(sizes, 2, "pillows and sheets have sizes");
}

#[test]
fn items_of_bag_and_order_have_the_specified_fields() {
    let shop = Shop::open();
    let mut customer = shop.customer("ada@example.com");
    let cart = customer.add("TOW-GAN", 2);
    let placed = customer.order("bank_transfer");
    let order = customer.call("order/view", &json!({ "order_number": placed["order_number"] }));
    for item in [&cart["items"][0], &order["items"][0]] {
        for field in
            ["item_id", "sku", "name", "price", "qty", "options", "market_price", "promotion_category", "stock"]
        {
            assert!(item.get(field).is_some(), "{field}: {item}");
        }
    }
    assert_eq!(cart["total_qty"], 2);
    for field in
        ["order_number", "created_at", "status", "status_label", "method", "items", "shipping_method", "totals"]
    {
        assert!(!order[field].is_null(), "{field}: {order}");
    }
    for field in [
        "total",
        "subtotal_incl_tax",
        "subtotal_excl_tax",
        "tax_amount",
        "shipping_amount",
        "shipping_discount",
        "discount_amount",
        "total_qty",
    ] {
        assert!(!order["totals"][field].is_null(), "{field}: {order}");
    }
}
