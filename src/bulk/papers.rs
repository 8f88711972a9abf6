//! Packing papers of many orders, cut into files.

use std::sync::Arc;

use super::calls::{call_of, find};
use super::store;
use super::types::{BulkCall, PapersArgs, RunState};
use crate::call::{Changed, Document, StaffMember};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;
use crate::packing::{self, Printed};

/// Orders of one file.
pub const FILE: usize = packing::PRINTED;

/// Prints a file of a run. What has left meanwhile is not in it.
pub async fn prepare(context: Arc<CallContext>, member: StaffMember, args: PapersArgs) -> Result<Printed> {
    let PapersArgs { id, file, kind } = args;
    let permissions = member.who.permissions.clone();
    let numbers = context.db.read(move |tx| {
        let run = find(tx, &permissions, id)?;
        if call_of(&run)? != BulkCall::Papers || run.state != RunState::Done {
            return Err(refuse(message::BULK_NOT_FOUND));
        }
        let first = file.checked_sub(1).and_then(|before| before.checked_mul(FILE));
        let first = first.and_then(|first| i64::try_from(first).ok()).ok_or_else(|| refuse(message::BULK_NOTHING))?;
        store::list_from(tx, id, first, FILE as i64)
    });
    packing::print(&context.db, &context.papers, &member.client.view, numbers.await?, kind).await
}

/// Records who has printed which addresses.
pub fn papers(tx: &mut dyn Tx, member: &StaffMember, printed: &Printed) -> Result<Changed<Document>> {
    packing::printed(tx, member, printed)
}
