//! The audit's calls.

use serde_json::Value;

use super::letter::{self, SealReference};
use super::seal;
use super::store::{self, Filter, Stored};
use super::types::{Entry, ListArgs, Outcome, PAGE, Page, Verification, VerifyArgs};
use crate::call::StaffMember;
use crate::db::Tx;
use crate::error::Result;

pub fn list(tx: &mut dyn Tx, _: &StaffMember, args: ListArgs) -> Result<Page> {
    let ListArgs { before, actor, noun, from_at, to_at } = args;
    // An empty field of a form filters nothing.
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let filter = Filter { before, actor: given(actor), noun: given(noun), from_at, to_at };
    let mut found = store::list(tx, &filter, PAGE + 1)?;
    let has_more = found.len() as i64 > PAGE;
    found.truncate(PAGE as usize);
    let next_before = found.last().filter(|_| has_more).map(|last| last.id);
    Ok(Page { items: found.into_iter().map(entry).collect(), next_before })
}

fn entry(stored: Stored) -> Entry {
    let json = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Value::Null);
    Entry {
        id: stored.id,
        at: stored.at,
        actor: stored.actor,
        call: stored.call,
        outcome: if stored.outcome == "done" { Outcome::Done } else { Outcome::Refused },
        noun: stored.noun,
        thing: stored.thing,
        before: json(stored.before),
        after: json(stored.after),
        network: stored.network,
    }
}

pub fn verify(tx: &mut dyn Tx, _: &StaffMember, args: VerifyArgs) -> Result<Verification> {
    let told: Option<SealReference> =
        args.seal.filter(|seal| !seal.trim().is_empty()).map(|seal| seal.parse()).transpose()?;
    let holds_seal = told.map(|seal| letter::holds(tx, &seal)).transpose()?;
    Ok(Verification { chain: seal::verify(tx)?, holds_seal })
}
