//! The schedule. The scheduler only ticks; what is due is read from each job's last run, so a clock that jumped and a
//! long sleep are both caught up with. A lease row keeps runs from overlapping, in this process and beside it.
//!
//! One job, one file, one `run`.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio_cron_scheduler::{Job as Tick, JobScheduler};

use crate::app::App;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

pub mod carry_out_unsubscriptions;
pub mod delete_accounts;
pub mod deliver_mail;
pub mod expire_sessions;
pub mod follow_catalogue;
pub mod forget_service;

/// How long a run may take before another process may think it dead.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

/// A line of the schedule.
#[derive(Debug, Clone, Copy)]
pub struct Job {
    pub name: &'static str,
    pub every: SignedDuration,
}

pub const EXPIRE_SESSIONS: Job = Job { name: "expire_sessions", every: SignedDuration::from_hours(1) };
pub const DELETE_ACCOUNTS: Job = Job { name: "delete_accounts", every: SignedDuration::from_mins(5) };
pub const DELIVER_MAIL: Job = Job { name: "deliver_mail", every: SignedDuration::from_secs(5) };

pub const CARRY_OUT_UNSUBSCRIPTIONS: Job =
    Job { name: "carry_out_unsubscriptions", every: SignedDuration::from_mins(5) };
pub const FORGET_SERVICE: Job = Job { name: "forget_service", every: SignedDuration::from_hours(6) };

/// All jobs that hold a lease, in the order in which they run when several are due: mail comes last and finds what the others
/// have written.
pub const ALL: &[Job] = &[EXPIRE_SESSIONS, DELETE_ACCOUNTS, CARRY_OUT_UNSUBSCRIPTIONS, FORGET_SERVICE, DELIVER_MAIL];

/// Starts the ticking. The catalogue is followed each second, the rest when due.
pub async fn start(app: Arc<App>) -> anyhow::Result<JobScheduler> {
    let scheduler = JobScheduler::new().await?;
    let ticking = Arc::clone(&app);
    scheduler
        .add(Tick::new_async("* * * * * *", move |_, _| {
            let app = Arc::clone(&ticking);
            Box::pin(async move {
                if let Err(error) = follow_catalogue::run(&app).await {
                    tracing::error!(%error, "the catalogue could not be followed");
                }
            })
        })?)
        .await?;
    scheduler
        .add(Tick::new_async("*/5 * * * * *", move |_, _| {
            let app = Arc::clone(&app);
            Box::pin(async move { run_due(&app).await })
        })?)
        .await?;
    scheduler.start().await?;
    Ok(scheduler)
}

/// Runs every job that is due and not running.
pub async fn run_due(app: &Arc<App>) {
    for job in ALL {
        let now = app.clock.now();
        match app.db.write(move |tx| lease(tx, job, now)).await {
            Ok(false) => {}
            Ok(true) => {
                let result = run(app, job, now).await;
                let text = match &result {
                    Ok(text) => text.clone(),
                    Err(error) => format!("{error}"),
                };
                if let Err(error) = &result {
                    tracing::error!(job = job.name, %error, "job failed");
                }
                metrics::counter!("shop_job_runs_total", "job" => job.name, "ok" => if result.is_ok() { "1" } else { "0" }).increment(1);
                if let Err(error) = app.db.write(move |tx| done(tx, job, now, &text)).await {
                    tracing::error!(job = job.name, %error, "the job's run could not be recorded");
                }
            }
            Err(error) => tracing::error!(job = job.name, %error, "no lease"),
        }
    }
}

async fn run(app: &Arc<App>, job: &Job, now: Timestamp) -> Result<String> {
    match job.name {
        "expire_sessions" => {
            app.limits.forget_quiet();
            app.db.write(move |tx| expire_sessions::run(tx, now)).await
        }
        "carry_out_unsubscriptions" => {
            let config = Arc::clone(&app.config);
            app.db.write(move |tx| carry_out_unsubscriptions::run(tx, &config, now)).await
        }
        "forget_service" => app.db.write(move |tx| forget_service::run(tx, now)).await,
        "delete_accounts" => {
            let config = Arc::clone(&app.config);
            app.db.write(move |tx| delete_accounts::run(tx, &config, now)).await
        }
        _ => deliver_mail::run(app, now).await,
    }
}

/// Whether the job is due and this process won its lease.
fn lease(tx: &mut dyn Tx, job: &Job, now: Timestamp) -> Result<bool> {
    tx.exec("INSERT INTO job (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", vals![job.name])?;
    let now_ms = now.as_millisecond();
    // A clock that was set back must not put a job to sleep until the old time comes again.
    let won = tx.exec(
        "UPDATE job SET lease_until = $2
         WHERE name = $1 AND (lease_until <= $3 OR lease_until > $2)
           AND (last_run IS NULL OR last_run <= $4 OR last_run > $3)",
        vals![job.name, ms(now + LEASE), now_ms, now_ms - millis(job.every)],
    )?;
    Ok(won == 1)
}

fn done(tx: &mut dyn Tx, job: &Job, now: Timestamp, result: &str) -> Result<()> {
    tx.exec(
        "UPDATE job SET lease_until = 0, last_run = $2, last_result = $3 WHERE name = $1",
        vals![job.name, now.as_millisecond(), result],
    )?;
    Ok(())
}

fn ms(at: Timestamp) -> i64 {
    at.as_millisecond()
}

fn millis(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
