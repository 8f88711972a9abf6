//! The calls about work on many things, one function a path.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::papers::FILE;
use super::store::{self, Counts, ItemState, Run};
use super::types::{
    BulkCall, BulkDetail, BulkRun, BulkRuns, IdArgs, Matching, PrepareArgs, RunState, ShowArgs, StartArgs, ThingKind,
};
use super::{MOST, RUNS};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::deed::types::DeedAuthor;
use crate::domain::permission::{Permission, Permissions};
use crate::error::{Error, Result, refuse};
use crate::{bank, category, deed, inbox, message, order, order_admin, product};

/// How long what was prepared can be started: later, the number that somebody has seen means little.
const DRAFT: SignedDuration = SignedDuration::from_mins(15);
/// Runs that are listed.
const LISTED: i64 = 50;
/// Failures a page.
const PAGE: i64 = 100;

// ── Preparing ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// What a run will be about: each thing with what it is now.
pub struct Gathered {
    call: BulkCall,
    things: Vec<(String, String)>,
}

/// Finds what matches, in one snapshot and without holding up those who write.
pub async fn gather(context: Arc<CallContext>, member: StaffMember, args: PrepareArgs) -> Result<Gathered> {
    check_permission(&member.who.permissions, args.call)?;
    context.db.read(move |tx| found(tx, &member, &args)).await
}

pub(super) fn found(tx: &mut dyn Tx, member: &StaffMember, args: &PrepareArgs) -> Result<Gathered> {
    let PrepareArgs { call, of } = args;
    let limit = MOST as i64 + 1;
    let kind = match of {
        Matching::Orders(_) | Matching::ToPack(_) => ThingKind::Orders,
        Matching::Movements(_) => ThingKind::Movements,
        Matching::Products(_) => ThingKind::Products,
        Matching::Threads(_) => ThingKind::Threads,
        Matching::Chosen(_) => call.things(),
    };
    if kind != call.things() {
        return Err(Error::Malformed("of: other things than those of the call".into()));
    }
    let things: Vec<String> = match of {
        Matching::Orders(filters) => order_admin::matching(tx, filters, member.client.now(), limit)?,
        Matching::ToPack(true) => order::list_all_packable(tx, limit)?.into_iter().map(|order| order.number).collect(),
        Matching::ToPack(false) => Vec::new(),
        Matching::Movements(filters) => {
            bank::matching_lines(tx, filters, limit)?.into_iter().map(|id| id.to_string()).collect()
        }
        Matching::Products(filters) => product::calls::matching(tx, member, filters, limit)?,
        Matching::Threads(filters) => inbox::matching(tx, member, filters, limit)?,
        Matching::Chosen(things) => things.clone(),
    };
    if things.len() > MOST {
        return Err(refuse(message::BULK_TOO_MANY.with("max", MOST)));
    }
    // To find orders, and to see what becomes of them, is to read them.
    if kind == ThingKind::Orders && !member.who.permissions.contains(&Permission::OrdersRead) {
        return Err(refuse(message::STAFF_NOT_ALLOWED));
    }
    let things = with_stamps(tx, *call, things)?;
    if things.is_empty() { Err(refuse(message::BULK_NOTHING)) } else { Ok(Gathered { call: *call, things }) }
}

/// Each thing with what it is now; those that are not there are left out.
fn with_stamps(tx: &mut dyn Tx, call: BulkCall, things: Vec<String>) -> Result<Vec<(String, String)>> {
    let mut stamps = match call.things() {
        ThingKind::Orders => order_admin::stamps(tx, &things)?,
        ThingKind::Products => product::calls::stamps(tx, &things)?,
        ThingKind::Threads => inbox::stamps(tx, &things)?,
        // A movement that is not there fails by itself; its call looks at its state.
        ThingKind::Movements => {
            let ids = things.into_iter().filter(|id| id.parse::<i64>().is_ok());
            return Ok(ids.map(|id| (id, String::new())).collect());
        }
    };
    Ok(things.into_iter().filter_map(|number| stamps.remove(&number).map(|stamp| (number, stamp))).collect())
}

/// Keeps what was found, until it is started.
pub fn prepare(tx: &mut dyn Tx, member: &StaffMember, gathered: &Gathered) -> Result<Changed<BulkRun>> {
    let Gathered { call, things } = gathered;
    let id = store::save_draft(tx, member, *call, things)?;
    let run = shown(tx, member, id)?;
    let change = Change::new("bulk_run", id).after(json!({ "call": call, "count": run.count }));
    Ok(Changed::new(run, change))
}

/// Starts what was prepared.
pub fn start(tx: &mut dyn Tx, member: &StaffMember, args: StartArgs) -> Result<Changed<BulkRun>> {
    let run = find_own(tx, member, args.id)?;
    let now = member.client.now();
    if run.state != RunState::Draft || run.created_at < (now - DRAFT).as_millisecond() {
        return Err(refuse(message::BULK_ASK_AGAIN));
    }
    let call = call_of(&run)?;
    match call {
        BulkCall::Cancel => {
            order_admin::check_reason(&args.reason)?;
            check_proof(tx, member, run.id)?;
        }
        BulkCall::Note => order_admin::check_note(&args.text)?,
        BulkCall::AddToCategory | BulkCall::RemoveFromCategory => drop(category::editing::find(tx, &args.category)?),
        BulkCall::Complete
        | BulkCall::Ship
        | BulkCall::Ignore
        | BulkCall::Reopen
        | BulkCall::Papers
        | BulkCall::PutOnSale
        | BulkCall::TakeOffSale
        | BulkCall::CloseMessage
        | BulkCall::ReopenMessage => {}
    }
    let typed = json!({ "reason": args.reason, "text": args.text, "category": args.category });
    begin(tx, member, &run, call, &typed)?;
    if call == BulkCall::Papers {
        store::save_ended(tx, run.id, RunState::Done, now)?;
    }
    changed(tx, member, run.id)
}

/// Canceling what has been paid gives money back, of many orders at once.
fn check_proof(tx: &mut dyn Tx, member: &StaffMember, id: i64) -> Result<()> {
    if store::has_paid(tx, id)? { member.check_proof() } else { Ok(()) }
}

fn begin(tx: &mut dyn Tx, member: &StaffMember, run: &Run, call: BulkCall, typed: &serde_json::Value) -> Result<()> {
    if call != BulkCall::Papers && store::count_running(tx, &member.who)? >= RUNS {
        return Err(refuse(message::BULK_BUSY.with("max", RUNS)));
    }
    store::save_started(tx, run.id, typed, member.is_proved(), member.client.now())
}

// ── Showing ─────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<BulkRuns> {
    Ok(BulkRuns { items: summaries(tx, Some(&member.who.permissions))? })
}

/// Runs that have not ended, then the newest; of those only whose call is among the permissions, where some are given.
pub fn summaries(tx: &mut dyn Tx, permissions: Option<&Permissions>) -> Result<Vec<BulkRun>> {
    let runs = store::list(tx, LISTED)?;
    let may = |run: &Run| permissions.is_none_or(|permissions| may_see(permissions, run));
    let runs: Vec<Run> = runs.into_iter().filter(may).take(LISTED as usize).collect();
    let mut counts = store::counts_of(tx, &runs.iter().map(|run| run.id).collect::<Vec<_>>())?;
    runs.into_iter().map(|run| counted(&counts.remove(&run.id).unwrap_or_default(), run)).collect()
}

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: ShowArgs) -> Result<BulkDetail> {
    detail(tx, Some(&member.who.permissions), args.id, args.after)
}

/// A run with a page of what failed in it; one that the permissions do not let see is not there.
pub fn detail(tx: &mut dyn Tx, permissions: Option<&Permissions>, id: i64, after: Option<i64>) -> Result<BulkDetail> {
    let run = store::find(tx, id)?.filter(|run| permissions.is_none_or(|permissions| may_see(permissions, run)));
    let run = run.ok_or_else(|| refuse(message::BULK_NOT_FOUND))?;
    let mut failures = store::list_failures(tx, run.id, after.unwrap_or(-1), PAGE + 1)?;
    let has_more = failures.len() as i64 > PAGE;
    failures.truncate(PAGE as usize);
    let after = failures.last().filter(|_| has_more).map(|(position, _)| *position);
    Ok(BulkDetail {
        run: summary(tx, run)?,
        failures: failures.into_iter().map(|(_, failure)| failure).collect(),
        after,
    })
}

fn shown(tx: &mut dyn Tx, member: &StaffMember, id: i64) -> Result<BulkRun> {
    let run = find(tx, &member.who.permissions, id)?;
    summary(tx, run)
}

fn summary(tx: &mut dyn Tx, run: Run) -> Result<BulkRun> {
    counted(&store::counts(tx, run.id)?, run)
}

fn counted(counts: &Counts, run: Run) -> Result<BulkRun> {
    let of = |state: ItemState| counts.get(&state).copied().unwrap_or(0);
    let call = call_of(&run)?;
    let count: i64 = counts.values().sum();
    let files = if call == BulkCall::Papers { usize::try_from(count).unwrap_or(0).div_ceil(FILE) } else { 0 };
    Ok(BulkRun {
        id: run.id,
        call,
        by: author(&run),
        state: run.state,
        asked_at: time(run.started_at.unwrap_or(run.created_at))?,
        ended_at: run.ended_at.map(time).transpose()?,
        count,
        waiting: of(ItemState::Waiting),
        pending: of(ItemState::Asked),
        done: of(ItemState::Done),
        failed: of(ItemState::Failed),
        undone: of(ItemState::Undone),
        stopped: of(ItemState::Stopped),
        files,
        file_size: FILE,
    })
}

fn author(run: &Run) -> DeedAuthor {
    DeedAuthor { id: run.staff_id, name: run.staff_name.clone(), token_id: run.token_id }
}

fn time(millisecond: i64) -> Result<String> {
    Ok(Timestamp::from_millisecond(millisecond).map_err(anyhow::Error::from)?.to_string())
}

pub(super) fn call_of(run: &Run) -> Result<BulkCall> {
    let call = BulkCall::from_path(&run.call).ok_or_else(|| anyhow::anyhow!("{} is not done to many", run.call))?;
    Ok(call)
}

fn check_permission(permissions: &Permissions, call: BulkCall) -> Result<()> {
    if permissions.contains(&call.permission()) { Ok(()) } else { Err(refuse(message::STAFF_NOT_ALLOWED)) }
}

fn may_see(permissions: &Permissions, run: &Run) -> bool {
    BulkCall::from_path(&run.call).is_some_and(|call| permissions.contains(&call.permission()))
}

/// The run with this id. One that the caller may not see is not there for them.
pub(super) fn find(tx: &mut dyn Tx, permissions: &Permissions, id: i64) -> Result<Run> {
    store::find(tx, id)?.filter(|run| may_see(permissions, run)).ok_or_else(|| refuse(message::BULK_NOT_FOUND))
}

/// The same, as long as it is the caller's: it acts in their name.
fn find_own(tx: &mut dyn Tx, member: &StaffMember, id: i64) -> Result<Run> {
    let run = find(tx, &member.who.permissions, id)?;
    if author(&run).is(&member.who) { Ok(run) } else { Err(refuse(message::BULK_NOT_FOUND)) }
}

// ── Stopping and repeating ──────────────────────────────────────────────────────────────────────────────────────────

pub fn stop(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<BulkRun>> {
    let run = find(tx, &member.who.permissions, args.id)?;
    let change = stop_run(tx, run.id, member.client.now())?;
    Ok(Changed::new(shown(tx, member, run.id)?, change))
}

/// Lets nothing more of a running run begin, and undoes its deeds that are still pending.
pub fn stop_run(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<Change> {
    let run = store::find(tx, id)?.filter(|run| run.state == RunState::Running);
    let run = run.ok_or_else(|| refuse(message::BULK_ENDED))?;
    store::move_items(tx, run.id, ItemState::Waiting, ItemState::Stopped)?;
    deed::undo_of_run(tx, run.id)?;
    store::move_items(tx, run.id, ItemState::Asked, ItemState::Undone)?;
    store::save_ended(tx, run.id, RunState::Stopped, now)?;
    let counts = store::counts(tx, run.id)?;
    let of = |state: ItemState| counts.get(&state).copied().unwrap_or(0);
    let after = json!({ "call": run.call, "done": of(ItemState::Done), "stopped": of(ItemState::Stopped),
        "undone": of(ItemState::Undone) });
    Ok(Change::new("bulk_run", id).after(after))
}

/// Stops all runs that go on.
pub fn stop_all(tx: &mut dyn Tx, now: Timestamp) -> Result<()> {
    for id in store::list_running(tx)? {
        stop_run(tx, id, now)?;
    }
    Ok(())
}

/// Runs a run again for what failed in it, as that is now.
pub fn again(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<BulkRun>> {
    let run = find_own(tx, member, args.id)?;
    if !matches!(run.state, RunState::Done | RunState::Stopped) {
        return Err(refuse(message::BULK_ASK_AGAIN));
    }
    let call = call_of(&run)?;
    let failed = store::list_items(tx, run.id, ItemState::Failed, MOST as i64)?;
    if failed.is_empty() {
        return Err(refuse(message::BULK_NOTHING));
    }
    let things = failed.iter().map(|item| item.thing.clone()).collect();
    let stamps: HashMap<String, String> = with_stamps(tx, call, things)?.into_iter().collect();
    for item in &failed {
        let seen = stamps.get(&item.thing).map_or("", String::as_str);
        store::save_waiting(tx, run.id, item.position, seen)?;
    }
    if call == BulkCall::Cancel {
        check_proof(tx, member, run.id)?;
    }
    let typed = serde_json::from_str(&run.args).map_err(anyhow::Error::from)?;
    begin(tx, member, &run, call, &typed)?;
    changed(tx, member, run.id)
}

/// Takes an ended run off the lists.
pub fn dismiss(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<BulkRuns>> {
    let run = find(tx, &member.who.permissions, args.id)?;
    if run.state == RunState::Running {
        return Err(refuse(message::BULK_RUNNING));
    }
    store::delete(tx, run.id)?;
    let change = Change::new("bulk_run", run.id).before(json!({ "call": run.call }));
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

/// The answer of a change: the run as it is then, and how many things it is about to change.
fn changed(tx: &mut dyn Tx, member: &StaffMember, id: i64) -> Result<Changed<BulkRun>> {
    let run = shown(tx, member, id)?;
    let change = Change::new("bulk_run", id).after(json!({ "call": run.call, "count": run.waiting }));
    Ok(Changed::new(run, change))
}
