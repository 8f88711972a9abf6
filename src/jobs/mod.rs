//! The schedule. The scheduler only ticks; what is due is read from each job's last run, so a clock that jumped and a
//! long sleep are both caught up with. A lease row keeps runs from overlapping, in this process and beside it.
//!
//! One job, one file, one `run`.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use tokio_cron_scheduler::{Job as Tick, JobScheduler};

use crate::app::App;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

pub mod backup;
pub mod cancel_unpaid;
pub mod carry_out_unsubscriptions;
pub mod complete_orders;
pub mod delete_accounts;
pub mod deliver_mail;
pub mod expire_sessions;
pub mod follow_catalogue;
pub mod forget_payments;
pub mod forget_service;
pub mod reconcile_payments;
pub mod send_refunds;

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
pub const CANCEL_UNPAID: Job = Job { name: "cancel_unpaid", every: SignedDuration::from_secs(30) };
pub const RECONCILE_PAYMENTS: Job = Job { name: "reconcile_payments", every: SignedDuration::from_secs(5) };
pub const SEND_REFUNDS: Job = Job { name: "send_refunds", every: SignedDuration::from_secs(5) };
pub const COMPLETE_ORDERS: Job = Job { name: "complete_orders", every: SignedDuration::from_mins(10) };
pub const FORGET_PAYMENTS: Job = Job { name: "forget_payments", every: SignedDuration::from_hours(1) };
pub const BACKUP: Job = Job { name: "backup", every: SignedDuration::from_mins(5) };

/// All jobs that hold a lease, in the order in which they run when several are due: money before what it brings about, and
/// mail finds what all the others have written.
pub const ALL: &[Job] = &[
    EXPIRE_SESSIONS,
    DELETE_ACCOUNTS,
    CARRY_OUT_UNSUBSCRIPTIONS,
    FORGET_SERVICE,
    RECONCILE_PAYMENTS,
    CANCEL_UNPAID,
    COMPLETE_ORDERS,
    SEND_REFUNDS,
    FORGET_PAYMENTS,
    DELIVER_MAIL,
    BACKUP,
];

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
        match app.db.write(move |tx| lease(tx, job, now, false)).await {
            Ok(false) => {}
            Ok(true) => drop(run_leased(app, job, now).await),
            Err(error) => tracing::error!(job = job.name, %error, "no lease"),
        }
    }
}

/// Runs one job now, due or not, unless it is running; `None`: it is.
pub async fn run_now(app: &Arc<App>, job: &'static Job) -> Result<Option<String>> {
    let now = app.clock.now();
    if app.db.write(move |tx| lease(tx, job, now, true)).await? {
        run_leased(app, job, now).await.map(Some)
    } else {
        Ok(None)
    }
}

async fn run_leased(app: &Arc<App>, job: &'static Job, now: Timestamp) -> Result<String> {
    let result = run(app, job, now).await;
    let text = match &result {
        Ok(text) => text.clone(),
        Err(error) => format!("{error}"),
    };
    if let Err(error) = &result {
        tracing::error!(job = job.name, %error, "job failed");
    }
    metrics::counter!("shop_job_runs_total", "job" => job.name, "ok" => if result.is_ok() { "1" } else { "0" })
        .increment(1);
    if let Err(error) = app.db.write(move |tx| done(tx, job, now, &text)).await {
        tracing::error!(job = job.name, %error, "the job's run could not be recorded");
    }
    result
}

/// What is known of a job's runs.
#[derive(Debug, Clone, Default, Deserialize, serde::Serialize)]
pub struct JobRow {
    pub name: String,
    /// Unix milliseconds; 0 when it is not running.
    pub lease_until: i64,
    pub last_run: Option<i64>,
    pub last_result: String,
}

/// The runs of all jobs.
pub fn list(tx: &mut dyn Tx) -> Result<Vec<JobRow>> {
    tx.all("SELECT name, lease_until, last_run, last_result FROM job ORDER BY name", vals![])
}

async fn run(app: &Arc<App>, job: &Job, now: Timestamp) -> Result<String> {
    match job.name {
        "expire_sessions" => {
            app.limits.forget_quiet();
            app.db.write(move |tx| expire_sessions::run(tx, now)).await
        }
        "cancel_unpaid" => cancel_unpaid::run(app).await,
        "reconcile_payments" => reconcile_payments::run(app).await,
        "send_refunds" => send_refunds::run(app).await,
        "complete_orders" => complete_orders::run(app, now).await,
        "forget_payments" => app.db.write(move |tx| forget_payments::run(tx, now)).await,
        "backup" => backup::run(app, now).await,
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

/// Whether the job is due, or wanted `at_once`, and this process won its lease.
fn lease(tx: &mut dyn Tx, job: &Job, now: Timestamp, at_once: bool) -> Result<bool> {
    tx.exec("INSERT INTO job (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", vals![job.name])?;
    let now_ms = now.as_millisecond();
    // A clock that was set back must not put a job to sleep until the old time comes again.
    let won = tx.exec(
        "UPDATE job SET lease_until = $2
         WHERE name = $1 AND (lease_until <= $3 OR lease_until > $2)
           AND ($5 = 1 OR last_run IS NULL OR last_run <= $4 OR last_run > $3)",
        vals![job.name, ms(now + LEASE), now_ms, now_ms - millis(job.every), at_once],
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
