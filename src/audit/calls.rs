//! The audit's calls.

use std::sync::Arc;

use serde_json::{Value, json};

use super::letter::{self, SealReference};
use super::seal;
use super::store::{self, Filter, Stored};
use super::types::{Entry, ExportArgs, ListArgs, Outcome, PAGE, Page, Verification, VerifyArgs};
use super::{Change, Sheet};
use crate::call::{Changed, Document, StaffMember};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::message;

/// Entries of one file, which an answer holds whole.
const MOST_EXPORTED: i64 = 20_000;

pub fn list(tx: &mut dyn Tx, _: &StaffMember, args: ListArgs) -> Result<Page> {
    let ListArgs { before, actor, noun, from_at, to_at } = args;
    let filter = Filter { before, actor: given(actor), noun: given(noun), from_at, to_at };
    let mut found = store::list(tx, &filter, PAGE + 1)?;
    let has_more = found.len() as i64 > PAGE;
    found.truncate(PAGE as usize);
    let next_before = found.last().filter(|_| has_more).map(|last| last.id);
    Ok(Page { items: found.into_iter().map(entry).collect(), next_before })
}

/// An empty field of a form filters nothing.
fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

/// A file that was asked for, and what it holds.
pub struct Export {
    args: ExportArgs,
    entries: usize,
    document: Document,
}

pub async fn prepare_export(context: Arc<CallContext>, member: StaffMember, args: ExportArgs) -> Result<Export> {
    let ExportArgs { actor, noun, from_at, to_at } = args;
    let args = ExportArgs { actor: given(actor), noun: given(noun), from_at, to_at };
    let filter = Filter {
        before: None,
        actor: args.actor.clone(),
        noun: args.noun.clone(),
        from_at: args.from_at,
        to_at: args.to_at,
    };
    let found = context.db.read(move |tx| store::list(tx, &filter, MOST_EXPORTED + 1)).await?;
    if found.len() as i64 > MOST_EXPORTED {
        return Err(message::AUDIT_EXPORT_TOO_MANY.with("max", MOST_EXPORTED).into());
    }
    let mut sheet = Sheet::new(Vec::new(), member.client.view.lang())?;
    for entry in &found {
        sheet.add(entry)?;
    }
    let name = format!("audit-{}.csv", in_shop_zone(member.client.now()).date());
    Ok(Export { args, entries: found.len(), document: Document::new(name, "text/csv; charset=utf-8", &sheet.end()?) })
}

/// Records who has taken which entries out of the house.
pub fn export(_: &mut dyn Tx, _: &StaffMember, export: &Export) -> Result<Changed<Document>> {
    let told = json!({ "filter": export.args, "entries": export.entries });
    Ok(Changed::new(export.document.clone(), Change::new("audit", "").after(told)))
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
