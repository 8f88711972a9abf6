//! Floors: imports point down, and SQL names the tables of its own slice only.
//!
//! The floors and their order are those of the table in `src/lib.rs`. Code under `#[cfg(test)]` is left out: a test may build
//! its situation with any slice.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::vals;

/// Each owner with its tables. `{…}` stands for a part that the code fills in.
const OWNERS: &[(&str, &str)] = &[
    ("address", "address"),
    ("audit", "audit_entry audit_letter audit_seal"),
    ("backup", "copied_picture"),
    ("bank", "bank_line bank_statement bank_transfer"),
    ("bulk", "bulk_item bulk_run"),
    ("call_context", "secret"),
    ("campaign", "campaign campaign_item"),
    ("captcha", "form_link used_captcha"),
    ("cart", "cart cart_item"),
    (
        "catalog",
        "availability_change catalogue_version category category_former_address category_place category_text kit_part listing listing_order listing_price listing_set \
         listing_stock listing_total manufacturer option_kind option_value picture picture_upload price product \
         product_attribute product_category product_fibre product_former_address product_gap product_option product_option_value product_picture \
         product_picture_text product_related product_set product_text ship_group_country stock synonym \
         variant_option vocabulary {table}",
    ),
    ("category", "category_version"),
    ("chat", "chat chat_message chat_setting"),
    ("checkout", "idempotency"),
    ("cms", "cms_page home_content promo_tag"),
    ("contact", "contact_message"),
    (
        "customer",
        "customer customer_challenge customer_mention customer_note customer_passkey customer_term deletion_request password_token",
    ),
    ("deed", "deed"),
    ("fapiao", "fapiao"),
    ("inbox", "canned_text canned_text_translation"),
    ("invoice", "invoice invoice_line invoice_series invoice_vat"),
    ("job_failure", "job_failure"),
    ("jobs", "job"),
    ("live", "change presence"),
    ("loyalty", "loyalty_entry"),
    ("newsletter", "newsletter newsletter_event newsletter_token"),
    (
        "order",
        "counter order_addition order_address order_collection order_change order_change_line order_line order_mention order_note order_reservation order_status_history \
         order_term order_token order_vat sales_order",
    ),
    ("outbox", "mail mail_attachment"),
    ("look", "brand_file look_draft look_version"),
    ("page", "page_draft page_version"),
    (
        "payment",
        "tracked_purchase demo_payment demo_refund payment payment_attempt payment_event \
         payment_reversal refund",
    ),
    ("price", "price_change"),
    ("privacy", "erasure"),
    ("product", "product_preview product_version"),
    (
        "region",
        "carrier carrier_zone country country_name currency ecb_rate holiday holiday_rule region region_seed shipping_rate shipping_zone vat_rate",
    ),
    ("restore", "restore"),
    ("returns", "goods_return goods_return_line"),
    ("saved_view", "default_view saved_view"),
    // The index is a file of its own, with tables for each language; `search_miss` is in the shop's.
    (
        "search",
        "built category_{lang} entry_{lang} help_page_{lang} help_{lang} search_miss stem_{lang} synonym_{lang} word_{lang} {table}_{lang}",
    ),
    ("security_log", "security_event"),
    ("session", "retired_token session"),
    ("setting", "credential credential_letter setting setting_change setting_file setting_version setting_waiting"),
    ("shipment", "order_line_component order_return order_return_line shipment shipment_line"),
    (
        "staff",
        "staff staff_challenge staff_credential staff_invitation staff_passkey staff_recovery_code staff_role \
         staff_role_permission staff_session",
    ),
    ("staging", "anonymised_copy {personal}"),
    ("stock", "stock_arrival stock_change stock_shelf stock_threshold"),
    ("store_view", "currency_off store_view"),
    ("tariff", "tariff_change"),
    ("thread", "thread thread_entry thread_term"),
    ("throttle", "throttle"),
    ("token", "api_token api_token_permission"),
    ("visit", "daily_count"),
    ("wishlist", "wishlist_item"),
    ("withdrawal", "withdrawal"),
];

/// Tables that others may read in a join, and why. Only the owner writes.
const SHARED_READS: &[(&str, &[&str], &str)] = &[
    ("country", &["staging"], "an anonymised address has its country's example of a postcode"),
    (
        "customer",
        &["cart", "identity"],
        "slices before `customer` ask who is logged in; bags are counted by their owners' language in one join",
    ),
    ("newsletter", &["customer"], "lists narrow accounts by their subscription: one join, no query per row"),
    ("order_line", &["shipment"], "what came back is summed by item: one join, no query per row"),
    ("order_term", &["returns"], "a return is found by what its order is found by: one condition, no query per row"),
    ("job", &["job_run"], "the table of calls is on a floor below the jobs, whose last runs the console shows"),
    ("thread", &["withdrawal"], "what is dealt with and waits for an answer is counted: one join, no query per row"),
    (
        "sales_order",
        &["bank", "contact", "customer", "fapiao", "invoice", "loyalty", "staging", "thread", "withdrawal"],
        "lists of what belongs to orders name an order's number and select by its customer: one join, no query per row",
    ),
];

/// Floors of which each entry may use the earlier ones only; on the others, neighbours may use each other.
const ORDERED: [usize; 2] = [3, 4];

/// An entry of the table in `src/lib.rs`, e.g. `http::pages`: its floor, and its place in the whole table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    floor: usize,
    position: usize,
}

/// The table of floors, from the module documentation of the library.
fn floors(documentation: &str) -> BTreeMap<String, Place> {
    let mut floors = BTreeMap::new();
    for line in documentation.lines() {
        let Some((name, modules)) = line.strip_prefix("//! | ").and_then(|row| row.split_once(" | ")) else { continue };
        let Some(floor) = name.chars().next().and_then(|digit| digit.to_digit(10)) else { continue };
        for module in modules.split('[').skip(1).filter_map(|rest| rest.split('`').nth(1)) {
            let position = floors.len();
            floors.insert(module.to_owned(), Place { floor: floor as usize, position });
        }
    }
    floors
}

/// The entry that a path lies in: the longest that it begins with.
fn entry_of<'f>(floors: &'f BTreeMap<String, Place>, path: &[String]) -> Option<(&'f str, Place)> {
    (1..=path.len()).rev().find_map(|length| {
        let (name, place) = floors.get_key_value(&path[..length].join("::"))?;
        Some((name.as_str(), *place))
    })
}

fn may_use(user: Place, used: Place) -> bool {
    match used.floor.cmp(&user.floor) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => !ORDERED.contains(&user.floor) || used.position <= user.position,
    }
}

// ── Reading sources ─────────────────────────────────────────────────────────────────────────────────────────────────

/// Tokens of Rust, as far as paths and strings need them.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    /// `::`
    PathSeparator,
    Other(char),
    /// A string literal with its escapes.
    Text(String),
}

fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    append(source.parse().expect("Rust code"), &mut tokens);
    tokens
}

/// Appends the tokens of a stream in the order of the source, without documentation and what is under `#[cfg(test)]`.
fn append(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    let mut is_joint = false;
    while let Some(tree) = trees.next() {
        let was_joint = std::mem::take(&mut is_joint);
        match tree {
            TokenTree::Ident(word) => tokens.push(Token::Word(word.to_string())),
            TokenTree::Literal(literal) => tokens.extend(string(&literal.to_string()).map(Token::Text)),
            TokenTree::Punct(sign) if was_joint && sign.as_char() == ':' => {
                tokens.pop();
                tokens.push(Token::PathSeparator);
            }
            TokenTree::Punct(sign) => {
                let attribute = match trees.peek() {
                    Some(TokenTree::Group(group)) if sign.as_char() == '#' => {
                        group.stream().to_string().replace(' ', "")
                    }
                    _ => String::new(),
                };
                if attribute == "cfg(test)" {
                    // The item ends with a semicolon or with its braces.
                    trees.by_ref().find(|tree| match tree {
                        TokenTree::Punct(sign) => sign.as_char() == ';',
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        _ => false,
                    });
                } else if attribute.starts_with("doc=") {
                    trees.next();
                } else {
                    is_joint = sign.as_char() == ':' && sign.spacing() == Spacing::Joint;
                    tokens.push(Token::Other(sign.as_char()));
                }
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::Parenthesis | Delimiter::None => ('(', ')'),
                };
                tokens.push(Token::Other(open));
                append(group.stream(), tokens);
                tokens.push(Token::Other(close));
            }
        }
    }
}

/// The text between the quotes of a string literal.
fn string(literal: &str) -> Option<String> {
    let (prefix, rest) = literal.split_once('"')?;
    let (text, _) = rest.rsplit_once('"')?;
    (!prefix.contains('\'')).then(|| text.to_owned())
}

/// Every path that begins with `crate`, `super` or `self`, from the root of the crate; the braces of `use` are expanded.
fn paths(tokens: &[Token], module: &[String]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let begins = matches!(&tokens[at], Token::Word(word) if matches!(word.as_str(), "crate" | "super" | "self"));
        let is_path = begins && tokens.get(at + 1) == Some(&Token::PathSeparator);
        if is_path && (at == 0 || tokens[at - 1] != Token::PathSeparator) {
            let mut base = module.to_vec();
            if tokens[at] == Token::Word("crate".into()) {
                base.clear();
                at += 2;
            }
            at = read_path(tokens, at, base, &mut paths);
        } else {
            at += 1;
        }
    }
    paths
}

/// Reads one path, or a tree of them, from `at`; answers where it ends.
fn read_path(tokens: &[Token], mut at: usize, mut base: Vec<String>, paths: &mut Vec<Vec<String>>) -> usize {
    loop {
        match tokens.get(at) {
            Some(Token::Word(word)) => {
                match word.as_str() {
                    "self" => {}
                    "super" => drop(base.pop()),
                    name => base.push(name.to_owned()),
                }
                at += 1;
            }
            Some(Token::Other('{')) => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != Token::Other('}')) {
                    at = read_path(tokens, at, base.clone(), paths);
                    // Up to the next of the list: an alias, a comma.
                    while tokens.get(at).is_some_and(|token| !matches!(token, Token::Other(',' | '}'))) {
                        at += 1;
                    }
                    at += usize::from(tokens.get(at) == Some(&Token::Other(',')));
                }
                return at + 1;
            }
            _ => break,
        }
        if tokens.get(at) != Some(&Token::PathSeparator) {
            break;
        }
        at += 1;
    }
    paths.push(base);
    at
}

/// How a statement touches a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Access {
    Read,
    Write,
}

/// The tables that a text names, where it is SQL.
fn tables(text: &str) -> BTreeSet<(String, Access)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_lowercase() || c == '{');
    // Common table expressions.
    let made: BTreeSet<&str> = words
        .windows(3)
        .filter_map(|at| match at {
            ["WITH", "RECURSIVE", name] | ["WITH", name, _] => Some(*name),
            [name, "AS", open] if open.starts_with('(') => Some(*name),
            _ => None,
        })
        .collect();
    let mut tables = BTreeSet::new();
    for (at, keyword) in words.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| words[before].trim_start_matches('('));
        let access = match keyword.trim_start_matches('(') {
            "FROM" if before == Some("DELETE") => Access::Write,
            "FROM" if before == Some("DISTINCT") => continue,
            "FROM" | "JOIN" => Access::Read,
            "INTO" | "UPDATE" => Access::Write,
            _ => continue,
        };
        let mut next = at + 1;
        while let Some(word) = words.get(next).filter(|word| is_name(word)) {
            let end = word.find(|c: char| !(c.is_ascii_alphanumeric() || "_.{}".contains(c))).unwrap_or(word.len());
            // A function that makes rows.
            let is_function = access == Access::Read && word[end..].starts_with('(');
            if !is_function && !made.contains(&word[..end]) {
                tables.insert((word[..end].to_owned(), access));
            }
            // `FROM a, b`, `FROM a x, b y` and `FROM a AS x, b`.
            if end == word.len() {
                next += 1 + usize::from(words.get(next + 1) == Some(&"AS"));
            }
            let ends_entry = |word: &&str| word.ends_with(',') && !word.contains(')') && access == Access::Read;
            if !words.get(next).is_some_and(ends_entry) {
                break;
            }
            next += 1;
        }
    }
    tables
}

/// A source file without its tests.
struct Source {
    file: String,
    module: Vec<String>,
    tokens: Vec<Token>,
}

fn sources() -> Vec<Source> {
    source_files().into_iter().map(|(file, module, text)| Source { tokens: tokens(&text), file, module }).collect()
}

/// The files of the library without their tests, by name: path below `src`, module and text.
pub fn source_files() -> Vec<(String, Vec<String>, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let file = path.strip_prefix(&root).expect("inside").to_str().expect("UTF-8").replace('\\', "/");
            let Some(name) = file.strip_suffix(".rs") else { continue };
            let module: Vec<String> = name.trim_end_matches("/mod").split('/').map(str::to_owned).collect();
            // The roots of library and binary, and what `#[cfg(test)]` keeps out of both.
            let is_left_out = matches!(module[0].as_str(), "lib" | "main" | "testing")
                || module.last().is_some_and(|last| last == "tests");
            if !is_left_out {
                found.push((file, module, std::fs::read_to_string(&path).expect("a source file")));
            }
        }
    }
    found.sort();
    found
}

// ── What holds ──────────────────────────────────────────────────────────────────────────────────────────────────────

const LIBRARY: &str = include_str!("../lib.rs");

/// What is wrong with the imports of a file, a line each.
fn wrong_imports(floors: &BTreeMap<String, Place>, source: &Source) -> Vec<String> {
    let file = &source.file;
    let Some((user, place)) = entry_of(floors, &source.module) else {
        return vec![format!("{file}: not in the table of src/lib.rs")];
    };
    let mut wrong = BTreeSet::new();
    for path in paths(&source.tokens, &source.module) {
        match entry_of(floors, &path) {
            Some((_, used_place)) if may_use(place, used_place) => {}
            Some((used, _)) => drop(wrong.insert(format!("{file}: {user} is below {used}"))),
            // A macro.
            None if path == ["vals"] => {}
            None => drop(wrong.insert(format!("{file}: crate::{} is not in the table of src/lib.rs", path.join("::")))),
        }
    }
    let knows_axum = source.tokens.windows(2).any(|pair| pair == [Token::Word("axum".into()), Token::PathSeparator]);
    if knows_axum && place.floor < 4 {
        wrong.insert(format!("{file}: only entry points and wiring know axum"));
    }
    wrong.into_iter().collect()
}

/// The only owner of a table.
fn owner_of(table: &str) -> Option<&'static str> {
    let mut owners = OWNERS.iter().filter(|(_, own)| own.split_whitespace().any(|name| name == table));
    let (owner, _) = owners.next()?;
    owners.next().is_none().then_some(*owner)
}

/// What is wrong with the tables that a file names.
fn wrong_tables(source: &Source) -> Vec<String> {
    let (file, module) = (&source.file, source.module[0].as_str());
    let mut wrong = BTreeSet::new();
    let texts = source.tokens.iter().filter_map(|token| match token {
        Token::Text(text) => Some(text),
        _ => None,
    });
    for (table, access) in texts.flat_map(|text| tables(text)) {
        let name = table.strip_prefix("search.").unwrap_or(&table);
        let is_own = owner_of(name) == Some(module);
        let may_read = || SHARED_READS.iter().any(|(shared, readers, _)| *shared == name && readers.contains(&module));
        let is_engines = ["pragma_", "refinery_", "sqlite_"].iter().any(|prefix| name.starts_with(prefix));
        let is_shared = access == Access::Read && may_read();
        if !(is_own || is_engines || is_shared) {
            wrong.insert(format!("{file}: {access:?} of {table}, which is not {module}'s"));
        }
    }
    wrong.into_iter().collect()
}

#[test]
fn imports_point_to_a_lower_floor_or_an_earlier_slice() {
    let floors = floors(LIBRARY);
    let wrong: Vec<String> = sources().iter().flat_map(|source| wrong_imports(&floors, source)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for module in LIBRARY.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')) {
        assert!(floors.contains_key(module), "{module} is not in the table of src/lib.rs");
    }
}

#[test]
fn sql_names_the_tables_of_its_own_module_only() {
    let sources = sources();
    let wrong: Vec<String> = sources.iter().flat_map(wrong_tables).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Nothing is shared that nobody reads.
    for (table, readers, _) in SHARED_READS {
        for reader in *readers {
            let reads = |source: &Source| {
                let is_read = |token: &Token| matches!(token, Token::Text(text) if tables(text).iter().any(|(name, _)| name == table));
                source.module[0] == *reader && source.tokens.iter().any(is_read)
            };
            assert!(sources.iter().any(reads), "{reader} does not read {table}");
        }
    }
}

#[test]
fn every_table_has_one_owner() {
    let shop = super::empty();
    let all: Vec<String> = shop
        .all(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'refinery%'",
            vals![],
        )
        .expect("the schema");
    for table in &all {
        assert!(owner_of(table).is_some(), "{table} has no owner, or several");
    }
    let owned = OWNERS.iter().flat_map(|(_, own)| own.split_whitespace());
    for table in owned.filter(|table| owner_of(table) != Some("search") && !table.contains('{')) {
        assert!(all.iter().any(|name| name == table), "there is no table {table}");
    }
}

/// A file as the tests read it.
fn source(file: &str, text: &str) -> Source {
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod").split('/').map(str::to_owned).collect();
    Source { file: file.to_owned(), module, tokens: tokens(text) }
}

#[test]
fn violations_of_each_kind_are_found() {
    let floors = floors(LIBRARY);
    let imports = |file: &str, text: &str| wrong_imports(&floors, &source(file, text)).join("\n");
    assert_eq!(
        imports("cart/calls.rs", "use crate::catalog::{self, price}; use super::store; fn f() { crate::vals![]; }"),
        ""
    );
    assert_eq!(
        imports("cart/calls.rs", "use crate::{catalog, order::{self, Order}};"),
        "cart/calls.rs: cart is below order"
    );
    assert_eq!(
        imports("cart/calls.rs", "fn f() { super::super::order::find(tx) }"),
        "cart/calls.rs: cart is below order"
    );
    assert_eq!(imports("domain/tax.rs", "use crate::db::Tx;"), "domain/tax.rs: domain is below db");
    assert_eq!(imports("http/api.rs", "use crate::http::pages;"), "http/api.rs: http is below http::pages");
    assert_eq!(imports("http/pages/feed.rs", "use crate::http::api; use super::routes;"), "");
    assert_eq!(
        imports("order/mod.rs", "use axum::http::HeaderMap;"),
        "order/mod.rs: only entry points and wiring know axum"
    );
    assert_eq!(
        imports(
            "order/mod.rs",
            "// use crate::cli;\n#[cfg(test)]\nmod tests { use crate::cli; }\nconst A: &str = \"crate::cli\";"
        ),
        ""
    );
    assert_eq!(imports("unknown.rs", ""), "unknown.rs: not in the table of src/lib.rs");

    let tables = |text: &str| wrong_tables(&source("cart/store.rs", &format!("const SQL: &str = {text};"))).join("\n");
    assert_eq!(tables("\"SELECT x FROM cart c JOIN cart_item i ON i.cart_id = c.id\""), "");
    assert_eq!(
        tables("\"SELECT x FROM cart c, product AS p, session\""),
        "cart/store.rs: Read of product, which is not cart's\ncart/store.rs: Read of session, which is not cart's"
    );
    assert_eq!(tables("\"WITH made AS (SELECT 1) SELECT x FROM made, json_each($1)\""), "");
    assert_eq!(
        tables("\"UPDATE cart SET a = (SELECT b FROM product)\""),
        "cart/store.rs: Read of product, which is not cart's"
    );
    assert_eq!(
        tables("r#\"INSERT INTO session (id) VALUES ($1)\"#"),
        "cart/store.rs: Write of session, which is not cart's"
    );
    assert_eq!(tables("\"DELETE FROM {other} WHERE id = 1\""), "cart/store.rs: Write of {other}, which is not cart's");
    let invoice = |text: &str| wrong_tables(&source("invoice/store.rs", text)).join("\n");
    assert_eq!(invoice("\"SELECT number FROM sales_order\""), "");
    assert_eq!(
        invoice("\"DELETE FROM sales_order\""),
        "invoice/store.rs: Write of sales_order, which is not invoice's"
    );
}
