//! The calls about the system, one function a path.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::store;
use super::types::{
    BackupItem, Backups, JobAnswer, JobArgs, JobItem, JobOutcome, MailArgs, Mails, State, StuckRow, UnsentMail,
};
use crate::audit::Change;
use crate::backup::Held;
use crate::call::{Changed, NoArgs, StaffMember};
use crate::call_context::{ByHand, CallContext};
use crate::catalog::media;
use crate::config::{Config, Mode};
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::{backup, job_failure, job_run, message, order, outbox, restore, staging};

/// Mails of each state that are listed.
const MAILS: i64 = 50;
/// How long the system tells how a restore has ended.
const RESTORED: SignedDuration = SignedDuration::from_hours(7 * 24);

pub fn show(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<State> {
    let config = &member.client.view.config;
    let at = member.client.now();
    let now = at.as_millisecond();
    let jobs = job_run::list(tx)?.into_iter().map(|job| {
        Ok(JobItem {
            last_run: job.last_run.map(time).transpose()?,
            is_running: job.lease_until > now,
            name: job.name,
            last_result: job.last_result,
        })
    });
    let jobs = jobs.collect::<Result<_>>()?;
    let stuck = job_failure::list_stuck(tx)?.into_iter().map(|row| {
        Ok(StuckRow {
            job: row.job,
            row_id: row.row_id,
            failures: row.failures,
            failed_at: time(row.failed_at)?,
            retry_at: time(row.retry_at)?,
            error: row.error,
        })
    });
    let (failed, waiting) = (outbox::list_given_up(tx, MAILS)?, outbox::list_waiting(tx, MAILS)?);
    Ok(State {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        is_demo: config.mode == Mode::Demo,
        schema: store::schema(tx)?,
        database_bytes: store::size(tx)?,
        backups: backups(config),
        restore: restore::find_current(tx, at - RESTORED)?.map(|restore| restore.item()).transpose()?,
        anonymised: staging::find(tx)?,
        jobs,
        stuck: stuck.collect::<Result<_>>()?,
        mails: Mails { failed: mails(tx, failed)?, waiting: mails(tx, waiting)? },
        warnings: config.warnings().iter().map(ToString::to_string).collect(),
    })
}

fn time(millisecond: i64) -> Result<String> {
    Ok(Timestamp::from_millisecond(millisecond).map_err(anyhow::Error::from)?.to_string())
}

/// The copies. A folder that cannot be read has none.
fn backups(config: &Config) -> Backups {
    let folder = backup::folder(config);
    let mut items: Vec<BackupItem> = backup::list(&folder).iter().filter_map(|path| item(path)).collect();
    items.sort_by(|a, b| b.made_at.cmp(&a.made_at));
    Backups { is_nightly: config.backup.nightly, folder: folder.display().to_string(), items }
}

fn item(path: &Path) -> Option<BackupItem> {
    let about = path.metadata().ok()?;
    let made_at = Timestamp::try_from(about.modified().ok()?).ok()?.round(jiff::Unit::Second).ok()?;
    let name = path.file_name()?.to_str()?.to_owned();
    // A file that is no copy any more is listed nevertheless: what is wrong with it, its preview tells.
    let Held { files, bytes } = backup::held(path).unwrap_or_default();
    Some(BackupItem { name, made_at: made_at.to_string(), bytes: about.len(), pictures: files, picture_bytes: bytes })
}

fn mails(tx: &mut dyn Tx, entries: Vec<outbox::Entry>) -> Result<Vec<UnsentMail>> {
    let ids: Vec<i64> = entries.iter().map(|entry| entry.id).collect();
    let addressees = outbox::addressees(tx, &ids)?;
    let orders: Vec<i64> = addressees.values().filter_map(|of| of.order_id).collect();
    let numbers = order::numbers(tx, &orders)?;
    let mail = |entry: outbox::Entry| {
        let of = addressees.get(&entry.id).copied().unwrap_or_default();
        Ok(UnsentMail {
            id: entry.id,
            at: time(entry.created_at)?,
            template: entry.template,
            recipient: entry.recipient,
            attempts: entry.attempts,
            error: entry.error,
            order_number: of.order_id.and_then(|id| numbers.get(&id).cloned()),
            customer: of.customer_id.map(|id| id.to_string()),
        })
    };
    entries.into_iter().map(mail).collect()
}

// ── Copies ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Makes a copy now, as the nightly ones are made.
pub async fn prepare_backup(context: Arc<CallContext>, member: StaffMember, _: NoArgs) -> Result<BackupItem> {
    // The path may lead to another file, which is not the shop's.
    context.db.check_files()?;
    let config = Arc::clone(&member.client.view.config);
    let source = media::copy_source(&config, context.db.path());
    let made = tokio::task::spawn_blocking(move || -> Result<BackupItem> {
        let folder = backup::folder(&config);
        backup::open_folder(&folder)
            .map_err(|_| refuse(message::SYSTEM_BACKUP_FOLDER.with("folder", folder.display())))?;
        let made = backup::into_folder(&source, &folder, backup::BY_HAND)?;
        let file = made.ok_or_else(|| refuse(message::SYSTEM_BACKUP_BUSY))?;
        Ok(item(&file).with_context(|| format!("{} is not there", file.display()))?)
    });
    made.await.map_err(anyhow::Error::from)?
}

pub fn backup(tx: &mut dyn Tx, member: &StaffMember, made: &BackupItem) -> Result<Changed<State>> {
    let change = Change::new("backup", &made.name).after(json!({ "bytes": made.bytes }));
    Ok(Changed::new(show(tx, member, NoArgs {})?, change))
}

// ── Jobs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A job that somebody has run, and what became of it.
pub struct Run {
    job: String,
    outcome: ByHand,
}

/// Runs a job now, due or not; waits for a while for how it ends.
pub async fn prepare_job(context: Arc<CallContext>, _: StaffMember, args: JobArgs) -> Result<Run> {
    let outcome = context.jobs.run(args.name.clone()).await?;
    Ok(Run { job: args.name, outcome })
}

/// Records who has run it: what it has done by then stays done.
pub fn run_job(tx: &mut dyn Tx, member: &StaffMember, run: &Run) -> Result<Changed<JobAnswer>> {
    let (outcome, text) = match &run.outcome {
        ByHand::Ran(text) => (JobOutcome::Ran, text.as_str()),
        ByHand::Failed(text) => (JobOutcome::Failed, text.as_str()),
        ByHand::Begun => (JobOutcome::Begun, ""),
    };
    let change = Change::new("job", &run.job).after(json!({ "outcome": outcome }));
    let state = show(tx, member, NoArgs {})?;
    Ok(Changed::new(JobAnswer { job: run.job.clone(), outcome, text: text.to_owned(), state }, change))
}

// ── Mails ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Sends a mail that has not left as soon as possible.
pub fn retry_mail(tx: &mut dyn Tx, member: &StaffMember, args: MailArgs) -> Result<Changed<State>> {
    if !outbox::retry(tx, args.id, member.client.now())? {
        return Err(refuse(message::SYSTEM_MAIL_NOT_FOUND));
    }
    Ok(Changed::new(show(tx, member, NoArgs {})?, Change::new("mail", args.id)))
}

/// The same for all that were given up.
pub fn retry_mails(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Changed<State>> {
    let count = outbox::retry_given_up(tx, member.client.now())?;
    let change = Change::new("mail", "").after(json!({ "mails": count }));
    Ok(Changed::new(show(tx, member, NoArgs {})?, change))
}
