//! All SQL of what products were.

use jiff::Timestamp;
use serde::Deserialize;

use super::document::Fields;
use crate::audit::Actor;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// Versions of a product that are kept.
const MOST: i64 = 100;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Version {
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
    /// Empty: the state that the first change found, or a sheet has left.
    pub actor: String,
    fields: String,
}

impl Version {
    pub fn fields(&self) -> Result<Fields> {
        Ok(serde_json::from_str(&self.fields).map_err(anyhow::Error::from)?)
    }
}

const VERSION: &str = "SELECT id, at, actor, fields FROM product_version";

/// The versions of a product, newest first.
pub fn list(tx: &mut dyn Tx, product_id: i64, limit: i64) -> Result<Vec<Version>> {
    tx.all(&format!("{VERSION} WHERE product_id = $1 ORDER BY id DESC LIMIT $2"), vals![product_id, limit])
}

pub fn find(tx: &mut dyn Tx, product_id: i64, id: i64) -> Result<Option<Version>> {
    tx.find(&format!("{VERSION} WHERE product_id = $1 AND id = $2"), vals![product_id, id])
}

/// Keeps what a product is after a change, and what it was where nobody has kept that: before the first change, or after an import.
pub fn save(
    tx: &mut dyn Tx,
    product_id: i64,
    actor: &Actor,
    before: &Fields,
    after: &Fields,
    now: Timestamp,
) -> Result<()> {
    let newest = list(tx, product_id, 1)?.pop().map(|version| version.fields()).transpose()?;
    let known = newest.as_ref() == Some(before) || before.is_empty();
    for (actor, fields) in [(String::new(), before), (actor.to_string(), after)].into_iter().skip(usize::from(known)) {
        tx.exec(
            "INSERT INTO product_version (product_id, at, actor, fields) VALUES ($1, $2, $3, $4)",
            vals![product_id, now.as_millisecond(), actor, serde_json::to_string(fields).map_err(anyhow::Error::from)?],
        )?;
    }
    tx.exec(
        "DELETE FROM product_version WHERE product_id = $1 AND id <= (
             SELECT id FROM product_version WHERE product_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)",
        vals![product_id, MOST],
    )?;
    Ok(())
}
