//! `docs/security.md` answers each requirement of ASVS 5.0.0, levels 1 and 2, and names tests and files that exist.

use std::collections::BTreeSet;
use std::path::Path;

use super::named_tests::has_rust_test;

const DOCUMENT: &str = include_str!("../../docs/security.md");
const REQUIREMENTS: &str = include_str!("../../tests/cases/asvs-5.0.0-level-2.txt");

fn file(path: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// The texts in backticks.
fn quoted(document: &str) -> impl Iterator<Item = &str> {
    document.split('`').skip(1).step_by(2)
}

/// Tests and files that the document names and the tree lacks.
fn missing(document: &str) -> Vec<&str> {
    let exists = |name: &str| match name.split_once("::") {
        Some((path, test)) => file(path).is_some_and(|text| has_rust_test(&text, test)),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join(name).exists(),
    };
    let roots = ["src/", "tests/", "ui/", "docs/", "migrations/"];
    quoted(document).filter(|name| roots.iter().any(|root| name.starts_with(root)) && !exists(name)).collect()
}

/// The answers by requirement: `| 1.2.3 | paraphrase | met | … |`.
fn answers(document: &str) -> Vec<(&str, &str)> {
    let rows = document.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let is_id = cells.get(1)?.starts_with(|c: char| c.is_ascii_digit());
        is_id.then_some((*cells.get(1)?, *cells.get(3)?))
    });
    rows.collect()
}

#[test]
fn every_named_test_and_file_exists() {
    assert_eq!(missing(DOCUMENT), Vec::<&str>::new());
    assert!(quoted(DOCUMENT).filter(|name| name.contains("::")).count() > 60);
}

#[test]
fn every_requirement_is_answered_once() {
    let answered = answers(DOCUMENT);
    let ids: BTreeSet<&str> = answered.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids.len(), answered.len(), "answered twice");
    assert_eq!(ids, REQUIREMENTS.lines().collect());
    let known = ["met", "partly", "not met", "not applicable", "operator"];
    let odd: Vec<_> = answered.iter().filter(|(_, state)| !known.contains(state)).collect();
    assert!(odd.is_empty(), "{odd:?}");
    let totals = known.map(|state| format!("{} {state}", answered.iter().filter(|(_, of)| *of == state).count()));
    assert!(DOCUMENT.contains(&format!(": {}.\n", totals.join(", "))), "{totals:?}");
}

#[test]
fn missing_tests_and_files_are_found() {
    let document = "`src/throttle.rs::no_such_test` `src/nowhere.rs` `src/throttle.rs` `shop check`
        `src/testing/security_document.rs::missing_tests_and_files_are_found` `src/testing/security_document.rs::missing`";
    assert_eq!(
        missing(document),
        ["src/throttle.rs::no_such_test", "src/nowhere.rs", "src/testing/security_document.rs::missing"]
    );
}
