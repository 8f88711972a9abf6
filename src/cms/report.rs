//! The report of the last full run of the accessibility tests, for the accessibility statement.
//!
//! `make test` writes `seed/accessibility.json` when all browser tests have passed (`tests/browser/report.mjs`); `make
//! lint` fails if the file differs from the current tests. It is embedded in the program.

use std::sync::LazyLock;

use jiff::civil::Date;
use serde::Deserialize;

use crate::domain::store_view::Lang;

/// Scope and results of a test run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Version of the shop.
    pub version: String,
    /// ISO 8601 date of the first run with this scope.
    pub date: String,
    /// Standard to conform to.
    pub standard: String,
    /// Version of axe-core.
    pub axe: String,
    /// Its rule groups.
    pub rules: Vec<String>,
    pub languages: Vec<String>,
    /// Pixels.
    pub widths: Vec<u32>,
    pub routes: Vec<RouteReport>,
    pub checks: Vec<Check>,
}

/// A kind of page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteReport {
    /// Its path without the language.
    pub path: String,
    /// Number of distinct states.
    pub states: u32,
    /// Number of tests, each of one state in one language and width.
    pub runs: u32,
    pub violations: u32,
}

/// A scripted check: keyboard, focus, zoom and the like (`experience.md` §2).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// `K1` to `K17`.
    pub id: String,
    pub tests: u32,
}

static REPORT: LazyLock<Option<Report>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../seed/accessibility.json")).ok());

/// The embedded report.
pub fn report() -> Option<&'static Report> {
    REPORT.as_ref()
}

/// The screen of WeChat Pay, absent in a shop without it.
const WECHAT: &str = "/wechatpay";

/// The placeholders of the statement with their values. A route's path stands for three table cells: states, tests,
/// violations.
pub fn values(lang: Lang, has_wechat: bool) -> Vec<(&'static str, String)> {
    let Some(report) = report() else { return Vec::new() };
    let routes: Vec<&RouteReport> = report.routes.iter().filter(|route| has_wechat || route.path != WECHAT).collect();
    let sum = |of: fn(&RouteReport) -> u32| routes.iter().copied().map(of).sum::<u32>().to_string();
    let mut values = vec![
        ("report_version", report.version.clone()),
        ("report_date", report.date.parse().map_or_else(|_| report.date.clone(), |date| long_date(date, lang))),
        ("report_standard", report.standard.clone()),
        ("report_axe", report.axe.clone()),
        ("report_pages", routes.len().to_string()),
        ("report_states", sum(|route| route.states)),
        ("report_looks", sum(|route| route.runs)),
        ("report_violations", sum(|route| route.violations)),
        ("report_rules", report.checks.len().to_string()),
        ("report_tests", report.checks.iter().map(|check| check.tests).sum::<u32>().to_string()),
    ];
    values.extend(routes.iter().map(|route| {
        let RouteReport { path, states, runs, violations } = route;
        (path.as_str(), format!("{states} | {runs} | {violations}"))
    }));
    values
}

/// A date in running text: `22 November 2026`.
fn long_date(date: Date, lang: Lang) -> String {
    let (year, month, day) = (date.year(), date.month(), date.day());
    let name = |names: [&'static str; 12]| names[usize::from(month.unsigned_abs()) - 1];
    match lang {
        Lang::En => format!("{day} {} {year}", name(ENGLISH)),
        Lang::Fr if day == 1 => format!("1er {} {year}", name(FRENCH)),
        Lang::Fr => format!("{day} {} {year}", name(FRENCH)),
        Lang::De => format!("{day}. {} {year}", name(GERMAN)),
        Lang::Es => format!("{day} de {} de {year}", name(SPANISH)),
        Lang::Zh => format!("{year}年{month}月{day}日"),
    }
}

const ENGLISH: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const FRENCH: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];
const GERMAN: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
const SPANISH: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_covers_every_route_without_violations() {
        let report = report().expect("a report that can be read");
        assert_eq!((report.standard.as_str(), report.version.as_str()), ("WCAG 2.2 AA", env!("CARGO_PKG_VERSION")));
        assert!(report.routes.len() >= 25, "{} routes", report.routes.len());
        assert_eq!((report.languages.len(), report.widths.as_slice()), (5, [1280, 375].as_slice()));
        for route in &report.routes {
            // At least every language and every width.
            assert!(route.runs >= 5 && route.runs >= 2 * route.states, "{}: {} runs", route.path, route.runs);
            assert_eq!(route.violations, 0, "{}", route.path);
        }
        let ids: Vec<&str> = report.checks.iter().map(|check| check.id.as_str()).collect();
        let all: Vec<String> = (1..=17).map(|number| format!("K{number}")).collect();
        assert_eq!(ids, all.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(report.checks.iter().all(|check| check.tests > 0));
        assert!(report.date.parse::<jiff::civil::Date>().is_ok());
    }

    #[test]
    fn every_route_has_a_row_in_every_language() {
        let report = report().expect("a report that can be read");
        for lang in Lang::ALL {
            let path = format!("{}/seed/pages/{lang}/accessibility.md", env!("CARGO_MANIFEST_DIR"));
            let page = std::fs::read_to_string(&path).expect("the statement");
            for route in &report.routes {
                let cells = format!(" | {{{}}} |", route.path);
                assert_eq!(page.matches(&cells).count(), 1, "{path}: a row that ends with{cells}");
            }
        }
    }

    #[test]
    fn dates_are_localised() {
        let day: Date = "2026-03-01".parse().expect("a day");
        let words = Lang::ALL.map(|lang| long_date(day, lang));
        let expected = ["1 March 2026", "1er mars 2026", "1. März 2026", "1 de marzo de 2026", "2026年3月1日"];
        assert_eq!(words, expected);
    }
}
