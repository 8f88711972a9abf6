//! The last runs of jobs, for whoever lists them. [`crate::jobs`] alone writes them.

use serde::{Deserialize, Serialize};

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// The last run of a job.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct JobRun {
    pub name: String,
    /// Unix milliseconds; 0 when it is not running.
    pub lease_until: i64,
    pub last_run: Option<i64>,
    pub last_result: String,
}

/// The last runs of all jobs.
pub fn list(tx: &mut dyn Tx) -> Result<Vec<JobRun>> {
    tx.all("SELECT name, lease_until, last_run, last_result FROM job ORDER BY name", vals![])
}
