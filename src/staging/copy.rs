//! Makes the anonymised copy.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};

use super::columns::{TABLES, Table, Treatment};
use super::pseudonym::{Kind, Pseudonyms, TEXT};
use crate::backup::{self, CopyLock, Source};
use crate::db::{Access, Connection};
use crate::vals;

/// Writes an anonymised copy of a shop into a new file, while others use the shop.
///
/// `progress` receives percent. The copy has no pictures of its own: they show no people's data and stay where they are.
pub fn anonymise(
    _lock: &CopyLock,
    source: &Source,
    to: &Path,
    key: [u8; 32],
    progress: &dyn Fn(i64),
) -> anyhow::Result<()> {
    if to.exists() {
        bail!("{} is there already; name a file that is not", to.display());
    }
    let replace = |part: &Path| {
        let copy = Connection::open_unconfigured(part, Access::ReadWrite)?;
        replace_rows(&copy, key, progress)
    };
    backup::write_changed(source, to, &replace)
}

/// Replaces and empties, by [`TABLES`]; then no page holds what was there.
pub(super) fn replace_rows(copy: &Connection, key: [u8; 32], progress: &dyn Fn(i64)) -> anyhow::Result<()> {
    let known: Vec<String> =
        copy.all("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'", vals![])?;
    let unknown = known.iter().filter(|name| !name.starts_with("sqlite_"));
    if let Some(table) = unknown.into_iter().find(|name| !TABLES.iter().any(|table| table.name == **name)) {
        bail!("{table} is no table of this version");
    }
    let pseudonyms = Pseudonyms::new(key);
    copy.define_replacement("anonymised", move |kind, value| {
        let kind = Kind::ALL.into_iter().find(|one| one.code() == kind);
        match (kind, std::str::from_utf8(value)) {
            (Some(kind), Ok(text)) => pseudonyms.text(kind, text).into_bytes(),
            _ => TEXT.as_bytes().to_vec(),
        }
    })?;
    let pseudonyms = Pseudonyms::new(key);
    copy.define_replacement("anonymised_bytes", move |_, value| pseudonyms.bytes(value))?;
    // Triggers refuse changes of what is sealed and issued, and note each change.
    let triggers: Vec<(String, String)> =
        copy.all("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'", vals![])?;
    copy.execute_batch("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")?;
    for (name, _) in &triggers {
        copy.execute_batch(&format!("DROP TRIGGER \"{name}\""))?;
    }
    let count = i64::try_from(TABLES.len())?;
    for (number, table) in (0..).zip(TABLES) {
        change(copy, table).with_context(|| format!("table {} ({})", table.name, table.why))?;
        progress(20 + 60 * number / count);
    }
    forget_references(copy)?;
    for (_, sql) in &triggers {
        copy.execute_batch(sql)?;
    }
    copy.execute_batch("COMMIT")?;
    progress(80);
    copy.execute_batch("VACUUM")?;
    progress(95);
    Ok(())
}

/// Empties a table, or replaces its columns.
fn change(copy: &Connection, table: &Table) -> anyhow::Result<()> {
    let personal = table.name;
    if table.is_emptied {
        return copy.execute_batch(&format!("DELETE FROM {personal}"));
    }
    let about: Vec<(String, String, bool)> =
        copy.all("SELECT name, type, \"notnull\" FROM pragma_table_info($1)", vals![personal])?;
    let is_named = |name: &String| {
        let replaced = table.replaced.iter().map(|(names, _)| *names);
        replaced.chain([table.kept]).any(|names| names.split_whitespace().any(|one| one == name))
    };
    if let Some((name, ..)) = about.iter().find(|(name, kind, _)| is_text(kind) && !is_named(name)) {
        bail!("nobody has said what becomes of the column {name}");
    }
    let mut sets = Vec::new();
    for (names, treatment) in table.replaced {
        for name in names.split(' ') {
            let (_, kind, is_required) =
                about.iter().find(|(own, ..)| own == name).ok_or_else(|| anyhow!("there is no column {name}"))?;
            let value = match treatment {
                Treatment::To(_) if kind == "BLOB" => format!("anonymised_bytes('', \"{name}\")"),
                Treatment::To(kind) => format!("anonymised('{}', \"{name}\")", kind.code()),
                Treatment::Clear if *is_required => "''".to_owned(),
                Treatment::Clear => "NULL".to_owned(),
                Treatment::Postcode => format!(
                    "CASE \"{name}\" WHEN '' THEN '' ELSE
                         coalesce((SELECT postcode_example FROM country WHERE id = {personal}.country), '00000') END"
                ),
                Treatment::OrderNumber => {
                    format!("coalesce((SELECT number FROM sales_order WHERE id = {personal}.order_id), '{TEXT}')")
                }
                Treatment::ShutOut => format!("coalesce(\"{name}\", {personal}.created_at)"),
                Treatment::Due => format!("CASE \"{name}\" WHEN 'erased' THEN 'erased' ELSE 'due' END"),
            };
            sets.push(format!("\"{name}\" = {value}"));
        }
    }
    if !sets.is_empty() {
        copy.execute_batch(&format!("UPDATE {personal} SET {}", sets.join(", ")))?;
    }
    Ok(())
}

/// Whether a column of this type can hold what somebody has written.
pub(super) fn is_text(kind: &str) -> bool {
    matches!(kind, "TEXT" | "BLOB")
}

/// Ends what refers to rows that were emptied.
fn forget_references(copy: &Connection) -> anyhow::Result<()> {
    for table in TABLES.iter().filter(|table| !table.is_emptied) {
        let personal = table.name;
        let references: Vec<(String, String)> =
            copy.all("SELECT \"from\", \"table\" FROM pragma_foreign_key_list($1)", vals![personal])?;
        for (column, to) in references {
            if TABLES.iter().any(|table| table.name == to && table.is_emptied) {
                copy.execute_batch(&format!("UPDATE {personal} SET \"{column}\" = NULL"))?;
            }
        }
    }
    Ok(())
}
