//! Jobs: one file each, with its name, its cron expression and its `run`.
//!
//! `tokio-cron-scheduler` fires a job by its expression. At start, and whenever the clock is set, [`run_due`] evaluates the
//! same expression for missed runs. A lease row in the database keeps runs from overlapping, in this process and beside it.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use chrono::{DateTime, Utc};
use croner::Cron;
use croner::parser::{CronParser, Seconds};
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use tokio_cron_scheduler::{Job as Trigger, JobScheduler};

use crate::app::App;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

pub mod backup;
mod cancel_unpaid;
mod carry_out_unsubscriptions;
mod complete_orders;
mod delete_accounts;
mod deliver_mail;
mod expire_sessions;
pub mod follow_catalogue;
mod forget_payments;
mod forget_service;
mod reconcile_payments;
mod send_refunds;

/// A run that takes longer is presumed dead: another process may start the job again.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

/// A job.
#[derive(Debug)]
pub struct Job {
    /// Its name in `shop jobs`, in metrics and in the table of runs.
    pub name: &'static str,
    /// Cron expression with seconds, in UTC.
    pub schedule: &'static str,
    /// Answers what was done, in words for the operator. Idempotent: runs again after a crash.
    run: for<'a> fn(&'a Arc<App>, Timestamp) -> BoxFuture<'a, Result<String>>,
}

/// All jobs, in the order in which they run when several are due: payments before what depends on them, and mail last, so
/// that it finds what the others have queued.
pub const ALL: &[Job] = &[
    expire_sessions::JOB,
    delete_accounts::JOB,
    carry_out_unsubscriptions::JOB,
    forget_service::JOB,
    reconcile_payments::JOB,
    cancel_unpaid::JOB,
    complete_orders::JOB,
    send_refunds::JOB,
    forget_payments::JOB,
    deliver_mail::JOB,
    backup::JOB,
];

/// The job with this name.
pub fn find(name: &str) -> anyhow::Result<&'static Job> {
    let names: Vec<&str> = ALL.iter().map(|job| job.name).collect();
    ALL.iter()
        .find(|job| job.name == name)
        .ok_or_else(|| anyhow!("there is no job {name}; there are {}", names.join(", ")))
}

impl Job {
    /// The time between two runs of the schedule.
    pub fn interval(&self) -> anyhow::Result<SignedDuration> {
        let cron = self.cron()?;
        let first = cron.find_next_occurrence(&DateTime::<Utc>::UNIX_EPOCH, true)?;
        let second = cron.find_next_occurrence(&first, false)?;
        Ok(SignedDuration::from_secs(second.timestamp() - first.timestamp()))
    }

    /// The latest moment up to `now` at which the schedule asks for a run: due is a job whose last run is older.
    fn last_due(&self, now: Timestamp) -> anyhow::Result<Timestamp> {
        let now = DateTime::from_timestamp(now.as_second(), 0).context("the time")?;
        Ok(Timestamp::from_second(self.cron()?.find_previous_occurrence(&now, true)?.timestamp())?)
    }

    /// The schedule, parsed as the scheduler parses it.
    fn cron(&self) -> anyhow::Result<Cron> {
        let parser = CronParser::builder().seconds(Seconds::Required).dom_and_dow(true).build();
        parser.parse(self.schedule).with_context(|| format!("schedule of {}", self.name))
    }
}

/// Starts the scheduler, and catches up with missed runs in the background.
pub async fn start(app: Arc<App>) -> anyhow::Result<JobScheduler> {
    let scheduler = JobScheduler::new().await?;
    let follower = Arc::clone(&app);
    scheduler
        .add(Trigger::new_async("* * * * * *", move |_, _| {
            let app = Arc::clone(&follower);
            Box::pin(async move {
                if let Err(error) = follow_catalogue::run(&app).await {
                    tracing::error!(%error, "the catalogue could not be followed");
                }
            })
        })?)
        .await?;
    let mut schedules: Vec<&str> = ALL.iter().map(|job| job.schedule).collect();
    schedules.sort_unstable();
    schedules.dedup();
    // One trigger for each expression: jobs that share it keep their order.
    for schedule in schedules {
        let app = Arc::clone(&app);
        scheduler
            .add(Trigger::new_async(schedule, move |_, _| {
                let app = Arc::clone(&app);
                Box::pin(async move { run_each(&app, ALL.iter().filter(|job| job.schedule == schedule)).await })
            })?)
            .await?;
    }
    scheduler.start().await?;
    tokio::spawn(async move { run_due(&app).await });
    Ok(scheduler)
}

/// Runs every job that is due and not running: catches up after a downtime or a change of the clock.
pub async fn run_due(app: &Arc<App>) {
    run_each(app, ALL.iter()).await;
}

async fn run_each(app: &Arc<App>, jobs: impl Iterator<Item = &'static Job>) {
    for job in jobs {
        let now = app.clock.now();
        match app.db.write(move |tx| lease_if_due(tx, job, now)).await {
            Ok(false) => {}
            Ok(true) => drop(run_leased(app, job, now).await),
            Err(error) => tracing::error!(job = job.name, %error, "no lease"),
        }
    }
}

/// Runs a job now, due or not. `None` if it is running already.
pub async fn run_now(app: &Arc<App>, job: &'static Job) -> Result<Option<String>> {
    let now = app.clock.now();
    if app.db.write(move |tx| lease(tx, job, now, Timestamp::MAX)).await? {
        run_leased(app, job, now).await.map(Some)
    } else {
        Ok(None)
    }
}

async fn run_leased(app: &Arc<App>, job: &'static Job, now: Timestamp) -> Result<String> {
    let result = (job.run)(app, now).await;
    let text = match &result {
        Ok(text) => text.clone(),
        Err(error) => format!("{error}"),
    };
    if let Err(error) = &result {
        tracing::error!(job = job.name, %error, "job failed");
    }
    metrics::counter!("shop_job_runs_total", "job" => job.name, "ok" => if result.is_ok() { "1" } else { "0" })
        .increment(1);
    if let Err(error) = app.db.write(move |tx| save_run(tx, job, now, &text)).await {
        tracing::error!(job = job.name, %error, "the job's run could not be recorded");
    }
    result
}

/// The last run of a job.
#[derive(Debug, Clone, Default, Deserialize, serde::Serialize)]
pub struct JobRow {
    pub name: String,
    /// Unix milliseconds; 0 when it is not running.
    pub lease_until: i64,
    pub last_run: Option<i64>,
    pub last_result: String,
}

/// The last runs of all jobs.
pub fn list(tx: &mut dyn Tx) -> Result<Vec<JobRow>> {
    tx.all("SELECT name, lease_until, last_run, last_result FROM job ORDER BY name", vals![])
}

/// Takes the lease of a job that is due; false if it is not, or is running.
fn lease_if_due(tx: &mut dyn Tx, job: &Job, now: Timestamp) -> Result<bool> {
    lease(tx, job, now, job.last_due(now)?)
}

/// Takes the lease of a job whose last run is older than `due`; false if it is newer, or the job is running.
fn lease(tx: &mut dyn Tx, job: &Job, now: Timestamp, due: Timestamp) -> Result<bool> {
    tx.exec("INSERT INTO job (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", vals![job.name])?;
    // A lease or a run in the future is left from before the clock was set back.
    let won = tx.exec(
        "UPDATE job SET lease_until = $2
         WHERE name = $1 AND (lease_until <= $3 OR lease_until > $2)
           AND (last_run IS NULL OR last_run < $4 OR last_run > $3)",
        vals![job.name, (now + LEASE).as_millisecond(), now.as_millisecond(), due.as_millisecond()],
    )?;
    Ok(won == 1)
}

fn save_run(tx: &mut dyn Tx, job: &Job, now: Timestamp, result: &str) -> Result<()> {
    tx.exec(
        "UPDATE job SET lease_until = 0, last_run = $2, last_result = $3 WHERE name = $1",
        vals![job.name, now.as_millisecond(), result],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{empty, with};

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a moment")
    }

    #[test]
    fn schedules_give_each_job_its_interval() {
        let intervals: Vec<(&str, i64)> =
            ALL.iter().map(|job| (job.name, job.interval().expect("a schedule").as_secs())).collect();
        assert_eq!(
            intervals,
            [
                ("expire_sessions", 3600),
                ("delete_accounts", 300),
                ("carry_out_unsubscriptions", 300),
                ("forget_service", 6 * 3600),
                ("reconcile_payments", 5),
                ("cancel_unpaid", 30),
                ("complete_orders", 600),
                ("send_refunds", 5),
                ("forget_payments", 3600),
                ("deliver_mail", 5),
                ("backup", 300),
            ]
        );
    }

    #[test]
    fn missed_runs_are_caught_up_once_after_downtime_or_a_clock_change() {
        let shop = empty();
        let job = find("expire_sessions").expect("a job");
        let run = |time: &str| {
            with(&shop, |tx| {
                let is_due = lease_if_due(tx, job, at(time))?;
                if is_due {
                    assert!(!lease_if_due(tx, job, at(time))?, "the lease is taken");
                    save_run(tx, job, at(time), "done")?;
                }
                Ok(is_due)
            })
        };
        assert!(run("2026-11-21T09:20:00.400Z"), "it has never run");
        assert!(!run("2026-11-21T09:59:59.999Z"));
        assert!(run("2026-11-21T10:00:00Z") && !run("2026-11-21T10:00:00.700Z"));
        assert!(run("2026-11-24T17:31:07.123Z"), "after a downtime");
        assert!(!run("2026-11-24T17:59:59Z"), "all missed runs are one");
        assert!(run("2026-11-20T08:00:30Z"), "the clock was set back");
        assert!(!run("2026-11-20T08:59:00Z") && run("2026-11-20T09:00:00Z"));
    }

    #[test]
    fn dead_runs_lose_their_lease() {
        let shop = empty();
        let job = find("deliver_mail").expect("a job");
        let lease = |time: &str| with(&shop, |tx| lease_if_due(tx, job, at(time)));
        assert!(lease("2026-11-21T09:00:00Z") && !lease("2026-11-21T09:09:55Z"));
        assert!(lease("2026-11-21T09:10:00Z"));
    }

    #[test]
    fn unknown_jobs_are_refused_by_name() {
        let error = find("tidy").expect_err("refused").to_string();
        assert!(error.starts_with("there is no job tidy; there are expire_sessions, "), "{error}");
    }
}
