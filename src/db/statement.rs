//! Statements over many ids at once, so that a page of rows takes one query and not one a row.

use std::collections::HashMap;

use serde::de::DeserializeOwned;

use super::{Tx, Val};
use crate::error::Result;

/// Ids that one statement takes. Together with eight further parameters they reach the limit of a statement.
pub const PORTION: usize = 24;
/// Stands for the ids in the text of a statement.
pub(super) const IDS: &str = "$ids";

/// Runs a query for many ids: `$ids` in the text stands for them, further parameters are `$25` and up.
///
/// The text is the same for any number of ids, so it is prepared once; ids beyond a portion take another run.
pub fn by_ids<T: DeserializeOwned>(tx: &mut dyn Tx, sql: &str, ids: &[i64], rest: &[Val]) -> Result<Vec<T>> {
    let mut found = Vec::new();
    for portion in ids.chunks(PORTION) {
        found.append(&mut tx.all(sql, &portion_params(portion, rest))?);
    }
    Ok(found)
}

/// [`by_ids`] for keys that are texts.
pub fn by_keys<T: DeserializeOwned>(tx: &mut dyn Tx, sql: &str, keys: &[String]) -> Result<Vec<T>> {
    let mut found = Vec::new();
    for portion in keys.chunks(PORTION) {
        found.append(&mut tx.all(sql, &portion_params(portion, &[]))?);
    }
    Ok(found)
}

/// [`by_ids`] for a statement that changes rows; answers how many.
pub fn exec_by_ids(tx: &mut dyn Tx, sql: &str, ids: &[i64], rest: &[Val]) -> Result<u64> {
    let mut changed = 0;
    for portion in ids.chunks(PORTION) {
        changed += tx.exec(sql, &portion_params(portion, rest))?;
    }
    Ok(changed)
}

/// A portion of ids, padded with nulls, and the parameters after it.
pub fn portion_params<T: Clone + Into<Val>>(portion: &[T], rest: &[Val]) -> Vec<Val> {
    let mut params = Vec::with_capacity(PORTION + rest.len());
    params.extend(portion.iter().cloned().map(Into::into));
    params.resize(PORTION, Val::Null);
    params.extend_from_slice(rest);
    params
}

/// Groups rows by a key; rows keep their order within a group.
pub fn group_by<K: std::hash::Hash + Eq, T>(rows: impl IntoIterator<Item = (K, T)>) -> HashMap<K, Vec<T>> {
    let mut groups: HashMap<K, Vec<T>> = HashMap::new();
    for (key, row) in rows {
        groups.entry(key).or_default().push(row);
    }
    groups
}
