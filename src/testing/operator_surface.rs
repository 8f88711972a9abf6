//! Table ↔ screen ↔ call ↔ command: `tests/cases/operator_surface.json` says, of each matter that an operator sets or reads, in which
//! tables it is kept and where it is dealt with. What has no such place says why.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::{app, cli, vals};

const SURFACE: &str = include_str!("../../tests/cases/operator_surface.json");
const SCREENS: &str = include_str!("../../ui/src/console/routes/screens.ts");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Surface {
    lines: Vec<Line>,
    /// Tables that no operator sets or reads, and why.
    internal: BTreeMap<String, String>,
    /// Commands that are about the machine, not about what is kept.
    machine: BTreeSet<String>,
}

/// A matter of an operator's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    matter: String,
    /// Where it is kept; empty of what is computed.
    tables: Vec<String>,
    /// Routes below `/console`.
    screens: Vec<String>,
    calls: Vec<String>,
    /// Without values.
    commands: Vec<String>,
    /// `screen`, `call` or `command`, and why there is none on purpose.
    #[serde(default)]
    without: BTreeMap<String, String>,
}

/// What there is.
struct There {
    tables: BTreeSet<String>,
    screens: BTreeSet<String>,
    calls: BTreeSet<String>,
    commands: BTreeSet<String>,
}

impl There {
    fn read() -> There {
        let schema = super::empty();
        let tables: Vec<String> = schema
            .all(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'refinery%'",
                vals![],
            )
            .expect("the schema");
        let screens = SCREENS.split("path: '").skip(1).filter_map(|rest| rest.split('\'').next());
        There {
            tables: tables.into_iter().collect(),
            screens: screens.map(str::to_owned).collect(),
            calls: app::console_api().paths().map(|call| call.path.to_owned()).collect(),
            commands: cli::commands(),
        }
    }
}

/// What is wrong with a table of matters, a line each.
fn wrong(surface: &Surface, there: &There) -> Vec<String> {
    let mut wrong = Vec::new();
    let (mut tables, mut calls, mut commands) = (BTreeSet::new(), BTreeSet::new(), surface.machine.clone());
    let internal = surface.internal.keys().map(|table| ("internal", table));
    let of_lines = surface.lines.iter().flat_map(|line| line.tables.iter().map(|table| (line.matter.as_str(), table)));
    for (matter, table) in of_lines.chain(internal) {
        if !tables.insert(table.clone()) {
            wrong.push(format!("{matter}: {table} stands twice"));
        }
    }
    for (table, reason) in &surface.internal {
        if reason.is_empty() {
            wrong.push(format!("internal: {table} has no reason"));
        }
    }
    for line in &surface.lines {
        let matter = &line.matter;
        for (kind, named, known) in [
            ("screen", &line.screens, &there.screens),
            ("call", &line.calls, &there.calls),
            ("command", &line.commands, &there.commands),
        ] {
            wrong.extend(
                named
                    .iter()
                    .filter(|name| !known.contains(*name))
                    .map(|name| format!("{matter}: there is no {kind} {name}")),
            );
            let is_without = line.without.get(kind).is_some_and(|reason| !reason.is_empty());
            if named.is_empty() && !is_without {
                wrong.push(format!("{matter}: no {kind}, and nothing says why"));
            }
        }
        calls.extend(line.calls.iter().cloned());
        commands.extend(line.commands.iter().cloned());
    }
    for (kind, named, known) in
        [("table", &tables, &there.tables), ("call", &calls, &there.calls), ("command", &commands, &there.commands)]
    {
        wrong.extend(known.difference(named).map(|name| format!("{kind} {name} is in no line")));
        wrong.extend(named.difference(known).map(|name| format!("there is no {kind} {name}")));
    }
    wrong
}

fn surface() -> Surface {
    serde_json::from_str(SURFACE).expect("the table")
}

#[test]
fn every_table_of_an_operators_has_its_screen_call_and_command() {
    let wrong = wrong(&surface(), &There::read());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn gaps_of_each_kind_are_found() {
    let line = |change: &dyn Fn(&mut Line)| {
        let mut surface = surface();
        let line = surface.lines.iter_mut().find(|line| line.matter == "VAT").expect("the line");
        change(line);
        wrong(&surface, &There::read()).join("\n")
    };
    assert_eq!(line(&|_| {}), "");
    assert_eq!(line(&|line| line.tables.clear()), "table vat_rate is in no line");
    assert_eq!(line(&|line| line.calls.retain(|call| call != "tariff/save_vat")), "call tariff/save_vat is in no line");
    assert_eq!(
        line(&|line| line.commands.retain(|command| command != "tariff set-vat")),
        "command tariff set-vat is in no line"
    );
    assert_eq!(line(&|line| line.screens.clear()), "VAT: no screen, and nothing says why");
    assert_eq!(line(&|line| line.screens.push("/vat".into())), "VAT: there is no screen /vat");
    assert_eq!(line(&|line| line.tables.push("stock".into())), "VAT: stock stands twice");
    assert!(line(&|line| line.tables.push("vat".into())).contains("there is no table vat"));
    assert!(line(&|line| line.calls.push("tariff/x".into())).contains("VAT: there is no call tariff/x"));
    assert!(line(&|line| line.commands.push("tariff x".into())).contains("VAT: there is no command tariff x"));
}

/// The texts that follow each place of `start`.
fn quoted_after<'a>(text: &'a str, start: &'static str) -> impl Iterator<Item = &'a str> {
    let rests = text.split(start).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
    rests.filter_map(|rest| rest.split('"').next())
}

/// The audit is filtered by what it is about, and each has a word in every language.
#[test]
fn every_noun_of_the_audit_has_a_word() {
    const NAMES: &str = include_str!("../../ui/src/console/parts/names.ts");
    let words = NAMES.split("const NOUNS").nth(1).and_then(|rest| rest.split("};").next()).expect("the nouns");
    let files = super::floors::source_files();
    let texts = files.iter().map(|(_, _, text)| text.as_str());
    let nouns: BTreeSet<&str> = texts
        .flat_map(|text| ["Change::new(", "const NOUN: &str ="].into_iter().flat_map(|start| quoted_after(text, start)))
        .collect();
    assert!(nouns.len() > 40, "{nouns:?}");
    let missing: Vec<&&str> = nouns.iter().filter(|noun| !words.contains(&format!("\n  {noun}: msg"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
