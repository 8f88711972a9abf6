//! `/metrics` of the house: what Prometheus, its alerts and its dashboard read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;
use shop::http::metrics;
use shop::vals;

use crate::support::{Shop, eventually};

fn source(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Names of the program's metrics in a text.
fn names(text: &str) -> BTreeSet<String> {
    let starts =
        text.match_indices("shop_").filter(|(at, _)| !text[..*at].ends_with(|c: char| c.is_ascii_alphanumeric()));
    starts.map(|(at, _)| text[at..].chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect()).collect()
}

#[test]
fn the_house_is_measured_when_it_is_asked() {
    // Copies at night are made by the job at once, where one is due.
    let shop = Shop::open_with(&[("SHOP__BACKUP__NIGHTLY", "false")]);
    let euros = || shop.figure("shop_revenue_today_euros");
    assert_eq!((shop.figure("shop_orders_today"), euros()), (0.0, 0.0));
    assert_eq!(shop.figure("shop_backup_timestamp_seconds"), 0.0);
    let sold_out = shop.figure("shop_duties{kind=\"stock_out\"}");

    let transfer = shop.visitor().place("BMA-LAC", 1, "bank_transfer");
    let cheque = shop.visitor().place("BMA-LAC", 2, "cheque")["order_number"].as_str().unwrap().to_owned();
    let total = |sql: &str| shop.database().one::<i64>(sql, vals![]).unwrap();
    let cents = total("SELECT SUM(total) FROM sales_order");
    assert_eq!((shop.figure("shop_orders_today"), shop.figure("shop_pieces_today")), (2.0, 3.0));
    assert_eq!((euros() * 100.0).round().to_string(), cents.to_string());
    assert_eq!(shop.figure("shop_payments_waiting"), 2.0);

    let number = transfer["order_number"].as_str().unwrap();
    let paid = shop.operator(&["order", "paid", number, "--reference", "1"]);
    assert_eq!(paid["status"], "processing", "{paid}");
    assert_eq!(shop.figure("shop_payments_waiting"), 1.0);
    assert_eq!(shop.figure("shop_duties{kind=\"orders_to_pack\"}"), 1.0);
    shop.operator(&["order", "cancel", number, "--reason", "by telephone"]);
    assert_eq!(shop.figure("shop_refunds_waiting{by=\"hand\"}"), 1.0);
    assert_eq!(shop.figure("shop_duties{kind=\"refunds_by_hand\"}"), 1.0);
    assert_eq!((shop.figure("shop_orders_today"), shop.figure("shop_pieces_today")), (1.0, 2.0));
    let old = "UPDATE refund SET created_at = created_at - 15 * 86400000";
    shop.database().exec(old, vals![]).unwrap();
    assert_eq!(shop.figure("shop_duties_overdue{kind=\"refunds_by_hand\"}"), 1.0);
    shop.database().exec("UPDATE refund SET state = 'due', due_at = 9e12", vals![]).unwrap();
    assert_eq!(shop.figure("shop_refunds_waiting{by=\"gateway\"}"), 1.0);

    let given_up =
        "UPDATE mail SET due_at = NULL, sent_at = NULL WHERE id = (SELECT MIN(id) FROM mail WHERE recipient <> '')";
    // A delivery that is under way may end after the first change.
    eventually("a mail counts as given up", || {
        shop.database().exec(given_up, vals![]).unwrap();
        shop.figure("shop_mails_failed") == 1.0
    });
    shop.operator(&["stock", "set", "TOW-GAN", "0"]);
    assert_eq!(shop.figure("shop_duties{kind=\"stock_out\"}"), sold_out + 1.0);

    // Yesterday's orders are not today's.
    let yesterday = "UPDATE sales_order SET created_at = created_at - 86400000 WHERE number = $1";
    shop.database().exec(yesterday, vals![&cheque]).unwrap();
    assert_eq!((shop.figure("shop_orders_today"), euros()), (0.0, 0.0));

    let (free, size) =
        (shop.figure("shop_disk_free_bytes{folder=\"data\"}"), shop.figure("shop_disk_size_bytes{folder=\"data\"}"));
    assert!(0.0 < free && free < size, "{free} of {size}");
    assert!(shop.figure("shop_disk_free_bytes{folder=\"backup\"}") > 0.0);
    assert!(shop.figure("shop_database_bytes") > 1e6);
    assert_eq!(shop.figure("shop_open"), 1.0);
}

#[test]
fn every_series_says_what_it_is() {
    let shop = Shop::open();
    shop.visitor().get("/en");
    let answer = shop.visitor().get("/metrics");
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let text = answer.body;
    let known: BTreeSet<&str> = metrics::ALL.iter().map(|(name, ..)| *name).collect();
    assert_eq!(known.len(), metrics::ALL.len(), "a metric has one meaning");
    let mut told = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let series: String = line.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
        let name = ["_sum", "_count"].iter().find_map(|end| series.strip_suffix(end)).unwrap_or(&series);
        let name = if known.contains(series.as_str()) { series.as_str() } else { name };
        assert!(known.contains(name) && text.contains(&format!("# HELP {name} ")), "{line}");
        told += 1;
    }
    assert!(told > 30, "{text}");
}

#[test]
fn dashboard_and_alerts_name_metrics_that_are_there() {
    let known: BTreeSet<String> = metrics::ALL.iter().map(|(name, ..)| (*name).to_owned()).collect();
    let dashboard = source("docs/grafana.json");
    let alerts = source("docs/alerts.yml");
    serde_json::from_str::<Value>(&dashboard).unwrap();
    for (file, text) in [("docs/grafana.json", &dashboard), ("docs/alerts.yml", &alerts)] {
        let of_histograms = |name: &String| {
            ["_sum", "_count"].iter().any(|end| name.strip_suffix(end).is_some_and(|name| known.contains(name)))
        };
        let unknown: Vec<String> =
            names(text).into_iter().filter(|name| !known.contains(name) && !of_histograms(name)).collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?}");
        assert!(names(text).len() > 5, "{file}");
    }
}

/// How often the sources name each metric.
fn count_names(folder: &Path, found: &mut BTreeMap<String, usize>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            count_names(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        for rest in text.split("\"shop_").skip(1) {
            let name: String = rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
            if rest[name.len()..].starts_with('"') {
                *found.entry(format!("shop_{name}")).or_default() += 1;
            }
        }
    }
}

#[test]
fn every_metric_is_described_and_every_described_one_is_measured() {
    let mut named = BTreeMap::new();
    count_names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut named);
    let described: BTreeSet<&str> = metrics::ALL.iter().map(|(name, ..)| *name).collect();
    assert_eq!(named.keys().map(String::as_str).collect::<BTreeSet<_>>(), described);
    // Once in the list, once where it is measured.
    let unmeasured: Vec<_> = named.iter().filter(|(_, times)| **times < 2).collect();
    assert!(unmeasured.is_empty(), "{unmeasured:?}");
}

#[test]
fn documented_metrics_are_those_of_the_program() {
    let text = source("docs/deploy.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `shop_")?.split('`').next());
    let documented: BTreeSet<String> = rows.map(|name| format!("shop_{name}")).collect();
    let known: BTreeSet<String> = metrics::ALL.iter().map(|(name, ..)| (*name).to_owned()).collect();
    assert_eq!(documented, known);
}
