//! Does the things of runs one after the other.

use std::collections::HashSet;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::calls::call_of;
use super::store::{self, Item, ItemState, Run};
use super::types::{BulkCall, RunState};
use crate::call::{Api, Caller, Client, Input, StaffMember};
use crate::db::Tx;
use crate::deed::{self, types::Failure};
use crate::error::{Error, Result, refuse};
use crate::{message, order_admin, product};

/// What is to be done now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Due {
    /// Ids of runs, each with the position of a thing that waits in it.
    pub things: Vec<(i64, i64)>,
    /// Runs of which [`settle`] has something to write.
    pub settled: Vec<i64>,
}

/// What is to be done now: of each run the same share of `limit` things, so that a long one holds up no other.
pub fn list_due(tx: &mut dyn Tx, limit: i64) -> Result<Due> {
    let runs = store::list_running(tx)?;
    let share = limit.div_euclid((runs.len() as i64).max(1)).max(1);
    let mut due = Due::default();
    for id in runs {
        let waiting = store::list_items(tx, id, ItemState::Waiting, share)?;
        if waiting.is_empty() && (undone(tx, id)?.is_some_and(|undone| !undone.is_empty()) || !is_pending(tx, id)?) {
            due.settled.push(id);
        }
        due.things.extend(waiting.into_iter().map(|item| (id, item.position)));
    }
    Ok(due)
}

fn is_pending(tx: &mut dyn Tx, id: i64) -> Result<bool> {
    Ok(!store::list_items(tx, id, ItemState::Asked, 1)?.is_empty())
}

/// Things whose deed is there no more although nobody has told what became of it: somebody has undone it.
fn undone(tx: &mut dyn Tx, id: i64) -> Result<Option<Vec<Item>>> {
    let asked = store::list_items(tx, id, ItemState::Asked, super::MOST as i64)?;
    if asked.is_empty() {
        return Ok(None);
    }
    let pending: HashSet<String> = deed::list_things_of_run(tx, id)?.into_iter().collect();
    Ok(Some(asked.into_iter().filter(|item| !pending.contains(&item.thing)).collect()))
}

/// Makes the call for a thing that waits. A refusal is kept as its reason; any other error undoes all, and [`fail`] keeps it.
pub fn step(tx: &mut dyn Tx, api: &Api, client: &Client, id: i64, position: i64) -> Result<()> {
    let Some(run) = store::find(tx, id)?.filter(|run| run.state == RunState::Running) else { return Ok(()) };
    let Some(item) = store::find_waiting(tx, id, position)? else { return Ok(()) };
    let outcome = tx.attempt(|tx| ask(tx, api, client, &run, &item));
    match outcome {
        Ok(state) => store::save_item(tx, id, position, state, None),
        Err(error @ Error::Refused(_)) => {
            store::save_item(tx, id, position, ItemState::Failed, Some(&deed::failure_of(&error)))
        }
        Err(error) => Err(error),
    }
}

fn ask(tx: &mut dyn Tx, api: &Api, client: &Client, run: &Run, item: &Item) -> Result<ItemState> {
    let who = client.signed_in.clone().ok_or_else(|| refuse(message::STAFF_SIGN_IN_REQUIRED))?;
    let member = StaffMember { client: client.clone(), who };
    let call = call_of(run)?;
    let args = args(tx, &member, run, call, item)?;
    let line = api.find(call.path()).ok_or_else(|| anyhow::anyhow!("no call {}", call.path()))?;
    line.run(tx, Caller::Console(client), &Input::Args(args))?;
    if !line.is_deed() {
        return Ok(ItemState::Done);
    }
    let deed = deed::find_pending(tx, "order", &item.thing)?;
    let deed = deed.ok_or_else(|| anyhow::anyhow!("the deed of {} is not there", item.thing))?;
    deed::save_run(tx, deed.id, run.id)?;
    Ok(ItemState::Asked)
}

/// The arguments of the call for one thing. Refused if the thing is another by now than the one that was chosen.
fn args(tx: &mut dyn Tx, member: &StaffMember, run: &Run, call: BulkCall, item: &Item) -> Result<Value> {
    let typed: Value = serde_json::from_str(&run.args).map_err(anyhow::Error::from)?;
    let thing = &item.thing;
    match call {
        BulkCall::Ignore | BulkCall::Reopen => {
            return Ok(json!({ "id": thing.parse::<i64>().map_err(anyhow::Error::from)? }));
        }
        // These calls look by themselves whether it is what was seen.
        BulkCall::PutOnSale | BulkCall::TakeOffSale => {
            return Ok(json!({ "sku": thing, "seen": item.seen == product::calls::ON }));
        }
        BulkCall::AddToCategory | BulkCall::RemoveFromCategory => {
            return Ok(json!({ "key": typed["category"], "skus": [thing] }));
        }
        BulkCall::CloseMessage | BulkCall::ReopenMessage => {
            let version: i64 = item.seen.parse().map_err(anyhow::Error::from)?;
            return Ok(json!({ "reference": thing, "version": version, "note": "" }));
        }
        BulkCall::Note => return Ok(json!({ "number": thing, "text": typed["text"] })),
        BulkCall::Cancel | BulkCall::Complete | BulkCall::Ship | BulkCall::Papers => {}
    }
    if order_admin::stamps(tx, std::slice::from_ref(thing))?.get(thing) != Some(&item.seen) {
        return Err(refuse(message::ORDER_CHANGED_MEANWHILE));
    }
    let version = order_admin::current_version(tx, member, thing)?;
    Ok(match call {
        BulkCall::Ship => {
            json!({ "number": thing, "version": version, "lines": null, "carrier": null, "tracking": "" })
        }
        _ => json!({ "number": thing, "version": version, "reason": typed["reason"] }),
    })
}

/// Keeps why a thing could not be done, as long as it waits.
pub fn fail(tx: &mut dyn Tx, id: i64, position: i64, error: &Error) -> Result<()> {
    if store::find_waiting(tx, id, position)?.is_none() {
        return Ok(());
    }
    store::save_item(tx, id, position, ItemState::Failed, Some(&deed::failure_of(error)))
}

/// Marks what was undone one by one, and ends a run of which nothing is left.
pub fn settle(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    if store::find(tx, id)?.is_none_or(|run| run.state != RunState::Running) {
        return Ok(());
    }
    for item in undone(tx, id)?.unwrap_or_default() {
        store::save_item(tx, id, item.position, ItemState::Undone, None)?;
    }
    if store::list_items(tx, id, ItemState::Waiting, 1)?.is_empty() && !is_pending(tx, id)? {
        store::save_ended(tx, id, RunState::Done, now)?;
    }
    Ok(())
}

/// A deed of a run has been carried out, in the same transaction.
pub fn deed_done(tx: &mut dyn Tx, id: i64, thing: &str) -> Result<()> {
    store::save_deed(tx, id, thing, ItemState::Done, None)?;
    Ok(())
}

/// A deed of a run could not be carried out. False if no such run is kept any more: then the deed itself must tell it.
pub fn deed_failed(tx: &mut dyn Tx, id: i64, thing: &str, failure: &Failure) -> Result<bool> {
    store::save_deed(tx, id, thing, ItemState::Failed, Some(failure))
}
