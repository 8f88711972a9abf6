//! The runs of jobs, as their own floor keeps them.

use serde::Deserialize;

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// The last run of a job.
#[derive(Debug, Deserialize)]
pub struct JobRow {
    pub name: String,
    /// Unix milliseconds; 0 when it is not running.
    pub lease_until: i64,
    pub last_run: Option<i64>,
    pub last_result: String,
}

pub fn jobs(tx: &mut dyn Tx) -> Result<Vec<JobRow>> {
    tx.all("SELECT name, lease_until, last_run, last_result FROM job ORDER BY name", vals![])
}

/// The version of the schema that the database has.
pub fn schema(tx: &mut dyn Tx) -> Result<i32> {
    tx.one("SELECT coalesce(max(version), 0) FROM refinery_schema_history", vals![])
}

/// Bytes of the database.
pub fn size(tx: &mut dyn Tx) -> Result<u64> {
    tx.one("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()", vals![])
}
