//! That no table and no text is forgotten, and that nothing personal is left in the bytes of a copy.

use std::collections::BTreeSet;
use std::path::Path;

use super::columns::{TABLES, Table, Treatment};
use super::copy::{is_text, replace_rows};
use super::pseudonym::{Kind, Pseudonyms};
use crate::db::{Access, Connection};
use crate::vals;

const KEY: [u8; 32] = [7; 32];

fn shop(path: &Path) -> Connection {
    let mut connection = Connection::open(path, Access::ReadWrite).expect("a database");
    connection.migrate().expect("a schema");
    connection
}

/// Name, type and whether it is generated, of each column of a table.
fn columns(shop: &Connection, table: &str) -> Vec<(String, String, bool)> {
    let sql = "SELECT name, type, hidden > 1 FROM pragma_table_xinfo($1)";
    shop.all(sql, vals![table]).expect("columns")
}

fn tables(shop: &Connection) -> Vec<String> {
    let sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'";
    shop.all(sql, vals![]).expect("tables")
}

#[test]
fn each_table_and_each_text_is_kept_replaced_or_emptied_with_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let shop = shop(&folder.path().join("shop.db"));
    let (there, listed): (BTreeSet<String>, Vec<&str>) =
        (tables(&shop).into_iter().collect(), TABLES.iter().map(|table| table.name).collect());
    let named: BTreeSet<String> = listed.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(named.len(), listed.len(), "a table is listed twice");
    assert_eq!(there.difference(&named).collect::<Vec<_>>(), Vec::<&String>::new(), "not listed in columns.rs");
    assert_eq!(named.difference(&there).collect::<Vec<_>>(), Vec::<&String>::new(), "no tables");
    for Table { name, why, kept, replaced, is_emptied } in TABLES {
        assert!(!why.is_empty(), "{name}");
        let all = columns(&shop, name);
        let texts: BTreeSet<&str> =
            all.iter().filter(|(_, kind, _)| is_text(kind)).map(|(name, ..)| name.as_str()).collect();
        let listed: Vec<&str> = kept
            .split_whitespace()
            .chain(replaced.iter().flat_map(|(names, _)| names.split_whitespace()))
            .filter(|name| !all.iter().any(|(own, kind, _)| own == name && !is_text(kind)))
            .collect();
        let named: BTreeSet<&str> = listed.iter().copied().collect();
        assert_eq!(named.len(), listed.len(), "{name}: a column is listed twice");
        if !is_emptied {
            assert_eq!(named, texts, "{name}: its columns, and those in columns.rs");
        }
    }
}

fn planted(table: &str, column: &str) -> String {
    format!("Planted-{table}-{column}-Secret")
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

/// A row in each table with a text of its own in each column: in the bytes of the copy, those that stay are found, and no other.
#[test]
fn nothing_that_is_replaced_or_emptied_is_in_the_bytes_of_the_copy() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shop.db");
    let shop = shop(&path);
    // Whatever the schema demands of rows that belong together.
    let triggers: Vec<String> =
        shop.all("SELECT name FROM sqlite_schema WHERE type = 'trigger'", vals![]).expect("triggers");
    triggers.iter().for_each(|name| shop.execute_batch(&format!("DROP TRIGGER {name}")).expect("dropped"));
    shop.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA secure_delete = OFF")
        .expect("set");
    for table in tables(&shop) {
        let fields: Vec<(String, String)> = columns(&shop, &table)
            .into_iter()
            .filter(|(_, _, is_generated)| !is_generated)
            .map(|(name, kind, _)| {
                let value = match kind.as_str() {
                    "BLOB" => format!("CAST('{}' AS BLOB)", planted(&table, &name)),
                    "TEXT" => format!("'{}'", planted(&table, &name)),
                    _ => "900".to_owned(),
                };
                (format!("\"{name}\""), value)
            })
            .collect();
        let (names, values): (Vec<String>, Vec<String>) = fields.into_iter().unzip();
        let sql = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), values.join(", "));
        shop.execute_batch(&sql).expect(&sql);
    }
    assert!(shop.truncate_log().expect("moved"));
    let before = std::fs::read(&path).expect("a file");
    replace_rows(&shop, KEY, &|_| {}).expect("replaced");
    assert!(shop.truncate_log().expect("moved"));
    let after = std::fs::read(&path).expect("a file");
    for table in tables(&shop) {
        let of = TABLES.iter().find(|one| one.name == table).expect("listed");
        for (column, kind, is_generated) in columns(&shop, &table) {
            if !is_text(&kind) || is_generated {
                continue;
            }
            let text = planted(&table, &column);
            assert!(holds(&before, &text), "{text} was planted");
            let stays = of.kept.split_whitespace().any(|name| name == column) && !of.is_emptied;
            assert_eq!(holds(&after, &text), stays, "{text}");
        }
    }
    let addresses: Vec<String> =
        shop.all("SELECT email FROM customer UNION SELECT email FROM staff", vals![]).expect("read");
    assert!(addresses.iter().all(|address| address.ends_with(".invalid")), "{addresses:?}");
    assert_eq!(shop.one::<i64>("SELECT count(*) FROM staff WHERE disabled_at IS NULL", vals![]).expect("counted"), 0);
}

#[test]
fn the_same_becomes_the_same_and_another_copy_is_no_key_to_it() {
    let (one, other) = (Pseudonyms::new([1; 32]), Pseudonyms::new([2; 32]));
    assert_eq!(one.text(Kind::Email, "Ada@Example.com"), one.text(Kind::Email, "ada@example.com"));
    assert_ne!(one.text(Kind::Email, "ada@example.com"), one.text(Kind::Email, "bob@example.com"));
    for kind in [Kind::Email, Kind::Token, Kind::Digits, Kind::Company] {
        assert_ne!(
            one.text(kind, "ada@example.com 12345678"),
            other.text(kind, "ada@example.com 12345678"),
            "{kind:?}"
        );
    }
    assert_eq!(one.text(Kind::Digits, "DE02 1203 0000"), {
        let spaced = one.text(Kind::Digits, "DE02120300 00");
        let plain: String = spaced.chars().filter(|c| *c != ' ').collect();
        format!("{} {} {}", &plain[..4], &plain[4..8], &plain[8..])
    });
    for kind in Kind::ALL {
        assert_eq!(one.text(kind, ""), "", "{kind:?}: what was not given is not given");
    }
    for actor in ["staff:7", "operator", "job"] {
        assert_eq!(one.text(Kind::Actor, actor), actor);
    }
    assert_eq!(one.text(Kind::Actor, "cli:ada"), "operator");
    assert!(TABLES.iter().flat_map(|table| table.replaced).any(|(_, treatment)| *treatment == Treatment::Postcode));
}

#[test]
fn an_invoice_keeps_its_goods_and_amounts_and_loses_its_buyer() {
    let document = serde_json::json!({
        "number": "2026-000001", "total": "12.50", "lines": [{ "name": "Lac bath towel" }],
        "seller": { "name": "Valmère", "email": "house@valmere.example" },
        "buyer": { "lines": ["Ada King", "12 Ada Lane", "1201 Adaville", "SCHWEIZ"], "name": "Ada King", "company": "",
            "address1": "12 Ada Lane", "address2": "", "postcode": "1201", "city": "Adaville", "country": "CH",
            "tax_id": "CHE-ADA", "email": "ada@example.com", "future": "Ada's" },
        "delivery": { "lines": [], "name": "Ada King", "address1": "12 Ada Lane", "address2": "", "postcode": "1201",
            "city": "Adaville", "country": "CH", "method": "UPS Express" },
        "reason": "Ada called",
    });
    let text = Pseudonyms::new(KEY).text(Kind::Document, &document.to_string());
    for personal in ["Ada", "ada", "1201", "CHE-"] {
        assert!(!text.contains(personal), "{personal}: {text}");
    }
    for kept in ["2026-000001", "12.50", "Lac bath towel", "house@valmere.example", "UPS Express", "\"CH\""] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    let replaced: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(replaced["buyer"]["lines"].as_array().map(Vec::len), Some(4));
    assert_eq!(replaced["delivery"]["lines"].as_array().map(Vec::len), Some(0));
    assert_eq!(replaced["buyer"]["name"], replaced["delivery"]["name"]);
    assert_eq!(Pseudonyms::new(KEY).text(Kind::Document, "Ada"), "{}");
}
