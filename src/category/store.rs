//! All SQL of what categories were.

use jiff::Timestamp;

use crate::audit::Actor;
use crate::db::Tx;
use crate::error::Result;
use crate::product::document::Fields;
use crate::product::store::Version;
use crate::vals;

/// Versions of a category that are kept.
const MOST: i64 = 100;

const VERSION: &str = "SELECT id, at, actor, fields FROM category_version";

/// The versions of a category, newest first.
pub fn list(tx: &mut dyn Tx, category_id: i64, limit: i64) -> Result<Vec<Version>> {
    tx.all(&format!("{VERSION} WHERE category_id = $1 ORDER BY id DESC LIMIT $2"), vals![category_id, limit])
}

pub fn find(tx: &mut dyn Tx, category_id: i64, id: i64) -> Result<Option<Version>> {
    tx.find(&format!("{VERSION} WHERE category_id = $1 AND id = $2"), vals![category_id, id])
}

/// Keeps what a category is after a change, and what it was where nobody has kept that: before the first change, or after an import.
pub fn save(
    tx: &mut dyn Tx,
    category_id: i64,
    actor: &Actor,
    before: &Fields,
    after: &Fields,
    now: Timestamp,
) -> Result<()> {
    let newest = list(tx, category_id, 1)?.pop().map(|version| version.fields()).transpose()?;
    let known = newest.as_ref() == Some(before) || before.is_empty();
    for (actor, fields) in [(String::new(), before), (actor.to_string(), after)].into_iter().skip(usize::from(known)) {
        tx.exec(
            "INSERT INTO category_version (category_id, at, actor, fields) VALUES ($1, $2, $3, $4)",
            vals![
                category_id,
                now.as_millisecond(),
                actor,
                serde_json::to_string(fields).map_err(anyhow::Error::from)?
            ],
        )?;
    }
    tx.exec(
        "DELETE FROM category_version WHERE category_id = $1 AND id <= (
             SELECT id FROM category_version WHERE category_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)",
        vals![category_id, MOST],
    )?;
    Ok(())
}
