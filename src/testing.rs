//! What unit tests share: a migrated database in memory, the shop's own catalogue in it, and a look at query plans.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

use jiff::Timestamp;
use rusqlite::Connection;

use crate::call::View;
use crate::config::Config;
use crate::db::{self, Flow, Row, Tx, Val};
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::Result;

/// The moment at which tests take place.
pub fn now() -> Timestamp {
    "2026-11-21T09:00:00Z".parse().expect("a moment")
}

/// The configuration's defaults, with every language.
pub fn config() -> Config {
    let mut config = Config::load(None, std::iter::empty()).expect("the defaults");
    config.languages = Lang::ALL.to_vec();
    config
}

/// An empty database with all migrations, in memory.
pub fn empty() -> Connection {
    let connection = Connection::open_in_memory().expect("a database");
    connection.pragma_update(None, "foreign_keys", true).expect("pragma");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("migrations").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    for file in files {
        let sql = std::fs::read_to_string(&file).expect("a migration");
        connection.execute_batch(&sql).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
    connection
}

/// The seeded shop, made once and copied for each test.
static SEEDED: LazyLock<Mutex<Connection>> = LazyLock::new(|| {
    let connection = empty();
    crate::cli::seed::run(&connection, &config(), now(), &|_, _, _| {}).expect("the seed");
    Mutex::new(connection)
});

/// A database of one's own with the seed in it, as of [`now`].
pub fn seeded() -> Connection {
    let source = SEEDED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut copy = Connection::open_in_memory().expect("a database");
    let backup = rusqlite::backup::Backup::new(&source, &mut copy).expect("a backup");
    backup.run_to_completion(10_000, std::time::Duration::ZERO, None).expect("a copy");
    drop(backup);
    copy.pragma_update(None, "foreign_keys", true).expect("pragma");
    copy
}

/// Sees to it that the facets which the shop makes itself have names, whether or not the seed gives them.
pub fn name_made_facets(connection: &Connection) {
    for lang in Lang::ALL {
        for (domain, code) in [("facet", "price"), ("facet", "availability"), ("attribute.availability", "in_stock")] {
            let sql =
                "INSERT OR IGNORE INTO vocabulary (lang, domain, code, position, text) VALUES (?1, ?2, ?3, 900, ?3)";
            connection.execute(sql, [lang.code(), domain, code]).expect("a word");
        }
    }
}

/// What a visitor looks through: a language and a currency, nothing cached.
pub fn view(lang: Lang, currency: Currency) -> View {
    View::new(lang.store_view(), currency, now(), &Arc::new(config()))
}

/// Runs `work` in a transaction that must succeed.
pub fn with<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> T {
    db::transaction(connection, work).expect("the transaction")
}

/// The id of the message with which `work` refuses; its changes are rolled back.
pub fn refusal<T: std::fmt::Debug>(
    connection: &Connection,
    work: impl FnOnce(&mut dyn Tx) -> Result<T>,
) -> &'static str {
    let error = db::transaction(connection, work).expect_err("a refusal");
    error.refusal().unwrap_or_else(|| panic!("no refusal: {error}")).message.id
}

/// A transaction that writes down its statements.
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
}

/// The statements that `work` runs.
pub fn statements<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Vec<String> {
    with(connection, |tx| {
        let mut recorder = Recorder { inner: tx, statements: Vec::new() };
        work(&mut recorder)?;
        Ok(recorder.statements)
    })
}

/// Tables of a few dozen rows, which every page may read from end to end.
const SMALL: &[&str] = &[
    "catalogue_version",
    "category",
    "category_text",
    "carrier",
    "carrier_zone",
    "currency",
    "holiday",
    "home_content",
    "option_kind",
    "option_value",
    "shipping_zone",
    "cms_page",
];

/// Fails when a statement of `work` reads a large table from end to end, or sorts what an index could give in order.
pub fn assert_indexed<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) {
    let statements: BTreeSet<String> = statements(connection, work).into_iter().collect();
    for sql in statements {
        let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {}", db::numbered(&sql))).expect("a plan");
        let mut details: Vec<String> = Vec::new();
        // Unbound parameters are null; the plan is the same for any value.
        let mut lines = plan.raw_query();
        while let Some(line) = lines.next().expect("a line") {
            details.push(line.get(3).expect("a detail"));
        }
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
            // Rows that the statement made itself, from what the other lines of the plan read.
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

/// The table behind an alias in a statement.
fn table_of(sql: &str, alias: &str) -> String {
    let words: Vec<&str> = sql.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    let named = words.windows(3).find(|at| {
        matches!(at[0].trim_start_matches('(').to_ascii_uppercase().as_str(), "FROM" | "JOIN")
            && at[2].trim_end_matches(')').eq_ignore_ascii_case(alias)
    });
    match named {
        Some(at) => at[1].to_owned(),
        // It goes by its own name.
        None => alias.to_owned(),
    }
}
