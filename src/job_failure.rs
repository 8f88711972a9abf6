//! Rows at which a job failed: each is postponed by itself, with a delay that doubles, so that it holds up no other.
//!
//! A row that keeps failing is listed for the operator (`shop jobs stuck`, `shop_job_stuck_rows` in the metrics, an
//! alert each day). It is
//! still tried again: most causes end without anybody.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::db::{Db, Tx};
use crate::error::Result;
use crate::vals;

/// Failures after which a row is listed for the operator.
pub const STUCK_AFTER: u32 = 5;
/// Delay after the first failure; it doubles with each.
const FIRST_DELAY: SignedDuration = SignedDuration::from_mins(1);
const MAX_DELAY: SignedDuration = SignedDuration::from_hours(6);
/// A failure whose row has not come up again for so long after its retry: the row needs the job no more.
const FORGOTTEN: SignedDuration = SignedDuration::from_hours(24);
/// Characters of an error message that are kept.
const ERROR_LENGTH: usize = 500;

/// A row at which a job failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobFailure {
    pub job: String,
    /// In the table that the job works through: an order, a payment attempt, a refund, a customer, a mail.
    pub row_id: i64,
    pub failures: u32,
    /// Unix milliseconds, of the last failure.
    pub failed_at: i64,
    /// Unix milliseconds.
    pub retry_at: i64,
    pub error: String,
}

/// The failures of one job, during one of its runs.
#[derive(Debug)]
pub struct Failures<'a> {
    db: &'a Db,
    job: &'static str,
    now: Timestamp,
    rows: BTreeMap<i64, JobFailure>,
}

impl<'a> Failures<'a> {
    /// Loads the failures of a job for a run at `now`.
    pub async fn load(db: &'a Db, job: &'static str, now: Timestamp) -> Result<Failures<'a>> {
        let rows: Vec<JobFailure> = db.read(move |tx| list_of(tx, job)).await?;
        let forgotten = (now - FORGOTTEN).as_millisecond();
        if rows.iter().any(|row| row.retry_at < forgotten) {
            db.write(move |tx| {
                tx.exec("DELETE FROM job_failure WHERE job = $1 AND retry_at < $2", vals![job, forgotten])
            })
            .await?;
        }
        let rows = rows.into_iter().filter(|row| row.retry_at >= forgotten).map(|row| (row.row_id, row)).collect();
        let failures = Failures { db, job, now, rows };
        failures.report();
        Ok(failures)
    }

    /// Processes a batch of due rows, each in a transaction of its own; answers for how many `process` said true.
    ///
    /// # Errors
    ///
    /// As of [`Failures::record`], or the rows cannot be listed.
    pub async fn run<P>(
        db: &'a Db,
        job: &'static str,
        now: Timestamp,
        batch: i64,
        list: impl Fn(&mut dyn Tx, i64) -> Result<Vec<i64>> + Send + 'static,
        process: P,
    ) -> Result<u64>
    where
        P: Fn(&mut dyn Tx, i64) -> Result<bool> + Clone + Send + 'static,
    {
        let mut failures = Failures::load(db, job, now).await?;
        let limit = failures.limit(batch);
        let mut due = db.read(move |tx| list(tx, limit)).await?;
        due.retain(|id| !failures.is_postponed(*id));
        let mut done = 0;
        for id in due {
            let process = process.clone();
            let outcome = db.write(move |tx| process(tx, id)).await;
            done += u64::from(failures.record(id, outcome).await? == Some(true));
        }
        Ok(done)
    }

    /// How many due rows to select so that `batch` of them can be processed.
    pub fn limit(&self, batch: i64) -> i64 {
        batch + self.rows.values().filter(|row| self.waits(row)).count() as i64
    }

    /// Whether a row waits for its next try.
    pub fn is_postponed(&self, row_id: i64) -> bool {
        self.rows.get(&row_id).is_some_and(|row| self.waits(row))
    }

    /// Records how the processing of a row ended. A failure is logged and postpones the row; the answer is then `None`.
    ///
    /// # Errors
    ///
    /// Only that the outcome cannot be recorded: the database itself fails, so the run ends.
    pub async fn record<T>(&mut self, row_id: i64, outcome: Result<T>) -> Result<Option<T>> {
        let job = self.job;
        match outcome {
            Ok(value) => {
                if self.rows.remove(&row_id).is_some() {
                    self.db
                        .write(move |tx| {
                            tx.exec("DELETE FROM job_failure WHERE job = $1 AND row_id = $2", vals![job, row_id])
                        })
                        .await?;
                    self.report();
                }
                Ok(Some(value))
            }
            Err(error) => {
                let error = format!("{error:#}");
                let row = self.failed(row_id, &error);
                tracing::error!(job, row_id, failures = row.failures, error, "a row of a job failed");
                self.rows.insert(row_id, row.clone());
                self.db.write(move |tx| save(tx, &row)).await?;
                self.report();
                Ok(None)
            }
        }
    }

    fn failed(&self, row_id: i64, error: &str) -> JobFailure {
        let failures = self.rows.get(&row_id).map_or(0, |row| row.failures) + 1;
        JobFailure {
            job: self.job.to_owned(),
            row_id,
            failures,
            failed_at: self.now.as_millisecond(),
            retry_at: (self.now + delay_after(failures)).as_millisecond(),
            error: error.chars().take(ERROR_LENGTH).collect(),
        }
    }

    /// A retry far in the future is left from before the clock was set back.
    fn waits(&self, row: &JobFailure) -> bool {
        row.retry_at > self.now.as_millisecond() && row.retry_at <= (self.now + MAX_DELAY).as_millisecond()
    }

    fn report(&self) {
        let stuck = self.rows.values().filter(|row| row.failures >= STUCK_AFTER).count();
        metrics::gauge!("shop_job_stuck_rows", "job" => self.job).set(stuck as f64);
    }
}

/// The delay before a row is tried again.
fn delay_after(failures: u32) -> SignedDuration {
    let doublings = failures.saturating_sub(1).min(16);
    (FIRST_DELAY * 2_i32.pow(doublings)).min(MAX_DELAY)
}

/// The rows of all jobs that need the operator, those that failed most often first.
pub fn list_stuck(tx: &mut dyn Tx) -> Result<Vec<JobFailure>> {
    tx.all(
        "SELECT job, row_id, failures, failed_at, retry_at, error FROM job_failure
         WHERE failures >= $1 ORDER BY failures DESC, job, row_id",
        vals![STUCK_AFTER],
    )
}

/// Of those, the ones whose last failure is oldest.
pub fn list_longest_stuck(tx: &mut dyn Tx, limit: i64) -> Result<Vec<JobFailure>> {
    tx.all(
        "SELECT job, row_id, failures, failed_at, retry_at, error FROM job_failure
         WHERE failures >= $1 ORDER BY failed_at, job, row_id LIMIT $2",
        vals![STUCK_AFTER, limit],
    )
}

/// How many rows of all jobs need the operator.
pub fn count_all_stuck(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT count(*) FROM job_failure WHERE failures >= $1", vals![STUCK_AFTER])
}

/// How many rows of a job need the operator.
pub fn count_stuck(tx: &mut dyn Tx, job: &str) -> Result<i64> {
    tx.one("SELECT count(*) FROM job_failure WHERE job = $1 AND failures >= $2", vals![job, STUCK_AFTER])
}

fn list_of(tx: &mut dyn Tx, job: &str) -> Result<Vec<JobFailure>> {
    tx.all(
        "SELECT job, row_id, failures, failed_at, retry_at, error FROM job_failure WHERE job = $1 ORDER BY row_id",
        vals![job],
    )
}

fn save(tx: &mut dyn Tx, row: &JobFailure) -> Result<()> {
    tx.exec(
        "INSERT INTO job_failure (job, row_id, failures, failed_at, retry_at, error) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (job, row_id) DO UPDATE SET failures = excluded.failures, failed_at = excluded.failed_at,
             retry_at = excluded.retry_at, error = excluded.error",
        vals![&row.job, row.row_id, row.failures, row.failed_at, row.retry_at, &row.error],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delay_doubles_up_to_six_hours() {
        let minutes = |failures| delay_after(failures).as_mins();
        assert_eq!([1, 2, 3, 5, 9, 10, 1_000_000].map(minutes), [1, 2, 4, 16, 256, 360, 360]);
    }
}
