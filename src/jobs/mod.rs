//! Jobs: one file each, with its name, its cron expression and its `run`.
//!
//! `tokio-cron-scheduler` fires a job by its expression. At start, and whenever the clock is set, [`run_due`] evaluates the
//! same expression for missed runs. A lock keeps the runs of a job in this process from overlapping, and a lease row in the
//! database those of other processes.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use chrono::{DateTime, Utc};
use croner::Cron;
use croner::parser::{CronParser, Seconds};
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::oneshot;
use tokio_cron_scheduler::{Job as Trigger, JobScheduler};

use crate::app::App;
use crate::audit::Origin;
use crate::call::View;
use crate::call_context::ByHand;
use crate::clock::Clock;
use crate::db::{Db, Tx};
use crate::deed::types::Failure;
use crate::error::{Error, Result, refuse};
use crate::http::{follow, pages};
use crate::job_failure::{self, Failures};
use crate::message;
use crate::operator_alert::{self, OperatorAlert};
use crate::outbox;
use crate::setting;
use crate::vals;

pub mod backup;
mod cancel_unpaid;
mod carry_out_bulk;
mod carry_out_deeds;
mod carry_out_unsubscriptions;
pub mod clock_check;
pub mod complete_orders;
mod convert_pictures;
pub mod count_misses;
mod delete_accounts;
mod deletion;
pub mod deliver_mail;
mod expire_sessions;
mod forget_payments;
mod forget_service;
mod make_staging;
mod publish_look;
mod publish_pages;
mod put_settings_into_force;
mod reconcile_payments;
pub mod save_visits;
mod seal_audit;
mod send_refunds;
mod tell_seal;
mod trim_changes;
mod write_order_terms;
mod write_thread_terms;

/// A lease that was not renewed for so long belongs to a dead run: another process may start the job again.
const LEASE: SignedDuration = SignedDuration::from_mins(10);
/// How often a run renews its lease.
const RENEWAL: Duration = Duration::from_secs(120);

/// What was planned for a time: each is carried out in a transaction of its own.
struct Planned {
    job: &'static str,
    /// False, and nothing recorded: it was taken back meanwhile.
    carry_out: fn(&mut dyn Tx, &View, i64, &Origin) -> Result<bool>,
    /// Keeps why it was refused: it waits for somebody.
    note_failure: fn(&mut dyn Tx, i64, &Failure) -> Result<()>,
}

impl Planned {
    /// Carries out those that are due, which `list` names; answers how many were, and how many were refused.
    async fn run(
        &self,
        app: &Arc<App>,
        now: Timestamp,
        list: fn(&mut dyn Tx, Timestamp, i64) -> Result<Vec<i64>>,
    ) -> Result<(usize, usize)> {
        let db = &app.db;
        let (carry_out, note_failure) = (self.carry_out, self.note_failure);
        let mut failures = Failures::load(db, self.job, now).await?;
        let limit = failures.limit(PLANNED);
        let mut due = db.read(move |tx| list(tx, now, limit)).await?;
        due.retain(|id| !failures.is_postponed(*id));
        let (mut done, mut refused) = (0, 0);
        for id in due {
            let mut salt = [0_u8; 32];
            getrandom::fill(&mut salt).map_err(anyhow::Error::from)?;
            let running = Arc::clone(app);
            let outcome = db
                .write(move |tx| {
                    let config = setting::current(tx, &running.in_force)?;
                    let stores = running.store_views.get();
                    let lang = stores.default_language();
                    let view = View::new(&stores, lang, stores.of(lang).default_currency, now, &config);
                    carry_out(tx, &view, id, &Origin { network: None, salt })
                })
                .await;
            match outcome {
                Err(Error::Refused(refusal)) => {
                    let failure = Failure::of(&refusal.message);
                    // A refusal that cannot be kept is a failed row: the others do not wait for it.
                    let noted = db.write(move |tx| note_failure(tx, id, &failure)).await;
                    refused += usize::from(failures.record(id, noted).await?.is_some());
                }
                outcome => done += usize::from(failures.record(id, outcome).await? == Some(true)),
            }
        }
        Ok((done, refused))
    }
}

/// Planned things of one look.
const PLANNED: i64 = 50;

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
    seal_audit::JOB,
    tell_seal::JOB,
    write_order_terms::JOB,
    write_thread_terms::JOB,
    publish_pages::JOB,
    publish_look::JOB,
    put_settings_into_force::JOB,
    trim_changes::JOB,
    save_visits::JOB,
    count_misses::JOB,
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
///
/// The caller holds the lock of the data folder, so no server runs that could hold a lease or a mail: those left by a killed one
/// end.
pub async fn start(app: Arc<App>) -> anyhow::Result<JobScheduler> {
    let now = app.clock.now();
    let end = move |tx: &mut dyn Tx| {
        end_server_leases(tx)?;
        outbox::end_claims(tx, now)
    };
    app.db.write(end).await.map_err(|error| anyhow!("{error}"))?;
    let scheduler = JobScheduler::new().await?;
    let follower = Arc::clone(&app);
    scheduler
        .add(Trigger::new_async("* * * * * *", move |_, _| {
            let app = Arc::clone(&follower);
            Box::pin(async move {
                if app.restoring.load(Ordering::SeqCst) {
                    return;
                }
                if let Err(error) = follow::run(&app).await {
                    tracing::error!(%error, "the catalogue could not be followed");
                }
                if app.fallbacks_due.swap(false, Ordering::Relaxed) {
                    pages::prepare_fallbacks(&app);
                }
                carry_out_deeds(&app, Turn::IfIdle).await;
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
                Box::pin(async move {
                    for job in ALL.iter().filter(|job| job.schedule == schedule) {
                        run_if_idle(&app, job).await;
                    }
                })
            })?)
            .await?;
    }
    scheduler.start().await?;
    tokio::spawn(async move { run_due(&app).await });
    Ok(scheduler)
}

/// What becomes of work on many things while a turn of it is under way in this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// The next second comes soon enough.
    IfIdle,
    /// A turn that began before the clock was changed has not seen what is due now.
    Next,
}

/// What the console's people have asked for. They see that it waits while the clock is wrong.
async fn carry_out_deeds(app: &Arc<App>, turn: Turn) {
    match is_held(app, app.clock.now()).await {
        Ok(false) => {}
        Ok(true) => return,
        Err(error) => return tracing::error!(%error, "the clock could not be checked"),
    }
    if let Err(error) = carry_out_deeds::run(app).await {
        tracing::error!(%error, "the console's deeds could not be carried out");
    }
    let bulk_turn = match turn {
        Turn::IfIdle => app.bulk_turn.try_lock().ok(),
        Turn::Next => Some(app.bulk_turn.lock().await),
    };
    if bulk_turn.is_some()
        && let Err(error) = carry_out_bulk::run(app).await
    {
        tracing::error!(%error, "the console's work on many things could not go on");
    }
    drop(bulk_turn);
    if let Err(error) = convert_pictures::run(app).await {
        tracing::error!(%error, "pictures that were put in could not be looked after");
    }
    if let Err(error) = make_staging::run(app).await {
        tracing::error!(%error, "the anonymised copy could not be looked after");
    }
}

/// Runs every job that is due, once its present run has ended: catches up after a downtime or a change of the clock.
pub async fn run_due(app: &Arc<App>) {
    carry_out_deeds(app, Turn::Next).await;
    for job in ALL {
        let _turn = app.job_turns[job.name].lock().await;
        run_if_due(app, job).await;
    }
}

async fn run_if_idle(app: &Arc<App>, job: &'static Job) {
    if let Ok(_turn) = app.job_turns[job.name].try_lock() {
        run_if_due(app, job).await;
    }
}

/// The caller holds the job's turn. While the shop stops, nothing is run: the next start catches up.
async fn run_if_due(app: &Arc<App>, job: &'static Job) {
    // The schedule may fire once more when the database is closed already.
    if app.restoring.load(Ordering::SeqCst) {
        return;
    }
    let Ok(_running) = app.job_runs.try_read() else { return };
    let now = app.clock.now();
    // Mail leaves in any case, the alert about the clock with it.
    if job.name != deliver_mail::JOB.name {
        match is_held(app, now).await {
            Ok(false) => {}
            Ok(true) => return,
            Err(error) => return tracing::error!(job = job.name, %error, "the clock could not be checked"),
        }
    }
    match app.db.write(move |tx| Lease::take_if_due(tx, job, now)).await {
        Ok(None) => {}
        Ok(Some(lease)) => drop(run_leased(app, lease, now).await),
        Err(error) => tracing::error!(job = job.name, %error, "no lease"),
    }
}

/// Runs a job now, due or not, for a command beside the server. `None` if it is running already.
pub async fn run_now(app: &Arc<App>, job: &'static Job) -> Result<Option<String>> {
    let now = app.clock.now();
    if job.name != deliver_mail::JOB.name && is_held(app, now).await? {
        return Err(anyhow!("the clock contradicts the last runs of the jobs; set it first").into());
    }
    match app.db.write(move |tx| Lease::take(tx, job, Holder::Command, now, Timestamp::MAX)).await? {
        Some(lease) => run_leased(app, lease, now).await.map(Some),
        None => Ok(None),
    }
}

/// How long a call waits for a job that it has begun: it goes on afterwards.
const PATIENCE: Duration = Duration::from_secs(20);

/// Lets the console's people run jobs.
pub fn offer_by_hand(app: &Arc<App>) {
    let running = Arc::downgrade(app);
    app.context.jobs.offer(Box::new(move |name| {
        let app = running.upgrade();
        Box::pin(async move { run_by_hand(&app.context("the shop has ended")?, &name).await })
    }));
}

/// Runs a job now, due or not, beside the schedule; answers what it did, or that it goes on.
async fn run_by_hand(app: &Arc<App>, name: &str) -> Result<ByHand> {
    let job = ALL.iter().find(|job| job.name == name).ok_or_else(|| refuse(message::JOB_UNKNOWN))?;
    let now = app.clock.now();
    if job.name != deliver_mail::JOB.name && is_held(app, now).await? {
        return Err(refuse(message::JOB_CLOCK));
    }
    let (told, answer) = oneshot::channel();
    let app = Arc::clone(app);
    // Whoever asked may go away meanwhile.
    tokio::spawn(async move { drop(told.send(run_beside_schedule(&app, job, now).await)) });
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(outcome) => outcome.context("the job ended in a panic")?,
        Err(_) => Ok(ByHand::Begun),
    }
}

async fn run_beside_schedule(app: &Arc<App>, job: &'static Job, now: Timestamp) -> Result<ByHand> {
    let Ok(_turn) = app.job_turns[job.name].try_lock() else { return Err(refuse(message::JOB_RUNNING)) };
    // A stop waits for it.
    let Ok(_running) = app.job_runs.try_read() else { return Err(refuse(message::JOB_STOPPING)) };
    let lease = app.db.write(move |tx| Lease::take(tx, job, Holder::Server, now, Timestamp::MAX)).await?;
    let lease = lease.ok_or_else(|| refuse(message::JOB_RUNNING))?;
    Ok(match run_leased(app, lease, now).await {
        Ok(text) => ByHand::Ran(text),
        Err(error) => ByHand::Failed(error.to_string()),
    })
}

/// Whether the jobs are held because the clock contradicts the last runs; told once in the log, and daily to the operator.
async fn is_held(app: &Arc<App>, now: Timestamp) -> Result<bool> {
    let config = app.config();
    let fault = app.db.read(move |tx| clock_check::find_fault(tx, &config, now)).await?;
    let is_held = fault.is_some();
    if app.health.record_clock(fault.clone()) {
        tracing::error!(
            "{}: jobs are held; set the clock, or restart with `shop serve --accept-clock`",
            fault.as_deref().unwrap_or_default()
        );
    }
    if let Some(fault) = fault {
        let (config, secret) = (app.config(), app.context.secret);
        let alert =
            OperatorAlert::new("Jobs are held: the clock is wrong".into(), &[("clock", &fault)], "jobs list".into());
        app.db.write(move |tx| operator_alert::send_daily(tx, &config, &secret, "clock", &alert, now)).await?;
    }
    Ok(is_held)
}

async fn run_leased(app: &Arc<App>, lease: Lease, now: Timestamp) -> Result<String> {
    let job = lease.job;
    let result = while_held(&app.db, &app.clock, lease, RENEWAL, (job.run)(app, now)).await;
    let text = match &result {
        Ok(text) => text.clone(),
        Err(error) => format!("{error}"),
    };
    if let Err(error) = &result {
        tracing::error!(job = job.name, %error, "job failed");
    }
    metrics::counter!("shop_job_runs_total", "job" => job.name, "ok" => if result.is_ok() { "1" } else { "0" })
        .increment(1);
    // An outage that ends by itself is no failure of the job, and is logged above.
    let is_outage = |error: &Error| matches!(error, Error::Unavailable(_)) || app.db.check_files().is_err();
    let has_failed = result.as_ref().is_err_and(|error| !is_outage(error));
    app.health.record_run(job.name, has_failed);
    let (config, secret) = (app.config(), app.context.secret);
    let ended = app.db.write(move |tx| {
        let is_recorded = lease.end(tx, now, &text)?;
        if has_failed && is_recorded {
            let alert =
                OperatorAlert::new(format!("The job {} fails", job.name), &[("job", job.name)], "jobs list".into());
            operator_alert::send_daily(tx, &config, &secret, job.name, &alert, now)?;
        }
        let stuck = job_failure::count_stuck(tx, job.name)?;
        if stuck > 0 {
            let facts = [("job", job.name), ("rows", &stuck.to_string())];
            let alert =
                OperatorAlert::new(format!("The job {} is stuck at a row", job.name), &facts, "jobs stuck".into());
            operator_alert::send_daily(tx, &config, &secret, &format!("{} stuck", job.name), &alert, now)?;
        }
        Ok(is_recorded)
    });
    match ended.await {
        Ok(true) => {}
        Ok(false) => tracing::error!(job = job.name, "another process took over the job during its run"),
        Err(error) => tracing::error!(job = job.name, %error, "the job's run could not be recorded"),
    }
    result
}

/// Runs `work` as long as the lease holds. A process that was frozen for longer than the lease may still finish the row at
/// which it was before it notices: each row is processed in one transaction that looks at the row's state first, so that this
/// repeats nothing.
async fn while_held<T>(
    db: &Db,
    clock: &Clock,
    lease: Lease,
    renewal: Duration,
    work: impl Future<Output = Result<T>>,
) -> Result<T> {
    tokio::select! {
        result = work => result,
        error = keep(db, clock, lease, renewal) => Err(error),
    }
}

/// Renews the lease each `renewal`; returns only when it is lost.
async fn keep(db: &Db, clock: &Clock, lease: Lease, renewal: Duration) -> Error {
    let mut renewed = Instant::now();
    loop {
        tokio::time::sleep(renewal).await;
        let now = clock.now();
        match db.write(move |tx| lease.renew(tx, now)).await {
            Ok(true) => renewed = Instant::now(),
            Ok(false) => return anyhow!("another process took over the job").into(),
            // A database that is busy for a moment ends no run while the lease lasts.
            Err(Error::Unavailable(_)) if renewed.elapsed() + renewal < LEASE.unsigned_abs() => {}
            Err(error) => return error,
        }
    }
}

/// Who holds a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    /// The running shop, which the lock of the data folder protects.
    Server,
    /// A command beside it.
    Command,
}

/// The right to run a job, until it expires or another run takes it over.
#[derive(Debug, Clone, Copy)]
struct Lease {
    job: &'static Job,
    /// Number of the run. A run with an older number has lost its lease, whatever its clock says.
    fence: i64,
}

impl Lease {
    /// For the server: the lease of a job that is due. `None` if it is not, or is running.
    fn take_if_due(tx: &mut dyn Tx, job: &'static Job, now: Timestamp) -> Result<Option<Lease>> {
        Self::take(tx, job, Holder::Server, now, job.last_due(now)?)
    }

    /// The lease of a job whose last run is older than `due`. `None` if it is newer, or the job is running.
    fn take(
        tx: &mut dyn Tx,
        job: &'static Job,
        holder: Holder,
        now: Timestamp,
        due: Timestamp,
    ) -> Result<Option<Lease>> {
        tx.exec("INSERT INTO job (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", vals![job.name])?;
        // A run in the future is left from before the clock was set back. A lease in the future is not: its holder may only
        // have a faster clock.
        let fence: Option<i64> = tx.find(
            "UPDATE job SET lease_until = $2, fence = fence + 1, server = $5
             WHERE name = $1 AND lease_until <= $3 AND (last_run IS NULL OR last_run < $4 OR last_run > $3)
             RETURNING fence",
            vals![
                job.name,
                (now + LEASE).as_millisecond(),
                now.as_millisecond(),
                due.as_millisecond(),
                holder == Holder::Server
            ],
        )?;
        Ok(fence.map(|fence| Lease { job, fence }))
    }

    /// Extends the lease; false if it is lost.
    fn renew(self, tx: &mut dyn Tx, now: Timestamp) -> Result<bool> {
        let kept = tx.exec(
            "UPDATE job SET lease_until = $3 WHERE name = $1 AND fence = $2",
            vals![self.job.name, self.fence, (now + LEASE).as_millisecond()],
        )?;
        Ok(kept == 1)
    }

    /// Records the run and ends the lease; false, and nothing recorded, if it was lost.
    fn end(self, tx: &mut dyn Tx, now: Timestamp, result: &str) -> Result<bool> {
        let ended = tx.exec(
            "UPDATE job SET lease_until = 0, last_run = $3, last_result = $4 WHERE name = $1 AND fence = $2",
            vals![self.job.name, self.fence, now.as_millisecond(), result],
        )?;
        Ok(ended == 1)
    }
}

/// Ends the leases of a server that was killed.
fn end_server_leases(tx: &mut dyn Tx) -> Result<()> {
    tx.exec("UPDATE job SET lease_until = 0, fence = fence + 1 WHERE server = 1 AND lease_until > 0", vals![])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::db::Connection;
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
                ("seal_audit", 5),
                ("tell_seal", 86_400),
                ("write_order_terms", 60),
                ("write_thread_terms", 60),
                ("publish_pages", 60),
                ("publish_look", 60),
                ("put_settings_into_force", 60),
                ("trim_changes", 600),
                ("save_visits", 60),
                ("count_misses", 60),
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
                let Some(lease) = Lease::take_if_due(tx, job, at(time))? else { return Ok(false) };
                assert!(Lease::take_if_due(tx, job, at(time))?.is_none(), "the lease is taken");
                lease.end(tx, at(time), "done")
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

    fn lease(shop: &Connection, time: &str) -> Option<Lease> {
        with(shop, |tx| Lease::take_if_due(tx, find("deliver_mail").expect("a job"), at(time)))
    }

    #[test]
    fn dead_runs_lose_their_lease() {
        let shop = empty();
        assert!(lease(&shop, "2026-11-21T09:00:00Z").is_some() && lease(&shop, "2026-11-21T09:09:55Z").is_none());
        assert!(lease(&shop, "2026-11-21T09:10:00Z").is_some());
    }

    #[test]
    fn renewed_leases_outlast_their_first_term() {
        let shop = empty();
        let run = lease(&shop, "2026-11-21T09:00:00Z").expect("the lease");
        assert!(with(&shop, |tx| run.renew(tx, at("2026-11-21T09:08:00Z"))));
        assert!(lease(&shop, "2026-11-21T09:17:55Z").is_none());
        assert!(with(&shop, |tx| run.end(tx, at("2026-11-21T09:00:00Z"), "done")));
        assert!(lease(&shop, "2026-11-21T09:18:00Z").is_some());
    }

    #[test]
    fn a_run_that_lost_its_lease_records_nothing_and_cannot_renew_it() {
        let shop = empty();
        let late = lease(&shop, "2026-11-21T09:00:00Z").expect("the lease");
        let next = lease(&shop, "2026-11-21T09:10:00Z").expect("taken over");
        assert!(!with(&shop, |tx| late.renew(tx, at("2026-11-21T09:10:01Z"))));
        assert!(!with(&shop, |tx| late.end(tx, at("2026-11-21T09:00:00Z"), "late")));
        assert!(lease(&shop, "2026-11-21T09:10:05Z").is_none(), "the late run did not end the lease of the next");
        assert!(with(&shop, |tx| next.end(tx, at("2026-11-21T09:10:00Z"), "done")));
        assert_eq!(with(&shop, crate::job_run::list)[0].last_result, "done");
    }

    const OFTEN: Duration = Duration::from_millis(1);

    /// Runs `work` under a lease; a lease that is not looked after would make it wait for ever.
    async fn under<T>(db: &Db, clock: &Clock, lease: Lease, work: impl Future<Output = Result<T>>) -> Result<T> {
        let run = while_held(db, clock, lease, OFTEN, work);
        tokio::time::timeout(Duration::from_secs(30), run).await.expect("the lease is looked after")
    }

    /// A job that others may take over, and its lease.
    fn held() -> (Db, Clock, &'static Job, Lease) {
        let (shop, clock) = (empty(), Clock::manual(at("2026-11-21T09:00:00Z")));
        let job = find("send_refunds").expect("a job");
        let lease = with(&shop, |tx| Lease::take_if_due(tx, job, clock.now())).expect("the lease");
        (Db::inline(Arc::new(Mutex::new(shop))), clock, job, lease)
    }

    #[tokio::test]
    async fn a_run_that_outlasts_its_lease_keeps_it_as_long_as_it_works() {
        let (db, clock, job, lease) = held();
        let work = async {
            for _ in 0..30 {
                let now = clock.now() + SignedDuration::from_mins(1);
                clock.set(now);
                let until = (now + LEASE).as_millisecond();
                let is_renewed = move |tx: &mut dyn Tx| {
                    tx.one::<bool>("SELECT lease_until = $2 FROM job WHERE name = $1", vals![job.name, until])
                };
                while !db.read(is_renewed).await? {
                    tokio::task::yield_now().await;
                }
                let other = db.write(move |tx| Lease::take(tx, job, Holder::Command, now, Timestamp::MAX)).await?;
                assert!(other.is_none(), "taken over at {now}");
            }
            Ok(())
        };
        under(&db, &clock, lease, work).await.expect("the run ends by itself");
    }

    #[tokio::test]
    async fn a_run_whose_lease_was_taken_over_while_it_was_frozen_ends() {
        let (db, clock, job, lease) = held();
        let now = clock.now() + LEASE;
        clock.set(now);
        let other = db.write(move |tx| Lease::take(tx, job, Holder::Command, now, Timestamp::MAX)).await;
        let other = other.expect("the database answers").expect("an expired lease");
        let work = std::future::pending::<Result<()>>();
        let error = under(&db, &clock, lease, work).await.expect_err("it has lost its lease");
        assert_eq!(error.to_string(), "internal: another process took over the job");
        assert!(
            db.write(move |tx| other.renew(tx, now)).await.expect("the database answers"),
            "that of the other holds"
        );
    }

    #[test]
    fn slower_clocks_do_not_steal_leases() {
        let shop = empty();
        assert!(lease(&shop, "2026-11-21T10:00:00Z").is_some());
        assert!(lease(&shop, "2026-11-21T09:00:00Z").is_none(), "an hour behind the holder");
    }

    #[test]
    fn a_new_server_ends_the_leases_of_a_killed_one_but_not_those_of_commands() {
        let shop = empty();
        let (mails, refunds) = (find("deliver_mail").expect("a job"), find("send_refunds").expect("a job"));
        let now = at("2026-11-21T09:00:00Z");
        let killed = with(&shop, |tx| Lease::take_if_due(tx, mails, now)).expect("the lease");
        with(&shop, |tx| Lease::take(tx, refunds, Holder::Command, now, Timestamp::MAX)).expect("the lease");
        with(&shop, end_server_leases);
        assert!(with(&shop, |tx| Lease::take_if_due(tx, mails, now)).is_some());
        assert!(with(&shop, |tx| Lease::take_if_due(tx, refunds, now)).is_none());
        assert!(!with(&shop, |tx| killed.end(tx, now, "late")));
    }

    #[test]
    fn unknown_jobs_are_refused_by_name() {
        let error = find("tidy").expect_err("refused").to_string();
        assert!(error.starts_with("there is no job tidy; there are expire_sessions, "), "{error}");
    }
}
