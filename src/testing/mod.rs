//! Fixtures of unit tests: a migrated database in memory, the seeded catalogue, a small shop, and checks of query plans.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use jiff::Timestamp;

use crate::call::View;
use crate::config::Config;
use crate::db::{Connection, End, Flow, Row, Tx, Val};
use crate::domain::money::Currency;
use crate::domain::store_view::{Lang, StoreViewRows, StoreViews};
use crate::error::Result;
use crate::store_view;
use crate::vals;

#[path = "../../tests/support/changed_config.rs"]
mod changed_config;
pub mod fixture;
mod floors;
pub mod fuzz;
mod money_path;
#[path = "../../tests/support/named_tests.rs"]
mod named_tests;
mod operator_surface;
mod security_document;
pub mod tls;

/// The moment at which tests take place.
pub fn now() -> Timestamp {
    "2026-11-21T09:00:00Z".parse().expect("a moment")
}

/// The configuration's defaults, with every language.
pub fn config() -> Config {
    let mut config = Config::load(None, std::iter::empty()).expect("the defaults");
    config.pinned_languages = Lang::ALL.to_vec();
    config
}

/// A database that is made once and copied for each test.
pub type Template = LazyLock<Mutex<Connection>>;

pub fn copy_of(template: &Template) -> Connection {
    let source = template.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut copy = Connection::in_memory().expect("a database");
    source.copy_into(&mut copy, &|_, _| {}).expect("a copy");
    copy
}

static EMPTY: Template = LazyLock::new(|| {
    let mut connection = Connection::in_memory().expect("a database");
    connection.migrate().expect("migrations");
    Mutex::new(connection)
});

/// An empty database with all migrations, in memory.
pub fn empty() -> Connection {
    copy_of(&EMPTY)
}

static SEEDED: Template = LazyLock::new(|| {
    let connection = empty();
    crate::cli::seed::run(&connection, &config(), now(), &|_, _, _| {}).expect("the seed");
    Mutex::new(connection)
});

/// A copy of the seeded database, as of [`now`].
pub fn seeded() -> Connection {
    copy_of(&SEEDED)
}

/// Gives names to the facets that the shop computes, in case the seed has none.
pub fn name_made_facets(connection: &Connection) {
    for lang in Lang::ALL {
        for (domain, code) in [("facet", "price"), ("facet", "availability"), ("attribute.availability", "in_stock")] {
            let sql =
                "INSERT OR IGNORE INTO vocabulary (lang, domain, code, position, text) VALUES ($1, $2, $3, 900, $3)";
            connection.exec(sql, vals![lang.code(), domain, code]).expect("a word");
        }
    }
}

/// The store views of a new shop, on in these languages; in those of the rows where none are named.
pub fn stores(languages: &[Lang]) -> Arc<StoreViews> {
    static ROWS: LazyLock<StoreViewRows> = LazyLock::new(|| with(&empty(), store_view::list));
    Arc::new(StoreViews::new(&ROWS, languages).expect("a store view"))
}

/// A view in a language and a currency, at [`now`].
pub fn view(lang: Lang, currency: Currency) -> View {
    View::new(&stores(&Lang::ALL), lang, currency, now(), &Arc::new(config()))
}

/// Runs `work` in a transaction that must succeed.
pub fn with<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> T {
    connection.write(work).expect("the transaction")
}

/// The id of the message with which `work` refuses; its changes are rolled back.
pub fn refusal<T: std::fmt::Debug>(
    connection: &Connection,
    work: impl FnOnce(&mut dyn Tx) -> Result<T>,
) -> &'static str {
    let error = connection.write(work).expect_err("a refusal");
    error.refusal().unwrap_or_else(|| panic!("no refusal: {error}")).message.id
}

/// The fields with which `work` refuses, in alphabetical order; its changes are rolled back.
pub fn refused_fields<T: std::fmt::Debug>(
    connection: &Connection,
    work: impl FnOnce(&mut dyn Tx) -> Result<T>,
) -> Vec<String> {
    let error = connection.write(work).expect_err("a refusal");
    error.refusal().unwrap_or_else(|| panic!("no refusal: {error}")).fields.keys().cloned().collect()
}

/// A transaction that records its statements.
struct Recorder<'a> {
    inner: &'a mut dyn Tx,
    statements: Vec<String>,
}

impl Tx for Recorder<'_> {
    fn exec(&mut self, sql: &str, params: &[Val]) -> Result<u64> {
        self.statements.push(sql.to_owned());
        self.inner.exec(sql, params)
    }

    fn rows(&mut self, sql: &str, params: &[Val], each: &mut dyn FnMut(&Row<'_>) -> Result<Flow>) -> Result<()> {
        self.statements.push(sql.to_owned());
        self.inner.rows(sql, params, each)
    }

    fn nested(&mut self, end: End, work: &mut dyn FnMut(&mut dyn Tx) -> Result<()>) -> Result<()> {
        let Recorder { inner, statements } = self;
        inner.nested(end, &mut |inner| {
            let mut recorder = Recorder { inner, statements: std::mem::take(statements) };
            let outcome = work(&mut recorder);
            *statements = recorder.statements;
            outcome
        })
    }
}

/// The statements that `work` runs.
pub fn statements<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Vec<String> {
    with(connection, |tx| {
        let mut recorder = Recorder { inner: tx, statements: Vec::new() };
        work(&mut recorder)?;
        Ok(recorder.statements)
    })
}

/// Tables of a few dozen rows, which a page may scan.
const SMALL: &[&str] = &[
    "catalogue_version",
    "category",
    "category_text",
    "carrier",
    "carrier_zone",
    "country_name",
    "currency",
    "currency_off",
    // Deeds of the last seconds, and failed ones until somebody has read why.
    "deed",
    // A few for each quarter.
    "ecb_rate",
    "holiday",
    "holiday_rule",
    // Two documents.
    "look_draft",
    "shipping_rate",
    // People of the house.
    "staff",
    "vat_rate",
    "home_content",
    "option_kind",
    "option_value",
    "shipping_zone",
    "cms_page",
    "page_draft",
    "promo_tag",
    "setting",
    "setting_file",
    // Changes of the last day.
    "setting_waiting",
    "store_view",
];

/// Fails when a statement of `work` scans a large table, or sorts a page that an index could return in order.
pub fn assert_indexed<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) {
    let statements: BTreeSet<String> = statements(connection, work).into_iter().collect();
    for sql in statements {
        // Unbound parameters are null; the plan is the same for any value.
        let plan: Vec<(i64, i64, i64, String)> =
            connection.all(&format!("EXPLAIN QUERY PLAN {sql}"), vals![]).expect("a plan");
        let details: Vec<String> = plan.into_iter().map(|(_, _, _, detail)| detail).collect();
        let made = |name: &str| {
            let made = |detail: &String| {
                detail
                    .split_once(' ')
                    .is_some_and(|(how, what)| matches!(how, "CO-ROUTINE" | "MATERIALIZE") && what == name)
            };
            details.iter().any(made)
        };
        for detail in &details {
            let Some(scanned) = detail.strip_prefix("SCAN ") else { continue };
            // Rows that the statement computes itself, from other steps of the plan.
            if scanned.starts_with("CONSTANT") || scanned.starts_with('(') || made(scanned) {
                continue;
            }
            let table = table_of(&sql, scanned.split_whitespace().next().unwrap_or_default());
            assert!(SMALL.contains(&table.as_str()), "{detail} ({table})\nof {details:#?}\nin {sql}");
        }
        let sorts = details.iter().any(|detail| detail.starts_with("USE TEMP B-TREE") && detail.ends_with("ORDER BY"));
        assert!(!(sorts && sql.contains("OFFSET")), "a page is sorted: {details:#?}\nin {sql}");
    }
}

/// The instructions of SQLite's virtual machine that `work` takes: what it costs, the same on each machine.
pub fn instructions<T>(connection: &Connection, work: impl FnOnce() -> T) -> (T, u64) {
    let counted = Arc::<AtomicU64>::default();
    let counter = Arc::clone(&counted);
    let count = move || {
        counter.fetch_add(1, Ordering::Relaxed);
        false
    };
    connection.driver().progress_handler(1, Some(count)).expect("a handler");
    let result = work();
    connection.driver().progress_handler(1, None::<fn() -> bool>).expect("none");
    (result, counted.load(Ordering::Relaxed))
}

/// Statistics as those of a shop with a hundred thousand rows in each table: plans may follow them.
pub fn with_statistics(connection: &Connection) {
    let many = "ANALYZE;
         UPDATE sqlite_stat1 SET stat = '100000' || substr(stat, instr(stat || ' ', ' '));
         ANALYZE sqlite_schema";
    connection.execute_batch(many).expect("statistics");
}

/// The table behind an alias in a statement.
fn table_of(sql: &str, alias: &str) -> String {
    let words: Vec<&str> = sql.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    let named = words.windows(3).find(|at| {
        matches!(at[0].trim_start_matches('(').to_ascii_uppercase().as_str(), "FROM" | "JOIN")
            && at[2].trim_end_matches(')').eq_ignore_ascii_case(alias)
    });
    match named {
        Some(at) => at[1].to_owned(),
        // It has no alias.
        None => alias.to_owned(),
    }
}
