//! All SQL of the history of carriers' rates, VAT, closing days and currencies.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::types::Kind;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

#[derive(Debug, Deserialize)]
pub struct ChangeRow {
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
    pub actor: String,
    pub thing: String,
    /// JSON, as the next.
    pub before: Option<String>,
    pub after: Option<String>,
}

pub fn add_change(
    tx: &mut dyn Tx,
    (actor, now): (&str, Timestamp),
    (kind, thing): (Kind, &str),
    before: Option<&Value>,
    after: Option<&Value>,
) -> Result<()> {
    tx.exec(
        "INSERT INTO tariff_change (at, actor, kind, thing, before, after) VALUES ($1, $2, $3, $4, $5, $6)",
        vals![
            now.as_millisecond(),
            actor,
            kind.code(),
            thing,
            before.map(Value::to_string),
            after.map(Value::to_string)
        ],
    )?;
    Ok(())
}

/// Changes before an id, of a kind or of all, the newest first.
pub fn list_changes(tx: &mut dyn Tx, kind: Option<Kind>, before: i64, limit: i64) -> Result<Vec<ChangeRow>> {
    const CHANGE: &str = "SELECT id, at, actor, thing, before, after FROM tariff_change";
    match kind {
        Some(kind) => tx.all(
            &format!("{CHANGE} WHERE kind = $1 AND id < $2 ORDER BY id DESC LIMIT $3"),
            vals![kind.code(), before, limit],
        ),
        None => tx.all(&format!("{CHANGE} WHERE id < $1 ORDER BY id DESC LIMIT $2"), vals![before, limit]),
    }
}
