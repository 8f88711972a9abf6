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

/// The newest first.
pub fn list_changes(tx: &mut dyn Tx, kind: Kind, limit: i64) -> Result<Vec<ChangeRow>> {
    tx.all(
        "SELECT id, at, actor, thing, before, after FROM tariff_change WHERE kind = $1 ORDER BY id DESC LIMIT $2",
        vals![kind.code(), limit],
    )
}
